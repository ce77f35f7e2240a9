"""Closeness for the numeric checks: relative 1e-9 or absolute 1e-9, whichever is wider; NaN is far off."""

import numpy as np

from app.judge.arrays import AnyArray, first_index

TOLERANCE = 1e-9


def far_off(expected: AnyArray, actual: AnyArray | None) -> tuple[int, ...] | None:
    """Give the first index at which two arrays of one shape differ by more than the tolerance.

    Complex or boolean results are compared by value; None is far off nowhere, having no elements.
    """
    if actual is None:
        return None
    with np.errstate(all="ignore"):
        gap = np.abs(actual.astype(np.complex128) - expected.astype(np.complex128))
        bound = TOLERANCE + TOLERANCE * np.abs(expected)
        return first_index(~(gap <= bound))


def widest_gap(expected: AnyArray, actual: AnyArray) -> float:
    """Give the largest absolute difference of two arrays of one shape."""
    with np.errstate(all="ignore"):
        return float(np.max(np.abs(actual.astype(np.complex128) - expected.astype(np.complex128))))

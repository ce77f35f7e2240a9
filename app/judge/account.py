"""A plain account of results that no program of reshape, flip and transpose makes.

Every sentence holds of the cases that are given, and names no number of them.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from app.judge.arrays import AnyArray, bits_of, cast, same
from app.judge.observations import Trial
from app.judge.provenance import NOWHERE, Origins, Positions

_NEAR = 1e-3
_Test: TypeAlias = Callable[[Trial, AnyArray], bool]


def account_of(wrong: Sequence[Trial], trials: Sequence[Trial]) -> str | None:
    """Say what became of the numbers, in one sentence that holds of every wrong trial; None where none does.

    `trials` are all of the function's.
    """
    pairs = [(trial, trial.actual) for trial in wrong if trial.actual is not None and trial.actual.size]
    if not pairs:
        return None
    if all(_is_stale(trial, actual, trials) for trial, actual in pairs):
        return "It gave the result of another call, as if it remembered one."
    return next((words for holds, words in _ACCOUNTS if all(holds(*pair) for pair in pairs)), None)


def _is_stale(trial: Trial, actual: AnyArray, trials: Sequence[Trial]) -> bool:
    others = [one.expected for one in trials if one is not trial and one.expected is not None]
    return any(same(actual, other) for other in others)


def _is_constant(_: Trial, actual: AnyArray) -> bool:
    bits = bits_of(actual)
    return actual.size > 1 and bool((bits == bits[0]).all())


def _has_new_nan(trial: Trial, actual: AnyArray) -> bool:
    return _count_nan(actual) > 0 and not _count_nan(trial.call.array)


def _has_lost_nan(trial: Trial, actual: AnyArray) -> bool:
    return _count_nan(trial.call.array) > 0 and not _count_nan(actual)


def _count_nan(array: AnyArray) -> int:
    return int(np.isnan(array).sum()) if array.dtype.kind in "fc" else 0


def _is_rounded(trial: Trial, actual: AnyArray) -> bool:
    expected = trial.expected
    if expected is None or expected.shape != actual.shape or "b" in (expected.dtype.kind, actual.dtype.kind):
        return False
    with np.errstate(all="ignore"):
        return bool(np.isclose(actual, expected, rtol=_NEAR, atol=1, equal_nan=True).all())


def _is_moved(trial: Trial, actual: AnyArray) -> bool:
    places = _places(trial, actual)
    return len(places) == trial.call.array.size and not _has_nowhere(places) and not _repeats(places)


def _is_doubled(trial: Trial, actual: AnyArray) -> bool:
    places = _places(trial, actual)
    return not _has_nowhere(places) and _repeats(places)


def _is_part(trial: Trial, actual: AnyArray) -> bool:
    return not _has_nowhere(_places(trial, actual))


def _is_new(trial: Trial, actual: AnyArray) -> bool:
    return bool((_places(trial, actual) == NOWHERE).all())


def _is_partly_new(trial: Trial, actual: AnyArray) -> bool:
    return _has_nowhere(_places(trial, actual))


def _places(trial: Trial, actual: AnyArray) -> Positions:
    return Origins(cast(trial.call.array, actual.dtype)).of(actual)


def _has_nowhere(places: Positions) -> bool:
    return bool((places == NOWHERE).any())


def _repeats(places: Positions) -> bool:
    return len(np.unique(places)) < len(places)


_ACCOUNTS: tuple[tuple[_Test, str], ...] = (
    (_is_constant, "Every element of the result is one and the same number."),
    (_has_lost_nan, "The NaNs of the input are gone."),
    (_has_new_nan, "There are NaNs in the result, and none in the input."),
    (_is_rounded, "The elements are in their places, but their numbers are a little off, as after rounding."),
    (_is_moved, "Every number of the input is there once, but in an order that no one rule of axes makes."),
    (_is_doubled, "Some elements of the input are there more than once, and others not at all."),
    (_is_part, "Some elements of the input are missing."),
    (_is_new, "No number of the input is in the result: they were computed anew, not moved."),
    (
        _is_partly_new,
        "Some numbers of the result are nowhere in the input: they were changed.",
    ),
)

"""What was done to numbers that stayed in their places: rounded, scaled, cleared, and so on.

Every test compares a result with the right one, of the same shape and dtype, and holds of whole arrays only.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from app.judge.arrays import AnyArray, bits_of, cast

_NEAR: Final = 1e-3
_MOST_DECIMALS: Final = 8
_FAR: Final = 100
"""How many times its noise a factor or a step must be, to be more than noise."""
Pair: TypeAlias = tuple[AnyArray, AnyArray]
"""The right result and what came back."""
_Test: TypeAlias = Callable[[AnyArray, AnyArray], bool]


def change_of(pairs: Sequence[Pair]) -> str | None:
    """Say what was done to the numbers of every pair alike; None where nothing of this kind was."""
    if not pairs or any(
        right.shape != made.shape or right.dtype != made.dtype or made.dtype.kind not in "iufc"
        for right, made in pairs
    ):
        return None
    with np.errstate(all="ignore"):
        return next((words for holds, words in _changes() if all(holds(*pair) for pair in pairs)), None)


def _changes() -> Iterator[tuple[_Test, str]]:
    yield _only_bits, "The numbers are right; only the sign of a zero or the bits of a NaN differ."
    for dtype in ("float32", "float16", "complex64", "int64", "int32"):
        yield (
            _becomes(_through(dtype)),
            f"The elements are in their places, as if converted to {dtype} and back.",
        )
    for function, words in ((np.floor, "down"), (np.ceil, "up"), (np.trunc, "towards zero")):
        yield _becomes(function), f"The elements are in their places, rounded {words} to whole numbers."
    yield _becomes(np.rint), "The elements are in their places, rounded to whole numbers."
    for decimals in range(1, _MOST_DECIMALS + 1):
        yield (
            _becomes(_rounded(decimals)),
            f"The elements are in their places, rounded to {decimals} decimal{'' if decimals == 1 else 's'}.",
        )
    yield _becomes(np.real), "The elements are in their places, without their imaginary parts."
    yield _becomes(np.conj), "The elements are in their places, with their imaginary parts negated."
    yield _becomes(np.abs), "The elements are in their places, without their signs."
    yield _is_cleared, "The elements are in their places, but some of them are 0."
    yield (
        _is_scaled,
        "The elements are in their places, all multiplied by one number, which may differ from case to case.",
    )
    yield (
        _is_shifted,
        "The elements are in their places, with one number added to all, which may differ from case to case.",
    )
    yield (
        _is_near,
        "The elements are in their places, but a little off.",
    )


def _only_bits(right: AnyArray, made: AnyArray) -> bool:
    return _equal(right, made) and not np.array_equal(bits_of(right), bits_of(made))


def _equal(right: AnyArray, made: AnyArray) -> bool:
    return np.array_equal(right, made, equal_nan=made.dtype.kind in "fc")


def _becomes(function: Callable[[AnyArray], AnyArray]) -> _Test:
    def test(right: AnyArray, made: AnyArray) -> bool:
        try:
            claimed = cast(np.asarray(function(right)), made.dtype)
        except TypeError:
            return False
        return not _equal(right, made) and _equal(claimed, made)

    return test


def _through(dtype: str) -> Callable[[AnyArray], AnyArray]:
    return lambda right: cast(right, np.dtype(dtype))


def _rounded(decimals: int) -> Callable[[AnyArray], AnyArray]:
    return lambda right: right.round(decimals)


def _is_cleared(right: AnyArray, made: AnyArray) -> bool:
    differs = bits_of(right) != bits_of(made)
    return not np.count_nonzero(made.reshape(-1)[differs]) and not differs.all()


def _is_scaled(right: AnyArray, made: AnyArray) -> bool:
    known = np.isfinite(right) & np.isfinite(made) & np.greater(np.abs(right), _tiny(right.dtype))
    factors = np.divide(made[known], right[known])
    noise = _precision(made.dtype)
    if not _same_kinds(right, made) or factors.size <= 1 or abs(factors[0] - 1) <= _FAR * noise:
        return False
    return bool(np.isclose(factors, factors[0], rtol=noise, atol=0).all())


def _is_shifted(right: AnyArray, made: AnyArray) -> bool:
    known = np.isfinite(right) & np.isfinite(made)
    steps = np.subtract(made[known], right[known])
    if not _same_kinds(right, made) or steps.size <= 1 or made.dtype.kind == "u":
        return False
    if made.dtype.kind == "i":
        return bool(np.equal(steps, steps[0]).all()) and bool(steps[0])
    noise = _precision(made.dtype) * float(np.abs(right[known]).max())
    return bool(np.isclose(steps, steps[0], rtol=0, atol=noise).all()) and abs(steps[0]) > _FAR * noise


def _same_kinds(right: AnyArray, made: AnyArray) -> bool:
    """Tell whether the same elements are finite in both."""
    return np.array_equal(np.isfinite(right), np.isfinite(made))


def _tiny(dtype: np.dtype[np.generic]) -> float:
    """Give the size below which numbers have fewer digits than their type."""
    return float(np.finfo(dtype.name).tiny) * 1e3 if dtype.kind in "fc" else 0.0


def _precision(dtype: np.dtype[np.generic]) -> float:
    """Give how far a number may be off after a few operations, as a part of its size."""
    return 16 * float(np.finfo(dtype.name).eps) if dtype.kind in "fc" else 0.0


def _is_near(right: AnyArray, made: AnyArray) -> bool:
    finite = right[np.isfinite(right)]
    if not finite.size:
        return False
    around_zero = _NEAR**2 * float(np.abs(finite).max())
    return bool(np.isclose(made, right, rtol=_NEAR, atol=around_zero, equal_nan=True).all())

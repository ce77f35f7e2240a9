"""A plain account of results that no program of reshape, flip, transpose and roll makes.

Every sentence holds of all the cases that are given, and names no number of them.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from app.judge.arrays import AnyArray, bits_of, cast, same
from app.judge.changes import Pair, change_of
from app.judge.observations import Trial

_Test: TypeAlias = Callable[[Trial, AnyArray], bool]
_FEWEST_STALE = 8
"""Elements of a result that is another call's: fewer agree by chance, as bools do."""


def account_of(wrong: Sequence[Trial], trials: Sequence[Trial]) -> str | None:
    """Say what became of the numbers, in one sentence that holds of every wrong trial; None where none does.

    `trials` are all of the function's.
    """
    results = [(trial, trial.actual) for trial in wrong if trial.actual is not None and trial.actual.size]
    if not results:
        return None
    if all(_is_constant(trial, actual) for trial, actual in results):
        return "Every element of the result is one and the same number."
    stale = [_is_stale(trial, actual, trials) for trial, actual in results]
    if any(stale):
        whose = "It gave" if all(stale) else "On some calls it gave"
        return f"{whose} the result of another call, as if it remembered one."
    nans = next((words for holds, words in _NANS if all(holds(*result) for result in results)), None)
    changed = change_of(_number_pairs(results))
    if all(actual.dtype.kind == "b" for _, actual in results):
        return nans or changed  # two values tell nothing of where they were
    return (
        nans
        or changed
        or next((words for holds, words in _PLACES if all(holds(*result) for result in results)), None)
    )


def _number_pairs(results: Sequence[tuple[Trial, AnyArray]]) -> list[Pair]:
    """Give right and wrong results, but for those of bools, of which there are too few to be told apart."""
    return [
        (cast(trial.expected, actual.dtype), actual)
        for trial, actual in results
        if trial.expected is not None and "b" not in (trial.expected.dtype.kind, actual.dtype.kind)
    ]


def _is_stale(trial: Trial, actual: AnyArray, trials: Sequence[Trial]) -> bool:
    """Tell whether a result is that of another call, right or wrong, on other numbers."""
    if actual.size < _FEWEST_STALE or actual.dtype.kind == "b" or _is_constant(trial, actual):
        return False
    others = [one for one in trials if one is not trial and not same(one.call.array, trial.call.array)]
    return any(
        array is not None and same(actual, array) and _is_moved(one, array)
        for one in others
        for array in (one.actual, one.expected)
    )


def _is_constant(_: Trial, actual: AnyArray) -> bool:
    bits = bits_of(actual)
    return actual.size > 1 and bool((bits == bits[0]).all())


def _has_new_nan(trial: Trial, actual: AnyArray) -> bool:
    return _count_nan(actual) > 0 and not _count_nan(trial.call.array)


def _has_lost_nan(trial: Trial, actual: AnyArray) -> bool:
    return _count_nan(trial.call.array) > 0 and not _count_nan(actual)


def _count_nan(array: AnyArray) -> int:
    return int(np.isnan(array).sum()) if array.dtype.kind in "fc" else 0


def _is_moved(trial: Trial, actual: AnyArray) -> bool:
    return np.array_equal(np.sort(_words_of(trial, actual)), np.sort(bits_of(actual)))


def _is_doubled(trial: Trial, actual: AnyArray) -> bool:
    return (
        actual.size == trial.call.array.size
        and bool(np.isin(bits_of(actual), _words_of(trial, actual)).all())
        and not _is_moved(trial, actual)
    )


def _is_new(trial: Trial, actual: AnyArray) -> bool:
    return not np.isin(bits_of(actual), _words_of(trial, actual)).any()


def _is_partly_new(trial: Trial, actual: AnyArray) -> bool:
    return not np.isin(bits_of(actual), _words_of(trial, actual)).all()


def _words_of(trial: Trial, actual: AnyArray) -> AnyArray:
    """Give the bits of the input's elements, once they have the dtype of the result."""
    return bits_of(cast(trial.call.array, actual.dtype))


_ANOTHER_ORDER = (
    "Every number of the input is there as often as it should be, in another order; no one line of reshape,"
    " flip, transpose and roll was found that makes this order on every case."
)
_NANS: tuple[tuple[_Test, str], ...] = (
    (_has_lost_nan, "The NaNs of the input are gone."),
    (_has_new_nan, "There are NaNs in the result, and none in the input."),
)
_PLACES: tuple[tuple[_Test, str], ...] = (
    (_is_moved, _ANOTHER_ORDER),
    (_is_doubled, "Some elements of the input are there more than once, and others not at all."),
    (_is_new, "No number of the input is in the result: they were computed anew, not moved."),
    (_is_partly_new, "Some numbers of the result are nowhere in the input: they were changed."),
)

"""Whether two sets of results are the same rearrangement, whatever dtype one of them was cast to."""

from collections.abc import Sequence

from app.judge.arrays import AnyArray, cast, same
from app.judge.observations import Trial


def agrees(actual: AnyArray, claimed: AnyArray) -> bool:
    """Tell whether `actual` is `claimed` in shape and every bit, once `claimed` has its dtype.

    Tagged inputs survive a cast, so a layout can be recognised under a dtype bug.
    """
    if actual.shape != claimed.shape:
        return False
    if actual.dtype == claimed.dtype:
        return same(actual, claimed)
    return same(actual, cast(claimed, actual.dtype))


def all_arrays(trials: Sequence[Trial]) -> bool:
    """Tell whether every trial came back with an array that can be looked into."""
    return bool(trials) and all(trial.actual is not None for trial in trials)


def layout_is_right(trials: Sequence[Trial]) -> bool:
    """Tell whether every result has its elements in the right places, dtype apart."""
    return all(
        trial.actual is not None and trial.expected is not None and agrees(trial.actual, trial.expected)
        for trial in trials
    )

"""In which part of the output a function is right all the same: "b == 0", the first batch.

A part is told only if it is right in every element on every case, while every slice outside it has a wrong
element. Of the latter, cases with a size of 1 are excepted if they are right: some bugs show nothing there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from app.judge.arrays import cast, wrong_elements
from app.judge.axes import shape_of
from app.judge.conditions import Condition
from app.judge.frame import Frame
from app.judge.observations import Trial

_FEWEST_CASES: Final = 3
_FEWEST_SLICES: Final = 3
"""Of two slices, one being wrong says too little: the first, the last and the even one are the same."""
_Slices: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an axis: which of `count` slices belong to it."""

    holds: str
    fails: str
    of: Callable[[int], _Slices]


def right_part(trials: Sequence[Trial], frame_of: Callable[[Trial], Frame]) -> Condition | None:
    """Find the part of one axis that is right while the rest is wrong; None if there is none.

    Every trial must have come back in the right shape.
    """
    looked_at = [(frame_of(trial), mask) for trial in trials if (mask := _wrong_mask(trial)) is not None]
    telling = [
        (mask.reshape(shape_of(" ".join(frame.digits()), frame.sizes)))
        for frame, mask in looked_at
        if mask.any() or min(frame.sizes.values()) > 1
    ]
    if not any(mask.any() for mask in telling):
        return None
    frame, _ = looked_at[0]
    for axis, name in enumerate(frame.digits()):
        if sum(mask.shape[axis] >= _FEWEST_SLICES for mask in telling) >= _FEWEST_CASES:
            for part in _fitting(_parts(name, frame.letter(name)), telling, axis):
                return Condition(part.holds, part.fails)
    return None


def _fitting(parts: Iterable[_Part], masks: Sequence[NDArray[np.bool_]], axis: int) -> list[_Part]:
    """Keep the parts of an axis that hold exactly the right slices of every mask."""
    left = list(parts)
    for mask in masks:
        if left:
            right = _right_slices(mask, axis)
            left = [part for part in left if np.array_equal(right, part.of(len(right)))]
    return left


def _wrong_mask(trial: Trial) -> NDArray[np.bool_] | None:
    if trial.actual is None or trial.expected is None or not trial.right_shape:
        return None
    return wrong_elements(cast(trial.expected, trial.actual.dtype), trial.actual)


def _right_slices(mask: NDArray[np.bool_], axis: int) -> _Slices:
    rest = tuple(other for other in range(mask.ndim) if other != axis)
    return np.asarray(~mask.any(axis=rest))


def _parts(axis: str, letter: str) -> Iterator[_Part]:
    first, last, odd = f"{letter} == 0", f"{letter} == {axis} - 1", f"{letter} is odd"
    yield _Part(first, f"{letter} > 0", _is_first)
    yield _Part(f"{letter} > 0", first, lambda count: ~_is_first(count))
    yield _Part(last, f"{letter} < {axis} - 1", _is_last)
    yield _Part(f"{letter} < {axis} - 1", last, lambda count: ~_is_last(count))
    yield _Part(f"{letter} is even", odd, lambda count: np.arange(count) % 2 == 0)
    yield _Part(odd, f"{letter} is even", lambda count: np.arange(count) % 2 == 1)


def _is_first(count: int) -> _Slices:
    return np.asarray(np.arange(count) == 0)


def _is_last(count: int) -> _Slices:
    return np.asarray(np.arange(count) == count - 1)

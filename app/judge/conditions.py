"""Under which condition a function is right all the same: one rule in axis names, over all cases.

A rule is told only if it parts the cases exactly: every case that meets it came out right, every
other one wrong. That is a statement about the cases tried, drawn so that few rules fit by chance.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np

from app.judge.arrays import Layout
from app.judge.observations import Trial

_FEWEST_CASES = 8
_CONTIGUOUS = (Layout.ROWS, Layout.OFFSET)
_Test: TypeAlias = Callable[[Trial], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """A rule with its words: "H == 1"."""

    words: str
    holds: _Test


def holds_when(results: Sequence[tuple[Trial, bool]]) -> str | None:
    """Find the simplest rule that tells the right trials from the wrong ones; None if none does."""
    outcomes = [right for _, right in results]
    if len(results) < _FEWEST_CASES or all(outcomes) or not any(outcomes):
        return None
    for condition in _conditions(results[0][0].call.case.sizes):
        if [condition.holds(trial) for trial, _ in results] == outcomes:
            return condition.words
    return None


def _conditions(sizes: Mapping[str, int]) -> Iterator[Condition]:
    ones = [Condition(f"{axis} == 1", _size_is_one(axis)) for axis in sizes]
    yield from ones
    yield from (Condition(f"{a} == {b}", _sizes_agree(a, b)) for a, b in combinations(sizes, 2))
    for axis in sizes:
        yield Condition(f"{axis} is even", _size_leaves(axis, rest=0))
        yield Condition(f"{axis} is odd", _size_leaves(axis, rest=1))
    yield Condition("the dtype is float64", lambda trial: trial.call.array.dtype == np.float64)
    yield Condition("the input is contiguous", lambda trial: trial.call.layout in _CONTIGUOUS)
    yield Condition("every value is finite", lambda trial: bool(np.isfinite(trial.call.array).all()))
    for first, second in combinations(ones, 2):
        yield Condition(f"{first.words} or {second.words}", _either(first, second))


def _size_is_one(axis: str) -> _Test:
    return lambda trial: trial.call.case.sizes[axis] == 1


def _sizes_agree(first: str, second: str) -> _Test:
    return lambda trial: trial.call.case.sizes[first] == trial.call.case.sizes[second]


def _size_leaves(axis: str, *, rest: int) -> _Test:
    return lambda trial: trial.call.case.sizes[axis] % 2 == rest


def _either(first: Condition, second: Condition) -> _Test:
    return lambda trial: first.holds(trial) or second.holds(trial)

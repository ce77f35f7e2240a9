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
from app.judge.cases import Fill
from app.judge.observations import Trial

_FEWEST_CASES = 8
_FEWEST_PER_TERM = 2
_CONTIGUOUS = (Layout.ROWS, Layout.OFFSET)
_Test: TypeAlias = Callable[[Trial], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """A rule with its words: "H == 1", or "H == 1 or T == 1" with both terms."""

    words: str
    terms: tuple[_Test, ...]

    def holds(self, trial: Trial) -> bool:
        """Tell whether a trial meets the rule."""
        return any(term(trial) for term in self.terms)

    def is_borne_out(self, trials: Sequence[Trial]) -> bool:
        """Tell whether every term is met by enough trials that it is no chance."""
        return all(sum(term(trial) for trial in trials) >= _FEWEST_PER_TERM for term in self.terms)


def holds_when(results: Sequence[tuple[Trial, bool]]) -> str | None:
    """Find the simplest rule that tells the right trials from the wrong ones; None if none does."""
    outcomes = [right for _, right in results]
    if len(results) < _FEWEST_CASES or all(outcomes) or not any(outcomes):
        return None
    for condition in _conditions(results[0][0].call.case.sizes):
        parts = all(condition.holds(trial) == right for trial, right in results)
        if parts and condition.is_borne_out([trial for trial, _ in results]):
            return condition.words
    return None


def _conditions(sizes: Mapping[str, int]) -> Iterator[Condition]:
    ones = [Condition(f"{axis} == 1", (_size_is_one(axis),)) for axis in sizes]
    yield from ones
    yield from (Condition(f"{a} == {b}", (_sizes_agree(a, b),)) for a, b in combinations(sizes, 2))
    for axis in sizes:
        yield Condition(f"{axis} is even", (_size_leaves(axis, rest=0),))
        yield Condition(f"{axis} is odd", (_size_leaves(axis, rest=1),))
    yield Condition("the dtype is float64", (lambda trial: trial.call.array.dtype == np.float64,))
    yield Condition("the input is contiguous", (lambda trial: trial.call.layout in _CONTIGUOUS,))
    yield Condition("no value is NaN, infinite, -0.0 or subnormal", (_values_are_ordinary,))
    for first, second in combinations(ones, 2):
        yield Condition(f"{first.words} or {second.words}", (*first.terms, *second.terms))


def _size_is_one(axis: str) -> _Test:
    return lambda trial: trial.call.case.sizes[axis] == 1


def _sizes_agree(first: str, second: str) -> _Test:
    return lambda trial: trial.call.case.sizes[first] == trial.call.case.sizes[second]


def _size_leaves(axis: str, *, rest: int) -> _Test:
    return lambda trial: trial.call.case.sizes[axis] % 2 == rest


def _values_are_ordinary(trial: Trial) -> bool:
    return trial.call.case.template.fill is not Fill.SPECIALS

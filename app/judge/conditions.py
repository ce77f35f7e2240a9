"""Under which condition a function is right all the same: one rule in axis names, over all cases.

A rule is told only if it parts the cases exactly: every case that meets it came out right, every
other one wrong. That is a statement about the cases tried, drawn so that few rules fit by chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from app.judge.observations import Trial
from app.judge.predicates import Predicate, is_large, is_odd, is_one, orders, others, sizes_agree

_FEWEST_CASES: Final = 8
_FEWEST_PER_TERM: Final = 2
_FEWEST_PER_ORDER: Final = 3
"""Trials on either side of a rule that compares sizes: such rules fit by chance more easily."""


@dataclass(frozen=True, slots=True)
class Condition:
    """When a check holds, and when it fails: "T == H" and "T != H"."""

    holds: str
    fails: str


@dataclass(frozen=True, slots=True)
class _Rule:
    """A condition with the trials that meet it: bit i stands for trial i."""

    condition: Condition
    terms: tuple[int, ...]
    fewest: int = _FEWEST_PER_TERM
    fewest_failing: int = 1

    def parts(self, right: int, everything: int) -> bool:
        """Tell whether exactly the right trials meet it, and each term is met by enough to be no chance."""
        met = 0
        for term in self.terms:
            met |= term
        return (
            met == right
            and all(term.bit_count() >= self.fewest for term in self.terms)
            and (everything & ~right).bit_count() >= self.fewest_failing
        )


def holds_when(results: Sequence[tuple[Trial, bool]]) -> Condition | None:
    """Find the simplest rule that tells the right trials from the wrong ones; None if none does."""
    outcomes = [right for _, right in results]
    if len(results) < _FEWEST_CASES or all(outcomes) or not any(outcomes):
        return None
    trials = [trial for trial, _ in results]
    everything, right = (1 << len(trials)) - 1, _bits(outcomes)
    simple = next((rule.condition for rule in _rules(trials) if rule.parts(right, everything)), None)
    if simple is not None:
        return simple
    fitting = {rule.condition for rule in _comparisons(trials) if rule.parts(right, everything)}
    # Of several rules that fit alike none is known to be the one.
    return fitting.pop() if len(fitting) == 1 else None


def _bits(truths: Sequence[bool]) -> int:
    return sum(1 << place for place, is_true in enumerate(truths) if is_true)


def _rules(trials: Sequence[Trial]) -> Iterator[_Rule]:
    """List the rules, simple ones first."""
    axes = list(trials[0].call.case.sizes)
    ones = [_single(is_one(axis), trials) for axis in axes]
    more = [_opposite(rule, len(trials)) for rule in ones]
    equal = [_single(sizes_agree(a, b), trials) for a, b in combinations(axes, 2)]
    unequal = [_opposite(rule, len(trials)) for rule in equal]
    even = [rule for axis in axes for rule in _both_ways(is_odd(axis), trials)]
    yield from (*ones, *more, *equal, *unequal, *even)
    for predicate in others(trials):
        yield from _both_ways(predicate, trials)
    yield from _either([*ones, *equal, *even])


def _comparisons(trials: Sequence[Trial]) -> Iterator[_Rule]:
    """List the rules that compare sizes, with each other or with a limit."""
    axes = list(trials[0].call.case.sizes)
    for predicate in orders(axes):
        yield from _both_ways(predicate, trials, fewest=_FEWEST_PER_ORDER, fewest_failing=_FEWEST_PER_ORDER)
    for axis in axes:
        yield from _limits(axis, trials)


def _single(predicate: Predicate, trials: Sequence[Trial]) -> _Rule:
    return _Rule(
        Condition(predicate.words, predicate.otherwise), (_bits([predicate.holds(one) for one in trials]),)
    )


def _opposite(rule: _Rule, count: int) -> _Rule:
    (met,) = rule.terms
    condition = Condition(rule.condition.fails, rule.condition.holds)
    return _Rule(condition, ((1 << count) - 1 & ~met,), fewest_failing=_FEWEST_PER_TERM)


def _both_ways(
    predicate: Predicate,
    trials: Sequence[Trial],
    *,
    fewest: int = _FEWEST_PER_TERM,
    fewest_failing: int = 1,
) -> Iterator[_Rule]:
    met = _bits([predicate.holds(one) for one in trials])
    unmet = (1 << len(trials)) - 1 & ~met
    yield _Rule(Condition(predicate.words, predicate.otherwise), (met,), fewest, fewest_failing)
    yield _Rule(Condition(predicate.otherwise, predicate.words), (unmet,), fewest, fewest_failing)


def _limits(axis: str, trials: Sequence[Trial]) -> Iterator[_Rule]:
    """Part the trials at every size of an axis that leaves several sizes on either side."""
    tried = sorted({trial.call.case.sizes[axis] for trial in trials})
    for place, limit in enumerate(tried):
        large, small = _both_ways(is_large(axis, limit), trials, fewest_failing=_FEWEST_PER_TERM)
        if place >= _FEWEST_PER_ORDER and len(tried) - place >= _FEWEST_PER_TERM:
            yield small
        if len(tried) - place >= _FEWEST_PER_ORDER and place >= _FEWEST_PER_TERM:
            yield large


def _either(rules: Sequence[_Rule]) -> Iterator[_Rule]:
    for first, second in combinations(rules, 2):
        holds = f"{first.condition.holds} or {second.condition.holds}"
        fails = f"{first.condition.fails} and {second.condition.fails}"
        yield _Rule(Condition(holds, fails), (*first.terms, *second.terms))

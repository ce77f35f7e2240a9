"""Runs the checks of a kata in order, with their gates, function by function."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.judge.checks.finding import Finding, Question, Rule, not_evaluated
from app.judge.checks.registry import RULES
from app.judge.manifest import CheckTable
from app.judge.observations import Observations
from app.judge.report import CheckStatus

_States = dict[tuple[str, str], CheckStatus]


@dataclass(frozen=True, slots=True)
class Findings:
    """What every check found: one finding a check, and its status for each of its functions."""

    by_check: Mapping[str, Finding]
    by_function: Mapping[tuple[str, str], CheckStatus]

    def status(self, check: str, function: str | None = None) -> CheckStatus:
        """Give a check's status, for one function if it is named and the check looks at it."""
        if function is not None and (check, function) in self.by_function:
            return self.by_function[check, function]
        return self.by_check[check].status

    def holds(self, states: Mapping[str, CheckStatus], function: str | None) -> bool:
        """Tell whether the checks named are in the given states."""
        return all(self.status(check, function) is status for check, status in states.items())


def evaluate(seen: Observations) -> Findings:
    """Evaluate all checks. A function whose gate does not hold is left out; its check is never red for it."""
    states: _States = {}
    by_check: dict[str, Finding] = {}
    for check in seen.package.manifest.checks:
        rule = RULES[check.rule]
        open_functions = [name for name in check.functions if _gates_hold(check, name, states)]
        if rule.each:
            parts = {name: _ask(rule, seen, Question(check, (name,))) for name in open_functions}
        elif len(open_functions) == len(check.functions):
            finding = rule.check(seen, Question(check, tuple(open_functions)))
            parts = dict.fromkeys(open_functions, finding)
        else:
            parts = {}
        for name in check.functions:
            states[check.id, name] = parts[name].status if name in parts else CheckStatus.NOT_EVALUATED
        by_check[check.id] = _together(check, parts)
    return Findings(by_check, states)


def _ask(rule: Rule, seen: Observations, question: Question) -> Finding:
    """Ask a rule about one function; nothing is found out about one that was never called."""
    (function,) = question.functions
    finding = rule.check(seen, question)
    if finding.status is CheckStatus.PASSED and not seen.of(function):
        return not_evaluated(f"{function} was never called")
    return finding


def _gates_hold(check: CheckTable, function: str, states: _States) -> bool:
    return all(states.get((gate, function), CheckStatus.PASSED) is CheckStatus.PASSED for gate in check.gates)


def _together(check: CheckTable, parts: Mapping[str, Finding]) -> Finding:
    """Make one finding of those of single functions: failed, else not evaluated, else passed."""
    failing = {name: finding for name, finding in parts.items() if finding.status is CheckStatus.FAILED}
    if failing:
        first, *others = failing.values()
        if all(other == first for other in others):
            return first
        _, *names = failing
        return replace(first, message=f"{first.message}; the check fails for {' and '.join(names)} too")
    left_out = [name for name in check.functions if name not in parts]
    if left_out:
        holding = [name for name, finding in parts.items() if finding.status is CheckStatus.PASSED]
        rest = f"; it holds for {' and '.join(holding)}" if holding else ""
        gates = " and ".join(check.gates)
        return not_evaluated(f"needs {gates} to hold for {' and '.join(left_out)} first{rest}")
    undecided = [finding for finding in parts.values() if finding.status is CheckStatus.NOT_EVALUATED]
    return undecided[0] if undecided else next(iter(parts.values()))

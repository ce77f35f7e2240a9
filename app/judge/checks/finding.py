"""What a rule finds, and the form every rule has."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from app.judge.conditions import Condition
from app.judge.manifest import CheckTable
from app.judge.observations import Observations
from app.judge.report import CheckStatus, Evidence


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one check, with a sentence and, where something is wrong, its evidence."""

    status: CheckStatus
    message: str
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a rule is asked: its line in the kata, and which of its functions may be looked at."""

    check: CheckTable
    functions: tuple[str, ...]


RuleCheck: TypeAlias = Callable[[Observations, Question], Finding]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the library.

    `each` rules judge every function on its own; the others need all their functions at once.
    """

    check: RuleCheck
    each: bool


def passed(question: Question) -> Finding:
    """Find that the check holds, in the kata's own words."""
    return Finding(CheckStatus.PASSED, question.check.holds)


def failed(message: str, evidence: Evidence | None = None) -> Finding:
    """Find that the check does not hold."""
    return Finding(CheckStatus.FAILED, message, evidence)


def not_evaluated(message: str) -> Finding:
    """Find that the check could not be looked at."""
    return Finding(CheckStatus.NOT_EVALUATED, message)


def with_condition(finding: Finding, condition: Condition | None) -> Finding:
    """Add to a finding with evidence the condition under which the check holds all the same."""
    if finding.evidence is None or condition is None:
        return finding
    told = {"holds_when": condition.holds, "fails_when": condition.fails}
    evidence = finding.evidence.model_copy(update=told)
    return replace(finding, message=f"{finding.message}; it holds when {condition.holds}", evidence=evidence)


def condition_of(finding: Finding) -> Condition | None:
    """Give the condition that a finding tells, if any."""
    evidence = finding.evidence
    if evidence is None or evidence.holds_when is None or evidence.fails_when is None:
        return None
    return Condition(evidence.holds_when, evidence.fails_when)

"""What a rule finds, and the form every rule has."""

from collections.abc import Callable
from dataclasses import dataclass
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
    condition: Condition | None = None
    """Where the check holds all the same."""

    @property
    def told(self) -> str:
        """Give the sentence with the condition."""
        return (
            self.message
            if self.condition is None
            else f"{self.message}; it holds when {self.condition.holds}"
        )

    @property
    def shown(self) -> Evidence | None:
        """Give the evidence with the condition."""
        if self.evidence is None or self.condition is None:
            return self.evidence
        told = {"holds_when": self.condition.holds, "fails_when": self.condition.fails}
        return self.evidence.model_copy(update=told)


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

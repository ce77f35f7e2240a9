"""The one sentence of a report that a person can act on."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.judge.report import CheckResult, CheckStatus, Scope, Verdict

JUDGE_FAILED = "The judge itself failed. This is our fault and is not held against the submission."
_PREFIXES = {
    Verdict.COMPILE_ERROR: "Compile error",
    Verdict.RUN_TIME_ERROR: "Run-time error",
    Verdict.TIME_LIMIT_EXCEEDED: "Time limit exceeded",
    Verdict.MEMORY_LIMIT_EXCEEDED: "Memory limit exceeded",
    Verdict.OUTPUT_LIMIT_EXCEEDED: "Output limit exceeded",
}
VERDICT_ONLY = {
    Verdict.WRONG_ANSWER: "At least one check does not hold.",
    Verdict.RUN_TIME_ERROR: "Run-time error: a function is missing, or a call raised or exited.",
    Verdict.TIME_LIMIT_EXCEEDED: "Time limit exceeded.",
    Verdict.MEMORY_LIMIT_EXCEEDED: "Memory limit exceeded.",
    Verdict.OUTPUT_LIMIT_EXCEEDED: "Output limit exceeded: a result is far larger than a right one.",
}
"""What is said where only the verdict is shown. The other verdicts' sentences tell nothing of any case."""


@dataclass(frozen=True, slots=True)
class Diagnosed:
    """The title of a diagnosis, and the checks that hold its function to its exact law.

    What those found belongs to the diagnosis.
    """

    title: str
    laws: frozenset[str] = frozenset()


def summarise(
    verdict: Verdict,
    checks: Sequence[CheckResult],
    *,
    diagnosed: Diagnosed | None,
    scope: Scope,
    hidden: bool = False,
) -> str:
    """Sum a report up, out of its own checks and diagnosis only.

    `hidden` says that no case which may be shown accounts for the verdict.
    """
    if verdict is Verdict.JUDGE_ERROR:
        return JUDGE_FAILED
    if verdict is Verdict.ACCEPTED:
        if scope is Scope.PUBLIC:
            return "All checks passed on the public cases; hidden cases are judged when you submit."
        return "All checks passed, on the public cases and on the hidden ones."
    failed = [check for check in checks if check.status is CheckStatus.FAILED]
    if verdict is not Verdict.WRONG_ANSWER and hidden:
        return f"{_PREFIXES[verdict]} on a hidden case."
    if verdict is not Verdict.WRONG_ANSWER:
        return f"{_PREFIXES[verdict]}: {failed[0].message}." if failed else f"{_PREFIXES[verdict]}."
    if not failed:
        return "Not every check could be evaluated, so the submission is not accepted."
    laws = diagnosed.laws if diagnosed is not None else frozenset()
    telling = next((check for check in failed if check.id in laws), None) or _most_telling(failed)
    lead = diagnosed.title if diagnosed is not None else f"{telling.title} fails"
    return f"{lead}. {_sentence(telling.message)}"


def _sentence(clause: str) -> str:
    """Make a clause a sentence; one that begins with a name in code keeps its first letter."""
    first_word = clause.split(" ", maxsplit=1)[0]
    return f"{clause[0].upper()}{clause[1:]}." if first_word.isalpha() else f"{clause}."


def _most_telling(failed: Sequence[CheckResult]) -> CheckResult:
    """Choose the first failed check, unless one that traces an element to its origin says the same better."""
    if not _points(failed[0]):
        return failed[0]
    weighed = [check for check in failed if check.weight and check.evidence is not None]
    traced = [check for check in weighed if check.evidence and check.evidence.expected_from]
    ruled = [check for check in weighed if check.evidence and check.evidence.holds_when]
    return next(iter(traced + ruled), failed[0])


def _points(check: CheckResult) -> bool:
    return check.evidence is not None and check.evidence.index is not None

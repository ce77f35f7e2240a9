"""`raises`: on sizes that do not divide, the function raises ValueError and nothing else."""

from app.judge.checks.evidence import bare
from app.judge.checks.finding import Finding, Question, failed, not_evaluated, passed
from app.judge.observations import Observations, Trial
from app.judge.plan import Purpose
from app.judge.wording import end_of, place_of
from sandbox.spec import NotMade, Raised


def check(seen: Observations, question: Question) -> Finding:
    """Look for an uneven case that did not end in ValueError."""
    (function,) = question.functions
    trials = seen.of(function, Purpose.UNEVEN)
    for trial in trials:
        if not _holds(trial) and not isinstance(trial.outcome, NotMade):
            run = next((run for run in seen.runs if trial.call.key in run.keys), None)
            return failed(
                f"{function} {end_of(trial, run)}{_where(trial)}; ValueError belongs here", bare(trial)
            )
    if any(isinstance(trial.outcome, NotMade) for trial in trials):
        return not_evaluated(f"{function} ended before its uneven cases were all tried")
    return passed(question)


def _holds(trial: Trial) -> bool:
    return isinstance(trial.outcome, Raised) and trial.outcome.is_value_error


def _where(trial: Trial) -> str:
    named = isinstance(trial.outcome, Raised)
    return "" if named else f" on {place_of(trial)}"

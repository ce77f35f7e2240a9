"""`runs`: no call on good input raised, hung or was killed."""

from app.judge.checks.evidence import bare
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.observations import Observations, Trial
from app.judge.wording import end_of
from sandbox.spec import NotMade, Returned


def check(seen: Observations, question: Question) -> Finding:
    """Look for calls on good input that gave no result."""
    (function,) = question.functions
    stopped = [
        trial for trial in seen.of(function) if trial.good_input and not isinstance(trial.outcome, Returned)
    ]
    if not stopped:
        return passed(question)
    trial = _culprit(seen, stopped)
    run = next((run for run in seen.runs if trial.call.key in run.keys), None)
    return failed(f"{function} {end_of(trial, run)}", bare(trial))


def _culprit(seen: Observations, stopped: list[Trial]) -> Trial:
    """Choose the clearest one: a small case that raised, else the call under way when the child ended."""
    for trial in stopped:
        if not isinstance(trial.outcome, NotMade):
            return trial
    public = stopped[0].call.case.public
    return next(
        trial
        for trial in seen.trials
        if any(trial is one for one in stopped) and trial.call.case.public is public
    )

"""`runs`: no call on good input raised, hung or was killed."""

from app.judge.checks.evidence import bare
from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.observations import Observations, Trial
from app.judge.wording import end_of
from sandbox.spec import Missing, NotMade, OutOfMemory, Raised, Returned, RunStatus

_LIMITS = (RunStatus.TIME_LIMIT, RunStatus.MEMORY_LIMIT, RunStatus.OUTPUT_LIMIT)


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
    """Choose the call under way at a limit, else the smallest that raised, else any under way."""
    cut = {run.public: run for run in seen.runs if run.result.status in _LIMITS}
    under_way = [trial for trial in seen.trials if any(trial is one for one in stopped)]
    for trial in under_way:
        run = cut.get(trial.call.case.public)
        if isinstance(trial.outcome, NotMade) and run is not None and trial.call.key in run.keys:
            return trial
    for kinds in (OutOfMemory, Raised | Missing):
        for trial in stopped:
            if isinstance(trial.outcome, kinds):
                return trial
    return next(trial for trial in under_way if trial.call.case.public is stopped[0].call.case.public)

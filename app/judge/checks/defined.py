"""`defined`: every function exists and can be called."""

from app.judge.checks.finding import Finding, Question, failed, passed
from app.judge.observations import Observations
from app.judge.wording import status_words
from sandbox.spec import Missing, RunStatus

_NEVER_LOADED = (RunStatus.COMPILE_FAILED, RunStatus.LOAD_FAILED)


def check(seen: Observations, question: Question) -> Finding:
    """Look for a missing name, a name that cannot be called, or a source that did not load."""
    (function,) = question.functions
    signature = seen.package.manifest.functions[function].signature
    for run in seen.runs:
        # One source: where it does not load for one function, no other is defined either.
        if run.result.status in _NEVER_LOADED:
            return failed(f"the submission {status_words(run)}")
    for trial in seen.of(function):
        if isinstance(trial.outcome, Missing) and trial.outcome.type_name is None:
            return failed(f"{function} is not defined; write def {signature}")
        if isinstance(trial.outcome, Missing):
            return failed(
                f"{function} is a {trial.outcome.type_name}, which cannot be called; write def {signature}"
            )
    return passed(question)

"""From what happened to the runs, and what the checks found, to one verdict."""

from collections.abc import Iterator

from app.judge.checks.evaluation import Findings
from app.judge.observations import Observations
from app.judge.report import CheckStatus, Verdict
from sandbox.spec import Missing, OutOfMemory, Raised, RunStatus

_BY_STATUS: dict[RunStatus, Verdict] = {
    RunStatus.TIME_LIMIT: Verdict.TIME_LIMIT_EXCEEDED,
    RunStatus.MEMORY_LIMIT: Verdict.MEMORY_LIMIT_EXCEEDED,
    RunStatus.OUTPUT_LIMIT: Verdict.OUTPUT_LIMIT_EXCEEDED,
    RunStatus.COMPILE_FAILED: Verdict.COMPILE_ERROR,
    RunStatus.LOAD_FAILED: Verdict.RUN_TIME_ERROR,
    RunStatus.EXITED: Verdict.RUN_TIME_ERROR,
    RunStatus.BAD_FRAME: Verdict.RUN_TIME_ERROR,
    RunStatus.SANDBOX_FAILED: Verdict.JUDGE_ERROR,
}
WORST_FIRST = (
    Verdict.JUDGE_ERROR,
    Verdict.TIME_LIMIT_EXCEEDED,
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.OUTPUT_LIMIT_EXCEEDED,
    Verdict.COMPILE_ERROR,
    Verdict.RUN_TIME_ERROR,
    Verdict.WRONG_ANSWER,
    Verdict.ACCEPTED,
)


def decide(seen: Observations, findings: Findings) -> Verdict:
    """Let the worst thing seen win, in the order of `WORST_FIRST`."""
    found = set(_seen(seen, findings))
    return next(verdict for verdict in WORST_FIRST if verdict in found)


def _seen(seen: Observations, findings: Findings) -> Iterator[Verdict]:
    yield Verdict.ACCEPTED
    for run in seen.runs:
        if run.result.status in _BY_STATUS:
            yield _BY_STATUS[run.result.status]
    for trial in seen.trials:
        if isinstance(trial.outcome, OutOfMemory):
            yield Verdict.MEMORY_LIMIT_EXCEEDED
        elif isinstance(trial.outcome, Missing) or (isinstance(trial.outcome, Raised) and trial.good_input):
            yield Verdict.RUN_TIME_ERROR
    if any(finding.status is not CheckStatus.PASSED for finding in findings.by_check.values()):
        yield Verdict.WRONG_ANSWER

import asyncio

from app.judge.judge import Judge
from app.judge.report import Verdict
from app.judge.submission import Submission
from sandbox.fake import FakeRunner
from sandbox.spec import NotMade, RunResult, RunSpec, RunStatus
from tests.support.fake_judge import CANDIDATE, SPLIT_HEADS, scripts_for

STRIDED = SPLIT_HEADS.files["submissions/wrong_answer/strided_heads.py"]
PLAIN = SPLIT_HEADS.files["submissions/wrong_answer/plain_reshape.py"]


class Busy:
    """Plays a source on a machine that stops its first run."""

    def __init__(self, source: bytes) -> None:
        script = scripts_for(RunResult(RunStatus.COMPLETED, ()))[source]
        assert not isinstance(script, RunResult)
        self._right = script
        self.runs = 0

    def __call__(self, spec: RunSpec) -> RunResult:
        self.runs += 1
        if self.runs == 1:
            return RunResult(RunStatus.TIME_LIMIT, (NotMade(),) * len(spec.calls), "wall limit of 5 s")
        return self._right(spec)


def test_a_busy_moment_is_our_fault_and_not_remembered() -> None:
    scripts = scripts_for(scripts_for(RunResult(RunStatus.COMPLETED, ()))[PLAIN])
    busy = Busy(STRIDED)
    judge = Judge(FakeRunner(scripts | {STRIDED: busy}))
    first, second = (
        asyncio.run(judge.judgement_of(Submission(CANDIDATE, seed), SPLIT_HEADS)).interviewer
        for seed in (1, 2)
    )
    assert first.verdict is Verdict.JUDGE_ERROR
    assert "strided_heads.py of split_heads did not finish: time_limit" in first.summary
    assert second.diagnosis is not None
    assert second.diagnosis.code == "plain_reshape"


def test_public_results_are_run_once() -> None:
    scripts = scripts_for(scripts_for(RunResult(RunStatus.COMPLETED, ()))[PLAIN])
    runner = FakeRunner(scripts)
    judge = Judge(runner)
    for seed in (1, 2, 3):
        asyncio.run(judge.judgement_of(Submission(CANDIDATE, seed), SPLIT_HEADS))
    assert sum(spec.source == STRIDED for spec in runner.seen) == 1
    assert sum(spec.source == PLAIN for spec in runner.seen) == 1 + 3

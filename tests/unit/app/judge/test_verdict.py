import pytest

from app.judge.report import Verdict
from app.judge.verdict import WORST_FIRST
from sandbox.spec import NotMade, RunResult, RunSpec, RunStatus
from tests.support.fake_judge import judge


def test_every_verdict_has_its_rank() -> None:
    assert sorted(WORST_FIRST) == sorted(Verdict)
    assert WORST_FIRST[0] is Verdict.JUDGE_ERROR
    assert WORST_FIRST[-1] is Verdict.ACCEPTED


@pytest.mark.parametrize("status", [status for status in RunStatus if status is not RunStatus.COMPLETED])
def test_no_end_of_a_run_is_ever_accepted(status: RunStatus) -> None:
    def script(spec: RunSpec) -> RunResult:
        return RunResult(status, (NotMade(),) * len(spec.calls), "so it went")

    assert judge(script).candidate.verdict is not Verdict.ACCEPTED

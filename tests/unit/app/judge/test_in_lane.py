import asyncio

import pytest

from app.judge.judge import Judge
from app.judge.submission import Submission
from sandbox.fake import FakeRunner
from tests.support.fake_judge import CANDIDATE, SPLIT_HEADS, scripts_for
from tests.support.scripts import answering, loaded

PLAIN = SPLIT_HEADS.files["submissions/wrong_answer/plain_reshape.py"]


@pytest.mark.parametrize("lane", ["", "visitor-1"])
def test_every_child_of_a_judgement_runs_in_its_lane(lane: str) -> None:
    runner = FakeRunner(scripts_for(answering(loaded(PLAIN))))
    asyncio.run(Judge(runner).judgement_of(Submission(CANDIDATE, 1, lane=lane), SPLIT_HEADS))
    sources = {spec.source for spec in runner.seen}
    assert {CANDIDATE, PLAIN, SPLIT_HEADS.files["reference.py"]} <= sources
    assert {spec.lane for spec in runner.seen} == {lane}


def test_what_is_known_of_bugs_serves_other_lanes() -> None:
    runner = FakeRunner(scripts_for(answering(loaded(PLAIN))))
    judge = Judge(runner)

    async def judge_both() -> list[str]:
        judged = [
            await judge.judgement_of(Submission(CANDIDATE, 1, lane=lane), SPLIT_HEADS) for lane in ("a", "b")
        ]
        return [both.interviewer.model_copy(update={"times_ms": None}).model_dump_json() for both in judged]

    first, second = asyncio.run(judge_both())
    assert first == second
    # Public and hidden cases for the first, and for the second the hidden ones alone.
    assert [spec.lane for spec in runner.seen if spec.source == PLAIN] == ["a", "a", "b"]

"""Whatever a child answers, judging ends in a report, and nothing but right answers is accepted."""

import random

import pytest

from app.judge.report import Scope, Verdict
from tests.support.fake_judge import judge
from tests.support.hostile.outcomes import HostileScript

ROUNDS = 40


@pytest.mark.parametrize(("honest_share", "broken_share"), [(0.0, 0.0), (0.5, 0.2), (0.9, 0.1), (0.98, 0.0)])
def test_no_answer_breaks_the_judge_or_passes_wrongly(honest_share: float, broken_share: float) -> None:
    chance = random.Random(f"{honest_share} {broken_share}")
    for number in range(ROUNDS):
        script = HostileScript(chance, honest_share=honest_share, broken_share=broken_share)
        judgement = judge(script, seed=number, scope=chance.choice(list(Scope)))
        for report in (judgement.interviewer, judgement.candidate):
            assert (report.verdict is Verdict.ACCEPTED) is not script.tampered
            assert report.verdict is not Verdict.JUDGE_ERROR
            assert report.model_dump_json()


def test_an_honest_child_is_accepted() -> None:
    script = HostileScript(random.Random(1), honest_share=1.0, broken_share=0.0)
    assert judge(script).candidate.verdict is Verdict.ACCEPTED
    assert not script.tampered

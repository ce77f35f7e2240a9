"""What a candidate is shown at each level: the verdict, the checks too, the diagnosis as well."""

import pytest

from app.judge.feedback import at_level
from app.judge.report import FeedbackLevel, Judgement, Report, Verdict
from tests.support.fake_judge import SPLIT_HEADS, judge, right_functions
from tests.support.reports import plain_reshape, with_split
from tests.support.scripts import loaded


@pytest.fixture(scope="module")
def wrong() -> Judgement:
    return judge(loaded(SPLIT_HEADS.files["submissions/wrong_answer/plain_reshape_pair.py"]))


class TestVerdict:
    def test_nothing_else_is_told(self, wrong: Judgement) -> None:
        shown = at_level(wrong.candidate, FeedbackLevel.VERDICT)
        assert shown.verdict is Verdict.WRONG_ANSWER
        assert shown.summary == "At least one check does not hold."
        assert (shown.checks, shown.diagnosis, shown.advice, shown.score) == ([], None, [], None)

    def test_two_different_bugs_look_the_same(self, wrong: Judgement) -> None:
        other = judge(with_split(plain_reshape)).candidate
        first, second = (
            at_level(report, FeedbackLevel.VERDICT).model_dump(exclude={"times_ms"})
            for report in (wrong.candidate, other)
        )
        assert first == second

    def test_a_right_one_says_so(self) -> None:
        shown = at_level(judge(right_functions()).candidate, FeedbackLevel.VERDICT)
        assert shown.summary == "All checks passed, on the public cases and on the hidden ones."

    def test_what_an_exception_said_is_not_told(self) -> None:
        def broken(_: object, __: object) -> object:
            raise KeyError("told")

        shown = at_level(judge(with_split(broken)).candidate, FeedbackLevel.VERDICT)
        assert shown.verdict is Verdict.RUN_TIME_ERROR
        assert "told" not in shown.model_dump_json()


class TestChecks:
    def test_checks_with_evidence_and_no_name(self, wrong: Judgement) -> None:
        shown = at_level(wrong.candidate, FeedbackLevel.CHECKS)
        assert shown.checks == wrong.candidate.checks
        assert shown.score == wrong.candidate.score
        assert (shown.diagnosis, shown.advice) == (None, [])
        assert wrong.candidate.diagnosis is not None
        assert wrong.candidate.diagnosis.title not in shown.summary
        assert shown.summary.startswith("Index law fails. ")


class TestDiagnosis:
    def test_all_but_what_is_meant_for_interviewers(self, wrong: Judgement) -> None:
        shown = at_level(wrong.candidate, FeedbackLevel.DIAGNOSIS)
        assert shown == wrong.candidate
        assert shown.diagnosis is not None
        assert wrong.interviewer.diagnosis is not None
        for cause, known in zip(
            (shown.diagnosis, *shown.diagnosis.causes),
            (wrong.interviewer.diagnosis, *wrong.interviewer.diagnosis.causes),
            strict=True,
        ):
            assert cause.background is None
            assert known.background
            assert cause.look_at == known.look_at
            assert cause.look_at


@pytest.mark.parametrize("first", FeedbackLevel)
@pytest.mark.parametrize("then", FeedbackLevel)
def test_what_was_cut_stays_cut(wrong: Judgement, first: FeedbackLevel, then: FeedbackLevel) -> None:
    order = list(FeedbackLevel)
    lower = min(first, then, key=order.index)
    twice: Report = at_level(at_level(wrong.candidate, first), then)
    assert twice == at_level(wrong.candidate, lower)

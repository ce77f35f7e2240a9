"""The words of the results pane."""

from datetime import UTC, datetime

import pytest

from app.judge.report import CheckResult, CheckStatus, Evidence, Report, Scope, Times, Verdict
from app.models import Submission, SubmissionStatus
from app.practice.presentation import present, waiting_line
from app.submissions.service import SubmissionState

PASSED, FAILED, SKIPPED = CheckStatus.PASSED, CheckStatus.FAILED, CheckStatus.NOT_EVALUATED


def _check(name: str, status: CheckStatus, index: list[int] | None = None) -> CheckResult:
    evidence = None
    if index is not None:
        evidence = Evidence(
            case="small",
            index=index,
            expected=1,
            actual=2,
            expected_from=None,
            actual_from=None,
            holds_when=None,
        )
    return CheckResult(id=name, title=name, status=status, message="", evidence=evidence, weight=0.25)


def _state(verdict: Verdict | None, checks: list[CheckResult], scope: Scope = Scope.ALL) -> SubmissionState:
    submission = Submission(
        id="x",
        kata_slug="k",
        kata_digest="d",
        source=b"",
        explanation=b"",
        scope=scope,
        seed=1,
        status=SubmissionStatus.QUEUED if verdict is None else SubmissionStatus.JUDGED,
        run_no=0,
        created_at=datetime.now(UTC),
    )
    if verdict is None:
        return SubmissionState(submission, None)
    report = Report(
        version=1,
        kata="k",
        kata_digest="d",
        judge_version="1",
        numpy_version="2",
        file="f",
        seed=None,
        verdict=verdict,
        summary="",
        score=0.5,
        checks=checks,
        diagnosis=None,
        advice=[],
        stdout="",
        times_ms=Times(total=1, parts={}),
    )
    return SubmissionState(submission, report)


def _headline(verdict: Verdict, checks: list[CheckResult], scope: Scope = Scope.ALL) -> str:
    view = present(_state(verdict, checks, scope))
    assert view is not None
    return view.headline


def test_right_shape_wrong_numbers_is_said_where_it_is_so() -> None:
    shape, index = _check("shape", PASSED), _check("index", FAILED)
    assert _headline(Verdict.WRONG_ANSWER, [shape, index]) == "Right shape, wrong numbers"
    assert _headline(Verdict.WRONG_ANSWER, [shape, _check("error_handling", FAILED)]) == "Wrong answer"
    assert _headline(Verdict.WRONG_ANSWER, [_check("shape", FAILED)]) == "Wrong answer"


def test_public_success_is_no_acceptance() -> None:
    assert _headline(Verdict.ACCEPTED, [], Scope.PUBLIC) == "Public checks passed"
    assert _headline(Verdict.ACCEPTED, []) == "Accepted: every check holds"


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_words(verdict: Verdict) -> None:
    view = present(_state(verdict, []))
    assert view is not None
    assert view.headline[0].isupper()
    assert view.tone in {"good", "bad", "ours"}


def test_counts_and_points() -> None:
    view = present(
        _state(Verdict.WRONG_ANSWER, [_check("a", PASSED), _check("b", FAILED), _check("c", SKIPPED)])
    )
    assert view is not None
    assert view.counts == "1 passed, 1 failed, 1 not evaluated"
    assert view.points == 50
    assert [row.points for row in view.rows] == [25, 25, 25]


def test_the_layout_law_is_shown_first() -> None:
    checks = [_check("round_trip", FAILED, [9]), _check("index", FAILED, [0, 1]), _check("shape", PASSED)]
    view = present(_state(Verdict.WRONG_ANSWER, checks))
    assert view is not None
    assert view.first_wrong is not None
    assert view.first_wrong.evidence.index == [0, 1]


def test_what_waits_says_so() -> None:
    state = _state(None, [])
    assert present(state) is None
    assert "Waiting" in waiting_line(state)

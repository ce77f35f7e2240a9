"""The words of the results pane."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from app.judge.manifest import CheckTable
from app.judge.package import KataPackage, builtin_katas_dir, load_folder
from app.judge.report import CheckResult, CheckStatus, Evidence, Report, Scope, Times, Verdict
from app.models import Submission, SubmissionStatus
from app.practice.presentation import present, waiting_line
from app.submissions.service import SubmissionState

KATA = load_folder(builtin_katas_dir() / "split_heads")
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
    view = present(_state(verdict, checks, scope), KATA)
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
    view = present(_state(verdict, []), KATA)
    assert view is not None
    assert view.headline[0].isupper()
    assert view.tone in {"good", "bad", "ours"}


def test_counts_and_points() -> None:
    checks = [_check("a", PASSED), _check("b", FAILED), _check("c", SKIPPED)]
    view = present(_state(Verdict.WRONG_ANSWER, checks), KATA)
    assert view is not None
    assert view.counts == "1 passed, 1 failed, 1 not evaluated"
    assert view.points == 50
    assert [group.rows[0].points for group in view.groups] == [25, 25, 25]


def test_the_layout_law_is_shown_first() -> None:
    checks = [_check("round_trip", FAILED, [9]), _check("index", FAILED, [0, 1]), _check("shape", PASSED)]
    view = present(_state(Verdict.WRONG_ANSWER, checks), KATA)
    assert view is not None
    assert view.first_wrong is not None
    assert view.first_wrong.evidence.index == [0, 1]


def test_what_waits_says_so() -> None:
    state = _state(None, [])
    assert present(state, KATA) is None
    assert "Waiting" in waiting_line(state)


def _another_kata(**rules: str) -> KataPackage:
    """Make a kata whose checks have other ids."""
    checks = [
        CheckTable.model_validate(
            {"id": name, "rule": rule, "title": name, "holds": "x", "weight": 0.1, "functions": ["f"]}
        )
        for name, rule in rules.items()
    ]
    return replace(KATA, manifest=KATA.manifest.model_copy(update={"checks": checks}))


def test_the_words_go_by_the_rules_of_the_kata_and_not_by_the_ids_of_its_checks() -> None:
    checks = [_check("form", PASSED), _check("there_and_back", FAILED, [9]), _check("law", FAILED, [0, 1])]
    kata = _another_kata(form="shape", there_and_back="round_trip", law="exact")
    view = present(_state(Verdict.WRONG_ANSWER, checks), kata)
    assert view is not None
    assert view.headline == "Right shape, wrong numbers"
    assert view.first_wrong is not None
    assert view.first_wrong.check == "law"
    other = present(_state(Verdict.WRONG_ANSWER, checks), _another_kata(form="dtype", law="raises"))
    assert other is not None
    assert other.headline == "Wrong answer"


@pytest.mark.parametrize(
    ("verdict", "message", "summary"),
    [
        (
            Verdict.COMPILE_ERROR,
            "the submission does not compile: SyntaxError: no (line 1)",
            "SyntaxError: no (line 1).",
        ),
        (Verdict.RUN_TIME_ERROR, "f raised ValueError: no", "f raised ValueError: no."),
        (Verdict.WRONG_ANSWER, "f[0] is 1", "what the report says"),
    ],
)
def test_the_summary_does_not_repeat_the_headline(verdict: Verdict, message: str, summary: str) -> None:
    failed = _check("defined", FAILED).model_copy(update={"message": message})
    state = _state(verdict, [failed])
    assert state.report is not None
    report = state.report.model_copy(update={"summary": "what the report says"})
    view = present(replace(state, report=report), KATA)
    assert view is not None
    assert view.summary == summary


def test_many_checks_that_were_not_evaluated_are_one_line() -> None:
    states = [PASSED, SKIPPED, SKIPPED, FAILED, SKIPPED, SKIPPED, SKIPPED]
    checks = [_check(f"c{number}", status) for number, status in enumerate(states)]
    view = present(_state(Verdict.WRONG_ANSWER, checks), KATA)
    assert view is not None
    assert [[row.id for row in group.rows] for group in view.groups] == [
        ["c0"],
        ["c1"],
        ["c2"],
        ["c3"],
        ["c4", "c5", "c6"],
    ]
    assert [group.is_folded for group in view.groups] == [False, False, False, False, True]
    assert view.groups[-1].points == 75

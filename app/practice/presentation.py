"""A report in the words and marks of the page."""

from dataclasses import dataclass

from app.judge.report import CheckResult, CheckStatus, Evidence, Report, Scope, Verdict
from app.models import SubmissionStatus
from app.submissions.service import SubmissionState

_HEADLINES = {
    Verdict.ACCEPTED: "Accepted: every check holds",
    Verdict.WRONG_ANSWER: "Wrong answer",
    Verdict.COMPILE_ERROR: "The source does not compile",
    Verdict.RUN_TIME_ERROR: "The code broke while it ran",
    Verdict.TIME_LIMIT_EXCEEDED: "Out of time",
    Verdict.MEMORY_LIMIT_EXCEEDED: "Out of memory",
    Verdict.OUTPUT_LIMIT_EXCEEDED: "A result was too large",
    Verdict.JUDGE_ERROR: "Not judged: the fault is ours",
}
_VALUE_CHECKS = {"round_trip", "cross_round_trip", "index", "merge_index", "projection", "attention"}
_PLAINEST = {"index", "merge_index"}
_MARKS = {
    CheckStatus.PASSED: ("✓", "passed"),
    CheckStatus.FAILED: ("✕", "failed"),
    CheckStatus.NOT_EVALUATED: ("–", "not evaluated"),
}


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One rung of the ladder of checks."""

    id: str
    title: str
    status: CheckStatus
    mark: str
    word: str
    message: str
    points: int
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class FirstWrong:
    """The first wrong element, from the first failed check that has one."""

    check: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class ReportView:
    """What the results pane shows of a judged submission."""

    report: Report
    headline: str
    tone: str
    """One of good, bad and ours."""
    is_public_run: bool
    counts: str
    points: int
    rows: tuple[CheckRow, ...]
    first_wrong: FirstWrong | None


def present(state: SubmissionState) -> ReportView | None:
    """Build the view of a judged submission; None where there is no report yet."""
    report = state.report
    if report is None:
        return None
    is_public_run = state.submission.scope is Scope.PUBLIC
    return ReportView(
        report=report,
        headline=_headline(report, is_public_run=is_public_run),
        tone=_tone(report.verdict),
        is_public_run=is_public_run,
        counts=_counts(report.checks),
        points=round(report.score * 100),
        rows=tuple(_row(check) for check in report.checks),
        first_wrong=_first_wrong(report.checks),
    )


def waiting_line(state: SubmissionState) -> str:
    """Say in one line where a submission is that has no report."""
    match state.submission.status:
        case SubmissionStatus.QUEUED:
            return "Stored. Waiting for its turn…"
        case SubmissionStatus.RUNNING:
            return "Judging…"
        case SubmissionStatus.JUDGED | SubmissionStatus.FAILED:
            return state.submission.failure or "There is no report."


def _headline(report: Report, *, is_public_run: bool) -> str:
    if report.verdict is Verdict.ACCEPTED and is_public_run:
        return "Public checks passed"
    statuses = {check.id: check.status for check in report.checks}
    failed = {name for name, status in statuses.items() if status is CheckStatus.FAILED}
    right_shape = statuses.get("shape") is CheckStatus.PASSED
    if report.verdict is Verdict.WRONG_ANSWER and right_shape and failed & _VALUE_CHECKS:
        return "Right shape, wrong numbers"
    return _HEADLINES[report.verdict]


def _tone(verdict: Verdict) -> str:
    if verdict is Verdict.ACCEPTED:
        return "good"
    return "ours" if verdict is Verdict.JUDGE_ERROR else "bad"


def _counts(checks: list[CheckResult]) -> str:
    parts = []
    for status, (_mark, word) in _MARKS.items():
        number = sum(check.status is status for check in checks)
        if number:
            parts.append(f"{number} {word}")
    return ", ".join(parts)


def _row(check: CheckResult) -> CheckRow:
    mark, word = _MARKS[check.status]
    return CheckRow(
        id=check.id,
        title=check.title,
        status=check.status,
        mark=mark,
        word=word,
        message=check.message,
        points=round(check.weight * 100),
        evidence=check.evidence,
    )


def _first_wrong(checks: list[CheckResult]) -> FirstWrong | None:
    # The laws of the layout say it most plainly; where they hold, any other check will do.
    for check in sorted(checks, key=lambda check: check.id not in _PLAINEST):
        evidence = check.evidence
        if check.status is CheckStatus.FAILED and evidence is not None and evidence.index is not None:
            return FirstWrong(check.title, evidence)
    return None

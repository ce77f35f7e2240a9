"""A report in the words and marks of the page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from app.judge.package import KataPackage
from app.judge.report import CheckResult, CheckStatus, Evidence, Report, Scope, Verdict
from app.judge.rules import RuleName
from app.models import SubmissionStatus
from app.practice.drawing import Drawing, draw
from app.submissions.service import SubmissionState

Rules: TypeAlias = Mapping[str, RuleName]
"""The rule behind each check, by the check's id."""

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
_VALUE_RULES = {
    RuleName.EXACT,
    RuleName.ROUND_TRIP,
    RuleName.CROSS_ROUND_TRIP,
    RuleName.PROJECTION,
    RuleName.ATTENTION,
    RuleName.CHECKPOINT,
}
_ENDINGS = {
    Verdict.COMPILE_ERROR,
    Verdict.RUN_TIME_ERROR,
    Verdict.TIME_LIMIT_EXCEEDED,
    Verdict.MEMORY_LIMIT_EXCEEDED,
    Verdict.OUTPUT_LIMIT_EXCEEDED,
}
"""Verdicts whose headline says what ended the judging, so that the summary need not say it again."""
_FOLDED_FROM = 3
"""As many checks in a row that were not evaluated are folded into one line."""
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
class RowGroup:
    """Rows that stand together: one alone, or several that were not evaluated, behind one line."""

    rows: tuple[CheckRow, ...]

    @property
    def is_folded(self) -> bool:
        """Tell whether one line stands for all."""
        return len(self.rows) >= _FOLDED_FROM

    @property
    def points(self) -> int:
        """Add up what the rows could have brought."""
        return sum(row.points for row in self.rows)


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
    summary: str
    tone: str
    """One of good, bad and ours."""
    is_public_run: bool
    counts: str
    points: int | None
    """None where the score is not shown."""
    groups: tuple[RowGroup, ...]
    first_wrong: FirstWrong | None
    drawings: Mapping[str, Drawing]
    """By function, of those whose wrong result can be shown."""


def present(state: SubmissionState, package: KataPackage) -> ReportView | None:
    """Build the view of a judged submission of `package`; None where there is no report yet."""
    report = state.report
    if report is None:
        return None
    rules = {check.id: check.rule for check in package.manifest.checks}
    is_public_run = state.submission.scope is Scope.PUBLIC
    return ReportView(
        report=report,
        headline=_headline(report, rules, is_public_run=is_public_run),
        summary=_summary(report),
        tone=_tone(report.verdict),
        is_public_run=is_public_run,
        counts=_counts(report.checks),
        points=None if report.score is None else round(report.score * 100),
        groups=tuple(_groups([_row(check) for check in report.checks])),
        first_wrong=_first_wrong(report.checks, rules),
        drawings=_drawings(report, package),
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


def _drawings(report: Report, package: KataPackage) -> Mapping[str, Drawing]:
    causes = [report.diagnosis, *report.diagnosis.causes] if report.diagnosis else []
    words = {name: axis.word for name, axis in package.manifest.axes.items()}
    return {
        cause.function: draw(cause.picture, words) for cause in causes if cause.picture and cause.function
    }


def _headline(report: Report, rules: Rules, *, is_public_run: bool) -> str:
    if report.verdict is Verdict.ACCEPTED and is_public_run:
        return "Public checks passed"
    found = {(rules.get(check.id), check.status) for check in report.checks}
    right_shape = (RuleName.SHAPE, CheckStatus.PASSED) in found
    wrong_numbers = any((rule, CheckStatus.FAILED) in found for rule in _VALUE_RULES)
    if report.verdict is Verdict.WRONG_ANSWER and right_shape and wrong_numbers:
        return "Right shape, wrong numbers"
    return _HEADLINES[report.verdict]


def _summary(report: Report) -> str:
    """Give what the headline has not said yet."""
    message = next((check.message for check in report.checks if check.status is CheckStatus.FAILED), "")
    if report.verdict not in _ENDINGS or not message:
        return report.summary
    if report.verdict is Verdict.COMPILE_ERROR:
        message = message.partition(": ")[2] or message
    return f"{message}."


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


def _groups(rows: Sequence[CheckRow]) -> Iterator[RowGroup]:
    for status, together in groupby(rows, key=lambda row: row.status):
        run = tuple(together)
        if status is CheckStatus.NOT_EVALUATED and len(run) >= _FOLDED_FROM:
            yield RowGroup(run)
        else:
            yield from (RowGroup((row,)) for row in run)


def _first_wrong(checks: Sequence[CheckResult], rules: Rules) -> FirstWrong | None:
    # An exact law of the layout says it most plainly; where all of them hold, any other check will do.
    for check in sorted(checks, key=lambda check: rules.get(check.id) is not RuleName.EXACT):
        evidence = check.evidence
        if check.status is CheckStatus.FAILED and evidence is not None and evidence.index is not None:
            return FirstWrong(check.title, evidence)
    return None

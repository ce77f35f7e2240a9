"""A report as a readable table in the terminal; colour only where there is one."""

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from app.judge.report import Cause, CheckStatus, Report, Verdict

_MARKS = {
    CheckStatus.PASSED: ("✓", "green"),
    CheckStatus.FAILED: ("✗", "red"),
    CheckStatus.NOT_EVALUATED: ("·", "dim"),
}


def print_report(console: Console, report: Report) -> None:
    """Print verdict, checks, diagnosis and what the submission printed."""
    style = "bold green" if report.verdict is Verdict.ACCEPTED else "bold red"
    head = Text.assemble((report.file, "bold"), "  ", (_words(report.verdict), style))
    head.append(f"  score {report.score:g}  {report.times_ms.total:.0f} ms  seed {report.seed}", "dim")
    console.print(head)
    console.print(escape(report.summary))
    console.print(_checks(report))
    if report.diagnosis is not None:
        console.print()
        for cause in (report.diagnosis, *report.diagnosis.causes):
            _print_cause(console, cause)
    if report.stdout:
        console.print(Text("printed:", "dim"))
        console.print(Text(report.stdout.rstrip("\n")))
    console.print()


def _checks(report: Report) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    for check in report.checks:
        mark, style = _MARKS[check.status]
        table.add_row(Text(mark, style), check.title, Text(_words(check.status), style), Text(check.message))
    return table


def _print_cause(console: Console, cause: Cause) -> None:
    console.print(Text.assemble((cause.title, "bold"), f"  [{cause.code}]"))
    console.print(escape(cause.explanation))


def _words(value: Verdict | CheckStatus) -> str:
    return value.value.replace("_", " ")

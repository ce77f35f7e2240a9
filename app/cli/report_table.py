"""A report as a readable table in the terminal; colour only where there is one."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from app.cli.report_picture import picture_table
from app.judge.report import AxisStep, Cause, CheckStatus, Report, Verdict

_MARKS = {
    CheckStatus.PASSED: ("✓", "green"),
    CheckStatus.FAILED: ("✗", "red"),
    CheckStatus.NOT_EVALUATED: ("·", "dim"),
}


def print_report(console: Console, report: Report) -> None:
    """Print verdict, checks, diagnosis and what the submission printed."""
    style = "bold green" if report.verdict is Verdict.ACCEPTED else "bold red"
    head = Text.assemble((report.file, "bold"), "  ", (_words(report.verdict), style))
    told = [
        *([] if report.score is None else [f"score {report.score:g}"]),
        f"{report.times_ms.total:.0f} ms",
        *([] if report.seed is None else [f"seed {report.seed}"]),
    ]
    head.append("".join(f"  {part}" for part in told), "dim")
    console.print(head)
    console.print(Text(report.summary))
    if report.checks:
        console.print(_checks(report))
    if report.diagnosis is not None:
        console.print()
        for cause in (report.diagnosis, *report.diagnosis.causes):
            _print_cause(console, cause)
    for advice in report.advice:
        hint = "" if advice.certain else "  (read off the source; it may be mistaken)"
        console.print(Text.assemble(("advice  ", "cyan"), advice.text, (hint, "dim")))
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
    console.print(Text(cause.explanation))
    for heading, text in (("What to look at", cause.look_at), ("For the interviewer", cause.background)):
        if text is not None:
            console.print(Text.assemble((f"{heading}  ", "dim"), text))
    if cause.equivalent_code is not None:
        console.print(Text.assemble("It does the same as  ", (cause.equivalent_code, "bold cyan")))
    if cause.axis_steps:
        if cause.axis_steps_case is not None:
            console.print(Text(f"on case {cause.axis_steps_case}:", "dim"))
        console.print(_steps(cause.axis_steps))
    if cause.picture is not None:
        told = f"case {cause.picture.case}: the positions in x, in reading order, that the numbers come from"
        console.print(Text(told, "dim"))
        console.print(picture_table(cause.picture))


def _steps(steps: list[AxisStep]) -> Table:
    """Lay the steps out; those that go astray are marked by a sign as well as by colour."""
    table = Table(box=None, pad_edge=False)
    for title in ("one step along", "moves", "should move"):
        table.add_column(title, header_style="dim")
    for step in steps:
        is_right = step.moves == step.should_move
        moves = Text(step.moves) if is_right else Text(f"✗ {step.moves}", "red")
        table.add_row(Text(step.axis, "bold"), moves, Text(step.should_move))
    return table


def _words(value: Verdict | CheckStatus) -> str:
    return value.value.replace("_", " ")

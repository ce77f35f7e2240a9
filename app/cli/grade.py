"""`kata grade KATA FILE...`: judge files in the sandbox and print their reports."""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from app.cli.exits import ExitCode, fail
from app.cli.images import images_dir
from app.cli.katas import find_kata
from app.cli.report_table import print_report
from app.core.ids import new_seed
from app.core.proven_runner import ProvenRunner
from app.judge.feedback import at_level
from app.judge.judge import Judge
from app.judge.package import KataPackage
from app.judge.report import FeedbackLevel, Judgement, Verdict
from app.judge.submission import MAX_SEED, MAX_SOURCE_BYTES, Submission
from sandbox.errors import SandboxError


@dataclass(frozen=True, slots=True)
class _Printing:
    """How reports are printed: as JSON or as a table, in the interviewer's view or a candidate's."""

    as_json: bool
    feedback: FeedbackLevel | None

    def show(self, judgement: Judgement) -> None:
        """Print one report."""
        report = judgement.interviewer
        if self.feedback is not None:
            report = at_level(judgement.candidate, self.feedback)
        if self.as_json:
            print(report.model_dump_json(), flush=True)
        else:
            print_report(Console(highlight=False), report)


def grade(
    kata: Annotated[str, typer.Argument(help="Slug of a kata, as `kata list` shows it.", metavar="KATA")],
    files: Annotated[list[str], typer.Argument(help="Source files; - is standard input.", metavar="FILE...")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one report object a line.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=MAX_SEED, help="Draw the hidden cases from this seed."),
    ] = None,
    feedback: Annotated[
        FeedbackLevel | None,
        typer.Option(help="Print what a candidate is shown at this level; without it, all there is."),
    ] = None,
) -> None:
    """Judge files and print their reports.

    Exit code: 0 all accepted, 1 some not accepted, 2 bad usage or bad kata, 3 judge error.
    """
    package = find_kata(kata)
    submissions = [
        Submission(_read(name), new_seed() if seed is None else seed, file=_shown(name)) for name in files
    ]
    try:
        verdicts = asyncio.run(_grade_all(package, submissions, _Printing(as_json, feedback)))
    except SandboxError as error:
        fail(str(error), ExitCode.JUDGE_ERROR)
    except KeyboardInterrupt:
        fail("stopped", ExitCode.JUDGE_ERROR)
    raise typer.Exit(_exit_code(verdicts))


def _shown(name: str) -> str:
    """Write a file name as plain text, whatever bytes it has: nothing in it steers a terminal."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


def _read(name: str) -> bytes:
    """Read one more byte than is allowed at most, whatever the file's size."""
    try:
        if name == "-":
            source = sys.stdin.buffer.read(MAX_SOURCE_BYTES + 1)
        else:
            with Path(name).open("rb") as stream:
                source = stream.read(MAX_SOURCE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        fail(f"cannot read {name}: {reason}", ExitCode.USAGE)
    if len(source) > MAX_SOURCE_BYTES:
        fail(f"{name} is larger than the {MAX_SOURCE_BYTES >> 10} KiB a submission may have", ExitCode.USAGE)
    return source


async def _grade_all(
    package: KataPackage, submissions: Sequence[Submission], printing: _Printing
) -> list[Verdict]:
    runner = ProvenRunner(images_dir())
    await runner.start()
    try:
        judge = Judge(runner)
        verdicts: list[Verdict] = []
        for submission in submissions:
            judgement = await _judged(judge, submission, package)
            printing.show(judgement)
            verdicts.append(judgement.interviewer.verdict)
        return verdicts
    finally:
        await runner.aclose()


async def _judged(judge: Judge, submission: Submission, package: KataPackage) -> Judgement:
    try:
        return await judge.judgement_of(submission, package)
    except SandboxError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever broke in the judge is our fault, and is said so
        fail(f"the judge broke on {submission.file}, which is our fault: {error!r}", ExitCode.JUDGE_ERROR)


def _exit_code(verdicts: Sequence[Verdict]) -> ExitCode:
    if Verdict.JUDGE_ERROR in verdicts:
        return ExitCode.JUDGE_ERROR
    accepted = all(verdict is Verdict.ACCEPTED for verdict in verdicts)
    return ExitCode.ACCEPTED if accepted else ExitCode.NOT_ACCEPTED

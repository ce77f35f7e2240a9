"""All commands, registered in one place; each stands in a file of its own."""

import os
import sys
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated

import typer

from app.cli.bench import bench
from app.cli.doctor import examine
from app.cli.exits import ExitCode
from app.cli.grade import grade
from app.cli.list import list_katas
from app.cli.serve import serve

app = typer.Typer(
    name="kata",
    help="Judge katas for bugs with the right shape and the wrong numbers.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"kata {version('rightshape')}")
        raise typer.Exit


@app.callback()
def root(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Judge katas for bugs with the right shape and the wrong numbers."""


app.add_typer(bench)
app.command("doctor")(examine)
app.command("grade")(grade)
app.command("list")(list_katas)
app.command("serve")(serve)


def main() -> None:
    """Run the command line; wrong usage exits with 2, output that cannot be written with 3."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a mark or a file name gets an escape for it, not an error.
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:
        # Nothing more is to be written at exit, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"kata: cannot write the output: {error.strerror or error}", file=sys.stderr)
        sys.exit(ExitCode.JUDGE_ERROR)

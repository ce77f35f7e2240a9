"""The exit codes of the `kata` command, and the one way to end with a message."""

import sys
from enum import IntEnum
from typing import NoReturn

import typer


class ExitCode(IntEnum):
    """What the shell is told."""

    ACCEPTED = 0
    NOT_ACCEPTED = 1
    USAGE = 2
    JUDGE_ERROR = 3


def fail(message: str, code: ExitCode) -> NoReturn:
    """Say what is wrong on standard error and exit."""
    print(f"kata: {message}", file=sys.stderr)
    raise typer.Exit(code)

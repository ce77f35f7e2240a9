"""The `kata` command as a process of its own."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tests.support.checkout import ROOT


def kata(
    *arguments: str,
    stdin: bytes = b"",
    stdout: IO[bytes] | int = subprocess.PIPE,
    cwd: Path = ROOT,
    inside: Sequence[str] = (),
    **env: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end with a bare environment; `inside` is a program that starts it."""
    command = [*inside, sys.executable, "-c", "from app.cli import main; main()", *arguments]
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(Path.home()),
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "200",
    }
    return subprocess.run(
        command,
        input=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment | env,
        check=False,
    )

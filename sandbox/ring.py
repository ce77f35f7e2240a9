"""The outer ring: bubblewrap round a launcher, so that two walls of different make must both fall.

Server side. The ring starts with a stage (`sandbox.ring_stage`) that gives up root and shows bubblewrap
the image where nobody can reach it. A host without bubblewrap, or one that forbids the inner ring to
be nested in it, is left with one ring and is told so. Imports the standard library only.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox import interpreter, ring_stage
from sandbox.process import Process

OLDEST: Final = (0, 8)
_ROOT: Final = str(Path(__file__).resolve().parent.parent)
_STAGE: Final = f"import sys; sys.path.insert(0, {_ROOT!r}); from sandbox.ring_stage import main; main()"
_TRIAL_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Ring:
    """A bubblewrap that works here."""

    bubblewrap: str
    version: str

    def command(self, arguments: Sequence[str]) -> list[str]:
        """Give the command that runs the image's launcher with `arguments` inside the ring.

        To be started as the server's own user with the image's folder as working directory, an empty
        environment, and every descriptor that `arguments` name left open. Its process ends with the
        launcher; what the launcher leaves running inside goes on.
        """
        return [*interpreter.command(_STAGE), self.bubblewrap, ring_stage.LAUNCH, *arguments]


def keeper(pid: int) -> Process | None:
    """Take hold of the bubblewrap that stays round the zygote `pid` and ends right after it.

    It is no child of ours, but becomes one when we are process 1, and has to be reaped then.
    None where the zygote is gone.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
        parent = next(line.split()[1] for line in status.splitlines() if line.startswith("PPid:"))
        return Process(os.pidfd_open(int(parent)))
    except OSError:
        return None


def find(home: Path, bubblewrap: str | None = None) -> Ring | str:
    """Find bubblewrap and try to nest an inner ring in it on the image `home`; else say why not."""
    path = bubblewrap or shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
    if path is None:
        return "bubblewrap is not installed"
    try:
        told = _run([path, "--version"], home).stdout.split()
    except (OSError, subprocess.SubprocessError) as error:
        return f"{path} does not run: {error}"
    version = told[-1] if told else "unknown"
    if _numbers(version) < OLDEST:
        return f"{path} is too old ({version})"
    ring = Ring(path, version)
    fault = _try(ring, home)
    return ring if fault is None else f"{path} {version} cannot hold the inner ring: {fault}"


def _try(ring: Ring, home: Path) -> str | None:
    """Enter both rings for a moment; give what went wrong."""
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY)
    trial = [*interpreter.command(_STAGE), ring.bubblewrap, ring_stage.TRIAL, str(proc)]
    try:
        done = _run(trial, home, pass_fds=(proc,))
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    finally:
        os.close(proc)
    if done.stdout.strip() == ring_stage.NESTED:
        return None
    return (done.stderr.strip().splitlines() or [f"it ended with code {done.returncode}"])[-1]


def _run(
    command: list[str], home: Path, *, pass_fds: tuple[int, ...] = ()
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=home, env={}, pass_fds=pass_fds, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, errors="replace", check=False, timeout=_TRIAL_S,
    )  # fmt: skip


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())

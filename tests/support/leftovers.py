"""What this process holds at a moment: open files and the processes below it, to be the same afterwards."""

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Final, NamedTuple

import psutil
import pytest

from sandbox.jail import syscalls
from tests.support.waiting import until

_CALM_LOOKS: Final = 30
_PR_SET_CHILD_SUBREAPER: Final = 36


class Held(NamedTuple):
    """Open descriptors, and processes below this one."""

    files: int
    processes: int


class Newcomers:
    """The processes below this one that were not there at first: a database or a browser may be.

    This process takes the place of the host's first one, to which orphans fall: a zygote outlives the
    launcher that made it.
    """

    def __init__(self) -> None:
        """Take those that are there as given."""
        syscalls.prctl(_PR_SET_CHILD_SUBREAPER, 1)
        self._old = set(psutil.Process().children(recursive=True))

    def now(self) -> list[psutil.Process]:
        """Give those that have come since and are there."""
        found = [one for one in psutil.Process().children(recursive=True) if one not in self._old]
        return [one for one in found if not _is_reaped_orphan(one)]

    def is_everyone_dead(self) -> bool:
        """Tell whether none of them lives, and reap those that nobody else waits for any more."""
        found = self.now()
        for one in found:
            with contextlib.suppress(psutil.NoSuchProcess, ChildProcessError):
                if one.status() == psutil.STATUS_ZOMBIE and one.ppid() == os.getpid():
                    os.waitpid(one.pid, 0)
        return not found

    def held(self) -> Held:
        """Count what is held now."""
        return Held(len(list(Path("/proc/self/fd").iterdir())), len(self.now()))

    async def held_at_rest(self) -> Held:
        """Count what is held once that changes no more."""
        seen, same = self.held(), 0
        while same < _CALM_LOOKS:
            await asyncio.sleep(0.01)
            now = self.held()
            same = same + 1 if now == seen else 0
            seen = now
        return seen

    async def come_to(self, held: Held) -> None:
        """Wait until no more is held than before; fail where it never is."""
        try:
            await until(lambda: all(now <= before for now, before in zip(self.held(), held, strict=True)))
        except pytest.fail.Exception:
            pytest.fail(f"{self.held()} where it was {held}: {self.now()}")


def _is_reaped_orphan(process: psutil.Process) -> bool:
    """Reap a dead process that fell to this one; such a one was made in another pid namespace."""
    try:
        if process.status() != psutil.STATUS_ZOMBIE or process.ppid() != os.getpid():
            return False
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
        numbers = next((line for line in status.splitlines() if line.startswith("NSpid:")), "").split()[1:]
        return len(numbers) > 1 and os.waitpid(process.pid, os.WNOHANG)[0] == process.pid
    except (psutil.NoSuchProcess, FileNotFoundError, ProcessLookupError, ChildProcessError):
        return True

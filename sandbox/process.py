"""A process held by its pidfd, so that a number used again can never be meant.

Imports the standard library only.
"""

import contextlib
import errno
import os
import re
import select
import signal
import time
from pathlib import Path
from typing import Final

from sandbox.errors import LaunchFailed

_PID: Final = re.compile(rb"^Pid:\s+(-?\d+)$", re.MULTILINE)
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
_CPU_CLOCK: Final = 2
"""The kernel's clock of a process: these bits, with the inverted pid above them."""


def is_process(fd: int) -> bool:
    """Tell whether a descriptor that came from elsewhere stands for a process."""
    try:
        signal.pidfd_send_signal(fd, 0)
    except OSError as error:
        return error.errno != errno.EBADF
    return True


class Process:
    """Kills, measures and watches the process of one pidfd."""

    def __init__(self, pidfd: int) -> None:
        """Take over `pidfd`."""
        self._pidfd: int | None = pidfd
        self._clock: int | None = None

    def pid(self) -> int | None:
        """Give its number in our pid namespace; None once it is gone, or where it cannot be asked for."""
        try:
            fd = os.open(f"/proc/self/fdinfo/{self.fileno()}", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return None
        try:
            told = _PID.search(os.read(fd, 1024))
        finally:
            os.close(fd)
        return int(told[1]) if told and int(told[1]) > 0 else None

    def kill(self) -> None:
        """Kill it; the first process of a pid namespace takes all of that namespace along."""
        if self._pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def keep_on(self, processor: int) -> bool:
        """Let it, and every process that it will make, run on one processor; False where the host forbids."""
        pid = self.pid()
        if pid is None:
            return False
        try:
            os.sched_setaffinity(pid, {processor})
        except OSError:
            return False
        return True

    def is_gone(self) -> bool:
        """Tell whether it has ended, and with the first process of a namespace the whole namespace."""
        if self._pidfd is None:
            return True
        poll = select.poll()
        poll.register(self._pidfd, select.POLLIN)
        return bool(poll.poll(0))

    def fileno(self) -> int:
        """Give the descriptor that becomes readable when it ends.

        Raises:
            ValueError: it was let go of.
        """
        if self._pidfd is None:
            raise ValueError("nobody holds this process any more")
        return self._pidfd

    def reap(self) -> None:
        """Take its exit status where it has become our child, as it does when we are process 1."""
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PIDFD, self.fileno(), os.WEXITED | os.WNOHANG)

    def find_clock(self) -> None:
        """Look up its CPU clock while there is time, for `cpu_s` to be sooner done."""
        pid = self.pid()
        if pid is not None:
            self._clock = ~pid << 3 | _CPU_CLOCK

    def cpu_s(self) -> float | None:
        """Give the CPU time that it has used; None once it was reaped."""
        if self._clock is None:
            self.find_clock()
        if self._clock is None:
            return None
        try:
            used_s = time.clock_gettime(self._clock)
        except OSError:
            return None
        # Once it was reaped its number, and with it the clock, may be another's.
        return None if self.is_gone() and self.pid() is None else used_s

    def address_space_bytes(self) -> int:
        """Give the size of its address space.

        Raises:
            LaunchFailed: it cannot be read.
        """
        pid = self.pid()
        try:
            return int(Path(f"/proc/{pid}/statm").read_bytes().split()[0]) * _PAGE_BYTES
        except OSError as error:
            raise LaunchFailed("measure", f"/proc/{pid} cannot be read ({error.strerror})") from error

    def close(self) -> None:
        """Let go of it."""
        if self._pidfd is not None:
            os.close(self._pidfd)
            self._pidfd = None

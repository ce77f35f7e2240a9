"""Start a launcher with its pipes; the server's hold on one child.

Imports the standard library only.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.errors import LaunchFailed
from sandbox.launcher import ENDED, ENDED_FORM, FAILED, MADE, MADE_FORM

_ROOT: Final = str(Path(__file__).resolve().parent.parent)
_START: Final = f"import sys; sys.path.insert(0, {_ROOT!r}); from sandbox.launcher import main; main()"
_MESSAGE_BYTES: Final = 4096


@dataclass(slots=True)
class Ended:
    """How a child's process ended: exit code, or minus the signal, and its CPU time in all."""

    code: int
    cpu_s: float


class Launched:
    """Open ends of one child: request, result, log, the launcher's control, and how to kill."""

    def __init__(self, image: Path) -> None:
        """Start a launcher on `image`; the child itself is made a little later.

        Raises:
            LaunchFailed: the host has no more processes or files to give.
        """
        self.pid: int | None = None
        self.ended: Ended | None = None
        self.failed: LaunchFailed | None = None
        self._pidfd: int | None = None
        with contextlib.ExitStack() as theirs, contextlib.ExitStack() as ours:
            try:
                self._open(image, theirs, ours)
            except OSError as error:
                raise LaunchFailed("launch", error.strerror or str(error)) from error
            self._ours = ours.pop_all()

    def _open(self, image: Path, theirs: contextlib.ExitStack, ours: contextlib.ExitStack) -> None:
        request, write = os.pipe()
        theirs.callback(os.close, request)
        self.request = ours.enter_context(os.fdopen(write, "wb", buffering=0))
        self.result, result = _answering_pipe(ours, theirs)
        self.log, log = _answering_pipe(ours, theirs)
        self.control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.enter_context(self.control)
        theirs.enter_context(control)
        for fd in (write, self.result, self.log, self.control.fileno()):
            os.set_blocking(fd, False)
        given = (request, result, log, control.fileno())
        self._launcher = subprocess.Popen(
            [_interpreter(), "-I", "-S", "-B", "-c", _START, *map(str, given)],
            cwd=image,
            env={},
            pass_fds=given,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def hear(self) -> bool:
        """Take what the launcher has to say; False when it will say no more."""
        try:
            message, fds, _, _ = socket.recv_fds(self.control, _MESSAGE_BYTES, 1)
        except BlockingIOError:
            return True
        if not message:
            return False
        if message[:1] == MADE:
            self._pidfd = fds[0]
            self._ours.callback(os.close, self._pidfd)
            self.pid = MADE_FORM.unpack(message)[1]
        elif message[:1] == ENDED:
            self.ended = Ended(*ENDED_FORM.unpack(message)[1:])
        elif message[:1] == FAILED and self.failed is None:
            step, _, reason = message[1:].decode("utf-8", "replace").partition(": ")
            self.failed = LaunchFailed(step, reason)
        return True

    def kill(self) -> None:
        """Kill the child, and with it every process below it."""
        if self._pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def release(self) -> None:
        """Close everything and reap the launcher, which must have ended or be about to."""
        self._ours.close()
        self._launcher.wait()


def _answering_pipe(ours: contextlib.ExitStack, theirs: contextlib.ExitStack) -> tuple[int, int]:
    read, write = os.pipe()
    ours.callback(os.close, read)
    theirs.callback(os.close, write)
    return read, write


def _interpreter() -> str:
    return os.path.realpath(getattr(sys, "_base_executable", sys.executable))

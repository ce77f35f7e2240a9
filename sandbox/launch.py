"""Start a launcher; the server's hold on a child with an interpreter of its own.

Imports the standard library only.
"""

import asyncio
import contextlib
import os
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from sandbox import interpreter, launcher, orders
from sandbox.errors import LaunchFailed
from sandbox.hold import Ended
from sandbox.jail import walls
from sandbox.jail.walls import Wall
from sandbox.pipes import Pipes
from sandbox.process import Process
from sandbox.ring import Ring

_ROOT: Final = str(Path(__file__).resolve().parent.parent)
_START: Final = f"import sys; sys.path.insert(0, {_ROOT!r}); from sandbox.launcher import main; main()"


def start_launcher(
    kind: str,
    image: Path,
    *,
    control: socket.socket,
    pipes: Sequence[int] = (),
    ring: Ring | None = None,
    without: frozenset[Wall] = frozenset(),
) -> "subprocess.Popen[bytes]":
    """Start a launcher of `kind` on `image`, inside the outer `ring` where there is one.

    Raises:
        OSError: the host has no more processes or files to give.
    """
    proc = os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        given = (control.fileno(), proc, *pipes)
        arguments = [kind, walls.to_text(without), *map(str, given)]
        command = ring.command(arguments) if ring else [*interpreter.command(_START), *arguments]
        return subprocess.Popen(
            command,
            cwd=image,
            env={},
            pass_fds=given,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    finally:
        os.close(proc)


class Launched:
    """A child that a launcher makes and watches. Implements `Hold`."""

    def __init__(self, image: Path, *, without: frozenset[Wall] = frozenset()) -> None:
        """Start a launcher on `image`; the child itself is made a little later.

        Raises:
            LaunchFailed: the host has no more processes or files to give.
        """
        self.process: Process | None = None
        self.is_locked = False
        self.ended: Ended | None = None
        self.failed: LaunchFailed | None = None
        self.is_lost = False
        self._on_news: Callable[[], None] = lambda: None
        with contextlib.ExitStack() as ours:
            try:
                self._open(image, ours, without=without)
            except OSError as error:
                raise LaunchFailed("launch", error.strerror or str(error)) from error
            self._ours = ours.pop_all()

    def _open(self, image: Path, ours: contextlib.ExitStack, *, without: frozenset[Wall]) -> None:
        self.pipes = Pipes()
        ours.callback(self.pipes.close)
        self.control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.enter_context(self.control)
        self.control.setblocking(False)  # noqa: FBT003 - the standard library takes it by position
        with control:
            self._launcher = start_launcher(
                launcher.CHILD, image, control=control, pipes=self.pipes.theirs, without=without
            )
        self.pipes.close_theirs()

    def attend(self, on_news: Callable[[], None]) -> None:
        """Call `on_news` whenever the launcher has said something."""
        self._on_news = on_news
        asyncio.get_running_loop().add_reader(self.control, self._on_control)

    def ignore(self) -> None:
        """Listen no more."""
        asyncio.get_running_loop().remove_reader(self.control)

    def _on_control(self) -> None:
        if not self.hear():
            self.is_lost = True
            self.ignore()
        self._on_news()

    def hear(self) -> bool:
        """Take what the launcher has to say; False when it will say no more, or says what is no message."""
        try:
            message, fds, _, _ = socket.recv_fds(self.control, orders.MAX_BYTES, 1)
        except BlockingIOError:
            return True
        if message == orders.MADE and fds:
            self.process = Process(fds[0])
            self._ours.callback(self.process.close)
        elif message[:1] == orders.ENDED and len(message) == orders.ENDED_FORM.size:
            _, _, code, cpu_s = orders.ENDED_FORM.unpack(message)
            self.ended = Ended(code, cpu_s)
        elif message[:1] == orders.FAILED:
            self.failed = self.failed or LaunchFailed(*orders.read_failure(message))
        else:
            return False
        return True

    def measure(self) -> int:
        """Give its address space, once it is ready and before it has work.

        Raises:
            LaunchFailed: it cannot be measured.
        """
        if self.process is None:
            raise LaunchFailed("measure", "the child is not known yet")
        return self.process.address_space_bytes()

    def kill(self) -> None:
        """Kill the child, and with it every process below it."""
        if self.process is not None:
            self.process.kill()

    async def bury(self) -> None:
        """Kill the child, wait until its launcher, which waits for it, is gone, and let go of it."""
        self.kill()
        await asyncio.to_thread(self._release)

    def _release(self) -> None:
        if self.process is None:
            self._launcher.kill()
        self._ours.close()
        self._launcher.wait()

"""The server's hold on one zygote: start it, order children, hear how they end, notice its own end."""

import asyncio
import contextlib
import os
import secrets
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox import launcher, orders, ring
from sandbox.errors import LaunchFailed
from sandbox.hold import Ended
from sandbox.jail.limits import whole_seconds
from sandbox.jail.walls import Wall
from sandbox.launch import start_launcher
from sandbox.pipes import Pipes
from sandbox.process import Process, is_process
from sandbox.ring import Ring
from sandbox.spec import Limits
from sandbox.warm.child import WarmChild

START_S: Final = 15.0
"""What a zygote may take until it takes orders."""
LAUNCH_S: Final = 5.0
"""What a launcher may take to end once its zygote is ready, or nobody waits for it any more."""
END_S: Final = 15.0
_TOO_MANY_FDS: Final = 2
"""One more than any message may bring, so that a surplus shows."""


def _ignore(_pid: int) -> None:
    """Do nothing about a new zygote."""


def new_number() -> int:
    """Give the number of a child; drawn, for a child sees it in its zygote's memory and could count by it."""
    return secrets.randbits(64)


class Zygote:
    """One zygote from start to end. What it says is taken no further than its form."""

    def __init__(
        self,
        image: Path,
        filter_program: bytes,
        *,
        outer: Ring | None = None,
        without: frozenset[Wall] = frozenset(),
    ) -> None:
        """Stand for a zygote on `image`, within the `outer` ring, that is still to be started.

        `filter_program` is what every child of it gets.
        """
        self._image = image
        self._filter_program = filter_program
        self._outer = outer
        self._without = without
        self._loop = asyncio.get_running_loop()
        self._control: socket.socket | None = None
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._ended = asyncio.Event()
        self._children: dict[int, WarmChild] = {}
        self._spare: Pipes | None = None
        """Those of the next child, opened while the latest one sets about its work."""
        self._failure: LaunchFailed | None = None
        self._baseline_bytes = 0
        self.process: Process | None = None
        self._keeper: Process | None = None
        """The outer ring's own process, which ends right after the zygote."""
        self.forked = 0
        """How many children it was asked for."""

    @property
    def is_alive(self) -> bool:
        """Whether orders reach it."""
        return self._control is not None and not self._ended.is_set()

    async def start(self, on_made: Callable[[int], None] = _ignore) -> None:
        """Start it and wait until it takes orders; `on_made` gets its pid before it forks anything.

        Raises:
            LaunchFailed: it could not be made; the step names the wall.
        """
        try:
            control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        except OSError as error:
            raise LaunchFailed("launch", error.strerror or str(error)) from error
        with theirs:
            try:
                started = start_launcher(
                    launcher.ZYGOTE, self._image, control=theirs, ring=self._outer, without=self._without
                )
            except OSError as error:
                control.close()
                raise LaunchFailed("launch", error.strerror or str(error)) from error
        control.setblocking(False)  # noqa: FBT003 - the standard library takes it by position
        self._control = control
        self._loop.add_reader(control, self._on_control)
        try:
            await self._until_taking_orders(control, started, on_made)
        except BaseException:
            await self.aclose()
            raise

    async def _until_taking_orders(
        self, control: socket.socket, started: "subprocess.Popen[bytes]", on_made: Callable[[int], None]
    ) -> None:
        try:
            await self._until_ready(control)
            on_made(self._measure())
        finally:
            # Also where nobody waits any more: only then is it known what there is to be ended.
            waiting = asyncio.ensure_future(asyncio.to_thread(_wait_for, started))
            try:
                await asyncio.shield(waiting)
            finally:
                try:
                    await asyncio.wait([waiting])
                finally:
                    self._find_keeper()

    async def _until_ready(self, control: socket.socket) -> None:
        try:
            control.send(orders.FILTER + self._filter_program)
            async with asyncio.timeout(START_S):
                await self._started
        except TimeoutError:
            raise LaunchFailed("start", f"the zygote was not ready within {START_S:g} s") from None
        except OSError as error:
            raise LaunchFailed("start", error.strerror or str(error)) from error

    def _measure(self) -> int:
        pid = self.process.pid() if self.process else None
        if self.process is None or pid is None:
            raise LaunchFailed("start", "the zygote ended as soon as it was ready")
        self._baseline_bytes = self.process.address_space_bytes()
        return pid

    def _find_keeper(self) -> None:
        pid = self.process.pid() if self.process else None
        if self._outer is not None and pid is not None:
            self._keeper = ring.keeper(pid)

    def order(self, limits: Limits, *, warmed: bool) -> WarmChild:
        """Ask for a child that is bound by `limits`; it is heard of later.

        Raises:
            LaunchFailed: the zygote is gone, or the host has no more files to give.
        """
        if self._control is None or not self.is_alive:
            raise LaunchFailed("zygote", "it is gone")
        pipes = self._take_pipes()
        number = new_number()
        memory_bytes = self._baseline_bytes + limits.memory_bytes
        cpu_s = whole_seconds(limits.cpu_s, used_s=0.0)
        message = orders.FORK_FORM.pack(orders.FORK, number, warmed, memory_bytes, cpu_s)
        try:
            orders.send(self._control, message, pipes.theirs)
        except OSError as error:
            pipes.close()
            raise LaunchFailed("zygote", error.strerror or str(error)) from error
        pipes.close_theirs()
        self.forked += 1
        child = WarmChild(pipes, limits)
        self._children[number] = child
        return child

    def _take_pipes(self) -> Pipes:
        spare, self._spare = self._spare, None
        try:
            return spare or Pipes()
        except OSError as error:
            raise LaunchFailed("pipes", error.strerror or str(error)) from error

    def _on_control(self) -> None:
        if self._control is None:
            return
        try:
            message, fds = orders.receive(self._control, _TOO_MANY_FDS)
        except (BlockingIOError, ConnectionResetError):
            return  # a reset says that it left something unread; its last words come next
        except OSError:
            message, fds = b"", []
        if not self._take(message, fds):
            for fd in fds:
                os.close(fd)
            self.end()

    def _take(self, message: bytes, fds: list[int]) -> bool:
        """Take one message; False where it is the last one, or is none."""
        kind = message[:1]
        if kind == orders.BORN and len(message) == orders.BORN_FORM.size and len(fds) == 1:
            return self._take_birth(orders.BORN_FORM.unpack(message)[1], fds[0])
        if kind == orders.ENDED and len(message) == orders.ENDED_FORM.size and not fds:
            _, number, code, cpu_s = orders.ENDED_FORM.unpack(message)
            return self._take_end(number, Ended(code, cpu_s))
        if kind == orders.MADE and self.process is None and len(fds) == 1 and is_process(fds[0]):
            self.process = Process(fds[0])
            return True
        if kind == orders.READY and not fds and not self._started.done():
            self._started.set_result(None)
            return True
        if kind == orders.FAILED:
            self._failure = LaunchFailed(*orders.read_failure(message))
        return False

    def _take_birth(self, number: int, pidfd: int) -> bool:
        child = self._children.get(number)
        if child is None or child.process is not None or not is_process(pidfd):
            return False
        child.process = Process(pidfd)
        child.tell()
        if self._spare is None:
            with contextlib.suppress(OSError):  # the next order tries again and tells
                self._spare = Pipes()
        return True

    def _take_end(self, number: int, ended: Ended) -> bool:
        child = self._children.get(number)
        if child is None or not child.is_gone():
            return False
        del self._children[number]
        child.ended = ended
        child.tell()
        return True

    def end(self) -> None:
        """Hang up: the zygote ends, and every child with it."""
        if self._control is not None and not self._ended.is_set():
            self._loop.remove_reader(self._control)
            self._control.close()
            failure = self._failure or LaunchFailed("zygote", "it ended without a word")
            if not self._started.done():
                self._started.set_exception(failure)
            if self.process is not None:
                self.process.kill()
            for child in self._children.values():
                child.failed = failure
                child.is_lost = True
                child.tell()
            self._children.clear()
            if self._spare is not None:
                self._spare.close()
        self._ended.set()

    async def aclose(self, *, within_s: float | None = END_S) -> None:
        """End it and wait until it, and the ring round it, are proved to be gone; None waits for ever.

        Raises:
            LaunchFailed: one of them was not gone in time.
        """
        self.end()
        held = [process for process in (self.process, self._keeper) if process is not None]
        self.process = self._keeper = None
        try:
            async with asyncio.timeout(within_s):
                for process in held:
                    await self._until_gone(process)
        except TimeoutError:
            raise LaunchFailed("kill", f"the zygote was not gone within {within_s:g} s") from None
        finally:
            for process in held:
                process.reap()
                process.close()

    async def _until_gone(self, process: Process) -> None:
        gone = asyncio.Event()
        pidfd = process.fileno()
        self._loop.add_reader(pidfd, gone.set)
        try:
            await gone.wait()
        finally:
            self._loop.remove_reader(pidfd)


def _wait_for(launching: "subprocess.Popen[bytes]") -> None:
    """Wait until a launcher has ended, as it does once it has made its process or failed.

    To kill it sooner would leave the inner half of a bubblewrap behind that has just begun.
    """
    try:
        launching.wait(LAUNCH_S)
    except subprocess.TimeoutExpired:
        launching.kill()
        launching.wait()

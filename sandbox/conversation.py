"""One run from the server's side: hand over the request, listen, kill.

One deadline and one way to kill. Imports the standard library only.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Callable
from enum import Enum
from typing import Final

from sandbox import orders
from sandbox.child.request import Lock
from sandbox.ending import End
from sandbox.errors import LaunchFailed
from sandbox.hold import Hold
from sandbox.jail import limits
from sandbox.log import Log
from sandbox.request import encode
from sandbox.spec import RunSpec
from sandbox.transcript import Transcript

START_S: Final = 15.0
"""What a child may take until it is ready; longer is our fault, not the source's."""
END_S: Final = 15.0
"""What a killed child may take to be gone."""
LOG_PATIENCE_S: Final = 0.01
"""How long nobody reads the log, which most runs have no more than marks in."""
PATIENCE_S: Final = 0.01
LOOK_S: Final = 0.005
"""More than most runs take, with the child's birth."""
_CHUNK_BYTES: Final = 1 << 16
_LAST_CHUNKS: Final = 32
"""How often a pipe is read once more at the end: twice what it can hold."""


class Attention(Enum):
    """How the server listens in the first moments of a run, which for most are the only ones."""

    USUAL = "usual"
    """It is woken for each answer."""
    EAGER = "eager"
    """It looks again and again instead of sleeping: to wake it would take the child longer than an answer.

    For a server that has a processor to itself and nothing else to do.
    """
    PATIENT = "patient"
    """It waits until the child has ended and reads all at once: later by the child's exit, and cheaper.

    For a server for which others wait.
    """


class Conversation:
    """Talks with one child and keeps what it says."""

    def __init__(
        self,
        child: Hold,
        spec: RunSpec,
        *,
        filter_program: bytes = b"",
        attention: Attention = Attention.USUAL,
    ) -> None:
        """Be ready to run `spec` in `child`, which gets `filter_program` if it is not locked yet."""
        nonce = secrets.randbits(64)
        self.said = Transcript(spec, nonce)
        self.log = Log(len(spec.calls), nonce, spec.limits.stdout_bytes)
        self.child = child
        self._nonce = nonce
        self._spec = spec
        self._filter_program = filter_program
        self._attention = attention
        self._ready_at: float | None = None
        self._handed_over_at: float | None = None
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._unsent = memoryview(b"")
        self._is_sending = False
        self._timer: asyncio.TimerHandle | None = None

    async def hold(self) -> End:
        """Run until all is said that the outcome needs, and kill the child.

        Where the answers do not settle the outcome, it has also ended when this returns.
        """
        wall_s = 0.0
        at_deadline = False
        self.child.attend(self._news.set)
        try:
            if self.child.is_locked:
                self._hand_over(None)
            await self._listen()
            await self._get_ready()
            if not self.said.handed_over:
                self._hand_over(self._lock(self.child.measure()))
            began = self._began()
            at_deadline = not await self.until(self.is_over, self._spec.limits.wall_s)
            wall_s = time.monotonic() - began
            cpu_s = await self._end()
        except LaunchFailed as failure:
            return End(str(failure), at_deadline, None, wall_s, 0.0)
        finally:
            self._leave()
        code = self.child.ended.code if self.child.ended else None
        return End(None, at_deadline, code, wall_s, max(0.0, cpu_s - self.said.cpu_at_ready_s))

    async def _get_ready(self) -> None:
        if not await self.until(lambda: self.is_over() or self.said.ready, START_S):
            raise LaunchFailed("start", f"the child was not ready within {START_S:g} s")
        if self.child.failed is not None:
            raise self.child.failed
        if not self.said.ready:
            self._drain(self._read_result)
        if not self.said.ready:
            self._drain(self._read_log)
            raise LaunchFailed("start", f"the child ended before it was ready ({self._first_words()})")
        # That the child is there comes on another channel than its first frame.
        if not await self.until(lambda: self.child.is_lost or self.child.process is not None, START_S):
            raise LaunchFailed("start", "nothing was heard of the child")

    def _began(self) -> float:
        """Tell when the child had both what it needs and its request: then its time began."""
        return max(at for at in (self._ready_at, self._handed_over_at) if at is not None)

    def _first_words(self) -> str:
        """Give what a child said that never had any work, so that every word of it is ours."""
        text = self.log.finish()[0].text.strip()
        return text.removeprefix(orders.IN_LOG_AS_SHOWN) or str(self.child.ended)

    def _lock(self, baseline_bytes: int) -> Lock:
        bounds = self._spec.limits
        cpu_s = limits.whole_seconds(bounds.cpu_s, self.said.cpu_at_ready_s)
        return Lock(baseline_bytes + bounds.memory_bytes, cpu_s, self._filter_program)

    def _hand_over(self, lock: Lock | None) -> None:
        self.said.handed_over = True
        self._handed_over_at = time.monotonic()
        self._unsent = memoryview(encode(self._spec, self._nonce, lock))
        self.child.pipes.widen(len(self._unsent))
        self._send()
        self._is_sending = self.child.pipes.is_asking
        if self._is_sending:
            self._loop.add_writer(self.child.pipes.request, self._send)

    def is_over(self) -> bool:
        """Tell whether nothing more is to be expected of the child."""
        return self.said.over or self.child.is_lost or self.child.ended is not None

    async def _end(self) -> float:
        """Kill the child, take what it left in its pipes, and give its CPU time.

        What was whole still counts, also where the deadline came first.
        """
        process = self.child.process
        cpu_s = process.cpu_s() if process and self.said.over and self.child.ended is None else None
        self.child.kill()
        if cpu_s is None:
            if not await self.until(self._has_ended, END_S):
                raise LaunchFailed("kill", f"the child was not gone within {END_S:g} s")
            if self.child.ended is None:
                raise self.child.failed or LaunchFailed("watch", "the child was lost without a word")
            cpu_s = self.child.ended.cpu_s
            self._drain(self._read_result)
        self._drain(self._read_log)
        return cpu_s

    def _has_ended(self) -> bool:
        return self.child.is_lost or self.child.ended is not None

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until `holds`; False where `seconds` pass first."""
        if holds():
            return True
        is_late = False

        def ring() -> None:
            nonlocal is_late
            is_late = True
            self._news.set()

        alarm = self._loop.call_later(seconds, ring)
        try:
            while not holds() and not is_late:
                self._news.clear()
                await self._news.wait()
        finally:
            alarm.cancel()
        return holds()

    async def _listen(self) -> None:
        match self._attention:
            case Attention.USUAL:
                self._loop.add_reader(self.child.pipes.result, self._on_result)
                self._timer = self._loop.call_later(LOG_PATIENCE_S, self._listen_to_log)
            case Attention.EAGER:
                await self._look()
                if not self.is_over():
                    self._listen_to_all()
            case Attention.PATIENT:
                self._timer = self._loop.call_later(PATIENCE_S, self._listen_to_all)

    async def _look(self) -> None:
        """Look for answers without going to sleep, for as long as most runs take."""
        end = time.monotonic() + LOOK_S
        timed = None
        while not self.is_over() and time.monotonic() < end:
            if timed is None and self.child.process is not None:
                timed = self.child.process
                timed.find_clock()
            self._hear()
            await asyncio.sleep(0)

    def _listen_to_all(self) -> None:
        self._loop.add_reader(self.child.pipes.result, self._on_result)
        self._listen_to_log()

    def _listen_to_log(self) -> None:
        self._loop.add_reader(self.child.pipes.log, self._on_log)

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._is_sending:
            self._loop.remove_writer(self.child.pipes.request)
        self._loop.remove_reader(self.child.pipes.result)
        self._loop.remove_reader(self.child.pipes.log)
        self.child.ignore()

    def _on_result(self) -> None:
        if self._hear() is None or self.said.over:
            self._loop.remove_reader(self.child.pipes.result)
        self._news.set()

    def _on_log(self) -> None:
        if self._read_log() is None:
            self._loop.remove_reader(self.child.pipes.log)

    def _send(self) -> None:
        """Write what the pipe takes of the request, and close it after the last byte."""
        pipes = self.child.pipes
        try:
            sent = os.write(pipes.request, self._unsent)
        except BlockingIOError:
            return
        except OSError:  # the child is gone, which another channel tells better
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            if self._is_sending:
                self._loop.remove_writer(pipes.request)
            self._is_sending = False
            pipes.close_request()

    def _read_result(self) -> bytes | None:
        data = _read(self.child.pipes.result)
        if data:
            self.said.feed(data)
        return data

    def _hear(self) -> bytes | None:
        """Read, and note when the child became ready."""
        data = self._read_result()
        if data and self._ready_at is None:
            self._ready_at = time.monotonic()
        return data

    def _read_log(self) -> bytes | None:
        data = _read(self.child.pipes.log)
        self.log.feed(data or b"")
        return data

    def _drain(self, read: Callable[[], bytes | None]) -> None:
        for _ in range(_LAST_CHUNKS):
            if len(read() or b"") < _CHUNK_BYTES:
                return  # all that was there


def _read(fd: int) -> bytes | None:
    """Read what is there, nothing where there is nothing yet; None at the end of the stream."""
    try:
        return os.read(fd, _CHUNK_BYTES) or None
    except BlockingIOError:
        return b""

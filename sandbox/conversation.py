"""One run from the server's side: wait until ready, hand over the request, listen, kill, reap.

One deadline and one way to kill. Imports the standard library only.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.ending import End
from sandbox.errors import LaunchFailed
from sandbox.launch import Launched
from sandbox.log import Log
from sandbox.request import Terms, encode
from sandbox.spec import RunSpec
from sandbox.transcript import Transcript

START_S: Final = 15.0
"""What a child may take until it is ready; longer is our fault, not the source's."""
END_S: Final = 15.0
"""What a killed child may take to be gone."""
_CHUNK_BYTES: Final = 1 << 16
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


class Conversation:
    """Talks with one launched child and keeps what it says."""

    def __init__(self, launched: Launched, spec: RunSpec, filter_program: bytes) -> None:
        """Be ready to run `spec` in the child of `launched`."""
        nonce = secrets.randbits(64)
        self.said = Transcript(spec, nonce)
        self.log = Log(len(spec.calls), nonce, spec.limits.stdout_bytes)
        self._nonce = nonce
        self.launched = launched
        self._spec = spec
        self._filter_program = filter_program
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._hung_up = False
        self._unsent = memoryview(b"")
        self._cpu_at_ready_s = 0.0

    async def hold(self) -> End:
        """Run to the end; the child is gone and proved so when this returns."""
        self._listen()
        fault: str | None = None
        wall_s = 0.0
        at_deadline = False
        try:
            await self._get_ready()
            began = time.monotonic()
            self._hand_over()
            at_deadline = not await self.until(self.is_over, self._spec.limits.wall_s)
            wall_s = time.monotonic() - began
            await self._end()
        except LaunchFailed as failure:
            fault = str(failure)
        finally:
            self._unlisten()
        self._drain()
        ended = self.launched.ended
        cpu_s = max(0.0, ended.cpu_s - self._cpu_at_ready_s) if ended else 0.0
        return End(fault, at_deadline, ended.code if ended else None, wall_s, cpu_s)

    async def _get_ready(self) -> None:
        if not await self.until(lambda: self.is_over() or self.said.ready, START_S):
            raise LaunchFailed("start", f"the child was not ready within {START_S:g} s")
        if self.launched.failed is not None:
            raise self.launched.failed
        if not self.said.ready:
            ended = self.launched.ended
            raise LaunchFailed("start", f"the child ended before it was ready ({ended})")
        # The launcher tells the child's pid before the child can be ready, on another channel.
        if not await self.until(lambda: self._hung_up or self.launched.pid is not None, START_S):
            raise LaunchFailed("start", "the launcher said nothing")

    def _hand_over(self) -> None:
        size_bytes, self._cpu_at_ready_s = _measure(self.launched.pid)
        bound = size_bytes + self._spec.limits.memory_bytes
        self.said.handed_over = True
        self._unsent = memoryview(encode(self._spec, Terms(self._nonce, bound, self._filter_program)))
        self._loop.add_writer(self.launched.request, self._on_writable)

    def is_over(self) -> bool:
        """Tell whether nothing more is to be expected of the child."""
        return self.said.over or self._hung_up or self.launched.ended is not None

    async def _end(self) -> None:
        """Kill what is left and wait until the launcher, which waits for the child, is gone."""
        self.launched.kill()
        if not await self.until(lambda: self._hung_up, END_S):
            raise LaunchFailed("kill", f"the child was not gone within {END_S:g} s")
        if self.launched.ended is None:
            raise self.launched.failed or LaunchFailed("watch", "the launcher ended without a word")

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until `holds`; False where `seconds` pass first."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return holds()
        return True

    def _listen(self) -> None:
        self._loop.add_reader(self.launched.control, self._on_control)
        self._loop.add_reader(self.launched.result, self._on_result)
        self._loop.add_reader(self.launched.log, self._on_log)

    def _unlisten(self) -> None:
        if not self.launched.request.closed:
            self._loop.remove_writer(self.launched.request)
        for source in (self.launched.control, self.launched.result, self.launched.log):
            self._loop.remove_reader(source)

    def _on_control(self) -> None:
        if not self.launched.hear():
            self._hung_up = True
            self._loop.remove_reader(self.launched.control)
        self._news.set()

    def _on_result(self) -> None:
        if self._read_result() is None or self.said.over:
            self._loop.remove_reader(self.launched.result)
        self._news.set()

    def _on_log(self) -> None:
        if self._read_log() is None:
            self._loop.remove_reader(self.launched.log)

    def _on_writable(self) -> None:
        try:
            sent = self.launched.request.write(self._unsent)
        except OSError:  # the child is gone, which the control channel tells better
            self._unsent = memoryview(b"")
        else:
            self._unsent = self._unsent[sent or 0 :]
        if not self._unsent:
            self._loop.remove_writer(self.launched.request)
            self.launched.request.close()

    def _read_result(self) -> bytes | None:
        data = _read(self.launched.result)
        self.said.feed(data or b"")
        return data

    def _read_log(self) -> bytes | None:
        data = _read(self.launched.log)
        self.log.feed(data or b"")
        return data

    def _drain(self) -> None:
        """Take what a child that is gone left in its pipes: what was whole still counts."""
        if not self._hung_up:
            return
        while self._read_result():
            pass
        while self._read_log():
            pass


def _read(fd: int) -> bytes | None:
    """Read what is there, nothing where there is nothing yet; None at the end of the stream."""
    try:
        return os.read(fd, _CHUNK_BYTES) or None
    except BlockingIOError:
        return b""


def _measure(pid: int | None) -> tuple[int, float]:
    """Give the size of a process's address space and the CPU time it has used."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[0])
        ticks = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[11:13]
    except OSError as error:
        raise LaunchFailed("measure", f"/proc/{pid} cannot be read ({error.strerror})") from error
    return pages * _PAGE_BYTES, sum(map(int, ticks)) / _TICKS_PER_S

"""Every way in which the machinery itself can fail a run: told as our fault, with the step."""

import os
import socket
from collections.abc import Iterator
from typing import BinaryIO, cast

import pytest

from sandbox import conversation, wire
from sandbox.conversation import Conversation
from sandbox.ending import End
from sandbox.errors import LaunchFailed
from sandbox.launch import Ended, Launched
from sandbox.spec import Call, Limits, RunSpec
from sandbox.wire import Frame

READY = wire.pack(Frame(wire.READY))
SPEC = RunSpec(b"x" * (1 << 20), (Call("f", ()),), Limits(wall_s=0.1))


class Stand:
    """Open pipes with nobody at the other end but the test."""

    def __init__(self) -> None:
        request, write = os.pipe()
        self.request: BinaryIO = os.fdopen(write, "wb", buffering=0)
        self.result, self.say = os.pipe()
        self.log, self.print = os.pipe()
        self.control, self.launcher = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.theirs = [request, self.say, self.print]
        for fd in (write, self.result, self.log):
            os.set_blocking(fd, False)
        self.pid: int | None = os.getpid()
        self.ended: Ended | None = None
        self.failed: LaunchFailed | None = None
        self.killed = False

    def hear(self) -> bool:
        return bool(self.control.recv(100))

    def kill(self) -> None:
        self.killed = True

    def close(self) -> None:
        self.request.close()
        self.control.close()
        self.launcher.close()
        for fd in (*self.theirs, self.result, self.log):
            os.close(fd)


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    monkeypatch.setattr(conversation, "START_S", 0.05)
    monkeypatch.setattr(conversation, "END_S", 0.05)
    stand = Stand()
    yield stand
    stand.close()


async def hold(stand: Stand) -> End:
    return await Conversation(cast(Launched, stand), SPEC, b"").hold()


class TestFaults:
    async def test_never_ready(self, stand: Stand) -> None:
        assert (await hold(stand)).fault == "start: the child was not ready within 0.05 s"

    async def test_ended_before_it_was_ready(self, stand: Stand) -> None:
        stand.ended = Ended(127, 0.0)
        stand.launcher.close()
        assert "ended before it was ready" in str((await hold(stand)).fault)

    async def test_a_launcher_that_failed(self, stand: Stand) -> None:
        stand.failed = LaunchFailed("root", "no")
        stand.launcher.close()
        assert (await hold(stand)).fault == "root: no"

    async def test_a_launcher_that_says_nothing(self, stand: Stand) -> None:
        stand.pid = None
        os.write(stand.say, READY)
        assert (await hold(stand)).fault == "start: the launcher said nothing"

    async def test_a_process_that_cannot_be_measured(self, stand: Stand) -> None:
        stand.pid = 0
        os.write(stand.say, READY)
        assert str((await hold(stand)).fault).startswith("measure: /proc/0 cannot be read")

    async def test_a_child_that_does_not_go(self, stand: Stand) -> None:
        os.write(stand.say, READY + bytes(64))
        end = await hold(stand)
        assert end.fault == "kill: the child was not gone within 0.05 s"
        assert stand.killed

    async def test_a_launcher_that_ends_without_a_word(self, stand: Stand) -> None:
        os.write(stand.say, READY)
        stand.launcher.send(b"something")
        stand.launcher.close()
        assert (await hold(stand)).fault == "watch: the launcher ended without a word"


class TestRequest:
    async def test_a_child_that_is_gone_takes_no_request(self, stand: Stand) -> None:
        os.close(stand.theirs.pop(0))
        os.write(stand.say, READY)
        end = await hold(stand)
        assert end.at_deadline
        assert stand.request.closed

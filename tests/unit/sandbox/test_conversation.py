"""Every way in which the machinery itself can fail a run: told as our fault, with the step."""

import asyncio
import os
from collections.abc import Callable, Iterator

import pytest

from sandbox import conversation, orders, wire
from sandbox.child import request as child_request
from sandbox.conversation import Attention, Conversation
from sandbox.ending import End
from sandbox.errors import LaunchFailed
from sandbox.hold import Ended
from sandbox.pipes import Pipes
from sandbox.process import Process
from sandbox.spec import Call, Limits, RunSpec
from sandbox.wire import Frame
from tests.support.waiting import until

READY = wire.pack(Frame(wire.READY))
SPEC = RunSpec(b"x" * (1 << 20), (Call("f", ()),), Limits(wall_s=0.3))
SMALL = RunSpec(b"x", (), Limits(wall_s=0.3, cpu_s=2.5))


class Stand:
    """A hold on a child whose part the test plays: its pipes' other ends are open and nobody reads."""

    def __init__(self) -> None:
        self.pipes = Pipes()
        self.request, self.result, self.log = self.pipes.theirs
        self.process: Process | None = Process(os.pidfd_open(os.getpid()))
        self.is_locked = False
        self.ended: Ended | None = None
        self.failed: LaunchFailed | None = None
        self.is_lost = False
        self.killed = False
        self._on_news: Callable[[], None] = lambda: None

    def attend(self, on_news: Callable[[], None]) -> None:
        self._on_news = on_news

    def ignore(self) -> None:
        self._on_news = lambda: None

    def measure(self) -> int:
        if self.process is None:
            raise LaunchFailed("measure", "the child is not known yet")
        return self.process.address_space_bytes()

    def kill(self) -> None:
        self.killed = True

    async def bury(self) -> None:
        self.close()

    def lose(self) -> None:
        self.is_lost = True
        self._on_news()

    def close(self) -> None:
        self.pipes.close()
        if self.process is not None:
            self.process.close()


@pytest.fixture
def stand(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stand]:
    monkeypatch.setattr(conversation, "START_S", 0.05)
    monkeypatch.setattr(conversation, "END_S", 0.05)
    stand = Stand()
    yield stand
    stand.close()


async def hold(stand: Stand) -> End:
    return await Conversation(stand, SPEC).hold()


class TestFaults:
    async def test_never_ready(self, stand: Stand) -> None:
        assert (await hold(stand)).fault == "start: the child was not ready within 0.05 s"

    async def test_ended_before_it_was_ready(self, stand: Stand) -> None:
        stand.ended = Ended(127, 0.0)
        fault = str((await hold(stand)).fault)
        assert fault == "start: the child ended before it was ready (Ended(code=127, cpu_s=0.0))"

    async def test_the_first_words_of_a_child_without_work_are_ours(self, stand: Stand) -> None:
        os.write(stand.log, orders.IN_LOG + orders.reason("seccomp", OSError(22, "Invalid argument")))
        stand.ended = Ended(1, 0.0)
        fault = str((await hold(stand)).fault)
        assert fault == "start: the child ended before it was ready (seccomp: Invalid argument)"

    async def test_a_launcher_that_failed(self, stand: Stand) -> None:
        stand.failed = LaunchFailed("root", "no")
        stand.is_lost = True
        assert (await hold(stand)).fault == "root: no"

    async def test_nothing_is_heard_of_a_child_that_is_ready(self, stand: Stand) -> None:
        assert stand.process is not None
        stand.process.close()
        stand.process = None
        os.write(stand.result, READY)
        assert (await hold(stand)).fault == "start: nothing was heard of the child"

    async def test_a_child_that_cannot_be_measured(self, stand: Stand) -> None:
        assert stand.process is not None
        stand.process.close()
        stand.process = None
        stand.is_lost = True
        os.write(stand.result, READY)
        assert (await hold(stand)).fault == "measure: the child is not known yet"

    async def test_a_child_that_does_not_go(self, stand: Stand) -> None:
        os.write(stand.result, READY)
        end = await hold(stand)
        assert end.fault == "kill: the child was not gone within 0.05 s"
        assert end.at_deadline
        assert stand.killed

    async def test_a_child_that_is_lost_without_a_word(self, stand: Stand) -> None:
        os.write(stand.result, READY)
        asyncio.get_running_loop().call_later(0.02, stand.lose)
        assert (await hold(stand)).fault == "watch: the child was lost without a word"

    async def test_a_child_that_is_lost_with_its_zygote(self, stand: Stand) -> None:
        os.write(stand.result, READY)
        asyncio.get_running_loop().call_later(0.02, stand.lose)
        run = asyncio.create_task(hold(stand))
        await asyncio.sleep(0.01)
        stand.failed = LaunchFailed("zygote", "it ended without a word")
        assert (await run).fault == "zygote: it ended without a word"


class TestEnd:
    async def test_a_broken_channel_settles_it_before_the_child_is_gone(self, stand: Stand) -> None:
        os.write(stand.result, READY + bytes(64))
        end = await hold(stand)
        assert (end.fault, end.at_deadline, end.code) == (None, False, None)
        assert stand.killed

    async def test_what_was_whole_at_the_deadline_counts(self, stand: Stand) -> None:
        os.write(stand.result, READY)
        talk = Conversation(stand, SPEC)
        run = asyncio.create_task(talk.hold())
        await until(lambda: talk.said.handed_over)
        asyncio.get_running_loop().remove_reader(stand.pipes.result)  # nobody looks until the deadline
        nonce = talk._nonce
        answer = Frame(wire.NONE, nonce=nonce)
        os.write(stand.result, wire.pack(Frame(wire.DEFINED, nonce=nonce)) + wire.pack(answer))
        await until(lambda: stand.killed)
        stand.ended = Ended(-9, 0.0)
        end = await run
        assert (end.fault, end.at_deadline) == (None, True)
        assert talk.said.complete

    async def test_a_child_that_ended_while_nobody_listened_is_read_whole(
        self, stand: Stand, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        os.write(stand.result, READY + bytes(64))
        os.write(stand.log, b"words")
        stand.is_locked = True
        stand.ended = Ended(0, 0.5)
        monkeypatch.setattr(conversation, "PATIENCE_S", 60.0)
        talk = Conversation(stand, SPEC, attention=Attention.PATIENT)
        end = await talk.hold()
        assert (end.fault, end.code) == (None, 0)
        assert talk.said.bad_frame is not None
        assert talk.log.finish()[0].text == "words"

    async def test_patience_has_an_end(self, stand: Stand) -> None:
        os.write(stand.result, READY + bytes(64))
        talk = Conversation(stand, SPEC, attention=Attention.PATIENT)
        await talk.hold()
        assert talk.said.broken

    @pytest.mark.parametrize("late_s", [0.0, 0.02])
    async def test_whoever_looks_eagerly_sees_it_and_in_the_end_listens(
        self, stand: Stand, monkeypatch: pytest.MonkeyPatch, late_s: float
    ) -> None:
        monkeypatch.setattr(conversation, "LOOK_S", 0.01)
        talk = Conversation(stand, SPEC, attention=Attention.EAGER)
        words = READY + bytes(64)
        asyncio.get_running_loop().call_later(late_s, os.write, stand.result, words)
        await talk.hold()
        assert talk.said.broken


class TestRequest:
    async def test_a_child_that_is_gone_takes_no_request(self, stand: Stand) -> None:
        stand.pipes.theirs.remove(stand.request)
        os.close(stand.request)
        os.write(stand.result, READY)
        end = await hold(stand)
        assert end.at_deadline
        assert not stand.pipes.is_asking

    async def test_a_child_behind_all_its_walls_has_its_request_before_it_is_ready(
        self, stand: Stand
    ) -> None:
        stand.is_locked = True
        await Conversation(stand, SMALL, filter_program=b"filter").hold()
        assert child_request.decode(child_request.read_all(stand.request)).lock is None

    async def test_a_child_that_is_not_locked_gets_its_lock_once_it_is_ready(self, stand: Stand) -> None:
        talk = Conversation(stand, SMALL, filter_program=b"filter")
        run = asyncio.create_task(talk.hold())
        await asyncio.sleep(0.01)
        assert not talk.said.handed_over
        os.write(stand.result, READY)
        await run
        lock = child_request.decode(child_request.read_all(stand.request)).lock
        assert lock is not None
        assert lock.address_space_bytes > SMALL.limits.memory_bytes
        assert (lock.cpu_s, lock.filter_program) == (3, b"filter")

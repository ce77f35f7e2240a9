"""A zygote that says every wrong thing is ended, its children are told, and nothing of it stays open."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox import orders
from sandbox.errors import LaunchFailed
from sandbox.spec import Limits
from sandbox.warm import zygote
from sandbox.warm.zygote import Zygote
from tests.support.fake_zygote import FILTER, FakeZygote, open_files, started
from tests.support.waiting import until

Wrong = Callable[[FakeZygote], object]
BORN, ENDED = orders.BORN_FORM, orders.ENDED_FORM


@pytest_asyncio.fixture
async def fake(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeZygote]:
    """A fake one; in the end the loop must have seen no exception and no descriptor may be left."""
    faults: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: faults.append(context))
    await asyncio.to_thread(int)  # whatever the loop opens for its threads is open now
    files = open_files()
    fake = FakeZygote(monkeypatch)
    yield fake
    fake.close()
    assert open_files() == files
    assert faults == []


def file_of(text: bytes) -> int:
    """Give a descriptor that stands for no process."""
    fd = os.memfd_create("no process")
    os.write(fd, text)
    return fd


def born_twice(fake: FakeZygote) -> None:
    fake.born(0)
    fake.born(0)


def ended_alive(fake: FakeZygote) -> None:
    fake.born(0)
    fake.ended(0)


def ended_twice(fake: FakeZygote) -> None:
    fake.ended(0)
    fake.ended(0)


WRONG: dict[str, Wrong] = {
    "an empty message": lambda fake: fake.say(b""),
    "an unknown kind": lambda fake: fake.say(b"?"),
    "an order": lambda fake: fake.say(orders.FORK_FORM.pack(orders.FORK, 0, False, 1 << 30, 1)),
    "a long message": lambda fake: fake.say(b"E" * 60000),
    "text that is none": lambda fake: fake.say(orders.FAILED + b"\xff\xfe: \x00\xff"),
    "an unknown kind with a file": lambda fake: fake.say(b"?", file_of(b"")),
    "a failure with a file": lambda fake: fake.say(b"Ffork: no", file_of(b"")),
    "being made again": lambda fake: fake.made(),
    "being made without a process": lambda fake: fake.say(orders.MADE),
    "being ready again": lambda fake: fake.say(orders.READY),
    "being ready with a file": lambda fake: fake.say(orders.READY, file_of(b"")),
    "a birth cut short": lambda fake: fake.say(BORN.pack(orders.BORN, 0)[:-1], file_of(b"")),
    "a birth too long": lambda fake: fake.say(BORN.pack(orders.BORN, 0) + b"x", file_of(b"")),
    "a birth without a process": lambda fake: fake.say(BORN.pack(orders.BORN, 0)),
    "a birth of two processes": lambda fake: fake.say(BORN.pack(orders.BORN, 0), file_of(b""), file_of(b"")),
    "a birth of a file": lambda fake: fake.say(BORN.pack(orders.BORN, 0), file_of(b"words")),
    "a birth of an unknown child": lambda fake: fake.born(77),
    "a birth of the largest number": lambda fake: fake.born(2**64 - 1),
    "a second birth": born_twice,
    "an end cut short": lambda fake: fake.say(ENDED.pack(orders.ENDED, 0, 0, 0.0)[:-1]),
    "an end with a file": lambda fake: fake.say(ENDED.pack(orders.ENDED, 0, 0, 0.0), file_of(b"")),
    "an end of an unknown child": lambda fake: fake.ended(77),
    "an end of a child that lives": ended_alive,
    "a second end": ended_twice,
    "hanging up": lambda fake: fake.hang_up(),
}


class TestWrongWords:
    @pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
    async def test_end_the_zygote_and_every_child_is_told(self, fake: FakeZygote, wrong: Wrong) -> None:
        made = await started(fake)
        children = [made.order(Limits(), warmed=False) for _ in range(3)]
        news: list[int] = []
        for number, child in enumerate(children):
            child.attend(lambda number=number: news.append(number))  # type: ignore[misc]
        wrong(fake)
        await until(lambda: not made.is_alive)
        for number, child in enumerate(children):
            assert child.is_lost or child.ended is not None
            assert number in news
            assert child.failed is not None or child.ended is not None
            await child.bury()
        with pytest.raises(LaunchFailed, match="gone"):
            made.order(Limits(), warmed=False)
        await made.aclose()

    @pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
    async def test_before_it_is_ready_it_never_will_be(
        self, fake: FakeZygote, wrong: Wrong, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(zygote, "START_S", 0.5)
        made = Zygote(Path("/nowhere"), FILTER)
        asyncio.get_running_loop().call_soon(fake.made)
        asyncio.get_running_loop().call_soon(wrong, fake)
        asyncio.get_running_loop().call_soon(fake.hang_up)
        if wrong is WRONG["being ready again"]:
            await made.start()
        else:
            with pytest.raises(LaunchFailed):
                await made.start()
            assert not made.is_alive
        await made.aclose()


class TestStart:
    async def test_ready_and_measured(self, fake: FakeZygote) -> None:
        made = await started(fake)
        assert made.is_alive
        assert fake.control is not None
        assert fake.control.recv(100) == orders.FILTER + FILTER
        child = made.order(Limits(memory_bytes=1 << 30, cpu_s=2.5), warmed=True)
        kind, number, warmed, memory_bytes, cpu_s = orders.FORK_FORM.unpack(fake.control.recv(100))
        assert (kind, number, warmed) == (orders.FORK, 0, True)
        assert made._baseline_bytes > 0
        assert (memory_bytes, cpu_s) == (made._baseline_bytes + (1 << 30), 3)
        made.end()
        await child.bury()
        await made.aclose()

    async def test_its_pid_is_told_before_anything_is_forked(self, fake: FakeZygote) -> None:
        pids: list[int] = []
        made = Zygote(Path("/nowhere"), FILTER)
        asyncio.get_running_loop().call_soon(lambda: pids.append(fake.made().pid))
        asyncio.get_running_loop().call_soon(lambda: fake.say(orders.READY))
        told: list[int] = []
        await made.start(told.append)
        assert told == pids
        await made.aclose()

    async def test_ready_before_it_was_made(self, fake: FakeZygote) -> None:
        made = Zygote(Path("/nowhere"), FILTER)
        asyncio.get_running_loop().call_soon(lambda: fake.say(orders.READY))
        with pytest.raises(LaunchFailed, match="as soon as it was ready"):
            await made.start()
        await made.aclose()

    async def test_a_failure_is_told_with_its_step(self, fake: FakeZygote) -> None:
        made = Zygote(Path("/nowhere"), FILTER)
        asyncio.get_running_loop().call_soon(lambda: fake.say(orders.failed("exec", OSError(2, "no file"))))
        with pytest.raises(LaunchFailed, match="exec: no file") as caught:
            await made.start()
        assert caught.value.step == "exec"
        await made.aclose()

    async def test_also_where_it_left_at_once_with_its_filter_unread(self, fake: FakeZygote) -> None:
        def fail() -> None:
            fake.say(orders.failed("pid namespace", OSError(1, "no")))
            fake.hang_up()

        made = Zygote(Path("/nowhere"), FILTER)
        asyncio.get_running_loop().call_soon(fail)
        with pytest.raises(LaunchFailed, match="pid namespace: no"):
            await made.start()
        await made.aclose()

    async def test_silence(self, fake: FakeZygote, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(zygote, "START_S", 0.05)
        made = Zygote(Path("/nowhere"), FILTER)
        asyncio.get_running_loop().call_soon(fake.made)
        with pytest.raises(LaunchFailed, match=r"not ready within 0\.05 s"):
            await made.start()
        await made.aclose()

    async def test_whoever_waits_may_stop(self, fake: FakeZygote) -> None:
        made = Zygote(Path("/nowhere"), FILTER)
        start = asyncio.create_task(made.start())
        await until(lambda: fake.control is not None)
        process = fake.made()
        await until(lambda: made.process is not None)
        start.cancel()
        with pytest.raises(asyncio.CancelledError):
            await start
        await made.aclose()
        assert process.poll() is not None

    async def test_a_host_that_has_no_more_files(
        self, fake: FakeZygote, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object) -> None:
            raise OSError(24, "Too many open files")

        with monkeypatch.context() as patch:
            patch.setattr(socket, "socketpair", refuse)
            with pytest.raises(LaunchFailed, match="launch: Too many open files"):
                await Zygote(Path("/nowhere"), FILTER).start()

    async def test_a_host_that_has_no_more_files_for_pipes(
        self, fake: FakeZygote, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*args: object) -> None:
            raise OSError(24, "Too many open files")

        made = await started(fake)
        with monkeypatch.context() as patch:
            patch.setattr(os, "pipe2", refuse)
            with pytest.raises(LaunchFailed, match="pipes: Too many open files"):
                made.order(Limits(), warmed=False)
        assert made.is_alive
        await made.aclose()


class TestEnd:
    async def test_a_zygote_that_takes_no_orders_any_more(self, fake: FakeZygote) -> None:
        made = await started(fake)
        fake.hang_up()
        with pytest.raises(LaunchFailed, match="zygote"):
            made.order(Limits(), warmed=False)
        await made.aclose()

    async def test_it_is_killed_and_reaped(self, fake: FakeZygote) -> None:
        made = await started(fake)
        assert made.process is not None
        process = made.process
        assert not process.is_gone()
        await made.aclose()
        assert process.is_gone()

    async def test_one_that_does_not_go_in_time(
        self, fake: FakeZygote, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = await started(fake)
        assert made.process is not None
        monkeypatch.setattr(made.process, "kill", lambda: None)
        with pytest.raises(LaunchFailed, match=r"not gone within 0\.05 s"):
            await made.aclose(within_s=0.05)

    async def test_nothing_to_end(self, fake: FakeZygote) -> None:
        await Zygote(Path("/nowhere"), FILTER).aclose()

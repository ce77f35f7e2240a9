"""The hold on a forked child: killed, heard of and buried in whichever order that comes."""

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from sandbox.errors import LaunchFailed
from sandbox.spec import Limits
from sandbox.warm.child import WarmChild
from sandbox.warm.zygote import Zygote
from tests.support.fake_zygote import FakeZygote, open_files, started
from tests.support.waiting import until

LIMITS = Limits()


@pytest_asyncio.fixture
async def fake(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeZygote]:
    await asyncio.to_thread(int)
    files = open_files()
    fake = FakeZygote(monkeypatch)
    yield fake
    fake.close()
    assert open_files() == files


@pytest_asyncio.fixture
async def made(fake: FakeZygote) -> AsyncIterator[Zygote]:
    made = await started(fake)
    yield made
    await made.aclose()


@pytest_asyncio.fixture
async def child(made: Zygote) -> WarmChild:
    return made.order(LIMITS, warmed=False)


class TestNews:
    async def test_birth_then_end(self, fake: FakeZygote, child: WarmChild) -> None:
        heard: list[str] = []
        child.attend(lambda: heard.append("ended" if child.ended else "born"))
        process = fake.born(0)
        await until(lambda: child.process is not None)
        assert not child.is_gone()
        process.kill()
        await until(child.is_gone)
        fake.ended(0)
        await until(lambda: child.ended is not None)
        assert heard == ["born", "ended"]
        await child.bury()

    async def test_whoever_listens_no_more_hears_nothing(self, fake: FakeZygote, child: WarmChild) -> None:
        heard: list[str] = []
        child.attend(lambda: heard.append("something"))
        child.ignore()
        process = fake.born(0)
        await until(lambda: child.process is not None)
        assert heard == []
        process.kill()
        process.wait()
        fake.ended(0)
        await child.bury()

    async def test_it_is_measured_once_it_is_born(self, fake: FakeZygote, child: WarmChild) -> None:
        with pytest.raises(LaunchFailed, match="measure: the child is not known yet"):
            child.measure()
        process = fake.born(0)
        await until(lambda: child.process is not None)
        assert child.measure() > 0
        process.kill()
        process.wait()
        fake.ended(0)
        await child.bury()


class TestFitness:
    async def test_all_its_walls_stand_before_it_has_work(self, child: WarmChild, made: Zygote) -> None:
        assert child.is_locked
        made.end()
        await child.bury()

    @pytest.mark.parametrize(
        ("limits", "is_fit"),
        [
            (LIMITS, True),
            (replace(LIMITS, wall_s=1.0, stdout_bytes=5), True),  # bounded by the server, not by its birth
            (replace(LIMITS, memory_bytes=1), False),
            (replace(LIMITS, cpu_s=1.0), False),
        ],
    )
    async def test_it_serves_the_bounds_it_was_born_with(
        self, child: WarmChild, made: Zygote, limits: Limits, is_fit: bool
    ) -> None:
        assert child.is_fit(limits) is is_fit
        made.end()
        await child.bury()

    async def test_a_dead_one_serves_nobody(self, fake: FakeZygote, child: WarmChild) -> None:
        process = fake.born(0)
        await until(lambda: child.process is not None)
        assert child.is_fit(LIMITS)
        process.kill()
        process.wait()
        assert not child.is_fit(LIMITS)
        fake.ended(0)
        await until(lambda: child.ended is not None)
        assert not child.is_fit(LIMITS)
        await child.bury()

    async def test_nor_does_a_lost_one(self, child: WarmChild, made: Zygote) -> None:
        made.end()
        assert not child.is_fit(LIMITS)
        await child.bury()


class TestBurial:
    async def test_waits_until_the_end_is_told(self, fake: FakeZygote, child: WarmChild) -> None:
        process = fake.born(0)
        await until(lambda: child.process is not None)
        burial = asyncio.create_task(child.bury())
        await asyncio.to_thread(process.wait)
        await asyncio.sleep(0.01)
        assert not burial.done()
        fake.ended(0)
        await burial

    async def test_a_child_that_is_born_later_is_killed_then(
        self, fake: FakeZygote, child: WarmChild
    ) -> None:
        burial = asyncio.create_task(child.bury())
        await asyncio.sleep(0)
        process = fake.born(0)
        await asyncio.wait_for(asyncio.to_thread(process.wait), timeout=10)
        fake.ended(0)
        await burial

    async def test_ends_with_the_zygote(self, child: WarmChild, made: Zygote) -> None:
        burial = asyncio.create_task(child.bury())
        await asyncio.sleep(0)
        made.end()
        await burial
        assert child.is_lost

    async def test_that_is_given_up_is_done_by_another(self, child: WarmChild, made: Zygote) -> None:
        burial = asyncio.create_task(child.bury())
        await asyncio.sleep(0)
        burial.cancel()
        with pytest.raises(asyncio.CancelledError):
            await burial
        assert not child.is_fit(Limits())
        os.fstat(child.pipes.result)
        made.end()
        await child.bury()
        with pytest.raises(OSError, match="Bad file"):
            os.fstat(child.pipes.result)

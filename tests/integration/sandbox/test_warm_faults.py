"""Zygotes that are killed, stopped or never come up, and callers who give up: no run lost, nothing left."""

import asyncio
import contextlib
import os
import signal
import socket
from pathlib import Path

import pytest

from sandbox import conversation
from sandbox.errors import LaunchFailed
from sandbox.spec import Limits, Returned, RunStatus
from sandbox.warm import runner as warm_runner
from sandbox.warm import zygote
from sandbox.warm.runner import ATTEMPTS, WarmRunner
from sandbox.warm.slot import Slot
from tests.support.leftovers import Newcomers
from tests.support.pools import SPIN, at_rest, kill_zygote, pool, run, zygote_pid
from tests.support.waiting import until


def is_alive(slot: Slot) -> bool:
    return slot.zygote is not None and slot.zygote.is_alive


ONE = "def f(): return 1"
LONG = Limits(wall_s=60, cpu_s=60)


class TestKilledZygotes:
    @pytest.mark.parametrize("parked", [True, False])
    async def test_ten_times_in_a_row_while_idle(self, images_dir: Path, parked: bool) -> None:
        async with pool(images_dir, slots=1, parked=parked) as runner:
            for round_ in range(10):
                await at_rest(runner)
                kill_zygote(runner.slots[0])
                result = await run(runner, f"def f(): return {round_}")
                assert (result.status, result.outcomes) == (RunStatus.COMPLETED, (Returned(round_),))
            await at_rest(runner)
            assert runner.slots[0].replaced == 10

    async def test_ten_times_in_a_row_under_load(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=2) as runner:
            await at_rest(runner)
            tasks = [asyncio.create_task(run(runner, f"def f(): return {n} * 7")) for n in range(60)]
            for round_ in range(10):
                made = runner.made
                await until(lambda made=made: runner.made >= made + 3 or runner.waiting == 0)  # type: ignore[misc]
                kill_zygote(runner.slots[round_ % 2])
            results = await asyncio.gather(*tasks)
            assert [result.outcomes for result in results] == [(Returned(n * 7),) for n in range(60)]
            assert sum(slot.replaced for slot in runner.slots) >= 2

    async def test_a_run_under_way_is_made_again_and_no_more_often_than_bound(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            task = asyncio.create_task(run(runner, SPIN, limits=LONG))
            for attempt in range(ATTEMPTS):
                await until(lambda attempt=attempt: runner.made == attempt + 1)  # type: ignore[misc]
                kill_zygote(runner.slots[0])
            result = await task
            assert (result.status, result.detail) == (
                RunStatus.SANDBOX_FAILED,
                "zygote: it ended without a word",
            )
            assert runner.made == ATTEMPTS
            assert (await run(runner, ONE)).outcomes == (Returned(1),)

    async def test_a_run_that_is_made_again_is_not_refused_for_want_of_room(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1, most_waiting=1) as runner:
            first = asyncio.create_task(run(runner, SPIN, limits=Limits(wall_s=1)))
            await until(lambda: runner.made == 1)
            second = asyncio.create_task(run(runner, ONE))
            await until(lambda: runner.waiting == 1)
            kill_zygote(runner.slots[0])
            assert (await first).status is RunStatus.TIME_LIMIT
            assert (await second).outcomes == (Returned(1),)

    async def test_everything_that_it_made_dies_with_it(self, images_dir: Path) -> None:
        newcomers = Newcomers()
        async with pool(images_dir, slots=1) as runner:
            task = asyncio.create_task(run(runner, SPIN, limits=LONG))
            await until(lambda: runner.made == 1)
            before = [one.pid for one in newcomers.now()]
            kill_zygote(runner.slots[0])
            await until(lambda: runner.slots[0].replaced == 1)
            assert {one.pid for one in newcomers.now()}.isdisjoint(before)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task


class TestStoppedZygotes:
    @pytest.fixture
    def _short(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(conversation, "START_S", 0.3)
        monkeypatch.setattr(conversation, "END_S", 0.3)
        monkeypatch.setattr(warm_runner, "END_S", 0.3)

    @pytest.mark.usefixtures("_short")
    async def test_one_that_forks_no_more_is_replaced(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1, parked=False) as runner:
            os.kill(zygote_pid(runner.slots[0]), signal.SIGSTOP)
            assert (await run(runner, ONE)).outcomes == (Returned(1),)
            assert runner.slots[0].replaced == 1

    @pytest.mark.usefixtures("_short")
    async def test_one_that_tells_of_no_end_is_replaced(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            os.kill(zygote_pid(runner.slots[0]), signal.SIGSTOP)
            assert (await run(runner, ONE)).outcomes == (Returned(1),)
            await at_rest(runner)
            assert runner.slots[0].replaced == 1

    async def test_a_slot_stays_taken_while_nothing_is_told_of_the_end(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            pid = zygote_pid(runner.slots[0])
            os.kill(pid, signal.SIGSTOP)
            assert (await run(runner, ONE)).outcomes == (Returned(1),)
            second = asyncio.create_task(run(runner, ONE))
            await asyncio.sleep(0.1)
            assert (runner.busy, runner.waiting) == (1, 1)
            os.kill(pid, signal.SIGCONT)
            assert (await second).outcomes == (Returned(1),)
            assert runner.slots[0].replaced == 0


class TestIdleSlots:
    async def test_one_whose_zygote_dies_is_mended_before_it_is_wanted(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=2) as runner:
            await at_rest(runner)
            first, second = runner.slots
            kill_zygote(first)
            await until(lambda: not first.is_alive)
            await runner.rest()
            assert first.is_alive
            assert first.has_parked
            assert (first.replaced, second.replaced) == (1, 0)
            assert [(await run(runner, ONE)).outcomes for _ in range(3)] == [(Returned(1),)] * 3

    async def test_so_it_is_after_a_run_in_another(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=2) as runner:
            await at_rest(runner)
            for slot in runner.slots:
                kill_zygote(slot)
            await until(lambda: not any(slot.is_alive for slot in runner.slots))
            assert (await run(runner, ONE)).outcomes == (Returned(1),)
            await until(lambda: all(slot.is_alive for slot in runner.slots))
            assert runner.busy <= 1


class TestCallersWhoGiveUp:
    async def test_while_they_wait_for_a_turn(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            busy = asyncio.create_task(run(runner, SPIN, limits=Limits(wall_s=0.3)))
            await until(lambda: runner.busy == 1)
            waiting = [asyncio.create_task(run(runner, ONE)) for _ in range(3)]
            await until(lambda: runner.waiting == 3)
            for task in waiting[:2]:
                task.cancel()
            await until(lambda: runner.waiting == 1)
            assert (await busy).status is RunStatus.TIME_LIMIT
            assert (await waiting[2]).outcomes == (Returned(1),)
            await at_rest(runner)

    @pytest.mark.parametrize("parked", [True, False])
    async def test_at_any_moment_of_a_run(self, images_dir: Path, parked: bool) -> None:
        newcomers = Newcomers()
        async with pool(images_dir, slots=2, parked=parked) as runner:
            await asyncio.gather(*(run(runner, ONE) for _ in range(8)))
            await at_rest(runner)
            held = newcomers.held()
            for steps in range(12):
                tasks = [asyncio.create_task(run(runner, SPIN, limits=LONG)) for _ in range(3)]
                for _ in range(steps):
                    await asyncio.sleep(0)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                assert all(task.cancelled() for task in tasks)
            assert (await run(runner, ONE)).outcomes == (Returned(1),)
            await at_rest(runner)
            await newcomers.come_to(held)
            assert sum(slot.replaced for slot in runner.slots) == 0

    @pytest.mark.parametrize("delay_s", [0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4])
    async def test_while_the_pool_starts(self, images_dir: Path, delay_s: float) -> None:
        await asyncio.to_thread(int)
        newcomers = Newcomers()
        runner = WarmRunner(images_dir, slots=3)
        task = asyncio.create_task(run(runner, SPIN, limits=LONG))
        await asyncio.sleep(delay_s)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await run(runner, ONE)).outcomes == (Returned(1),)
        await runner.aclose()
        await until(lambda: newcomers.now() == [])

    async def test_when_one_zygote_is_up_and_another_is_not(
        self, images_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        newcomers = Newcomers()
        started = asyncio.Event()
        real_start = zygote.Zygote.start

        async def start_one(self: zygote.Zygote, *args: object) -> None:
            if started.is_set():
                await asyncio.Event().wait()
            started.set()
            await real_start(self)

        monkeypatch.setattr(zygote.Zygote, "start", start_one)
        runner = WarmRunner(images_dir, slots=2)
        task = asyncio.create_task(runner.start())
        await until(lambda: len(newcomers.now()) > 0)
        await asyncio.sleep(1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await runner.aclose()
        await until(lambda: newcomers.now() == [])


class TestAHostThatIsShortOfFiles:
    async def test_is_our_fault_and_passes(self, images_dir: Path) -> None:
        def refuse(*args: object) -> None:
            raise OSError(24, "Too many open files")

        async with pool(images_dir, slots=1, parked=False) as runner:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(os, "pipe2", refuse)
                result = await run(runner, ONE)
            assert (result.status, result.detail) == (
                RunStatus.SANDBOX_FAILED,
                "pipes: Too many open files",
            )
            assert (await run(runner, ONE)).outcomes == (Returned(1),)

    async def test_a_zygote_that_cannot_be_replaced_is_replaced_later(self, images_dir: Path) -> None:
        def refuse(*args: object) -> None:
            raise OSError(24, "Too many open files")

        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(socket, "socketpair", refuse)
                kill_zygote(runner.slots[0])
                await until(lambda: not is_alive(runner.slots[0]))
                result = await run(runner, ONE)
                await until(lambda: runner.busy == 0)
            assert (result.status, result.detail) == (
                RunStatus.SANDBOX_FAILED,
                "launch: Too many open files",
            )
            assert (await run(runner, ONE)).outcomes == (Returned(1),)


async def test_a_pool_that_could_not_start_starts_later(
    images_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newcomers = Newcomers()
    runner = WarmRunner(images_dir, slots=2)
    with monkeypatch.context() as patch, contextlib.ExitStack() as stack:
        patch.setattr(zygote, "START_S", 0.0)
        stack.enter_context(pytest.raises(LaunchFailed, match="not ready within 0 s"))
        await run(runner, ONE)
    assert newcomers.now() == []
    assert (await run(runner, ONE)).outcomes == (Returned(1),)
    await runner.aclose()
    assert newcomers.now() == []

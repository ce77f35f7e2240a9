"""The warm path's own promises: children ready ahead, generations, nothing shared, turns, an orderly end."""

import asyncio
from pathlib import Path

import psutil
import pytest

from sandbox.spec import Limits, Returned, RunStatus
from sandbox.warm.runner import WarmRunner
from tests.support.leftovers import Newcomers
from tests.support.pools import SPIN, at_rest, pool, run, value, zygote_pid
from tests.support.waiting import until

SHORT = Limits(wall_s=0.3)
ONE = "def f(): return 1"


class TestParkedChildren:
    async def test_one_is_ready_ahead_in_each_slot_and_is_used_once(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=2) as runner:
            await at_rest(runner)
            assert [slot.has_parked for slot in runner.slots] == [True, True]
            for _ in range(3):
                assert (await run(runner, ONE)).outcomes == (Returned(1),)
                await at_rest(runner)
            forked = [slot.zygote.forked for slot in runner.slots if slot.zygote]
            assert sum(forked) == 3 + 2
            assert runner.made == 3

    async def test_none_is_forked_before_it_is_wanted(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1, parked=False) as runner:
            (slot,) = runner.slots
            for count in range(3):
                assert not slot.has_parked
                assert slot.zygote is not None
                assert slot.zygote.forked == count
                assert (await run(runner, ONE)).outcomes == (Returned(1),)
                await at_rest(runner)

    async def test_one_that_has_died_is_not_used(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            (slot,) = runner.slots
            (parked,) = psutil.Process(zygote_pid(slot)).children()
            parked.kill()
            await until(lambda: slot._ready is None or not slot._ready.is_fit(Limits()))
            assert (await run(runner, ONE)).outcomes == (Returned(1),)

    async def test_what_warmed_it_up_is_not_seen(self, images_dir: Path) -> None:
        body = "import sys\nreturn 'warm' in str(sorted(sys.modules)), 'submission' in sys.modules"
        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            assert await value(runner, body) == (False, True)


class TestGenerations:
    @pytest.mark.parametrize("parked", [True, False])
    async def test_a_zygote_is_replaced_after_so_many_children(self, images_dir: Path, parked: bool) -> None:
        async with pool(images_dir, slots=1, parked=parked, generation=3) as runner:
            hashes = []
            for _ in range(7):
                hashes.append(await value(runner, "return hash('x')"))
                await at_rest(runner)
            assert runner.slots[0].replaced == 2
        assert [len(set(hashes[start : start + 3])) for start in (0, 3, 6)] == [1, 1, 1]
        assert len(set(hashes)) == 3

    async def test_no_run_fails_while_zygotes_change(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=2, generation=2) as runner:
            results = await asyncio.gather(*(run(runner, f"def f(): return {n}") for n in range(12)))
            assert [result.outcomes for result in results] == [(Returned(n),) for n in range(12)]
            assert sum(slot.replaced for slot in runner.slots) >= 4


class TestNothingIsShared:
    async def test_random_numbers_differ_between_children_of_one_zygote(self, images_dir: Path) -> None:
        body = """
            import random
            drawn = random.random(), float(np.random.rand()), float(np.random.default_rng().random())
            return (hash('x'), *drawn)
        """
        async with pool(images_dir, slots=1) as runner:
            told = [await value(runner, body) for _ in range(3)]
        columns = list(zip(*(one for one in told if isinstance(one, tuple)), strict=True))
        assert [len(set(column)) for column in columns] == [1, 3, 3, 3]

    async def test_fresh_memory_shows_nothing_of_an_earlier_child(self, images_dir: Path) -> None:
        fill = "import numpy as np\nkept = np.full(1 << 22, 0x5EC4E7CA)\ndef f(): return int(kept[0])"
        # What is looked for must not stand in the memory of the child that looks.
        look = """
            found = 0
            for size in [1 << n for n in range(4, 22)]:
                for _ in range(8):
                    found += int((np.empty(size, np.int64) + 1 == 0x5EC4E7CB).sum())
            return found
        """
        async with pool(images_dir, slots=1) as runner:
            for _ in range(3):
                assert (await run(runner, fill)).outcomes == (Returned(0x5EC4E7CA),)
                assert await value(runner, look) == 0

    async def test_what_one_child_alters_the_next_has_as_it_was(self, images_dir: Path) -> None:
        spoil = """
            import numpy, os, sys
            def f():
                global len
                len = None
                numpy.zeros = None
                sys.path.append("/spoiled")
                os.environ["SPOILED"] = "1"
                numpy.seterr(all="raise")
                sys.setrecursionlimit(50)
                return 1
        """
        look = """
            import os, sys
            return len(os.environ), "/spoiled" in sys.path, np.geterr()["divide"], sys.getrecursionlimit(), \\
                len(np.zeros(3))
        """
        async with pool(images_dir, slots=1) as runner:
            before = await value(runner, look)
            assert (await run(runner, spoil)).outcomes == (Returned(1),)
            assert await value(runner, look) == before


class TestTurns:
    async def test_a_flood_of_one_lane_does_not_delay_the_first_of_another(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            order: list[str] = []

            async def one(lane: str) -> None:
                result = await run(runner, ONE, lane=lane)
                assert result.outcomes == (Returned(1),)
                order.append(lane)

            flood = [asyncio.create_task(one("many")) for _ in range(20)]
            await asyncio.sleep(0)  # each goes as far as the queue: that is before the first one is through
            assert (runner.waiting, order) == (19, [])
            await asyncio.gather(one("few"), *flood)
        assert order.index("few") <= 2

    async def test_too_many_are_told_so_at_once(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1, most_waiting=1) as runner:
            busy = asyncio.create_task(run(runner, SPIN, limits=SHORT))
            await until(lambda: runner.busy == 1)
            waits = asyncio.create_task(run(runner, ONE))
            await until(lambda: runner.waiting == 1)
            refused = await run(runner, ONE)
            assert (refused.status, refused.detail) == (
                RunStatus.SANDBOX_FAILED,
                "1 runs wait already; try again later",
            )
            assert len(refused.outcomes) == len(refused.call_output) == 1
            assert (await busy).status is RunStatus.TIME_LIMIT
            assert (await waits).outcomes == (Returned(1),)

    async def test_a_slot_is_free_once_its_child_is_gone(self, images_dir: Path) -> None:
        newcomers = Newcomers()
        async with pool(images_dir, slots=1, parked=False) as runner:
            (slot,) = runner.slots
            zygote = psutil.Process(zygote_pid(slot))
            tasks = [asyncio.create_task(run(runner, SPIN, limits=SHORT)) for _ in range(3)]
            most = 0
            while not all(task.done() for task in tasks):
                alive = [one for one in zygote.children() if one.status() != psutil.STATUS_ZOMBIE]
                most = max(most, len(alive))
                await asyncio.sleep(0.005)
            assert [task.result().status for task in tasks] == [RunStatus.TIME_LIMIT] * 3
            assert most == 1
        assert newcomers.now() == []


class TestTheEnd:
    async def test_what_was_taken_on_is_finished(self, images_dir: Path) -> None:
        newcomers = Newcomers()
        runner = WarmRunner(images_dir, slots=2)
        await runner.start()
        tasks = [asyncio.create_task(run(runner, f"def f(): return {n}")) for n in range(8)]
        await until(lambda: runner.made > 0)
        await runner.aclose()
        assert [task.result().outcomes for task in tasks] == [(Returned(n),) for n in range(8)]
        assert newcomers.now() == []
        refused = await run(runner, ONE)
        assert (refused.status, refused.detail) == (RunStatus.SANDBOX_FAILED, "the runner is closing")

    async def test_twice_or_without_a_beginning_is_no_harm(self, images_dir: Path) -> None:
        runner = WarmRunner(images_dir)
        await runner.aclose()
        await runner.aclose()

    async def test_answers_are_given_before_the_child_is_gone(self, images_dir: Path) -> None:
        source = """
            class Late:
                def __del__(self):
                    while True: pass
            def f():
                global late
                late = Late()
                return 1
        """
        async with pool(images_dir, slots=1) as runner:
            result = await run(runner, source, limits=Limits(wall_s=60, cpu_s=60))
            assert (result.status, result.outcomes) == (RunStatus.COMPLETED, (Returned(1),))


class TestBounds:
    async def test_three_hundred_runs_leave_nothing(self, images_dir: Path) -> None:
        newcomers = Newcomers()
        async with pool(images_dir, slots=2, generation=70) as runner:
            await asyncio.gather(*(run(runner, ONE) for _ in range(8)))
            await at_rest(runner)
            held = newcomers.held()
            for _ in range(10):
                results = await asyncio.gather(*(run(runner, ONE) for _ in range(30)))
                assert {result.status for result in results} == {RunStatus.COMPLETED}
            await newcomers.come_to(held)

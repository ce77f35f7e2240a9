"""The warm path while others wait: processors, children ordered ahead, slots given on."""

import asyncio
from pathlib import Path

import psutil
import pytest

from sandbox import conversation, outcome, processors
from sandbox.conversation import Conversation
from sandbox.ending import End
from sandbox.spec import Limits, MemoryBound, Returned, RunResult, RunSpec
from tests.support.leftovers import Newcomers
from tests.support.pools import at_rest, kill_zygote, pool, run, zygote_pid
from tests.support.waiting import until

ONE = "def f(): return 1"


class TestProcessors:
    async def test_each_of_as_many_slots_keeps_to_its_own(self, images_dir: Path) -> None:
        allowed = processors.allowed()
        async with pool(images_dir, slots=len(allowed)) as runner:
            assert [slot.processor for slot in runner.slots] == allowed
            for slot in runner.slots:
                assert psutil.Process(zygote_pid(slot)).cpu_affinity() == [slot.processor]
            kill_zygote(runner.slots[0])
            await until(lambda: not runner.slots[0].is_well)
            await runner.slots[0].renew()
            assert psutil.Process(zygote_pid(runner.slots[0])).cpu_affinity() == allowed[:1]

    async def test_the_one_more_runs_where_there_is_room(self, images_dir: Path) -> None:
        allowed = processors.allowed()
        async with pool(images_dir) as runner:
            assert [slot.processor for slot in runner.slots] == [*allowed, None]
            assert psutil.Process(zygote_pid(runner.slots[-1])).cpu_affinity() == allowed


class TestUnderLoad:
    async def test_the_next_child_is_ordered_ahead_and_none_in_vain(self, images_dir: Path) -> None:
        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            results = await asyncio.gather(*(run(runner, f"def f(): return {n}") for n in range(9)))
            assert [result.outcomes for result in results] == [(Returned(n),) for n in range(9)]
            await at_rest(runner)
            (slot,) = runner.slots
            assert slot.zygote is not None
            assert (runner.made, slot.zygote.forked) == (9, 9 + 1)

    async def test_runs_that_are_bound_in_turn_otherwise_cost_few_children_more(
        self, images_dir: Path
    ) -> None:
        async with pool(images_dir, slots=1) as runner:
            bounds = [Limits(), Limits(memory_bytes=1 << 28)]
            results = await asyncio.gather(*(run(runner, ONE, limits=bounds[n % 2]) for n in range(8)))
            assert [result.outcomes for result in results] == [(Returned(1),)] * 8
            await at_rest(runner)
            (slot,) = runner.slots
            assert slot.zygote is not None
            assert runner.made == 8
            assert slot.zygote.forked <= 8 + 1 + 1

    async def test_one_who_leaves_while_a_child_that_does_not_fit_goes_leaves_nothing(
        self, images_dir: Path
    ) -> None:
        newcomers = Newcomers()
        async with pool(images_dir, slots=1) as runner:
            for memory_bytes in (1 << 28, 1 << 29):  # whatever is opened once
                await run(runner, ONE, limits=Limits(memory_bytes=memory_bytes))
            await at_rest(runner)
            held = newcomers.held()
            (slot,) = runner.slots
            for steps in range(20):
                assert slot._ready is not None
                other = Limits(memory_bytes=(1 << 28) + steps)
                task = asyncio.create_task(run(runner, ONE, limits=other))
                for _ in range(steps % 5):
                    await asyncio.sleep(0)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                slot.park(warmed=False)
                await at_rest(runner)
            await newcomers.come_to(held)
            assert (await run(runner, ONE)).outcomes == (Returned(1),)

    async def test_a_slot_goes_on_before_the_last_answers_are_read(
        self, images_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen: list[int] = []
        real_tell = outcome.tell

        def tell(spec: RunSpec, held: Conversation, end: End, *, memory_bound: MemoryBound) -> RunResult:
            seen.append(runner.waiting)
            return real_tell(spec, held, end, memory_bound=memory_bound)

        monkeypatch.setattr(outcome, "tell", tell)
        monkeypatch.setattr(conversation, "PATIENCE_S", 60.0)
        async with pool(images_dir, slots=1) as runner:
            await at_rest(runner)
            await asyncio.gather(*(run(runner, ONE) for _ in range(6)))
        # Whoever is told an outcome finds the next one in the slot: nobody but the first two ends beside all.
        assert seen[1:] == [3, 2, 1, 0, 0]

"""Turns: lanes go round, nobody starves, and no turn is lost, whoever gives up waiting and when."""

import asyncio
from collections import Counter, deque

from hypothesis import given
from hypothesis import strategies as st

from sandbox.warm.queue import FairQueue

LANES = st.sampled_from("abcd")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("come"), LANES),
        st.tuples(st.just("finish"), st.just("")),
        st.tuples(st.just("leave"), LANES),
        st.tuples(st.just("rest"), st.just("")),
    ),
    max_size=60,
)


class Hall:
    """Those who wait in a queue, in the order in which their turn came."""

    def __init__(self, free: int, most_waiting: int = 1000) -> None:
        self.queue = FairQueue(free, most_waiting=most_waiting)
        self.free = free
        self.served: list[str] = []
        self.refused: list[str] = []
        self.holding = 0
        self._tasks: dict[str, deque[asyncio.Task[None]]] = {}

    async def come(self, lane: str) -> None:
        task = asyncio.create_task(self._wait(lane))
        self._tasks.setdefault(lane, deque()).append(task)
        await rest()

    async def _wait(self, lane: str) -> None:
        if await self.queue.take(lane):
            self.served.append(lane)
            self.holding += 1
        else:
            self.refused.append(lane)

    def finish(self) -> None:
        if self.holding:
            self.holding -= 1
            self.queue.give_back()

    def leave(self, lane: str) -> None:
        """Let the one who came first and still waits go away."""
        for task in self._tasks.get(lane, ()):
            if not task.done() and not task.cancelling():
                task.cancel()
                return

    async def finish_all(self) -> None:
        await rest()
        while self.holding:
            self.finish()
            await rest()


async def rest() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


class TestTurns:
    async def test_the_first_ones_go_in_at_once(self) -> None:
        hall = Hall(2)
        for lane in "aab":
            await hall.come(lane)
        assert hall.served == ["a", "a"]
        assert hall.queue.waiting == 1

    async def test_two_hundred_of_one_delay_the_first_of_another_by_one_turn(self) -> None:
        hall = Hall(1)
        for _ in range(200):
            await hall.come("many")
        await hall.come("few")
        for _ in range(2):
            hall.finish()
            await rest()
        assert hall.served == ["many", "many", "few"]
        await hall.finish_all()
        assert Counter(hall.served) == {"many": 200, "few": 1}

    @given(st.lists(LANES, min_size=1, max_size=40), st.integers(1, 3))
    def test_no_lane_gets_a_second_turn_before_each_other_that_waits_has_had_one(
        self, lanes: list[str], free: int
    ) -> None:
        async def scenario() -> None:
            hall = Hall(free)
            for lane in lanes:
                await hall.come(lane)
            left = Counter(lanes) - Counter(hall.served)
            assert hall.queue.waiting == left.total()
            while left:
                came_before = len(hall.served)
                waiting = set(left)
                for _ in waiting:
                    hall.finish()
                    await rest()
                round_ = hall.served[came_before:]
                assert set(round_) == waiting
                left -= Counter(round_)
            await hall.finish_all()
            assert Counter(hall.served) == Counter(lanes)

        asyncio.run(scenario())

    @given(st.integers(0, 20))
    def test_within_a_lane_who_came_first_goes_first(self, count: int) -> None:
        async def scenario() -> None:
            queue = FairQueue(1, most_waiting=100)
            served: list[int] = []

            async def one(number: int) -> None:
                await queue.take("lane")
                served.append(number)
                queue.give_back()

            assert await queue.take("other")
            tasks = [asyncio.create_task(one(number)) for number in range(count)]
            await rest()
            queue.give_back()
            await asyncio.gather(*tasks)
            assert served == list(range(count))

        asyncio.run(scenario())


class TestBound:
    async def test_too_many_are_refused_at_once(self) -> None:
        hall = Hall(1, most_waiting=2)
        for lane in "abcd":
            await hall.come(lane)
        assert (hall.served, hall.refused, hall.queue.waiting) == (["a"], ["d"], 2)

    async def test_nobody_may_wait(self) -> None:
        hall = Hall(1, most_waiting=0)
        for lane in "aab":
            await hall.come(lane)
        assert (hall.served, hall.refused) == (["a"], ["a", "b"])
        hall.finish()
        await hall.come("c")
        assert hall.served == ["a", "c"]


class TestGivingUp:
    async def test_a_place_in_the_queue_is_given_up(self) -> None:
        hall = Hall(1)
        for lane in "abc":
            await hall.come(lane)
        hall.leave("b")
        await rest()
        assert hall.queue.waiting == 1
        await hall.finish_all()
        assert hall.served == ["a", "c"]

    async def test_a_turn_that_came_too_late_goes_on_to_the_next(self) -> None:
        hall = Hall(1)
        for lane in "abc":
            await hall.come(lane)
        hall.finish()
        hall.leave("b")  # its turn is there, and it has not noticed
        await rest()
        assert hall.served == ["a", "c"]

    async def test_someone_who_left_is_passed_over(self) -> None:
        hall = Hall(1)
        for lane in "abc":
            await hall.come(lane)
        hall.leave("b")
        hall.finish()  # before the one who left could say so
        await rest()
        assert hall.served == ["a", "c"]
        assert hall.queue.waiting == 0

    @given(STEPS, st.integers(1, 3), st.integers(0, 6))
    def test_no_turn_is_lost_or_made_up(
        self, steps: list[tuple[str, str]], free: int, most_waiting: int
    ) -> None:
        async def scenario() -> None:
            hall = Hall(free, most_waiting)
            for step, lane in steps:
                if step == "come":
                    await hall.come(lane)
                elif step == "leave":
                    hall.leave(lane)
                elif step == "finish":
                    hall.finish()
                else:
                    await rest()
                assert 0 <= hall.holding <= free
                assert 0 <= hall.queue.waiting <= most_waiting
            await hall.finish_all()
            assert hall.queue.waiting == 0
            for _ in range(free + 1):
                await hall.come("last")
            assert hall.holding == free  # as many turns as at first

            await hall.finish_all()
            assert hall.queue.waiting == 0

        asyncio.run(scenario())

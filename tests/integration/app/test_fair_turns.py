"""Turns in the queue go round: among addresses, and among the owners at one address."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.db import Database
from app.core.ids import SubmissionId
from app.core.settings import Settings
from app.jobs.lane import Lane
from app.jobs.local import LocalQueue
from app.jobs.queue import Queue, QueueRules
from app.migrations import migrate_to_head
from tests.support.queues import add_kata, claim, finish, submit

ANNA, BEN, CARL = Lane("school", "anna"), Lane("school", "ben"), Lane("home", "carl")


@pytest.fixture
async def queue(database: Database) -> Queue:
    await add_kata(database)
    return LocalQueue(database, rules=QueueRules(lease=timedelta(hours=1)))


class Turns:
    """Notes whose jobs are claimed, by lane."""

    def __init__(self, database: Database, queue: Queue) -> None:
        self._database = database
        self._queue = queue
        self._lanes: dict[SubmissionId, Lane] = {}
        self.ids: list[SubmissionId] = []

    async def submit(self, lane: Lane, count: int = 1) -> list[SubmissionId]:
        ids = await submit(self._database, self._queue, lane, count=count)
        self._lanes.update(dict.fromkeys(ids, lane))
        return ids

    async def take(self) -> Lane:
        """Claim one job and end it."""
        job = await claim(self._queue)
        assert await finish(self._database, self._queue, job)
        self.ids.append(job.submission_id)
        return self._lanes[job.submission_id]

    async def take_all(self, count: int) -> list[Lane]:
        return [await self.take() for _ in range(count)]


@pytest.fixture
def turns(database: Database, queue: Queue) -> Turns:
    return Turns(database, queue)


@pytest.mark.parametrize("newcomer", [BEN, CARL, Lane("school", "school")])
async def test_a_first_submission_does_not_wait_behind_a_flood(turns: Turns, newcomer: Lane) -> None:
    await turns.submit(ANNA, 200)
    assert await turns.take_all(2) == [ANNA, ANNA]
    await turns.submit(newcomer)
    assert await turns.take() == newcomer


async def test_it_does_not_either_while_a_job_of_the_flood_runs(
    database: Database, queue: Queue, turns: Turns
) -> None:
    await turns.submit(ANNA, 200)
    running = await claim(queue)
    await turns.submit(BEN)
    assert await turns.take() == BEN
    assert await finish(database, queue, running)


@pytest.mark.parametrize("other", [BEN, CARL])
async def test_two_owners_alternate(turns: Turns, other: Lane) -> None:
    await turns.submit(ANNA, 5)
    await turns.submit(other, 5)
    assert await turns.take_all(10) == [ANNA, other] * 5


async def test_many_owners_go_round(turns: Turns) -> None:
    lanes = [Lane(f"address-{number % 3}", f"owner-{number}") for number in range(9)]
    for lane in lanes:
        await turns.submit(lane, 4)
    for _ in range(4):
        assert Counter(await turns.take_all(9)) == Counter(lanes)


async def test_the_jobs_of_one_owner_keep_their_order(turns: Turns) -> None:
    first, second = await turns.submit(ANNA, 2)
    other = await turns.submit(BEN)
    (third,) = await turns.submit(ANNA)
    await turns.take_all(4)
    assert turns.ids == [first, *other, second, third]


async def test_made_up_visitors_share_the_turns_of_their_address(turns: Turns) -> None:
    for number in range(50):
        await turns.submit(Lane("flood", f"made-up-{number}"))
    assert (await turns.take()).address == "flood"
    await turns.submit(CARL, 3)
    assert await turns.take() == CARL
    assert Counter(lane.address for lane in await turns.take_all(5)) == {"flood": 3, "home": 2}


async def test_a_waiting_job_is_not_passed_for_ever_by_new_owners(turns: Turns) -> None:
    await turns.submit(ANNA, 2)
    assert await turns.take() == ANNA
    for number in itertools.count():
        await turns.submit(Lane("school", f"new-{number}"))
        if await turns.take() == ANNA:
            break
        assert number < 3


async def test_who_was_served_and_comes_back_alternates_with_who_waits(turns: Turns) -> None:
    await turns.submit(ANNA, 20)
    await turns.take()
    taken = []
    for _ in range(4):
        await turns.submit(CARL)
        taken += await turns.take_all(2)
    assert taken == [CARL, ANNA] * 4


async def test_a_job_that_was_given_back_keeps_its_turn(queue: Queue, turns: Turns) -> None:
    first, *_ = await turns.submit(ANNA, 3)
    await turns.submit(BEN, 3)
    assert await queue.release(await claim(queue), pause=timedelta(), failed=True)
    await turns.take()
    assert turns.ids == [first]


async def test_many_claimers_and_senders_at_once(database: Database, queue: Queue, turns: Turns) -> None:
    lanes = [ANNA, BEN, CARL]
    await asyncio.gather(*(turns.submit(lane) for lane in lanes for _ in range(4)))
    claimed = await asyncio.gather(*(queue.claim(f"w{number}") for number in range(6)))
    jobs = [job for job in claimed if job is not None]
    while (job := await queue.claim("late")) is not None:
        jobs.append(job)
    assert len({job.submission_id for job in jobs}) == len(jobs) == 12


@pytest.fixture
async def sqlite_turns(tmp_path: Path) -> AsyncIterator[Turns]:
    """Turns on SQLite alone: what is tried in hundreds of ways takes too long on both."""
    url = Settings(data_dir=tmp_path).url
    migrate_to_head(url)
    database = Database(url)
    await add_kata(database)
    yield Turns(database, LocalQueue(database))
    await database.aclose()


STEPS = st.lists(st.none() | st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=40)
"""None takes a job, a pair submits one for an owner at an address."""


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
async def test_no_address_is_passed_more_than_twice_by_another(
    sqlite_turns: Turns, steps: list[tuple[int, int] | None]
) -> None:
    waiting: Counter[str] = Counter()
    passed: Counter[tuple[str, str]] = Counter()
    for step in (*steps, *[None] * len(steps)):
        if step is not None:
            address, owner = f"address-{step[0]}", f"owner-{step[1]}"
            await sqlite_turns.submit(Lane(address, owner))
            waiting[address] += 1
        elif waiting.total():
            taken = (await sqlite_turns.take()).address
            waiting[taken] -= 1
            for other in waiting:
                # Whoever was just served, or waits for nothing, was not passed by anybody.
                passed[other, taken] = passed[other, taken] + 1 if waiting[other] else 0
                passed[taken, other] = 0
            assert max(passed.values()) <= 2
    assert waiting.total() == 0

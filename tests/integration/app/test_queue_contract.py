"""The contract of the queue port. Every engine has to pass it, on every database that it works on."""

import asyncio
from datetime import datetime, timedelta

import pytest

from app.core.db import Database
from app.core.ids import SubmissionId
from app.jobs.lane import SHARED_LANE, Lane, QueueLoad, Waiting
from app.jobs.local import LocalQueue
from app.jobs.queue import Queue, QueueRules
from app.models import Submission, SubmissionStatus
from tests.support.queues import BEGIN, add_kata, claim, finish, submit

NO_PAUSE = timedelta()


class HandClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def queue(database: Database, clock: HandClock) -> Queue:
    await add_kata(database)
    return LocalQueue(database, rules=QueueRules(lease=timedelta(seconds=10), max_lost_runs=3), clock=clock)


async def _submit(database: Database, queue: Queue) -> SubmissionId:
    (submission_id,) = await submit(database, queue)
    return submission_id


async def _status(database: Database, submission_id: SubmissionId) -> SubmissionStatus:
    async with database.read() as session:
        return (await session.get_one(Submission, submission_id)).status


async def test_an_empty_queue_gives_nothing(queue: Queue) -> None:
    assert await queue.claim("w") is None


async def test_jobs_come_in_order_and_once(database: Database, queue: Queue) -> None:
    first, second = await _submit(database, queue), await _submit(database, queue)
    claimed = [await claim(queue), await claim(queue)]
    assert [job.submission_id for job in claimed] == [first, second]
    assert await queue.claim("w") is None


async def test_a_job_of_a_transaction_that_failed_does_not_exist(database: Database, queue: Queue) -> None:
    submission_id = await _submit(database, queue)
    await claim(queue)

    async def broken() -> None:
        async with database.write() as session:
            await queue.enqueue(session, submission_id=submission_id, request_no=2, lane=SHARED_LANE)
            raise LookupError

    with pytest.raises(LookupError):
        await broken()
    async with database.read() as session:
        assert (await queue.load(session)).waiting == 0


async def test_many_claimers_share_without_doubles(database: Database, queue: Queue) -> None:
    submitted = {await _submit(database, queue) for _ in range(6)}
    claimed = await asyncio.gather(*(queue.claim(f"w{number}") for number in range(10)))
    jobs = [job for job in claimed if job is not None]
    # Two that reach for the same row at once may both come away empty; nothing is handed out twice.
    while (job := await queue.claim("late")) is not None:
        jobs.append(job)
    assert len(jobs) == 6
    assert {job.submission_id for job in jobs} == submitted


async def test_a_claim_marks_the_submission_and_raises_the_run(database: Database, queue: Queue) -> None:
    submission_id = await _submit(database, queue)
    job = await claim(queue)
    assert job.run_no == 1
    assert await _status(database, submission_id) is SubmissionStatus.RUNNING


async def test_a_finished_job_is_gone(database: Database, queue: Queue, clock: HandClock) -> None:
    await _submit(database, queue)
    job = await claim(queue)
    assert await finish(database, queue, job)
    clock.now += timedelta(hours=1)
    assert await queue.reap() == []
    assert await queue.claim("w") is None


async def test_a_job_is_finished_once(database: Database, queue: Queue) -> None:
    await _submit(database, queue)
    job = await claim(queue)
    assert await finish(database, queue, job)
    assert not await finish(database, queue, job)


async def test_a_heartbeat_keeps_the_lease(database: Database, queue: Queue, clock: HandClock) -> None:
    await _submit(database, queue)
    job = await claim(queue)
    for _ in range(5):
        clock.now += timedelta(seconds=8)
        assert await queue.heartbeat(job)
        assert await queue.reap() == []


async def test_a_silent_worker_loses_its_job_and_its_result(
    database: Database, queue: Queue, clock: HandClock
) -> None:
    submission_id = await _submit(database, queue)
    late = await claim(queue, "silent")
    clock.now += timedelta(seconds=11)
    lost = await queue.reap()
    assert [(run.submission_id, run.given_up) for run in lost] == [(submission_id, False)]
    assert await _status(database, submission_id) is SubmissionStatus.QUEUED
    fresh = await claim(queue, "fresh")
    assert fresh.run_no == late.run_no + 1
    assert not await queue.heartbeat(late)
    assert not await finish(database, queue, late)
    assert not await queue.release(late, pause=NO_PAUSE, failed=True)
    assert await finish(database, queue, fresh)


async def test_the_last_lost_run_ends_it(database: Database, queue: Queue, clock: HandClock) -> None:
    submission_id = await _submit(database, queue)
    given_up = []
    for _ in range(3):
        await claim(queue)
        clock.now += timedelta(seconds=11)
        given_up += [run.given_up for run in await queue.reap()]
    assert given_up == [False, False, True]
    assert await _status(database, submission_id) is SubmissionStatus.FAILED
    assert await queue.claim("w") is None


async def test_a_released_job_waits_for_its_pause(database: Database, queue: Queue, clock: HandClock) -> None:
    submission_id = await _submit(database, queue)
    assert await queue.release(await claim(queue), pause=timedelta(seconds=5), failed=True)
    assert await _status(database, submission_id) is SubmissionStatus.QUEUED
    assert await queue.claim("w") is None
    clock.now += timedelta(seconds=5)
    job = await claim(queue)
    assert (job.attempts, job.run_no) == (1, 2)


async def test_a_drained_job_counts_no_attempt(database: Database, queue: Queue) -> None:
    await _submit(database, queue)
    assert await queue.release(await claim(queue), pause=NO_PAUSE, failed=False)
    assert (await claim(queue)).attempts == 0


async def test_a_later_request_waits_for_the_earlier_one(database: Database, queue: Queue) -> None:
    submission_id = await _submit(database, queue)
    async with database.write() as session:
        await queue.enqueue(session, submission_id=submission_id, request_no=2, lane=SHARED_LANE)
    first = await claim(queue)
    assert await queue.claim("w") is None
    assert await finish(database, queue, first)
    assert (await claim(queue)).request_no == 2


async def test_waiting_counts_what_nobody_claimed(database: Database, queue: Queue) -> None:
    await _submit(database, queue)
    await _submit(database, queue)
    await claim(queue)
    async with database.read() as session:
        assert (await queue.load(session)).waiting == 1


async def test_what_waits_is_counted_by_lane(database: Database, queue: Queue) -> None:
    for lane, count in ((Lane("a", "x"), 3), (Lane("a", "y"), 1), (Lane("b", "x"), 2)):
        await submit(database, queue, lane, count=count)
    await claim(queue)
    async with database.read() as session:
        assert await queue.waiting_of(session, Lane("a", "x")) == Waiting(5, 3, 2)
        assert await queue.waiting_of(session, Lane("c", "x")) == Waiting(5, 0, 0)
        assert await queue.load(session) == QueueLoad(waiting=5, owners=3, running=1)


async def test_wake_ends_the_wait(queue: Queue) -> None:
    waiting = asyncio.create_task(queue.wait_for_work(timedelta(hours=1)))
    await asyncio.sleep(0)
    queue.wake()
    await waiting


async def test_a_wait_ends_by_itself(queue: Queue) -> None:
    await queue.wait_for_work(timedelta(milliseconds=1))

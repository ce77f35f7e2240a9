"""The local engine: job rows in the service's own database (SQLite or PostgreSQL), wake-ups in process."""

import asyncio
from datetime import timedelta
from typing import Any, cast

from sqlalchemy import ColumnElement, CursorResult, Update, exists
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import col, func, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.clock import Clock, utc_now
from app.core.db import Database, take_turns
from app.core.ids import SubmissionId
from app.jobs.lane import Lane, QueueLoad, Waiting
from app.jobs.queue import ClaimedJob, LostRun, QueueRules
from app.jobs.turns import address_turn, owner_turn
from app.models import Job, JobState, Submission, SubmissionStatus

GIVEN_UP = "Judging was cut off several times on our side. It is no fault of your code; please send it again."
_UNFINISHED = (JobState.QUEUED, JobState.RUNNING)
_ENQUEUEING = 7_246_013_553
"""Names the lock under which turns are given: two requests at once must not get the same one."""


class LocalQueue:
    """Implements `Queue`."""

    def __init__(
        self, database: Database, *, rules: QueueRules | None = None, clock: Clock = utc_now
    ) -> None:
        """Work on `database`; `clock` is there for tests."""
        self._database = database
        self._rules = rules or QueueRules()
        self._clock = clock
        self._work = asyncio.Event()

    @property
    def rules(self) -> QueueRules:
        """Give the times and counts that this queue works by."""
        return self._rules

    async def enqueue(
        self, session: AsyncSession, *, submission_id: SubmissionId, request_no: int, lane: Lane
    ) -> None:
        """Add a job in the caller's transaction, to be claimed when it is its lane's turn."""
        await take_turns(session, _ENQUEUEING)
        now = self._clock()
        job = Job(
            submission_id=submission_id,
            request_no=request_no,
            state=JobState.QUEUED,
            address_key=lane.address,
            owner_key=lane.owner,
            address_turn=await address_turn(session, lane),
            owner_turn=await owner_turn(session, lane),
            available_at=now,
            run_no=0,
            attempts=0,
            lost_runs=0,
            created_at=now,
        )
        session.add(job)
        await session.flush()

    async def waiting_of(self, session: AsyncSession, lane: Lane) -> Waiting:
        """Count the jobs that nobody has claimed: in all, and of this lane."""
        at_address = col(Job.address_key) == lane.address
        return Waiting(
            in_all=await _count_waiting(session),
            of_address=await _count_waiting(session, at_address),
            of_owner=await _count_waiting(session, at_address, col(Job.owner_key) == lane.owner),
        )

    async def load(self, session: AsyncSession) -> QueueLoad:
        """Tell how much there is to do."""
        waiting, running = col(Job.state) == JobState.QUEUED, col(Job.state) == JobState.RUNNING
        owners = select(Job.address_key, Job.owner_key).where(waiting).distinct().subquery()
        query = select(
            select(func.count()).select_from(Job).where(waiting).scalar_subquery(),
            select(func.count()).select_from(owners).scalar_subquery(),
            select(func.count()).select_from(Job).where(running).scalar_subquery(),
        )
        return QueueLoad(*(await session.exec(query)).one())

    async def claim(self, worker_id: str) -> ClaimedJob | None:
        """Take the job whose turn it is, under a lease."""
        async with self._database.write() as session:
            job = await self._next(session)
            if job is None or job.id is None:
                return None
            submission = await session.get_one(Submission, job.submission_id, with_for_update=True)
            submission.run_no += 1
            submission.status = SubmissionStatus.RUNNING
            job.run_no = submission.run_no
            job.state = JobState.RUNNING
            job.worker_id = worker_id
            job.lease_until = self._clock() + self._rules.lease
            submission_id = SubmissionId(job.submission_id)
            return ClaimedJob(
                job.id, submission_id, job.request_no, job.run_no, job.attempts, owner_key=job.owner_key
            )

    async def _next(self, session: AsyncSession) -> Job | None:
        """Find the address whose turn it is, and there the owner's; the turns of the address are kept."""
        head = await self._first(session, col(Job.address_turn))
        if head is None:
            return None
        job = await self._first(session, col(Job.owner_turn), col(Job.address_key) == head.address_key)
        if job is None:
            return head
        job.address_turn, head.address_turn = head.address_turn, job.address_turn
        return job

    async def _first(
        self, session: AsyncSession, turn: Mapped[int], *among: ColumnElement[bool]
    ) -> Job | None:
        # The requests of one submission are judged one after the other: one run number fences them all.
        earlier = aliased(Job)
        blocked = exists().where(
            col(earlier.submission_id) == col(Job.submission_id),
            col(earlier.request_no) < col(Job.request_no),
            col(earlier.state).in_(_UNFINISHED),
        )
        claimable = (col(Job.state) == JobState.QUEUED, col(Job.available_at) <= self._clock(), ~blocked)
        query = (
            select(Job)
            .where(*claimable, *among)
            .order_by(turn, col(Job.id))
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        return (await session.exec(query)).first()

    async def heartbeat(self, job: ClaimedJob) -> bool:
        """Renew the lease; False where the run is no longer ours."""
        renewed = _mine(job).values(lease_until=self._clock() + self._rules.lease)
        async with self._database.write() as session:
            return await _hit(session, renewed)

    async def finish(self, session: AsyncSession, job: ClaimedJob) -> bool:
        """End the job in the caller's transaction; False where the run is no longer ours."""
        return await _hit(session, _mine(job).values(state=JobState.DONE, lease_until=None))

    async def release(self, job: ClaimedJob, *, pause: timedelta, failed: bool) -> bool:
        """Give the job back, to be claimed after `pause`; `failed` counts it as an attempt."""
        given_back = _mine(job).values(
            state=JobState.QUEUED,
            lease_until=None,
            available_at=self._clock() + pause,
            attempts=job.attempts + (1 if failed else 0),
        )
        async with self._database.write() as session:
            if not await _hit(session, given_back):
                return False
            await _set_status(session, job.submission_id, SubmissionStatus.QUEUED)
        asyncio.get_running_loop().call_later(pause.total_seconds(), self.wake)
        return True

    async def reap(self) -> list[LostRun]:
        """Give back, or give up, every job whose lease has run out."""
        async with self._database.write() as session:
            query = (
                select(Job)
                .where(col(Job.state) == JobState.RUNNING, col(Job.lease_until) < self._clock())
                .with_for_update(skip_locked=True)
            )
            lost = [await self._lose(session, job) for job in (await session.exec(query)).all()]
        if lost:
            self.wake()
        return lost

    async def _lose(self, session: AsyncSession, job: Job) -> LostRun:
        job.lost_runs += 1
        job.lease_until = None
        submission_id = SubmissionId(job.submission_id)
        given_up = job.lost_runs >= self._rules.max_lost_runs
        if given_up:
            job.state = JobState.LOST
            await _set_status(session, submission_id, SubmissionStatus.FAILED, failure=GIVEN_UP)
        else:
            job.state = JobState.QUEUED
            await _set_status(session, submission_id, SubmissionStatus.QUEUED)
        return LostRun(submission_id, given_up)

    def wake(self) -> None:
        """Say that there may be work; called after the commit."""
        self._work.set()

    async def wait_for_work(self, longest: timedelta) -> None:
        """Sleep until `wake` or for `longest`, since other processes cannot wake this one."""
        try:
            async with asyncio.timeout(longest.total_seconds()):
                await self._work.wait()
        except TimeoutError:
            return
        self._work.clear()


async def _count_waiting(session: AsyncSession, *among: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(Job).where(col(Job.state) == JobState.QUEUED, *among)
    return (await session.exec(query)).one()


def _mine(job: ClaimedJob) -> Update:
    return update(Job).where(
        col(Job.id) == job.job_id,
        col(Job.run_no) == job.run_no,
        col(Job.state) == JobState.RUNNING,
    )


async def _hit(session: AsyncSession, statement: Update) -> bool:
    result = cast("CursorResult[Any]", await session.exec(statement))
    return result.rowcount == 1


async def _set_status(
    session: AsyncSession,
    submission_id: SubmissionId,
    status: SubmissionStatus,
    *,
    failure: str | None = None,
) -> None:
    statement = (
        update(Submission).where(col(Submission.id) == submission_id).values(status=status, failure=failure)
    )
    await session.exec(statement)

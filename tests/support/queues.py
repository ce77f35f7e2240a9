"""Submissions in a queue without a site round it."""

from datetime import UTC, datetime

from app.core.db import Database
from app.core.ids import SubmissionId, new_submission_id
from app.jobs.lane import SHARED_LANE, Lane
from app.jobs.queue import ClaimedJob, Queue
from app.judge.report import Scope
from app.models import Kata, KataVersion, Submission, SubmissionStatus

BEGIN = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


async def add_kata(database: Database) -> None:
    """Store the kata that all submissions here are of."""
    async with database.write() as session:
        session.add(KataVersion(digest="d", slug="k", title="t", files=b"", created_at=BEGIN))
        await session.flush()
        session.add(Kata(slug="k", current_digest="d", listed=True, updated_at=BEGIN))


async def submit(
    database: Database, queue: Queue, lane: Lane = SHARED_LANE, *, count: int = 1
) -> list[SubmissionId]:
    """Store some submissions of one lane and enqueue them, in one transaction."""
    ids = [new_submission_id() for _ in range(count)]
    async with database.write() as session:
        for submission_id in ids:
            session.add(_submission(submission_id))
            await session.flush()
            await queue.enqueue(session, submission_id=submission_id, request_no=1, lane=lane)
    return ids


def _submission(submission_id: SubmissionId) -> Submission:
    return Submission(
        id=submission_id,
        kata_slug="k",
        kata_digest="d",
        source=b"",
        explanation=b"",
        scope=Scope.ALL,
        seed=2**63 - 1,
        status=SubmissionStatus.QUEUED,
        run_no=0,
        created_at=BEGIN,
    )


async def claim(queue: Queue, worker: str = "w") -> ClaimedJob:
    """Claim a job; there has to be one."""
    job = await queue.claim(worker)
    assert job is not None
    return job


async def finish(database: Database, queue: Queue, job: ClaimedJob) -> bool:
    """End a job."""
    async with database.write() as session:
        return await queue.finish(session, job)

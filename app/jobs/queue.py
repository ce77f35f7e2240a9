"""The queue port. An engine delivers jobs at least once; the run number makes a result count at most once.

A claim raises the run number of the submission and of its job in one transaction. Whoever stores a
result calls `finish` in the same transaction and drops the result where it says False: another run
has taken over.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.ids import SubmissionId
from app.jobs.lane import Lane, QueueLoad, Waiting


@dataclass(frozen=True, slots=True)
class QueueRules:
    """How long a lease holds, how often it is renewed, and how many lost runs end a job."""

    lease: timedelta = timedelta(seconds=10)
    heartbeat: timedelta = timedelta(seconds=2)
    max_lost_runs: int = 3


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """One run of one judging request, held under a lease."""

    job_id: int
    submission_id: SubmissionId
    request_no: int
    run_no: int
    attempts: int
    """Earlier runs of this request that ended in a judge error."""
    owner_key: str = ""
    """Whose it is, opaque: the children of one owner share a lane in the sandbox."""


@dataclass(frozen=True, slots=True)
class LostRun:
    """A run whose worker went silent; `given_up` after the last one allowed."""

    submission_id: SubmissionId
    given_up: bool


class Queue(Protocol):
    """The seam between those who want something judged and those who judge."""

    @property
    def rules(self) -> QueueRules:
        """Give the times and counts that this queue works by."""
        ...

    async def enqueue(
        self, session: AsyncSession, *, submission_id: SubmissionId, request_no: int, lane: Lane
    ) -> None:
        """Add a job in the caller's transaction, to be claimed when it is its lane's turn."""
        ...

    async def waiting_of(self, session: AsyncSession, lane: Lane) -> Waiting:
        """Count the jobs that nobody has claimed: in all, and of this lane."""
        ...

    async def load(self, session: AsyncSession) -> QueueLoad:
        """Tell how much there is to do."""
        ...

    async def claim(self, worker_id: str) -> ClaimedJob | None:
        """Take the job whose turn it is, under a lease."""
        ...

    async def heartbeat(self, job: ClaimedJob) -> bool:
        """Renew the lease; False where the run is no longer ours."""
        ...

    async def finish(self, session: AsyncSession, job: ClaimedJob) -> bool:
        """End the job in the caller's transaction; False where the run is no longer ours."""
        ...

    async def release(self, job: ClaimedJob, *, pause: timedelta, failed: bool) -> bool:
        """Give the job back, to be claimed after `pause`; `failed` counts it as an attempt."""
        ...

    async def reap(self) -> list[LostRun]:
        """Give back, or give up, every job whose lease has run out."""
        ...

    def wake(self) -> None:
        """Say that there may be work; called after the commit."""
        ...

    async def wait_for_work(self, longest: timedelta) -> None:
        """Sleep until `wake` or for `longest`, since other processes cannot wake this one."""
        ...

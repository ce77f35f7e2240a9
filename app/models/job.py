"""One judging request as a row: the durable queue of the local engine."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.models.base import enum_type


class JobState(StrEnum):
    """Where a job is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    LOST = "lost"
    """Given up after too many lost runs."""


class Job(SQLModel, table=True):
    """Whoever claims it holds a lease and must renew it; a lease that runs out is a lost run."""

    __tablename__ = "job"
    __table_args__ = (
        UniqueConstraint("submission_id", "request_no"),
        Index(None, "state", "address_turn"),
        Index(None, "state", "address_key", "owner_turn"),
        Index(None, "state", "lease_until"),
    )

    id: int | None = Field(default=None, primary_key=True)
    submission_id: str = Field(foreign_key="submission.id", max_length=64)
    request_no: int
    state: JobState = Field(sa_type=enum_type(JobState))
    address_key: str = Field(max_length=64)
    """Where it came from and, below, whose it is: opaque keys that nobody is known by outside the queue."""
    owner_key: str = Field(max_length=64)
    address_turn: int
    """Its turn among the addresses and, below, among the owners at its address: see `app.jobs.turns`."""
    owner_turn: int
    available_at: datetime
    """Not to be claimed before: the pause of a retry."""
    worker_id: str | None = Field(default=None, max_length=128)
    lease_until: datetime | None = None
    run_no: int
    attempts: int
    """Runs that ended in a judge error of ours."""
    lost_runs: int
    """Runs whose worker went silent."""
    created_at: datetime

"""One immutable upload of source code, with the state of its judging."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, LargeBinary
from sqlmodel import Field, SQLModel

from app.judge.report import FeedbackLevel, Scope
from app.models.base import enum_type


class SubmissionStatus(StrEnum):
    """Where a submission is on its way."""

    QUEUED = "queued"
    RUNNING = "running"
    JUDGED = "judged"
    FAILED = "failed"
    """Our fault: it could not be judged. Never held against anybody."""


class Submission(SQLModel, table=True):
    """Source and explanation are bytes: text columns of PostgreSQL refuse NUL, and both may hold anything."""

    __tablename__ = "submission"

    id: str = Field(primary_key=True, max_length=64)
    kata_slug: str = Field(foreign_key="kata.slug", max_length=64)
    kata_digest: str = Field(foreign_key="kata_version.digest", max_length=64)
    source: bytes = Field(sa_type=LargeBinary)
    explanation: bytes = Field(sa_type=LargeBinary)
    scope: Scope = Field(sa_type=enum_type(Scope))
    feedback: FeedbackLevel = Field(default=FeedbackLevel.DIAGNOSIS, sa_type=enum_type(FeedbackLevel))
    """How much of the report its sender is shown."""
    seed: int = Field(sa_type=BigInteger)
    visitor_hash: str | None = Field(default=None, index=True, max_length=64)
    status: SubmissionStatus = Field(sa_type=enum_type(SubmissionStatus))
    run_no: int
    """Raised at every claim; a result is stored only under the number that its run began with."""
    failure: str | None = None
    """Why it failed, in plain words; None otherwise."""
    created_at: datetime
    judged_at: datetime | None = None

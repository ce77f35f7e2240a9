"""What judging concluded, once for each judging request; old ones stay when a submission is judged again."""

from datetime import datetime

from sqlalchemy import Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.judge.report import Verdict
from app.models.base import enum_type


class Judgement(SQLModel, table=True):
    """The verdict with both views of the report, as the JSON of the report contract."""

    __tablename__ = "judgement"
    __table_args__ = (UniqueConstraint("submission_id", "request_no"),)

    id: int | None = Field(default=None, primary_key=True)
    submission_id: str = Field(foreign_key="submission.id", max_length=64)
    request_no: int
    run_no: int
    verdict: Verdict = Field(sa_type=enum_type(Verdict))
    interviewer_report: str = Field(sa_type=Text)
    candidate_report: str = Field(sa_type=Text)
    judge_version: str
    numpy_version: str
    kata_digest: str = Field(max_length=64)
    created_at: datetime

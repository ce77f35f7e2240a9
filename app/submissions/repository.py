"""All SQL of submissions and judgements."""

from typing import Any, cast

from sqlalchemy import CursorResult
from sqlmodel import col, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.ids import SubmissionId, VisitorHash
from app.judge.report import Scope
from app.models import Judgement, Submission


async def find_submission(session: AsyncSession, submission_id: SubmissionId) -> Submission | None:
    """Find a submission by its id."""
    return await session.get(Submission, submission_id)


async def newest_judgement(session: AsyncSession, submission_id: SubmissionId) -> Judgement | None:
    """Find the judgement of the newest judging request."""
    query = (
        select(Judgement)
        .where(col(Judgement.submission_id) == submission_id)
        .order_by(col(Judgement.request_no).desc())
        .limit(1)
    )
    return (await session.exec(query)).first()


async def newest_of_visitor(
    session: AsyncSession, visitor: VisitorHash, kata_slug: str, *, scope: Scope | None = None
) -> Submission | None:
    """Find the visitor's newest submission of this kata, of one scope or of any."""
    query = select(Submission).where(
        col(Submission.visitor_hash) == visitor, col(Submission.kata_slug) == kata_slug
    )
    if scope is not None:
        query = query.where(col(Submission.scope) == scope)
    query = query.order_by(col(Submission.created_at).desc()).limit(1)
    return (await session.exec(query)).first()


async def update_fenced(
    session: AsyncSession, submission_id: SubmissionId, run_no: int, *, values: dict[str, object]
) -> bool:
    """Change a submission if run `run_no` is still the one that counts."""
    statement = (
        update(Submission)
        .where(col(Submission.id) == submission_id, col(Submission.run_no) == run_no)
        .values(**values)
    )
    result = cast("CursorResult[Any]", await session.exec(statement))
    return result.rowcount == 1

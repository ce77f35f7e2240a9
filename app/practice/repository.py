"""All SQL of the reveals."""

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.ids import VisitorHash
from app.models import Reveal


async def opened_steps(session: AsyncSession, visitor: VisitorHash, kata_slug: str) -> frozenset[str]:
    """List the steps of this kata that the visitor has opened."""
    query = select(Reveal.step).where(col(Reveal.visitor_hash) == visitor, col(Reveal.kata_slug) == kata_slug)
    return frozenset((await session.exec(query)).all())


async def open_step(
    session: AsyncSession, visitor: VisitorHash, kata_slug: str, *, step: str, now: datetime
) -> None:
    """Note that the visitor has opened a step; opening it twice at once is no error."""
    try:
        async with session.begin_nested():
            session.add(Reveal(visitor_hash=visitor, kata_slug=kata_slug, step=step, created_at=now))
    except IntegrityError:
        # The other request of a double click was first.
        return

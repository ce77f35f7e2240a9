"""The rules of the reveals: answers are earned by a first submission and opened one after the other."""

from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.clock import utc_now
from app.core.errors import NotFound, NotPermitted
from app.core.ids import VisitorHash
from app.judge.package import KataPackage
from app.practice import repository
from app.practice.ladder import Ladder, climb, steps_of
from app.submissions.service import has_submitted


async def get_ladder(session: AsyncSession, package: KataPackage, visitor: VisitorHash | None) -> Ladder:
    """Give the ladder as this visitor may see it."""
    if visitor is None or not await has_submitted(session, visitor, package.slug):
        return climb(package.review, frozenset(), unlocked=False)
    opened = await repository.opened_steps(session, visitor, package.slug)
    return climb(package.review, opened, unlocked=True)


async def reveal(
    session: AsyncSession, package: KataPackage, visitor: VisitorHash | None, *, step: str
) -> Ladder:
    """Open one step and give the ladder after it; opening an open step changes nothing.

    Raises:
        NotFound: the kata has no such step.
        NotPermitted: nothing was submitted yet, or the step before is still closed.
    """
    if step not in {known.name for known in steps_of(package.review)}:
        raise NotFound("This kata has no such answer.")
    ladder = await get_ladder(session, package, visitor)
    if visitor is None or not ladder.unlocked:
        raise NotPermitted("Answers open after your first submission of this kata. Press Submit first.")
    if step in {known.name for known in ladder.revealed}:
        return ladder
    if ladder.next_step is None or ladder.next_step.name != step:
        raise NotPermitted("Answers open one after the other. Open the one before this first.")
    await repository.open_step(session, visitor, package.slug, step=step, now=utc_now())
    return await get_ladder(session, package, visitor)

"""Fair turns: start-time fair queueing on whole rounds, with all of its state in the job rows.

Each lane gets one job a round. A new job of a lane that has jobs waiting joins the round after its last
one. A lane without any joins the coming round, ahead of those that have waited longer there but were
served before: a first submission never waits behind somebody's flood. The round of the last claim only
goes up, so that a waiting job is passed by those that came before its round began, and by no others.

Source: Goyal, Vin and Cheng, "Start-time fair queueing" (1996), with every job counted as equally long.
"""

from sqlalchemy import ColumnElement
from sqlalchemy.orm import Mapped
from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from app.jobs.lane import Lane
from app.models import Job, JobState

_CLAIMED = (JobState.RUNNING, JobState.DONE, JobState.LOST)


async def address_turn(session: AsyncSession, lane: Lane) -> int:
    """Give the turn of a new job of this lane among the addresses."""
    at_address = col(Job.address_key) == lane.address
    return await _next(session, col(Job.address_turn), among=[], own=[at_address])


async def owner_turn(session: AsyncSession, lane: Lane) -> int:
    """Give the turn of a new job of this lane among the owners at its address."""
    at_address = col(Job.address_key) == lane.address
    own = [at_address, col(Job.owner_key) == lane.owner]
    return await _next(session, col(Job.owner_turn), among=[at_address], own=own)


async def _next(
    session: AsyncSession,
    turn: Mapped[int],
    *,
    among: list[ColumnElement[bool]],
    own: list[ColumnElement[bool]],
) -> int:
    # One look-up in an index for each state: SQLite reads every row for a maximum over several at once.
    begun = [select(func.max(turn)).where(col(Job.state) == state, *among) for state in _CLAIMED]
    last = select(func.max(turn)).where(col(Job.state) == JobState.QUEUED, *own)
    found = await session.exec(select(*(query.scalar_subquery() for query in (last, *begun))))
    last_own, *claimed = found.one()
    return _turn(last_own, begun=max((turn for turn in claimed if turn is not None), default=0))


def _turn(last_own: int | None, *, begun: int) -> int:
    """Put a round and the place in it into one number: even turns come first in their round."""
    if last_own is None:
        return 2 * (begun // 2 + 1)
    return 2 * (last_own // 2 + 1) + 1

"""What routes of every feature depend on."""

from collections.abc import AsyncIterator
from typing import Annotated, cast

from fastapi import Depends, Request
from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.db import Database
from app.core.readiness import Readiness


def _get_database(request: Request) -> Database:
    """Give the database of this application."""
    return cast("Database", request.app.state.database)


def _get_readiness(request: Request) -> Readiness:
    """Give the readiness of this application."""
    return cast("Readiness", request.app.state.readiness)


DatabaseDep = Annotated[Database, Depends(_get_database)]
ReadinessDep = Annotated[Readiness, Depends(_get_readiness)]


async def _read_session(database: DatabaseDep) -> AsyncIterator[AsyncSession]:
    async with database.read() as session:
        yield session


# scope="function": the connection goes back before the response is sent. Writers open their own
# transaction, so that they can answer what happens at its commit.
ReadSession = Annotated[AsyncSession, Depends(_read_session, scope="function")]

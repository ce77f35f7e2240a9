"""Real databases, both kinds, and a running site on SQLite."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlalchemy.engine import URL

from app.core.db import Database
from app.core.settings import Settings
from app.migrations import migrate_to_head
from tests.support.web import Site, running_site

BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


@pytest.fixture(autouse=True)
def logs() -> Iterator[list[Any]]:
    """What was logged during the test."""
    with structlog.testing.capture_logs() as entries:
        yield entries


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest) -> str:
    """The setting that chooses an empty database of each kind."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("fresh_postgres_url"))


@pytest.fixture
def empty_url(database_url: str, tmp_path: Path) -> URL:
    """The address of an empty database of each kind."""
    return Settings(data_dir=tmp_path, database_url=database_url).url


@pytest.fixture
async def database(empty_url: URL) -> AsyncIterator[Database]:
    """A migrated database of each kind."""
    migrate_to_head(empty_url)
    database = Database(empty_url)
    yield database
    await database.aclose()


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A running site on SQLite with the scripted judge."""
    async with running_site(tmp_path) as site:
        yield site


@pytest.fixture
async def any_site(tmp_path: Path, database_url: str) -> AsyncIterator[Site]:
    """A running site on each kind of database."""
    async with running_site(tmp_path, database_url=database_url) as site:
        yield site

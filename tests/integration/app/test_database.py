"""The one transaction boundary, on both kinds of database."""

import asyncio
from datetime import datetime, timedelta, timezone

import pytest
from sqlalchemy import text
from sqlmodel import select

from app.core.db import Database
from app.models import KataVersion

WHEN = datetime(2026, 3, 29, 1, 30, tzinfo=timezone(timedelta(hours=2)))


def _version(digest: str, title: str = "0") -> KataVersion:
    return KataVersion(digest=digest, slug="k", title=title, files=b"\x00", created_at=WHEN)


async def test_a_block_that_ends_well_is_committed(database: Database) -> None:
    async with database.write() as session:
        session.add(_version("a"))
    async with database.read() as session:
        assert await session.get(KataVersion, "a") is not None


async def test_a_block_that_raises_leaves_nothing(database: Database) -> None:
    async def broken() -> None:
        async with database.write() as session:
            session.add(_version("a"))
            await session.flush()
            raise LookupError

    with pytest.raises(LookupError):
        await broken()
    async with database.read() as session:
        assert await session.get(KataVersion, "a") is None


async def test_times_come_back_aware_and_equal(database: Database) -> None:
    async with database.write() as session:
        session.add(_version("a"))
    async with database.read() as session:
        found = await session.get_one(KataVersion, "a")
    assert found.created_at == WHEN
    assert found.created_at.utcoffset() == timedelta(0)


async def test_no_update_is_lost(database: Database) -> None:
    async with database.write() as session:
        session.add(_version("a"))

    async def count_up() -> None:
        for _ in range(5):
            async with database.write() as session:
                query = select(KataVersion).where(KataVersion.digest == "a").with_for_update()
                version = (await session.exec(query)).one()
                await asyncio.sleep(0)
                version.title = str(int(version.title) + 1)

    await asyncio.gather(*(count_up() for _ in range(8)))
    async with database.read() as session:
        assert (await session.get_one(KataVersion, "a")).title == "40"


async def test_a_reader_does_not_wait_for_a_writer(database: Database) -> None:
    async with database.write() as writing:
        writing.add(_version("a"))
        await writing.flush()
        async with database.read() as reading:
            assert await reading.get(KataVersion, "a") is None


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_sqlite_is_set_to_keep_what_it_committed(database: Database) -> None:
    async with database.read() as session:
        connection = await session.connection()
        mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar_one()
        synchronous = (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
        foreign_keys = (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one()
    assert (mode, synchronous, foreign_keys) == ("wal", 2, 1)


async def test_ping_tells_whether_it_answers(database: Database) -> None:
    assert await database.ping()

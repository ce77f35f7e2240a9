"""Katas in the database: immutable versions, one current, loaded from the database alone."""

import asyncio
import shutil
from pathlib import Path

import pytest
from sqlmodel import select

from app.catalogue.service import Catalogue
from app.core.db import Database
from app.core.errors import NotFound
from app.judge.package import builtin_katas_dir, package_folders
from app.models import KataVersion


@pytest.fixture
def katas_dir(tmp_path: Path) -> Path:
    """A copy of the built-in katas that a test may change."""
    copy = tmp_path / "katas"
    shutil.copytree(builtin_katas_dir() / "split_heads", copy / "split_heads")
    return copy


async def _register(database: Database, katas_dir: Path) -> list[str]:
    async with database.write() as session:
        return [
            refused.slug for refused in await Catalogue().register_all(session, package_folders(katas_dir))
        ]


async def _current(database: Database) -> str:
    async with database.read() as session:
        return (await Catalogue().get_current(session, "split_heads")).digest


async def test_a_changed_kata_is_a_new_version_and_the_old_one_stays(
    database: Database, katas_dir: Path
) -> None:
    assert await _register(database, katas_dir) == []
    old = await _current(database)
    with (katas_dir / "split_heads" / "statement.md").open("a", encoding="utf-8") as statement:
        statement.write("\nOne more remark.\n")
    await _register(database, katas_dir)
    new = await _current(database)
    assert new != old
    async with database.read() as session:
        loaded = await Catalogue().load(session, old)
        assert "One more remark" not in loaded.statement
        assert loaded.digest == old
        assert "One more remark" in (await Catalogue().load(session, new)).statement


async def test_registering_again_changes_nothing(database: Database, katas_dir: Path) -> None:
    await _register(database, katas_dir)
    before = await _current(database)
    await _register(database, katas_dir)
    assert await _current(database) == before


async def test_a_kata_that_is_gone_is_no_longer_offered(database: Database, katas_dir: Path) -> None:
    await _register(database, katas_dir)
    digest = await _current(database)
    shutil.rmtree(katas_dir / "split_heads")
    await _register(database, katas_dir)
    async with database.read() as session:
        assert await Catalogue().list_current(session) == []
        with pytest.raises(NotFound):
            await Catalogue().get_current(session, "split_heads")
        assert (await Catalogue().load(session, digest)).slug == "split_heads"


async def test_a_broken_kata_is_refused_and_the_others_stay(database: Database, katas_dir: Path) -> None:
    (katas_dir / "broken").mkdir()
    (katas_dir / "broken" / "kata.toml").write_text("title = 5", "utf-8")
    assert await _register(database, katas_dir) == ["broken"]
    assert await _current(database)


async def test_a_kata_that_breaks_keeps_its_last_good_version(database: Database, katas_dir: Path) -> None:
    await _register(database, katas_dir)
    before = await _current(database)
    (katas_dir / "split_heads" / "kata.toml").write_text("title = [", "utf-8")
    assert await _register(database, katas_dir) == ["split_heads"]
    assert await _current(database) == before


async def test_services_that_start_together_register_once(database: Database, katas_dir: Path) -> None:
    await asyncio.gather(*(_register(database, katas_dir) for _ in range(5)))
    async with database.read() as session:
        assert len((await session.exec(select(KataVersion))).all()) == 1

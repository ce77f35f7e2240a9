"""Migrations make exactly the schema of the models, on both kinds of database."""

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, inspect
from sqlalchemy.engine import URL, make_url

from app.core.errors import DatabaseError
from app.migrations import alembic_config, migrate_to_head
from app.models import METADATA


def _sync(url: URL) -> URL:
    return url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url


def test_head_is_the_models(empty_url: URL) -> None:
    migrate_to_head(empty_url)
    engine = create_engine(_sync(empty_url))
    try:
        with engine.begin() as connection:
            command.check(alembic_config(connection))
            assert set(METADATA.tables) <= set(inspect(connection).get_table_names())
    finally:
        engine.dispose()


def test_migrating_twice_changes_nothing(empty_url: URL) -> None:
    migrate_to_head(empty_url)
    migrate_to_head(empty_url)


def test_down_and_up_again(empty_url: URL) -> None:
    migrate_to_head(empty_url)
    engine = create_engine(_sync(empty_url))
    try:
        with engine.begin() as connection:
            command.downgrade(alembic_config(connection), "base")
        with engine.begin() as connection:
            assert not set(METADATA.tables) & set(inspect(connection).get_table_names())
    finally:
        engine.dispose()
    migrate_to_head(empty_url)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rightshape.sqlite3"
    path.write_bytes(b"this is no database at all, and long enough to be read as one" * 20)
    with pytest.raises(DatabaseError, match="not a database"):
        migrate_to_head(make_url(f"sqlite:///{path}"))


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(DatabaseError) as told:
        migrate_to_head(make_url("postgresql+psycopg://someone:hunter2@127.0.0.1:1/none"))
    assert "127.0.0.1" in str(told.value)
    assert "hunter2" not in str(told.value)

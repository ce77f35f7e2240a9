"""The time, as everyone here reads it: aware, in UTC."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """Give the current moment."""
    return datetime.now(UTC)

"""Looks at the processes below this one again and again while something else goes on."""

import asyncio
import contextlib
from collections.abc import Awaitable
from types import TracebackType
from typing import Final, Self, TypeVar

import psutil

Answer = TypeVar("Answer")
_LOOK_EVERY_S: Final = 0.005


class Watcher:
    """Remembers the largest process of all, and the most memory that newcomers held together."""

    def __init__(self) -> None:
        """Know what is there already; only what comes later is added up."""
        self.largest_bytes = 0
        self.together_bytes = 0

    def __enter__(self) -> Self:
        self._old = set(psutil.Process().children(recursive=True))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._old.clear()

    async def during(self, work: Awaitable[Answer]) -> Answer:
        """Watch until `work` is done, and give its result."""
        task = asyncio.ensure_future(work)
        while not task.done():
            self._look()
            await asyncio.wait({task}, timeout=_LOOK_EVERY_S)
        return task.result()

    def _look(self) -> None:
        together_bytes = 0
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                size = process.memory_info().rss
                self.largest_bytes = max(self.largest_bytes, size)
                together_bytes += 0 if process in self._old else size
        self.together_bytes = max(self.together_bytes, together_bytes)

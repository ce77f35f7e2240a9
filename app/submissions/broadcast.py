"""News of submissions inside this process. A piece of news is a hint: the truth is in the database."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.core.ids import SubmissionId

_KEPT_NEWS = 64


@dataclass(frozen=True, slots=True)
class News:
    """Something about a submission has changed; while it runs, `done` of `stages` stages are over."""

    done: int = 0
    stages: int = 0
    title: str = ""


class Broadcast:
    """Whoever listens to a submission hears of its changes, from the moment of listening on."""

    def __init__(self) -> None:
        """Begin with no listeners."""
        self._listeners: defaultdict[SubmissionId, set[asyncio.Queue[News]]] = defaultdict(set)
        self._closing = asyncio.Event()

    @contextmanager
    def listen(self, submission_id: SubmissionId) -> Iterator[asyncio.Queue[News]]:
        """Give a queue that fills with news until the block ends."""
        queue: asyncio.Queue[News] = asyncio.Queue(_KEPT_NEWS)
        self._listeners[submission_id].add(queue)
        try:
            yield queue
        finally:
            self._listeners[submission_id].discard(queue)
            if not self._listeners[submission_id]:
                del self._listeners[submission_id]

    def publish(self, submission_id: SubmissionId, news: News) -> None:
        """Tell all listeners of this submission; one that does not keep up misses some."""
        for queue in self._listeners.get(submission_id, ()):
            if not queue.full():
                queue.put_nowait(news)

    @property
    def closing(self) -> bool:
        """Tell whether streams have to end because the server stops."""
        return self._closing.is_set()

    def close(self) -> None:
        """Wake every listener for the last time: the server stops."""
        self._closing.set()
        for submission_id in list(self._listeners):
            self.publish(submission_id, News())

"""News reach who listens, and nobody is kept after that."""

from app.core.ids import SubmissionId
from app.submissions.broadcast import Broadcast, News

ONE, OTHER = SubmissionId("one"), SubmissionId("other")


async def test_listeners_hear_of_their_submission_only() -> None:
    broadcast = Broadcast()
    with broadcast.listen(ONE) as first, broadcast.listen(ONE) as second, broadcast.listen(OTHER) as third:
        broadcast.publish(ONE, News(1, 2, "x"))
        assert (first.qsize(), second.qsize(), third.qsize()) == (1, 1, 0)
        assert await first.get() == News(1, 2, "x")


async def test_nothing_is_kept_of_who_left() -> None:
    broadcast = Broadcast()
    with broadcast.listen(ONE) as queue:
        pass
    broadcast.publish(ONE, News())
    assert queue.empty()


async def test_a_slow_listener_stops_nobody() -> None:
    broadcast = Broadcast()
    with broadcast.listen(ONE) as queue:
        for number in range(1000):
            broadcast.publish(ONE, News(number))
        assert queue.full()


async def test_closing_wakes_everyone() -> None:
    broadcast = Broadcast()
    with broadcast.listen(ONE) as queue:
        broadcast.close()
        assert queue.get_nowait() == News()
    assert broadcast.closing

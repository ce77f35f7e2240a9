"""News of one submission as server-sent events: the state first, then changes, then `over`."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel

from app.core.errors import StorageUnavailable
from app.core.ids import SubmissionId
from app.models import SubmissionStatus
from app.practice.deps import SubmissionsDep
from app.submissions.broadcast import News
from app.submissions.service import SubmissionState, next_news

router = APIRouter(include_in_schema=False)


class Progress(BaseModel):
    """What the page learns while it waits."""

    status: SubmissionStatus
    done: int
    stages: int
    title: str


async def _existing(submission_id: str, submissions: SubmissionsDep) -> SubmissionId:
    # Checked before the stream begins, so that a wrong id is a plain 404.
    state = await submissions.get(submission_id)
    return SubmissionId(state.submission.id)


@router.get("/submissions/{submission_id}/events", response_class=EventSourceResponse)
async def follow(
    submission_id: Annotated[SubmissionId, Depends(_existing)], submissions: SubmissionsDep
) -> AsyncIterator[ServerSentEvent]:
    """Stream until the submission is over or the server stops; no database session is held meanwhile."""
    with submissions.broadcast.listen(submission_id) as queue:
        news: News | None = News()
        shown: SubmissionStatus | None = None
        while not submissions.broadcast.closing:
            try:
                state = await submissions.get(submission_id)
            except StorageUnavailable:
                # The stream outlives a database that is away for a moment.
                await next_news(queue)
                continue
            if state.is_over:
                yield _event("over", state, News())
                return
            if news is not None or state.submission.status is not shown:
                yield _event("progress", state, news or News())
                shown = state.submission.status
            news = await next_news(queue)


def _event(name: str, state: SubmissionState, news: News) -> ServerSentEvent:
    progress = Progress(status=state.submission.status, done=news.done, stages=news.stages, title=news.title)
    return ServerSentEvent(event=name, data=progress)

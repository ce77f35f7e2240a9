"""The rules of submissions: sizes, storing before judging, storing what judging found."""

import asyncio
import contextlib
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from app.catalogue.service import Catalogue
from app.core.clock import Clock, utc_now
from app.core.db import Database
from app.core.errors import NotFound, ServiceClosed, StorageUnavailable, TooLarge
from app.core.ids import SubmissionId, VisitorHash, is_token, new_seed, new_submission_id
from app.core.log_events import LogEvent
from app.core.logging import get_logger
from app.core.readiness import JudgingState, Readiness
from app.jobs.lane import SHARED_LANE, Lane
from app.jobs.queue import Queue
from app.judge.feedback import at_level
from app.judge.report import FeedbackLevel, Report, Scope
from app.judge.submission import MAX_SOURCE_BYTES
from app.models import Judgement, Submission, SubmissionStatus
from app.submissions import repository
from app.submissions.bounds import Bounds
from app.submissions.broadcast import Broadcast, News

_LOG = get_logger(__name__)

MAX_EXPLANATION_BYTES = 20 << 10
_FIRST_REQUEST = 1
_START_S = 2
"""About how long the sandbox takes to prove itself."""
_UNSEEN_CHANGE = timedelta(seconds=1)
"""How long a change made by another process may go unnoticed."""


@dataclass(frozen=True, slots=True)
class NewSubmission:
    """What somebody sends in."""

    kata_slug: str
    source: str
    explanation: str
    scope: Scope
    visitor: VisitorHash | None = None
    lane: Lane = SHARED_LANE
    """Whose place in the queue it takes."""
    feedback: FeedbackLevel | None = None
    """How much of the report is shown; None leaves it to the service's own setting."""


@dataclass(frozen=True, slots=True)
class SubmissionState:
    """A submission with what its sender is shown of its newest report, where there is one."""

    submission: Submission
    report: Report | None

    @property
    def is_over(self) -> bool:
        """Tell whether nothing more will happen by itself."""
        return self.submission.status in {SubmissionStatus.JUDGED, SubmissionStatus.FAILED}


class Submissions:
    """Take submissions in and give them out."""

    def __init__(
        self,
        *,
        database: Database,
        queue: Queue,
        catalogue: Catalogue,
        broadcast: Broadcast,
        readiness: Readiness,
        bounds: Bounds,
        feedback: FeedbackLevel = FeedbackLevel.DIAGNOSIS,
        clock: Clock = utc_now,
    ) -> None:
        """Work on these parts."""
        self._database = database
        self._queue = queue
        self._catalogue = catalogue
        self._readiness = readiness
        self._bounds = bounds
        self._feedback = feedback
        self._clock = clock
        self.broadcast = broadcast

    async def submit(self, new: NewSubmission) -> SubmissionState:
        """Store a submission and have it judged, in one transaction.

        Raises:
            NotFound: there is no such kata.
            TooLarge: the source or the explanation is over its limit.
            ServiceClosed: this server does not judge yet, or cannot judge at all.
            TooMany: too many submissions wait already, in all or of this sender.
            StorageUnavailable: the database cannot be used right now.
        """
        source = _sized("source", new.source, MAX_SOURCE_BYTES)
        explanation = _sized("explanation", new.explanation, MAX_EXPLANATION_BYTES)
        self._require_open()
        async with self._database.write() as session:
            package = await self._catalogue.get_current(session, new.kata_slug)
            self._bounds.require_room(await self._queue.waiting_of(session, new.lane))
            submission = Submission(
                id=new_submission_id(),
                kata_slug=package.slug,
                kata_digest=package.digest,
                source=source,
                explanation=explanation,
                scope=new.scope,
                feedback=new.feedback or self._feedback,
                seed=new_seed(),
                visitor_hash=new.visitor,
                status=SubmissionStatus.QUEUED,
                run_no=0,
                created_at=self._clock(),
            )
            session.add(submission)
            await session.flush()
            submission_id = SubmissionId(submission.id)
            await self._queue.enqueue(
                session, submission_id=submission_id, request_no=_FIRST_REQUEST, lane=new.lane
            )
        self._queue.wake()
        _LOG.info(LogEvent.SUBMISSION_STORED, submission_id=submission.id, kata=package.slug, scope=new.scope)
        return SubmissionState(submission, None)

    def _require_open(self) -> None:
        match self._readiness.judging:
            case JudgingState.OPEN:
                return
            case JudgingState.STARTING:
                raise ServiceClosed(
                    "Judging is about to open on this server; nothing was stored. Send it again in a moment.",
                    retry_after_s=_START_S,
                )
            case JudgingState.CLOSED:
                raise ServiceClosed("Nothing is judged on this server at the moment, so nothing was stored.")

    async def get(self, submission_id: str) -> SubmissionState:
        """Give a submission as it is now; to be called while no session is open.

        Raises:
            NotFound: there is no submission of that id.
        """
        async with self._database.read() as session:
            return await read_submission(session, submission_id)

    async def wait_for(self, known: SubmissionState, *, longest_s: float) -> SubmissionState:
        """Give the submission as soon as it is over, or as it was last seen after `longest_s` seconds."""
        submission_id = SubmissionId(known.submission.id)
        state = known
        with self.broadcast.listen(submission_id) as news, contextlib.suppress(TimeoutError):
            # A read may be cut off; what was known before it still holds.
            async with asyncio.timeout(longest_s):
                while not state.is_over and not self.broadcast.closing:
                    # It is stored already: a database that is away for a moment changes nothing of that.
                    with contextlib.suppress(StorageUnavailable):
                        state = await self.get(submission_id)
                    if not state.is_over:
                        await next_news(news)
        return state


async def read_submission(session: AsyncSession, submission_id: str) -> SubmissionState:
    """Give a submission as this session sees it.

    Raises:
        NotFound: there is no submission of that id.
    """
    if is_token(submission_id):
        submission = await repository.find_submission(session, SubmissionId(submission_id))
        if submission is not None:
            judgement = await repository.newest_judgement(session, SubmissionId(submission_id))
            return SubmissionState(submission, _shown_report(judgement, submission.feedback))
    raise NotFound("There is no submission of that id. Ids are long: check that none of it is missing.")


async def newest_submission_id(
    session: AsyncSession, visitor: VisitorHash, kata_slug: str
) -> SubmissionId | None:
    """Give the id of what the visitor sent last for this kata, run or submitted."""
    newest = await repository.newest_of_visitor(session, visitor, kata_slug)
    return None if newest is None else SubmissionId(newest.id)


async def has_submitted(session: AsyncSession, visitor: VisitorHash, kata_slug: str) -> bool:
    """Tell whether the visitor has submitted this kata; a run of the public cases does not count."""
    return await repository.newest_of_visitor(session, visitor, kata_slug, scope=Scope.ALL) is not None


async def next_news(news: asyncio.Queue[News]) -> News | None:
    """Wait for the next piece of news, or for the time after which one should look again."""
    try:
        return await asyncio.wait_for(news.get(), _UNSEEN_CHANGE.total_seconds())
    except TimeoutError:
        return None


def _sized(field: str, text: str, limit: int) -> bytes:
    # Lone surrogates are kept: whatever somebody sent is stored as it came.
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > limit:
        raise TooLarge(f"The {field} has {len(data)} bytes in UTF-8; its limit is {limit} bytes.")
    return data


def _shown_report(judgement: Judgement | None, feedback: FeedbackLevel) -> Report | None:
    if judgement is None:
        return None
    return at_level(Report.model_validate_json(judgement.candidate_report), feedback)

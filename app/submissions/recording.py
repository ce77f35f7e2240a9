"""What a worker does with submissions: read what is to be judged, store what was found."""

from dataclasses import dataclass

from app.catalogue.service import Catalogue
from app.core.clock import Clock, utc_now
from app.core.db import Database
from app.core.ids import SubmissionId
from app.jobs.queue import ClaimedJob, Queue
from app.judge.package import KataPackage
from app.judge.report import Judgement as JudgedReports
from app.judge.submission import Submission as Upload
from app.models import Judgement, Submission, SubmissionStatus
from app.submissions import repository

GAVE_UP = "Judging broke on our side. It is no fault of your code; please send it again."


@dataclass(frozen=True, slots=True)
class Assignment:
    """What one job asks to judge, and by which version of the kata."""

    upload: Upload
    package: KataPackage


class Recorder:
    """The worker's side of the submissions."""

    def __init__(
        self, *, database: Database, queue: Queue, catalogue: Catalogue, clock: Clock = utc_now
    ) -> None:
        """Work on these parts."""
        self._database = database
        self._queue = queue
        self._catalogue = catalogue
        self._clock = clock

    async def assignment(self, submission_id: SubmissionId) -> Assignment:
        """Read what is to be judged."""
        async with self._database.read() as session:
            submission = await session.get_one(Submission, submission_id)
            package = await self._catalogue.load(session, submission.kata_digest)
        return Assignment(Upload(submission.source, submission.seed, submission.scope), package)

    async def store(self, job: ClaimedJob, judged: JudgedReports) -> bool:
        """Store a judgement, once; False where another run has taken over."""
        report = judged.interviewer
        now = self._clock()
        async with self._database.write() as session:
            if not await self._queue.finish(session, job):
                return False
            values: dict[str, object] = {"status": SubmissionStatus.JUDGED, "judged_at": now, "failure": None}
            if not await repository.update_fenced(session, job.submission_id, job.run_no, values=values):
                return False
            judgement = Judgement(
                submission_id=job.submission_id,
                request_no=job.request_no,
                run_no=job.run_no,
                verdict=report.verdict,
                interviewer_report=report.model_dump_json(),
                candidate_report=judged.candidate.model_dump_json(),
                judge_version=report.judge_version,
                numpy_version=report.numpy_version,
                kata_digest=report.kata_digest,
                created_at=now,
            )
            session.add(judgement)
        return True

    async def give_up(self, job: ClaimedJob) -> bool:
        """Mark a submission that we cannot judge; False where another run has taken over."""
        failed: dict[str, object] = {"status": SubmissionStatus.FAILED, "failure": GAVE_UP}
        async with self._database.write() as session:
            if not await self._queue.finish(session, job):
                return False
            return await repository.update_fenced(session, job.submission_id, job.run_no, values=failed)

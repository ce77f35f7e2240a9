"""Takes jobs, judges them and records what was found. A fault in here is ours and never the candidate's."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias

import structlog

from app.core.errors import StorageUnavailable
from app.core.ids import new_token
from app.core.log_events import LogEvent
from app.core.logging import get_logger
from app.jobs.queue import ClaimedJob, Queue
from app.judge.events import Judged, JudgeEvent, JudgingStarted, StageFinished
from app.judge.package import KataPackage
from app.judge.report import Judgement, Verdict
from app.judge.submission import Submission
from app.submissions.broadcast import Broadcast, News
from app.submissions.recording import Recorder

_LOG = get_logger(__name__)

JudgeFunction: TypeAlias = Callable[[Submission, KataPackage], AsyncIterator[JudgeEvent]]

MAX_ATTEMPTS = 3
_POLL = timedelta(seconds=1)
FIRST_PAUSE = timedelta(seconds=1)


class Worker:
    """Judges up to `concurrency` submissions at a time."""

    def __init__(
        self,
        *,
        queue: Queue,
        recorder: Recorder,
        broadcast: Broadcast,
        judge: JudgeFunction,
        concurrency: int,
        first_pause: timedelta = FIRST_PAUSE,
    ) -> None:
        """Work on these parts; `first_pause` comes before the first retry and grows after that."""
        self._queue = queue
        self._recorder = recorder
        self._broadcast = broadcast
        self._judge = judge
        self._concurrency = concurrency
        self._first_pause = first_pause
        self._stopping = asyncio.Event()
        self._worker_id = f"{os.getpid()}-{new_token()}"

    async def run(self) -> None:
        """Work until `stop`."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._concurrency):
                group.create_task(self._take_jobs())
            group.create_task(self._reap())

    def stop(self) -> None:
        """Take no more jobs; `run` returns once those under way are done."""
        self._stopping.set()
        self._queue.wake()

    async def _take_jobs(self) -> None:
        while not self._stopping.is_set():
            try:
                job = await self._queue.claim(self._worker_id)
                if job is None:
                    # A wake-up may have gone to another taker: `stop` must not wait for the poll.
                    if not self._stopping.is_set():
                        await self._queue.wait_for_work(_POLL)
                    continue
                # More may wait behind this one: let a sleeping neighbour look as well.
                self._queue.wake()
                await self._work_on(job)
            except StorageUnavailable:
                # Logged where it was met. A job that was under way is taken again when its lease has run out.
                await self._pause(_POLL)
            except Exception:
                # The one catch-all of the worker: whatever broke, the next job deserves a try.
                _LOG.exception(LogEvent.WORKER_STUMBLED)
                await self._pause(_POLL)

    async def _reap(self) -> None:
        while not self._stopping.is_set():
            try:
                for lost in await self._queue.reap():
                    _LOG.error(LogEvent.RUN_LOST, submission_id=lost.submission_id, given_up=lost.given_up)
                    self._broadcast.publish(lost.submission_id, News())
            except StorageUnavailable:
                pass  # Logged where it was met; the next round comes.
            except Exception:
                _LOG.exception(LogEvent.WORKER_STUMBLED)
            await self._pause(self._queue.rules.heartbeat)

    async def _pause(self, time: timedelta) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(time.total_seconds()):
                await self._stopping.wait()

    async def _work_on(self, job: ClaimedJob) -> None:
        with structlog.contextvars.bound_contextvars(submission_id=job.submission_id, job_id=job.job_id):
            self._broadcast.publish(job.submission_id, News())
            judging = asyncio.create_task(self._judge_one(job))
            holding = asyncio.create_task(self._hold_lease(job))
            try:
                await asyncio.wait({judging, holding}, return_when=asyncio.FIRST_COMPLETED)
                if judging.done():
                    await self._conclude(job, judging.result())
                else:
                    # The lease was lost: somebody else judges this by now.
                    _LOG.warning(LogEvent.LATE_RESULT_DROPPED, run_no=job.run_no)
            except asyncio.CancelledError:
                await _end(judging)
                await self._queue.release(job, pause=timedelta(), failed=False)
                raise
            finally:
                await _end(judging)
                await _end(holding)
            self._broadcast.publish(job.submission_id, News())

    async def _judge_one(self, job: ClaimedJob) -> Judgement | None:
        """Give the judgement, or None where judging itself broke.

        Raises:
            StorageUnavailable: it could not be read what is to be judged; that is no failed attempt.
        """
        try:
            assignment = await self._recorder.assignment(job.submission_id)
            stages = 0
            upload = replace(assignment.upload, lane=job.owner_key)
            async for event in self._judge(upload, assignment.package):
                match event:
                    case JudgingStarted():
                        stages = event.stages
                    case StageFinished():
                        self._broadcast.publish(job.submission_id, News(event.done, stages, event.title))
                    case Judged():
                        return event.judgement
        except StorageUnavailable:
            raise
        except Exception:
            _LOG.exception(LogEvent.JUDGE_CRASHED)
        return None

    async def _hold_lease(self, job: ClaimedJob) -> None:
        """Renew the lease, and return once it is lost."""
        held = True
        while held:
            await asyncio.sleep(self._queue.rules.heartbeat.total_seconds())
            try:
                held = await self._queue.heartbeat(job)
            except StorageUnavailable:
                pass  # Logged where it was met; the lease outlives a few beats that were not taken.
            except Exception:
                _LOG.exception(LogEvent.WORKER_STUMBLED)

    async def _conclude(self, job: ClaimedJob, findings: Judgement | None) -> None:
        ours = findings is None or findings.interviewer.verdict is Verdict.JUDGE_ERROR
        attempt = job.attempts + 1
        if ours and attempt < MAX_ATTEMPTS:
            _LOG.error(LogEvent.JUDGING_RETRIED, attempt=attempt)
            await self._queue.release(job, pause=self._first_pause * attempt, failed=True)
            return
        stored = await (
            self._recorder.give_up(job) if findings is None else self._recorder.store(job, findings)
        )
        if not stored:
            _LOG.warning(LogEvent.LATE_RESULT_DROPPED, run_no=job.run_no)
        elif ours:
            _LOG.critical(LogEvent.SUBMISSION_FAILED, attempts=attempt, alert=True)
        elif findings is not None:
            verdict = findings.interviewer.verdict
            _LOG.info(
                LogEvent.SUBMISSION_JUDGED, verdict=verdict, took_ms=findings.interviewer.times_ms.total
            )


async def _end(task: asyncio.Task[Judgement | None] | asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait({task})

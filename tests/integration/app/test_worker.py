"""The worker on a real queue: our faults are retried and told as ours, and never stop it."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from sqlmodel import col, select, update

from app.core.clock import utc_now
from app.core.db import Database
from app.core.errors import StorageUnavailable
from app.core.ids import SubmissionId
from app.jobs.local import LocalQueue
from app.jobs.queue import QueueRules
from app.judge.report import Judgement as Findings
from app.judge.report import Verdict
from app.models import Job, JobState, Judgement
from app.submissions.recording import Assignment, Recorder
from app.worker import Worker
from tests.support.waiting import until
from tests.support.web import ScriptedJudge, Site, make_report, submit_json


async def _judgements(site: Site) -> list[Judgement]:
    database: Database = site.app.state.database
    async with database.read() as session:
        return list((await session.exec(select(Judgement))).all())


async def test_a_judge_error_is_tried_again_then_told(any_site: Site) -> None:
    response = await submit_json(any_site, "judge_error")
    assert response.json()["report"]["verdict"] == "judge_error"
    assert len(any_site.judge.judged) == 3
    assert len(await _judgements(any_site)) == 1


async def test_a_crash_of_the_judge_fails_the_submission_and_nothing_else(any_site: Site) -> None:
    response = await submit_json(any_site, "crash")
    assert response.json()["status"] == "failed"
    assert response.json()["report"] is None
    assert "no fault of your code" in response.json()["failure"]
    assert len(any_site.judge.judged) == 3
    assert (await submit_json(any_site, "accepted")).json()["report"]["verdict"] == "accepted"


async def test_both_views_and_the_versions_are_stored(site: Site) -> None:
    await submit_json(site, "accepted")
    (judgement,) = await _judgements(site)
    assert '"seed":null' in judgement.candidate_report
    assert '"seed":null' not in judgement.interviewer_report
    assert judgement.judge_version == "test"
    assert len(judgement.kata_digest) == 64


class Bench:
    """A queue, a recorder and a worker of one's own beside a site whose worker has stopped."""

    def __init__(self, site: Site) -> None:
        self.database: Database = site.app.state.database
        self.queue = LocalQueue(self.database, rules=QueueRules(heartbeat=timedelta(milliseconds=10)))
        self.recorder = Recorder(database=self.database, queue=self.queue, catalogue=site.app.state.catalogue)
        self.judge = ScriptedJudge()
        self.worker = Worker(
            queue=self.queue,
            recorder=self.recorder,
            broadcast=site.app.state.broadcast,
            judge=self.judge.judge,
            concurrency=1,
        )

    async def job(self) -> Job:
        async with self.database.read() as session:
            return (await session.exec(select(Job))).one()

    async def until_judging(self) -> None:
        await until(lambda: bool(self.judge.judged))


@pytest.fixture
async def bench(site: Site) -> Bench:
    worker: Worker = site.app.state.worker
    worker.stop()
    await until(lambda: not site.app.state.readiness.worker_runs)
    return Bench(site)


async def test_a_worker_that_is_cut_off_gives_its_job_back(site: Site, bench: Bench) -> None:
    await submit_json(site, "wait accepted", wait_s=0)
    running = asyncio.create_task(bench.worker.run())
    await bench.until_judging()
    assert (await bench.job()).state is JobState.RUNNING
    running.cancel()
    await asyncio.wait({running})
    job = await bench.job()
    assert (job.state, job.attempts, job.lost_runs) == (JobState.QUEUED, 0, 0)


async def test_a_stopped_worker_finishes_what_it_does(site: Site, bench: Bench) -> None:
    await submit_json(site, "wait accepted", wait_s=0)
    running = asyncio.create_task(bench.worker.run())
    await bench.until_judging()
    bench.worker.stop()
    bench.judge.release.set()
    await running
    assert (await bench.job()).state is JobState.DONE
    assert len(await _judgements(site)) == 1


async def test_a_worker_that_lost_its_lease_stops_and_stores_nothing(site: Site, bench: Bench) -> None:
    await submit_json(site, "wait accepted", wait_s=0)
    running = asyncio.create_task(bench.worker.run())
    await bench.until_judging()
    async with bench.database.write() as session:
        await session.exec(update(Job).values(run_no=99))
    # The worker lets go of it and takes the next one.
    await submit_json(site, "accepted", wait_s=0)
    await until(lambda: len(bench.judge.judged) == 2)
    bench.worker.stop()
    await running
    (judgement,) = await _judgements(site)
    assert judgement.verdict is Verdict.ACCEPTED
    async with bench.database.read() as session:
        first = (await session.exec(select(Job).order_by(col(Job.id)))).first()
    assert first is not None
    assert (first.state, first.run_no) == (JobState.RUNNING, 99)


async def test_a_late_result_is_dropped(site: Site, bench: Bench) -> None:
    await submit_json(site, "accepted", wait_s=0)
    job = await bench.queue.claim("late")
    assert job is not None
    assignment = await bench.recorder.assignment(job.submission_id)
    report = make_report(assignment.package, assignment.upload, Verdict.ACCEPTED)
    findings = Findings(interviewer=report, candidate=report)
    taken_over = replace(job, run_no=job.run_no - 1)
    assert not await bench.recorder.store(taken_over, findings)
    assert not await bench.recorder.give_up(taken_over)
    assert await bench.recorder.store(job, findings)
    assert not await bench.recorder.store(job, findings)
    assert len(await _judgements(site)) == 1


async def test_a_database_that_is_away_is_no_failed_attempt(
    site: Site, bench: Bench, logs: list[Any]
) -> None:
    await submit_json(site, "accepted", wait_s=0)
    assignment, asked = bench.recorder.assignment, 0

    async def away_at_first(submission_id: SubmissionId) -> Assignment:
        nonlocal asked
        asked += 1
        if asked == 1:
            raise StorageUnavailable("away")
        return await assignment(submission_id)

    with mock.patch.object(bench.recorder, "assignment", away_at_first):
        running = asyncio.create_task(bench.worker.run())
        await until(lambda: asked == 1)
        async with bench.database.write() as session:
            await session.exec(update(Job).values(lease_until=utc_now() - timedelta(seconds=1)))
        await until(lambda: bool(bench.judge.judged))
        bench.worker.stop()
        await running
    job = await bench.job()
    assert (job.state, job.attempts, job.lost_runs) == (JobState.DONE, 0, 1)
    assert "worker_stumbled" not in {entry["event"] for entry in logs}

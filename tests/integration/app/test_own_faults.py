"""Faults of ours: told as such, logged, and over with the request or the job that met them."""

import asyncio
from typing import Any

import pytest

from app.core.clock import utc_now
from app.core.db import Database
from app.core.ids import hash_token
from app.jobs.local import LocalQueue
from app.jobs.queue import ClaimedJob
from app.practice import repository
from app.submissions.recording import Recorder
from app.worker import Worker
from tests.support.web import BROWSER, HTMX, ScriptedJudge, Site, submit_json

SECRET = "the words of the exception"


@pytest.fixture
def broken_site(site: Site) -> Site:
    """A site with one route that breaks."""

    async def breaks() -> None:
        raise RuntimeError(SECRET)

    site.app.add_api_route("/breaks", breaks)
    return site


@pytest.mark.parametrize("headers", [{}, BROWSER, HTMX])
async def test_a_fault_is_a_problem_without_its_words(
    broken_site: Site, logs: list[Any], headers: dict[str, str]
) -> None:
    response = await broken_site.client.get("/breaks", headers=headers)
    assert response.status_code == 500
    assert "Something broke on our side" in response.text
    assert SECRET not in response.text
    assert "Traceback" not in response.text
    assert response.headers["content-security-policy"]
    logged = [entry for entry in logs if entry["event"] == "request_failed"]
    assert len(logged) == 1
    assert (await broken_site.client.get("/")).status_code == 200


class StumblingQueue(LocalQueue):
    """Breaks at its first claim."""

    broke = False

    async def claim(self, worker_id: str) -> ClaimedJob | None:
        if not self.broke:
            self.broke = True
            raise OSError("the database is away")
        return await super().claim(worker_id)


async def test_a_worker_outlives_a_database_that_was_away(site: Site, logs: list[Any]) -> None:
    worker: Worker = site.app.state.worker
    worker.stop()
    database: Database = site.app.state.database
    queue, judge = StumblingQueue(database), ScriptedJudge()
    own = Worker(
        queue=queue,
        recorder=Recorder(database=database, queue=queue, catalogue=site.app.state.catalogue),
        broadcast=site.app.state.broadcast,
        judge=judge.judge,
        concurrency=1,
    )
    running = asyncio.create_task(own.run())
    response = await submit_json(site, "accepted")
    own.stop()
    await running
    assert response.json()["report"]["verdict"] == "accepted"
    assert queue.broke


async def test_a_double_click_opens_an_answer_once(any_site: Site) -> None:
    database: Database = any_site.app.state.database
    visitor = hash_token("somebody")
    async with database.write() as session:
        for _ in range(2):
            await repository.open_step(session, visitor, "split_heads", step="short", now=utc_now())
        assert await repository.opened_steps(session, visitor, "split_heads") == {"short"}
    async with database.read() as session:
        assert await repository.opened_steps(session, visitor, "split_heads") == {"short"}

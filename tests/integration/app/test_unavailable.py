"""A database that cannot be used right now: told as such, with a time to try again, and no text is lost."""

import asyncio
import html
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import httpx2
import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from app.core import db
from app.core.db import POOL_OVERFLOW, POOL_SIZE, Database
from app.core.errors import StorageUnavailable
from app.submissions.service import NewSubmission, Submissions, SubmissionState
from tests.support.waiting import until
from tests.support.web import BROWSER, HTMX, Site, running_site, submit_json

KATA = "/katas/split_heads"
TYPED = "# half a thought\naccepted"
MORE_THAN_THE_POOL = POOL_SIZE + POOL_OVERFLOW + 5


async def _form(site: Site, headers: dict[str, str] = BROWSER) -> httpx2.Response:
    data = {"action": "submit", "source": TYPED, "explanation": "It relabels."}
    return await site.client.post(f"{KATA}/submissions", data=data, headers=headers)


async def _program(site: Site, wait_s: int = 0) -> httpx2.Response:
    """Submit as a program does: without the cookie that the pages have set."""
    site.client.cookies.clear()
    return await submit_json(site, "accepted", wait_s=wait_s)


def _tells_when_to_come_back(response: httpx2.Response) -> bool:
    return response.status_code == 503 and int(response.headers["retry-after"]) > 0


def _keeps_what_was_typed(response: httpx2.Response) -> bool:
    return "# half a thought\naccepted" in html.unescape(response.text) and "It relabels." in response.text


@asynccontextmanager
async def _no_connection_free(site: Site) -> AsyncIterator[None]:
    engine = site.app.state.database._engine
    async with AsyncExitStack() as held:
        for _ in range(POOL_SIZE + POOL_OVERFLOW):
            await held.enter_async_context(engine.connect())
        yield


@contextmanager
def _held_lock(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def test_more_reveals_at_once_than_there_are_connections(any_site: Site) -> None:
    data = {"action": "submit", "source": "accepted"}
    stored = await any_site.client.post(f"{KATA}/submissions", data=data, headers=BROWSER)
    submission = stored.headers["location"].rpartition("/")[2]
    form = {"step": "short", "source": TYPED, "submission": submission}
    responses = await asyncio.gather(
        *(
            any_site.client.post(f"{KATA}/reveals", data=form, headers=BROWSER)
            for _ in range(MORE_THAN_THE_POOL)
        )
    )
    assert [response.status_code for response in responses] == [200] * MORE_THAN_THE_POOL
    assert all('id="answer-short"' in response.text for response in responses)


async def test_more_of_every_request_at_once_than_there_are_connections(any_site: Site) -> None:
    stored = (await submit_json(any_site, "accepted")).json()["id"]
    pages = (KATA, "/", f"{KATA}/submissions/{stored}", f"/submissions/{stored}/report", "/readyz")
    posts = [submit_json(any_site, "accepted") for _ in range(MORE_THAN_THE_POOL)]
    gets = [any_site.client.get(pages[number % len(pages)]) for number in range(2 * MORE_THAN_THE_POOL)]
    responses = await asyncio.gather(*posts, *gets)
    assert {response.status_code for response in responses} == {200}


@pytest.fixture
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "PATIENCE_S", 0.1)
    monkeypatch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "busy_timeout=0"))


@pytest.mark.usefixtures("_no_patience")
async def test_no_free_connection(tmp_path: Path, database_url: str, logs: list[Any]) -> None:
    async with running_site(tmp_path, database_url=database_url) as site:
        site.app.state.worker.stop()
        await until(lambda: not site.app.state.readiness.worker_runs)
        async with _no_connection_free(site):
            refused = await _form(site)
            page = await site.client.get(KATA, headers=BROWSER)
            program = await _program(site)
            ready = await site.client.get("/readyz")
            typed = {"step": "short", "source": TYPED, "explanation": "It relabels."}
            reveal = await site.client.post(f"{KATA}/reveals", data=typed, headers=BROWSER)
        assert all(map(_tells_when_to_come_back, (refused, page, program, reveal)))
        assert _keeps_what_was_typed(refused)
        assert _keeps_what_was_typed(reveal)
        assert program.json()["type"] == "/problems/storage-unavailable"
        assert ready.status_code == 503
        assert (await _form(site)).status_code == 303
    assert "database_unavailable" in {entry["event"] for entry in logs}
    assert "request_failed" not in {entry["event"] for entry in logs}


@pytest.mark.usefixtures("_no_patience")
async def test_a_locked_database(tmp_path: Path) -> None:
    async with running_site(tmp_path) as site:
        with _held_lock(tmp_path / "rightshape.sqlite3"):
            refused, fragment = await _form(site), await _form(site, HTMX)
            program = await _program(site)
            assert (await site.client.get(KATA)).status_code == 200
        assert all(map(_tells_when_to_come_back, (refused, fragment, program)))
        assert _keeps_what_was_typed(refused)
        assert "Nothing can be stored at the moment" in fragment.text
        assert (await _form(site)).status_code == 303


async def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db, "_PRAGMAS", (*db._PRAGMAS, "max_page_count=100"))
    async with running_site(tmp_path) as site:
        big = {"source": "#" * 60_000}
        responses = [await site.client.post(f"/api/v1{KATA}/submissions", json=big) for _ in range(10)]
        assert responses[0].status_code == 202
        assert _tells_when_to_come_back(responses[-1])
        assert (await site.client.get(KATA)).status_code == 200


@pytest.mark.postgres
async def test_a_connection_that_the_server_cut(tmp_path: Path, fresh_postgres_url: str) -> None:
    async with running_site(tmp_path, database_url=fresh_postgres_url) as site:
        database: Database = site.app.state.database

        async def write_while_cut() -> None:
            async with database.write() as session:
                connection = await session.connection()
                number = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
                with psycopg.connect(fresh_postgres_url, autocommit=True) as other:
                    other.execute("SELECT pg_terminate_backend(%s, 5000)", (number,))
                await connection.exec_driver_sql("SELECT 1")

        with pytest.raises(StorageUnavailable):
            await write_while_cut()
        assert (await _form(site)).status_code == 303


async def test_wrong_sql_is_a_fault_of_ours(database: Database) -> None:
    async with database.read() as session:
        connection = await session.connection()
        with pytest.raises(DBAPIError):
            await connection.exec_driver_sql("SELECT * FROM no_such_table")


async def test_a_database_file_that_was_removed(tmp_path: Path) -> None:
    async with running_site(tmp_path) as site:
        file = tmp_path / "rightshape.sqlite3"
        assert (await site.client.get("/readyz")).text == "ok"
        away = file.rename(tmp_path / "away")
        refused, program = await _form(site), await _program(site)
        assert all(map(_tells_when_to_come_back, (refused, program)))
        assert _keeps_what_was_typed(refused)
        assert "removed or replaced" in program.json()["detail"]
        assert (await site.client.get("/readyz")).status_code == 503
        away.rename(file)
        assert (await site.client.get("/readyz")).text == "ok"
        assert (await _program(site, wait_s=30)).json()["status"] == "judged"


async def test_a_database_file_that_was_replaced(tmp_path: Path) -> None:
    async with running_site(tmp_path) as site:
        file = tmp_path / "rightshape.sqlite3"
        shutil.copy(file, tmp_path / "copy")
        (tmp_path / "copy").replace(file)
        assert _tells_when_to_come_back(await _program(site))
        assert (await site.client.get("/readyz")).status_code == 503


async def test_a_stored_submission_is_told_though_the_database_went_away(tmp_path: Path) -> None:
    """Stored is stored: what cannot be read afterwards must not make anybody send it again."""
    async with running_site(tmp_path) as site:
        file, away = tmp_path / "rightshape.sqlite3", tmp_path / "away"
        submissions: Submissions = site.app.state.submissions
        submit = submissions.submit

        async def submit_and_lose(new: NewSubmission) -> SubmissionState:
            state = await submit(new)
            file.rename(away)
            return state

        for headers, status in ((BROWSER, 303), (HTMX, 200)):
            with mock.patch.object(submissions, "submit", submit_and_lose):
                response = await _form(site, headers)
            away.rename(file)
            assert response.status_code == status
        with mock.patch.object(submissions, "submit", submit_and_lose):
            response = await _program(site, wait_s=1)
        away.rename(file)
        assert response.status_code == 202
        assert (await site.client.get(response.headers["location"])).status_code == 200

"""How much may wait: in all, of one address and of one owner. A refusal keeps what was typed."""

import html
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from app.core.db import Database
from app.jobs.queue import Queue
from app.practice.visitor import COOKIE
from app.worker import Worker
from tests.support.waiting import until
from tests.support.web import BROWSER, HTMX, Site, running_site, submit_json

KATA = "/katas/split_heads"
TYPED = "# half a thought\naccepted"
ANNA, BEN = "anna" * 6, "ben_" * 6


async def _form(site: Site, visitor: str | None, headers: dict[str, str] = BROWSER) -> httpx2.Response:
    site.client.cookies.clear()
    cookie = {} if visitor is None else {"Cookie": f"{COOKIE}={visitor}"}
    data = {"action": "submit", "source": TYPED, "explanation": "It relabels."}
    return await site.client.post(f"{KATA}/submissions", data=data, headers={**headers, **cookie})


async def _program(site: Site) -> httpx2.Response:
    site.client.cookies.clear()
    return await submit_json(site, "accepted", wait_s=0)


@pytest.fixture
async def idle_site(tmp_path: Path, database_url: str) -> AsyncIterator[Site]:
    """A site that takes submissions and judges none of them."""
    async with running_site(
        tmp_path,
        database_url=database_url,
        max_queued=6,
        max_queued_per_address=5,
        max_queued_per_sender=2,
    ) as site:
        worker: Worker = site.app.state.worker
        worker.stop()
        await until(lambda: not site.app.state.readiness.worker_runs)
        yield site


async def test_one_visitor_cannot_fill_the_queue(idle_site: Site) -> None:
    for _ in range(2):
        assert (await _form(idle_site, ANNA, HTMX)).status_code == 200
    refused, fragment = await _form(idle_site, ANNA), await _form(idle_site, ANNA, HTMX)
    for response in (refused, fragment):
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) > 0
        assert "2 of your submissions wait to be judged" in response.text
    text = html.unescape(refused.text)
    assert TYPED in text
    assert "It relabels." in text
    assert (await _form(idle_site, BEN, HTMX)).status_code == 200


async def test_whoever_sends_no_cookie_is_one_sender(idle_site: Site) -> None:
    assert (await _form(idle_site, None, HTMX)).status_code == 200
    assert (await _program(idle_site)).status_code == 202
    refused = await _program(idle_site)
    assert refused.status_code == 429
    assert refused.json()["type"] == "/problems/too-many"
    assert (await _form(idle_site, None, HTMX)).status_code == 429
    assert (await _form(idle_site, ANNA, HTMX)).status_code == 200


async def test_made_up_visitors_cannot_fill_the_queue(idle_site: Site) -> None:
    for number in range(5):
        assert (await _form(idle_site, f"made-up-visitor-number-{number}", HTMX)).status_code == 200
    refused = await _form(idle_site, ANNA)
    assert refused.status_code == 429
    assert "from your network" in refused.text


async def test_a_first_submission_is_judged_ahead_of_a_flood(any_site: Site) -> None:
    """With the real worker: two of the flood are being judged, and the newcomer is the next."""
    for number in range(30):
        await submit_json(any_site, f"flood-{number} wait accepted", wait_s=0)
    await until(lambda: len(any_site.judge.judged) == 2)
    await _form(any_site, ANNA, HTMX)
    any_site.judge.release.set()
    await until(lambda: len(any_site.judge.judged) == 31)
    assert TYPED.encode() in any_site.judge.judged[2:4]


async def test_a_job_says_whose_it_is(idle_site: Site) -> None:
    queue: Queue = idle_site.app.state.worker._queue
    for _ in range(2):
        await _program(idle_site)
    assert (await queue.claim("w")) is not None
    await _form(idle_site, ANNA, HTMX)
    job = await queue.claim("w")
    assert job is not None
    assert job.owner_key.startswith("visitor-")
    database: Database = idle_site.app.state.database
    async with database.read() as session:
        assert (await queue.load(session)).waiting == 1

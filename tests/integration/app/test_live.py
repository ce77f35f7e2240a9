"""News as server-sent events."""

import asyncio
import json
from unittest import mock

from app.core.errors import StorageUnavailable
from app.submissions.service import Submissions, SubmissionState
from tests.support.waiting import until
from tests.support.web import BROWSER, Site, submit_json


def _events(text: str) -> list[tuple[str, dict[str, object]]]:
    blocks = [
        dict(line.split(": ", 1) for line in block.splitlines()) for block in text.strip().split("\n\n")
    ]
    return [(block["event"], json.loads(block["data"])) for block in blocks if "event" in block]


async def test_the_state_comes_first_and_over_last(site: Site) -> None:
    stored = await submit_json(site, "wait accepted", wait_s=0)
    following = asyncio.create_task(site.client.get(f"/submissions/{stored.json()['id']}/events"))
    await until(lambda: bool(site.judge.judged))
    site.judge.release.set()
    response = await following
    assert response.headers["content-type"].startswith("text/event-stream")
    events = _events(response.text)
    assert events[0][0] == "progress"
    assert events[-1] == ("over", {"status": "judged", "done": 0, "stages": 0, "title": ""})


async def test_a_submission_that_is_over_says_so_at_once(site: Site) -> None:
    judged = await submit_json(site, "accepted")
    response = await site.client.get(f"/submissions/{judged.json()['id']}/events")
    assert [name for name, _data in _events(response.text)] == ["over"]


async def test_streams_end_when_the_server_stops(site: Site) -> None:
    stored = await submit_json(site, "wait accepted", wait_s=0)
    following = asyncio.create_task(site.client.get(f"/submissions/{stored.json()['id']}/events"))
    await until(lambda: bool(site.judge.judged))
    site.app.state.broadcast.close()
    response = await following
    assert "over" not in [name for name, _data in _events(response.text)]


async def test_a_stream_outlives_a_database_that_was_away(site: Site) -> None:
    stored = await submit_json(site, "wait accepted", wait_s=0)
    submissions: Submissions = site.app.state.submissions
    get, asked = submissions.get, 0

    async def away_once(submission_id: str) -> SubmissionState:
        nonlocal asked
        asked += 1
        if asked == 2:
            raise StorageUnavailable("away")
        return await get(submission_id)

    with mock.patch.object(submissions, "get", away_once):
        following = asyncio.create_task(site.client.get(f"/submissions/{stored.json()['id']}/events"))
        await until(lambda: asked > 1)
        site.judge.release.set()
        response = await following
    assert _events(response.text)[-1][0] == "over"


async def test_the_report_alone(site: Site) -> None:
    judged = await submit_json(site, "accepted")
    fragment = await site.client.get(f"/submissions/{judged.json()['id']}/report", headers=BROWSER)
    assert "<html" not in fragment.text
    assert "Accepted: every check holds" in fragment.text

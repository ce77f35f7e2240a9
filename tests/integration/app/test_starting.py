"""A server whose sandbox has not yet proved itself: everything but judging is there, and nothing is lost."""

import asyncio
import html
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.web import BROWSER, StillRunner, running_site, submit_json

TOKEN = "correct-horse-battery"


@dataclass(slots=True)
class SlowRunner(StillRunner):
    """Starts when it is let."""

    proved: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        await self.proved.wait()


async def test_until_judging_is_open_a_submission_gets_503_and_a_time(tmp_path: Path) -> None:
    runner = SlowRunner()
    async with running_site(tmp_path, runner=runner, operator_token=TOKEN, wait_for_judging=False) as site:
        assert (await site.client.get("/healthz")).text == "ok"
        ready = await site.client.get("/readyz")
        assert (ready.status_code, ready.text) == (503, "not ok")
        refused = await submit_json(site, "accepted", wait_s=0)
        assert refused.json()["type"] == "/problems/judging-closed"
        form = {"action": "submit", "source": "# half a thought", "explanation": "It relabels."}
        page = await site.client.post("/katas/split_heads/submissions", data=form, headers=BROWSER)
        for response in (refused, page):
            assert response.status_code == 503
            assert int(response.headers["retry-after"]) > 0
        assert "# half a thought" in html.unescape(page.text)
        assert "It relabels." in page.text
        operator = await site.client.get("/operator", auth=("", TOKEN))
        assert "The sandbox proves itself" in operator.text
        runner.proved.set()
        await site.app.state.readiness.settled.wait()
        site.client.cookies.clear()
        assert (await submit_json(site, "accepted")).json()["report"]["verdict"] == "accepted"

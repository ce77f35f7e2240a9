"""How much of a report the sender of a submission is shown, on every way to it."""

from pathlib import Path

import pytest

from app.judge.report import FeedbackLevel
from tests.support.web import BROWSER, HTMX, Site, running_site

KATA = "/katas/split_heads"
MESSAGE = "&lt;b&gt;split&lt;/b&gt;[0, 0, 1, 0] is 3"


async def sent(site: Site) -> str:
    """Send a wrong submission and give its id."""
    answer = await site.client.post(f"/api/v1{KATA}/submissions?wait=20", json={"source": "wrong_answer"})
    assert answer.status_code == 200
    return str(answer.json()["id"])


@pytest.mark.parametrize("level", FeedbackLevel)
async def test_page_fragment_and_api_show_the_same_level(tmp_path: Path, level: FeedbackLevel) -> None:
    async with running_site(tmp_path, feedback=level) as site:
        submission_id = await sent(site)
        report = (await site.client.get(f"/api/v1/submissions/{submission_id}")).json()["report"]
        page = (await site.client.get(f"{KATA}/submissions/{submission_id}", headers=BROWSER)).text
        fragment = (await site.client.get(f"/submissions/{submission_id}/report", headers=HTMX)).text
    shows_checks = level is not FeedbackLevel.VERDICT
    assert report["feedback"] == level
    assert report["verdict"] == "wrong_answer"
    assert bool(report["checks"]) is shows_checks
    assert (report["score"] is not None) is shows_checks
    for text in (page, fragment):
        assert "Wrong answer" in text
        assert (MESSAGE in text) is shows_checks
        assert ("of 100" in text) is shows_checks


async def test_a_later_setting_leaves_earlier_submissions_as_they_were(tmp_path: Path) -> None:
    async with running_site(tmp_path, feedback=FeedbackLevel.VERDICT) as site:
        earlier = await sent(site)
    async with running_site(tmp_path, feedback=FeedbackLevel.DIAGNOSIS) as site:
        later = await sent(site)
        levels = [
            (await site.client.get(f"/api/v1/submissions/{one}")).json()["report"]["feedback"]
            for one in (earlier, later)
        ]
    assert levels == ["verdict", "diagnosis"]

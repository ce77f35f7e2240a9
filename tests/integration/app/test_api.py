"""The JSON API from outside, on both kinds of database."""

import re
from importlib.metadata import version
from pathlib import Path

from app.practice.schemas import KataList, KataView, SubmissionView
from tests.support.web import Site, StillRunner, running_site, submit_json

GOOD = {"source": "accepted", "explanation": "it relabels"}


async def test_the_list_and_one_kata(any_site: Site) -> None:
    listed = KataList.model_validate((await any_site.client.get("/api/v1/katas")).json())
    assert [kata.slug for kata in listed.katas] == ["split_heads"]
    kata = KataView.model_validate((await any_site.client.get("/api/v1/katas/split_heads")).json())
    assert "def split_heads" in kata.starter
    assert kata.limits.source_bytes == 65536


async def test_a_submission_is_stored_then_judged(any_site: Site) -> None:
    any_site.judge.release.clear()
    response = await any_site.client.post(
        "/api/v1/katas/split_heads/submissions", json={"source": "wait accepted"}
    )
    assert response.status_code == 202
    body = response.json()
    assert body["report"] is None
    assert body["status"] in {"queued", "running"}
    assert len(body["id"]) >= 22
    assert response.headers["location"] == f"/api/v1/submissions/{body['id']}"
    any_site.judge.release.set()
    again = await submit_json(any_site, "wrong_answer")
    assert again.status_code == 200
    judged = await any_site.client.get(response.headers["location"])
    for _ in range(1000):
        if judged.json()["status"] == "judged":
            break
        judged = await any_site.client.get(response.headers["location"])
    view = SubmissionView.model_validate(judged.json())
    assert view.report is not None
    assert view.report.verdict == "accepted"
    assert view.report.seed is None


async def test_waiting_gives_the_report(any_site: Site) -> None:
    response = await submit_json(any_site, "accepted")
    assert response.status_code == 200
    assert response.json()["report"]["verdict"] == "accepted"
    assert response.headers["location"].endswith(response.json()["id"])


async def test_waiting_too_short_is_no_failure(site: Site) -> None:
    response = await site.client.post(
        "/api/v1/katas/split_heads/submissions?wait=0.05", json={"source": "wait accepted"}
    )
    assert response.status_code == 202
    assert response.json()["report"] is None


async def test_any_text_is_stored_as_it_came(any_site: Site) -> None:
    raw = b'{"source": "a\\u0000b\\ud800\\r\\n\\t\\u202e", "explanation": "\\udfff\\u0000"}'
    response = await any_site.client.post(
        "/api/v1/katas/split_heads/submissions?wait=30",
        content=raw,
        headers={"Content-Type": "application/json"},
    )
    assert response.status_code == 200
    assert any_site.judge.judged == [b"a\x00b\xed\xa0\x80\r\n\t\xe2\x80\xae"]


async def test_sizes_at_the_limit_and_one_over(site: Site) -> None:
    url = "/api/v1/katas/split_heads/submissions"
    for field, limit in (("source", 65536), ("explanation", 20480)):
        fits = await site.client.post(url, json={**GOOD, field: "é" * (limit // 2)})
        assert fits.status_code == 202
        over = await site.client.post(url, json={**GOOD, field: "é" * (limit // 2) + "x"})
        assert over.status_code == 413
        assert over.headers["content-type"] == "application/problem+json"
        assert field in over.json()["detail"]
        assert str(limit) in over.json()["detail"]
        assert str(limit + 1) in over.json()["detail"]


async def test_a_closed_server_shows_katas_and_refuses_submissions(tmp_path: Path) -> None:
    runner = StillRunner(broken="user namespaces are off: sysctl kernel.secret_advice=1")
    async with running_site(tmp_path, runner=runner) as site:
        assert (await site.client.get("/healthz")).text == "ok"
        ready = await site.client.get("/readyz")
        assert (ready.status_code, ready.text) == (503, "not ok")
        refused = await submit_json(site, "accepted", wait_s=0)
        assert refused.status_code == 503
        assert refused.json()["type"] == "/problems/judging-closed"
        assert "sysctl" not in refused.text
        page = await site.client.get("/katas/split_heads")
        assert page.status_code == 200
        assert "Judging is closed" in page.text
        assert "sysctl" not in page.text


async def test_a_working_server_is_ready(site: Site) -> None:
    await submit_json(site, "accepted")
    ready = await site.client.get("/readyz")
    assert (ready.status_code, ready.text) == (200, "ok")


async def test_a_full_queue_is_told(tmp_path: Path) -> None:
    async with running_site(tmp_path, max_queued=1) as site:
        for _ in range(2):
            await submit_json(site, "wait accepted", wait_s=0)
        refused = [await submit_json(site, "accepted", wait_s=0) for _ in range(3)]
        assert refused[-1].status_code == 429
        assert refused[-1].headers["retry-after"] == "60"


async def test_the_description_has_examples_and_no_answers(site: Site) -> None:
    document = (await site.client.get("/api/v1/openapi.json")).json()
    post = document["paths"]["/api/v1/katas/{slug}/submissions"]["post"]
    assert post["responses"]["200"]["content"]["application/json"]["example"]["status"] == "judged"
    assert set(post["responses"]) >= {"200", "202", "400", "404", "413", "415", "422", "429", "503"}
    assert all(re.match(r"/api/v1/", path) for path in document["paths"])
    kata = (await site.client.get("/api/v1/katas/split_heads")).json()
    assert not set(kata) & {"review", "files", "reference", "short_answer"}


async def test_the_description_carries_the_version_of_the_package(site: Site) -> None:
    description = (await site.client.get("/api/v1/openapi.json")).json()
    assert description["info"]["version"] == version("rightshape")

"""Writes from pages of other sites are refused; headers are on every answer."""

from pathlib import Path

import pytest

from tests.support.web import Site, running_site

FORM = "/katas/split_heads/submissions"


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://kata.test"}, False),
        ({"Origin": "http://kata.test"}, True),
        ({"Origin": "https://kata.test"}, True),
        ({"Origin": "junk://kata.test"}, False),
        ({"Origin": "kata.test"}, False),
        ({"Origin": "http://evil.test"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://kata.test.evil.test"}, False),
        ({}, True),
        ({"Cookie": "rightshape_visitor=AAAAAAAAAAAAAAAAAAAAAA"}, False),
    ],
)
async def test_who_may_write(site: Site, headers: dict[str, str], allowed: bool) -> None:
    response = await site.client.post(FORM, data={"action": "run", "source": "accepted"}, headers=headers)
    assert response.status_code == (303 if allowed else 403)
    if not allowed:
        assert response.json()["type"] == "/problems/cross-origin"
        assert site.judge.judged == []


async def test_an_allowed_origin_may_write(tmp_path: Path) -> None:
    async with running_site(tmp_path, allowed_origins="https://kata.example.org") as site:
        headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://kata.example.org"}
        response = await site.client.post(FORM, data={"action": "run", "source": "accepted"}, headers=headers)
        assert response.status_code == 303


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("kata.test", 200),
        ("KATA.test:8000", 200),
        ("[::1]:8000", 200),
        ("[::1]", 200),
        ("evil.test", 400),
        ("kata.test.evil.test", 400),
        ("kata.test:80:90", 400),
        ("127.0.0.1:8000", 400),
        ("", 400),
    ],
)
async def test_which_hosts_are_answered_to(tmp_path: Path, host: str, status: int) -> None:
    async with running_site(tmp_path, allowed_hosts="Kata.test [::1]") as site:
        response = await site.client.get("/", headers={"Host": host})
        assert response.status_code == status
        assert (await site.client.get("/healthz", headers={"Host": host})).status_code == 200
        if status == 400:
            assert response.json()["type"] == "/problems/unknown-host"


@pytest.mark.parametrize("path", ["/", "/nothing", "/healthz", "/api/v1/katas", "/static/css/base.css"])
async def test_every_answer_carries_the_headers(site: Site, path: str) -> None:
    first, second = await site.client.get(path), await site.client.get(path)
    policy = first.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert policy != second.headers["content-security-policy"]
    assert first.headers["x-content-type-options"] == "nosniff"
    assert first.headers["x-frame-options"] == "DENY"

"""The operator's page: there for operators alone, with what the start found and what goes on now."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

from app.core.db import Database
from app.core.errors import StorageUnavailable
from app.core.sandbox_state import Examined, PoolState
from sandbox.doctor import Examination, Layer, LayerState
from tests.support.web import BROWSER, Site, StillRunner, running_site, submit_json

TOKEN = "correct-horse-battery"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
LAYERS = (
    Layer("seccomp", LayerState.OK, "fork gave <EPERM>"),
    Layer("user namespace", LayerState.MISSING, "unshare gave: EPERM", "run: sudo sysctl -w x=1"),
)


def _runner(broken: str = "") -> StillRunner:
    at = datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC)
    pool = PoolState(slots=4, busy=3, waiting=21, children_run=600, zygotes_replaced=9)
    return StillRunner(broken, Examined(Examination(LAYERS), at), pool)


async def test_without_a_token_there_is_no_such_page(site: Site) -> None:
    missing = await site.client.get("/nothing", headers=BEARER)
    page = await site.client.get("/operator", headers=BEARER)
    assert page.status_code == missing.status_code == 404
    assert page.json()["detail"] == missing.json()["detail"]
    assert "www-authenticate" not in page.headers


async def test_it_asks_for_the_token(tmp_path: Path, logs: list[Any]) -> None:
    async with running_site(tmp_path, runner=_runner(), operator_token=TOKEN) as site:
        for headers in ({}, {"Authorization": "Bearer wrong"}, BROWSER):
            refused = await site.client.get("/operator", headers=headers)
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"].startswith("Basic ")
            assert "seccomp" not in refused.text
        as_password = await site.client.get("/operator", auth=("whoever", TOKEN))
        as_bearer = await site.client.get("/operator", headers=BEARER)
        assert (as_password.status_code, as_bearer.status_code) == (200, 200)
    assert TOKEN not in repr(logs)


async def test_it_shows_layers_queue_and_pool(tmp_path: Path) -> None:
    async with running_site(tmp_path, runner=_runner(), operator_token=TOKEN) as site:
        await submit_json(site, "wait accepted", wait_s=0)
        page = await site.client.get("/operator", headers=BEARER)
    assert "Judging is open" in page.text
    assert "2026-11-30 12:00:05 UTC" in page.text
    assert "fork gave &lt;EPERM&gt;" in page.text
    assert "run: sudo sysctl -w x=1" in page.text
    for figure in (3, 21, 600, 9):
        assert f"<dd>{figure}" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert "'unsafe-inline'" not in page.headers["content-security-policy"]


async def test_it_tells_what_visitors_are_not_told(tmp_path: Path) -> None:
    runner = _runner(broken="Missing: user namespace.\n  To do: sysctl kernel.secret_advice=1.")
    async with running_site(tmp_path, runner=runner, operator_token=TOKEN) as site:
        page = await site.client.get("/operator", headers=BEARER)
        assert "Judging is closed" in page.text
        assert "sysctl kernel.secret_advice=1" in page.text
        for path in ("/", "/healthz", "/readyz", "/katas/split_heads"):
            assert "secret_advice" not in (await site.client.get(path)).text


async def test_it_is_there_while_the_database_is_away(tmp_path: Path) -> None:
    async with running_site(tmp_path, runner=_runner(), operator_token=TOKEN) as site:
        with mock.patch.object(Database, "read", side_effect=StorageUnavailable("busy")):
            page = await site.client.get("/operator", headers=BEARER)
    assert page.status_code == 200
    assert "The database does not answer" in page.text
    assert "seccomp" in page.text


async def test_before_the_examination_is_over_it_says_so(tmp_path: Path) -> None:
    async with running_site(tmp_path, runner=StillRunner(), operator_token=TOKEN) as site:
        page = await site.client.get("/operator", headers=BEARER)
    assert "They are being tried" in page.text

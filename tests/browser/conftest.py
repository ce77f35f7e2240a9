"""Headless Chromium from the system, with the real server behind it. The asynchronous API, because a
running synchronous one keeps an event loop in the main thread that asynchronous tests stumble over."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright

from tests.support.server import Server, running_server

OPERATOR_TOKEN = "correct-horse-battery"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; without it browser tests are skipped here, and fail in CI."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        reason = "no Chromium on this machine: apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One real server for all browser tests."""
    data_dir: Path = tmp_path_factory.mktemp("browser") / "data"
    with running_server(data_dir, KATA_OPERATOR_TOKEN=OPERATOR_TOKEN) as server:
        yield server


@pytest.fixture
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """A fresh browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
async def page(browser: Browser, server: Server) -> AsyncIterator[Page]:
    """A page with JavaScript; anything that the browser complains of fails the test."""
    async with await browser.new_context(base_url=server.url) as context:
        page = await context.new_page()
        complaints = listen(page)
        yield page
        assert complaints == []


@pytest.fixture
async def plain(browser: Browser, server: Server) -> AsyncIterator[BrowserContext]:
    """A visitor without JavaScript."""
    async with await browser.new_context(base_url=server.url, java_script_enabled=False) as context:
        yield context


def listen(page: Page) -> list[str]:
    """Collect errors of scripts and of the content security policy."""
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        # A refusal that a test provokes is told by the browser too, and is no fault of the page.
        if message.type == "error" and "the server responded with a status of 4" not in message.text:
            complaints.append(message.text)

    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", on_console)
    return complaints

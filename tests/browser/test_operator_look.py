"""The operator's page in a browser: behind a password, readable, and whole at every width."""

from collections.abc import AsyncIterator

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, HttpCredentials, Page, expect

from tests.browser.conftest import OPERATOR_TOKEN, listen
from tests.support.server import Server

pytestmark = pytest.mark.browser

SPILLS = "document.documentElement.scrollWidth > window.innerWidth"


@pytest.fixture
async def operator(browser: Browser, server: Server) -> AsyncIterator[Page]:
    """A page whose browser knows the token."""
    credentials = HttpCredentials(username="operator", password=OPERATOR_TOKEN)
    async with await browser.new_context(base_url=server.url, http_credentials=credentials) as context:
        page = await context.new_page()
        complaints = listen(page)
        yield page
        assert complaints == []


@pytest.mark.parametrize("width", [360, 1280])
async def test_it_is_whole_and_readable(operator: Page, width: int) -> None:
    await operator.set_viewport_size({"width": width, "height": 900})
    answer = await operator.goto("/operator")
    assert answer is not None
    assert answer.status == 200
    await expect(operator.locator(".verdict .headline")).to_have_text("Judging is open")
    assert await operator.locator(".layers .check").count() > 10
    assert await operator.locator(".layers .check.failed").count() == 0
    assert not await operator.evaluate(SPILLS)
    results = await Axe().run(operator)
    assert [fault["id"] for fault in results.response["violations"]] == []

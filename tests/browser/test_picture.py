"""The picture of a wrong result in a real browser: cells, notches, strip and table, in each scheme."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from app.judge.package import builtin_katas_dir

pytestmark = pytest.mark.browser

KATA = "/katas/split_heads"
PLAIN = (builtin_katas_dir() / "split_heads" / "starter.py").read_text("utf-8")
PATIENCE_MS = 60_000
CELLS = 24
WRONG = 16


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1500), ("dark", 1500), ("light", 360)])
async def test_it_tells_by_text_shape_and_table(page: Page, scheme: str, width: int) -> None:
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await page.set_viewport_size({"width": width, "height": 800})
    await page.goto(KATA)
    await page.evaluate("(source) => { document.querySelector('#source').value = source; }", PLAIN)
    await page.get_by_role("button", name="Submit").click()
    picture = page.locator(".picture")
    await expect(picture).to_be_visible()
    grids = picture.locator("svg.grid")
    assert await grids.count() == 2
    for grid, wrong in ((grids.nth(0), 0), (grids.nth(1), WRONG)):
        assert await grid.locator(".cell").count() == CELLS
        assert await grid.locator(".notch").count() == wrong
    for summary in await picture.locator("summary").all():
        await summary.click()
    await expect(picture.locator("svg.strip").first).to_be_visible()
    rows = picture.locator(".places tbody tr")
    assert await rows.count() == CELLS
    assert await rows.nth(4).inner_text() == "split[0, 0, 1, 0]\twrong\tx[0, 0, 4]\tx[0, 1, 0]"
    assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    results = await Axe().run(page)
    assert results.response["violations"] == []

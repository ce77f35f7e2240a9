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


async def test_a_cell_shows_where_its_number_is_in_the_input(page: Page) -> None:
    await page.goto(KATA)
    await page.evaluate("(source) => { document.querySelector('#source').value = source; }", PLAIN)
    await page.get_by_role("button", name="Submit").click()
    picture = page.locator(".picture")
    yours = picture.locator("svg.grid").nth(1)
    await expect(yours).to_be_visible()
    told = picture.locator("[data-told]")
    await expect(told).to_be_hidden()
    await yours.locator(".cell").nth(4).hover()
    await expect(picture.locator(".source .origin")).to_have_attribute("data-place", "4")
    await expect(picture.locator(".source .due")).to_have_attribute("data-place", "8")
    await expect(told).to_have_text("split[0, 0, 1, 0] comes from x[0, 0, 4]; it should come from x[0, 1, 0]")
    await page.mouse.move(0, 0)
    await expect(picture.locator(".origin, .due, .chosen")).to_have_count(0)
    first = yours.locator(".cell").first
    await first.focus()
    await expect(picture.locator(".source .origin")).to_have_attribute("data-place", "0")
    await expect(picture.locator(".source .due")).to_have_count(0)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowRight")
    await expect(yours.locator(".chosen")).to_have_attribute("data-from", "5")
    await expect(picture.locator(".source .due")).to_have_attribute("data-place", "9")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    await expect(yours.locator(".chosen")).to_have_attribute("data-from", "1")
    assert await yours.locator('.cell[tabindex="0"]').count() == 1

"""One visitor's whole way through a kata in a real browser, with and without JavaScript."""

import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import BrowserContext, Page, expect

from app.core.templating import bundle_file
from app.judge.package import builtin_katas_dir

pytestmark = pytest.mark.browser

KATA = "/katas/split_heads"
SUBMISSIONS = builtin_katas_dir() / "split_heads" / "submissions"
GOOD = min((SUBMISSIONS / "accepted").glob("*.py")).read_text("utf-8")
PLAIN = (builtin_katas_dir() / "split_heads" / "starter.py").read_text("utf-8")
PATIENCE_MS = 60_000
SUBMISSION_URL = re.compile(r"/katas/split_heads/submissions/[\w-]{22}$")


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


PASTE = """(box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


async def _type(page: Page, source: str) -> None:
    """Paste over everything: typed keys would be indented by the editor."""
    box = page.get_by_role("textbox", name="Your code")
    await box.click()
    await page.keyboard.press("Control+a")
    await box.evaluate(PASTE, source)


async def _axe(page: Page) -> list[str]:
    results = await Axe().run(page)
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in results.response["violations"]]


async def _open_kata(page: Page) -> None:
    if bundle_file("practice.js") is None:
        pytest.skip("the front-end bundle is not built: ./dev setup builds it")
    await page.goto("/")
    await page.get_by_role("link", name=re.compile("Split heads")).click()
    await expect(page.locator(".cm-editor")).to_be_visible()


async def test_the_whole_way_with_javascript(page: Page) -> None:
    await _open_kata(page)
    await page.evaluate("window.sameDocument = true")
    await page.get_by_label("What did it do to the data?").fill("It only relabels the memory.")
    await _type(page, PLAIN)
    await page.get_by_role("button", name="Run public cases").click()
    await expect(page.get_by_role("heading", name="Right shape, wrong numbers", exact=True)).to_be_visible()
    await expect(page.get_by_text("Hidden cases run when you submit.")).to_be_visible()
    await expect(page).to_have_url(SUBMISSION_URL)
    await expect(page.locator("#answers")).to_contain_text("after your first Submit")

    await page.get_by_role("button", name="Submit").click()
    await expect(page.locator("#diagnosis-title")).to_be_visible()
    await expect(page.locator("#check-index")).to_contain_text("failed")
    await expect(page.locator("#check-shape")).to_contain_text("passed")
    await expect(page.locator(".compare")).to_contain_text("x[0, 1, 0]")
    await expect(page.get_by_role("status")).to_have_text("Right shape, wrong numbers")

    await page.get_by_role("button", name="Show the short answer").click()
    await expect(page.locator("#answer-short")).to_be_visible()
    await page.get_by_role("button", name="Show the full answer").click()
    await expect(page.locator("#answer-full")).to_be_visible()
    assert await _axe(page) == []

    await _type(page, GOOD)
    await page.keyboard.press("Control+Shift+Enter")
    await expect(page.get_by_role("heading", name="Accepted: every check holds")).to_be_visible()
    assert await page.evaluate("window.sameDocument") is True
    assert (
        await page.get_by_label("What did it do to the data?").input_value() == "It only relabels the memory."
    )
    assert await _axe(page) == []


async def test_typed_text_survives_a_reload(page: Page) -> None:
    await _open_kata(page)
    await page.get_by_label("What did it do to the data?").fill("half a thought")
    await _type(page, "# unfinished")
    await page.reload()
    await expect(page.locator(".cm-content")).to_contain_text("# unfinished")
    assert await page.get_by_label("What did it do to the data?").input_value() == "half a thought"


async def test_a_refusal_keeps_the_text(page: Page) -> None:
    await _open_kata(page)
    text = "much " * 5000
    await page.get_by_label("What did it do to the data?").fill(text)
    async with page.expect_response(lambda response: response.status == 413):
        await page.get_by_role("button", name="Submit").click()
    await expect(page.locator("#results")).to_contain_text("its limit is 20480 bytes")
    assert await page.get_by_label("What did it do to the data?").input_value() == text


async def test_the_editor_can_be_left_by_keyboard(page: Page) -> None:
    await _open_kata(page)
    await page.get_by_role("textbox", name="Your code").focus()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Run public cases")).to_be_focused()


async def test_the_whole_way_without_javascript(plain: BrowserContext) -> None:
    page = await plain.new_page()
    await page.goto(KATA)
    await page.get_by_label("What did it do to the data?").fill("It only relabels.")
    await page.get_by_role("textbox", name="Your code").fill(PLAIN)
    await page.get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("heading", name="Right shape, wrong numbers", exact=True)).to_be_visible()
    await expect(page).to_have_url(SUBMISSION_URL)
    assert await page.get_by_role("textbox", name="Your code").input_value() == PLAIN
    assert await page.get_by_label("What did it do to the data?").input_value() == "It only relabels."

    await page.get_by_role("textbox", name="Your code").fill("# edited since")
    await page.get_by_role("button", name="Show the short answer").click()
    await expect(page.locator("#answer-short")).to_be_visible()
    assert await page.get_by_role("textbox", name="Your code").input_value() == "# edited since"
    await expect(page.get_by_role("heading", name="Right shape, wrong numbers", exact=True)).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1500])
async def test_nothing_spills_over_and_axe_finds_nothing(page: Page, scheme: str, width: int) -> None:
    await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await page.set_viewport_size({"width": width, "height": 800})
    for path in ("/", KATA, "/problems/not-found"):
        await page.goto(path)
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert await _axe(page) == []

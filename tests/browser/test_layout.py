"""What long words, long code and many answers do to the page, and what typing leaves on the console."""

import pytest
from playwright.async_api import Page, expect

from app.core.templating import bundle_file
from app.judge.package import builtin_katas_dir

pytestmark = pytest.mark.browser

KATA = "/katas/split_heads"
PATIENCE_MS = 60_000
STARTER = (builtin_katas_dir() / "split_heads" / "starter.py").read_text("utf-8")
LONG_WORD = "def split_heads(x, n):\n    raise TypeError('x' * 3000)\n\n\ndef merge_heads(x):\n    return x\n"
SPILLS = "document.documentElement.scrollWidth > window.innerWidth"
BOXES = """(selectors) => selectors.map((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [top, bottom];
})"""


@pytest.fixture(autouse=True)
def _patience() -> None:
    expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
async def kata(page: Page) -> Page:
    """The page of the kata with its editor."""
    if bundle_file("practice.js") is None:
        pytest.skip("the front-end bundle is not built: ./dev setup builds it")
    await page.goto(KATA)
    await expect(page.locator(".cm-editor")).to_be_visible()
    return page


async def _submit(page: Page, source: str) -> None:
    await page.evaluate("(source) => { document.querySelector('#source').value = source; }", source)
    await page.get_by_role("button", name="Submit").click()
    await expect(page.locator("#results .report")).to_be_visible()


async def test_typing_in_the_editor_leaves_the_console_empty(kata: Page) -> None:
    """Above all typing over a selection; the fixture `page` fails on anything that the browser says."""
    await kata.locator(".cm-content").click()
    await kata.keyboard.press("Control+End")
    await kata.keyboard.type("\nimport re", delay=10)
    await kata.keyboard.press("Control+a")
    await kata.keyboard.type("a = 1", delay=10)
    await expect(kata.locator(".cm-content")).to_have_text("a = 1")
    await kata.keyboard.press("Control+a")
    await kata.keyboard.type("(")
    await expect(kata.locator(".cm-content")).to_have_text("(a = 1)")
    assert await kata.evaluate("document.querySelector('#source').value") == "(a = 1)"
    await kata.keyboard.press("Control+z")
    await kata.keyboard.press("Control+f")
    await kata.keyboard.type("a")
    await kata.keyboard.press("Escape")


@pytest.mark.parametrize("width", [380, 1500])
async def test_a_long_word_does_not_widen_the_page(kata: Page, width: int) -> None:
    await kata.set_viewport_size({"width": width, "height": 900})
    await _submit(kata, LONG_WORD)
    await expect(kata.locator("#results .verdict")).to_contain_text("x" * 200)
    assert not await kata.evaluate(SPILLS)


async def test_the_statement_shows_its_code_whole(kata: Page) -> None:
    await kata.set_viewport_size({"width": 1500, "height": 900})
    sample = kata.locator(".question-pane pre").first
    assert await sample.evaluate("(pre) => pre.scrollWidth - pre.clientWidth") == 0


@pytest.mark.parametrize("width", [380, 1500])
async def test_the_results_are_in_sight_with_their_title(kata: Page, width: int) -> None:
    await kata.set_viewport_size({"width": width, "height": 900})
    await _submit(kata, STARTER)
    await expect(kata.locator("#results-title")).to_be_in_viewport(ratio=1)
    await expect(kata.locator("#results .headline")).to_be_in_viewport(ratio=1)


async def test_older_answers_are_folded_and_nothing_lies_over_anything(kata: Page) -> None:
    await kata.set_viewport_size({"width": 1500, "height": 700})
    await _submit(kata, STARTER)
    for name, button in (("short", "Show the short answer"), ("full", "Show the full answer")):
        await kata.get_by_role("button", name=button).click()
        await expect(kata.locator(f"#answer-{name} .prose")).to_be_visible()
    await expect(kata.locator("#answer-short .prose")).to_be_hidden()
    await kata.locator("#answer-short summary").click()
    await expect(kata.locator("#answer-short .prose")).to_be_visible()

    await kata.goto(KATA)
    await expect(kata.get_by_role("link", name="Go on from your last submission")).to_be_visible()
    await kata.evaluate("window.scrollTo(0, 500)")
    hint, link = await kata.evaluate(BOXES, ["#source-hint", ".desk a"])
    assert link[0] >= hint[1]


async def test_checks_that_were_not_evaluated_are_behind_one_line(kata: Page) -> None:
    await _submit(kata, "def split_heads(:\n")
    await expect(kata.locator("#results .verdict")).to_contain_text("SyntaxError")
    await expect(kata.locator("#check-shape")).to_be_hidden()
    await kata.locator(".check-group summary").click()
    await expect(kata.locator("#check-shape")).to_contain_text("not evaluated")

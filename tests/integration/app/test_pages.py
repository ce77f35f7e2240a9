"""The pages without JavaScript: plain forms, nothing lost, nothing given away."""

import html
import re
from pathlib import Path

import pytest

from app.judge.package import builtin_katas_dir, load_folder
from app.practice.ladder import steps_of
from tests.support.web import BROWSER, HTMX, Site

KATA = "/katas/split_heads"
STEPS = steps_of(load_folder(builtin_katas_dir() / "split_heads").review)
HOSTILE = "</textarea><script>alert(1)</script>\n{{ 7 * 7 }} accepted"


async def _submit(site: Site, source: str, action: str = "submit", explanation: str = "") -> str:
    data = {"action": action, "source": source, "explanation": explanation}
    response = await site.client.post(f"{KATA}/submissions", data=data, headers=BROWSER)
    assert response.status_code == 303
    return str(response.headers["location"])


async def _reveal(site: Site, step: str) -> int:
    response = await site.client.post(f"{KATA}/reveals", data={"step": step}, headers=BROWSER)
    return response.status_code


def _fragments(text: str) -> list[str]:
    """Cut an answer into its longer plain pieces, as they would stand in a page."""
    pieces = re.split(r"[`*_\n\[\]()<>&\"']", text)
    return [piece.strip() for piece in pieces if len(piece.strip()) > 25]


async def test_the_catalogue_names_the_kata(site: Site) -> None:
    page = await site.client.get("/", headers=BROWSER)
    assert page.status_code == 200
    assert 'href="/katas/split_heads"' in page.text


async def test_the_kata_shows_the_starter_and_sets_a_cookie(site: Site) -> None:
    page = await site.client.get(KATA, headers=BROWSER)
    assert "def split_heads" in html.unescape(page.text)
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    again = await site.client.get(KATA, headers=BROWSER)
    assert "set-cookie" not in again.headers


async def test_a_plain_form_post_ends_at_the_report(site: Site) -> None:
    location = await _submit(site, HOSTILE, explanation="<i>mine</i>\r\nsecond line")
    assert re.fullmatch(rf"{KATA}/submissions/[\w-]{{22}}", location)
    page = await site.client.get(location, headers=BROWSER)
    assert "Accepted: every check holds" in page.text
    assert "<script>alert" not in page.text
    assert "{{ 7 * 7 }}" in page.text
    assert html.escape("</textarea><script>alert(1)</script>", quote=False) in page.text
    assert "&lt;i&gt;mine&lt;/i&gt;\nsecond line" in page.text


async def test_a_run_never_says_that_all_is_well(site: Site) -> None:
    page = await site.client.get(await _submit(site, "accepted", "run"), headers=BROWSER)
    assert "Public checks passed" in page.text
    assert "Hidden cases run when you submit" in page.text
    assert "Accepted" not in page.text


async def test_report_text_is_escaped(site: Site) -> None:
    page = await site.client.get(await _submit(site, "wrong_answer"), headers=BROWSER)
    assert "&lt;b&gt;split&lt;/b&gt;" in page.text
    assert "<b>split" not in page.text


async def test_a_page_that_waits_looks_again(site: Site) -> None:
    response = await site.client.post(
        f"{KATA}/submissions", data={"action": "submit", "source": "wait accepted"}, headers=HTMX
    )
    location = response.headers["hx-push-url"]
    page = await site.client.get(location, headers=BROWSER)
    assert '<noscript><meta http-equiv="refresh"' in page.text
    site.judge.release.set()
    await _submit(site, "wrong_answer")
    done = await site.client.get(location, headers=BROWSER)
    assert "http-equiv" not in done.text


async def test_htmx_gets_the_pane_and_the_open_answers(site: Site) -> None:
    await site.client.get(KATA, headers=BROWSER)
    response = await site.client.post(
        f"{KATA}/submissions", data={"action": "submit", "source": "wait accepted"}, headers=HTMX
    )
    assert response.status_code == 200
    assert "<html" not in response.text
    assert "data-live=" in response.text
    assert 'hx-swap-oob="true"' in response.text
    assert "Show the short answer" in response.text


@pytest.mark.parametrize("field", ["source", "explanation"])
async def test_too_much_text_is_refused_and_kept(site: Site, field: str) -> None:
    text = "kept text " * 7000
    data = {"action": "submit", "source": "s", "explanation": "e", field: text}
    response = await site.client.post(f"{KATA}/submissions", data=data, headers=BROWSER)
    assert response.status_code == 413
    assert text.strip() in response.text
    assert field in response.text
    fragment = await site.client.post(f"{KATA}/submissions", data=data, headers=HTMX)
    assert fragment.status_code == 413
    assert "<html" not in fragment.text


async def test_a_submission_of_another_kata_is_not_here(site: Site) -> None:
    location = await _submit(site, "accepted")
    elsewhere = location.replace("split_heads", "other_kata")
    assert (await site.client.get(elsewhere, headers=BROWSER)).status_code == 404


async def test_nothing_opens_before_the_first_submit(site: Site) -> None:
    await site.client.get(KATA, headers=BROWSER)
    assert await _reveal(site, "short") == 403
    await _submit(site, "accepted", "run")
    assert await _reveal(site, "short") == 403
    await _submit(site, "wrong_answer")
    assert await _reveal(site, "short") == 200


async def test_the_ladder_is_strict(site: Site) -> None:
    await _submit(site, "wrong_answer")
    names = [step.name for step in STEPS]
    assert len(names) > 4
    for number, name in enumerate(names):
        for later in names[number + 1 :]:
            assert await _reveal(site, later) == 403
        assert await _reveal(site, name) == 200
        assert await _reveal(site, name) == 200
    assert await _reveal(site, "no-such-step") == 404


async def test_no_page_holds_an_answer_before_its_turn(site: Site) -> None:
    location = await _submit(site, "wrong_answer")
    for number, step in enumerate(STEPS):
        pages = [await site.client.get(path, headers=BROWSER) for path in (KATA, location, f"{location}?x=1")]
        report = await site.client.get(f"/submissions/{location.rpartition('/')[2]}/report", headers=HTMX)
        for page in (*pages, report):
            source = html.unescape(page.text)
            for hidden in STEPS[number:]:
                assert not [piece for piece in _fragments(hidden.answer) if piece in source]
                assert not [piece for piece in _fragments(hidden.claim) if piece in source]
            for later in STEPS[number + 1 :]:
                assert not [piece for piece in _fragments(later.prompt) if piece in source]
        assert await _reveal(site, step.name) == 200
        shown = html.unescape((await site.client.get(KATA, headers=BROWSER)).text)
        assert f'id="answer-{step.name}"' in shown
        assert all(piece in shown for piece in _fragments(step.claim))


async def test_a_reveal_without_javascript_keeps_the_text(site: Site) -> None:
    location = await _submit(site, "wrong_answer")
    data = {
        "step": "short",
        "source": "edited\r\nsince",
        "explanation": "and said",
        "submission": location.rpartition("/")[2],
    }
    page = await site.client.post(f"{KATA}/reveals", data=data, headers=BROWSER)
    assert page.status_code == 200
    assert "edited\nsince" in page.text
    assert "and said" in page.text
    assert 'id="answer-short"' in page.text
    assert "scripted: wrong_answer" in page.text


async def test_answers_are_the_visitors_own(site: Site) -> None:
    location = await _submit(site, "wrong_answer")
    await _reveal(site, "short")
    site.client.cookies.clear()
    page = await site.client.get(location, headers=BROWSER)
    assert 'id="answer-short"' not in page.text
    assert "They open after your first Submit" in page.text


async def test_without_a_bundle_the_page_is_a_plain_form(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.templating._MANIFEST", Path("/no/such/manifest.json"))
    page = await site.client.get(KATA, headers=BROWSER)
    assert page.status_code == 200
    assert "<script" not in page.text
    assert '<textarea id="source"' in page.text


@pytest.mark.parametrize("form", ["submissions", "reveals"])
async def test_the_address_of_a_form_leads_back_to_its_page(site: Site, form: str) -> None:
    answer = await site.client.get(f"/katas/split_heads/{form}", headers=BROWSER, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/katas/split_heads")

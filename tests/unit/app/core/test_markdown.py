"""Markdown of kata packages: coloured, in the page's heading order, and harmless."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.markdown import keep_whole, render_markdown


class Tags(HTMLParser):
    """Every opening tag of a piece of HTML with its attributes, as a browser reads them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        "![x](http://evil.test/pixel.png)",
        '<iframe src="http://evil.test"></iframe>',
        "<img src=x onerror=alert(1)>",
        '[x](http://a.test "\\" onclick=\\"alert(1)")',
        "```\n</code></pre><script>alert(1)</script>\n```",
        "```python\n'</code><script>alert(1)</script>'\n```",
        "<style>body{display:none}</style>",
    ],
)
def test_nothing_active_comes_through(text: str) -> None:
    # What is left of it is text: no tag but harmless ones, no attribute but harmless ones.
    found = Tags(str(render_markdown(text))).found
    assert {tag for tag, _attributes in found} <= {"p", "a", "pre", "code", "span"}
    for _tag, attributes in found:
        assert set(attributes) <= {"href", "title", "rel", "class", "tabindex"}
        assert not str(attributes.get("href", "")).startswith("javascript")


@given(st.text(max_size=300))
def test_any_text_renders(text: str) -> None:
    assert "<script" not in render_markdown(text)


def test_python_is_coloured_by_class() -> None:
    html = render_markdown("```python\nreturn 1\n```")
    assert '<span class="k">return</span>' in html
    assert "style=" not in html


def test_other_languages_stay_plain() -> None:
    assert render_markdown("```brainfuck\n<+>\n```").startswith('<pre tabindex="0"><code>&lt;+&gt;')


@pytest.mark.parametrize(("text", "first"), [("# a\n## b", 2), ("### a\n#### b", 2), ("## a\n### b", 4)])
def test_headings_follow_the_page(text: str, first: int) -> None:
    html = render_markdown(text, first)
    assert f"<h{first}>a</h{first}>" in html
    assert f"<h{first + 1}>b</h{first + 1}>" in html


def test_tables_stay() -> None:
    assert "<table>" in render_markdown("| a | b |\n|---|---|\n| 1 | 2 |")


def test_a_power_of_ten_is_kept_on_one_line() -> None:
    assert '<span class="whole">1e-9</span>' in render_markdown("within 1e-9, **or** 2")
    assert keep_whole("1.5e-05 <b> one-way") == '<span class="whole">1.5e-05</span> &lt;b&gt; one-way'

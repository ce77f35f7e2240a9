"""Markdown of kata packages as safe HTML: no raw HTML in, allow-listed tags out, code coloured by class."""

import re
from collections.abc import Sequence

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

_LANGUAGES = {"py", "python", "pycon", "text"}
_TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "span"),
    *("h2", "h3", "h4", "h5", "h6", "a", "table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "span": {"class"},
    "code": {"class"},
    "ol": {"start"},
    "pre": {"tabindex"},
}


def _coloured(code: str, language: str, _attributes: str) -> str:
    name = language.strip().lower()
    if name not in _LANGUAGES:
        return f'<pre tabindex="0"><code>{escapeHtml(code)}</code></pre>'
    inner = highlight(code, get_lexer_by_name(name), HtmlFormatter(nowrap=True))
    return f'<pre tabindex="0"><code class="highlight">{inner}</code></pre>'


_PARSER = MarkdownIt("commonmark", {"html": False, "highlight": _coloured}).enable("table")


_TENTHS = re.compile(r"\b\d+(?:\.\d+)?e[-+]\d+\b")


def keep_whole(text: object) -> Markup:
    """Escape `text` and keep numbers such as 1e-9 on one line: browsers break them at the hyphen."""
    return Markup(_TENTHS.sub(_unbroken, str(escape(text))))  # noqa: S704 - escaped just here


def _unbroken(number: re.Match[str]) -> str:
    return f'<span class="whole">{number.group()}</span>'


def _text(
    _renderer: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, _env: EnvType
) -> str:
    return keep_whole(tokens[index].content)


_PARSER.add_render_rule("text", _text)


def render_markdown(text: str, first_heading: int = 2) -> Markup:
    """Render `text`; its highest heading gets the level `first_heading`, to fit into the page."""
    tokens = _PARSER.parse(text)
    headings = [token for token in tokens if token.type in {"heading_open", "heading_close"}]
    highest = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(int(token.tag[1]) - highest + first_heading, 6)}"
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )
    return Markup(clean)  # noqa: S704 - nh3 has just cleaned it

"""HTML from Jinja2 templates: always escaped, with `asset()` for the built bundle and our own styles."""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.core.markdown import keep_whole, render_markdown

APP_DIR = Path(__file__).resolve().parent.parent
STATIC_DIR = APP_DIR / "static"
_MANIFEST = STATIC_DIR / "dist" / "manifest.json"


def bundle_file(entry: str) -> str | None:
    """Give the address of a built entry ("practice.js"), or None where there is no bundle."""
    name = _manifest(_stamp(_MANIFEST)).get(entry)
    return f"/static/dist/{name}" if name else None


def style_file(name: str) -> str:
    """Give the address of one of our style sheets, which changes when its content does."""
    path = STATIC_DIR / "css" / name
    return f"/static/css/{name}?v={_digest(path, _stamp(path))}"


def _stamp(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0


@lru_cache(maxsize=4)
def _manifest(stamp: int) -> dict[str, str]:
    if stamp == 0:
        return {}
    found: dict[str, str] = json.loads(_MANIFEST.read_text("utf-8"))
    return found


@lru_cache(maxsize=16)
def _digest(path: Path, _stamp: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(APP_DIR / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(bundle_file=bundle_file, style_file=style_file)
    environment.filters.update(markdown=render_markdown, whole=keep_whole)
    return environment


_ENVIRONMENT = _environment()


def render(request: Request, template: str, context: dict[str, object], *, status: int = 200) -> HTMLResponse:
    """Render one template with the nonce of this request."""
    values = {**context, "csp_nonce": request.state.csp_nonce}
    return HTMLResponse(_ENVIRONMENT.get_template(template).render(values), status_code=status)


def is_fragment_request(request: Request) -> bool:
    """Tell whether htmx asks for a part of a page."""
    return request.headers.get("hx-request") == "true"

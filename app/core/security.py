"""The guards in front of every route: response headers with a strict CSP, no other origins, no other hosts.

Sources: the Content-Security-Policy and Fetch Metadata specifications. Nothing inline is allowed; the
nonce exists for the editor's own style sheet.
"""

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import CrossOrigin, UnknownHost
from app.core.problems import domain_problem, problem_response

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_PROBES = {"/healthz", "/readyz"}
"""Asked by the machine itself, under whatever name it has for itself."""
_SAME = {"same-origin", "none"}
_FIXED_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers would then send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def content_security_policy(nonce: str) -> str:
    """Give the policy of one response."""
    return (
        "default-src 'none'; script-src 'self'; "
        f"style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


class SecurityHeaders:
    """Draw a nonce for the request and set the headers of its response."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        nonce = secrets.token_urlsafe(16)
        scope.setdefault("state", {})["csp_nonce"] = nonce

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = content_security_policy(nonce)
                for name, value in _FIXED_HEADERS.items():
                    headers[name] = value
                # Revalidated, yet kept for "back", so that typed text survives it.
                headers.setdefault("Cache-Control", "private, no-cache")
            await send(message)

        await self.app(scope, receive, send_with_headers)


class OwnOriginOnly:
    """Refuse writes that a page of another site makes a browser send."""

    def __init__(self, app: ASGIApp, allowed_origins: frozenset[str]) -> None:
        """Wrap `app`; pages of `allowed_origins` may write here as our own may."""
        self.app = app
        self.allowed_origins = allowed_origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] in _SAFE_METHODS or self._is_own(scope):
            await self.app(scope, receive, send)
            return
        detail = "A page of another site sent this. Open the kata here and send it from its own page."
        response = problem_response(Request(scope), domain_problem(CrossOrigin(detail)))
        await response(scope, receive, send)

    def _is_own(self, scope: Scope) -> bool:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and origin.lower() in self.allowed_origins:
            return True
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site in _SAME
        if origin is not None:
            # Browsers send Sec-Fetch-Site to HTTPS and loopback only; on a plain-HTTP network this counts.
            # TLS may end at a proxy, so a page over HTTPS may be ours where the request came in plain.
            schemes = ("https",) if scope["scheme"] == "https" else ("http", "https")
            host = headers.get("host", "").lower()
            return origin.lower() in {f"{scheme}://{host}" for scheme in schemes}
        # No browser: a program may write, but never with the authority of a cookie.
        return "cookie" not in headers


class OwnHostsOnly:
    """Refuse requests for host names that are not ours, where it is told which are."""

    def __init__(self, app: ASGIApp, allowed_hosts: frozenset[str]) -> None:
        """Wrap `app`; an empty set allows every name."""
        self.app = app
        self.allowed_hosts = allowed_hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["path"] in _PROBES or self._is_ours(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        detail = "The Host header names another host. Use the address that this service is known by."
        response = problem_response(Request(scope), domain_problem(UnknownHost(detail)))
        await response(scope, receive, send)

    def _is_ours(self, headers: Headers) -> bool:
        return not self.allowed_hosts or _host_name(headers.get("host", "")) in self.allowed_hosts


def _host_name(header: str) -> str:
    name, found, _port = header.lower().rpartition(":")
    # An IPv6 address stands in brackets and has colons of its own.
    return name if found and not header.endswith("]") else header.lower()

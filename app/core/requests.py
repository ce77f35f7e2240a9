"""What wraps every request: an id, one log line, HEAD as GET without a body, a body limit, a catch-all."""

import time

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.errors import MalformedBody, TooLarge
from app.core.ids import new_token
from app.core.log_events import LogEvent
from app.core.logging import get_logger
from app.core.problems import domain_problem, internal_problem, problem_response

_LOG = get_logger(__name__)
_QUIET_PATHS = ("/healthz", "/readyz", "/static/")


class RequestContext:
    """Give the request an id, say it in the response and log one line at the end."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = new_token()
        scope.setdefault("state", {})["request_id"] = request_id
        status, begin = 0, time.monotonic()

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request_id
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            await self.app(scope, receive, send_with_id)
            if not scope["path"].startswith(_QUIET_PATHS):
                took_ms = round((time.monotonic() - begin) * 1000)
                _LOG.info(
                    LogEvent.REQUEST_FINISHED,
                    method=scope["method"],
                    route=getattr(scope.get("route"), "path", None),
                    status=status,
                    took_ms=took_ms,
                )


class CatchAll:
    """Answer a fault of ours with a problem document, and log it: the only catch-all of the web side."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except Exception:
            _LOG.exception(LogEvent.REQUEST_FAILED)
            if started:
                raise
            response = problem_response(Request(scope), internal_problem())
            await response(scope, receive, send)


class HeadAsGet:
    """Answer HEAD as GET, without the body; streams are left out, since they have no end."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap `app`."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].endswith("/events"):
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"}, receive, send_without_body)


class BodyLimit:
    """Refuse a body that is announced, or turns out, to be over the limit."""

    def __init__(self, app: ASGIApp, max_body_bytes: int) -> None:
        """Wrap `app`."""
        self.app = app
        self.max_body_bytes = max_body_bytes
        self.counting = RequestBodyLimitMiddleware(app, max_body_bytes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        announced = Headers(scope=scope).get("content-length", "0") if scope["type"] == "http" else "0"
        if not announced.isascii() or not announced.isdigit():
            problem = domain_problem(MalformedBody("The Content-Length header is not a number."))
        elif int(announced[:20]) > self.max_body_bytes:
            detail = f"The request body has {announced[:20]} bytes; its limit is {self.max_body_bytes} bytes."
            problem = domain_problem(TooLarge(detail))
        else:
            await self.counting(scope, receive, send)
            return
        await problem_response(Request(scope), problem)(scope, receive, send)

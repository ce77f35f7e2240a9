"""RFC 9457 problem documents for every refusal, as JSON or, for a browser, the same as a page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import cast

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from app.core import errors
from app.core.errors import DomainError
from app.core.refusal_words import unreadable_words, validation_words
from app.core.templating import is_fragment_request, render


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One kind of problem, explained at /problems/<slug>."""

    slug: str
    status: int
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class FieldError:
    """One wrong value of a request: where it stands (a JSON Pointer) and what is wrong with it."""

    pointer: str
    message: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One case of a problem."""

    type: ProblemType
    detail: str
    errors: tuple[FieldError, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)


INVALID = ProblemType(
    "invalid-request",
    422,
    "The request has wrong or unknown values",
    "Every wrong value is listed under errors, with a JSON Pointer to where it stands.",
)
METHOD_NOT_ALLOWED = ProblemType(
    "method-not-allowed",
    405,
    "This address does not take that method",
    "The Allow header lists the methods that the address takes.",
)
INTERNAL = ProblemType(
    "internal-error",
    500,
    "Something broke on our side",
    "It is our fault and has been logged. Nothing that was stored is lost; try again in a moment.",
)
REFUSED = ProblemType(
    "refused",
    400,
    "The request was refused",
    "The status says why, and so does the detail.",
)
_DOMAIN_CLASSES: tuple[type[DomainError], ...] = (
    errors.MalformedBody,
    errors.UnknownHost,
    errors.NotOperator,
    errors.NotPermitted,
    errors.CrossOrigin,
    errors.NotFound,
    errors.TooLarge,
    errors.UnsupportedMediaType,
    errors.TooMany,
    errors.ServiceClosed,
    errors.StorageUnavailable,
)


def _domain_type(error: type[DomainError]) -> ProblemType:
    return ProblemType(error.slug, error.status, error.title, error.about)


PROBLEM_TYPES: Mapping[str, ProblemType] = {
    kind.slug: kind
    for kind in (*map(_domain_type, _DOMAIN_CLASSES), INVALID, METHOD_NOT_ALLOWED, INTERNAL, REFUSED)
}


def domain_problem(error: DomainError) -> Problem:
    """Turn a broken rule into its problem."""
    return Problem(_domain_type(type(error)), error.detail, headers=error.headers)


def problem_response(request: Request, problem: Problem) -> Response:
    """Answer with `problem`: a page for browsers, a fragment for htmx, JSON for everyone else."""
    document = _document(request, problem)
    if is_fragment_request(request):
        response: Response = render(
            request, "_problem.html", {"problem": document}, status=problem.type.status
        )
    elif _wants_page(request):
        response = render(request, "problem.html", {"problem": document}, status=problem.type.status)
    else:
        body = json.dumps(document, ensure_ascii=True)
        response = Response(body, problem.type.status, media_type="application/problem+json")
    response.headers.update(problem.headers)
    response.headers["Cache-Control"] = "no-store"
    return response


def _wants_page(request: Request) -> bool:
    """Tell whether a person looks at the answer: programs speak to the API, and name JSON first or alone."""
    accepted = request.headers.get("accept", "")
    page, document = accepted.find("text/html"), accepted.find("json")
    first = page >= 0 and (document < 0 or page < document)
    return first and not request.url.path.startswith("/api/")


def _document(request: Request, problem: Problem) -> dict[str, object]:
    document: dict[str, object] = {
        "type": f"/problems/{problem.type.slug}",
        "title": problem.type.title,
        "status": problem.type.status,
        "detail": problem.detail,
        # Not `request.url`, which trips over a malformed Host header.
        "instance": request.scope["path"],
        "request_id": request.state.request_id,
    }
    if problem.errors:
        document["errors"] = [{"pointer": e.pointer, "message": e.message} for e in problem.errors]
    return document


def _pointer(location: Sequence[str | int]) -> str:
    parts = [str(part).replace("~", "~0").replace("/", "~1") for part in location]
    if parts[0] == "body":
        return "/" + "/".join(parts[1:]) if parts[1:] else ""
    return f"{parts[0]}:" + "/".join(parts[1:])


def validation_problem(error: RequestValidationError) -> Problem:
    """Tell malformed JSON (400) from well-formed JSON with wrong values (422)."""
    found = error.errors()
    first = found[0]
    if first["type"] == "json_invalid":
        why = first.get("ctx", {}).get("error", "it is not JSON")
        return domain_problem(
            errors.MalformedBody(f"The body is not well-formed JSON: {why} at character {first['loc'][-1]}.")
        )
    # The input itself is never echoed: it may be large, secret or impossible to encode.
    fields = tuple(FieldError(_pointer(e["loc"]), validation_words(e)) for e in found)
    detail = "; ".join(f"{f.pointer or 'The body'} {f.message}" for f in fields[:5]) + "."
    return Problem(
        INVALID, _printable(detail), tuple(FieldError(_printable(f.pointer), f.message) for f in fields)
    )


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")[:2000]


def http_problem(error: HTTPException, request: Request) -> Problem:
    """Turn what the framework refuses by itself into a problem."""
    headers = dict(error.headers or {})
    match error.status_code:
        case 404:
            return domain_problem(errors.NotFound("Nothing is at this address. The list of katas is at /."))
        case 405:
            allowed = headers.get("Allow", "other methods")
            return Problem(
                METHOD_NOT_ALLOWED, f"{request.method} is not taken here; {allowed} is.", headers=headers
            )
        case 413:
            limit = request.scope.get("starlette.max_body_size", 0)
            return domain_problem(errors.TooLarge(f"The request body is over its limit of {limit} bytes."))
        case 400:
            words = unreadable_words(error, request)
            return domain_problem(errors.MalformedBody(f"The body cannot be read. {words}"))
        case status:
            kind = ProblemType(REFUSED.slug, status, REFUSED.title, REFUSED.about)
            return Problem(kind, f"{HTTPStatus(status).phrase}.", headers=headers)


def internal_problem() -> Problem:
    """Give what is said of a fault of ours: nothing but that it is one."""
    return Problem(INTERNAL, "The fault is ours and has been logged under this request id.")


def install_problem_handlers(app: FastAPI) -> None:
    """Make every refusal inside the routes a problem document."""

    async def on_domain(request: Request, error: Exception) -> Response:
        return problem_response(request, domain_problem(cast("DomainError", error)))

    async def on_http(request: Request, error: Exception) -> Response:
        return problem_response(request, http_problem(cast("HTTPException", error), request))

    async def on_invalid(request: Request, error: Exception) -> Response:
        return problem_response(request, validation_problem(cast("RequestValidationError", error)))

    app.add_exception_handler(DomainError, on_domain)
    app.add_exception_handler(HTTPException, on_http)
    app.add_exception_handler(RequestValidationError, on_invalid)

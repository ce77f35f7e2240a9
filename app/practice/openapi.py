"""The OpenAPI document as served: FastAPI's own, with problem documents and examples as they really are.

FastAPI drops every null from the document, examples included, lists a problem's schema under the wrong
media type, and adds its own form of 422; all three are put right here.
"""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.practice.examples import JUDGED_EXAMPLE, KATA_EXAMPLE, KATAS_EXAMPLE, QUEUED_EXAMPLE

_EXAMPLES: dict[tuple[str, str, str], dict[str, Any]] = {
    ("/api/v1/katas", "get", "200"): KATAS_EXAMPLE,
    ("/api/v1/katas/{slug}", "get", "200"): KATA_EXAMPLE,
    ("/api/v1/katas/{slug}/submissions", "post", "200"): JUDGED_EXAMPLE,
    ("/api/v1/katas/{slug}/submissions", "post", "202"): QUEUED_EXAMPLE,
    ("/api/v1/submissions/{submission_id}", "get", "200"): JUDGED_EXAMPLE,
}
_PROBLEM = "application/problem+json"
_LOCATION = {
    "description": "The address of the submission, which will hold the report.",
    "schema": {"type": "string"},
}


def describe(app: FastAPI) -> dict[str, Any]:
    """Make the document of an application's API."""
    document = get_openapi(
        title=app.title, version=app.version, summary=app.summary, routes=app.routes, openapi_version="3.1.0"
    )
    for path, method, operation in _operations(document):
        responses: dict[str, Any] = operation["responses"]
        if _PROBLEM not in responses.get("422", {}).get("content", {_PROBLEM: {}}):
            del responses["422"]
        for status, response in responses.items():
            content = response.get("content", {})
            if _PROBLEM in content:
                content[_PROBLEM]["schema"] = content.pop("application/json")["schema"]
            if (path, method, status) in _EXAMPLES:
                content["application/json"]["example"] = _EXAMPLES[path, method, status]
        if method == "post":
            for status in ("200", "202"):
                responses[status]["headers"] = {"Location": _LOCATION}
    schemas = document["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    return document


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/api/"):
                yield path, method, operation

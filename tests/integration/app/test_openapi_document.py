"""The OpenAPI document as served: examples whole, errors as problem documents."""

from typing import Any

import pytest

from app.practice.examples import JUDGED_EXAMPLE, KATA_EXAMPLE, KATAS_EXAMPLE, QUEUED_EXAMPLE
from tests.support.web import Site


@pytest.fixture
async def document(site: Site) -> dict[str, Any]:
    served: dict[str, Any] = (await site.client.get("/api/v1/openapi.json")).json()
    return served


@pytest.mark.parametrize(
    ("path", "method", "status", "example"),
    [
        ("/api/v1/katas", "get", "200", KATAS_EXAMPLE),
        ("/api/v1/katas/{slug}", "get", "200", KATA_EXAMPLE),
        ("/api/v1/katas/{slug}/submissions", "post", "200", JUDGED_EXAMPLE),
        ("/api/v1/katas/{slug}/submissions", "post", "202", QUEUED_EXAMPLE),
        ("/api/v1/submissions/{submission_id}", "get", "200", JUDGED_EXAMPLE),
    ],
)
async def test_examples_are_served_with_their_nulls(
    document: dict[str, Any], path: str, method: str, status: str, example: dict[str, Any]
) -> None:
    content = document["paths"][path][method]["responses"][status]["content"]
    assert content["application/json"]["example"] == example


async def test_every_error_is_a_problem_document(document: dict[str, Any]) -> None:
    seen = 0
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status, response in operation["responses"].items():
                if path.startswith("/api/") and status >= "400":
                    seen += 1
                    assert list(response["content"]) == ["application/problem+json"], (path, method, status)
                    assert response["content"]["application/problem+json"]["schema"]["$ref"]
    assert seen >= 13
    assert "HTTPValidationError" not in document["components"]["schemas"]


async def test_the_address_of_a_submission_is_announced(document: dict[str, Any]) -> None:
    responses = document["paths"]["/api/v1/katas/{slug}/submissions"]["post"]["responses"]
    assert all("Location" in responses[status]["headers"] for status in ("200", "202"))


@pytest.mark.parametrize(
    ("address", "accept", "media"),
    [
        ("/katas/none", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html"),
        ("/katas/none", "application/problem+json, text/html;q=0.1", "application/problem+json"),
        ("/katas/none", "*/*", "application/problem+json"),
        ("/api/v1/katas/none", "text/html", "application/problem+json"),
    ],
)
async def test_a_page_is_for_people(site: Site, address: str, accept: str, media: str) -> None:
    answer = await site.client.get(address, headers={"Accept": accept})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith(media)

"""Bad input gets a clear problem document: never a traceback, never a 5xx."""

import gzip
import json
from collections.abc import AsyncIterator

import pytest

from tests.support.web import BROWSER, Site

URL = "/api/v1/katas/split_heads/submissions"
JSON = {"Content-Type": "application/json"}
UNREADABLE = "The body cannot be read."
DEEP = b'{"source":' + b"[" * 100_000
BODIES = [
    pytest.param(b"", 422, id="empty"),
    pytest.param(b"{", 400, id="cut off"),
    pytest.param(b'{"source": "a",}', 400, id="trailing comma"),
    pytest.param(b"\xff\xfe{}", 400, id="no UTF-8"),
    pytest.param(DEEP, 400, id="nested too deep"),
    pytest.param(b'{"source": ' + b"9" * 10_000 + b"}", 400, id="a number without end"),
    pytest.param(b"null", 422, id="null"),
    pytest.param(b"[]", 422, id="a list"),
    pytest.param(b'"text"', 422, id="a string"),
    pytest.param(b"{}", 422, id="no source"),
    pytest.param(b'{"source": null}', 422, id="null source"),
    pytest.param(b'{"source": 5}', 422, id="a number for source"),
    pytest.param(b'{"source": ["a"]}', 422, id="a list for source"),
    pytest.param(b'{"source": "a", "explanation": 1e999}', 422, id="infinity"),
    pytest.param(b'{"source": "a", "explanation": NaN}', 422, id="NaN"),
    pytest.param(b'{"source": "a", "scope": "hidden"}', 422, id="unknown scope"),
    pytest.param(b'{"source": "a", "scope": "\\ud800"}', 422, id="a surrogate for scope"),
    pytest.param(b'{"source": "a", "kata": "other"}', 422, id="unknown field"),
    pytest.param(b'{"source": "a", "\\ud800": 1}', 422, id="a surrogate for a name"),
    pytest.param(b'{"source": "a", "seed": 1}', 422, id="a chosen seed"),
]


@pytest.mark.parametrize(("body", "status"), BODIES)
async def test_bodies(site: Site, body: bytes, status: int) -> None:
    response = await site.client.post(URL, content=body, headers=JSON)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = json.loads(response.content)
    assert problem["status"] == status
    assert problem["type"].startswith("/problems/")
    assert problem["request_id"] == response.headers["x-request-id"]
    assert "Traceback" not in response.text
    if status == 422:
        assert problem["errors"][0]["message"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "The body is empty; a JSON object is expected."),
        (b"null", "The body must be a JSON object."),
        (b"[]", "The body must be a JSON object."),
        (b"{}", "/source is required."),
        (b'{"source": "a", "kata": "b"}', "/kata is not known here."),
        (b'{"source": "a", "scope": "hidden"}', "/scope must be 'public' or 'all'."),
        (DEEP, f"{UNREADABLE} It is nested too deeply; an object with plain values is expected."),
        (
            b'{"source": ' + b"9" * 10_000 + b"}",
            f"{UNREADABLE} It has a number with too many digits; source and explanation are strings.",
        ),
        (
            b'{"source": "\xff"}',
            f"{UNREADABLE} It is not text in UTF-8; send it uncompressed and encoded in UTF-8.",
        ),
    ],
)
async def test_what_is_wrong_with_a_body_is_said_in_our_words(site: Site, body: bytes, words: str) -> None:
    response = await site.client.post(URL, content=body, headers=JSON)
    assert response.json()["detail"] == words


async def test_a_compressed_body(site: Site) -> None:
    body = gzip.compress(b'{"source": "a"}')
    response = await site.client.post(URL, content=body, headers={**JSON, "Content-Encoding": "gzip"})
    assert response.status_code == 400
    assert "without the Content-Encoding header" in response.json()["detail"]


@pytest.mark.parametrize(
    "content_type", ["text/plain", "", "application/x-www-form-urlencoded", "x", "a/b/c;;"]
)
async def test_other_kinds_of_body(site: Site, content_type: str) -> None:
    response = await site.client.post(URL, content=b'{"source": "a"}', headers={"Content-Type": content_type})
    assert response.status_code == 415
    assert "application/json" in response.json()["detail"]


@pytest.mark.parametrize("wait", ["-1", "61", "nan", "inf", "x", "", "1e400", "\x00"])
async def test_wait(site: Site, wait: str) -> None:
    response = await site.client.post(URL, params={"wait": wait}, json={"source": "a"})
    assert response.status_code == 422
    assert response.json()["detail"].startswith("query:wait must be ")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/api/v1/nothing",
        "/api/v1/katas/no_such_kata",
        "/api/v1/katas/%00",
        "/api/v1/katas/..%2f..%2fetc",
        "/api/v1/katas/" + "a" * 5000,
        "/api/v1/submissions/1",
        "/api/v1/submissions/%00%ff",
        "/api/v1/submissions/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/v1/submissions/' OR 1=1 --",
        "/katas/no_such_kata",
        "/katas/split_heads/submissions/AAAAAAAAAAAAAAAAAAAAAA",
        "/submissions/AAAAAAAAAAAAAAAAAAAAAA/report",
        "/submissions/AAAAAAAAAAAAAAAAAAAAAA/events",
        "/problems/no-such-problem",
        "/static/css/none.css",
        "/static/%2e%2e/main.py",
        "/static/../main.py",
    ],
)
async def test_unknown_addresses(any_site: Site, path: str) -> None:
    response = await any_site.client.get(path)
    assert response.status_code == 404
    assert response.json()["type"] == "/problems/not-found"


async def test_wrong_methods(site: Site) -> None:
    for method, path in (("DELETE", "/api/v1/katas"), ("PUT", "/"), ("GET", URL), ("TRACE", "/healthz")):
        response = await site.client.request(method, path)
        assert response.status_code == 405
        assert response.headers["allow"]
        assert response.json()["title"]


async def test_head_is_get_without_a_body(site: Site) -> None:
    for path in ("/", "/katas/split_heads", "/api/v1/katas", "/healthz"):
        got, head = await site.client.get(path), await site.client.head(path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-type"] == got.headers["content-type"]


async def test_a_body_over_the_limit(site: Site) -> None:
    big = b'{"source": "' + b"a" * (1 << 20) + b'"}'
    announced = await site.client.post(URL, content=big, headers=JSON)

    async def pieces() -> AsyncIterator[bytes]:
        for begin in range(0, len(big), 1 << 16):
            yield big[begin : begin + (1 << 16)]

    streamed = await site.client.post(URL, content=pieces(), headers=JSON)
    for response in (announced, streamed):
        assert response.status_code == 413
        assert response.headers["content-type"] == "application/problem+json"
        assert str(1 << 20) in response.json()["detail"]


@pytest.mark.parametrize(
    ("content", "content_type", "status"),
    [
        (b"", "application/x-www-form-urlencoded", 422),
        (b"action=destroy&source=a", "application/x-www-form-urlencoded", 422),
        (b"action=submit&action=run", "application/x-www-form-urlencoded", 303),
        (b"%ff=%fe&action=submit&source=%00%ff%ud800", "application/x-www-form-urlencoded", 303),
        (b"nonsense", "multipart/form-data; boundary=x", 400),
        (b"nonsense", "multipart/form-data", 400),
        (
            b'--x\r\nContent-Disposition: form-data; name="action"; filename="f"\r\n\r\nrun\r\n--x--',
            "multipart/form-data; boundary=x",
            422,
        ),
        (b'{"action": "run"}', "application/json", 422),
    ],
)
async def test_forms(site: Site, content: bytes, content_type: str, status: int) -> None:
    site.judge.release.set()
    response = await site.client.post(
        "/katas/split_heads/submissions", content=content, headers={**BROWSER, "Content-Type": content_type}
    )
    assert response.status_code == status
    assert response.status_code == 303 or "<h1>" in response.text


async def test_a_browser_gets_problems_as_pages(site: Site) -> None:
    response = await site.client.get("/nothing", headers=BROWSER)
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")
    assert "There is nothing at this address" in response.text


async def test_every_problem_type_has_a_page(site: Site) -> None:
    response = await site.client.get("/api/v1/katas/none")
    page = await site.client.get(response.json()["type"])
    assert page.status_code == 200
    assert response.json()["title"] in page.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Host", b"[::1"),
        ("Host", b"\xff\xfe"),
        ("Host", b""),
        ("Cookie", b"rightshape_visitor=\xff; ;;=;"),
        ("Cookie", b"rightshape_visitor=" + b"A" * 5000),
        ("Accept", b"text/html;q=\xff"),
        ("Origin", b"\xff://[::1"),
        ("HX-Request", b"true"),
        ("Content-Type", b"multipart/form-data; boundary=" + b"\xff" * 80),
        ("Content-Type", b"\xff/\xfe; charset=\xff"),
    ],
)
async def test_odd_headers(site: Site, name: str, value: bytes) -> None:
    headers = [(name.encode(), value)]
    for path in ("/", "/nothing", "/katas/split_heads", "/katas/split_heads/", "/api/v1/katas/none"):
        assert (await site.client.get(path, headers=headers)).status_code in {200, 404}
    for path in (URL, "/katas/split_heads/submissions", "/katas/split_heads/reveals"):
        assert (await site.client.post(path, content=b"a=b", headers=headers)).status_code in range(400, 500)


async def test_a_form_of_many_fields(site: Site) -> None:
    content = b"&".join(b"f%d=1" % number for number in range(20_000))
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    response = await site.client.post("/katas/split_heads/submissions", content=content, headers=kind)
    assert response.status_code in {400, 422}


@pytest.mark.parametrize("announced", ["-1", "many", "1e3", "\u00b2", "9" * 5000])
async def test_an_odd_length(site: Site, announced: str) -> None:
    headers = [(b"Content-Type", b"application/json"), (b"Content-Length", announced.encode("latin-1"))]
    response = await site.client.post(URL, content=b"{}", headers=headers)
    assert response.status_code in {400, 413}
    assert response.headers["content-type"] == "application/problem+json"

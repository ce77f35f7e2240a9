import base64

import pytest

from app.core.errors import NotFound, NotOperator
from app.operator.access import OperatorAccess

TOKEN = "correct-horse-battery"


def _basic(text: str) -> str:
    return f"Basic {base64.b64encode(text.encode()).decode()}"


@pytest.mark.parametrize(
    "header",
    [
        _basic(f"operator:{TOKEN}"),
        _basic(f":{TOKEN}"),
        f"Bearer {TOKEN}",
        f"bearer  {TOKEN} ",
        f"BASIC {_basic(f'x:{TOKEN}').removeprefix('Basic ')}",
    ],
)
def test_the_token_opens(header: str) -> None:
    OperatorAccess(TOKEN).require(header)


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN[:-1]}",
        "Bearer \xff\u0100",
        TOKEN,
        f"Digest {TOKEN}",
        "Basic !!!",
        "Basic \xff",
        _basic(TOKEN),
        _basic(f"{TOKEN}:"),
        _basic(f"operator:{TOKEN}:"),
        _basic("operator:ключ"),
    ],
)
def test_nothing_else_does(header: str) -> None:
    with pytest.raises(NotOperator) as told:
        OperatorAccess(TOKEN).require(header)
    assert TOKEN not in str(told.value)
    assert told.value.headers["WWW-Authenticate"].startswith("Basic realm=")


@pytest.mark.parametrize("header", ["", "Bearer ", _basic(":"), f"Bearer {TOKEN}"])
def test_without_a_token_there_is_nothing_to_open(header: str) -> None:
    with pytest.raises(NotFound):
        OperatorAccess("").require(header)

"""What the framework refuses by itself, in our words."""

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

_BY_TYPE = {
    "missing": "is required",
    "model_attributes_type": "must be a JSON object",
    "model_type": "must be a JSON object",
    "dict_type": "must be a JSON object",
    "extra_forbidden": "is not known here",
    "string_type": "must be text",
    "float_parsing": "must be a number",
    "int_parsing": "must be a whole number",
    "finite_number": "must be a finite number",
}


def validation_words(error: Mapping[str, Any]) -> str:
    """Say what is wrong with one value, given what Pydantic found."""
    kind, context = error["type"], error.get("ctx", {})
    if kind == "missing" and tuple(error["loc"]) == ("body",):
        return "is empty; a JSON object is expected"
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    if kind in {"enum", "literal_error"}:
        return f"must be {context['expected']}"
    if kind == "greater_than_equal":
        return f"must be {context['ge']:g} or more"
    if kind == "less_than_equal":
        return f"must be {context['le']:g} or less"
    return str(error["msg"]).removeprefix("Value error, ")


def unreadable_words(error: HTTPException, request: Request) -> str:
    """Say why a body could not be read at all."""
    encoding = request.headers.get("content-encoding", "identity").lower()
    match error.__cause__:
        case _ if encoding != "identity":
            return "It is compressed; send it as it is, without the Content-Encoding header."
        case RecursionError():
            return "It is nested too deeply; an object with plain values is expected."
        case UnicodeDecodeError():
            return "It is not text in UTF-8; send it uncompressed and encoded in UTF-8."
        case ValueError() if request.headers.get("content-type", "").startswith("application/json"):
            return "It has a number with too many digits; source and explanation are strings."
        case _:
            return f"{str(error.detail).rstrip('.')}."

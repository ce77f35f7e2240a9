"""Who is an operator: whoever sends the token that the server was started with."""

import base64
import binascii
import hashlib
import hmac
from typing import Annotated, cast

from fastapi import Depends, Request

from app.core.errors import NotFound, NotOperator


class OperatorAccess:
    """Knows the token by its hash only; an empty token means that there is nothing to see here."""

    def __init__(self, token: str) -> None:
        """Open to whoever sends `token`."""
        self._digest = _digest(token.encode("ascii")) if token else None

    def require(self, authorization: str) -> None:
        """Let an operator pass; `authorization` is the header of that name.

        Raises:
            NotFound: this server has no operator token, and so no such page.
            NotOperator: the token is missing or wrong.
        """
        if self._digest is None:
            raise NotFound("Nothing is at this address. The list of katas is at /.")
        sent = _token_in(authorization)
        if sent is None:
            raise NotOperator("Send the operator token: as a password with any user name, or as Bearer.")
        # Hashes are of one length, and comparing them takes the same time wherever they differ.
        if not hmac.compare_digest(_digest(sent), self._digest):
            raise NotOperator("That is not the operator token of this server.")


def _digest(token: bytes) -> bytes:
    return hashlib.sha256(token).digest()


def _token_in(authorization: str) -> bytes | None:
    scheme, _space, rest = authorization.strip().partition(" ")
    # Header text is Latin-1 whatever was sent, so that this gives the very bytes back.
    sent = rest.strip().encode("latin-1", "replace")
    match scheme.lower():
        case "bearer":
            return sent or None
        case "basic":
            try:
                _user, found, password = base64.b64decode(sent, validate=True).partition(b":")
            except (binascii.Error, ValueError):
                return None
            return password if found else None
        case _:
            return None


def _require_operator(request: Request) -> None:
    access = cast("OperatorAccess", request.app.state.operator)
    access.require(request.headers.get("authorization", ""))


OperatorOnly = Annotated[None, Depends(_require_operator)]

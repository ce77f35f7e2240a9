"""A visitor without an account: a random cookie, of which only the hash is kept."""

from dataclasses import dataclass

from fastapi import Request, Response

from app.core.ids import VisitorHash, hash_token, is_token, new_token

COOKIE = "rightshape_visitor"
_YEAR_S = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks, and whether the cookie has yet to be set."""

    token: str
    is_new: bool

    @property
    def hash(self) -> VisitorHash:
        """Give what is stored of the token."""
        return hash_token(self.token)


def identify(request: Request) -> Visitor:
    """Read the cookie, or draw a token for a new visitor."""
    token = request.cookies.get(COOKIE, "")
    return Visitor(token, is_new=False) if is_token(token) else Visitor(new_token(), is_new=True)


def remember(request: Request, response: Response, visitor: Visitor) -> None:
    """Set the cookie of a new visitor."""
    if visitor.is_new:
        secure = request.scope["scheme"] == "https"
        response.set_cookie(
            COOKIE, visitor.token, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure
        )

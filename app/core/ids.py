"""Ids that nobody can guess, and what a well-formed one looks like."""

import hashlib
import re
import secrets
from typing import NewType

SubmissionId = NewType("SubmissionId", str)
VisitorHash = NewType("VisitorHash", str)

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


def new_token() -> str:
    """Draw 128 random bits as 22 URL-safe characters."""
    return secrets.token_urlsafe(16)


def new_submission_id() -> SubmissionId:
    """Draw the id of a new submission."""
    return SubmissionId(new_token())


def new_seed() -> int:
    """Draw the 63-bit seed that a submission's hidden inputs come from."""
    return secrets.randbits(63)


def hash_token(token: str) -> VisitorHash:
    """Give what is stored in a token's place."""
    return VisitorHash(hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest())


def is_token(text: str) -> bool:
    """Tell whether `text` could be one of our tokens, before any query sees it."""
    return _TOKEN.fullmatch(text) is not None


def is_slug(text: str) -> bool:
    """Tell whether `text` could name a kata, before any query sees it."""
    return _SLUG.fullmatch(text) is not None

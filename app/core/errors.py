"""Broken rules that a caller can do something about.

    DomainError
    ├── MalformedBody          400
    ├── UnknownHost            400
    ├── NotOperator            401
    ├── NotPermitted           403
    │   └── CrossOrigin        403
    ├── NotFound               404
    ├── TooLarge               413
    ├── UnsupportedMediaType   415
    ├── TooMany                429
    ├── ServiceClosed          503
    └── StorageUnavailable     503

Every class is one problem type: `slug` is the last part of its address under /problems/, `title` is
the same for all its cases, `detail` is about this case. `SettingsError` and `DatabaseError` stand
apart: they are for the person who starts the service.
"""

from typing import ClassVar


class DomainError(Exception):
    """A request broke a rule; the message says which and what to do."""

    status: ClassVar[int]
    slug: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]

    def __init__(self, detail: str, *, retry_after_s: int | None = None) -> None:
        """Keep `detail`, one or two sentences for the person who asked."""
        super().__init__(detail)
        self.detail = detail
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> dict[str, str]:
        """Give the headers that belong to the answer."""
        return {} if self.retry_after_s is None else {"Retry-After": str(self.retry_after_s)}


class MalformedBody(DomainError):
    """The body cannot be read at all."""

    status = 400
    slug = "malformed-body"
    title = "The request body cannot be read"
    about = "The body is not well-formed JSON or not a well-formed form. The detail says where it breaks."


class UnknownHost(DomainError):
    """The request names a host that this service is not."""

    status = 400
    slug = "unknown-host"
    title = "This service does not answer to that host name"
    about = "The Host header names another host than those in KATA_ALLOWED_HOSTS."


class NotOperator(DomainError):
    """The page is for operators, and the request does not prove that it comes from one."""

    status = 401
    slug = "operators-only"
    title = "This page is for the operator of this server"
    about = (
        "Send the server's operator token, KATA_OPERATOR_TOKEN: as the password that the browser asks for, "
        "with any user name, or in the header Authorization: Bearer."
    )

    @property
    def headers(self) -> dict[str, str]:
        """Make browsers ask for the token."""
        return {"WWW-Authenticate": 'Basic realm="Rightshape operator", charset="UTF-8"'}


class NotPermitted(DomainError):
    """The rules do not allow this now."""

    status = 403
    slug = "not-permitted"
    title = "That is not allowed yet"
    about = "Answers open one after the other, and only after a first submission of the kata."


class CrossOrigin(DomainError):
    """A page of another site tried to write here."""

    status = 403
    slug = "cross-origin"
    title = "The request came from another site"
    about = (
        "Browsers may change things here only from this service's own pages. Programs send no Origin header."
    )


class NotFound(DomainError):
    """There is no such thing."""

    status = 404
    slug = "not-found"
    title = "There is nothing at this address"
    about = (
        "The address, the kata or the submission does not exist. Check it for a missing or doubled character."
    )


class TooLarge(DomainError):
    """Something is over its size limit."""

    status = 413
    slug = "too-large"
    title = "Something is too large"
    about = "The detail names the part, its size and its limit. Sizes are counted in bytes of UTF-8."


class UnsupportedMediaType(DomainError):
    """The body is of a kind that this address does not read."""

    status = 415
    slug = "unsupported-media-type"
    title = "The body is of the wrong kind"
    about = "The JSON API reads bodies sent with the header Content-Type: application/json."


class TooMany(DomainError):
    """More work waits than this server takes on."""

    status = 429
    slug = "too-many"
    title = "Too many submissions are waiting"
    about = (
        "As many submissions wait as may wait: in all, from one network address or of one sender. "
        "Nothing was stored; send it again after the time in Retry-After."
    )


class ServiceClosed(DomainError):
    """Judging is not open on this server, or not yet."""

    status = 503
    slug = "judging-closed"
    title = "Judging is closed on this server"
    about = (
        "The sandbox has not proved itself. With Retry-After the server has just been started, and opens by "
        "itself; without, a layer that it needs is missing, and its operator finds the reason in the log."
    )


class StorageUnavailable(DomainError):
    """The database cannot be used right now."""

    status = 503
    slug = "storage-unavailable"
    title = "Nothing can be stored at the moment"
    about = (
        "The database is busy, full, out of reach, or no longer the one that was opened. "
        "Send it again after the time in Retry-After; the operator finds the reason in the server's log."
    )


class SettingsError(Exception):
    """A setting is wrong; the message names it and says what would be right."""


class DatabaseError(Exception):
    """The database cannot be used; the message says why and what to do."""

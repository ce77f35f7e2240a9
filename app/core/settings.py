"""All settings of the service, read from KATA_* environment variables. Each is told in docs/settings.md."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from annotated_types import Ge, Le
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.core.errors import SettingsError
from app.judge.report import FeedbackLevel

_PORT_MAX = 65535
_TOKEN_MIN = 16
_UNTOLD = {"database_url", "operator_token"}
"""Their values are or hold secrets, and messages end up in logs."""
_POSTGRES_NAMES = {"postgres", "postgresql", "postgresql+psycopg"}


class LogFormat(StrEnum):
    """How log lines look; AUTO is columns on a terminal and JSON elsewhere."""

    AUTO = "auto"
    COLUMNS = "columns"
    JSON = "json"


def _known_database(text: str) -> str:
    if text == "":
        return text
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(
            "must be a database address such as postgresql://user:password@host/name; a port is a number"
        ) from None
    if url.drivername in _POSTGRES_NAMES:
        if url.port is not None and not 0 < url.port <= _PORT_MAX:
            raise ValueError(
                f"names the port {url.port}, where ports are whole numbers from 1 to {_PORT_MAX}"
            )
        return text
    if url.drivername not in {"sqlite", "sqlite+aiosqlite"}:
        raise ValueError("must begin with postgresql:// or be sqlite:///path/to/file")
    # A database in memory is gone with its connection; "file:" and options are further ways to ask for it.
    if not url.database or url.database == ":memory:" or url.database.startswith("file:") or url.query:
        raise ValueError("must name a file, sqlite:///path/to/file, without options and not in memory")
    return text


def _origins(text: str) -> str:
    for origin in text.split():
        scheme, found, rest = origin.partition("://")
        if scheme not in {"http", "https"} or not found or not rest or "/" in rest:
            raise ValueError("must be origins such as https://kata.example.org, with spaces between")
    return text


def _hosts(text: str) -> str:
    for host in text.split():
        if "/" in host or (":" in host and not (host.startswith("[") and host.endswith("]"))):
            raise ValueError(
                "must be host names such as kata.example.org, without ports, with spaces between"
            )
    return text


def _token(secret: SecretStr) -> SecretStr:
    text = secret.get_secret_value()
    if text and not (len(text) >= _TOKEN_MIN and text.isascii() and text.isprintable() and " " not in text):
        raise ValueError(
            f"must have at least {_TOKEN_MIN} letters, digits or signs without spaces, "
            "such as the output of: openssl rand -hex 24"
        )
    return secret


class Settings(BaseSettings):
    """What can be set, with its default."""

    model_config = SettingsConfigDict(env_prefix="KATA_", env_ignore_empty=True, frozen=True, extra="ignore")

    data_dir: Path = Path("data")
    database_url: Annotated[str, AfterValidator(_known_database)] = ""
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=_PORT_MAX)] = 8000
    cache_dir: Path | None = None
    workers: Annotated[int, Field(ge=1, le=256)] = 2
    log_format: LogFormat = LogFormat.AUTO
    max_body_bytes: Annotated[int, Field(ge=1 << 16, le=1 << 26)] = 1 << 20
    max_queued: Annotated[int, Field(ge=1)] = 1000
    max_queued_per_address: Annotated[int, Field(ge=1)] = 500
    max_queued_per_sender: Annotated[int, Field(ge=1)] = 100
    feedback: FeedbackLevel = FeedbackLevel.DIAGNOSIS
    drain_s: Annotated[int, Field(ge=0, le=600)] = 20
    operator_token: Annotated[SecretStr, AfterValidator(_token)] = SecretStr("")
    allowed_origins: Annotated[str, AfterValidator(_origins)] = ""
    allowed_hosts: Annotated[str, AfterValidator(_hosts)] = ""

    @property
    def url(self) -> URL:
        """Give the database address with the driver that the service uses."""
        if not self.database_url:
            path = (self.data_dir / "rightshape.sqlite3").absolute()
            return URL.create("sqlite+aiosqlite", database=str(path))
        url = make_url(self.database_url)
        driver = "postgresql+psycopg" if url.drivername in _POSTGRES_NAMES else "sqlite+aiosqlite"
        return url.set(drivername=driver)

    @property
    def origins(self) -> frozenset[str]:
        """Give the origins, beside our own, whose pages may write here."""
        return frozenset(self.allowed_origins.lower().split())

    @property
    def hosts(self) -> frozenset[str]:
        """Give the host names that are answered to; none stands for all."""
        return frozenset(self.allowed_hosts.lower().split())


def load_settings(*, host: str | None = None, port: int | None = None) -> Settings:
    """Read the environment; `host` and `port`, where given, win over it.

    Raises:
        SettingsError: with one clause for each wrong setting.
    """
    try:
        settings = Settings()
    except ValidationError as error:
        faults = (_fault(str(e["loc"][0]), str(e["input"]), _plain(e)) for e in error.errors())
        raise SettingsError("; ".join(faults)) from None
    given: dict[str, str | int] = {}
    if host is not None:
        given["host"] = host
    if port is not None:
        given["port"] = port
    return settings.model_copy(update=given)


def _fault(name: str, given: str, what: str) -> str:
    told = "" if name in _UNTOLD else f" is {given!r}:"
    return f"KATA_{name.upper()}{told} {what}"


def _plain(error: ErrorDetails) -> str:
    field = Settings.model_fields[str(error["loc"][0])]
    if field.annotation is int:
        low = "".join(f" from {bound.ge}" for bound in field.metadata if isinstance(bound, Ge))
        high = "".join(f" to {bound.le}" for bound in field.metadata if isinstance(bound, Le))
        return f"must be a whole number{low}{high or ' up'}"
    if isinstance(field.annotation, type) and issubclass(field.annotation, StrEnum):
        return f"must be one of {', '.join(field.annotation)}"
    return error["msg"].removeprefix("Value error, ")

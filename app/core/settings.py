"""All settings of the service, read from KATA_* environment variables. Each is told in docs/settings.md."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.core.errors import SettingsError

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
    except ArgumentError:
        raise ValueError("must be a database address such as postgresql://user:password@host/name") from None
    if url.drivername in _POSTGRES_NAMES:
        return text
    if url.drivername in {"sqlite", "sqlite+aiosqlite"} and url.database:
        return text
    raise ValueError("must begin with postgresql:// or be sqlite:///path/to/file")


def _origins(text: str) -> str:
    for origin in text.split():
        scheme, found, rest = origin.partition("://")
        if scheme not in {"http", "https"} or not found or not rest or "/" in rest:
            raise ValueError("must be origins such as https://kata.example.org, with spaces between")
    return text


class Settings(BaseSettings):
    """What can be set, with its default."""

    model_config = SettingsConfigDict(env_prefix="KATA_", frozen=True, extra="ignore")

    data_dir: Path = Path("data")
    database_url: Annotated[str, AfterValidator(_known_database)] = ""
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    cache_dir: Path | None = None
    workers: Annotated[int, Field(ge=1, le=256)] = 2
    log_format: LogFormat = LogFormat.AUTO
    max_body_bytes: Annotated[int, Field(ge=1 << 16, le=1 << 26)] = 1 << 20
    max_queued: Annotated[int, Field(ge=1)] = 1000
    allowed_origins: Annotated[str, AfterValidator(_origins)] = ""

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


def load_settings(*, host: str | None = None, port: int | None = None) -> Settings:
    """Read the environment; `host` and `port`, where given, win over it.

    Raises:
        SettingsError: with one clause for each wrong setting.
    """
    try:
        settings = Settings()
    except ValidationError as error:
        faults = (_fault(str(e["loc"][0]), str(e["input"]), _plain(e["msg"])) for e in error.errors())
        raise SettingsError("; ".join(faults)) from None
    given: dict[str, str | int] = {}
    if host is not None:
        given["host"] = host
    if port is not None:
        given["port"] = port
    return settings.model_copy(update=given)


def _fault(name: str, given: str, what: str) -> str:
    # A database address holds a password, and messages end up in logs.
    told = "" if name == "database_url" else f" is {given!r}:"
    return f"KATA_{name.upper()}{told} {what}"


def _plain(message: str) -> str:
    return message.removeprefix("Value error, ")

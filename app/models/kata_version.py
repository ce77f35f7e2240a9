"""One immutable version of a kata package, named by the digest of its content."""

from datetime import datetime

from sqlalchemy import LargeBinary
from sqlmodel import Field, SQLModel

from app.models import base  # noqa: F401 - names the constraints before the first table


class KataVersion(SQLModel, table=True):
    """The files of one version, kept as long as a submission points at it."""

    __tablename__ = "kata_version"

    digest: str = Field(primary_key=True, max_length=64)
    slug: str = Field(index=True, max_length=64)
    title: str
    files: bytes = Field(sa_type=LargeBinary)
    """A zip archive of the package's files."""
    created_at: datetime

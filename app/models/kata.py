"""A kata as it is offered now: its slug and the version that new submissions are judged by."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from app.models import base  # noqa: F401 - names the constraints before the first table


class Kata(SQLModel, table=True):
    """One entry of the catalogue."""

    __tablename__ = "kata"

    slug: str = Field(primary_key=True, max_length=64)
    current_digest: str = Field(foreign_key="kata_version.digest", max_length=64)
    listed: bool
    """False once its folder is gone: old submissions stay readable, new ones are refused."""
    updated_at: datetime

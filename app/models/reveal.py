"""One answer step that one visitor has opened."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from app.models import base  # noqa: F401 - names the constraints before the first table


class Reveal(SQLModel, table=True):
    """The visitor is known by the hash of a random cookie only."""

    __tablename__ = "reveal"
    __table_args__ = (UniqueConstraint("visitor_hash", "kata_slug", "step"),)

    id: int | None = Field(default=None, primary_key=True)
    visitor_hash: str = Field(max_length=64)
    kata_slug: str = Field(foreign_key="kata.slug", max_length=64)
    step: str = Field(max_length=32)
    created_at: datetime

"""What all tables share: constraint names that migrations can address, and enum columns that store values."""

from enum import StrEnum

from sqlalchemy import Enum
from sqlmodel import SQLModel

# Batch migrations on SQLite find constraints by name only.
SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def enum_type(kind: type[StrEnum]) -> Enum:
    """Give a column type that stores the member's value as text.

    Without a CHECK constraint: `alembic check` would not see a new member, and the old CHECK would refuse it.
    """
    return Enum(
        kind,
        native_enum=False,
        create_constraint=False,
        length=32,
        values_callable=lambda members: [member.value for member in members],
    )

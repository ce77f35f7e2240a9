"""Turns: whose place in the queue a job takes. Jobs that wait already keep their order, by their ids."""

import sqlalchemy as sa
from alembic import op
from sqlmodel.sql.sqltypes import AutoString as String

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_KEYS = ("address_key", "owner_key")
_TURNS = ("address_turn", "owner_turn")


def upgrade() -> None:
    """Apply."""
    # Rows that are there already need a value; the models have no defaults of the server's.
    with op.batch_alter_table("job") as batch_op:
        for name in _KEYS:
            batch_op.add_column(sa.Column(name, String(length=64), nullable=False, server_default=""))
        for name in _TURNS:
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("job") as batch_op:
        for name in (*_KEYS, *_TURNS):
            batch_op.alter_column(name, server_default=None)
        batch_op.drop_index(batch_op.f("ix_job_state_available_at"))
        batch_op.create_index(
            batch_op.f("ix_job_state_address_turn"), ["state", "address_turn"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_job_state_address_key_owner_turn"),
            ["state", "address_key", "owner_turn"],
            unique=False,
        )


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("job") as batch_op:
        batch_op.drop_index(batch_op.f("ix_job_state_address_key_owner_turn"))
        batch_op.drop_index(batch_op.f("ix_job_state_address_turn"))
        batch_op.create_index(
            batch_op.f("ix_job_state_available_at"), ["state", "available_at"], unique=False
        )
        for name in (*_TURNS, *_KEYS):
            batch_op.drop_column(name)

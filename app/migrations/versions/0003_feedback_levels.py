"""Feedback: how much of its report the sender of a submission is shown. All there is was shown so far."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_LEVEL = sa.Enum("verdict", "checks", "diagnosis", name="feedbacklevel", native_enum=False, length=32)


def upgrade() -> None:
    """Apply."""
    # Rows that are there already need a value; the models have no defaults of the server's.
    with op.batch_alter_table("submission") as batch_op:
        batch_op.add_column(sa.Column("feedback", _LEVEL, nullable=False, server_default="diagnosis"))
    with op.batch_alter_table("submission") as batch_op:
        batch_op.alter_column("feedback", server_default=None)


def downgrade() -> None:
    """Take back."""
    with op.batch_alter_table("submission") as batch_op:
        batch_op.drop_column("feedback")

"""Alembic's entry: runs on the connection that `app.migrations.run` hands over."""

from alembic import context

from app.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()

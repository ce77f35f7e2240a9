"""Database migrations, and the one function that runs them."""

from app.migrations.run import alembic_config, migrate_to_head

__all__ = ["alembic_config", "migrate_to_head"]

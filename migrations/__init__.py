"""Alembic's migrations of the database; bot.storage.schema runs them."""

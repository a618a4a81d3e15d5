"""Alembic's environment: always on the connection that bot.storage.schema hands over, in its transaction."""

from alembic import context

from bot.storage.rows import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,  # SQLite cannot alter most things in place
    transactional_ddl=True,  # but it can take everything back
)
with context.begin_transaction():
    context.run_migrations()

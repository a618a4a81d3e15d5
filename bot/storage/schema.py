"""The database's schema: made ready for this code, or found to be of another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, NullPool, create_engine, event, inspect, make_url
from sqlalchemy.exc import DatabaseError

_SCRIPTS = Path(__file__).parents[2] / "migrations"


class SchemaError(Exception):
    """The database cannot be used; the text is one sentence that says why."""


class NoDatabase(SchemaError):
    """There is no database of this bot: the file cannot be opened, or it is something else."""


class SchemaNewer(SchemaError):
    """A newer version of this bot has written the database."""


class SchemaState(Enum):
    """How a database's schema stands to this code."""

    CURRENT = "up to date"
    BEHIND = "behind"
    NEWER = "newer than this code"


def state(url: str) -> SchemaState:
    """How the schema at ``url`` stands; BEHIND also where there is no file yet. Changes nothing.

    Raises:
        NoDatabase: the file is something else, or cannot be opened.
    """
    if not _file(url).exists():
        return SchemaState.BEHIND
    with _connected(url) as connection:
        return _state(connection)


def migrate(url: str) -> None:
    """Bring the database at ``url`` up to date, all or nothing; make it where there is none.

    Raises:
        SchemaNewer: a newer version of this bot has written it.
        NoDatabase: the file is something else, or cannot be opened.
    """
    with _connected(url) as connection:
        standing = _state(connection)
        if standing is SchemaState.NEWER:
            raise SchemaNewer(f"{_file(url)} was written by a newer version of this bot; update the bot.")
        if standing is SchemaState.BEHIND:
            command.upgrade(config(connection), "head")
        connection.commit()
        # The file keeps this. Here nobody else is writing yet; later, to turn it on could meet a locked file.
        connection.connection.cursor().execute("PRAGMA journal_mode = WAL")


def config(connection: Connection) -> Config:
    """Alembic's configuration for this project's migrations, at work on ``connection``."""
    found = Config()
    found.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    found.attributes["connection"] = connection
    return found


def _state(connection: Connection) -> SchemaState:
    revision = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(config(connection))
    if revision is None:
        if others := sorted({*inspect(connection).get_table_names()} - {"alembic_version"}):
            raise NoDatabase(f"{_name(connection)} is not this bot's database: it has a table {others[0]!r}.")
        return SchemaState.BEHIND
    if revision == scripts.get_current_head():
        return SchemaState.CURRENT
    known = {script.revision for script in scripts.walk_revisions()}
    return SchemaState.BEHIND if revision in known else SchemaState.NEWER


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """A connection in a transaction, which the schema's changes can be part of; taken back where nobody commits it."""
    engine = create_engine(make_url(url).set(drivername="sqlite"), poolclass=NullPool)
    event.listen(engine, "connect", lambda connection, _: setattr(connection, "isolation_level", None))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as error:
        raise NoDatabase(f"{_file(url)} cannot be used as a database: {error.orig}.") from error


def _file(url: str) -> Path:
    return Path(make_url(url).database or "")


def _name(connection: Connection) -> str:
    return connection.engine.url.database or ""

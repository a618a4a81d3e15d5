"""The schema: what the migrations make, and how a file that is not ours, or is of another version, is answered."""

from __future__ import annotations

import random
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, NullPool, create_engine

from bot.storage import NoDatabase, SchemaError, SchemaNewer, SchemaState, migrate, schema, state
from bot.storage.rows import Row
from bot.storage.store import open_store
from bot.tables.playing import deal_next
from tests.storage.scenes import begun, done, filled, to_the_end_of_the_deal


@contextmanager
def connected(path: Path) -> Iterator[Connection]:
    with create_engine(f"sqlite:///{path}", poolclass=NullPool).begin() as connection:
        yield connection


def made(path: Path) -> set[str]:
    """Everything in the file, as the statements that made it."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'alembic_version'")
        return {_normal(sql) for (sql,) in rows}


def _normal(sql: str) -> str:
    """A statement with its columns and constraints in an order of their own, which means nothing.

    A column added later stands behind the constraints, on the last line.
    """
    head, bracket, rest = " ".join(sql.replace('"', "").split()).replace(" (", "(").partition("(")
    body, _, tail = rest.rpartition(")")
    parts = re.split(r",(?![^()]*\))", body)  # not at commas inside brackets
    return "".join((head.strip(), bracket, ", ".join(sorted(part.strip() for part in parts)), ")", tail))


def test_the_migrations_make_what_the_rows_say(path: Path, tmp_path: Path) -> None:
    with connected(path) as connection:
        assert compare_metadata(MigrationContext.configure(connection), Row.metadata) == []
    with connected(tmp_path / "rows.db") as connection:
        Row.metadata.create_all(connection)
    assert made(path) == made(tmp_path / "rows.db")


def test_down_and_up_again(path: Path) -> None:
    before = made(path)
    with connected(path) as connection:
        command.downgrade(schema.config(connection), "base")
    assert made(path) == set()
    url = f"sqlite:///{path}"
    assert state(url) is SchemaState.BEHIND
    migrate(url)
    assert made(path) == before
    assert state(url) is SchemaState.CURRENT


@pytest.mark.parametrize("driver", ["sqlite", "sqlite+aiosqlite"])
def test_a_path_with_spaces_and_signs(tmp_path: Path, driver: str) -> None:
    folder = tmp_path / "a house, 100% козёл; #1"
    folder.mkdir()
    url = f"{driver}:///{folder}/my goats.db"
    migrate(url)
    assert [file.name for file in folder.iterdir()] == ["my goats.db"]
    assert state(url) is SchemaState.CURRENT


def test_it_works_from_any_working_directory(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    code = f"import sys; sys.path.insert(0, {str(root)!r}); from bot.storage import migrate; migrate('sqlite:///x.db')"
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, check=True)
    assert state(f"sqlite:///{tmp_path}/x.db") is SchemaState.CURRENT


def test_migrating_again_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    migrate(f"sqlite:///{path}")
    assert path.read_bytes() == before


def test_asking_for_the_state_makes_no_file(tmp_path: Path) -> None:
    assert state(f"sqlite:///{tmp_path}/none.db") is SchemaState.BEHIND
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_a_newer_bot_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    url = f"sqlite:///{path}"
    assert state(url) is SchemaState.NEWER
    with pytest.raises(SchemaNewer, match="newer version of this bot"):
        migrate(url)
    assert state(url) is SchemaState.NEWER


def test_a_database_of_an_older_bot_is_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alembic.script.ScriptDirectory.get_current_head", lambda _: "9999")
    assert state(f"sqlite:///{path}") is SchemaState.BEHIND


@pytest.mark.parametrize("ask", [state, migrate])
@pytest.mark.parametrize(
    "content", [b"not a database at all, just a text " * 99, b"SQLite format 3\x00" + b"\xff" * 4096]
)
def test_a_file_that_is_no_database(tmp_path: Path, ask: object, content: bytes) -> None:
    file = tmp_path / "text.db"
    file.write_bytes(content)
    assert callable(ask)
    with pytest.raises(NoDatabase, match=re.escape(f"{file} cannot be used as a database: file is not a database.")):
        ask(f"sqlite:///{file}")
    assert file.read_bytes() == content


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(NoDatabase, match="unable to open database file"):
        migrate(f"sqlite:///{tmp_path}/no/such/folder/x.db")
    with pytest.raises(NoDatabase, match="unable to open database file"):
        state(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize("ask", [state, migrate])
def test_a_database_of_something_else(tmp_path: Path, ask: object) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE recipes (name)")
    assert callable(ask)
    with pytest.raises(NoDatabase, match="is not this bot's database: it has a table 'recipes'"):
        ask(f"sqlite:///{file}")
    assert made(file) == {"CREATE TABLE recipes(name)"}


async def test_a_table_of_an_older_bot_goes_on_and_has_commitments_from_its_next_deal_on(path: Path) -> None:
    url, dice = f"sqlite+aiosqlite:///{path}", random.Random(1)
    store = open_store(url)
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    await store.close()
    with connected(path) as connection:
        command.downgrade(schema.config(connection), "0004")
    migrate(url)
    store = open_store(url)
    found = await store.load(table.id)
    assert found is not None
    assert (found.deal, found.draw, found.face().commitment) == (table.deal, None, None)
    found = await done(store, found, to_the_end_of_the_deal(found, dice))
    change = deal_next(found, bytes(32))
    found = await store.save(found, change.table, change.facts)
    assert found.draw is not None
    assert await store.load(table.id) == found
    await store.close()


def test_every_fault_is_a_schema_error_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"x" * 5000)
    with pytest.raises(SchemaError) as fault:
        migrate(f"sqlite:///{tmp_path}/x.db")
    assert "\n" not in str(fault.value)


def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alembic.operations.Operations.create_index", _out_of_power)
    with pytest.raises(RuntimeError):
        migrate(f"sqlite:///{tmp_path}/x.db")
    assert made(tmp_path / "x.db") == set()
    monkeypatch.undo()
    migrate(f"sqlite:///{tmp_path}/x.db")


def _out_of_power(*_: object, **__: object) -> None:
    raise RuntimeError

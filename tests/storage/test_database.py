"""The file and its connections: what is set on each, and what a work that ends early leaves behind."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import NoneType

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bot.storage import driver, open_store
from bot.storage.database import Database, utc_now
from bot.tables.ports import StoreFailed


@pytest.fixture
async def database(url: str) -> Database:
    return Database(url, utc_now)


def chats(connection: Connection) -> list[int]:
    return list(connection.execute(text("SELECT id FROM chats")).scalars())


def add(connection: Connection, number: int) -> None:
    connection.execute(text("INSERT INTO chats (id, title, language) VALUES (:id, '', NULL)"), {"id": number})


async def test_what_is_set_on_every_connection(database: Database) -> None:
    pragmas = {"foreign_keys": 1, "journal_mode": "wal", "synchronous": 2, "busy_timeout": 3000}

    def look(connection: Connection) -> dict[str, object]:
        return {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in pragmas}

    found = await asyncio.gather(*(database.read(look) for _ in range(8)))
    await database.close()
    assert found == [pragmas] * 8


async def test_work_that_fails_is_undone(database: Database) -> None:
    def work(connection: Connection) -> None:
        add(connection, 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(work)
    assert await database.read(chats) == []
    await database.close()


async def test_work_that_does_nothing_is_no_work(database: Database) -> None:
    assert await database.write(lambda _: 5) == 5
    assert await database.read(lambda _: 6) == 6
    with pytest.raises(ZeroDivisionError):
        await database.write(lambda _: 1 // 0)
    await database.close()


async def test_what_was_set_up_for_a_transaction_without_statements_is_not_left_to_the_next_one(url: str) -> None:
    database = Database(url, utc_now)
    await database.write(lambda _: None)
    await database.read(chats)
    other = sqlite3.connect(url.removeprefix("sqlite+aiosqlite:///"), timeout=0)
    with closing(other), other:
        other.execute("BEGIN IMMEDIATE")
    await database.close()


@pytest.mark.parametrize("steps", range(12))
async def test_work_whose_asker_is_cancelled_is_done_whole(database: Database, steps: int) -> None:
    """Wherever that comes; and the next writer finds the file free."""

    def work(connection: Connection) -> None:
        add(connection, 1)
        add(connection, 2)

    task = asyncio.create_task(database.write(work))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await database.write(lambda connection: add(connection, 3))
    assert await database.read(chats) == ([1, 2, 3] if steps else [3])
    await database.close()


async def test_works_that_came_while_another_was_written_share_a_transaction_in_their_order(database: Database) -> None:
    used: list[tuple[int, Connection]] = []

    def work(connection: Connection, number: int) -> int:
        used.append((number, connection))
        add(connection, number)
        return number * 10

    done = await asyncio.gather(*(database.write(partial(work, number=number)) for number in range(1, 6)))
    assert done == [10, 20, 30, 40, 50]
    assert [number for number, _ in used] == [1, 2, 3, 4, 5]
    assert len({id(connection) for _, connection in used}) == 2  # the first, then all the others
    assert await database.read(chats) == [1, 2, 3, 4, 5]
    await database.close()


async def test_work_that_fails_undoes_none_that_shares_its_transaction(database: Database) -> None:
    def failing(connection: Connection) -> None:
        add(connection, 9)
        raise ZeroDivisionError

    works: list[Callable[[Connection], None]] = [failing]
    works[:0] = [partial(add, number=1), partial(add, number=2)]
    works += [partial(add, number=3), partial(add, number=2)]
    done = await asyncio.gather(*(database.write(work) for work in works), return_exceptions=True)
    assert [type(each) for each in done] == [NoneType, NoneType, ZeroDivisionError, NoneType, IntegrityError]
    assert await database.read(chats) == [1, 2, 3]
    await database.close()


async def test_where_the_file_fails_all_that_share_a_transaction_hear_of_it_at_once(
    database: Database, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "_PRAGMAS", ("PRAGMA busy_timeout = 20",))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        works = [database.write(partial(add, number=number)) for number in range(1, 4)]
        done = await asyncio.gather(*works, return_exceptions=True)
        other.execute("ROLLBACK")
    assert all(isinstance(each, StoreFailed) for each in done)
    await database.write(partial(add, number=4))
    assert await database.read(chats) == [4]
    await database.close()


async def test_closing_waits_for_work_under_way(database: Database, url: str) -> None:
    task = asyncio.create_task(database.write(lambda connection: add(connection, 1)))
    await asyncio.sleep(0)
    await database.close()
    await task
    again = Database(url, utc_now)
    assert await again.read(chats) == [1]
    await again.close()


async def test_a_writer_waits_for_another_process(database: Database, path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(database.write(lambda connection: add(connection, 1)))
        await asyncio.sleep(0.1)
        assert not task.done()
        other.execute("INSERT INTO chats (id, title, language) VALUES (2, '', NULL)")
        other.execute("COMMIT")
    await task
    assert await database.read(chats) == [1, 2]
    await database.close()


async def test_closing_leaves_one_file(url: str, path: Path) -> None:
    database = Database(url, utc_now)
    await database.write(lambda connection: add(connection, 1))
    await database.close()
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("url", ["sqlite+aiosqlite://", "sqlite:///:memory:", "postgresql://host/name"])
def test_only_a_file_will_do(url: str) -> None:
    with pytest.raises(ValueError, match="is not the URL of an SQLite file"):
        open_store(url)


def test_the_machines_time_has_its_zone() -> None:
    assert utc_now().tzinfo is not None

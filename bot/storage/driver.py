"""aiosqlite with fewer ways to its thread and back.

Going there and back costs more than most of our statements themselves. SQLAlchemy over plain aiosqlite goes up to four
times a statement (make a cursor, execute, fetch, close) and once more to begin; here it is once a statement, with all
its rows, and the beginning goes along with the first. Measured: ``python -m tests.bench.storage``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import Any, cast

import aiosqlite
from aiosqlite.context import Result

_PRAGMAS = (
    # ms that one waits for another program's writing before one gives up: a press has to be answered within 15 s, and
    # others wait behind it
    "PRAGMA busy_timeout = 3000",
    "PRAGMA foreign_keys = ON",
    "PRAGMA journal_mode = WAL",  # readers and the writer do not wait for each other; migrate has turned it on already
    "PRAGMA secure_delete = ON",  # who is forgotten is so in the space that is free again too
    # Every commit waits for the disk, so that an accepted play outlives a power cut too. It waits in the connection's
    # own thread, not in the bot's: measured against NORMAL, a commit costs 0.2 to 0.3 ms more CPU, which is little
    # for a play that cannot be lost.
    "PRAGMA synchronous = FULL",
)


async def connect(path: str) -> BriskConnection:
    """The database in the file at ``path``, opened; it is made where there is none."""
    connection = BriskConnection(path)
    await connection
    return connection


class BriskConnection(aiosqlite.Connection):
    """A connection that begins a transaction with the first statement after :meth:`begin`."""

    def __init__(self, path: str) -> None:
        super().__init__(lambda: _open(path), iter_chunk_size=64)
        self._thread.daemon = True  # as SQLAlchemy does: a bot that dies of an error does not wait for it
        self._beginning: str | None = None
        self._begun = False

    def begin(self, statement: str) -> None:
        """Execute ``statement`` before the next one."""
        self._beginning = statement

    def cursor(self) -> Result[aiosqlite.Cursor]:
        """A cursor, made right here: a connection is one task's at a time, so nobody is in its way."""
        return Result(self._cursor())

    async def _cursor(self) -> aiosqlite.Cursor:
        return _BriskCursor(self, self._conn.cursor())

    async def brisk(self, execute: Callable[..., object], *what: object) -> tuple[sqlite3.Cursor, list[Any]]:
        """Begin, if that is still to do, ``execute(cursor, *what)``, fetch all rows; the closed cursor, and they."""
        # The beginning goes with this very job: whatever becomes of this task, the job is done, and what ends it comes
        # after it.
        beginning, self._beginning = self._beginning, None
        self._begun = self._begun or beginning is not None
        execution = self._execute(_run, self._conn, beginning, execute, *what)  # type: ignore[no-untyped-call]  # theirs
        return cast("tuple[sqlite3.Cursor, list[Any]]", await execution)

    async def commit(self) -> None:
        """Commit, if anything has begun."""
        self._beginning = None
        if self._begun:
            await super().commit()
            self._begun = False

    async def rollback(self) -> None:
        """Roll back, if anything has begun and is not known to be committed."""
        self._beginning = None
        if self._begun:
            await super().rollback()
            self._begun = False


class _BriskCursor(aiosqlite.Cursor):
    """A cursor that has all rows when it has executed."""

    _conn: BriskConnection
    _rows: Sequence[Any] = ()

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> aiosqlite.Cursor:
        """Execute the statement, and fetch."""
        self._cursor, self._rows = await self._conn.brisk(sqlite3.Cursor.execute, sql, parameters or ())
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> aiosqlite.Cursor:
        """Execute the statement with each of ``parameters``."""
        self._cursor, _ = await self._conn.brisk(sqlite3.Cursor.executemany, sql, parameters)
        return self

    async def fetchall(self) -> Iterable[Any]:
        """The rows, once."""
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        """Nothing is left to do: the statement has run to its end."""


def _run(
    connection: sqlite3.Connection,
    beginning: str | None,
    execute: Callable[..., object],
    *what: object,
) -> tuple[sqlite3.Cursor, list[Any]]:
    """What the connection's thread does for a statement."""
    if beginning is not None:
        connection.execute(beginning)
    # The cursor is closed here, in this thread. One that is collected in the other thread resets its statement, which
    # the connection keeps for the next cursor: that could be in the middle of it ("bad parameter or other API misuse").
    with closing(connection.cursor()) as cursor:
        execute(cursor, *what)
        return cursor, [] if cursor.description is None else cursor.fetchall()


def _open(path: str) -> sqlite3.Connection:
    # isolation_level: the driver is not to begin transactions by itself. It would do so at the first write only, and
    # a reader would not see the same moment in all its queries.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for pragma in _PRAGMAS:
        connection.execute(pragma)
    return connection

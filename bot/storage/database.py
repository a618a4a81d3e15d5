"""The database file: how it is opened, read and written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

from sqlalchemy import Connection, Row, make_url
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.driver import BriskConnection, connect
from bot.tables.ports import StoreFailed

T = TypeVar("T")

Clock = Callable[[], datetime]
"""Says what time it is, with a time zone."""

Found = Row[*tuple[Any, ...]]
"""A row that a query found, its columns by name."""

_TOGETHER = 32  # works that share a transaction, at most: the first of them waits for the last
_CONNECTIONS = 4  # each is a thread; the work is in the bot's one thread, more would only wait there
_PATIENCE = 60  # seconds that a reader waits for a connection: a start with thousands of tables asks for all at once

_ADVICE = {
    "full": "make room on the disk; plays are refused meanwhile",
    "i/o error": "the disk fails, or a quota is used up; plays are refused meanwhile",
    "locked": "another program holds the file: close it; plays are refused meanwhile",
    "readonly": "the bot may not write the file or its folder; plays are refused meanwhile",
    "unable to open": "the file or its folder is gone, or may not be read; plays are refused meanwhile",
    "malformed": "the file is damaged: stop the bot and put a backup in its place",
    "not a database": "the file was overwritten: stop the bot and put a backup in its place",
}


def utc_now() -> datetime:
    """The time of this machine."""
    return datetime.now(UTC)


def file_of(url: str) -> str:
    """The path of the SQLite file that ``url`` names.

    Raises:
        ValueError: it names none (another database, or one in memory, which each connection would have for itself).
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise ValueError(f"{url} is not the URL of an SQLite file, like sqlite+aiosqlite:///kozel.db")
    return str(parsed.database)


class _Job(NamedTuple):
    """Work that is to be written, and what comes of it."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Database:
    """An SQLite file with its connections. One writer at a time; readers see what was committed before they began.

    Works that have come while another was written share a transaction, since the disk is what takes the time: each is
    done whole or not at all, in the order in which they came, and known to be stored only when it is. Work may be begun
    again, so it changes nothing but the file.

    Who asks for work may be cancelled; the work is done whole all the same, and nothing of its connection is lost.
    Work is a plain function of a connection: SQLAlchemy carries it over the waits, once a transaction and not once a
    statement, which is measurably cheaper.
    """

    def __init__(self, url: str, clock: Clock) -> None:
        self.clock = clock
        self._file = file_of(url)
        self._engine = create_async_engine(
            make_url(url).set(drivername="sqlite+aiosqlite"),
            async_creator=partial(connect, self._file),
            pool_size=_CONNECTIONS,
            max_overflow=0,
            hide_parameters=True,  # a deck or a face-down card has no place in an error
            pool_timeout=_PATIENCE,
            pool_use_lifo=True,  # the one that wrote last has all pages fresh in its cache
        )
        self._turn = asyncio.Lock()
        self._waiting: list[_Job] = []
        self._running: set[asyncio.Task[object]] = set()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` finds; all its queries see the same moment.

        Raises:
            StoreFailed: the file cannot be read, or is no database any more.
        """
        return await self._whole(self._run("BEGIN", work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What ``work`` returns, when all that it wrote is stored; an exception of its own undoes all of it.

        Raises:
            StoreFailed: the disk is full, the file locked by another program, or the like; nothing is written.
        """
        return await self._whole(self._in_turn(work))

    async def alone(self, statement: str) -> tuple[Any, ...]:
        """Execute a statement about the file itself, outside transactions, while nobody writes; its first row.

        Raises:
            StoreFailed: the disk is full, or the like.
        """
        return await self._whole(self._alone(statement))

    async def close(self) -> None:
        """Wait for the work under way, and close all connections."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._engine.dispose()

    async def _whole(self, running: Coroutine[Any, Any, T]) -> T:
        task = asyncio.get_running_loop().create_task(running)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, work: Callable[[Connection], T]) -> T:
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        async with self._turn:
            if not job.done.done():  # else whoever had the turn before has done it as well
                jobs, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
                await self._do(jobs)
        return cast("T", job.done.result())

    async def _do(self, jobs: list[_Job]) -> None:
        try:
            # A writer takes the file at once: had it read before, another process could have written in between.
            results = await self._run("BEGIN IMMEDIATE", lambda connection: [job.work(connection) for job in jobs])
        except StoreFailed as error:
            for job in jobs:
                job.done.set_exception(error)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0].done.set_exception(error)
                return
            for job in jobs:  # one of them will not be done, and is not to undo the others
                await self._do([job])
        else:
            for job, result in zip(jobs, results, strict=True):
                job.done.set_result(result)

    async def _alone(self, statement: str) -> tuple[Any, ...]:
        with self._told_in_a_line():
            async with self._turn, self._engine.connect() as connection:
                result = await connection.exec_driver_sql(statement)
                return tuple(result.first() or ()) if result.returns_rows else ()

    async def _run(self, beginning: str, work: Callable[[Connection], T]) -> T:
        with self._told_in_a_line():
            async with self._engine.connect() as connection:
                return await connection.run_sync(_transaction, beginning, work)

    @contextmanager
    def _told_in_a_line(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:  # the work's own
            raise
        except DatabaseError as error:
            raise StoreFailed(f"{self._file}: {error.orig}; {_advice(str(error.orig))}") from error


def _advice(error: str) -> str:
    known = (advice for words, advice in _ADVICE.items() if words in error.lower())
    return next(known, "what cannot be stored is refused meanwhile")


def _transaction(connection: Connection, beginning: str, work: Callable[[Connection], T]) -> T:
    driver = connection.connection.driver_connection
    assert isinstance(driver, BriskConnection)
    driver.begin(beginning)
    with connection.begin():
        return work(connection)

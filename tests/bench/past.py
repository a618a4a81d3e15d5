"""What a long past costs the bot: ``python -m tests.bench.past``.

A file with a million deals is made as an older version of the bot would have left it, and brought up to date by the
migrations; then it is asked, and a play is saved into it, beside the same with an empty file.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from alembic import command
from sqlalchemy import NullPool, create_engine

from bot.storage import migrate, open_store, schema
from bot.tables.annals import Month, Scope, month_of
from bot.tables.model import ChatId, PersonId, Phase, Place
from tests.storage.scenes import begun, by_chance, done, filled

DEALS = 1_000_000
_A_SERIES = 10  # deals
_ACTIONS = 4  # a deal: one of each seat; a real one has ten times as many
_CHATS, _PEOPLE = 300, 1500
_FIRST_PERSON = 10**6
_BUSY = ChatId(-1)  # a tenth of all series was played here, by forty people
_START = datetime(2023, 1, 1, tzinfo=UTC)
_YEARS = 3
_TIMES = 200
_BEFORE = "0002"  # the schema without sums

_Values = tuple[object, ...]


def run() -> Sequence[tuple[str, str]]:
    """Rows of what was measured and what it came to: wall time to the answer, the median and the slowest."""
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder, "empty.db"), Path(folder, "full.db")
        migrate(_url(empty))
        start = time.perf_counter()
        fill(full, DEALS)
        made, start = time.perf_counter() - start, time.perf_counter()
        migrate(_url(full))
        summed = time.perf_counter() - start
        size = full.stat().st_size / 1e6
        rows = [
            (f"past: {DEALS} deals made in {made:.0f} s, {size:.0f} MB; summed up", f"{summed:.0f} s"),
            *asyncio.run(_asked(full)),
        ]
        beside, with_past = asyncio.run(_plays(empty, full))
        cost = f"{with_past * 1000:.2f} ms of CPU, with an empty file {beside * 1000:.2f} ms"
        return [*rows, ("past: saving a play", cost)]


def fill(path: Path, deals: int) -> None:
    """A new file at ``path`` with so many deals, in the schema before there were sums."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        command.upgrade(schema.config(connection), _BEFORE)
    stamp = f"{_START:%Y-%m-%d %H:%M:%S}.000000"
    people = range(_FIRST_PERSON, _FIRST_PERSON + _PEOPLE)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA synchronous = OFF")
        file.executemany("INSERT INTO people VALUES (?, 'Player ' || ?, 'ru', 1)", ((who, who) for who in people))
        file.executemany("INSERT INTO chats VALUES (?, 'Chat', 'ru')", ((-number,) for number in range(1, _CHATS + 1)))
        file.executemany(
            "INSERT INTO tables VALUES (?, ?, 0, 'four', 'ru', ?, 'over', 1, ?)",
            ((number, -number, _FIRST_PERSON, stamp) for number in range(1, _CHATS + 1)),
        )
        for statement, rows in _series(deals // _A_SERIES):
            file.executemany(statement, rows)


def _series(number: int) -> Iterator[tuple[str, list[_Values]]]:
    """Statements with rows for so many series, a thousand series at a time."""
    dice, rounds = random.Random(1), dict.fromkeys(range(1, _CHATS + 1), 0)
    apart = timedelta(days=365 * _YEARS) / number
    for first in range(0, number, 1000):
        series: list[_Values] = []
        seats: list[_Values] = []
        deals: list[_Values] = []
        actions: list[_Values] = []
        for one in range(first + 1, min(first + 1000, number) + 1):
            table = 1 if dice.random() < 0.1 else dice.randint(2, _CHATS)
            begin = _FIRST_PERSON + (table - 1) * 4 % (_PEOPLE - 40)
            four = dice.sample(range(begin, begin + 40), 4)
            ended = f"{_START + apart * one:%Y-%m-%d %H:%M:%S.%f}"
            series.append((one, table, 0, ended, ended, dice.randrange(2), 0, None))
            seats += [(one, seat, who, None) for seat, who in enumerate(four)]
            for place in range(1, _A_SERIES + 1):
                rounds[table] += 1
                key, loss = (table, rounds[table]), dice.choice([(0, 2), (2, 0), (4, 0), (0, 0)])
                deals.append((*key, one, place, 0, 1, _DECK, 0, "H", ended, ended, 60, 60, 4, 4, *loss))
                actions += [(*key, seat, seat, "lead", "6H", who, ended) for seat, who in enumerate(four[:_ACTIONS])]
        yield f"INSERT INTO series VALUES ({_marks(8)})", series
        yield f"INSERT INTO series_seats VALUES ({_marks(4)})", seats
        yield f"INSERT INTO deals VALUES ({_marks(17)})", deals
        yield f"INSERT INTO actions VALUES ({_marks(8)})", actions


_DECK = " ".join(["6S"] * 36)


def _marks(number: int) -> str:
    return ", ".join("?" * number)


async def _asked(path: Path) -> list[tuple[str, str]]:
    store = open_store(_url(path))
    last = month_of(_START + timedelta(days=365 * _YEARS - 2))
    pages = (await store.history(_BUSY, 0)).pages
    someone = PersonId(_FIRST_PERSON + 5)
    gc.collect()
    gc.freeze()  # what making the deals left in this process is none of the bot's: going through it took 30 ms at times
    try:
        return [
            ("past: /standings of the busiest chat, all time", await _each(lambda: store.standings(_BUSY, Scope()))),
            ("past: /standings, a month", await _each(lambda: store.standings(_BUSY, Scope("four", Month(last))))),
            ("past: its plot", await _each(lambda: store.tracks(_BUSY, Scope("four"), 8))),
            ("past: /me", await _each(lambda: store.profile(someone))),
            ("past: /history, the newest page", await _each(lambda: store.history(_BUSY, 0))),
            (f"past: /history, the last of {pages} pages", await _each(lambda: store.history(_BUSY, pages))),
        ]
    finally:
        await store.close()


async def _each(ask: Callable[[], Awaitable[object]]) -> str:
    times = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        await ask()
        times.append((time.perf_counter() - start) * 1000)
    return f"{statistics.median(times):.1f} ms, the slowest {max(times):.1f} ms"


async def _plays(*paths: Path) -> list[float]:
    """Seconds of CPU to save a play at a table in the middle of its series: the median in each file, taken in turn."""
    stores = [open_store(_url(path)) for path in paths]
    dice = [random.Random(3) for _ in paths]
    steps: list[list[float]] = [[] for _ in paths]
    tables = [await filled(store, place=Place(ChatId(-10_000))) for store in stores]
    for _ in range(_TIMES):
        for number, store in enumerate(stores):
            if tables[number].phase is not Phase.PLAYING:
                tables[number] = await done(store, tables[number], begun(tables[number], dice[number]))
            step = by_chance(tables[number], dice[number])
            start = time.process_time()
            tables[number] = await done(store, tables[number], step)
            steps[number].append(time.process_time() - start)
    for store in stores:
        await store.close()
    return [statistics.median(each) for each in steps]


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


if __name__ == "__main__":
    for label, value in run():
        print(f"{label:<60} {value}", flush=True)

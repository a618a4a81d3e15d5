"""What the database costs the bot: ``python -m tests.bench.storage``.

CPU time is that of the whole process, with the threads that wait for the disk.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from bot.storage import SqlStore, migrate, open_store
from bot.tables.annals import Scope
from bot.tables.model import ChatId, Phase, Place, Table
from bot.tables.slots import Slot, SlotKey, What
from tests.storage.scenes import begun, by_chance, done, filled, finished

_TABLES = 200
_STEPS = 500
_SERIES = 40


def run() -> Sequence[tuple[str, str]]:
    """Rows of what was measured and what it came to: medians, in ms of CPU, over tables in the middle of a series."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{Path(folder, 'bench.db')}"
        start = time.process_time()
        migrate(url)
        made = (time.process_time() - start) * 1000
        return [("storage: making the database, once", f"{made:.0f} ms"), *asyncio.run(_measured(url))]


async def _measured(url: str) -> list[tuple[str, str]]:
    store, dice = open_store(url), random.Random(1)
    try:
        tables = [await _in_the_middle(store, number, dice) for number in range(1, _TABLES + 1)]
        await _series(store, dice)
        rows = [
            (f"storage, {_TABLES} tables: saving a play", await _saves(store, tables, dice)),
            (f"storage, {_TABLES} tables: loading a table", await _loads(store, tables)),
            (f"storage, {_TABLES} tables: storing a slot", await _slots(store, tables)),
            (f"storage, {_SERIES} series in the chat: its standings", await _standings(store)),
        ]
    finally:
        await store.close()
    return rows


async def _in_the_middle(store: SqlStore, number: int, dice: random.Random) -> Table:
    table = await filled(store, place=Place(ChatId(-number)))
    table = await done(store, table, begun(table, dice))
    for _ in range(dice.randrange(30)):
        if table.phase is Phase.PLAYING:
            table = await done(store, table, by_chance(table, dice))
    return table


async def _series(store: SqlStore, dice: random.Random) -> None:
    table = await filled(store, place=Place(ChatId(-_TABLES - 1)))
    for _ in range(_SERIES):
        table = await finished(store, table, dice)


async def _saves(store: SqlStore, tables: list[Table], dice: random.Random) -> str:
    steps = []
    for number in range(_STEPS):
        place = number % _TABLES
        if tables[place].phase is Phase.PLAYING:
            step = by_chance(tables[place], dice)
            start = time.process_time()
            tables[place] = await done(store, tables[place], step)
            steps.append(time.process_time() - start)
    return _ms(steps)


async def _loads(store: SqlStore, tables: list[Table]) -> str:
    return await _each(lambda number: store.load(tables[number % _TABLES].id))


async def _slots(store: SqlStore, tables: list[Table]) -> str:
    def slot(number: int) -> Slot:
        table = tables[number % _TABLES]
        return Slot(SlotKey(table.id, What.DEAL, 1), table.place.chat, None, number, f"{number:032x}")

    return await _each(lambda number: store.keep_slots([slot(number)]))


async def _standings(store: SqlStore) -> str:
    return await _each(lambda _: store.standings(ChatId(-_TABLES - 1), Scope()), _STEPS // 10)


async def _each(ask: Callable[[int], Awaitable[object]], times: int = _STEPS) -> str:
    steps = []
    for number in range(times):
        start = time.process_time()
        await ask(number)
        steps.append(time.process_time() - start)
    return _ms(steps)


def _ms(steps: list[float]) -> str:
    return f"{statistics.median(steps) * 1000:.2f} ms of CPU"


if __name__ == "__main__":
    for name, figure in run():
        print(f"{name}: {figure}")

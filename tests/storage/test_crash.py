"""A process killed while it writes: every save that it was told of is there, and none is there by half."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.storage import open_store
from bot.tables.model import Phase, TableId
from kozel import Deal
from tests.storage.scenes import begun, by_chance, done, filled

_ROOT = Path(__file__).parents[2]


async def _play_on(url: str, seed: int) -> None:
    """Play without end at the table in this file, and say after each save how far it is."""
    dice = random.Random(seed)
    store = open_store(url)
    table = await store.load(TableId(1)) or await filled(store, people=(1, 2, None, 4))
    while True:
        ends = table.phase is not Phase.PLAYING
        table = await done(store, table, begun(table, dice) if ends else by_chance(table, dice))
        print(table.version, table.round, table.moment, flush=True)


@pytest.mark.parametrize("seed", range(2))
def test_killed_at_any_moment_all_acknowledged_saves_are_there_and_none_half(url: str, seed: int) -> None:
    delay = random.Random(seed)
    last: tuple[int, ...] = (0, 0, 0)
    for life in range(2):
        command = [sys.executable, "-m", "tests.storage.test_crash", url, str(seed * 10 + life)]
        with subprocess.Popen(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said = [process.stdout.readline()]
            time.sleep(delay.uniform(0, 0.15))
            process.kill()
            said += process.stdout.readlines()
        last = asyncio.run(_check(url, [line for line in said if line.endswith("\n")], last))


async def _check(url: str, said: list[str], before: tuple[int, ...]) -> tuple[int, ...]:
    acknowledged = tuple(map(int, said[-1].split()))
    store = open_store(url)
    table = await store.load(TableId(1))
    await store.close()
    assert table is not None
    assert isinstance(table.deal, Deal)
    there = (table.version, table.round, table.moment)
    assert before < acknowledged
    if there != acknowledged:  # one more was stored, and not yet said
        assert there[0] == acknowledged[0] + 1
        assert there[1:] in ((acknowledged[1], acknowledged[2] + 1), (acknowledged[1] + 1, 0))
    assert table.deal.over == (table.moment > 0 and not any(table.deal.hands))
    assert len(table.results) > 0 or not table.deal.over
    return there


if __name__ == "__main__":
    asyncio.run(_play_on(sys.argv[1], int(sys.argv[2])))

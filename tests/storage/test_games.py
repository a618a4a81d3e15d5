"""Which game a table plays, and how the first lead was drawn for, as they are stored."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import SqlStore
from bot.tables.change import begin_series
from bot.tables.lobby import choose_game
from bot.tables.model import ChatId, Place, Table
from kozel import FOUR, SIX, LeadDrawn, Rules, opening_of
from tests.storage.scenes import GROUP, TOPIC, by_chance, closed, done, filled, finished, person

OTHER = Place(ChatId(-7))


async def chosen(store: SqlStore, table: Table, rules: Rules) -> Table:
    change = choose_game(table, table.opener, rules)
    return await store.save(table, change.table, change.facts)


async def test_the_game_chosen_is_the_tables_with_its_seats(store: SqlStore) -> None:
    table = await filled(store, FOUR, people=(None, None, 1, 2))
    six = await chosen(store, table, SIX)
    assert await store.load(table.id) == six
    assert (six.rules, len(six.seats)) == (SIX, 2)
    four = await chosen(store, six, FOUR)
    assert await store.load(table.id) == four
    assert [seat.free for seat in four.seats] == [False, False, True, True]


async def test_seats_that_the_game_does_not_have_are_gone(store: SqlStore, path: Path) -> None:
    await chosen(store, await filled(store, FOUR, people=(1, 2, None, None)), SIX)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT seat, person_id FROM seats ORDER BY seat").fetchall() == [(0, 1), (1, 2)]


async def test_the_chats_last_game_is_that_of_its_newest_table(store: SqlStore) -> None:
    assert await store.last_game(GROUP.chat) is None
    table = await filled(store, FOUR, people=(1, 2, None, None))
    assert await store.last_game(GROUP.chat) == FOUR
    table = await chosen(store, table, SIX)
    assert await store.last_game(GROUP.chat) == SIX
    await done(store, table, closed(table))
    assert await store.last_game(GROUP.chat) == SIX
    await store.open(TOPIC, FOUR, person(1), "ru")
    assert await store.last_game(GROUP.chat) == FOUR
    assert await store.last_game(OTHER.chat) is None


def tied(seed: int) -> tuple[bytes, LeadDrawn]:
    """A seed whose draw has two rounds or more, and the draw."""
    while True:
        key = seed.to_bytes(4, "big")
        _, drawn = opening_of(SIX, key)
        if drawn is not None and len(drawn.rounds) > 1:
            return key, drawn
        seed += 1


@pytest.mark.parametrize("seed", [0, 1000])
async def test_the_draw_is_read_as_it_was(store: SqlStore, seed: int) -> None:
    key, drawn = tied(seed)
    table = await filled(store, SIX, people=(1, 2))
    change = begin_series(replace(table, secret=None), key)  # nothing but the key makes the draw then
    saved = await store.save(table, change.table, change.facts)
    assert saved.drawn == drawn
    loaded = await store.load(table.id)
    assert loaded is not None
    assert loaded.drawn == drawn


async def test_every_deal_is_read_with_the_draw_of_its_own_series(store: SqlStore) -> None:
    dice = random.Random(1)
    table = await filled(store, SIX, people=(1, 2))
    draws: dict[int, LeadDrawn | None] = {}
    for key in (b"1", b"2", b"3"):
        change = begin_series(replace(table, deal=None), key)
        table = await store.save(table, change.table, change.facts)
        while table.series is not None and table.series.goats is None:
            draws[table.round] = table.drawn
            table = await done(store, table, by_chance(table, dice))
    assert len(set(draws.values())) == 3
    for round_, drawn in draws.items():
        then = await store.load_round(table.id, round_)
        assert then is not None
        assert then.drawn == drawn


async def test_four_has_no_draw(store: SqlStore) -> None:
    table = await finished(store, await filled(store), random.Random(1))
    loaded = await store.load(table.id)
    assert loaded is not None
    assert loaded.drawn is None

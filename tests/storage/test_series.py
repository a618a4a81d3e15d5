"""Series: what is loaded is what was saved, at every step of both games; and tables as they were at earlier rounds."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import NullPool, create_engine, select

from bot.storage import SqlStore
from bot.storage.rows import ActionRow, DealRow, SeriesRow, TableRow
from bot.tables.facts import SeriesBegun
from bot.tables.model import Phase, Seat, Table
from kozel import FOUR, SIX, VARIANTS, Rules, Series
from tests.storage.conftest import Clock
from tests.storage.scenes import begun, by_chance, closed, dealt, done, filled, finished, seated, to_the_end_of_the_deal


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
async def test_a_whole_series_loads_as_it_was_saved_at_every_step(store: SqlStore, rules: Rules, seed: int) -> None:
    dice = random.Random(seed)
    table = await filled(store, rules, people=(1, 2, None, 4)[: rules.seats])
    table = await done(store, table, begun(table, dice))
    while table.phase is Phase.PLAYING:
        assert await store.load(table.id) == table
        table = await done(store, table, by_chance(table, dice))
    assert await store.load(table.id) == table
    assert table.series is not None
    assert table.series.goats is not None


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
async def test_a_rematch_is_another_series_and_rounds_go_on(store: SqlStore, rules: Rules) -> None:
    dice = random.Random(9)
    first = await finished(store, await filled(store, rules), dice)
    second = await done(store, first, begun(first, dice))
    assert second.series_id not in (None, first.series_id)
    assert second.round == first.round + 1
    assert second.results == ()
    assert await store.load(first.id) == second
    while second.phase is Phase.PLAYING:
        second = await done(store, second, to_the_end_of_the_deal(second, dice))
        assert await store.load(first.id) == second


async def test_a_series_begun_with_no_deal_yet(store: SqlStore) -> None:
    lobby = await filled(store)
    ready = replace(lobby, phase=Phase.PLAYING, series=Series.start(FOUR, 3))
    saved = await store.save(lobby, ready, (SeriesBegun(3),))
    assert saved.series_id is not None
    assert await store.load(lobby.id) == saved


async def test_a_rematch_begun_with_no_deal_yet(store: SqlStore) -> None:
    over = await finished(store, await filled(store), random.Random(10))
    ready = replace(
        over, phase=Phase.PLAYING, series=Series.start(FOUR, 2), results=(), deal=None, moment=0, actor=None, presses=()
    )
    saved = await store.save(over, ready, (SeriesBegun(2),))
    assert await store.load(over.id) == saved
    earlier = await store.load_round(over.id, over.round)
    assert earlier is not None
    assert (earlier.phase, earlier.series, earlier.deal) == (Phase.OVER, over.series, over.deal)


async def test_a_series_that_was_stopped_stays_as_it_stood(store: SqlStore) -> None:
    dice = random.Random(11)
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    for _ in range(5):
        table = await done(store, table, by_chance(table, dice))
    table = await done(store, table, closed(table))
    loaded = await store.load(table.id)
    assert loaded == table
    assert loaded.phase is Phase.CLOSED


async def _with_ends_of_deals(store: SqlStore, rules: Rules, dice: random.Random) -> tuple[Table, dict[int, Table]]:
    """A table after two series, and what it was at the end of each deal, by round."""
    table, ends = await filled(store, rules), dict[int, Table]()
    for _ in range(2):
        table = await done(store, table, begun(table, dice))
        while table.phase is Phase.PLAYING:
            table = await done(store, table, to_the_end_of_the_deal(table, dice))
            ends[table.round] = table
    return table, ends


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
async def test_a_round_loads_as_it_was_when_its_deal_had_got_as_far_as_it_has(store: SqlStore, rules: Rules) -> None:
    table, ends = await _with_ends_of_deals(store, rules, random.Random(12))
    assert list(ends) == list(range(1, table.round + 1))
    for number, then in ends.items():
        assert await store.load_round(table.id, number) == replace(then, version=table.version)


async def test_the_round_under_way_loads_as_the_table_is(store: SqlStore) -> None:
    dice = random.Random(13)
    table = await filled(store, SIX)
    table = await done(store, table, begun(table, dice))
    table = await done(store, table, by_chance(table, dice))
    assert await store.load_round(table.id, 1) == table


async def test_there_is_no_round_before_the_first_deal_and_none_to_come(store: SqlStore) -> None:
    table = await filled(store)
    assert await store.load_round(table.id, 0) is None
    assert await store.load_round(table.id, 1) is None
    table = await done(store, table, begun(table, random.Random(14)))
    assert await store.load_round(table.id, 0) is None
    assert await store.load_round(table.id, 2) is None


async def test_a_deal_cut_short_counts_as_closed_once_others_came_after_it(store: SqlStore) -> None:
    dice = random.Random(15)
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    table = await done(store, table, closed(table))
    await done(store, table, begun(table, dice))
    first = await store.load_round(table.id, 1)
    assert first is not None
    assert first.phase is Phase.CLOSED


async def test_a_round_of_an_earlier_series_has_the_seats_with_which_that_began(store: SqlStore) -> None:
    dice = random.Random(16)
    first = await finished(store, await filled(store), dice)
    changed = await done(store, first, seated(first, {0: Seat(computer="greedy")}))
    now = await done(store, changed, begun(changed, dice))
    then, newest = await store.load_round(now.id, first.round), await store.load_round(now.id, now.round)
    assert then is not None
    assert newest is not None
    assert then.seats == first.seats
    assert newest.seats == changed.seats


async def test_the_next_deal_is_dealt_from_a_table_that_was_loaded(store: SqlStore) -> None:
    dice = random.Random(18)
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    table = await done(store, table, to_the_end_of_the_deal(table, dice))
    loaded = await store.load(table.id)
    assert loaded is not None
    assert await store.load(table.id) == table
    await done(store, loaded, dealt(loaded, dice))


async def test_everything_that_happened_has_its_time_in_utc(store: SqlStore, url: str, clock: Clock) -> None:
    local = timezone(timedelta(hours=3))
    clock.now = datetime(2026, 5, 1, 1, 30, tzinfo=local)
    table = await finished(store, await filled(store), random.Random(19))
    engine = create_engine(url.replace("+aiosqlite", ""), poolclass=NullPool)
    with engine.connect() as connection:
        opened = connection.scalars(select(TableRow.opened_at)).all()
        series = connection.execute(select(SeriesRow.begun_at, SeriesRow.ended_at)).one()
        deals = connection.execute(select(DealRow.begun_at, DealRow.ended_at).order_by(DealRow.round)).all()
        actions = connection.scalars(select(ActionRow.at).order_by(ActionRow.round, ActionRow.moment)).all()
    assert opened == [datetime(2026, 4, 30, 22, 30, 1, tzinfo=UTC)]
    moments = [*opened, series.begun_at, *actions, series.ended_at]
    assert moments == sorted(moments)
    assert len(deals) == table.round
    assert [deals[0].begun_at, deals[-1].ended_at] == list(series)
    assert all(moment.utcoffset() == timedelta(0) for moment in moments)

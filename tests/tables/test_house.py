"""One lane a table; stored first, then told."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.tables import house as house_module
from bot.tables.change import Change
from bot.tables.ending import stop
from bot.tables.house import House
from bot.tables.lobby import add_computer, deal, sit, stand
from bot.tables.model import ChatId, Place, Table, TableId
from bot.tables.ports import Conflict
from bot.tables.refusals import AlreadySeated, NoSuchTable, SideFull, Stale, TableHereAlready
from kozel import FOUR
from tests.tables.build import ANNA, BORIS, GLEB, PEOPLE, VERA, YARD, lobby_of, people_at
from tests.tables.memory import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def house(store: MemoryStore) -> House:
    return House(store)


@pytest.fixture
def told(house: House) -> list[Table]:
    """What the house has told."""
    heard: list[Table] = []
    house.tell(heard.append)
    return heard


async def opened(house: House, place: Place = YARD) -> TableId:
    return (await house.open(place, FOUR, ANNA, "ru")).id


async def test_six_people_sit_down_at_once_and_two_are_refused(house: House, store: MemoryStore) -> None:
    table = await opened(house)
    asks = [house.act(table, partial(sit, person=person, side=i % 2)) for i, person in enumerate(PEOPLE)]
    answers = await asyncio.gather(*asks, return_exceptions=True)
    refused = [answer for answer in answers if not isinstance(answer, Change)]
    assert refused == [SideFull(table_full=True), SideFull(table_full=True)]
    assert people_at(store.tables[table]) == [*PEOPLE[:4]]
    assert store.tables[table].version == 5


async def test_a_double_press_is_done_once(house: House, store: MemoryStore) -> None:
    table = await opened(house)
    asks = [house.act(table, partial(sit, person=ANNA, side=0)) for _ in range(3)]
    answers = await asyncio.gather(*asks, return_exceptions=True)
    assert [type(answer) for answer in answers] == [Change, AlreadySeated, AlreadySeated]
    assert len(store.saves) == 1


async def test_what_comes_back_is_what_is_stored(house: House, store: MemoryStore) -> None:
    table = await opened(house)
    change = await house.act(table, partial(sit, person=ANNA, side=0))
    assert change.table == store.tables[table] == await house.see(table)
    assert change.table.version == 2


async def test_a_series_gets_its_id_from_the_store(house: House, store: MemoryStore) -> None:
    table = store.put(lobby_of(ANNA, BORIS, VERA, GLEB)).id
    change = await house.act(table, partial(deal, person=ANNA.id, seed=b"1"))
    assert change.table.series_id == 1


async def test_listeners_are_told_after_the_save(house: House, store: MemoryStore) -> None:
    stored: list[bool] = []
    house.tell(lambda table: stored.append(store.tables[table.id] == table))
    await house.act(await opened(house), partial(sit, person=ANNA, side=0))
    assert stored == [True, True]


async def test_listeners_are_told_in_the_order_of_the_saves(house: House, told: list[Table]) -> None:
    table = await opened(house)
    asks = [house.act(table, partial(sit, person=person, side=i % 2)) for i, person in enumerate(PEOPLE[:4])]
    await asyncio.gather(*asks)
    assert [now.version for now in told] == [1, 2, 3, 4, 5]


async def test_while_listeners_are_told_the_lane_is_free(house: House) -> None:
    locked: list[bool] = []
    house.tell(lambda table: locked.append(house._lane(table.id).locked()))
    await house.act(await opened(house), partial(sit, person=ANNA, side=0))
    assert locked == [False, False]


async def test_of_a_refusal_nobody_is_told_and_nothing_is_stored(
    house: House, store: MemoryStore, told: list[Table]
) -> None:
    table = await opened(house)
    before = store.tables[table]
    with pytest.raises(TableHereAlready):
        await house.open(YARD, FOUR, BORIS, "ru")
    with pytest.raises(Stale):
        await house.act(table, partial(sit, person=ANNA, side=5))
    assert (store.tables[table], await house.see(table)) == (before, before)
    assert (len(told), store.saves) == (1, [])


async def test_a_listener_that_fails_harms_nobody(
    house: House, told: list[Table], caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: Table) -> None:
        raise RuntimeError("cannot hear")

    house.tell(fails)
    later: list[Table] = []
    house.tell(later.append)
    with caplog.at_level(logging.ERROR):
        await opened(house)
    assert len(told) == len(later) == 1
    assert "a listener failed" in caplog.text


async def test_when_somebody_else_has_written_it_is_looked_at_again(house: House, store: MemoryStore) -> None:
    table = await opened(house)
    store.put(replace(store.tables[table], version=9, seats=lobby_of(BORIS).seats))
    change = await house.act(table, partial(sit, person=ANNA, side=0))
    assert people_at(change.table) == [BORIS, ANNA]
    assert change.table.version == 10


async def test_what_somebody_else_has_written_can_refuse_it(
    house: House, store: MemoryStore, told: list[Table]
) -> None:
    table = await opened(house)
    store.put(replace(store.tables[table], version=9, seats=lobby_of(ANNA).seats))
    with pytest.raises(AlreadySeated):
        await house.act(table, partial(sit, person=ANNA, side=0))
    assert [now.version for now in told] == [1, 9], "what was found is news: somebody has to go on with it"


async def test_it_is_looked_at_again_once_only(house: House, store: MemoryStore) -> None:
    table = await opened(house)

    def meddled_with(now: Table) -> Change:
        store.put(replace(store.tables[table], version=store.tables[table].version + 1))
        return sit(now, ANNA, 0)

    with pytest.raises(Conflict):
        await house.act(table, meddled_with)
    assert store.log.count("save") == 2


async def test_after_a_save_that_failed_the_store_is_asked(house: House, store: MemoryStore) -> None:
    table = await opened(house)
    store.failing = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        await house.act(table, partial(sit, person=ANNA, side=0))
    store.put(replace(store.tables[table], title="written all the same"))
    assert (await house.see(table)).title == "written all the same"


async def test_what_is_stored_though_the_save_failed_is_told_soon(
    house: House, store: MemoryStore, told: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "_DOUBT", 0.0)
    table = await opened(house)
    save = store.save

    async def stored_but_failed(*what: Any) -> Table:
        await save(*what)
        raise OSError

    monkeypatch.setattr(store, "save", stored_but_failed)
    with pytest.raises(OSError):  # noqa: PT011 - any will do
        await house.act(table, partial(sit, person=ANNA, side=0))
    await asyncio.sleep(0.01)
    assert [now.version for now in told] == [1, 2]


async def test_a_table_that_cannot_be_read_after_a_save_that_failed_harms_nobody(
    house: House, store: MemoryStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house_module, "_DOUBT", 0.0)
    table = await opened(house)

    async def failed(*what: Any) -> Any:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(store, "save", failed)
        patch.setattr(store, "load", failed)
        with pytest.raises(OSError):  # noqa: PT011 - any will do
            await house.act(table, partial(sit, person=ANNA, side=0))
        await asyncio.sleep(0.01)
    assert "cannot be read after a save that failed" in caplog.text
    assert (await house.act(table, partial(sit, person=ANNA, side=0))).table.version == 2


async def test_a_table_is_not_loaded_twice(house: House, store: MemoryStore) -> None:
    table = store.put(lobby_of(ANNA)).id
    seen = await asyncio.gather(*[house.see(table) for _ in range(5)])
    assert {now.version for now in seen} == {1}
    assert store.log.count("load") == 1


async def test_a_slow_look_does_not_bring_an_older_state_back(house: House, store: MemoryStore) -> None:
    table = store.put(lobby_of(ANNA)).id
    await asyncio.gather(house.see(table), house.act(table, add_computer), house.see(table), house.refresh(table))
    assert await house.see(table) == store.tables[table]


async def test_opening_does_not_bring_an_older_state_back(house: House, store: MemoryStore, told: list[Table]) -> None:
    async def sits_at_once() -> None:
        while (here := await store.at(YARD)) is None:
            pass
        house._keep(replace(store.tables[here], version=2))

    await asyncio.gather(opened(house), sits_at_once())
    assert told[-1].version == (await house.see(TableId(1))).version == 2


async def test_a_refresh_tells_what_has_changed_beside_the_table(
    house: House, store: MemoryStore, told: list[Table]
) -> None:
    table = store.put(lobby_of(ANNA)).id
    await house.see(table)
    await store.meet(replace(ANNA, name="Анна Павловна"))
    await house.refresh(table)
    assert people_at(told[-1])[0].name == "Анна Павловна"
    assert people_at(await house.see(table))[0].name == "Анна Павловна"


async def test_different_tables_do_not_wait_for_one_another(house: House, store: MemoryStore) -> None:
    one, two = await opened(house), await opened(house, Place(ChatId(-5)))
    async with house._lane(one):  # somebody is busy here
        held_up = asyncio.create_task(house.act(one, partial(sit, person=ANNA, side=0)))
        await asyncio.wait_for(house.act(two, partial(sit, person=ANNA, side=0)), 1)
        assert not held_up.done()
    await held_up


async def test_a_table_that_is_not_there() -> None:
    house = House(MemoryStore())
    for ask in (house.see(TableId(5)), house.act(TableId(5), add_computer), house.refresh(TableId(5))):
        with pytest.raises(NoSuchTable):
            await ask


async def test_a_closed_table_leaves_its_place_to_the_next(house: House) -> None:
    first = await opened(house)
    await house.act(first, partial(stop, person=ANNA.id, admin=True))
    assert await opened(house) != first


async def test_only_so_many_tables_are_kept_at_hand(
    house: House, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "_WARM", 2)
    tables = [await opened(house, Place(ChatId(-number))) for number in range(1, 4)]
    assert list(house._warm) == tables[1:]
    await house.act(tables[0], partial(sit, person=ANNA, side=0))
    await house.act(tables[0], partial(stand, person=ANNA.id))
    assert store.log.count("load") == 1


async def test_lanes_nobody_waits_in_are_forgotten(house: House) -> None:
    await house.act(await opened(house), partial(sit, person=ANNA, side=0))
    assert not house._lanes

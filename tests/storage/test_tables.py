"""What the port promises of tables: open, load, save, one live table a place, who sits where."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from bot.storage import SqlStore, open_store
from bot.tables.facts import Played, SeatChanged
from bot.tables.model import Chat, ChatId, PersonId, Phase, Place, Seat, Table, TableId
from bot.tables.ports import Conflict, Store
from bot.tables.refusals import TableHereAlready
from bot.tables.slots import Slot, SlotKey, What
from kozel import FOUR, SIX, Cards, Pass
from tests.storage.scenes import GROUP, TOPIC, begun, by_chance, closed, done, filled, finished, person, seated

OTHER = Place(ChatId(-7))


def test_the_store_fulfils_the_port(store: SqlStore) -> None:
    port: Store = store
    assert port is store


# open


async def test_a_new_table_is_in_its_lobby_with_nobody_seated_and_version_1(store: SqlStore) -> None:
    opener = await store.meet(person(1))
    table = await store.open(TOPIC, SIX, opener, "en")
    assert replace(table, secret=None, promised=None) == Table(
        table.id, TOPIC, SIX, "en", opener.id, Phase.LOBBY, 1, (Seat(), Seat())
    )
    assert await store.load(table.id) == table


async def test_opening_remembers_an_opener_and_a_chat_that_were_unknown(store: SqlStore) -> None:
    await store.open(GROUP, FOUR, person(1), "en")
    assert await store.person(PersonId(1)) == person(1)
    assert await store.chat(GROUP.chat) == Chat(GROUP.chat, "", None)


@pytest.mark.parametrize("place", [GROUP, TOPIC])
async def test_one_live_table_a_place(store: SqlStore, place: Place) -> None:
    table = await store.open(place, FOUR, person(1), "ru")
    with pytest.raises(TableHereAlready) as refusal:
        await store.open(place, SIX, person(2), "ru")
    assert refusal.value.table == table.id
    playing = await done(store, table, begun(table, random.Random(1)))
    with pytest.raises(TableHereAlready):
        await store.open(place, FOUR, person(2), "ru")
    await done(store, playing, closed(playing))
    assert (await store.open(place, FOUR, person(2), "ru")).id != table.id


async def test_topics_and_chats_are_places_of_their_own(store: SqlStore) -> None:
    places = [GROUP, TOPIC, Place(GROUP.chat, 43), OTHER]
    tables = [await store.open(place, FOUR, person(1), "ru") for place in places]
    assert len({table.id for table in tables}) == len(places)
    assert [await store.at(place) for place in places] == [table.id for table in tables]


@pytest.mark.parametrize("place", [GROUP, TOPIC])
async def test_of_many_who_open_at_once_one_does(store: SqlStore, url: str, place: Place) -> None:
    second = open_store(url)
    opens = [(store, second)[number % 2].open(place, FOUR, person(number), "ru") for number in range(1, 13)]
    results = await asyncio.gather(*opens, return_exceptions=True)
    await second.close()
    (table,) = [result for result in results if isinstance(result, Table)]
    refusals = [result for result in results if isinstance(result, TableHereAlready)]
    assert [refusal.table for refusal in refusals] == [table.id] * 11


# load


async def test_there_is_no_table_that_nobody_opened(store: SqlStore) -> None:
    assert await store.load(TableId(1)) is None
    assert await store.load_round(TableId(1), 1) is None
    assert await store.at(GROUP) is None


async def test_seats_show_people_as_they_are_known_now(store: SqlStore) -> None:
    table = await filled(store, people=(1, None, 3, None))
    await store.set_reachable(PersonId(1), False)
    await store.meet(replace(person(3), name="Vera"))
    loaded = await store.load(table.id)
    assert loaded is not None
    people = [seat.person for seat in loaded.seats]
    assert people == [person(1, reachable=False), None, replace(person(3), name="Vera"), None]
    assert [seat.computer for seat in loaded.seats] == [None, "greedy", None, "greedy"]


async def test_a_table_is_the_same_after_reopening_the_file(store: SqlStore, url: str) -> None:
    table = await filled(store)
    table = await done(store, table, begun(table, random.Random(2)))
    await store.close()
    again = open_store(url)
    assert await again.load(table.id) == table
    await again.close()


async def test_hints_taken_are_kept_with_the_seat(store: SqlStore, url: str) -> None:
    table = await filled(store)
    table = await done(store, table, begun(table, random.Random(2)))
    await done(store, table, seated(table, {0: replace(table.seats[0], hints=3)}))
    await store.close()
    again = open_store(url)
    loaded = await again.load(table.id)
    assert loaded is not None
    assert [held.hints for held in loaded.seats] == [3, 0, 0, 0]
    await again.close()


async def test_a_chats_language_shows_at_the_next_load_of_its_tables(store: SqlStore) -> None:
    table = await store.open(GROUP, FOUR, person(1), "ru")
    assert table.language == "ru"
    await store.keep_chat(Chat(GROUP.chat, "Goats", "en"))
    loaded = await store.load(table.id)
    assert loaded is not None
    assert (loaded.language, loaded.title) == ("en", "Goats")
    await done(store, loaded, closed(loaded))
    assert (await store.open(GROUP, FOUR, person(1), "ru")).language == "en"


async def test_a_private_chat_has_no_title_and_its_persons_language(store: SqlStore) -> None:
    await store.meet(person(1))
    await store.keep_chat(Chat(ChatId(1), "Player 1"))
    table = await store.open(Place(ChatId(1)), FOUR, person(1), "ru")
    await store.set_language(PersonId(1), "en")
    loaded = await store.load(table.id)
    assert loaded is not None
    assert (loaded.language, loaded.title) == ("en", "")


# save


async def test_saving_gives_the_next_version(store: SqlStore) -> None:
    table = await store.open(GROUP, FOUR, person(1), "ru")
    after = await store.save(table, replace(table, version=99), ())
    assert after.version == 2
    assert await store.load(table.id) == after


async def test_a_table_that_somebody_else_has_saved_conflicts_and_nothing_is_stored(store: SqlStore) -> None:
    table = await filled(store)
    theirs = await done(store, table, seated(table, {0: Seat()}))
    with pytest.raises(Conflict):
        await done(store, table, begun(table, random.Random(3)))
    assert await store.load(table.id) == theirs


async def test_saving_a_table_that_is_not_stored_conflicts(store: SqlStore) -> None:
    table = await store.open(GROUP, FOUR, person(1), "ru")
    with pytest.raises(Conflict):
        await store.save(replace(table, id=TableId(99)), table, ())


async def test_of_many_who_save_at_once_one_does(store: SqlStore, url: str) -> None:
    table = await filled(store)
    second = open_store(url)
    saves = [
        (store, second)[number % 2].save(table, *seated(table, {0: Seat(computer=f"level {number}")}))
        for number in range(10)
    ]
    results = await asyncio.gather(*saves, return_exceptions=True)
    await second.close()
    (saved,) = [result for result in results if isinstance(result, Table)]
    assert sum(isinstance(result, Conflict) for result in results) == 9
    assert await store.load(table.id) == saved


async def test_a_save_that_fails_stores_nothing_of_it(store: SqlStore) -> None:
    table = await filled(store)
    playing = await done(store, table, begun(table, random.Random(4)))
    twice = Played(playing.round, 0, 0, Pass(), None)
    with pytest.raises(IntegrityError):
        await store.save(playing, playing, (SeatChanged(0, Seat()), twice, twice))
    assert await store.load(table.id) == playing


async def test_a_rematch_is_refused_where_another_table_is_live(store: SqlStore) -> None:
    over = await finished(store, await filled(store), random.Random(5))
    other = await store.open(GROUP, FOUR, person(1), "ru")
    with pytest.raises(TableHereAlready) as refusal:
        await done(store, over, begun(over, random.Random(5)))
    assert refusal.value.table == other.id
    assert await store.load(over.id) == over


async def test_the_cards_toggled_are_stored(store: SqlStore) -> None:
    table = await filled(store)
    chosen = Seat(table.seats[2].person, chosen=Cards.parse("6S AC TH"))
    after = await done(store, table, seated(table, {2: chosen}))
    assert after.seats[2] == chosen
    assert await store.load(table.id) == after


async def test_a_person_moves_over_to_another_seat_and_two_change_places(store: SqlStore) -> None:
    table = await filled(store, people=(1, None, 3, None))
    one, three = table.seats[0], table.seats[2]
    for holders in ({1: one, 0: Seat()}, {1: three, 2: one}):
        table = await done(store, table, seated(table, holders))
        assert await store.load(table.id) == table


async def test_nobody_sits_at_a_table_twice(store: SqlStore) -> None:
    table = await filled(store, people=(1, None, 3, None))
    with pytest.raises(IntegrityError):
        await done(store, table, seated(table, {1: table.seats[0]}))


async def test_foreign_keys_are_on(store: SqlStore) -> None:
    table = await store.open(GROUP, FOUR, person(1), "ru")
    with pytest.raises(IntegrityError):
        await done(store, table, seated(table, {0: Seat(person(99))}))


async def test_write_ahead_logging_is_on(store: SqlStore, path: Path) -> None:
    await store.open(GROUP, FOUR, person(1), "ru")
    assert path.with_name("kozel.db-wal").exists()


# at, live, of_person


async def test_the_live_table_at_a_place_comes_before_newer_ones_that_are_over(store: SqlStore) -> None:
    older = await finished(store, await filled(store), random.Random(6))
    newer = await store.open(GROUP, FOUR, person(1), "ru")
    await done(store, newer, closed(newer))
    assert await store.at(GROUP) == newer.id
    await done(store, older, begun(older, random.Random(6)))
    assert await store.at(GROUP) == older.id


async def test_live_tables_and_those_with_slots_to_settle_the_oldest_first(store: SqlStore) -> None:
    tables = [await store.open(Place(ChatId(-number)), FOUR, person(1), "ru") for number in range(1, 6)]
    tables[1] = await done(store, tables[1], begun(tables[1], random.Random(7)))
    for number in (2, 3, 4):
        await done(store, tables[number], closed(tables[number]))
    for number, settled in ((1, False), (2, False), (3, True)):
        key = SlotKey(tables[number].id, What.LOBBY, 0)
        await store.keep_slots([Slot(key, ChatId(-1), None, 5, "", settled=settled)])
    assert list(await store.live()) == [tables[0].id, tables[1].id, tables[2].id]


async def test_the_live_tables_where_a_person_sits_the_newest_last(store: SqlStore) -> None:
    tables = [await filled(store, place=Place(ChatId(-number)), people=(1, None, None, None)) for number in (1, 2, 3)]
    await done(store, tables[1], closed(tables[1]))
    assert list(await store.of_person(PersonId(1))) == [tables[0].id, tables[2].id]
    assert list(await store.of_person(PersonId(2))) == []


async def test_readers_see_one_moment_while_others_write(store: SqlStore) -> None:
    """A table read while it is played is one that was there, never half of the next one."""
    dice = random.Random(8)
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    seen = {table.version: table}

    async def play() -> None:
        nonlocal table
        for _ in range(40):
            table = await done(store, table, by_chance(table, dice))
            seen[table.version] = table

    async def look() -> list[Table | None]:
        looked = []
        while table.version < last:  # as long as the play takes, however slow the disk is
            looked.append(await store.load(table.id))
        return looked

    last = table.version + 40
    _, *looks = await asyncio.gather(play(), look(), look())
    found = [each for looked in looks for each in looked]
    assert len({each.version for each in found if each}) > 5
    assert all(each == seen[each.version] for each in found if each)

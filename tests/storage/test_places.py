"""Chats that get another id, and topics that go: what the port promises, whatever else stands there."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage import SqlStore
from bot.tables.annals import Figures, Scope
from bot.tables.model import Chat, ChatId, Phase, Place, Table
from bot.tables.slots import Slot, SlotKey, What
from kozel import FOUR
from tests.storage.scenes import GROUP, TOPIC, begun, closed, done, filled, finished, person

OLD, NEW = Place(ChatId(-2001)), Place(ChatId(-1002001))


async def played(store: SqlStore, place: Place, people: tuple[int | None, ...] = (1, 2, 3, 4)) -> Table:
    """A table at this place with its first deal under way."""
    table = await filled(store, place=place, people=people)
    return await done(store, table, begun(table, random.Random(1)))


async def now(store: SqlStore, table: Table) -> Table:
    found = await store.load(table.id)
    assert found is not None
    return found


async def test_tables_follow_their_chat_and_what_stands_stays_where_it_stands(store: SqlStore) -> None:
    await store.keep_chat(Chat(OLD.chat, "Yard", "en"))
    over = await played(store, OLD)
    await done(store, over, closed(over))
    table = await played(store, OLD)
    slot = Slot(SlotKey(table.id, What.DEAL, 1), OLD.chat, None, 7, "shows")
    await store.keep_slots([slot])
    assert await store.move_chat(OLD.chat, NEW.chat) == [over.id, table.id]
    moved = await now(store, table)
    assert (moved.place, moved.deal, moved.version) == (NEW, table.deal, table.version)
    assert await store.at(NEW) == table.id
    assert await store.at(OLD) is None
    assert await store.chat(NEW.chat) == Chat(NEW.chat, "Yard", "en")
    assert await store.chat(OLD.chat) is None
    assert await store.slots(table.id) == {slot.key: slot}


async def test_once_more_and_of_a_chat_that_is_unknown_it_does_nothing(store: SqlStore) -> None:
    table = await played(store, OLD)
    assert await store.move_chat(OLD.chat, NEW.chat) == [table.id]
    assert await store.move_chat(OLD.chat, NEW.chat) == []
    assert await store.move_chat(ChatId(-5), NEW.chat) == []
    assert (await now(store, table)).place == NEW


async def test_what_the_old_chat_has_chosen_is_what_counts(store: SqlStore) -> None:
    await store.keep_chat(Chat(OLD.chat, "Yard", "en"))
    await store.keep_chat(Chat(NEW.chat, "Yard", "ru"))
    there = await played(store, NEW, (5, 6, 7, 8))
    await done(store, there, closed(there))
    table = await played(store, OLD)
    await store.move_chat(OLD.chat, NEW.chat)
    assert await store.chat(NEW.chat) == Chat(NEW.chat, "Yard", "en")
    assert (await now(store, there)).place == (await now(store, table)).place == NEW


async def test_what_was_played_in_both_chats_counts_together(store: SqlStore, path: Path) -> None:
    for place, seed in ((OLD, 1), (NEW, 2)):
        table = await filled(store, place=place, people=(1, 2, 3, None))
        await finished(store, table, random.Random(seed))
    apart = [await store.standings(place.chat, Scope()) for place in (OLD, NEW)]
    await store.move_chat(OLD.chat, NEW.chat)
    together = await store.standings(NEW.chat, Scope())
    for kind in ("players", "computers"):
        for standing in getattr(together, kind):
            before = [one.figures for found in apart for one in getattr(found, kind) if one[0] == standing[0]]
            assert standing.figures == Figures(*map(sum, zip(*before, strict=True)))
            assert standing.figures.series == 2
    assert [pair.series for pair in together.pairs] == [2]
    assert len((await store.history(NEW.chat, 0)).series) == 2
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_of_two_live_tables_the_one_that_is_played_goes_on(store: SqlStore) -> None:
    table = await played(store, OLD)
    lobby = await store.open(NEW, FOUR, person(9), "ru")
    await store.move_chat(OLD.chat, NEW.chat)
    assert await store.at(NEW) == table.id
    assert (await now(store, lobby)).phase is Phase.CLOSED


async def test_where_only_the_new_chats_table_is_played_it_goes_on(store: SqlStore) -> None:
    lobby = await store.open(OLD, FOUR, person(9), "ru")
    table = await played(store, NEW)
    await store.move_chat(OLD.chat, NEW.chat)
    assert await store.at(NEW) == table.id
    assert (await now(store, lobby)).phase is Phase.CLOSED


async def test_a_table_leaves_its_topic_where_there_is_room(store: SqlStore) -> None:
    table = await played(store, TOPIC)
    assert await store.in_topics(GROUP.chat) == [table.id]
    assert await store.leave_topic(table.id)
    assert (await now(store, table)).place == GROUP
    assert await store.in_topics(GROUP.chat) == []
    assert not await store.leave_topic(table.id), "it is in none"
    other = await played(store, TOPIC, (5, 6, 7, 8))
    assert not await store.leave_topic(other.id), "another one is played there"
    assert (await now(store, other)).place == TOPIC

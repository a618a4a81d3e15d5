"""What the port promises of deadlines and of how a chat likes to play."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.storage import SqlStore, open_store
from bot.tables.habits import OFF, USUAL, Habits, Pace, WhoStops
from bot.tables.model import Chat, TableId
from bot.tables.waits import Deadline, Kind
from kozel import FOUR
from tests.storage.scenes import GROUP, TOPIC, person

NOON = datetime(2026, 11, 30, 12, 0, 0, 250_000, tzinfo=UTC)
LIKES = Habits(30, Pace.FAST, WhoStops.ADMINS, hints=False, level="master")


async def test_deadlines_are_kept_changed_and_forgotten(store: SqlStore, url: str) -> None:
    one = (await store.open(GROUP, FOUR, person(1), "ru")).id
    two = (await store.open(TOPIC, FOUR, person(1), "ru")).id
    await store.keep_deadlines({one: Deadline(Kind.TURN, "3.7", NOON), two: Deadline(Kind.LOBBY, "1", NOON)})
    await store.keep_deadlines({one: Deadline(Kind.TURN, "3.8", NOON), two: None})
    again = open_store(url)
    assert await again.deadlines() == {one: Deadline(Kind.TURN, "3.8", NOON)}
    await again.close()
    await store.keep_deadlines({one: None, TableId(99): None})
    assert await store.deadlines() == {}


async def test_a_chat_likes_the_usual_until_it_chooses(store: SqlStore) -> None:
    await store.keep_chat(Chat(GROUP.chat, "Двор"))
    table = await store.open(GROUP, FOUR, person(1), "ru")
    assert table.habits == USUAL
    await store.set_habits(GROUP.chat, LIKES)
    await store.keep_chat(Chat(GROUP.chat, "Двор за домом", "en"))
    assert await store.chat(GROUP.chat) == Chat(GROUP.chat, "Двор за домом", "en", LIKES)
    loaded = await store.load(table.id)
    assert loaded is not None
    assert loaded.habits == LIKES


async def test_a_chat_that_was_not_known_can_choose(store: SqlStore) -> None:
    await store.set_habits(GROUP.chat, Habits(OFF))
    assert await store.chat(GROUP.chat) == Chat(GROUP.chat, "", None, Habits(OFF))


async def test_the_live_tables_of_a_chat_are_those_of_all_its_topics(store: SqlStore) -> None:
    tables = [(await store.open(place, FOUR, person(1), "ru")).id for place in (GROUP, TOPIC)]
    assert await store.live_in(GROUP.chat) == tables

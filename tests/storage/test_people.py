"""What the port promises of persons and chats."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.storage import SqlStore
from bot.tables.model import Chat, ChatId, Person, PersonId

ANNA = Person(PersonId(7_000_000_001), "Анна 🐐", "ru")
CHAT = Chat(ChatId(-1001234567890), "Козлы & Co")


async def test_a_new_person_is_remembered_as_given(store: SqlStore) -> None:
    assert await store.person(ANNA.id) is None
    assert await store.meet(ANNA) == ANNA
    assert await store.person(ANNA.id) == ANNA


async def test_of_a_known_person_only_the_name_is_taken(store: SqlStore) -> None:
    await store.meet(replace(ANNA, reachable=True))
    again = await store.meet(Person(ANNA.id, "Anna", "en", reachable=False))
    assert again == Person(ANNA.id, "Anna", "ru", reachable=True)
    assert await store.person(ANNA.id) == again


async def test_people_met_by_many_at_once_are_one_person(store: SqlStore) -> None:
    met = await asyncio.gather(*(store.meet(ANNA) for _ in range(8)))
    assert set(met) == {ANNA}


async def test_whether_reachability_is_news(store: SqlStore) -> None:
    assert not await store.set_reachable(ANNA.id, True), "nobody known, no news"
    await store.meet(ANNA)
    assert await store.set_reachable(ANNA.id, True)
    assert not await store.set_reachable(ANNA.id, True)
    assert await store.person(ANNA.id) == replace(ANNA, reachable=True)
    assert await store.set_reachable(ANNA.id, False)


async def test_the_language_a_person_chose(store: SqlStore) -> None:
    await store.meet(ANNA)
    await store.set_language(ANNA.id, "en")
    assert await store.person(ANNA.id) == replace(ANNA, language="en")


async def test_a_persons_private_chat_speaks_their_language(store: SqlStore) -> None:
    private = Chat(ChatId(ANNA.id), "Анна", "ru")
    await store.meet(ANNA)
    await store.keep_chat(private)
    await store.set_language(ANNA.id, "en")
    assert await store.chat(private.id) == replace(private, language="en")


async def test_a_chat_is_remembered_and_its_language_stays_where_none_is_given(store: SqlStore) -> None:
    assert await store.chat(CHAT.id) is None
    for chat, then in (
        (CHAT, CHAT),
        (replace(CHAT, language="en"), replace(CHAT, language="en")),
        (replace(CHAT, title="Goats"), replace(CHAT, title="Goats", language="en")),
        (replace(CHAT, title="Goats"), replace(CHAT, title="Goats", language="en")),
        (replace(CHAT, title="Goats", language="ru"), replace(CHAT, title="Goats", language="ru")),
    ):
        await store.keep_chat(chat)
        assert await store.chat(CHAT.id) == then

"""What the port promises of what stands in the chats."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from bot.storage import SqlStore
from bot.tables.model import ChatId, PersonId, TableId
from bot.tables.slots import Slot, SlotKey, What
from kozel import FOUR
from tests.storage.scenes import GROUP, TOPIC, person


async def test_slots_are_kept_by_their_keys(store: SqlStore) -> None:
    table = (await store.open(TOPIC, FOUR, person(1), "ru")).id
    slots = [
        Slot(SlotKey(table, What.LOBBY, 0), TOPIC.chat, TOPIC.topic, 11, "a", settled=True),
        Slot(SlotKey(table, What.DEAL, 1), TOPIC.chat, TOPIC.topic, 12, "b"),
        Slot(SlotKey(table, What.DEAL, 2), TOPIC.chat, TOPIC.topic, None, ""),
        Slot(SlotKey(table, What.HAND, 0, PersonId(1)), ChatId(1), None, 13, "c", rung="1:5"),
        Slot(SlotKey(table, What.HAND, 0, PersonId(2)), ChatId(2), None, 14, "d"),
    ]
    await store.keep_slots(slots)
    assert await store.slots(table) == {slot.key: slot for slot in slots}


async def test_a_slot_kept_again_is_replaced(store: SqlStore) -> None:
    table = (await store.open(GROUP, FOUR, person(1), "ru")).id
    first = Slot(SlotKey(table, What.LOBBY, 0), GROUP.chat, None, 11, "a")
    hand = Slot(SlotKey(table, What.HAND, 0, PersonId(1)), ChatId(1), None, 13, "c")
    await store.keep_slots([first, hand])
    second = replace(first, chat=ChatId(-9), topic=3, message=None, digest="b", rung="x", settled=True)
    await store.keep_slots([second])
    assert await store.slots(table) == {first.key: second, hand.key: hand}


async def test_a_table_has_its_own_slots_and_none_is_no_error(store: SqlStore) -> None:
    one = (await store.open(GROUP, FOUR, person(1), "ru")).id
    other = (await store.open(TOPIC, FOUR, person(1), "ru")).id
    await store.keep_slots([])
    await store.keep_slots([Slot(SlotKey(other, What.LOBBY, 0), TOPIC.chat, TOPIC.topic, 1, "a")])
    assert await store.slots(one) == {}


async def test_slots_are_stored_all_or_none(store: SqlStore) -> None:
    table = (await store.open(GROUP, FOUR, person(1), "ru")).id
    good = Slot(SlotKey(table, What.LOBBY, 0), GROUP.chat, None, 11, "a")
    with pytest.raises(IntegrityError):
        await store.keep_slots([good, replace(good, key=SlotKey(TableId(99), What.LOBBY, 0))])
    assert await store.slots(table) == {}

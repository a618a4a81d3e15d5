"""The record of a series, as a button asks for it."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from telegram import CallbackQuery, Chat, Message, User

from bot.tables.model import ChatId, PersonId, SeriesId
from bot.tables.ports import KeptRecord
from bot.tables.refusals import NotSeated
from bot.telegram.errands import Saying
from bot.telegram.records import send_record
from bot.texts import words
from kozel import FOUR, PLAYERS, check_text
from kozel.players.company import play_series

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SERIES, GROUP = SeriesId(3), ChatId(-5)


class Desk(SimpleNamespace):
    """As much of a desk as this takes."""

    def __init__(self) -> None:
        record = play_series(FOUR, ["random"] * FOUR.seats, "1", PLAYERS)
        kept = KeptRecord(SERIES, GROUP, NOW, record)
        said: list[Saying] = []

        async def found(series: SeriesId) -> KeptRecord | None:
            return kept if series == SERIES else None

        store, courier = SimpleNamespace(record=found), SimpleNamespace(say=said.append)
        super().__init__(store=store, courier=courier, sent={}, said=said)


def press(chat: int = GROUP) -> CallbackQuery:
    message = Message(9, NOW, Chat(chat, "group"))
    return CallbackQuery("1", User(7, "Anna", is_bot=False), "2", message=message, data="record:3")


async def test_it_comes_under_the_message_once_and_who_asked_is_known_where_it_may_not() -> None:
    desk: Any = Desk()
    first = await send_record(desk, press(), SERIES, words("en"))
    again = await send_record(desk, press(), SERIES, words("en"))
    (said,) = desk.said
    assert first != again
    assert (said.place.chat, said.reply_to, said.asker) == (GROUP, 9, PersonId(7))
    assert check_text(said.attached.content.decode()) is None


async def test_no_other_chat_gets_it() -> None:
    desk: Any = Desk()
    with pytest.raises(NotSeated):
        await send_record(desk, press(-6), SERIES, words("en"))
    assert desk.said == []

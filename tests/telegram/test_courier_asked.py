"""What is asked for: a message brought down, an answer said."""

from __future__ import annotations

import random

import pytest
from telegram.error import (
    BadRequest,
    NetworkError,
)

from bot.screens.screen import Button, Screen
from bot.tables.model import PersonId, Place, Table, TableId
from bot.tables.presses import BackToTable
from bot.tables.refusals import NoSuchTable
from bot.telegram.courier import Saying
from kozel import Cards, Lead
from tests.tables.build import ANNA, BORIS, YARD, begun, to_the_goats
from tests.telegram.conftest import (
    Office,
    deal_slot,
    end_slot,
    private,
)

GROUP = YARD.chat
KING = Lead(Cards.parse("KS"))


async def test_the_table_is_brought_to_the_bottom_and_the_old_message_goes(office: Office, table: Table) -> None:
    old = office.slot(deal_slot(table)).message
    office.say(YARD, "chatter")
    await office.courier.bring(table.id)
    await office.idle()
    assert old not in office.voice.chats[GROUP]
    assert max(office.voice.chats[GROUP]) == office.slot(deal_slot(table)).message
    assert not office.voice.said("send", GROUP)[-1].loud


async def test_brought_once_it_is_edited_again(office: Office, table: Table) -> None:
    await office.courier.bring(table.id)
    await office.idle()
    await office.plays(table, KING)
    assert office.voice.tried(GROUP)[-1].kind == "edit"


async def test_at_the_end_of_a_series_the_end_is_brought(office: Office) -> None:
    over, _ = to_the_goats(begun(), random.Random(1))
    await office.show(over)
    old = office.slot(end_slot(over)).message
    await office.courier.bring(over.id)
    await office.idle()
    assert old not in office.voice.chats[GROUP]


async def test_a_hand_is_brought_to_its_owner(office: Office, table: Table) -> None:
    before = {person: len(office.voice.tried(private(person))) for person in (ANNA, BORIS)}
    await office.courier.bring(table.id, BORIS.id)
    await office.idle()
    assert len(office.voice.tried(private(ANNA))) == before[ANNA]
    assert [call.kind for call in office.voice.tried(private(BORIS))[before[BORIS] :]] == ["send", "delete"]


async def test_a_hand_that_somebody_deleted_is_brought_again(office: Office, table: Table) -> None:
    office.voice.chats[private(BORIS)].clear()
    await office.courier.bring(table.id, BORIS.id)
    await office.idle()
    assert len(office.voice.chats[private(BORIS)]) == 1


async def test_a_stranger_is_brought_nothing(office: Office, table: Table) -> None:
    before = len(office.voice.calls)
    await office.courier.bring(table.id, PersonId(99))
    await office.idle()
    assert len(office.voice.calls) == before
    with pytest.raises(NoSuchTable):
        await office.courier.bring(TableId(99))


async def test_a_failed_bringing_is_tried_again(office: Office, table: Table) -> None:
    office.voice.fail("send", GROUP, NetworkError("Bad Gateway"))
    await office.courier.bring(table.id)
    await office.idle()
    assert [call.error is None for call in office.voice.tried(GROUP) if call.kind == "send"] == [True, False, True]
    assert len(office.voice.chats[GROUP]) == 1


async def test_answers_are_said_in_order_as_replies_and_in_their_topic(office: Office) -> None:
    office.courier.say(Saying(Place(GROUP, 9), Screen("one"), reply_to=5))
    office.courier.say(Saying(Place(GROUP, 9), Screen("two")))
    await office.idle()
    said = [(call.screen, call.topic, call.reply_to, call.loud) for call in office.voice.said("send", GROUP)]
    assert said == [(Screen("one"), 9, 5, False), (Screen("two"), 9, None, False)]


async def test_an_answer_can_replace_a_message(office: Office) -> None:
    office.say(YARD, "really?")
    await office.idle()
    (question,) = office.voice.chats[GROUP]
    office.say(YARD, "stopped", edit=question)
    await office.idle()
    assert office.voice.chats[GROUP] == {question: Screen("stopped")}


async def test_an_answer_that_stands_already_is_fine(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    office.voice.chats[GROUP] = {5: Screen("stopped")}
    office.voice.fail("edit", GROUP, BadRequest("Message is not modified"))
    office.say(YARD, "stopped", edit=5)
    await office.idle()
    assert caplog.text == ""


async def test_a_message_to_replace_that_is_gone_is_given_up(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    office.say(YARD, "stopped", edit=5)
    await office.idle()
    assert "Telegram refuses an answer" in caplog.text
    assert office.voice.calls == []


async def test_an_answer_with_a_link_back_leads_to_the_table(office: Office, table: Table) -> None:
    anchors: list[int | None] = []
    send = office.voice.send

    async def noted(*args: object, anchor: int | None = None, **kwargs: object) -> int:
        anchors.append(anchor)
        return await send(*args, anchor=anchor, **kwargs)  # type: ignore[arg-type]

    office.voice.send = noted  # type: ignore[method-assign]
    back = Screen("back", ((Button("back", BackToTable(table.id, GROUP)),),))
    office.courier.say(Saying(Place(private(ANNA)), back, table=table.id))
    await office.idle()
    assert anchors == [office.slot(deal_slot(table)).message] == [await office.courier.anchor(table.id)]

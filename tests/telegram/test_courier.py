"""Every chat at its own pace, whatever Telegram answers."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import pairwise

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.screens.cards import glyph
from bot.screens.screen import Button, Screen
from bot.tables.change import Change
from bot.tables.lobby import add_computer, deal, remove_computer, sit
from bot.tables.model import ChatId, PersonId, Place, Table, TableId
from bot.tables.presses import BackToTable
from bot.tables.refusals import NoSuchTable
from bot.tables.slots import SlotKey
from bot.telegram import courier as courier_module
from bot.telegram.courier import Saying
from bot.telegram.errands import Errand
from bot.telegram.pace import Pace
from bot.telegram.plan import Urgency
from kozel import Beat, Cards, Discard, Lead
from tests.tables.build import ANNA, BORIS, BOT, GLEB, VERA, YARD, begun, laid_out, lobby_of, replayed, to_the_goats
from tests.tables.memory import MemoryStore
from tests.telegram.conftest import (
    QUICK,
    Call,
    FakeVoice,
    Office,
    deal_slot,
    end_slot,
    hand_slot,
    lobby_slot,
    presses,
    private,
)

GROUP = YARD.chat
OTHER = Place(ChatId(-1009999999999))
KING = Lead(Cards.parse("KS"))
ACE = Beat(Cards.parse("AS"))
ANSWERS = (KING, ACE, Discard(Cards.parse("6H")), Discard(Cards.parse("7S")))
TICK = 0.002  # what a clock may be off


@pytest.fixture
async def table(office: Office) -> Table:
    """Анна leads; all chats show it."""
    return await office.show(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D"))


def changes(table: Table) -> list[Callable[[Table], Change]]:
    """Many changes of a lobby."""
    return [*[add_computer, remove_computer] * 3, partial(sit, person=BORIS, side=1)]


def gaps(calls: list[Call]) -> list[float]:
    return [later.at - earlier.at for earlier, later in pairwise(calls)]


async def test_only_the_newest_state_is_shown(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    for change in changes(table):
        await office.do(table, change)
    await office.idle()
    assert len(office.voice.said("edit", GROUP)) == 1
    assert "Борис" in office.stands(lobby_slot(table)).text


async def test_two_changes_of_a_table_in_a_group_are_never_within_the_gap(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    for change in changes(table):
        await office.do(table, change)
        await asyncio.sleep(0.02)
    await office.idle()
    calls = office.voice.tried(GROUP)
    assert len(calls) >= 3
    assert min(gaps(calls)) > QUICK.group - TICK


async def test_an_answer_to_a_command_does_not_wait(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    await office.do(table, add_computer)
    office.say(YARD, "the rules")
    await asyncio.sleep(0.02)
    assert [call.kind for call in office.voice.tried(GROUP)] == ["send", "send"]
    await office.idle()
    assert office.voice.tried(GROUP)[-1].kind == "edit"


async def test_after_an_answer_the_table_keeps_the_gap_too(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    await asyncio.sleep(QUICK.group * 0.8)
    office.say(YARD, "the rules")
    await asyncio.sleep(QUICK.group * 0.5)  # past the first gap, within the second
    await office.act(table, add_computer)
    _, answer, edit = office.voice.tried(GROUP)
    assert edit.at - answer.at > QUICK.group - TICK


async def test_a_chat_that_was_idle_does_not_wait(office: Office) -> None:
    table = await office.show(lobby_of(ANNA))
    await asyncio.sleep(QUICK.group * 1.5)
    assert not office.courier._rounds
    loop = asyncio.get_running_loop()
    start = loop.time()
    await office.act(table, add_computer)
    assert office.voice.tried(GROUP)[-1].at - start < QUICK.group


async def test_a_play_takes_one_call_in_the_group_and_few_in_all(office: Office, table: Table) -> None:
    before = len(office.voice.calls)
    await office.plays(table, KING)
    made = office.voice.calls[before:]
    assert len([call for call in made if call.chat == GROUP]) == 1
    assert len(made) <= 4


async def test_others_hands_change_a_moment_later_once_for_several_plays(store: MemoryStore, voice: FakeVoice) -> None:
    office = Office(store, voice, Pace(group=0.01, private=0.01, quiet=0.2, a_second=10_000))
    now = await office.show(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D"))
    for action in ANSWERS[:2]:
        now = (await office.do(now, partial_lays(now, action))).table
        await asyncio.sleep(0.03)
    assert len(voice.tried(private(GLEB))) == 1
    await office.idle()
    assert len(voice.tried(private(GLEB))) <= 2
    await office.courier.stop()


def partial_lays(table: Table, action: Lead | Beat | Discard) -> Callable[[Table], Change]:
    assert table.deal is not None
    assert table.deal.turn is not None
    person = table.seats[table.deal.turn].person
    assert person is not None
    return presses(table, person.id, action)


async def test_a_429_holds_up_its_own_chat_alone(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=0.3)))
    loop = asyncio.get_running_loop()
    start = loop.time()
    await office.plays(table, KING)
    refused, taken = office.voice.tried(GROUP)[-2:]
    assert refused.error is not None
    assert taken.at - refused.at > 0.3 - TICK
    rung = office.voice.said("send", private(BORIS))[-1]
    assert rung.at - start < 0.2


async def test_after_a_429_even_answers_wait(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=1)))
    office.store.put(replace(table, version=5, language="en"))
    await office.house.refresh(table.id)
    office.voice.called.clear()
    await office.voice.called.wait()
    office.say(YARD, "the rules")
    await office.idle()
    refused = next(call for call in office.voice.calls if call.error)
    later = [call for call in office.voice.tried(GROUP) if call.at > refused.at]
    assert [call.kind for call in later] == ["send", "edit"]
    assert all(call.at - refused.at > 1 - TICK for call in later)


@pytest.mark.filterwarnings("ignore:.*retry_after")
async def test_a_429_in_plain_seconds_is_understood_too(
    office: Office, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PTB_TIMEDELTA")
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=0.1)))
    await office.plays(table, KING)
    refused, taken = office.voice.tried(GROUP)[-2:]
    assert taken.at - refused.at > 0.1 - TICK


async def test_what_the_network_lost_is_tried_again_with_longer_pauses(office: Office, table: Table) -> None:
    errors = NetworkError("Bad Gateway"), TimedOut(), NetworkError("httpx.ReadError")
    office.voice.fail("edit", GROUP, *errors)
    await office.plays(table, KING)
    calls = office.voice.tried(GROUP)[1:]
    assert [call.error is None for call in calls] == [False, False, False, True]
    assert "K♠" in office.stands(deal_slot(table)).text


async def test_what_is_tried_again_is_the_newest_state(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, NetworkError("Bad Gateway"))
    now = (await office.do(table, partial_lays(table, KING))).table
    await asyncio.sleep(QUICK.group)
    await office.act(now, partial_lays(now, ACE))
    assert "A♠" in office.stands(deal_slot(table)).text


async def test_an_answer_that_the_network_lost_is_tried_again(office: Office) -> None:
    office.voice.fail("send", GROUP, NetworkError("Bad Gateway"))
    office.say(YARD, "the rules")
    await office.idle()
    assert len(office.voice.said("send", GROUP)) == 1


class Deaf:
    """A listener who does nothing about anything."""

    async def unreachable(self, person: PersonId) -> None:
        """Nothing."""

    async def moved(self, old: ChatId, new: ChatId) -> None:
        """Nothing."""

    async def gone(self, person: PersonId) -> None:
        """Nothing."""

    async def shut_out(self, errand: Errand) -> None:
        """Nothing."""


@pytest.mark.parametrize(
    "error", [Forbidden("Forbidden: bot was blocked by the user"), BadRequest("Chat not found")], ids=["blocked", "new"]
)
async def test_of_somebody_who_cannot_be_reached_one_hears_and_tries_no_more(
    office: Office, table: Table, error: TelegramError
) -> None:
    heard: list[PersonId] = []

    class Hears(Deaf):
        async def unreachable(self, person: PersonId) -> None:
            heard.append(person)
            if await office.store.set_reachable(person, False):
                await office.house.refresh(table.id)

    office.courier.tell(Hears())
    office.voice.fail("send", private(BORIS), error)
    now = await office.plays(table, KING)
    assert heard == [BORIS.id]
    tried = len(office.voice.tried(private(BORIS)))
    for action in ANSWERS[1:]:
        now = await office.plays(now, action)
    assert len(office.voice.tried(private(BORIS))) == tried
    assert "⚪" in office.stands(deal_slot(table)).text


async def test_who_can_be_reached_again_gets_their_hand(office: Office, table: Table) -> None:
    office.voice.fail("send", private(BORIS), Forbidden("Forbidden: bot was blocked by the user"))
    await office.store.set_reachable(BORIS.id, False)
    now = await office.plays(table, KING)
    await office.store.set_reachable(BORIS.id, True)
    office.voice.faults.clear()
    await office.house.refresh(now.id)
    await office.idle()
    assert office.voice.said("send", private(BORIS))[-1].loud


async def test_a_listener_that_fails_does_not_silence_the_chat(
    office: Office, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    class Fails(Deaf):
        async def gone(self, person: PersonId) -> None:
            raise OSError("disk full")

    office.courier.tell(Fails())
    office.voice.fail("send", private(BORIS), Forbidden("Forbidden: user is deactivated"))
    with caplog.at_level(logging.ERROR):
        await office.plays(table, KING)
    assert "disk full" in caplog.text
    office.say(Place(private(BORIS)), "hello")
    await office.idle()
    assert office.voice.said("send", private(BORIS))[-1].screen == Screen("hello")


async def test_a_group_that_became_a_supergroup_has_its_table_and_its_answers_there(
    office: Office, table: Table
) -> None:
    new = ChatId(-1002)

    class Moves(Deaf):
        async def moved(self, old: ChatId, new: ChatId) -> None:
            await office.house.move(old, new)
            office.courier.moved(old, new)

    office.courier.tell(Moves())
    office.voice.fail("edit", GROUP, ChatMigrated(new))
    office.voice.fail("send", GROUP, ChatMigrated(new))
    office.say(Place(GROUP), "hello")
    now = await office.plays(table, KING)
    assert (await office.house.see(now.id)).place.chat == new
    shown = office.voice.chats[new].values()
    assert Screen("hello") in shown
    assert office.stands(deal_slot(now)) in shown
    assert len(shown) == 2
    await office.plays(now, ACE)
    assert len(office.voice.chats[new]) == 2, "from here on it is edited there"


async def test_a_chat_that_lets_nobody_write_is_told_of_once_and_tried_again_later(
    office: Office, table: Table
) -> None:
    told: list[Errand] = []

    class Hears(Deaf):
        async def shut_out(self, errand: Errand) -> None:
            told.append(errand)

    office.courier.tell(Hears())
    no = BadRequest("Not enough rights to send text messages to the chat")
    office.voice.fail("edit", GROUP, no, no)
    await office.plays(table, KING)
    assert told == [deal_slot(table)]
    tries = office.voice.tried(GROUP)[-3:]
    assert [call.error for call in tries] == [no, no, None]
    assert all(second.at - first.at > 0.08 - TICK for first, second in pairwise(tries))


async def test_without_a_listener_nobody_hears(office: Office, table: Table) -> None:
    office.voice.fail("send", private(BORIS), Forbidden("Forbidden: user is deactivated"))
    await office.plays(table, KING)
    assert office.voice.tried(private(BORIS))[-1].error is not None


@pytest.mark.parametrize(
    "error",
    [
        Forbidden("Forbidden: bot was kicked from the group chat"),
        BadRequest("Not enough rights to send text messages"),
    ],
    ids=["kicked", "muted"],
)
async def test_a_chat_that_shuts_the_bot_out_is_tried_again_later(
    office: Office, table: Table, error: TelegramError
) -> None:
    office.voice.fail("edit", GROUP, error)
    await office.plays(table, KING)
    refused, taken = office.voice.tried(GROUP)[-2:]
    assert taken.at - refused.at > courier_module._SHUT_OUT - TICK
    assert "K♠" in office.stands(deal_slot(table)).text


async def test_an_answer_to_a_chat_that_shuts_the_bot_out_is_given_up(office: Office) -> None:
    office.voice.fail("send", GROUP, Forbidden("Forbidden: bot was kicked from the group chat"))
    office.say(YARD, "the rules")
    await office.idle()
    assert len(office.voice.tried(GROUP)) == 1


@pytest.mark.parametrize("error", [BadRequest("Can't parse entities"), InvalidToken()])
async def test_what_telegram_refuses_is_logged_and_not_tried_again(
    office: Office, table: Table, error: TelegramError, caplog: pytest.LogCaptureFixture
) -> None:
    office.voice.fail("edit", GROUP, error)
    now = await office.plays(table, KING)
    assert len(office.voice.tried(GROUP)) == 2
    assert "Telegram refuses deal of table 7" in caplog.text
    await office.plays(now, ACE)
    assert "A♠" in office.stands(deal_slot(table)).text


async def test_what_goes_wrong_with_one_message_is_logged_and_tried_again_and_harms_no_other(
    office: Office, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deliver, failed = office.delivery.deliver, list[SlotKey]()

    async def fails_once_for_boris(key: SlotKey) -> bool:
        if key == hand_slot(table, BORIS) and not failed:
            failed.append(key)
            raise ValueError("the disk is full")
        return await deliver(key)

    monkeypatch.setattr(office.delivery, "deliver", fails_once_for_boris)
    monkeypatch.setattr("bot.telegram.courier._PATIENCE", (0.01,))
    await office.plays(table, KING)
    assert "a hand of table 7; trying again" in caplog.text
    assert "K♠" in office.stands(deal_slot(table)).text
    assert "K♠" in office.stands(hand_slot(table, BORIS)).text


async def test_a_table_that_is_not_there_is_passed_over(office: Office) -> None:
    office.courier.told(lobby_of(ANNA))
    await office.idle()
    office.courier._post(GROUP, lobby_slot(lobby_of()), Urgency.NOW)
    await office.idle()
    assert office.voice.calls == []


async def test_what_is_told_while_a_table_is_looked_at_is_not_missed(office: Office, store: MemoryStore) -> None:
    table = store.put(lobby_of(ANNA, BORIS, VERA, GLEB))
    office.house._keep(table)
    office.courier.told(table)
    await asyncio.sleep(0)  # looking, and reading its slots
    after = deal(table, ANNA.id, b"1").table
    office.house._keep(store.put(replace(after, version=2)))
    office.courier.told(after)
    await office.idle()
    assert deal_slot(after) in office.delivery._slots[table.id]


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


async def test_a_message_of_the_table_is_known_a_left_over_one_is_not(office: Office, table: Table) -> None:
    message = office.slot(deal_slot(table)).message
    assert message is not None
    assert await office.courier.is_known(table.id, GROUP, message)
    assert not await office.courier.is_known(table.id, OTHER.chat, message)
    assert not await office.courier.is_known(table.id, GROUP, 5)


async def test_a_left_over_message_is_swept_away(office: Office) -> None:
    office.voice.chats[GROUP] = {5: Screen("old")}
    await office.courier.sweep(GROUP, 5)
    assert office.voice.chats[GROUP] == {}


async def test_after_a_stop_nothing_is_said(office: Office, table: Table) -> None:
    await office.courier.stop()
    before = len(office.voice.calls)
    office.say(YARD, "the rules")
    await office.do(table, partial_lays(table, KING))
    await asyncio.sleep(0.05)
    assert len(office.voice.calls) == before


async def test_a_stop_stores_what_stands(office: Office, table: Table) -> None:
    await office.plays(table, KING)
    await office.courier.stop()
    assert office.store.kept == office.delivery._slots[table.id]


async def test_a_stop_lets_a_message_under_way_arrive_and_be_known(office: Office) -> None:
    office.voice.slow = 0.1
    table = office.store.put(lobby_of(ANNA))
    await office.house.refresh(table.id)
    await asyncio.sleep(0.03)
    await office.courier.stop()
    assert list(office.voice.chats[GROUP]) == [office.slot(lobby_slot(table)).message]


async def test_a_stop_does_not_wait_for_ever(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courier_module, "_LAST_CALLS", 0.02)
    office.voice.slow = 60
    office.say(YARD, "the rules")
    await asyncio.sleep(0.01)
    await asyncio.wait_for(office.courier.stop(), 2)
    assert office.voice.calls == []


async def test_a_stop_does_not_wait_for_what_is_not_due(office: Office, table: Table) -> None:
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=60)))
    await office.do(table, partial_lays(table, KING))
    await asyncio.sleep(QUICK.group * 2)
    await asyncio.wait_for(office.courier.stop(), 2)


async def test_two_tables_in_different_groups_do_not_wait_for_one_another(office: Office) -> None:
    one = await office.show(lobby_of(ANNA))
    two = await office.show(replace(lobby_of(BORIS, place=OTHER), id=TableId(8)))
    office.voice.fail("edit", GROUP, RetryAfter(timedelta(seconds=0.3)))
    loop = asyncio.get_running_loop()
    start = loop.time()
    await office.do(one, add_computer)
    await office.act(two, add_computer)
    assert office.voice.said("edit", OTHER.chat)[-1].at - start < 0.2


async def test_what_telegram_sees_of_a_whole_trick_ends_in_the_newest_state(office: Office, table: Table) -> None:
    now = table
    for action in ANSWERS:
        now = (await office.do(now, partial_lays(now, action))).table
    await office.idle()
    assert "A♠" in office.stands(deal_slot(table)).text
    assert replayed(table, [fact for save in office.store.saves for fact in save]).deal == now.deal


async def test_who_plays_at_two_tables_has_two_hands(office: Office, table: Table) -> None:
    other = replace(begun(ANNA, BOT, BOT, BOT, place=OTHER), id=TableId(8))
    await office.show(other)
    keys = [hand_slot(table, ANNA), hand_slot(other, ANNA)]
    assert len({office.slot(key).message for key in keys}) == 2


async def test_no_hand_shows_anothers_cards(office: Office, table: Table) -> None:
    now = table
    for action in ANSWERS:
        now = await office.plays(now, action)
    assert now.deal is not None
    for seat, person in enumerate((ANNA, BORIS, VERA, GLEB)):
        shown = office.stands(hand_slot(table, person))
        text = shown.text + "".join(button.label for row in shown.rows for button in row)
        others = [Cards(hand) for other, hand in enumerate(now.deal.hands) if other != seat]
        assert not [card for hand in others for card in hand if glyph(card, now.rules) in text]

"""Presses that must change nothing: each gets exactly one short answer, and what is stored stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.sandbox.client import Press, buttons
from bot.screens import alerts
from bot.tables.model import TableId
from bot.tables.presses import Lay, Toggle
from bot.tables.refusals import NotSeated, NotUnderWay, Stale
from bot.telegram.callback import decode, encode
from bot.texts import words
from kozel import Beat, Cards, Discard, Lead, Pass
from tests.e2e.conftest import Yard
from tests.e2e.seats import Json, Person, gather, offered, plays, seat
from tests.e2e.watching import answered_once, deals_in, quiet, stored, until, why

RU = words("ru")

NO_PRESS_OF_THIS_BOT = (
    "x",
    "0",
    ":",
    "::::::::",
    "sit",
    "sit:",
    "sit:{table}",
    "sit:{table}:",
    "sit:{table}:2",
    "sit:{table}:-1",
    "sit:{table}:0:0",
    "sit:{table}:٣",
    "sit: {table}:0",
    "sit:+{table}:0",
    "SIT:{table}:0",
    "sit:0x1:0",
    "sit:1e3:0",
    "sit:999999999999999:0",
    "sit:99999999999999999999999:0",
    "up:999999",
    "add:999999",
    "off:-1",
    "deal:",
    "deal:999999",
    "mine:999999",
    "stop:999999",
    "keep:999999",
    "again:{table}:999",
    "again:{table}:0",
    "again:{table}",
    "lang:de",
    "lang:",
    "lang:ru:en",
    "lang:../../etc/passwd",
    "solo:1",
    "lay:{table}:1",
    "lay:{table}:1:0",
    "lay:{table}:1:0:",
    "lay:{table}:1:0:x1",
    "lay:{table}:1:0:l",
    "lay:{table}:1:0:l0",
    "lay:{table}:1:0:lg",
    "lay:{table}:1:0:l-1",
    "lay:{table}:1:0:l 1",
    "lay:{table}:1:0:lfffffffff",
    "lay:{table}:1:0:lfffffffffffffffffff",
    "lay:{table}:1:0:p",
    "lay:{table}:1:0:P",
    "lay:{table}:1:0:b1",
    "lay:{table}:1:0:d0",
    "lay:{table}:1:0:i0",
    "lay:{table}:1:0:i1",
    "lay:{table}:0:0:l1",
    "lay:{table}:2:0:l1",
    "lay:{table}:1:99:l1",
    "pick:{table}:1:0:",
    "pick:{table}:1:0:fffffffff",
    "pick:{table}:1:0:fffffffffffffffffff",
    "pick:{table}:1:99:1",
    "pick:{table}:1:0:1:1",
    "'; DROP TABLE actions; --",
    "<b>sit</b>",
    "\u202esit:{table}:0",
    "\x00",
    "карта",
    "🐐" * 16,
    "a" * 64,
)


async def lay_of(yard: Yard, people: Sequence[Person]) -> tuple[Person, Json, str]:
    """Whose turn it is, their hand message, and the data of a button that lays cards; they are ticked where need be."""

    async def found() -> tuple[Person, Json, str] | None:
        """Somebody may play."""
        for person in people:
            message = await person.hand()
            for button in plays(message) if message else []:
                press = decode(button["callback_data"])
                if isinstance(press, Lay) and isinstance(press.action, Lead | Beat | Discard):
                    return person, message or {}, str(button["callback_data"])
                if isinstance(press, Toggle) and message is not None:
                    await yard.client.press(person.id, person.id, message["message_id"], button["callback_data"])
                    break
        return None

    return await until(found)


async def changes_nothing(yard: Yard, press: Press, before: object) -> str:
    """One short answer, and everything as it was; the answer's text."""
    text = await answered_once(yard.client, press)
    assert text, "a refusal says why"
    assert stored(yard.database, yard.chat) == before
    return text


async def test_a_button_pressed_twice_at_once_plays_once(square: Yard) -> None:
    four, client = square.people[:4], square.client
    await gather(square.chat, four)
    person, hand, data = await lay_of(square, four)
    presses = [client.press(person.id, person.id, hand["message_id"], data) for _ in range(5)]
    answers = await asyncio.gather(*presses)
    texts = sorted([await answered_once(client, answer) for answer in answers], key=lambda text: text == why(Stale()))
    assert texts[1:] == [why(Stale())] * 4
    assert any(suit in texts[0] for suit in "♠♥♦♣")
    assert len(stored(square.database, square.chat)["actions"]) == 1


async def test_a_button_of_an_earlier_moment_plays_nothing(square: Yard) -> None:
    four, client = square.people[:4], square.client
    await gather(square.chat, four)
    person, hand, data = await lay_of(square, four)
    await client.press(person.id, person.id, hand["message_id"], data)
    before = stored(square.database, square.chat)
    late = await client.press(person.id, person.id, hand["message_id"], data)
    assert await changes_nothing(square, late, before) == why(Stale())
    assert not late.show_alert


async def test_a_button_of_another_table_plays_nothing_here_or_there(square: Yard) -> None:
    two, client = square.people[:2], square.client
    other = await client.add_chat("Беседка", [two[1].id])
    await gather(square.chat, two[:1])
    await gather(other, two[1:])
    person, hand, data = await lay_of(square, two[:1])
    await quiet(client)  # the computers have played
    before, there = stored(square.database, square.chat), stored(square.database, other)
    foreign = await client.press(two[1].id, two[1].id, hand["message_id"], data)
    assert await changes_nothing(square, foreign, before) == why(NotSeated())
    assert stored(square.database, other) == there
    assert person is two[0]


async def test_a_stranger_can_press_nothing_that_plays(square: Yard) -> None:
    four, stranger, client = square.people[:4], square.people[4], square.client
    await gather(square.chat, four)
    _, hand, data = await lay_of(square, four)
    before = stored(square.database, square.chat)
    for where, message in ((square.chat, 1), (stranger.id, hand["message_id"])):
        press = await client.press(stranger.id, where, message, data)
        assert await changes_nothing(square, press, before) == why(NotSeated())


async def test_out_of_turn_nobody_plays_and_the_answer_says_whose_turn_it_is(square: Yard) -> None:
    four, client = square.people[:4], square.client
    await gather(square.chat, four)
    person, hand, data = await lay_of(square, four)
    lay = decode(data)
    assert isinstance(lay, Lay)
    before = stored(square.database, square.chat)
    for other in four:
        if other is person:
            continue
        for action in (lay.action, Discard(lay.action.cards), Pass()):
            forged = encode(Lay(lay.table, lay.round, lay.moment, action))
            press = await client.press(other.id, other.id, hand["message_id"], forged)
            assert person.name in await changes_nothing(square, press, before)
            assert press.show_alert


async def test_cards_that_one_does_not_hold_or_that_do_not_beat_are_refused(square: Yard) -> None:
    four, client = square.people[:4], square.client
    await gather(square.chat, four)
    person, hand, data = await lay_of(square, four)
    lay = decode(data)
    assert isinstance(lay, Lay)
    before = stored(square.database, square.chat)
    (deal,) = deals_in(square.database, square.chat)
    held = Cards(deal.replay()[-1].hands[deal.people.index(person.id)])
    for index in range(36):
        cards = Cards(1 << index)
        if not held & cards:
            forged = encode(Lay(lay.table, lay.round, lay.moment, Lead(cards)))
            press = await client.press(person.id, person.id, hand["message_id"], forged)
            await changes_nothing(square, press, before)
    await client.press(person.id, person.id, hand["message_id"], data)
    before = stored(square.database, square.chat)
    second, _, _ = await lay_of(square, [other for other in four if other is not person])
    for action in (Lead(Cards(1)), Beat(Cards(lay.action.cards)), Discard(Cards(0)), Pass()):
        forged = encode(Lay(lay.table, lay.round, 1, action))
        press = await client.press(second.id, second.id, hand["message_id"], forged)
        await changes_nothing(square, press, before)


async def test_forged_data_changes_nothing(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await gather(here, [anya])
    deal, mine = await offered(anya, here, "mine:")
    _, hand, _ = await lay_of(square, [anya])
    await quiet(client)
    before, shown = stored(square.database, here), await _shown(anya, here)
    table = mine.split(":")[1]
    for where, message in ((here, deal["message_id"]), (anya.id, hand["message_id"])):
        forged = [data.format(table=table) for data in NO_PRESS_OF_THIS_BOT]
        presses = await asyncio.gather(*(client.press(anya.id, where, message, data) for data in forged))
        for press in presses:
            await changes_nothing(square, press, before)
    await quiet(client)
    assert await _shown(anya, here) == shown, "and what stands in the chats is as it was"


async def _shown(person: Person, chat: int) -> list[tuple[int, str, list[str]]]:
    """What stands in the group and in the person's own chat, without what they wrote."""
    found = [
        message for where in (chat, person.id) for message in await person.client.messages(person.id, where, limit=99)
    ]
    return [(m["message_id"], m.get("text", ""), [str(b) for b in buttons(m)]) for m in found]


async def test_data_that_its_message_does_not_offer_rewrites_or_removes_no_message(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await gather(here, [anya])
    deal, mine = await offered(anya, here, "mine:")
    await lay_of(square, [anya])
    await quiet(client)
    before, shown = stored(square.database, here), await _shown(anya, here)
    table = mine.split(":")[1]
    for data in (f"keep:{table}", "lang:en", "mine:999999", f"stop:{table}", f"deal:{int(table) - 1}"):
        press = await client.press(anya.id, here, deal["message_id"], data)
        await changes_nothing(square, press, before)
    await quiet(client)
    assert await _shown(anya, here) == shown


@pytest.mark.parametrize("verb", ["sit:{}:1", "add:{}", "off:{}", "up:{}", "deal:{}", "mine:{}", "stop:{}"])
async def test_from_another_chat_a_forger_reaches_no_table(square: Yard, verb: str) -> None:
    """Table numbers are easy to guess; in a chat of one's own one is admin, and may forge what one likes."""
    anya, client = square.people[0], square.client
    forger = Person(client, await client.add_person("Пётр"), "Пётр")
    lair = await client.add_chat("Логово", [forger.id])
    await seat(square.chat, [anya])
    table = (await offered(anya, square.chat, "up:"))[1].split(":")[1]
    await forger.say(forger.id, "/language")
    question = await forger.sees(forger.id, button="English")
    before = stored(square.database, square.chat)
    for where, message in ((forger.id, question["message_id"]), (lair, 1), (lair, 999)):
        press = await client.press(forger.id, where, message, verb.format(table))
        await changes_nothing(square, press, before)


async def test_buttons_of_a_closed_table_do_nothing_more(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await seat(here, [anya])
    lobby, _ = await offered(anya, here, "deal:")
    of_lobby = [str(b["callback_data"]) for b in buttons(lobby) if "callback_data" in b]
    await anya.tap(here, data="deal:")
    deal, mine = await offered(anya, here, "mine:")
    _, hand, lay = await lay_of(square, [anya])
    await anya.say(here, "/stop")
    await anya.tap(here, data="stop:")
    await anya.sees(here, "не доиграна")
    before = stored(square.database, here)
    assert before["tables"][0][2] == "closed"
    for data, where, message in (
        *((data, here, lobby["message_id"]) for data in of_lobby),
        (mine, here, deal["message_id"]),
        (lay, anya.id, hand["message_id"]),
        (f"again:{decode_table(mine)}:1", here, deal["message_id"]),
    ):
        press = await client.press(anya.id, where, message, data)
        text = await changes_nothing(square, press, before)
        assert text in {why(Stale()), why(NotUnderWay()), why(NotSeated())}, data


def decode_table(data: str) -> TableId:
    """The table that a button names."""
    return TableId(int(data.split(":")[1]))


async def test_presses_on_messages_that_are_no_more_get_an_answer(square: Yard) -> None:
    anya, client, here = square.people[0], square.client, square.chat
    await gather(here, [anya])
    deal, mine = await offered(anya, here, "mine:")
    await client.delete(anya.id, here, deal["message_id"])
    await lay_of(square, [anya])
    await quiet(client)
    cards = await answered_once(client, await client.press(anya.id, here, deal["message_id"], mine))
    assert any(suit in cards for suit in "♠♥♦♣"), "her cards are hers all the same"
    before = stored(square.database, here)
    for data in ("lang:en", f"stop:{decode_table(mine)}", f"keep:{decode_table(mine)}"):
        press = await client.press(anya.id, here, deal["message_id"], data)
        assert await changes_nothing(square, press, before) in {why(Stale()), alerts.nothing(RU)}


async def test_presses_made_while_the_bot_was_down_count_once_and_get_one_answer(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    async with yard.bot():
        await gather(yard.chat, four)
        person, hand, data = await lay_of(yard, four)
    other = next(one for one in four if one is not person)
    asked = [await client.press(person.id, person.id, hand["message_id"], data, wait=0) for _ in range(3)]
    wrong = await client.press(other.id, other.id, hand["message_id"], data, wait=0)
    forged = await client.press(other.id, yard.chat, 1, "no such thing", wait=0)
    assert not stored(yard.database, yard.chat)["actions"]
    async with yard.bot():
        texts = [await answered_once(client, await client.answer_of(press.id, wait=14)) for press in asked]
        assert sorted(text == why(Stale()) for text in texts) == [False, True, True]
        for press in (wrong, forged):
            assert await answered_once(client, await client.answer_of(press.id, wait=14))
        assert len(stored(yard.database, yard.chat)["actions"]) == 1

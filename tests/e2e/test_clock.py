"""The clock, end to end: reminders, plays made for who is late, being away and back, and what stops the clock."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from typing import Any

from bot.texts import words
from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, gather, seat
from tests.e2e.watching import stored, until

RU = words("ru")
LATE, AWAY = "время вышло", "не здесь"


def actions(yard: Yard) -> list[tuple[Any, ...]]:
    return stored(yard.database, yard.chat)["actions"]


async def _reminded(person: Person) -> bool:
    """The hand says that time is running out."""
    hand = await person.hand()
    return hand is not None and RU.t("{sign} Half of your time is gone!").format(sign="⏰") in hand["text"]


async def _one_hand(person: Person) -> bool:
    """The reminder has taken the place of the turn's first message."""
    found = await person.client.messages(person.id, person.id)
    return sum(not message["silent"] and "🃏" in message["text"] for message in found) == 1


async def test_who_is_late_is_reminded_then_played_for_and_both_chats_say_so(yard: Yard) -> None:
    anya, boris = yard.people[:2]
    async with yard.bot(TURN_TIME="2"):
        await gather(yard.chat, [anya, boris])
        late = await until(lambda: _anyone(_reminded, anya, boris))
        await until(lambda: _one_hand(late))
        await anya.sees(yard.chat, f"⏰ {late.name}: {LATE}")
        await late.sees(late.id, "Время вышло: за тебя сыграл компьютер")


async def _anyone(look: Any, *people: Person) -> Person | None:
    """Somebody of whom that is so."""
    for person in people:
        if await look(person):
            return person
    return None


async def test_after_two_turns_missed_a_computer_plays_until_the_player_is_back(yard: Yard) -> None:
    anya, boris = yard.people[:2]
    async with yard.bot(TURN_TIME="1"):
        await gather(yard.chat, [anya, boris])
        gone = await until(lambda: _anyone(_is_away, anya, boris))
        await until(lambda: _told(yard, f"💤 {gone.name} {AWAY}"))
        await gone.tap(gone.id, data="back:")
        await until(lambda: _is_here(gone))
        await until(lambda: _not_told(yard, gone.name))


async def _is_away(person: Person) -> bool:
    """A computer plays for this person."""
    last = await person.client.last(person.id, person.id)
    return "back:" in str((last or {}).get("reply_markup"))


async def _is_here(person: Person) -> bool:
    """No computer plays for this person."""
    return not await _is_away(person)


async def _told(yard: Yard, text: str) -> bool:
    """The group's newest message says this."""
    last = await yard.client.last(yard.people[0].id, yard.chat)
    return text in (last or {}).get("text", "")


async def _not_told(yard: Yard, name: str) -> bool:
    """The group does not say any more that this person is away."""
    return not await _told(yard, f"💤 {name} {AWAY}")


async def test_when_everybody_is_away_the_series_waits_and_goes_on_with_the_first_who_is_back(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(TURN_TIME="0.4"):
        await gather(yard.chat, [anya])
        await until(lambda: _told(yard, "Никого нет: партия ждёт"))
        before = len(actions(yard))
        await asyncio.sleep(0.5)
        assert len(actions(yard)) == before
        await anya.tap(anya.id, data="back:")
        await until(lambda: _more_than(yard, before))


async def _more_than(yard: Yard, number: int) -> bool:
    """More has been played."""
    return len(actions(yard)) > number


async def test_a_bot_that_was_down_gives_the_whole_turn_again(yard: Yard) -> None:
    anya = yard.people[0]
    bot = yard.bot(TURN_TIME="3")
    await bot.start()
    await gather(yard.chat, [anya])
    await until(anya.hand)
    await asyncio.sleep(1)
    before = actions(yard)
    await bot.kill()
    await asyncio.sleep(3)
    await bot.start()
    await asyncio.sleep(1.5)
    assert actions(yard) == before, "the time that the bot was down does not count"
    await until(lambda: _more_than(yard, len(before)))
    assert await bot.stop() == 0


async def test_a_turn_that_cannot_be_delivered_waits(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(TURN_TIME="1"):
        await seat(yard.chat, [anya])
        await yard.client.fault("5xx", method="sendMessage", chat_id=anya.id, times=0)
        await anya.tap(yard.chat, data="deal:")
        await until(lambda: _dealt(yard))
        await asyncio.sleep(2)
        own = [action for action in actions(yard) if action[3] == 0]
        assert own == []
        await yard.client.clear_faults()
        await until(anya.hand)
        await until(lambda: _own(yard))


async def _dealt(yard: Yard) -> bool:
    """Cards are dealt."""
    return bool(stored(yard.database, yard.chat)["deals"])


async def _own(yard: Yard) -> bool:
    """The first seat has played."""
    return any(action[3] == 0 for action in actions(yard))


async def test_for_a_player_who_has_blocked_the_bot_the_clock_decides(yard: Yard) -> None:
    anya, boris = yard.people[:2]
    async with yard.bot(TURN_TIME="1"):
        await gather(yard.chat, [anya, boris])
        await until(boris.hand)
        await yard.client.block(boris.id)
        await anya.sees(yard.chat, "⚪ Борис")
        await anya.sees(yard.chat, f"⏰ Борис: {LATE}")


async def test_without_a_clock_nobody_is_hurried(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(TURN_TIME="0"):
        await gather(yard.chat, [anya])
        hand = await until(anya.hand)
        before = actions(yard)
        await asyncio.sleep(1.5)
        assert actions(yard) == before
        again = await anya.hand()
        assert again is not None
        assert again["message_id"] == hand["message_id"]


async def test_deadlines_are_stored(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(TURN_TIME="300"):
        await gather(yard.chat, [anya])
        await until(anya.hand)
        kind, mark = await until(lambda: _deadline(yard))
        assert kind == "turn"
        assert re.fullmatch(r"1\.\d+", mark)


async def _deadline(yard: Yard) -> tuple[str, str] | None:
    """A turn's deadline is stored."""
    connection = sqlite3.connect(yard.database)
    try:
        found = connection.execute("SELECT kind, mark FROM deadlines WHERE kind = 'turn'").fetchone()
    finally:
        connection.close()
    return None if found is None else (found[0], found[1])


async def test_a_lobby_that_nobody_deals_is_closed(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(LOBBY_TIME="1"):
        await anya.say(yard.chat, "/kozel")
        await anya.sees(yard.chat, RU.t("The table is closed. /kozel opens a new one."))
        assert stored(yard.database, yard.chat)["tables"][0][2] == "closed"

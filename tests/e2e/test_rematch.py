"""Another series with the same people: all are asked, and nobody is waited for too long."""

from __future__ import annotations

import random

from bot.sandbox.client import labels
from bot.texts import words
from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, gather, play_on
from tests.e2e.watching import stored, until

RU = words("ru")


async def _played(yard: Yard, *people: Person) -> None:
    """A series of these people, to its end."""
    await gather(yard.chat, people)
    await play_on(people, yard.chat, random.Random(4))


async def _dealt_again(yard: Yard) -> bool:
    """The second series is dealt."""
    tables = stored(yard.database, yard.chat)["tables"]
    return len(tables) == 1 and tables[0][2] == "playing"


async def test_all_are_asked_and_the_series_begins_with_the_last_answer(square: Yard) -> None:
    anya, boris = square.people[:2]
    await _played(square, anya, boris)
    await anya.tap(square.chat, data="again:")
    asked = await boris.sees(square.chat, "❔ Борис", button="Играю")
    assert not any("Сдавать" in label for label in labels(asked))
    assert stored(square.database, square.chat)["tables"][0][2] == "lobby"
    await boris.tap(square.chat, label="Играю")
    await until(lambda: _dealt_again(square))
    await play_on([anya, boris], square.chat, random.Random(5))


async def test_whoever_does_not_answer_is_replaced_by_a_free_seat_that_others_take(yard: Yard) -> None:
    anya, boris, vera = yard.people[:3]
    bot = yard.bot(REMATCH_TIME="2")
    await bot.start()
    await _played(yard, anya, boris)
    await anya.tap(yard.chat, data="again:")
    await anya.sees(yard.chat, "❔ Борис")
    await bot.kill()  # the question goes on through a crash
    await bot.start()
    await anya.sees(yard.chat, "🔴 — ·", button="Сесть к 🔴")
    await vera.sit(yard.chat, 1)
    await anya.tap(yard.chat, data="deal:")
    await until(lambda: _dealt_again(yard))
    await vera.sees(vera.id, "🃏")
    assert await bot.stop() == 0


async def test_somebody_who_cannot_be_reached_is_waited_for_with_a_door(square: Yard) -> None:
    anya, boris = square.people[:2]
    await _played(square, anya, boris)
    await square.client.block(boris.id)
    await anya.tap(square.chat, data="again:")
    await boris.tap(square.chat, label="Играю")
    await anya.sees(square.chat, "⚪ Борис", button="Борис, открой карты")
    await square.client.open_button(boris.id, square.chat, "Борис, открой карты")
    await anya.tap(square.chat, data="deal:")
    await until(lambda: _dealt_again(square))

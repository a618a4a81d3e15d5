"""What is kept, how decks come about, and how one is forgotten."""

from __future__ import annotations

from telegram import Message
from telegram.constants import ChatType

from bot.screens import fair as fair_screen
from bot.screens import privacy as screens
from bot.screens.screen import Screen
from bot.tables.model import Person
from bot.telegram.desk import Desk, place_of
from bot.texts import Words


async def fair(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/fair: why nobody can pick a deck, and the commitment of this chat's next deal."""
    table = await desk.store.at(place_of(message))
    face = None if table is None else (await desk.house.see(table)).face()
    desk.answer(message, fair_screen.fair(face, say))


async def privacy(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/privacy: what is kept."""
    desk.answer(message, screens.privacy(say))


async def ask_to_forget(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/forget: asks whether, in private only."""
    if message.chat.type != ChatType.PRIVATE:
        desk.answer(message, screens.forget_in_private(say), reply=True)
    elif await desk.store.of_person(person.id):
        desk.answer(message, screens.still_seated(say))
    else:
        desk.answer(message, screens.forget_question(say))


async def forget(desk: Desk, person: Person, say: Words) -> Screen:
    """Forget ``person``: in the store, and in everything that remembers what was stored.

    Raises:
        StillSeated: they hold a seat at a live table.
    """
    await desk.courier.save()  # what is left to store would come back after them
    tables = await desk.store.forget(person.id)
    desk.forget(person.id)
    desk.courier.forget(person.id)
    await desk.house.drop(tables)
    return screens.forgotten(say)

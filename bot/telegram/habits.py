"""/settings: how a chat likes to play, chosen with buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from telegram import CallbackQuery
from telegram import Chat as TelegramChat
from telegram.constants import ChatType

from bot.screens import alerts, chat
from bot.screens.habits import habits as habits_screen
from bot.screens.screen import Screen
from bot.tables.habits import (
    USUAL,
    Choice,
    ChooseHints,
    ChooseLanguage,
    ChooseLevel,
    ChoosePace,
    ChooseStopping,
    ChooseTurn,
    Habits,
)
from bot.tables.model import ChatId, Person, Place
from bot.tables.refusals import Stale
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk
from bot.telegram.query import Reply, become, offers, where
from bot.telegram.rights import is_admin
from bot.texts import Words, words


async def pressed(desk: Desk, query: CallbackQuery, person: Person, choice: Choice, say: Words) -> Reply:
    if query.message is None or not offers(query):
        raise Stale
    if not await is_admin(query):
        return Reply(alerts.admins_only(say), alert=True)
    screen = await choose(desk, query.message.chat, person, choice, say)
    become(desk, query, Saying(where(query), screen))
    return Reply()


async def speak(desk: Desk, query: CallbackQuery, person: Person, language: str) -> Reply:
    if not offers(query):
        raise Stale
    place = where(query)
    if place.private:
        await desk.speak(person.id, language)
    if query.message is not None:
        await desk.know_chat(query.message.chat, language)
    table = await desk.store.at(place)
    if table is not None:
        await desk.house.refresh(table)
    become(desk, query, Saying(place, chat.language_set(words(language))))
    return Reply()


async def shown(desk: Desk, there: TelegramChat, say: Words) -> Screen:
    """The settings of this chat as they stand."""
    known = await desk.store.chat(ChatId(there.id))
    likes = known.habits if known else USUAL
    if likes.turn is None:
        likes = replace(likes, turn=desk.turn)
    return habits_screen(likes, say, private=there.type == ChatType.PRIVATE)


async def choose(desk: Desk, there: TelegramChat, person: Person, choice: Choice, say: Words) -> Screen:
    """The settings as they stand once this is chosen; all tables here follow at once."""
    number = ChatId(there.id)
    if isinstance(choice, ChooseLanguage):
        if there.type == ChatType.PRIVATE:
            await desk.speak(person.id, choice.language)
        await desk.know_chat(there, choice.language)
        person = replace(person, language=choice.language)
    else:
        known = await desk.store.chat(number)
        await desk.store.set_habits(number, _changed(known.habits if known else USUAL, choice))
    tables = {*await desk.store.live_in(number), await desk.store.at(Place(number))} - {None}
    for table in tables:
        if table is not None:
            await desk.house.refresh(table)
    return await shown(desk, there, await desk.words_in(there, person))


def _changed(likes: Habits, choice: ChooseTurn | ChoosePace | ChooseLevel | ChooseHints | ChooseStopping) -> Habits:
    match choice:
        case ChooseTurn(seconds):
            return replace(likes, turn=seconds)
        case ChoosePace(pace):
            return replace(likes, pace=pace)
        case ChooseLevel(level):
            return replace(likes, level=level)
        case ChooseHints(on):
            return replace(likes, hints=on)
        case ChooseStopping(stopping):
            return replace(likes, stopping=stopping)
        case _:
            assert_never(choice)

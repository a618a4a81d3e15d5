"""Looking back: standings, one's own figures and history, as commands ask for them and buttons turn them."""

from __future__ import annotations

from typing import assert_never

from telegram import Message

from bot.screens import history as history_screens
from bot.screens import me as me_screens
from bot.screens import standings as standings_screens
from bot.screens.screen import Screen
from bot.tables.annals import Scope, month_of
from bot.tables.model import ChatId, Person, SeriesId
from bot.tables.presses import DrawSeries, DrawStandings, Past, ShowHistory, ShowSeries, ShowStandings
from bot.tables.refusals import Stale
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk, place_of
from bot.telegram.pictures import draw
from bot.texts import Words


async def standings(desk: Desk, message: Message, scope: Scope, say: Words) -> Screen:
    """The standings of the chat where ``message`` stands; its month is the one that the switch offers."""
    found = await desk.store.standings(ChatId(message.chat.id), scope)
    return standings_screens.standings(found, message.chat.title or "", scope, month_of(message.date), say)


async def me(desk: Desk, person: Person, say: Words) -> Screen:
    """A person's own figures."""
    return me_screens.me(await desk.store.profile(person.id), person.name, say)


async def history(desk: Desk, message: Message, page: int, say: Words) -> Screen:
    """A page of the history of the chat where ``message`` stands."""
    found = await desk.store.history(ChatId(message.chat.id), page)
    return history_screens.history(found, message.chat.title or "", say)


async def look_back(desk: Desk, message: Message, press: Past, person: Person, say: Words) -> str:
    """Do what a button under ``message`` asks for that ``person`` has pressed; what to answer.

    Raises:
        Stale: there is no such series in this chat.
    """
    match press:
        case ShowStandings(scope):
            screen = await standings(desk, message, scope, say)
        case ShowHistory(page):
            screen = await history(desk, message, page, say)
        case ShowSeries(series, page):
            screen = await _story(desk, message, series, page, say)
        case DrawStandings() | DrawSeries():
            return await draw(desk, message, press, person, say)
        case _:
            assert_never(press)
    desk.courier.say(Saying(place_of(message), screen, edit=message.message_id, asker=person.id))
    return ""


async def _story(desk: Desk, message: Message, series: SeriesId, page: int, say: Words) -> Screen:
    found = await desk.store.story(ChatId(message.chat.id), series)
    if found is None:
        raise Stale
    return history_screens.story(found, page, say)

"""Pictures that are asked for by buttons: the standings' long form, and a series."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from telegram import Message

from bot.screens import history as history_screens
from bot.screens import standings as standings_screens
from bot.screens.screen import Screen
from bot.tables.annals import Scope, month_of
from bot.tables.model import ChatId, Person, SeriesId
from bot.tables.presses import DrawSeries, DrawStandings
from bot.tables.refusals import Stale
from bot.telegram.desk import Desk, place_of
from bot.telegram.errands import Saying
from bot.texts import Words

_LINES = 8  # as many as a plot has colours

_Order = tuple[Screen, Callable[[], bytes]]  # what stands under the picture, and what draws it


async def draw(desk: Desk, message: Message, press: DrawStandings | DrawSeries, person: Person, say: Words) -> str:
    """Have the picture drawn that a button under ``message`` asks for; what to answer to ``person`` meanwhile.

    A picture turns into another one; other messages get theirs as a reply.

    Raises:
        Stale: there is no such series in this chat.
    """
    if not desk.studio.wanted((message.chat.id, message.message_id, message.edit_date, press)):
        return say.t("🖼 The picture is on its way.")
    if isinstance(press, DrawStandings):
        screen, picture = await _standings(desk, message, press.scope, say)
    else:
        screen, picture = await _series(desk, message, press.series, say)
    desk.studio.draw(picture, partial(_show, desk, message, person, screen))
    return say.t("🖼 The picture is on its way.")


async def _standings(desk: Desk, message: Message, scope: Scope, say: Words) -> _Order:
    chat, title = ChatId(message.chat.id), message.chat.title or ""
    found = await desk.store.standings(chat, scope)
    tracks = await desk.store.tracks(chat, scope, _LINES)
    screen = standings_screens.caption(title, scope, month_of(message.date), say)
    return screen, partial(_drawn, "standings", found, tracks, title, scope, say)


async def _series(desk: Desk, message: Message, series: SeriesId, say: Words) -> _Order:
    found = await desk.store.story(ChatId(message.chat.id), series)
    if found is None:
        raise Stale
    return history_screens.caption(found, say), partial(_drawn, "series", found, say)


def _drawn(what: str, *things: Any) -> bytes:
    """Draw, and load what draws where it is not yet."""
    picture: bytes = getattr(import_module(f"bot.pictures.{what}"), f"{what}_picture")(*things)
    return picture


def _show(desk: Desk, message: Message, person: Person, screen: Screen, picture: bytes) -> None:
    shown = Screen(screen.text, screen.rows, picture)
    edit, reply_to = (message.message_id, None) if message.photo else (None, message.message_id)
    desk.courier.say(Saying(place_of(message), shown, reply_to, edit, asker=person.id))

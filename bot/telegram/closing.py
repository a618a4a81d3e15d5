"""To close a table or to leave it, where that takes a question: which table is meant, and who agrees."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from telegram import CallbackQuery

from bot.screens import alerts, asking, chat
from bot.screens.screen import Screen
from bot.tables import ending
from bot.tables.model import Person, Phase, Place, Table
from bot.tables.presses import AskStop, KeepPlaying, Leave, Stop
from bot.tables.refusals import Stale
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk
from bot.telegram.query import Reply, become, offers, where
from bot.telegram.rights import is_admin
from bot.texts import Words, words


async def pressed(
    desk: Desk, query: CallbackQuery, person: Person, press: Stop | KeepPlaying | AskStop | Leave, say: Words
) -> Reply:
    """The answers to /stop and /leave, where these had to ask."""
    if not offers(query):
        raise Stale
    table, place = await desk.house.see(press.table), where(query)
    match press:
        case Leave():
            screen = await leave(desk, person, press, say)
        case AskStop():
            screen = ask(desk, table, person, say, place)
        case Stop() | KeepPlaying():
            admin = place.chat == table.place.chat and await is_admin(query)
            screen = await vote(desk, person, press, say, admin=admin)
        case _:
            assert_never(press)
    become(desk, query, Saying(place, screen))
    return Reply(alerts.voted(say) if screen.rows and isinstance(press, Stop | KeepPlaying) else "")


def ask(desk: Desk, table: Table, person: Person, say: Words, place: Place) -> Screen:
    """The question whether to close ``table``, for ``place``, where somebody asked for it.

    Where others have to agree, and it was asked elsewhere, it is put to them in the table's own chat.
    """
    if place.chat == table.place.chat or ending.needed(table) == 1:
        return asking.stop_question(table, say)
    desk.courier.say(Saying(table.place, asking.stop_question(table, words(table.language)), asker=person.id))
    return asking.asked_in_the_group(table.face(), say)


async def vote(desk: Desk, person: Person, press: Stop | KeepPlaying, say: Words, *, admin: bool) -> Screen:
    """What the question becomes when ``person`` has answered it.

    Raises:
        TableRefusal: as of ending.stop and ending.keep.
    """
    use_case = ending.stop if isinstance(press, Stop) else ending.keep
    change = await desk.house.act(press.table, partial(use_case, person=person.id, admin=admin, stage=press.stage))
    if change.table.phase is Phase.CLOSED:
        return chat.stopped(say)
    if all(held.stops is None for held in change.table.seats):
        return chat.kept_playing(say)
    return asking.stop_question(change.table, say)


async def leave(desk: Desk, person: Person, press: Leave, say: Words) -> Screen:
    """``person`` leaves the table that the question named; the group reads it too.

    Raises:
        TableRefusal: as of ending.leave; Stale where the question was about an earlier series.
    """
    change = await desk.house.act(press.table, partial(ending.leave, person=person.id, stage=press.stage))
    table = change.table
    if not table.practice:
        desk.courier.say(Saying(table.place, chat.left(person, table.face(), words(table.language))))
    return asking.you_left(table.face(), say)

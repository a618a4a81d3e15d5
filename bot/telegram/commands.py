"""Commands. Each handler finds the table, calls one use case, and answers with one screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from telegram import Message
from telegram.constants import ChatType

import kozel
from bot.screens import alerts, asking, chat
from bot.screens.screen import Screen
from bot.tables import ending
from bot.tables.annals import Scope
from bot.tables.habits import WhoStops
from bot.tables.model import Person, Phase, Table, TableId
from bot.tables.refusals import MayNotStop, NoSuchTable, TableHereAlready, TableRefusal
from bot.telegram import annals, closing, habits
from bot.telegram.desk import Desk, place_of
from bot.telegram.links import table_in
from bot.telegram.privacy import ask_to_forget, fair, privacy
from bot.telegram.rights import is_admin
from bot.texts import Words

Command = Callable[[Desk, Message, Person, Words], Awaitable[None]]


async def start(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/start: what this is; with a table's payload, the way back to it."""
    if message.chat.type != ChatType.PRIVATE:
        desk.welcome(place_of(message), say)
        return
    _, _, payload = (message.text or "").partition(" ")
    table = await _seen(desk, table_in(payload.strip()))
    if table is not None and table.live and table.seat_of(person.id) is not None:
        await desk.house.refresh(table.id)  # they may have sat down before it was known that they can be reached
        desk.answer(message, chat.start_for_table(table.face(), say), table=table.id)
    else:
        desk.answer(message, chat.start(say, can_join=True, games=await desk.games(message)))


async def open_table(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/kozel: a table here, of the game last chosen; in private, the table of one's own, or which game it shall be."""
    if message.chat.type == ChatType.PRIVATE:
        await _practice(desk, message, say)
        return
    await desk.know_chat(message.chat)
    last, *_ = await desk.games(message)
    try:
        if (table := await _here(desk, message)) is not None and table.live:
            raise TableHereAlready(table.id)
        await desk.house.open(place_of(message), last, person, say.language)
    except TableHereAlready as here:
        now = await desk.house.see(here.table)
        await _point_to(desk, message, now, chat.table_here(now.face(), say))


async def _practice(desk: Desk, message: Message, say: Words) -> None:
    table = await _here(desk, message)
    if table is not None and table.phase is Phase.PLAYING:
        await desk.courier.bring(table.id)
    else:
        desk.answer(message, chat.which_game(say, await desk.games(message)))


async def _point_to(desk: Desk, message: Message, table: Table, screen: Screen) -> None:
    anchor = await desk.courier.anchor(table.id)
    desk.point(message, screen, anchor, table.id)


async def bring_table(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/table: the table comes to the bottom of the chat."""
    table = await _here(desk, message)
    away = message.chat.type == ChatType.PRIVATE and (table is None or not table.live)
    if away and (elsewhere := await _elsewhere(desk, person)):
        desk.answer(message, asking.your_tables(elsewhere, say))
    elif table is None or table.phase is Phase.CLOSED:
        desk.answer(message, chat.no_table(say))
    else:
        await desk.courier.bring(table.id)


async def bring_hand(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/hand: the hand messages come anew, of all tables where the person sits."""
    tables = [await desk.house.see(table) for table in await desk.store.of_person(person.id)]
    playing = [table for table in tables if table.phase is Phase.PLAYING]
    if not playing:
        desk.answer(message, chat.no_hand(say, await desk.games(message)))
        return
    for table in playing:
        await desk.courier.bring(table.id, None if table.practice else person.id)
    if message.chat.type != ChatType.PRIVATE:
        desk.answer(message, chat.hand_in_private(playing[-1].face(), say), table=playing[-1].id)


async def score(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/score: the series here; in private, those of all tables where the person sits."""
    private, here = message.chat.type == ChatType.PRIVATE, await _here(desk, message)
    tables = await _elsewhere(desk, person) if private else []
    if here is not None and (here.live or not tables):
        tables.append(here)
    played = [table for table in tables if table.live or table.series is not None]
    if not played:
        desk.answer(message, chat.no_table(say))
    for table in played:
        screen = asking.score_there if private else chat.score
        desk.answer(message, screen(table.face(), say))


async def standings(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/standings: who has won and lost here."""
    last, *_ = await desk.games(message)
    desk.answer(message, await annals.standings(desk, message, Scope(last.variant), say))


async def me(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/me: one's own figures."""
    desk.answer(message, await annals.me(desk, person, say), reply=message.chat.type != ChatType.PRIVATE)


async def history(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/history: the last series here."""
    desk.answer(message, await annals.history(desk, message, 0, say))


async def rules(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/rules: the game last chosen here in a minute, and the other one a press away."""
    last, *_ = await desk.games(message)
    desk.answer(message, chat.rules(last, say))


async def help_(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/help: what one can do."""
    desk.answer(message, chat.help_(say))


async def language(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/language: asks which."""
    desk.answer(message, chat.language_question(say))


async def leave(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/leave: one's seat at the table here; in private, at the table of one's own, or asks which."""
    table = await _here(desk, message)
    if message.chat.type == ChatType.PRIVATE and (elsewhere := await _elsewhere(desk, person)):
        own = [table] if table is not None and table.live else []
        desk.answer(message, asking.which_to_leave([*elsewhere, *own], say))
        return
    if table is None or (message.chat.type == ChatType.PRIVATE and not table.live):
        desk.answer(message, chat.no_table(say))
        return
    try:
        change = await desk.house.act(table.id, partial(ending.leave, person=person.id))
    except (TableRefusal, kozel.Refusal) as refusal:
        desk.answer(message, Screen(alerts.refused(refusal, table.face(), say)), reply=True)
        return
    desk.answer(message, chat.left(person, change.table.face(), say))


async def stop(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/stop: asks whether to close the table here, whoever may; in private, asks which where there are several."""
    table = await _here(desk, message)
    if message.chat.type == ChatType.PRIVATE and (elsewhere := await _elsewhere(desk, person)):
        meant = [*elsewhere, *([table] if table is not None and table.live else [])]
        if len(meant) > 1:
            desk.answer(message, asking.which_to_stop(meant, say))
            return
        table = meant[0]
    if table is None:
        desk.answer(message, chat.no_table(say))
    elif not table.live:
        desk.answer(message, chat.nothing_to_stop(say))
    elif refusal := await _may_not_stop(message, person, table):
        desk.answer(message, Screen(alerts.refused(refusal, table.face(), say)), reply=True)
    else:
        desk.answer(message, closing.ask(desk, table, person, say, place_of(message)))


async def _may_not_stop(message: Message, person: Person, table: Table) -> MayNotStop | None:
    admins_only = table.habits.stopping is WhoStops.ADMINS
    if table.seat_of(person.id) is not None and not admins_only:
        return None
    here = message.chat.id == table.place.chat
    return None if here and await is_admin(message) else MayNotStop(admins_only)


async def settings(desk: Desk, message: Message, person: Person, say: Words) -> None:
    """/settings: how this chat likes to play; in a group for its admins."""
    if await is_admin(message):
        await desk.know_chat(message.chat)
        desk.answer(message, await habits.shown(desk, message.chat, say))
    else:
        desk.answer(message, Screen(alerts.admins_only(say)), reply=True)


async def _here(desk: Desk, message: Message) -> Table | None:
    return await _seen(desk, await desk.table_at(message))


async def _elsewhere(desk: Desk, person: Person) -> list[Table]:
    """The tables in groups where this person sits."""
    tables = [await desk.house.see(table) for table in await desk.store.of_person(person.id)]
    return [table for table in tables if not table.practice]


async def _seen(desk: Desk, table: TableId | None) -> Table | None:
    if table is None:
        return None
    try:
        return await desk.house.see(table)
    except NoSuchTable:
        return None


COMMANDS: dict[str, Command] = {
    "start": start,
    "kozel": open_table,
    "table": bring_table,
    "hand": bring_hand,
    "score": score,
    "standings": standings,
    "me": me,
    "history": history,
    "rules": rules,
    "fair": fair,
    "privacy": privacy,
    "forget": ask_to_forget,
    "language": language,
    "settings": settings,
    "leave": leave,
    "stop": stop,
    "help": help_,
}
"""The handler of each command, by its name without the slash."""

OWN = frozenset({leave, bring_hand})
"""Those that are about the person who gives them, and mean nothing of somebody hidden."""

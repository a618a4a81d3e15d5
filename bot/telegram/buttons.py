"""Presses of buttons: who, which table, which moment – then one use case, one answer."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import assert_never

from telegram import CallbackQuery, Message
from telegram.constants import ChatType
from telegram.error import BadRequest, NetworkError, TelegramError

import kozel
from bot.screens import alerts, chat
from bot.screens.privacy import remembered
from bot.screens.screen import Button, Screen
from bot.tables import absence, ending, lobby, playing
from bot.tables.change import UseCase
from bot.tables.habits import Choice, ChooseHints, ChooseLanguage, ChooseLevel, ChoosePace, ChooseStopping, ChooseTurn
from bot.tables.model import Person, Phase, Table, TableId
from bot.tables.presses import (
    AddComputer,
    AskStop,
    Back,
    ChooseGame,
    DealNow,
    DrawSeries,
    DrawStandings,
    ForgetMe,
    GetRecord,
    Hint,
    KeepPlaying,
    Lay,
    Leave,
    MyCards,
    OpenPrivate,
    Past,
    Practice,
    Press,
    Rematch,
    RememberMe,
    RemoveComputer,
    SetLevel,
    ShowHistory,
    ShowRules,
    ShowSeries,
    ShowStandings,
    Sit,
    Speak,
    Stand,
    Stop,
    Toggle,
)
from bot.tables.refusals import NoSuchTable, NotSeated, Stale, TableRefusal
from bot.telegram import closing, habits
from bot.telegram.annals import look_back
from bot.telegram.callback import UnknownPress, decode
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk, place_of
from bot.telegram.practice import practise
from bot.telegram.privacy import forget
from bot.telegram.query import Reply, become, offers, where
from bot.telegram.records import send_record
from bot.texts import Words, words
from kozel import VARIANTS

log = logging.getLogger(__name__)


_ONCE_MORE = (0.3, 1.0, 2.0, 4.0)  # seconds between tries to answer; Telegram waits 15 s for it

AtTable = Lay | Toggle | Back | Sit | Stand | AddComputer | RemoveComputer | SetLevel | ChooseGame | DealNow | Rematch
"""The presses that are one use case, done to their table."""

Tableless = Speak | ShowRules | Practice | Past | GetRecord | ForgetMe | RememberMe
"""The presses that name no table."""


async def pressed(desk: Desk, query: CallbackQuery) -> None:
    """Somebody pressed a button. Whatever comes of it, they get one answer, and it waits for no message."""
    say, press, left_over = words(desk.language), None, False
    try:
        person = await desk.meet(query.from_user)
        say = await desk.words_in(query.message.chat, person) if query.message else words(person.language)
        press = decode(query.data or "")
        left_over = await _is_left_over(desk, query, press)
        try:
            reply = await _do(desk, query, person, press, say)
        except (TableRefusal, kozel.Refusal) as refusal:
            reply = await _refused(desk, press, refusal, say)
    except UnknownPress:
        reply = Reply(alerts.nothing(say), alert=True)
    except Exception:
        log.exception("a press of %s failed", type(press).__name__)
        reply = Reply(alerts.failed(say), alert=True)
    await _answer(query, reply)
    if left_over and query.message is not None and press is not None and await _is_left_over(desk, query, press):
        await desk.courier.sweep(query.message.chat.id, query.message.message_id)


async def _answer(query: CallbackQuery, reply: Reply) -> None:
    for pause in (*_ONCE_MORE, None):
        try:
            await query.answer(reply.text or None, show_alert=reply.alert, url=reply.url)
        except BadRequest as error:  # too old, or answered already: nobody waits for it any more
            log.debug("the answer to a press came too late: %s", error.message)
        except NetworkError as error:
            log.warning("could not answer a press: %s", error.message)
            if pause is not None:
                await asyncio.sleep(pause)
                continue
        except TelegramError as error:
            log.warning("could not answer a press: %s", error.message)
        return


async def _do(desk: Desk, query: CallbackQuery, person: Person, press: Press, say: Words) -> Reply:
    match press:
        case Lay() | Toggle() | Back():
            change = await desk.house.act(press.table, _use_case(desk, person, press))
            return _done(desk, person, press, change.table, say)
        case Sit() | Stand() | AddComputer() | RemoveComputer() | SetLevel() | ChooseGame() | DealNow():
            await _check_here(desk, query, press.table)
            change = await desk.house.act(press.table, _use_case(desk, person, press))
            return _done(desk, person, press, change.table, say)
        case Rematch(table):
            await _check_here(desk, query, table)
            await desk.house.refresh(table)  # at a table that is over nobody noted who can be reached meanwhile
            offered = (await desk.house.see(table)).phase is Phase.OVER
            change = await desk.house.act(table, _use_case(desk, person, press))
            if offered:
                _close_offer(desk, query)
            return _done(desk, person, press, change.table, say)
        case MyCards(table):
            await _check_here(desk, query, table)
            return await _my_cards(desk, person, table, say)
        case Stop() | KeepPlaying() | AskStop() | Leave():
            return await closing.pressed(desk, query, person, press, say)
        case Hint():
            view, advice = await desk.counsel.hint(person.id, press)
            return Reply(alerts.advised(advice, view.table, say), alert=True)
        case ChooseLanguage() | ChooseTurn() | ChoosePace() | ChooseLevel() | ChooseHints() | ChooseStopping():
            return await habits.pressed(desk, query, person, press, say)
        case _:
            return await _without_a_table(desk, query, person, press, say)


async def _without_a_table(desk: Desk, query: CallbackQuery, person: Person, press: Tableless, say: Words) -> Reply:
    match press:
        case Speak(language):
            return await habits.speak(desk, query, person, language)
        case GetRecord(series):
            return Reply(await send_record(desk, query, series, say))
        case ForgetMe() | RememberMe():
            if not offers(query):
                raise Stale
            screen = await forget(desk, person, say) if isinstance(press, ForgetMe) else remembered(say)
            become(desk, query, Saying(where(query), screen))
            return Reply()
        case ShowRules(variant):
            return _show(desk, query, chat.rules(VARIANTS[variant], say))
        case ShowStandings() | ShowHistory() | ShowSeries() | DrawStandings() | DrawSeries():
            if not isinstance(query.message, Message) or not offers(query):
                raise Stale
            return Reply(await look_back(desk, query.message, press, person, say))
        case Practice(variant):
            table = await practise(desk, person, VARIANTS[variant])
            away = query.message is None or query.message.chat.id != person.id
            return Reply(url=desk.voice.address()(OpenPrivate(table)) if away else None)
        case _:
            assert_never(press)


async def _check_here(desk: Desk, query: CallbackQuery, table: TableId) -> None:
    """These buttons stand in the table's own chat: such data from elsewhere is forged.

    Raises:
        NotSeated: it comes from elsewhere.
        Stale: it comes from a group that may have become the table's.
        NoSuchTable: there is none.
    """
    if query.message is None:
        raise NotSeated
    if query.message.chat.id != (await desk.house.see(table)).place.chat:
        # What a group showed before it became a supergroup still stands there, under the old id.
        raise Stale if query.message.chat.type == ChatType.GROUP else NotSeated


def _use_case(desk: Desk, person: Person, press: AtTable) -> UseCase:  # noqa: C901 - one line a press
    match press:
        case Lay():
            return partial(playing.lay, person=person.id, press=press)
        case Toggle():
            return partial(playing.choose, person=person.id, press=press)
        case Back():
            return partial(absence.come_back, person=replace(person, reachable=True))
        case Sit(_, side):
            return partial(lobby.sit, person=person, side=side)
        case Stand():
            return partial(lobby.stand, person=person.id)
        case AddComputer():
            return partial(lobby.seat_computer, person=person.id)
        case RemoveComputer():
            return partial(lobby.unseat_computer, person=person.id)
        case SetLevel(_, seat, level):
            return partial(lobby.set_level, person=person.id, seat=seat, level=level)
        case ChooseGame(_, variant):
            return partial(lobby.choose_game, person=person.id, rules=VARIANTS[variant])
        case DealNow():
            return partial(lobby.deal, person=person.id, seed=desk.seed())
        case Rematch(_, round_):
            return partial(ending.rematch, person=person.id, round_=round_, seed=desk.seed())
        case _:
            assert_never(press)


def _done(desk: Desk, person: Person, press: AtTable, table: Table, say: Words) -> Reply:
    match press:
        case Lay(action=action):
            return Reply(alerts.played(action, say, table.rules, table.deal.trump if table.deal else None))
        case Back():
            return Reply(alerts.back(say))
        case Sit() if not person.reachable:  # the answer itself takes them to the bot
            return Reply(url=desk.voice.address()(OpenPrivate(press.table)))
        case Sit():
            return Reply(alerts.sat(press.side, say))
        case Stand():
            return Reply(alerts.stood(say))
        case ChooseGame():
            return Reply(alerts.game_chosen(table.rules, say))
        case AddComputer():
            return Reply(alerts.computer_added(say))
        case SetLevel(_, seat, level):
            return Reply(alerts.level_set(seat, level, say))
        case RemoveComputer():
            return Reply(alerts.computer_removed(say))
        case _:
            return Reply()


def _close_offer(desk: Desk, query: CallbackQuery) -> None:
    """The end of the series before keeps its text, picture and record, and loses the button that was pressed."""
    message = query.message
    if isinstance(message, Message) and message.text_html:
        become(desk, query, Saying(place_of(message), Screen(message.text_html, _keepsakes(message))))


def _keepsakes(message: Message) -> tuple[tuple[Button, ...], ...]:
    rows = message.reply_markup.inline_keyboard if message.reply_markup else ()
    found = [(button.text, button.callback_data) for row in rows for button in row]
    buttons = tuple(
        Button(text, decode(data))
        for text, data in found
        if isinstance(data, str) and data.startswith(("plot:", "record:"))
    )
    return (buttons,) if buttons else ()


async def _my_cards(desk: Desk, person: Person, table: TableId, say: Words) -> Reply:
    now = await desk.house.see(table)
    seat = now.seat_of(person.id)
    if seat is None:
        return Reply(alerts.stranger(say), alert=True)
    if now.deal is None or now.deal.over or not now.live:
        raise Stale
    return Reply(alerts.my_cards(now.hand(seat), say), alert=True)


def _show(desk: Desk, query: CallbackQuery, screen: Screen) -> Reply:
    """Have a message that shows one game show this screen, of the other."""
    if not offers(query):
        raise Stale
    become(desk, query, Saying(where(query), screen))
    return Reply()


async def _refused(desk: Desk, press: Press | None, refusal: TableRefusal | kozel.Refusal, say: Words) -> Reply:
    table = _table(press)
    try:
        face = None if table is None else (await desk.house.see(table)).face()
    except NoSuchTable:
        face = None
    return Reply(alerts.refused(refusal, face, say), alert=not isinstance(refusal, Stale))


def _table(press: Press | None) -> TableId | None:
    return None if press is None or isinstance(press, Tableless | Choice) else press.table


async def _is_left_over(desk: Desk, query: CallbackQuery, press: Press) -> bool:
    """Whether the message shows a table no more: it was left over by a crash, or was delivered twice."""
    message, table = query.message, _table(press)
    if message is None or table is None or isinstance(press, Stop | KeepPlaying | AskStop | Leave) or not offers(query):
        return False
    try:
        await desk.house.see(table)
    except NoSuchTable:  # of a table that another bot with this token may know, from another database
        return False
    return not await desk.courier.is_known(table, message.chat.id, message.message_id)

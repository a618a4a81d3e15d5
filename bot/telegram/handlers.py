"""The library's handlers: each unpacks an update and hands it on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from telegram import Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError
from telegram.ext import (
    Application,
    CallbackContext,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    MessageHandler,
    filters,
)

from bot.screens import chat
from bot.screens.screen import Screen
from bot.tables.model import ChatId, PersonId, Place
from bot.telegram.buttons import pressed
from bot.telegram.commands import COMMANDS, Command
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk
from bot.texts import words

log = logging.getLogger(__name__)

Handle = Callable[[Update, CallbackContext[Any, Any, Any, Any]], Coroutine[Any, Any, None]]

_OUT = (ChatMemberStatus.BANNED, ChatMemberStatus.LEFT)


def install(application: Application[Any, Any, Any, Any, Any, Any], desk: Desk) -> None:
    """Have ``application`` answer everything that this bot answers, at ``desk``."""
    for name, command in COMMANDS.items():
        application.add_handler(CommandHandler(name, _command(desk, command), filters=filters.UpdateType.MESSAGE))
    application.add_handler(CallbackQueryHandler(_press(desk)))
    application.add_handler(ChatMemberHandler(_membership(desk), ChatMemberHandler.MY_CHAT_MEMBER))
    private = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL
    application.add_handler(MessageHandler(private, _command(desk, _lost)))
    application.add_error_handler(_error)


async def _lost(desk: Desk, message: Any, person: Any, say: Any) -> None:
    """Anything else in private: say what there is to do."""
    desk.answer(message, chat.help_(say))


def _command(desk: Desk, command: Command) -> Handle:
    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        message = update.message
        if message is None or message.from_user is None:
            return
        say = words(desk.language)
        try:
            person = await desk.meet(message.from_user)
            if message.chat.type == ChatType.PRIVATE:
                await desk.reach(person.id, reachable=True)
                person = replace(person, reachable=True)
            say = await desk.words_in(message.chat, person)
            await command(desk, message, person, say)
        except Exception:
            log.exception("%s failed", (message.text or "").split(" ")[0][:32])
            desk.answer(message, Screen(chat.failed(say).text))

    return handle


def _press(desk: Desk) -> Handle:
    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        if update.callback_query is not None:
            await pressed(desk, update.callback_query)

    return handle


def _membership(desk: Desk) -> Handle:
    """The bot was started or blocked by a person, came into a group, or may do more or less there."""

    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        change = update.my_chat_member
        if change is None:
            return
        now, before = change.new_chat_member.status, change.old_chat_member.status
        if change.chat.type == ChatType.PRIVATE:
            await desk.meet(change.from_user)
            await desk.reach(PersonId(change.chat.id), reachable=now not in _OUT)
            return
        if now not in _OUT:
            desk.courier.admitted(ChatId(change.chat.id))
        if before in _OUT and now not in _OUT:
            person = await desk.meet(change.from_user)
            await desk.know_chat(change.chat)
            say = await desk.words_in(change.chat, person)
            desk.courier.say(Saying(Place(ChatId(change.chat.id)), chat.welcome(say)))

    return handle


async def _error(_: object, context: CallbackContext[Any, Any, Any, Any]) -> None:
    """What no handler expected. Messages may hold names, never cards: only the kind of error is logged in full."""
    error = context.error
    if isinstance(error, TelegramError):
        log.warning("Telegram: %s", error.message)
    else:
        log.error("an update could not be handled", exc_info=error)

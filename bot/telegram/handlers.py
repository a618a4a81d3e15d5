"""The library's handlers: each unpacks an update and hands it on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from telegram import Message, Update, User
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
from bot.tables.model import ChatId, Person, PersonId, Place
from bot.telegram.buttons import pressed
from bot.telegram.commands import COMMANDS, OWN, Command
from bot.telegram.desk import Desk
from bot.telegram.tidings import Tidings
from bot.texts import language_of, words

log = logging.getLogger(__name__)

Handle = Callable[[Update, CallbackContext[Any, Any, Any, Any]], Coroutine[Any, Any, None]]

_OUT = (ChatMemberStatus.BANNED, ChatMemberStatus.LEFT)


def install(application: Application[Any, Any, Any, Any, Any, Any], desk: Desk) -> None:
    """Have ``application`` answer everything that this bot answers, at ``desk``."""
    for name, command in COMMANDS.items():
        application.add_handler(CommandHandler(name, _command(desk, command), filters=filters.UpdateType.MESSAGE))
    application.add_handler(CallbackQueryHandler(_press(desk)))
    application.add_handler(ChatMemberHandler(_membership(desk), ChatMemberHandler.MY_CHAT_MEMBER))
    application.add_handler(ChatMemberHandler(_departure(desk), ChatMemberHandler.CHAT_MEMBER))
    application.add_handler(MessageHandler(filters.StatusUpdate.LEFT_CHAT_MEMBER, _departure(desk)))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, _migration(desk)))
    application.add_handler(MessageHandler(filters.StatusUpdate.FORUM_TOPIC_REOPENED, _reopened(desk)))
    private = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL
    application.add_handler(MessageHandler(private, _command(desk, _lost)))
    application.add_error_handler(_error)


async def _lost(desk: Desk, message: Any, person: Any, say: Any) -> None:
    """Anything else in private: say what there is to do."""
    desk.answer(message, chat.help_(say))


def _command(desk: Desk, command: Command) -> Handle:
    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        message = update.message
        if message is None or message.from_user is None or message.is_automatic_forward:
            return
        say = words(desk.language)
        try:
            if message.sender_chat is not None:
                await _for_the_hidden(desk, command, message, message.from_user)
                return
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


async def _for_the_hidden(desk: Desk, command: Command, message: Message, user: User) -> None:
    """A command in a chat's name: of an anonymous admin, whose presses come from themselves, or of a channel.

    Who it is is not known, so that nobody can sit down or be sent cards by it.
    """
    assert message.sender_chat is not None
    language = language_of(user.language_code, desk.language)
    nobody = Person(PersonId(user.id), message.sender_chat.title or user.full_name, language)
    say = await desk.words_in(message.chat, nobody)
    if command in OWN:
        desk.answer(message, chat.hidden(say))
    else:
        await command(desk, message, nobody, say)


def _migration(desk: Desk) -> Handle:
    """A group became a supergroup: both chats say so, the old one of the new, the new one of the old."""

    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        message = update.message
        if message is None:
            return
        if message.migrate_to_chat_id is not None:
            await Tidings(desk).moved(ChatId(message.chat.id), ChatId(message.migrate_to_chat_id))
        elif message.migrate_from_chat_id is not None:
            await Tidings(desk).moved(ChatId(message.migrate_from_chat_id), ChatId(message.chat.id))

    return handle


def _departure(desk: Desk) -> Handle:
    """Somebody is no longer in a group: a service message says so, and to an admin bot an update of its own."""

    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        message, change = update.message, update.chat_member
        if message is not None and (user := message.left_chat_member) is not None:
            await Tidings(desk).left(PersonId(user.id), ChatId(message.chat.id))
        elif change is not None and change.new_chat_member.status in _OUT:
            await Tidings(desk).left(PersonId(change.new_chat_member.user.id), ChatId(change.chat.id))

    return handle


def _reopened(desk: Desk) -> Handle:
    """A topic is open again: what waits there is written."""

    async def handle(update: Update, _: CallbackContext[Any, Any, Any, Any]) -> None:
        if update.message is not None:
            desk.courier.admitted(ChatId(update.message.chat.id))

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
        if now not in _OUT and getattr(change.new_chat_member, "can_send_messages", True):  # a restricted one says
            desk.courier.admitted(ChatId(change.chat.id))
        if before in _OUT and now not in _OUT:
            person = await desk.meet(change.from_user)
            await desk.know_chat(change.chat)
            say = await desk.words_in(change.chat, person)
            desk.welcome(Place(ChatId(change.chat.id)), say)

    return handle


async def _error(_: object, context: CallbackContext[Any, Any, Any, Any]) -> None:
    """What no handler expected. Messages may hold names, never cards: only the kind of error is logged in full."""
    error = context.error
    if isinstance(error, TelegramError):
        log.warning("Telegram: %s", error.message)
    else:
        log.error("an update could not be handled", exc_info=error)

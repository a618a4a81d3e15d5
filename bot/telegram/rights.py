"""Who may do what in a chat, as Telegram says."""

from __future__ import annotations

import logging

from telegram import CallbackQuery, Chat, Message
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

log = logging.getLogger(__name__)

_ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


async def is_admin(of: Message | CallbackQuery) -> bool:
    """Whether the sender or presser is an admin of the chat (Bot API getChatMember); in private they are.

    An anonymous admin sends in the chat's own name. Where Telegram does not say, they are none.
    """
    chat: Chat
    if isinstance(of, Message):
        if of.sender_chat is not None and of.sender_chat.id == of.chat.id:
            return True
        chat, user = of.chat, of.from_user
    else:
        if of.message is None:
            return False
        chat, user = of.message.chat, of.from_user
    if chat.type == ChatType.PRIVATE:
        return True
    if user is None:
        return False
    try:
        member = await chat.get_member(user.id)
    except TelegramError as error:
        log.warning("Telegram does not say who %s is in %s: %s", user.id, chat.id, error.message)
        return False
    return member.status in _ADMINS

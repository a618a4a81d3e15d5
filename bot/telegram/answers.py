"""What Telegram's errors mean for a message: the one place that reads their texts."""

from __future__ import annotations

from enum import Enum, auto

from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, RetryAfter, TelegramError


class Answer(Enum):
    """What to do after a call failed."""

    STANDS = auto()  # the message shows it already
    GONE = auto()  # the message is no more, or can't be edited: send anew
    TOPIC_GONE = auto()  # send to the chat without the topic
    TOPIC_CLOSED = auto()  # the bot may not write in this topic for now
    MOVED = auto()  # the group is a supergroup now, with another id
    UNREACHABLE = auto()  # the person never started the bot, or blocked it
    NOBODY = auto()  # the person's account is gone
    SHUT_OUT = auto()  # the bot is out of the chat, or may not write there
    WAIT = auto()  # Telegram says how long
    AGAIN = auto()  # the network's or Telegram's fault: try again
    REFUSED = auto()  # our fault: trying again will not help


_BY_TEXT = {
    "message is not modified": Answer.STANDS,
    "message to edit not found": Answer.GONE,
    "message can't be edited": Answer.GONE,
    "message_id_invalid": Answer.GONE,
    "message thread not found": Answer.TOPIC_GONE,
    "topic_deleted": Answer.TOPIC_GONE,
    "bot can't initiate conversation": Answer.UNREACHABLE,
    "bot was blocked": Answer.UNREACHABLE,
    "user is deactivated": Answer.NOBODY,
    "chat not found": Answer.UNREACHABLE,
    "not enough rights": Answer.SHUT_OUT,
    "topic_closed": Answer.TOPIC_CLOSED,
    "have no rights": Answer.SHUT_OUT,
    "chat_write_forbidden": Answer.SHUT_OUT,
}


def meaning(error: TelegramError) -> Answer:
    """What ``error`` means for the message that the call was about."""
    text = error.message.lower()
    match error:
        case RetryAfter():
            return Answer.WAIT
        case ChatMigrated():
            return Answer.MOVED
        case InvalidToken():
            return Answer.REFUSED
        case BadRequest() | Forbidden():
            known = next((answer for part, answer in _BY_TEXT.items() if part in text), None)
            return known or (Answer.SHUT_OUT if isinstance(error, Forbidden) else Answer.REFUSED)
        case NetworkError():
            return Answer.AGAIN
        case _:
            return Answer.REFUSED

"""What all presses share: the message with the button, what it becomes, and the answer."""

from __future__ import annotations

from typing import NamedTuple

from telegram import CallbackQuery, Message

from bot.tables.model import ChatId, Place
from bot.tables.refusals import Stale
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk, place_of


class Reply(NamedTuple):
    """The answer to a press (Bot API answerCallbackQuery): a text, as an alert where it has to be read, or a link."""

    text: str = ""
    alert: bool = False
    url: str | None = None


def offers(query: CallbackQuery) -> bool:
    """Whether the message really has the button that was pressed: data can be forged, Telegram's copy cannot."""
    keyboard = query.message.reply_markup if isinstance(query.message, Message) else None
    return keyboard is not None and any(
        button.callback_data == query.data for row in keyboard.inline_keyboard for button in row
    )


def where(query: CallbackQuery) -> Place:
    """Where the message with the button stands.

    Raises:
        Stale: Telegram does not say.
    """
    message = query.message
    if isinstance(message, Message):
        return place_of(message)
    if message is None:
        raise Stale
    return Place(ChatId(message.chat.id))


def become(desk: Desk, query: CallbackQuery, saying: Saying) -> None:
    """Have the message with the pressed button become what is said."""
    assert query.message is not None
    desk.courier.say(Saying(saying.place, saying.screen, edit=query.message.message_id))

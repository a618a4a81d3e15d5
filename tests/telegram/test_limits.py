"""What screens keep to is what Telegram allows: they know no Telegram, so the numbers stand there again."""

from __future__ import annotations

from telegram.constants import CallbackQueryLimit, InlineKeyboardButtonLimit, InlineKeyboardMarkupLimit, MessageLimit

from bot.sandbox import messages, people
from bot.screens import alerts, keyboard, trick


def test_a_message_may_be_as_long_as_telegram_allows() -> None:
    assert trick.MOST_CHARACTERS == messages.MAX_TEXT == int(MessageLimit.MAX_TEXT_LENGTH)


def test_an_answer_to_a_press_may_be_as_long_as_telegram_allows() -> None:
    assert alerts.MOST_CHARACTERS == messages.MAX_ANSWER == int(CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH)


def test_a_row_has_no_more_buttons_than_telegram_shows_in_one() -> None:
    assert int(InlineKeyboardMarkupLimit.BUTTONS_PER_ROW) >= keyboard.MOST_IN_A_ROW


def test_a_button_holds_as_much_data_as_telegram_allows() -> None:
    assert int(InlineKeyboardButtonLimit.MAX_CALLBACK_DATA) == people.MAX_DATA_BYTES

"""Screens as Telegram takes them: the inline keyboard, and a digest to compare what stands with what should."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.screens.screen import Button, Screen
from bot.tables.presses import AddToGroup, BackToTable, Link, OpenPrivate
from bot.telegram.callback import encode

Address = Callable[[Link], str]
"""Gives the address that a link leads to."""


def markup(screen: Screen, address: Address) -> InlineKeyboardMarkup | None:
    """The inline keyboard of a screen; None where it has no buttons."""
    if not screen.rows:
        return None
    return InlineKeyboardMarkup([[_button(button, address) for button in row] for row in screen.rows])


def digest(screen: Screen, address: Address) -> str:
    """What tells two screens apart, in 16 characters: text, labels, styles, and where buttons lead."""
    rows = [[(button.label, button.style, _does(button, address)) for button in row] for row in screen.rows]
    return hashlib.sha256(json.dumps([screen.text, rows]).encode()).hexdigest()[:16]


def _does(button: Button, address: Address) -> str:
    match button.does:
        case OpenPrivate() | AddToGroup() | BackToTable():
            return address(button.does)
        case _:
            return encode(button.does)


def _button(button: Button, address: Address) -> InlineKeyboardButton:
    style = button.style.value if button.style else None
    match button.does:
        case OpenPrivate() | AddToGroup() | BackToTable():
            return InlineKeyboardButton(button.label, url=address(button.does), style=style)
        case _:
            return InlineKeyboardButton(button.label, callback_data=encode(button.does), style=style)

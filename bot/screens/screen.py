"""A screen: what one message shows. Pure values; the Telegram side turns them into calls."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.tables.presses import Link, Press


class Style(StrEnum):
    """A button's style (Bot API InlineKeyboardButton.style), and the one thing that each means here."""

    PRIMARY = "primary"  # leads, enters out of turn
    SUCCESS = "success"  # lays a beat, deals
    DANGER = "danger"  # ends or leaves


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what it says, and what pressing it asks for, or the link that it opens."""

    label: str
    does: Press | Link
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """The text of a message (Telegram's HTML, up to 4096 characters when parsed) and its rows of buttons, top first.

    Where there is a ``picture``, a PNG, the text stands under it, and has up to 1024 characters.
    """

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    picture: bytes | None = None

"""Links: into the private chat with the bot, into a group, back to a table."""

from __future__ import annotations

from typing import assert_never

from bot.tables.model import TableId
from bot.tables.presses import AddToGroup, BackToTable, Link, OpenPrivate

_SUPERGROUP = -1_000_000_000_000
"""A supergroup's id is this minus the number that stands in its links."""


def url_of(link: Link, bot: str, message: int | None = None) -> str:
    """The address of a link. ``bot``: the bot's username, without @; ``message``: what shows the table in its chat."""
    match link:
        case OpenPrivate(table):
            return f"https://t.me/{bot}?start=t{table}"
        case AddToGroup():
            return f"https://t.me/{bot}?startgroup=kozel"
        case BackToTable(_, chat):
            number = _SUPERGROUP - chat
            return f"https://t.me/c/{number}/{message or 1}"
        case _:
            assert_never(link)


def table_in(payload: str) -> TableId | None:
    """The table that the payload of ``/start`` names; None where it names none."""
    number = payload.removeprefix("t")
    if payload == number or not number.isascii() or not number.isdigit() or len(number) > 15:
        return None
    return TableId(int(number))

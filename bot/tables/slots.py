"""What stands in the chats: messages of the bot that show a table, and keep showing it as it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.tables.model import ChatId, PersonId, TableId


class What(StrEnum):
    """What a message shows: who sits, a deal, the end of a series, or one person's hand."""

    LOBBY = "lobby"
    DEAL = "deal"
    END = "end"
    HAND = "hand"


class SlotKey(NamedTuple):
    """Names a slot: lobby, deal and end by the table's round, a hand by its person (round 0)."""

    table: TableId
    what: What
    round: int
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """A message that stands in ``chat`` (and ``topic``): its id, and a ``digest`` of what it shows.

    ``rung`` names the turn for which it was last sent anew with a sound ("" for none). ``settled``: nothing more will
    change in it. ``message`` is None where it was lost or must come anew.
    """

    key: SlotKey
    chat: ChatId
    topic: int | None
    message: int | None
    digest: str
    rung: str = ""
    settled: bool = False

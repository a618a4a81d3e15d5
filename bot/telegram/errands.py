"""What waits to be said in a chat, and when: errands, and the round in which they are done."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from bot.screens.screen import Screen
from bot.tables.model import ChatId, PersonId, Place, TableId
from bot.tables.slots import SlotKey, What
from bot.telegram.delivery import age
from bot.telegram.voice import Attached


@dataclass(frozen=True, eq=False, slots=True)
class Saying:
    """An answer to somebody's command: said once, in ``place``; ``edit`` is the message that it replaces there.

    ``asker`` is who gave the command; ``attached`` a file that it is said under.
    """

    place: Place
    screen: Screen
    reply_to: int | None = None
    edit: int | None = None
    table: TableId | None = None
    asker: PersonId | None = None
    attached: Attached | None = None

    def there(self, chat: ChatId) -> Saying:
        """The same, said in another chat, where the messages that it spoke of do not stand."""
        place = self.place._replace(chat=chat)
        return Saying(place, self.screen, table=self.table, asker=self.asker, attached=self.attached)


class Listener(Protocol):
    """Told of what Telegram's refusals say about people and chats."""

    async def unreachable(self, person: PersonId) -> None:
        """The bot cannot write to this person."""

    async def gone(self, person: PersonId) -> None:
        """This person's account is no more."""

    async def moved(self, old: ChatId, new: ChatId) -> None:
        """The group ``old`` is the supergroup ``new`` now."""

    async def shut_out(self, errand: Errand) -> None:
        """The bot may not write where this was to go; told once, until it may again."""


Errand = SlotKey | Saying


class Round:
    """What is to be done in one chat, each errand with the time from which it is due.

    ``paced``: when the next edit of a table may go; ``barred``: when anything may, after Telegram or the network
    failed. ``shut_out``: the errands that wait until the chat lets the bot write; ``told``: the tables of which
    somebody was told so.
    """

    def __init__(self) -> None:
        self.pending: dict[Errand, float] = {}
        self.paced = 0.0
        self.barred = 0.0
        self.failed = 0
        self.shut_out: set[Errand] = set()
        self.told: set[TableId | None] = set()
        self.woken = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def bar(self, errand: Errand, seconds: float) -> None:
        """Nothing goes for so long; then this errand is done, among the others."""
        self.barred = asyncio.get_running_loop().time() + seconds
        self.pending.setdefault(errand, 0.0)

    def put_off(self, errand: Errand, seconds: float) -> None:
        """This errand waits for so long, or until the bot is admitted."""
        self.pending[errand] = asyncio.get_running_loop().time() + seconds
        self.shut_out.add(errand)

    def when(self, errand: Errand) -> tuple[float, tuple[int, int]]:
        """When an errand may be done, and its place among those of the same time. What is said waits for no pace."""
        if isinstance(errand, Saying):
            return max(self.pending[errand], self.barred), (-1, 0)
        return max(self.pending[errand], self.barred, self.paced), age(errand)


def named(errand: Errand) -> str:
    if isinstance(errand, Saying):
        return "an answer"
    return f"{errand.what if errand.what is not What.HAND else 'a hand'} of table {errand.table}"

"""What Telegram's refusals say about people and chats, and what is done about it."""

from __future__ import annotations

from functools import partial

from bot.screens import chat
from bot.tables.ending import leave
from bot.tables.model import ChatId, Person, PersonId, Place, Table, TableId
from bot.tables.refusals import TableRefusal
from bot.telegram.desk import Desk
from bot.telegram.errands import Errand, Saying
from bot.texts import words


class Tidings:
    """The courier's :class:`bot.telegram.errands.Listener`, at ``desk``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def unreachable(self, person: PersonId) -> None:
        """They cannot be written to: their tables show it, and say it once."""
        await self._desk.reach(person, reachable=False)

    async def gone(self, person: PersonId) -> None:
        """Their account is no more: they leave wherever they sit."""
        await self._desk.reach(person, reachable=False)
        for table in await self._desk.store.of_person(person):
            await self._leave(table, person)

    async def left(self, person: PersonId, chat: ChatId) -> None:
        """They are no longer in this group: they leave the tables there."""
        tables = set(await self._desk.store.of_person(person))
        for table in await self._desk.store.live_in(chat):
            if table in tables:
                await self._leave(table, person)

    async def _leave(self, table: TableId, person: PersonId) -> None:
        seen = await self._desk.house.see(table)
        seat = seen.seat_of(person)
        who = None if seat is None else seen.seats[seat].person
        try:
            change = await self._desk.house.act(table, partial(leave, person=person))
        except TableRefusal:
            return  # they have left by themselves meanwhile
        if who is not None and not seen.practice:
            told = chat.left(who, change.table.face(), words(seen.language))
            self._desk.courier.say(Saying(seen.place, told))

    async def moved(self, old: ChatId, new: ChatId) -> None:
        """A group is a supergroup now: all that is known of it has the new id from now on, its tables go on there."""
        await self._desk.house.move(old, new)
        self._desk.courier.moved(old, new)

    async def shut_out(self, errand: Errand) -> None:
        """The bot may not write there: somebody who plays there, or asked there, is told in private."""
        if isinstance(errand, Saying):
            place, person = errand.place, await self._reachable(errand.asker)
        else:
            table = await self._desk.house.see(errand.table)
            place, person = table.place, await self._somebody_at(table)
        known = await self._desk.store.chat(place.chat)
        if person is None or place.private:
            return
        told = chat.cannot_write_here(known.title if known else "", words(person.language))
        self._desk.courier.say(Saying(Place(ChatId(int(person.id))), told))

    async def _somebody_at(self, table: Table) -> Person | None:
        """Who sits there and can be told; else who opened the table."""
        seated = (held.person for held in table.seats if held.person and held.person.reachable)
        return next(seated, None) or await self._reachable(table.opener)

    async def _reachable(self, number: PersonId | None) -> Person | None:
        person = None if number is None else await self._desk.store.person(number)
        return person if person is not None and person.reachable else None

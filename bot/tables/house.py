"""All tables: one lane each, in which requests are done one after the other, stored, and only then told."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable
from weakref import WeakValueDictionary

from bot.tables.change import Change, UseCase
from bot.tables.model import ChatId, Person, Place, Table, TableId
from bot.tables.ports import Conflict, Store
from bot.tables.refusals import NoSuchTable, TableRefusal
from kozel import Rules

log = logging.getLogger(__name__)

Listener = Callable[[Table], None]
"""Told of a table's new state, after it is stored and out of its lane. Must not wait."""

_DOUBT = 1.0  # seconds until a table is looked at again whose save failed
_WARM = 4096  # tables kept in memory: a few kB each


class House:
    """The tables of this bot.

    What is stored is the truth; tables in use are kept in memory beside it, and their version makes sure that nobody
    else has written meanwhile.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lanes: WeakValueDictionary[TableId, asyncio.Lock] = WeakValueDictionary()
        self._warm: OrderedDict[TableId, Table] = OrderedDict()
        self._listeners: list[Listener] = []
        self._looking: set[asyncio.Task[None]] = set()

    def tell(self, listener: Listener) -> None:
        """Have ``listener`` told of every change from now on."""
        self._listeners.append(listener)

    async def open(self, place: Place, rules: Rules, opener: Person, language: str) -> Table:
        """A new table, in its lobby.

        Raises:
            TableHereAlready: a live table stands at this place.
        """
        table = await self._store.open(place, rules, opener, language)
        self._announce(self._keep(table))
        return table

    async def see(self, table: TableId) -> Table:
        """The table as it now is.

        Raises:
            NoSuchTable: there is none.
        """
        if (warm := self._warm.get(table)) is not None:
            return warm
        async with self._lane(table):  # else an older state, read while a newer one is saved, would stay
            return await self._now(table)

    async def act(self, table: TableId, use_case: UseCase) -> Change:
        """Do ``use_case`` to the table in its lane; stored when this returns, with the table's new version.

        Raises:
            NoSuchTable: there is none.
            TableRefusal, kozel.Refusal: the use case's own; nothing has changed.
        """
        found: Table | None = None
        try:
            async with self._lane(table):
                try:
                    change = await self._do(await self._now(table), use_case)
                except Conflict:  # another process has written: what it wrote counts, and we look again
                    found = await self._load(table)
                    change = await self._do(found, use_case)
        except Exception:
            if found is not None:  # refused at what was found: that is news here all the same
                self._announce(found)
            raise
        self._announce(change.table)
        return change

    async def refresh(self, table: TableId) -> None:
        """Read the table anew, since something beside it changed (a name, a language, who can be reached)."""
        async with self._lane(table):
            fresh = await self._load(table)
        self._announce(fresh)

    async def move(self, old: ChatId, new: ChatId) -> None:
        """Have the tables of the chat ``old`` stand in ``new``: it is the same chat, under another id."""
        moved = await self._store.move_chat(old, new)
        if not moved:
            return
        live = set(await self._store.live())
        for table in moved:
            if table in live or table in self._warm:
                await self.refresh(table)

    async def leave_topic(self, table: TableId) -> None:
        """Have this table stand in its chat outside topics, if there is room."""
        if await self._store.leave_topic(table):
            await self.refresh(table)

    async def drop(self, tables: Iterable[TableId]) -> None:
        """Keep these tables in memory no longer: something that they hold is gone from the store."""
        for table in tables:
            async with self._lane(table):
                self._warm.pop(table, None)

    async def _do(self, table: Table, use_case: UseCase) -> Change:
        change = use_case(table)
        try:
            saved = await self._store.save(table, change.table, change.facts)
        except BaseException as error:
            self._warm.pop(table.id, None)
            if not isinstance(error, Conflict | TableRefusal):
                self._look_later(table.id)
            raise
        return change._replace(table=self._keep(saved))

    def _look_later(self, table: TableId) -> None:
        """After a save that failed it is not known whether it is stored; if it is, listeners have to hear of it."""
        task = asyncio.get_running_loop().create_task(self._tell_what_stands(table))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _tell_what_stands(self, table: TableId) -> None:
        await asyncio.sleep(_DOUBT)
        try:
            await self.refresh(table)
        except Exception:
            log.exception("table %s cannot be read after a save that failed", table)

    async def _now(self, table: TableId) -> Table:
        return self._warm.get(table) or await self._load(table)

    async def _load(self, table: TableId) -> Table:
        self._warm.pop(table, None)
        found = await self._store.load(table)
        if found is None:
            raise NoSuchTable
        return self._keep(found)

    def _lane(self, table: TableId) -> asyncio.Lock:
        lane = self._lanes.get(table)
        if lane is None:
            lane = self._lanes[table] = asyncio.Lock()
        return lane

    def _keep(self, table: Table) -> Table:
        """Have this table at hand, unless a newer state of it is; whichever it is then."""
        warm = self._warm.get(table.id)
        if warm is None or warm.version <= table.version:
            warm = self._warm[table.id] = table
        self._warm.move_to_end(table.id)
        while len(self._warm) > _WARM:
            self._warm.popitem(last=False)
        return warm

    def _announce(self, table: Table) -> None:
        for listener in self._listeners:
            try:
                listener(table)
            except Exception:  # what is stored is stored: whoever asked for it must not be told otherwise
                log.exception("table %s: a listener failed", table.id)

"""The clock: nobody waits for ever. What it does at a deadline is one more request in the table's lane."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, assert_never

from bot.tables.absence import close_unattended, time_out
from bot.tables.change import Change, UseCase
from bot.tables.clockwork import Overtaken
from bot.tables.house import House
from bot.tables.lobby import give_up_asking
from bot.tables.model import PersonId, Table, TableId
from bot.tables.ports import Deadlines
from bot.tables.refusals import TableRefusal
from bot.tables.waits import Deadline, Kind, Limits, Wait, wait_of

log = logging.getLogger(__name__)

_AGAIN = 5.0  # seconds before what failed, for want of the store say, is tried again
_SAVE_AFTER = 0.5  # seconds; most turns end sooner, and need no deadline on the disk
_HEARD = 60.0  # seconds in which, after a start, what people did meanwhile has been heard
_STANDING = 1.0  # seconds after which a clock that stands still is looked at again


class Bell(Protocol):
    """What the clock has to say to people. Must not wait."""

    def remind(self, table: TableId, person: PersonId, turn: str) -> None:
        """Half of the time of ``person``'s ``turn`` is gone."""

    def closed(self, table: Table) -> None:
        """A series was closed, since nobody has come back to it."""


class Clock:
    """Keeps the deadline of every table, and acts when it is there.

    A turn's time runs from when the turn stands in the player's chat (:meth:`delivered`), or from when it comes where
    the bot cannot write to them. After a start, and after a time in which nobody could be heard (:meth:`stand_still`,
    :meth:`go_on`), every turn has its whole time again. ``now`` says what time it is, with a time zone.
    """

    def __init__(
        self,
        house: House,
        store: Deadlines,
        limits: Limits,
        bell: Bell,
        now: Callable[[], datetime],
        dice: random.Random,
    ) -> None:
        self._house, self._store, self._limits, self._bell = house, store, limits, bell
        self._now, self._dice = now, dice
        self._due: dict[TableId, Deadline] = {}
        self._waits: dict[TableId, tuple[Table, Wait]] = {}
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._unsaved: dict[TableId, Deadline | None] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._saving: asyncio.Task[None] | None = None
        self._still = self._stopped = False

    async def start(self) -> None:
        """Read the deadlines; call this before anything is told. Turns will have their whole time again.

        What ended while the bot was down ends a moment later: who came back meanwhile is heard first.
        """
        stored, now = await self._store.deadlines(), self._now()
        self._due = {
            table: due._replace(at=max(due.at, now + timedelta(seconds=min(_HEARD, self._limits.of(due.kind)))))
            for table, due in stored.items()
            if due.kind is not Kind.TURN
        }

    def told(self, table: Table) -> None:
        """Keep the time of what this table waits for now (a House listener)."""
        self._disarm(table.id)
        wait, due = wait_of(table, self._limits), self._due.get(table.id)
        if due is not None and (wait is None or (due.kind, due.mark) != (wait.kind, wait.mark)):
            self._set(table.id, None)
        if wait is None or self._stopped:
            self._waits.pop(table.id, None)
            return
        self._waits[table.id] = table, wait
        if table.id in self._due:
            self._arm(table, wait)
        elif wait.kind is not Kind.TURN or not _can_be_told(table):
            self._begin(table, wait)

    def delivered(self, table: TableId, turn: str) -> None:
        """The message that says that it is ``turn`` stands in the player's chat: from now on their time runs."""
        if table in self._due or table not in self._waits:
            return
        now, wait = self._waits[table]
        if (wait.kind, wait.mark) == (Kind.TURN, turn):
            self._begin(now, wait)

    def stand_still(self) -> None:
        """Nobody can be heard: no turn ends."""
        self._still = True

    def go_on(self, anew: bool) -> None:
        """People are heard again; ``anew``: every turn that runs has its whole time again."""
        self._still = False
        for now, wait in list(self._waits.values()) if anew else []:
            if wait.kind is Kind.TURN and now.id in self._due:
                self._begin(now, wait)

    async def stop(self) -> None:
        """Do nothing more, let what is under way end, and store the deadlines."""
        self._stopped = True
        for table in list(self._timers):
            self._disarm(table)
        await asyncio.gather(*self._tasks)
        if self._saving is not None:
            self._saving.cancel()
            await asyncio.gather(self._saving, return_exceptions=True)
        await self._save()

    def _begin(self, table: Table, wait: Wait) -> None:
        self._set(table.id, Deadline(wait.kind, wait.mark, self._now() + timedelta(seconds=wait.seconds)))
        self._arm(table, wait)

    def _arm(self, table: Table, wait: Wait) -> None:
        """Set the timer for what comes next: the reminder at half of a turn, else the end."""
        self._disarm(table.id)
        left = (self._due[table.id].at - self._now()).total_seconds()
        if wait.kind is Kind.TURN and left > wait.seconds / 2:
            self._timer(table.id, left - wait.seconds / 2, partial(self._remind, table, wait))
        else:
            self._timer(table.id, left, partial(self._end, table, wait))

    def _timer(self, table: TableId, seconds: float, what: Callable[[], None]) -> None:
        if not self._stopped:
            self._timers[table] = asyncio.get_running_loop().call_later(max(seconds, 0), what)

    def _disarm(self, table: TableId) -> None:
        if (timer := self._timers.pop(table, None)) is not None:
            timer.cancel()

    def _remind(self, table: Table, wait: Wait) -> None:
        assert table.deal is not None
        assert table.deal.turn is not None
        person = table.seats[table.deal.turn].person
        if person is not None and person.reachable and not self._still:
            self._bell.remind(table.id, person.id, wait.mark)
        left = (self._due[table.id].at - self._now()).total_seconds()
        self._timer(table.id, left, partial(self._end, table, wait))

    def _end(self, table: Table, wait: Wait) -> None:
        self._timers.pop(table.id, None)
        if self._still and wait.kind is Kind.TURN:
            self._timer(table.id, _STANDING, partial(self._end, table, wait))
            return
        task = asyncio.get_running_loop().create_task(self._act(table, wait))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, table: Table, wait: Wait) -> None:
        use_case = self._use_case(wait)

        def unless_overtaken(now: Table) -> Change:
            if now.version != table.version:
                raise Overtaken
            return use_case(now)

        try:
            change = await self._house.act(table.id, unless_overtaken)
        except (Overtaken, TableRefusal):
            log.debug("table %s moved on before its time was up", table.id)
        except Exception:
            log.exception("table %s: could not act in time; trying again in %.0f s", table.id, _AGAIN)
            if table.id not in self._timers:
                self._timer(table.id, _AGAIN, partial(self._end, table, wait))
        else:
            if wait.kind is Kind.ANYBODY:
                self._bell.closed(change.table)

    def _use_case(self, wait: Wait) -> UseCase:
        match wait.kind:
            case Kind.TURN:
                return lambda now: time_out(now, wait.mark, self._dice)
            case Kind.LOBBY | Kind.ANYBODY:
                return close_unattended
            case Kind.REMATCH:
                return give_up_asking
            case _:
                assert_never(wait.kind)

    def _set(self, table: TableId, due: Deadline | None) -> None:
        if due is None:
            del self._due[table]
        else:
            self._due[table] = due
        self._unsaved[table] = due
        if (self._saving is None or self._saving.done()) and not self._stopped:
            self._saving = asyncio.get_running_loop().create_task(self._save_later())

    async def _save_later(self) -> None:
        while self._unsaved:
            await asyncio.sleep(_SAVE_AFTER)
            try:
                await self._save()
            except Exception:
                log.exception("deadlines could not be stored; it is tried again")

    async def _save(self) -> None:
        unsaved, self._unsaved = self._unsaved, {}
        if not unsaved:
            return
        try:
            await self._store.keep_deadlines(unsaved)
        except BaseException:
            self._unsaved = unsaved | self._unsaved
            raise


def _can_be_told(table: Table) -> bool:
    """Whether the bot may write to the person on turn."""
    assert table.deal is not None
    assert table.deal.turn is not None
    person = table.seats[table.deal.turn].person
    return person is not None and person.reachable

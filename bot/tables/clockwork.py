"""What a table does by itself: computers play, the next deal comes. Each step is a request in the table's lane."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

from bot.tables.change import Change, UseCase, play
from bot.tables.house import House
from bot.tables.model import Phase, Table, TableId
from bot.tables.playing import asked, deal_next, view_of
from bot.tables.refusals import TableRefusal
from kozel import Action, SeatView

log = logging.getLogger(__name__)

Think = Callable[[str, SeatView], Awaitable[Action | None]]
"""What a computer of this level (a name in kozel.PLAYERS) does; None to wait, off turn only. May take its time."""

_AGAIN = 5.0  # seconds before a step that failed, for want of the store say, is tried again


class Overtaken(Exception):
    """The table has moved on since this step was planned."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long a table waits, in seconds, at the usual pace: before a computer plays, before it plays after a trick was
    taken (so that people see who took what), and between two deals."""

    computer: float
    trick: float
    deal: float


class Clockwork:
    """Plans the next own step of each table when it is told of a change, and forgets the one planned before.

    Nothing is stored: after a start, being told of the live tables plans all of them anew. Computers think while the
    pause before their play runs, outside the table's lane; what they chose is played only if the table is still as they
    saw it.
    """

    def __init__(self, house: House, tempo: Tempo, seed: Callable[[], bytes], think: Think) -> None:
        self._house, self._tempo, self._seed, self._think = house, tempo, seed, think
        self._planned: dict[TableId, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._stopped = False

    def told(self, table: Table) -> None:
        """Plan the next step of this table, if it has one (a House listener)."""
        if (planned := self._planned.pop(table.id, None)) is not None:
            planned.cancel()
        step = self._step(table)
        if step is None or self._stopped:
            return
        self._plan(*step, table)

    async def stop(self) -> None:
        """Plan nothing more, and let the steps under way end."""
        self._stopped = True
        for planned in self._planned.values():
            planned.cancel()
        self._planned.clear()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _step(self, table: Table) -> tuple[float, _Step] | None:
        if table.phase is not Phase.PLAYING or table.deal is None or table.waits:
            return None
        slower = table.habits.pace.factor
        if table.deal.over:
            return self._tempo.deal * slower, self._next_deal
        if not asked(table):
            return None
        fresh = bool(table.deal.past) and not table.deal.trick.plays
        return (self._tempo.trick if fresh else self._tempo.computer) * slower, self._computers_play

    async def _next_deal(self, table: Table) -> UseCase:
        return lambda now: deal_next(now, self._seed())

    async def _computers_play(self, table: Table) -> UseCase | None:
        """The computers are asked one after the other; None where all of them wait."""
        for seat, level in asked(table):
            action = await self._think(level, view_of(table, seat))
            if action is not None:
                return partial(play, seat=seat, action=action, by=None)
        return None

    def _plan(self, delay: float, step: _Step, table: Table) -> None:
        task = asyncio.get_running_loop().create_task(self._run(delay, step, table))
        self._planned[table.id] = task
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, delay: float, step: _Step, table: Table) -> None:
        try:
            use_case = await self._after(delay, step, table)
            if use_case is not None:
                await self._house.act(table.id, partial(_unless_overtaken, table.version, use_case))
        except (Overtaken, TableRefusal):
            log.debug("table %s moved on before its own step", table.id)
        except Exception:
            log.exception("table %s could not do its own step; it is tried again in %.0f s", table.id, _AGAIN)
            if table.id not in self._planned and not self._stopped:
                self._plan(_AGAIN, step, table)

    async def _after(self, delay: float, step: _Step, table: Table) -> UseCase | None:
        """What is to be done, when the pause is over. Until then it is planned, and may be cancelled."""
        clock = asyncio.get_running_loop()
        due = clock.time() + delay
        try:
            use_case = await step(table)
            await asyncio.sleep(due - clock.time())
            return use_case
        finally:
            if self._planned.get(table.id) is asyncio.current_task():  # else it has given way to a newer one
                del self._planned[table.id]


_Step = Callable[[Table], Awaitable[UseCase | None]]


def _unless_overtaken(version: int, use_case: UseCase, now: Table) -> Change:
    if now.version != version:
        raise Overtaken
    return use_case(now)

"""What a table does by itself: computers play, the next deal comes. Each step is a request in the table's lane."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass

from bot.tables.change import Change, UseCase
from bot.tables.house import House
from bot.tables.model import Phase, Table, TableId
from bot.tables.playing import computer_plays, computers_choice, deal_next
from bot.tables.refusals import TableRefusal

log = logging.getLogger(__name__)

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

    Nothing is stored: after a start, being told of the live tables plans all of them anew.
    """

    def __init__(self, house: House, tempo: Tempo, seed: Callable[[], bytes], dice: random.Random) -> None:
        self._house, self._tempo, self._seed, self._dice = house, tempo, seed, dice
        self._planned: dict[TableId, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._stopped = False

    def told(self, table: Table) -> None:
        """Plan the next step of this table, if it has one (a House listener)."""
        if (planned := self._planned.pop(table.id, None)) is not None:
            planned.cancel()
        step = self._step(table)
        if step is None or self._stopped:
            return
        delay, use_case = step
        self._plan(delay, table.id, table.version, use_case)

    async def stop(self) -> None:
        """Plan nothing more, and let the steps under way end."""
        self._stopped = True
        for planned in self._planned.values():
            planned.cancel()
        await asyncio.gather(*self._running)

    def _step(self, table: Table) -> tuple[float, UseCase] | None:
        if table.phase is not Phase.PLAYING or table.deal is None or table.waits:
            return None
        slower = table.habits.pace.factor
        if table.deal.over:
            return self._tempo.deal * slower, lambda now: deal_next(now, self._seed())
        if computers_choice(table, random.Random(table.version)) is None:  # noqa: S311 - asks only whether one would
            return None
        fresh = bool(table.deal.past) and not table.deal.trick.plays
        return (self._tempo.trick if fresh else self._tempo.computer) * slower, lambda now: computer_plays(
            now, self._dice
        )

    def _plan(self, delay: float, table: TableId, version: int, use_case: UseCase) -> None:
        loop = asyncio.get_running_loop()
        self._planned[table] = loop.call_later(delay, self._start, table, version, use_case)

    def _start(self, table: TableId, version: int, use_case: UseCase) -> None:
        self._planned.pop(table, None)
        task = asyncio.get_running_loop().create_task(self._run(table, version, use_case))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, table: TableId, version: int, use_case: UseCase) -> None:
        def unless_overtaken(now: Table) -> Change:
            if now.version != version:
                raise Overtaken
            return use_case(now)

        try:
            await self._house.act(table, unless_overtaken)
        except (Overtaken, TableRefusal):
            log.debug("table %s moved on before its own step", table)
        except Exception:
            log.exception("table %s could not do its own step; it is tried again in %.0f s", table, _AGAIN)
            if table not in self._planned and not self._stopped:
                self._plan(_AGAIN, table, version, use_case)

"""Hints: what a master would play with the presser's hand. Each is thought and counted once, however often asked."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

from bot.tables.house import House
from bot.tables.model import PersonId
from bot.tables.playing import count_hint, to_advise
from bot.tables.presses import Hint
from bot.tables.refusals import Stale
from kozel import Action, Advice, SeatView, advice_on

_LEVEL = "master"
_KEPT = 1000  # hints that are not thought again


class Counsel:
    """Gives hints; ``think`` as the tables' computers do (bot/tables/clockwork.py)."""

    def __init__(self, house: House, think: Callable[[str, SeatView], Awaitable[Action | None]]) -> None:
        self._house, self._think = house, think
        self._given: OrderedDict[tuple[PersonId, Hint], asyncio.Task[Action]] = OrderedDict()

    async def hint(self, person: PersonId, press: Hint) -> tuple[SeatView, Advice]:
        """What a master would play for ``person``, and what they know of the deal.

        Raises:
            NotSeated, NotUnderWay, NoHints, Stale: as in :func:`bot.tables.playing.to_advise`; also when the table had
                moved on before the hint was counted. What is counted is told.
        """
        view = to_advise(await self._house.see(press.table), person, press)
        thought = self._given.get((person, press))
        if thought is None or _failed(thought):
            thought = self._given[person, press] = asyncio.create_task(self._find(person, press, view))
            while len(self._given) > _KEPT:
                self._given.popitem(last=False)
        return view, advice_on(view, await asyncio.shield(thought))

    async def _find(self, person: PersonId, press: Hint, view: SeatView) -> Action:
        action = await self._think(_LEVEL, view)
        if action is None:
            raise Stale
        await self._house.act(press.table, partial(count_hint, person=person, press=press))
        return action


def _failed(thought: asyncio.Task[Action]) -> bool:
    return thought.done() and (thought.cancelled() or thought.exception() is not None)

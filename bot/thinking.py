"""Where computers think: the quick ones at once, a master in worker processes, never in the event loop.

Nothing is started before the first master thinks. Each thought is bounded: ``budget`` seconds of one core, less where
more of them wait than there are cores, so that many tables wait no longer than one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context, parent_process

from kozel import PLAYERS, Action, Master, SeatView

log = logging.getLogger(__name__)

_LEAST = 0.01  # seconds; below that a thought is not worth its way to the worker
_LATE = 20.0  # seconds after which no answer is waited for; a worker's start is among them
_ITERATIONS = 4000  # more do not play better
_NICE = 5  # presses go before thoughts
_INSTEAD = "solid"


class Minds:
    """The computers' thinking, for all tables. Where a thought fails a quicker player's choice is played."""

    def __init__(self, budget: float, dice: random.Random, workers: int | None = None) -> None:
        """``budget``: seconds a move; ``workers``: how many processes at most (None: one a core)."""
        self._budget, self._dice = budget, dice
        self._workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def think(self, level: str, view: SeatView) -> Action | None:
        """What a computer of ``level`` (a name in kozel.PLAYERS) does; None to wait, off turn only."""
        if not isinstance(PLAYERS[level], Master) or (view.on_turn and len(view.legal) == 1):
            return PLAYERS[level](view, self._dice)
        self._waiting += 1
        pool = self._pool = self._pool or self._new()
        try:
            return await self._ask(pool, view)
        except (BrokenExecutor, TimeoutError) as error:
            log.warning("a thought came to nothing (%s); a simpler one is played", type(error).__name__)
            await self._end(pool)
            return PLAYERS[_INSTEAD](view, self._dice)
        except Exception:  # of its own, or of a system that has no room for a worker: the table goes on
            log.exception("a master could not think; a simpler play is made")
            return PLAYERS[_INSTEAD](view, self._dice)
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """End the workers; the next thought starts new ones."""
        if self._pool is not None:
            await self._end(self._pool)

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=_ready)

    async def _end(self, pool: ProcessPoolExecutor) -> None:
        if pool is not self._pool:  # somebody else whose thought failed is at it
            return
        self._pool = None
        for worker in list((pool._processes or {}).values()):  # the library has no way to end one that hangs
            worker.terminate()
        await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)

    async def _ask(self, pool: ProcessPoolExecutor, view: SeatView) -> Action | None:
        seconds = max(_LEAST, self._budget * min(1.0, self._workers / self._waiting))
        thought = pool.submit(_think, view, self._dice.getrandbits(64), seconds)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(thought), _LATE)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            raise BrokenExecutor("the pool was ended while this thought waited") from None


def _ready() -> None:
    """In a worker, first of all: be quiet, be modest, and do not outlive the bot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(_NICE)
    threading.Thread(target=_leave_with_the_bot, daemon=True).start()


def _leave_with_the_bot() -> None:
    bot = parent_process()
    if bot is not None:
        bot.join()
    os._exit(0)


def _think(view: SeatView, seed: int, seconds: float) -> Action | None:
    return Master(_ITERATIONS, seconds)(view, random.Random(seed))  # noqa: S311 - a computer player's dice

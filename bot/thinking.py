"""Where computers think: the quick ones at once, a master in worker processes, never in the event loop.

Nothing is started before the first master thinks. Who asks first is thought for first; a table asks for its next play
when it has had the last, so none has two thoughts while another waits for one. Where many wait, each is given less, as
much as lets all of them be there in time (:func:`share`): under load a master thinks less rather than later.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import threading
import time
from collections import deque
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process

from kozel import PLAYERS, Action, Master, SeatView

log = logging.getLogger(__name__)

_IN_TIME = 0.5  # seconds after which a thought is to be there, however many wait; well within a computer's pause
_LEAST = 0.01  # seconds of a core; with less a master is no better than a solid player
_LATE = 4.0  # seconds after which nobody waits for a thought any more
_HANGS = 20.0  # seconds after which a worker that does not answer is ended; its start is among them
_ITERATIONS = 4000  # more do not play better
_NICE = 5  # presses go before thoughts; with more, thoughts starve where the machine has other work
_INSTEAD = "solid"


def share(waits: Iterable[float], workers: int, most: float) -> float:
    """Seconds of a core for the next thought, where those that are asked for have waited so long, the first first.

    Were each given as much, each would be there half a second after it was asked for, with so many workers at it. Never
    more than ``most``, nor so little that nothing comes of it; only then does it take longer.
    """
    left = min((_IN_TIME - waited) / place for place, waited in enumerate(waits, 1))
    return min(most, max(_LEAST, workers * left))


@dataclass(eq=False, slots=True)
class _Asked:
    """A thought that somebody waits for, ``since`` then (time.monotonic)."""

    view: SeatView
    since: float
    answer: asyncio.Future[Action | None]


class Minds:
    """The computers' thinking, for all tables. Where a thought fails a quicker player's choice is played."""

    def __init__(self, budget: float, dice: random.Random, workers: int | None = None) -> None:
        """``budget``: seconds a move; ``workers``: how many processes at most (None: one a core)."""
        self._budget, self._dice = budget, dice
        self._idle = [_Worker() for _ in range(workers or os.cpu_count() or 1)]
        self._workers = tuple(self._idle)
        self._asked: deque[_Asked] = deque()
        self._serving: set[asyncio.Task[None]] = set()
        self._behind = False

    async def think(self, level: str, view: SeatView) -> Action | None:
        """What a computer of ``level`` (a name in kozel.PLAYERS) does; None to wait, off turn only."""
        if not isinstance(PLAYERS[level], Master) or (view.on_turn and len(view.legal) == 1):
            return PLAYERS[level](view, self._dice)
        asked = _Asked(view, time.monotonic(), asyncio.get_running_loop().create_future())
        self._asked.append(asked)
        self._begin()
        try:
            async with asyncio.timeout(_LATE):
                action = await asked.answer
        except TimeoutError:
            if not self._behind:  # once, not for each
                log.warning("thoughts are not there in %.0f s; simpler ones are played meanwhile", _LATE)
            self._behind = True
        except BrokenExecutor:  # said already, by whom it happened to
            pass
        else:
            self._behind = False
            return action
        finally:
            with suppress(ValueError):  # nobody waits for it any more
                self._asked.remove(asked)
        return PLAYERS[_INSTEAD](view, self._dice)

    async def stop(self) -> None:
        """End the workers; the next thought starts new ones."""
        while self._asked:
            self._asked.popleft().answer.set_exception(BrokenExecutor())
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    def _begin(self) -> None:
        """Have a worker at it, if one is free."""
        if self._asked and self._idle:
            task = asyncio.get_running_loop().create_task(self._serve(self._idle.pop()))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _serve(self, worker: _Worker) -> None:
        """Let this worker think as long as somebody waits for a thought."""
        try:
            while self._asked:
                now = time.monotonic()
                seconds = share((now - each.since for each in self._asked), len(self._workers), self._budget)
                await self._answer(self._asked.popleft(), worker, seconds)
        finally:
            self._idle.append(worker)

    async def _answer(self, asked: _Asked, worker: _Worker, seconds: float) -> None:
        try:
            action = await worker.think(asked.view, self._dice.getrandbits(64), seconds)
        except (BrokenExecutor, TimeoutError) as error:
            log.warning("a thought came to nothing (%s); a simpler one is played", type(error).__name__)
            await worker.end()
        except Exception:  # of its own, or of a system that has no room for a worker: the table goes on
            log.exception("a master could not think; a simpler play is made")
        else:
            log.debug("a thought was there after %.3f s, and had %.3f s", time.monotonic() - asked.since, seconds)
            if not asked.answer.done():
                asked.answer.set_result(action)
        finally:
            if not asked.answer.done():
                asked.answer.set_exception(BrokenExecutor())


class _Worker:
    """One process that thinks, started with its first thought. Thinks one thought at a time."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    @property
    def ids(self) -> list[int]:
        """The process's id, if there is one."""
        return [] if self._pool is None else list(self._pool._processes or {})

    async def think(self, view: SeatView, seed: int, seconds: float) -> Action | None:
        """A master's choice.

        Raises:
            BrokenExecutor: the process has died or was ended.
            TimeoutError: it hangs.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_ready)
        thought = self._pool.submit(_think, view, seed, seconds)
        return await asyncio.wait_for(asyncio.wrap_future(thought), _HANGS)

    async def end(self) -> None:
        """End the process, whatever it does; the next thought starts a new one."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # the library has no way to end one that hangs
                process.kill()
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


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

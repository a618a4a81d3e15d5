"""Computers' thinking outside the event loop: real worker processes."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import random
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import pytest

from bot import thinking
from bot.thinking import Minds
from kozel import FOUR, PLAYERS, SIX, Deal, SeatView, deal_from, seat_view


def view(number: int = 0) -> SeatView:
    """A hand on its first lead."""
    deal, _ = Deal.start(deal_from(FOUR, 0, 1, str(number).encode()))
    return seat_view(deal, 1)


@pytest.fixture
async def minds() -> AsyncIterator[Minds]:
    minds = Minds(0.05, random.Random(1), workers=1)
    yield minds
    await minds.stop()


def workers(minds: Minds) -> list[int]:
    """The worker processes' ids."""
    return [] if minds._pool is None else list(minds._pool._processes or {})


async def test_a_quick_computer_needs_no_worker(minds: Minds) -> None:
    for level in ("novice", "solid", "greedy", "random"):
        assert await minds.think(level, view()) in view().legal
    assert workers(minds) == []


async def test_a_master_thinks_in_a_worker_while_the_loop_goes_on(minds: Minds) -> None:
    await minds.think("master", view())  # the worker is up
    minds._budget = 0.5
    thought = asyncio.create_task(minds.think("master", view()))
    longest, last = 0.0, time.perf_counter()
    while not thought.done():
        await asyncio.sleep(0.001)
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    assert await thought in view().legal
    assert longest < 0.4
    assert len(workers(minds)) == 1


async def test_where_many_wait_each_thought_is_shorter(minds: Minds, monkeypatch: pytest.MonkeyPatch) -> None:
    minds._budget = 1.0
    budgets: list[float] = []
    submit = ProcessPoolExecutor.submit

    def submitted(pool: ProcessPoolExecutor, work: Any, what: SeatView, seed: int, seconds: float) -> Any:
        budgets.append(seconds)
        return submit(pool, work, what, seed, 0.01)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", submitted)
    chosen = await asyncio.gather(*(minds.think("master", view(number)) for number in range(20)))
    assert all(action in view(number).legal for number, action in enumerate(chosen))
    assert budgets[0] == 1.0
    assert budgets[-1] == pytest.approx(1 / 20)


async def test_when_a_worker_dies_a_simpler_play_is_made_and_the_next_thought_has_a_new_one(
    minds: Minds, caplog: pytest.LogCaptureFixture
) -> None:
    await minds.think("master", view())
    minds._budget = 5.0
    thoughts = [asyncio.create_task(minds.think("master", view(number))) for number in range(3)]
    await asyncio.sleep(0.2)
    (worker,) = workers(minds)
    with caplog.at_level(logging.WARNING):
        os.kill(worker, signal.SIGKILL)
        for number, action in enumerate(await asyncio.gather(*thoughts)):
            assert action == PLAYERS["solid"](view(number), random.Random(1))
    assert "a simpler one is played" in caplog.text
    minds._budget = 0.05
    assert await minds.think("master", view()) in view().legal
    assert worker not in workers(minds)


@pytest.mark.parametrize("at_once", [True, False], ids=["no room for a worker", "in the worker"])
async def test_a_thought_that_fails_is_logged_and_a_simpler_play_is_made(
    minds: Minds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, at_once: bool
) -> None:
    def failing(*_: object) -> Future[Any]:
        if at_once:
            raise BlockingIOError("no more processes")
        thought: Future[Any] = Future()
        thought.set_exception(IndexError("a world that cannot be"))
        return thought

    monkeypatch.setattr(ProcessPoolExecutor, "submit", failing)
    with caplog.at_level(logging.ERROR):
        assert await minds.think("master", view()) == PLAYERS["solid"](view(), random.Random(1))
    assert "a simpler play is made" in caplog.text
    assert minds._waiting == 0


async def test_a_thought_that_never_ends_is_not_waited_for(minds: Minds, monkeypatch: pytest.MonkeyPatch) -> None:
    await minds.think("master", view())
    monkeypatch.setattr(thinking, "_LATE", 0.2)
    minds._budget = 5.0
    first, second = await asyncio.gather(minds.think("master", view(1)), minds.think("master", view(2)))
    assert first in view(1).legal
    assert second in view(2).legal


async def test_workers_end_with_the_bot(minds: Minds) -> None:
    await minds.think("master", view())
    (worker,) = workers(minds)
    await minds.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_to_a_worker_goes_the_games_name_and_not_its_tables() -> None:
    for rules in (FOUR, SIX):
        assert pickle.loads(pickle.dumps(rules)) is rules
    assert len(pickle.dumps(view())) < 5000
    assert pickle.loads(pickle.dumps(view())) == view()

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
from itertools import repeat
from typing import Any

import pytest

from bot import thinking
from bot.thinking import Minds, share
from kozel import FOUR, PLAYERS, SIX, Action, Deal, SeatView, deal_from, seat_view


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
    return [number for worker in minds._workers for number in worker.ids]


class Worker:
    """Instead of a process: notes what it is asked, and says the first thing that may be done."""

    def __init__(self) -> None:
        self.asked: list[SeatView] = []
        self.given: list[float] = []

    async def think(self, view: SeatView, seed: int, seconds: float) -> Action | None:
        """At the loop's next turn."""
        self.asked.append(view)
        self.given.append(seconds)
        await asyncio.sleep(0)
        return view.legal[0]

    async def end(self) -> None:
        """Nothing is to end."""


@pytest.fixture
def worker(minds: Minds) -> Worker:
    """The only worker of ``minds``."""
    worker = Worker()
    instead: Any = worker
    minds._workers, minds._idle = (instead,), [instead]
    return worker


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


def test_as_long_as_there_is_time_for_all_each_has_all_it_may_have() -> None:
    assert share([0.0], 1, 0.15) == 0.15
    assert share([0.0] * 3, 1, 0.15) == 0.15
    assert share([0.0] * 6, 2, 0.15) == 0.15
    assert share([0.3, 0.0], 1, 0.15) == 0.15


@pytest.mark.parametrize(("waiting", "workers"), [(80, 2), (30, 1), (400, 16)])
def test_many_who_ask_at_once_have_equal_shares_and_all_are_there_in_time(waiting: int, workers: int) -> None:
    passed, given = 0.0, []
    for left in range(waiting, 0, -1):
        given.append(share(repeat(passed, left), workers, 0.15))
        passed += given[-1] / workers
    assert passed == pytest.approx(thinking._IN_TIME)
    assert given == pytest.approx([thinking._IN_TIME * workers / waiting] * waiting)


def test_where_the_workers_are_slower_than_that_the_rest_have_less_and_no_less_than_something() -> None:
    passed, given = 0.0, []
    for left in range(20, 0, -1):  # half a core is all that there is
        given.append(share(repeat(passed, left), 1, 0.15))
        passed += given[-1] / 0.5
    assert given[0] == pytest.approx(0.025)
    assert given == sorted(given, reverse=True)
    assert given[-1] == thinking._LEAST


def test_one_who_came_later_takes_nothing_from_those_before_who_can_wait_no_longer() -> None:
    assert share([0.45, 0.0], 1, 0.15) == pytest.approx(0.05)
    assert share([5.0, 0.0], 1, 0.15) == thinking._LEAST


async def test_who_asks_first_is_first_and_no_table_has_two_thoughts_while_another_waits(
    minds: Minds, worker: Worker
) -> None:
    views = [view(number) for number in range(5)]

    async def table(own: SeatView) -> None:
        for _ in range(3):
            await minds.think("master", own)

    await asyncio.gather(*map(table, views))
    assert worker.asked == views * 3
    assert not minds._asked


async def test_where_many_wait_each_thought_is_shorter(minds: Minds, worker: Worker) -> None:
    minds._budget = 1.0
    await asyncio.gather(*(minds.think("master", view(number)) for number in range(20)))
    assert max(worker.given) <= 1.0
    assert worker.given[0] <= thinking._IN_TIME / 20
    await minds.think("master", view())
    assert worker.given[-1] > worker.given[0]


async def test_who_does_not_wait_any_more_is_not_thought_for(minds: Minds, worker: Worker) -> None:
    thoughts = [asyncio.create_task(minds.think("master", view(number))) for number in range(4)]
    await asyncio.sleep(0)
    thoughts[2].cancel()
    await asyncio.gather(*thoughts, return_exceptions=True)
    assert worker.asked == [view(0), view(1), view(3)]


async def test_when_a_worker_dies_one_simpler_play_is_made_and_the_others_that_wait_have_a_new_one(
    minds: Minds, caplog: pytest.LogCaptureFixture
) -> None:
    await minds.think("master", view())
    thoughts = [asyncio.create_task(minds.think("master", view(number))) for number in range(100)]
    await asyncio.wait(thoughts, return_when=asyncio.FIRST_COMPLETED)
    (worker,) = workers(minds)
    with caplog.at_level(logging.WARNING):
        os.kill(worker, signal.SIGKILL)
        for number, action in enumerate(await asyncio.gather(*thoughts)):
            assert action in view(number).legal
    assert caplog.text.count("came to nothing") == 1
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
    assert not minds._asked


async def test_a_worker_that_hangs_is_ended(
    minds: Minds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await minds.think("master", view())
    (worker,) = workers(minds)
    monkeypatch.setattr(thinking, "_HANGS", 0.2)
    os.kill(worker, signal.SIGSTOP)
    with caplog.at_level(logging.WARNING):
        assert await minds.think("master", view(1)) == PLAYERS["solid"](view(1), random.Random(1))
    assert "came to nothing (TimeoutError)" in caplog.text
    monkeypatch.undo()
    assert await minds.think("master", view(2)) in view(2).legal
    assert worker not in workers(minds)


async def test_a_thought_that_is_late_is_not_waited_for_and_the_log_says_so_once(
    minds: Minds, worker: Worker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    never = asyncio.Event()

    async def hangs(*_: object) -> Action | None:
        await never.wait()
        return None

    monkeypatch.setattr(thinking, "_LATE", 0.01)
    monkeypatch.setattr(worker, "think", hangs)
    with caplog.at_level(logging.WARNING):
        for number, action in enumerate(await asyncio.gather(*(minds.think("master", view(n)) for n in range(3)))):
            assert action == PLAYERS["solid"](view(number), random.Random(1))
    assert caplog.text.count("simpler ones are played meanwhile") == 1
    assert not minds._asked


async def test_workers_end_with_the_bot(minds: Minds) -> None:
    await minds.think("master", view())
    (worker,) = workers(minds)
    await minds.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


async def test_at_the_end_nobody_is_left_waiting(minds: Minds, caplog: pytest.LogCaptureFixture) -> None:
    await minds.think("master", view())
    thoughts = [asyncio.create_task(minds.think("master", view(number))) for number in range(10)]
    await asyncio.sleep(0)
    with caplog.at_level(logging.WARNING):
        await minds.stop()
        for number, action in enumerate(await asyncio.gather(*thoughts)):
            assert action in view(number).legal
    assert not caplog.records
    assert workers(minds) == []


def test_to_a_worker_goes_the_games_name_and_not_its_tables() -> None:
    for rules in (FOUR, SIX):
        assert pickle.loads(pickle.dumps(rules)) is rules
    assert len(pickle.dumps(view())) < 5000
    assert pickle.loads(pickle.dumps(view())) == view()

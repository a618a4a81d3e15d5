"""What a table does by itself, in time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from bot.tables import clockwork as clockwork_module
from bot.tables.clockwork import Clockwork, Tempo
from bot.tables.ending import stop
from bot.tables.habits import Habits, Pace
from bot.tables.house import House
from bot.tables.model import Phase, Table, TableId
from bot.tables.playing import lay
from kozel import PLAYERS, Action, Cards, Lead, SeatView
from tests.tables.build import ANNA, BORIS, BOT, GLEB, VERA, Holder, away, begun, laid_out, lobby_of, moved_on, press
from tests.tables.memory import MemoryStore

QUICK = Tempo(computer=0.01, trick=0.02, deal=0.03)
KING = Lead(Cards.parse("KS"))
SEED = b"seed"


class Hall:
    """A house with its clockwork, over a store in memory."""

    def __init__(self, tempo: Tempo = QUICK) -> None:
        self.store = MemoryStore()
        self.house = House(self.store)
        self.dice = random.Random(1)
        self.clockwork = Clockwork(self.house, tempo, lambda: SEED, self.think)
        self.house.tell(self.clockwork.told)
        self.told: list[tuple[float, Table]] = []
        self.house.tell(lambda table: self.told.append((asyncio.get_running_loop().time(), table)))

    async def think(self, level: str, view: SeatView) -> Action | None:
        """At once, in the test's own process."""
        return PLAYERS[level](view, self.dice)

    def put(self, table: Table) -> TableId:
        """Store this table and plan its own steps, as at a start."""
        self.clockwork.told(self.store.put(table))
        return table.id

    def planned(self) -> list[float]:
        """The pauses before the steps that are planned from now on, in seconds."""
        pauses: list[float] = []
        clockwork: Any = self.clockwork
        plan = clockwork._plan

        def noted(delay: float, *what: object) -> None:
            pauses.append(delay)
            plan(delay, *what)

        clockwork._plan = noted
        return pauses

    async def until(self, moment: int, round_: int = 1) -> Table:
        """The table of the test when it has got as far as that."""
        come = asyncio.Event()
        self.house.tell(lambda now: come.set() if (now.round, now.moment) >= (round_, moment) else None)
        await come.wait()
        return self.store.tables[TableId(7)]


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall()
    yield hall
    await hall.clockwork.stop()


def computers_after_anna() -> Table:
    """Anna leads, then three computers; nobody can enter out of turn."""
    hands = ("KS TS QD JD", "6S 7S 8D 9S", "6H 7H 8H 9C", "6D 7D 8S 9D")
    return laid_out(*hands, holders=(ANNA, BOT, BOT, BOT))


def last_card_of_the_deal() -> Table:
    """A deal in which a computer has the last card to lay."""
    dice, table = random.Random(2), begun(BOT, ANNA, BOT, BOT)
    while True:
        after = moved_on(table, dice).table
        assert table.deal is not None
        if after.results and table.deal.turn != 1 and after.actor != 1:
            return table
        table = after if not after.results else begun(BOT, ANNA, BOT, BOT, seed=dice.randbytes(4))


async def test_computers_play_one_after_the_other(hall: Hall) -> None:
    table = hall.put(computers_after_anna())
    await hall.house.act(table, partial(lay, person=ANNA.id, press=press(computers_after_anna(), KING)))
    now = await asyncio.wait_for(hall.until(4), 5)
    assert now.deal is not None
    assert len(now.deal.past) >= 1


async def test_a_computer_takes_its_time() -> None:
    hall = Hall(Tempo(computer=0.05, trick=0.05, deal=9))
    table = hall.put(computers_after_anna())
    await hall.house.act(table, partial(lay, person=ANNA.id, press=press(computers_after_anna(), KING)))
    await asyncio.wait_for(hall.until(3), 5)
    await hall.clockwork.stop()
    times = [time for time, _ in hall.told]
    assert all(later - earlier > 0.045 for earlier, later in pairwise(times))


async def test_after_a_trick_a_computer_waits_longer() -> None:
    hall = Hall(Tempo(computer=0.001, trick=60, deal=60))
    table = computers_after_anna()
    hall.put(replace(table, seats=lobby_of(BOT, BOT, BOT, ANNA).seats))
    now = await asyncio.wait_for(hall.until(3), 5)
    ask = next(action for action in now.hand(3).view.legal)
    change = await hall.house.act(now.id, partial(lay, person=ANNA.id, press=press(now, ask)))
    await asyncio.sleep(0.05)
    assert hall.store.tables[now.id].moment == change.table.moment == 4
    await hall.clockwork.stop()


async def test_for_people_nothing_is_planned(hall: Hall) -> None:
    hall.put(begun())
    hall.put(replace(lobby_of(ANNA, BOT, BOT, BOT), id=TableId(8)))
    await asyncio.sleep(0.05)
    assert hall.store.saves == []


async def test_the_next_deal_comes_by_itself(hall: Hall) -> None:
    hall.put(last_card_of_the_deal())
    now = await asyncio.wait_for(hall.until(0, round_=2), 5)
    assert now.phase is Phase.PLAYING
    assert len(now.results) == 1


async def test_between_deals_there_is_a_pause() -> None:
    hall = Hall(Tempo(computer=0.001, trick=0.001, deal=0.2))
    hall.put(last_card_of_the_deal())
    await asyncio.wait_for(hall.until(0, round_=2), 5)
    (before, _), (after, _) = [(time, now) for time, now in hall.told if now.round == 1][-1], hall.told[-1]
    assert after - before > 0.19
    await hall.clockwork.stop()


@pytest.mark.parametrize("seats", [(BOT, BOT, BOT, BOT), (BOT, away(ANNA), BOT, BOT)])
async def test_a_series_in_which_no_person_plays_waits(hall: Hall, seats: tuple[Holder, ...]) -> None:
    between = last_card_of_the_deal()
    for table in (computers_after_anna(), between):
        hall.put(replace(table, seats=lobby_of(*seats).seats))
        assert not hall.clockwork._planned
    await asyncio.sleep(0.05)
    assert hall.store.saves == []


async def test_a_computer_plays_for_somebody_who_is_away(hall: Hall) -> None:
    hall.put(replace(computers_after_anna(), seats=lobby_of(away(ANNA), BORIS, VERA, GLEB).seats))
    now = await asyncio.wait_for(hall.until(1), 5)
    assert now.actor == 0
    assert now.seats[0].away


@pytest.mark.parametrize(("pace", "pause"), [(Pace.SLOW, 3.0), (Pace.USUAL, 1.5), (Pace.FAST, 0.6)])
async def test_computers_play_at_the_pace_that_the_chat_likes(pace: Pace, pause: float) -> None:
    hall = Hall(Tempo(computer=1.5, trick=9, deal=9))
    planned = hall.planned()
    hall.put(replace(computers_after_anna(), seats=lobby_of(BOT, BORIS, VERA, GLEB).seats, habits=Habits(pace=pace)))
    assert planned == [pytest.approx(pause)]


async def test_a_computer_thinks_while_the_pause_runs_and_gives_up_when_the_table_moves_on() -> None:
    hall = Hall(Tempo(computer=60, trick=60, deal=60))
    asked, given_up = asyncio.Event(), asyncio.Event()

    async def think(level: str, view: SeatView) -> Action | None:
        asked.set()
        try:
            return await asyncio.Future()
        finally:
            given_up.set()

    hall.clockwork._think = think
    table = hall.put(replace(computers_after_anna(), seats=lobby_of(BOT, ANNA, BORIS, VERA).seats))
    await asyncio.wait_for(asked.wait(), 5)
    await hall.house.act(table, partial(stop, person=ANNA.id, admin=True))
    await asyncio.wait_for(given_up.wait(), 5)
    assert not hall.clockwork._planned
    await hall.clockwork.stop()


async def test_a_step_that_was_overtaken_does_nothing(hall: Hall) -> None:
    table = replace(computers_after_anna(), seats=lobby_of(BOT, ANNA, BORIS, VERA).seats)
    hall.put(table)
    hall.store.tables[table.id] = replace(table, version=5)  # written by somebody who told nobody
    await asyncio.sleep(0.05)
    assert hall.store.saves == []


async def test_the_newest_change_counts_not_the_one_planned_before() -> None:
    hall = Hall(Tempo(computer=0.03, trick=0.03, deal=9))
    table = replace(computers_after_anna(), seats=lobby_of(BOT, ANNA, BORIS, VERA).seats)
    hall.put(table)
    await hall.house.act(table.id, partial(stop, person=ANNA.id, admin=True))
    await asyncio.sleep(0.06)
    assert hall.store.tables[table.id].moment == 0
    assert not hall.clockwork._planned


async def test_after_a_stop_nothing_comes_any_more() -> None:
    hall = Hall()
    table = replace(computers_after_anna(), seats=lobby_of(BOT, BOT, BOT, ANNA).seats)
    hall.put(table)
    await hall.clockwork.stop()
    hall.clockwork.told(table)
    await asyncio.sleep(0.05)
    assert hall.store.saves == []


async def test_a_stop_lets_the_step_under_way_end() -> None:
    hall = Hall(Tempo(0, 0, 0))
    hall.put(replace(computers_after_anna(), seats=lobby_of(BOT, BOT, BOT, ANNA).seats))
    hall.store.saving = asyncio.Event()
    await hall.store.saving.wait()
    assert hall.clockwork._running
    await hall.clockwork.stop()
    assert len(hall.store.saves) == 1
    assert not hall.clockwork._running


async def test_a_store_that_fails_is_logged_and_the_step_tried_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clockwork_module, "_AGAIN", 0.02)
    hall.store.failing = OSError("disk full")
    with caplog.at_level(logging.ERROR):
        hall.put(replace(computers_after_anna(), seats=lobby_of(BOT, ANNA, BORIS, VERA).seats))
        now = await asyncio.wait_for(hall.until(1), 5)
    assert now.moment == 1
    assert "disk full" in caplog.text
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 1


async def test_what_a_computer_chose_is_played_only_if_the_table_is_still_as_it_saw_it(hall: Hall) -> None:
    table = replace(computers_after_anna(), seats=lobby_of(BOT, ANNA, BORIS, VERA).seats)
    asked, answer = asyncio.Event(), asyncio.Event()

    async def think(level: str, view: SeatView) -> Action | None:
        asked.set()
        await answer.wait()
        return view.legal[0]

    hall.clockwork._think = think
    hall.put(table)
    await asyncio.wait_for(asked.wait(), 5)
    hall.store.put(replace(table, version=table.version + 1))
    answer.set()
    await hall.clockwork.stop()
    assert hall.store.tables[table.id].moment == table.moment


async def test_a_computer_that_would_rather_wait_does(hall: Hall) -> None:
    asked = asyncio.Event()

    async def think(level: str, view: SeatView) -> Action | None:
        asked.set()
        return None

    hall.clockwork._think = think
    table = laid_out("KS TS QD JD", "6S 7S 8S 9S", "6H 7H 8H 9C", "6D 7D 8C 9D", holders=(ANNA, BOT, VERA, GLEB))
    hall.put(table)
    await asyncio.wait_for(asked.wait(), 5)
    await hall.clockwork.stop()
    assert hall.store.tables[table.id].moment == table.moment


async def test_a_step_that_failed_gives_way_to_a_newer_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clockwork_module, "_AGAIN", 0.0)
    table = replace(computers_after_anna(), seats=lobby_of(BOT, ANNA, BORIS, GLEB).seats)

    async def fails(*_: object) -> None:
        hall.clockwork.told(table)  # a change comes in between
        raise OSError("disk full")

    monkeypatch.setattr(hall.house, "act", fails)
    hall.clockwork._tempo = Tempo(30, 30, 30)
    with caplog.at_level(logging.ERROR):
        planned = hall.planned()
        await hall.clockwork._run(0, hall.clockwork._computers_play, table)
    assert planned == [30]

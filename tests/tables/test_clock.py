"""The clock in time: when a turn's time runs, when it ends, and what a start and a silence do to it."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.tables import clock as clock_module
from bot.tables.clock import Clock
from bot.tables.house import House
from bot.tables.model import PersonId, Phase, Seat, Table, TableId
from bot.tables.waits import Deadline, Kind, Limits
from tests.tables.build import ANNA, BORIS, BOT, GLEB, VERA, begun, laid_out, lobby_of, silent
from tests.tables.memory import MemoryStore

SHORT = Limits(turn=0.2, lobby=0.1, rematch=0.1, anybody=0.1)
HANDS = ("KS TS QD JD", "6S 7S 8D 9S", "6H 7H 8H 9C", "6D 7D 8S 9D")


class Told:
    """What the clock has said: reminders and tables closed."""

    def __init__(self) -> None:
        self.reminded: list[tuple[TableId, PersonId, str]] = []
        self.shut: list[Table] = []

    def remind(self, table: TableId, person: PersonId, turn: str) -> None:
        self.reminded.append((table, person, turn))

    def closed(self, table: Table) -> None:
        self.shut.append(table)


class Hall:
    """A house with its clock over a store in memory."""

    def __init__(self, limits: Limits = SHORT, store: MemoryStore | None = None) -> None:
        self.store = store or MemoryStore()
        self.house, self.said = House(self.store), Told()
        self.clock = Clock(self.house, self.store, limits, self.said, lambda: datetime.now(UTC), random.Random(1))
        self.house.tell(self.clock.told)

    def put(self, table: Table) -> Table:
        """Store this table, and tell of it, as at a start."""
        self.clock.told(self.store.put(table))
        return table

    @property
    def now(self) -> Table:
        return self.store.tables[TableId(7)]


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    hall = Hall()
    yield hall
    await hall.clock.stop()


async def test_time_runs_from_when_the_turn_stands_in_the_players_chat(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    await asyncio.sleep(0.3)
    assert hall.now.moment == 0, "not delivered yet: the clock stands"
    hall.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.15)
    assert hall.now.moment == 0
    await asyncio.sleep(0.15)
    assert hall.now.moment == 1
    assert hall.now.seats[0] == Seat(ANNA, missed=1)


async def test_the_delivery_of_an_older_turn_starts_no_clock(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.9")
    hall.clock.delivered(TableId(99), "1.0")
    await asyncio.sleep(0.3)
    assert hall.now.moment == 0


async def test_at_half_of_it_the_player_is_reminded_once(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.13)
    hall.clock.delivered(table.id, "1.0")  # the reminder itself was delivered
    hall.clock.told(table)  # something beside the turn changed
    await asyncio.sleep(0.02)
    assert hall.said.reminded == [(table.id, ANNA.id, "1.0")]
    await asyncio.sleep(0.15)
    assert hall.now.moment == 1
    assert len(hall.said.reminded) == 1


async def test_for_somebody_whom_nothing_reaches_the_clock_runs_at_once_and_without_a_reminder(hall: Hall) -> None:
    hall.put(replace(laid_out(*HANDS), seats=lobby_of(silent(ANNA), BORIS, VERA, GLEB).seats))
    await asyncio.sleep(0.3)
    assert hall.now.moment == 1
    assert hall.said.reminded == []


async def test_a_change_that_is_no_play_leaves_the_deadline_where_it_is(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.12)
    hall.put(replace(table, version=2))
    await asyncio.sleep(0.14)
    assert hall.now.moment == 1


async def test_a_play_in_time_ends_the_wait(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    hall.put(replace(table, version=2, moment=1))
    await asyncio.sleep(0.3)
    assert hall.store.saves == []


async def test_a_timer_that_was_overtaken_does_nothing(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    hall.store.put(replace(table, version=5))  # written by somebody who told nobody
    await asyncio.sleep(0.3)
    assert hall.store.saves == []


async def test_after_a_start_a_turn_has_its_whole_time_again() -> None:
    first = Hall(Limits(turn=0.3))
    table = first.put(laid_out(*HANDS))
    first.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.2)
    await first.clock.stop()
    assert first.store.due[table.id].kind is Kind.TURN, "the deadline is stored"
    second = Hall(Limits(turn=0.3), first.store)
    await second.clock.start()
    second.put(table)
    await asyncio.sleep(0.4)
    assert second.now.moment == 0, "the turn does not stand in the chat yet"
    second.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.2)
    assert second.now.moment == 0
    await asyncio.sleep(0.2)
    assert second.now.moment == 1
    await second.clock.stop()


async def test_while_nobody_can_be_heard_no_turn_ends_and_then_it_has_its_whole_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_module, "_STANDING", 0.02)
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    hall.clock.stand_still()
    await asyncio.sleep(0.3)
    assert hall.now.moment == 0
    assert hall.said.reminded == []
    hall.clock.go_on(anew=True)
    await asyncio.sleep(0.12)
    assert hall.now.moment == 0
    await asyncio.sleep(0.15)
    assert hall.now.moment == 1


async def test_a_short_silence_gives_no_new_time(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.12)
    hall.clock.stand_still()
    hall.clock.go_on(anew=False)
    await asyncio.sleep(0.12)
    assert hall.now.moment == 1


async def test_a_lobby_that_nobody_deals_is_closed(hall: Hall) -> None:
    hall.put(lobby_of(ANNA, BORIS))
    await asyncio.sleep(0.2)
    assert hall.now.phase is Phase.CLOSED
    assert hall.said.shut == []
    await asyncio.sleep(0.6)
    assert hall.store.due == {}


async def test_a_series_that_waits_for_anybody_is_closed_with_a_word(hall: Hall) -> None:
    hall.put(replace(begun(ANNA, BOT, BOT, BOT), seats=lobby_of(BOT, BOT, BOT, BOT).seats))
    await asyncio.sleep(0.2)
    assert hall.now.phase is Phase.CLOSED
    assert [table.id for table in hall.said.shut] == [TableId(7)]


async def test_what_ended_while_the_bot_was_down_waits_until_people_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "_HEARD", 0.2)
    hall = Hall(Limits(anybody=60))
    table = replace(begun(ANNA, BOT, BOT, BOT), seats=lobby_of(BOT, BOT, BOT, BOT).seats)
    hall.store.due[table.id] = Deadline(Kind.ANYBODY, "", datetime.now(UTC) - timedelta(hours=1))
    await hall.clock.start()
    hall.put(table)
    phases = []
    for wait in (0.1, 0.2):
        await asyncio.sleep(wait)
        phases.append(hall.now.phase)
    assert phases == [Phase.PLAYING, Phase.CLOSED]
    await hall.clock.stop()


async def test_what_is_no_turn_goes_on_through_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_module, "_HEARD", 0.0)
    hall = Hall(Limits(anybody=60))
    table = replace(begun(ANNA, BOT, BOT, BOT), seats=lobby_of(BOT, BOT, BOT, BOT).seats)
    hall.store.due[table.id] = Deadline(Kind.ANYBODY, "", datetime.now(UTC) + timedelta(seconds=0.05))
    await hall.clock.start()
    hall.put(table)
    await asyncio.sleep(0.15)
    assert hall.now.phase is Phase.CLOSED
    await hall.clock.stop()


async def test_a_store_that_fails_is_logged_and_asked_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(clock_module, "_AGAIN", 0.02)
    hall.store.failing = OSError("disk full")
    with caplog.at_level(logging.ERROR):
        hall.put(lobby_of(ANNA))
        await asyncio.sleep(0.3)
    assert hall.now.phase is Phase.CLOSED
    assert "disk full" in caplog.text


async def test_after_a_stop_nothing_comes_any_more(hall: Hall) -> None:
    table = hall.put(laid_out(*HANDS))
    hall.clock.delivered(table.id, "1.0")
    await hall.clock.stop()
    hall.clock.told(table)
    hall.clock.delivered(table.id, "1.0")
    await asyncio.sleep(0.3)
    assert hall.store.saves == []
    assert list(hall.store.due) == [table.id]

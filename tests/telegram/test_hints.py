"""Hints as they are given: one thought for one moment, never a late one."""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.model import PersonId, Table
from bot.tables.presses import Hint
from bot.tables.refusals import Stale
from bot.telegram.hints import Counsel
from kozel import Action, Cards, Lead, SeatView
from tests.telegram.conftest import Office


class Thinker:
    """Chooses the first action, when it is let."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, SeatView]] = []
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self.fails = False

    async def __call__(self, level: str, view: SeatView) -> Action | None:
        self.asked.append((level, view))
        self.begun.set()
        await self.go.wait()
        if self.fails:
            raise RuntimeError("no thought")
        return view.legal[0]


@pytest.fixture
def thinker() -> Thinker:
    return Thinker()


@pytest.fixture
def counsel(office: Office, thinker: Thinker) -> Counsel:
    return Counsel(office.house, thinker)


def asked(table: Table) -> tuple[PersonId, Hint]:
    assert table.deal is not None
    assert table.deal.turn is not None
    person = table.seats[table.deal.turn].person
    assert person is not None
    return person.id, Hint(table.id, table.round, table.moment)


async def test_a_hint_is_what_a_master_plays_and_counts_once_however_often_asked_for(
    office: Office, table: Table, counsel: Counsel, thinker: Thinker
) -> None:
    person, press = asked(table)
    first, again = (asyncio.create_task(counsel.hint(person, press)) for _ in range(2))
    await asyncio.sleep(0)
    thinker.go.set()
    (view, advice), same = await asyncio.gather(first, again)
    assert (view, advice) == same == await counsel.hint(person, press)
    assert advice.action == view.legal[0]
    assert [level for level, _ in thinker.asked] == ["master"]
    assert [held.hints for held in (await office.house.see(table.id)).seats] == [1, 0, 0, 0]


async def test_a_hint_that_comes_too_late_is_not_given_and_does_not_count(
    office: Office, table: Table, counsel: Counsel, thinker: Thinker
) -> None:
    person, press = asked(table)
    late = asyncio.create_task(counsel.hint(person, press))
    await thinker.begun.wait()
    await office.plays(table, Lead(Cards.parse("KS")))
    thinker.go.set()
    with pytest.raises(Stale):
        await late
    assert not any(held.hints for held in (await office.house.see(table.id)).seats)


async def test_a_thought_that_failed_is_thought_again(table: Table, counsel: Counsel, thinker: Thinker) -> None:
    person, press = asked(table)
    thinker.go.set()
    thinker.fails = True
    with pytest.raises(RuntimeError):
        await counsel.hint(person, press)
    thinker.fails = False
    _, advice = await counsel.hint(person, press)
    assert advice.action.cards

"""Whole series, played by pressing at random."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from bot.tables.ending import leave
from bot.tables.facts import DealBegun, DealEnded, Fact, Played, SeriesEnded
from bot.tables.model import Phase
from bot.tables.playing import computer_plays, deal_next
from bot.tables.refusals import Stale
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    GLEB,
    VERA,
    begun,
    moved_on,
    nothing_chosen,
    people_at,
    replayed,
    same,
    saved,
    to_the_goats,
)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_stored_of_a_series_is_the_whole_series(seed: int) -> None:
    start = begun(seed=bytes([seed]))
    table, facts = to_the_goats(start, random.Random(seed))
    assert same(replayed(start, facts), table)
    assert table.phase is Phase.OVER
    assert table.series is not None
    assert table.series.goats is not None
    assert facts[-1] == SeriesEnded(table.series.goats, table.series.eggs)


def test_after_every_single_step_the_facts_make_the_table() -> None:
    dice = random.Random(5)
    start = table = begun(ANNA, BOT, VERA, BOT)
    facts: list[Fact] = []
    while table.phase is Phase.PLAYING and len(table.results) < 2:
        change = moved_on(table, dice)
        facts += change.facts
        table = saved(change.table)
        assert same(replayed(start, facts), table)


def test_deals_are_numbered_in_their_series_and_scored_once() -> None:
    table, facts = to_the_goats(begun(), random.Random(6))
    ends = [fact.score for fact in facts if isinstance(fact, DealEnded)]
    numbers = [fact.number for fact in facts if isinstance(fact, DealBegun)]
    assert numbers == list(range(2, len(ends) + 1))
    losses = list(
        accumulate(ends, lambda sum_, score: (sum_[0] + score.loss[0], sum_[1] + score.loss[1]), initial=(0, 0))
    )
    assert [result.loss for result in table.results] == losses[1:]
    assert max(losses[-2]) < 12 <= max(losses[-1])


def test_a_deal_that_is_over_shows_its_result_until_the_next_one() -> None:
    dice = random.Random(7)
    table = begun()
    while not table.results:
        table = moved_on(table, dice).table
    assert table.face().number == 1
    assert table.face().deal is not None
    following = deal_next(table, b"2").table
    assert following.face().number == 2
    assert (following.round, following.moment, following.actor) == (2, 0, None)
    assert following.series == table.series


def test_the_taker_of_the_last_trick_leads_the_next_deal() -> None:
    dice = random.Random(8)
    table = begun()
    while not table.results:
        table = moved_on(table, dice).table
    assert table.deal is not None
    taker = table.deal.past[-1].holder
    following = deal_next(table, b"2").table.deal
    assert following is not None
    assert following.dealing.leader == taker


def test_when_somebody_leaves_a_computer_plays_on_to_the_goats() -> None:
    dice = random.Random(9)
    table = leave(begun(), BORIS.id).table
    table, facts = to_the_goats(table, dice)
    assert people_at(table) == [ANNA, VERA, GLEB]
    assert {fact.by for fact in facts if isinstance(fact, Played) and fact.seat == 1} == {None}
    assert nothing_chosen(table)


def test_after_the_goats_nothing_is_played_or_dealt() -> None:
    table, _ = to_the_goats(begun(ANNA, BOT, BOT, BOT), random.Random(10))
    with pytest.raises(Stale):
        deal_next(table, b"2")
    with pytest.raises(Stale):
        computer_plays(table, random.Random(1))

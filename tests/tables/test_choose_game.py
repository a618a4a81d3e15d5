"""Which game a table plays: chosen in its lobby, and nobody loses their seat by it."""

from __future__ import annotations

import random

import pytest

from bot.tables.facts import GameChosen, SeriesBegun
from bot.tables.lobby import choose_game, deal, practise, sit
from bot.tables.model import ChatId, Phase, Place, Table
from bot.tables.refusals import MayNotChoose, SeatsFree, SideFull, Stale, TooMany, UnderWay
from kozel import FOUR, SIX, Dealt, LeadDrawn, Rules, TrumpShown
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    DASHA,
    FREE,
    GLEB,
    VERA,
    Holder,
    begun,
    lobby_of,
    moved_on,
    replayed,
    same,
    saved,
    to_the_goats,
)

C = "🤖"


def held(table: Table) -> list[str]:
    return [seat.person.name if seat.person else C if seat.computer else "—" for seat in table.seats]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((FREE,) * 4, ["—", "—"]),
        ((ANNA, BORIS), ["Аня", "Борис"]),
        ((FREE, FREE, ANNA, BORIS), ["Аня", "Борис"]),
        ((ANNA, FREE, VERA), ["Аня", "Вера"]),
        ((FREE, BORIS, FREE, GLEB), ["Глеб", "Борис"]),
        ((BOT, BOT, ANNA, BOT), ["Аня", C]),
        ((BOT, BORIS, BOT, BOT), [C, "Борис"]),
        ((FREE, FREE, BOT, FREE), [C, "—"]),
        ((BOT, BOT, ANNA, BORIS), ["Аня", "Борис"]),
    ],
)
def test_from_four_to_six_people_keep_seat_or_side_and_computers_make_room(
    before: tuple[Holder, ...], after: list[str]
) -> None:
    table = lobby_of(*before)
    change = choose_game(table, ANNA.id, SIX)
    assert held(change.table) == after
    assert change.table.rules == SIX
    assert change.facts[0] == GameChosen(SIX, change.table.seats)
    assert same(replayed(table, change.facts), change.table)


@pytest.mark.parametrize(
    ("before", "after"), [((ANNA, BORIS), ["Аня", "Борис", "—", "—"]), ((FREE, BOT), ["—", C, "—", "—"])]
)
def test_from_six_to_four_everybody_keeps_their_seat(before: tuple[Holder, ...], after: list[str]) -> None:
    assert held(choose_game(lobby_of(*before, rules=SIX), ANNA.id, FOUR).table) == after


def test_who_opened_the_table_chooses_also_without_a_seat_and_anyone_seated_does() -> None:
    assert choose_game(lobby_of(BORIS), ANNA.id, SIX).table.rules == SIX
    assert choose_game(lobby_of(BORIS), BORIS.id, SIX).table.rules == SIX
    with pytest.raises(MayNotChoose):
        choose_game(lobby_of(BORIS), DASHA.id, SIX)


def test_more_people_than_the_game_has_seats_are_not_sent_away() -> None:
    with pytest.raises(TooMany) as raised:
        choose_game(lobby_of(ANNA, BORIS, FREE, GLEB), ANNA.id, SIX)
    assert raised.value.seats == 2


def test_the_same_game_again_and_a_choice_after_the_deal_change_nothing() -> None:
    with pytest.raises(Stale):
        choose_game(lobby_of(ANNA), ANNA.id, FOUR)
    with pytest.raises(UnderWay):
        choose_game(begun(ANNA, BOT, BOT, BOT), ANNA.id, SIX)


def test_a_table_of_six_has_one_seat_a_side() -> None:
    table = sit(lobby_of(ANNA, rules=SIX), BORIS, 1).table
    assert held(table) == ["Аня", "Борис"]
    for side in (0, 1):
        with pytest.raises(SideFull):
            sit(table, VERA, side)
    with pytest.raises(SeatsFree):
        deal(lobby_of(ANNA, rules=SIX), ANNA.id, b"1")


def test_a_series_of_six_begins_with_the_draw_that_gives_the_lead() -> None:
    table = lobby_of(ANNA, BORIS, rules=SIX)
    change = deal(table, ANNA.id, b"1")
    drawn, dealt, shown = change.events
    assert isinstance(drawn, LeadDrawn)
    assert isinstance(dealt, Dealt)
    assert isinstance(shown, TrumpShown)
    assert (dealt.dealer, dealt.leader) == (1 - drawn.seat, drawn.seat)
    assert SeriesBegun(1 - drawn.seat, drawn) in change.facts
    assert change.table.drawn == change.table.face().drawn == drawn
    assert same(replayed(table, change.facts), change.table)


def test_the_draw_tells_nothing_of_the_deck() -> None:
    """Were both from one seed, the same draw would come with few decks only."""
    decks = set()
    for number in range(3000):
        table = deal(lobby_of(ANNA, BORIS, rules=SIX), ANNA.id, number.to_bytes(4, "big")).table
        assert table.deal is not None
        assert table.drawn is not None
        if str(table.drawn.rounds[0][0]) == "AH":
            decks.add(table.deal.dealing.deck[0])
    assert len(decks) > 25


def test_the_draw_stays_with_its_series() -> None:
    dice = random.Random(3)
    table = saved(deal(lobby_of(ANNA, BORIS, rules=SIX), ANNA.id, b"1").table)
    first = table.drawn
    while not table.results:
        table = saved(moved_on(table, dice).table)
    assert table.drawn == first


@pytest.mark.parametrize(("rules", "computers"), [(FOUR, 3), (SIX, 1)])
def test_practice_fills_the_table_of_either_game_and_is_played_to_the_goats(rules: Rules, computers: int) -> None:
    table = lobby_of(place=Place(ChatId(1)), rules=rules)
    begins = practise(table, ANNA, b"1")
    assert held(begins.table) == ["Аня", *[C] * computers]
    over, facts = to_the_goats(begins.table, random.Random(1))
    assert over.phase is Phase.OVER
    assert same(replayed(table, [*begins.facts, *facts]), over)

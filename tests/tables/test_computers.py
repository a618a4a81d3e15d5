"""Computers at a table."""

from __future__ import annotations

import random
from types import MappingProxyType

import pytest

from bot.tables import playing
from bot.tables.facts import Played
from bot.tables.habits import COMPUTER
from bot.tables.playing import computer_plays, computers_choice
from bot.tables.refusals import Stale
from kozel import PLAYERS, Action, Cards, Interrupt, Lead, SeatView, seat_view
from tests.tables.build import ANNA, BOT, VERA, begun, laid_out, lays, lobby_of, moved_on, same

DICE = random.Random(1)
HANDS = ("KS TS QD JD", "6S 7S 8S 9S", "6H 7H 8H 9H", "6D 7D 8D 9D")


def first_choice(view: SeatView, _: random.Random) -> Action | None:
    """Does what it may, whatever it is."""
    return view.legal[0] if view.legal else None


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> list[SeatView]:
    """Computers that enter out of turn whenever they may; the views that they were given."""
    given: list[SeatView] = []

    def choose(view: SeatView, dice: random.Random) -> Action | None:
        given.append(view)
        return first_choice(view, dice)

    monkeypatch.setattr(playing, "PLAYERS", MappingProxyType({COMPUTER: choose}))
    return given


def test_a_computer_plays_on_its_turn() -> None:
    table = lays(laid_out(*HANDS, holders=(ANNA, BOT, VERA, BOT)), Lead(Cards.parse("KS"))).table
    change = computer_plays(table, DICE)
    (played,) = change.facts
    assert isinstance(played, Played)
    assert (played.by, change.table.moment) == (None, 2)


def test_a_computer_waits_for_people() -> None:
    table = laid_out("KS TS QD JD", "6S 7S 8D 9S", "6H 7H 8H 9C", "6D 7D 8S 9D", holders=(ANNA, BOT, BOT, BOT))
    assert computers_choice(table, DICE) is None
    with pytest.raises(Stale):
        computer_plays(table, DICE)


def test_before_and_between_deals_computers_do_nothing() -> None:
    assert computers_choice(lobby_of(ANNA, BOT, BOT, BOT), DICE) is None
    dice, table = random.Random(3), begun(ANNA, BOT, BOT, BOT)
    while not table.results:
        table = moved_on(table, dice).table
    assert computers_choice(table, DICE) is None


def test_a_computer_chooses_from_its_own_view_alone(eager: list[SeatView]) -> None:
    table = laid_out(*HANDS, holders=(ANNA, BOT, VERA, VERA))
    assert table.deal is not None
    computers_choice(table, DICE)
    assert eager == [seat_view(table.deal, 1)]


@pytest.mark.usefixtures("eager")
def test_the_computer_nearest_to_the_lead_enters_first() -> None:
    table = laid_out(*HANDS, holders=(ANNA, BOT, BOT, BOT))
    assert computers_choice(table, DICE) == (1, Interrupt(Cards.parse("6S 7S 8S 9S")))


@pytest.mark.usefixtures("eager")
def test_who_may_enter_is_asked_before_who_is_on_turn() -> None:
    table = laid_out(*HANDS, holders=(BOT, ANNA, BOT, ANNA))
    assert computers_choice(table, DICE) == (2, Interrupt(Cards.parse("6H 7H 8H 9H")))


def test_the_same_dice_choose_the_same() -> None:
    table = begun(ANNA, BOT, BOT, BOT, seed=b"4")
    while computers_choice(table, DICE) is None:
        table = moved_on(table, random.Random(4)).table
    assert same(computer_plays(table, random.Random(2)).table, computer_plays(table, random.Random(2)).table)


def test_computers_here_are_ones_the_game_knows() -> None:
    assert COMPUTER in PLAYERS

"""A series for people."""

from __future__ import annotations

import pytest

from kozel import FOUR, PLAYERS, SIX, Cards, Deal, DealRecord, Discard, Lead, NotInHand, Play, Record, check, deal_from
from kozel.dealing import Dealing
from kozel.notation import read_play
from kozel.players.company import play_series
from kozel.show import glyphs, show
from tests.kozel.test_rules_deal import FOUR_DECK, SIX_DECK, dealing

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def shown(one: Dealing, *plays: str, names: tuple[str, ...] = NAMES) -> str:
    record = Record(one.rules, names, (DealRecord(one, tuple(map(read_play, plays))),))
    assert check(record) is None
    return show(record)


def test_cards_as_on_a_table() -> None:
    assert glyphs(Cards.parse("TS 6H KD AC")) == "10♠ 6♥ K♦ A♣"


def test_a_trick_with_an_entry() -> None:
    # the hands are four of a suit each: seat 0 spades, 1 hearts, 2 diamonds, 3 clubs
    one = dealing(FOUR, FOUR_DECK, dealer=3, leader=0, shown=7)
    assert shown(
        one,
        "0 lead 6S",
        "1 discard 6H",
        "2 interrupt 6D 7D 8D 9D",
        "3 discard 6C 7C 8C 9C",
        "0 discard 6S 7S 8S 9S",
        "1 beat 6H 7H 8H 9H",
    ) == (
        "Kozel with 4 cards · Anna and Vera against Boris and Gleb · to 12 loss points\n"
        "Cards in brackets were laid face down.\n"
        "\n"
        "── Deal 1 ──────────────────────────────────────────────────────\n"
        "     Gleb deals, Anna leads · trump ♥, by K♥\n"
        "\n"
        "  1  Anna   leads     6♠\n"
        "     Boris  discards  (6♥)\n"
        "     Vera   enters    6♦ 7♦ 8♦ 9♦  and all cards laid go back\n"
        "     Gleb   discards  (6♣ 7♣ 8♣ 9♣)\n"
        "     Anna   discards  (6♠ 7♠ 8♠ 9♠)\n"
        "     Boris  beats     6♥ 7♥ 8♥ 9♥\n"
        "     ▸ Boris takes 0 points\n"
        "\n"
        "\n"
        "The series is not over.\n"
    )


def test_an_entry_before_the_lead_returns_nothing() -> None:
    one = dealing(FOUR, FOUR_DECK, dealer=3, leader=0, shown=7)
    assert "  1  Vera   enters    6♦ 7♦ 8♦ 9♦\n" in shown(one, "2 interrupt 6D 7D 8D 9D")


def test_a_pass_and_no_trump() -> None:
    deck = SIX_DECK.replace("6S", "xx").replace("TD", "6S").replace("xx", "TD")
    one = dealing(SIX, deck, dealer=1, leader=0)
    text = shown(one, "0 lead 7S", "1 discard 7H", names=("A", "B"))
    assert "no trump, by 6♠" in text
    told = _told_of_change(SIX_DECK)
    assert "has drawn the change card, A♣: trump is ♣ from now on" in told
    joker = SIX_DECK.replace("6C", "xx").replace("AC", "6C").replace("xx", "AC")
    assert "has drawn the change card, 6♣: there is no trump from now on" in _told_of_change(joker)


def _told_of_change(deck: str) -> str:
    """A deal of discards only, to the end of the stock."""
    one = dealing(SIX, deck, dealer=1, leader=0)
    deal, _ = Deal.start(one)
    plays = []
    while deal.stock and deal.turn is not None:
        action = next(action for action in deal.legal(deal.turn) if isinstance(action, Lead | Discard))
        plays.append(Play(deal.turn, action))
        deal, _ = deal.apply(*plays[-1])
    return show(Record(SIX, ("A", "B"), (DealRecord(one, tuple(plays)),)))


def test_passes_are_told() -> None:
    record = play_series(SIX, ["random", "random"], "1", PLAYERS, 3)
    assert "passes\n" in show(record)


def test_eggs_are_called_so_in_four_only() -> None:
    four = show(play_series(FOUR, ["random"] * 4, "194", PLAYERS))
    assert "     Eggs: nobody gets loss points\n" in four
    assert "Goats with eggs: random" in four.splitlines()[-1]
    six = show(play_series(SIX, ["random"] * 2, "617", PLAYERS, 1))
    assert "     60 to 60: nobody gets loss points\n" in six


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("a\nb", "a b"),
        ("\u202eevil", "evil"),
        (" ", "?"),
        ("", "?"),
        ("Ёж", "Ёж"),
    ],
)
def test_names_cannot_break_the_page(name: str, clean: str) -> None:
    text = show(Record(SIX, (name, "Boris")))
    assert text.splitlines()[0] == f"Kozel with 6 cards · {clean} against Boris · to 16 loss points"


def test_columns_stand_under_each_other_for_wide_and_combining_letters() -> None:
    one = dealing(SIX, SIX_DECK, dealer=1, leader=0)
    lines = shown(one, "0 lead 7S", "1 discard 7H", names=("山羊", "e\u0301l")).splitlines()
    assert "  1  山羊  leads     7♠" in lines
    assert "     e\u0301l    discards  (7♥)" in lines


def test_same_names_are_told_apart_by_their_seats() -> None:
    assert " A 0 and C 2 against A 1 and D 3 " in show(Record(FOUR, ("A", "A", "C", "D")))


def test_a_record_that_is_not_right_is_not_shown() -> None:
    one = deal_from(FOUR, 3, 0, b"x")
    hands = [str(cards).split() for cards in one.hands]
    plays = (read_play(f"0 lead {hands[1][0]}"),)
    with pytest.raises(NotInHand):
        show(Record(FOUR, NAMES, (DealRecord(one, plays),)))

"""RULES, "The deal", and the draw after a trick."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kozel import (
    FOUR,
    SIX,
    Card,
    Cards,
    Deal,
    Dealing,
    Dealt,
    Drawn,
    Rules,
    Suit,
    TrumpChanged,
    TrumpShown,
    deal_from,
    seat_view,
    table_view,
)
from tests.kozel.positions import GAMES, after, cards, events, four, hand, six

FOUR_DECK = (
    "6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D 9C JS QS KS TS AS JH QH KH TH AH JD QD KD TD AD JC QC KC TC AC"
)
SIX_DECK = "7S 7H 8S 8H 9S 9H JS JH QS QH KS KH TD AC 6S 6H 6D 6C 7D 7C 8D 8C 9D 9C JD JC QD QC KD KC TC TS AS AH TH AD"


def dealing(rules: Rules, deck: str, dealer: int = 0, leader: int = 0, shown: int | None = None) -> Dealing:
    return Dealing(rules, dealer, leader, tuple(map(Card.parse, deck.split())), shown)


def test_cards_go_out_one_at_a_time_from_the_left_of_the_dealer_the_dealer_last() -> None:
    deal, _ = Deal.start(dealing(FOUR, FOUR_DECK, dealer=2, shown=0))
    assert [hand(deal, seat) for seat in (3, 0, 1, 2)] == [
        "6S 7S 8S 9S",
        "6H 7H 8H 9H",
        "6D 7D 8D 9D",
        "6C 7C 8C 9C",
    ]


def test_four_shows_a_card_of_the_stock_and_it_goes_back_to_its_place() -> None:
    deal, told = Deal.start(dealing(FOUR, FOUR_DECK, dealer=3, leader=1, shown=7))
    assert told == (Dealt(3, 1), TrumpShown(Card.parse("KH"), Suit.HEARTS))
    assert deal.trump is Suit.HEARTS
    assert [str(Cards(bits)) for bits in deal.stock] == FOUR_DECK.split()[16:]
    assert deal.turn == 1


def test_six_lays_the_trump_card_and_the_change_card_under_the_other_22() -> None:
    deal, told = Deal.start(dealing(SIX, SIX_DECK, dealer=1, leader=0))
    assert [hand(deal, seat) for seat in (0, 1)] == ["7S 8S 9S JS QS KS", "7H 8H 9H JH QH KH"]
    assert told == (Dealt(1, 0), TrumpShown(Card.parse("TD"), Suit.DIAMONDS))
    assert [str(Cards(bits)) for bits in deal.stock] == [*SIX_DECK.split()[14:], "TD", "AC"]


@pytest.mark.parametrize("joker", ["6S", "6C"])
def test_six_starts_with_no_trump_where_the_trump_card_is_a_joker(joker: str) -> None:
    deck = SIX_DECK.replace(joker, "xx").replace("TD", joker).replace("xx", "TD")
    deal, told = Deal.start(dealing(SIX, deck))
    assert deal.trump is None
    assert told[1] == TrumpShown(Card.parse(joker), None)


@GAMES
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"deck": ()}, "36 cards"),
        ({"deck": (Card.parse("6S"),) * 36}, "36 cards"),
        ({"dealer": 4}, "seats are 0 to"),
        ({"leader": -1}, "seats are 0 to"),
    ],
)
def test_a_dealing_that_cannot_be_is_refused(rules: Rules, change: dict[str, object], why: str) -> None:
    right = deal_from(rules, 0, 1, b"x")
    with pytest.raises(ValueError, match=why):
        replace(right, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rules", "shown"), [(FOUR, None), (FOUR, 20), (FOUR, -1), (SIX, 3)])
def test_a_card_shown_has_a_place_in_the_stock_of_four_only(rules: Rules, shown: int | None) -> None:
    with pytest.raises(ValueError, match="shown"):
        replace(deal_from(rules, 0, 1, b"x"), shown=shown)


def test_draw_one_card_at_a_time_clockwise_the_taker_first() -> None:
    deal = four("6S", "7S", "8S", "AS", stock="KH KD KC QH QD QC JH JD")
    after_trick = after(deal, "0 lead 6S", "1 discard 7S", "2 discard 8S", "3 beat AS")
    assert [hand(after_trick, seat) for seat in (3, 0, 1, 2)] == ["KH QD", "KD QC", "JH KC", "QH JD"]
    assert after_trick.stock == ()


def test_draw_until_every_hand_is_full_again() -> None:
    deal, _ = Deal.start(dealing(FOUR, FOUR_DECK, dealer=3, leader=0, shown=0))
    done = after(deal, "0 lead 6S 7S", "1 discard 6H 7H", "2 discard 6D 7D", "3 discard 6C 7C")
    assert hand(done, 0) == "8S 9S JS AS"
    assert all(bits.bit_count() == 4 for bits in done.hands)
    assert len(done.stock) == 12


def test_draw_is_told_without_the_cards() -> None:
    deal, _ = Deal.start(dealing(FOUR, FOUR_DECK, dealer=3, leader=0, shown=0))
    ready = after(deal, "0 lead 6S 7S", "1 discard 6H 7H", "2 discard 6D 7D")
    assert events(ready, "3 discard 6C 7C")[2:] == (Drawn(2, 12),)


def _change(change: str) -> Deal:
    """Six, one trick before the last two cards of the stock are drawn: the trump card and this change card."""
    deck = SIX_DECK.split()
    place = deck.index(change)
    deck[13], deck[place] = deck[place], deck[13]
    deal, _ = Deal.start(dealing(SIX, " ".join(deck), dealer=1, leader=0))
    held = int(cards("7S 8S 9S JS QS KS"))
    others = int(cards("7H 8H 9H JH QH KH"))
    return deal._replace(hands=(held, others), stock=deal.stock[-2:])


def test_six_change_card_is_shown_when_the_stock_runs_out_and_makes_trump() -> None:
    ready = after(_change("AC"), "0 lead 7S")
    assert table_view(ready).change is None
    told = events(ready, "1 discard 7H")
    assert told[2:] == (Drawn(1, 0), TrumpChanged(1, Card.parse("AC"), Suit.CLUBS))
    done = after(ready, "1 discard 7H")
    assert done.trump is Suit.CLUBS
    change = table_view(done).change
    assert change is not None
    assert change.card == Card.parse("AC")
    assert table_view(done).trump_card == Card.parse("TD")
    assert hand(done, 0) == "8S 9S JS QS KS TD"
    assert hand(done, 1) == "8H 9H JH QH KH AC"


def test_six_change_card_goes_to_the_loser_of_the_trick_whoever_that_is() -> None:
    deal = _change("AC")._replace(trump=Suit.HEARTS)
    ready = after(deal, "0 lead 7S", "1 beat 7H")
    assert events(ready, "0 pass")[-1] == TrumpChanged(0, Card.parse("AC"), Suit.CLUBS)


def test_six_no_trump_from_the_change_on_where_the_change_card_is_a_joker() -> None:
    ready = after(_change("6C"), "0 lead 7S")
    assert ready.trump is Suit.DIAMONDS
    assert events(ready, "1 discard 7H")[-1] == TrumpChanged(1, Card.parse("6C"), None)
    done = after(ready, "1 discard 7H")
    assert done.trump is None
    assert seat_view(done, 1).table.trump is None


def test_six_trump_changes_once() -> None:
    deal = six("7D 7S", "8D 8S", trump="D")
    assert after(deal, "0 lead 7D", "1 beat 8D", "0 pass").trump is Suit.DIAMONDS


def test_four_trump_holds_for_the_whole_deal() -> None:
    deal = four("6S", "7S", "8S", "AS", trump="H", stock="KH KD KC QH")
    assert after(deal, "0 lead 6S", "1 beat 7S", "2 beat 8S", "3 beat AS").trump is Suit.HEARTS

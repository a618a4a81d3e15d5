"""RULES, "Cards": what beats what, and what cards count."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kozel import ALL_CARDS, ALL_POINTS, DECK, FOUR, NO_CARDS, SIX, Card, Cards, Rules, Suit, points_of
from tests.kozel.positions import GAMES, cards


def beats(rules: Rules, one: str, other: str, trump: Suit | None = Suit.HEARTS) -> bool:
    return rules.can_beat(cards(one), cards(other), trump)


@GAMES
def test_rank_is_6_7_8_9_jack_queen_king_10_ace(rules: Rules) -> None:
    ranks = [card.rank.value for card in DECK if card.suit is Suit.DIAMONDS]
    assert ranks == list("6789JQKTA")
    for low, high in pairwise(ranks):
        assert beats(rules, f"{high}D", f"{low}D")
        assert not beats(rules, f"{low}D", f"{high}D")


@GAMES
def test_a_trump_beats_every_card_of_another_suit(rules: Rules) -> None:
    assert beats(rules, "7H", "AS")
    assert not beats(rules, "AS", "7H")


@GAMES
def test_two_suits_without_trump_cannot_be_compared(rules: Rules) -> None:
    assert not beats(rules, "AD", "7S")
    assert not beats(rules, "AS", "7D")


def test_four_has_no_jokers() -> None:
    assert beats(FOUR, "7C", "6C")
    assert beats(FOUR, "7H", "6S")
    assert FOUR.trump_of(Card.parse("6C")) is Suit.CLUBS


@pytest.mark.parametrize("joker", ["6C", "6S"])
@pytest.mark.parametrize("trump", [*Suit, None])
def test_a_joker_beats_any_card_and_only_a_joker_beats_a_joker(joker: str, trump: Suit | None) -> None:
    other = {"6C": "6S", "6S": "6C"}[joker]
    for card in DECK:
        if str(card) != joker:
            assert beats(SIX, joker, str(card), trump)
            assert beats(SIX, str(card), joker, trump) == (str(card) == other)


def test_a_joker_has_no_suit_and_is_no_trump() -> None:
    assert not beats(SIX, "7C", "6C", Suit.CLUBS)
    assert not beats(SIX, "AC AD", "6C 7D", Suit.CLUBS)
    assert SIX.trump_of(Card.parse("6C")) is None
    assert SIX.trump_of(Card.parse("6S")) is None
    assert SIX.trump_of(Card.parse("6H")) is Suit.HEARTS


@pytest.mark.parametrize(
    ("laid", "standing", "right"),
    [
        ("TS AS", "KS 9S", True),
        ("TS QS", "KS 9S", True),
        ("TS 9S", "KS QS", False),
        ("KS 6H", "QS AS", True),
        ("AS 6H", "QS 7H", False),
        ("7H AS", "6H KS", True),
        ("7H 8H", "AS AD", True),
        ("AD AS", "KD KS", True),
        ("AD TD", "KD KS", False),
        ("9H TD 6H", "6D 8H AD", True),
        ("7H TD 9D", "6D 8H AD", False),
        ("AS", "KS QS", False),
        ("", "KS", False),
    ],
)
def test_a_beat_is_any_pairing_one_to_one(laid: str, standing: str, right: bool) -> None:
    assert beats(FOUR, laid, standing) is right


@pytest.mark.parametrize(
    ("laid", "standing", "right"),
    [
        ("6C 6S", "AH AS", True),
        ("6C 7H", "6S AS", True),
        ("AH 7H", "6S AS", False),
        ("6C AH", "6S KH", True),
        ("6C AD", "TD AH", True),
        ("6C AD", "6S AH", False),
    ],
)
def test_jokers_in_a_pairing(laid: str, standing: str, right: bool) -> None:
    assert beats(SIX, laid, standing) is right


def test_points_jack_2_queen_3_king_4_ten_10_ace_11() -> None:
    assert [points_of(cards(f"{rank}S")) for rank in "6789JQKTA"] == [0, 0, 0, 0, 2, 3, 4, 10, 11]


def test_points_120_in_the_deck() -> None:
    assert points_of(ALL_CARDS) == ALL_POINTS == 120


def test_cards_are_a_set() -> None:
    some = Cards.parse("TS 6H KS")
    assert str(some) == "KS TS 6H"
    assert repr(some) == "Cards.parse('KS TS 6H')"
    assert len(some) == 3
    assert Card.parse("6H") in some
    assert Card.parse("7H") not in some
    assert list(some) == [Card.parse("KS"), Card.parse("TS"), Card.parse("6H")]
    assert some | cards("7H") == cards("6H 7H KS TS")
    assert some & cards("KS 7H") == cards("KS")
    assert some - cards("KS 7H") == cards("6H TS")
    assert some.holds(cards("KS"))
    assert not some.holds(cards("KS 7H"))
    assert Cards.from_bits(int(some)) == some
    assert not NO_CARDS


@pytest.mark.parametrize("bits", [-1, 1 << 36])
def test_bits_that_are_no_cards_are_refused(bits: int) -> None:
    with pytest.raises(ValueError, match="no set of cards"):
        Cards.from_bits(bits)


@pytest.mark.parametrize("text", ["10S", "1S", "K", "ks", "SK", "K♠"])
def test_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        Cards.parse(text)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        Cards.parse("KS KS")


@GAMES
def test_rules_are_the_same_by_their_variant(rules: Rules) -> None:
    assert rules == rules
    assert FOUR != SIX
    assert rules != rules.variant
    assert {FOUR: 4, SIX: 6}[rules] == rules.hand
    assert rules.sides == 2

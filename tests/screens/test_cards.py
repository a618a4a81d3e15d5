"""Cards look the same everywhere."""

from __future__ import annotations

from bot.screens.cards import face_down, glyph, in_hand, laid, trump_named
from bot.screens.keyboard import fits, packed
from bot.screens.screen import Button
from bot.tables.model import TableId
from bot.tables.presses import MyCards
from kozel import DECK, FOUR, SIX, Card, Cards, Suit
from tests.screens.scenes import EN, RU


def test_a_card_is_its_rank_then_its_suit() -> None:
    assert [glyph(Card.parse(card), FOUR) for card in ("TS", "JH", "AD", "6C")] == ["10♠", "J♥", "A♦", "6♣"]


def test_glyphs_are_plain_text_without_variation_selectors() -> None:
    assert not {"\ufe0e", "\ufe0f"} & set("".join(glyph(card, rules) for card in DECK for rules in (FOUR, SIX)))


def test_all_cards_look_different() -> None:
    assert all(len({glyph(card, rules) for card in DECK}) == len(DECK) for rules in (FOUR, SIX))


def test_a_hand_is_sorted_by_suit_low_to_high_with_trumps_apart() -> None:
    assert in_hand(Cards.parse("AH 9D JH 7C TC KC"), Suit.HEARTS, FOUR) == "9♦ 7♣ K♣ 10♣ │ J♥ A♥"


def test_a_hand_of_trumps_alone_shows_that_they_are() -> None:
    assert in_hand(Cards.parse("AH JH"), Suit.HEARTS, FOUR) == "│ J♥ A♥"


def test_a_hand_without_trump_and_an_empty_one() -> None:
    assert in_hand(Cards.parse("AH JS"), None, FOUR) == "J♠ A♥"
    assert in_hand(Cards(0), Suit.HEARTS, FOUR) == ""


def test_jokers_stand_apart_from_trumps_too() -> None:
    assert in_hand(Cards.parse("6C 6S 7S AD"), Suit.SPADES, SIX) == "A♦ │ 7♠ │ ★♠ ★♣"


def test_cards_laid_stand_in_the_order_of_the_hand() -> None:
    assert laid(Cards.parse("AS 6H"), Suit.SPADES, FOUR) == "6♥ A♠"
    assert laid(Cards.parse("AS 6H"), Suit.HEARTS, FOUR) == "A♠ 6♥"


def test_face_down_cards_tell_their_number_alone() -> None:
    assert face_down(3) == "■■■"


def test_trump_is_named_by_its_suit() -> None:
    assert (trump_named(Suit.HEARTS, RU), trump_named(None, RU)) == ("козырь ♥", "без козыря")
    assert (trump_named(Suit.HEARTS, EN), trump_named(None, EN)) == ("trump ♥", "no trump")


def test_rows_hold_what_a_phone_shows_unshortened() -> None:
    buttons = [Button("■ 10♠ 10♥", MyCards(TableId(1)))] * 6
    assert [len(row) for row in packed(buttons)] == [3, 3]
    assert [len(row) for row in packed([Button("x" * 50, MyCards(TableId(1)))] * 2)] == [1, 1]
    assert packed([]) == []
    assert not fits([Button("x" * 34, MyCards(TableId(1)))])

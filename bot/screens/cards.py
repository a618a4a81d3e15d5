"""Cards as people see them: rank, then suit, always in the same order; trumps last and, in a hand, apart."""

from __future__ import annotations

from collections.abc import Iterable

from bot.texts import Words
from kozel import Card, Cards, Rank, Rules, Suit

SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
"""Plain text glyphs: no variation selector, so that a card has the same width wherever it stands."""

FACE_DOWN = "■"
"""A card that lies face down. No emoji, unlike the small square: it takes the colour of the text, in the dark too."""

APART = " │ "


JOKER = "★"
"""In place of a joker's rank: it is no six. A text glyph too, and narrow, unlike the star among the emoji."""


def glyph(card: Card, rules: Rules) -> str:
    """A card: ``10♠``, ``J♥``, and where ``rules`` have jokers ``★♣``."""
    if card in rules.jokers:
        return JOKER + SUITS[card.suit]
    return ("10" if card.rank is Rank.TEN else card.rank.value) + SUITS[card.suit]


def groups(cards: Cards, trump: Suit | None, rules: Rules) -> list[list[Card]]:
    """Plain cards, trumps and jokers, each by suit, low to high; groups without cards left out."""
    trumps = rules.suit_cards(trump)
    parts = (cards - trumps - rules.jokers, cards & trumps, cards & rules.jokers)
    return [list(part) for part in parts if part]


def in_order(cards: Cards, trump: Suit | None, rules: Rules) -> list[Card]:
    """Cards in the order in which they are shown everywhere."""
    return [card for group in groups(cards, trump, rules) for card in group]


def laid(cards: Cards, trump: Suit | None, rules: Rules) -> str:
    """Cards laid, or to be laid, together: ``K♠ 10♠``."""
    return spelled(in_order(cards, trump, rules), rules)


def in_hand(cards: Cards, trump: Suit | None, rules: Rules) -> str:
    """A hand: ``7♣ 9♦ │ J♥ A♥``, trumps after the line also where there is nothing before it; "" for an empty one."""
    parts = APART.join(spelled(group, rules) for group in groups(cards, trump, rules))
    plain = cards - rules.suit_cards(trump) - rules.jokers
    return parts if plain or not cards else APART.lstrip() + parts


def spelled(cards: Iterable[Card], rules: Rules) -> str:
    """Cards in the order given."""
    return " ".join(glyph(card, rules) for card in cards)


def face_down(number: int) -> str:
    """So many cards of which nobody knows which they are."""
    return FACE_DOWN * number


def trump_named(trump: Suit | None, words: Words) -> str:
    """``trump ♥``, in the middle of a line."""
    return words.t("no trump") if trump is None else words.t("trump {suit}").format(suit=SUITS[trump])

"""How a deal begins: the deck, who dealt it, and what lies where (RULES, "The deal")."""

from __future__ import annotations

from dataclasses import dataclass

from kozel.cards import DECK, Card, Cards, Suit
from kozel.rules import Rules


@dataclass(frozen=True)
class Dealing:
    """All that is settled before the first card is played. With the actions, it is the whole deal.

    ``deck``: the 36 cards, top first, as they lie before the deal. ``shown``: the place in the stock (0 = top) of the
    card that makes trump, where the rules show one from its middle; None where the trump card lies under
    the stock.
    """

    rules: Rules
    dealer: int
    leader: int
    deck: tuple[Card, ...]
    shown: int | None

    def __post_init__(self) -> None:
        """Raises:
        ValueError: the deck is not the 36 cards, a seat is none, or ``shown`` is not what these rules need.
        """
        if len(self.deck) != len(DECK) or len(set(self.deck)) != len(DECK):
            raise ValueError("a deck is each of the 36 cards once")
        if not {self.dealer, self.leader} <= set(range(self.rules.seats)):
            raise ValueError(f"seats are 0 to {self.rules.seats - 1}")
        if self.rules.trump_changes != (self.shown is None):
            raise ValueError("a card is shown from the stock just where the trump does not change")
        if self.shown is not None and not 0 <= self.shown < self.rules.stock:
            raise ValueError(f"the card shown has a place from 0 to {self.rules.stock - 1}")

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The hands as dealt: one card at a time, clockwise, the dealer's left first."""
        seats, dealt = self.rules.seats, self.rules.seats * self.rules.hand
        return tuple(
            Cards.of(self.deck[self.rules.distance(self.rules.after(self.dealer), seat) : dealt : seats])
            for seat in range(seats)
        )

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, top first; where the trump changes, trump card and change card are its last two."""
        rest = self.deck[self.rules.seats * self.rules.hand :]
        return rest[2:] + rest[:2] if self.rules.trump_changes else rest

    @property
    def trump_card(self) -> Card:
        """The card that makes trump at the start."""
        return self.stock[-2 if self.shown is None else self.shown]

    @property
    def trump(self) -> Suit | None:
        """The trump at the start; None is no trump."""
        return self.rules.trump_of(self.trump_card)

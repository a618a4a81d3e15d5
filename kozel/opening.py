"""How a series begins: who deals and who leads the first deal (RULES, "The deal").

Chance comes from a seed in the way of :mod:`kozel.shuffle`. Where the lead is drawn for, a round of the draw takes
two numbers: one below 36, the place (in that page's order of the deck) of the card of side 0, and one below 35, the
place among the other 35 of the card of side 1. Both go back; equal cards draw again, from the next two numbers.
"""

from __future__ import annotations

from kozel.cards import DECK
from kozel.events import LeadDrawn
from kozel.rules import Rules
from kozel.series import Series
from kozel.shuffle import lot, lots


def open_series(rules: Rules, seed: bytes) -> tuple[Series, LeadDrawn | None]:
    """A new series, and the draw for its first lead where the rules have one; else the first dealer is drawn by lot.

    ``seed`` must be one of its own: a deck from the same one would be known, in part, to whoever saw the draw.
    """
    if not rules.lead_drawn:
        return Series.start(rules, lot(seed, rules.seats)), None
    drawn = _draw(rules, seed)
    return Series.start(rules, rules.dealer_before(drawn.seat)), drawn


def _draw(rules: Rules, seed: bytes) -> LeadDrawn:
    chance, rounds = lots(seed), []
    while True:
        first = chance(len(DECK))
        second = chance(len(DECK) - 1)
        cards = DECK[first], DECK[second + (second >= first)]
        rounds.append(cards)
        if (seat := rules.drawn_lead(cards)) is not None:
            return LeadDrawn(tuple(rounds), seat)

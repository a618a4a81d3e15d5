"""Random deals through both states at once: the engine's, and the plain one that the search runs on."""

from __future__ import annotations

import random

from kozel import Deal, Rules, deal_from
from kozel.deal import Play
from kozel.players.codes import action_from, code_of
from kozel.players.lean import Lean


def walk(rules: Rules, number: int) -> int:
    """Play deal ``number`` at random, with entries now and then; how many plays it had.

    Raises:
        AssertionError: the two states differ, in what may be done or in what came of it.
    """
    dice = random.Random(f"{rules.variant}/{number}")
    deal, _ = Deal.start(deal_from(rules, 0, number % rules.seats, str(number).encode()))
    lean, plays = Lean.of(deal), 0
    while not deal.over:
        seat, action = dice.choice(_choices(deal, lean, dice))
        deal, _ = deal.apply(seat, action)
        lean.apply(seat, code_of(action))
        plays += 1
        assert tuple(lean.hands) == deal.hands
        assert (lean.trump, tuple(lean.stock[lean.at :])) == (deal.trump, deal.stock)
        assert (lean.leader, lean.first) == (deal.trick.leader, deal.trick.first)
        assert (tuple(lean.piles), tuple(lean.tricks)) == (deal.piles, deal.tricks)
    assert lean.turn == -1
    return plays


def _choices(deal: Deal, lean: Lean, dice: random.Random) -> list[Play]:
    """What may happen next, the same in both; who is not on turn is left out half the time."""
    assert lean.turn == deal.turn
    choices = []
    for seat in range(deal.rules.seats):
        codes = lean.legal() if seat == lean.turn else lean.entries(seat)
        assert tuple(map(action_from, codes)) == deal.legal(seat)
        assert list(map(code_of, deal.legal(seat))) == list(codes)
        if seat == deal.turn or dice.random() < 0.5:
            choices += [Play(seat, action) for action in deal.legal(seat)]
    return choices

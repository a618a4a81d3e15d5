"""The player that has just learned the rules: open and simple, with a beginner's mistakes.

It leads one card, mostly its best; it beats when it can, now and then its partner too; it counts nothing and
throws points away where they hurt.
"""

from __future__ import annotations

import random
from typing import Final

from kozel.actions import Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.scoring import points_of
from kozel.view import SeatView

_SLIP: Final = 0.08  # does anything that is allowed
_ENTERS: Final = 0.6  # sees that it could enter out of turn
_BEATS: Final = 0.85
_BEATS_PARTNER: Final = 0.4
_OPEN: Final = 0.6  # leads its best card, not its least


def choose(view: SeatView, dice: random.Random) -> Action | None:
    """What comes to mind first; None to wait, off turn only."""
    entries = [action for action in view.legal if isinstance(action, Interrupt)]
    if entries and dice.random() < _ENTERS:
        return dice.choice(entries)
    if not view.on_turn:
        return None
    if dice.random() < _SLIP:
        return dice.choice(view.legal)
    leads = [action for action in view.legal if isinstance(action, Lead)]
    return _lead(leads, dice) if leads else _answer(view, dice)


def _lead(leads: list[Lead], dice: random.Random) -> Action:
    """One card, the best or the least; rarely several."""
    single = [action for action in leads if action.cards.bit_count() == 1 or dice.random() < 0.1]
    best = dice.random() < _OPEN
    return max(single or leads, key=lambda action: (_rank(action) if best else -_rank(action), dice.random()))


def _answer(view: SeatView, dice: random.Random) -> Action:
    """The first beat that it sees, or the smallest cards that it has; it does not look at the trick."""
    holder = view.table.trick.holder
    partner = holder is not None and (holder - view.seat) % view.table.rules.sides == 0
    beats = [action for action in view.legal if isinstance(action, Beat)]
    if beats and dice.random() < (_BEATS_PARTNER if partner else _BEATS):
        return dice.choice(beats)
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if not discards:
        return Pass()
    return min(discards, key=lambda action: (points_of(action.cards), dice.random()))


def _rank(action: Action) -> int:
    return max(card.index % 9 for card in action.cards)

"""The player that draws lots: every choice is as likely as any other."""

from __future__ import annotations

import random

from kozel.actions import Action
from kozel.view import SeatView


def choose(view: SeatView, dice: random.Random) -> Action | None:
    """An action out of ``view.legal`` by lot; off turn, waiting is one choice more."""
    choices = view.legal if view.on_turn else (*view.legal, None)
    return dice.choice(choices)

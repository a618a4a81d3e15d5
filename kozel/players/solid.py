"""The player that one likes to have as a partner: it counts what has gone, saves its trumps, and gives.

It sees what :mod:`~kozel.players.greedy` sees and weighs it better: a card that nothing is left to beat is
high, whatever its rank; strength is worth less the fewer tricks are left; points go to the partner's trick
where it will stand.
"""

from __future__ import annotations

import random
from typing import Final

from kozel.actions import Action
from kozel.players.greedy import Taste, by_taste
from kozel.view import SeatView

SOLID: Final = Taste(trump=15, keep=0.6, safe=0.5, generous=5)


def choose(view: SeatView, dice: random.Random) -> Action | None:
    """The action that it thinks best; None to wait. Between equal ones, ``dice``."""
    return by_taste(SOLID, view, dice)

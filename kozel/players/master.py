"""The player that searches: thousands of worlds that look like its own, each played on to the end.

It knows what its seat may know and nothing else, and decides entering out of turn and waiting like any other
choice.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from kozel.actions import Action
from kozel.players.codes import action_from, code_of
from kozel.players.search import WAIT, Node, key_of, search, settle
from kozel.players.worlds import Worlds
from kozel.view import SeatView

_FEW = 12  # cards in all hands, with no stock left, from which on the end is worked out exactly in each world
_WORLDS = 60  # of those at most; each takes as long as many iterations


@dataclass(frozen=True, slots=True)
class Master:
    """A master who thinks ``iterations`` a move, or ``seconds`` of a core where that is less (None: no clock).

    Without a clock the same view and dice give the same choice, on every machine.
    """

    iterations: int = 1500
    seconds: float | None = None

    def __call__(self, view: SeatView, dice: random.Random) -> Action | None:
        """The choice; None to wait, off turn only."""
        if not view.legal:
            return None
        if view.on_turn and len(view.legal) == 1:
            return view.legal[0]
        tree = self.tree(view, dice)
        best = max(tree.children.items(), key=lambda item: (item[1].visits, item[1].total))[0] ^ key_of(view.seat, 0)
        return None if best == WAIT else action_from(best)

    def tree(self, view: SeatView, dice: random.Random) -> Node:
        """What came of the search.

        Raises:
            ValueError: there is nothing to choose.
        """
        choices = [code_of(action) for action in view.legal]
        if not choices:
            raise ValueError("there is nothing to choose")
        if not view.on_turn:
            choices.append(WAIT)
        few = sum(view.table.hand) <= _FEW and max(view.table.hand) < view.table.rules.combination
        if few and not view.table.stock:
            return settle(Worlds(view), view.seat, choices, dice, self._budget(min(self.iterations, _WORLDS), 1))
        return search(Worlds(view), view.seat, choices, dice, self._budget(self.iterations, 16))

    def _budget(self, most: int, step: int) -> Callable[[int], bool]:
        """Whether to go on, to ``most`` iterations; the clock is looked at after every ``step`` of them."""
        if self.seconds is None:
            return lambda done: done < most
        end = time.thread_time() + self.seconds
        return lambda done: done < most and (done % step != 0 or time.thread_time() < end)

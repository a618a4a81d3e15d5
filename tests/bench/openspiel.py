"""Kozel for OpenSpiel's Python ISMCTS (``open_spiel.python.algorithms.ismcts``): what our own search is measured by.

It plays on our lean state and our worlds, so that only the search differs; its nodes are keyed by the public history,
its evaluator is its own random rollout. It enters out of turn where greedy would. Needs open-spiel, which only
``make bench-players`` installs.
"""

from __future__ import annotations

import copy
import random
import time
from contextlib import suppress
from typing import Any

import numpy as np  # type: ignore[import-not-found, unused-ignore]
import pyspiel  # type: ignore[import-not-found, unused-ignore]
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-not-found, unused-ignore]

from kozel import PLAYERS, Action, SeatView
from kozel.players.codes import CARDS, DISCARD, action_from
from kozel.players.lean import Lean
from kozel.players.search import value
from kozel.players.worlds import Worlds

_EXPLORE = 0.7  # the better of 0.4, 0.7 and 1.4 in short matches


class _Type:
    """What the search asks of a game's type."""

    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
    information = pyspiel.GameType.Information.IMPERFECT_INFORMATION


class _Game:
    def get_type(self) -> _Type:
        return _Type()


class _State:
    """A deal as OpenSpiel's Python algorithms ask for one."""

    def __init__(self, lean: Lean, history: tuple[tuple[int, int], ...] = ()) -> None:
        self.lean, self.history = lean, history

    def get_game(self) -> _Game:
        return _Game()

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return self.lean.turn < 0

    def current_player(self) -> int:
        return self.lean.turn

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(self.lean.legal())

    def apply_action(self, action: int) -> None:
        code, seat = int(action), self.lean.turn
        hidden = code & ~CARDS == DISCARD
        self.history = (*self.history, (seat, DISCARD if hidden else code))
        self.lean.apply(seat, code)

    def information_state_string(self) -> str:
        return str(self.history)

    def returns(self) -> list[float]:
        worth = value(self.lean)
        return [1 - worth if seat & 1 else worth for seat in range(len(self.lean.hands))]

    def clone(self) -> _State:
        lean = copy.copy(self.lean)
        for name in ("hands", "laid", "piles", "tricks"):
            setattr(lean, name, getattr(lean, name)[:])
        return _State(lean, self.history)


class _TimeIsUp(Exception):
    """The move has to be made."""


class _Bot(ismcts.ISMCTSBot):  # type: ignore[misc, unused-ignore]
    """The search as it is, but for the clock."""

    end = 0.0

    def sample_root_state(self, state: Any) -> Any:
        if time.thread_time() > self.end and self._root_node.child_info:
            raise _TimeIsUp
        return super().sample_root_state(state)


class OpenSpiel:
    """OpenSpiel's player, thinking ``seconds`` of a core a move."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __call__(self, view: SeatView, dice: random.Random) -> Action | None:
        """Its choice."""
        if not view.on_turn:
            return PLAYERS["greedy"](view, dice)
        if len(view.legal) == 1:
            return view.legal[0]
        worlds = Worlds(view)
        random_state = np.random.RandomState(dice.getrandbits(32))
        bot = _Bot(
            _Game(),
            mcts.RandomRolloutEvaluator(1, random_state),
            uct_c=_EXPLORE,
            max_simulations=1 << 30,
            random_state=random_state,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(lambda state, player: _State(worlds.draw(dice)))
        bot.end = time.thread_time() + self._seconds
        with suppress(_TimeIsUp):
            bot.run_search(_State(worlds.draw(dice)))
        root = bot._root_node
        best = max(root.child_info, key=lambda action: root.child_info[action].visits)
        return action_from(int(best))

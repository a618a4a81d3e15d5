"""Information-set Monte Carlo tree search with a single observer.

Every iteration draws a world that the observer may be in, walks down one tree that is common to all worlds,
adds a node, plays the world out and counts the result in every node on its way (Cowling, Powley, Whitehouse:
"Information Set Monte Carlo Tree Search", 2012). What the observer cannot see is one branch: somebody else's
discard is the same whatever lies face down.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import log, sqrt
from typing import Final

from kozel.players.lean import CARDS, DISCARD, ENTER, Lean
from kozel.players.playout import enter, play_out
from kozel.players.thumb import least, thumb_of
from kozel.players.worlds import Worlds
from kozel.scoring import points_of

WAIT: Final = 6 << 36
EXPLORE: Final = 0.4
_WON: Final = 0.5


class Node:
    """What is known of one action: tried ``visits`` times, possible ``chances`` times, ``total`` of results.

    Results are those of the seat that acts.
    """

    __slots__ = ("chances", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.chances = 0
        self.total = 0.0
        self.children: dict[tuple[int, int], Node] = {}


def search(worlds: Worlds, seat: int, choices: list[int], dice: random.Random, more: Callable[[int], bool]) -> Node:
    """The tree after as many iterations as ``more`` (asked with how many are done) allows, one at least.

    Its children at the root are ``(seat, choice)`` of ``choices``, numbers of actions, or :data:`WAIT`.
    """
    root, done = Node(), 0
    while True:
        _iterate(worlds.draw(dice), root, seat, choices, dice.random)
        done += 1
        if not more(done):
            return root


def _iterate(lean: Lean, root: Node, seat: int, choices: list[int], chance: Callable[[], float]) -> None:
    node, fresh, path = _select(root, seat, choices, chance)
    _do(lean, seat, path[0][0][1], chance)
    while not fresh and lean.turn >= 0:
        entry = enter(lean, chance)
        if entry is not None:
            node, fresh = _follow(node, (entry[0], entry[1]))
            path.append(((entry[0], entry[1]), node))
            lean.apply(*entry)
            continue
        turn = lean.turn
        codes = _distinct(lean, turn == seat)
        node, fresh, step = _select(node, turn, codes, chance)
        path += step
        _do(lean, turn, step[0][0][1], chance)
    if lean.turn >= 0:
        play_out(lean, chance)
    worth = value(lean)
    root.visits += 1
    for (actor, _), passed in path:
        passed.visits += 1
        passed.total += 1 - worth if actor & 1 else worth


def _distinct(lean: Lean, own: bool) -> list[int]:
    """What the seat on turn may do, as the observer can tell it apart."""
    codes = lean.legal()
    if own:
        return codes
    seen = [code for code in codes if code & ~CARDS != DISCARD]
    if len(seen) != len(codes):
        seen.append(DISCARD)
    return seen


def _do(lean: Lean, seat: int, code: int, chance: Callable[[], float]) -> None:
    """Do it; which cards somebody else discards goes by rule of thumb."""
    if code == WAIT:
        return
    if code == DISCARD:
        number, hand = lean.standing.bit_count(), lean.hands[seat]
        thumb = thumb_of(lean.table, lean.trump)
        partner = not (lean.holder ^ seat) & 1
        code |= least(thumb.gifts if partner else thumb.junk, hand, number)
    lean.apply(seat, code)


def _follow(node: Node, key: tuple[int, int]) -> tuple[Node, bool]:
    child = node.children.get(key)
    if child is None:
        child = node.children[key] = Node()
        child.chances = 1
        return child, True
    child.chances += 1
    return child, False


def _select(
    node: Node, actor: int, codes: list[int], chance: Callable[[], float]
) -> tuple[Node, bool, list[tuple[tuple[int, int], Node]]]:
    """The child to go on with: a new one by lot while there is one, else the most promising."""
    children, best, most, untried = node.children, None, -1.0, []
    chosen = (actor, 0)
    for code in codes:
        key = (actor, code)
        child = children.get(key)
        if child is None:
            untried.append(key)
            continue
        child.chances += 1
        if untried:
            continue
        visits = child.visits
        hope = child.total / visits + EXPLORE * sqrt(log(child.chances) / visits)
        if hope > most:
            best, most, chosen = child, hope, key
    if untried:
        key = untried[int(chance() * len(untried))]
        child = children[key] = Node()
        child.chances = 1
        return child, True, [(key, child)]
    assert best is not None
    return best, False, [(chosen, best)]


def value(lean: Lean) -> float:
    """What the end of a deal is worth to side 0, from 0 to 1: half for the win, half for the card points."""
    points = points_of(lean.piles[0])
    won = 1.0 if points > 60 else 0.5 if points == 60 else 0.0
    return _WON * won + (1 - _WON) * points / 120


__all__ = ["ENTER", "EXPLORE", "WAIT", "Node", "search", "value"]

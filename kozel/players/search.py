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

from kozel.players.codes import DISCARD, ENTER
from kozel.players.ending import Endings, value
from kozel.players.lean import Lean
from kozel.players.playout import enter, play_out
from kozel.players.thumb import least, thumb_of
from kozel.players.worlds import Worlds

WAIT: Final = 6 << 36
EXPLORE: Final = 0.4
_SEAT: Final = 40  # whose action it is, above the bits of the action


class Node:
    """What is known of one action: tried ``visits`` times, possible ``chances`` times, ``total`` of results.

    Results are those of the seat that acts. ``children`` by :func:`key_of` what was done next.
    """

    __slots__ = ("chances", "children", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.chances, self.total = 0, 1, 0.0
        self.children: dict[int, Node] = {}


def key_of(seat: int, code: int) -> int:
    """An action and who did it, as one number."""
    return seat << _SEAT | code


def search(worlds: Worlds, seat: int, choices: list[int], dice: random.Random, more: Callable[[int], bool]) -> Node:
    """The tree after as many iterations as ``more`` (asked with how many are done) allows, one at least.

    Its children at the root are ``key_of(seat, choice)`` of ``choices``, numbers of actions, or :data:`WAIT`.
    """
    root, done = Node(), 0
    while True:
        _iterate(worlds.draw(dice), root, seat, choices, dice.random)
        done += 1
        if not more(done):
            return root


def _iterate(lean: Lean, root: Node, seat: int, choices: list[int], chance: Callable[[], float]) -> None:
    code, node = _select(root, seat << _SEAT, choices, chance)
    path = [(seat, node)]
    if code != WAIT:
        lean.apply(seat, code)
    while node.visits and (turn := lean.turn) >= 0:
        if (entry := enter(lean, chance)) is not None:
            turn, code = entry
            node = _follow(node, turn << _SEAT | code)
        elif turn == seat:
            code, node = _select(node, turn << _SEAT, lean.legal(), chance)
        else:
            code, node = _select(node, turn << _SEAT, lean.seen(), chance)
            if code == DISCARD:
                code |= _lost(lean, turn)
        path.append((turn, node))
        lean.apply(turn, code)
    if lean.turn >= 0:
        play_out(lean, chance)
    worth = value(lean)
    root.visits += 1
    for actor, node in path:
        node.visits += 1
        node.total += 1 - worth if actor & 1 else worth


def _lost(lean: Lean, seat: int) -> int:
    """Which cards somebody else discards, by rule of thumb."""
    thumb = thumb_of(lean.table, lean.trump)
    return least(thumb.junk if (lean.holder ^ seat) & 1 else thumb.gifts, lean.hands[seat], lean.standing.bit_count())


def _follow(node: Node, key: int) -> Node:
    child = node.children.get(key)
    if child is None:
        child = node.children[key] = Node()
    else:
        child.chances += 1
    return child


def _select(node: Node, actor: int, codes: list[int], chance: Callable[[], float]) -> tuple[int, Node]:
    """What to go on with, and its node: a new one by lot while there is one, else the most promising."""
    children, best, most, chosen, untried = node.children, node, -1.0, 0, []
    for code in codes:
        child = children.get(actor | code)
        if child is None:
            untried.append(code)
            continue
        child.chances += 1
        if untried:
            continue
        visits = child.visits
        hope = child.total / visits + EXPLORE * sqrt(log(child.chances) / visits)
        if hope > most:
            best, most, chosen = child, hope, code
    if untried:
        chosen = untried[int(chance() * len(untried))] if len(untried) > 1 else untried[0]
        best = children[actor | chosen] = Node()
    return chosen, best


def settle(worlds: Worlds, seat: int, choices: list[int], dice: random.Random, more: Callable[[int], bool]) -> Node:
    """As :func:`search`, where few cards are left: each choice, in every world drawn, by best play to the end."""
    root = Node()
    nodes = [(code, root.children.setdefault(key_of(seat, code), Node())) for code in choices]
    while True:
        world, endings = worlds.draw(dice), Endings()
        root.visits += 1
        for code, node in nodes:
            lean = world.copy()
            lean.apply(seat, code)
            worth = endings.value(lean)
            node.visits += 1
            node.total += 1 - worth if seat & 1 else worth
        if not more(root.visits):
            return root


__all__ = ["ENTER", "EXPLORE", "WAIT", "Node", "key_of", "search", "value"]

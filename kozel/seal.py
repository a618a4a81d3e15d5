"""Seals of a record: digests that show where it has been altered since it was written.

They guard against mistakes and quiet edits, not against somebody who computes them anew. All are SHA-256
over UTF-8, in hex, of the parts named below one after the other, a line end after each.

- The record's ``digest``: of ``format``, ``variant``, ``target``, each seat's name as TOML writes it, each
  round of ``drawn`` where that is there, and ``length`` (how many deals).
- A deal's state starts as the digest of: the digest before (that of the deal before, of the record for the
  first), ``dealer``, ``leader``, ``deck``, ``shown`` (empty where there is none), ``trump``. Each action
  makes it the digest of: the state, the action with its cards by suit and rank. ``marks`` are the first 4
  letters of each of these states.
- The deal's ``digest``: of the last state and, where there is a result, ``points``, ``tricks``, ``loss``,
  each as two numbers with a space between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from kozel.deal import Play
from kozel.dealing import Dealing
from kozel.events import DealScored, LeadDrawn
from kozel.notation import write_draw, write_play, write_trump
from kozel.rules import Rules
from kozel.toml import written

FORMAT = "kozel/1"
_MARK = 4


class DealSeal(NamedTuple):
    """The seals of one deal: a mark for its head and one for each action, in order, and its digest."""

    marks: tuple[str, ...]
    digest: str


def seal_of_head(rules: Rules, seats: Sequence[str], drawn: LeadDrawn | None, deals: int) -> str:
    """The digest of a record's head, with the number of its deals."""
    rounds = [] if drawn is None else write_draw(drawn)
    return _digest((FORMAT, rules.variant, str(rules.target), *map(written, seats), *rounds, str(deals)))


def seal_of_deal(before: str, dealing: Dealing, plays: Iterable[Play], score: DealScored | None) -> DealSeal:
    """The seals of a deal that comes after the digest ``before``."""
    shown = "" if dealing.shown is None else str(dealing.shown)
    deck, trump = " ".join(map(str, dealing.deck)), write_trump(dealing.trump)
    states = [_digest((before, str(dealing.dealer), str(dealing.leader), deck, shown, trump))]
    for play in plays:
        states.append(_digest((states[-1], write_play(play))))
    results = () if score is None else (score.points, score.tricks, score.loss)
    digest = _digest((states[-1], *(f"{first} {second}" for first, second in results)))
    return DealSeal(tuple(state[:_MARK] for state in states), digest)


def _digest(parts: Iterable[str]) -> str:
    return sha256("".join(f"{part}\n" for part in parts).encode()).hexdigest()

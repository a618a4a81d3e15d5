"""Why a choice is a good one, as far as its seat can know: one short reason, and always a true one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from kozel.actions import Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import ALL_CARDS, Cards
from kozel.scoring import points_of
from kozel.view import SeatView


class Reason(Enum):
    """What speaks for a choice."""

    ENTERS = auto()  # the lead becomes one's own
    SURE = auto()  # a lead that no card can beat
    SEVERAL = auto()  # ``number`` cards led at once
    TRUMP = auto()  # a trump led: no other suit beats it
    RISKS_NOTHING = auto()  # a lead without card points
    CHEAP = auto()  # takes the trick for certain, with neither trump nor joker; ``number`` points lie open in it
    TAKES = auto()  # takes it for certain
    FIGHTS = auto()  # beats an enemy; ``number`` points lie open in the trick
    GIVES = auto()  # ``number`` points for a trick that the partner holds
    KEEPS_TRUMPS = auto()  # only trumps or jokers would beat, and they stay
    LEAST = auto()  # no discard has fewer points than ``number``
    KEEPS_CARDS = auto()  # passes
    BEST = auto()  # nothing that can be said in a word


@dataclass(frozen=True, slots=True)
class Advice:
    """``action`` and its ``reason``; ``number`` as the reason says, else 0. ``more``: face-down cards may add to it."""

    action: Action
    reason: Reason
    number: int = 0
    more: bool = False


def advice_on(view: SeatView, action: Action) -> Advice:
    """The reason for ``action``, one of ``view.legal``."""
    match action:
        case Interrupt():
            return Advice(action, Reason.ENTERS)
        case Pass():
            return Advice(action, Reason.KEEPS_CARDS)
        case Lead(cards):
            return _lead(view, action, cards)
        case Beat(cards):
            return _beat(view, action, cards)
        case _:
            return _discard(view, action, action.cards)


def _lead(view: SeatView, action: Action, cards: Cards) -> Advice:
    if len(cards) > 1:
        return Advice(action, Reason.SEVERAL, len(cards))
    table = view.table
    if not table.rules.beats(int(_unseen(view)), int(cards), table.trump):
        return Advice(action, Reason.SURE)
    if cards & table.rules.suit_cards(table.trump):
        return Advice(action, Reason.TRUMP)
    return Advice(action, Reason.BEST if points_of(cards) else Reason.RISKS_NOTHING)


def _beat(view: SeatView, action: Action, cards: Cards) -> Advice:
    trick = view.table.trick
    open_cards = int(cards) | sum(int(play.cards) for play in trick.plays)
    more = any(play.number > len(play.cards) for play in trick.plays)
    points = points_of(open_cards)
    if _is_last(view, len(cards)):
        return Advice(action, Reason.TAKES if cards & _dear(view) else Reason.CHEAP, points, more)
    return Advice(action, Reason.BEST if _partner_holds(view) else Reason.FIGHTS, points, more)


def _discard(view: SeatView, action: Action, cards: Cards) -> Advice:
    points = points_of(cards)
    if _partner_holds(view) and points:
        return Advice(action, Reason.GIVES, points)
    beats = [other.cards for other in view.legal if isinstance(other, Beat)]
    dear = _dear(view)
    if beats and all(other & dear for other in beats) and not cards & dear:
        return Advice(action, Reason.KEEPS_TRUMPS)
    if points == min(points_of(other.cards) for other in view.legal if isinstance(other, Discard)):
        return Advice(action, Reason.LEAST, points)
    return Advice(action, Reason.BEST)


def _is_last(view: SeatView, number: int) -> bool:
    """Whether the trick ends with this seat's beat: everybody has answered, and the leader cannot beat back."""
    table, leader = view.table, view.table.trick.plays[0].seat
    if view.seat == leader or table.rules.after(view.seat) != leader:
        return False
    return not table.rules.beats_back or table.hand[leader] < number


def _partner_holds(view: SeatView) -> bool:
    holder = view.table.trick.holder
    return holder is not None and holder != view.seat and holder % 2 == view.seat % 2


def _dear(view: SeatView) -> Cards:
    """Trumps and jokers."""
    rules = view.table.rules
    return rules.suit_cards(view.table.trump) | rules.jokers


def _unseen(view: SeatView) -> Cards:
    """All cards but the own ones and those that lay open in tricks."""
    seen = view.hand
    for trick in (*view.table.past, view.table.trick):
        for play in trick.plays:
            seen |= play.cards
    return ALL_CARDS - seen

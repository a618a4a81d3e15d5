"""Plays as text: ``SEAT VERB CARDS…``, as in ``"0 lead KS TS"`` (RECORD)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from kozel.actions import PASS, Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import Card, Cards, Suit
from kozel.deal import Play
from kozel.events import LeadDrawn
from kozel.rules import Rules

NO_TRUMP = "-"
_LAYING: dict[str, type[Lead | Beat | Discard | Interrupt]] = {
    "lead": Lead,
    "beat": Beat,
    "discard": Discard,
    "interrupt": Interrupt,
}
_VERBS = (*_LAYING, "pass")


def verb_of(action: Action) -> str:
    """The verb of ``action``: lead, beat, discard, interrupt or pass. Its cards are ``str(action.cards)``."""
    match action:
        case Lead():
            return "lead"
        case Beat():
            return "beat"
        case Discard():
            return "discard"
        case Interrupt():
            return "interrupt"
        case Pass():
            return "pass"
        case _:
            assert_never(action)


def action_of(verb: str, cards: str) -> Action:
    """The action with this verb and these cards, separated by white space; their order means nothing.

    Raises:
        ValueError: there is no such verb, a word is no card or stands twice, or the number of cards does
        not fit.
    """
    laid = Cards.parse(cards)
    if verb == "pass":
        if laid:
            raise ValueError("pass has no cards")
        return PASS
    if verb not in _LAYING:
        raise ValueError(f"{verb!r} is not a verb: write one of {', '.join(_VERBS)}")
    if not laid:
        raise ValueError(f"{verb} needs cards")
    return _LAYING[verb](laid)


def write_play(play: Play) -> str:
    """``play`` in notation, its cards by suit and rank."""
    return f"{play.seat} {verb_of(play.action)} {play.action.cards}".rstrip()


def read_play(text: str) -> Play:
    """The play written as ``text``.

    Raises:
        ValueError: it is not a seat's number, a verb and cards.
    """
    seat, _, rest = text.strip().partition(" ")
    verb, _, cards = rest.strip().partition(" ")
    if not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        raise ValueError(f"{text!r} does not begin with a seat: write it like 0 lead KS TS")
    return Play(int(seat), action_of(verb, cards))


def write_trump(trump: Suit | None) -> str:
    """The letter of ``trump``; ``-`` for no trump."""
    return NO_TRUMP if trump is None else trump.value


def write_draw(drawn: LeadDrawn) -> list[str]:
    """The rounds of a draw for the first lead, in order, each as the cards of side 0 and side 1: ``KS 7H``."""
    return [f"{first} {second}" for first, second in drawn.rounds]


def read_draw(rules: Rules, texts: Iterable[str]) -> LeadDrawn:
    """The draw with these rounds, by ``rules``.

    Raises:
        ValueError: the game knows none, a round is not two cards, or not just the last one gives the lead.
    """
    if not rules.lead_drawn:
        raise ValueError(f"nobody draws for the lead in {rules.variant}")
    rounds = tuple(map(_round, texts))
    leads = list(map(rules.drawn_lead, rounds))
    if not leads or leads[-1] is None or any(lead is not None for lead in leads[:-1]):
        raise ValueError("a draw ends with its first two unequal cards")
    return LeadDrawn(rounds, leads[-1])


def _round(text: str) -> tuple[Card, Card]:
    words = text.split()
    if len(words) != len(Cards.parse(text)) or len(words) != 2:
        raise ValueError(f"{text!r} is not two cards, one a side")
    return Card.parse(words[0]), Card.parse(words[1])

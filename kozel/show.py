"""A series for people: trick by trick, with the score, in plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import assert_never

from kozel.actions import Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import Card, Cards, Suit
from kozel.deal import Deal, Play
from kozel.dealing import Dealing
from kozel.events import DealScored, Drawn, Event, LeadDrawn, TrickTaken, TrumpChanged
from kozel.record import DealRecord, Record
from kozel.rules import Rules
from kozel.scoring import points_of
from kozel.series import Series

_SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_INDENT = " " * 5
_VERB = 8
_RULE = 64


def show(record: Record) -> str:
    """``record`` as text. Cards laid face down stand in brackets.

    Raises:
        Refusal, ValueError: the record is not right (see :func:`kozel.referee.check`).
    """
    names = _names(record.seats)
    rules = record.rules
    sides = tuple(" and ".join(names[side :: rules.sides]) for side in range(rules.sides))
    lines = [
        f"Kozel with {rules.hand} cards · {' against '.join(sides)} · to {rules.target} loss points",
        "Cards in brackets were laid face down.",
    ]
    if record.drawn is not None:
        lines += ["", *_draw(record.drawn, names)]
    series: Series | None = None
    for number, one in enumerate(record.deals, 1):
        series = series or Series.start(rules, one.dealing.dealer)
        lines += ["", *_head(number, one.dealing, names), ""]
        deal, told = _played(one, names)
        lines += told
        if deal.over:
            series, score, _ = series.after(deal)
            lines += [*_score(rules, score, sides), f"{_INDENT}Loss points  {_pairs(sides, series.loss)}"]
    return "\n".join([*lines, "", _ending(series, sides)]) + "\n"


def glyphs(cards: Cards) -> str:
    """``cards`` as on a table, by suit: ``K♠ 10♠``."""
    return " ".join(map(_glyph, cards))


def _glyph(card: Card) -> str:
    rank = "10" if card.rank.value == "T" else card.rank.value
    return rank + _SUITS[card.suit]


def _draw(drawn: LeadDrawn, names: Sequence[str]) -> Iterator[str]:
    """How the first lead was drawn for."""
    for cards in drawn.rounds:
        told = ", ".join(f"{name} draws {_glyph(card)}" for name, card in zip(names, cards, strict=True))
        yield f"{_INDENT}{told}"
    yield f"{_INDENT}▸ {names[drawn.seat]} has the first lead"


def _head(number: int, dealing: Dealing, names: Sequence[str]) -> Iterator[str]:
    trump = "no trump" if dealing.trump is None else f"trump {_SUITS[dealing.trump]}"
    title = f"── Deal {number} "
    yield title + "─" * (_RULE - len(title))
    dealer, leader = names[dealing.dealer], names[dealing.leader]
    yield f"{_INDENT}{dealer} deals, {leader} leads · {trump}, by {_glyph(dealing.trump_card)}"


def _played(one: DealRecord, names: Sequence[str]) -> tuple[Deal, list[str]]:
    """The deal as far as it was played, and the lines that tell of it."""
    width = max(map(_width, names))
    deal, _ = Deal.start(one.dealing)
    lines = []
    for play in one.plays:
        start = _INDENT if deal.trick.plays else f"{sum(deal.tricks) + 1:>3}  "
        told = _told(play, returns=bool(deal.trick.plays))
        lines.append(f"{start}{_padded(names[play.seat], width)}  {told}")
        deal, events = deal.apply(*play)
        for event in events:
            lines += _after(event, deal, names)
        if not deal.trick.plays:
            lines.append("")
    return deal, lines


def _told(play: Play, *, returns: bool) -> str:
    match play.action:
        case Lead(cards):
            return f"{'leads':{_VERB}}  {glyphs(cards)}"
        case Beat(cards):
            return f"{'beats':{_VERB}}  {glyphs(cards)}"
        case Discard(cards):
            return f"{'discards':{_VERB}}  ({glyphs(cards)})"
        case Interrupt(cards):
            back = "  and all cards laid go back" if returns else ""
            return f"{'enters':{_VERB}}  {glyphs(cards)}{back}"
        case Pass():
            return "passes"
        case _:
            assert_never(play.action)


def _after(event: Event, deal: Deal, names: Sequence[str]) -> Iterator[str]:
    """What is to be told of ``event`` beside the play that brought it; ``deal`` is the deal after it."""
    match event:
        case TrickTaken(seat, _, _):
            points = sum(points_of(play.action.cards) for play in deal.past[-1].plays)
            yield f"{_INDENT}▸ {names[seat]} takes {_count(points, 'point')}"
        case TrumpChanged(seat, card, trump):
            now = "there is no trump" if trump is None else f"trump is {_SUITS[trump]}"
            yield f"{_INDENT}▸ {names[seat]} has drawn the change card, {_glyph(card)}: {now} from now on"
        case Drawn(_, 0):
            yield f"{_INDENT}▸ the stock is empty"
        case _:
            pass


def _score(rules: Rules, score: DealScored, sides: Sequence[str]) -> Iterator[str]:
    width = max(map(_width, sides))
    for side, points, tricks, loss in zip(sides, score.points, score.tricks, score.loss, strict=True):
        counts = f"{_count(points, 'point'):>10}  {_count(tricks, 'trick'):>9}"
        added = f"  +{loss} loss points" if loss else ""
        yield f"{_INDENT}{_padded(side, width)}  {counts}{added}"
    if score.eggs:
        yield f"{_INDENT}{'Eggs' if rules.eggs else '60 to 60'}: nobody gets loss points"


def _ending(series: Series | None, sides: Sequence[str]) -> str:
    if series is None or series.goats is None:
        return "The series is not over."
    return f"Goats{' with eggs' if series.eggs else ''}: {sides[series.goats]}"


def _pairs(sides: Sequence[str], loss: Sequence[int]) -> str:
    return " · ".join(f"{side} {points}" for side, points in zip(sides, loss, strict=True))


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _names(seats: Sequence[str]) -> tuple[str, ...]:
    """The names to show, with the seat's number where two are the same."""
    names = tuple(map(_clean, seats))
    same = len(set(names)) < len(names)
    return tuple(f"{name} {seat}" if same else name for seat, name in enumerate(names))


def _clean(name: str) -> str:
    """A name that cannot break a line or turn the text around it: what cannot be printed is a space."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split()) or "?"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """The columns that ``text`` takes, roughly: wide letters two, marks that stand over others none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )

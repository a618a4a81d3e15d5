"""What really happened, read from the bot's database by other means than the bot's own: plain SQL, and the game."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from kozel import (
    VARIANTS,
    Card,
    Cards,
    Deal,
    Dealing,
    DealRecord,
    Discard,
    LeadDrawn,
    Play,
    Record,
    action_of,
    read_draw,
    table_view,
)


@dataclass
class Moment:
    """One action, and when (Unix seconds)."""

    seat: int
    verb: str
    cards: str
    at: float


@dataclass
class StoredDeal:
    """A deal as it is stored: ``begun`` and ``ended`` in Unix seconds, ``people`` by seat (None: a computer).

    ``drawn``: the draw for the first lead of its series.
    """

    table: int
    chat: int
    round: int
    dealing: Dealing
    begun: float
    ended: float | None
    people: list[int | None]
    drawn: LeadDrawn | None
    moments: list[Moment] = field(default_factory=list)

    def replay(self) -> list[Deal]:
        """The deal before each action, and after the last. Raises: kozel.Refusal if a stored action is not legal."""
        deals = [Deal.start(self.dealing)[0]]
        for moment in self.moments:
            deals.append(deals[-1].apply(moment.seat, action_of(moment.verb, moment.cards))[0])
        return deals


def stored_deals(path: Path) -> list[StoredDeal]:
    """All deals in the database, in the order in which they began."""
    with sqlite3.connect(path) as connection:
        deals = [_deal(connection, row) for row in connection.execute(_DEALS)]
        for deal in deals:
            rows = connection.execute(_ACTIONS, (deal.table, deal.round))
            deal.moments = [Moment(seat, verb, cards, _seconds(at)) for seat, verb, cards, at in rows]
    connection.close()
    return deals


_DEALS = """
    SELECT d.table_id, t.chat_id, d.round, d.dealer, d.leader, d.deck, d.shown, d.begun_at, d.ended_at, d.series_id,
    t.variant, s.drawn
    FROM deals d JOIN tables t ON t.id = d.table_id JOIN series s ON s.id = d.series_id
    ORDER BY d.begun_at, d.table_id, d.round
"""
_ACTIONS = "SELECT seat, verb, cards, at FROM actions WHERE table_id = ? AND round = ? ORDER BY moment"
_SEATS = "SELECT person_id FROM series_seats WHERE series_id = ? ORDER BY seat"


def _deal(connection: sqlite3.Connection, row: tuple[object, ...]) -> StoredDeal:
    table, chat, round_, dealer, leader, deck, shown, begun, ended, series, variant, drawn = row
    rules = VARIANTS[str(variant)]
    cards = tuple(Card.parse(word) for word in str(deck).split())
    people = [person for (person,) in connection.execute(_SEATS, (series,))]
    dealing = Dealing(rules, _int(dealer), _int(leader), cards, None if shown is None else _int(shown))
    return StoredDeal(
        _int(table),
        _int(chat),
        _int(round_),
        dealing,
        _seconds(begun),
        _seconds(ended) if ended else None,
        people,
        read_draw(rules, str(drawn).split("/")) if drawn else None,
    )


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _seconds(text: object) -> float:
    return datetime.fromisoformat(str(text)).replace(tzinfo=UTC).timestamp()


def public(deal: StoredDeal, at: float) -> Cards:
    """The cards of a deal that everybody had seen by then: the one shown for trump, the change card once it is drawn,
    all laid face up so far, and in the first deal those drawn for the lead."""
    seen = Cards.of([deal.dealing.trump_card])
    if deal.round == 1 and deal.drawn is not None:
        seen |= Cards.of(card for cards in deal.drawn.rounds for card in cards)
    for after, moment in zip(deal.replay()[1:], deal.moments, strict=True):
        if moment.at <= at and moment.verb != "discard":
            seen |= Cards.parse(moment.cards)
        if moment.at <= at and deal.dealing.rules.trump_changes and not after.stock:
            seen |= Cards.of([deal.dealing.stock[-1]])
    return seen


def held(deal: StoredDeal, seat: int, at: float) -> Cards:
    """The cards that a seat had had in hand by then."""
    ever = Cards(0)
    for before, moment in zip(deal.replay(), [None, *deal.moments], strict=True):
        if moment is None or moment.at <= at:
            ever |= Cards(before.hands[seat])
    return ever


def face_down(deal: StoredDeal) -> Cards:
    """The cards that ended face down."""
    return Cards.of(card for play in _plays(deal) if isinstance(play.action, Discard) for card in play.action.cards)


def _plays(deal: StoredDeal) -> list[Play]:
    return [Play(moment.seat, action_of(moment.verb, moment.cards)) for moment in deal.moments]


def record_of(deals: list[StoredDeal], names: list[str]) -> Record:
    """The record of a series of these deals."""
    kept = []
    for deal in deals:
        last = deal.replay()[-1]
        kept.append(DealRecord(deal.dealing, tuple(_plays(deal)), table_view(last).score))
    return Record(deals[0].dealing.rules, tuple(names), tuple(kept), drawn=deals[0].drawn)

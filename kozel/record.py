"""The record of a series as ``kozel/1`` text: enough to replay every deal card for card (RECORD)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kozel import toml
from kozel.deal import Play
from kozel.dealing import Dealing
from kozel.events import DealScored, LeadDrawn
from kozel.notation import write_draw, write_play, write_trump
from kozel.rules import Rules
from kozel.seal import FORMAT, seal_of_deal, seal_of_head

HEAD_KEYS = frozenset({"format", "variant", "seats", "target", "drawn", "length", "deals", "digest"})
DEAL_KEYS = frozenset(
    {"dealer", "leader", "deck", "shown", "trump", "actions", "points", "tricks", "loss", "marks", "digest"}
)


@dataclass(frozen=True)
class Fault:
    """The first thing wrong in a record: in which ``deal`` (the first is 1; None: in the head of the file),
    at which ``action`` of it (the first is 1; None: none of them, but the deal itself), and ``why``, in one
    line."""

    deal: int | None
    action: int | None
    why: str

    def __str__(self) -> str:
        place = "head" if self.deal is None else f"deal {self.deal}"
        return f"{place}: {self.why}" if self.action is None else f"{place}, action {self.action}: {self.why}"


class RecordError(ValueError):
    """A text that is not a right record; ``fault`` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class NotARecordError(RecordError):
    """A text that is no ``kozel/1`` at all."""


@dataclass(frozen=True)
class DealRecord:
    """One deal: how it was dealt, what was played, its score where it is over; ``extra`` keys are kept."""

    dealing: Dealing
    plays: tuple[Play, ...] = ()
    score: DealScored | None = None
    extra: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises:
        ValueError: an extra key is one of the format's own.
        """
        _check_extra(self.extra, DEAL_KEYS)


@dataclass(frozen=True)
class Record:
    """A series: its ``rules``, the names by seat, its deals in order; ``extra`` keys are kept as they are.

    ``drawn``: how the first lead was drawn for, where that is known.

    That its plays are legal is not said by this type, but by :func:`kozel.referee.check`.
    """

    rules: Rules
    seats: tuple[str, ...]
    deals: tuple[DealRecord, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    drawn: LeadDrawn | None = None

    def __post_init__(self) -> None:
        """Raises:
        ValueError: there is not a name a seat, a deal is of another game, or an extra key is one of the
        format's own.
        """
        if len(self.seats) != self.rules.seats:
            raise ValueError(f"{self.rules.variant} has {self.rules.seats} seats, not {len(self.seats)}")
        if any(deal.dealing.rules != self.rules for deal in self.deals):
            raise ValueError(f"a deal is not of {self.rules.variant}")
        _check_extra(self.extra, HEAD_KEYS)


def write(record: Record) -> str:
    """``record`` as text, with its seals. :func:`kozel.reading.read` gives the same record back.

    Raises:
        ValueError: a name is no text (half of a surrogate pair), or an extra value is nothing that TOML
        knows.
    """
    digest = seal_of_head(record.rules, record.seats, record.drawn, len(record.deals))
    drawn = [] if record.drawn is None else [toml.line("drawn", write_draw(record.drawn))]
    parts = [
        toml.line("format", FORMAT),
        toml.line("variant", record.rules.variant),
        toml.line("seats", record.seats),
        toml.line("target", record.rules.target),
        *drawn,
        toml.line("length", len(record.deals)),
        toml.line("digest", digest),
        *(toml.line(key, value) for key, value in record.extra.items()),
    ]
    if not record.deals:
        parts.append(toml.line("deals", []))
    for deal in record.deals:
        text, digest = _written_deal(deal, digest)
        parts += ["\n[[deals]]\n", text]
    return "".join(parts)


def _written_deal(deal: DealRecord, before: str) -> tuple[str, str]:
    """The text of ``deal`` below its table's name, and its digest, which goes on from ``before``."""
    dealing, seal = deal.dealing, seal_of_deal(before, deal.dealing, deal.plays, deal.score)
    parts = [
        toml.line("dealer", dealing.dealer),
        toml.line("leader", dealing.leader),
        toml.line("deck", " ".join(map(str, dealing.deck))),
    ]
    if dealing.shown is not None:
        parts.append(toml.line("shown", dealing.shown))
    parts.append(toml.line("trump", write_trump(dealing.trump)))
    parts += ["actions = [\n", *(f"  {toml.written(write_play(play))},\n" for play in deal.plays), "]\n"]
    if deal.score is not None:
        parts += [
            toml.line("points", deal.score.points),
            toml.line("tricks", deal.score.tricks),
            toml.line("loss", deal.score.loss),
        ]
    parts += [toml.line("marks", " ".join(seal.marks)), toml.line("digest", seal.digest)]
    parts += [toml.line(key, value) for key, value in deal.extra.items()]
    return "".join(parts), seal.digest


def _check_extra(extra: Mapping[str, object], own: frozenset[str]) -> None:
    if taken := own & extra.keys():
        raise ValueError(f"{min(taken)} is a key of the format's own")

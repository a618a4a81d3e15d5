"""Reading ``kozel/1`` text: as far as it can be read, and the first fault where it cannot.

Only what the text says of itself is looked at here: its words and its seals. Whether the plays are legal,
the referee says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from kozel.cards import Card
from kozel.deal import Play
from kozel.dealing import Dealing
from kozel.events import DealScored, LeadDrawn
from kozel.notation import read_draw, read_play, write_trump
from kozel.record import DEAL_KEYS, HEAD_KEYS, DealRecord, Fault, NotARecordError, Record, RecordError
from kozel.rules import VARIANTS, Rules
from kozel.seal import FORMAT, DealSeal, seal_of_deal, seal_of_head

_Table = Mapping[str, object]
_Item = TypeVar("_Item")
_ALTERED = "it is not as it was written: its {} is another"


class Reading(NamedTuple):
    """``record``: what stands before ``fault``, and at it where that could be read; all where there is none."""

    record: Record
    fault: Fault | None


class _DealReading(NamedTuple):
    deal: DealRecord | None
    digest: str
    fault: Fault | None


class _Wrong(Exception):
    """Why something cannot be read."""


def read(text: str) -> Record:
    """The record written as ``text``. Keys that the format does not know are kept in ``extra``.

    Raises:
        NotARecordError: it is not TOML, or not of the format ``kozel/1``.
        RecordError: something in it cannot be read, or is not as it was written; ``fault`` says where and
        why.
    """
    record, fault = read_far(text)
    if fault is not None:
        raise RecordError(fault)
    return record


def read_far(text: str) -> Reading:
    """As much of ``text`` as there is before the first fault.

    Raises:
        NotARecordError: it is not TOML, or not of the format ``kozel/1``.
        RecordError: not even its head can be read, or that is not as it was written.
    """
    table = _table(text)
    try:
        rules, seats, drawn = _head(table)
        tables = _listed(table, "deals", dict, "tables, each [[deals]]", [])
        length = _number(table, "length") if "length" in table else len(tables)
    except _Wrong as wrong:
        raise RecordError(Fault(None, None, str(wrong))) from None
    digest = seal_of_head(rules, seats, drawn, length)
    if table.get("digest", digest) != digest:
        raise RecordError(Fault(None, None, _ALTERED.format("digest")))
    deals: list[DealRecord] = []
    fault = None
    for number, one in enumerate(tables, 1):
        deal, digest, fault = _deal(rules, one, number, digest)
        if deal is not None:
            deals.append(deal)
        if fault is not None:
            break
    else:
        fault = _length_fault(length, len(tables))
    return Reading(Record(rules, seats, tuple(deals), _extra(table, HEAD_KEYS), drawn), fault)


def _length_fault(length: int, found: int) -> Fault | None:
    if length == found:
        return None
    why = "it is missing" if found < length else "it was not there when the record was written"
    return Fault(min(length, found) + 1, None, why)


def _table(text: str) -> _Table:
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        why = " ".join(str(error).split()) or "it is nested too deeply"
        raise NotARecordError(Fault(None, None, f"this is not TOML: {why}")) from None
    if table.get("format") != FORMAT:
        raise NotARecordError(Fault(None, None, f'this is no record: it needs format = "{FORMAT}"'))
    return table


def _head(table: _Table) -> tuple[Rules, tuple[str, ...], LeadDrawn | None]:
    variant = table.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise _Wrong(f"variant must be one of {', '.join(VARIANTS)}")
    rules = VARIANTS[variant]
    seats = _listed(table, "seats", str, f"{rules.seats} names")
    if len(seats) != rules.seats:
        raise _Wrong(f"seats must be {rules.seats} names, not {len(seats)}")
    if (target := _number(table, "target")) != rules.target:
        raise _Wrong(f"target must be {rules.target} in {variant}, not {target}")
    return rules, tuple(seats), _drawn(rules, table)


def _drawn(rules: Rules, table: _Table) -> LeadDrawn | None:
    if "drawn" not in table:
        return None
    try:
        return read_draw(rules, _listed(table, "drawn", str, 'texts like "KS 7H"'))
    except ValueError as error:
        raise _Wrong(f"drawn is wrong: {error}") from None


def _deal(rules: Rules, table: _Table, number: int, before: str) -> _DealReading:
    """The deal of ``table``, up to its first fault."""
    try:
        dealing = _dealing(rules, table)
        texts = _listed(table, "actions", str, 'texts like "0 lead KS TS"')
    except _Wrong as wrong:
        return _DealReading(None, before, Fault(number, None, str(wrong)))
    plays, why = _plays(rules, texts)
    score, fault = None, None if why is None else Fault(number, len(plays) + 1, why)
    if fault is None:
        try:
            score = _score(table)
        except _Wrong as wrong:
            fault = Fault(number, None, str(wrong))
    seal = seal_of_deal(before, dealing, plays, score)
    broken = _broken_mark(table, seal, whole=why is None)
    if broken is not None:
        altered = DealRecord(dealing, plays[:broken])
        return _DealReading(altered, seal.digest, Fault(number, broken or None, _ALTERED.format("mark")))
    if fault is None and table.get("digest", seal.digest) != seal.digest:
        fault = Fault(number, None, _ALTERED.format("digest"))
    return _DealReading(DealRecord(dealing, plays, score, _extra(table, DEAL_KEYS)), seal.digest, fault)


def _broken_mark(table: _Table, seal: DealSeal, *, whole: bool) -> int | None:
    """The first action (from 1; 0 is the deal's head) with another mark than was written; None where all
    are right.

    Where not all actions could be read (not ``whole``), only the marks of those that could are looked at.
    """
    if "marks" not in table:
        return None
    stored = str(table["marks"]).split()
    if not whole:
        stored = stored[: len(seal.marks)]
    pairs = enumerate(zip_longest(stored, seal.marks))
    return next((place for place, (written, found) in pairs if written != found), None)


def _dealing(rules: Rules, table: _Table) -> Dealing:
    dealer, leader = _number(table, "dealer"), _number(table, "leader")
    shown = _number(table, "shown") if "shown" in table else None
    deck = table.get("deck")
    if not isinstance(deck, str):
        raise _Wrong("deck must be a text of 36 cards")
    try:
        dealing = Dealing(rules, dealer, leader, tuple(map(Card.parse, deck.split())), shown)
    except ValueError as error:
        raise _Wrong(str(error)) from None
    if table.get("trump") != (trump := write_trump(dealing.trump)):
        raise _Wrong(f'trump must be "{trump}": the card that makes it is {dealing.trump_card}')
    return dealing


def _plays(rules: Rules, texts: Iterable[str]) -> tuple[tuple[Play, ...], str | None]:
    """The plays before the first text that is none, and why that is none."""
    plays: list[Play] = []
    for text in texts:
        try:
            play = read_play(text)
        except ValueError as error:
            return tuple(plays), str(error)
        if play.seat >= rules.seats:
            return tuple(plays), f"there is no seat {play.seat}: seats are 0 to {rules.seats - 1}"
        plays.append(play)
    return tuple(plays), None


def _score(table: _Table) -> DealScored | None:
    keys = [key for key in ("points", "tricks", "loss") if key in table]
    if not keys:
        return None
    points, tricks, loss = (_pair(table, key) for key in ("points", "tricks", "loss"))
    return DealScored(points, tricks, loss)


def _pair(table: _Table, key: str) -> tuple[int, int]:
    match table.get(key):
        case [int(first), int(second)] if bool not in (type(first), type(second)):
            return first, second
        case _:
            raise _Wrong(f"{key} must be two numbers, side 0 and side 1")


def _number(table: _Table, key: str) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Wrong(f"{key} must be a whole number")
    return value


def _listed(table: _Table, key: str, kind: type[_Item], what: str, default: list[_Item] | None = None) -> list[_Item]:
    found = table.get(key, default)
    if not isinstance(found, list) or not all(isinstance(item, kind) for item in found):
        raise _Wrong(f"{key} must be a list of {what}")
    return found


def _extra(table: _Table, own: frozenset[str]) -> dict[str, object]:
    return {key: value for key, value in table.items() if key not in own}

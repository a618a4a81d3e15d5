"""Which messages a table should have, and what each should show: a function of the table and of what stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from bot.screens.ending import series_end
from bot.screens.hand import hand, hand_closed, may_return
from bot.screens.lobby import lobby
from bot.screens.practice import practice
from bot.screens.screen import Screen
from bot.screens.table import table as table_screen
from bot.tables.model import ChatId, PersonId, Phase, Table
from bot.tables.slots import Slot, SlotKey, What
from bot.texts import words


class Urgency(IntEnum):
    """When a message should come right: at once, or soon, together with what else changes meanwhile."""

    NOW = 0
    SOON = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What should stand in a slot. ``ring``: the turn for which it must come anew and be heard; "" for an edit.

    ``settled``: nothing more will change in it after this.
    """

    key: SlotKey
    chat: ChatId
    topic: int | None
    screen: Screen
    ring: str = ""
    settled: bool = False


def due(table: Table, slots: Mapping[SlotKey, Slot]) -> dict[SlotKey, Urgency]:
    """The slots that may differ from what they should show, and how soon each has to be looked at."""
    keys = {key: Urgency.NOW for key, slot in slots.items() if not slot.settled and not _out_of_reach(table, key)}
    if table.phase is Phase.LOBBY:
        if not table.practice:  # there the deal follows at once
            keys[SlotKey(table.id, What.LOBBY, lobby_round(table))] = Urgency.NOW
    elif table.round:
        keys[SlotKey(table.id, What.DEAL, table.round)] = Urgency.NOW
    if table.phase is Phase.OVER:
        keys[SlotKey(table.id, What.END, table.round)] = Urgency.NOW
    for key in [key for key in keys if key.what is What.HAND]:
        keys[key] = _hand_urgency(table, key)
    if table.phase is Phase.PLAYING and not table.practice:
        for held in table.seats:
            if held.person and held.person.reachable:
                key = SlotKey(table.id, What.HAND, 0, held.person.id)
                keys[key] = _hand_urgency(table, key)
    return keys


def lobby_round(table: Table) -> int:
    """The round that names the lobby's slot: 0, and before a rematch that of its first deal."""
    return table.round + 1 if table.round else 0


def _out_of_reach(table: Table, key: SlotKey) -> bool:
    """Whether this is the hand of somebody who plays here and to whom the bot cannot write."""
    return any(held.person and held.person.id == key.person and not held.person.reachable for held in table.seats)


def _hand_urgency(table: Table, key: SlotKey) -> Urgency:
    """Who acts or has acted sees it at once; the others' hands change quietly, a moment later."""
    assert key.person is not None
    seat = table.seat_of(key.person)
    if seat is None or table.deal is None or table.deal.over:
        return Urgency.NOW
    return Urgency.NOW if seat in (table.deal.turn, table.actor) or not table.moment else Urgency.SOON


NUDGE = "+"
"""Ends the ring of a turn that its player was reminded of."""


def want(table: Table, key: SlotKey, person_language: str | None = None, *, nudged: str | None = None) -> Wanted | None:
    """What should stand in the slot ``key``; None where nothing should that does not stand already.

    ``table`` is as of now, or, for a deal or an end of an earlier round, as of that round. ``nudged`` names the turn
    that the player was reminded of.
    """
    chat, topic = table.place
    say = words(table.language)
    match key.what:
        case What.LOBBY:
            face = table.face()
            if table.phase is Phase.LOBBY and key.round != lobby_round(table):  # an older lobby of this table
                face = replace(face, phase=Phase.OVER)
            if key.round:  # its own seal is that of the next deal, which the deal before keeps
                face = replace(face, promised=face.commitment if face.phase is Phase.LOBBY else None)
            return Wanted(key, chat, topic, lobby(face, say), settled=face.phase is not Phase.LOBBY)
        case What.DEAL:
            return Wanted(key, chat, topic, _deal(table), settled=_deal_done(table))
        case What.END:
            return Wanted(key, chat, topic, series_end(table.face(), say), settled=True)
        case What.HAND:
            assert key.person is not None
            return _hand(table, key, key.person, person_language or table.language, nudged)


def _deal(table: Table) -> Screen:
    say = words(table.language)
    playing = table.phase is Phase.PLAYING and table.deal is not None and not table.deal.over
    if table.practice and playing:
        seat = table.seat_of(PersonId(table.place.chat))
        if seat is not None:
            return practice(table.hand(seat), say)
    return table_screen(table.face(), say)


def _deal_done(table: Table) -> bool:
    return table.phase is not Phase.PLAYING or (table.deal is not None and table.deal.over)


def _hand(table: Table, key: SlotKey, person: PersonId, language: str, nudged: str | None) -> Wanted | None:
    seat, say = table.seat_of(person), words(language)
    chat = ChatId(int(person))
    if table.phase is not Phase.PLAYING or seat is None or table.deal is None:
        face = table.face()
        return Wanted(key, chat, None, hand_closed(face, person, say), settled=not may_return(face, person))
    held = table.hand(seat)
    turn = (table.turn or "") if held.view.on_turn else ""
    late = bool(turn) and turn == nudged
    return Wanted(key, chat, None, hand(held, say, late=late), ring=turn + NUDGE if late else turn)

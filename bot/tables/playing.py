"""In a series: lay cards, choose them one by one, let a computer move, deal the next deal."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.tables.change import Change, begin_deal, play
from bot.tables.facts import SeatChanged
from bot.tables.model import PersonId, Phase, Table
from bot.tables.presses import Hint, Lay, Toggle
from bot.tables.refusals import NoHints, NotSeated, NotUnderWay, Stale
from kozel import PLAYERS, Action, Deal, Interrupt, NotInHand, NotYourTurn, SeatView, seat_view


def lay(table: Table, person: PersonId, press: Lay) -> Change:
    """``person`` presses a button that plays.

    A button on turn belongs to one moment of the deal. One to enter out of turn belongs to one trick: it stays good
    while others play in it.

    Raises:
        NotSeated, NotUnderWay, Stale: as they say.
        kozel.Refusal: the rules do not allow it.
    """
    seat, deal = _at_play(table, person, press.round)
    now = len(deal.past) if isinstance(press.action, Interrupt) else table.moment
    if press.moment != now:
        raise Stale
    return play(table, seat, press.action, person)


def choose(table: Table, person: PersonId, press: Toggle) -> Change:
    """``person`` has toggled a card: ``press.cards`` are now chosen.

    Raises:
        NotSeated, NotUnderWay, Stale: as they say.
        NotYourTurn, NotInHand: as in a play.
    """
    seat, deal = _at_play(table, person, press.round)
    if press.moment != table.moment:
        raise Stale
    if deal.turn is not None and deal.turn != seat:
        raise NotYourTurn(deal.turn)
    if missing := press.cards - seat_view(deal, seat).hand:
        raise NotInHand(missing)
    holder = replace(table.seats[seat], chosen=press.cards)
    seats = (*table.seats[:seat], holder, *table.seats[seat + 1 :])
    return Change(replace(table, seats=seats), (SeatChanged(seat, holder),))


def to_advise(table: Table, person: PersonId, press: Hint) -> SeatView:
    """What ``person`` may know, who asks for a hint on their turn.

    Raises:
        NotSeated, NotUnderWay, NoHints, Stale: as they say; Stale also where there is nothing to choose.
    """
    seat, _ = _at_play(table, person, press.round)
    if not table.habits.hints:
        raise NoHints
    view = view_of(table, seat)
    if press.moment != table.moment or not view.on_turn or len(view.legal) < 2:
        raise Stale
    return view


def count_hint(table: Table, person: PersonId, press: Hint) -> Change:
    """``person`` gets the hint they asked for.

    Raises:
        NotSeated, NotUnderWay, NoHints, Stale: as in :func:`to_advise`: the table may have moved on meanwhile.
    """
    seat = to_advise(table, person, press).seat
    holder = replace(table.seats[seat], hints=table.seats[seat].hints + 1)
    seats = (*table.seats[:seat], holder, *table.seats[seat + 1 :])
    return Change(replace(table, seats=seats), (SeatChanged(seat, holder),))


def asked(table: Table) -> tuple[tuple[int, str], ...]:
    """The computers that may do something now, as seat and level, in the order in which they are asked.

    First who may enter out of turn, the nearest to the lead before the others; then the one on turn. None where no
    person plays: the series waits for one then.
    """
    deal = table.deal
    if table.phase is not Phase.PLAYING or deal is None or deal.over or table.waits:
        return ()
    nearest = sorted(range(table.rules.seats), key=lambda seat: table.rules.distance(deal.trick.first, seat))
    levels = ((seat, table.seats[seat].level) for seat in sorted(nearest, key=lambda seat: seat == deal.turn))
    return tuple((seat, level) for seat, level in levels if level is not None and deal.legal(seat))


def computer_plays(table: Table, dice: random.Random) -> Change:
    """The computer that has something to do does it.

    Raises:
        Stale: no computer has.
    """
    chosen = computers_choice(table, dice)
    if chosen is None:
        raise Stale
    seat, action = chosen
    return play(table, seat, action, None)


def computers_choice(table: Table, dice: random.Random) -> tuple[int, Action] | None:
    """What a computer of this table does now: enter out of turn, the nearest to the lead first, or play on its turn.

    None where none has anything to do, and where no person plays: the series waits for one then. Each chooses from its
    own view alone.
    """
    for seat, level in asked(table):
        if (action := PLAYERS[level](view_of(table, seat), dice)) is not None:
            return seat, action
    return None


def view_of(table: Table, seat: int) -> SeatView:
    """What ``seat`` may know of the deal on the table.

    Raises:
        Stale: there is none.
    """
    if table.deal is None:
        raise Stale
    return seat_view(table.deal, seat)


def deal_next(table: Table, seed: bytes) -> Change:
    """The next deal of the series.

    Raises:
        Stale: the deal on the table is not over, or the series is.
    """
    if table.phase is not Phase.PLAYING or table.deal is None or not table.deal.over:
        raise Stale
    return begin_deal(table, seed)


def _at_play(table: Table, person: PersonId, round_: int) -> tuple[int, Deal]:
    seat = table.seat_of(person)
    if seat is None:
        raise NotSeated
    if table.phase is not Phase.PLAYING or table.deal is None:
        raise NotUnderWay
    if round_ != table.round or table.deal.over:
        raise Stale
    return seat, table.deal

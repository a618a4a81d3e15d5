"""Checking a record: how each deal was drawn, every action, score and order of dealers, up to the first fault."""

from __future__ import annotations

from kozel import refusals
from kozel.commitment import DRAW_KEYS, draw_fault
from kozel.deal import Deal
from kozel.dealing import Dealing
from kozel.events import DealScored
from kozel.notation import write_play
from kozel.reading import read_far
from kozel.record import DealRecord, Fault, NotARecordError, Record, RecordError
from kozel.refusals import Refusal
from kozel.series import Series


def check(record: Record) -> Fault | None:
    """The first fault of ``record``; None where it is right."""
    return _check(record, complete=True)


def check_text(text: str) -> Fault | None:
    """The first fault of a record as text: something that cannot be read, is not as it was written, or
    breaks a rule.

    Raises:
        NotARecordError: it is not TOML, or not of the format ``kozel/1``.
    """
    try:
        record, fault = read_far(text)
    except NotARecordError:
        raise
    except RecordError as error:
        return error.fault
    return _check(record, complete=fault is None) or fault


def _check(record: Record, *, complete: bool) -> Fault | None:
    """The first fault of ``record``; where it is not ``complete``, its last deal may lack its end."""
    series: Series | None = None
    for number, one in enumerate(record.deals, 1):
        if series is None:
            series = Series.start(record.rules, one.dealing.dealer)
            if record.drawn is not None and record.drawn.seat != one.dealing.leader:
                return Fault(number, None, f"the leader must be seat {record.drawn.seat}, which drew the higher card")
        last = number == len(record.deals)
        if (why := _wrong_draw(record, number)) is not None:
            return Fault(number, None, why)
        fault, deal = _check_deal(series, one, number)
        if fault is not None:
            return fault
        if (why := _wrong_end(deal, one, last=last, complete=complete)) is not None:
            return Fault(number, None, why)
        if deal.over:
            series, score, _ = series.after(deal)
            if one.score is not None and one.score != score:
                return Fault(number, None, f"its result must be {_result(score)}, not {_result(one.score)}")
    return None


def _check_deal(series: Series, one: DealRecord, number: int) -> tuple[Fault | None, Deal]:
    """The first fault before the end of deal ``number``, and the deal as far as it could be played."""
    deal, _ = Deal.start(one.dealing)
    if (why := _wrong_order(series, one.dealing)) is not None:
        return Fault(number, None, why), deal
    for place, (seat, action) in enumerate(one.plays, 1):
        try:
            deal, _ = deal.apply(seat, action)
        except (Refusal, ValueError) as refusal:
            why = f"seat {seat}: {explain(refusal)}" if isinstance(refusal, Refusal) else str(refusal)
            return Fault(number, place, why), deal
    return None, deal


def _wrong_draw(record: Record, number: int) -> str | None:
    """Why deal ``number`` was not drawn as it says; once a deal says it, all that come after must."""
    one, before = record.deals[number - 1], record.deals[number - 2] if number > 1 else None
    if before is not None and before.extra.keys() & DRAW_KEYS and not one.extra.keys() & DRAW_KEYS:
        return "it does not say how it was drawn, and the deal before does"
    presses = None if before is None else tuple(map(write_play, before.plays))
    return draw_fault(one.dealing, one.extra, presses, record.drawn)


def _wrong_order(series: Series, dealing: Dealing) -> str | None:
    if series.goats is not None:
        return f"the series was over before it: side {series.goats} had {series.loss[series.goats]} loss points"
    if dealing.dealer != series.dealer:
        return f"the dealer must be seat {series.dealer}, not {dealing.dealer}"
    if dealing.leader != series.leader:
        return f"the leader must be seat {series.leader}, not {dealing.leader}"
    return None


def _wrong_end(deal: Deal, one: DealRecord, *, last: bool, complete: bool) -> str | None:
    if not deal.over and not last:
        return "it is not played to its end, and another deal follows"
    if not deal.over and one.score is not None:
        return "it has a result, but is not played to its end"
    if deal.over and one.score is None and (complete or not last):
        return "it is played to its end, but has no result"
    return None


def _result(score: DealScored) -> str:
    return f"points {list(score.points)}, tricks {list(score.tricks)}, loss {list(score.loss)}"


def explain(refusal: Refusal) -> str:
    """One sentence's worth of English about ``refusal``, for who reads or writes records."""
    match refusal:
        case refusals.NotYourTurn(turn):
            return f"it is the turn of seat {turn}"
        case refusals.NotInHand(cards):
            return f"{cards} is not in its hand"
        case refusals.WrongNumber(needed, given):
            return f"{needed} to be laid, not {given}"
        case refusals.NotALead(cards):
            return f"{cards or 'nothing'} may not be led together"
        case refusals.DoesNotBeat(cards, standing):
            return f"{cards} does not beat {standing}"
        case refusals.NotACombination(needed):
            return f"only a combination of {needed} cards may enter out of turn"
        case refusals.CombinationStands(leader):
            return f"the combination of seat {leader} has the right"
        case _:
            return _PLAIN[type(refusal)]


_PLAIN: dict[type[Refusal], str] = {
    refusals.DealIsOver: "the deal is over",
    refusals.NothingLed: "nothing is led yet",
    refusals.AlreadyLed: "cards are led already",
    refusals.YourOwnLead: "it has the lead, and does not enter out of turn",
    refusals.AlreadyLaid: "it has laid cards in this trick already",
    refusals.NothingToPass: "only a leader who could beat back may pass",
}

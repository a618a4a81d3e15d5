"""The reason given for a choice: always a true one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kozel import (
    ALL_CARDS,
    PLAYERS,
    Advice,
    Beat,
    Cards,
    Deal,
    Discard,
    Interrupt,
    Lead,
    Pass,
    Reason,
    Rules,
    advice_on,
    deal_from,
    points_of,
    seat_view,
)
from kozel.cards import singles
from kozel.players.company import next_play
from tests.kozel.positions import GAMES, after, four


def _given(rules: Rules, deals: int) -> list[tuple[Deal, int, Advice]]:
    """An advice for everything that somebody may do at any moment of some deals."""
    dice, found = random.Random(11), []
    for number in range(deals):
        deal, _ = Deal.start(deal_from(rules, 0, number % rules.seats, f"advice/{number}".encode()))
        while not deal.over:
            for seat in range(rules.seats):
                view = seat_view(deal, seat)
                found += [(deal, seat, advice_on(view, action)) for action in view.legal]
            deal, _ = deal.apply(*next_play(deal, [PLAYERS["random"]] * rules.seats, dice))
    return found


@GAMES
def test_every_reason_is_true(rules: Rules) -> None:
    given = _given(rules, 60)
    for deal, seat, advice in given:
        _holds(deal, seat, advice)
    expected = set(Reason) - ({Reason.KEEPS_CARDS} if rules.seats == 4 else {Reason.GIVES})
    assert {advice.reason for _, _, advice in given} == expected


def _holds(deal: Deal, seat: int, advice: Advice) -> None:  # noqa: C901 - a case a reason
    """Judged by the deal itself, which knows all hands."""
    action, rules = advice.action, deal.rules
    dear = rules.suit_cards(deal.trump) | rules.jokers
    side = seat % 2
    match advice.reason:
        case Reason.ENTERS:
            assert isinstance(action, Interrupt)
        case Reason.SURE:
            assert isinstance(action, Lead)
            elsewhere = sum(hand for number, hand in enumerate(deal.hands) if number != seat) | sum(deal.stock)
            for bit in singles(elsewhere):
                assert not rules.can_beat(bit, int(action.cards), deal.trump)
        case Reason.SEVERAL:
            assert len(action.cards) == advice.number > 1
            fewer = [cards for hand in deal.hands for cards in rules.leads(hand) if cards.bit_count() < advice.number]
            assert not any(rules.can_beat(cards, int(action.cards), deal.trump) for cards in fewer)
        case Reason.TRUMP:
            others = int(ALL_CARDS - rules.suit_cards(deal.trump) - rules.jokers)
            assert not any(rules.can_beat(bit, int(action.cards), deal.trump) for bit in singles(others))
        case Reason.RISKS_NOTHING:
            assert points_of(action.cards) == 0
        case Reason.CHEAP | Reason.TAKES:
            after_it, _ = deal.apply(seat, action)
            assert after_it.tricks[side] == deal.tricks[side] + 1
            assert points_of(after_it.piles[side]) - points_of(deal.piles[side]) >= advice.number
            assert bool(action.cards & dear) is (advice.reason is Reason.TAKES)
            if not advice.more:
                assert points_of(after_it.piles[side]) - points_of(deal.piles[side]) == advice.number
        case Reason.FIGHTS:
            assert isinstance(action, Beat)
            assert deal.trick.holder is not None
            assert deal.trick.holder % 2 != side
        case Reason.GIVES:
            assert isinstance(action, Discard)
            assert deal.trick.holder is not None
            assert deal.trick.holder % 2 == side
            assert points_of(action.cards) == advice.number > 0
        case Reason.KEEPS_TRUMPS:
            beats = [other for other in deal.legal(seat) if isinstance(other, Beat)]
            assert beats
            assert all(other.cards & dear for other in beats)
            assert not action.cards & dear
        case Reason.LEAST:
            fewest = min(points_of(other.cards) for other in deal.legal(seat) if isinstance(other, Discard))
            assert points_of(action.cards) == advice.number == fewest
        case Reason.KEEPS_CARDS:
            assert isinstance(action, Pass)
        case Reason.BEST:  # an opinion: nothing is claimed
            assert not isinstance(action, Interrupt | Pass)


@pytest.mark.parametrize(
    ("plays", "action", "advice"),
    [
        (("0 lead KS",), Beat(Cards.parse("AS")), (Reason.FIGHTS, 15, False)),
        (("0 lead KS", "1 discard 6D"), Discard(Cards.parse("TH")), (Reason.GIVES, 10, False)),
    ],
)
def test_what_a_person_reads_first(plays: tuple[str, ...], action: Beat | Discard, advice: tuple[object, ...]) -> None:
    deal = after(four("KS TS QD JD", "AS 6S 6D 7D", "TH 7H 8H 9H", "7S 8S 8D 9D"), *plays)
    seat = deal.turn
    assert seat is not None
    given = advice_on(seat_view(deal, seat), action)
    assert (given.reason, given.number, given.more) == advice


@GAMES
def test_most_good_choices_have_a_reason_of_their_own(rules: Rules) -> None:
    dice, given = random.Random(5), Counter[Reason]()
    for number in range(40):
        deal, _ = Deal.start(deal_from(rules, 0, number % rules.seats, f"good/{number}".encode()))
        while not deal.over:
            seat, action = next_play(deal, [PLAYERS["solid"]] * rules.seats, dice)
            given[advice_on(seat_view(deal, seat), action).reason] += 1
            deal, _ = deal.apply(seat, action)
    assert given[Reason.BEST] < sum(given.values()) / 5

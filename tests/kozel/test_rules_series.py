"""RULES, "The end of a deal" and "The end of a series"; and who deals and leads next ("The deal")."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kozel import FOUR, SIX, Deal, DealScored, Rules, Series, SeriesLost, Trick, deal_from
from kozel.scoring import scored
from tests.kozel.positions import GAMES, after, cards, events, four, position

SIDES: dict[int, str] = {  # cards with so many points
    0: "",
    10: "TS",
    30: "TS TH TD",
    31: "TS TH AD",
    59: "TS TH TD TC KS KH KD QS JS JH",
    60: "AS AH AD AC KS KH KD KC",
    61: "AS AH AD AC TS QS KS",
}


@pytest.mark.parametrize(
    ("points", "tricks", "loss"),
    [
        (61, 1, (0, 2)),
        (60, 3, (0, 0)),
        (59, 3, (2, 0)),
        (31, 3, (2, 0)),
        (30, 3, (4, 0)),
        (10, 1, (4, 0)),
        (0, 1, (4, 0)),
        (0, 0, (6, 0)),
    ],
)
@pytest.mark.parametrize("side", [0, 1])
def test_loss_points_2_from_31_to_59_and_4_below_and_6_without_a_trick(
    points: int, tricks: int, loss: tuple[int, int], side: int
) -> None:
    pile = int(cards(SIDES[points]))
    piles = (pile, (1 << 36) - 1 - pile)
    score = scored(piles, (tricks, 4)) if side == 0 else scored(piles[::-1], (4, tricks))
    assert score.points[side] == points
    assert score.loss == (loss if side == 0 else loss[::-1])
    assert score.eggs == (points == 60)


def test_60_to_60_is_eggs() -> None:
    assert DealScored((60, 60), (3, 4), (0, 0)).eggs
    assert not DealScored((61, 59), (3, 4), (0, 2)).eggs


def finished(rules: Rules, pile: str, *, dealer: int, leader: int, taker: int) -> Deal:
    """A deal that is over: this pile to side 0, the last trick to ``taker``."""
    bits = int(cards(pile))
    start, _ = Deal.start(deal_from(rules, dealer, leader, b"any"))
    last = Trick(taker, taker, (), taker)
    return start._replace(
        hands=(0,) * rules.seats,
        stock=(),
        turn=None,
        piles=(bits, (1 << 36) - 1 - bits),
        tricks=(3, 4),
        past=(last,),
    )


def test_the_deal_is_over_when_all_cards_are_played() -> None:
    deal = after(four("KS", "6D", "6H", "6C"), "0 lead KS", "1 discard 6D", "2 discard 6H")
    assert not deal.over
    told = events(deal, "3 discard 6C")
    assert told[-1] == DealScored((4, 116), (1, 0), (4, 0))
    assert after(deal, "3 discard 6C").over


@pytest.mark.parametrize("dealer", range(4))
def test_four_first_leader_is_left_of_the_first_dealer(dealer: int) -> None:
    assert Series.start(FOUR, dealer).leader == (dealer + 1) % 4


@GAMES
@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_series_needs_a_dealer_at_the_table(rules: Rules, dealer: int) -> None:
    with pytest.raises(ValueError, match="seats are 0 to"):
        Series.start(rules, dealer)


def test_four_the_deal_passes_clockwise_and_the_taker_of_the_last_trick_leads() -> None:
    series = Series.start(FOUR, 3)
    series, _, _ = series.after(finished(FOUR, SIDES[61], dealer=3, leader=0, taker=2))
    assert (series.dealer, series.leader) == (0, 2)
    series, _, _ = series.after(finished(FOUR, SIDES[61], dealer=0, leader=2, taker=0))
    assert (series.dealer, series.leader) == (1, 0)


@pytest.mark.parametrize("taker", [0, 1])
def test_six_the_leaders_opponent_deals(taker: int) -> None:
    series, _, _ = Series.start(SIX, 0).after(finished(SIX, SIDES[61], dealer=0, leader=1, taker=taker))
    assert (series.dealer, series.leader) == (1 - taker, taker)


@pytest.mark.parametrize(("rules", "target"), [(FOUR, 12), (SIX, 16)])
@pytest.mark.parametrize("side", [0, 1])
def test_the_first_side_at_the_target_has_lost(rules: Rules, target: int, side: int) -> None:
    loss = (target - 2, target - 2)
    series = replace(Series.start(rules, 0), loss=loss)
    pile = SIDES[59] if side == 0 else SIDES[61]
    done, score, lost = series.after(finished(rules, pile, dealer=0, leader=1, taker=0))
    assert score.loss == ((2, 0) if side == 0 else (0, 2))
    assert lost == SeriesLost(side, eggs=False)
    assert done.goats == side
    assert done.deals == 1


def test_over_the_target_is_lost_too() -> None:
    series = replace(Series.start(FOUR, 0), loss=(11, 0))
    done, _, lost = series.after(finished(FOUR, SIDES[10], dealer=0, leader=1, taker=0))
    assert done.loss == (15, 0)
    assert lost == SeriesLost(0, eggs=False)


def test_below_the_target_the_series_goes_on() -> None:
    done, _, lost = Series.start(FOUR, 0).after(finished(FOUR, SIDES[10], dealer=0, leader=1, taker=0))
    assert (done.loss, done.goats, lost) == ((4, 0), None, None)


def test_four_goats_with_eggs_where_there_was_an_eggs_deal_and_no_score_changes() -> None:
    series = replace(Series.start(FOUR, 0), loss=(10, 8))
    series, score, lost = series.after(finished(FOUR, SIDES[60], dealer=0, leader=1, taker=1))
    assert (series.loss, score.eggs, lost, series.eggs) == ((10, 8), True, None, True)
    done, _, lost = series.after(finished(FOUR, SIDES[59], dealer=1, leader=1, taker=1))
    assert lost == SeriesLost(0, eggs=True)
    assert done.eggs


def test_six_knows_no_eggs() -> None:
    series, score, _ = Series.start(SIX, 0).after(finished(SIX, SIDES[60], dealer=0, leader=1, taker=1))
    assert score.loss == (0, 0)
    assert not series.eggs


def test_a_series_takes_only_the_deal_that_it_waits_for() -> None:
    series = Series.start(FOUR, 0)
    with pytest.raises(ValueError, match="not over"):
        series.after(position(FOUR, "6S", "7S", "8S", "9S"))
    with pytest.raises(ValueError, match="another deal"):
        series.after(finished(FOUR, SIDES[61], dealer=1, leader=2, taker=0))
    with pytest.raises(ValueError, match="another deal"):
        series.after(finished(SIX, SIDES[61], dealer=0, leader=1, taker=0))
    with pytest.raises(ValueError, match="series is over"):
        replace(series, loss=(12, 0)).after(finished(FOUR, SIDES[61], dealer=0, leader=1, taker=0))

"""How a series begins (RULES, "The deal"): four by lot, six by a draw for the higher card."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice

import pytest

from kozel import (
    DECK,
    FOUR,
    SIX,
    Card,
    LeadDrawn,
    RecordError,
    check,
    check_text,
    lot,
    open_series,
    read,
    read_draw,
    write,
    write_draw,
)
from kozel.players import PLAYERS
from kozel.players.company import play_series
from kozel.show import show
from tests.kozel.test_shuffle import by_hand

SEEDS = [str(number).encode() for number in range(2000)]


def test_four_the_first_dealer_is_drawn_by_lot_and_nobody_draws_cards() -> None:
    for seed in SEEDS[:50]:
        series, drawn = open_series(FOUR, seed)
        assert (series.dealer, series.leader) == (lot(seed, 4), (lot(seed, 4) + 1) % 4)
        assert drawn is None


def test_six_who_draws_the_higher_card_leads_and_the_opponent_deals() -> None:
    for seed in SEEDS:
        series, drawn = open_series(SIX, seed)
        assert drawn is not None
        assert (series.leader, series.dealer) == (drawn.seat, 1 - drawn.seat)
        *even, last = drawn.rounds
        assert all(SIX.drawn_lead(cards) is None for cards in even)
        assert SIX.drawn_lead(last) == drawn.seat


def test_six_equal_ranks_draw_again() -> None:
    rounds = Counter(len(drawn.rounds) for seed in SEEDS if (drawn := open_series(SIX, seed)[1]) is not None)
    assert rounds[1] > 20 * rounds[3] > 0
    assert rounds[2] > 50


@pytest.mark.parametrize(
    ("cards", "lead"),
    [
        ("KS QH", 0),
        ("QH KS", 1),
        ("TS KH", 0),
        ("AS TH", 0),
        ("7S 6H", 0),
        ("AS AH", None),
        ("6H 6D", None),
        ("6C AS", 0),
        ("AS 6S", 1),
        ("6C 6H", 0),
        ("6C 6S", None),
    ],
)
def test_six_the_higher_rank_leads_a_joker_is_highest(cards: str, lead: int | None) -> None:
    assert SIX.drawn_lead([Card.parse(card) for card in cards.split()]) == lead


def test_six_any_two_cards_are_drawn_and_both_sides_lead_as_often() -> None:
    first = [drawn.rounds[0] for seed in SEEDS if (drawn := open_series(SIX, seed)[1]) is not None]
    assert {cards[0] for cards in first} == {cards[1] for cards in first} == set(DECK)
    assert all(one != other for one, other in first)
    leads = Counter(open_series(SIX, seed)[0].leader for seed in SEEDS)
    assert abs(leads[0] - leads[1]) < 200


@pytest.mark.parametrize("seed", [b"", b"7", bytes(32)])
def test_six_a_draw_can_be_redone_by_hand(seed: bytes) -> None:
    _, drawn = open_series(SIX, seed)
    assert drawn is not None
    numbers = by_hand(seed, *(36, 35) * len(drawn.rounds))
    for place, cards in enumerate(drawn.rounds):
        left = list(DECK)
        first = left.pop(numbers[2 * place])
        assert cards == (first, left[numbers[2 * place + 1]])


def test_a_draw_is_read_as_it_is_written() -> None:
    for seed in SEEDS[:200]:
        _, drawn = open_series(SIX, seed)
        assert drawn is not None
        assert read_draw(SIX, write_draw(drawn)) == drawn


@pytest.mark.parametrize(
    ("rounds", "why"),
    [
        ([], "ends with its first two unequal"),
        (["KS KH"], "ends with its first two unequal"),
        (["KS QH", "AS KH"], "ends with its first two unequal"),
        (["KS"], "not two cards"),
        (["KS QH 7D"], "not two cards"),
        (["KS KS"], "a card twice"),
        (["KS 1H"], "not a card"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(rounds: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_draw(SIX, rounds)


def test_nobody_draws_in_four() -> None:
    with pytest.raises(ValueError, match="nobody draws"):
        read_draw(FOUR, ["KS QH"])


def a_series(seed: str = "1") -> str:
    return write(play_series(SIX, ("random", "random"), seed, PLAYERS, 1))


def test_a_record_keeps_the_draw_and_tells_of_it() -> None:
    record = read(a_series())
    assert record.drawn is not None
    assert check(record) is None
    told = show(record).splitlines()
    assert any(" draws " in line for line in told)
    assert any("has the first lead" in line for line in told)


def test_a_draw_that_was_altered_is_found_in_the_head() -> None:
    text = a_series()
    (line,) = [line for line in text.splitlines() if line.startswith("drawn = ")]
    dice = random.Random(4)
    pairs = [f"{one} {other}" for one, other in combinations(map(str, DECK), 2)]
    for pair in islice((f'drawn = ["{dice.choice(pairs)}"]' for _ in range(999)), 40):
        if pair == line:
            continue
        fault = check_text(text.replace(line, pair))
        assert fault is not None
        assert fault.deal is None
    with pytest.raises(RecordError, match="head: drawn must be a list"):
        read(text.replace(line, "drawn = 7"))


def test_a_first_leader_who_did_not_draw_the_higher_card_is_found() -> None:
    record = read(a_series())
    assert record.drawn is not None
    (cards,) = record.drawn.rounds[-1:]
    other = LeadDrawn((cards[::-1],), 1 - record.drawn.seat)
    fault = check(type(record)(record.rules, record.seats, record.deals, drawn=other))
    assert fault is not None
    assert (fault.deal, fault.action) == (1, None)
    assert "drew the higher card" in fault.why

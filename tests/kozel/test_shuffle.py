"""Decks from seeds: done again by hand here, as the module's page says."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import count

import pytest

from kozel import FOUR, SIX, Rules, deal_from, lot
from tests.kozel.positions import GAMES


def by_hand(seed: bytes, *bounds: int) -> list[int]:
    """Numbers below ``bounds``, one after the other, from one stream."""
    stream = b"".join(hashlib.sha256(seed + number.to_bytes(8, "big")).digest() for number in range(50))
    words = (int.from_bytes(stream[start : start + 4], "big") for start in count(0, 4))
    return [next(word for word in words if word < 2**32 // n * n) % n for n in bounds]


@GAMES
@pytest.mark.parametrize("seed", [b"", b"7", bytes(32), "козёл".encode()])
def test_a_deck_can_be_redone_by_hand(rules: Rules, seed: bytes) -> None:
    numbers = by_hand(seed, *range(36, 1, -1), 20)
    deck = [rank + suit for suit in "SHDC" for rank in "6789JQKTA"]
    for place, number in zip(range(35, 0, -1), numbers, strict=False):
        deck[place], deck[number] = deck[number], deck[place]
    dealing = deal_from(rules, 1, 0, seed)
    assert [str(card) for card in dealing.deck] == deck
    assert dealing.shown == (numbers[-1] if rules is FOUR else None)
    assert (dealing.dealer, dealing.leader, dealing.rules) == (1, 0, rules)


def test_a_deck_is_the_same_for_ever() -> None:
    dealing = deal_from(FOUR, 0, 1, b"kozel")
    assert hashlib.sha256(" ".join(map(str, dealing.deck)).encode()).hexdigest()[:16] == "a048eb6418144614"
    assert dealing.shown == 17


def test_a_lot_is_the_first_number_of_the_stream() -> None:
    for number in range(50):
        seed = str(number).encode()
        assert [lot(seed, n) for n in (1, 2, 4, 2**32)] == [by_hand(seed, n)[0] for n in (1, 2, 4, 2**32)]


def test_a_word_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    n = 2**31 + 1
    again = [seed for seed in (bytes([byte]) for byte in range(40)) if by_hand(seed, 2**32)[0] >= n]
    assert len(again) > 5
    assert [lot(seed, n) for seed in again] == [by_hand(seed, n)[0] for seed in again]


def test_lots_are_even() -> None:
    drawn = Counter(lot(str(number).encode(), 4) for number in range(4000))
    assert sorted(drawn) == [0, 1, 2, 3]
    assert all(900 < times < 1100 for times in drawn.values())


@GAMES
def test_every_card_comes_to_every_place(rules: Rules) -> None:
    tops = Counter(deal_from(rules, 0, 1, str(number).encode()).deck[0] for number in range(720))
    assert len(tops) == 36
    assert max(tops.values()) < 45


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_a_lot_of_none_or_too_many_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="a lot is drawn from"):
        lot(b"x", n)


def test_seeds_make_different_decks() -> None:
    assert deal_from(SIX, 0, 1, b"a").deck != deal_from(SIX, 0, 1, b"b").deck

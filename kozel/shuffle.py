"""Chance from a seed, the same on every machine and easy to do again by hand.

- The stream: 32-byte blocks SHA-256(seed + counter), the counter in 8 bytes, big end first, from 0 on;
  words are taken from it one after the other, 4 bytes each, big end first.
- A number below n: the next word; where it is at or over the greatest multiple of n up to 2**32, the next one
  instead, and again; its remainder by n is the number. So each number is exactly as likely as any other.
- A deck: the cards as 6S 7S 8S 9S JS QS KS TS AS, then hearts, diamonds and clubs likewise, at places 0 to 35.
  For every place p from 35 down to 1 the card at p changes places with the one at a number below p + 1.
  Place 0 is the top.
- The card shown: where the rules show one, the next number below the size of the stock is its place there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

from kozel.cards import DECK
from kozel.dealing import Dealing
from kozel.rules import Rules

_WORDS = 1 << 32


def lot(seed: bytes, n: int) -> int:
    """The first number below ``n`` from ``seed``: 0 to n - 1, each as likely as any other.

    Raises:
        ValueError: ``n`` is not from 1 to 2**32.
    """
    return lots(seed)(n)


def lots(seed: bytes) -> Callable[[int], int]:
    """Numbers from ``seed``, one after the other: each call with ``n`` gives the next one, 0 to n - 1.

    A call raises ValueError where its ``n`` is not from 1 to 2**32.
    """
    stream = _stream(seed)
    return lambda n: _below(n, stream)


def deal_from(rules: Rules, dealer: int, leader: int, seed: bytes) -> Dealing:
    """The dealing that ``seed`` makes: its deck, and its card shown where ``rules`` show one.

    Raises:
        ValueError: there is no such seat.
    """
    stream = _stream(seed)
    deck = list(DECK)
    for place in range(len(deck) - 1, 0, -1):
        other = _below(place + 1, stream)
        deck[place], deck[other] = deck[other], deck[place]
    shown = None if rules.trump_changes else _below(rules.stock, stream)
    return Dealing(rules, dealer, leader, tuple(deck), shown)


def _below(n: int, stream: Iterator[int]) -> int:
    if not 1 <= n <= _WORDS:
        raise ValueError(f"a lot is drawn from 1 to 2**32, not {n}")
    limit = _WORDS - _WORDS % n
    return next(word for word in stream if word < limit) % n


def _stream(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1

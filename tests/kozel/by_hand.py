"""How decks are drawn, a second time: from a record's text and the docs alone. Nothing of the game is used."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from itertools import count


class ByHand:
    """The numbers of one seed."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def words(self, seed: bytes) -> Iterator[int]:
        for number in count():
            block = hashlib.sha256(seed + number.to_bytes(8, "big")).digest()
            yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))

    def below(self, n: int, words: Iterator[int]) -> int:
        return int(next(word for word in words if word < 2**32 - 2**32 % n) % n)

    def dealer(self, seats: int) -> int:
        return self.below(seats, self.words(b"dealer" + self.seed))

    def drawn(self) -> tuple[list[str], int]:
        """Six's draw for the lead: its rounds, and who leads."""
        words, order = self.words(b"dealer" + self.seed), [rank + suit for suit in "SHDC" for rank in "6789JQKTA"]
        rounds = []
        while True:
            first = order[self.below(36, words)]
            second = [card for card in order if card != first][self.below(35, words)]
            rounds.append(f"{first} {second}")
            one, other = (9 if card in ("6C", "6S") else "6789JQKTA".index(card[0]) for card in (first, second))
            if one != other:
                return rounds, int(other > one)

    def deck(self) -> tuple[str, int]:
        """The deck, and the place of the card that four shows."""
        words, deck = self.words(self.seed), [rank + suit for suit in "SHDC" for rank in "6789JQKTA"]
        for place in range(35, 0, -1):
            other = self.below(place + 1, words)
            deck[place], deck[other] = deck[other], deck[place]
        return " ".join(deck), self.below(20, words)


def hmac_by_hand(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA256 as RFC 2104 writes it, for keys of at most 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + text).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def verify_by_hand(text: str) -> None:
    """Whether every deal of this record is the one that its secret and presses make; the dealer where lots say it."""
    record = tomllib.loads(text)
    presses = record["deals"][0]["presses"]
    for number, deal in enumerate(record["deals"]):
        secret = bytes.fromhex(deal["secret"])
        assert hashlib.sha256(secret).hexdigest() == deal["commitment"]
        hand = ByHand(hmac_by_hand(secret, "".join(line + "\n" for line in presses).encode()))
        deck, shown = hand.deck()
        assert deal["deck"] == deck
        assert deal.get("shown", shown) == shown
        if number == 0 and record["variant"] == "four":
            assert deal["dealer"] == hand.dealer(4)
        elif number == 0:
            assert (record["drawn"], deal["leader"]) == hand.drawn()
            assert deal["dealer"] == 1 - deal["leader"]
        presses = deal["actions"]

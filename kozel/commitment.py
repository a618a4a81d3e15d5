"""Decks that nobody can have picked: a secret committed to first, mixed with what people did after it.

1. Before a deal its dealer draws a secret: 32 bytes. Its commitment, the SHA-256 of these bytes in hex, is shown to
   everybody while the deal before is played, or while people sit down.
2. What is done at the table after that is the ``presses``, a line each. For a series' first deal: every change of a
   seat (``0 sit``, ``2 computer``, ``1 free``) and of the game (``game six``), and who had the cards dealt
   (``0 deal``). For a later deal: the actions of the deal before, as the record writes them. A rematch takes both: the
   last deal's actions, then ``0 again`` of each who answers, and what else is done in its lobby.
3. The seed is HMAC-SHA256 with the secret as its key, over the presses in UTF-8, a line end after each.
4. Deck and card shown come from the seed as :mod:`kozel.shuffle` says; how a series begins (who deals, the draw for
   the lead) from ``dealer`` followed by the seed, as :mod:`kozel.opening` says.
5. The record tells the secret when the series is over. Whoever noted the commitment can do all of this again.

So the dealer cannot choose afterwards: the secret is fixed by its commitment, and the presses stand in everybody's
chat and in the record. Nor can it choose before: it does not know what people will do.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from kozel.dealing import Dealing
from kozel.events import LeadDrawn
from kozel.opening import open_series
from kozel.rules import Rules
from kozel.series import Series
from kozel.shuffle import deal_from

SECRET = 32
"""The bytes of a secret."""

COMMITMENT_KEY, SECRET_KEY, PRESSES_KEY = "commitment", "secret", "presses"
DRAW_KEYS = frozenset({COMMITMENT_KEY, SECRET_KEY, PRESSES_KEY})
"""The keys of a deal in a record that say how it was drawn."""


def commitment_of(secret: bytes) -> str:
    """What is shown of a secret before it may be told: its SHA-256, 64 letters of hex."""
    return sha256(secret).hexdigest()


def seed_of(secret: bytes, presses: Iterable[str]) -> bytes:
    """The seed, 32 bytes, of a secret and what was done after its commitment was shown, a line each, in order."""
    return hmac.digest(secret, "".join(f"{line}\n" for line in presses).encode(), "sha256")


def opening_of(rules: Rules, seed: bytes) -> tuple[Series, LeadDrawn | None]:
    """How a series begins whose first deal comes from ``seed``; a seed of its own: it must tell nothing of the deck."""
    return open_series(rules, b"dealer" + seed)


@dataclass(frozen=True, slots=True)
class Draw:
    """How a deal was drawn: its ``secret``, and the ``presses`` after its commitment, in order."""

    secret: bytes = field(repr=False)
    presses: tuple[str, ...]

    @property
    def seed(self) -> bytes:
        """What deck and lots come from."""
        return seed_of(self.secret, self.presses)

    def keys(self, *, first: bool) -> dict[str, object]:
        """What a deal of a record says of it; the presses only in the ``first`` of a series: later ones have them."""
        keys: dict[str, object] = {COMMITMENT_KEY: commitment_of(self.secret), SECRET_KEY: self.secret.hex()}
        return {**keys, PRESSES_KEY: list(self.presses)} if first else keys


def draw_fault(
    dealing: Dealing, keys: Mapping[str, object], before: Sequence[str] | None, drawn: LeadDrawn | None = None
) -> str | None:
    """Why ``dealing`` was not drawn as its ``keys`` in a record say; None where it was, or where they say nothing.

    ``before``: the actions of the deal before, as the record writes them; None for the first deal of a series, whose
    lead was ``drawn`` for.
    """
    if not DRAW_KEYS & keys.keys():
        return None
    draw, why = _draw(keys, before)
    if draw is None:
        return why
    if keys.get(COMMITMENT_KEY) != commitment_of(draw.secret):
        return "its secret is not the one that its commitment was made for"
    seed = draw.seed
    series, lead = opening_of(dealing.rules, seed)
    if before is None and dealing.dealer != series.dealer:
        return f"its secret and presses make seat {series.dealer} the first dealer, not {dealing.dealer}"
    if before is None and drawn != lead:
        return "its secret and presses make another draw for the lead"
    if dealing != deal_from(dealing.rules, dealing.dealer, dealing.leader, seed):
        return "its secret and presses make another deck"
    return None


def _draw(keys: Mapping[str, object], before: Sequence[str] | None) -> tuple[Draw | None, str]:
    """The draw that the keys say, or why they say none."""
    secret = keys.get(SECRET_KEY)
    try:
        known = bytes.fromhex(secret) if isinstance(secret, str) else b""
    except ValueError:
        known = b""
    if len(known) != SECRET:
        return None, f"its secret must be {SECRET} bytes in hex"
    presses = keys.get(PRESSES_KEY, before)
    if not isinstance(presses, list | tuple) or not all(isinstance(line, str) for line in presses):
        return None, "its presses must be a list of lines"
    if any("\n" in line for line in presses):
        return None, "each of its presses must be one line"
    if before is not None and list(presses) != list(before):
        return None, "its presses must be the actions of the deal before"
    return Draw(known, tuple(presses)), ""

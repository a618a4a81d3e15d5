"""Ratings: openskill's, two sides, of which one has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating


class Strength(NamedTuple):
    """What is believed of somebody: strength and its deviation, in openskill's units (a newcomer: 25, 25 / 3)."""

    mu: float
    sigma: float


_MODEL = PlackettLuce()


def rated(
    won: Sequence[Strength | None], lost: Sequence[Strength | None]
) -> tuple[tuple[Strength, ...], tuple[Strength, ...]]:
    """The strengths of both sides after a series, in the order given; None is a newcomer."""
    after_won, after_lost = _MODEL.rate([list(map(_rating, won)), list(map(_rating, lost))])
    return _strengths(after_won), _strengths(after_lost)


def _rating(known: Strength | None) -> PlackettLuceRating:
    return _MODEL.rating() if known is None else _MODEL.rating(known.mu, known.sigma)


def _strengths(side: Sequence[PlackettLuceRating]) -> tuple[Strength, ...]:
    return tuple(Strength(each.mu, each.sigma) for each in side)

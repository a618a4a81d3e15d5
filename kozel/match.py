"""Matches between computer players: every deal twice, with seats exchanged, so that the cards favour nobody."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context
from os import cpu_count

from kozel.actions import Action
from kozel.deal import Deal
from kozel.players.company import Choose, play_out
from kozel.rules import VARIANTS, Rules
from kozel.scoring import ALL_POINTS, scored
from kozel.shuffle import deal_from
from kozel.view import SeatView

_SURE = 1.96  # standard errors to each side, for 95 %


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a player thought: on turn only, ``moves`` times, in seconds."""

    moves: int = 0
    seconds: float = 0.0
    worst: float = 0.0

    def and_then(self, other: Thinking) -> Thinking:
        """Both together."""
        return Thinking(self.moves + other.moves, self.seconds + other.seconds, max(self.worst, other.worst))


@dataclass(frozen=True, slots=True)
class Pair:
    """A deal played twice, the first player's side exchanged; means of both, for the first player.

    ``won``: 0 to 1, a deal of 60 to 60 half; ``points`` 0 to 120; ``loss``: its loss points, then those of
    the second player. ``thinking`` of each.
    """

    won: float
    points: float
    loss: tuple[float, float]
    thinking: tuple[Thinking, Thinking]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and how far to each side its 95 % interval goes."""

    value: float
    margin: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """The mean of ``values``; its margin is infinite where there is but one."""
        number = len(values)
        mean = sum(values) / number
        if number < 2:
            return cls(mean, float("inf"))
        spread = sum((value - mean) ** 2 for value in values) / (number - 1)
        return cls(mean, _SURE * sqrt(spread / number))


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to for its first player; ``loss`` per deal, its own and the other's."""

    deals: int
    won: Mean
    points: Mean
    loss: tuple[Mean, Mean]
    thinking: tuple[Thinking, Thinking]

    @classmethod
    def of(cls, pairs: Sequence[Pair]) -> Result:
        """The result of these deals, one at least."""
        none = Thinking()
        thought = [none, none]
        for pair in pairs:
            thought = [before.and_then(more) for before, more in zip(thought, pair.thinking, strict=True)]
        return cls(
            len(pairs),
            Mean.of([pair.won for pair in pairs]),
            Mean.of([pair.points for pair in pairs]),
            (Mean.of([pair.loss[0] for pair in pairs]), Mean.of([pair.loss[1] for pair in pairs])),
            (thought[0], thought[1]),
        )


class _Timed:
    """A player with a stop-watch."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.thinking = Thinking()

    def __call__(self, view: SeatView, dice: random.Random) -> Action | None:
        start = time.thread_time()
        action = self._choose(view, dice)
        if view.on_turn:
            taken = time.thread_time() - start
            self.thinking = self.thinking.and_then(Thinking(1, taken, taken))
        return action


def play_pair(rules: Rules, players: tuple[Choose, Choose], seed: str, number: int) -> Pair:
    """Deal ``number`` of the match that ``seed`` settles, played twice."""
    timed = (_Timed(players[0]), _Timed(players[1]))
    dealing = deal_from(rules, 0, number % rules.seats, f"{seed}/{number}".encode())
    won = points = 0.0
    loss = [0.0, 0.0]
    for side in (0, 1):
        dice = random.Random(f"{seed}/{number}/{side}")  # noqa: S311 - no secret hangs on it
        seats = [timed[(seat + side) % 2] for seat in range(rules.seats)]
        deal, _ = play_out(Deal.start(dealing)[0], seats, dice)
        score = scored(deal.piles, deal.tricks)
        points += score.points[side] / 2
        won += (score.points[side] * 2 > ALL_POINTS) / 2 + (score.points[side] * 2 == ALL_POINTS) / 4
        loss[0] += score.loss[side] / 2
        loss[1] += score.loss[1 - side] / 2
    return Pair(won, points, (loss[0], loss[1]), (timed[0].thinking, timed[1].thinking))


@dataclass(frozen=True)
class _Table:
    """A match as it goes to another process: the game by its name."""

    variant: str
    players: tuple[Choose, Choose]
    seed: str

    def __call__(self, number: int) -> Pair:
        return play_pair(VARIANTS[self.variant], self.players, self.seed, number)


def play_match(
    rules: Rules,
    players: tuple[Choose, Choose],
    seed: str,
    deals: int,
    workers: int | None = None,
    told: Callable[[int], None] = lambda done: None,
) -> Result:
    """A match of ``deals``, on as many processes as ``workers`` (None: one a core). ``told`` hears how many
    deals are done. Players without a clock make the same match of the same seed.

    Raises:
        ValueError: there is no deal.
    """
    if deals < 1:
        raise ValueError("a match has a deal at least")
    table = _Table(rules.variant, players, seed)
    workers = min(workers or cpu_count() or 1, deals)
    if workers == 1:
        return Result.of(list(_counted(map(table, range(deals)), told)))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return Result.of(list(_counted(pool.map(table, range(deals)), told)))


def _counted(pairs: Iterable[Pair], told: Callable[[int], None]) -> Iterator[Pair]:
    for done, pair in enumerate(pairs, 1):
        told(done)
        yield pair

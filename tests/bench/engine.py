"""What a decision costs the engine: ``python -m tests.bench.engine``."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence

from kozel import VARIANTS, Deal, Rules, deal_from

_DEALS = 300
_ROUNDS = 7


def run() -> Sequence[tuple[str, str]]:
    """Rows of what was measured and what it came to: both games, interleaved, the median of all rounds."""
    for rules in VARIANTS.values():
        decision(rules, -1)
    rounds = [[decision(rules, number) for rules in VARIANTS.values()] for number in range(_ROUNDS)]
    return [
        (f"engine, {rules.variant}: a decision under random play", f"{statistics.median(each):.1f} µs")
        for rules, each in zip(VARIANTS.values(), zip(*rounds, strict=True), strict=True)
    ]


def decision(rules: Rules, number: int) -> float:
    """Microseconds for the legal actions of the seat on turn and applying one of them, over fresh decks every round."""
    dice = random.Random(number)
    deals = [
        Deal.start(deal_from(rules, 0, rules.after(0), f"{number}/{place}".encode()))[0] for place in range(_DEALS)
    ]
    lots = [dice.random() for _ in range(_DEALS * 64)]
    place, decisions, start = 0, 0, time.process_time()
    for deal in deals:
        while (seat := deal.turn) is not None:
            actions = deal.legal(seat)
            place = (place + 1) % len(lots)
            deal, _ = deal.apply(seat, actions[int(lots[place] * len(actions))])  # noqa: PLW2901 - a deal goes on
            decisions += 1
    return (time.process_time() - start) / decisions * 1e6


if __name__ == "__main__":
    for label, value in run():
        print(f"{label}: {value}")

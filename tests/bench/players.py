"""How strong the computer players are, and what their thinking costs: ``make bench-players``.

``python -m tests.bench.players [MINUTES] [MS]``: in about so many minutes of one core (25), with masters and
OpenSpiel's search thinking so many milliseconds of a core a move (40). Every deal is played twice, sides exchanged.
Longer says more: the intervals are printed.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import pyspiel  # type: ignore[import-not-found, unused-ignore]

from kozel import PLAYERS, VARIANTS, Choose, Deal, Master, Rules, deal_from
from kozel.match import Pair, Result, play_pair
from kozel.players.codes import table_of
from kozel.players.lean import Lean
from kozel.players.playout import play_out
from tests.bench.engine import decision
from tests.bench.openspiel import OpenSpiel
from tests.kozel.lean_walk import walk

_CROSS_CHECKED = 10_000
_ROUNDS = 7
_DEALS = 200
_SHARES = {"greedy": 3.0, "solid": 2.0, "random": 1.0, "OpenSpiel": 3.0}  # of the time, a row


def main() -> None:
    """Print a row a figure."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 25.0
    seconds = (float(sys.argv[2]) if len(sys.argv) > 2 else 40.0) / 1000
    print("times are of one core; ± is the 95 % interval; wins, points and loss points are the first one's", flush=True)
    for rules in VARIANTS.values():
        plays = sum(walk(rules, number) for number in range(_CROSS_CHECKED))
        print(f"{rules.variant}: {_CROSS_CHECKED} random deals, {plays} plays, the same in both states", flush=True)
    _speeds()
    quick = minutes * 60 * 0.05
    for rules in VARIANTS.values():
        _row(rules, "solid", "greedy", PLAYERS["solid"], PLAYERS["greedy"], quick)
        _row(rules, "novice", "greedy", PLAYERS["novice"], PLAYERS["greedy"], quick / 4)
    unit = minutes * 60 * 0.85 / 2 / sum(_SHARES.values())
    for name, share in _SHARES.items():
        other: Choose = OpenSpiel(seconds) if name == "OpenSpiel" else PLAYERS[name]
        for rules in VARIANTS.values():
            _row(rules, f"master {1000 * seconds:.0f} ms", name, Master(1 << 30, seconds), other, share * unit)


def _row(rules: Rules, first: str, second: str, one: Choose, other: Choose, budget: float) -> None:
    """A match of as many deals as the budget, in seconds of this process, allows; two at least."""
    end = time.process_time() + budget
    pairs: list[Pair] = []
    while len(pairs) < 2 or time.process_time() < end:
        pairs.append(play_pair(rules, (one, other), "bench", len(pairs)))
    result = Result.of(pairs)
    thought = result.thinking[0]
    print(
        f"{rules.variant:<5}{first} against {second:<10}"
        f" {100 * result.won.value:5.1f} ± {100 * result.won.margin:.1f} %"
        f"  points {result.points.value:.1f} ± {result.points.margin:.1f}"
        f"  loss {result.loss[0].value:.2f} ± {result.loss[0].margin:.2f}"
        f" to {result.loss[1].value:.2f} ± {result.loss[1].margin:.2f}"
        f"  {1000 * thought.seconds / thought.moves:.0f} ms a move, worst {1000 * thought.worst:.0f}"
        f"  {result.deals} deals",
        flush=True,
    )


def _speeds() -> None:
    """Decisions of random legal play, interleaved with OpenSpiel's games driven from Python, and playouts."""
    parts: dict[str, Callable[[int], float]] = {}
    for rules in VARIANTS.values():
        parts[f"{rules.variant}: a decision, lean state"] = partial(_lean_decision, rules)
        parts[f"{rules.variant}: the same, with the deal"] = partial(_lean_decision, rules, dealing=True)
        parts[f"{rules.variant}: a decision, public engine"] = partial(decision, rules)
        parts[f"{rules.variant}: a playout"] = partial(_playout, rules)
    for name in ("hearts", "skat"):
        game = pyspiel.load_game(name)
        parts[f"OpenSpiel {name}: a decision"] = partial(_openspiel_decision, game)
        parts[f"OpenSpiel {name}: the same, with the deal"] = partial(_openspiel_decision, game, dealing=True)
    measured: dict[str, list[float]] = {label: [] for label in parts}
    for number in range(-1, _ROUNDS):
        for label, part in parts.items():
            taken = part(number)
            if number >= 0:
                measured[label].append(taken)
    for label, each in measured.items():
        print(f"{label:<36} {statistics.median(each):6.1f} µs", flush=True)


def _lots(number: int) -> Callable[[], float]:
    return random.Random(number).random


def _leans(rules: Rules, number: int) -> list[Lean]:
    return [Lean.of(Deal.start(deal_from(rules, 0, 1, f"{number}/{place}".encode()))[0]) for place in range(_DEALS)]


def _lean_decision(rules: Rules, number: int, *, dealing: bool = False) -> float:
    """``dealing``: shuffling and dealing count too, as they do in OpenSpiel, where the cards are dealt one by one."""
    leans, lot, decisions = _leans(rules, number), _lots(number), 0
    dice, start = random.Random(number), time.process_time()
    if dealing:
        leans = [_dealt(rules, dice) for _ in range(_DEALS)]
    for lean in leans:
        while (seat := lean.turn) >= 0:
            codes = lean.legal()
            lean.apply(seat, codes[int(lot() * len(codes))])
            decisions += 1
    return (time.process_time() - start) / decisions * 1e6


def _dealt(rules: Rules, dice: random.Random) -> Lean:
    """A random deal, in plain numbers from the start."""
    deck = [1 << place for place in range(36)]
    dice.shuffle(deck)
    given = rules.seats * rules.hand
    hands = [sum(deck[seat : given : rules.seats]) for seat in range(rules.seats)]
    table = table_of(rules)
    return Lean(table, hands, deck[given:], table.trump_of[deck[-2 if rules.trump_changes else -1]], 0)


def _playout(rules: Rules, number: int) -> float:
    leans, lot, start = _leans(rules, number), _lots(number), time.process_time()
    start = time.process_time()
    for lean in leans:
        play_out(lean, lot)
    return (time.process_time() - start) / len(leans) * 1e6


def _openspiel_decision(game: pyspiel.Game, number: int, *, dealing: bool = False) -> float:
    lot, decisions, taken = _lots(number), 0, 0.0
    for _ in range(_DEALS // 4):
        start = time.process_time()
        state = game.new_initial_state()
        while state.is_chance_node():
            outcomes = [action for action, _ in state.chance_outcomes()]
            state.apply_action(outcomes[int(lot() * len(outcomes))])
        if not dealing:
            start = time.process_time()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(lot() * len(actions))])
            decisions += 1
        taken += time.process_time() - start
    return taken / decisions * 1e6


if __name__ == "__main__":
    main()

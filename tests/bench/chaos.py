"""Everything goes wrong at once: ``make chaos`` (or ``python -m tests.bench.chaos --tables 200 --seconds 180``).

Hundreds of tables of both games; people press, press twice, press what is old or forged, leave, come back, block the
bot, delete its messages, put it out of their groups; Telegram fails one call in twenty in every way that it knows; the
bot is killed at random and started again. At the end nothing may be lost, doubled, stuck or shown wrong. Exit status 1
if so.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.faults import Fault
from bot.sandbox.server import running
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import Kind
from bot.storage.store import open_store
from kozel import FOUR, SIX
from tests.bench.people import Crowd
from tests.bench.town import build, settle
from tests.bench.verdict import lost_or_doubled, not_clean, not_shown, progress
from tests.e2e.process import BotProcess

_WORKERS = 24
_PACE = {
    "GROUP_PACE": "0.5",
    "PRIVATE_PACE": "0.1",
    "COMPUTER_PACE": "0.2",
    "DEAL_PAUSE": "0.5",
    "REMATCH_TIME": "10",
    "CALLS_PER_SECOND": "1000",
    "LOG_LEVEL": "INFO",
}
_CALLS = "sendMessage|editMessageText|deleteMessage|answerCallbackQuery"
_WAYS = ("5xx", "cut", "cut_after", "delay", "429")
_QUIET, _LONGEST = 2.0, 120.0  # seconds without a call that mean that all is said, and that one waits for it


@dataclass
class Outcome:
    """What came of a run. ``wrong`` is empty where everything held."""

    figures: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """How much of it. ``kills`` is the mean time between two, in seconds."""

    tables: int = 200
    seconds: float = 180
    kills: float = 20
    seed: int = 1
    turn: int = 15


async def storm(plan: Plan) -> Outcome:
    """One run, from the first deal to the verdict."""
    dice = random.Random(plan.seed)
    board = build(plan.tables, (FOUR, SIX), kind=Kind.GROUP)
    crowd = Crowd(board, dice)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kozel.db"
        await settle(path, board.world)
        async with running(board=board) as sandbox:
            bot = BotProcess(sandbox.url, path, **_PACE, TURN_TIME=str(plan.turn))
            await bot.start()
            _weather(board)
            kills = await _rage(plan, crowd, bot, dice)
            stuck = await _calm(plan, crowd, bot, path)
            await bot.stop()
            still = BotProcess(sandbox.url, path, **_PACE, TURN_TIME="0")
            async with still:
                await _silence(board)
                return await _judged(plan, crowd, path, Path(folder), kills, stuck)


def _weather(board: Switchboard) -> None:
    """One call in twenty fails, in all ways alike; updates come twice, in another order, or late."""
    for kind in _WAYS:
        board.faults.add(Fault(kind, _CALLS, seconds=0.5, times=0, probability=0.05 / len(_WAYS)))  # type: ignore[arg-type]
    for kind in ("repeat", "mix", "cut", "5xx"):
        board.faults.add(Fault(kind, "getUpdates", times=0, probability=0.02))  # type: ignore[arg-type]


async def _rage(plan: Plan, crowd: Crowd, bot: BotProcess, dice: random.Random) -> int:
    """Let them, as long as the plan says; how often the bot was killed."""
    end = time.monotonic() + plan.seconds
    playing = [asyncio.create_task(crowd.live(share, end)) for share in _shares(plan.tables)]
    kills = 0
    while (left := end - time.monotonic()) > 0:
        await asyncio.sleep(min(dice.uniform(0.3, 1.7) * plan.kills, left))
        if time.monotonic() < end:
            await bot.kill()
            kills += 1
            await asyncio.sleep(dice.uniform(0, 1))
            await bot.start()
    await asyncio.gather(*playing)
    return kills


def _shares(tables: int) -> Iterator[list[int]]:
    workers = min(_WORKERS, tables)
    return (list(range(worker, tables, workers)) for worker in range(workers))


async def _calm(plan: Plan, crowd: Crowd, bot: BotProcess, path: Path) -> list[str]:
    """The weather is fine again; the tables that do not go on though people play."""
    crowd.board.faults.remove()
    await crowd.calm()
    for chat in crowd.board.world.chats.values():
        if chat.private and chat.blocked:
            crowd.unblock(chat.id)
    store = open_store(f"sqlite+aiosqlite:///{path}")
    try:
        before = await progress(store)
        end = time.monotonic() + 4 * plan.turn + 60
        while time.monotonic() < end:
            await asyncio.gather(*(crowd.live(share, time.monotonic() + 3) for share in _shares(plan.tables)))
            now = await progress(store)
            if not (stuck := [table for table, version in before.items() if now.get(table) == version]):
                break
        return [f"table {table} does not go on" for table in stuck]
    finally:
        await store.close()


async def _silence(board: Switchboard) -> None:
    """Wait until the bot has nothing more to say."""
    end = time.monotonic() + _LONGEST
    last, since = board.calls.last, time.monotonic()
    while time.monotonic() - since < _QUIET and time.monotonic() < end:
        await asyncio.sleep(0.1)
        if board.calls.last != last:
            last, since = board.calls.last, time.monotonic()


async def _judged(plan: Plan, crowd: Crowd, path: Path, folder: Path, kills: int, stuck: list[str]) -> Outcome:
    store = open_store(f"sqlite+aiosqlite:///{path}")
    try:
        shown = await not_shown(crowd.board, store, crowd.deleted)
    finally:
        await store.close()
    lost = lost_or_doubled(path, crowd.accepted)
    series, unclean = not_clean(path, folder)
    calls = crowd.board.calls.since(0)
    failed = Counter(_fault_of(call.code, call.error) for call in calls)
    waits = sorted(crowd.waits) or [0.0]
    figures = [
        ("tables, seconds, times killed", f"{plan.tables}, {plan.seconds:.0f}, {kills}"),
        ("what people did", ", ".join(f"{name} {count}" for name, count in crowd.did.most_common())),
        ("calls of the bot", f"{len(calls)}: " + ", ".join(f"{name} {count}" for name, count in failed.most_common())),
        (
            "a press is answered in",
            f"{waits[len(waits) // 2] * 1000:.0f} ms, 95 % in {waits[len(waits) * 95 // 100]:.2f} s",
        ),
        ("plays confirmed; of them lost or doubled", f"{len(crowd.accepted)}; {len(lost)}"),
        ("series; of them not clean", f"{series}; {len(unclean)}"),
        ("tables that are stuck", str(len(stuck))),
        ("messages that show no newest state", str(len(shown))),
    ]
    return Outcome(figures, [*lost, *unclean, *stuck, *shown])


def _fault_of(code: int, error: str) -> str:
    return "fine" if code == 200 else f"{code or 'cut'}" if code in (0, 429) or code >= 500 else error[:48]


def main() -> int:
    """Run, print the figures, and what did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.chaos", description=__doc__)
    for name, default in (("tables", 200), ("seconds", 180), ("kills", 20), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    outcome = asyncio.run(storm(Plan(**vars(parser.parse_args()))))
    for label, value in outcome.figures:
        print(f"{label:<45} {value}")
    for wrong in outcome.wrong[:40]:
        print(f"WRONG: {wrong}")
    return int(bool(outcome.wrong))


if __name__ == "__main__":
    sys.exit(main())

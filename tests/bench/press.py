"""What a press costs the bot: ``python -m tests.bench.press``.

The real bot, a process of its own, against the sandbox in this one, at ten times its ordinary pace. People press
the first button that their hand offers as soon as it is there, at so many tables side by side.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from bot.sandbox.server import running
from bot.sandbox.switchboard import Query, Switchboard
from bot.sandbox.world import Chat
from kozel import FOUR, SIX, Rules
from tests.bench.town import build, settle
from tests.e2e.process import BotProcess

_TABLES = {FOUR: (1, 100, 1_000), SIX: (1, 100)}
_PRESSES = 300
_PLAYED = re.compile("[♠♥♦♣■]|Пас")  # what the answer to a play names
_AT_ONCE = 8  # people who press at the same time, at most
_PACE = {
    "GROUP_PACE": "0.3",
    "PRIVATE_PACE": "0.1",
    "COMPUTER_PACE": "0.15",
    "DEAL_PAUSE": "0.8",
    "CALLS_PER_SECOND": "1000",
    "LOG_LEVEL": "INFO",
}


@dataclass
class Figures:
    """With so many live ``tables``: CPU ms and calls a press, ms to an answer (median, 95 %), MB, seconds to start."""

    tables: int
    cpu: float
    calls: float
    group_calls: float
    most_in_group: int
    answer: float
    slow_answer: float
    memory: float
    start: float


def run() -> Sequence[tuple[str, str]]:
    """Rows of what was measured and what it came to."""
    return [row for rules in _TABLES for row in _rows(rules)]


def _rows(rules: Rules) -> list[tuple[str, str]]:
    measured = [asyncio.run(_measure(tables, rules)) for tables in _TABLES[rules]]
    rows = []
    for got in measured:
        name = f"{rules.variant}, {got.tables} live table{'s' if got.tables > 1 else ''}"
        rows += [
            (f"{name}: CPU of the bot a press", f"{got.cpu:.1f} ms ({got.cpu / measured[0].cpu:.2f} of one table's)"),
            (f"{name}: calls a play beside the answer", f"{got.calls:.2f}, in the group {got.group_calls:.2f}"),
            (f"{name}: a press is answered in", f"{got.answer:.0f} ms, 95 % in {got.slow_answer:.0f} ms"),
            (f"{name}: memory", f"{got.memory:.0f} MB"),
            (f"{name}: start-up, until all are looked at", f"{got.start:.1f} s"),
        ]
    return rows


async def _measure(tables: int, rules: Rules) -> Figures:
    board = build(tables, (rules,))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kozel.db"
        await settle(path, board.world)
        async with running(board=board) as sandbox:
            bot = BotProcess(sandbox.url, path, **_PACE)
            await bot.start()
            await quiet(board)
            await bot.stop()
            begun = time.perf_counter()
            async with bot:
                await _resumed(bot, tables)
                start = time.perf_counter() - begun
                return await _press(board, bot, tables, start)


async def _resumed(bot: BotProcess, tables: int) -> None:
    while f"going on with {tables} tables" not in bot.log.read_text().split("at work")[-1]:  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def quiet(board: Switchboard, seconds: float = 2.0) -> None:
    """Wait until the bot has called nobody for so long."""
    last, since = board.calls.last, time.perf_counter()
    while time.perf_counter() - since < seconds:
        await asyncio.sleep(0.05)
        if board.calls.last != last:
            last, since = board.calls.last, time.perf_counter()


async def _press(board: Switchboard, bot: BotProcess, tables: int, start: float) -> Figures:
    await quiet(board)
    process = psutil.Process(bot.pid)
    first, before = board.calls.last, sum(process.cpu_times()[:2])
    groups = [chat for chat in board.world.chats.values() if not chat.private]
    waits: list[float] = []
    workers = min(_AT_ONCE, tables)
    shares = [groups[worker::workers] for worker in range(workers)]
    await asyncio.gather(*(_play(board, share, waits, _PRESSES // workers) for share in shares))
    await quiet(board)
    cpu = sum(process.cpu_times()[:2]) - before
    calls = [call for call in board.calls.since(first) if call.method not in ("answerCallbackQuery", "getUpdates")]
    in_groups = [call for call in calls if int(call.params.get("chat_id", 0)) < 0]
    waits.sort()
    return Figures(
        tables=tables,
        cpu=cpu * 1000 / len(waits),
        calls=len(calls) / len(waits),
        group_calls=len(in_groups) / len(waits),
        most_in_group=len(in_groups),
        answer=waits[len(waits) // 2] * 1000,
        slow_answer=waits[len(waits) * 95 // 100] * 1000,
        memory=process.memory_info().rss / 1e6,
        start=start,
    )


async def _play(board: Switchboard, groups: list[Chat], waits: list[float], presses: int) -> None:
    """Somebody at one of these tables presses, then somebody at the next, so many times in all."""
    done, pressed_already = 0, set[tuple[int, str]]()
    while done < presses:
        pressed = 0
        for group in groups:
            if done < presses and (query := _press_at(board, group, pressed_already)) is not None:
                asked = time.perf_counter()
                await asyncio.wait_for(query.answered.wait(), 10)
                if query.answer is not None and _PLAYED.search(query.answer.text):
                    waits.append(time.perf_counter() - asked)
                    done += 1
                pressed += 1
        if not pressed:
            await asyncio.sleep(0.005)


def _press_at(board: Switchboard, group: Chat, before: set[tuple[int, str]]) -> Query | None:
    """Press the first button with which somebody of this group can play now, on their turn; none twice."""
    newest = next(iter(group.newest(1)), None)
    if newest is not None and (again := found(newest.markup, "again:")):  # the series is over: another one
        for person in group.people():  # all are asked
            board.ask(person, group, newest.id, again[0])
    for person in group.people():
        chat = board.world.chats[person]
        for message in chat.newest(1):
            data = first_play(message.markup)
            if data is not None and (person, data) not in before:
                before.add((person, data))
                return board.ask(person, chat, message.id, data)
    return None


def first_play(markup: dict[str, Any] | None) -> str | None:
    """The first button that lays cards on one's turn; where cards have to be ticked, one that ticks, and none that
    takes a tick away."""
    lays = [data for data in found(markup, "lay:") if ":i" not in data]
    ticks = sorted(found(markup, "pick:"), key=lambda data: -int(data.split(":")[-1], 16).bit_count())
    return next(iter(lays or ticks), None)


def found(markup: dict[str, Any] | None, kind: str) -> list[str]:
    """The buttons' data that begins so."""
    rows = (markup or {}).get("inline_keyboard", [])
    found = [str(button.get("callback_data", "")) for row in rows for button in row]
    return [data for data in found if data.startswith(kind)]


if __name__ == "__main__":
    for label, value in run():
        print(f"{label:<60} {value}")

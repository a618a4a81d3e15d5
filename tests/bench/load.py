"""Whether presses are answered while computers think at all tables at once: ``make bench-load``.

The real bot at a hundred tables of one person and masters, who think as soon as it is their turn; then the same with
solid computers, which need no thinking. People look at their phones every few seconds, each by themselves:
they play when it is their turn, or open their cards, or press something old.

Everything shares this machine: the bot, its workers, and this process, which is Telegram and all the people. What each
takes of the cores is printed, and how late this process is itself: where that is much, times to an answer are its own.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from bot.sandbox.server import running
from bot.sandbox.switchboard import Query, Switchboard
from bot.sandbox.world import Chat
from kozel import FOUR, SIX, Rules
from tests.bench.press import first_play, found
from tests.bench.probe import WORDS, Seen, read
from tests.bench.town import build, settle
from tests.e2e.process import BotProcess

_TABLES = 100
_RUNS = ((FOUR, 2, 10.0), (SIX, 1, 10.0))  # how often with each kind of computers, and how many seconds
_WARM = 3.0  # seconds until those are counted: the start, the workers', the first hands
_LOOKS = (2.0, 4.0)  # seconds between two looks at a phone
_IDLE = 0.25  # how often somebody who could play does something else
_PACE = {
    "COMPUTER_PACE": "0",
    "GROUP_PACE": "3",
    "PRIVATE_PACE": "1",
    "DEAL_PAUSE": "4",
    "CALLS_PER_SECOND": "1000",
    "LOG_LEVEL": "INFO",
}


@dataclass
class Figures:
    """What came of the runs with computers of one level: seconds, and shares of all cores by who took them."""

    seconds: float = 0.0
    answers: list[float] = field(default_factory=list)
    plays: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    given: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    own_late: list[float] = field(default_factory=list)
    cores: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("bot", "thinking", "bench", "others"), 0.0))


def rows() -> Iterator[tuple[str, str]]:
    """Rows of what was measured and what it came to, each game's as soon as they are there."""
    for rules, times, seconds in _RUNS:
        masters, others = Figures(), Figures()
        for number in range(times):
            for level, into in (("solid", others), ("master", masters)):
                asyncio.run(_measure(rules, level, seconds, number, into))
        yield from _told(rules, masters, others)


def _told(rules: Rules, masters: Figures, others: Figures) -> Iterator[tuple[str, str]]:
    name = f"{rules.variant}, {_TABLES} tables"
    ratio = _at(masters.answers, 0.95) / _at(others.answers, 0.95)
    yield f"{name}: answered while masters think", f"{_ms(masters.answers)}; {len(masters.answers)} presses"
    yield f"{name}: the same with solid computers", f"{_ms(others.answers)}; the masters' 95 % is {ratio:.2f} of that"
    yield f"{name}: of these, plays", f"{_ms(masters.plays)}; {len(masters.plays)}; solid {_ms(others.plays)}"
    yield f"{name}: a thought is there after", f"{_ms(masters.waited)}"
    a_second = len(masters.given) / masters.seconds
    yield f"{name}: and had", f"{_ms(masters.given)} of a core; {a_second:.0f} thoughts a second"
    yield f"{name}: the bot's loop is late by", f"{_ms(masters.late)}; solid {_ms(others.late)}"
    yield f"{name}: this process's by", f"{_ms(masters.own_late)}; solid {_ms(others.own_late)}"
    for level, figures in (("masters", masters), ("solid", others)):
        shares = ", ".join(f"{who} {taken / figures.seconds:.2f}" for who, taken in figures.cores.items())
        yield f"{name}: cores taken of {os.cpu_count()}, {level}", shares


def _at(times: list[float], share: float) -> float:
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def _ms(times: list[float]) -> str:
    """Median, 95 % and worst."""
    return " · ".join(f"{_at(times, share) * 1000:.0f}" for share in (0.5, 0.95, 1)) + " ms"


async def _measure(rules: Rules, level: str, seconds: float, seed: int, into: Figures) -> None:
    """Add to ``into`` what a bot did in so many seconds."""
    board = build(_TABLES, people=1)
    with tempfile.TemporaryDirectory() as folder:
        path, seen = Path(folder) / "kozel.db", Path(folder) / "seen.json"
        await settle(path, board.world, rules, level)
        async with running(board=board) as sandbox:
            async with BotProcess(sandbox.url, path, WORDS, **_PACE, PROBE=str(seen)) as bot:
                begin = time.monotonic() + _WARM
                people = _people(board, seed, begin, begin + seconds, into)
                await asyncio.sleep(_WARM)
                before = _cpu(bot.pid)
                await _look(begin + seconds, into.own_late)
                for who, taken in _cpu(bot.pid).items():
                    into.cores[who] += taken - before[who]
                await asyncio.gather(*people)
            _count(read(seen), begin, begin + seconds, into)
    into.seconds += seconds


def _count(seen: Seen, begin: float, end: float, into: Figures) -> None:
    thoughts = [thought for thought in seen.thoughts if begin <= thought.time < end]
    into.waited += [thought.waited for thought in thoughts]
    into.given += [thought.given for thought in thoughts]
    into.late += [late.seconds for late in seen.late if begin <= late.time < end]


def _cpu(bot: int) -> dict[str, float]:
    """Seconds of a core that each has taken so far, "others" being everything else on the machine."""
    own, there = psutil.Process(), psutil.Process(bot)
    taken = {"bot": sum(there.cpu_times()[:2]), "thinking": 0.0, "bench": sum(own.cpu_times()[:2])}
    for worker in there.children(recursive=True):
        taken["thinking"] += sum(worker.cpu_times()[:2])
    machine = psutil.cpu_times()
    busy = sum(machine) - machine.idle - machine.iowait - machine.guest - machine.guest_nice
    return {**taken, "others": busy - sum(taken.values())}


async def _look(until: float, late: list[float]) -> None:
    """How late this process's own loop is, until then."""
    while (now := time.monotonic()) < until:
        await asyncio.sleep(0.01)
        late.append(time.monotonic() - now - 0.01)


def _people(board: Switchboard, seed: int, begin: float, end: float, into: Figures) -> list[asyncio.Task[None]]:
    groups = [chat for chat in board.world.chats.values() if not chat.private]
    people = (_Person(board, group, random.Random(f"{seed}/{number}"), into) for number, group in enumerate(groups))
    return [asyncio.create_task(person.live(begin, end)) for person in people]


class _Person:
    """Somebody who sits at one table."""

    def __init__(self, board: Switchboard, group: Chat, dice: random.Random, into: Figures) -> None:
        self._board, self._group, self._dice, self._into = board, group, dice, into
        self._id = next(iter(group.people()))
        self._played: list[str] = []

    async def live(self, begin: float, end: float) -> None:
        """Look at the phone now and then until ``end``; what is pressed from ``begin`` on counts."""
        await asyncio.sleep(self._dice.uniform(0, _LOOKS[1]))
        while (asked := time.monotonic()) < end:
            number = len(self._played)
            query = self._press()
            if query is not None:
                await asyncio.wait_for(query.answered.wait(), 15)
                if begin <= asked:
                    self._into.answers.append(took := time.monotonic() - asked)
                    if len(self._played) > number:
                        self._into.plays.append(took)
            await asyncio.sleep(self._dice.uniform(*_LOOKS))

    def _press(self) -> Query | None:
        """A play where it is their turn; else, and now and then instead, their cards or something old."""
        private = self._board.world.chats[self._id]
        for message in private.newest(1):
            data = first_play(message.markup)
            if data is not None and data not in self._played and self._dice.random() >= _IDLE:
                self._played.append(data)
                return self._board.ask(self._id, private, message.id, data)
            if self._played and self._dice.random() < 0.5:
                return self._board.ask(self._id, private, message.id, self._played[-1])
        for message in reversed(self._group.newest(3)):
            for data in (*found(message.markup, "again:"), *found(message.markup, "mine:")):
                return self._board.ask(self._id, self._group, message.id, data)
        return None


if __name__ == "__main__":
    print("each: median · 95 % · worst", flush=True)
    for label, value in rows():
        print(f"{label:<60} {value}", flush=True)

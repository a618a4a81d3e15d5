"""Standings against a second count of the same series in plain Python."""

from __future__ import annotations

import random
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import StatementError

from bot.storage import SqlStore
from bot.storage.standings import _PAIRS, _PLAYERS
from bot.tables.model import ChatId, PersonId
from bot.tables.ports import PairStanding, PlayerStanding, Standings
from kozel import FOUR, SIX, VARIANTS, Rules
from tests.storage.scenes import GROUP, begun, by_chance, closed, done, filled, finished, person

START = datetime(2026, 1, 1, tzinfo=UTC)
CHATS = (-1, -2, -3)


class Deal(NamedTuple):
    points: tuple[int, int]
    tricks: tuple[int, int]
    loss: tuple[int, int]


class Played(NamedTuple):
    chat: int
    rules: Rules
    seats: tuple[int | None, ...]
    ended: datetime | None
    goats: int | None
    deals: tuple[Deal, ...]


def some_series(dice: random.Random, number: int, chats: Sequence[int] = CHATS) -> list[Played]:
    return [_some(dice, chats) for _ in range(number)]


def _some(dice: random.Random, chats: Sequence[int]) -> Played:
    rules = dice.choice(tuple(VARIANTS.values()))
    people = dice.sample(range(1, 8), rules.seats)
    seats = tuple(None if dice.random() < 0.2 else number for number in people)
    results = [
        Deal((70, 50), (5, 3), (0, 2)),
        Deal((20, 100), (1, 7), (4, 0)),
        Deal((0, 120), (0, 8), (6, 0)),
        Deal((60, 60), (4, 4), (0, 0)),
    ]
    goats = dice.choice([0, 1, None])
    ended = START + timedelta(hours=dice.randrange(100)) if goats is not None or dice.random() < 0.5 else None
    deals = tuple(dice.choice(results) for _ in range(dice.randint(1, 9)))
    return Played(dice.choice(chats), rules, seats, ended, goats, deals)


def write(path: Path, series: Sequence[Played]) -> None:
    """Put ``series`` into the file, each at a table of its own, by SQL alone."""
    with closing(sqlite3.connect(path)) as file, file:
        stamp = START.strftime("%Y-%m-%d %H:%M:%S.000000")
        people = [(number, f"Player {number % 3}", "ru", 1) for number in range(1, 8)]
        file.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", people)
        file.executemany("INSERT INTO chats VALUES (?, '', NULL)", [(chat,) for chat in {each.chat for each in series}])
        for number, (chat, rules, seats, ended, goats, deals) in enumerate(series, 1):
            over = ended and ended.strftime("%Y-%m-%d %H:%M:%S.%f")
            file.execute(
                "INSERT INTO tables VALUES (?, ?, 0, ?, 'ru', 1, 'over', 1, ?)", (number, chat, rules.variant, stamp)
            )
            file.execute(
                "INSERT INTO series (id, table_id, dealer, begun_at, ended_at, goats, eggs)"
                " VALUES (?, ?, 0, ?, ?, ?, 0)",
                (number, number, stamp, over, goats),
            )
            file.executemany(
                "INSERT INTO series_seats VALUES (?, ?, ?, ?)",
                [(number, seat, who, None if who else "greedy") for seat, who in enumerate(seats)],
            )
            file.executemany(
                "INSERT INTO deals VALUES (?, ?, ?, ?, 0, 1, '', NULL, '-', ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    (number, place, number, place, stamp, stamp, *deal.points, *deal.tricks, *deal.loss)
                    for place, deal in enumerate(deals, 1)
                ],
            )


def counted(series: Sequence[Played], chat: int, rules: Rules, since: datetime | None) -> Standings:
    """The standings, counted one by one."""
    ours = [
        each
        for each in series
        if each.chat == chat and each.rules == rules and each.ended and each.goats is not None
        if since is None or each.ended >= since
    ]
    return Standings(tuple(sorted(_players(ours), key=_order)), tuple(_pairs(ours)))


def _players(series: Sequence[Played]) -> Iterator[PlayerStanding]:
    for who in range(1, 8):
        sums: Counter[str] = Counter()
        for each in series:
            if who not in each.seats:
                continue
            side = each.seats.index(who) % 2
            sums["series"] += 1
            sums["lost"] += each.goats == side
            for deal in each.deals:
                sums["deals"] += 1
                sums["won"] += deal.loss[side] == 0 and deal.loss[1 - side] > 0
                sums["given"] += deal.loss[1 - side]
                sums["taken"] += deal.loss[side]
                sums["eggs"] += deal.points == (60, 60)
        if sums["series"]:
            figures = [sums[name] for name in ("series", "lost", "deals", "won", "given", "taken", "eggs")]
            yield PlayerStanding(PersonId(who), f"Player {who % 3}", *figures)


def _order(player: PlayerStanding) -> tuple[object, ...]:
    share = (player.lost / player.series, player.taken / player.series)
    return (*share, -player.series, player.name, player.person)


def _pairs(series: Sequence[Played]) -> list[PairStanding]:
    together: Counter[tuple[int, int]] = Counter()
    lost: Counter[tuple[int, int]] = Counter()
    for each in series:
        for side in (0, 1):
            people = tuple(sorted(who for who in each.seats[side::2] if who))
            if len(people) == 2:
                pair = (people[0], people[1])
                together[pair] += 1
                lost[pair] += each.goats == side
    best = sorted(together, key=lambda pair: (lost[pair] / together[pair], -together[pair], pair))
    return [
        PairStanding((f"Player {one % 3}", f"Player {other % 3}"), together[one, other], lost[one, other])
        for one, other in best
    ]


@pytest.mark.parametrize("seed", range(6))
async def test_standings_are_what_a_naive_count_gives(store: SqlStore, path: Path, seed: int) -> None:
    series = some_series(random.Random(seed), 60)
    write(path, series)
    for chat in (*CHATS, -4):
        for rules in VARIANTS.values():
            for since in (None, START + timedelta(hours=50), START + timedelta(hours=200)):
                expected = counted(series, chat, rules, since)
                assert await store.standings(ChatId(chat), rules, since) == expected


async def test_a_series_that_ended_at_that_very_moment_counts(store: SqlStore, path: Path) -> None:
    write(path, [Played(-1, SIX, (1, 2), START, 0, (Deal((0, 120), (0, 8), (6, 0)),))])
    here = (ChatId(-1), SIX)
    assert (await store.standings(*here, START)).players
    assert not (await store.standings(*here, START + timedelta(microseconds=1))).players


async def test_a_moment_without_its_time_zone_is_no_moment(store: SqlStore) -> None:
    with pytest.raises(StatementError, match="time zone"):
        await store.standings(ChatId(-1), FOUR, datetime(2026, 1, 1))  # noqa: DTZ001 - that is the point


async def test_series_that_were_played_at_tables_count_and_stopped_ones_do_not(store: SqlStore) -> None:
    dice = random.Random(1)
    table = await finished(store, await filled(store, people=(1, 2, 3, None)), dice)
    again = await done(store, table, begun(table, dice))
    again = await done(store, again, by_chance(again, dice))
    await done(store, again, closed(again))
    standings = await store.standings(GROUP.chat, FOUR, None)
    assert table.series is not None
    players = {player.person: player for player in standings.players}
    assert {number: (each.name, each.series, each.lost) for number, each in players.items()} == {
        number: (person(number).name, 1, int((number - 1) % 2 == table.series.goats)) for number in (1, 2, 3)
    }
    assert (players[PersonId(2)].taken, players[PersonId(2)].given) == (table.series.loss[1], table.series.loss[0])
    assert standings.pairs == (PairStanding((person(1).name, person(3).name), 1, int(table.series.goats == 0)),)


def _plan(path: Path, query: Select[*tuple[object, ...]]) -> str:
    compiled = query.compile(dialect=sqlite.dialect())
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute(f"EXPLAIN QUERY PLAN {compiled}", [None] * len(compiled.positiontup or ())).fetchall()
    return "\n".join(row[3] for row in rows)


@pytest.mark.parametrize("query", [_PLAYERS, _PAIRS], ids=["players", "pairs"])
@pytest.mark.parametrize("analyzed", [True, False])
def test_one_chats_standings_read_no_other_chats_series(
    path: Path, query: Select[*tuple[object, ...]], analyzed: bool
) -> None:
    write(path, some_series(random.Random(1), 500, range(-100, 0)))
    if analyzed:
        with closing(sqlite3.connect(path)) as file:
            file.execute("ANALYZE")
    plan = _plan(path, query)
    assert "SEARCH tables USING INDEX ix_tables_chat_id" in plan
    assert "SEARCH series USING INDEX ix_series_table_id" in plan
    assert not re.search(r"SCAN (tables|series|deals|series_seats|people)", plan)

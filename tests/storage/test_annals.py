"""What series came to: the summed rows against a second count, in plain Python, of the deals themselves."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic import command
from openskill.models import PlackettLuce
from sqlalchemy import NullPool, create_engine, event

from bot.storage import SqlStore, annals, migrate, open_store, schema, tally
from bot.tables.annals import Figures, Holder, Month, Partner, PastSeries, PlayerStanding, Scope
from bot.tables.facts import Played
from bot.tables.model import ChatId, Phase, Place, Seat, Table
from kozel import FOUR, VARIANTS
from tests.storage.conftest import Clock
from tests.storage.scenes import (
    GROUP,
    begun,
    by_chance,
    closed,
    done,
    filled,
    finished,
    person,
    seated,
    to_the_end_of_the_deal,
)

CHATS = (-1, -2, 1)
PEOPLE = range(1, 8)
MONTHS = (None, Month(202512), Month(202601), Month(202602))


class Past(NamedTuple):
    """A series as the rows of deals and actions tell it."""

    id: int
    chat: int
    variant: str
    ended: str
    goats: int
    holders: tuple[int | None, ...]
    deals: tuple[tuple[int, int, int, int], ...]  # points and loss by side


def told(path: Path) -> list[Past]:
    """The series played to their end, read without the summed rows."""
    with closing(sqlite3.connect(path)) as file:
        heads = file.execute(
            "SELECT series.id, chat_id, variant, ended_at, goats FROM series JOIN tables ON tables.id = table_id"
            " WHERE goats IS NOT NULL ORDER BY ended_at, series.id"
        ).fetchall()
        return [Past._make((*head, _holders(file, head[0]), _deals(file, head[0]))) for head in heads]


def _deals(file: sqlite3.Connection, series: int) -> tuple[tuple[int, int, int, int], ...]:
    query = "SELECT points_0, points_1, loss_0, loss_1 FROM deals WHERE series_id = ? ORDER BY round"
    return tuple(file.execute(query, (series,)).fetchall())


def _holders(file: sqlite3.Connection, series: int) -> tuple[int | None, ...]:
    began = "SELECT person_id FROM series_seats WHERE series_id = ? ORDER BY seat"
    acted = file.execute(
        'SELECT seat, "by" FROM actions JOIN deals USING (table_id, round) WHERE series_id = ?', (series,)
    ).fetchall()
    found = []
    for seat, (first,) in enumerate(file.execute(began, (series,)).fetchall()):
        count = Counter(who for where, who in acted if where == seat)
        best = max(count.values())
        found.append(first if count[first] == best else next(who for who, n in count.items() if n == best))
    return tuple(found)


def in_scope(series: Sequence[Past], chat: int, scope: Scope) -> list[Past]:
    return [
        each
        for each in series
        if each.chat == chat
        and scope.variant in (None, each.variant)
        and (scope.month is None or each.ended.startswith(f"{scope.month // 100}-{scope.month % 100:02}"))
    ]


def counted(series: Sequence[Past], who: int | None) -> Figures | None:
    """The figures of a person, or of all computers."""
    sums: Counter[str] = Counter()
    for each in series:
        for seat, holder in enumerate(each.holders):
            if holder != who:
                continue
            side = seat % 2
            sums["series"] += 1
            sums["lost"] += each.goats == side
            for deal in each.deals:
                points, loss = deal[:2], deal[2:]
                sums["deals"] += 1
                sums["won"] += loss[side] == 0 and loss[1 - side] > 0
                sums["given"] += loss[1 - side]
                sums["taken"] += loss[side]
                sums["eggs"] += VARIANTS[each.variant].eggs and points[0] == points[1]
    return Figures(*(sums[name] for name in Figures._fields)) if sums["series"] else None


def together(series: Sequence[Past]) -> dict[tuple[int, int], tuple[int, int]]:
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for each in series:
        for side in (0, 1):
            people = sorted(who for who in each.holders[side::2] if who is not None)
            if len(people) == 2:
                played, lost = found.get((people[0], people[1]), (0, 0))
                found[people[0], people[1]] = (played + 1, lost + (each.goats == side))
    return found


async def play_some(store: SqlStore, clock: Clock, dice: random.Random, number: int) -> None:
    """So many series in several chats and months, of both games, with people who leave and people who take over."""
    for hour in sorted(dice.sample(range(24 * 90), number)):
        clock.now = datetime(2025, 12, 1, tzinfo=UTC) + timedelta(hours=hour)
        rules = dice.choice(tuple(VARIANTS.values()))
        chat = dice.choice(CHATS)
        people = [who if dice.random() < 0.9 else None for who in dice.sample(PEOPLE, rules.seats)]
        table = await filled(store, rules, Place(ChatId(chat), dice.randrange(1, 10**6)), tuple(people))
        table = await done(store, table, begun(table, dice))
        while table.phase is Phase.PLAYING:
            if dice.random() < 0.2:
                table = await done(store, table, _changed(table, dice))
            table = await done(store, table, to_the_end_of_the_deal(table, dice))


def _changed(table: Table, dice: random.Random) -> Any:
    """Somebody leaves their seat to a computer, or takes one."""
    seat = dice.randrange(table.rules.seats)
    away = [who for who in PEOPLE if table.seat_of(person(who).id) is None]
    holder = Seat(person(dice.choice(away))) if dice.random() < 0.5 else Seat(computer="random")
    return seated(table, {seat: holder})


@pytest.fixture(scope="module")
def past(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with some series, played once."""
    path = Path(shutil.copy(template, tmp_path_factory.mktemp("past") / "kozel.db"))

    async def play() -> None:
        clock = Clock()
        store = open_store(f"sqlite+aiosqlite:///{path}", clock)
        for who in PEOPLE:
            await store.meet(person(who))
        await play_some(store, clock, random.Random(5), 40)
        await store.close()

    with pytest.MonkeyPatch.context() as patch:  # as when the results were not kept yet, which the migration fills in
        patch.setattr(tally, "STAND_IN", "greedy")
        asyncio.run(play())
    return path


@pytest.fixture
def series(past: Path, path: Path) -> list[Past]:
    """Those series, in the store."""
    shutil.copy(past, path)
    return told(path)


def scopes() -> Iterator[Scope]:
    for variant in (None, *VARIANTS):
        for month in MONTHS:
            yield Scope(variant, month)


async def test_standings_are_what_a_naive_count_of_the_deals_gives(store: SqlStore, series: list[Past]) -> None:
    for chat in CHATS:
        for scope in scopes():
            ours = in_scope(series, chat, scope)
            found = await store.standings(ChatId(chat), scope)
            expected = {who: figures for who in PEOPLE if (figures := counted(ours, who))}
            assert {one.person: one.figures for one in found.players} == expected
            computers = [one.figures for one in found.computers]
            total = Figures(*map(sum, zip(*computers, strict=True))) if computers else None
            assert total == counted(ours, None)
            pairs = {tuple(person(who).name for who in pair): sums for pair, sums in together(ours).items()}
            assert {pair.names: pair[1:] for pair in found.pairs} == pairs


async def test_the_best_are_those_who_lose_least(store: SqlStore, series: list[Past]) -> None:
    for chat in CHATS:
        found = await store.standings(ChatId(chat), Scope())

        def order(one: PlayerStanding) -> tuple[object, ...]:
            figures = one.figures
            share = (figures.lost / figures.series, figures.taken / figures.series)
            return (*share, -figures.series, one.name)

        assert list(found.players) == sorted(found.players, key=order)
        shares = [pair.lost / pair.series for pair in found.pairs]
        assert shares == sorted(shares)


async def test_ones_own_figures_are_what_a_naive_count_gives(store: SqlStore, series: list[Past]) -> None:
    for who in PEOPLE:
        profile = await store.profile(person(who).id)
        practice = counted([each for each in series if each.chat > 0], who)
        assert profile.practice == ((practice.series, practice.lost) if practice else (0, 0))
        games = {game.variant: game for game in profile.games}
        for variant in VARIANTS:
            ours = [each for each in series if each.chat < 0 and each.variant == variant]
            expected = counted(ours, who)
            assert (games[variant].figures if variant in games else None) == expected
            if expected is None:
                continue
            mine = {pair: sums for pair, sums in together(ours).items() if who in pair}
            names = {Partner(person(sum(pair) - who).name, *sums) for pair, sums in mine.items()}
            assert set(games[variant].partners) == names
            won = [each.goats != each.holders.index(who) % 2 for each in ours if who in each.holders]
            runs = _runs(won)
            assert games[variant].streak == runs[-1]
            assert games[variant].longest_won == max(0, *runs, 0)
            assert games[variant].longest_lost == max(0, *(-run for run in runs), 0)


def _runs(won: list[bool]) -> list[int]:
    """The streak after each series."""
    runs = [0]
    for good in won:
        runs.append(max(runs[-1], 0) + 1 if good else min(runs[-1], 0) - 1)
    return runs


async def test_ratings_are_openskills_and_only_series_between_people_count(store: SqlStore, series: list[Past]) -> None:
    model = PlackettLuce()
    known: dict[tuple[int | None, str], Any] = {}
    times: Counter[tuple[int | None, str]] = Counter()
    between_people = [each for each in series if each.chat < 0 and None not in each.holders]
    assert 0 < len(between_people) < len(series)
    for each in between_people:
        sides = [each.holders[1 - each.goats :: 2], each.holders[each.goats :: 2]]
        after = model.rate([[known.get((who, each.variant)) or model.rating() for who in side] for side in sides])
        for side, ratings in zip(sides, after, strict=True):
            for who, rating in zip(side, ratings, strict=True):
                known[who, each.variant] = rating
                times[who, each.variant] += 1
    for who in PEOPLE:
        for game in (await store.profile(person(who).id)).games:
            count = times[who, game.variant]
            assert (game.rating is None) == (count == 0)
            if game.rating is not None:
                expected = known[who, game.variant]
                assert game.rating == pytest.approx((expected.mu, expected.sigma, count))
                assert game.rating.provisional == (count < 10)


async def test_a_chats_history_is_its_series_the_newest_first_page_by_page(store: SqlStore, series: list[Past]) -> None:
    for chat in CHATS:
        ours = in_scope(series, chat, Scope())[::-1]
        shown: list[PastSeries] = []
        pages = (await store.history(ChatId(chat), 0)).pages
        for page in range(pages):
            found = await store.history(ChatId(chat), page)
            assert (found.page, found.pages) == (page, pages)
            shown += found.series
        assert [each.series for each in shown] == [each.id for each in ours]
        assert (await store.history(ChatId(chat), 10**6)).page == pages - 1
        for past, each in zip(shown, ours, strict=True):
            loss = tuple(sum(column) for column in list(zip(*each.deals, strict=True))[2:])
            assert (past.loss, past.goats, past.variant) == (loss, each.goats, each.variant)
            names = [person(who).name if who else None for who in each.holders]
            assert [holder.name for holder in past.holders] == names
            story = await store.story(ChatId(chat), past.series)
            assert story is not None
            assert story.head == past
            assert [(*deal.points, *deal.loss) for deal in story.deals] == list(each.deals)


async def test_no_chat_opens_another_chats_series(store: SqlStore, series: list[Past]) -> None:
    for each in series:
        assert await store.story(ChatId(each.chat - 10), each.id) is None  # type: ignore[arg-type]
    assert await store.story(ChatId(-1), 10**9) is None  # type: ignore[arg-type]


async def test_a_plot_follows_loss_points_and_where_a_game_is_rated_ratings(
    store: SqlStore, series: list[Past]
) -> None:
    for chat in CHATS:
        for scope in scopes():
            ours = in_scope(series, chat, scope)
            found = await store.tracks(ChatId(chat), scope, 99)
            assert found.length == len(ours)
            assert found.rated == (
                scope.variant is not None and chat < 0 and any(None not in each.holders for each in ours)
            )
            if found.rated:
                continue
            for line in found.lines:
                who = next(number for number in PEOPLE if person(number).name == line.name)
                balance, points = 0, []
                for place, each in enumerate(ours):
                    for side in (seat % 2 for seat, holder in enumerate(each.holders) if holder == who):
                        balance += sum(deal[3 - side] - deal[2 + side] for deal in each.deals)
                        points.append((place, balance))
                assert list(line.points) == points


def dumped(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as file:
        found = {}
        for table in ("results", "totals", "computers", "pairs", "forms"):
            rows = file.execute(f"SELECT * FROM {table}").fetchall()
            found[table] = [tuple(round(v, 6) if isinstance(v, float) else v for v in row) for row in rows]
        return {name: sorted(rows, key=repr) for name, rows in found.items()}


def test_the_migration_fills_in_what_would_have_been_written(series: list[Past], url: str, path: Path) -> None:
    written = dumped(path)
    assert all(written.values())
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        command.downgrade(schema.config(connection), "0001")
    migrate(url)
    assert dumped(path) == written


async def _two_thirds(store: SqlStore, takes_over_at: int) -> tuple[Table, int, int]:
    """A series in which person 5 takes seat 0 from person 1 after so many deals; how many actions each made there."""
    dice = random.Random(21)
    await store.meet(person(5))
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    count = Counter[int]()
    while table.phase is Phase.PLAYING:
        if len(table.results) == takes_over_at and table.seat_of(person(1).id) is not None:
            table = await done(store, table, seated(table, {0: Seat(person(5))}))
        step = to_the_end_of_the_deal(table, dice)
        count.update(fact.by for fact in step.facts if isinstance(fact, Played) and fact.seat == 0 and fact.by)
        table = await done(store, table, step)
    return table, count[1], count[5]


@pytest.mark.parametrize("takes_over_at", [1, 2, 3])
async def test_a_series_counts_for_who_made_most_actions_in_the_seat(store: SqlStore, takes_over_at: int) -> None:
    table, first, second = await _two_thirds(store, takes_over_at)
    assert first
    assert second
    found = {one.person for one in (await store.standings(table.place.chat, Scope())).players}
    assert (1 in found, 5 in found) == (first >= second, second > first)


async def test_a_series_that_a_computer_finished_counts_for_who_sat_longer(store: SqlStore) -> None:
    dice = random.Random(17)
    table = await filled(store)
    table = await done(store, table, begun(table, dice))
    table = await done(store, table, seated(table, {1: Seat(computer="random")}))
    table = await done(store, table, to_the_end_of_the_deal(table, dice))
    late = False
    while table.phase is Phase.PLAYING:
        if not late and table.series is not None and max(table.series.loss) >= table.rules.target - 2:
            table, late = await done(store, table, seated(table, {2: Seat(computer="random")})), True
        table = await done(store, table, to_the_end_of_the_deal(table, dice))
    found = await store.standings(table.place.chat, Scope())
    assert {one.person for one in found.players} == {1, 3, 4}
    assert [(one.level, one.figures.series) for one in found.computers] == [("random", 1)]
    past = (await store.history(table.place.chat, 0)).series[0]
    assert [holder for holder in past.holders if holder.level] == [Holder(None, "random")]


async def test_a_stopped_series_counts_for_nobody(store: SqlStore) -> None:
    dice = random.Random(1)
    table = await filled(store)
    again = await done(store, table, begun(table, dice))
    again = await done(store, again, by_chance(again, dice))
    await done(store, again, closed(again))
    assert not (await store.standings(GROUP.chat, Scope())).players
    assert (await store.history(GROUP.chat, 0)).series == ()
    assert (await store.profile(person(1).id)).games == ()


async def test_a_series_that_is_not_stored_is_not_summed_up(store: SqlStore, path: Path) -> None:
    """Series and sums are one transaction: whoever is refused to end the series adds nothing."""
    table = await filled(store)
    before = replace(table, version=99)
    with pytest.raises(Exception, match=r".*"):
        await finished(store, before, random.Random(3))
    assert not any(dumped(path).values())


async def test_no_question_reads_the_deals_of_a_chat(store: SqlStore, series: list[Past]) -> None:
    """However much was played, the plans search by an index or a primary key; only deals of one series are read."""
    assert series
    plans = await store._database.read(lambda connection: _plans(connection, FOUR.variant))
    assert not re.search(r"SCAN (results|totals|pairs|deals|series|forms)\b", plans), plans
    assert "ix_results_history" in plans


def _plans(connection: Any, variant: str) -> str:
    """The plans of all that is asked, taken while it is asked."""
    asked: list[tuple[str, object]] = []

    def ask(_: object, __: object, sql: str, values: object, *more: object) -> None:
        asked.append((sql, values))

    event.listen(connection, "before_cursor_execute", ask)
    for scope in (Scope(), Scope(variant, Month(202601))):
        annals._standings(connection, ChatId(-1), scope)
        annals._tracks(connection, ChatId(-1), scope, 8)
    annals._profile(connection, person(1).id)
    page = annals._history(connection, ChatId(-1), 0)
    annals._story(connection, ChatId(-1), page.series[0].series)
    event.remove(connection, "before_cursor_execute", ask)
    plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all() for sql, values in asked]
    return "\n".join(row[3] for plan in plans for row in plan)

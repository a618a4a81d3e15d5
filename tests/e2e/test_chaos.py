"""The chaos run in short; at length it is ``make chaos``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.tables.model import TableId
from bot.tables.presses import Lay
from kozel import Cards, Lead
from tests.bench.chaos import Plan, storm
from tests.bench.verdict import lost_or_doubled


async def test_when_everything_goes_wrong_at_once_nothing_is_lost_doubled_stuck_or_shown_wrong() -> None:
    outcome = await storm(Plan(tables=8, seconds=8, kills=4, seed=2, turn=5))
    figures = dict(outcome.figures)
    print("\n" + "\n".join(f"{label}: {value}" for label, value in outcome.figures))
    assert not outcome.wrong, "\n".join(outcome.wrong)
    assert int(figures["plays confirmed; of them lost or doubled"].split(";")[0]) > 10, "they did play"
    assert int(figures["tables, seconds, times killed"].split(", ")[2]) > 0, "and the bot was killed"


def test_the_verdict_sees_a_play_that_is_lost_another_or_doubled(tmp_path: Path) -> None:
    path = tmp_path / "kozel.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE actions (table_id, round, moment, by, verb, cards)")
        connection.execute("INSERT INTO actions VALUES (1, 1, 0, 101, 'lead', '7C 8C')")
        connection.commit()
    stored = Lay(TableId(1), 1, 0, Lead(Cards.parse("8C 7C")))
    assert lost_or_doubled(path, [(101, stored)]) == []
    assert len(lost_or_doubled(path, [(102, stored)])) == 1, "somebody else's"
    assert len(lost_or_doubled(path, [(101, stored), (101, stored)])) == 1, "twice"
    for other in (Lay(TableId(1), 1, 1, stored.action), Lay(TableId(1), 1, 0, Lead(Cards.parse("7C")))):
        assert len(lost_or_doubled(path, [(101, other)])) == 1

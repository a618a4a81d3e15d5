"""Records of finished series, from the store: right, safe to take away, and nothing of a series that goes on."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.export import CannotExport, export
from bot.storage import SqlStore
from bot.tables.ending import rematch
from bot.tables.lobby import deal, sit
from bot.tables.model import Person, PersonId, Phase, SeriesId, Table
from bot.tables.ports import KeptRecord
from kozel import FOUR, VARIANTS, Rules, check, check_text, commitment_of, read, write
from tests.kozel.by_hand import verify_by_hand
from tests.storage.scenes import GROUP, begun, filled, finished
from tests.tables.build import lays, moved_on

FOURSOME = [Person(PersonId(n), name, "ru", True) for n, name in enumerate(('Аня "Туз"', "Борис", "Вера\n", "Глеб"), 1)]


def names_in(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


async def dealt(store: SqlStore, rules: Rules = FOUR) -> Table:
    """People have sat down, and one of them has had the cards dealt."""
    table = await store.open(GROUP, rules, await store.meet(FOURSOME[0]), "ru")
    for number, person in enumerate(FOURSOME[: rules.seats]):
        change = sit(table, await store.meet(person), number % 2)
        table = await store.save(table, change.table, change.facts)
    change = deal(table, PersonId(2), bytes(range(32)))
    return await store.save(table, change.table, change.facts)


async def to_the_end(store: SqlStore, table: Table, dice: random.Random) -> Table:
    """The series played to its end, through the use cases; now and then the table is read anew, as after a crash."""
    while table.phase is Phase.PLAYING:
        change = moved_on(table, dice)
        table = await store.save(table, change.table, change.facts)
        if dice.random() < 0.1:
            loaded = await store.load(table.id)
            assert loaded == table
            table = loaded
    return table


async def kept(store: SqlStore, series: SeriesId | None) -> KeptRecord:
    assert series is not None
    found = await store.record(series)
    assert found is not None
    return found


async def again(store: SqlStore, table: Table, people: Iterable[int]) -> Table:
    """The rematch, when all have said in this order that they play."""
    round_ = table.round
    for number in people:
        change = rematch(table, PersonId(number), round_, bytes([number]) * 32)
        table = await store.save(table, change.table, change.facts)
    assert table.phase is Phase.PLAYING
    return table


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
async def test_a_series_and_its_rematch_are_right_records_and_drawn_as_they_say(store: SqlStore, rules: Rules) -> None:
    dice = random.Random(4)
    first = await to_the_end(store, await dealt(store, rules), dice)
    second = await to_the_end(store, await again(store, first, range(1, rules.seats + 1)), dice)
    assert second.series_id != first.series_id
    for series in (first.series_id, second.series_id):
        found = await kept(store, series)
        text = write(found.record)
        assert check(read(text)) is None
        verify_by_hand(text)
        assert found.record.seats == tuple(person.name for person in FOURSOME[: rules.seats])
        assert found.chat == GROUP.chat
    assert await store.finished() == [first.series_id, second.series_id]


async def test_the_presses_of_a_first_deal_are_what_was_done_in_the_lobby(store: SqlStore) -> None:
    table = await to_the_end(store, await dealt(store), random.Random(5))
    presses = (await kept(store, table.series_id)).record.deals[0].extra["presses"]
    assert presses == ["0 sit", "1 sit", "2 sit", "3 sit", "1 deal"]


async def test_the_presses_of_a_rematch_are_the_deal_before_and_who_asked(store: SqlStore) -> None:
    first = await to_the_end(store, await dealt(store), random.Random(6))
    second = await to_the_end(store, await again(store, first, (3, 1, 2, 4)), random.Random(7))
    presses = (await kept(store, second.series_id)).record.deals[0].extra["presses"]
    assert presses == [*first.presses, "2 again", "0 again", "1 again", "3 again"]
    assert len(first.presses) == first.moment


async def test_each_commitment_was_known_before_its_deal(store: SqlStore) -> None:
    table = await dealt(store)
    shown = [table.promised, table.face().commitment]
    while table.phase is Phase.PLAYING:
        change = moved_on(table, random.Random(table.version))
        table = await store.save(table, change.table, change.facts)
        shown += [table.face().commitment] if table.moment == 0 else []
    told = [deal.extra["commitment"] for deal in (await kept(store, table.series_id)).record.deals]
    assert told == shown[:-1], "the last one shown is that of a rematch"
    assert table.secret is not None
    assert shown[-1] == commitment_of(table.secret)


async def test_a_series_that_goes_on_has_no_record(store: SqlStore) -> None:
    table = await dealt(store)
    assert table.series_id is not None
    assert await store.record(table.series_id) is None
    assert await store.record(SeriesId(table.series_id + 1)) is None
    assert await store.finished() == []


async def test_the_record_of_a_series_tells_nothing_of_the_next(store: SqlStore) -> None:
    first = await to_the_end(store, await dealt(store), random.Random(8))
    assert first.secret is not None
    assert first.secret.hex() not in write((await kept(store, first.series_id)).record)


async def test_a_secret_is_in_no_text_about_a_table(store: SqlStore) -> None:
    table = await dealt(store)
    assert table.secret is not None
    change = moved_on(replace(table), random.Random(1))
    for text in (repr(table), repr(change), repr(table.face()), repr(table.draw)):
        assert table.secret.hex() not in text
        assert repr(table.secret) not in text


async def test_a_table_from_before_commitments_goes_on_and_has_them_from_its_next_deal(store: SqlStore) -> None:
    dice = random.Random(9)
    table = replace(await dealt(store), secret=None, presses=(), promised=None)
    table = await store.save(table, *begun(table, dice))
    old = replace(table, secret=None)
    while old.series is not None and old.phase is Phase.PLAYING and len(old.results) < 1:
        assert old.deal is not None
        assert old.deal.turn is not None
        seat = old.deal.turn
        old = lays(old, old.deal.legal(seat)[0], seat).table
    change = moved_on(old, dice)
    assert change.table.secret is not None
    assert change.table.deal is not None
    assert change.table.face().commitment == commitment_of(change.table.secret)


async def test_who_has_no_name_is_a_player_and_computers_are_named_as_such(store: SqlStore) -> None:
    table = await filled(store, people=(1, None, 3, 4))
    await store.meet(Person(PersonId(3), "", "ru"))
    table = await finished(store, table, random.Random(2))
    found = (await kept(store, table.series_id)).record
    assert found.seats == ("Player 1", "computer (greedy)", "a player", "Player 4")


async def test_a_series_from_before_commitments_is_a_right_record(store: SqlStore) -> None:
    """Its deals were not drawn from what is stored: they say nothing of it."""
    table = await finished(store, await filled(store), random.Random(3))
    found = (await kept(store, table.series_id)).record
    bare = replace(found, deals=tuple(replace(deal, extra={}) for deal in found.deals))
    assert check_text(write(bare)) is None


async def test_export_writes_every_finished_series_and_no_other(store: SqlStore, url: str, tmp_path: Path) -> None:
    first = await to_the_end(store, await dealt(store), random.Random(10))
    again = rematch(first, PersonId(1), first.round, bytes(32))
    await store.save(first, again.table, again.facts)
    folder = tmp_path / "a" / "records"
    assert await export(url, folder) == 1
    assert await export(url, folder) == 1, "once more does no harm"
    assert names_in(folder) == ["kozel-2026-01-01-1.toml"]
    text = (folder / "kozel-2026-01-01-1.toml").read_text("utf-8")
    assert check_text(text) is None
    verify_by_hand(text)


async def test_export_makes_no_database_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(CannotExport, match="is not there"):
        await export(f"sqlite+aiosqlite:///{tmp_path}/none.db", tmp_path / "records")
    assert names_in(tmp_path) == []


async def test_export_says_what_it_cannot_write(url: str, store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotExport, match="file cannot be written"):
        await export(url, tmp_path / "file")

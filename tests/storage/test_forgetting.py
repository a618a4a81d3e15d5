"""Who is forgotten is nowhere in the file, not in its free space either; what they played stays."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import SqlStore
from bot.storage.rows import GHOSTS
from bot.tables.annals import Scope
from bot.tables.model import Chat, ChatId, Person, PersonId, Phase, Place, Seat
from bot.tables.ports import StoreFailed
from bot.tables.refusals import StillSeated
from bot.tables.slots import Slot, SlotKey, What
from kozel import FOUR
from tests.storage.scenes import GROUP, begun, closed, done, filled, finished, person, played, seated

ID = 0x1A2B3C4D5E
NAME = "Аполлинария Забытая"
THEM = Person(PersonId(ID), NAME, "ru", reachable=True)


def raw(path: Path) -> bytes:
    """Everything that lies on the disk beside and in the database."""
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


def traces(path: Path) -> list[str]:
    """Where somebody of this name and id is to be found in the bytes."""
    found, there = [], raw(path)
    for what, trace in {"name": NAME.encode(), "id": ID.to_bytes(5, "big"), "text": str(ID).encode()}.items():
        found += [what] if trace in there else []
    return found


def everything(path: Path) -> list[object]:
    """All values of all rows."""
    with closing(sqlite3.connect(path)) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return [value for name in tables for row in file.execute(f'SELECT * FROM "{name}"') for value in row]


async def everywhere(store: SqlStore, path: Path) -> None:
    """A person who has opened tables, sat, played, practised, been renamed, and has messages; all of it is over."""
    await store.meet(Person(PersonId(ID), NAME + " раньше", "ru"))
    them = await store.meet(THEM)
    table = await filled(store, people=(1, 2, 3, 4))
    table = await done(store, table, seated(table, {2: Seat(them)}))
    table = await finished(store, table, random.Random(1))
    lobby = await store.open(Place(GROUP.chat, 5), FOUR, them, "ru")
    await done(store, lobby, closed(lobby))
    await store.keep_chat(Chat(ChatId(ID), ""))
    practice = await filled(store, place=Place(ChatId(ID)), people=(1, None, None, None))
    await done(store, practice, closed(practice))
    slots = [SlotKey(table.id, What.HAND, 0, PersonId(ID)), SlotKey(practice.id, What.DEAL, 1)]
    await store.keep_slots(Slot(key, ChatId(ID), None, 7, "x") for key in slots)
    assert traces(path) == ["name", "id"]
    assert ID in everything(path)


async def test_name_and_id_vanish_from_the_very_bytes(store: SqlStore, path: Path) -> None:
    await everywhere(store, path)
    await store.forget(PersonId(ID))
    assert traces(path) == []
    assert ID not in everything(path)
    assert NAME not in everything(path)
    assert await store.person(PersonId(ID)) is None


async def test_the_file_is_whole_after_that(store: SqlStore, path: Path) -> None:
    await everywhere(store, path)
    await store.forget(PersonId(ID))
    await store.close()
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_what_was_played_stays_as_that_of_a_player(store: SqlStore, path: Path) -> None:
    await everywhere(store, path)
    before = await store.standings(GROUP.chat, Scope("four"))
    await store.forget(PersonId(ID))
    after = await store.standings(GROUP.chat, Scope("four"))
    assert sorted(row.figures for row in after.players) == sorted(row.figures for row in before.players)
    assert [(row.person, row.name) for row in after.players if row.person >= GHOSTS] == [(GHOSTS, "")]
    series = await store.finished()
    kept = await store.record(series[0])
    assert kept is not None
    assert kept.record.seats == ("Player 1", "Player 2", "a player", "Player 4")


async def test_two_who_are_forgotten_stay_two(store: SqlStore) -> None:
    table = await filled(store)
    await finished(store, table, random.Random(2))
    for number in (1, 2):
        await store.forget(PersonId(number))
    found = (await store.standings(GROUP.chat, Scope("four"))).players
    assert sorted(row.person for row in found) == [3, 4, GHOSTS, GHOSTS + 1]


@pytest.mark.parametrize("phase", [Phase.LOBBY, Phase.PLAYING])
async def test_who_sits_at_a_live_table_is_not_forgotten(store: SqlStore, path: Path, phase: Phase) -> None:
    table = await filled(store)
    if phase is Phase.PLAYING:
        await done(store, table, begun(table, random.Random(3)))
    before = everything(path)
    with pytest.raises(StillSeated):
        await store.forget(PersonId(2))
    assert everything(path) == before


async def test_what_they_laid_in_a_deal_that_goes_on_stays(store: SqlStore) -> None:
    """They have left it to a computer: the deal is replayed as before."""
    table = await filled(store)
    table = await done(store, table, begun(table, random.Random(4)))
    assert table.deal is not None
    assert table.deal.turn is not None
    seat = table.deal.turn
    table = await done(store, table, played(table, seat, table.deal.legal(seat)[0]))
    left = table.seats[seat].person
    assert left is not None
    table = await done(store, table, seated(table, {seat: Seat(computer="greedy")}))
    assert await store.forget(left.id) == [table.id]
    assert await store.load(table.id) == table


async def test_who_left_a_seat_to_a_computer_cannot_have_it_back_once_forgotten(store: SqlStore, path: Path) -> None:
    table = await filled(store, people=(ID, 2, 3, 4))
    table = await done(store, table, begun(table, random.Random(5)))
    table = await done(store, table, seated(table, {0: Seat(computer="greedy", left=PersonId(ID))}))
    await store.forget(PersonId(ID))
    assert ID not in everything(path)
    found = await store.load(table.id)
    assert found is not None
    assert found.seats[0] == Seat(computer="greedy")


async def test_a_file_that_cannot_be_rewritten_now_is_so_the_next_time(
    store: SqlStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await everywhere(store, path)

    async def full(_: str) -> tuple[int, ...]:
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store._database, "alone", full)
        await store.forget(PersonId(ID))
    assert await store.person(PersonId(ID)) is None
    assert ID not in everything(path)
    await store.meet(person(9))
    await store.forget(PersonId(9))
    assert traces(path) == []


async def test_somebody_unknown_leaves_no_trace_by_being_forgotten(store: SqlStore, path: Path) -> None:
    before = everything(path)
    assert await store.forget(PersonId(ID)) == []
    assert everything(path) == before


async def test_they_may_come_again_as_somebody_new(store: SqlStore, path: Path) -> None:
    await everywhere(store, path)
    await store.forget(PersonId(ID))
    assert await store.meet(Person(PersonId(ID), "Полина", "en")) == Person(PersonId(ID), "Полина", "en")
    assert await store.of_person(PersonId(ID)) == []

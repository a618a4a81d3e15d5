"""Tables and what happened at them, stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable, bindparam, func, select, text, union, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import IntegrityError

from bot.storage.database import Database
from bot.storage.loading import read_table
from bot.storage.rows import LIVE, NO_TOPIC, ChatRow, PersonRow, SeatRow, SlotRow, TableRow
from bot.storage.saving import Saving, keep_secret
from bot.tables.facts import Fact
from bot.tables.model import ChatId, Person, PersonId, Phase, Place, SeriesId, Table, TableId
from bot.tables.ports import Conflict
from bot.tables.refusals import TableHereAlready
from kozel import NO_CARDS, VARIANTS, Rules

_HERE = (TableRow.chat_id == bindparam("chat"), TableRow.topic == bindparam("topic"))
_LIVE_AT = select(TableRow.id).where(*_HERE, text(LIVE))
_AT = select(func.coalesce(_LIVE_AT.scalar_subquery(), select(func.max(TableRow.id)).where(*_HERE).scalar_subquery()))
_LAST_GAME = select(TableRow.variant).where(TableRow.chat_id == bindparam("chat")).order_by(TableRow.id.desc()).limit(1)
_LIVE = union(
    select(TableRow.id.label("id")).where(text(LIVE)), select(SlotRow.table_id).where(SlotRow.settled == text("0"))
).order_by("id")
_LIVE_IN = select(TableRow.id).where(TableRow.chat_id == bindparam("chat"), text(LIVE)).order_by(TableRow.id)
LIVE_TABLES_OF = (
    select(TableRow.id)
    .join(SeatRow, SeatRow.table_id == TableRow.id)
    .where(SeatRow.person_id == bindparam("person"), text(LIVE))
    .order_by(TableRow.id)
)
_KNOW_PERSON = insert(PersonRow).on_conflict_do_nothing()
_KNOW_CHAT = insert(ChatRow).on_conflict_do_nothing()
_OPEN = insert(TableRow).returning(TableRow.id)
_SEAT = insert(SeatRow)
_MOVE_ON = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"), TableRow.version == bindparam("before"))
    .values(version=bindparam("after"), phase=bindparam("now"))
)


class StoredTables:
    """Tables and what happened at them (:class:`bot.tables.ports.Tables`)."""

    _database: Database
    _secret: Callable[[], bytes]

    async def open(self, place: Place, rules: Rules, opener: Person, language: str) -> Table:
        """A new table in its lobby, nobody seated, version 1, with the secret of its first deal.

        Chat and opener are remembered where they were unknown.

        Raises:
            TableHereAlready: a live table stands at this place.
        """
        values = {
            "chat_id": place.chat,
            "topic": _topic(place),
            "variant": rules.variant,
            "language": language,
            "opener_id": opener.id,
            "phase": Phase.LOBBY.value,
            "version": 1,
            "opened_at": self._database.clock(),
        }

        def work(connection: Connection) -> Table:
            _make_known(connection, opener, place)
            table = TableId(_claim(connection, place, _OPEN, values).scalar_one())
            seats = [{"table_id": table, "seat": seat, "chosen": int(NO_CARDS)} for seat in range(rules.seats)]
            connection.execute(_SEAT, seats)
            keep_secret(connection, table, 1, self._secret())
            opened = read_table(connection, table)
            assert opened is not None
            return opened

        return await self._database.write(work)

    async def load(self, table: TableId) -> Table | None:
        """The table as it now is, replayed from what happened; None where there is none."""
        return await self._database.read(lambda connection: read_table(connection, table))

    async def load_round(self, table: TableId, round_: int) -> Table | None:
        """The table as it was when the deal of ``round_`` had got as far as it has; None where there is none.

        In a deal of an earlier series the seats are those with which that series began.
        """
        return await self._database.read(lambda connection: read_table(connection, table, round_))

    async def save(self, before: Table, after: Table, facts: Iterable[Fact]) -> Table:
        """Store in one transaction what led from ``before`` to ``after``; ``after`` with its new version and ids.

        Raises:
            Conflict: the stored version is not ``before.version``; nothing is stored.
            TableHereAlready: ``after`` is live, ``before`` was not, and the place has another live table.
        """
        version = before.version + 1
        values = {"table": before.id, "before": before.version, "after": version, "now": after.phase.value}
        now, facts = self._database.clock(), tuple(facts)

        def work(connection: Connection) -> SeriesId | None:
            if _claim(connection, before.place, _MOVE_ON, values).rowcount != 1:
                raise Conflict
            saving = Saving(connection, before, now)
            saving.write(facts)
            return saving.series

        series = await self._database.write(work)
        return replace(after, version=version, series_id=series)

    async def at(self, place: Place) -> TableId | None:
        """The live table at this place, else the newest one that is over or closed."""
        found = await self._ids(_AT, _key(place))
        return found[0] if found else None

    async def last_game(self, chat: ChatId) -> Rules | None:
        """The game last chosen in this chat: that of its newest table; None where there was none."""
        key = {"chat": chat}
        variant = await self._database.read(lambda connection: connection.execute(_LAST_GAME, key).scalar())
        return None if variant is None else VARIANTS[variant]

    async def live(self) -> Sequence[TableId]:
        """All live tables, and those over whose slots are not settled; the oldest first."""
        return await self._ids(_LIVE, {})

    async def live_in(self, chat: ChatId) -> Sequence[TableId]:
        """The live tables in this chat, in all its topics; the oldest first."""
        return await self._ids(_LIVE_IN, {"chat": chat})

    async def of_person(self, person: PersonId) -> Sequence[TableId]:
        """The live tables where this person sits, the newest last."""
        return await self._ids(LIVE_TABLES_OF, {"person": person})

    async def _ids(self, query: Executable, key: dict[str, int]) -> Sequence[TableId]:
        found = await self._database.read(lambda connection: connection.execute(query, key).scalars().all())
        return [TableId(table) for table in found if table is not None]


def _make_known(connection: Connection, person: Person, place: Place) -> None:
    who = {"id": person.id, "name": person.name, "language": person.language, "reachable": person.reachable}
    connection.execute(_KNOW_PERSON, who)
    connection.execute(_KNOW_CHAT, {"id": place.chat, "title": ""})


def _claim(
    connection: Connection, place: Place, statement: Executable, values: dict[str, Any]
) -> CursorResult[*tuple[Any, ...]]:
    """Execute ``statement``, which may make a table live at ``place``.

    Raises:
        TableHereAlready: another one is.
    """
    try:
        return connection.execute(statement, values)
    except IntegrityError:
        here = connection.execute(_LIVE_AT, _key(place)).scalar()
        if here is None:
            raise
        raise TableHereAlready(TableId(here)) from None


def _key(place: Place) -> dict[str, int]:
    return {"chat": place.chat, "topic": _topic(place)}


def _topic(place: Place) -> int:
    return NO_TOPIC if place.topic is None else place.topic

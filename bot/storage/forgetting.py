"""Forgetting somebody: their name and id go out of the file; what they played stays, as that of a player without name.

Whoever is forgotten becomes a ghost: a row of its own with an id that Telegram gives nobody, so that standings still
tell one from another. All columns that point to people are found by their foreign keys, those of tables to come too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from sqlalchemy import BindParameter, Column, Connection, bindparam, delete, func, insert, or_, select, union, update

from bot.storage.database import Database
from bot.storage.rows import GHOSTS, ChatRow, PersonRow, Row, SeatRow, SeriesRow, SeriesSeatRow, SlotRow, TableRow
from bot.storage.tables import LIVE_TABLES_OF
from bot.tables.model import PersonId, TableId
from bot.tables.ports import StoreFailed
from bot.tables.refusals import StillSeated

log = logging.getLogger(__name__)

_TRIES = 50
_PAUSE = 0.1  # seconds; so long a reader may keep the log of what was written from being emptied

_PERSON: BindParameter[int] = bindparam("person")
_THEIR_TABLES = union(
    select(SeatRow.table_id).where(or_(SeatRow.person_id == _PERSON, SeatRow.left_by == _PERSON)),
    select(SeriesRow.table_id)
    .join(SeriesSeatRow, SeriesSeatRow.series_id == SeriesRow.id)
    .where(SeriesSeatRow.person_id == _PERSON),
    select(TableRow.id).where(or_(TableRow.opener_id == _PERSON, TableRow.chat_id == _PERSON)),
    select(SlotRow.table_id).where(SlotRow.person_id == _PERSON),
)
_NEWEST_GHOST = select(func.max(PersonRow.id)).where(PersonRow.id >= GHOSTS)
_KNOWN = select(PersonRow.id).where(PersonRow.id == _PERSON)
_DROP_SLOTS = delete(SlotRow).where(or_(SlotRow.person_id == _PERSON, SlotRow.chat_id == _PERSON))
_DROP_PERSON = delete(PersonRow).where(PersonRow.id == _PERSON)
_LEFT_FOR_GOOD = update(SeatRow).where(SeatRow.left_by == _PERSON).values(left_by=None)
_RENAME_CHAT = update(ChatRow).where(ChatRow.id == _PERSON).values(id=bindparam("ghost"), title="")


class Forgetting:
    """How persons are forgotten (of :class:`bot.tables.ports.People`)."""

    _database: Database

    async def forget(self, person: PersonId) -> Sequence[TableId]:
        """Have this person's name and id vanish from the file, unwritten space included; the tables they were at.

        Raises:
            StillSeated: they hold a seat at a live table.
        """
        tables = await self._database.write(lambda connection: _forget(connection, person))
        try:
            await self._rewrite()
        except StoreFailed as error:  # they are forgotten: only what was overwritten may still lie about
            log.warning(
                "somebody is forgotten, but the file could not be rewritten; the next one will do it: %s", error
            )
        return tables

    async def _rewrite(self) -> None:
        """Have nothing in the file, nor in the log beside it, that is not in its rows."""
        await self._database.alone("VACUUM")
        for _ in range(_TRIES):
            (busy, *_rest) = await self._database.alone("PRAGMA wal_checkpoint(TRUNCATE)")
            if not busy:
                break
            await asyncio.sleep(_PAUSE)


def _forget(connection: Connection, person: PersonId) -> Sequence[TableId]:
    key = {"person": person}
    if connection.execute(LIVE_TABLES_OF, key).first() is not None:
        raise StillSeated
    if connection.execute(_KNOWN, key).first() is None:
        return []
    tables = [TableId(table) for table in connection.execute(_THEIR_TABLES, key).scalars()]
    ghost = max(connection.execute(_NEWEST_GHOST).scalar() or 0, GHOSTS - 1) + 1
    connection.execute(insert(PersonRow), {"id": ghost, "name": "", "language": "en", "reachable": False})
    connection.execute(_DROP_SLOTS, key)
    connection.execute(_LEFT_FOR_GOOD, key)
    for column in _columns_of_people():
        statement = update(column.table).where(column == _PERSON).values({column: bindparam("ghost")})
        connection.execute(statement, {**key, "ghost": ghost})
    connection.execute(_RENAME_CHAT, {**key, "ghost": ghost})  # practice: tables go along by their foreign key
    connection.execute(_DROP_PERSON, key)
    return tables


def _columns_of_people() -> list[Column[int]]:
    people = PersonRow.__table__.c.id
    return [key.parent for table in Row.metadata.sorted_tables for key in table.foreign_keys if key.column is people]

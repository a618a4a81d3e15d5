"""Chats that get another id, and tables that move within a chat, stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Column, Connection, Executable, Integer, Table, bindparam, delete, select, text, update
from sqlalchemy.dialects.sqlite import insert

from bot.storage.database import Database
from bot.storage.rows import LIVE, NO_TOPIC, ChatRow, Row, SeriesRow, TableRow
from bot.tables.model import Chat, ChatId, Phase, TableId

_OF_CHAT = select(TableRow.id).where(TableRow.chat_id == bindparam("chat")).order_by(TableRow.id)
_LIVE_IN = select(TableRow.id, TableRow.topic, TableRow.phase).where(TableRow.chat_id == bindparam("chat"), text(LIVE))
_KNOWN = select(ChatRow.id).where(ChatRow.id == bindparam("chat"))
_RENUMBER = update(ChatRow).where(ChatRow.id == bindparam("old")).values(id=bindparam("new"))


def _fetching(table: Table, chat: Column[int]) -> tuple[Executable, ...]:
    """What makes the rows of the chat ``new`` the chat ``old``'s; sums, which a chat has one row of each, are added."""
    if not chat.primary_key:
        return (update(table).where(chat == bindparam("new")).values({chat: bindparam("old")}),)
    old = bindparam("old", type_=Integer).label(chat.name)
    theirs = select(*(old if column is chat else column for column in table.columns)).where(chat == bindparam("new"))
    new = insert(table).from_select(table.columns.keys(), theirs)
    sums = {column.name: column + new.excluded[column.name] for column in table.columns if not column.primary_key}
    added = new.on_conflict_do_update(index_elements=list(table.primary_key), set_=sums)
    return added, delete(table).where(chat == bindparam("new"))


_FETCH = [  # all that is a chat's
    statement
    for table in Row.metadata.sorted_tables
    for key in table.foreign_keys
    if key.column is ChatRow.__table__.c.id
    for statement in _fetching(table, key.parent)
]
_FORGET = delete(ChatRow).where(ChatRow.id == bindparam("new"))
_CLOSE = (
    update(TableRow)
    .where(TableRow.id == bindparam("table"))
    .values(phase=Phase.CLOSED.value, version=TableRow.version + 1)
)
_END_SERIES = (
    update(SeriesRow)
    .where(SeriesRow.table_id == bindparam("table"), SeriesRow.ended_at.is_(None))
    .values(ended_at=bindparam("now"))
)
_TABLE_IN = select(TableRow.chat_id).where(TableRow.id == bindparam("table"), TableRow.topic != NO_TOPIC)
_HERE = select(TableRow.id).where(TableRow.chat_id == bindparam("chat"), TableRow.topic == NO_TOPIC, text(LIVE))
_LEAVE_TOPIC = update(TableRow).where(TableRow.id == bindparam("table")).values(topic=NO_TOPIC)
_IN_TOPICS = (
    select(TableRow.id)
    .where(TableRow.chat_id == bindparam("chat"), TableRow.topic != NO_TOPIC, text(LIVE))
    .order_by(TableRow.id)
)

_GROUPS = (
    select(ChatRow.id, ChatRow.title, ChatRow.language)
    .where(ChatRow.id < 0, ChatRow.id.in_(select(TableRow.chat_id).where(text(LIVE))))
    .order_by(ChatRow.id)
)


class StoredPlaces:
    """Where chats and tables are (:class:`bot.tables.ports.Places`)."""

    _database: Database

    async def move_chat(self, old: ChatId, new: ChatId) -> Sequence[TableId]:
        """Have everything of the chat ``old`` be of ``new``, in one transaction; all tables that have moved.

        Once more does nothing. Where both have a live table in the same place, which takes a command between Telegram's
        two messages about the move, the one that only waits for players is closed, else the new chat's.
        """

        def work(connection: Connection) -> Sequence[TableId]:
            moved = connection.execute(_OF_CHAT, {"chat": old}).scalars().all()
            if connection.execute(_KNOWN, {"chat": old}).first() is None:
                return []
            ids = {"old": old, "new": new}
            if connection.execute(_KNOWN, {"chat": new}).first() is not None:
                _make_room(connection, ids, self._database)
                for statement in (*_FETCH, _FORGET):  # what the old chat has chosen is what counts
                    connection.execute(statement, ids)
            connection.execute(_RENUMBER, ids)  # tables follow: ON UPDATE CASCADE
            return [TableId(table) for table in moved]

        return await self._database.write(work)

    async def leave_topic(self, table: TableId) -> bool:
        """Have this table stand in its chat outside topics, since its topic is gone; whether it does now.

        False where another live table stands there, or it was in no topic.
        """

        def work(connection: Connection) -> bool:
            chat = connection.execute(_TABLE_IN, {"table": table}).scalar()
            if chat is None or connection.execute(_HERE, {"chat": chat}).first() is not None:
                return False
            connection.execute(_LEAVE_TOPIC, {"table": table})
            return True

        return await self._database.write(work)

    async def groups(self) -> Sequence[Chat]:
        """The groups with live tables."""
        found = await self._database.read(lambda connection: connection.execute(_GROUPS).all())
        return [Chat(ChatId(row.id), row.title, row.language) for row in found]

    async def in_topics(self, chat: ChatId) -> Sequence[TableId]:
        """The live tables in topics of this chat, the newest last."""
        found = await self._database.read(
            lambda connection: connection.execute(_IN_TOPICS, {"chat": chat}).scalars().all()
        )
        return [TableId(table) for table in found]


def _make_room(connection: Connection, ids: Mapping[str, int], database: Database) -> None:
    there = {row.topic: row for row in connection.execute(_LIVE_IN, {"chat": ids["new"]})}
    for row in connection.execute(_LIVE_IN, {"chat": ids["old"]}).all():
        if (other := there.get(row.topic)) is not None:
            closed = row.id if row.phase == Phase.LOBBY.value else other.id
            connection.execute(_CLOSE, {"table": closed})
            connection.execute(_END_SERIES, {"table": closed, "now": database.clock()})

"""Deadlines, stored."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, select
from sqlalchemy.dialects.sqlite import insert

from bot.storage.database import Database
from bot.storage.rows import DeadlineRow
from bot.tables.model import TableId
from bot.tables.waits import Deadline, Kind

_ALL = select(DeadlineRow.table_id, DeadlineRow.kind, DeadlineRow.mark, DeadlineRow.at)
_NEW = insert(DeadlineRow)
_KEEP = _NEW.on_conflict_do_update(
    index_elements=[DeadlineRow.table_id], set_={name: _NEW.excluded[name] for name in ("kind", "mark", "at")}
)
_FORGET = delete(DeadlineRow).where(DeadlineRow.table_id == bindparam("table"))


class StoredDeadlines:
    """When what a table waits for has to be there (:class:`bot.tables.ports.Deadlines`)."""

    _database: Database

    async def deadlines(self) -> Mapping[TableId, Deadline]:
        """All deadlines, by table."""
        rows = await self._database.read(lambda connection: connection.execute(_ALL).all())
        return {TableId(row.table_id): Deadline(Kind(row.kind), row.mark, row.at) for row in rows}

    async def keep_deadlines(self, changed: Mapping[TableId, Deadline | None]) -> None:
        """Store these deadlines, None where there is none any more, in one transaction."""
        kept = [{"table_id": table, **due._asdict()} for table, due in changed.items() if due is not None]
        gone = [{"table": table} for table, due in changed.items() if due is None]

        def work(connection: Connection) -> None:
            for statement, values in ((_FORGET, gone), (_KEEP, kept)):
                if values:
                    connection.execute(statement, values)

        await self._database.write(work)

"""What stands in the chats, stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from bot.storage.database import Database, Found
from bot.storage.rows import NOBODY, SlotRow
from bot.tables.model import ChatId, PersonId, TableId
from bot.tables.slots import Slot, SlotKey, What

_SLOTS = select(
    SlotRow.table_id,
    SlotRow.what,
    SlotRow.round,
    SlotRow.person_id,
    SlotRow.chat_id,
    SlotRow.topic,
    SlotRow.message,
    SlotRow.digest,
    SlotRow.rung,
    SlotRow.settled,
).where(SlotRow.table_id == bindparam("table"))
_NEW = insert(SlotRow)
_KEEP = _NEW.on_conflict_do_update(
    index_elements=[SlotRow.table_id, SlotRow.what, SlotRow.round, SlotRow.person_id],
    set_={name: _NEW.excluded[name] for name in ("chat_id", "topic", "message", "digest", "rung", "settled")},
)


class StoredSlots:
    """What stands in the chats (:class:`bot.tables.ports.Slots`)."""

    _database: Database

    async def slots(self, table: TableId) -> Mapping[SlotKey, Slot]:
        """The slots of a table."""
        rows = await self._database.read(lambda connection: connection.execute(_SLOTS, {"table": table}).all())
        return {slot.key: slot for slot in map(_slot, rows)}

    async def keep_slots(self, slots: Iterable[Slot]) -> None:
        """Store these slots, in one transaction."""
        if values := [_values(slot) for slot in slots]:
            await self._database.write(lambda connection: connection.execute(_KEEP, values))


def _slot(row: Found) -> Slot:
    person = None if row.person_id == NOBODY else PersonId(row.person_id)
    key = SlotKey(TableId(row.table_id), What(row.what), row.round, person)
    return Slot(key, ChatId(row.chat_id), row.topic, row.message, row.digest, row.rung, row.settled)


def _values(slot: Slot) -> dict[str, object]:
    return {
        "table_id": slot.key.table,
        "what": slot.key.what.value,
        "round": slot.key.round,
        "person_id": NOBODY if slot.key.person is None else slot.key.person,
        "chat_id": slot.chat,
        "topic": slot.topic,
        "message": slot.message,
        "digest": slot.digest,
        "rung": slot.rung,
        "settled": slot.settled,
    }

"""The store: all of it over one database file."""

from __future__ import annotations

from bot.storage.annals import StoredAnnals
from bot.storage.database import Clock, Database, utc_now
from bot.storage.deadlines import StoredDeadlines
from bot.storage.people import StoredPeople
from bot.storage.places import StoredPlaces
from bot.storage.slots import StoredSlots
from bot.storage.tables import StoredTables


class SqlStore(StoredPeople, StoredPlaces, StoredTables, StoredAnnals, StoredSlots, StoredDeadlines):
    """What happened, in an SQLite file (:class:`bot.tables.ports.Store`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def close(self) -> None:
        """Close the file, when the requests under way have ended."""
        await self._database.close()


def open_store(url: str, clock: Clock = utc_now) -> SqlStore:
    """The store in the database at ``url`` (like ``sqlite+aiosqlite:///kozel.db``), once :func:`migrate` made it ready.

    ``clock`` says what time it is, with a time zone. Nothing is read before the first request.
    """
    return SqlStore(Database(url, clock))

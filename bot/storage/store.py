"""The store: all of it over one database file."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from bot.storage.annals import StoredAnnals
from bot.storage.database import Clock, Database, utc_now
from bot.storage.deadlines import StoredDeadlines
from bot.storage.forgetting import Forgetting
from bot.storage.people import StoredPeople
from bot.storage.places import StoredPlaces
from bot.storage.records import StoredRecords
from bot.storage.slots import StoredSlots
from bot.storage.tables import StoredTables


class SqlStore(
    StoredPeople,
    StoredPlaces,
    StoredTables,
    StoredAnnals,
    StoredSlots,
    StoredDeadlines,
    StoredRecords,
    Forgetting,
):
    """What happened, in an SQLite file (:class:`bot.tables.ports.Store`)."""

    def __init__(self, database: Database, secret: Callable[[], bytes]) -> None:
        self._database, self._secret = database, secret

    async def close(self) -> None:
        """Close the file, when the requests under way have ended."""
        await self._database.close()


def fresh_secret() -> bytes:
    """32 bytes that nobody can foresee."""
    return secrets.token_bytes(32)


def open_store(url: str, clock: Clock = utc_now, secret: Callable[[], bytes] = fresh_secret) -> SqlStore:
    """The store in the database at ``url`` (like ``sqlite+aiosqlite:///kozel.db``), once :func:`migrate` made it ready.

    ``clock`` says what time it is, with a time zone; ``secret`` gives what a table's first deal is drawn from. Nothing
    is read before the first request.
    """
    return SqlStore(Database(url, clock), secret)

"""What happened at the tables, in an SQLite file. This is the front door.

``migrate`` makes the file ready, ``open_store`` opens it.
"""

from bot.storage.schema import NoDatabase, SchemaError, SchemaNewer, SchemaState, migrate, state
from bot.storage.store import SqlStore, open_store

__all__ = ["NoDatabase", "SchemaError", "SchemaNewer", "SchemaState", "SqlStore", "migrate", "open_store", "state"]

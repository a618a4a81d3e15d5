"""A copy of the database, made while the bot is at work on it; and whether a database is whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage.database import file_of


class BackupError(Exception):
    """No copy was made; the text is one sentence that says why."""


def backup(url: str, target: Path) -> int:
    """Copy the database at ``url`` to the new file ``target``; its size in bytes.

    The copy is of one moment: a play is in it whole or not at all. The bot is not held up. What is at ``target`` when
    this returns is checked and on the disk; before that there is nothing.

    Raises:
        BackupError: there is no database, ``target`` exists already, or it cannot be written.
    """
    source = Path(file_of(url))
    if not source.exists():
        raise BackupError(f"There is no database {source} to copy.")
    if target.exists():
        raise BackupError(f"{target} exists already; choose another name.")
    part = target.with_name(target.name + ".part")
    try:
        _copy(source, part)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.rename(target)
    except (sqlite3.Error, OSError) as error:
        part.unlink(missing_ok=True)
        reason = error.strerror if isinstance(error, OSError) else error
        raise BackupError(f"{source} cannot be copied to {target}: {reason}.") from error
    return target.stat().st_size


def damage(path: Path) -> str | None:
    """What SQLite finds broken in the file at ``path``; None where it is whole."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return str(error)
    return None if found == "ok" else str(found)


def _copy(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(part)) as copy:
        original.execute("PRAGMA busy_timeout = 10000")
        original.backup(copy)  # all pages in one step: readers do not stand in a writer's way
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried anywhere
    if (broken := damage(part)) is not None:
        raise sqlite3.DatabaseError(f"the copy is damaged ({broken})")

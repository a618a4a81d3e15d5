"""All finished series as files, for who wants to keep them elsewhere."""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from bot.storage.database import file_of
from bot.storage.schema import migrate
from bot.storage.store import open_store
from kozel import write


class CannotExport(Exception):
    """The files cannot be written; the text is one line that says why."""


async def export(url: str, folder: Path) -> int:
    """Write every finished series of the database at ``url`` to ``folder``, a ``kozel/1`` file each; how many.

    The folder is made where there is none; files of an earlier export are written anew. May be done while the bot runs.

    Raises:
        SchemaError: the database cannot be used.
        CannotExport: there is no database, or a file cannot be written.
    """
    file = Path(file_of(url))
    if not await asyncio.to_thread(file.exists):
        raise CannotExport(f"{file} is not there: nothing has been played yet, or DATABASE_URL names another file.")
    migrate(url)
    store = open_store(url)
    try:
        series = await store.finished()
        _make(folder)
        for one in series:
            kept = await store.record(one)
            if kept is not None:
                _write(folder / kept.file, write(kept.record))
    except OSError as error:
        raise CannotExport(f"{error.filename or folder} cannot be written: {error.strerror}.") from None
    finally:
        await store.close()
    return len(series)


def _make(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def _write(file: Path, text: str) -> None:
    """All of it or nothing: a file cut short would be taken for a record that was tampered with."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".kozel-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise

"""One bot a database: two would both speak in its chats, and each would think of what the other does as lost."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.storage.database import file_of
from bot.storage.schema import NoDatabase

_EVERY = 0.1  # seconds between two looks


class InUse(Exception):
    """Another bot is at work on the database; the text is one sentence."""


@contextmanager
def held(url: str, *, patience: float = 7.0) -> Iterator[None]:
    """Have the database at ``url`` for oneself; the system gives it back however the process ends.

    Raises:
        InUse: another process has it, still after ``patience`` seconds: one that is being stopped may take a few.
        NoDatabase: its folder cannot be written to.
    """
    path = Path(file_of(url))
    try:
        file = path.with_name(path.name + ".lock").open("ab")
    except OSError as error:
        raise NoDatabase(f"{path} cannot be used as a database: {error.strerror}.") from None
    with file:
        deadline = time.monotonic() + patience
        while not _taken(file.fileno()):
            if time.monotonic() >= deadline:
                raise InUse(f"Another bot is at work on {path}; stop it first, or set DATABASE_URL to another file.")
            time.sleep(_EVERY)
        yield


def in_use(url: str) -> bool:
    """Whether a bot is at work on the database at ``url``."""
    try:
        with held(url, patience=0):
            return False
    except InUse:
        return True


def _taken(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

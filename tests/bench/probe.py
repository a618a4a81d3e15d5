"""The real bot, watched from inside: how late its event loop is, and what thoughts wait and get.

``python -c "from tests.bench.probe import main; main()"`` with PROBE, a file, in the environment: it is written when
the bot ends. (Not ``-m``: a worker would import this module as its main one.)
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

from bot import __main__ as bot
from bot.app import run
from bot.settings import Settings

WORDS = ("-c", "from tests.bench.probe import main; main()")
"""What to tell Python to start it."""

_TICK = 0.01


class Late(NamedTuple):
    """At ``time`` (of time.monotonic, the same in all processes) the loop came ``seconds`` too late."""

    time: float
    seconds: float


class Thought(NamedTuple):
    """A thought that was there at ``time``, ``waited`` seconds after it was asked for, and was ``given`` so many."""

    time: float
    waited: float
    given: float


class Seen(NamedTuple):
    """All that was seen."""

    late: list[Late]
    thoughts: list[Thought]


def read(path: Path) -> Seen:
    """What the bot has written there."""
    late, thoughts = json.loads(path.read_text())
    return Seen([Late(*each) for each in late], [Thought(*each) for each in thoughts])


class _Thoughts(logging.Handler):
    """Hears what ``bot.thinking`` says of each thought."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.heard: list[Thought] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno == logging.DEBUG and isinstance(record.args, tuple):
            waited, given = record.args
            assert isinstance(waited, float)
            assert isinstance(given, float)
            self.heard.append(Thought(time.monotonic(), waited, given))


async def _look(late: list[Late]) -> None:
    while True:
        due = time.monotonic() + _TICK
        await asyncio.sleep(_TICK)
        now = time.monotonic()
        late.append(Late(now, now - due))


def main() -> None:
    """Run the bot as ``python -m bot`` does, and write what was seen."""
    late: list[Late] = []
    thoughts = _Thoughts()
    logger = logging.getLogger("bot.thinking")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(thoughts)

    async def watched(settings: Settings) -> None:
        looking = asyncio.create_task(_look(late))
        try:
            await run(settings)
        finally:
            looking.cancel()

    setattr(bot, "run", watched)  # noqa: B010 - it is not among what that module offers
    status = bot.main([])
    Path(os.environ["PROBE"]).write_text(json.dumps(Seen(late, thoughts.heard)))
    sys.exit(status)

"""The bot as a process of its own, started and ended as its host would."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from bot.sandbox.app import TOKEN
from bot.settings import Settings

ROOT = Path(__file__).parents[2]
_SETTINGS = {name.upper() for name in Settings.model_fields}

FAST = {
    "COMPUTER_PACE": "0",
    "DEAL_PAUSE": "0.05",
    "GROUP_PACE": "0.05",
    "PRIVATE_PACE": "0.02",
    "CALLS_PER_SECOND": "1000",
    "LOG_LEVEL": "DEBUG",
}
"""Settings under which a whole series takes seconds."""

_START, _END = 60.0, 30.0  # seconds that a start and an end may take, on a machine with much else to do


def environment(**settings: str) -> dict[str, str]:
    """The environment of a bot: that of this process, with these settings in it and no others."""
    inherited = {name: value for name, value in os.environ.items() if name.isupper() and name not in _SETTINGS}
    return {**inherited, "PYTHONPATH": str(ROOT), **settings}


async def run_to_end(folder: Path, *words: str, **settings: str) -> tuple[int, str, str]:
    """``python -m bot`` with these words in ``folder``, where it ends by itself; exit status, stdout and stderr.

    Raises: TimeoutError if it does not end by itself.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *words,
        cwd=folder,
        env=environment(**settings),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), _START)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


class BotProcess:
    """``python -m bot`` on the database ``path``, speaking to the Bot API server at ``api``. An async context.

    ``words`` for Python start another program instead, which starts the bot.
    """

    def __init__(self, api: str, path: Path, words: Sequence[str] = ("-m", "bot"), **settings: str) -> None:
        own = {"BOT_TOKEN": TOKEN, "TELEGRAM_API_URL": api, "DATABASE_URL": f"sqlite:///{path}"}
        self._environment = environment(**{**FAST, **own, **settings})
        self._folder, self._words = path.parent, words
        self.log = path.with_suffix(".log")
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it; returns when it is at work. Raises: AssertionError with its output if it ends instead."""
        with self.log.open("ab") as log:
            begun = log.tell()
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self._words, cwd=self._folder, env=self._environment, stdout=log, stderr=log
            )
        deadline = time.monotonic() + _START
        while b"at work as" not in self.log.read_bytes()[begun:]:
            assert self._process.returncode is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """kill -9: nothing is finished, nothing said."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, as a host stops it; its exit status."""
        return await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(how)
        code = await asyncio.wait_for(self._process.wait(), _END)
        self._process = None
        return code

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None
        return self._process.pid

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await self.stop()

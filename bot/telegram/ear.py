"""Whether anybody can be heard: the request that asks Telegram for updates knows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from telegram.error import TelegramError

from bot.telegram.request import AiohttpRequest

_LONG = 5.0  # seconds without an answer after which people cannot be blamed for their silence
_SERVER_FAILED = 500  # HTTP statuses from here on are the server's fault


class Ear(AiohttpRequest):
    """Asks for updates (Bot API getUpdates), and tells when that fails and when it works again.

    ``deaf`` is called with every failure; ``hears`` with every answer, and whether that came after a long silence.
    """

    def __init__(self, api: str) -> None:
        super().__init__(api, 1)
        self.deaf: Callable[[], None] = lambda: None
        self.hears: Callable[[bool], None] = lambda _: None
        self._since: float | None = None

    async def do_request(self, *args: Any, **named: Any) -> tuple[int, bytes]:
        """One request, as of any AiohttpRequest."""
        now = asyncio.get_running_loop().time
        try:
            status, body = await super().do_request(*args, **named)
        except TelegramError:
            self._failed(now())
            raise
        if status >= _SERVER_FAILED:
            self._failed(now())
        else:
            self.hears(self._since is not None and now() - self._since > _LONG)
            self._since = None
        return status, body

    def _failed(self, now: float) -> None:
        if self._since is None:
            self._since = now
        self.deaf()

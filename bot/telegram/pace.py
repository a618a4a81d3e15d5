"""How fast the bot may speak: each chat at its own pace, all together under Telegram's limit."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between two calls to a ``group`` and to a ``private`` chat, how long a quiet edit may wait for company
    (``quiet``), and how many calls ``a_second`` all chats together may take."""

    group: float = 3.0
    private: float = 1.0
    quiet: float = 2.0
    a_second: float = 25.0

    def gap(self, chat: int) -> float:
        """Seconds to wait after a call to this chat."""
        return self.private if chat > 0 else self.group


class Gate:
    """Lets calls through one by one, ``a_second`` of them at the most. Answers to presses do not pass here."""

    def __init__(self, a_second: float) -> None:
        self._gap = 1 / a_second
        self._next = 0.0

    async def passed(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        self._next = max(self._next + self._gap, now)
        if self._next > now:
            await asyncio.sleep(self._next - now)

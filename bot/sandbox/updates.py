"""The queue of updates, and getUpdates: long polling with offsets as the Bot API documents it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from bot.sandbox.errors import CONFLICT
from bot.sandbox.world import World

MAX_LIMIT: Final = 100
MAX_TIMEOUT: Final = 50
"""Seconds that a poll is held at most, as on Telegram's servers."""


class UpdateQueue:
    """Updates in the order in which they happened, kept until a later offset confirms them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._wake = asyncio.Event()
        self._poll = 0
        self._closed = False
        self._allowed: frozenset[str] | None = None
        self._again: list[dict[str, Any]] = []

    def put(self, kind: str, payload: dict[str, Any]) -> None:
        """A new update, unless the bot has said that it wants none of this kind."""
        if self._allowed is not None and kind not in self._allowed:
            return
        self._world.pending.append({"update_id": self._world.next_update, kind: payload})
        self._world.next_update += 1
        self._wake.set()

    @property
    def waiting(self) -> int:
        """How many updates the bot has not confirmed."""
        return len(self._world.pending)

    def allow(self, kinds: list[str]) -> None:
        """Keep only updates of these kinds from now on; an empty list means all."""
        self._allowed = frozenset(kinds) or None

    def drop(self) -> None:
        """Forget what is waiting (deleteWebhook with drop_pending_updates)."""
        self._world.pending.clear()

    def repeat(self, batch: list[dict[str, Any]]) -> None:
        """Deliver these once more with the next poll, confirmed or not: Telegram promises no exactly-once."""
        self._again = batch

    def close(self) -> None:
        """Let every poll return at once, now and later."""
        self._closed = True
        self._wake.set()

    async def get(self, offset: int = 0, limit: int = MAX_LIMIT, wait: float = 0) -> list[dict[str, Any]]:
        """What getUpdates answers: at once if anything is waiting, else after at most ``wait`` seconds.

        A positive offset confirms all updates before it, a negative one all but the last so many.
        Raises: CONFLICT if another poll has begun meanwhile.
        """
        self._poll += 1
        poll = self._poll
        self._wake.set()  # the earlier poll wakes and finds that it is no longer the newest
        self._confirm(offset)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + min(wait, MAX_TIMEOUT)
        while True:
            batch = self._batch(limit)
            if batch or self._closed or loop.time() >= deadline:
                return batch
            self._wake.clear()
            try:
                async with asyncio.timeout_at(deadline):
                    await self._wake.wait()
            except TimeoutError:
                pass
            if self._poll != poll:
                raise CONFLICT

    def _confirm(self, offset: int) -> None:
        pending = self._world.pending
        while pending and (pending[0]["update_id"] < offset if offset >= 0 else len(pending) > -offset):
            pending.popleft()

    def _batch(self, limit: int) -> list[dict[str, Any]]:
        if self._again:
            batch, self._again = self._again, []
            return batch
        size = min(max(limit, 1), MAX_LIMIT)
        return [update for update, _ in zip(self._world.pending, range(size), strict=False)]

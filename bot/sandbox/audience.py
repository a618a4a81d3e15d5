"""Who watches: pages that are told at once what has changed, over Server-Sent Events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

_PATIENCE: Final = 2_000
"""Events that a page may lag behind; after that it is told to load everything anew."""
_HEARTBEAT: Final = 15.0
"""Seconds between signs of life, so that a dead connection is noticed."""

Event = dict[str, Any]


class Audience:
    """Everybody who watches. ``on_event`` hears of each event as well; nobody watching costs nothing."""

    def __init__(self, on_event: Callable[[], None] = lambda: None) -> None:
        self.on_event = on_event
        self._queues: set[asyncio.Queue[Event | None]] = set()

    @property
    def present(self) -> bool:
        """Whether anybody watches."""
        return bool(self._queues)

    def tell(self, kind: str, make: Callable[[], Event]) -> None:
        """Tell everybody; ``make`` is only called if anybody listens."""
        self.on_event()
        if not self._queues:
            return
        event = {"kind": kind, **make()}
        for queue in self._queues:
            if queue.qsize() < _PATIENCE:
                queue.put_nowait(event)
            elif queue.qsize() == _PATIENCE:
                queue.put_nowait({"kind": "reload"})

    def close(self) -> None:
        """Send everybody home."""
        for queue in self._queues:
            queue.put_nowait(None)

    async def watch(self) -> AsyncIterator[str]:
        """The events from now on, as text of an event stream."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._queues.add(queue)
        try:
            yield "retry: 1000\n\n"
            while True:
                try:
                    async with asyncio.timeout(_HEARTBEAT):
                        event = await queue.get()
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if event is None:
                    return
                yield f"data: {json.dumps(event, ensure_ascii=False)}\n\n"
        finally:
            self._queues.discard(queue)

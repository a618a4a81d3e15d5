"""Where pictures are drawn: in a thread of their own, one after the other, so that no press waits for one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

log = logging.getLogger(__name__)

_AGAIN_AFTER = 60.0  # seconds in which a second press for the same picture gets none
_REMEMBERED = 256
_MOST_WAITING = 20


class Studio:
    """Draws what it is asked for. Pillow is loaded with the first picture, which costs some megabytes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._thread = ThreadPoolExecutor(1, "studio")
        self._drawing: set[asyncio.Task[None]] = set()
        self._asked: OrderedDict[object, float] = OrderedDict()

    def wanted(self, what: object) -> bool:
        """Whether a picture ``what`` is to be drawn: not again so soon, and not where too many wait already."""
        now = self._clock()
        if now - self._asked.get(what, -_AGAIN_AFTER) < _AGAIN_AFTER or len(self._drawing) >= _MOST_WAITING:
            return False
        self._asked[what] = now
        self._asked.move_to_end(what)
        while len(self._asked) > _REMEMBERED:
            self._asked.popitem(last=False)
        return True

    def draw(self, picture: Callable[[], bytes], then: Callable[[bytes], None]) -> None:
        """Have ``picture`` drawn soon, and ``then`` told of it in the bot's own thread. A failure is logged."""
        task = asyncio.get_running_loop().create_task(self._draw(picture, then))
        self._drawing.add(task)
        task.add_done_callback(self._drawing.discard)

    async def _draw(self, picture: Callable[[], bytes], then: Callable[[bytes], None]) -> None:
        try:
            then(await asyncio.get_running_loop().run_in_executor(self._thread, picture))
        except Exception:
            log.exception("a picture could not be drawn")

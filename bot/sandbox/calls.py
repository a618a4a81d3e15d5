"""The log of what the bot has called: what tests read to see that nothing leaked and nobody was flooded."""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any


@dataclass(frozen=True, slots=True)
class Call:
    """One call. ``number`` grows from 1 without gaps; ``time`` is when it was answered, in Unix seconds.

    ``result`` is what Telegram calls result; ``error`` the description instead of it, with ``code``; a cut connection
    has code 0.
    """

    number: int
    time: float
    method: str
    params: dict[str, Any]
    result: Any
    code: int = 200
    error: str = ""

    def to_json(self) -> dict[str, Any]:
        """The call as the control API tells it."""
        return asdict(self)


class CallLog:
    """The newest calls, at most so many; getUpdates is not among them."""

    def __init__(self, kept: int) -> None:
        self._calls: deque[Call] = deque(maxlen=kept)
        self.last = 0
        """The number of the newest call ever."""

    def add(
        self, time: float, method: str, params: dict[str, Any], result: Any, *, code: int = 200, error: str = ""
    ) -> None:
        """Write a call down."""
        self.last += 1
        self._calls.append(Call(self.last, time, method, params, result, code, error))

    def since(self, number: int, limit: int = 0) -> list[Call]:
        """The calls after that number that are still kept, the oldest first; at most ``limit`` of them, if not 0."""
        fresh = min(self.last - number, len(self._calls))
        calls = list(islice(reversed(self._calls), max(fresh, 0)))[::-1]
        return calls[:limit] if limit else calls

    def clear(self) -> None:
        """Forget all calls; numbers go on."""
        self._calls.clear()

"""Faults on demand: rules that make calls of the bot fail, be late, be cut off, or come twice."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any, Final, Literal, get_args

from bot.sandbox.errors import ApiError, Refusal, bad_request, forbidden, too_many_requests

FaultKind = Literal["429", "403", "400", "5xx", "cut", "cut_after", "delay", "repeat", "mix"]
KINDS: Final[tuple[str, ...]] = get_args(FaultKind)


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule: what happens to which calls.

    ``method`` is a pattern as of a shell, alternatives separated by ``|``, upper and lower case alike; ``chat_id``
    narrows it to one chat. ``seconds`` is the length of a delay, ``retry_after`` what a 429 says (seconds),
    ``code`` the status of a 5xx, ``description`` replaces the usual text. The rule holds ``times`` times (0: for
    ever), each time with ``probability`` from 0 to 1.
    """

    kind: FaultKind
    method: str = "*"
    chat_id: int | None = None
    seconds: float = 0.0
    retry_after: int = 1
    code: int = 502
    description: str = ""
    times: int = 1
    probability: float = 1.0

    @classmethod
    def from_json(cls, shape: dict[str, Any]) -> Fault:
        """The rule that a control call describes. Raises: Refusal for an unknown kind or field."""
        if shape.get("kind") not in KINDS:
            raise Refusal(f"a fault's kind is one of {', '.join(KINDS)}")
        try:
            return cls(**shape)
        except TypeError as error:
            raise Refusal(f"no such fault: {error}") from None

    def matches(self, method: str, chat_id: int | None) -> bool:
        """Whether the rule speaks of such a call."""
        if self.chat_id is not None and self.chat_id != chat_id:
            return False
        return any(fnmatchcase(method.lower(), pattern.lower()) for pattern in self.method.split("|"))

    def error(self) -> ApiError | None:
        """The error to answer with, for the kinds that answer with one."""
        match self.kind:
            case "429":
                return too_many_requests(self.retry_after)
            case "403":
                return forbidden(self.description or "bot was blocked by the user")
            case "400":
                return bad_request(self.description or "something went wrong")
            case "5xx":
                return ApiError(self.code, self.description or "Bad Gateway")
            case "cut" | "cut_after" | "delay" | "repeat" | "mix":
                return None


class Faults:
    """The rules in force, the oldest first; dice are seeded, so that a test can be repeated."""

    def __init__(self, seed: int = 0) -> None:
        self._rules: dict[int, tuple[Fault, int]] = {}
        self._next = 1
        self._random = random.Random(seed)  # noqa: S311  (dice of a test, no secret)

    def add(self, fault: Fault) -> int:
        """Put a rule in force; its number."""
        number = self._next
        self._next += 1
        self._rules[number] = (fault, fault.times)
        return number

    def remove(self, number: int | None = None) -> None:
        """End one rule, or all."""
        if number is None:
            self._rules.clear()
        else:
            self._rules.pop(number, None)

    def to_json(self) -> list[dict[str, Any]]:
        """The rules in force with their numbers and how often they will still hold (0: for ever)."""
        return [{"id": number, **asdict(fault), "times": left} for number, (fault, left) in self._rules.items()]

    def take(self, method: str, chat_id: int | None, *kinds: FaultKind) -> Fault | None:
        """The first rule of these kinds for this call, if any; it is used up by one."""
        if not self._rules:
            return None
        for number, (fault, left) in list(self._rules.items()):
            if fault.kind not in kinds or not fault.matches(method, chat_id):
                continue
            if fault.probability < 1 and self._random.random() >= fault.probability:
                continue
            if left == 1:
                del self._rules[number]
            elif left:
                self._rules[number] = (fault, left - 1)
            return fault
        return None

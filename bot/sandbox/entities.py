"""Message entities: values, UTF-16 lengths, Telegram's trimming, and what it recognises by itself in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

MAX_ENTITIES = 100
"""Telegram keeps the first hundred entities of a message and drops the rest without a word."""

_BLANK = " \n\t\r\v\f"
_COMMAND = re.compile(r"(?<![\w/@.])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/@])")
_MENTION = re.compile(r"(?<![\w@/.])@[A-Za-z][A-Za-z0-9_]{2,31}(?!\w)")
_URL = re.compile(
    r"(?<![\w@./])(?:https?://|tg://)?(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,18}(?:[/?#][^\s<>\"»]*[^\s<>\"».,;:!?)])?"
)
_TOP_LEVEL = frozenset({"me", "org", "com", "net", "ru", "io", "dev", "app", "su"})


@dataclass(frozen=True, slots=True)
class Entity:
    """A MessageEntity of the Bot API. ``offset`` and ``length`` count UTF-16 code units; ``length`` is 1 or more.

    ``detail`` is the address of a ``text_link`` or the language of a ``pre``; empty otherwise.
    """

    type: str
    offset: int
    length: int
    detail: str = ""

    @property
    def end(self) -> int:
        """The first UTF-16 position after the entity."""
        return self.offset + self.length

    def to_json(self) -> dict[str, Any]:
        """The object as the Bot API sends it."""
        shape: dict[str, Any] = {"type": self.type, "offset": self.offset, "length": self.length}
        if self.detail:
            shape["url" if self.type == "text_link" else "language"] = self.detail
        return shape

    @classmethod
    def from_json(cls, shape: dict[str, Any]) -> Entity:
        """The entity that ``to_json`` wrote, or that a bot passed in ``entities``.

        Raises: KeyError, TypeError, ValueError if the object is no MessageEntity.
        """
        detail = shape.get("url") or shape.get("language") or ""
        return cls(str(shape["type"]), int(shape["offset"]), int(shape["length"]), str(detail))


class BadLink(ValueError):
    """An address that Telegram does not take; the text is Telegram's reason."""


def utf16_length(text: str) -> int:
    """The number of UTF-16 code units of ``text``."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)


def order(entities: Iterable[Entity]) -> tuple[Entity, ...]:
    """Entities as Telegram lists them: from left to right, the outer before the inner; at most 100."""
    return tuple(sorted(entities, key=lambda entity: (entity.offset, -entity.length)))[:MAX_ENTITIES]


def trim(text: str, entities: Iterable[Entity]) -> tuple[str, tuple[Entity, ...]]:
    """The text without blanks at its end, and without blanks at its start unless an entity begins there.

    Entities are moved and cut accordingly; those that become empty are dropped.
    """
    known = tuple(entities)
    first = min((entity.offset for entity in known), default=len(text))
    lead = min(len(text) - len(text.lstrip(_BLANK)), first)
    kept = text[lead:].rstrip(_BLANK)
    size = utf16_length(kept)
    return kept, order(_cut(known, lead, size))


def _cut(entities: Iterable[Entity], lead: int, size: int) -> Iterator[Entity]:
    for entity in entities:
        start = max(0, entity.offset - lead)
        end = min(size, entity.end - lead)
        if end > start:
            yield replace(entity, offset=start, length=end - start)


def recognise(text: str, entities: Iterable[Entity] = ()) -> tuple[Entity, ...]:
    """The given entities and those that Telegram finds in plain text: commands, mentions, addresses.

    Nothing is looked for inside ``code``, ``pre`` and links.
    """
    known = tuple(entities)
    closed = [entity for entity in known if entity.type in ("code", "pre", "text_link")]
    found: list[Entity] = []
    for kind, pattern in (("url", _URL), ("bot_command", _COMMAND), ("mention", _MENTION)):
        for match in pattern.finditer(text):
            if kind == "url" and not _looks_like_address(match.group()):
                continue
            entity = Entity(kind, utf16_length(text[: match.start()]), utf16_length(match.group()))
            if not any(entity.offset < other.end and other.offset < entity.end for other in (*closed, *found)):
                found.append(entity)
    return order((*known, *found))


def _looks_like_address(candidate: str) -> bool:
    if "://" in candidate:
        return True
    host = re.split(r"[/?#]", candidate, maxsplit=1)[0]
    return host.rsplit(".", 1)[-1].lower() in _TOP_LEVEL


def check_link(address: str) -> str:
    """The address with its scheme, if Telegram would open it.

    Raises: BadLink with Telegram's reason.
    """
    trimmed = address.strip()
    scheme, separator, _ = trimmed.partition("://")
    if not separator:
        trimmed, scheme = f"http://{trimmed}", "http"
    if scheme.lower() in ("tg", "ton"):
        return trimmed
    if scheme.lower() not in ("http", "https"):
        raise BadLink("Unsupported URL protocol")
    try:
        host = urlsplit(trimmed).hostname or ""
    except ValueError:
        raise BadLink("Wrong HTTP URL") from None
    if not host:
        raise BadLink("URL host is empty")
    if "." not in host.strip(".") or re.search(r"\s", trimmed):
        raise BadLink("Wrong HTTP URL")
    return trimmed

"""Telegram's own links, as its applications open them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from bot.sandbox.entities import BadLink, check_link
from bot.sandbox.errors import Refusal
from bot.sandbox.world import BOT_USERNAME

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_HOSTS = frozenset({"t.me", "telegram.me", "telegram.dog"})


@dataclass(frozen=True, slots=True)
class ToBot:
    """The private chat with the bot; with a payload, /start is sent. None opens the chat and sends nothing."""

    payload: str | None = None


@dataclass(frozen=True, slots=True)
class ToGroup:
    """Add the bot to a group that the person chooses, and start it there with this payload ("" sends nothing)."""

    payload: str


@dataclass(frozen=True, slots=True)
class ToMessage:
    """A message in a supergroup."""

    chat_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ToWeb:
    """Anything else: a browser's business."""

    url: str


Link = ToBot | ToGroup | ToMessage | ToWeb


def read_link(url: str) -> Link:
    """What a link leads to. Raises: Refusal if it is none."""
    try:
        parts = urlsplit(check_link(url))
    except BadLink as error:
        raise Refusal(f"no link: {error}") from None
    query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
    if parts.scheme == "tg" and parts.netloc == "resolve":
        return _bot_link(query.get("domain", ""), query, url)
    if (parts.hostname or "").removeprefix("www.") not in _HOSTS:
        return ToWeb(url)
    path = parts.path.strip("/").split("/")
    if path[0] == "c" and len(path) >= 3 and all(piece.isdecimal() for piece in path[1:]):
        return ToMessage(int(f"-100{path[1]}"), int(path[-1]))
    return _bot_link(path[0], query, url)


def _bot_link(name: str, query: dict[str, str], url: str) -> Link:
    if name.lower() != BOT_USERNAME:
        return ToWeb(url)
    if "startgroup" in query:
        return ToGroup(_payload(query["startgroup"]))
    if "start" in query:
        return ToBot(_payload(query["start"]))
    return ToBot()


def _payload(text: str) -> str:
    # Telegram's applications do not send a payload that is not made of these characters.
    return text if _PAYLOAD.fullmatch(text) else ""

"""The world in a JSON file, so that chats are still there after a restart."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from bot.sandbox.entities import Entity
from bot.sandbox.world import (
    BotProfile,
    Chat,
    Content,
    Document,
    Kind,
    Message,
    Person,
    Photo,
    Service,
    Status,
    Text,
    Topic,
    World,
)

_VERSION: Final = 1
_PAUSE: Final = 0.5
"""Seconds from a change to its saving; changes within them are saved together."""

_OF_PROFILE: Final = ("webhook", "joins_groups", "reads_all")

Json = dict[str, Any]


class StateError(Exception):
    """A state file that cannot be read; the text is one line for people."""


def dump(world: World) -> Json:
    """The world as JSON."""
    profile = world.profile
    return {
        "version": _VERSION,
        "next_update": world.next_update,
        "next_query": world.next_query,
        "pending": list(world.pending),
        "people": [asdict(person) for person in world.people.values()],
        "chats": [_dump_chat(chat) for chat in world.chats.values()],
        "profile": {
            "commands": [[*scope, language, commands] for (scope, language), commands in profile.commands.items()],
            "names": profile.names,
            "descriptions": profile.descriptions,
            "short_descriptions": profile.short_descriptions,
            **{name: getattr(profile, name) for name in _OF_PROFILE},
        },
    }


def _dump_chat(chat: Chat) -> Json:
    shape: Json = {
        name: getattr(chat, name)
        for name in ("id", "kind", "title", "forum", "last_id", "migrated_to", "started", "blocked", "muted")
    }
    shape["members"] = list(chat.members.items())
    shape["read"] = list(chat.read.items())
    shape["topics"] = [asdict(topic) for topic in chat.topics.values()]
    shape["messages"] = [_dump_message(message) for message in chat.messages.values()]
    return shape


def _dump_message(message: Message) -> Json:
    shape = {name: getattr(message, name) for name in Message.__slots__ if name not in ("chat_id", "content")}
    return {**shape, "content": _dump_content(message.content)}


def _dump_content(content: Content) -> Json:
    kind = type(content).__name__.lower()
    match content:
        case Text():
            return {"kind": kind, "text": content.text, "entities": [entity.to_json() for entity in content.entities]}
        case Document() | Photo():
            return {"kind": kind, **asdict(content), "caption": _dump_content(content.caption)}
        case Service():
            return {"kind": kind, "name": content.name, "value": content.value}


def load(shape: Json) -> World:
    """The world that ``dump`` wrote. Raises: KeyError, TypeError, ValueError if it did not write this."""
    if shape["version"] != _VERSION:
        raise ValueError("another version")
    profile = shape["profile"]
    return World(
        people={person["id"]: Person(**person) for person in shape["people"]},
        chats={chat["id"]: _load_chat(chat) for chat in shape["chats"]},
        profile=BotProfile(
            commands={
                ((kind, chat, user), language): commands for kind, chat, user, language, commands in profile["commands"]
            },
            names=profile["names"],
            descriptions=profile["descriptions"],
            short_descriptions=profile["short_descriptions"],
            **{name: profile[name] for name in _OF_PROFILE if name in profile},
        ),
        pending=deque(shape["pending"]),
        next_update=shape["next_update"],
        next_query=shape["next_query"],
    )


def _load_chat(shape: Json) -> Chat:
    return Chat(
        **{
            **shape,
            "kind": Kind(shape["kind"]),
            "members": {user: Status(status) for user, status in shape["members"]},
            "read": dict(shape["read"]),
            "topics": {topic["id"]: Topic(**topic) for topic in shape["topics"]},
            "messages": {item["id"]: _load_message(shape["id"], item) for item in shape["messages"]},
        }
    )


def _load_message(chat_id: int, shape: Json) -> Message:
    return Message(**{**shape, "chat_id": chat_id, "content": _load_content(shape["content"])})


def _load_content(shape: Json) -> Content:
    fields = {name: value for name, value in shape.items() if name != "kind"}
    match shape["kind"]:
        case "text":
            return _load_text(shape)
        case "document":
            return Document(**{**fields, "caption": _load_text(shape["caption"])})
        case "photo":
            return Photo(**{**fields, "caption": _load_text(shape["caption"])})
        case "service":
            return Service(**fields)
        case kind:
            raise ValueError(f"unknown content {kind}")


def _load_text(shape: Json) -> Text:
    return Text(shape["text"], tuple(Entity.from_json(entity) for entity in shape["entities"]))


class StateFile:
    """Where a world is kept. A save replaces the file as a whole, or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._dirty = asyncio.Event()

    def read(self) -> World | None:
        """The world in the file, or None if there is no file. Raises: StateError if it is something else."""
        try:
            return load(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StateError(f"cannot read {self._path}: {error.strerror}") from None
        except (KeyError, TypeError, ValueError, AttributeError):
            raise StateError(f"{self._path} is not a state of the sandbox: move it away to start afresh") from None

    def touch(self) -> None:
        """Something has changed: save soon."""
        self._dirty.set()

    def write(self, text: str) -> None:
        """Replace the file. Raises: OSError."""
        fresh = self._path.with_name(self._path.name + ".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self._path)  # at once: a reader finds the old text or the new

    def save(self, world: World) -> None:
        """Write the world now. Raises: OSError."""
        self._dirty.clear()
        self.write(json.dumps(dump(world), ensure_ascii=False))

    async def keep_saving(self, world: World) -> None:
        """Save after changes, until cancelled."""
        while True:
            await self._dirty.wait()
            await asyncio.sleep(_PAUSE)
            self._dirty.clear()
            text = json.dumps(dump(world), ensure_ascii=False)
            await asyncio.to_thread(self.write, text)

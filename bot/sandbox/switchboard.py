"""Where the bot's calls and people's doings meet: what changes the world, tells the bot, and tells the pages."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.sandbox import shapes
from bot.sandbox.audience import Audience
from bot.sandbox.calls import CallLog
from bot.sandbox.errors import QUERY_TOO_OLD
from bot.sandbox.faults import Faults
from bot.sandbox.updates import UpdateQueue
from bot.sandbox.world import BOT_ID, BOT_USERNAME, Chat, Content, Message, Service, Status, Text, World

ANSWER_WITHIN: Final = 15.0
"""Seconds in which a callback query must be answered."""
_QUERIES_KEPT: Final = 20_000
_FILES_KEPT: Final = 50


@dataclass(frozen=True, slots=True)
class Answer:
    """What answerCallbackQuery said. ``text`` may be empty, ``url`` too."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass(slots=True)
class Query:
    """A press of a button, and its answer when there is one. ``asked`` in Unix seconds."""

    id: str
    person: int
    chat_id: int
    message_id: int
    data: str
    asked: float
    answer: Answer | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def to_json(self) -> dict[str, Any]:
        """The query as the control API tells it."""
        told = None
        if self.answer is not None:
            told = {"text": self.answer.text, "show_alert": self.answer.alert, "url": self.answer.url}
        return {
            "id": self.id,
            "person": self.person,
            "chat": self.chat_id,
            "message_id": self.message_id,
            "data": self.data,
            "answer": told,
        }


class Switchboard:
    """The world with its wires. ``clock`` gives Unix seconds; ``calls_kept`` bounds the log of calls."""

    def __init__(
        self, world: World, *, clock: Callable[[], float] = time.time, calls_kept: int = 100_000, seed: int = 0
    ) -> None:
        self.world = world
        self.clock = clock
        self.updates = UpdateQueue(world)
        self.calls = CallLog(calls_kept)
        self.faults = Faults(seed)
        self.audience = Audience()
        self.files: OrderedDict[str, bytes] = OrderedDict()
        self._queries: OrderedDict[str, Query] = OrderedDict()

    def now(self) -> int:
        """The time as messages carry it."""
        return int(self.clock())

    def post(
        self,
        place: Chat,
        sender: int,
        content: Content,
        *,
        thread: int | None = None,
        reply_to: int | None = None,
        markup: dict[str, Any] | None = None,
        silent: bool = False,
        hidden: bool = False,
    ) -> Message:
        """A new message at the end of the chat; people see it, the bot is told if it may know."""
        place.last_id += 1
        message = Message(place.last_id, place.id, sender, self.now(), content, thread, reply_to, markup)
        if silent or hidden:
            message = replace(message, silent=silent, hidden=hidden)
        place.messages[message.id] = message
        self._show("message", place, message)
        if sender != BOT_ID:
            place.read[sender] = message.id
        if self._bot_may_know(place, message):
            self.updates.put("message", shapes.message(self.world, place, message))
        return message

    def edit(self, place: Chat, message: Message) -> Message:
        """The message as it now stands."""
        edited = replace(message, edited=self.now())
        place.messages[message.id] = edited
        self._show("edit", place, edited)
        return edited

    def remove(self, place: Chat, message_ids: Iterable[int]) -> None:
        """Messages that vanish; the bot hears nothing of it, as with Telegram."""
        gone = [number for number in message_ids if place.messages.pop(number, None) is not None]
        if gone:
            self.audience.tell("delete", lambda: {"chat": place.id, "messages": gone})

    def changed(self, place: Chat) -> None:
        """Something about the chat itself is new: members, topics, how its person stands with the bot."""
        self.audience.tell("chat", lambda: {"chat": place.id})

    def say_status(self, place: Chat, by: int, old: dict[str, Any]) -> None:
        """Tell the bot that its own place in a chat has changed from what it was (a ChatMember)."""
        update = {
            "chat": shapes.chat(self.world, place),
            "from": shapes.user(self.world, by),
            "date": self.now(),
            "old_chat_member": old,
            "new_chat_member": shapes.member(self.world, place, BOT_ID),
        }
        self.updates.put("my_chat_member", update)
        self.changed(place)

    def ask(self, person: int, place: Chat, message_id: int, data: str) -> Query:
        """A press of a button: the bot gets a callback query, which waits for its answer."""
        query = Query(str(self.world.next_query), person, place.id, message_id, data, self.clock())
        self.world.next_query += 1
        self._queries[query.id] = query
        if len(self._queries) > _QUERIES_KEPT:
            self._queries.popitem(last=False)
        message = place.messages.get(message_id)
        update = {
            "id": query.id,
            "from": shapes.user(self.world, person),
            "message": shapes.message(self.world, place, message)
            if message
            else shapes.inaccessible(self.world, place, message_id),
            "chat_instance": str(abs(place.id)),
            "data": data,
        }
        self.updates.put("callback_query", update)
        return query

    def query(self, query_id: str) -> Query | None:
        """A press that is still remembered."""
        return self._queries.get(query_id)

    def answer(self, query_id: str, answer: Answer) -> None:
        """Answer a press. Raises: ApiError 400 if it is unknown, was answered, or is too old."""
        query = self._queries.get(query_id)
        if query is None or query.answer is not None or self.clock() - query.asked > ANSWER_WITHIN:
            raise QUERY_TOO_OLD
        query.answer = answer
        query.answered.set()
        self.audience.tell("answer", query.to_json)

    def keep_file(self, content: bytes) -> str:
        """Keep the bytes of a file for a while; its id."""
        file_id = f"file-{self.world.next_query}-{len(content)}"
        self.world.next_query += 1
        self.files[file_id] = content
        if len(self.files) > _FILES_KEPT:
            self.files.popitem(last=False)
        return file_id

    def close(self) -> None:
        """End every poll and every event stream."""
        self.updates.close()
        self.audience.close()

    def _show(self, kind: str, place: Chat, message: Message) -> None:
        self.audience.tell(kind, lambda: {"chat": place.id, "message": self.seen(place, message)})

    def seen(self, place: Chat, message: Message) -> dict[str, Any]:
        """A message as people see it: as the bot does, and whether it came quietly."""
        return {**shapes.message(self.world, place, message), "silent": message.silent}

    def _bot_may_know(self, place: Chat, message: Message) -> bool:
        """Privacy mode: in groups only commands, replies to the bot, and service messages."""
        if message.sender == BOT_ID:
            return False
        if place.private:
            return not place.blocked
        if not place.bot_status.inside:
            return False
        if self.world.profile.reads_all:
            return True
        if place.bot_status is Status.ADMINISTRATOR or isinstance(message.content, Service):
            return True
        replied = place.messages.get(message.reply_to or 0)
        if replied is not None and replied.sender == BOT_ID:
            return True
        return isinstance(message.content, Text) and _commands_bot(message.content)


def _commands_bot(content: Text) -> bool:
    """Whether the text begins with a command that is not another bot's."""
    first = content.entities[0] if content.entities else None
    if first is None or first.type != "bot_command" or first.offset != 0:
        return False
    _, at, name = content.text[: first.length].partition("@")
    return not at or name.lower() == BOT_USERNAME

"""Who and what there is in the sandbox: people, chats, messages, the bot. No HTTP here, and no clock."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from bot.sandbox.entities import Entity

BOT_ID: Final = 1
BOT_USERNAME: Final = "kozel_sandbox_bot"
BOT_NAME: Final = "Козёл"
ANONYMOUS_ID: Final = 1087968824
"""Telegram's own user behind whom administrators write in a group's name."""
GENERAL: Final = 1
"""The id of a forum's General topic; its messages carry no thread id."""

_FIRST_PERSON: Final = 101
_FIRST_SUPERGROUP: Final = -1001000000001
_FIRST_GROUP: Final = -2001


class Kind(StrEnum):
    """A chat's ``type`` in the Bot API."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Status(StrEnum):
    """A ChatMember's ``status``."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"

    @property
    def inside(self) -> bool:
        """Whether such a member is in the chat."""
        return self not in (Status.LEFT, Status.KICKED)

    @property
    def rules(self) -> bool:
        """Whether such a member may delete other people's messages and manage topics."""
        return self in (Status.CREATOR, Status.ADMINISTRATOR)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to play as. ``language_code`` is an IETF tag; ``username`` has no @ and may be empty."""

    id: int
    first_name: str
    language_code: str = "ru"
    last_name: str = ""
    username: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """What a text message says."""

    text: str
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A file with a caption. ``size`` in bytes; the bytes themselves are kept elsewhere, and not for ever."""

    file_id: str
    name: str
    mime: str
    size: int
    caption: Text


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture with a caption; sizes in pixels and bytes. The bytes themselves are kept as a document's are."""

    file_id: str
    width: int
    height: int
    size: int
    caption: Text


@dataclass(frozen=True, slots=True)
class Service:
    """A service message: the Bot API's field of Message and its value."""

    name: str
    value: Any


Content = Text | Document | Photo | Service


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it stands. ``date`` and ``edited`` are Unix seconds; ``sender`` is a person's id or the bot's."""

    id: int
    chat_id: int
    sender: int
    date: int
    content: Content
    thread: int | None = None
    reply_to: int | None = None
    markup: dict[str, Any] | None = None
    edited: int | None = None
    silent: bool = False
    hidden: bool = False
    """Sent in the chat's own name, by an anonymous administrator."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of a forum. Its id is that of the message which created it, 1 for General."""

    id: int
    name: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """A chat and all that stands in it; ids of messages grow from 1 and are never used again.

    A private chat has the id of its person. ``started`` and ``blocked`` say how that person stands with the bot.
    """

    id: int
    kind: Kind
    title: str = ""
    forum: bool = False
    members: dict[int, Status] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    last_id: int = 0
    migrated_to: int | None = None
    started: bool = False
    blocked: bool = False
    muted: bool = False
    """Only administrators may write."""
    read: dict[int, int] = field(default_factory=dict)
    """The newest message that each person has seen."""

    @property
    def private(self) -> bool:
        return self.kind is Kind.PRIVATE

    @property
    def bot_status(self) -> Status:
        """How the bot stands in this group."""
        return self.members.get(BOT_ID, Status.LEFT)

    def has(self, person: int) -> bool:
        """Whether that person sees this chat."""
        return self.members.get(person, Status.LEFT).inside

    def people(self) -> Iterator[int]:
        """The ids of the people in this chat, without the bot."""
        return (user for user, status in self.members.items() if user != BOT_ID and status.inside)

    def newest(self, count: int, thread: int | None = None) -> list[Message]:
        """The last so many messages (of one topic, if given), the oldest first."""
        found: list[Message] = []
        for message in reversed(self.messages.values()):
            if len(found) >= count:
                break
            if thread is None or (message.thread or GENERAL) == thread:
                found.append(message)
        return found[::-1]

    def unread(self, person: int, most: int = 100) -> int:
        """How many messages of others that person has not seen, at most ``most``."""
        seen, count = self.read.get(person, 0), 0
        for message in reversed(self.messages.values()):
            if message.id <= seen or count >= most:
                break
            count += message.sender != person
        return count


Scope = tuple[str, int, int]
"""A BotCommandScope: type, chat (or 0), user (or 0)."""


@dataclass(slots=True)
class BotProfile:
    """What the bot says about itself; every dictionary's key ends with a language code, "" for all others."""

    commands: dict[tuple[Scope, str], list[dict[str, str]]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    webhook: str = ""
    joins_groups: bool = True
    reads_all: bool = False
    """Privacy mode switched off, with @BotFather."""


@dataclass(slots=True)
class World:
    """Everything that a restart should not lose."""

    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    profile: BotProfile = field(default_factory=BotProfile)
    pending: deque[dict[str, Any]] = field(default_factory=deque)
    """Updates that the bot has not confirmed, the oldest first."""
    next_update: int = 1
    next_query: int = 1

    def add_person(self, first_name: str, language_code: str = "ru", username: str = "", last_name: str = "") -> Person:
        """A new person and their empty private chat with the bot, not started."""
        number = max(self.people, default=_FIRST_PERSON - 1) + 1
        person = Person(number, first_name, language_code, last_name, username)
        self.people[number] = person
        self.chats[number] = Chat(number, Kind.PRIVATE, members={number: Status.MEMBER})
        return person

    def add_group(
        self, title: str, members: Iterable[int], *, kind: Kind = Kind.SUPERGROUP, forum: bool = False
    ) -> Chat:
        """A new group of these people, the first of whom owns it. The bot is not in it yet."""
        chat = Chat(self.new_chat_id(kind), kind, title, forum)
        for person in members:
            chat.members[person] = Status.MEMBER if chat.members else Status.CREATOR
        if forum:
            chat.topics[GENERAL] = Topic(GENERAL, "General")
        self.chats[chat.id] = chat
        return chat

    def new_chat_id(self, kind: Kind) -> int:
        """An id as Telegram gives them: supergroups begin with -100."""
        first = _FIRST_SUPERGROUP if kind is Kind.SUPERGROUP else _FIRST_GROUP
        taken = [chat.id for chat in self.chats.values() if chat.kind is kind]
        return min(taken, default=first + 1) - 1

    @property
    def bot_name(self) -> str:
        return self.profile.names.get("") or BOT_NAME


def default_world() -> World:
    """Six people, a group and a forum of all of them with the bot in both; nobody has started the bot."""
    world = World()
    names = (("Аня", "ru", "anya"), ("Борис", "ru", "boris"), ("Вера", "ru", ""), ("Глеб", "ru", "gleb_g"))
    for name, language, username in (*names, ("Emma", "en", "emma"), ("Жора", "ru", "")):
        world.add_person(name, language, username)
    yard = world.add_group("Двор", world.people)
    club = world.add_group("Клуб", world.people, forum=True)
    for chat in (yard, club):
        chat.members[BOT_ID] = Status.MEMBER
    owner = next(iter(world.people))
    for title in ("Козёл", "Болтовня"):
        club.last_id += 1 + (club.last_id == 0)  # 1 is General's
        club.topics[club.last_id] = Topic(club.last_id, title)
        created = Service("forum_topic_created", {"name": title, "icon_color": 0x6FB9F0})
        club.messages[club.last_id] = Message(club.last_id, club.id, owner, 0, created, club.last_id)
    club.read = dict.fromkeys(world.people, club.last_id)
    return world

"""What the use cases need from the world, as protocols. Storage fulfils them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from bot.tables.annals import HistoryPage, Profile, Scope, SeriesStory, Standings, Tracks
from bot.tables.facts import Fact
from bot.tables.habits import Habits
from bot.tables.model import Chat, ChatId, Person, PersonId, Place, SeriesId, Table, TableId
from bot.tables.slots import Slot, SlotKey
from bot.tables.waits import Deadline
from kozel import Record, Rules


class Conflict(Exception):
    """Somebody else has saved this table since it was loaded."""


class KeptRecord(NamedTuple):
    """The record of a series that was played to its end in ``chat``, and when it began."""

    series: SeriesId
    chat: ChatId
    begun: datetime
    record: Record

    @property
    def file(self) -> str:
        """A name for its file, of letters, digits, dashes and a dot: nothing that people have written is in it."""
        return f"kozel-{self.begun:%Y-%m-%d}-{self.series}.toml"


class StoreFailed(Exception):
    """The store cannot be read or written now; nothing has changed. The text is one line for the host, with advice."""


class People(Protocol):
    """Persons and chats."""

    async def meet(self, person: Person) -> Person:
        """Remember this person: the name as given; language and reachability as given only where the person is new."""

    async def person(self, person: PersonId) -> Person | None:
        """The person as remembered."""

    async def set_reachable(self, person: PersonId, reachable: bool) -> bool:
        """Remember whether the bot may write to them; whether that is news."""

    async def set_language(self, person: PersonId, language: str) -> None:
        """Remember the language the person chose."""

    async def forget(self, person: PersonId) -> Sequence[TableId]:
        """Have this person's name and id vanish from the store; what they played stays. The tables they were at.

        Raises:
            StillSeated: they hold a seat at a live table.
        """

    async def chat(self, chat: ChatId) -> Chat | None:
        """The chat as remembered."""

    async def keep_chat(self, chat: Chat) -> None:
        """Remember this chat's title, and its language where ``chat.language`` is one; its habits stay."""

    async def set_habits(self, chat: ChatId, habits: Habits) -> None:
        """Remember how this chat likes to play; a chat that is not known yet is from now on."""


class Places(Protocol):
    """Where chats and tables are, when that changes."""

    async def move_chat(self, old: ChatId, new: ChatId) -> Sequence[TableId]:
        """Have everything of the chat ``old`` be of ``new``, in one transaction; all tables that have moved."""

    async def leave_topic(self, table: TableId) -> bool:
        """Have this table stand in its chat outside topics, since its topic is gone; whether it does now.

        False where another live table stands there, or it was in no topic.
        """

    async def in_topics(self, chat: ChatId) -> Sequence[TableId]:
        """The live tables in topics of this chat, the newest last."""


class Tables(Protocol):
    """Tables and what happened at them."""

    async def open(self, place: Place, rules: Rules, opener: Person, language: str) -> Table:
        """A new table in its lobby, nobody seated, version 1.

        Raises:
            TableHereAlready: a live table stands at this place.
        """

    async def load(self, table: TableId) -> Table | None:
        """The table as it now is, replayed from what happened; None where there is none."""

    async def load_round(self, table: TableId, round_: int) -> Table | None:
        """The table as it was when the deal of ``round_`` had got as far as it has; None where there is none."""

    async def save(self, before: Table, after: Table, facts: Iterable[Fact]) -> Table:
        """Store in one transaction what led from ``before`` to ``after``; ``after`` with its new version and ids.

        Raises:
            Conflict: the stored version is not ``before.version``; nothing is stored.
            TableHereAlready: ``after`` is live, ``before`` was not, and the place has another live table.
        """

    async def at(self, place: Place) -> TableId | None:
        """The live table at this place, else the newest one that is over or closed."""

    async def last_game(self, chat: ChatId) -> Rules | None:
        """The game last chosen in this chat: that of its newest table; None where there was none."""

    async def live(self) -> Sequence[TableId]:
        """All live tables, and those over whose slots are not settled; the oldest first."""

    async def live_in(self, chat: ChatId) -> Sequence[TableId]:
        """The live tables in this chat, in all its topics; the oldest first."""

    async def of_person(self, person: PersonId) -> Sequence[TableId]:
        """The live tables where this person sits, the newest last."""


class Annals(Protocol):
    """What series came to that were played to their end."""

    async def standings(self, chat: ChatId, scope: Scope) -> Standings:
        """The standings of this chat, best first."""

    async def profile(self, person: PersonId) -> Profile:
        """A person's own figures, over all groups."""

    async def history(self, chat: ChatId, page: int) -> HistoryPage:
        """A page of this chat's series, the newest first; the last page where there are not so many."""

    async def story(self, chat: ChatId, series: SeriesId) -> SeriesStory | None:
        """A series of this chat with its deals; None where the chat has no such series that was played to its end."""

    async def tracks(self, chat: ChatId, scope: Scope, most: int) -> Tracks:
        """How the figures of those went who played most of the newest series in scope; so many of them, most first."""


class Slots(Protocol):
    """What stands in the chats."""

    async def slots(self, table: TableId) -> Mapping[SlotKey, Slot]:
        """The slots of a table."""

    async def keep_slots(self, slots: Iterable[Slot]) -> None:
        """Store these slots, in one transaction."""


class Deadlines(Protocol):
    """When what a table waits for has to be there."""

    async def deadlines(self) -> Mapping[TableId, Deadline]:
        """All deadlines, by table."""

    async def keep_deadlines(self, changed: Mapping[TableId, Deadline | None]) -> None:
        """Store these deadlines, None where there is none any more, in one transaction."""


class Records(Protocol):
    """Finished series, to take away. Nothing of a series that goes on can be had here."""

    async def record(self, series: SeriesId) -> KeptRecord | None:
        """The record of a series that was played to its end; None where there is none, or it goes on."""

    async def finished(self) -> Sequence[SeriesId]:
        """All series that were played to their end, the oldest first."""


class Store(People, Places, Tables, Annals, Slots, Deadlines, Records, Protocol):
    """All of it."""

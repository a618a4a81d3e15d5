"""A store in memory that does as storage does, and lets others run at every call."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.tables.annals import HistoryPage, Profile, Scope, SeriesStory, Standings, Tracks
from bot.tables.facts import Fact, SeriesBegun
from bot.tables.habits import Habits
from bot.tables.model import Chat, ChatId, Person, PersonId, Phase, Place, Seat, SeriesId, Table, TableId
from bot.tables.ports import Conflict, KeptRecord
from bot.tables.refusals import TableHereAlready
from bot.tables.slots import Slot, SlotKey
from bot.tables.waits import Deadline
from kozel import Rules


class MemoryStore:
    """``tables`` and ``slots`` are what is stored; ``saves`` the facts of each save; ``log`` what was called.

    ``failing`` is raised by the next call that saves, once; ``saving`` is set when a save begins.
    """

    def __init__(self) -> None:
        self.tables: dict[TableId, Table] = {}
        self.rounds: dict[tuple[TableId, int], Table] = {}
        self.people: dict[PersonId, Person] = {}
        self.chats: dict[ChatId, Chat] = {}
        self.kept: dict[SlotKey, Slot] = {}
        self.records: dict[SeriesId, KeptRecord] = {}
        self.saves: list[tuple[Fact, ...]] = []
        self.due: dict[TableId, Deadline] = {}
        self.log: list[str] = []
        self.failing: Exception | None = None
        self.saving: asyncio.Event | None = None

    def put(self, table: Table) -> Table:
        """Have this table stored, as if it had come to be here."""
        self.tables[table.id] = self.rounds[table.id, table.round] = table
        self.people |= {held.person.id: held.person for held in table.seats if held.person}
        return table

    async def meet(self, person: Person) -> Person:
        await self._turn("meet")
        known = self.people.get(person.id, person)
        self.people[person.id] = replace(known, name=person.name)
        return self.people[person.id]

    async def person(self, person: PersonId) -> Person | None:
        await self._turn("person")
        return self.people.get(person)

    async def set_reachable(self, person: PersonId, reachable: bool) -> bool:
        await self._turn("set_reachable")
        before = self.people[person]
        self.people[person] = replace(before, reachable=reachable)
        return before.reachable != reachable

    async def set_language(self, person: PersonId, language: str) -> None:
        await self._turn("set_language")
        self.people[person] = replace(self.people[person], language=language)

    async def forget(self, person: PersonId) -> Sequence[TableId]:
        await self._turn("forget")
        self.people.pop(person, None)
        return []

    async def chat(self, chat: ChatId) -> Chat | None:
        await self._turn("chat")
        return self.chats.get(chat)

    async def keep_chat(self, chat: Chat) -> None:
        await self._turn("keep_chat")
        known = self.chats.get(chat.id, chat)
        self.chats[chat.id] = replace(chat, language=chat.language or known.language, habits=known.habits)

    async def move_chat(self, old: ChatId, new: ChatId) -> Sequence[TableId]:
        await self._turn("move_chat")
        moved = [table for table in self.tables.values() if table.place.chat == old]
        for table in moved:
            self.tables[table.id] = replace(table, place=table.place._replace(chat=new))
        if old in self.chats:
            self.chats[new] = replace(self.chats.pop(old), id=new)
        return [table.id for table in moved]

    async def leave_topic(self, table: TableId) -> bool:
        await self._turn("leave_topic")
        place = self.tables[table].place
        if place.topic is None or self._live_at(place._replace(topic=None)):
            return False
        self.tables[table] = replace(self.tables[table], place=place._replace(topic=None))
        return True

    async def in_topics(self, chat: ChatId) -> Sequence[TableId]:
        await self._turn("in_topics")
        return [t.id for t in self.tables.values() if t.live and t.place.chat == chat and t.place.topic is not None]

    async def open(self, place: Place, rules: Rules, opener: Person, language: str) -> Table:
        await self._turn("open")
        if (here := self._live_at(place)) is not None:
            raise TableHereAlready(here)
        table = TableId(len(self.tables) + 1)
        seats = (Seat(),) * rules.seats
        self.put(Table(table, place, rules, language, opener.id, Phase.LOBBY, 1, seats))
        await self._turn("opened")
        return self.tables[table]

    async def last_game(self, chat: ChatId) -> Rules | None:
        await self._turn("last_game")
        return next((table.rules for table in reversed(self.tables.values()) if table.place.chat == chat), None)

    async def load(self, table: TableId) -> Table | None:
        await self._turn("load")
        found = self.tables.get(table)
        await asyncio.sleep(0)
        return self._as_of_now(found) if found else None

    async def load_round(self, table: TableId, round_: int) -> Table | None:
        await self._turn("load_round")
        return self.rounds.get((table, round_))

    async def save(self, before: Table, after: Table, facts: Iterable[Fact]) -> Table:
        facts = tuple(facts)
        if self.saving:
            self.saving.set()
        await self._turn("save")
        if (failing := self.failing) is not None:
            self.failing = None
            raise failing
        if self.tables[before.id].version != before.version:
            raise Conflict
        here = self._live_at(before.place)
        if after.live and not before.live and here is not None:
            raise TableHereAlready(here)
        began = sum(isinstance(fact, SeriesBegun) for save in (*self.saves, facts) for fact in save)
        self.saves.append(facts)
        series = after.series_id if after.series_id or not began else SeriesId(began)
        self.put(replace(after, version=before.version + 1, series_id=series))
        saved = self.tables[after.id]
        await self._turn("saved")
        return saved

    async def record(self, series: SeriesId) -> KeptRecord | None:
        await self._turn("record")
        return self.records.get(series)

    async def finished(self) -> Sequence[SeriesId]:
        await self._turn("finished")
        return sorted(self.records)

    async def at(self, place: Place) -> TableId | None:
        await self._turn("at")
        here = [table.id for table in self.tables.values() if table.place == place]
        return self._live_at(place) or (here[-1] if here else None)

    async def live(self) -> Sequence[TableId]:
        await self._turn("live")
        return [table.id for table in self.tables.values() if table.live]

    async def of_person(self, person: PersonId) -> Sequence[TableId]:
        await self._turn("of_person")
        return [table.id for table in self.tables.values() if table.live and table.seat_of(person) is not None]

    async def standings(self, chat: ChatId, scope: Scope) -> Standings:
        await self._turn("standings")
        return Standings()

    async def profile(self, person: PersonId) -> Profile:
        await self._turn("profile")
        return Profile()

    async def history(self, chat: ChatId, page: int) -> HistoryPage:
        await self._turn("history")
        return HistoryPage((), 0, 1)

    async def story(self, chat: ChatId, series: SeriesId) -> SeriesStory | None:
        await self._turn("story")
        return None

    async def tracks(self, chat: ChatId, scope: Scope, most: int) -> Tracks:
        await self._turn("tracks")
        return Tracks((), 0, rated=False)

    async def slots(self, table: TableId) -> Mapping[SlotKey, Slot]:
        await self._turn("slots")
        return {key: slot for key, slot in self.kept.items() if key.table == table}

    async def set_habits(self, chat: ChatId, habits: Habits) -> None:
        await self._turn("set_habits")
        self.chats[chat] = replace(self.chats.get(chat, Chat(chat, "")), habits=habits)

    async def live_in(self, chat: ChatId) -> Sequence[TableId]:
        await self._turn("live_in")
        return [table.id for table in self.tables.values() if table.live and table.place.chat == chat]

    async def deadlines(self) -> Mapping[TableId, Deadline]:
        await self._turn("deadlines")
        return dict(self.due)

    async def keep_deadlines(self, changed: Mapping[TableId, Deadline | None]) -> None:
        await self._turn("keep_deadlines")
        for table, due in changed.items():
            self.due.pop(table, None)
            if due is not None:
                self.due[table] = due

    async def keep_slots(self, slots: Iterable[Slot]) -> None:
        await self._turn("keep_slots")
        if (failing := self.failing) is not None:
            self.failing = None
            raise failing
        self.kept |= {slot.key: slot for slot in slots}

    async def _turn(self, called: str) -> None:
        self.log.append(called)
        await asyncio.sleep(0)

    def _live_at(self, place: Place) -> TableId | None:
        return next((table.id for table in self.tables.values() if table.live and table.place == place), None)

    def _as_of_now(self, table: Table) -> Table:
        """The table with what is known of its people and its chat by now."""
        seats = [replace(held, person=self.people[held.person.id]) if held.person else held for held in table.seats]
        chat = self.chats.get(table.place.chat)
        language = chat.language if chat and chat.language else table.language
        habits = chat.habits if chat else table.habits
        return replace(table, seats=tuple(seats), language=language, habits=habits)

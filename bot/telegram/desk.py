"""Where handlers stand: everything that they need, and how a person or a chat becomes known."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from telegram import Chat as TelegramChat
from telegram import Message, User
from telegram.constants import ChatType

from bot.screens import chat
from bot.screens.screen import Screen
from bot.tables.house import House
from bot.tables.model import Chat, ChatId, Person, PersonId, Phase, Place, SeriesId, Table, TableId
from bot.tables.ports import Store
from bot.telegram.courier import Courier, Saying
from bot.telegram.hints import Counsel
from bot.telegram.studio import Studio
from bot.telegram.voice import Voice
from bot.texts import Words, language_of, words
from kozel import VARIANTS, Rules

_KNOWN = 4096  # people whose name and language are kept in memory
_HELLO = 30.0  # seconds within which one hello in a chat is enough


@dataclass
class Desk:
    """Shared by all handlers. ``seed`` gives fresh, unforeseeable bytes for a deal; ``language`` is the host's.
    ``counsel`` gives hints.

    ``sent``: when records were sent of late, by the loop's clock.
    ``turn``: how many seconds a turn takes where a chat has not chosen.
    """

    house: House
    store: Store
    courier: Courier
    voice: Voice
    language: str
    seed: Callable[[], bytes]
    counsel: Counsel
    sent: dict[SeriesId, float] = field(default_factory=dict)
    studio: Studio = field(default_factory=Studio)
    turn: int = 120
    _known: OrderedDict[PersonId, Person] = field(default_factory=OrderedDict)
    _welcomed: dict[ChatId, float] = field(default_factory=dict)

    async def meet(self, user: User) -> Person:
        """The person behind a Telegram user, remembered from now on."""
        person_id, name = PersonId(user.id), user.full_name
        known = self._known.get(person_id)
        if known is None or known.name != name:
            renamed = known is not None
            known = await self.store.meet(Person(person_id, name, language_of(user.language_code, self.language)))
            self._know(known)
            if renamed:
                await self._show_anew(person_id)
        return known

    async def reach(self, person: PersonId, *, reachable: bool) -> None:
        """Note whether the bot may write to this person, and have their tables show it."""
        known = self._known.get(person)
        if known is not None and known.reachable == reachable:
            return
        news = await self.store.set_reachable(person, reachable)
        if known is not None:
            self._know(replace(known, reachable=reachable))
        if not news:
            return
        await self._show_anew(person)
        if not reachable:
            await self._tell_table_mates(person)

    async def _tell_table_mates(self, person: PersonId) -> None:
        """Say once, aloud in the chat, whose cards do not reach them, with the link by which they return."""
        for number in await self.store.of_person(person):
            table = await self.house.see(number)
            seat = table.seat_of(person)
            if table.phase is Phase.PLAYING and not table.practice and seat is not None:
                who = table.seats[seat].person
                assert who is not None
                told = chat.nobody_to_write(who, table.face(), words(table.language))
                self.courier.say(Saying(table.place, told, table=number))

    async def speak(self, person: PersonId, language: str) -> None:
        """Note the language that this person chose, and have their hands show it."""
        await self.store.set_language(person, language)
        known = self._known.get(person)
        if known is not None:
            self._know(replace(known, language=language))
        await self._show_anew(person)

    def forget(self, person: PersonId) -> None:
        """Know this person no more."""
        self._known.pop(person, None)

    async def _show_anew(self, person: PersonId) -> None:
        """Have the tables where this person sits read them anew."""
        for table in await self.store.of_person(person):
            await self.house.refresh(table)

    async def words_in(self, where: TelegramChat, person: Person) -> Words:
        """The words to speak in this chat: its own language in a group, the person's in private."""
        if where.type == ChatType.PRIVATE:
            return words(person.language)
        known = await self.store.chat(ChatId(where.id))
        return words(known.language if known and known.language else person.language)

    async def know_chat(self, where: TelegramChat, language: str | None = None) -> None:
        """Remember this chat's title, and its language where one is given."""
        await self.store.keep_chat(Chat(ChatId(where.id), where.title or "", language))

    async def games(self, message: Message) -> tuple[Rules, ...]:
        """All games, the one last chosen in the chat of ``message`` first."""
        last = await self.store.last_game(ChatId(message.chat.id))
        return tuple(sorted(VARIANTS.values(), key=lambda rules: rules != last))

    def answer(self, message: Message, screen: Screen, *, reply: bool = False, table: TableId | None = None) -> None:
        """Answer a command where it was given."""
        self._answer(message, screen, message.message_id if reply else None, table)

    def point(self, message: Message, screen: Screen, to: int | None, table: TableId) -> None:
        """Answer a command with a reply to the message ``to``, so that a tap on it leads there."""
        self._answer(message, screen, to, table)

    def _answer(self, message: Message, screen: Screen, to: int | None, table: TableId | None) -> None:
        asker = None if message.sender_chat or not message.from_user else PersonId(message.from_user.id)
        self.courier.say(Saying(place_of(message), screen, to, table=table, asker=asker))

    def welcome(self, place: Place, say: Words) -> None:
        """Say hello in a group; not twice, where the link that brings the bot there starts it too."""
        now = asyncio.get_running_loop().time()
        self._welcomed = {there: at for there, at in self._welcomed.items() if now - at < _HELLO}
        if place.chat not in self._welcomed:
            self._welcomed[place.chat] = now
            self.courier.say(Saying(place, chat.welcome(say)))

    async def table_at(self, message: Message) -> TableId | None:
        """The table where this message stands: the live one, else the newest.

        A chat whose topics were switched off has its tables outside topics from then on, the newest first.
        """
        place = place_of(message)
        found = await self.store.at(place)
        if place.private or place.topic is not None or message.chat.is_forum:
            return found
        if found is not None and (await self.house.see(found)).live:
            return found
        if not (stranded := await self.store.in_topics(place.chat)):
            return found
        await self.house.leave_topic(stranded[-1])
        return stranded[-1]

    def closed(self, table: Table) -> None:
        """Say that nobody has come back to a series."""
        self.courier.say(Saying(table.place, chat.nobody_came(words(table.language))))

    def remind(self, table: TableId, person: PersonId, turn: str) -> None:
        """Half of the time of a turn is gone."""
        self.courier.remind(table, person, turn)

    def _know(self, person: Person) -> None:
        self._known[person.id] = person
        self._known.move_to_end(person.id)
        while len(self._known) > _KNOWN:
            self._known.popitem(last=False)


def place_of(message: Message) -> Place:
    """Where a message stands. A reply in a plain supergroup carries a thread id that is no topic."""
    topic = message.message_thread_id if message.is_topic_message else None
    return Place(ChatId(message.chat.id), topic)

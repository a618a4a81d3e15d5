"""Persons and chats, stored."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, func, or_, select, update
from sqlalchemy.dialects.sqlite import insert

from bot.storage.database import Database, Found
from bot.storage.rows import ChatRow, PersonRow
from bot.tables.habits import USUAL, Habits, Pace, WhoStops
from bot.tables.model import Chat, ChatId, Person, PersonId

_PERSON = select(PersonRow.id, PersonRow.name, PersonRow.language, PersonRow.reachable).where(
    PersonRow.id == bindparam("person")
)
_NEW_PERSON = insert(PersonRow)
_MEET = _NEW_PERSON.on_conflict_do_update(
    index_elements=[PersonRow.id], set_={"name": _NEW_PERSON.excluded.name}
).returning(PersonRow.language, PersonRow.reachable)
_REACH = (
    update(PersonRow)
    .where(PersonRow.id == bindparam("person"), PersonRow.reachable != bindparam("now"))
    .values(reachable=bindparam("now"))
)
_SPEAK = update(PersonRow).where(PersonRow.id == bindparam("person")).values(language=bindparam("spoken"))
_SPEAK_IN_PRIVATE = update(ChatRow).where(ChatRow.id == bindparam("person")).values(language=bindparam("spoken"))
_HABITS = ("turn", "pace", "stopping", "hints", "level")
_CHAT = select(ChatRow.id, ChatRow.title, ChatRow.language, *(ChatRow.__table__.c[name] for name in _HABITS)).where(
    ChatRow.id == bindparam("chat")
)
_NEW_CHAT = insert(ChatRow)
_KEEP_CHAT = _NEW_CHAT.on_conflict_do_update(
    index_elements=[ChatRow.id],
    set_={
        "title": _NEW_CHAT.excluded.title,
        "language": func.coalesce(_NEW_CHAT.excluded.language, ChatRow.language),
    },
    where=or_(  # where nothing is new, nothing is written, and the commit costs no wait for the disk
        ChatRow.title != _NEW_CHAT.excluded.title,
        ChatRow.language.is_distinct_from(func.coalesce(_NEW_CHAT.excluded.language, ChatRow.language)),
    ),
)

_SET_HABITS = _NEW_CHAT.on_conflict_do_update(
    index_elements=[ChatRow.id], set_={name: _NEW_CHAT.excluded[name] for name in _HABITS}
)


class StoredPeople:
    """Persons and chats (:class:`bot.tables.ports.People`)."""

    _database: Database

    async def meet(self, person: Person) -> Person:
        """Remember this person: the name as given; language and reachability as given only where the person is new."""
        known = await self.person(person.id)
        if known is not None and known.name == person.name:
            return known
        return await self._database.write(lambda connection: _meet(connection, person))

    async def person(self, person: PersonId) -> Person | None:
        """The person as remembered."""
        found = await self._database.read(lambda connection: connection.execute(_PERSON, {"person": person}).first())
        return None if found is None else Person(PersonId(found.id), found.name, found.language, found.reachable)

    async def set_reachable(self, person: PersonId, reachable: bool) -> bool:
        """Remember whether the bot may write to them; whether that is news."""
        key = {"person": person, "now": reachable}
        return await self._database.write(lambda connection: connection.execute(_REACH, key).rowcount > 0)

    async def set_language(self, person: PersonId, language: str) -> None:
        """Remember the language the person chose; their private chat with the bot speaks it from now on."""
        await self._database.write(lambda connection: _speak(connection, person, language))

    async def chat(self, chat: ChatId) -> Chat | None:
        """The chat as remembered."""
        found = await self._database.read(lambda connection: connection.execute(_CHAT, {"chat": chat}).first())
        return None if found is None else Chat(ChatId(found.id), found.title, found.language, habits_of(found))

    async def keep_chat(self, chat: Chat) -> None:
        """Remember this chat's title, and its language where ``chat.language`` is one; its habits stay."""
        values = {"id": chat.id, "title": chat.title, "language": chat.language}
        await self._database.write(lambda connection: connection.execute(_KEEP_CHAT, values))

    async def set_habits(self, chat: ChatId, habits: Habits) -> None:
        """Remember how this chat likes to play; a chat that is not known yet is from now on."""
        chosen = {"turn": habits.turn, "pace": habits.pace.value, "stopping": habits.stopping.value}
        values = {"id": chat, "title": "", **chosen, "hints": habits.hints, "level": habits.level}
        await self._database.write(lambda connection: connection.execute(_SET_HABITS, values))


def habits_of(row: Found) -> Habits:
    """How a chat likes to play, from a row with these columns of it."""
    return Habits(
        row.turn,
        USUAL.pace if row.pace is None else Pace(row.pace),
        USUAL.stopping if row.stopping is None else WhoStops(row.stopping),
        USUAL.hints if row.hints is None else row.hints,
        USUAL.level if row.level is None else row.level,
    )


def _meet(connection: Connection, person: Person) -> Person:
    values = {"id": person.id, "name": person.name, "language": person.language, "reachable": person.reachable}
    language, reachable = connection.execute(_MEET, values).one()
    return Person(person.id, person.name, language, reachable)


def _speak(connection: Connection, person: PersonId, language: str) -> None:
    for statement in (_SPEAK, _SPEAK_IN_PRIVATE):
        connection.execute(statement, {"person": person, "spoken": language})

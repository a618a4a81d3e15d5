"""A town of tables for the benchmarks: chats and people in the sandbox, series under way in the bot's database."""

from __future__ import annotations

import secrets
from pathlib import Path

from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import BOT_ID, Kind, Status, World
from bot.storage.schema import migrate
from bot.storage.store import SqlStore, open_store
from bot.tables import lobby
from bot.tables.model import Chat, ChatId, Person, PersonId, Place, Table
from kozel import FOUR, VARIANTS, Rules


def build(tables: int, games: tuple[Rules, ...] = (FOUR,), *, kind: Kind = Kind.SUPERGROUP) -> Switchboard:
    """A world of so many groups, in each the people that one of the ``games`` takes; all have started the bot."""
    world = World()
    for number in range(tables):
        rules = games[number % len(games)]
        people = [world.add_person(f"P{number}.{seat}").id for seat in range(rules.seats)]
        for person in people:
            world.chats[person].started = True
        group = world.add_group(f"Table {number}", people, kind=kind)
        group.members[BOT_ID] = Status.MEMBER
    return Switchboard(world, calls_kept=1_000_000)


async def settle(path: Path, world: World) -> None:
    """Begin a series at a table in every group of ``world``, in a new database at ``path``: the game for as many."""
    url = f"sqlite+aiosqlite:///{path}"
    migrate(url)
    store = open_store(url)
    try:
        for chat in world.chats.values():
            if not chat.private:
                four = [world.people[number] for number in chat.people()]
                await _series(store, chat.id, chat.title, [(each.id, each.first_name) for each in four])
    finally:
        await store.close()


async def _series(store: SqlStore, chat: int, title: str, people: list[tuple[int, str]]) -> Table:
    rules = next(rules for rules in VARIANTS.values() if rules.seats == len(people))
    await store.keep_chat(Chat(ChatId(chat), title, "ru"))
    known = [await store.meet(Person(PersonId(number), name, "ru", reachable=True)) for number, name in people]
    table = await store.open(Place(ChatId(chat)), rules, known[0], "ru")
    for seat, person in enumerate(known):
        change = lobby.sit(table, person, seat % 2)
        table = await store.save(table, change.table, change.facts)
    change = lobby.deal(table, known[0].id, secrets.token_bytes(32))
    return await store.save(table, change.table, change.facts)

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


def build(
    tables: int, games: tuple[Rules, ...] = (FOUR,), *, kind: Kind = Kind.SUPERGROUP, people: int | None = None
) -> Switchboard:
    """A world of so many groups, in each the people that one of the ``games`` takes, or as many as said; all have
    started the bot."""
    world = World()
    for number in range(tables):
        rules = games[number % len(games)]
        members = [world.add_person(f"P{number}.{seat}").id for seat in range(people or rules.seats)]
        for person in members:
            world.chats[person].started = True
        group = world.add_group(f"Table {number}", members, kind=kind)
        group.members[BOT_ID] = Status.MEMBER
    return Switchboard(world, calls_kept=1_000_000)


async def settle(path: Path, world: World, rules: Rules | None = None, level: str = "") -> None:
    """Begin a series at a table in every group of ``world``, in a new database at ``path``: the game for as many,
    or one by ``rules`` in which computers of this level have the other seats."""
    url = f"sqlite+aiosqlite:///{path}"
    migrate(url)
    store = open_store(url)
    try:
        for chat in world.chats.values():
            if not chat.private:
                people = [world.people[number] for number in chat.people()]
                game = rules or next(each for each in VARIANTS.values() if each.seats == len(people))
                named = [(each.id, each.first_name) for each in people]
                await _series(store, chat.id, chat.title, named, game, level)
    finally:
        await store.close()


async def _series(
    store: SqlStore, chat: int, title: str, people: list[tuple[int, str]], rules: Rules, level: str
) -> Table:
    await store.keep_chat(Chat(ChatId(chat), title, "ru"))
    known = [await store.meet(Person(PersonId(number), name, "ru", reachable=True)) for number, name in people]
    table = await store.open(Place(ChatId(chat)), rules, known[0], "ru")
    for seat, person in enumerate(known):
        change = lobby.sit(table, person, seat % 2)
        table = await store.save(table, change.table, change.facts)
    for seat in (seat for seat, held in enumerate(table.seats) if held.free):
        change = lobby.add_computer(table)
        table = await store.save(table, change.table, change.facts)
        if table.seats[seat].computer != level:
            change = lobby.set_level(table, known[0].id, seat, level)
            table = await store.save(table, change.table, change.facts)
    change = lobby.deal(table, known[0].id, secrets.token_bytes(32))
    return await store.save(table, change.table, change.facts)

"""A sandbox, people in it, and the bot: one for all tests that can share it, or one of a test's own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import Running, running
from tests.e2e.process import BotProcess
from tests.e2e.seats import PATIENCE, Person

NAMES = ("Аня", "Борис", "Вера", "Глеб", "Жора", "Зоя")


@dataclass
class Yard:
    """A group and those in it; ``database`` is the bot's file. Every test has people and a group of its own."""

    client: SandboxClient
    chat: int
    people: list[Person]
    database: Path
    api: str

    def bot(self, **settings: str) -> BotProcess:
        """The bot, not started yet."""
        return BotProcess(self.api, self.database, **settings)


@dataclass
class Town:
    """A sandbox with a bot that is at work as long as the tests run."""

    sandbox: Running
    bot: BotProcess
    database: Path


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder share one loop, so that they can share one sandbox and one bot."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Running]:
    """A sandbox for one test."""
    async with running() as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def yard(sandbox: Running, tmp_path: Path) -> AsyncIterator[Yard]:
    """The group «Двор» of the test's own sandbox; the test starts the bot itself."""
    async with SandboxClient(sandbox.url, wait=PATIENCE) as client:
        people = [Person(client, await client.person(name), name) for name in NAMES[:5]]
        yield Yard(client, await client.chat("Двор"), people, tmp_path / "kozel.db", sandbox.url)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def town(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Town]:
    """One sandbox and one bot for all tests that neither stop it nor need it alone."""
    database = tmp_path_factory.mktemp("town") / "kozel.db"
    async with running() as there, BotProcess(there.url, database) as bot:
        yield Town(there, bot, database)


@pytest_asyncio.fixture(loop_scope="session")
async def square(town: Town) -> AsyncIterator[Yard]:
    """A new group of six new people in the town."""
    async with SandboxClient(town.sandbox.url, wait=PATIENCE) as client:
        people = [Person(client, await client.add_person(name), name) for name in NAMES]
        chat = await client.add_chat("Площадь", [person.id for person in people])
        await client.wait_for(people[0].id, chat, text="/kozel")  # the bot has said hello
        yield Yard(client, chat, people, town.database, town.sandbox.url)

"""One Chromium, one sandbox and one bot for all tests of this folder; a group of new people for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import Running, running
from tests.browser.chromium import CHROMIUM, chromium
from tests.e2e.process import BotProcess
from tests.e2e.seats import PATIENCE, Person

NAMES = ("Аня", "Борис", "Вера")

Look = Callable[[ViewportSize], Awaitable[Page]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder share one loop, so that they can share browser and bot; none runs without Chromium."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"))


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def window() -> AsyncIterator[Browser]:
    """A Chromium."""
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def at_work(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    """A sandbox with the bot at work in it."""
    database = tmp_path_factory.mktemp("page") / "kozel.db"
    async with running() as sandbox, BotProcess(sandbox.url, database):
        yield sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def client(at_work: Running) -> AsyncIterator[SandboxClient]:
    """What people do who do not look at the page."""
    async with SandboxClient(at_work.url, wait=PATIENCE) as it:
        yield it


@pytest_asyncio.fixture(loop_scope="session")
async def people(client: SandboxClient) -> list[Person]:
    """New people, who have not started the bot."""
    return [Person(client, await client.add_person(name), name) for name in NAMES]


@pytest_asyncio.fixture(loop_scope="session")
async def chat(client: SandboxClient, people: list[Person]) -> int:
    """A new group of these people in which the bot has said hello."""
    group = await client.add_chat("Площадь", [person.id for person in people])
    await client.wait_for(people[0].id, group, text="/kozel")
    return group


@pytest_asyncio.fixture(loop_scope="session")
async def look(window: Browser, at_work: Running, people: list[Person], chat: int) -> AsyncIterator[Look]:
    """Open the group as the first of the people, on a screen of that size; an error in the page fails the test."""
    problems: list[str] = []

    async def opened(size: ViewportSize) -> Page:
        context = await window.new_context(viewport=size, locale="ru-RU", reduced_motion="reduce")
        page = await context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        await page.goto(f"{at_work.url}/#person={people[0].id}&chat={chat}")
        await page.locator("[data-message]:visible").first.wait_for()
        return page

    yield opened
    for context in window.contexts:
        await context.close()
    assert problems == []

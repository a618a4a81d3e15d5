"""A sandbox that listens, the bot as python-telegram-bot sees it, raw calls, and people to play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.sandbox import Running, Switchboard, default_world, running
from bot.sandbox.client import SandboxClient


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder share one loop, so that they can share one browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@dataclass(slots=True)
class Clock:
    """A clock that tests turn."""

    time: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


class Api:
    """Calls of the Bot API, raw: ``await api("sendMessage", chat_id=1, text="x")`` is the whole JSON answer."""

    def __init__(self, url: str, token: str = "1:sandbox") -> None:
        self.http = httpx.AsyncClient(base_url=f"{url}/bot{token}", timeout=20, trust_env=False, verify=False)

    async def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        response = await self.http.post(f"/{method}", json=params)
        answer: dict[str, Any] = response.json()
        assert answer["ok"] == (response.status_code == 200)
        assert answer["ok"] or answer["error_code"] == response.status_code
        return answer

    async def result(self, method: str, **params: Any) -> Any:
        """The result of a call that succeeds."""
        answer = await self(method, **params)
        assert answer["ok"], answer
        return answer["result"]

    async def error(self, method: str, **params: Any) -> str:
        """The description of a call that fails."""
        answer = await self(method, **params)
        assert not answer["ok"], answer
        return str(answer["description"])

    async def updates(self, **params: Any) -> list[dict[str, Any]]:
        """What getUpdates gives at once; it is confirmed."""
        batch: list[dict[str, Any]] = await self.result("getUpdates", **params)
        if batch:
            await self.result("getUpdates", offset=batch[-1]["update_id"] + 1, limit=1)
        return batch


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def closing() -> AsyncIterator[list[asyncio.Task[None]]]:
    """Servers that are shutting down: each takes a tenth of a second, for which no test need wait."""
    tasks: list[asyncio.Task[None]] = []
    yield tasks
    await asyncio.gather(*tasks)


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox(clock: Clock, closing: list[asyncio.Task[None]]) -> AsyncIterator[Running]:
    server = AsyncExitStack()
    yield await server.enter_async_context(running(board=Switchboard(default_world(), clock=clock)))
    closing.append(asyncio.create_task(server.aclose()))


@pytest_asyncio.fixture(loop_scope="session")
async def api(sandbox: Running) -> AsyncIterator[Api]:
    calls = Api(sandbox.url)
    async with calls.http:
        yield calls


@pytest_asyncio.fixture(loop_scope="session")
async def bot(sandbox: Running) -> AsyncIterator[Bot]:
    # Loading certificates for each test would take longer than the tests.
    plain = [HTTPXRequest(httpx_kwargs={"verify": False, "trust_env": False}) for _ in range(2)]
    root = f"{sandbox.url}/bot"
    async with Bot("1:sandbox", base_url=root, request=plain[0], get_updates_request=plain[1]) as it:
        yield it


@pytest_asyncio.fixture(loop_scope="session")
async def people(sandbox: Running) -> AsyncIterator[SandboxClient]:
    async with SandboxClient(sandbox.url, wait=2) as client:
        yield client


@pytest_asyncio.fixture(loop_scope="session")
async def anya(people: SandboxClient) -> int:
    return await people.person("Аня")


@pytest_asyncio.fixture(loop_scope="session")
async def boris(people: SandboxClient) -> int:
    return await people.person("Борис")


@pytest_asyncio.fixture(loop_scope="session")
async def yard(people: SandboxClient) -> int:
    return await people.chat("Двор")


@pytest_asyncio.fixture(loop_scope="session")
async def club(people: SandboxClient) -> int:
    return await people.chat("Клуб")

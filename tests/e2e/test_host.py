"""What the bot's host sees: it starts by one command, says in one line why it cannot, ends when told, and goes on."""

from __future__ import annotations

import asyncio
import random
import re
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import Running
from bot.storage.schema import migrate
from tests.e2e.conftest import Yard
from tests.e2e.process import BotProcess, run_to_end
from tests.e2e.seats import PATIENCE, Person, ended, gather, play_on
from tests.e2e.watching import stored, until

SOON = 5.0
"""Seconds within which the bot ends when it is told to."""


def one_line(stderr: str) -> str:
    """What was written to stderr, which is one line of it."""
    assert stderr.startswith("kozel: "), stderr
    assert stderr.count("\n") == 1, stderr
    assert stderr.endswith("\n")
    return stderr


class Alone(BotProcess):
    """The bot without a token: its own sandbox is in the same process."""

    def __init__(self, folder: Path) -> None:
        super().__init__("", folder / "kozel.db", BOT_TOKEN="", TELEGRAM_API_URL="", SANDBOX_PORT="0")

    @property
    def address(self) -> str:
        """The address that was printed last."""
        return str(re.findall(r"http://127\.0\.0\.1:\d+", self.log.read_text())[-1])


async def test_without_a_token_bot_and_sandbox_start_together_and_go_on_after_a_restart(tmp_path: Path) -> None:
    bot = Alone(tmp_path)
    async with bot, SandboxClient(bot.address, wait=PATIENCE) as client:
        assert "Kozel is open" in bot.log.read_text()
        anya, chat = Person(client, await client.person("Аня"), "Аня"), await client.chat("Двор")
        await gather(chat, [anya])
        hand = await until(anya.hand)
        asked = time.monotonic()
        assert await bot.stop() == 0
        assert time.monotonic() - asked < SOON
    before = stored(tmp_path / "kozel.db", chat)
    async with bot, SandboxClient(bot.address, wait=PATIENCE) as client:
        anya = Person(client, anya.id, "Аня")
        again = await until(anya.hand)
        assert (again["message_id"], again["text"]) == (hand["message_id"], hand["text"])
        assert stored(tmp_path / "kozel.db", chat) == before
        await play_on([anya], chat, random.Random(10))
        assert await ended(anya, chat)


async def test_sigterm_ends_the_bot_soon_and_cleanly_in_the_middle_of_a_series(yard: Yard) -> None:
    bot = yard.bot()
    await bot.start()
    four = yard.people[:4]
    await gather(yard.chat, four)
    playing = asyncio.create_task(play_on(four, yard.chat, random.Random(11)))
    await until(lambda: _played(yard, 5))
    asked = time.monotonic()
    assert await bot.stop() == 0
    assert time.monotonic() - asked < SOON
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    log = bot.log.read_text()
    assert "Traceback" not in log
    assert " E " not in log


async def _played(yard: Yard, plays: int) -> bool:
    """So many plays are made."""
    return len(stored(yard.database, yard.chat)["actions"]) >= plays


async def test_a_token_that_telegram_refuses_is_told_in_one_line(sandbox: Running, tmp_path: Path) -> None:
    code, out, err = await run_to_end(tmp_path, BOT_TOKEN="123:wrong", TELEGRAM_API_URL=sandbox.url)
    assert code == 2
    assert out == ""
    assert "BOT_TOKEN" in one_line(err)
    assert "wrong" not in err, "a token is a secret"


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("BOT_TOKEN", "hello", "@BotFather"),
        ("TELEGRAM_API_URL", "telegram.org", "https://"),
        ("DATABASE_URL", "postgresql://localhost/kozel", "sqlite:///"),
        ("LANGUAGE", "de", "ru or en"),
        ("LOG_LEVEL", "LOUD", "DEBUG"),
        ("COMPUTER_PACE", "fast", "seconds"),
        ("DEAL_PAUSE", "-1", "seconds"),
        ("SANDBOX_HOST", "0.0.0.0", "127.0.0.1"),
        ("SANDBOX_PORT", "99999", "65535"),
    ],
)
def test_a_wrong_setting_is_told_in_one_line(tmp_path: Path, name: str, value: str, right: str) -> None:
    code, out, err = asyncio.run(run_to_end(tmp_path, **{name: value}))
    assert (code, out) == (2, "")
    line = one_line(err)
    assert name in line
    assert right in line
    assert (value in line) != (name == "BOT_TOKEN"), "the value is named, but never a token"
    assert not list(tmp_path.iterdir()), "nothing was begun"


async def test_a_setting_may_stand_in_dot_env_and_the_environment_goes_before_it(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LANGUAGE=de\nLOG_LEVEL=LOUD\n", encoding="utf-8")
    code, _, err = await run_to_end(tmp_path, LANGUAGE="en")
    assert code == 2
    assert "LOG_LEVEL" in one_line(err)


async def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, _, err = await run_to_end(tmp_path, SANDBOX_PORT=port)
    assert code == 2
    assert port in one_line(err)


def _no_database(path: Path) -> None:
    path.write_text("Once upon a time there was no database here.\n" * 99, encoding="utf-8")


def _foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (soup TEXT)")
    connection.close()


def _newer(path: Path) -> None:
    migrate(f"sqlite+aiosqlite:///{path}")
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


@pytest.mark.parametrize("spoil", [_no_database, _foreign, _newer])
async def test_a_database_that_is_not_ours_or_newer_is_told_in_one_line_and_left_alone(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    path = tmp_path / "kozel.db"
    spoil(path)
    before = path.read_bytes()
    code, _, err = await run_to_end(tmp_path, DATABASE_URL=f"sqlite:///{path}", SANDBOX_PORT="0")
    assert code == 2
    assert "kozel.db" in one_line(err)
    assert path.read_bytes() == before


async def test_a_telegram_that_is_away_is_tried_again_until_it_is_there(sandbox: Running, tmp_path: Path) -> None:
    async with SandboxClient(sandbox.url) as client:
        await client.fault("5xx", "getMe", times=2)
        async with BotProcess(sandbox.url, tmp_path / "kozel.db") as bot:
            assert "trying again" in bot.log.read_text()

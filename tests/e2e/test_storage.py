"""The disk, the database file and the host at their worst: a clear line, the play refused, nothing half done."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from bot.sandbox.app import TOKEN
from bot.sandbox.client import SandboxClient
from bot.sandbox.server import Running
from bot.storage.schema import SchemaState, state
from kozel import check
from tests.e2e.conftest import Yard
from tests.e2e.ledger import record_of, stored_deals
from tests.e2e.process import BotProcess, run_to_end
from tests.e2e.seats import gather, play_on
from tests.e2e.test_bad_presses import lay_of
from tests.e2e.test_faults import chats_are_right, play, series_is_clean
from tests.e2e.test_host import one_line
from tests.e2e.watching import quiet, stored, until

TRY_AGAIN = "Не получилось"


@contextlib.asynccontextmanager
async def no_room(bot: BotProcess, database: Path) -> AsyncIterator[None]:
    """No file of the bot may grow; as on a full disk, what it writes beyond fails."""
    wal = database.with_name(database.name + "-wal")
    before = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, before)


async def test_a_full_disk_refuses_plays_in_one_line_and_they_go_on_when_there_is_room(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    async with yard.bot() as bot:
        await gather(yard.chat, four)
        await play(yard, four, 2)
        await quiet(client)
        before = stored(yard.database, yard.chat)
        person, hand, data = await lay_of(yard, four)
        said = len(bot.log.read_text())
        async with no_room(bot, yard.database):
            bot.log.write_text("")  # it grows no more, either
            answer = await client.press(person.id, person.id, hand["message_id"], data)
            assert answer.show_alert
            assert TRY_AGAIN in answer.text
            assert stored(yard.database, yard.chat) == before, "nothing is half done"
        log = bot.log.read_text()
        assert "plays are refused meanwhile" in log, said
        assert "Traceback" not in log
        again = await client.press(person.id, person.id, hand["message_id"], data)
        assert again.text
        assert not again.show_alert
        await play(yard, four, 3)
        await chats_are_right(yard)
        series_is_clean(yard)


async def test_a_database_that_another_program_holds_refuses_plays_and_each_press_is_answered(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    async with yard.bot() as bot:
        await gather(yard.chat, four)
        await play(yard, four, 1)
        await quiet(client)
        before = stored(yard.database, yard.chat)
        person, hand, data = await lay_of(yard, four)
        other = sqlite3.connect(yard.database, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            pressed = time.monotonic()
            presses = [client.press(person.id, person.id, hand["message_id"], data, wait=14) for _ in range(3)]
            answers = await asyncio.gather(*presses)
            assert all(TRY_AGAIN in answer.text for answer in answers)
            assert time.monotonic() - pressed < 14
        finally:
            other.execute("ROLLBACK")
            other.close()
        assert "another program holds the file" in bot.log.read_text()
        assert stored(yard.database, yard.chat) == before
        await play(yard, four, 2)
        await chats_are_right(yard)
        series_is_clean(yard)


async def test_a_second_bot_on_the_same_database_says_so_and_ends(yard: Yard, tmp_path: Path) -> None:
    async with yard.bot():
        code, _, err = await run_to_end(
            tmp_path, BOT_TOKEN=TOKEN, TELEGRAM_API_URL=yard.api, DATABASE_URL=f"sqlite:///{yard.database}"
        )
    assert code == 2
    assert "Another bot is at work" in one_line(err)


async def test_two_bots_with_one_token_say_so_loudly_and_the_one_that_stays_goes_on(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    other = Yard(client, yard.chat, yard.people, yard.database.with_name("other.db"), yard.api)
    bot, second = yard.bot(), other.bot()
    async with bot:
        await gather(yard.chat, four)
        await play(yard, four, 1)
        async with second:
            await until(lambda: _loud(bot, second))
        await play(yard, four, 3)
        await chats_are_right(yard)
        series_is_clean(yard)


async def _loud(*bots: BotProcess) -> bool:
    """One of them has said that there are two."""
    return any(" C " in bot.log.read_text() and "Another bot is running" in bot.log.read_text() for bot in bots)


async def test_a_backup_made_while_people_play_is_a_clean_series_that_can_be_gone_on_with(
    yard: Yard, tmp_path: Path
) -> None:
    four, client = yard.people[:4], yard.client
    copies = [tmp_path / f"copy-{number}.db" for number in range(3)]
    async with yard.bot():
        await gather(yard.chat, four)
        playing = asyncio.create_task(play_on(four, yard.chat, random.Random(12)))
        for copy in copies:
            done = len(stored(yard.database, yard.chat)["actions"])
            code, out, err = await run_to_end(tmp_path, "backup", str(copy), DATABASE_URL=f"sqlite:///{yard.database}")
            assert (code, err) == (0, "")
            assert copy.name in out
            deals = stored_deals(copy)
            assert sum(len(deal.moments) for deal in deals) >= done
            assert check(record_of(deals, ["1", "2", "3", "4"])) is None
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    assert state(f"sqlite+aiosqlite:///{copies[-1]}") is SchemaState.CURRENT
    restored = Yard(client, yard.chat, yard.people, copies[-1], yard.api)
    async with restored.bot():
        for person in four:  # what stood then was deleted since: it is asked for
            await person.say(person.id, "/hand")
        await four[0].say(yard.chat, "/table")
        await chats_are_right(restored, twice=True)
        await play_on(four, yard.chat, random.Random(13))  # what is left of the other future is swept as it is pressed
        series_is_clean(restored)


async def test_a_backup_replaces_nothing_and_says_why_it_was_not_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kozel.db"
    code, _, err = await run_to_end(tmp_path, "backup", "copy.db", DATABASE_URL=url)
    assert code == 2
    assert "no database" in one_line(err)
    sqlite3.connect(tmp_path / "kozel.db").close()
    (tmp_path / "copy.db").write_text("mine")
    code, _, err = await run_to_end(tmp_path, "backup", "copy.db", DATABASE_URL=url)
    assert code == 2
    assert "exists already" in one_line(err)
    assert (tmp_path / "copy.db").read_text() == "mine"
    code, _, err = await run_to_end(tmp_path, "backup", "no/folder/copy.db", DATABASE_URL=url)
    assert code == 2
    assert "cannot be copied" in one_line(err)


async def doctor(folder: Path, database: Path, api: str = "", token: str = TOKEN) -> tuple[int, str]:
    """What the doctor says of this database and this token."""
    code, out, err = await run_to_end(
        folder, "doctor", DATABASE_URL=f"sqlite:///{database}", BOT_TOKEN=token, TELEGRAM_API_URL=api
    )
    assert err == ""
    return code, out


async def test_the_doctor_finds_nothing_wrong_with_a_bot_at_work(yard: Yard, tmp_path: Path) -> None:
    async with yard.bot():
        await gather(yard.chat, yard.people[:4])
        code, out = await doctor(tmp_path, yard.database, yard.api)
    assert code == 0, out
    assert "✗" not in out
    for part in (
        "settings",
        "up to date",
        "at work",
        "@kozel_sandbox_bot",
        "Privacy mode is on",
        "No webhook",
        "1 groups",
    ):
        assert part in out
    assert TOKEN not in out


async def test_the_doctor_names_what_is_wrong_at_telegram_and_what_to_do(yard: Yard, tmp_path: Path) -> None:
    client, four = yard.client, yard.people[:4]
    async with yard.bot():
        await gather(yard.chat, four)
        await quiet(client)
    await client.botfather(joins_groups=False, reads_all=True)
    async with httpx.AsyncClient() as http:
        await http.post(f"{yard.api}/bot{TOKEN}/setWebhook", json={"url": "https://example.org/hook"})
    await client.set_bot(yard.chat, "restrict")
    code, out = await doctor(tmp_path, yard.database, yard.api)
    assert code == 1
    for part in ("/setjoingroups", "/setprivacy", "A webhook is set", "«Двор»: the bot may not write"):
        assert part in out
    assert "example.org" not in out, "a webhook's address may hold a secret"
    await client.set_bot(yard.chat, "kick")
    assert "«Двор»" in (await doctor(tmp_path, yard.database, yard.api))[1]
    await client.set_bot(yard.chat, "add")
    await client.mute(yard.chat)
    assert "only admins may write" in (await doctor(tmp_path, yard.database, yard.api))[1]
    async with yard.bot():  # which takes the webhook away
        await client.mute(yard.chat, False)
        await play(yard, four, 1)


async def test_the_doctor_names_a_wrong_token_and_a_telegram_that_is_away(sandbox: Running, tmp_path: Path) -> None:
    database = tmp_path / "kozel.db"
    code, out = await doctor(tmp_path, database, sandbox.url, "123:sesame")
    assert code == 1
    assert "BOT_TOKEN" in out
    assert "sesame" not in out
    code, out = await doctor(tmp_path, database, "http://127.0.0.1:9")
    assert code == 1
    assert "cannot be reached" in out
    code, out = await doctor(tmp_path, database, token="")
    assert code == 0
    assert "sandbox" in out
    assert not database.exists(), "it changes nothing"


@pytest.mark.parametrize("kind", ["none", "foreign", "newer"])
async def test_the_doctor_names_a_database_that_will_not_do(tmp_path: Path, kind: str) -> None:
    database = tmp_path / "kozel.db"
    if kind == "none":
        database.write_text("Once upon a time\n" * 99)
    else:
        with sqlite3.connect(database) as connection:
            name = "recipes (soup TEXT)" if kind == "foreign" else "alembic_version (version_num TEXT)"
            connection.execute(f"CREATE TABLE {name}")
            if kind == "newer":
                connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.close()
    code, out = await doctor(tmp_path, database, token="")
    assert code == 1
    assert "✗" in out
    assert "kozel.db" in out


async def test_sigterm_ends_the_bot_within_five_seconds_though_telegram_answers_nothing(yard: Yard) -> None:
    four, client = yard.people[:4], yard.client
    bot = yard.bot()
    await bot.start()
    await gather(yard.chat, four)
    await play(yard, four, 1)
    person, hand, data = await lay_of(yard, four)
    done = len(stored(yard.database, yard.chat)["actions"])
    await client.fault("delay", "*", seconds=30, times=0)
    await client.press(person.id, person.id, hand["message_id"], data, wait=0)
    await until(lambda: _grown(yard, done))
    asked = time.monotonic()
    assert await bot.stop() == 0
    assert time.monotonic() - asked < 5
    await client.clear_faults()
    async with bot:
        await chats_are_right(yard, twice=True)
        await play(yard, four, 2)
        series_is_clean(yard)


async def _grown(yard: Yard, actions: int) -> bool:
    """More than so many plays are stored."""
    return len(stored(yard.database, yard.chat)["actions"]) > actions


async def test_telegram_away_for_long_loses_nothing(yard: Yard) -> None:
    four = yard.people[:4]
    async with yard.bot():
        await gather(yard.chat, four)
        await play(yard, four, 2)
        person, hand, data = await lay_of(yard, four)
        async with SandboxClient(yard.api) as client:
            await client.fault("cut", "*", times=0)
            await asyncio.sleep(4)  # long enough for every part to fail and wait
            pressed = client.press(person.id, person.id, hand["message_id"], data, wait=14)
            waiting = asyncio.create_task(pressed)
            await asyncio.sleep(0.5)
            await client.clear_faults()
            assert (await waiting).answered
        await chats_are_right(yard, twice=True)
        await play(yard, four, 2)
        series_is_clean(yard)

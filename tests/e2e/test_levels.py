"""Computers' levels: chosen with a button in the lobby; a master thinks in processes that live and die with the bot."""

from __future__ import annotations

import asyncio
import contextlib
import random

import psutil

from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, play_on, plays, seat
from tests.e2e.watching import stored, until


async def test_a_press_gives_a_computer_the_next_level_and_no_worker_is_started_for_it(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot() as bot:
        await seat(yard.chat, [anya])
        await anya.sees(yard.chat, button="🤖 Хват · крепкий")
        for level in ("мастер", "новичок", "крепкий", "мастер"):
            await anya.tap(yard.chat, data="level:")
            await anya.sees(yard.chat, button=f"🤖 Хват · {level}")
        await anya.tap(yard.chat, label="🤖 Дока · крепкий")
        await anya.sees(yard.chat, button="🤖 Дока · мастер")
        assert not _workers(bot.pid)


async def test_masters_play_a_whole_series_with_a_person(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(THINKING_TIME="0.01") as bot:
        await _deal_to_masters(yard)
        await play_on([anya], yard.chat, random.Random(3))
        assert _workers(bot.pid)
    assert str(stored(yard.database, yard.chat)).count("'master'") == 3


async def test_workers_do_not_outlive_a_bot_that_is_killed(yard: Yard) -> None:
    anya = yard.people[0]
    bot = yard.bot(THINKING_TIME="0.01")
    await bot.start()
    await seat(yard.chat, [anya])
    await anya.tap(yard.chat, data="level:")
    await anya.sees(yard.chat, button="🤖 Хват · мастер")
    await anya.tap(yard.chat, data="deal:")
    dice = random.Random(1)
    await until(lambda: _played_until_workers(anya, bot.pid, dice))
    workers = _workers(bot.pid)
    await bot.kill()
    await until(lambda: _gone(workers))


async def test_workers_that_are_killed_hold_up_no_table(yard: Yard) -> None:
    anya = yard.people[0]
    async with yard.bot(THINKING_TIME="0.05") as bot:
        await _deal_to_masters(yard)
        playing = asyncio.create_task(play_on([anya], yard.chat, random.Random(4)))
        for _ in range(4):
            await until(lambda: _killed(bot.pid))
        await playing
        said = bot.log.read_text()
    assert "a thought came to nothing (BrokenProcessPool)" in said
    assert "Traceback" not in said


async def _killed(bot: int) -> bool:
    """Kill -9 to all that think there now; whether anybody did."""
    killed = False
    for worker in _workers(bot):
        with contextlib.suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(worker.cmdline()):
                worker.kill()
                killed = True
    await asyncio.sleep(0.3)
    return killed


async def _played_until_workers(person: Person, bot: int, dice: random.Random) -> bool:
    """Press what is offered; whether the bot has workers by now."""
    message = await person.hand()
    if message is not None:
        data = dice.choice(plays(message))["callback_data"]
        await person.client.press(person.id, person.id, message["message_id"], data)
    await asyncio.sleep(0.02)
    return bool(_workers(bot))


async def _gone(workers: list[psutil.Process]) -> bool:
    """None of them runs any more."""
    return not any(worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE for worker in workers)


def _workers(bot: int) -> list[psutil.Process]:
    """The bot's own processes."""
    return psutil.Process(bot).children(recursive=True)


async def _deal_to_masters(yard: Yard) -> None:
    """A series of one person with three masters begins."""
    anya = yard.people[0]
    await seat(yard.chat, [anya])
    for name in ("Хват", "Дока", "Лад"):
        await anya.tap(yard.chat, label=f"🤖 {name} · крепкий")
        await anya.sees(yard.chat, button=f"🤖 {name} · мастер")
    await anya.tap(yard.chat, data="deal:")

"""How fast the bot may speak."""

from __future__ import annotations

import asyncio

from bot.telegram.pace import Gate, Pace


def test_groups_wait_longer_than_people() -> None:
    pace = Pace(group=3, private=1)
    assert (pace.gap(-1001), pace.gap(-5), pace.gap(7)) == (3, 3, 1)


def test_the_usual_pace_keeps_telegrams_limits() -> None:
    pace = Pace()
    assert 60 / pace.group <= 20
    assert pace.private >= 1
    assert pace.a_second <= 30


async def passed_at(gate: Gate, number: int) -> list[float]:
    times: list[float] = []

    async def passes() -> None:
        await gate.passed()
        times.append(asyncio.get_running_loop().time())

    await asyncio.gather(*[passes() for _ in range(number)])
    return times


async def test_the_gate_lets_so_many_a_second_through() -> None:
    start = asyncio.get_running_loop().time()
    times = await passed_at(Gate(100), 8)
    assert all(time - start > place * 0.01 - 0.002 for place, time in enumerate(times))


async def test_who_comes_to_an_idle_gate_does_not_wait() -> None:
    loop = asyncio.get_running_loop()
    gate = Gate(5)
    start = loop.time()
    await gate.passed()
    assert loop.time() - start < 0.1
    await asyncio.sleep(0.22)
    start = loop.time()
    await gate.passed()
    assert loop.time() - start < 0.1


async def test_an_idle_gate_saves_nothing_up() -> None:
    gate = Gate(50)
    await passed_at(gate, 1)
    await asyncio.sleep(0.1)
    start = asyncio.get_running_loop().time()
    assert (await passed_at(gate, 4))[-1] - start > 0.055

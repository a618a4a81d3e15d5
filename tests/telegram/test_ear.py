"""Whether anybody can be heard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram.error import NetworkError

from bot.telegram import ear as ear_module
from bot.telegram.ear import Ear
from bot.telegram.request import AiohttpRequest


class Line:
    """What a request meets next: a status, or an error."""

    def __init__(self) -> None:
        self.next: int | NetworkError = 200
        self.told: list[str] = []


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    line = Line()

    async def meets(self: AiohttpRequest, *_: Any, **__: Any) -> tuple[int, bytes]:
        if isinstance(line.next, NetworkError):
            raise line.next
        return line.next, b""

    monkeypatch.setattr(AiohttpRequest, "do_request", meets)
    return line


@pytest.fixture
async def ear(line: Line) -> AsyncIterator[Ear]:
    ear = Ear("http://127.0.0.1:1")
    ear.deaf = lambda: line.told.append("deaf")
    ear.hears = lambda anew: line.told.append("anew" if anew else "hears")
    yield ear
    await ear.shutdown()


async def test_an_answer_is_heard_also_one_that_refuses(line: Line, ear: Ear) -> None:
    await ear.do_request("", "POST")
    line.next = 409
    await ear.do_request("", "POST")
    assert line.told == ["hears", "hears"]


async def test_a_server_that_fails_and_a_line_that_is_cut_leave_the_bot_deaf(line: Line, ear: Ear) -> None:
    line.next = 502
    await ear.do_request("", "POST")
    line.next = NetworkError("cut")
    with pytest.raises(NetworkError):
        await ear.do_request("", "POST")
    line.next = 200
    await ear.do_request("", "POST")
    assert line.told == ["deaf", "deaf", "hears"]


async def test_after_a_long_silence_things_begin_anew_once(
    line: Line, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ear_module, "_LONG", -1.0)
    line.next = 500
    await ear.do_request("", "POST")
    line.next = 200
    await ear.do_request("", "POST")
    await ear.do_request("", "POST")
    assert line.told == ["deaf", "anew", "hears"]

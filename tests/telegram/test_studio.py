"""Pictures are drawn beside the bot's work, one at a time, and not twice for a finger that presses twice."""

from __future__ import annotations

import asyncio
import logging
import threading

import pytest

from bot.telegram.studio import Studio


async def test_the_bot_goes_on_while_a_picture_is_drawn_and_is_told_in_its_own_thread() -> None:
    begun, goes_on = threading.Event(), threading.Event()
    told: asyncio.Future[tuple[bytes, int]] = asyncio.get_running_loop().create_future()

    def picture() -> bytes:
        begun.set()
        assert goes_on.wait(5)
        return b"png"

    Studio().draw(picture, lambda drawn: told.set_result((drawn, threading.get_ident())))
    assert await asyncio.to_thread(begun.wait, 5)
    assert not told.done()
    goes_on.set()
    assert await asyncio.wait_for(told, 5) == (b"png", threading.get_ident())


async def test_a_picture_that_fails_is_logged_and_others_are_drawn(caplog: pytest.LogCaptureFixture) -> None:
    studio = Studio()
    told: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def fails() -> bytes:
        raise RuntimeError("out of ink")

    with caplog.at_level(logging.ERROR):
        studio.draw(fails, lambda _: pytest.fail("nothing was drawn"))
        studio.draw(lambda: b"next", told.set_result)
        assert await asyncio.wait_for(told, 5) == b"next"
    assert "out of ink" in caplog.text


def test_the_same_picture_is_drawn_again_after_a_minute_at_the_earliest() -> None:
    now = 0.0
    studio = Studio(lambda: now)
    assert studio.wanted("a")
    assert not studio.wanted("a")
    assert studio.wanted("b")
    now = 59.0
    assert not studio.wanted("a")
    now = 60.0
    assert studio.wanted("a")


async def test_who_presses_everything_does_not_make_a_queue_without_end() -> None:
    studio, goes_on = Studio(), threading.Event()

    def waits() -> bytes:
        assert goes_on.wait(5)
        return b""

    for number in range(100):
        if studio.wanted(number):
            studio.draw(waits, lambda _: None)
    assert len(studio._drawing) == 20
    goes_on.set()
    await asyncio.gather(*studio._drawing)
    assert studio.wanted("again")

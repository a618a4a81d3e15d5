"""How the bot stops: one part that fails, or hangs, keeps no other from ending."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.app import _within
from bot.tables.ports import StoreFailed


async def test_a_part_that_fails_at_the_end_is_logged_and_the_others_end_too(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise StoreFailed("kozel.db: the disk is full")

    with caplog.at_level(logging.ERROR):
        await _within(1, fails(), "turns' times")
    assert "turns' times" in caplog.text
    assert "the disk is full" in caplog.text


async def test_a_part_that_hangs_at_the_end_is_left(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        await _within(0.05, asyncio.sleep(60), "updates under way")
    assert "updates under way" in caplog.text

"""The seal: where it stands, where it does not, and what is said about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.fair import fair
from bot.screens.lobby import lobby
from bot.screens.table import table
from bot.tables.model import Phase
from bot.texts import Words
from kozel import commitment_of
from tests.screens.scenes import EN, FREE, RU, a_table, playing

SECRET = bytes(range(32))
SEAL = f"🔒 /fair <code>{commitment_of(SECRET)}</code>"


def test_the_lobby_shows_the_seal_of_the_first_deal_and_keeps_it() -> None:
    here = replace(a_table((FREE,) * 4), secret=SECRET, promised=commitment_of(SECRET))
    assert SEAL in lobby(here.face(), RU).text
    later = replace(here, phase=Phase.PLAYING, secret=bytes(32))
    assert SEAL in lobby(later.face(), RU).text
    assert commitment_of(bytes(32)) not in lobby(later.face(), RU).text


def test_a_deal_shows_the_seal_of_the_next() -> None:
    here = replace(playing(), secret=SECRET, promised=commitment_of(bytes(32)))
    assert SEAL in table(here.face(), RU).text
    assert commitment_of(bytes(32)) not in table(here.face(), RU).text


def test_a_table_that_was_closed_has_no_next_deal() -> None:
    here = replace(playing(), phase=Phase.CLOSED, secret=SECRET)
    assert "🔒" not in table(here.face(), RU).text
    assert SEAL not in fair(here.face(), RU).text


@pytest.mark.parametrize("words", [RU, EN], ids=["ru", "en"])
def test_fair_explains_in_four_lines_and_shows_the_seal(words: Words) -> None:
    told = fair(replace(playing(), secret=SECRET).face(), words).text.splitlines()
    assert [line[:2] for line in told[1:5]] == ["1.", "2.", "3.", "4."]
    assert told[-1] == SEAL
    assert fair(None, words).text.splitlines() == told[:5]

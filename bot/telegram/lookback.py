"""Callback data of the presses that look back at what was played; see callback for all others."""

from __future__ import annotations

from typing import assert_never

from bot.tables.annals import Month, Scope
from bot.tables.model import SeriesId
from bot.tables.presses import DrawSeries, DrawStandings, Past, ShowHistory, ShowSeries, ShowStandings
from kozel import VARIANTS

_BOTH, _ALWAYS = "both", "always"
_LONGEST = 15  # digits; beyond is more than the database could hold


def encode_past(press: Past) -> str:
    """The callback data of ``press``."""
    match press:
        case ShowStandings(scope):
            return f"best:{_scope(scope)}"
        case ShowHistory(page):
            return f"past:{page}"
        case ShowSeries(series, page):
            return f"series:{series}:{page}"
        case DrawStandings(scope):
            return f"draw:{_scope(scope)}"
        case DrawSeries(series):
            return f"plot:{series}"
        case _:
            assert_never(press)


def decode_past(name: str, words: list[str]) -> Past:
    """The press that data of this name and these words says.

    Raises:
        ValueError: it is none of these, or a word is none that this bot writes.
    """
    match name, words:
        case "best", [game, month]:
            return ShowStandings(_scope_of(game, month))
        case "past", [page]:
            return ShowHistory(_number(page))
        case "series", [series, page]:
            return ShowSeries(SeriesId(_number(series)), _number(page))
        case "draw", [game, month]:
            return DrawStandings(_scope_of(game, month))
        case "plot", [series]:
            return DrawSeries(SeriesId(_number(series)))
        case _:
            raise ValueError(name)


def _scope(scope: Scope) -> str:
    return f"{scope.variant or _BOTH}:{scope.month or _ALWAYS}"


def _scope_of(game: str, month: str) -> Scope:
    if game not in (_BOTH, *VARIANTS):
        raise ValueError(game)
    number = None if month == _ALWAYS else Month(_number(month))
    if number is not None and not (2000 <= number // 100 <= 9998 and 1 <= number % 100 <= 12):
        raise ValueError(month)
    return Scope(None if game == _BOTH else game, number)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _LONGEST:
        raise ValueError(text)
    return int(text)

"""Rows of buttons that fit a phone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.screens.names import width
from bot.screens.screen import Button

Row = tuple[Button, ...]

MOST_IN_A_ROW = 6
_ROW = 36  # columns; all buttons of a row are equally wide, and need some room around the label
_AROUND = 3


def fits(row: Sequence[Button]) -> bool:
    """Whether these labels can stand side by side unshortened."""
    widest = max((width(button.label) for button in row), default=0)
    return len(row) <= MOST_IN_A_ROW and len(row) * (widest + _AROUND) <= _ROW


def packed(buttons: Iterable[Button]) -> list[Row]:
    """Buttons in order, in as few rows as fit, evenly filled."""
    todo = list(buttons)
    most = next((n for n in range(min(MOST_IN_A_ROW, len(todo)), 1, -1) if _all_fit(todo, n)), 1)
    count = -(-len(todo) // most)
    even = -(-len(todo) // count) if count else 1
    return [tuple(todo[start : start + even]) for start in range(0, len(todo), even)]


def merged(blocks: Iterable[list[Row]]) -> list[Row]:
    """Blocks of rows below each other; blocks of a single row share it where they fit."""
    rows: list[Row] = []
    open_row = False
    for block in blocks:
        if open_row and len(block) == 1 and fits((*rows[-1], *block[0])):
            rows[-1] = (*rows[-1], *block[0])
            continue
        rows += block
        open_row = len(block) == 1
    return rows


def _all_fit(buttons: Sequence[Button], size: int) -> bool:
    return all(fits(buttons[start : start + size]) for start in range(0, len(buttons), size))

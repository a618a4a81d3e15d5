"""Columns side by side in a monospaced block, narrow enough for a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bot.screens.names import isolated, shorten, width

COLUMNS = 38
_LEAST_NAME = 4

Cells = tuple[str, ...]


def block(rows: Sequence[Cells]) -> str:
    """Rows of as many cells each, as HTML: the place, the name (which gets what room is left), figures to the right."""
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    figures = sum(widths) - widths[1] + len(widths) - 1
    widths[1] = max(_LEAST_NAME, min(widths[1], COLUMNS - figures))
    return "<pre>" + escape("\n".join(_line(row, widths) for row in rows), quote=False) + "</pre>"


def _line(row: Cells, widths: Sequence[int]) -> str:
    name = isolated(shorten(row[1], widths[1]))
    figures = [_to_the_right(cell, columns) for cell, columns in zip(row[2:], widths[2:], strict=True)]
    return " ".join([_to_the_right(row[0], widths[0]), name + " " * (widths[1] - width(name)), *figures])


def _to_the_right(cell: str, columns: int) -> str:
    return " " * (columns - width(cell)) + cell

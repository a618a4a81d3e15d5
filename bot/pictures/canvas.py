"""Paper, ink and letters that all pictures share.

A picture has ground of its own and not too light a one, so that it is legible in a chat of either theme.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.screens.names import shorten

WIDTH = 1280
"""Pixels, the most that Telegram shows of a photo without making it smaller; no picture is higher either."""
MARGIN = 48

GROUND, GRID, STRIPE = "#18242c", "#33485a", "#1f2e38"
INK, FAINT = "#f3f6f8", "#a9bac6"
SIDES = ("#62aeff", "#ff7373")
LINES = ("#62aeff", "#ffb648", "#6fdc92", "#ff7373", "#cf9bf2", "#4fd6ca", "#f79ac0", "#dccb5c")
"""Colours of lines, told apart on GROUND; as many as are drawn at once."""

_FONTS = Path(__file__).parent / "fonts"
_ABSENT = "\U0010fffe"  # a noncharacter: what a font draws for it, it draws for everything that it has not
_LONGEST = 64


@lru_cache(maxsize=16)
def font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """DejaVu Sans, which has Cyrillic and the card suits, so many pixels high."""
    return ImageFont.truetype(_FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"), size)


def paper(height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """An empty picture of WIDTH × ``height``, and what draws on it."""
    image = Image.new("RGB", (WIDTH, height), GROUND)
    return image, ImageDraw.Draw(image)


def png(image: Image.Image) -> bytes:
    """The picture as a file."""
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def legible(name: str, otherwise: str) -> str:
    """``name`` without what the font cannot draw, such as emoji; ``otherwise`` where nothing is left."""
    kept = "".join(letter for letter in shorten(name, _LONGEST) if _drawn(letter))
    return " ".join(kept.split()) or otherwise


@lru_cache(maxsize=1 << 12)
def _drawn(letter: str) -> bool:
    if letter.isspace():
        return True
    if unicodedata.category(letter) in ("Cf", "Mn"):
        return unicodedata.category(letter) == "Mn"
    known = font(24)
    return bytes(known.getmask(letter)) != bytes(known.getmask(_ABSENT))


def fitted(text: str, letters: ImageFont.FreeTypeFont, room: float) -> str:
    """``text`` in at most ``room`` pixels, an ellipsis where something is left out."""
    if letters.getlength(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if letters.getlength(text[:middle].rstrip() + "…") <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"

"""A plot of lines over whole numbers, with a grid that has round numbers at its side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.canvas import FAINT, GRID, GROUND, font

_FINE = 2  # drawn so many times as large and made smaller, which smooths the lines
_LETTERS = 18
_RULES = 4  # about so many lines of the grid
_SIDE = 84  # pixels left of the plot, for the numbers


class Line(NamedTuple):
    """A line through ``points`` (place, value), in order of place; ``dots`` marks them."""

    colour: str
    points: Sequence[tuple[float, float]]
    dots: bool = False


class Frame(NamedTuple):
    """A box in a picture (left, top, width, height in pixels), and which places and values it shows."""

    box: tuple[int, int, int, int]
    places: tuple[float, float]
    values: tuple[float, float]

    def at(self, place: float, value: float) -> tuple[float, float]:
        """Where in the picture a point is."""
        left, top, width, height = self.box
        across = (place - self.places[0]) / max(self.places[1] - self.places[0], 1e-9)
        up = (value - self.values[0]) / max(self.values[1] - self.values[0], 1e-9)
        return left + across * width, top + height - up * height


def framed(box: tuple[int, int, int, int], places: tuple[float, float], values: Sequence[float]) -> Frame:
    """A frame in ``box`` that shows all these values with some air, the numbers at its left inside the box."""
    left, top, width, height = box
    low, high = min(values), max(values)
    air = max((high - low) * 0.06, 1)
    return Frame((left + _SIDE, top, width - _SIDE, height), places, (low - air, high + air))


def step_of(span: float) -> int:
    """How far apart the grid's lines are over ``span``: 1, 2 or 5 times a power of ten, at least 1."""
    rough = max(span / _RULES, 1)
    power = 10 ** math.floor(math.log10(rough))
    return int(next(power * times for times in (1, 2, 5, 10) if power * times >= rough))


def plot(image: Image.Image, frame: Frame, lines: Sequence[Line]) -> None:
    """Draw the grid, then the lines, the first on top."""
    _grid(ImageDraw.Draw(image), frame)
    left, top, width, height = frame.box
    ring = 8  # dots at the edge have room
    area = (left - ring, top - ring, left + width + ring, top + height + ring)
    fine = image.crop(area).resize(((width + 2 * ring) * _FINE, (height + 2 * ring) * _FINE), Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(fine)
    for line in reversed(lines):
        points = [
            ((x - area[0]) * _FINE, (y - area[1]) * _FINE) for x, y in (frame.at(*point) for point in line.points)
        ]
        pen.line(points, fill=line.colour, width=3 * _FINE, joint="curve")
        for x, y in points if line.dots or len(points) == 1 else points[-1:]:
            pen.circle((x, y), 5 * _FINE, fill=line.colour, outline=GROUND, width=_FINE)
    image.paste(fine.resize((width + 2 * ring, height + 2 * ring), Image.Resampling.LANCZOS), area[:2])


def _grid(pen: ImageDraw.ImageDraw, frame: Frame) -> None:
    left, _, width, _ = frame.box
    low, high = frame.values
    step = step_of(high - low)
    for value in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        _, y = frame.at(0, value)
        pen.line((left, y, left + width, y), fill=GRID, width=2 if value == 0 else 1)
        pen.text((left - 14, y), str(value), font=font(_LETTERS), fill=FAINT, anchor="rm")

"""A series as a picture: each side's loss points after each deal, up to the goats."""

from __future__ import annotations

from bot.pictures.canvas import FAINT, GRID, INK, MARGIN, SIDES, WIDTH, fitted, font, legible, paper, png
from bot.pictures.plot import Line, framed, plot
from bot.screens.history import names_of_past
from bot.screens.names import COMPUTER
from bot.screens.past import day_name, game_name
from bot.tables.annals import SeriesStory
from bot.texts import Words
from kozel import VARIANTS

_HEIGHT = 720
_TOP, _BOTTOM = 250, 630


def series_picture(story: SeriesStory, words: Words) -> bytes:
    """The series ``story``, as a PNG of 1280 × 720 pixels."""
    image, pen = paper(_HEIGHT)
    head = story.head
    title = legible(story.title, words.t("Practice"))
    pen.text((MARGIN, 34), fitted(title, font(38, bold=True), WIDTH - 2 * MARGIN), font=font(38, bold=True), fill=INK)
    what = words.t("Loss points by deal")
    below = f"{day_name(head.ended_at, words)} · {game_name(head.variant, words)} · {what}"
    pen.text((MARGIN, 88), below, font=font(22), fill=FAINT)
    for side, colour in enumerate(SIDES):
        y = 150.0 + side * 46
        pen.circle((MARGIN + 12, y), 11, fill=colour)
        names = " + ".join(legible(name.removeprefix(COMPUTER), "…") for name in names_of_past(head, side, words))
        pen.text((MARGIN + 38, y), fitted(names, font(28), 950), font=font(28), fill=INK, anchor="lm")
        points = str(head.loss[side])
        pen.text((WIDTH - MARGIN, y), points, font=font(34, bold=True), fill=colour, anchor="rm")
    sums = _sums(story)
    target = VARIANTS[head.variant].target
    places = (0, max(len(story.deals), 1))
    frame = framed((MARGIN, _TOP, WIDTH - 2 * MARGIN, _BOTTOM - _TOP), places, [0, target, *head.loss])
    left, y = frame.at(0, target)
    right, _ = frame.at(len(story.deals), target)
    for dash in range(int(left), int(right) - 9, 18):
        pen.line((dash, y, dash + 9, y), fill=FAINT, width=2)
    every = max(1, len(story.deals) // 20)
    for number in range(0, len(story.deals) + 1, every):
        x, bottom = frame.at(number, frame.values[0])
        pen.line((x, bottom, x, bottom + 8), fill=GRID, width=2)
        pen.text((x, bottom + 14), str(number), font=font(18), fill=FAINT, anchor="ma")
    plot(image, frame, [Line(colour, sums[side], dots=True) for side, colour in enumerate(SIDES)])
    return png(image)


def _sums(story: SeriesStory) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Each side's loss points after so many deals."""
    found: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([(0, 0)], [(0, 0)])
    for number, score in enumerate(story.deals, start=1):
        for side in (0, 1):
            found[side].append((number, found[side][-1][1] + score.loss[side]))
    return found

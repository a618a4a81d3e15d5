"""The long form of a chat's standings: a table of its players, and how their figures went over the newest series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.canvas import FAINT, INK, LINES, MARGIN, STRIPE, WIDTH, fitted, font, legible, paper, png
from bot.pictures.plot import Line, framed, plot
from bot.screens.names import nameless, shorten
from bot.screens.standings import rating_text, scope_name
from bot.tables.annals import PlayerStanding, Scope, Standings, Tracks
from bot.texts import Words
from kozel import VARIANTS

MOST = 50
"""Players in the table; the best ones, where there are more."""

_HEAD = 118  # pixels down to the table
_GAP = 40  # between two columns of players, and above the plot
_PLOT, _LOW_PLOT = 330, 260  # how high the plot is, below a short table and a long one
_LEGEND = 34  # a row of names
_NAMES_IN_A_ROW = 4


class _Sheet(NamedTuple):
    """How the table is set: ``columns`` side by side of up to ``rows``, each row so high, in letters so large;
    below it a plot so high."""

    columns: int
    rows: int
    height: int
    letters: int
    plot: int


def standings_picture(found: Standings, tracks: Tracks, title: str, scope: Scope, words: Words) -> bytes:
    """The standings of the chat called ``title`` in ``scope``, as a PNG of at most 1280 × 1280 pixels."""
    players = found.players[:MOST]
    sheet = _sheet(len(players))
    below = _HEAD + (sheet.rows + 1) * sheet.height
    names = -(-len(tracks.lines) // _NAMES_IN_A_ROW) * _LEGEND
    plotted = bool(tracks.lines) and tracks.length > 1
    height = below + (_GAP + 40 + names + sheet.plot + MARGIN if plotted else MARGIN)
    image, pen = paper(height)
    _heading(pen, found, title, scope, words)
    _table(pen, players, sheet, words, eggs=scope.variant is None or VARIANTS[scope.variant].eggs)
    if plotted:
        _plot(image, tracks, (below + _GAP, sheet.plot), words)
    return png(image)


def _sheet(players: int) -> _Sheet:
    if players <= 10:
        return _Sheet(1, players, 48, 25, _PLOT)
    if players <= 18:
        return _Sheet(1, players, 36, 21, _LOW_PLOT)
    return _Sheet(2, -(-players // 2), 27, 15, _LOW_PLOT)


def _heading(pen: ImageDraw.ImageDraw, found: Standings, title: str, scope: Scope, words: Words) -> None:
    name = fitted(legible(title, words.t("Standings")), font(38, bold=True), WIDTH - 2 * MARGIN)
    pen.text((MARGIN, 34), name, font=font(38, bold=True), fill=INK)
    below = scope_name(scope, words)
    if (rest := len(found.players) - MOST) > 0:
        below += " · " + words.n("… and {n} more", "… and {n} more", rest).format(n=rest)
    pen.text((MARGIN, 84), below, font=font(22), fill=FAINT)


def _table(
    pen: ImageDraw.ImageDraw, players: Sequence[PlayerStanding], sheet: _Sheet, words: Words, *, eggs: bool
) -> None:
    rated = any(one.rating for one in players)
    head = [words.t(text) for text in ("series", "goat", "deals", "points")]
    head += ["60:60"] * eggs + [words.t("rating")] * rated
    cells = [_cells(one, rated=rated, eggs=eggs) for one in players]
    letters = font(sheet.letters)
    widths = [max(letters.getlength(row[i]) for row in [head, *cells]) + sheet.letters for i in range(len(head))]
    room = (WIDTH - 2 * MARGIN - (sheet.columns - 1) * _GAP) // sheet.columns
    for column in range(sheet.columns):
        left, top = MARGIN + column * (room + _GAP), _HEAD
        _row(pen, (left, top, room, sheet.height), _Row("", "", head, widths), sheet.letters, FAINT)
        for place in range(column * sheet.rows, min((column + 1) * sheet.rows, len(players))):
            top += sheet.height
            if (place - column * sheet.rows) % 2 == 0:
                pen.rounded_rectangle((left - 12, top, left + room + 12, top + sheet.height), 8, fill=STRIPE)
            name = legible(players[place].name, nameless(players[place].name, words))
            row = _Row(f"{place + 1}", name, cells[place], widths)
            _row(pen, (left, top, room, sheet.height), row, sheet.letters, INK)


class _Row(NamedTuple):
    """A row of the table: its place, whose it is, the figures and how wide each column of them is."""

    place: str
    name: str
    cells: Sequence[str]
    widths: Sequence[float]


def _row(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int], row: _Row, size: int, colour: str) -> None:
    letters, strong = font(size), font(size, bold=True)
    left, top, room, height = box
    middle, right = top + height / 2, float(left + room)
    for cell, width in zip(reversed(row.cells), reversed(row.widths), strict=True):
        pen.text((right, middle), cell, font=letters, fill=colour, anchor="rm")
        right -= width
    indent = height * 0.95
    pen.text((left + indent - height * 0.3, middle), row.place, font=letters, fill=FAINT, anchor="rm")
    shown = fitted(row.name, strong, right - left - indent)
    pen.text((left + indent, middle), shown, font=strong, fill=colour, anchor="lm")


def _cells(one: PlayerStanding, *, rated: bool, eggs: bool) -> list[str]:
    figures = one.figures
    cells = [str(figures.series), str(figures.lost), str(figures.won), f"{figures.taken}:{figures.given}"]
    if eggs:
        cells.append(str(figures.eggs))
    if rated:
        cells.append(rating_text(one.rating) if one.rating else "–")
    return cells


def _plot(image: Image.Image, tracks: Tracks, place: tuple[int, int], words: Words) -> None:
    top, high = place
    pen = ImageDraw.Draw(image)
    what = words.t("Ratings") if tracks.rated else words.t("Loss points: given minus taken")
    over = words.n("the last {n} series", "the last {n} series", tracks.length).format(n=tracks.length)
    pen.text((MARGIN, top), f"{what} · {over}", font=font(22), fill=FAINT)
    top += 40
    room = (WIDTH - 2 * MARGIN) // _NAMES_IN_A_ROW
    for number, (line, colour) in enumerate(zip(tracks.lines, LINES, strict=False)):
        x, y = MARGIN + number % _NAMES_IN_A_ROW * room, top + number // _NAMES_IN_A_ROW * _LEGEND + 14
        pen.circle((x + 8, y), 8, fill=colour)
        name = fitted(legible(shorten(line.name, 40), nameless(line.name, words)), font(20), room - 44)
        pen.text((x + 26, y), name, font=font(20), fill=INK, anchor="lm")
    top += -(-len(tracks.lines) // _NAMES_IN_A_ROW) * _LEGEND + 8
    values = [value for line in tracks.lines for _, value in line.points]
    frame = framed((MARGIN, top, WIDTH - 2 * MARGIN, high - 20), (0, max(tracks.length - 1, 1)), values)
    lines = [Line(colour, line.points) for line, colour in zip(tracks.lines, LINES, strict=False)]
    plot(image, frame, lines)

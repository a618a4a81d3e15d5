"""A chat's standings: columns in a monospaced block, narrow enough for a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bot.screens.lobby import game
from bot.screens.names import shorten, width
from bot.screens.score import EGGS
from bot.screens.screen import Button, Screen
from bot.tables.ports import PairStanding, PlayerStanding, Standings
from bot.tables.presses import ShowStandings
from bot.texts import Words
from kozel import VARIANTS, Rules

COLUMNS = 38
_MOST_PLAYERS = 20
_MOST_PAIRS = 5
_LEAST_NAME = 5


def standings(standings: Standings, rules: Rules, title: str, words: Words) -> Screen:
    """Players and pairs of the chat called ``title`` in one game, best first, and a button for each other game."""
    heading = escape(shorten(title, 24), quote=False) or words.t("Standings")
    lines = [f"🏆 <b>{heading}</b>", game(rules, words)]
    rows = (tuple(_other(other, words) for other in VARIANTS.values() if other != rules),)
    if not standings.players:
        nobody = words.t("Nobody has finished a series here yet. /kozel – be the first!")
        return Screen("\n".join([*lines, nobody]), rows)
    lines.append(f"<pre>{_block(_players(standings.players, rules, words))}</pre>")
    if standings.pairs:
        lines.append(words.t("Pairs"))
        lines.append(f"<pre>{_block(_pairs(standings.pairs, words))}</pre>")
    lines.append(
        words.t("Points: loss points, own:given. 🥚 – 60 to 60.")
        if rules.eggs
        else words.t("Points: loss points, own:given.")
    )
    return Screen("\n".join(lines), rows)


def _other(rules: Rules, words: Words) -> Button:
    return Button(words.t("🏆 {game}").format(game=game(rules, words)), ShowStandings(rules.variant))


def _players(players: Sequence[PlayerStanding], rules: Rules, words: Words) -> list[tuple[str, ...]]:
    head = ("", words.t("player"), words.t("won"), words.t("goat"), words.t("deals"), words.t("points"), EGGS)
    rows = [
        (
            str(place),
            one.name,
            str(one.series - one.lost),
            str(one.lost),
            str(one.deals),
            f"{one.taken}:{one.given}",
            str(one.eggs),
        )
        for place, one in enumerate(players[:_MOST_PLAYERS], start=1)
    ]
    columns = len(head) if rules.eggs else len(head) - 1
    return [row[:columns] for row in (head, *rows)]


def _pairs(pairs: Sequence[PairStanding], words: Words) -> list[tuple[str, ...]]:
    rows = [
        (
            str(place),
            " + ".join(_half(name, words) for name in pair.names),
            str(pair.series - pair.lost),
            str(pair.lost),
        )
        for place, pair in enumerate(pairs[:_MOST_PAIRS], start=1)
    ]
    return [("", words.t("pair"), words.t("won"), words.t("goat")), *rows]


def _half(name: str, words: Words) -> str:
    return shorten(name, 10) or words.t("Guest")


def _block(rows: Sequence[tuple[str, ...]]) -> str:
    """Columns side by side: the place, the name (which gets what room is left), the figures, to the right."""
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    figures = sum(widths) - widths[1] + len(widths) - 1
    widths[1] = max(_LEAST_NAME, min(widths[1], COLUMNS - figures))
    return escape("\n".join(_line(row, widths) for row in rows), quote=False)


def _line(row: tuple[str, ...], widths: Sequence[int]) -> str:
    name = shorten(row[1], widths[1])
    figures = [_to_the_right(cell, columns) for cell, columns in zip(row[2:], widths[2:], strict=True)]
    return " ".join([_to_the_right(row[0], widths[0]), name + " " * (widths[1] - width(name)), *figures])


def _to_the_right(cell: str, columns: int) -> str:
    return " " * (columns - width(cell)) + cell

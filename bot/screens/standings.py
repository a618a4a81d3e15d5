"""A chat's standings: who plays how well here, the pairs, and the computers apart; a switch of game and time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeVar

from bot.screens.columns import Cells, block
from bot.screens.names import COMPUTER, isolated, nameless, shorten
from bot.screens.past import chosen, game_button, game_name, level_name, month_name
from bot.screens.score import EGGS
from bot.screens.screen import Button, Screen
from bot.tables.annals import Figures, Month, PairStanding, PlayerStanding, Rating, Scope, Standings
from bot.tables.presses import DrawStandings, ShowStandings
from bot.texts import Words
from kozel import VARIANTS

T = TypeVar("T")

_MOST_PLAYERS = 20
_MOST_RATED = 5
_ENDS = 3  # pairs shown of the best and of the worst


def standings(found: Standings, title: str, scope: Scope, this_month: Month, words: Words) -> Screen:
    """The standings of the chat called ``title`` in ``scope``; the switch offers ``this_month`` and all time."""
    lines = [f"🏆 {_heading(title, words)} · {scope_name(scope, words)}"]
    if found.players or found.computers:
        eggs = scope.variant is None or VARIANTS[scope.variant].eggs
        lines += _blocks(found, words, eggs=eggs)
    elif scope.month is None:
        lines.append(words.t("Nobody has finished a series here yet. /kozel – be the first!"))
    else:
        lines.append(words.t("No series was played to its end."))
    picture = (Button(words.t("📈 Picture"), DrawStandings(scope)),) if found.players else ()
    return Screen("\n".join(lines), _switches(scope, this_month, words, ShowStandings, picture))


def caption(title: str, scope: Scope, this_month: Month, words: Words) -> Screen:
    """What stands under the picture of the standings: the same switch, of pictures."""
    text = f"🏆 {_heading(title, words)} · {scope_name(scope, words)}"
    return Screen(text, _switches(scope, this_month, words, DrawStandings, ()))


def _heading(title: str, words: Words) -> str:
    name = escape(isolated(shorten(title, 24)), quote=False) or words.t("Standings")
    return f"<b>{name}</b>"


def scope_name(scope: Scope, words: Words) -> str:
    """Which game and which time, in a few words."""
    return f"{game_name(scope.variant, words)} · {_time_name(scope.month, words)}"


def _switches(
    scope: Scope,
    this_month: Month,
    words: Words,
    press: type[ShowStandings | DrawStandings],
    more: tuple[Button, ...],
) -> tuple[tuple[Button, ...], ...]:
    """Two rows of buttons that show the standings in another scope, and ``more`` below them."""
    month = scope.month or this_month
    games = [(game_button(variant, words), Scope(variant, scope.month)) for variant in (None, *VARIANTS)]
    times = [(_time_name(each, words), Scope(scope.variant, each)) for each in (month, None)]
    rows = [
        tuple(Button(chosen(label, yes=other == scope), press(other)) for label, other in row) for row in (games, times)
    ]
    return tuple(row for row in (*rows, more) if row)


def _time_name(month: Month | None, words: Words) -> str:
    return words.t("all time") if month is None else month_name(month, words)


def _blocks(found: Standings, words: Words, *, eggs: bool) -> list[str]:
    lines = []
    if found.players:
        lines.append(block(_without_eggs(_players(found.players, words), eggs)))
    if ratings := [(one.name, one.rating) for one in found.players if one.rating is not None]:
        lines += [words.t("Rating"), block(_ratings(ratings, words))]
    if found.pairs:
        lines += [words.t("Pairs, best and worst"), block(_pairs(found.pairs, words))]
    if found.computers:
        rows = [_row(str(place), level_name(one.level, words), one.figures) for place, one in _placed(found.computers)]
        lines += [f"{COMPUTER} " + words.t("Computers"), block(_without_eggs([_head(words), *rows], eggs))]
    legend = words.t("Deals: those won. Points: loss points, own:given.")
    lines.append(legend + (f" {EGGS} – 60 : 60." if eggs else ""))
    return lines


def _without_eggs(rows: list[Cells], eggs: bool) -> list[Cells]:
    """Without the last column, where the game knows no eggs."""
    return rows if eggs else [row[:-1] for row in rows]


def _head(words: Words) -> Cells:
    return ("", words.t("player"), words.t("series"), words.t("goat"), words.t("deals"), words.t("points"), EGGS)


def _players(players: Sequence[PlayerStanding], words: Words) -> list[Cells]:
    shown = players[:_MOST_PLAYERS]
    rows = [_row(str(place), _named(one.name, words), one.figures) for place, one in _placed(shown)]
    return [_head(words), *rows]


def _placed(things: Sequence[T]) -> enumerate[T]:
    return enumerate(things, start=1)


def _row(place: str, name: str, figures: Figures) -> Cells:
    points = f"{figures.taken}:{figures.given}"
    return (place, name, str(figures.series), str(figures.lost), str(figures.won), points, str(figures.eggs))


def _named(name: str, words: Words) -> str:
    return name if shorten(name, 12) else nameless(name, words)


def rating_text(rating: Rating) -> str:
    """``1043 ±170``, with a question mark while it is provisional."""
    return f"{rating.points} ±{rating.doubt}" + ("?" if rating.provisional else "")


def _ratings(ratings: list[tuple[str, Rating]], words: Words) -> list[Cells]:
    best = sorted(ratings, key=lambda one: (one[1].provisional, -one[1].points))[:_MOST_RATED]
    return [(str(place), _named(name, words), rating_text(rating)) for place, (name, rating) in _placed(best)]


def _pairs(pairs: Sequence[PairStanding], words: Words) -> list[Cells]:
    rows = [_pair(place, pair, words) for place, pair in _placed(pairs)]
    if len(rows) > 2 * _ENDS:
        rows = [*rows[:_ENDS], *rows[-_ENDS:]]
    return [("", words.t("pair"), words.t("series"), words.t("goat")), *rows]


def _pair(place: int, pair: PairStanding, words: Words) -> Cells:
    names = " + ".join(shorten(name, 10) or nameless(name, words) for name in pair.names)
    return (str(place), names, str(pair.series), str(pair.lost))

"""The end of a series: the goats."""

from __future__ import annotations

from bot.screens.names import player_html
from bot.screens.score import EGGS, deals_at_a_glance, series_score, side_names
from bot.screens.screen import Button, Screen
from bot.screens.table import doors
from bot.screens.trick import with_quote
from bot.tables.model import SeriesId, TableFace
from bot.tables.presses import DrawSeries, GetRecord, Rematch
from bot.texts import Words


def series_end(face: TableFace, words: Words) -> Screen:
    """Who are the goats, how it came to that, and a button for another series with the same seats."""
    if face.goats is None:
        return Screen(words.t("The series was not finished. /kozel opens a new table."))
    goats = face.rules.seats // face.rules.sides
    lines = [
        "🐐" * goats + " " + words.n("<b>The goat is here!</b>", "<b>The goats are here!</b>", goats),
        side_names(face, face.goats, words),
    ]
    if face.eggs:
        lines.append(words.t("{sign} And with eggs: there was a 60 to 60.").format(sign=EGGS))
    lines += [
        f"🏆 {side_names(face, 1 - face.goats, words)}",
        "",
        words.t("{score}  loss points").format(score=series_score(face)),
    ]
    if helped := [
        f"{player_html(seat, face, words)} {held.hints}" for seat, held in enumerate(face.seats) if held.hints
    ]:
        lines.append(words.t("💡 Hints: {who}").format(who=", ".join(helped)))
    again = Button(words.t("🔁 Rematch"), Rematch(face.id, face.round))
    rows = ((again,), *doors(face, words))
    if face.series is not None:
        rows = (*rows, keepsakes(face.series, words))
    return Screen(with_quote(lines, deals_at_a_glance(face)), rows)


def keepsakes(series: SeriesId, words: Words) -> tuple[Button, ...]:
    """The buttons for what one can have of a series that is over."""
    return (Button(words.t("📈 Picture"), DrawSeries(series)), Button(words.t("📄 Record"), GetRecord(series)))


def record_sent(words: Words) -> Screen:
    """The line under the record of a series, as a file."""
    return Screen(words.t("📄 The series, card for card. /fair – how to check it."))

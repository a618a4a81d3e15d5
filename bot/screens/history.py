"""A chat's last series, a page at a time; each opens to its deals."""

from __future__ import annotations

from html import escape

from bot.screens.ending import keepsakes
from bot.screens.names import COMPUTER, SIDES, computer_name, isolated, short_name, shorten
from bot.screens.past import day_name, game_name
from bot.screens.score import EGGS, EVEN, against
from bot.screens.screen import Button, Screen
from bot.screens.trick import with_quote
from bot.tables.annals import HistoryPage, PastSeries, SeriesStory
from bot.tables.presses import ShowHistory, ShowSeries
from bot.texts import Words
from kozel import VARIANTS, DealScored

_NAME = 12


def history(found: HistoryPage, title: str, words: Words) -> Screen:
    """A page of the series of the chat called ``title``, each with a button that opens it."""
    heading = escape(isolated(shorten(title, 24)), quote=False) or words.t("History")
    lines = [f"📜 <b>{heading}</b>" + (f" · {found.page + 1}/{found.pages}" if found.pages > 1 else "")]
    if not found.series:
        return Screen("\n".join([*lines, words.t("Nobody has finished a series here yet. /kozel – be the first!")]))
    for number, series in enumerate(found.series, start=1):
        lines += ["", f"<b>{number}.</b> {_when(series, words)}", *_sides(series, words)]
    opening = tuple(
        Button(str(number), ShowSeries(series.series, found.page))
        for number, series in enumerate(found.series, start=1)
    )
    return Screen("\n".join(lines), tuple(row for row in (opening, _turning(found, words)) if row))


def _turning(found: HistoryPage, words: Words) -> tuple[Button, ...]:
    newer = (Button(words.t("‹ newer"), ShowHistory(found.page - 1)),) if found.page else ()
    older = (Button(words.t("older ›"), ShowHistory(found.page + 1)),) if found.page + 1 < found.pages else ()
    return (*newer, *older)


def story(found: SeriesStory, page: int, words: Words) -> Screen:
    """A series with all its deals; ``page`` of the history is where the way back leads."""
    head = found.head
    lines = [f"📜 <b>{_when(head, words)}</b>", *_sides(head, words)]
    back = (Button(words.t("‹ back"), ShowHistory(page)),)
    return Screen(with_quote(lines, _deals(found)), (keepsakes(head.series, words), back))


def caption(found: SeriesStory, words: Words) -> Screen:
    """What stands under the picture of a series."""
    return Screen(f"📈 {_when(found.head, words)}")


def _deals(found: SeriesStory) -> list[str]:
    """A line each, the newest first: card points, who paid, loss points after it."""
    lines, loss = [], (0, 0)
    for number, score in enumerate(found.deals, start=1):
        loss = (loss[0] + score.loss[0], loss[1] + score.loss[1])
        lines.append(f"{number}. {against(score.points)} · {_cost(score, found.head.variant)} · {loss[0]}:{loss[1]}")
    return lines[::-1]


def _cost(score: DealScored, variant: str) -> str:
    side = next((side for side, loss in enumerate(score.loss) if loss), None)
    if side is not None:
        return f"{SIDES[side]} +{score.loss[side]}"
    return EGGS if variant in VARIANTS and VARIANTS[variant].eggs else EVEN


def _when(series: PastSeries, words: Words) -> str:
    return f"{day_name(series.ended_at, words)} · {game_name(series.variant, words)}"


def _sides(series: PastSeries, words: Words) -> list[str]:
    won = 1 - series.goats
    eggs = f" {EGGS}" if series.eggs else ""
    return [
        against(series.loss) + eggs,
        f"🏆 {SIDES[won]} {side_of_past(series, won, words)}",
        f"🐐 {SIDES[series.goats]} {side_of_past(series, series.goats, words)}",
    ]


def side_of_past(series: PastSeries, side: int, words: Words) -> str:
    """For whom a side of a series counts, as HTML."""
    return escape(" + ".join(names_of_past(series, side, words)), quote=False)


def names_of_past(series: PastSeries, side: int, words: Words) -> list[str]:
    """For whom a side of a series counts, as plain text."""
    return [
        short_name(holder.name, words, _NAME) if holder.name is not None else f"{COMPUTER} {computer_name(seat, words)}"
        for seat, holder in enumerate(series.holders)
        if seat % 2 == side
    ]

"""Numbers with the sides' colours around them, and what a deal or a series came to."""

from __future__ import annotations

from bot.screens.names import SIDES, player_html
from bot.tables.model import DealResult, TableFace
from bot.texts import Words
from kozel import DealScored, Rules

EGGS = "🥚"
EVEN = "="
_NEARLY = 59  # a jack more would have made it 61


def against(pair: tuple[int, int]) -> str:
    """``🔵 4 : 2 🔴``: side 0, side 1."""
    return f"{SIDES[0]} {pair[0]} : {pair[1]} {SIDES[1]}"


def series_score(face: TableFace) -> str:
    """The loss points of the series, and eggs where there were any."""
    return against(face.loss) + (f" {EGGS}" if face.eggs else "")


def loser(score: DealScored) -> int | None:
    """The side that got loss points; None for eggs."""
    return next((side for side, loss in enumerate(score.loss) if loss), None)


def verdict(score: DealScored, rules: Rules) -> str:
    """What the deal cost, and whom: ``🔴 +2``, or an egg, where the game knows eggs."""
    side = loser(score)
    if side is None:
        return EGGS if rules.eggs else EVEN
    return f"{SIDES[side]} +{score.loss[side]}"


def result_lines(face: TableFace, score: DealScored, words: Words) -> list[str]:
    """A deal that is over: card points, tricks, the series, and a line of colour."""
    return [
        words.t("<b>Deal {number} is over</b> · {verdict}").format(
            number=face.number, verdict=verdict(score, face.rules)
        ),
        "",
        words.t("{score}  card points").format(score=against(score.points)),
        words.t("{score}  tricks").format(score=against(score.tricks)),
        words.t("{score}  loss points").format(score=series_score(face)),
        "",
        colour(face, score, words),
    ]


def colour(face: TableFace, score: DealScored, words: Words) -> str:
    """A line to smile at, the same for the deal for ever."""
    side = loser(score)
    lines: tuple[str, ...]
    if side is None and not face.rules.eggs:
        lines = (words.t("60 to 60: nothing for anybody."),)
    elif side is None:
        lines = (
            words.t("Eggs! 60 each, and nothing for anybody."),
            words.t("Eggs: 60 to 60. Nobody pays."),
        )
    elif score.loss[side] == 6:
        lines = (words.t("Not a single trick: a clean sweep!"), words.t("{side} did not even smell a trick."))
    elif score.loss[side] == 4:
        lines = (words.t("30 or fewer: a rout."), words.t("{side} never got into the game."))
    elif score.points[side] >= _NEARLY:
        lines = (words.t("So close: one jack more …"), words.t("{side} can almost touch it."))
    else:
        lines = (words.t("{other} does it calmly."), words.t("{side} fights, {other} counts."))
    marks = {"side": SIDES[side], "other": SIDES[1 - side]} if side is not None else {}
    return lines[face.round % len(lines)].format(**marks)


def result_in_a_line(face: TableFace, score: DealScored, words: Words) -> str:
    """A deal that is over, for people who have the table elsewhere."""
    return words.t("Deal {number}: {score} · {verdict}").format(
        number=face.number, score=against(score.points), verdict=verdict(score, face.rules)
    )


def deals_at_a_glance(face: TableFace) -> list[str]:
    """The deals of the series, a line each, the newest first: card points, who paid, loss points after it."""
    return [_deal_at_a_glance(number, result, face) for number, result in enumerate(face.results, start=1)][::-1]


def _deal_at_a_glance(number: int, result: DealResult, face: TableFace) -> str:
    cost = verdict(result.score, face.rules)
    return f"{number}. {against(result.score.points)} · {cost} · {result.loss[0]}:{result.loss[1]}"


def side_names(face: TableFace, side: int, words: Words) -> str:
    """A side's colour and its players."""
    seats = range(side, face.rules.seats, face.rules.sides)
    return " ".join((SIDES[side], " · ".join(player_html(seat, face, words) for seat in seats)))

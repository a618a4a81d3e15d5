"""Words that the screens of past series share: games, months, days, computers' levels, the chosen one of several."""

from __future__ import annotations

from datetime import datetime

from babel.dates import format_date, get_month_names

from bot.tables.annals import Month
from bot.texts import Words


def game_name(variant: str | None, words: Words) -> str:
    """A game by its cards; None is both."""
    match variant:
        case None:
            return words.t("both games")
        case "four":
            return words.t("four cards")
        case "six":
            return words.t("six cards")
        case _:
            return variant


def game_button(variant: str | None, words: Words) -> str:
    """A game on a button that shares its row with two others."""
    match variant:
        case None:
            return words.t("both")
        case "four":
            return words.t("4 cards")
        case "six":
            return words.t("6 cards")
        case _:
            return variant


def level_name(level: str, words: Words) -> str:
    """A computer's level."""
    match level:
        case "random":
            return words.t("careless")
        case "greedy":
            return words.t("greedy")
        case "novice":
            return words.t("novice")
        case "solid":
            return words.t("solid")
        case "master":
            return words.t("master")
        case _:
            return level


def month_name(month: Month, words: Words) -> str:
    """``ноябрь``; the year is left to the reader."""
    return str(get_month_names("wide", "stand-alone", locale=words.language)[month % 100])


def day_name(moment: datetime, words: Words) -> str:
    """``5 нояб. 2026``, in UTC."""
    return str(format_date(moment, "d MMM y", locale=words.language))


def chosen(label: str, *, yes: bool) -> str:
    """A switch's label, marked where it is the one in force."""
    return f"✓ {label}" if yes else label

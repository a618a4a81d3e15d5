"""/settings: how a chat likes to play. A block of buttons for each thing that can be chosen."""

from __future__ import annotations

from bot.screens.keyboard import packed
from bot.screens.past import level_name
from bot.screens.screen import Button, Screen
from bot.tables.habits import (
    LEVELS,
    OFF,
    TURNS,
    ChooseHints,
    ChooseLanguage,
    ChooseLevel,
    ChoosePace,
    ChooseStopping,
    ChooseTurn,
    Habits,
    Pace,
    WhoStops,
)
from bot.texts import LANGUAGES, Words
from bot.texts import words as words_in

_CHOSEN = "✓ "


def habits(likes: Habits, words: Words, *, private: bool) -> Screen:
    """What is chosen, and the buttons to choose. In private nobody waits for anybody: no clock, no votes."""
    lines = [words.t("⚙️ <b>Settings of this chat</b>")]
    blocks = [_languages(words)]
    if not private:
        lines.append(words.t("⏱ a turn: {time}").format(time=turn_time(likes.turn, words)))
        blocks.append(_turns(likes, words))
    lines.append(words.t("🤖 computers play: {pace}").format(pace=_pace(likes.pace, words)))
    blocks.append(_paces(likes, words))
    lines.append(words.t("🎓 a new computer is: {level}").format(level=level_name(likes.level, words)))
    blocks.append(_levels(likes, words))
    lines.append(words.t("💡 hints: {state}").format(state=_on_or_off(words, on=likes.hints)))
    blocks.append(_hints(likes, words))
    if not private:
        lines.append(words.t("🛑 the table is closed by: {who}").format(who=_who(likes.stopping, words)))
        blocks.append(_stopping(likes, words))
    return Screen("\n".join(lines), tuple(row for block in blocks for row in packed(block)))


def turn_time(seconds: float | None, words: Words) -> str:
    """A time for a turn in words."""
    if seconds is None or seconds == OFF:
        return words.t("no clock")
    if seconds >= 86400:
        return words.t("a day")
    if seconds < 60 or seconds % 60:
        return words.t("{n} s").format(n=f"{seconds:g}")
    return words.t("{n} min").format(n=f"{seconds / 60:g}")


def _languages(words: Words) -> list[Button]:
    names = [(language, words_in(language).t("🇬🇧 English")) for language in LANGUAGES]
    return [Button(_marked(name, language == words.language), ChooseLanguage(language)) for language, name in names]


def _turns(likes: Habits, words: Words) -> list[Button]:
    return [Button(_marked(turn_time(seconds, words), seconds == likes.turn), ChooseTurn(seconds)) for seconds in TURNS]


def _paces(likes: Habits, words: Words) -> list[Button]:
    return [Button(_marked(_pace(pace, words), pace is likes.pace), ChoosePace(pace)) for pace in Pace]


def _stopping(likes: Habits, words: Words) -> list[Button]:
    return [Button(_marked(_who(who, words), who is likes.stopping), ChooseStopping(who)) for who in WhoStops]


def _levels(likes: Habits, words: Words) -> list[Button]:
    return [Button(_marked(level_name(level, words), level == likes.level), ChooseLevel(level)) for level in LEVELS]


def _hints(likes: Habits, words: Words) -> list[Button]:
    return [
        Button(_marked(f"💡 {_on_or_off(words, on=on)}", on is likes.hints), ChooseHints(on)) for on in (True, False)
    ]


def _on_or_off(words: Words, *, on: bool) -> str:
    return words.t("yes") if on else words.t("no")


def _pace(pace: Pace, words: Words) -> str:
    return {Pace.SLOW: words.t("slowly"), Pace.USUAL: words.t("as usual"), Pace.FAST: words.t("fast")}[pace]


def _who(who: WhoStops, words: Words) -> str:
    return {
        WhoStops.MOST: words.t("most players"),
        WhoStops.ANYONE: words.t("any player"),
        WhoStops.ADMINS: words.t("admins"),
    }[who]


def _marked(label: str, chosen: bool) -> str:
    return _CHOSEN + label if chosen else label

"""One's own figures, game by game."""

from __future__ import annotations

from html import escape

from bot.screens.names import short_name
from bot.screens.past import game_name
from bot.screens.score import EGGS
from bot.screens.screen import Screen
from bot.tables.annals import PROVISIONAL, GameProfile, Partner, Profile, Rating
from bot.texts import Words

_ENDS = 3  # partners shown of the best and of the worst


def me(profile: Profile, name: str, words: Words) -> Screen:
    """What the person called ``name`` has won and lost, over all groups; practice in a line of its own."""
    lines = [f"👤 <b>{escape(short_name(name, words), quote=False)}</b>"]
    for game in profile.games:
        lines += ["", *_game(game, words)]
    series, lost = profile.practice
    if series:
        text = words.n("Practice: {n} series, lost {lost}", "Practice: {n} series, lost {lost}", series)
        lines += ["", "🤖 " + text.format(n=series, lost=lost)]
    if len(lines) == 1:
        lines.append(words.t("You have not finished a series yet. /kozel in your group – and you will."))
    return Screen("\n".join(lines))


def _game(game: GameProfile, words: Words) -> list[str]:
    figures = game.figures
    series = words.n("{n} series, goat in {lost}", "{n} series, goat in {lost}", figures.series)
    lines = [
        f"<b>{game_name(game.variant, words)}</b>",
        "🏆 " + series.format(n=figures.series, lost=figures.lost),
        words.t("🃏 deals won: {won} of {deals}").format(won=figures.won, deals=figures.deals),
        words.t("💥 loss points: own {taken}, given {given}").format(taken=figures.taken, given=figures.given),
    ]
    if figures.eggs:
        lines.append(f"{EGGS} 60 : 60 – {figures.eggs}")
    lines += [_rating(game.rating, words), *_streaks(game, words), *_partners(game.partners, words)]
    return lines


def _rating(rating: Rating | None, words: Words) -> str:
    if rating is None:
        return words.t("📈 no rating: only series between people count")
    if not rating.provisional:
        return words.t("📈 rating {points} ± {doubt}").format(points=rating.points, doubt=rating.doubt)
    return words.t("📈 rating {points} ± {doubt}, provisional: {n} of {most} series").format(
        points=rating.points, doubt=rating.doubt, n=rating.series, most=PROVISIONAL
    )


def _streaks(game: GameProfile, words: Words) -> list[str]:
    now = abs(game.streak)
    if game.streak > 0:
        first = words.n("🔥 won {n} in a row now", "🔥 won {n} in a row now", now)
    else:
        first = words.n("🌧 lost {n} in a row now", "🌧 lost {n} in a row now", now)
    most = words.t("record in a row: won {won}, lost {lost}")
    return [first.format(n=now), most.format(won=game.longest_won, lost=game.longest_lost)]


def _partners(partners: tuple[Partner, ...], words: Words) -> list[str]:
    if not partners:
        return []
    best, rest = partners[:_ENDS], partners[_ENDS:]
    lines = [words.t("With whom you win:"), *(_partner(one, words) for one in best)]
    if rest:
        lines += [words.t("With whom you do not:"), *(_partner(one, words) for one in rest[-_ENDS:])]
    return lines


def _partner(partner: Partner, words: Words) -> str:
    name = escape(short_name(partner.name, words), quote=False)
    return words.t("{won} of {n} – {name}").format(won=partner.series - partner.lost, n=partner.series, name=name)

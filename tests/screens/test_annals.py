"""Standings, one's own figures and history as people read them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from bot.screens.columns import COLUMNS
from bot.screens.history import history, story
from bot.screens.me import me
from bot.screens.names import width
from bot.screens.screen import Screen
from bot.screens.standings import standings
from bot.tables.annals import (
    ComputerStanding,
    Figures,
    GameProfile,
    HistoryPage,
    Holder,
    Month,
    PairStanding,
    Partner,
    PastSeries,
    PlayerStanding,
    Profile,
    Rating,
    Scope,
    SeriesStory,
    Standings,
)
from bot.tables.model import PersonId, SeriesId
from bot.tables.presses import DrawSeries, DrawStandings, GetRecord, ShowHistory, ShowSeries, ShowStandings
from bot.texts import Words
from kozel import DealScored
from tests.screens.scenes import EN, RU, plain, seen

NOVEMBER = Month(202611)
both = pytest.mark.parametrize("words", [RU, EN], ids=["ru", "en"])

PLAYERS = (
    PlayerStanding(PersonId(3), "Вера", Figures(9, 2, 40, 22, 58, 31, 1), Rating(27.0, 4.0, 12)),
    PlayerStanding(PersonId(1), "Аня & Ко", Figures(11, 4, 52, 25, 70, 52, 0), Rating(30.0, 7.5, 3)),
    PlayerStanding(PersonId(2), "Анастасия Константинопольская", Figures(11, 6, 52, 20, 60, 66, 2)),
)
PAIR = PairStanding(("Вера", "Анастасия Константинопольская"), 6, 1)
GREEDY = ComputerStanding("greedy", Figures(3, 2, 15, 6, 20, 30, 0))
STANDINGS = Standings(PLAYERS, (PAIR,), (GREEDY,))


def does(screen: Screen) -> list[list[object]]:
    return [[button.does for button in row] for row in screen.rows]


def test_standings_in_russian() -> None:
    screen = standings(STANDINGS, "Двор", Scope("four", NOVEMBER), NOVEMBER, RU)
    assert seen(screen) == (
        "🏆 Двор · на 4 карты · ноябрь\n"
        "  игрок      парт. козёл сдач  очки 🥚\n"
        "1 Вера           9     2   22 31:58  1\n"
        "2 Аня & Ко      11     4   25 52:70  0\n"
        "3 Анастасия…    11     6   20 66:60  2\n"
        "Рейтинг\n"
        "1 Вера       1048 ±96\n"
        "2 Аня & Ко 1120 ±180?\n"
        "Пары, лучшие и худшие\n"
        "  пара              парт. козёл\n"
        "1 Вера + Анастасия…     6     1\n"
        "🤖 Компьютеры\n"
        "  игрок  парт. козёл сдач  очки 🥚\n"
        "1 жадный     3     2    6 30:20  0\n"
        "Сдачи — выигранные. Очки поражения — свои:чужие. 🥚 – 60 : 60.\n"
        "[обе] [✓ 4 карты] [6 карт]\n"
        "[✓ ноябрь] [всё время]\n"
        "[📈 Картинка]"
    )


@both
def test_the_switch_leads_to_both_games_or_one_this_month_or_all_time(words: Words) -> None:
    shown = Scope("six", None)
    assert does(standings(STANDINGS, "", shown, NOVEMBER, words)) == [
        [ShowStandings(Scope()), ShowStandings(Scope("four")), ShowStandings(Scope("six"))],
        [ShowStandings(Scope("six", NOVEMBER)), ShowStandings(Scope("six"))],
        [DrawStandings(shown)],
    ]
    older = does(standings(STANDINGS, "", Scope(None, Month(202510)), NOVEMBER, words))
    assert older[1][0] == ShowStandings(Scope(None, Month(202510)))


def test_standings_without_a_series_invite_to_one() -> None:
    screen = standings(Standings(), "", Scope(), NOVEMBER, EN)
    assert plain(screen).splitlines()[0] == "🏆 Standings · both games · all time"
    assert "/kozel" in plain(screen)


def test_a_game_that_knows_no_eggs_has_no_column_for_them() -> None:
    for variant, eggs in (("four", True), ("six", False), (None, True)):
        assert ("🥚" in standings(STANDINGS, "", Scope(variant), NOVEMBER, EN).text) == eggs


def test_a_scope_without_a_series_leads_to_others() -> None:
    screen = standings(Standings(), "", Scope(None, NOVEMBER), NOVEMBER, EN)
    assert plain(screen).splitlines()[1:] == ["No series was played to its end."]
    assert len(screen.rows) == 2


def test_of_many_pairs_the_best_three_and_the_worst_three_are_shown() -> None:
    pairs = tuple(PairStanding((f"A{n}", f"B{n}"), 10, n) for n in range(9))
    text = plain(standings(Standings(PLAYERS, pairs), "", Scope(), NOVEMBER, EN))
    assert re.findall(r"^(\d) A\d", text, re.MULTILINE) == ["1", "2", "3", "7", "8", "9"]


@both
def test_standings_stay_in_their_columns_whatever_the_names_and_numbers(words: Words) -> None:
    names = ("👨‍👩‍👧‍👦 Семья 😀😀😀😀", "שרה", "\u3164", "<b>" * 9, "王小明王小明王小明", "Аня")
    figures = Figures(110, 40, 755, 333, 1170, 1152, 12)
    big = tuple(PlayerStanding(PersonId(i), name, figures, Rating(9.0, 8.3, 2)) for i, name in enumerate(names))
    pairs = tuple(PairStanding((name, name), 110, 40) for name in names)
    levels = (ComputerStanding("a level with a long name", figures),)
    screen = standings(Standings(big * 9, pairs, levels), "<Двор>" * 9, Scope("four", NOVEMBER), NOVEMBER, words)
    for block in re.findall(r"<pre>(.*?)</pre>", screen.text, re.DOTALL):
        lines = plain(Screen(f"<pre>{block}</pre>")).splitlines()
        assert {width(line) for line in lines} == {width(lines[0])}
        assert width(lines[0]) <= COLUMNS
    assert len(plain(screen)) <= 4096


def test_names_and_titles_from_right_to_left_do_not_turn_figures_around() -> None:
    players = (PlayerStanding(PersonId(1), "שרה", Figures(11, 4, 52, 25, 70, 52, 0)),)
    found = Standings(players, (PairStanding(("שרה", "Аня"), 6, 1),))
    text = standings(found, "חצר", Scope("six"), NOVEMBER, EN).text
    assert {"\u2068חצר\u2069", "\u2068שרה\u2069", "\u2068שרה + Аня\u2069"} <= set(re.findall("\u2068.*?\u2069", text))
    assert "\u2068חצר\u2069" in history(HistoryPage((), 0, 1), "חצר", EN).text


def test_who_was_forgotten_is_a_player_in_the_standings_too() -> None:
    players = (PlayerStanding(PersonId(1 << 60), "", Figures(11, 4, 52, 25, 70, 52, 0), Rating(30.0, 7.5, 3)),)
    text = plain(standings(Standings(players, (PairStanding(("", "Аня"), 6, 1),)), "", Scope("four"), NOVEMBER, RU))
    assert text.count("Игрок") == 3
    assert "Гость" not in text


FOUR_GAME = GameProfile(
    "four",
    Figures(11, 4, 52, 25, 70, 52, 1),
    Rating(30.0, 7.5, 3),
    streak=3,
    longest_won=5,
    longest_lost=2,
    partners=tuple(Partner(f"П{n}", 6, n) for n in range(5)),
)


def test_ones_own_figures_in_russian() -> None:
    assert plain(me(Profile((FOUR_GAME,), (7, 2)), "Аня <3", RU)) == (
        "👤 Аня <3\n"
        "\n"
        "на 4 карты\n"
        "🏆 11 партий, козлом — 4\n"
        "🃏 выиграно сдач: 25 из 52\n"
        "💥 очки поражения: свои 52, чужие 70\n"
        "🥚 60 : 60 – 1\n"
        "📈 рейтинг 1120 ± 180, предварительный: 3 из 10 партий\n"
        "🔥 сейчас 3 победы подряд\n"
        "рекорд подряд: побед 5, поражений 2\n"
        "С кем выигрываешь:\n"
        "6 из 6 — П0\n"
        "5 из 6 — П1\n"
        "4 из 6 — П2\n"
        "С кем не очень:\n"
        "3 из 6 — П3\n"
        "2 из 6 — П4\n"
        "\n"
        "🤖 Тренировка: 7 партий, проиграно 2"
    )


def test_a_rating_of_ten_series_or_more_is_not_provisional() -> None:
    settled = FOUR_GAME.__class__("six", FOUR_GAME.figures, Rating(24.0, 2.0, 10), -2, 0, 2, ())
    lines = plain(me(Profile((settled,)), "A", EN)).splitlines()
    assert "📈 rating 976 ± 48" in lines
    assert "🌧 lost 2 in a row now" in lines
    assert not any("win" in line for line in lines[-1:])


@both
def test_who_never_finished_a_series_reads_how_to(words: Words) -> None:
    assert "/kozel" in plain(me(Profile(), "Аня", words))


def past(number: int, goats: int = 1) -> PastSeries:
    loss = (4, 12) if goats else (12, 4)
    holders = (Holder("Аня", None), Holder("Борис <b>", None), Holder("Вера", None), Holder(None, "greedy"))
    return PastSeries(SeriesId(number), "four", datetime(2026, 11, 5, 12, tzinfo=UTC), holders, loss, goats, 1)


def test_history_in_russian() -> None:
    assert seen(history(HistoryPage((past(7), past(5, 0)), 1, 3), "Двор", RU)) == (
        "📜 Двор · 2/3\n"
        "\n"
        "1. 5 нояб. 2026 · на 4 карты\n"
        "🔵 4 : 12 🔴 🥚\n"
        "🏆 🔵 Аня + Вера\n"
        "🐐 🔴 Борис <b> + 🤖 Лад\n"
        "\n"
        "2. 5 нояб. 2026 · на 4 карты\n"
        "🔵 12 : 4 🔴 🥚\n"
        "🏆 🔴 Борис <b> + 🤖 Лад\n"
        "🐐 🔵 Аня + Вера\n"
        "[1] [2]\n"
        "[‹ новее] [раньше ›]"
    )


def test_history_turns_its_pages_and_opens_its_series() -> None:
    page = history(HistoryPage((past(7), past(5)), 0, 2), "", EN)
    assert does(page) == [[ShowSeries(SeriesId(7), 0), ShowSeries(SeriesId(5), 0)], [ShowHistory(1)]]
    assert does(history(HistoryPage((past(7),), 0, 1), "", EN)) == [[ShowSeries(SeriesId(7), 0)]]
    assert not history(HistoryPage((), 0, 1), "", EN).rows


def test_a_series_opens_to_its_deals() -> None:
    deals = (
        DealScored((70, 50), (5, 3), (0, 2)),
        DealScored((60, 60), (4, 4), (0, 0)),
        DealScored((20, 100), (1, 7), (4, 0)),
        DealScored((120, 0), (8, 0), (0, 6)),
    )
    screen = story(SeriesStory(past(7), deals, "Двор"), 2, EN)
    assert plain(screen).splitlines()[-4:] == [
        "4. 🔵 120 : 0 🔴 · 🔴 +6 · 4:8",
        "3. 🔵 20 : 100 🔴 · 🔵 +4 · 4:2",
        "2. 🔵 60 : 60 🔴 · 🥚 · 0:2",
        "1. 🔵 70 : 50 🔴 · 🔴 +2 · 0:2",
    ]
    assert does(screen) == [[DrawSeries(SeriesId(7)), GetRecord(SeriesId(7))], [ShowHistory(2)]]

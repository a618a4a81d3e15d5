"""The end of a series: goats, eggs, deals, rematch; and practice, which is table and hand in one."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.ending import series_end
from bot.screens.practice import practice
from bot.screens.screen import Screen
from bot.screens.table import table
from bot.tables.model import Phase
from bot.tables.presses import Rematch
from kozel import SIX
from tests.screens.scenes import (
    COMPUTER,
    EN,
    FRIENDS,
    PAIR,
    PRIVATE,
    RU,
    a_table,
    after_the_deal,
    playing,
    seen,
)

ALONE = a_table((FRIENDS[0], COMPUTER, COMPUTER, COMPUTER), place=PRIVATE)
THREE_PLAYS = ((0, "lead KS TS"), (1, "beat AS 6H"), (2, "discard 7D QD"))


def test_the_goats_in_russian() -> None:
    here = after_the_deal(playing(loss=(8, 10)), (74, 46))
    screen = series_end(here.face(), RU)
    assert seen(screen) == (
        "🐐🐐 А вот и козлы!\n"
        "🔴 Борис · 🤖 Лад\n"
        "🏆 🔵 Аня · Вера\n"
        "\n"
        "🔵 8 : 12 🔴  очки поражения\n"
        "| 3. 🔵 74 : 46 🔴 · 🔴 +2 · 8:12\n"
        "| 2. 🔵 70 : 50 🔴 · 🔴 +2 · 4:2\n"
        "| 1. 🔵 40 : 80 🔴 · 🔵 +2 · 4:0\n"
        "[🔁 Реванш]"
    )
    assert screen.rows[0][0].does == Rematch(here.id, 3)


def test_goats_with_eggs_in_english() -> None:
    here = after_the_deal(playing(loss=(8, 10)), (74, 46))
    assert here.series is not None
    eggs = replace(here, series=replace(here.series, eggs=True))
    assert seen(series_end(eggs.face(), EN)).splitlines()[:6] == [
        "🐐🐐 The goats are here!",
        "🔴 Борис · 🤖 Rusty",
        "🥚 And with eggs: there was a 60 to 60.",
        "🏆 🔵 Аня · Вера",
        "",
        "🔵 8 : 12 🔴 🥚  loss points",
    ]


def test_a_goat_of_six_is_alone() -> None:
    hands = ("KS TS 7H 9D 6S JH", "AS 8H 8D 7C 9H QS")
    here = playing(hands=hands, trump="9C", table=a_table(PAIR, rules=SIX), loss=(4, 14))
    lines = seen(series_end(after_the_deal(here, (74, 46)).face(), RU)).splitlines()
    assert lines[:2] == ["🐐 А вот и козёл!", "🔴 Борис"]


def test_a_series_stopped_before_its_end_has_no_goats_and_no_rematch() -> None:
    stopped = replace(playing(), phase=Phase.OVER)
    assert series_end(stopped.face(), RU) == Screen("Партия не доиграна. /kozel — новый стол.")


def test_practice_is_table_and_hand_in_one_message() -> None:
    here = playing((0, "lead 9D"), (1, "discard 8D"), (2, "beat QD"), table=ALONE)
    assert seen(practice(here.hand(0), RU)) == (
        "Сдача 3 · козырь ♥ (открыта 9♥)\n"
        "🔵 4 : 2 🔴  очки поражения\n"
        "\n"
        "🔵 Заходишь: 9♦\n"
        "🔴 🤖 Хват скидывает ■\n"
        "🔵 🤖 Дока бьёт Q♦\n"
        "👉 🔴 🤖 Лад: ответ, 1 карта\n"
        "\n"
        "Колода 20 · взятки 🔵 0 : 0 🔴\n"
        "🃏 K♠ 10♠ │ 7♥"
    )


def test_practice_on_turn_has_the_choices_and_no_turn_line() -> None:
    assert seen(practice(playing(table=ALONE).hand(0), EN)) == (
        "Deal 3 · trump ♥ (9♥ shown)\n"
        "🔵 4 : 2 🔴  loss points\n"
        "\n"
        "The cards are dealt.\n"
        "\n"
        "Stock 20 · tricks 🔵 0 : 0 🔴\n"
        "🃏 K♠ 10♠ 9♦ │ 7♥\n"
        "👉 Your lead: cards of one suit.\n"
        "[K♠]p [10♠]p [K♠ 10♠]p\n"
        "[9♦]p [7♥]p"
    )


def test_practice_folds_earlier_tricks_between_the_table_and_the_hand() -> None:
    here = playing(*THREE_PLAYS, (3, "discard 6D 9C"), (1, "lead 7S"), table=ALONE)
    text = practice(here.hand(0), RU).text
    assert text.index("Колода") < text.index("<blockquote") < text.index("🃏")


def test_practice_ends_its_deal_like_any_table() -> None:
    over = after_the_deal(playing(table=ALONE), (74, 46))
    assert practice(over.hand(0), RU) == table(over.face(), RU)
    closed = replace(playing(table=ALONE), phase=Phase.CLOSED)
    assert practice(closed.hand(0), RU) == table(closed.face(), RU)


def test_who_took_hints_stands_under_the_result_with_how_many() -> None:
    here = after_the_deal(playing(loss=(8, 10)), (74, 46))
    assert "Подсказки" not in seen(series_end(here.face(), RU))
    seats = (replace(here.seats[0], hints=3), here.seats[1], replace(here.seats[2], hints=1), here.seats[3])
    helped = seen(series_end(replace(here, seats=seats).face(), RU)).splitlines()
    assert helped[5] == "💡 Подсказки: Аня 3, Вера 1"

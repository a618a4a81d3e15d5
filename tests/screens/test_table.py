"""The table in the group: what issue it answers is what stands in it, and nothing that is nobody's business."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.table import table
from bot.screens.trick import MOST_CHARACTERS, with_quote
from bot.tables.model import Phase, TableId
from bot.tables.presses import MyCards, OpenPrivate, Sit
from kozel import SIX
from tests.screens.scenes import (
    COMPUTER,
    EN,
    FRIENDS,
    PAIR,
    RU,
    a_table,
    after_the_deal,
    main_part,
    person,
    plain,
    playing,
    score,
    seen,
)

THREE_PLAYS = ((0, "lead KS TS"), (1, "beat AS 6H"), (2, "discard 7D QD"))
FOUR_OF_SPADES = ("KS TS 7H 9D", "AS 6H 8D 7C", "6S 7S 8S 9S", "6D 9C QC AH")


def test_what_a_message_does_not_hold_is_left_out_but_never_its_last_lines() -> None:
    text = with_quote(["above"], ["x" * 50] * 200, ["below"], last=["the seal"])
    assert len(text) <= MOST_CHARACTERS
    assert text.endswith("…\nthe seal</blockquote>\nbelow")
    assert with_quote(["above"], [], last=["the seal"]) == "above\n<blockquote expandable>the seal</blockquote>"


def test_a_trick_under_way_in_russian() -> None:
    assert seen(table(playing(*THREE_PLAYS).face(), RU)) == (
        "Сдача 3 · козырь ♥ (открыта 9♥)\n"
        "🔵 4 : 2 🔴  очки поражения\n"
        "\n"
        "🔵 Аня заходит K♠ 10♠\n"
        "🔴 Борис бьёт A♠ 6♥\n"
        "🔵 Вера скидывает ■■\n"
        "👉 🔴 🤖 Лад: ответ, 2 карты\n"
        "\n"
        "Колода 20 · взятки 🔵 0 : 0 🔴\n"
        "[🃏 Мои карты]\n"
        "[🪑 Сесть к 🔴]"
    )


def test_a_trick_under_way_in_english() -> None:
    assert seen(table(playing(*THREE_PLAYS).face(), EN)) == (
        "Deal 3 · trump ♥ (9♥ shown)\n"
        "🔵 4 : 2 🔴  loss points\n"
        "\n"
        "🔵 Аня leads K♠ 10♠\n"
        "🔴 Борис beats with A♠ 6♥\n"
        "🔵 Вера discards ■■\n"
        "👉 🔴 🤖 Rusty: to answer, 2 cards\n"
        "\n"
        "Stock 20 · tricks 🔵 0 : 0 🔴\n"
        "[🃏 My cards]\n"
        "[🪑 Sit with 🔴]"
    )


def test_who_is_late_or_away_is_named_and_an_away_seat_can_be_taken() -> None:
    seats = (replace(FRIENDS[0], missed=1), replace(FRIENDS[1], missed=2), FRIENDS[2], person(4, "Глеб"))
    screen = table(playing(*THREE_PLAYS, table=a_table(seats)).face(), RU)
    assert "⏰ Аня: время вышло, сыграл 🤖\n💤 Борис не здесь: играет компьютер" in plain(screen)
    assert [button.does for row in screen.rows[1:] for button in row] == [Sit(TableId(7), 1)]


def test_where_nobody_is_the_series_says_that_it_waits() -> None:
    seats = (replace(FRIENDS[0], missed=2), COMPUTER, COMPUTER, COMPUTER)
    text = plain(table(playing(table=a_table(seats)).face(), RU))
    assert "💤 Никого нет: партия ждёт." in text
    assert "Аня не здесь" not in text


def test_what_is_to_be_beaten_is_bold_and_nothing_else_of_the_trick() -> None:
    text = table(playing(*THREE_PLAYS).face(), EN).text
    assert "<b>🔴 Борис beats with A♠ 6♥</b>" in text
    assert "<b>🔵" not in text


def test_the_button_shows_ones_own_cards() -> None:
    here = playing()
    assert table(here.face(), EN).rows[0][0].does == MyCards(here.id)


def test_a_deal_begins_with_whose_lead_it_is() -> None:
    assert main_part(table(playing().face(), RU))[3:5] == ["Карты розданы.", "👉 🔵 Аня: заход"]


def test_a_trick_just_taken_still_lies_there_so_that_nobody_misses_its_end() -> None:
    here = table(playing(*THREE_PLAYS, (3, "discard 6D 9C")).face(), RU)
    assert main_part(here)[3:9] == [
        "🔵 Аня заходит K♠ 10♠",
        "🔴 Борис бьёт A♠ 6♥",
        "🔵 Вера скидывает ■■",
        "🔴 🤖 Лад скидывает ■■",
        "🔴 Борис берёт взятку.",
        "👉 🔴 Борис: заход",
    ]
    assert "blockquote" not in here.text


def test_earlier_tricks_are_folded_the_newest_first() -> None:
    first = (*THREE_PLAYS, (3, "discard 6D 9C"))
    second = ((1, "lead 7S"), (2, "discard 6S"), (3, "discard QC"), (0, "discard 7H"))
    here = seen(table(playing(*first, *second, (1, "lead QS")).face(), RU))
    assert (
        "| 2. Борис 7♠ · Вера ■ · 🤖 Лад ■ · Аня ■ → 🔴\n| 1. Аня K♠ 10♠ · Борис A♠ 6♥ · Вера ■■ · 🤖 Лад ■■ → 🔴\n"
    ) in here


def test_a_told_trick_breaks_only_between_plays() -> None:
    here = playing(*THREE_PLAYS, (3, "discard 6D 9C"), (1, "lead 7S"), (2, "discard 6S"))
    _, _, folded = table(here.face(), RU).text.partition("<blockquote expandable>")
    told = folded.removesuffix("</blockquote>").replace("\N{NO-BREAK SPACE}", "_")
    assert told.split(" ") == ["1._Аня_K♠_10♠_·", "Борис_A♠_6♥_·", "Вера_■■_·", "🤖_Лад_■■_→_🔴"]


def test_cards_that_went_back_are_struck_through_above_the_new_lead() -> None:
    here = playing((0, "lead KS"), (1, "discard 8D"), (2, "interrupt 6S 7S 8S 9S"), hands=FOUR_OF_SPADES, trump="JD")
    screen = table(here.face(), RU)
    assert main_part(screen)[3:8] == [
        "↩️ 🔵 Аня заходит K♠",
        "↩️ 🔴 Борис скидывает ■",
        "⚡ Вне очереди! Карты — назад в руки.",
        "🔵 Вера заходит 6♠ 7♠ 8♠ 9♠",
        "👉 🔴 🤖 Лад: ответ, 4 карты",
    ]
    assert "<s>🔵 Аня заходит K♠</s>" in screen.text


def test_entering_before_the_lead_sends_nothing_back() -> None:
    here = playing((2, "interrupt 6S 7S 8S 9S"), hands=FOUR_OF_SPADES, trump="JD")
    assert main_part(table(here.face(), RU))[3:5] == ["⚡ Вне очереди!", "🔵 Вера заходит 6♠ 7♠ 8♠ 9♠"]


def test_an_interrupted_trick_tells_so_in_the_quote_too() -> None:
    plays = ((0, "lead KS"), (1, "discard 8D"), (2, "interrupt 6S 7S 8S 9S"), (3, "discard 6D 9C QC AH"))
    more = ((0, "discard KS TS 7H 9D"), (1, "discard AS 6H 8D 7C"), (2, "lead JS"))
    here = playing(*plays, *more, hands=FOUR_OF_SPADES, trump="JD")
    assert "1. ↩️ Аня K♠ · ↩️ Борис ■ · ⚡ Вера 6♠ 7♠ 8♠ 9♠ · 🤖 Лад ■■■■" in plain(table(here.face(), RU))


def test_somebody_whom_the_bot_cannot_write_to_gets_a_door() -> None:
    here = playing(table=a_table((*FRIENDS[:2], person(3, "Вера", reachable=False), FRIENDS[3])))
    screen = table(here.face(), RU)
    assert "⚪ Вера: не могу тебе написать" in plain(screen)
    assert (screen.rows[2][0].label, screen.rows[2][0].does) == ("Вера, открой карты ↗", OpenPrivate(here.id))


def test_the_result_of_a_deal_in_russian() -> None:
    here = after_the_deal(playing(*THREE_PLAYS), (74, 46))
    assert main_part(table(here.face(), RU)) == [
        "Сдача 3 сыграна · 🔴 +2",
        "",
        "🔵 74 : 46 🔴  очки в картах",
        "🔵 5 : 3 🔴  взятки",
        "🔵 4 : 4 🔴  очки поражения",
        "",
        "🔴 — старание, 🔵 — расчёт.",
    ]


def test_the_result_has_every_trick_and_no_button() -> None:
    here = after_the_deal(playing(*THREE_PLAYS), (74, 46))
    screen = table(here.face(), EN)
    assert here.deal is not None
    told = [line for line in plain(screen).splitlines() if line[:1].isdigit()]
    assert len(told) == len(here.deal.past)
    assert told[-1].startswith("1. Аня K♠ 10♠")
    assert not screen.rows


def test_eggs_are_announced_and_stay_at_the_series_score() -> None:
    lines = main_part(table(after_the_deal(playing(), (60, 60)).face(), RU))
    assert lines[0] == "Сдача 3 сыграна · 🥚"
    assert lines[4] == "🔵 4 : 2 🔴 🥚  очки поражения"
    assert "Яйца" in lines[-1]


@pytest.mark.parametrize(
    ("points", "tricks", "cost"),
    [
        ((61, 59), (5, 4), "🔴 +2"),
        ((30, 90), (1, 8), "🔵 +4"),
        ((0, 120), (0, 9), "🔵 +6"),
        ((45, 75), (3, 6), "🔵 +2"),
    ],
)
def test_every_outcome_has_its_price_and_lines_of_colour(
    points: tuple[int, int], tricks: tuple[int, int], cost: str
) -> None:
    here = after_the_deal(playing(), points, tricks)
    colours = set()
    for round_ in range(4):
        lines = main_part(table(replace(here, round=round_).face(), EN))
        assert lines[0].endswith(cost)
        colours.add(lines[-1])
    assert len(colours) == 2
    assert score(points, tricks).loss == here.results[-1].score.loss


def test_a_table_closed_in_a_deal_says_so_and_has_no_buttons() -> None:
    screen = table(replace(playing(*THREE_PLAYS), phase=Phase.CLOSED).face(), RU)
    assert seen(screen) == ("Сдача 3 не доиграна.\n🔵 4 : 2 🔴  очки поражения\nСтол закрыт. /kozel — новый стол.")


def test_a_table_without_a_deal_yet_says_that_it_comes() -> None:
    assert seen(table(a_table(phase=Phase.PLAYING).face(), RU)) == "Сейчас раздам карты."


SIX_HANDS = ("KS TS 7H 9D 6S JH", "AS 8H 8D 7C 9H QS")


def test_the_leader_of_six_may_beat_back_or_pass() -> None:
    pair = a_table(PAIR, rules=SIX)
    beaten = playing((0, "lead KS"), (1, "beat AS"), hands=SIX_HANDS, trump="9C", table=pair)
    assert "👉 🔵 Аня: перебить или пас" in plain(table(beaten.face(), RU))
    plays = ((0, "lead KS"), (1, "beat AS"), (0, "pass"))
    passed = playing(*plays, hands=SIX_HANDS, trump="9C", table=pair)
    assert "🔵 Аня пасует" in plain(table(passed.face(), RU))
    later = playing(
        *[(0, "lead KS"), (1, "beat AS"), (0, "pass"), (1, "lead 8D")], hands=SIX_HANDS, trump="9C", table=pair
    )
    assert "1. Аня K♠ · Борис A♠ · Аня пас → 🔴" in plain(table(later.face(), RU))


def test_a_deal_of_six_can_have_no_trump() -> None:
    hands = ("KS TS 7H 9D 7S JH", "AS 8H 8D 7C 9H QS")
    here = playing(hands=hands, trump="6S", table=a_table(PAIR, rules=SIX))
    assert main_part(table(here.face(), RU))[0] == "Сдача 3 · без козыря (внизу ★♠)"

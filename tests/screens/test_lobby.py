"""The lobby: who sits where, what is missing, and no button that could only be refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.lobby import lobby
from bot.screens.screen import Button, Screen, Style
from bot.tables.model import Phase, Seat, TableId
from bot.tables.presses import (
    AddComputer,
    ChooseGame,
    DealNow,
    OpenPrivate,
    Rematch,
    RemoveComputer,
    SetLevel,
    Sit,
    Stand,
)
from kozel import SIX
from tests.screens.scenes import COMPUTER, EN, FREE, FRIENDS, RU, a_table, person, playing, seen

ID = TableId(7)


def does(screen: Screen) -> list[object]:
    """What the buttons ask for, in reading order."""
    return [button.does for row in screen.rows for button in row]


def deal_button(screen: Screen) -> Button | None:
    """The button that deals."""
    return next((button for row in screen.rows for button in row if isinstance(button.does, DealNow)), None)


def test_an_empty_lobby_in_russian() -> None:
    assert seen(lobby(a_table((FREE,) * 4).face(), RU)) == (
        "🐐 Козёл на 4 карты · до 12 очков\n"
        "🔵 — · —\n"
        "🔴 — · —\n"
        "\n"
        "Садись! Один цвет — одна команда.\n"
        "[Сесть к 🔵] [Сесть к 🔴]\n"
        "[🤖 Посадить компьютер]\n"
        "[🔀 Козёл на 6 карт]"
    )


def test_a_lobby_that_waits_for_one_in_english() -> None:
    seats = (person(1, "Ann"), person(2, "Bob"), FREE, COMPUTER)
    assert seen(lobby(a_table(seats).face(), EN)) == (
        "🐐 Four-card Kozel · to 12 loss points\n"
        "🔵 Ann · —\n"
        "🔴 Bob · 🤖 Rusty\n"
        "\n"
        "1 seat is free: sit down!\n"
        "[Sit with 🔵]\n"
        "[🤖 One more] [🤖 Remove]\n"
        "[🤖 Rusty · greedy]\n"
        "[🔀 Six-card Kozel]\n"
        "[Stand up]"
    )


def test_a_full_lobby_deals() -> None:
    screen = lobby(a_table().face(), RU)
    buttons = ["[🤖 Убрать]", "[🤖 Лад · жадный]", "[Встать] [🃏 Сдавать]s"]
    assert seen(screen).splitlines()[-4:] == ["Все за столом. Сдаём?", *buttons]
    button = deal_button(screen)
    assert button is not None
    assert button.style is Style.SUCCESS


def test_nobody_can_deal_while_a_seat_is_free() -> None:
    assert deal_button(lobby(a_table((*FRIENDS[:3], FREE)).face(), RU)) is None


def test_who_is_not_reachable_is_marked_named_on_a_link_and_waited_for() -> None:
    screen = lobby(a_table((*FRIENDS[:2], person(3, "Вера", reachable=False), COMPUTER)).face(), RU)
    assert seen(screen) == (
        "🐐 Козёл на 4 карты · до 12 очков\n"
        "🔵 Аня · ⚪ Вера\n"
        "🔴 Борис · 🤖 Лад\n"
        "\n"
        "⚪ Открой карты кнопкой внизу — и сдаём.\n"
        "[Вера, открой карты ↗]\n"
        "[🤖 Убрать]\n"
        "[🤖 Лад · жадный]\n"
        "[Встать]"
    )
    assert does(screen)[0] == OpenPrivate(ID)


def test_one_sits_only_where_there_is_a_seat() -> None:
    assert does(lobby(a_table((FREE, FRIENDS[1], FREE, FRIENDS[2])).face(), RU))[0] == Sit(ID, 0)
    assert does(lobby(a_table((FRIENDS[0], FREE, FRIENDS[1], FRIENDS[2])).face(), RU))[0] == Sit(ID, 1)


def test_computers_come_and_go_only_where_they_can() -> None:
    people = (*FRIENDS[:3], person(4, "Глеб"))
    assert does(lobby(a_table(people).face(), RU)) == [Stand(ID), DealNow(ID)]
    levels = [SetLevel(ID, seat, "novice") for seat in range(4)]
    full = [RemoveComputer(ID), *levels, ChooseGame(ID, "six"), DealNow(ID)]
    assert does(lobby(a_table((COMPUTER,) * 4).face(), RU)) == full
    assert AddComputer(ID) in does(lobby(a_table((FREE, *FRIENDS[1:])).face(), RU))


def test_a_computers_button_says_its_level_and_leads_to_the_next() -> None:
    told = [("novice", "🤖 Толк · новичок", "solid"), ("solid", "🤖 Толк · крепкий", "master")]
    for level, text, following in [
        *told,
        ("master", "🤖 Толк · мастер", "novice"),
        ("greedy", "🤖 Толк · жадный", "novice"),
    ]:
        screen = lobby(a_table((Seat(computer=level), FREE, FREE, FREE)).face(), RU)
        (button,) = [button for row in screen.rows for button in row if isinstance(button.does, SetLevel)]
        assert (button.label, button.does) == (text, SetLevel(ID, 0, following))


@pytest.mark.parametrize(
    ("phase", "line"),
    [
        (Phase.PLAYING, "Играют. Стол — ниже: /table"),
        (Phase.OVER, "Партия сыграна. /kozel — новый стол."),
        (Phase.CLOSED, "Стол закрыт. /kozel — новый стол."),
    ],
)
def test_after_the_deal_the_lobby_is_a_line_without_buttons(phase: Phase, line: str) -> None:
    screen = lobby(replace(playing(), phase=phase).face(), RU)
    assert seen(screen).splitlines()[-1] == line
    assert not screen.rows


def test_the_lobby_of_six_has_a_seat_a_side() -> None:
    screen = lobby(a_table((FRIENDS[0], FREE), rules=SIX).face(), RU)
    assert seen(screen).splitlines()[:3] == ["🐐 Козёл на 6 карт · до 16 очков", "🔵 Аня", "🔴 —"]
    assert does(screen)[0] == Sit(ID, 1)


def test_before_a_rematch_who_has_not_answered_is_marked_and_nobody_deals() -> None:
    seats = (person(1, "Аня"), replace(person(2, "Борис"), asked=True), person(3, "Вера"), COMPUTER)
    screen = lobby(replace(a_table(seats).face(), round=7), RU)
    assert seen(screen) == (
        "🐐 Козёл на 4 карты · до 12 очков\n"
        "🔵 Аня · Вера\n"
        "🔴 ❔ Борис · 🤖 Лад\n"
        "\n"
        "🔁 Ещё партию теми же местами? ❔ — ждём ответа.\n"
        "[🤖 Убрать]\n"
        "[🤖 Лад · жадный]\n"
        "[Встать] [🔁 Играю]s"
    )
    assert does(screen)[-1] == Rematch(ID, 7)

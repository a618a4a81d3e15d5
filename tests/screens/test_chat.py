"""What the bot answers to commands: what this is, and what to press or write next."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.screens import chat
from bot.screens.screen import Screen
from bot.tables.model import Person, PersonId, Phase
from bot.tables.presses import AddToGroup, BackToTable, OpenPrivate, Practice, Speak
from bot.texts import Words
from kozel import FOUR, SIX
from tests.screens.scenes import EN, FRIENDS, GROUP, PRIVATE, RU, a_table, after_the_deal, plain, playing, seen

VERA = Person(PersonId(3), "Вера <3", "ru")
both = pytest.mark.parametrize("words", [RU, EN], ids=["ru", "en"])


def does(screen: Screen) -> list[object]:
    """What the buttons ask for, in reading order."""
    return [button.does for row in screen.rows for button in row]


def test_start_says_in_three_lines_what_this_is_and_what_to_press() -> None:
    assert seen(chat.start(RU, can_join=True)) == (
        "Привет! Я сдаю карты: Козёл, двое на двое или один на один, прямо в чате.\n"
        "Добавь меня в группу и напиши там /kozel.\n"
        "Или попробуй здесь, с компьютером. /rules — игра за минуту.\n"
        "[➕ Добавить в группу]\n"
        "[🤖 Козёл на 4 карты: 3 компьютера]\n"
        "[🤖 Козёл на 6 карт: 1 соперник]"
    )
    assert does(chat.start(EN, can_join=True)) == [AddToGroup(), Practice("four"), Practice("six")]
    assert does(chat.start(EN, can_join=False, games=(SIX, FOUR))) == [Practice("six"), Practice("four")]


def test_who_came_through_a_tables_link_reads_that_it_worked_and_gets_back() -> None:
    here = a_table()
    screen = chat.start_for_table(here.face(), RU)
    assert plain(screen).splitlines()[0] == "Готово! Карты для «Двор» придут сюда."
    assert does(screen) == [BackToTable(here.id, GROUP.chat)]


@both
def test_help_names_every_command_once(words: Words) -> None:
    named = re.findall(r"^/(\w+) – ", plain(chat.help_(words)), re.MULTILINE)
    assert named == sorted(set(named), key=named.index)
    assert set(named) == {
        "kozel",
        "table",
        "score",
        "standings",
        "me",
        "history",
        "rules",
        "fair",
        "privacy",
        "forget",
        "hand",
        "language",
        "settings",
        "leave",
        "stop",
        "help",
    }


@both
def test_commands_are_described_for_each_scope(words: Words) -> None:
    menus = chat.commands(words)
    assert {"private", "group"} <= set(menus)
    for menu in menus.values():
        names = [name for name, _ in menu]
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"[a-z0-9_]{1,32}", name) and 0 < len(text) <= 256 for name, text in menu)
    assert "start" not in dict(menus["group"])
    assert "standings" not in dict(menus["private"])


@both
def test_the_rules_of_four_name_every_number_that_matters(words: Words) -> None:
    text = plain(chat.rules(FOUR, words))
    for number in ("36", "120", "61", "30", "12", "A 10 K Q J 9 8 7 6", "60"):
        assert number in text


@both
def test_the_rules_of_six_name_jokers_and_their_own_end(words: Words) -> None:
    text = plain(chat.rules(SIX, words))
    for number in ("6♣", "6♠", "16"):
        assert number in text


def test_score_is_the_series_so_far() -> None:
    assert seen(chat.score(playing().face(), RU)) == (
        "🐐 Козёл на 4 карты · до 12 очков\n"
        "🔵 Аня · Вера\n"
        "🔴 Борис · 🤖 Лад\n"
        "\n"
        "🔵 4 : 2 🔴  очки поражения\n"
        "| 2. 🔵 70 : 50 🔴 · 🔴 +2 · 4:2\n"
        "| 1. 🔵 40 : 80 🔴 · 🔵 +2 · 4:0"
    )


def test_score_before_there_is_one() -> None:
    assert plain(chat.score(a_table().face(), RU)).endswith("Партия ещё не началась.")
    first = replace(playing(loss=(0, 0)), results=())
    assert plain(chat.score(first.face(), RU)).endswith("Идёт первая сдача.")


def test_sixty_to_sixty_is_eggs_in_four_and_nothing_in_six() -> None:
    hands = ("KS TS 7H 9D 6S JH", "AS 8H 8D 7C 9H QS")
    four = after_the_deal(playing(), (60, 60))
    six = after_the_deal(playing(hands=hands, trump="9C", table=a_table(FRIENDS[:2], rules=SIX)), (60, 60))
    assert "🥚" in plain(chat.score(four.face(), RU))
    assert "🥚" not in plain(chat.score(six.face(), RU))


def test_the_language_question_is_asked_in_every_language() -> None:
    for words in (RU, EN):
        screen = chat.language_question(words)
        assert [button.label for row in screen.rows for button in row] == ["🇷🇺 Русский", "🇬🇧 English"]
        assert does(screen) == [Speak("ru"), Speak("en")]


@both
def test_a_language_is_confirmed_in_itself(words: Words) -> None:
    assert {"ru": "по-русски", "en": "English"}[words.language] in plain(chat.language_set(words))


def test_leaving_a_series_leaves_a_computer_behind() -> None:
    assert plain(chat.left(VERA, playing().face(), RU)) == "Вера <3 встаёт из-за стола — дальше играет компьютер."
    assert plain(chat.left(VERA, a_table().face(), RU)) == "Вера <3 встаёт из-за стола."


def test_whoever_the_bot_cannot_write_to_gets_a_door() -> None:
    here = playing()
    screen = chat.nobody_to_write(VERA, here.face(), RU)
    assert screen.rows[0][0].label == "Вера <3, открой карты ↗"
    assert does(screen) == [OpenPrivate(here.id)]


def test_a_hand_asked_for_in_the_group_is_shown_where_it_is_private() -> None:
    here = playing()
    assert does(chat.hand_in_private(here.face(), RU)) == [OpenPrivate(here.id)]


@both
def test_every_answer_has_a_next_step(words: Words) -> None:
    answers = [
        chat.start(words, can_join=True),
        chat.no_table(words),
        chat.no_hand(words),
        chat.table_here(a_table().face(), words),
        chat.stopped(words),
        chat.welcome(words),
        chat.cannot_write_here("Двор", words),
        chat.help_(words),
    ]
    for screen in answers:
        assert screen.rows or "/" in plain(screen)


@both
def test_small_answers_are_plain_sentences(words: Words) -> None:
    for screen in (chat.kept_playing(words), chat.failed(words)):
        assert plain(screen)
        assert not screen.rows


def test_a_group_may_forbid_the_bot_to_write() -> None:
    assert "«<Двор>»" in plain(chat.cannot_write_here("<Двор>", RU))


def test_answers_in_private_have_no_way_back_to_a_group() -> None:
    assert not chat.start_for_table(a_table(place=PRIVATE, phase=Phase.PLAYING).face(), RU).rows

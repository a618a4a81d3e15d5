"""Names from anywhere stand in a narrow line without breaking it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.markup import parse_html
from bot.screens.names import isolated, player, player_html, short_name, shorten, title_html, width
from tests.screens.scenes import COMPUTER, EN, FREE, PRIVATE, RU, a_table, person

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("Аня", 3),
        ("王小明", 6),
        ("😀", 2),
        (FAMILY, 2),
        ("🇷🇺", 2),
        ("👍🏽", 2),
        ("❤️", 2),
        ("e\u0301", 1),
        ("", 0),
        ("\u2068а\u2069", 1),
    ],
)
def test_width_is_what_the_eye_sees(text: str, columns: int) -> None:
    assert width(text) == columns


def test_short_names_stay_as_they_are() -> None:
    assert shorten("Аня", 12) == "Аня"


def test_long_names_end_in_an_ellipsis_within_the_columns() -> None:
    assert shorten("Анастасия Константинопольская", 12) == "Анастасия К…"
    assert shorten("Мария-Антуан етта", 13) == "Мария-Антуан…"
    assert shorten("王小明王小明王", 12) == "王小明王小…"


def test_emoji_are_never_cut_apart() -> None:
    assert shorten(FAMILY * 7, 6) == FAMILY * 2 + "…"
    assert shorten("🇷🇺🇬🇧🇫🇷", 4) == "🇷🇺…"


def test_a_letter_with_dozens_of_accents_keeps_a_few() -> None:
    assert len(shorten("а" + "\u0301" * 80 + "я", 12)) <= 6


@pytest.mark.parametrize("name", [" ", "\u200f\u202e", "\u3164\u2800", "\u0301", "\x00\n"])
def test_a_name_of_nothing_is_a_guest(name: str) -> None:
    assert short_name(name, RU) == "Гость"


def test_who_was_forgotten_is_a_player() -> None:
    assert short_name("", RU) == "Игрок"


def test_line_breaks_and_controls_do_not_come_through() -> None:
    assert shorten("А\nн\u202eя\u200b\x07", 12) == "А ня"


def test_names_written_from_right_to_left_are_isolated() -> None:
    assert isolated("שרה") == "\u2068שרה\u2069"
    assert isolated("Аня") == "Аня"


def test_names_are_escaped_for_html_and_not_for_buttons() -> None:
    table = a_table((person(1, "<b>&Co"), FREE, FREE, FREE))
    assert player_html(0, table.face(), EN) == "&lt;b&gt;&amp;Co"
    assert player(0, table.seats, EN) == "<b>&Co"


def test_computers_have_a_name_by_their_seat() -> None:
    seats = (COMPUTER,) * 4
    assert [player(seat, seats, RU) for seat in range(4)] == ["🤖 Толк", "🤖 Хват", "🤖 Дока", "🤖 Лад"]
    assert [player(seat, seats, EN) for seat in range(4)] == ["🤖 Chip", "🤖 Bolt", "🤖 Cog", "🤖 Rusty"]


def test_a_free_seat_is_a_dash() -> None:
    assert player(0, (FREE,), RU) == "—"


def test_a_table_without_a_title_is_practice() -> None:
    assert title_html(a_table().face(), RU) == "Двор"
    assert title_html(a_table(place=PRIVATE).face(), RU) == "Тренировка"


@given(st.text(max_size=80), st.integers(1, 20))
def test_any_name_fits_and_is_visible_and_clean(name: str, columns: int) -> None:
    short = shorten(name, columns)
    assert width(short) <= columns
    assert short == short.strip()
    assert not {unicodedata.category(character) for character in short} & {"Cc", "Cs", "Zl", "Zp"}
    assert shorten(short, columns) == short


@given(st.text(max_size=80))
def test_any_name_is_harmless_in_html(name: str) -> None:
    table = a_table((person(1, name), FREE, FREE, FREE))
    text, entities = parse_html(player_html(0, table.face(), RU))
    assert text == player(0, table.seats, RU)
    assert not entities

"""Which language, and which form of its words."""

from __future__ import annotations

import pytest

from bot.texts import LANGUAGES, language_of, words


@pytest.mark.parametrize("number", range(122))
def test_russian_counts_cards_as_russian_does(number: int) -> None:
    text = words("ru").n("to answer, {n} card", "to answer, {n} cards", number)
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    one = number % 10 == 1 and number % 100 != 11
    assert text == f"ответ, {{n}} {'карта' if one else 'карты' if few else 'карт'}"


def test_english_counts_one_and_others() -> None:
    forms = [words("en").n("to answer, {n} card", "to answer, {n} cards", number) for number in (0, 1, 2)]
    assert forms == ["to answer, {n} cards", "to answer, {n} card", "to answer, {n} cards"]


def test_words_of_a_language_are_read_once() -> None:
    assert all(words(language) is words(language) for language in LANGUAGES)
    assert [words(language).language for language in LANGUAGES] == list(LANGUAGES)


def test_an_unknown_language_falls_back_to_english() -> None:
    assert words("xx").language == "en"
    assert words("xx").t("Pass") == "Pass"


def test_a_text_that_no_catalogue_has_stays_as_it_is() -> None:
    assert words("ru").t("never said") == "never said"


@pytest.mark.parametrize(
    ("code", "language"),
    [
        *[(code, "ru") for code in ("ru", "ru-RU", "uk", "be", "kk", "UZ_latn")],
        *[(code, "en") for code in ("en", "en-GB", "de", "pt-br", "rue")],
    ],
)
def test_telegrams_language_chooses_ours(code: str, language: str) -> None:
    assert language_of(code, "ru") == language_of(code, "en") == language


@pytest.mark.parametrize("code", [None, ""])
def test_where_telegram_is_silent_the_default_holds(code: str | None) -> None:
    assert language_of(code, "ru") == "ru"
    assert language_of(code, "en") == "en"

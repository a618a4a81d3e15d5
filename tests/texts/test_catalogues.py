"""The catalogues are complete, in step with the source, and their texts can be filled in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.sandbox.markup import parse_html
from bot.texts import LANGUAGES, SOURCE, catalogue
from bot.texts.__main__ import main, updated
from bot.texts.__main__ import template as extracted

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
WORD = re.compile("[a-z]{3,}", re.IGNORECASE)
IN_EVERY_LANGUAGE = re.compile(r"\{\w+\}|</?\w+>|/\w+")

languages = pytest.mark.parametrize("language", LANGUAGES)


def read(language: str) -> Catalog:
    """The catalogue of a language."""
    with catalogue(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@cache
def template() -> Catalog:
    """What the source says now; read once, since that takes a while."""
    return extracted()


def texts(catalog: Catalog) -> list[Message]:
    """Its texts, without the header."""
    return [message for message in catalog if message.id]


def forms(text: str | Sequence[str] | None) -> list[str]:
    """A text's forms; a text without a plural has one."""
    return [text or ""] if text is None or isinstance(text, str) else list(text)


def places(text: str) -> set[str]:
    """The names of the places to fill in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@languages
def test_nothing_is_missing_empty_fuzzy_or_obsolete(language: str) -> None:
    catalog = read(language)
    assert {message.id for message in texts(catalog)} == {message.id for message in texts(template())}
    assert not catalog.obsolete
    for message in texts(catalog):
        assert not message.fuzzy, message.id
        assert all(form.strip() for form in forms(message.string)), message.id


@languages
def test_the_file_is_what_the_command_would_write(language: str) -> None:
    written, wanted = catalogue(language).read_bytes(), updated(language, template())
    assert written.partition(b"\n#:")[2] == wanted.partition(b"\n#:")[2]  # the header names the version of Babel


@languages
def test_every_text_has_all_its_plural_forms(language: str) -> None:
    catalog = read(language)
    for message in texts(catalog):
        if message.pluralizable:
            assert len(forms(message.string)) == catalog.num_plurals, message.id
    assert catalog.num_plurals == {"ru": 3, "en": 2}[language]


@languages
def test_places_to_fill_in_agree_in_every_form(language: str) -> None:
    for message in texts(read(language)):
        wanted = set().union(*map(places, forms(message.id)))
        for form in forms(message.string):
            assert places(form) == wanted, (message.id, form)


@languages
def test_markup_is_telegrams_and_balanced(language: str) -> None:
    for message in texts(read(language)):
        tags = sorted(re.findall(r"</?\w+", forms(message.id)[0]))
        for form in forms(message.string):
            parse_html(form)
            assert sorted(re.findall(r"</?\w+", form)) == tags, message.id


@languages
def test_commands_in_a_text_are_the_same_in_every_language(language: str) -> None:
    for message in texts(read(language)):
        commands = set(re.findall(r"(?<![\w<])/\w+", forms(message.id)[0]))
        assert all(set(re.findall(r"(?<![\w<])/\w+", form)) == commands for form in forms(message.string)), message.id


def test_russian_is_russian() -> None:
    for message in texts(read("ru")):
        for form in forms(message.string):
            left = IN_EVERY_LANGUAGE.sub("", form)
            assert CYRILLIC.search(left) or not WORD.search(left), form
            assert " – " not in left, form


def test_russian_needs_nobodys_gender() -> None:
    guesses = re.compile(r"\b\w+(?:л|ла|лся|лась)\(|\w\(а\)|\b(?:зашёл|побил|скинул|сел|ушёл|взял)а?\b", re.IGNORECASE)
    for message in texts(read("ru")):
        assert not any(guesses.search(form) for form in forms(message.string)), message.id


def test_the_source_language_says_what_the_source_says() -> None:
    assert all(forms(message.string) == forms(message.id) for message in texts(read(SOURCE)))


def test_the_command_brings_the_catalogues_up_to_date_and_tells_what_is_left_to_translate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = {language: tmp_path / f"{language}.po" for language in LANGUAGES}
    for language, copy in copies.items():
        text = catalogue(language).read_text()
        copy.write_text(text.replace('msgid "Pass"\nmsgstr "Пас"', 'msgid "Pass"\nmsgstr ""'))
    monkeypatch.setattr("bot.texts.__main__.catalogue", copies.__getitem__)
    main()
    total = len(template())
    assert capsys.readouterr().out.splitlines() == [
        f"ru: {total} texts, 1 to translate",
        "  'Pass'",
        f"en: {total} texts, 0 to translate",
    ]
    assert copies["en"].read_bytes().endswith(catalogue("en").read_bytes().partition(b"\n#:")[2])


def test_a_new_text_comes_in_empty_and_one_no_longer_used_goes() -> None:
    source = Catalog(charset="utf-8")
    source.add("Brand new", locations=[("bot/new.py", 1)])
    source.add(("{n} new", "{n} new ones"), locations=[("bot/new.py", 2)])
    russian = updated("ru", source).decode()
    assert 'msgid "Brand new"\nmsgstr ""' in russian
    assert "Козёл" not in russian
    assert 'msgid "Brand new"\nmsgstr "Brand new"' in updated("en", source).decode()

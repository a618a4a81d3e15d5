"""The words people read: gettext catalogues, one folder a language, and the choice of a language.

Catalogues are read as they stand in the repository, once, when first asked for: there is no build step.
``python -m bot.texts`` brings them up to date with the texts in the source.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("ru", "en")
"""The languages that the bot speaks."""

SOURCE = "en"
"""The language of the texts in the source."""

_READ_RUSSIAN = frozenset({"ru", "be", "uk", "kk", "ky", "uz", "tg", "tk", "hy", "az", "tt", "ba", "cv", "os"})
# A choice, not a judgement: where Kozel is played, these languages' speakers know its words – козырь, взятка, козёл –
# in Russian, and hardly anybody knows them in English. /language is one tap away.


class Words:
    """The texts of one language. First translate, then fill in: ``words.t("Deal {n}").format(n=3)``."""

    __slots__ = ("_translations", "language")

    def __init__(self, language: str, translations: NullTranslations) -> None:
        self.language = language
        self._translations = translations

    def t(self, msgid: str) -> str:
        """``msgid`` in this language, its ``{places}`` still empty."""
        return self._translations.gettext(msgid)

    def n(self, singular: str, plural: str, number: int) -> str:
        """The form for ``number`` in this language, its ``{places}`` still empty."""
        return self._translations.ngettext(singular, plural, number)


def catalogue(language: str) -> Path:
    """Where the catalogue of this language stands."""
    return Path(__file__).parent / language / "LC_MESSAGES" / "kozel.po"


@cache
def words(language: str) -> Words:
    """The texts of ``language``; of the source language where there is no such catalogue."""
    known = language if language in LANGUAGES else SOURCE
    compiled = BytesIO()
    with catalogue(known).open("rb") as file:
        write_mo(compiled, read_po(file, locale=known))
    compiled.seek(0)
    return Words(known, GNUTranslations(compiled))


def language_of(telegram_language_code: str | None, default: str) -> str:
    """The language to speak with somebody whose Telegram speaks ``telegram_language_code`` (an IETF tag, as sent).

    ``default`` where Telegram does not say.
    """
    if not telegram_language_code:
        return default
    return "ru" if telegram_language_code.lower().replace("_", "-").split("-")[0] in _READ_RUSSIAN else "en"

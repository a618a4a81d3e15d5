"""``python -m bot.texts``: brings both catalogues up to date with the texts in the source.

New texts come in empty (in the source language: as they are), texts no longer used go, translations stay.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.texts import LANGUAGES, SOURCE, catalogue

ROOT = Path(__file__).parents[2]
KEYWORDS: dict[str, tuple[int, ...] | None] = {"t": None, "n": (1, 2)}


def template() -> Catalog:
    """Every text in the source of the bot, with the files where it stands."""
    found = Catalog(project="kozel", charset="utf-8")
    texts = extract_from_dir(ROOT / "bot", [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",))
    for filename, line, message, comments, context in sorted(texts, key=lambda text: (text[0], text[1])):
        place = (Path("bot", filename).as_posix(), line)
        found.add(message, None, [place], auto_comments=comments, context=context)
    return found


def updated(language: str, texts: Catalog) -> bytes:
    """The catalogue of ``language`` as it should stand for ``texts``: without what is not used, nothing guessed."""
    with catalogue(language).open("rb") as file:
        known = read_po(file, locale=language)
    texts.creation_date = known.creation_date  # else every run would change the file
    known.revision_date = known.creation_date
    known.update(texts, no_fuzzy_matching=True)
    known.obsolete.clear()
    known.last_translator, known.msgid_bugs_address = "the authors of Kozel", ""
    if language == SOURCE:
        for message in known:
            if message.id:
                message.string = message.id
    out = BytesIO()
    write_po(out, known, width=110, sort_by_file=True, include_lineno=False)
    return out.getvalue()


def main() -> None:
    """Rewrite the catalogues; say what is still to be translated."""
    texts = template()
    for language in LANGUAGES:
        catalogue(language).write_bytes(updated(language, texts))
        with catalogue(language).open("rb") as file:
            missing = [
                message.id for message in read_po(file, locale=language) if message.id and not _complete(message.string)
            ]
        sys.stdout.write(f"{language}: {len(texts)} texts, {len(missing)} to translate\n")
        for msgid in missing:
            sys.stdout.write(f"  {msgid!r}\n")


def _complete(string: str | list[str] | tuple[str, ...] | None) -> bool:
    return bool(string) if isinstance(string, str) or string is None else all(string)


if __name__ == "__main__":
    main()

"""Telegram's HTML: what it takes, what it refuses, and with which words.

Follows the documented HTML style of the Bot API and the behaviour of its server: tags nest, only ``&lt; &gt; &amp;
&quot;`` and numeric references are decoded, errors name the byte at which the offending tag begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.sandbox.entities import BadLink, Entity, check_link, order, utf16_length

_TYPES: Final = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "pre": "pre",
    "code": "code",
    "blockquote": "blockquote",
}
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_END: Final = "\0"
_SPACES: Final = " \t\r\n\0\v"
_MAX_DIGITS: Final = 10


class MarkupError(ValueError):
    """A text that is not Telegram's HTML; the message is Telegram's, without its prefix."""


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    argument: str
    offset: int
    """Where the entity begins, in UTF-16 units of the plain text."""
    begin: int
    """Where the entity begins in the list of pieces of plain text."""


def parse_html(text: str) -> tuple[str, tuple[Entity, ...]]:
    """The plain text and its entities, in order of appearance, the outer before the inner.

    Raises: MarkupError with the description that follows "can't parse entities: " in Telegram's answer.
    """
    return _Reader(text.replace(_END, " ")).read()


class _Reader:
    """One pass over one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._plain: list[str] = []
        self._offset = 0
        self._open: list[_Open] = []
        self._entities: list[Entity] = []

    def read(self) -> tuple[str, tuple[Entity, ...]]:
        while self._at < len(self._text):
            if self._peek() != "<":
                self._append(self._reference() or self._run())
            elif self._text.startswith("</", self._at):
                self._end_tag()
            else:
                self._start_tag()
        if self._open:
            raise MarkupError(f'Can\'t find end tag corresponding to start tag "{self._open[-1].tag}"')
        # A language is only told when code and pre enclose the same text.
        plain = (replace(entity, detail="") if entity.type == "code" else entity for entity in self._entities)
        return "".join(self._plain), order(plain)

    def _peek(self) -> str:
        return self._text[self._at] if self._at < len(self._text) else _END

    def _append(self, piece: str) -> None:
        self._plain.append(piece)
        self._offset += utf16_length(piece)

    def _run(self) -> str:
        """Everything up to the next tag or reference; at least one character."""
        start = self._at
        self._at += 1
        while self._at < len(self._text) and self._text[self._at] not in "<&":
            self._at += 1
        return self._text[start : self._at]

    def _reference(self) -> str:
        """The character that a reference at this place stands for, or "" if there is none."""
        if self._peek() != "&":
            return ""
        numeric = self._text.startswith("&#", self._at)
        character, end = self._number(self._at + 2) if numeric else self._name(self._at + 1)
        if character:
            self._at = end + 1 if self._text.startswith(";", end) else end
        return character

    def _number(self, start: int) -> tuple[str, int]:
        hexadecimal = self._text.startswith("x", start)
        start += hexadecimal
        digits = "0123456789abcdefABCDEF" if hexadecimal else "0123456789"
        end = start
        while end < len(self._text) and self._text[end] in digits:
            end += 1
        if not 0 < end - start < _MAX_DIGITS:
            return "", end
        code = int(self._text[start:end], 16 if hexadecimal else 10)
        valid = 0 < code < 0x10FFFF and not 0xD800 <= code < 0xE000
        return (chr(code) if valid else ""), end

    def _name(self, start: int) -> tuple[str, int]:
        end = start
        while end < len(self._text) and self._text[end].isascii() and self._text[end].isalpha():
            end += 1
        return _NAMED.get(self._text[start:end], ""), end

    def _error(self, message: str, position: int) -> MarkupError:
        head, _, tail = message.partition("@")
        return MarkupError(f"{head}at byte offset {len(self._text[:position].encode(errors='replace'))}{tail}")

    def _skip_spaces(self) -> None:
        while self._at < len(self._text) and self._peek() in _SPACES:
            self._at += 1

    def _take_until(self, stops: str) -> str:
        """What stands before the next space or one of ``stops``; the end of the text stops too."""
        start = self._at
        while self._peek() not in _SPACES and self._peek() not in stops:
            self._at += 1
        return self._text[start : self._at]

    def _start_tag(self) -> None:
        begin = self._at
        self._at += 1
        tag = self._take_until(">").lower()
        if self._at >= len(self._text):
            raise self._error("Unclosed start tag @", begin)
        if tag not in _TYPES:
            raise self._error(f'Unsupported start tag "{tag}" @', begin)
        argument = ""
        self._skip_spaces()
        while self._peek() != ">":
            name, value = self._attribute(tag, begin)
            argument = _argument(tag, name, value) or argument
            self._skip_spaces()
        if tag == "span" and argument != "spoiler":
            raise self._error('Tag "span" must have class "tg-spoiler" @', begin)
        self._at += 1
        self._open.append(_Open(tag, argument, self._offset, len(self._plain)))

    def _attribute(self, tag: str, begin: int) -> tuple[str, str]:
        name = self._take_until("=>")
        if self._at >= len(self._text):
            raise self._error(f'Unclosed start tag "{tag}" @', begin)
        if not name:
            raise self._error(f'Empty attribute name in the tag "{tag}" @', begin)
        self._skip_spaces()
        if self._peek() != "=":
            return name, ""
        self._at += 1
        self._skip_spaces()
        if self._at >= len(self._text):
            raise self._error(f'Unclosed start tag "{tag}" @', begin)
        value = self._quoted() if self._peek() in "'\"" else self._token()
        if self._at >= len(self._text):
            raise self._error("Unclosed start tag @", begin)
        return name, value

    def _token(self) -> str:
        start = self._at
        while self._peek().isascii() and (self._peek().isalnum() or self._peek() in ".-"):
            self._at += 1
        if self._at < len(self._text) and self._peek() not in _SPACES and self._peek() != ">":
            raise self._error("Unexpected end of name token @", start)
        return self._text[start : self._at].lower()

    def _quoted(self) -> str:
        quote = self._peek()
        self._at += 1
        value: list[str] = []
        while self._at < len(self._text) and self._peek() != quote:
            piece = self._reference()
            if not piece:
                piece = self._peek()
                self._at += 1
            value.append(piece)
        self._at += 1
        return "".join(value)

    def _end_tag(self) -> None:
        begin = self._at
        if not self._open:
            raise self._error("Unexpected end tag @", begin)
        self._at += 2
        found = self._take_until(">").lower()
        self._skip_spaces()
        if self._peek() != ">":
            raise self._error("Unclosed end tag @", begin)
        opened = self._open.pop()
        if found not in ("", opened.tag):
            message = f'Unmatched end tag @, expected "</{opened.tag}>", found "</{found}>"'
            raise self._error(message, begin)
        self._at += 1
        if self._offset > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        kind, detail = _TYPES[opened.tag], ""
        length = self._offset - opened.offset
        if opened.tag == "a":
            try:
                detail = check_link(opened.argument or "".join(self._plain[opened.begin :]))
            except BadLink:
                return  # Telegram keeps the text and forgets the link
        if opened.tag == "blockquote" and opened.argument:
            kind = "expandable_blockquote"
        last = self._entities[-1] if self._entities else None
        same = last is not None and (last.offset, last.length) == (opened.offset, length)
        if last is not None and same and {last.type, kind} == {"code", "pre"}:
            language = opened.argument if kind == "code" else last.detail
            if language:
                self._entities[-1] = Entity("pre", opened.offset, length, language)
                return
        if kind == "code":
            detail = opened.argument
        self._entities.append(Entity(kind, opened.offset, length, detail))


def _argument(tag: str, name: str, value: str) -> str:
    """The one attribute that counts for a tag, or ""."""
    match tag, name:
        case "a", "href":
            return value
        case "code", "class" if value.startswith("language-"):
            return value.removeprefix("language-")
        case "span", "class" if value.startswith("tg-"):
            return value.removeprefix("tg-")
        case "blockquote", "expandable":
            return "1"
        case _:
            return ""

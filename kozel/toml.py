"""TOML, the writing half: ``tomllib.loads`` gives back what is written here."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def line(key: str, value: object) -> str:
    """``key = value``, on one line, with its line end.

    Raises:
        ValueError: ``value`` is, or holds, something that TOML has no way to write.
    """
    return f"{_key(key)} = {written(value)}\n"


def written(value: object) -> str:
    """``value`` on one line: a string, number, truth value, date, time, list or mapping of these.

    Raises:
        ValueError: it is, or holds, something else.
    """
    match value:
        case str():
            return _string(value)
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _float(value)
        case dt.date() | dt.time():  # a datetime is a date
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case Mapping():
            return f"{{{', '.join(f'{_key(str(key))} = {written(item)}' for key, item in value.items())}}}"
        case _:
            raise ValueError(f"TOML has no {type(value).__name__}")


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _string(key)


def _float(value: float) -> str:
    return "nan" if math.isnan(value) else repr(value)


def _string(text: str) -> str:
    return f'"{"".join(map(_character, text))}"'


def _character(character: str) -> str:
    """As it is where it can be seen; escaped where it could not, or could turn the text around it."""
    if character in _SHORT:
        return _SHORT[character]
    if character.isprintable():
        return character
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        raise ValueError("half of a surrogate pair is no text")
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"

"""Who is who: names made fit for a narrow line among other words, and the colours of the sides."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from bot.tables.model import Seat, TableFace
from bot.texts import Words

SIDES = ("🔵", "🔴")
"""The sides' colours: a team is a colour, not a word."""

COMPUTER = "🤖"
UNREACHABLE = "⚪"
ASKED = "❔"
TIME = "⏰"
AWAY = "💤"
FREE = "—"
COLUMNS = 12
"""How wide a name may be."""

_FSI, _PDI, _ZWJ, _EMOJI = "\u2068", "\u2069", "\u200d", "\ufe0f"
_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols in Unicode's eyes, blanks in people's
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co"})
# The same names and labels are measured for every message: the caches below make that free.
_MOST_MARKS = 3
_MOST_JOINED = 12


@lru_cache(maxsize=1 << 12)
def width(text: str) -> int:
    """How many columns ``text`` takes in a monospaced font: wide letters and emoji take two, marks none."""
    return sum(map(_cluster_width, _clusters(text)))


@lru_cache(maxsize=1 << 12)
def shorten(text: str, columns: int) -> str:
    """``text`` on one line in at most ``columns`` columns, an ellipsis at the end where something is left out.

    What cannot be seen is dropped, and whatever turns the direction of text; emoji and accents are never cut apart.
    "" where nothing can be seen.
    """
    clusters = list(_clusters(_clean(text)))
    if sum(map(_cluster_width, clusters)) <= columns:
        return "".join(clusters)
    kept, room = "", columns - 1
    for cluster in clusters:
        room -= _cluster_width(cluster)
        if room < 0:
            break
        kept += cluster
    return kept.rstrip() + "…"


def isolated(text: str) -> str:
    """``text`` so that it does not turn its neighbours around, where it is written from right to left."""
    turns = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)
    return _FSI + text + _PDI if turns else text


def short_name(name: str, words: Words, columns: int = COLUMNS) -> str:
    """A person's name as plain text, for buttons and alerts; not escaped. "" is somebody who was forgotten."""
    return isolated(shorten(name, columns) or nameless(name, words))


def nameless(name: str, words: Words) -> str:
    """What somebody is called whose ``name`` shows nothing; "" is somebody who was forgotten."""
    return words.t("Guest") if name else words.t("A player")


def player(seat: int, seats: tuple[Seat, ...], words: Words, columns: int = COLUMNS) -> str:
    """Who holds ``seat``, as plain text: a name, a computer's name, or a dash for nobody; not escaped."""
    holder = seats[seat]
    if holder.person is not None:
        return short_name(holder.person.name, words, columns)
    if holder.computer is not None:
        return f"{COMPUTER} {computer_name(seat, words)}"
    return FREE


def player_html(seat: int, face: TableFace, words: Words) -> str:
    """Who holds ``seat``, for a text in HTML."""
    return escape(player(seat, face.seats, words), quote=False)


def title_html(face: TableFace, words: Words, columns: int = 18) -> str:
    """Where the table is: the chat's title; practice where it has none."""
    title = shorten(face.title, columns)
    return escape(isolated(title), quote=False) if title else words.t("Practice")


def computer_name(seat: int, words: Words) -> str:
    """The name of the computer on ``seat``."""
    names = (words.t("Chip"), words.t("Bolt"), words.t("Cog"), words.t("Rusty"))
    return names[seat % len(names)]


def side_of(seat: int) -> str:
    """The colour of the side of ``seat``."""
    return SIDES[seat % 2]


def unreachable(face: TableFace) -> list[int]:
    """The seats of people to whom the bot may not write."""
    return [i for i, seat in enumerate(face.seats) if seat.person and not seat.person.reachable]


def _clean(text: str) -> str:
    kept = []
    for character in unicodedata.normalize("NFC", text):
        if character.isspace() or character in _INVISIBLE:
            kept.append(" ")
        elif character == _ZWJ or unicodedata.category(character) not in _DROPPED:
            kept.append(character)
    return " ".join("".join(kept).split())


def _clusters(text: str) -> Iterator[str]:
    """What people take for single characters: a letter with its marks, an emoji of several parts, a flag."""
    cluster = ""
    for character in text:
        if cluster and _continues(cluster, character):
            cluster += character
            continue
        if cluster:
            yield _bounded(cluster)
        cluster = "" if _is_mark(character) else character
    if cluster:
        yield _bounded(cluster)


def _continues(cluster: str, character: str) -> bool:
    if _is_mark(character) or cluster.endswith(_ZWJ):
        return True
    return len(cluster) == 1 and _is_regional(cluster) and _is_regional(character)


def _bounded(cluster: str) -> str:
    """A cluster of bearable length: letters with dozens of accents lose most of them."""
    most = _MOST_JOINED if _ZWJ in cluster else 1 + _MOST_MARKS
    return cluster[:most].rstrip(_ZWJ)


def _is_mark(character: str) -> bool:
    tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return character == _ZWJ or tone or unicodedata.category(character).startswith("M")


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _cluster_width(cluster: str) -> int:
    first = cluster[0]
    if unicodedata.category(first) in ("Cc", "Cf"):
        return 0
    wide = unicodedata.east_asian_width(first) in ("W", "F") or _EMOJI in cluster or _is_regional(first)
    return 2 if wide else 1

"""What shows that nobody picks the deck: the commitment of a deal's secret, and what it is good for."""

from __future__ import annotations

from bot.screens.screen import Screen
from bot.tables.model import Phase, TableFace
from bot.texts import Words

SEAL = "🔒"


def sealed(face: TableFace) -> tuple[str, ...]:
    """The commitment of the deal that comes next, at most one line; it stands where people see it before that deal."""
    return _line(face.commitment) if face.phase is not Phase.CLOSED else ()


def promised(face: TableFace) -> tuple[str, ...]:
    """The commitment of the table's first deal, at most one line: a lobby keeps it, so that one can look it up."""
    return _line(face.promised) if face.phase is not Phase.CLOSED else ()


def fair(face: TableFace | None, words: Words) -> Screen:
    """How a deck comes about, in four lines, and the commitment of this chat's next deal, where there is a table."""
    lines = [
        words.t("<b>Nobody picks the deck</b>"),
        words.t("1. Before a deal I draw a secret and show its seal: {sign}").format(sign=SEAL),
        words.t(
            "2. The deck is made of the secret and of what you all do after that: who sits and deals, what is laid."
        ),
        words.t("3. When the series is over, its record tells the secrets."),
        words.t("4. Anybody can check them against the seals: <code>python -m kozel check</code>"),
    ]
    if face is not None and face.commitment is not None and face.phase is not Phase.CLOSED:
        lines += ["", words.t("The next deal:"), *_line(face.commitment)]
    return Screen("\n".join(lines))


def _line(commitment: str | None) -> tuple[str, ...]:
    return () if commitment is None else (f"{SEAL} /fair <code>{commitment}</code>",)

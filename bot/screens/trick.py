"""A trick as everybody saw it: a line a play while it lies on the table, a line a trick once it is taken."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.cards import face_down, laid
from bot.screens.names import player_html, side_of
from bot.tables.model import TableFace
from bot.texts import Words
from kozel import Shown, TableView, TrickView

RETURNED = "↩️"
ENTERS = "⚡"
TURN = "👉"
MOST_CHARACTERS = 4096
"""Of a message's text, after its markup is parsed."""

_ROOM = MOST_CHARACTERS - 96
_NO_BREAK = "\N{NO-BREAK SPACE}"


def trick_lines(trick: TrickView, face: TableFace, words: Words, me: int | None = None) -> list[str]:
    """The plays of a trick, a line each; what went back to hands struck through, what is to be beaten in bold.

    ``me``: the seat that is spoken to, if it is one.
    """
    lines = [f"{RETURNED} <s>{play_line(play, face, words, me)}</s>" for play in trick.returned]
    if trick.plays and trick.plays[0].verb == "interrupt":
        back = words.t("{sign} Out of turn! The cards go back.") if trick.returned else words.t("{sign} Out of turn!")
        lines.append(back.format(sign=ENTERS))
    for play in trick.plays:
        line = play_line(play, face, words, me, back=beats_back(play, trick))
        lines.append(f"<b>{line}</b>" if _stands(play, trick) else line)
    return lines


def play_line(play: Shown, face: TableFace, words: Words, me: int | None = None, *, back: bool = False) -> str:
    """``🔵 Anna leads K♠ 10♠``; ``back``: she beats back what she led."""
    if play.seat == me:
        return f"{side_of(play.seat)} {own_play(play, face, words, back=back)}"
    text = words.t("{name} beats back with {cards}") if back else _theirs(play, words)
    who = player_html(play.seat, face, words)
    return f"{side_of(play.seat)} " + text.format(name=who, cards=shown_cards(play, face))


def own_play(play: Shown, face: TableFace, words: Words, *, back: bool = False) -> str:
    """``You lead: K♠ 10♠``; ``back`` as in :func:`play_line`."""
    text = words.t("You beat back: {cards}") if back else _yours(play, words)
    return text.format(cards=shown_cards(play, face))


def beats_back(play: Shown, trick: TrickView) -> bool:
    """Whether in this play the leader beats who has beaten the lead."""
    return play.verb == "beat" and play.seat == trick.plays[0].seat


def shown_cards(play: Shown, face: TableFace) -> str:
    """The cards of a play as everybody saw them: face down where they lie so."""
    if play.verb == "discard":
        return face_down(play.number)
    return laid(play.cards, face.deal.trump if face.deal else None, face.rules)


def _theirs(play: Shown, words: Words) -> str:
    match play.verb:
        case "lead" | "interrupt":
            return words.t("{name} leads {cards}")
        case "beat":
            return words.t("{name} beats with {cards}")
        case "discard":
            return words.t("{name} discards {cards}")
        case _:
            return words.t("{name} passes")


def _yours(play: Shown, words: Words) -> str:
    match play.verb:
        case "lead" | "interrupt":
            return words.t("You lead: {cards}")
        case "beat":
            return words.t("You beat: {cards}")
        case "discard":
            return words.t("You discard: {cards}")
        case _:
            return words.t("You pass")


def taken_line(trick: TrickView, face: TableFace, words: Words, me: int | None = None) -> str:
    """Who took a trick."""
    seat = taker(trick)
    text = words.t("The trick is yours.") if seat == me else words.t("{name} takes the trick.")
    return f"{side_of(seat)} " + text.format(name=player_html(seat, face, words))


def taker(trick: TrickView) -> int:
    """Who took a trick that is over, or holds one that is not; whoever is to lead where nothing lies."""
    return trick.first if trick.holder is None else trick.holder


def turn_line(deal: TableView, face: TableFace, words: Words) -> str:
    """Whose turn it is, and to do what; "" where it is nobody's."""
    if deal.turn is None:
        return ""
    number = len(deal.trick.standing)
    if not deal.trick.plays:
        what = words.t("to lead")
    elif deal.turn == deal.trick.plays[0].seat:
        what = words.t("to beat back, or pass")
    else:
        what = words.n("to answer, {n} card", "to answer, {n} cards", number).format(n=number)
    return f"{TURN} {side_of(deal.turn)} <b>{player_html(deal.turn, face, words)}</b>: {what}"


def past_line(number: int, trick: TrickView, face: TableFace, words: Words) -> str:
    """A trick that is over, in one line: its number, the plays in order, the side that took it.

    A narrow line breaks between plays only.
    """
    plays = [_short(play, face, words, f"{RETURNED} ") for play in trick.returned]
    plays += [_short(play, face, words, f"{ENTERS} " if play.verb == "interrupt" else "") for play in trick.plays]
    told = f"{_NO_BREAK}· ".join(plays)
    return f"{number}.{_NO_BREAK}{told}{_NO_BREAK}→{_NO_BREAK}{side_of(taker(trick))}"


def _short(play: Shown, face: TableFace, words: Words, sign: str) -> str:
    cards = words.t("pass") if play.verb == "pass" else shown_cards(play, face)
    return f"{sign}{player_html(play.seat, face, words)} {cards}".replace(" ", _NO_BREAK)


def told(past: Sequence[TrickView], face: TableFace, words: Words) -> list[str]:
    """The tricks ``past``, a line each, the newest first: a folded quote shows its first lines."""
    return [past_line(number, trick, face, words) for number, trick in enumerate(past, start=1)][::-1]


def with_quote(
    above: Sequence[str], quoted: Sequence[str], below: Sequence[str] = (), *, last: Sequence[str] = ()
) -> str:
    """Lines above and below a folded quote; what a message does not hold is left out of the quote, never ``last``."""
    text, after = "\n".join(above).strip("\n"), "".join(f"\n{line}" for line in below)
    room = _ROOM - _units(text) - _units(after) - sum(_units(line) + 1 for line in last)
    kept = []
    for line in quoted:
        room -= _units(line) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(line)
    kept += last
    quote = "\n<blockquote expandable>" + "\n".join(kept) + "</blockquote>" if kept else ""
    return text + quote + after


def _stands(play: Shown, trick: TrickView) -> bool:
    return play.seat == trick.holder and play.cards == trick.standing and play.verb != "discard"


def _units(text: str) -> int:
    """The length that Telegram counts, in UTF-16 code units; with the markup, so rather too much."""
    return len(text.encode("utf-16-le", errors="replace")) // 2

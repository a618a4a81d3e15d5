"""The lobby: who sits at the table before the cards are dealt."""

from __future__ import annotations

from bot.screens.fair import promised
from bot.screens.names import ASKED, SIDES, UNREACHABLE, player, player_html, unreachable
from bot.screens.past import level_name
from bot.screens.screen import Button, Screen, Style
from bot.screens.table import doors
from bot.screens.trick import with_quote
from bot.tables.habits import LEVELS
from bot.tables.model import Phase, TableFace
from bot.tables.presses import AddComputer, ChooseGame, DealNow, Rematch, RemoveComputer, SetLevel, Sit, Stand
from bot.texts import Words
from kozel import VARIANTS, Rules


def lobby(face: TableFace, words: Words) -> Screen:
    """Who sits where, what the table waits for, and the buttons to change it."""
    lines = [heading(face.rules, words), *seats_lines(face, words), "", _what_next(face, words)]
    return Screen(with_quote(lines, promised(face)), _rows(face, words) if face.phase is Phase.LOBBY else ())


def heading(rules: Rules, words: Words) -> str:
    """The game and how long a series is."""
    return words.t("🐐 <b>{game}</b> · to {target} loss points").format(game=game(rules, words), target=rules.target)


def game(rules: Rules, words: Words) -> str:
    """The name of the game."""
    return words.t("Four-card Kozel") if rules.variant == "four" else words.t("Six-card Kozel")


def seats_lines(face: TableFace, words: Words) -> list[str]:
    """The sides, a line each, with who is not reachable yet, or has not said whether they play again, marked."""
    return [
        f"{mark} " + " · ".join(_named(seat, face, words) for seat in range(side, face.rules.seats, face.rules.sides))
        for side, mark in enumerate(SIDES)
    ]


def _named(seat: int, face: TableFace, words: Words) -> str:
    name, waits = player_html(seat, face, words), face.phase is Phase.LOBBY
    if waits and face.seats[seat].asked:
        return f"{ASKED} {name}"
    return f"{UNREACHABLE} {name}" if waits and seat in unreachable(face) else name


def _what_next(face: TableFace, words: Words) -> str:
    match face.phase:
        case Phase.PLAYING:
            return words.t("They play. The table is below: /table")
        case Phase.OVER:
            return words.t("The series is over. /kozel opens a new table.")
        case Phase.CLOSED:
            return words.t("The table is closed. /kozel opens a new one.")
        case Phase.LOBBY:
            return _waiting(face, words)


def _waiting(face: TableFace, words: Words) -> str:
    free = sum(seat.free for seat in face.seats)
    if any(seat.asked for seat in face.seats):
        return words.t("🔁 Another series with the same seats? {sign} – still to answer.").format(sign=ASKED)
    if free == len(face.seats):
        teams = face.rules.seats > face.rules.sides
        return words.t("Sit down! Partners share a colour.") if teams else words.t("Sit down, one against one!")
    if free:
        return words.n("{n} seat is free: sit down!", "{n} seats are free: sit down!", free).format(n=free)
    if unreachable(face):
        return words.t("{sign} Open your cards with the button below, then we deal.").format(sign=UNREACHABLE)
    return words.t("All here. Deal!")


def _rows(face: TableFace, words: Words) -> tuple[tuple[Button, ...], ...]:
    free = [seat for seat, holder in enumerate(face.seats) if holder.free]
    sides = sorted({seat % face.rules.sides for seat in free})
    join = words.t("Sit with {side}") if face.rules.seats > face.rules.sides else words.t("Sit as {side}")
    sit = [Button(join.format(side=SIDES[side]), Sit(face.id, side)) for side in sides]
    computers, seated = [], any(seat.computer for seat in face.seats)
    if free:
        more = words.t("🤖 One more") if seated else words.t("🤖 Seat a computer")
        computers.append(Button(more, AddComputer(face.id)))
    if seated:
        computers.append(Button(words.t("🤖 Remove"), RemoveComputer(face.id)))
    levels = _levels(face, words)
    last, asked = [], any(seat.asked for seat in face.seats)
    if any(seat.person for seat in face.seats):
        last.append(Button(words.t("Stand up"), Stand(face.id)))
    if asked:
        last.append(Button(words.t("🔁 I'm in"), Rematch(face.id, face.round), Style.SUCCESS))
    elif not free and not unreachable(face):
        last.append(Button(words.t("🃏 Deal"), DealNow(face.id), Style.SUCCESS))
    rows = (sit, *doors(face, words), computers, levels[:2], levels[2:], _other_games(face, words), last)
    return tuple(tuple(row) for row in rows if row)


def _levels(face: TableFace, words: Words) -> list[Button]:
    """A button a computer: it says how well it plays, and a press makes that the next level."""
    return [
        Button(f"{player(seat, face.seats, words)} · {level_name(held.computer, words)}", _other_level(face, seat))
        for seat, held in enumerate(face.seats)
        if held.computer is not None
    ]


def _other_level(face: TableFace, seat: int) -> SetLevel:
    """The level after the one of the computer on ``seat``; after the last, or one that is not offered, the first."""
    level = face.seats[seat].computer
    place = LEVELS.index(level) + 1 if level in LEVELS else 0
    return SetLevel(face.id, seat, LEVELS[place % len(LEVELS)])


def _other_games(face: TableFace, words: Words) -> list[Button]:
    """The games for which not too many people sit here."""
    people = sum(seat.person is not None for seat in face.seats)
    if face.round:  # a series was played here: what was dealt in it is of its own game
        return []
    others = [rules for rules in VARIANTS.values() if rules != face.rules and rules.seats >= people]
    text = words.t("🔀 {game}")
    return [Button(text.format(game=game(rules, words)), ChooseGame(face.id, rules.variant)) for rules in others]

"""What the bot answers to commands, in groups and in private."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bot.screens.hand import back
from bot.screens.lobby import game, heading, seats_lines
from bot.screens.names import short_name, title_html
from bot.screens.rules import rules
from bot.screens.score import deals_at_a_glance, series_score
from bot.screens.screen import Button, Screen
from bot.screens.trick import with_quote
from bot.tables.model import Person, Phase, TableFace
from bot.tables.presses import AddToGroup, OpenPrivate, Practice, Speak
from bot.texts import LANGUAGES, Words
from bot.texts import words as words_in
from kozel import VARIANTS, Rules

__all__ = ["rules"]  # it has a file of its own


GAMES = tuple(VARIANTS.values())


def start(words: Words, can_join: bool, games: Sequence[Rules] = GAMES) -> Screen:
    """The first words in private; ``can_join``: whether the bot may be added to groups. ``games`` to practise, in
    the order of their buttons."""
    lines = [
        words.t("Hello! I deal <b>Kozel</b>, the card game for two teams of two, or for two, right in your chat."),
        words.t("Add me to your group and write /kozel there."),
        words.t("Or try it here first, against computers. /rules – the game in a minute."),
    ]
    add = ((Button(words.t("➕ Add to a group"), AddToGroup()),),) if can_join else ()
    return Screen("\n".join(lines), (*add, *_practice(games, words)))


def which_game(words: Words, games: Sequence[Rules] = GAMES) -> Screen:
    """Which of ``games`` to practise."""
    return Screen(words.t("Which game against computers?"), _practice(games, words))


def start_for_table(face: TableFace, words: Words) -> Screen:
    """To somebody who came through the link of a table."""
    lines = [
        words.t("Done! Your cards for <b>{title}</b> will come here.").format(title=title_html(face, words)),
        words.t("Leave the sound on: I ring when it is your turn."),
    ]
    return Screen("\n".join(lines), back(face, words))


def help_(words: Words) -> Screen:
    """The commands, in the order in which one needs them."""
    lines = [words.t("<b>What I understand</b>")]
    lines += [f"/{name} – {description}" for name, description in _described(words).items() if name != "start"]
    return Screen("\n".join(lines))


def score(face: TableFace, words: Words) -> Screen:
    """The series as it stands."""
    lines = [heading(face.rules, words), *seats_lines(face, words)]
    if face.phase is Phase.LOBBY:
        return Screen("\n".join([*lines, "", words.t("The series has not begun.")]))
    lines += ["", words.t("{score}  loss points").format(score=series_score(face))]
    if not face.results:
        return Screen("\n".join([*lines, words.t("The first deal is being played.")]))
    return Screen(with_quote(lines, deals_at_a_glance(face)))


def language_question(words: Words) -> Screen:
    """Which language this chat speaks."""
    # Translators: the name of your language, in your language, after its flag.
    buttons = tuple(Button(words_in(language).t("🇬🇧 English"), Speak(language)) for language in LANGUAGES)
    return Screen(words.t("Which language shall I speak here?"), (buttons,))


def language_set(words: Words) -> Screen:
    """That this chat speaks this language now."""
    # Translators: name your language.
    return Screen(words.t("All right, I speak English here."))


def stopped(words: Words) -> Screen:
    """The table was closed."""
    return Screen(words.t("The table is closed. /kozel opens a new one."))


def nobody_came(words: Words) -> Screen:
    """A series that waited for anybody was closed."""
    return Screen(words.t("💤 Nobody has come back to the table: it is closed. /kozel opens a new one."))


def kept_playing(words: Words) -> Screen:
    """What the question whether to stop becomes, when the answer was no."""
    return Screen(words.t("All right, we play on."))


def no_table(words: Words) -> Screen:
    """There is no table in this chat."""
    return Screen(words.t("There is no table here yet. /kozel opens one."))


def no_hand(words: Words, games: Sequence[Rules] = GAMES) -> Screen:
    """To /hand of somebody who does not play anywhere."""
    text = words.t("You are not at a table now. Write /kozel in your group, or practise here.")
    return Screen(text, _practice(games, words))


def table_here(face: TableFace, words: Words) -> Screen:
    """A second table in one place: there is one."""
    return Screen("\n".join([words.t("There is a table here already: /table shows it."), *seats_lines(face, words)]))


def nothing_to_stop(words: Words) -> Screen:
    """To /stop where the last table is over or closed already."""
    return Screen(words.t("Nothing is being played here. /kozel opens a table."))


def hidden(words: Words) -> Screen:
    """To a command about oneself in a chat's name: who it is cannot be seen."""
    return Screen(words.t("You write in the name of a chat: I cannot see who you are. Write this to me in private."))


def left(person: Person, face: TableFace, words: Words) -> Screen:
    """Somebody left: in a series a computer plays on."""
    text = words.t("{name} leaves: a computer plays on.") if face.phase is Phase.PLAYING else words.t("{name} leaves.")
    return Screen(text.format(name=_name(person, words)))


def nobody_to_write(person: Person, face: TableFace, words: Words) -> Screen:
    """The bot cannot write to somebody who plays."""
    text = words.t("⚪ {name}, I cannot write to you. Open your cards, so that the game goes on.")
    link = Button(
        words.t("{name}, open your cards ↗").format(name=short_name(person.name, words)), OpenPrivate(face.id)
    )
    return Screen(text.format(name=_name(person, words)), ((link,),))


def cannot_write_here(title: str, words: Words) -> Screen:
    """To a player in private: the group does not let the bot write."""
    text = words.t("I may not write in <b>{title}</b>. Ask its admins to allow it, then write /table there.")
    return Screen(text.format(title=escape(short_name(title, words, 24), quote=False)))


def hand_in_private(face: TableFace, words: Words) -> Screen:
    """To /hand in a group: the cards are in the private chat."""
    button = Button(words.t("🃏 Open my cards"), OpenPrivate(face.id))
    return Screen(words.t("Your cards are in our private chat."), ((button,),))


def failed(words: Words) -> Screen:
    """Something went wrong on our side."""
    return Screen(words.t("That did not work, and nothing has changed. Please try once more."))


def welcome(words: Words) -> Screen:
    """The bot was added to a group."""
    return Screen(words.t("🐐 Hello! I deal Kozel. /kozel opens a table, /rules – the game in a minute."))


def commands(words: Words) -> dict[str, list[tuple[str, str]]]:
    """The commands with their descriptions, for the menus of "private" chats, of "group"s, and for all others."""
    described = _described(words)
    menus = {
        "private": (
            *("kozel", "hand", "table", "score", "me", "rules", "fair", "language", "settings", "leave", "stop"),
            *("privacy", "forget", "help", "start"),
        ),
        "group": (
            *("kozel", "table", "score", "standings", "me", "history"),
            *("rules", "fair", "hand", "language", "settings", "leave", "stop", "help"),
        ),
        "default": ("kozel", "rules", "language", "help"),
    }
    return {scope: [(name, described[name]) for name in names] for scope, names in menus.items()}


def _described(words: Words) -> dict[str, str]:
    return {
        "kozel": words.t("open a table"),
        "table": words.t("bring the table down here"),
        "hand": words.t("bring your cards again"),
        "score": words.t("how the series stands"),
        "standings": words.t("who is the goat of this chat"),
        "me": words.t("your own figures"),
        "history": words.t("the last series here, deal by deal"),
        "rules": words.t("the game in a minute"),
        "fair": words.t("why nobody picks the deck"),
        "language": words.t("Russian or English"),
        "settings": words.t("the clock, the computers, hints, who may stop"),
        "leave": words.t("get up; a computer plays on"),
        "stop": words.t("close the table"),
        "privacy": words.t("what I keep of you"),
        "forget": words.t("have me forget you"),
        "help": words.t("all commands"),
        "start": words.t("begin here"),
    }


def _practice(games: Sequence[Rules], words: Words) -> tuple[tuple[Button, ...], ...]:
    return tuple((Button(_against(rules, words), Practice(rules.variant)),) for rules in games)


def _against(rules: Rules, words: Words) -> str:
    others = rules.seats - 1
    text = words.n("🤖 {game}: {n} computer", "🤖 {game}: {n} computers", others)
    return text.format(game=game(rules, words), n=others)


def _name(person: Person, words: Words) -> str:
    return escape(short_name(person.name, words), quote=False)

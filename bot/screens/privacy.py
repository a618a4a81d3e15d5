"""What is kept of people, and how they are forgotten."""

from __future__ import annotations

from bot.screens.screen import Button, Screen, Style
from bot.tables.presses import ForgetMe, RememberMe
from bot.texts import Words


def privacy(words: Words) -> Screen:
    """What is kept, for whom, and how it goes."""
    lines = [
        words.t("<b>What I keep</b>"),
        words.t("• your name and id on Telegram, and your language"),
        words.t("• where you sat, each deal and each card laid, how many hints you took"),
        words.t("• which of my messages show them"),
        "",
        words.t(
            "I keep nothing that you write. The record of a series, which anybody in its chat can take, has names."
        ),
        words.t("/forget, in private: your name and id go, your games stay as those of “a player”."),
    ]
    return Screen("\n".join(lines))


def forget_question(words: Words) -> Screen:
    """Whether to forget, really."""
    lines = [
        words.t("<b>Forget you?</b>"),
        words.t("Your name and id go out of my file. Your games stay, as those of “a player”: never yours again."),
    ]
    yes = Button(words.t("Forget me"), ForgetMe(), Style.DANGER)
    return Screen("\n".join(lines), ((Button(words.t("Keep me"), RememberMe()), yes),))


def forgotten(words: Words) -> Screen:
    """It is done."""
    return Screen(words.t("Done: I do not know you any more. If you play again, you begin anew."))


def remembered(words: Words) -> Screen:
    """What the question becomes, when the answer was no."""
    return Screen(words.t("All right, all stays as it is."))


def still_seated(words: Words) -> Screen:
    """Who sits at a table cannot be forgotten."""
    return Screen(still_seated_line(words))


def still_seated_line(words: Words) -> str:
    """The same, for an answer to a press."""
    return words.t("You sit at a table: /leave it first, then /forget.")


def forget_in_private(words: Words) -> Screen:
    """To /forget in a group."""
    return Screen(words.t("That is between us: write /forget to me in private."))

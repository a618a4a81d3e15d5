"""Answers to presses: plain text of at most 200 characters, shown over the chat for a moment."""

from __future__ import annotations

from typing import assert_never

import kozel
from bot.screens.cards import in_hand, laid, trump_named
from bot.screens.choices import named
from bot.screens.lobby import game
from bot.screens.names import SIDES, computer_name, player, short_name
from bot.screens.privacy import still_seated_line
from bot.tables import refusals
from bot.tables.model import HandFace, TableFace
from bot.texts import Words
from kozel import FOUR, Action, Advice, Beat, Discard, Interrupt, Lead, Pass, Reason, Rules, Suit, TableView

MOST_CHARACTERS = 200


def my_cards(hand: HandFace, words: Words) -> str:
    """The presser's own cards."""
    deal = hand.view.table
    if deal.score is not None:
        return words.t("This deal is over. The next one comes in a moment.")
    cards = in_hand(hand.view.hand, deal.trump, deal.rules) or words.t("All your cards are laid.")
    turn = words.t("Your turn! Play in our private chat.") if hand.view.on_turn else words.t("Not your turn yet.")
    return f"{cards}\n{_sentence(trump_named(deal.trump, words))}\n{turn}"


def played(action: Action, words: Words, rules: Rules, trump: Suit | None = None) -> str:
    """That ``action`` is done, by the cards' names; ordered as everywhere where ``trump`` is known."""
    match action:
        case Lead():
            text = words.t("You lead: {cards}")
        case Beat():
            text = words.t("You beat: {cards}")
        case Discard():
            text = words.t("You discard: {cards}")
        case Interrupt():
            text = words.t("Out of turn! You lead: {cards}")
        case Pass():
            text = words.t("You pass")
        case _:
            assert_never(action)
    return text.format(cards=laid(action.cards, trump, rules))


def advised(advice: Advice, deal: TableView, words: Words) -> str:
    """What a master would play, and why."""
    action = named(advice.action, words).format(cards=laid(advice.action.cards, deal.trump, deal.rules))
    return f"💡 {action}\n{_sentence(_reason(advice, words))}."


def _reason(advice: Advice, words: Words) -> str:
    n = advice.number
    points = words.n("{n} point", "{n} points", n).format(n=f"{n}+" if advice.more else n)
    cards = words.n("{n} card at once: all must be beaten", "{n} cards at once: all must be beaten", n).format(n=n)
    return {
        Reason.ENTERS: words.t("the lead becomes yours"),
        Reason.SURE: words.t("no card can beat it"),
        Reason.SEVERAL: cards,
        Reason.TRUMP: words.t("a trump: no other suit beats it"),
        Reason.RISKS_NOTHING: words.t("risks no points"),
        Reason.CHEAP: words.t("takes the trick cheaply: {points}"),
        Reason.TAKES: words.t("takes the trick: {points}"),
        Reason.FIGHTS: words.t("in the trick so far: {points}"),
        Reason.GIVES: words.t("for your partner's trick: {points}"),
        Reason.KEEPS_TRUMPS: words.t("keeps what beats for later"),
        Reason.LEAST: words.t("gives away the least: {points}"),
        Reason.KEEPS_CARDS: words.t("keeps your cards"),
        Reason.BEST: words.t("the best that I can see"),
    }[advice.reason].format(points=points)


def refused(refusal: refusals.TableRefusal | kozel.Refusal, face: TableFace | None, words: Words) -> str:
    """Why a press changed nothing, and what to do; ``face`` is the table, where there is one."""
    text = _by_the_rules(refusal, face, words) if isinstance(refusal, kozel.Refusal) else _at_the_table(refusal, words)
    return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1] + "…"


def _at_the_table(refusal: refusals.TableRefusal, words: Words) -> str:  # noqa: C901 - one line a refusal
    match refusal:
        case refusals.NoSuchTable():
            return words.t("This table is no longer there. /kozel opens a new one.")
        case refusals.TableHereAlready():
            return words.t("There is a table here already: /table shows it.")
        case refusals.AlreadySeated():
            return words.t("You sit here already. To change sides, stand up first.")
        case refusals.SideFull(table_full=True):
            return words.t("All seats are taken. Watch this series, and join the next!")
        case refusals.SideFull():
            return words.t("This side is full: sit on the other one.")
        case refusals.NoComputerHere():
            return words.t("There is no computer to take away.")
        case refusals.NotSeated():
            return stranger(words)
        case refusals.SeatsFree(free=free):
            return words.n(
                "{n} seat is still free: fill it, then we deal.",
                "{n} seats are still free: fill them, then we deal.",
                free,
            ).format(n=free)
        case refusals.NotReachable(people=people):
            names = ", ".join(short_name(person.name, words) for person in people)
            return words.t("Still to open their cards with the button here: {names}.").format(names=names)
        case refusals.UnderWay():
            return words.t("The series has begun already.")
        case refusals.NotUnderWay():
            return words.t("Nobody plays here now. /kozel opens a table.")
        case refusals.Stale():
            return words.t("This button is from an earlier moment. The newest message has the right ones.")
        case refusals.MayNotChoose():
            return words.t("Only who opened the table and those who sit here choose the game.")
        case refusals.TooMany(seats=seats):
            return words.n(
                "That game is for {n} player: somebody has to stand up first.",
                "That game is for {n} players: somebody has to stand up first.",
                seats,
            ).format(n=seats)
        case refusals.NoHints():
            return words.t("This chat plays without hints. /settings changes that.")
        case refusals.StillSeated():
            return still_seated_line(words)
        case refusals.MayNotStop(admins_only=True):
            return words.t("In this chat only admins may close the table.")
        case refusals.StillAsked(people=people):
            names = ", ".join(short_name(person.name, words) for person in people)
            return words.t("Still to answer: {names}.").format(names=names)
        case refusals.SitFirst():
            return words.t("People sit here: take a seat first, then choose the computers.")
        case refusals.MayNotStop():
            return words.t("Only those who play here and the chat's admins may stop.")
        case _:
            return nothing(words)


def _by_the_rules(refusal: kozel.Refusal, face: TableFace | None, words: Words) -> str:  # noqa: C901 - one line a refusal
    rules = face.rules if face else FOUR
    match refusal:
        case kozel.DealIsOver():
            return words.t("This deal is over. The next one comes in a moment.")
        case kozel.NotYourTurn(turn=turn):
            return words.t("Not your turn: it is with {name}.").format(name=_name(turn, face, words))
        case kozel.NothingLed():
            return words.t("Nothing to answer yet: a lead comes first.")
        case kozel.AlreadyLed():
            return words.t("There is a lead already: beat it or discard.")
        case kozel.NotInHand(cards=cards):
            return words.t("Not in your hand: {cards}. Look at the newest buttons.").format(
                cards=laid(cards, None, rules)
            )
        case kozel.NotALead() if rules.jokers:
            return words.t("One leads with cards of one suit, and jokers along. Choose others.")
        case kozel.NotALead():
            return words.t("One leads with cards of one suit. Choose others.")
        case kozel.WrongNumber(needed=needed, given=given):
            return words.n(
                "{n} card is to be laid, you have chosen {given}.",
                "{n} cards are to be laid, you have chosen {given}.",
                needed,
            ).format(n=needed, given=given)
        case kozel.DoesNotBeat(cards=cards, standing=standing):
            return words.t("{cards} does not beat {standing}. Choose others, or discard.").format(
                cards=laid(cards, None, rules), standing=laid(standing, None, rules)
            )
        case kozel.NotACombination(needed=needed) if rules.clean:
            return words.n(
                "Out of turn takes {n} card of one suit, or that many aces, tens and jokers.",
                "Out of turn takes {n} cards of one suit, or that many aces, tens and jokers.",
                needed,
            ).format(n=needed)
        case kozel.NotACombination(needed=needed):
            return words.n(
                "Out of turn takes {n} card of one suit.", "Out of turn takes {n} cards of one suit.", needed
            ).format(n=needed)
        case kozel.YourOwnLead():
            return words.t("The lead is yours anyway: just lead.")
        case kozel.AlreadyLaid():
            return words.t("You have laid cards in this trick. Out of turn works before that.")
        case kozel.CombinationStands(leader=leader):
            return words.t("The combination of {name} has the right: answer it in turn.").format(
                name=_name(leader, face, words)
            )
        case kozel.NothingToPass():
            return words.t("There is nothing to pass on now.")
        case _:
            return nothing(words)


def stranger(words: Words) -> str:
    """To somebody who does not sit at the table whose button they pressed."""
    return words.t("Others play at this table, but watching is free. /kozel opens one of your own.")


def nothing(words: Words) -> str:
    """To a press that nothing is known about."""
    return words.t("This button does nothing any more. /table shows the table.")


def failed(words: Words) -> str:
    """Something went wrong on our side."""
    return words.t("That did not work, and nothing has changed. Please try once more.")


def record_comes(words: Words) -> str:
    """The record is on its way."""
    return words.t("Here it comes.")


def record_here(words: Words) -> str:
    """The record was sent not long ago."""
    return words.t("It was sent a moment ago: look in this chat.")


def sat(side: int, words: Words) -> str:
    """You sit."""
    return words.t("You play for {side}. Good luck!").format(side=SIDES[side])


def stood(words: Words) -> str:
    """You do not sit any more."""
    return words.t("Your seat is free again.")


def game_chosen(rules: Rules, words: Words) -> str:
    """Another game is played here now."""
    return game(rules, words)


def back(words: Words) -> str:
    """You play yourself again."""
    return words.t("Welcome back! You play yourself again.")


def admins_only(words: Words) -> str:
    """The settings of a group are its admins'."""
    return words.t("Only the chat's admins change its settings.")


def voted(words: Words) -> str:
    """Your answer to whether to close the table counts."""
    return words.t("Your vote counts.")


def computer_added(words: Words) -> str:
    """A computer sits."""
    return words.t("A computer sits down.")


def level_set(seat: int, level: str, words: Words) -> str:
    """It plays better, or worse."""
    about = {
        "novice": words.t("{name}: a novice, with a beginner's mistakes."),
        "solid": words.t("{name}: solid, counts the cards and helps a partner."),
        "master": words.t("{name}: a master, thinks many plays ahead."),
    }
    return about[level].format(name=computer_name(seat, words))


def computer_removed(words: Words) -> str:
    """It does not any more."""
    return words.t("The computer gets up.")


def _name(seat: int, face: TableFace | None, words: Words) -> str:
    return words.t("another player") if face is None else player(seat, face.seats, words)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

"""A hand in a private chat: what has just happened, what is expected, the cards, and the choices.

Off turn nothing here follows the others' plays: the message is edited only where the own cards, the own rights, the own
last play, the trick, the trump or the score change. Where the others are stands in the group.
"""

from __future__ import annotations

from bot.screens.cards import JOKER, in_hand, trump_named
from bot.screens.choices import BEATS, choices, ticking, within_reach
from bot.screens.names import AWAY, SIDES, TIME, player_html, side_of, title_html
from bot.screens.score import against, result_in_a_line, series_score
from bot.screens.screen import Button, Screen, Style
from bot.screens.story import change_line, just_changed
from bot.screens.trick import ENTERS, RETURNED, TURN, beats_back, own_play, play_line, taken_line
from bot.tables.model import HandFace, PersonId, Phase, TableFace
from bot.tables.presses import Back, BackToTable, Hint
from bot.texts import Words
from kozel import Beat, Interrupt, Pass, TrickView

_SUPERGROUPS_BELOW = -1_000_000_000_000


def hand(hand: HandFace, words: Words, *, late: bool = False) -> Screen:
    """The message in which one person plays; ``late``: half of the time of their turn is gone."""
    face, deal = hand.table, hand.view.table
    held = face.seats[hand.view.seat]
    lines = _where(hand, words)
    if held.away:
        return Screen("\n".join([*lines, *_away(hand, words)]), (_back_again(face, words), *back(face, words)))
    if deal.score is not None:
        lines += [result_in_a_line(face, deal.score, words), _after_the_deal(face, words)]
        return Screen("\n".join(lines), back(face, words))
    lines += _just_happened(hand, words)
    lines += [change_line(deal, face, words)] if just_changed(deal) else []
    if held.missed:
        lines.append(words.t("{sign} Your time was up: a computer played for you.").format(sign=TIME))
    lines.append(cards_line(hand, words))
    if late:
        lines.append(words.t("{sign} Half of your time is gone!").format(sign=TIME))
    lines += expected(hand, words)
    return Screen("\n".join(lines), (*choices(hand, words), *_below(hand, words)))


def _below(hand: HandFace, words: Words) -> tuple[tuple[Button, ...], ...]:
    """Under the choices: a hint, where there is something to choose on turn, beside the way back to the table."""
    face, ways = hand.table, back(hand.table, words)
    if not (face.hints and hand.view.on_turn and len(hand.view.legal) > 1):
        return ways
    hint = Button(words.t("💡 Hint"), Hint(face.id, face.round, hand.moment))
    return ((hint, *(button for row in ways for button in row)),)


def _away(hand: HandFace, words: Words) -> list[str]:
    """To somebody for whom a computer plays."""
    face, deal = hand.table, hand.view.table
    if deal.score is not None:
        lines = [result_in_a_line(face, deal.score, words)]
    else:
        lines = [*_just_happened(hand, words), cards_line(hand, words)]
    return [*lines, words.t("{sign} You were away: a computer plays for you.").format(sign=AWAY)]


def _back_again(face: TableFace, words: Words) -> tuple[Button, ...]:
    return (Button(words.t("🙋 I'm back"), Back(face.id), Style.SUCCESS),)


def hand_closed(face: TableFace, person: PersonId, words: Words) -> Screen:
    """What is left of the hand of ``person`` when the series is over, was stopped, or they left it."""
    title = f"<b>{title_html(face, words)}</b>"
    seat = next((i for i, holder in enumerate(face.seats) if holder.person and holder.person.id == person), None)
    if face.goats is not None:
        told = _the_goats(face, face.goats, seat, words).format(side=SIDES[face.goats])
        again = words.t("A rematch is one button at the table.")
        lines = [f"{title} · {against(face.loss)}", f"{told} 🐐", again]
    elif face.phase is Phase.PLAYING and may_return(face, person):
        text = words.t("You have left: a computer plays on for you. Thank you for the game!")
        return Screen(f"{title}\n{text}", (_back_again(face, words), *back(face, words)))
    elif face.phase is Phase.PLAYING and seat is None:
        lines = [title, words.t("Somebody else plays on with your cards. Thank you for the game!")]
    else:
        lines = [title, words.t("The table is closed. /kozel in the group opens a new one.")]
    return Screen("\n".join(lines), back(face, words))


def may_return(face: TableFace, person: PersonId) -> bool:
    """Whether ``person`` has left a seat here that they may have back."""
    return face.phase is Phase.PLAYING and any(seat.left == person for seat in face.seats)


def _the_goats(face: TableFace, goats: int, seat: int | None, words: Words) -> str:
    number = face.rules.seats // face.rules.sides
    if seat is None:
        return words.n("The goat: {side}", "The goats: {side}", number)
    if seat % len(SIDES) == goats:
        return words.n("You are the goat: {side}", "You are the goats: {side}", number)
    return words.n("Victory! The goat: {side}", "Victory! The goats: {side}", number)


def back(face: TableFace, words: Words) -> tuple[tuple[Button, ...], ...]:
    """A link to the table, where its chat has such links."""
    if face.place.chat >= _SUPERGROUPS_BELOW:
        return ()
    return ((Button(words.t("↩️ To the table"), BackToTable(face.id, face.place.chat)),),)


def cards_line(hand: HandFace, words: Words) -> str:
    """The hand, trumps apart."""
    deal = hand.view.table
    cards = in_hand(hand.view.hand, deal.trump, deal.rules)
    return f"🃏 <b>{cards}</b>" if cards else words.t("🃏 All your cards are laid.")


def expected(hand: HandFace, words: Words) -> list[str]:
    """What this seat is to do, or may do, now."""
    legal, deal = hand.view.legal, hand.view.table
    if not hand.view.on_turn:
        if any(isinstance(action, Interrupt) for action in legal):
            return [words.t("{sign} You may enter out of turn.").format(sign=ENTERS)]
        return [words.t("Not your turn yet: watch the group.")]
    if not deal.trick.plays and hand.view.hand & deal.rules.jokers:
        what = words.t("Your lead: one suit, {joker} with any.").format(joker=JOKER)
    elif not deal.trick.plays:
        what = words.t("Your lead: cards of one suit.")
    elif any(isinstance(action, Pass) for action in legal):
        able = any(isinstance(action, Beat) for action in legal)
        what = words.t("Beat back, or pass.") if able else words.t("Nothing beats it back: pass.")
    else:
        number = len(deal.trick.standing)
        able = any(isinstance(action, Beat) for action in legal)
        what = (
            words.n(
                "Now {beat} beat or ■ discard {n} card.",
                "Now {beat} beat or ■ discard {n} cards.",
                number,
            )
            if able
            else words.n("Nothing beats it: ■ discard {n} card.", "Nothing beats it: ■ discard {n} cards.", number)
        ).format(n=number, beat=BEATS)
    return [f"{TURN} {what}", *_how_to_tick(hand, words)]


def _how_to_tick(hand: HandFace, words: Words) -> list[str]:
    if not ticking(hand):
        return []
    if within_reach(hand):
        return [words.t("Press: a + adds and lays at once.")]
    return [words.t("Tick the cards, then lay them.")]


def _where(hand: HandFace, words: Words) -> list[str]:
    face, seat = hand.table, hand.view.seat
    you = words.t("you {side}").format(side=side_of(seat))
    for partner in range(seat % face.rules.sides, face.rules.seats, face.rules.sides):
        if partner != seat:
            you += f" + {player_html(partner, face, words)}"
    return [
        f"<b>{title_html(face, words)}</b> · {trump_named(hand.view.table.trump, words)}",
        f"{series_score(face)} · {you}",
    ]


def _just_happened(hand: HandFace, words: Words) -> list[str]:
    """On turn what stands to be beaten; off turn the own last play, and what became of it."""
    face, seat, deal = hand.table, hand.view.seat, hand.view.table
    if hand.view.on_turn and deal.trick.plays:
        standing = next(play for play in reversed(deal.trick.plays) if play.seat == deal.trick.holder and play.cards)
        line = play_line(standing, face, words, back=beats_back(standing, deal.trick))
        return [*_came_back(deal.trick, hand, words), line]
    own = [play for play in deal.trick.plays if play.seat == seat]
    if own:
        return [f"✅ {own_play(own[-1], face, words, back=beats_back(own[-1], deal.trick))}"]
    if came_back := _came_back(deal.trick, hand, words):
        return came_back
    if not deal.past:
        return [words.t("A new deal: here are your cards.")]
    last = deal.past[-1]
    own = [play for play in last.plays if play.seat == seat]
    mine = own_play(own[-1], face, words, back=beats_back(own[-1], last))
    return [f"✅ {mine}", taken_line(last, face, words, seat)]


def _came_back(trick: TrickView, hand: HandFace, words: Words) -> list[str]:
    """That somebody entered out of turn and the own cards of this trick are in the hand again."""
    if not any(play.seat == hand.view.seat and play.number for play in trick.returned):
        return []
    return [words.t("{sign} Out of turn! Your cards are back.").format(sign=RETURNED)]


def _after_the_deal(face: TableFace, words: Words) -> str:
    if face.goats is not None:
        return words.t("The series is over.")
    return words.t("The next deal comes in a moment.")

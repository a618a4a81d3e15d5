"""The table in the group: one message a deal, from its first card to its result."""

from __future__ import annotations

from bot.screens.cards import SUITS, glyph
from bot.screens.fair import sealed
from bot.screens.names import AWAY, SIDES, TIME, UNREACHABLE, player_html, short_name, unreachable
from bot.screens.score import result_lines, series_score
from bot.screens.screen import Button, Screen
from bot.screens.story import change_line, draw_lines, just_changed, story_below, whole_story
from bot.screens.trick import taken_line, trick_lines, turn_line, with_quote
from bot.tables.model import Phase, TableFace
from bot.tables.presses import MyCards, OpenPrivate, Sit
from bot.texts import Words
from kozel import TableView


def table(face: TableFace, words: Words) -> Screen:
    """The deal of this table: under way, over, or cut short with the table."""
    deal = face.deal
    if deal is None:
        return Screen(words.t("The cards are about to be dealt."))
    if deal.score is not None:
        story = whole_story(deal, face, words)
        return Screen(with_quote(result_lines(face, deal.score, words), story, last=sealed(face)))
    if face.phase is not Phase.PLAYING:
        return Screen(with_quote(closed_lines(face, words), whole_story(deal, face, words)))
    lines = [*head_lines(face, deal, words), "", *trick_now(face, deal, words)]
    lines += [turn_line(deal, face, words), *waited_for(face, words), *absent(face, words)]
    lines += ["", counts_line(deal, words)]
    mine = Button(words.t("🃏 My cards"), MyCards(face.id))
    text = with_quote(lines, story_below(deal, face, words), last=sealed(face))
    return Screen(text, ((mine,), *seats_to_take(face, words), *doors(face, words)))


def head_lines(face: TableFace, deal: TableView, words: Words) -> list[str]:
    """Which deal this is, its trump with the card that made it, and how the series stands."""
    suit = words.t("no trump") if deal.trump is None else words.t("trump <b>{suit}</b>")
    trump = suit.format(suit=SUITS[deal.trump] if deal.trump else "")
    if deal.change is not None:
        card, text = deal.change.card, words.t("{trump} ({card} drawn last)")
    elif deal.rules.trump_changes:
        card, text = deal.trump_card, words.t("{trump} ({card} at the bottom)")
    else:
        card, text = deal.trump_card, words.t("{trump} ({card} shown)")
    trump = text.format(trump=trump, card=glyph(card, deal.rules))
    return [
        words.t("<b>Deal {number}</b> · {trump}").format(number=face.number, trump=trump),
        words.t("{score}  loss points").format(score=series_score(face)),
    ]


def trick_now(face: TableFace, deal: TableView, words: Words, me: int | None = None) -> list[str]:
    """The trick on the table; before a lead the one just taken, so that nobody misses its end.

    Below it stands, until the next trick is taken, that the trump has changed.
    """
    changed = [change_line(deal, face, words)] if just_changed(deal) else []
    if deal.trick.plays:
        return [*trick_lines(deal.trick, face, words, me), *changed]
    if not deal.past:
        return draw_lines(face, words) or [words.t("The cards are dealt.")]
    last = deal.past[-1]
    return [*trick_lines(last, face, words, me), taken_line(last, face, words, me), *changed]


def counts_line(deal: TableView, words: Words) -> str:
    """The stock and the tricks of both sides."""
    return words.t("Stock {stock} · tricks 🔵 {first} : {second} 🔴").format(
        stock=deal.stock, first=deal.tricks[0], second=deal.tricks[1]
    )


def waited_for(face: TableFace, words: Words) -> list[str]:
    """People whose cards do not reach them."""
    text = words.t("{sign} {name}: no way to write to you")
    return [text.format(sign=UNREACHABLE, name=player_html(seat, face, words)) for seat in unreachable(face)]


def absent(face: TableFace, words: Words) -> list[str]:
    """Whose time was up, who is away, and whether anybody is there at all."""
    if not any(seat.present for seat in face.seats):
        return [words.t("{sign} Nobody is here: the series waits.").format(sign=AWAY)]
    lines = []
    for number, seat in enumerate(face.seats):
        if seat.away:
            text = words.t("{sign} {name} is away: a computer plays")
            lines.append(text.format(sign=AWAY, name=player_html(number, face, words)))
        elif seat.missed:
            text = words.t("{sign} {name} was late: a computer played")
            lines.append(text.format(sign=TIME, name=player_html(number, face, words)))
    return lines


def seats_to_take(face: TableFace, words: Words) -> tuple[tuple[Button, ...], ...]:
    """A button for each side on which a computer plays, whose place somebody may take; none in practice."""
    played = (number for number, seat in enumerate(face.seats) if seat.level is not None)
    sides = sorted({number % len(SIDES) for number in played})
    text = words.t("🪑 Sit with {side}")
    if not sides or face.place.private:
        return ()
    return (tuple(Button(text.format(side=SIDES[side]), Sit(face.id, side)) for side in sides),)


def doors(face: TableFace, words: Words) -> tuple[tuple[Button, ...], ...]:
    """A link to their cards for each person whom the bot cannot write to."""
    people = [person for seat in face.seats if (person := seat.person) is not None and not person.reachable]
    text = words.t("{name}, open your cards ↗")
    return tuple((Button(text.format(name=short_name(person.name, words)), OpenPrivate(face.id)),) for person in people)


def closed_lines(face: TableFace, words: Words) -> list[str]:
    """A deal that nobody will finish."""
    return [
        words.t("<b>Deal {number}</b> was not finished.").format(number=face.number),
        words.t("{score}  loss points").format(score=series_score(face)),
        words.t("The table is closed. /kozel opens a new one."),
    ]

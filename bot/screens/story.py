"""What happens at a table beside the plays: the draw for the first lead, the change of trump. And the deal's story."""

from __future__ import annotations

from bot.screens.cards import SUITS, glyph
from bot.screens.names import SIDES, player_html, side_of
from bot.screens.trick import told
from bot.tables.model import TableFace
from bot.texts import Words
from kozel import TableView

CHANGES = "🔄"


def draw_lines(face: TableFace, words: Words) -> list[str]:
    """How the first lead of the series was drawn for, a line a round; none where it was not, or in later deals."""
    if face.drawn is None or face.number != 1:
        return []
    rounds = [
        f"{SIDES[0]} {glyph(first, face.rules)} : {glyph(second, face.rules)} {SIDES[1]}"
        for first, second in face.drawn.rounds
    ]
    lines = [words.t("Draw: {cards} – even").format(cards=cards) for cards in rounds[:-1]]
    return [*lines, words.t("Draw: {cards} – {side} leads").format(cards=rounds[-1], side=side_of(face.drawn.seat))]


def change_line(deal: TableView, face: TableFace, words: Words) -> str:
    """Who has drawn the change card, and what is trump by it."""
    change = deal.change
    assert change is not None
    if change.trump is None:
        text = words.t("{sign} {name} draws {card}: no trump now")
    elif change.trump == deal.rules.trump_of(deal.trump_card):
        text = words.t("{sign} {name} draws {card}: still trump {suit}")
    else:
        text = words.t("{sign} {name} draws {card}: trump is {suit} now")
    return text.format(
        sign=CHANGES,
        name=player_html(change.seat, face, words),
        card=glyph(change.card, deal.rules),
        suit=SUITS[change.trump] if change.trump else "",
    )


def just_changed(deal: TableView) -> bool:
    """Whether the change card has come with the last trick taken."""
    return deal.change is not None and deal.change.trick == len(deal.past)


def whole_story(deal: TableView, face: TableFace, words: Words) -> list[str]:
    """The deal so far for a folded quote, the newest first: a trick a line, the change of trump, the draw."""
    lines = told(deal.past, face, words)
    if deal.change is not None:
        lines.insert(len(lines) - deal.change.trick, change_line(deal, face, words))
    return [*lines, *draw_lines(face, words)[::-1]]


def story_below(deal: TableView, face: TableFace, words: Words) -> list[str]:
    """The story without what stands above it while the deal is played: its newest lines, between two tricks."""
    lying = 1 if deal.past else len(draw_lines(face, words))
    above = just_changed(deal) + (0 if deal.trick.plays else lying)
    return whole_story(deal, face, words)[above:]

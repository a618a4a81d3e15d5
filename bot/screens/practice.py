"""Practice: table and hand in one message, for somebody alone with computers."""

from __future__ import annotations

from bot.screens.choices import choices
from bot.screens.fair import sealed
from bot.screens.hand import cards_line, expected
from bot.screens.screen import Screen
from bot.screens.story import story_below
from bot.screens.table import counts_line, head_lines, table, trick_now
from bot.screens.trick import turn_line, with_quote
from bot.tables.model import HandFace, Phase
from bot.texts import Words


def practice(hand: HandFace, words: Words) -> Screen:
    """The deal as in a group, with the hand and its choices below; the same result at its end."""
    face, deal = hand.table, hand.view.table
    if deal.score is not None or face.phase is not Phase.PLAYING:
        return table(face, words)
    lines = [*head_lines(face, deal, words), "", *trick_now(face, deal, words, hand.view.seat)]
    if not hand.view.on_turn:
        lines.append(turn_line(deal, face, words))
    lines += ["", counts_line(deal, words)]
    mine = [cards_line(hand, words), *(expected(hand, words) if hand.view.legal else [])]
    text = with_quote(lines, story_below(deal, face, words), mine, last=sealed(face))
    return Screen(text, choices(hand, words))

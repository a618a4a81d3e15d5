"""What a seat may do, as buttons: one tap where there are few choices, cards to tick and lay where there are many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from bot.screens.cards import FACE_DOWN, SUITS, glyph, in_order, laid
from bot.screens.keyboard import Row, merged, packed
from bot.screens.screen import Button, Style
from bot.tables.model import HandFace
from bot.tables.presses import Lay, Toggle
from bot.texts import Words
from kozel import Action, Beat, Cards, Discard, Interrupt, Lead, Pass, Rank, Suit, points_of

MOST_AT_ONCE = 12
"""More choices than this do not fit above a phone's lower edge: cards are ticked instead."""

BEATS = "⚔️"
TICKED = "✅"
_WHOLE_SUIT = 3  # from so many cards of a suit on, one button ticks them all
_RANKS = {rank: place for place, rank in enumerate(Rank)}
_SUITS = {suit: place for place, suit in enumerate(Suit)}


def choices(hand: HandFace, words: Words) -> tuple[Row, ...]:
    """Every legal action of this seat, within three taps for hands of four cards; no rows where it can only wait."""
    if ticking(hand):
        return _ticked(hand, words)
    kinds = [_of(hand, Beat), _of(hand, Interrupt), _as_held(_of(hand, Discard), hand), _of(hand, Pass)]
    answers = [row for actions in kinds for row in packed(_button(action, hand, words) for action in actions)]
    return (*_leads(hand, words), *answers)


def ticking(hand: HandFace) -> bool:
    """Whether cards are to be ticked, then laid."""
    return len(hand.view.legal) > MOST_AT_ONCE


def chosen(hand: HandFace) -> Cards:
    """The cards ticked so far, those no longer in the hand left out."""
    return hand.chosen & hand.view.hand


def _of(hand: HandFace, kind: type[Action]) -> list[Action]:
    """The legal actions of a kind, the cheapest cards first."""
    return sorted(
        (action for action in hand.view.legal if isinstance(action, kind)), key=lambda a: _price(a.cards, hand)
    )


def _as_held(actions: Iterable[Action], hand: HandFace) -> list[Action]:
    """In the order in which the cards stand in the hand, where the eye looks for them."""
    table = hand.view.table
    places = {card: place for place, card in enumerate(in_order(hand.view.hand, table.trump, table.rules))}
    return sorted(actions, key=lambda action: sorted(places[card] for card in action.cards))


def _price(cards: Cards, hand: HandFace) -> tuple[int, int, int, int]:
    table = hand.view.table
    dear = cards & (table.rules.suit_cards(table.trump) | table.rules.jokers)
    return len(cards), len(dear), points_of(cards), sum(_RANKS[card.rank] for card in cards)


def _leads(hand: HandFace, words: Words) -> list[Row]:
    """A block a suit, in it single cards first; suits of a single card together; trumps and mixed leads last."""
    blocks: dict[tuple[Suit, ...], list[Action]] = {}
    for action in _of(hand, Lead):
        blocks.setdefault(tuple(dict.fromkeys(card.suit for card in action.cards)), []).append(action)
    trump = hand.view.table.trump
    in_turn = sorted(blocks, key=lambda suits: (trump in suits, len(suits), [_SUITS[suit] for suit in suits]))
    several = [suits for suits in in_turn if len(blocks[suits]) > 1]
    alone = [action for suits in in_turn for action in blocks[suits] if suits not in several]
    plain = [blocks[suits] for suits in several if trump not in suits]
    dear = [blocks[suits] for suits in several if trump in suits]
    return [row for actions in (*plain, alone, *dear) for row in _by_number(actions, hand, words)]


def _by_number(actions: Iterable[Action], hand: HandFace, words: Words) -> list[Row]:
    sizes: dict[int, list[Button]] = {}
    for action in actions:
        sizes.setdefault(len(action.cards), []).append(_button(action, hand, words))
    return merged(packed(buttons) for buttons in sizes.values())


def _ticked(hand: HandFace, words: Words) -> tuple[Row, ...]:
    """The hand to tick, what the ticked cards can do, and what needs no ticking."""
    picked = chosen(hand)
    able = [action for action in hand.view.legal if picked and action.cards == picked]
    at_once = [action for action in hand.view.legal if isinstance(action, Interrupt | Pass) and action not in able]
    rows = packed(
        _tick(hand, picked ^ (1 << card.index), _tick_label(card in picked, glyph(card)))
        for card in in_order(hand.view.hand, hand.view.table.trump, hand.view.table.rules)
    )
    rows += packed(_whole_suits(hand, picked, words))
    rows += [(_button(action, hand, words, _named(action, words)),) for action in able]
    return (*rows, *packed(_button(action, hand, words) for action in at_once))


def _whole_suits(hand: HandFace, picked: Cards, words: Words) -> list[Button]:
    """Where leads are ticked: a button for all cards of a suit of which there are many."""
    if not _of(hand, Lead):
        return []
    rules = hand.view.table.rules
    wholes = {suit: hand.view.hand & rules.suit_cards(suit) for suit in Suit}
    return [
        _tick(hand, cards, words.t("all {suit}").format(suit=SUITS[suit]))
        for suit, cards in wholes.items()
        if len(cards) >= _WHOLE_SUIT and cards != picked
    ]


def _tick_label(ticked: bool, card: str) -> str:
    return f"{TICKED} {card}" if ticked else card


def _tick(hand: HandFace, cards: int, label: str) -> Button:
    return Button(label, Toggle(hand.table.id, hand.table.round, hand.moment, Cards(cards)))


def _named(action: Action, words: Words) -> str:
    """What laying ticked cards is called: the same cards can beat and be discarded."""
    match action:
        case Lead():
            return words.t("Lead: {cards}")
        case Beat():
            return words.t("⚔️ Beat: {cards}")
        case Discard():
            return words.t("■ Discard: {cards}")
        case Interrupt():
            return words.t("⚡ Out of turn: {cards}")
        case Pass():
            return words.t("Pass")
        case _:
            assert_never(action)


def _button(action: Action, hand: HandFace, words: Words, text: str | None = None) -> Button:
    table = hand.view.table
    cards = laid(action.cards, table.trump, table.rules)
    entering = isinstance(action, Interrupt)
    moment = len(table.past) if entering else hand.moment
    label = (text or _label(action, words)).format(cards=cards)
    return Button(label, Lay(hand.table.id, hand.table.round, moment, action), _style(action))


def _label(action: Action, words: Words) -> str:
    match action:
        case Lead():
            return "{cards}"
        case Beat():
            return BEATS + " {cards}"
        case Discard():
            return FACE_DOWN + " {cards}"
        case Interrupt() | Pass():
            return _named(action, words)
        case _:
            assert_never(action)


def _style(action: Action) -> Style | None:
    match action:
        case Lead() | Interrupt():
            return Style.PRIMARY
        case Beat():
            return Style.SUCCESS
        case Discard() | Pass():
            return None
        case _:
            assert_never(action)

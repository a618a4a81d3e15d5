"""What a seat may do, as buttons: one tap where there are few choices, cards to tick and lay where there are many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from bot.screens.cards import FACE_DOWN, JOKER, SUITS, glyph, in_order, laid
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
_NEARLY_ALL = 5  # from so many ticks on, leaving one card out is nearer than ticking the others one by one
_FEW_ENTRIES = 2  # more ways to enter than this are told apart by the card that stays
_RANKS = {rank: place for place, rank in enumerate(Rank)}
_SUITS = {suit: place for place, suit in enumerate(Suit)}


def choices(hand: HandFace, words: Words) -> tuple[Row, ...]:
    """Every legal action of this seat, each within three taps; no rows where it can only wait."""
    if ticking(hand):
        return _ticked(hand, words)
    kinds = [_of(hand, Beat), _as_held(_of(hand, Discard), hand), _of(hand, Pass)]
    beats, *others = (packed(_button(action, hand, words) for action in actions) for actions in kinds)
    return (*_leads(hand, words), *beats, *_entries(hand, words), *(row for rows in others for row in rows))


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
        plain = action.cards - hand.view.table.rules.jokers
        blocks.setdefault(tuple(dict.fromkeys(card.suit for card in plain)), []).append(action)
    trump = hand.view.table.trump
    in_turn = sorted(blocks, key=lambda suits: (trump in suits, len(suits), [_SUITS[suit] for suit in suits]))
    several = [suits for suits in in_turn if len(blocks[suits]) > 1]
    alone = [action for suits in in_turn for action in blocks[suits] if suits not in several]
    cheap = [blocks[suits] for suits in several if trump not in suits]
    dear = [blocks[suits] for suits in several if trump in suits]
    return [row for actions in (*cheap, alone, *dear) for row in _by_number(actions, hand, words)]


def _by_number(actions: Iterable[Action], hand: HandFace, words: Words) -> list[Row]:
    sizes: dict[int, list[Button]] = {}
    for action in actions:
        sizes.setdefault(len(action.cards), []).append(_button(action, hand, words))
    return merged(packed(buttons) for buttons in sizes.values())


def _ticked(hand: HandFace, words: Words) -> tuple[Row, ...]:
    """The hand to tick, what the ticked cards can do, and what needs no ticking."""
    picked = chosen(hand)
    able = [action for action in _ticking(hand) if action.cards == picked]
    table = hand.view.table
    rows = packed(
        _tick(hand, picked ^ (1 << card.index), _tick_label(card in picked, glyph(card, table.rules)))
        for card in in_order(hand.view.hand, table.trump, table.rules)
    )
    rows += packed(_whole_suits(hand, picked, words))
    rows += [(_button(action, hand, words, _named(action, words)),) for action in able]
    rows += [row for actions in _near(hand, picked) for row in packed(_button(a, hand, words) for a in actions)]
    return (*rows, *_entries(hand, words), *packed(_button(action, hand, words) for action in _of(hand, Pass)))


def _ticking(hand: HandFace) -> list[Action]:
    """The legal actions that are reached by ticking their cards."""
    return [action for kind in (Lead, Beat, Discard) for action in _of(hand, kind)]


def _near(hand: HandFace, picked: Cards) -> list[list[Action]]:
    """What the ticked cards can become by one more tap: with more cards, or with one less, by kind.

    All that holds the ticked cards where it fits the screen, else what has one card more. So no play is further than
    three taps, from two ticks on, or from a whole suit.
    """
    if not picked:
        return []
    more = [action for action in _ticking(hand) if picked != action.cards and action.cards.holds(picked)]
    if len(more) > MOST_AT_ONCE:
        more = [action for action in more if len(action.cards) == len(picked) + 1]
    less = [
        action
        for action in _ticking(hand)
        if len(picked) >= _NEARLY_ALL and len(action.cards) == len(picked) - 1 and picked.holds(action.cards)
    ]
    kinds = (Lead, Beat, Discard)
    return [_as_held([action for action in (*more, *less) if isinstance(action, kind)], hand) for kind in kinds]


def _whole_suits(hand: HandFace, picked: Cards, words: Words) -> list[Button]:
    """Where leads are ticked: a button for all cards of a suit of which there are many, and for those with jokers."""
    if not _of(hand, Lead):
        return []
    rules = hand.view.table.rules
    jokers = hand.view.hand & rules.jokers
    found: list[Button] = []
    for suit in Suit:
        own = hand.view.hand & rules.suit_cards(suit)
        wholes = {SUITS[suit]: own} | ({SUITS[suit] + JOKER: own | jokers} if own and jokers else {})
        found += [
            _tick(hand, cards, words.t("all {suit}").format(suit=sign))
            for sign, cards in wholes.items()
            if len(cards) >= _WHOLE_SUIT and cards != picked
        ]
    return found


def _entries(hand: HandFace, words: Words) -> list[Row]:
    """The ways to enter out of turn; several of them by what stays in the hand."""
    entries = _of(hand, Interrupt)
    if len(entries) <= _FEW_ENTRIES:
        return packed(_button(action, hand, words) for action in entries)
    text, table = words.t("⚡ without {cards}"), hand.view.table
    return packed(
        _button(action, hand, words, text.format(cards=laid(hand.view.hand - action.cards, table.trump, table.rules)))
        for action in entries
    )


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

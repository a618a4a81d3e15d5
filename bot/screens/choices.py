"""What a seat may do, as buttons: one tap where there are few choices, cards to tick and lay where there are many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import assert_never

from bot.screens.cards import FACE_DOWN, JOKER, SUITS, glyph, in_order, laid
from bot.screens.keyboard import Row, merged, packed
from bot.screens.screen import Button, Style
from bot.screens.trick import ENTERS
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
_LONG = 5  # so many cards make a label that nothing fits beside: the card that stays says the same
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
    return len(_ticking(hand)) > MOST_AT_ONCE


def within_reach(hand: HandFace) -> bool:
    """Whether the cards ticked so far can be laid now, alone or with what one more tap adds."""
    picked = chosen(hand)
    return any(action.cards == picked for action in _ticking(hand)) or any(_near(hand, picked))


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
    rows = _ticks(hand, picked)
    rows += packed(_whole_suits(hand, picked, words))
    cards = laid(picked, table.trump, table.rules)
    rows += [(_button(action, hand, words, named(action, words).format(cards=cards)),) for action in able]
    for actions in _near(hand, picked):
        rows += packed(_button(action, hand, words, _step(action, picked, hand)) for action in actions)
    mixed = [action for action in _of(hand, Lead) if _mixed(action, hand)]
    rows += packed(_button(action, hand, words) for action in mixed)
    entries = _entries(hand, words)
    if len(entries) == 1 or not picked:  # many would push the ticked cards out of sight; without ticks they are there
        rows += entries
    return (*rows, *packed(_button(action, hand, words) for action in _of(hand, Pass)))


def _ticks(hand: HandFace, picked: Cards) -> list[Row]:
    """The hand, a button a card; in rows as wide as if all were ticked, so that no button moves by a tick."""
    table = hand.view.table
    cards = in_order(hand.view.hand, table.trump, table.rules)
    buttons = [_tick(hand, picked ^ (1 << card.index), glyph(card, table.rules)) for card in cards]
    ticked = [replace(button, label=f"{TICKED} {button.label}") for button in buttons]
    shown = iter([b if card in picked else a for card, a, b in zip(cards, buttons, ticked, strict=True)])
    return [tuple(islice(shown, len(row))) for row in packed(ticked)]


def _ticking(hand: HandFace) -> list[Action]:
    """The legal actions of the kinds that are reached by ticking their cards, where there are too many."""
    return [action for kind in (Lead, Beat, Discard) for action in _of(hand, kind) if not _mixed(action, hand)]


def _mixed(action: Action, hand: HandFace) -> bool:
    """Whether these cards can be led for being clean, and not for being of one suit."""
    rules = hand.view.table.rules
    return isinstance(action, Lead) and len({card.suit for card in action.cards - rules.jokers}) > 1


def _near(hand: HandFace, picked: Cards) -> list[list[Action]]:
    """What the ticked cards can become by one more tap, by kind.

    A lead: one card more, or one less. An answer: the one or two cards that it lacks, as far as these fit the screen.
    So no play is further than three taps: small leads by ticking, large ones from a whole suit.
    """
    if not picked:
        return []
    more = [action for action in _ticking(hand) if action.cards.holds(picked)]
    less = [action for action in _of(hand, Lead) if len(picked) >= _NEARLY_ALL and picked.holds(action.cards)]
    leads = [action for action in (*more, *less) if isinstance(action, Lead) and _apart(action, picked) == 1]
    answers = [action for action in more if not isinstance(action, Lead) and _apart(action, picked) in (1, 2)]
    if len(answers) > MOST_AT_ONCE:
        answers = [action for action in answers if _apart(action, picked) == 1]
    beats = [action for action in answers if isinstance(action, Beat)]
    others = [action for action in answers if not isinstance(action, Beat)]
    return [_as_held(actions, hand) for actions in (leads, beats, others)]


def _apart(action: Action, picked: Cards) -> int:
    return len(action.cards - picked) + len(picked - action.cards)


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
    return packed(_button(action, hand, words) for action in _of(hand, Interrupt))


def _step(action: Action, picked: Cards, hand: HandFace) -> str:
    """What the ticked cards become ``action`` by: ``⚔️ +J♥``, or ``−J♥``."""
    table = hand.view.table
    more, less = (laid(cards, table.trump, table.rules) for cards in (action.cards - picked, picked - action.cards))
    step = f"+{more}" if more else f"\N{MINUS SIGN}{less}"
    return f"{_SIGNS[type(action)]} {step}".strip()


def _tick(hand: HandFace, cards: int, label: str) -> Button:
    return Button(label, Toggle(hand.table.id, hand.table.round, hand.moment, Cards(cards)))


def named(action: Action, words: Words) -> str:
    """What an action is called, with room for its ``{cards}``: the same cards can beat and be discarded."""
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


_SIGNS: dict[type[Action], str] = {Lead: "", Beat: BEATS, Discard: FACE_DOWN, Interrupt: ENTERS}


def _button(action: Action, hand: HandFace, words: Words, text: str | None = None) -> Button:
    table = hand.view.table
    moment = len(table.past) if isinstance(action, Interrupt) else hand.moment
    label = text or _label(action, hand, words)
    return Button(label, Lay(hand.table.id, hand.table.round, moment, action), _style(action))


def _label(action: Action, hand: HandFace, words: Words) -> str:
    """A sign and the cards; where these are all but one of the hand, in several ways, that one."""
    table, stays = hand.view.table, hand.view.hand - action.cards
    cards = laid(action.cards, table.trump, table.rules)
    if len(action.cards) >= _LONG and len(stays) == 1 and len(_of(hand, type(action))) > 1:
        but_one = words.t("without {cards}").format(cards=laid(stays, table.trump, table.rules))
        return f"{_SIGNS[type(action)]} {but_one}".strip()
    if isinstance(action, Interrupt | Pass):
        return named(action, words).format(cards=cards)
    return f"{_SIGNS[type(action)]} {cards}".strip()


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

"""Positions in notation, and what may be done in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from kozel import ALL_CARDS, FOUR, SIX, Cards, Deal, Event, Refusal, Rules, Suit, Trick, deal_from
from kozel.cards import singles
from kozel.deal import Play
from kozel.notation import read_play, write_play

GAMES = pytest.mark.parametrize("rules", [FOUR, SIX], ids=lambda rules: rules.variant)


def position(
    rules: Rules, *hands: str, trump: str = "S", leader: int = 0, stock: str = "", piles: Sequence[str] = ("", "")
) -> Deal:
    """A deal before a lead, with these hands by seat, trump (``-`` for none), stock (top first) and piles."""
    held = [Cards.parse(hand) for hand in hands]
    assert len({hand.bit_count() for hand in held}) == 1
    assert len(held) == rules.seats
    start, _ = Deal.start(deal_from(rules, rules.after(leader), leader, b"any"))
    left = [1 << Cards.parse(card).bit_length() - 1 for card in stock.split()]
    return start._replace(
        hands=tuple(map(int, held)),
        stock=tuple(left),
        trump=None if trump == "-" else Suit(trump),
        turn=leader,
        trick=Trick(leader, leader),
        piles=(int(Cards.parse(piles[0])), int(Cards.parse(piles[1]))),
    )


def four(*hands: str, trump: str = "S", leader: int = 0, stock: str = "") -> Deal:
    return position(FOUR, *hands, trump=trump, leader=leader, stock=stock)


def six(*hands: str, trump: str = "S", leader: int = 0, stock: str = "") -> Deal:
    return position(SIX, *hands, trump=trump, leader=leader, stock=stock)


def after(deal: Deal, *plays: str) -> Deal:
    """``deal`` after ``plays`` in notation."""
    for play in plays:
        deal, _ = deal.apply(*read_play(play))
    return deal


def events(deal: Deal, play: str) -> tuple[Event, ...]:
    """What ``play`` makes happen."""
    return deal.apply(*read_play(play))[1]


def refusal(deal: Deal, play: str) -> Refusal:
    """Why ``play`` is refused; and it is not offered either."""
    seat, action = read_play(play)
    with pytest.raises(Refusal) as caught:
        deal.apply(seat, action)
    assert action not in deal.legal(seat)
    return caught.value


def offered(deal: Deal, seat: int, *verbs: str) -> set[str]:
    """The actions that ``seat`` may do, in notation without the seat; of these ``verbs`` only, where some are given."""
    texts = (write_play(Play(seat, action)).split(maxsplit=1)[1] for action in deal.legal(seat))
    return {text for text in texts if not verbs or text.split()[0] in verbs}


def hand(deal: Deal, seat: int) -> str:
    return str(Cards(deal.hands[seat]))


def cards(*texts: str) -> Cards:
    return Cards.parse(" ".join(texts))


def everywhere(deal: Deal) -> Iterator[int]:
    """The bits of every card of a deal, once for each place where it is."""
    for bits in (*deal.hands, *deal.piles, *(play.action.cards for play in deal.trick.plays)):
        yield from singles(int(bits))
    yield from deal.stock


def conserved(deal: Deal) -> bool:
    """Whether each of the 36 cards is in exactly one place."""
    return sorted(everywhere(deal)) == singles(int(ALL_CARDS))

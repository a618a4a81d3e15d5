"""The two games as values. All in which they differ is asked here; nobody else asks which game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

from kozel.cards import ALL_CARDS, DECK, NO_CARDS, RANK_CARDS, SUIT_CARDS, Card, Cards, Rank, Suit, singles


@dataclass(frozen=True)
class Rules:
    """One of the games; two rules are the same when their ``variant`` is.

    ``seats`` players, ``hand`` cards each; a series is lost at ``target`` loss points. ``combination``
    cards of one suit (or any of ``clean``) enter out of turn. ``jokers`` have no suit, beat everything and
    are beaten by each other only. ``beats_back``: the leader may answer a beat. ``trump_changes``: the
    trump card lies under the stock with a change card below it, which makes trump when the stock runs out;
    otherwise a card shown from the stock does, for the whole deal. ``deal_passes``: the deal passes
    clockwise; otherwise the leader's neighbour deals. ``lead_drawn``: the sides draw cards for the first
    lead; otherwise the first dealer is drawn by lot. ``eggs``: a deal of 60 to 60 is called so, and
    remembered.
    """

    variant: str
    seats: int
    hand: int
    target: int
    combination: int
    jokers: Cards
    clean: Cards
    beats_back: bool
    trump_changes: bool
    deal_passes: bool
    lead_drawn: bool
    eggs: bool
    _jokers: int = field(init=False, repr=False)
    _clean: int = field(init=False, repr=False)
    _suits: tuple[int, ...] = field(init=False, repr=False)
    _elsewhere: dict[int, int] = field(init=False, repr=False)
    _combination_groups: tuple[int, ...] = field(init=False, repr=False)
    _widths: dict[Suit | None, tuple[int, int, int]] = field(init=False, repr=False)
    _beaten: dict[Suit | None, dict[int, int]] = field(init=False, repr=False)
    _beaters: dict[Suit | None, dict[int, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out once what every play asks for."""
        suits = tuple(int(self.suit_cards(suit)) for suit in Suit)
        beaten = {trump: _beaten_by_bit(self, trump) for trump in (*Suit, None)}
        groups = (*(suit | int(self.jokers) for suit in suits), int(self.clean))
        for name, value in {
            "_jokers": int(self.jokers),
            "_clean": int(self.clean),
            "_suits": suits,
            "_elsewhere": {0: 0} | {bit: int(ALL_CARDS) & ~suit for suit in suits for bit in singles(suit)},
            "_combination_groups": tuple(filter(None, groups)),
            "_widths": {trump: _widths(self, trump) for trump in beaten},
            "_beaten": beaten,
            "_beaters": {trump: _beaters_by_bit(by_bit) for trump, by_bit in beaten.items()},
        }.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Callable[[str], Rules], tuple[str]]:
        """To another process goes the name alone, not the tables."""
        return _known_as, (self.variant,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.variant == other.variant

    def __hash__(self) -> int:
        return hash(self.variant)

    @property
    def sides(self) -> int:
        """Two, in both games: seat ``s`` is of side ``s mod 2``."""
        return 2

    @property
    def stock(self) -> int:
        """How many cards are left when the hands are dealt."""
        return len(DECK) - self.seats * self.hand

    def after(self, seat: int) -> int:
        """The seat next in turn, clockwise."""
        return (seat + 1) % self.seats

    def distance(self, start: int, seat: int) -> int:
        """How many seats clockwise ``seat`` is from ``start``."""
        return (seat - start) % self.seats

    def next_dealer(self, dealer: int, leader: int) -> int:
        """Who deals the deal that ``leader`` leads, after one dealt by ``dealer`` (RULES, "The deal")."""
        return self.after(dealer if self.deal_passes else leader)

    def dealer_before(self, leader: int) -> int:
        """Who deals a first deal that ``leader`` leads."""
        return (leader - 1) % self.seats

    def drawn_lead(self, cards: Sequence[Card]) -> int | None:
        """The side whose card of ``cards``, by side, is the highest: a joker, else a rank; None for equal ones."""
        ranks = list(Rank)
        worths = [len(ranks) if card in self.jokers else ranks.index(card.rank) for card in cards]
        highest = max(worths)
        return worths.index(highest) if worths.count(highest) == 1 else None

    def trump_of(self, card: Card) -> Suit | None:
        """The trump that ``card`` makes; None (no trump) where it is a joker."""
        return None if card in self.jokers else card.suit

    def suit_cards(self, suit: Suit | None) -> Cards:
        """All cards that count as of this suit: without the jokers; none for None."""
        return NO_CARDS if suit is None else SUIT_CARDS[suit] - self.jokers

    def leads(self, hand: int) -> list[int]:
        """Every set that may be led from ``hand``: of one suit, with jokers along, jokers alone, or clean.

        Ordered by suit, the jokers' own and the mixed ones last.
        """
        hand, jokers = int(hand), hand & self._jokers
        found: list[int] = []
        for suit in self._suits:
            if own := hand & suit:
                found += _suit_leads(own, jokers)
        if jokers:
            found += _subsets(jokers)
        clean = hand & self._clean
        if clean.bit_count() >= self.combination:
            found += map(sum, combinations(singles(clean), self.combination))
        return found

    def is_lead(self, cards: int) -> bool:
        """Whether a leader may lay ``cards`` together (RULES, "The trick" 1, "Entering out of turn")."""
        cards = int(cards)
        suited = cards & ~self._jokers
        if not suited & self._elsewhere[suited & -suited]:
            return cards != 0
        return cards.bit_count() == self.combination and not cards & ~self._clean

    def is_combination(self, cards: int) -> bool:
        """Whether one may enter out of turn with exactly ``cards``."""
        return cards.bit_count() == self.combination and self.is_lead(cards)

    def combinations(self, hand: int) -> Sequence[int]:
        """Every combination in ``hand`` with which its owner could enter out of turn."""
        hand, size = int(hand), self.combination
        for group in self._combination_groups:
            if (hand & group).bit_count() >= size:
                return [cards for cards in self.leads(hand) if cards.bit_count() == size]
        return ()

    def can_beat(self, cards: int, standing: int, trump: Suit | None) -> bool:
        """Whether ``cards`` can be paired one to one with ``standing`` so that each beats its own."""
        number = cards.bit_count()
        if number != standing.bit_count():
            return False
        if number == 1:
            return bool(self._beaters[trump][standing] & cards)
        return _pairs(self._by_width(int(cards), trump), int(standing), self._beaten[trump])

    def beats(self, hand: int, standing: int, trump: Suit | None) -> Sequence[int]:
        """Every set of cards from ``hand`` that beats ``standing``."""
        number, beaters = standing.bit_count(), self._beaters[trump]
        if number == 1:
            return singles(beaters[standing] & hand)
        able = 0
        for bit in singles(int(standing)):
            able |= beaters[bit]
        able &= hand
        if able.bit_count() < number:
            return ()
        beaten, left = self._beaten[trump], int(standing)
        choices = combinations(self._by_width(able, trump), number)
        return [sum(bits) for bits in choices if _pairs(bits, left, beaten)]

    def discards(self, hand: int, number: int) -> Iterable[int]:
        """Every set of ``number`` cards from ``hand``."""
        return singles(hand) if number == 1 else map(sum, combinations(singles(hand), number))

    def _by_width(self, cards: int, trump: Suit | None) -> list[int]:
        """The bits of ``cards``, each before those that beat all that it beats, and more."""
        plain, trumps, jokers = self._widths[trump]
        return [*singles(cards & plain), *singles(cards & trumps), *singles(cards & jokers)]


def _pairs(bits: Iterable[int], standing: int, beaten: dict[int, int]) -> bool:
    """Whether each of ``bits`` beats one of ``standing`` of its own.

    What a card beats is either inside what another one beats or apart from it. So, taken from the narrowest
    to the widest – plain suits, trumps, jokers, each from below –, every card may take any card still free.
    """
    for bit in bits:
        free = standing & beaten[bit]
        if not free:
            return False
        standing ^= free & -free
    return True


@cache
def _subsets(cards: int) -> tuple[int, ...]:
    """The non-empty subsets of ``cards``, single cards first. Of one suit only: the cache stays small."""
    found = []
    part = cards
    while part:
        found.append(part)
        part = (part - 1) & cards
    return tuple(sorted(found, key=lambda part: (part.bit_count(), part)))


@cache
def _suit_leads(own: int, jokers: int) -> tuple[int, ...]:
    """The leads from cards of one suit, without jokers, then with some along."""
    along = (0, *_subsets(jokers))
    return tuple(cards | joker for joker in along for cards in _subsets(own))


def _widths(rules: Rules, trump: Suit | None) -> tuple[int, int, int]:
    """All cards in three groups: plain, trumps, jokers."""
    jokers, trumps = int(rules.jokers), int(rules.suit_cards(trump))
    return int(ALL_CARDS) & ~jokers & ~trumps, trumps, jokers


def _beaten_by_bit(rules: Rules, trump: Suit | None) -> dict[int, int]:
    """By a card's bit, the cards that it beats (RULES, "Cards")."""
    plain, trumps, jokers = _widths(rules, trump)
    beaten = {}
    for card in DECK:
        bit = 1 << card.index
        beaten[bit] = int(rules.suit_cards(card.suit)) & (bit - 1)
        if bit & jokers:
            beaten[bit] = int(ALL_CARDS) & ~bit
        elif bit & trumps:
            beaten[bit] |= plain
    return beaten


def _beaters_by_bit(beaten: dict[int, int]) -> dict[int, int]:
    """By a card's bit, the cards that beat it."""
    return {bit: sum(other for other, beats in beaten.items() if beats & bit) for bit in beaten}


FOUR = Rules(
    variant="four",
    seats=4,
    hand=4,
    target=12,
    combination=4,
    jokers=NO_CARDS,
    clean=NO_CARDS,
    beats_back=False,
    trump_changes=False,
    deal_passes=True,
    lead_drawn=False,
    eggs=True,
)

_SIX_JOKERS = Cards.parse("6C 6S")

SIX = Rules(
    variant="six",
    seats=2,
    hand=6,
    target=16,
    combination=5,
    jokers=_SIX_JOKERS,
    clean=RANK_CARDS[Rank.ACE] | RANK_CARDS[Rank.TEN] | _SIX_JOKERS,
    beats_back=True,
    trump_changes=True,
    deal_passes=False,
    lead_drawn=True,
    eggs=False,
)

VARIANTS: dict[str, Rules] = {rules.variant: rules for rules in (FOUR, SIX)}


def _known_as(variant: str) -> Rules:
    return VARIANTS[variant]

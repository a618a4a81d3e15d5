"""The rules once more, slowly: written from the page of rules alone, with lists of (rank, suit) and every permutation.

It shares no line and no idea with the engine, which is compared with it.
"""

from __future__ import annotations

from itertools import combinations, permutations

RANKS = "6789JQKTA"
SUITS = "SHDC"
VALUE = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}

NaiveCard = tuple[str, str]
NaiveAction = tuple[str, frozenset[NaiveCard]]


class NaiveDeal:
    """A deal that changes as it is played. ``plays``: the trick on the table, (seat, verb, cards)."""

    def __init__(self, variant: str, deck: list[NaiveCard], dealer: int, leader: int, shown: int | None) -> None:
        self.six = variant == "six"
        self.seats, size = (2, 6) if self.six else (4, 4)
        self.size = size
        self.hands: list[list[NaiveCard]] = [[] for _ in range(self.seats)]
        deck = list(deck)
        seat = dealer
        while any(len(hand) < size for hand in self.hands):
            seat = (seat + 1) % self.seats
            self.hands[seat].append(deck.pop(0))
        if self.six:
            trump_card, change = deck.pop(0), deck.pop(0)
            self.stock = [*deck, trump_card, change]
        else:
            assert shown is not None
            self.stock, trump_card = deck, deck[shown]
        self.trump = None if self.joker(trump_card) else trump_card[1]
        self.piles: list[list[NaiveCard]] = [[], []]
        self.tricks = [0, 0]
        self.first = self.turn = leader
        self.over = False
        self.plays: list[tuple[int, str, list[NaiveCard]]] = []

    def joker(self, card: NaiveCard) -> bool:
        return self.six and card in (("6", "C"), ("6", "S"))

    def clean(self, card: NaiveCard) -> bool:
        return self.six and (self.joker(card) or card[0] in "TA")

    def card_beats(self, card: NaiveCard, other: NaiveCard) -> bool:
        if self.joker(card):
            return True
        if self.joker(other):
            return False
        if card[1] == other[1]:
            return RANKS.index(card[0]) > RANKS.index(other[0])
        return card[1] == self.trump

    def cards_beat(self, cards: list[NaiveCard], others: list[NaiveCard]) -> bool:
        return len(cards) == len(others) and any(
            all(map(self.card_beats, order, others)) for order in permutations(cards)
        )

    def one_suit(self, cards: list[NaiveCard]) -> bool:
        return len({suit for rank, suit in cards if not self.joker((rank, suit))}) <= 1

    def combination(self, cards: list[NaiveCard]) -> bool:
        if len(cards) != (5 if self.six else 4):
            return False
        return self.one_suit(cards) or all(map(self.clean, cards))

    def can_lead(self, cards: list[NaiveCard]) -> bool:
        return len(cards) > 0 and (self.one_suit(cards) or self.combination(cards))

    def standing(self) -> list[NaiveCard]:
        return [cards for _, verb, cards in self.plays if verb in ("lead", "interrupt", "beat")][-1]

    def holder(self) -> int:
        return [seat for seat, verb, _ in self.plays if verb in ("lead", "interrupt", "beat")][-1]

    def may_enter(self, seat: int) -> bool:
        if self.over or any(seat == other for other, _, _ in self.plays):
            return False
        if not self.plays:
            return seat != self.turn
        leader, _, lead = self.plays[0]
        if not self.combination(lead):
            return True
        clockwise = [(self.first + place) % self.seats for place in range(self.seats)]
        return clockwise.index(seat) < clockwise.index(leader)

    def legal(self, seat: int) -> set[NaiveAction]:
        hand = self.hands[seat]
        subsets = [list(some) for number in range(len(hand) + 1) for some in combinations(hand, number)]
        found: set[NaiveAction] = set()
        for cards in subsets:
            laid = frozenset(cards)
            if seat == self.turn and not self.over:
                if not self.plays:
                    if self.can_lead(cards):
                        found.add(("lead", laid))
                else:
                    if self.cards_beat(cards, self.standing()):
                        found.add(("beat", laid))
                    if self.plays[0][0] == seat:
                        found.add(("pass", frozenset()))
                    elif len(cards) == len(self.standing()):
                        found.add(("discard", laid))
            if self.may_enter(seat) and self.combination(cards):
                found.add(("interrupt", laid))
        return found

    def play(self, seat: int, action: NaiveAction) -> None:
        verb, laid = action
        if verb == "interrupt":
            for owner, _, cards in self.plays:
                self.hands[owner] += cards
            self.plays = []
        for card in laid:
            self.hands[seat].remove(card)
        self.plays.append((seat, verb, list(laid)))
        self.turn = (seat + 1) % self.seats
        leader = self.plays[0][0]
        if verb == "pass":
            self.end_trick()
        elif self.turn == leader:
            beaten = self.holder() != leader
            if not (self.six and beaten and len(self.hands[leader]) >= len(self.standing())):
                self.end_trick()

    def end_trick(self) -> None:
        taker = self.holder()
        for _, _, cards in self.plays:
            self.piles[taker % 2] += cards
        self.tricks[taker % 2] += 1
        self.plays = []
        self.first = self.turn = taker
        seat, had = taker, len(self.stock)
        while self.stock and any(len(hand) < self.size for hand in self.hands):
            card = self.stock.pop(0)
            self.hands[seat].append(card)
            if self.six and not self.stock:
                self.trump = None if self.joker(card) else card[1]
            seat = (seat + 1) % self.seats
        assert len(self.stock) <= had
        self.over = not any(self.hands)

    def result(self) -> tuple[list[int], list[int], list[int]]:
        points = [sum(VALUE.get(rank, 0) for rank, _ in pile) for pile in self.piles]
        loss = [0, 0]
        for side, other in ((0, 1), (1, 0)):
            if points[other] >= 61:
                loss[side] = 2 if points[side] >= 31 else 4 if self.tricks[side] else 6
        return points, self.tricks, loss

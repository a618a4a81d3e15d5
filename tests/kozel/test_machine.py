"""Any deal, played in any way: what always holds (Hypothesis drives)."""

from __future__ import annotations

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kozel import (
    ALL_POINTS,
    FOUR,
    SIX,
    Action,
    Beat,
    Cards,
    Deal,
    Discard,
    Interrupt,
    Lead,
    Pass,
    Refusal,
    Rules,
    SeatView,
    deal_from,
    points_of,
    seat_view,
    table_view,
)
from kozel.cards import singles
from kozel.deal import Play, Trick
from tests.kozel.positions import conserved

_VERBS = (Lead, Beat, Discard, Interrupt)


class Machine(RuleBasedStateMachine):
    """One deal. Subclasses say of which game."""

    game: Rules

    @initialize(seed=st.binary(max_size=4), leader=st.integers(0, 1))
    def dealt(self, seed: bytes, leader: int) -> None:
        self.deal, _ = Deal.start(deal_from(self.game, 0, leader, seed))

    @precondition(lambda self: not self.deal.over)
    @rule(lot=st.integers(0, 1 << 20))
    def somebody_on_turn_plays(self, lot: int) -> None:
        assert self.deal.turn is not None
        actions = self.deal.legal(self.deal.turn)
        self.play(self.deal.turn, actions[lot % len(actions)])

    @precondition(lambda self: any(self.entries()))
    @rule(lot=st.integers(0, 1 << 20))
    def somebody_enters(self, lot: int) -> None:
        entries = self.entries()
        self.play(*entries[lot % len(entries)])

    @precondition(lambda self: not self.deal.over)
    @rule(lot=st.integers(0, 1 << 20))
    def as_many_cards_as_may_be_are_played(self, lot: int) -> None:
        assert self.deal.turn is not None
        actions = self.deal.legal(self.deal.turn)
        most = max(action.cards.bit_count() for action in actions)
        many = [action for action in actions if action.cards.bit_count() == most]
        self.play(self.deal.turn, many[lot % len(many)])

    @rule(data=st.data(), verb=st.sampled_from((*_VERBS, Pass)))
    def legal_is_what_is_accepted_exactly(self, data: st.DataObject, verb: type[Action]) -> None:
        seat = data.draw(st.integers(0, self.game.seats - 1))
        held = singles(self.deal.hands[seat]) or [1]
        laid = data.draw(st.sets(st.sampled_from(held))) | data.draw(st.sets(st.integers(0, 35), max_size=1))
        bits = sum(bit if bit in held else 1 << bit % 36 for bit in laid)
        action = Pass() if verb is Pass else verb(Cards(bits & (1 << 36) - 1))  # type: ignore[call-arg]
        before = tuple(self.deal)
        try:
            self.deal.apply(seat, action)
        except Refusal:
            assert action not in self.deal.legal(seat)
        else:
            assert action in self.deal.legal(seat)
        assert tuple(self.deal) == before

    def entries(self) -> list[tuple[int, Action]]:
        return [
            (seat, action)
            for seat in range(self.game.seats)
            for action in self.deal.legal(seat)
            if isinstance(action, Interrupt)
        ]

    def play(self, seat: int, action: Action) -> None:
        before = self.deal
        after, told = before.apply(seat, action)
        assert told
        assert (before.trick, before.turn) == (before.trick, before.turn)
        if len(after.past) > len(before.past):
            trick = after.past[-1]
            assert (trick.holder, trick.first) == (after.trick.first, before.trick.first)
            assert after.turn in (trick.holder, None)
            laid = sum(points_of(play.action.cards) for play in trick.plays)
            gained = points_of(after.piles[trick.holder % 2]) - points_of(before.piles[trick.holder % 2])
            assert laid == gained
            assert sum(after.tricks) == sum(before.tricks) + 1
        elif not isinstance(action, Interrupt):
            assert after.turn == (seat + 1) % self.game.seats
        self.deal = after

    @invariant()
    def each_of_the_36_cards_is_in_one_place(self) -> None:
        assert conserved(self.deal)

    @invariant()
    def hands_are_equal_between_tricks(self) -> None:
        if not self.deal.trick.plays:
            sizes = {bits.bit_count() for bits in self.deal.hands}
            assert len(sizes) == 1
            assert sizes == {self.game.hand} or not self.deal.stock

    @invariant()
    def somebody_can_always_play_until_the_deal_is_over(self) -> None:
        deal = self.deal
        assert deal.over == (not any(deal.hands) and not deal.trick.plays)
        assert deal.over or deal.legal(deal.turn or 0)
        if deal.over:
            score = table_view(deal).score
            assert score is not None
            assert sum(score.points) == ALL_POINTS
            assert points_of(deal.piles[1]) == score.points[1]
            assert min(score.loss) == 0

    @invariant()
    def views_leak_nothing(self) -> None:
        dice = random.Random(len(self.deal.past))
        if not self.deal.over:
            assert table_view(twin(self.deal, None, dice)) == table_view(self.deal)
            for seat in range(self.game.seats):
                assert seat_view(twin(self.deal, seat, dice), seat) == seat_view(self.deal, seat)


def twin(deal: Deal, seat: int | None, dice: random.Random) -> Deal:
    """``deal`` with all cards changed about that ``seat`` (None: everybody) may not know where they are."""
    view: SeatView | None = None if seat is None else seat_view(deal, seat)
    table = table_view(deal)
    known = int(view.hand) | sum(map(int, view.buried)) if view else 0
    for trick in (*table.past, table.trick):
        for shown in (*trick.plays, *trick.returned):
            known |= int(shown.cards)
    known |= 1 << table.trump_card.index
    known |= 1 << table.change.card.index if table.change else 0
    hidden = [place for place in range(36) if not known >> place & 1]
    mixed = dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))

    def bits(cards: int) -> int:
        return sum(1 << mixed.get(bit.bit_length() - 1, bit.bit_length() - 1) for bit in singles(int(cards)))

    def plays(some: tuple[Play, ...]) -> tuple[Play, ...]:
        return tuple(
            Play(play.seat, Discard(Cards(bits(play.action.cards)))) if isinstance(play.action, Discard) else play
            for play in some
        )

    def changed(trick: Trick) -> Trick:
        return trick._replace(plays=plays(trick.plays), returned=plays(trick.returned))

    return deal._replace(
        hands=tuple(map(bits, deal.hands)),
        stock=tuple(map(bits, deal.stock)),
        piles=(bits(deal.piles[0]), bits(deal.piles[1])),
        trick=changed(deal.trick),
        past=tuple(map(changed, deal.past)),
    )


class FourMachine(Machine):
    game = FOUR


class SixMachine(Machine):
    game = SIX


_SETTINGS = settings(max_examples=12, stateful_step_count=50, deadline=None, derandomize=True)
TestFour = FourMachine.TestCase
TestSix = SixMachine.TestCase
TestFour.settings = TestSix.settings = _SETTINGS

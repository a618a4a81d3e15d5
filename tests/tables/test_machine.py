"""Random people press random things at one table: what must hold holds after every press."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from functools import partial

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import kozel
from bot.tables import absence, ending, lobby, playing
from bot.tables.change import Change
from bot.tables.facts import Fact
from bot.tables.model import Person, PersonId, Phase, Table
from bot.tables.presses import Lay, Toggle
from bot.tables.refusals import TableRefusal
from kozel import ALL_CARDS, VARIANTS, Beat, Cards, Discard, Interrupt, Lead, Rules
from tests.tables.build import PEOPLE, lobby_of, moved_on, replayed, same, saved

PERSON = st.sampled_from(PEOPLE)
SEED = st.binary(min_size=1, max_size=4)
CARDS = st.sets(st.integers(0, 35), max_size=4).map(lambda places: Cards(sum(1 << place for place in places)))
ACTION = st.builds(lambda kind, cards: kind(cards), st.sampled_from([Lead, Beat, Discard, Interrupt]), CARDS)


class TableMachine(RuleBasedStateMachine):
    """Six people at a table, of four in the beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.start = self.table = lobby_of()
        self.facts: list[Fact] = []

    def ask(self, use_case: Callable[[Table], Change]) -> None:
        with contextlib.suppress(TableRefusal, kozel.Refusal):
            change = use_case(self.table)
            self.facts += change.facts
            self.table = saved(change.table)

    @rule(person=PERSON, side=st.integers(-1, 3))
    def sits(self, person: Person, side: int) -> None:
        self.ask(partial(lobby.sit, person=person, side=side))

    @rule(person=PERSON)
    def stands(self, person: Person) -> None:
        self.ask(partial(lobby.stand, person=person.id))

    @rule(person=PERSON, rules=st.sampled_from(tuple(VARIANTS.values())))
    def chooses_the_game(self, person: Person, rules: Rules) -> None:
        self.ask(partial(lobby.choose_game, person=person.id, rules=rules))

    @rule(person=PERSON)
    def computer_comes(self, person: Person) -> None:
        self.ask(partial(lobby.seat_computer, person=person.id))

    @rule(person=PERSON)
    def computer_goes(self, person: Person) -> None:
        self.ask(partial(lobby.unseat_computer, person=person.id))

    @rule(dice=st.integers(0, 1000))
    def time_is_up(self, dice: int) -> None:
        self.ask(partial(absence.time_out, turn=self.table.turn or "", dice=random.Random(dice)))

    @rule(person=PERSON)
    def comes_back(self, person: Person) -> None:
        self.ask(partial(absence.come_back, person=person))

    @rule(person=PERSON, seed=SEED)
    def deals(self, person: Person, seed: bytes) -> None:
        self.ask(partial(lobby.deal, person=person.id, seed=seed))

    @rule(person=PERSON, seed=SEED)
    def practises(self, person: Person, seed: bytes) -> None:
        self.ask(partial(lobby.practise, person=person, seed=seed))

    @rule(person=PERSON, action=ACTION, late=st.integers(0, 1))
    def lays_anything(self, person: Person, action: kozel.Action, late: int) -> None:
        press = Lay(self.table.id, self.table.round, self.table.moment - late, action)
        self.ask(partial(playing.lay, person=person.id, press=press))

    @precondition(lambda self: self.table.phase is Phase.PLAYING)
    @rule(dice=st.integers(0, 1000), steps=st.integers(1, 40))
    def play_goes_on(self, dice: int, steps: int) -> None:
        chance = random.Random(dice)
        for _ in range(steps):
            if self.table.phase is Phase.PLAYING:
                self.ask(partial(moved_on, dice=chance))

    @rule(person=PERSON, cards=CARDS)
    def chooses(self, person: Person, cards: Cards) -> None:
        press = Toggle(self.table.id, self.table.round, self.table.moment, cards)
        self.ask(partial(playing.choose, person=person.id, press=press))

    @rule(seed=SEED)
    def next_deal(self, seed: bytes) -> None:
        self.ask(partial(playing.deal_next, seed=seed))

    @rule(person=PERSON)
    def leaves(self, person: Person) -> None:
        self.ask(partial(ending.leave, person=person.id))

    @rule(person=PERSON, seed=SEED)
    def again(self, person: Person, seed: bytes) -> None:
        self.ask(partial(ending.rematch, person=person.id, round_=self.table.round, seed=seed))

    @precondition(lambda self: self.table.phase is Phase.PLAYING and self.table.round > 3)
    @rule(person=PERSON, admin=st.booleans())
    def stops(self, person: Person, admin: bool) -> None:
        self.ask(partial(ending.stop, person=person.id, admin=admin))

    @rule(person=PERSON, admin=st.booleans())
    def plays_on(self, person: Person, admin: bool) -> None:
        self.ask(partial(ending.keep, person=person.id, admin=admin))

    @invariant()
    def who_holds_a_seat_has_left_none_of_it(self) -> None:
        assert all(held.left is None or held.computer for held in self.table.seats)
        assert all(held.person or not (held.missed or held.stops is not None) for held in self.table.seats)

    @invariant()
    def nobody_sits_twice(self) -> None:
        seated: list[PersonId] = [held.person.id for held in self.table.seats if held.person]
        assert len(seated) == len(set(seated))
        assert all(held.person is None or held.computer is None for held in self.table.seats)

    @invariant()
    def in_a_series_no_seat_is_free(self) -> None:
        if self.table.phase in (Phase.PLAYING, Phase.OVER):
            assert not any(held.free for held in self.table.seats)

    @invariant()
    def every_card_is_in_one_place(self) -> None:
        if (deal := self.table.deal) is None:
            return
        laid = [int(play.action.cards) for play in deal.trick.plays]
        places = [*deal.hands, *deal.piles, *laid, *deal.stock]
        assert sum(places) == ALL_CARDS
        assert sum(place.bit_count() for place in places) == 36

    @invariant()
    def chosen_cards_are_in_the_choosers_hand(self) -> None:
        for seat, held in enumerate(self.table.seats):
            if held.chosen:
                assert self.table.deal is not None
                assert not held.chosen & ~self.table.deal.hands[seat]

    @invariant()
    def what_is_stored_makes_the_table(self) -> None:
        assert same(replayed(self.start, self.facts), self.table)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=20, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

"""One deal, from the dealt hands to the counted piles: a frozen value and the function that moves it on."""

from __future__ import annotations

from typing import NamedTuple, assert_never

from kozel import refusals
from kozel.actions import BEATS, DISCARDS, INTERRUPTS, LEADS, PASS, Action, Beat, Discard, Interrupt, Lead, Pass
from kozel.cards import NO_CARDS, Cards, Suit
from kozel.dealing import Dealing
from kozel.events import (
    Dealt,
    Event,
    Interrupted,
    Passed,
    TrumpChanged,
    TrumpShown,
    beaten,
    discarded,
    drawn,
    led,
    trick_taken,
)
from kozel.rules import Rules
from kozel.scoring import scored

_new = tuple.__new__  # at every play a NamedTuple is made: by its own constructor it costs twice as much
_lead, _beat, _discard, _interrupt = (made.__getitem__ for made in (LEADS, BEATS, DISCARDS, INTERRUPTS))


class Play(NamedTuple):
    """What a seat did in a trick."""

    seat: int
    action: Action


class Trick(NamedTuple):
    """A trick, under way or taken.

    ``first`` had the lead at first, ``leader`` has it now; ``plays`` are the cards on the table, in order,
    the standing lead first; ``returned`` are the plays that went back to hands when somebody entered out of
    turn. ``holder`` led or beat last, with ``standing``, the cards to beat; both are empty before the lead.
    """

    first: int
    leader: int
    plays: tuple[Play, ...] = ()
    holder: int = -1
    standing: Cards = NO_CARDS
    returned: tuple[Play, ...] = ()

    def has_laid(self, seat: int) -> bool:
        """Whether cards of ``seat`` lie in this trick."""
        return any(play.seat == seat for play in self.plays)


class Deal(NamedTuple):
    """A deal at one moment. Make one with :meth:`start`, move on with :meth:`apply`; no value ever changes.

    ``hands`` by seat and ``piles`` by side are sets of cards as plain bits (see
    :class:`~kozel.cards.Cards`), ``stock`` the bits of the cards left in it, top first; ``tricks`` how many
    each side has; ``trick`` the one under way, ``past`` those taken, in order. ``turn`` is the seat that is
    to lead, answer or beat back; None when the deal is over. Holds every secret: only :mod:`kozel.view` may
    show it to a person.
    """

    dealing: Dealing
    hands: tuple[int, ...]
    stock: tuple[int, ...]
    trump: Suit | None
    turn: int | None
    trick: Trick
    piles: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)
    past: tuple[Trick, ...] = ()

    @classmethod
    def start(cls, dealing: Dealing) -> tuple[Deal, tuple[Event, ...]]:
        """The deal with its hands dealt and its trump shown."""
        leader = dealing.leader
        hands, stock = tuple(map(int, dealing.hands)), tuple(1 << card.index for card in dealing.stock)
        deal = cls(dealing, hands, stock, dealing.trump, leader, Trick(leader, leader))
        return deal, (Dealt(dealing.dealer, leader), TrumpShown(dealing.trump_card, dealing.trump))

    @property
    def rules(self) -> Rules:
        """The rules of the game that is played."""
        return self.dealing.rules

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return self.turn is None

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything that ``seat`` may do now; empty where it can only wait.

        On its turn: leads, or beats, then discards (or the pass); the ways to enter out of turn last.
        """
        hand, rules, trick = self.hands[seat], self.dealing.rules, self.trick
        found: list[Action] = []
        if self.turn == seat:
            if not trick.plays:
                return tuple(map(_lead, rules.leads(hand)))
            standing = trick.standing
            found += map(_beat, rules.beats(hand, standing, self.trump))
            if seat == trick.leader:
                found.append(PASS)
            else:
                found += map(_discard, rules.discards(hand, standing.bit_count()))
        if hand.bit_count() >= rules.combination:
            entries = rules.combinations(hand)
            if entries and self._bars_entry(seat) is None:
                found += map(_interrupt, entries)
        return tuple(found)

    def apply(self, seat: int, action: Action) -> tuple[Deal, tuple[Event, ...]]:
        """The deal after ``seat`` did ``action``, and what happened, in order.

        Raises:
            Refusal: the rules do not allow it; its type and data say why.
            ValueError: there is no such seat.
        """
        if not 0 <= seat < len(self.hands):
            raise ValueError(f"seats are 0 to {len(self.hands) - 1}, not {seat}")
        if (turn := self.turn) is None:
            raise refusals.DealIsOver
        if isinstance(action, Interrupt):
            return self._entered(seat, action)
        if seat != turn:
            raise refusals.NotYourTurn(turn)
        match action:
            case Discard():
                return self._discarded(seat, action)
            case Lead():
                return self._led(seat, action)
            case Beat():
                return self._beaten(seat, action)
            case Pass():
                return self._passed(seat, action)
            case _:
                assert_never(action)

    def _led(self, seat: int, action: Lead) -> tuple[Deal, tuple[Event, ...]]:
        if self.trick.plays:
            raise refusals.AlreadyLed
        cards = action.cards
        left = self._without(seat, cards)
        if not self.dealing.rules.is_lead(cards):
            raise refusals.NotALead(cards)
        trick = _new(Trick, (self.trick.first, seat, (_new(Play, (seat, action)),), seat, cards, self.trick.returned))
        return self._laid(seat, left, trick, led(seat, cards))

    def _beaten(self, seat: int, action: Beat) -> tuple[Deal, tuple[Event, ...]]:
        trick, cards = self.trick, action.cards
        left = self._answering(seat, cards)
        if not self.dealing.rules.can_beat(cards, trick.standing, self.trump):
            raise refusals.DoesNotBeat(cards, trick.standing)
        after = _new(
            Trick, (trick.first, trick.leader, (*trick.plays, _new(Play, (seat, action))), seat, cards, trick.returned)
        )
        return self._laid(seat, left, after, beaten(seat, cards))

    def _discarded(self, seat: int, action: Discard) -> tuple[Deal, tuple[Event, ...]]:
        trick, cards = self.trick, action.cards
        left = self._answering(seat, cards)
        if seat == trick.leader:
            raise refusals.DoesNotBeat(cards, trick.standing)
        plays = (*trick.plays, _new(Play, (seat, action)))
        after = _new(Trick, (trick.first, trick.leader, plays, trick.holder, trick.standing, trick.returned))
        return self._laid(seat, left, after, discarded(seat, cards.bit_count()))

    def _passed(self, seat: int, action: Pass) -> tuple[Deal, tuple[Event, ...]]:
        trick = self.trick
        if not trick.plays or seat != trick.leader:
            raise refusals.NothingToPass
        plays = (*trick.plays, _new(Play, (seat, action)))
        after = _new(Trick, (trick.first, trick.leader, plays, trick.holder, trick.standing, trick.returned))
        return self._taken(self.hands, after, Passed(seat))

    def _entered(self, seat: int, action: Interrupt) -> tuple[Deal, tuple[Event, ...]]:
        if (refusal := self._bars_entry(seat)) is not None:
            raise refusal
        trick, cards = self.trick, action.cards
        left = self._without(seat, cards)
        if not self.dealing.rules.is_combination(cards):
            raise refusals.NotACombination(self.dealing.rules.combination)
        hands = list(self.hands)
        for play in trick.plays:
            hands[play.seat] |= int(play.action.cards)
        after = _new(
            Trick, (trick.first, seat, (_new(Play, (seat, action)),), seat, cards, trick.returned + trick.plays)
        )
        back = self._replace(hands=tuple(hands))
        return back._laid(seat, left, after, Interrupted(seat, cards))

    def _without(self, seat: int, cards: Cards) -> int:
        """What ``seat`` has left when it has laid ``cards``."""
        hand = self.hands[seat]
        left = hand ^ cards
        if missing := left & ~hand:
            raise refusals.NotInHand(Cards(missing))
        return left

    def _answering(self, seat: int, cards: Cards) -> int:
        """What ``seat`` has left when it has answered with ``cards``."""
        trick = self.trick
        if not trick.plays:
            raise refusals.NothingLed
        left, needed = self._without(seat, cards), trick.standing.bit_count()
        if cards.bit_count() != needed:
            raise refusals.WrongNumber(needed, cards.bit_count())
        return left

    def _bars_entry(self, seat: int) -> refusals.Refusal | None:
        """What keeps ``seat`` from entering out of turn, its cards aside (RULES, "Entering out of turn")."""
        trick, rules = self.trick, self.dealing.rules
        if not trick.plays:
            return refusals.YourOwnLead() if seat == trick.first else None
        if trick.has_laid(seat):
            return refusals.AlreadyLaid()
        leader = trick.leader
        nearer = rules.distance(trick.first, seat) < rules.distance(trick.first, leader)
        if rules.is_combination(trick.plays[0].action.cards) and not nearer:
            return refusals.CombinationStands(leader)
        return None

    def _laid(self, seat: int, left: int, trick: Trick, event: Event) -> tuple[Deal, tuple[Event, ...]]:
        """The deal with ``left`` in the hand of ``seat`` and its cards in ``trick``, which may end by that."""
        dealing, before, stock, trump, _, _, piles, tricks, past = self
        changed = list(before)
        changed[seat] = left
        hands, turn = tuple(changed), (seat + 1) % len(before)
        if turn == trick.leader and not (
            dealing.rules.beats_back and trick.holder != turn and hands[turn].bit_count() >= trick.standing.bit_count()
        ):
            return self._taken(hands, trick, event)
        return _new(Deal, (dealing, hands, stock, trump, turn, trick, piles, tricks, past)), (event,)

    def _taken(self, hands: tuple[int, ...], trick: Trick, event: Event) -> tuple[Deal, tuple[Event, ...]]:
        """The deal after ``trick`` went to its holder's pile and the hands were filled."""
        taker, cards = trick.holder, 0
        for play in trick.plays:
            cards ^= play.action.cards  # each lies there once
        (first, second), (one, two) = self.piles, self.tricks
        side = taker % 2
        piles, tricks = ((first, second | cards), (one, two + 1)) if side else ((first | cards, second), (one + 1, two))
        events: list[Event] = [event, trick_taken(taker, side, cards.bit_count())]
        stock, trump, turn = self.stock, self.trump, taker if any(hands) or self.stock else None
        if stock:
            hands, stock, trump = self._drawn(hands, taker, events)
        if turn is None:
            events.append(scored(piles, tricks))
        past = (*self.past, trick)
        return Deal(self.dealing, hands, stock, trump, turn, Trick(taker, taker), piles, tricks, past), tuple(events)

    def _drawn(
        self, hands: tuple[int, ...], taker: int, events: list[Event]
    ) -> tuple[tuple[int, ...], tuple[int, ...], Suit | None]:
        """Hands, stock and trump after drawing (RULES, "The trick" 5); what happened goes to ``events``.

        All hands are equally large, before and after.
        """
        stock, rules, seats = self.stock, self.dealing.rules, len(hands)
        number = min((rules.hand - hands[taker].bit_count()) * seats, len(stock))
        filled = list(hands)
        for place, card in enumerate(stock[:number], taker):
            filled[place % seats] |= card
        events.append(drawn(number // seats, len(stock) - number))
        trump = self.trump
        if rules.trump_changes and number == len(stock):
            change = self.dealing.stock[-1]
            trump = rules.trump_of(change)
            events.append(TrumpChanged((taker + number - 1) % seats, change, trump))
        return tuple(filled), stock[number:], trump

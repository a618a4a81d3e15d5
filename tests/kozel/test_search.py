"""The search and what it stands on: the plain state, the worlds, the playouts, the master."""

from __future__ import annotations

import random

import pytest

from kozel import (
    FOUR,
    PLAYERS,
    SIX,
    Cards,
    Deal,
    Discard,
    Interrupt,
    Master,
    Rules,
    SeatView,
    Suit,
    deal_from,
    seat_view,
)
from kozel.deal import Play
from kozel.notation import write_play
from kozel.players.codes import CARDS, action_from, table_of
from kozel.players.company import next_play
from kozel.players.ending import Endings
from kozel.players.lean import Lean
from kozel.players.playout import play_out
from kozel.players.thumb import least, thumb_of
from kozel.players.worlds import Pin, Worlds
from kozel.scoring import points_of
from tests.kozel.lean_walk import walk
from tests.kozel.positions import GAMES, after, four, six
from tests.kozel.test_machine import twin

_ALL = CARDS


def _moments(rules: Rules, deals: int, player: str = "random") -> list[Deal]:
    """Every moment of some deals."""
    dice, found = random.Random(7), []
    for number in range(deals):
        deal, _ = Deal.start(deal_from(rules, 0, number % rules.seats, f"moment/{number}".encode()))
        while not deal.over:
            found.append(deal)
            seats = [seat for seat in range(rules.seats) if seat != deal.turn and deal.legal(seat)]
            if seats and (deal.trick.plays or dice.random() < 0.3):
                deal, _ = deal.apply(seats[0], deal.legal(seats[0])[-1])
            else:
                deal, _ = deal.apply(*next_play(deal, [PLAYERS[player]] * rules.seats, dice))
    return found


@GAMES
def test_both_states_play_the_same_deals(rules: Rules) -> None:
    assert sum(walk(rules, number) for number in range(300)) > 3000


@GAMES
def test_a_deal_in_plain_numbers_starts_between_tricks_only(rules: Rules) -> None:
    deal, _ = Deal.start(deal_from(rules, 0, 1, b"x"))
    deal, _ = deal.apply(1, deal.legal(1)[0])
    with pytest.raises(ValueError, match="under way"):
        Lean.of(deal)


@GAMES
def test_a_playout_plays_all_cards(rules: Rules) -> None:
    for number in range(200):
        lean = Lean.of(Deal.start(deal_from(rules, 0, 1, str(number).encode()))[0])
        play_out(lean, random.Random(number).random)
        assert lean.turn == -1
        assert lean.piles[0] | lean.piles[1] == _ALL
        assert not lean.piles[0] & lean.piles[1]


@GAMES
def test_every_world_looks_to_the_seat_just_like_the_deal(rules: Rules) -> None:
    dice = random.Random(3)
    for deal in _moments(rules, 12):
        for seat in range(rules.seats):
            view = seat_view(deal, seat)
            worlds = Worlds(view)
            for _ in range(3):
                _looks_like(worlds.draw(dice), deal, view)


def _looks_like(world: Lean, deal: Deal, view: SeatView) -> None:
    seat = view.seat
    lean_cards = [*world.hands, *world.laid, *world.piles, *world.stock]
    assert sum(lean_cards) == _ALL
    assert sum(cards.bit_count() for cards in lean_cards) == 36
    assert world.hands[seat] == deal.hands[seat]
    assert tuple(map(int.bit_count, world.hands)) == view.table.hand
    assert len(world.stock) == len(deal.stock)
    assert tuple(map(int.bit_count, world.piles)) == tuple(map(int.bit_count, deal.piles))
    codes = world.legal() if seat == world.turn else world.entries(seat)
    assert tuple(map(action_from, codes)) == view.legal
    for place, pile in enumerate(deal.piles):
        own = 0
        for trick, buried in zip(deal.past, view.buried, strict=False):
            if trick.holder % 2 == place:
                own |= int(buried)
        assert not own & ~world.piles[place]
        assert not own & ~pile
    if deal.rules.trump_changes and deal.stock:
        assert world.stock[-2] == 1 << deal.dealing.trump_card.index
    elif not deal.rules.trump_changes and not deal.past:
        assert 1 << deal.dealing.trump_card.index in world.stock


@GAMES
def test_cards_that_went_back_are_with_who_showed_them(rules: Rules) -> None:
    seen = 0
    for deal in _moments(rules, 300):
        if not deal.trick.returned:
            continue
        for play in deal.trick.returned:
            if isinstance(play.action, Discard):
                continue
            shown = int(play.action.cards)
            for seat in set(range(rules.seats)) - {play.seat}:
                world = Worlds(seat_view(deal, seat)).draw(random.Random(1))
                assert not shown & ~(world.hands[play.seat] | world.laid[play.seat])
                seen += 1
    assert seen > 1


def test_the_cards_from_under_the_stock_are_with_who_drew_them() -> None:
    seen = 0
    for deal in _moments(SIX, 40):
        if deal.stock or deal.trick.plays:
            continue
        for seat in (0, 1):
            world = Worlds(seat_view(deal, seat)).draw(random.Random(2))
            for card in (deal.dealing.trump_card, deal.dealing.stock[-1]):
                bit = 1 << card.index
                if deal.hands[1 - seat] & bit:
                    kept = world.hands[1 - seat] & bit or (world.piles[0] | world.piles[1]) & bit
                    assert kept
                    assert not world.hands[seat] & bit
                    seen += 1
    assert seen > 1


def test_the_trump_card_is_in_no_hand_before_it_can_be_drawn_and_later_may_be() -> None:
    start, _ = Deal.start(deal_from(FOUR, 0, 1, b"trump"))
    bit = 1 << start.dealing.trump_card.index
    deal = start
    while not deal.past:
        assert deal.turn is not None
        deal, _ = deal.apply(deal.turn, deal.legal(deal.turn)[-1])
    drawn = [Worlds(seat_view(deal, 0)).draw(random.Random(number)) for number in range(300)]
    if not deal.hands[0] & bit:
        share = sum(any(hand & bit for hand in world.hands) for world in drawn) / len(drawn)
        assert 0.02 < share < 0.5


def test_a_world_is_whole_even_where_pinned_cards_leave_each_other_no_place() -> None:
    deal, _ = Deal.start(deal_from(FOUR, 0, 1, b"whole"))
    worlds = Worlds(seat_view(deal, 0))
    pinned = [pin.bit for pin in worlds._pins] + worlds._free[:5]
    worlds._free = worlds._free[5:]
    worlds._pins = [Pin(bit, [(0, 1.0)]) for bit in pinned]
    world = worlds.draw(random.Random(1))
    assert sum(map(int.bit_count, world.hands)) + len(world.stock) == 36
    assert sum(world.hands) + sum(world.stock) == _ALL


def test_the_least_cards_are_all_where_there_are_no_more() -> None:
    thumb = thumb_of(table_of(FOUR), Suit.SPADES)
    hand = Cards.parse("6S 7H AD KC")
    assert least(thumb.junk, hand, 2) == Cards.parse("7H KC")
    assert least(thumb.gifts, hand, 1) == Cards.parse("KC")
    assert least(thumb.junk, hand, 9) == hand


def _chosen(deal: Deal, seat: int, iterations: int = 400, seed: int = 1) -> str | None:
    action = Master(iterations)(seat_view(deal, seat), random.Random(seed))
    return None if action is None else write_play(Play(seat, action)).split(maxsplit=1)[1]


@GAMES
def test_two_deals_that_look_alike_to_a_seat_get_the_same_choice(rules: Rules) -> None:
    dice = random.Random(5)
    entries = 0
    for deal in _moments(rules, 10)[::5]:
        for seat in range(rules.seats):
            other = twin(deal, seat, dice)
            assert seat_view(other, seat) == seat_view(deal, seat)
            assert _chosen(deal, seat, 40) == _chosen(other, seat, 40)
            entries += any(isinstance(action, Interrupt) for action in deal.legal(seat))


def test_a_master_that_has_one_way_goes_it_and_waits_where_there_is_none() -> None:
    deal = after(four("KS 6D", "6H 7D", "8H 9H", "7C 8C", leader=0), "0 lead KS")
    assert _chosen(deal, 0) is None
    last = after(four("KS", "6H", "8H", "7C", leader=0), "0 lead KS", "1 discard 6H")
    assert _chosen(last, 2) == "discard 8H"
    with pytest.raises(ValueError, match="nothing to choose"):
        Master().tree(seat_view(deal, 0), random.Random(1))


def test_a_master_enters_out_of_turn_where_the_lead_would_be_lost_for_good() -> None:
    deal = four("AH TH KH QH", "JD QD KD AD", "6H 8H 9H 7C", "JC 8C 9C TC", trump="S")
    assert _chosen(deal, 1) == "interrupt JD QD KD AD"


def test_a_master_beats_back_in_six() -> None:
    deal = after(six("7D TD AH", "9D 7C 8C"), "0 lead 7D", "1 beat 9D")
    assert _chosen(deal, 0) == "beat TD"


def test_a_clock_ends_the_thinking() -> None:
    deal, _ = Deal.start(deal_from(SIX, 0, 1, b"clock"))
    tree = Master(1 << 30, 0.05).tree(seat_view(deal, 1), random.Random(1))
    assert 16 <= tree.visits < 1 << 20


def _endings(rules: Rules) -> list[Deal]:
    """Moments of last tricks with few cards left."""
    return [
        deal
        for deal in _moments(rules, 15, "greedy")
        if not deal.stock and not deal.trick.plays and sum(map(int.bit_count, deal.hands)) <= 2 * rules.seats
    ]


def _best(deal: Deal) -> float:
    """What ``deal`` comes to for side 0 when both sides see all cards and play their best: every way is tried."""
    if deal.over:
        points = points_of(deal.piles[0])
        return 0.5 * ((points > 60) + (points == 60) / 2) + points / 240
    assert deal.turn is not None
    ways = [_best(deal.apply(deal.turn, action)[0]) for action in deal.legal(deal.turn)]
    return min(ways) if deal.turn % 2 else max(ways)


@GAMES
def test_the_last_tricks_are_worked_out_exactly(rules: Rules) -> None:
    endings = _endings(rules)
    assert len(endings) >= 10
    for deal in endings:
        assert Endings().value(Lean.of(deal)) == pytest.approx(_best(deal))


@GAMES
def test_in_the_last_tricks_the_master_tries_every_choice_in_every_world(rules: Rules) -> None:
    for deal in _endings(rules):
        assert deal.turn is not None
        view = seat_view(deal, deal.turn)
        tree = Master(10).tree(view, random.Random(1))
        assert [node.visits for node in tree.children.values()] == [10] * len(view.legal)
        assert all(node.total <= 10 for node in tree.children.values())

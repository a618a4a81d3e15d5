"""Computer players: legal always, greedy better than chance, and nobody looks at hidden cards."""

from __future__ import annotations

import random

import pytest

from kozel import (
    FOUR,
    PLAYERS,
    SIX,
    Action,
    Choose,
    Deal,
    Master,
    Rules,
    Series,
    check,
    deal_from,
    seat_view,
)
from kozel.deal import Play
from kozel.match import play_match
from kozel.notation import write_play
from kozel.players.company import next_play, play_out, play_series
from kozel.scoring import scored
from kozel.view import SeatView
from tests.kozel.positions import GAMES, after, four, six
from tests.kozel.test_machine import twin

QUICK: dict[str, Choose] = {**PLAYERS, "master": Master(20)}  # thinks less, not otherwise
EACH = pytest.mark.parametrize("name", sorted(PLAYERS))


def choice(deal: Deal, seat: int, name: str = "greedy", seed: int = 0) -> str | None:
    """What the player does there, in notation without the seat."""
    action = QUICK[name](seat_view(deal, seat), random.Random(seed))
    return None if action is None else write_play(Play(seat, action)).split(maxsplit=1)[1]


@GAMES
@EACH
def test_players_do_only_what_is_legal_and_wait_where_nothing_is(rules: Rules, name: str) -> None:
    dice = random.Random(name)
    for number in range(30):
        deal, _ = Deal.start(deal_from(rules, 0, number % rules.seats, str(number).encode()))
        while not deal.over:
            for seat in range(rules.seats):
                action = QUICK[name](seat_view(deal, seat), dice)
                assert action in deal.legal(seat) if action else seat != deal.turn
            seat, action = next_play(deal, [QUICK[name]] * rules.seats, dice)
            deal, _ = deal.apply(seat, action)
        assert all(QUICK[name](seat_view(deal, seat), dice) is None for seat in range(rules.seats))


@GAMES
@EACH
def test_players_choose_alike_where_the_deal_looks_alike_to_their_seat(rules: Rules, name: str) -> None:
    dice = random.Random(name)
    for number in range(12):
        deal, _ = Deal.start(deal_from(rules, 0, 1, str(number).encode()))
        while not deal.over:
            for seat in range(rules.seats):
                other = twin(deal, seat, dice)
                assert choice(deal, seat, name, number) == choice(other, seat, name, number)
            seat, action = next_play(deal, [PLAYERS["random"]] * rules.seats, dice)
            deal, _ = deal.apply(seat, action)


@GAMES
def test_greedy_is_clearly_better_than_random(rules: Rules) -> None:
    dice = random.Random(1)
    points, loss = [0, 0], [0, 0]
    for number in range(80):
        sides = [PLAYERS["greedy"], PLAYERS["random"]]
        greedy = number % 2
        players = [sides[(seat + greedy) % 2] for seat in range(rules.seats)]
        dealing = deal_from(rules, 0, number // 2 % rules.seats, str(number // 2).encode())
        deal, _ = play_out(Deal.start(dealing)[0], players, dice)
        score = scored(deal.piles, deal.tricks)
        for side in (0, 1):
            points[(side + greedy) % 2] += score.points[side]
            loss[(side + greedy) % 2] += score.loss[side]
    assert points[0] > 3 * points[1]
    assert loss[1] > 6 * loss[0]


@GAMES
def test_solid_is_better_than_a_novice_and_a_novice_than_chance(rules: Rules) -> None:
    for better, worse in (("solid", "novice"), ("novice", "random")):
        result = play_match(rules, (PLAYERS[better], PLAYERS[worse]), "levels", 40, 1)
        assert result.won.value - result.won.margin > 0.5


@GAMES
def test_a_master_is_better_than_a_novice_with_little_thinking(rules: Rules) -> None:
    assert play_match(rules, (Master(100), PLAYERS["novice"]), "master", 6, 1).won.value > 0.5


def test_greedy_beats_as_cheaply_as_it_can() -> None:
    deal = after(four("KD", "TD", "AH", "7S", trump="S", leader=2)._replace(turn=2), "2 lead AH")
    assert deal.turn == 3
    hands = ("KD 6D", "TD 7D", "8H 9H", "7S AS")
    deal = after(four(*hands, trump="S", leader=2), "2 lead 9H")
    assert choice(deal, 3) == "beat 7S"


def test_greedy_lays_no_better_cards_than_needed_last_in_the_trick() -> None:
    deal = four("KH 6D", "8H 7D", "9D 9C", "AH QH", trump="S", leader=0)
    ready = after(deal, "0 lead KH", "1 discard 7D", "2 discard 9C")
    assert choice(ready, 3) == "beat AH"
    small = after(four("8H 6D", "7H 7D", "9D 9C", "AH QH", leader=0), "0 lead 8H", "1 discard 7D", "2 discard 9C")
    assert choice(small, 3) == "beat QH"


def test_greedy_gives_points_to_a_trick_that_is_safely_the_partners() -> None:
    deal = four("AS 6D", "7H 7D", "TD 6C", "9H 8H", trump="S", leader=0)
    assert choice(after(deal, "0 lead AS", "1 discard 7D"), 2) == "discard TD"


def test_greedy_gives_nothing_to_an_enemys_trick() -> None:
    deal = four("AS 6D", "TD 7D", "8D 6C", "9H 8H", trump="S", leader=0)
    assert choice(after(deal, "0 lead AS"), 1) == "discard 7D"


def test_greedy_does_not_beat_a_safe_trick_of_its_partner() -> None:
    deal = four("AD 6D", "7H 7D", "6S 7C", "9H 8H", trump="S", leader=0)
    ready = after(deal, "0 lead AD", "1 discard 7H", "2 discard 7C")
    assert choice(ready, 3) == "discard 8H"
    partner = after(four("AD 6D", "7H 7D", "9H 8H", "6S 7C", leader=2)._replace(turn=2), "2 lead 9H", "3 beat 6S")
    assert choice(partner, 0) == "discard 6D"


def test_greedy_rescues_a_dear_trick_of_its_partner() -> None:
    deal = four("KD TD QD 9D", "7D 7H 6H 8H", "AD 6D AH 8D", "JS QS KC 9C", trump="S", leader=0)
    ready = after(deal, "0 lead TD", "1 discard 7H")
    assert choice(ready, 2) in ("beat AD", "discard 6D")


def test_greedy_enters_where_it_gains() -> None:
    deal = four("6C 7H 8D 9C", "AS TS KS QS", "6H 8H 9S JH", "7C 8C 9D JD", trump="S")
    assert choice(deal, 1) == "interrupt QS KS TS AS"
    assert choice(deal, 2) is None


def test_greedy_does_not_take_the_lead_from_a_partner_who_holds_enough() -> None:
    deal = four("6C 7H 8D 9C", "6D 7D 9D JD", "6H 8H 9S JH", "AS TS KS QS", trump="S")
    entered = after(deal, "3 interrupt AS TS KS QS")
    assert choice(entered, 1) is None


def test_greedy_leads_several_of_a_suit_where_that_helps() -> None:
    deal = four("AS TS KS 6D", "7H 8H 9C JD", "6H 8C 9D QC", "7C 8D 9H QD", trump="S")
    assert choice(deal, 0) == "lead KS TS AS"


def test_greedy_beats_back_in_six_and_passes_where_it_cannot() -> None:
    deal = after(six("7D TD AH", "9D 7C 8C"), "0 lead 7D", "1 beat 9D")
    assert choice(deal, 0) == "beat TD"
    cannot = after(six("7D TH AH", "9D 7C 8C"), "0 lead 7D", "1 beat 9D")
    assert choice(cannot, 0) == "pass"


def _waits(view: SeatView, dice: random.Random) -> Action | None:
    return None


def test_nobody_may_wait_on_turn() -> None:
    deal, _ = Deal.start(deal_from(FOUR, 0, 1, b"x"))
    with pytest.raises(ValueError, match="seat 1 does not play"):
        next_play(deal, [_waits] * 4, random.Random(1))


def test_nobody_plays_a_deal_that_is_over() -> None:
    deal = after(six("KS", "6D"), "0 lead KS", "1 discard 6D")
    with pytest.raises(ValueError, match="the deal is over"):
        next_play(deal, [_waits] * 2, random.Random(1))


def test_the_nearest_to_the_first_leader_is_asked_first() -> None:
    deal = four("6C 7H 8D 9C", "AD TD KD QD", "6H 8H 9H JH", "AS TS KS QS", leader=0)

    def enters(view: SeatView, dice: random.Random) -> Action | None:
        return view.legal[-1]

    players: list[Choose] = [enters, _waits, enters, enters]
    assert next_play(deal, players, random.Random(1)).seat == 2


@pytest.mark.parametrize(
    ("rules", "names"), [(FOUR, ["greedy", "random", "greedy", "random"]), (SIX, ["greedy", "random"])]
)
def test_a_series_is_settled_by_its_seed(rules: Rules, names: list[str]) -> None:
    series = play_series(rules, names, "x", PLAYERS)
    assert series == play_series(rules, names, "x", PLAYERS)
    assert series != play_series(rules, names, "y", PLAYERS)
    assert check(series) is None
    assert play_series(rules, names, "x", PLAYERS, 2).deals == series.deals[:2]
    state = Series.start(rules, series.deals[0].dealing.dealer)
    loss = [sum(deal.score.loss[side] for deal in series.deals if deal.score) for side in (0, 1)]
    assert max(loss) >= state.rules.target > min(loss)

"""In a deal: which button is good when, and what it does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.facts import Played, SeatChanged
from bot.tables.model import Seat, Table
from bot.tables.playing import choose, deal_next, lay
from bot.tables.presses import Lay, Toggle
from bot.tables.refusals import NotSeated, NotUnderWay, Stale
from kozel import (
    NO_CARDS,
    Beat,
    Cards,
    CombinationStands,
    Discard,
    DoesNotBeat,
    Interrupt,
    Lead,
    Led,
    NotInHand,
    NotYourTurn,
    Refusal,
)
from tests.tables.build import (
    ANNA,
    BORIS,
    BOT,
    DASHA,
    GLEB,
    VERA,
    begun,
    laid_out,
    lays,
    lobby_of,
    nothing_chosen,
    press,
)

KING = Lead(Cards.parse("KS"))
FOUR_HEARTS = Interrupt(Cards.parse("6H 7H 8H 9H"))


@pytest.fixture
def table() -> Table:
    """Анна leads; Вера holds four hearts."""
    return laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9H", "7S 8S 8D 9D")


def toggle(table: Table, cards: str) -> Toggle:
    return Toggle(table.id, table.round, table.moment, Cards.parse(cards))


def test_a_play_moves_the_deal_on(table: Table) -> None:
    change = lays(table, KING)
    assert change.facts == (Played(1, 0, 0, KING, ANNA.id),)
    assert change.events == (Led(0, KING.cards),)
    assert (change.table.moment, change.table.actor) == (1, 0)
    assert change.table.deal == (table.deal.apply(0, KING)[0] if table.deal else None)


def test_a_press_twice_plays_once(table: Table) -> None:
    button = press(table, KING)
    after = lay(table, ANNA.id, button).table
    with pytest.raises(Stale):
        lay(after, ANNA.id, button)


def test_a_button_of_an_earlier_moment_is_stale(table: Table) -> None:
    stale = Lay(table.id, table.round, 0, Beat(Cards.parse("AS")))
    with pytest.raises(Stale):
        lay(lays(table, KING).table, BORIS.id, stale)


def test_a_button_of_another_round_is_stale(table: Table) -> None:
    with pytest.raises(Stale):
        lay(table, ANNA.id, replace(press(table, KING), round=table.round + 1))


def test_somebody_elses_turn_is_not_mine(table: Table) -> None:
    with pytest.raises(NotYourTurn) as raised:
        lay(table, BORIS.id, press(table, Lead(Cards.parse("AS"))))
    assert raised.value == NotYourTurn(0)


def test_the_rules_refuse_what_they_refuse(table: Table) -> None:
    after = lays(table, Lead(Cards.parse("KS TS"))).table
    with pytest.raises(DoesNotBeat):
        lays(after, Beat(Cards.parse("AS 6S")))


def test_a_stranger_plays_nothing(table: Table) -> None:
    with pytest.raises(NotSeated):
        lay(table, DASHA.id, press(table, KING))


def test_before_the_deal_nothing_is_played() -> None:
    with pytest.raises(NotUnderWay):
        lay(lobby_of(ANNA), ANNA.id, Lay(lobby_of().id, 0, 0, KING))


def test_to_enter_out_of_turn_stays_good_while_others_play_in_the_trick(table: Table) -> None:
    button = press(table, FOUR_HEARTS)
    later = lays(lays(table, KING).table, Beat(Cards.parse("AS"))).table
    for now in (table, lays(table, KING).table, later):
        change = lay(now, VERA.id, button)
        assert change.table.deal is not None
        assert change.table.deal.trick.leader == 2


def test_to_enter_out_of_turn_is_stale_in_the_next_trick(table: Table) -> None:
    button = press(table, FOUR_HEARTS)
    for action in (KING, Beat(Cards.parse("AS")), Discard(Cards.parse("6H")), Discard(Cards.parse("7S"))):
        table = lays(table, action).table
    assert table.deal is not None
    assert len(table.deal.past) == 1
    with pytest.raises(Stale):
        lay(table, VERA.id, button)


def test_to_enter_out_of_turn_twice_is_refused_by_the_rules(table: Table) -> None:
    button = press(table, FOUR_HEARTS)
    with pytest.raises(Refusal):
        lay(lay(table, VERA.id, button).table, VERA.id, button)


def test_of_two_who_enter_the_nearer_has_the_right() -> None:
    table = laid_out("KS TS QD JD", "6S 7S 8S 9S", "6H 7H 8H 9H", "6D 7D 8D 9D", trump="6C")
    far, near = press(table, FOUR_HEARTS), press(table, Interrupt(Cards.parse("6S 7S 8S 9S")))
    with pytest.raises(CombinationStands):
        lay(lay(table, BORIS.id, near).table, VERA.id, far)
    change = lay(lay(table, VERA.id, far).table, BORIS.id, near)
    assert change.table.deal is not None
    assert change.table.deal.trick.leader == 1


def test_chosen_cards_are_kept_with_the_seat(table: Table) -> None:
    change = choose(table, ANNA.id, toggle(table, "KS TS"))
    assert change.facts == (SeatChanged(0, Seat(ANNA, chosen=Cards.parse("KS TS"))),)
    assert change.table.seats[0].chosen == Cards.parse("KS TS")
    assert (change.table.deal, change.table.moment) == (table.deal, table.moment)


def test_cards_are_toggled_on_and_off(table: Table) -> None:
    on = choose(table, ANNA.id, toggle(table, "KS")).table
    assert nothing_chosen(choose(on, ANNA.id, toggle(on, "")).table)


def test_after_a_play_no_card_is_chosen(table: Table) -> None:
    chosen = choose(table, ANNA.id, toggle(table, "KS TS")).table
    change = lays(chosen, KING)
    assert nothing_chosen(change.table)
    assert SeatChanged(0, Seat(ANNA)) in change.facts


def test_when_somebody_enters_the_leaders_chosen_cards_are_forgotten(table: Table) -> None:
    chosen = choose(table, ANNA.id, toggle(table, "KS TS")).table
    assert nothing_chosen(lays(chosen, FOUR_HEARTS, seat=2).table)


def test_only_who_is_on_turn_chooses(table: Table) -> None:
    with pytest.raises(NotYourTurn) as raised:
        choose(table, BORIS.id, toggle(table, "AS"))
    assert raised.value == NotYourTurn(0)


def test_only_ones_own_cards_can_be_chosen(table: Table) -> None:
    with pytest.raises(NotInHand) as raised:
        choose(table, ANNA.id, toggle(table, "KS AS"))
    assert raised.value == NotInHand(Cards.parse("AS"))


def test_a_toggle_of_an_earlier_moment_is_stale(table: Table) -> None:
    old = toggle(table, "KS")
    with pytest.raises(Stale):
        choose(lays(table, KING).table, BORIS.id, old)


def test_a_stranger_chooses_nothing(table: Table) -> None:
    with pytest.raises(NotSeated):
        choose(table, DASHA.id, toggle(table, "KS"))


def test_the_next_deal_comes_only_when_one_is_over(table: Table) -> None:
    for now in (table, lobby_of(ANNA), replace(begun(), deal=None)):
        with pytest.raises(Stale):
            deal_next(now, b"2")


def test_a_refused_press_changes_nothing(table: Table) -> None:
    before = replace(table)
    with pytest.raises(Refusal):
        lays(table, Beat(Cards.parse("KS")))
    assert table == before


def test_what_everybody_may_know_holds_no_chosen_cards(table: Table) -> None:
    chosen = choose(table, ANNA.id, toggle(table, "KS TS")).table
    assert all(held.chosen == NO_CARDS for held in chosen.face().seats)
    assert chosen.hand(0).chosen == Cards.parse("KS TS")
    assert all(held.chosen == NO_CARDS for held in chosen.hand(1).table.seats)


def test_a_hand_is_what_one_seat_may_know(table: Table) -> None:
    after = lays(table, KING).table
    mine, next_one = after.hand(0), after.hand(1)
    assert (mine.acted, next_one.acted) == (True, False)
    assert (mine.moment, next_one.view.on_turn) == (1, True)
    assert mine.view.hand == Cards.parse("TS QD JD")
    with pytest.raises(ValueError, match="seats are"):
        after.hand(4)


def test_without_a_deal_there_is_no_hand() -> None:
    with pytest.raises(ValueError, match="no deal"):
        lobby_of(ANNA).hand(0)


def test_a_face_before_the_first_deal_has_no_number() -> None:
    face = lobby_of(ANNA, BORIS, VERA, GLEB).face()
    assert (face.number, face.loss, face.eggs, face.goats, face.deal) == (0, (0, 0), False, None, None)
    assert begun().face().number == 1
    assert begun(ANNA, BOT, BOT, BOT).face().deal is not None

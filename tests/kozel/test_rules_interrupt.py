"""RULES, "Entering out of turn (the interrupt)"."""

from __future__ import annotations

import pytest

from kozel import Discarded, Interrupted, Led, SeatView, TrickTaken, refusals, seat_view, table_view
from tests.kozel.positions import after, cards, events, four, hand, offered, refusal, six

# Seats 1, 2 and 3 hold four of a suit; seat 0 does not.
HANDS = ("KS 7H 8D 9C", "6D 9D KD AD", "6H 8H 9H JH", "6C 7C 8C JC")
# Nobody does but the leader, and who is to his left and right.
LED_FOUR = ("KS QS 8S 9S", "6D 9D KD AD", "6H 7H 8H 9D", "6C 7C 8C JC")


def test_enter_before_the_lead() -> None:
    deal = four(*HANDS)
    assert offered(deal, 2) == {"interrupt 6H 8H 9H JH"}
    assert events(deal, "2 interrupt 6H 8H 9H JH") == (Interrupted(2, cards("6H 8H 9H JH")),)
    entered = after(deal, "2 interrupt 6H 8H 9H JH")
    assert (entered.turn, entered.trick.first, entered.trick.leader) == (3, 0, 2)
    assert entered.trick.standing == cards("6H 8H 9H JH")


def test_enter_after_the_lead() -> None:
    deal = after(four(*HANDS), "0 lead KS")
    assert offered(deal, 3) == {"interrupt 6C 7C 8C JC"}
    entered = after(deal, "3 interrupt 6C 7C 8C JC")
    assert hand(entered, 0) == "KS 7H 8D 9C"
    assert entered.turn == 0


def test_enter_on_ones_turn_to_answer() -> None:
    deal = after(four(*HANDS), "0 lead KS")
    assert offered(deal, 1, "interrupt") == {"interrupt 6D 9D KD AD"}
    assert after(deal, "1 interrupt 6D 9D KD AD").trick.leader == 1


def test_enter_when_others_have_answered_already() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 discard 6D", "2 discard 6H")
    entered = after(deal, "3 interrupt 6C 7C 8C JC")
    assert [hand(entered, seat) for seat in (0, 1, 2)] == list(HANDS[:3])
    assert [play.seat for play in entered.trick.returned] == [0, 1, 2]
    assert [play.seat for play in entered.trick.plays] == [3]


def test_who_has_laid_a_card_in_this_trick_does_not_enter() -> None:
    deal = after(four("KS", "6D", "6H", "6C")._replace(hands=tuple(map(int, map(cards, HANDS)))), "0 lead KS")
    deal = after(deal, "1 discard 6D")
    assert refusal(deal, "1 interrupt 6D 9D KD AD") == refusals.AlreadyLaid()
    assert offered(deal, 1) == set()


def test_enter_with_exactly_four_cards_of_one_suit() -> None:
    deal = four("KS 7H 8D 9C", "6D 9D KD AS", "6H 8H 9H JH", "6C 7C 8C JC")
    assert refusal(deal, "1 interrupt 6D 9D KD AS") == refusals.NotACombination(4)
    assert refusal(deal, "2 interrupt 6H 8H 9H") == refusals.NotACombination(4)
    assert refusal(deal, "1 interrupt 6D 9D KD AD") == refusals.NotInHand(cards("AD"))
    assert offered(deal, 1) == set()


def test_whose_lead_it_is_leads_and_does_not_enter() -> None:
    deal = four(*LED_FOUR)
    assert refusal(deal, "0 interrupt KS QS 8S 9S") == refusals.YourOwnLead()
    assert events(deal, "0 lead KS QS 8S 9S") == (Led(0, cards("KS QS 8S 9S")),)


def test_face_down_cards_go_back_unseen() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 discard 6D")
    assert events(deal, "2 interrupt 6H 8H 9H JH") == (Interrupted(2, cards("6H 8H 9H JH")),)
    view = table_view(after(deal, "2 interrupt 6H 8H 9H JH"))
    assert [(shown.seat, shown.verb, str(shown.cards), shown.number) for shown in view.trick.returned] == [
        (0, "lead", "KS", 1),
        (1, "discard", "", 1),
    ]
    assert view.hand == (4, 4, 0, 4)


def test_play_goes_on_clockwise_from_who_entered() -> None:
    deal = after(four(*HANDS), "0 lead KS", "2 interrupt 6H 8H 9H JH")
    deal = after(deal, "3 discard 6C 7C 8C JC", "0 discard KS 7H 8D 9C")
    assert events(deal, "1 discard 6D 9D KD AD")[:2] == (Discarded(1, 4), TrickTaken(2, 0, 16))


def test_owners_of_returned_cards_count_as_having_laid_nothing_and_may_enter() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 discard 6D", "2 interrupt 6H 8H 9H JH")
    assert offered(deal, 1) == {"interrupt 6D 9D KD AD"}
    assert after(deal, "1 interrupt 6D 9D KD AD").trick.leader == 1


def test_a_standing_combination_gives_way_to_somebody_nearer_to_the_first_leader() -> None:
    deal = after(four(*HANDS), "3 interrupt 6C 7C 8C JC")
    assert offered(deal, 2) == {"interrupt 6H 8H 9H JH"}
    assert offered(deal, 1) == {"interrupt 6D 9D KD AD"}
    second = after(deal, "2 interrupt 6H 8H 9H JH")
    assert hand(second, 3) == "6C 7C 8C JC"
    assert offered(second, 3, "interrupt") == set()
    third = after(second, "1 interrupt 6D 9D KD AD")
    assert [play.seat for play in third.trick.returned] == [3, 2]
    assert offered(third, 2, "interrupt") == set()


def test_a_standing_combination_does_not_give_way_to_somebody_farther() -> None:
    deal = after(four(*HANDS), "2 interrupt 6H 8H 9H JH")
    assert refusal(deal, "3 interrupt 6C 7C 8C JC") == refusals.CombinationStands(2)
    assert offered(deal, 3) == {"discard 6C 7C 8C JC"}


def test_a_standing_combination_gives_way_only_to_who_has_not_answered_it() -> None:
    deal = after(four(*HANDS), "2 interrupt 6H 8H 9H JH", "3 discard 6C 7C 8C JC", "0 discard KS 7H 8D 9C")
    assert offered(deal, 1, "interrupt") == {"interrupt 6D 9D KD AD"}
    answered = after(four(*HANDS, leader=3), "2 interrupt 6H 8H 9H JH", "3 discard 6C 7C 8C JC")
    assert refusal(answered, "3 interrupt 6C 7C 8C JC") == refusals.AlreadyLaid()


def test_the_first_leader_is_the_nearest_of_all() -> None:
    deal = after(four(*LED_FOUR), "1 interrupt 6D 9D KD AD")
    assert offered(deal, 0) == {"interrupt 8S 9S QS KS"}
    prevailed = after(deal, "0 interrupt KS QS 8S 9S")
    assert prevailed.trick.leader == 0
    assert all(not offered(prevailed, seat, "interrupt") for seat in range(4))


def test_a_combination_that_the_first_leader_led_cannot_be_interrupted() -> None:
    deal = after(four(*LED_FOUR), "0 lead KS QS 8S 9S")
    assert refusal(deal, "1 interrupt 6D 9D KD AD") == refusals.CombinationStands(0)
    assert refusal(deal, "3 interrupt 6C 7C 8C JC") == refusals.CombinationStands(0)


def test_the_first_leader_whose_lead_went_back_may_enter_and_prevail() -> None:
    hands = ("KS QS 8S 9S", *HANDS[1:])
    deal = after(four(*hands), "0 lead KS", "3 interrupt 6C 7C 8C JC")
    assert offered(deal, 0, "interrupt") == {"interrupt 8S 9S QS KS"}
    assert after(deal, "0 interrupt KS QS 8S 9S").trick.first == 0


def test_first_leader_is_asked_for_whoever_leads_by_an_interrupt() -> None:
    deal = after(four(*HANDS, leader=2), "1 interrupt 6D 9D KD AD")
    assert offered(deal, 3, "interrupt") == {"interrupt 6C 7C 8C JC"}
    assert offered(deal, 2, "interrupt") == {"interrupt 6H 8H 9H JH"}
    assert offered(deal, 0, "interrupt") == set()


def test_nobody_enters_a_deal_that_is_over() -> None:
    deal = four("KS", "6D", "6H", "6C")
    deal = after(deal, "0 lead KS", "1 discard 6D", "2 discard 6H", "3 discard 6C")
    for play in ("0 lead KS", "1 interrupt 6D 9D KD AD", "2 pass"):
        assert refusal(deal, play) == refusals.DealIsOver()


def test_six_enters_with_five_of_one_suit() -> None:
    deal = six("7D 8D 9S JS QS KS", "7H 8H 9H JH QH TC")
    assert offered(deal, 1) == {"interrupt 7H 8H 9H JH QH"}
    assert refusal(deal, "1 interrupt 7H 8H 9H JH") == refusals.NotACombination(5)


def test_six_jokers_count_as_any_suit() -> None:
    deal = six("7D 8D 9S JS QS KS", "7H 8H 9H 6S 6C TC")
    assert offered(deal, 1) == {"interrupt 6S 7H 8H 9H 6C"}


def test_six_enters_with_five_clean_cards_of_any_suits() -> None:
    deal = six("7D 8D 9S JS QS KS", "TH AH TC AS 6S 7C")
    assert offered(deal, 1) == {"interrupt 6S AS TH AH TC"}
    assert after(deal, "1 interrupt TH AH TC AS 6S").turn == 0


def test_six_of_one_suit_gives_six_ways_to_enter() -> None:
    deal = six("7D 8D 9S JS QS KS", "7H 8H 9H JH QH KH")
    assert len(offered(deal, 1)) == 6
    assert refusal(deal, "1 interrupt 7H 8H 9H JH QH KH") == refusals.NotACombination(5)


def test_six_enters_only_before_the_opponents_first_answer() -> None:
    deal = six("7D TD 9S JS QS KS", "8D 8H 9H JH QH KH", trump="C")
    led = after(deal, "0 lead 7D")
    assert offered(led, 1, "interrupt") == {"interrupt 8H 9H JH QH KH"}
    beaten = after(led, "1 beat 8D")
    assert refusal(beaten, "1 interrupt 8H 9H JH QH KH") == refusals.AlreadyLaid()
    back = after(beaten, "0 beat TD")
    assert offered(back, 1, "interrupt") == set()
    assert refusal(back, "1 interrupt 8H 9H JH QH KH") == refusals.AlreadyLaid()


def test_six_leader_does_not_enter_instead_of_beating_back() -> None:
    deal = after(six("7D 9S JS QS KS TS", "8D 8H 9H JH QH 7C", trump="C"), "0 lead 7D", "1 beat 8D")
    assert offered(deal, 0) == {"pass"}
    assert refusal(deal, "0 interrupt 9S JS QS KS TS") == refusals.AlreadyLaid()


def test_six_first_leader_prevails_over_an_entry_before_the_lead() -> None:
    deal = six("7S 9S JS QS KS TD", "7H 8H 9H JH QH KC", trump="C")
    entered = after(deal, "1 interrupt 7H 8H 9H JH QH")
    assert offered(entered, 0, "interrupt") == {"interrupt 7S 9S JS QS KS"}
    prevailed = after(entered, "0 interrupt 7S 9S JS QS KS")
    assert offered(prevailed, 1, "interrupt") == set()
    assert hand(prevailed, 1) == "7H 8H 9H JH QH KC"


def test_six_combination_that_is_led_stands() -> None:
    deal = after(six("7S 9S JS QS KS TD", "7H 8H 9H JH QH KC", trump="C"), "0 lead 7S 9S JS QS KS")
    assert refusal(deal, "1 interrupt 7H 8H 9H JH QH") == refusals.CombinationStands(0)


def test_six_clean_cards_that_are_led_stand() -> None:
    deal = after(six("TS AS TD AD 6C 7D", "7H 8H 9H JH QH KC", trump="C"), "0 lead TS AS TD AD 6C")
    assert refusal(deal, "1 interrupt 7H 8H 9H JH QH") == refusals.CombinationStands(0)


def test_six_lead_of_six_cards_is_no_combination_and_gives_way() -> None:
    deal = after(six("7S 9S JS QS KS TS", "7H 8H 9H JH QH KC", trump="C"), "0 lead 7S 9S JS QS KS TS")
    assert offered(deal, 1, "interrupt") == {"interrupt 7H 8H 9H JH QH"}


def test_six_who_entered_may_beat_back_with_what_is_left() -> None:
    deal = six("8H 9H TH AH KH TD", "7H JH QH 6S 6C KC", trump="H")
    deal = after(deal, "0 lead TD", "1 interrupt 7H JH QH 6S 6C")
    assert offered(deal, 0, "beat") == set()
    taken = after(deal, "0 discard 8H 9H TH AH KH")
    assert taken.turn == 1


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_view_of_no_seat_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match="seats are 0 to 3"):
        seat_view(four(*HANDS), seat)


def test_a_view_knows_who_is_on_turn() -> None:
    views: list[SeatView] = [seat_view(four(*HANDS), seat) for seat in range(4)]
    assert [view.on_turn for view in views] == [True, False, False, False]

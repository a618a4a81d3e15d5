"""RULES, "The trick"."""

from __future__ import annotations

import pytest

from kozel import (
    NO_CARDS,
    Beat,
    Beaten,
    Discarded,
    Lead,
    Led,
    NothingLed,
    NotYourTurn,
    Passed,
    Play,
    TrickTaken,
    refusals,
)
from tests.kozel.positions import after, cards, events, four, hand, offered, refusal, six

HANDS = ("KS TS 7H 7D", "AS 6H 7C 8D", "6S 9D QC QH", "8S JH JD 9C")


def test_1_lead_one_to_all_cards_of_one_suit() -> None:
    deal = four("6S 9S TS 7H", *HANDS[1:3], "8S JH JD 9C")
    assert offered(deal, 0) == {
        "lead 6S",
        "lead 9S",
        "lead TS",
        "lead 6S 9S",
        "lead 6S TS",
        "lead 9S TS",
        "lead 6S 9S TS",
        "lead 7H",
    }
    assert events(deal, "0 lead 9S TS") == (Led(0, cards("9S TS")),)


def test_1_lead_of_two_suits_is_refused() -> None:
    assert refusal(four(*HANDS), "0 lead KS 7H") == refusals.NotALead(cards("KS 7H"))


def test_1_lead_of_nothing_is_refused() -> None:
    with pytest.raises(refusals.NotALead):
        four(*HANDS).apply(0, Lead(NO_CARDS))


def test_2_answer_in_turn_clockwise() -> None:
    deal = after(four(*HANDS), "0 lead KS")
    assert deal.turn == 1
    assert refusal(deal, "2 discard 6S") == NotYourTurn(1)
    assert offered(deal, 2) == set()
    assert after(deal, "1 discard 7C").turn == 2
    assert after(deal, "1 discard 7C", "2 discard 6S").turn == 3


def test_2_answer_before_a_lead_is_refused() -> None:
    assert refusal(four(*HANDS), "0 beat KS") == NothingLed()
    assert refusal(four(*HANDS), "0 discard KS") == NothingLed()


def test_2_lead_over_a_lead_is_refused() -> None:
    assert refusal(after(four(*HANDS), "0 lead KS"), "1 lead AS") == refusals.AlreadyLed()


@pytest.mark.parametrize(("play", "given"), [("1 beat AS 6H", 2), ("1 discard 7C 8D 6H", 3)])
def test_2_answer_has_exactly_as_many_cards(play: str, given: int) -> None:
    assert refusal(after(four(*HANDS), "0 lead KS"), play) == refusals.WrongNumber(1, given)


def test_2_answer_without_cards_is_refused() -> None:
    with pytest.raises(refusals.WrongNumber):
        after(four(*HANDS), "0 lead KS").apply(1, Beat(NO_CARDS))


@pytest.mark.parametrize("verb", ["lead", "beat", "discard"])
def test_2_cards_that_are_not_in_the_hand_are_refused(verb: str) -> None:
    deal = four(*HANDS) if verb == "lead" else after(four(*HANDS, leader=3), "3 lead 8S")
    assert refusal(deal, f"0 {verb} KS AS") == refusals.NotInHand(cards("AS"))


def test_2_beat_and_discards_are_both_offered_and_nobody_is_forced_to_beat() -> None:
    deal = after(four(*HANDS, trump="H"), "0 lead KS")
    assert offered(deal, 1) == {
        "beat AS",
        "beat 6H",
        "discard AS",
        "discard 6H",
        "discard 7C",
        "discard 8D",
    }


def test_2_beat_may_be_paired_in_any_way() -> None:
    deal = after(four(*HANDS, trump="H"), "0 lead KS TS")
    assert offered(deal, 1, "beat") == {"beat AS 6H"}
    assert events(deal, "1 beat 6H AS") == (Beaten(1, cards("AS 6H")),)


def test_2_beat_that_does_not_beat_is_refused() -> None:
    deal = after(four(*HANDS, trump="H"), "0 lead KS TS")
    assert refusal(deal, "1 beat AS 7C") == refusals.DoesNotBeat(cards("AS 7C"), cards("KS TS"))


def test_2_beat_is_against_the_last_beat() -> None:
    deal = after(four(*HANDS, trump="H"), "0 lead KS", "1 beat AS")
    assert deal.trick.standing == cards("AS")
    assert offered(deal, 2, "beat") == {"beat QH"}
    beaten = after(deal, "2 beat QH")
    assert offered(beaten, 3, "beat") == set()
    assert beaten.trick.holder == 2


def test_2_beating_ones_partner_is_allowed() -> None:
    deal = after(four(*HANDS, trump="H"), "0 lead KS", "1 discard 7C")
    assert "beat QH" in offered(deal, 2)


def test_2_discard_is_face_down() -> None:
    deal = after(four(*HANDS), "0 lead KS TS")
    assert events(deal, "1 discard 7C 8D") == (Discarded(1, 2),)
    after_discard = after(deal, "1 discard 7C 8D")
    assert after_discard.trick.standing == cards("KS TS")
    assert after_discard.trick.holder == 0


def test_2_discard_may_be_any_cards() -> None:
    deal = after(four(*HANDS, trump="H"), "0 lead KS TS")
    assert len(offered(deal, 1, "discard")) == 6


def test_3_four_trick_ends_after_three_answers() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 beat AS", "2 discard 6S", "3 discard 8S")
    assert deal.trick.plays == ()
    assert (deal.turn, deal.tricks) == (1, (0, 1))
    assert "lead 6H" in offered(deal, 1)


def test_3_four_never_beats_back_and_never_passes() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 beat AS", "2 discard 6S")
    assert refusal(deal, "3 pass") == refusals.NothingToPass()
    assert refusal(deal, "0 pass") == NotYourTurn(3)
    assert refusal(four(*HANDS), "0 pass") == refusals.NothingToPass()


def test_4_who_beat_last_takes_the_trick() -> None:
    ready = after(four(*HANDS, trump="H"), "0 lead KS", "1 beat AS", "2 beat QH")
    assert events(ready, "3 discard 9C") == (Discarded(3, 1), TrickTaken(2, 0, 4))
    assert after(ready, "3 discard 9C").piles == (int(cards("KS AS QH 9C")), 0)


def test_4_the_leader_takes_where_nobody_beat() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 discard 7C", "2 discard QC", "3 discard 9C")
    assert (deal.turn, deal.tricks) == (0, (1, 0))


def test_6_the_taker_leads_the_next_trick() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 beat AS", "2 discard 6S", "3 discard 8S")
    assert (deal.turn, deal.trick.first, deal.trick.leader) == (1, 1, 1)


def test_3_six_leader_may_beat_back_or_pass() -> None:
    deal = after(six("7D TD AH", "9D 7C 8C"), "0 lead 7D", "1 beat 9D")
    assert deal.turn == 0
    assert offered(deal, 0) == {"beat TD", "pass"}


def test_3_six_leader_who_beats_back_does_not_discard() -> None:
    deal = after(six("7D TD AH", "9D 7C 8C"), "0 lead 7D", "1 beat 9D")
    assert refusal(deal, "0 discard AH") == refusals.DoesNotBeat(cards("AH"), cards("9D"))
    assert refusal(deal, "0 beat AH") == refusals.DoesNotBeat(cards("AH"), cards("9D"))


def test_3_six_leader_passes_and_the_opponent_takes() -> None:
    deal = after(six("7D TD AH", "9D 7C 8C"), "0 lead 7D", "1 beat 9D")
    assert events(deal, "0 pass") == (Passed(0), TrickTaken(1, 1, 2))
    passed = after(deal, "0 pass")
    assert (passed.turn, passed.tricks, hand(passed, 0)) == (1, (0, 1), "AH TD")
    assert passed.past[-1].plays[-1].action.cards == NO_CARDS


def test_3_six_opponent_who_is_beaten_back_beats_or_discards() -> None:
    deal = after(six("7D TD AH", "9D AD 8C"), "0 lead 7D", "1 beat 9D", "0 beat TD")
    assert deal.turn == 1
    assert offered(deal, 1) == {"beat AD", "discard AD", "discard 8C"}
    assert refusal(deal, "1 pass") == refusals.NothingToPass()
    taken = after(deal, "1 discard 8C")
    assert (taken.tricks, taken.turn, hand(taken, 0), hand(taken, 1)) == ((1, 0), 0, "AH", "AD")


def test_3_six_laps_of_beats_to_the_last_cards() -> None:
    deal = six("7D 9D QD TD", "8D JD KD AD")
    laps = after(deal, "0 lead 7D", "1 beat 8D", "0 beat 9D", "1 beat JD", "0 beat QD", "1 beat KD", "0 beat TD")
    assert laps.turn == 1
    over = after(laps, "1 beat AD")
    assert over.over
    assert over.tricks == (0, 1)
    assert len(over.past[-1].plays) == 8


def test_3_six_leader_with_too_few_cards_cannot_beat_back() -> None:
    deal = after(six("7D 8D TH", "9D JD 8C"), "0 lead 7D 8D")
    assert events(deal, "1 beat 9D JD") == (Beaten(1, cards("9D JD")), TrickTaken(1, 1, 4))
    assert after(deal, "1 beat 9D JD").turn == 1


def test_3_six_leader_who_has_led_all_cards_waits_for_nothing() -> None:
    deal = after(six("7D", "9D", trump="H"), "0 lead 7D", "1 beat 9D")
    assert deal.over


def test_3_six_beat_back_has_as_many_cards_again() -> None:
    deal = after(six("7D 8D TD AD", "9D JD 8C 9C"), "0 lead 7D 8D", "1 beat 9D JD")
    assert offered(deal, 0) == {"beat TD AD", "pass"}
    assert refusal(deal, "0 beat TD") == refusals.WrongNumber(2, 1)


def test_six_lead_with_jokers_along() -> None:
    deal = six("6C 7D 8H", "9D TD AD")
    assert offered(deal, 0) == {
        "lead 7D",
        "lead 8H",
        "lead 6C",
        "lead 7D 6C",
        "lead 8H 6C",
    }


def test_six_lead_of_jokers_alone() -> None:
    deal = six("6C 6S 7D", "9D TD AD")
    assert offered(deal, 0) == {
        "lead 7D",
        "lead 6C",
        "lead 6S",
        "lead 6S 6C",
        "lead 7D 6C",
        "lead 6S 7D",
        "lead 6S 7D 6C",
    }
    assert refusal(six("6C 7D 8H", "9D TD AD"), "0 lead 6C 7D 8H") == refusals.NotALead(cards("6C 7D 8H"))


def test_six_joker_beats_a_joker_and_is_beaten_by_the_other() -> None:
    deal = after(six("6C 7D", "6S 8D"), "0 lead 6C")
    assert offered(deal, 1, "beat") == {"beat 6S"}
    assert offered(after(deal, "1 beat 6S"), 0) == {"pass"}


def test_six_five_clean_cards_of_mixed_suits_are_a_lead() -> None:
    clean = "TS AS TD AD 6C"
    deal = six(f"{clean} 7H", "7S 8S 9S 7D 8D 9D", trump="H")
    assert {text for text in offered(deal, 0) if len(text.split()) == 6} == {"lead TS AS TD AD 6C"}
    led = after(deal, f"0 lead {clean}")
    assert offered(led, 1, "beat", "interrupt") == set()


def test_six_four_clean_cards_of_mixed_suits_are_no_lead() -> None:
    deal = six("TS AS TD 6C 7H", "7S 8S 9S 7D 8D", trump="H")
    assert refusal(deal, "0 lead TS AS TD 6C") == refusals.NotALead(cards("TS AS TD 6C"))


def test_six_six_clean_cards_are_led_five_at_a_time() -> None:
    deal = six("TS AS TD AD 6C TH", "7S 8S 9S 7D 8D 9D", trump="H")
    assert len([text for text in offered(deal, 0) if len(text.split()) == 6]) == 6
    assert refusal(deal, "0 lead TS AS TD AD 6C TH") == refusals.NotALead(cards("TS AS TD AD 6C TH"))


def test_there_is_no_seat_four() -> None:
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="seats are 0 to 3"):
            four(*HANDS).apply(seat, Lead(cards("KS")))


def test_a_played_play_stands_in_the_trick() -> None:
    deal = after(four(*HANDS), "0 lead KS", "1 discard 7C")
    assert [play.seat for play in deal.trick.plays] == [0, 1]
    assert deal.trick.plays[0] == Play(0, Lead(cards("KS")))
    assert deal.trick.has_laid(1)
    assert not deal.trick.has_laid(2)

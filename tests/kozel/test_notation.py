"""Plays as text, and what a refusal says."""

from __future__ import annotations

import pytest

from kozel import NO_CARDS, Beat, Discard, Interrupt, Lead, Pass, Play, Suit, action_of, explain, refusals, verb_of
from kozel.notation import read_play, write_play, write_trump
from tests.kozel.positions import cards


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("0 lead KS TS", Play(0, Lead(cards("TS KS")))),
        ("1 beat AS 6H", Play(1, Beat(cards("6H AS")))),
        ("2 discard 9D 7C", Play(2, Discard(cards("7C 9D")))),
        ("3 interrupt 6D 9D KD AD", Play(3, Interrupt(cards("6D 9D KD AD")))),
        ("1 pass", Play(1, Pass())),
    ],
)
def test_plays_are_written_and_read(text: str, play: Play) -> None:
    assert write_play(play) == text
    assert read_play(text) == play
    assert read_play(f"  {text.replace(' ', '   ')} ") == play
    assert action_of(verb_of(play.action), str(play.action.cards)) == play.action


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "does not begin with a seat"),
        ("lead KS", "does not begin with a seat"),
        ("12 lead KS", "does not begin with a seat"),
        ("-1 lead KS", "does not begin with a seat"),
        ("٣ lead KS", "does not begin with a seat"),
        ("0", "'' is not a verb"),
        ("0 Lead KS", "'Lead' is not a verb"),
        ("0 lead", "lead needs cards"),
        ("0 pass KS", "pass has no cards"),
        ("0 lead K♠", "is not a card"),
        ("0 lead KS KS", "twice"),
    ],
)
def test_text_that_is_no_play_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_play(text)


def test_trump_is_its_letter_or_a_dash() -> None:
    assert [write_trump(trump) for trump in (*Suit, None)] == ["S", "H", "D", "C", "-"]


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (refusals.DealIsOver(), "the deal is over"),
        (refusals.NotYourTurn(2), "it is the turn of seat 2"),
        (refusals.NothingLed(), "nothing is led yet"),
        (refusals.AlreadyLed(), "cards are led already"),
        (refusals.NotInHand(cards("KS")), "KS is not in its hand"),
        (refusals.NotALead(cards("KS 6H")), "KS 6H may not be led together"),
        (refusals.NotALead(NO_CARDS), "nothing may not be led together"),
        (refusals.WrongNumber(2, 1), "2 to be laid, not 1"),
        (refusals.DoesNotBeat(cards("6H"), cards("7H")), "6H does not beat 7H"),
        (refusals.NotACombination(4), "only a combination of 4 cards may enter out of turn"),
        (refusals.YourOwnLead(), "it has the lead, and does not enter out of turn"),
        (refusals.AlreadyLaid(), "it has laid cards in this trick already"),
        (refusals.CombinationStands(1), "the combination of seat 1 has the right"),
        (refusals.NothingToPass(), "only a leader who could beat back may pass"),
    ],
)
def test_every_refusal_has_its_words(refusal: refusals.Refusal, text: str) -> None:
    assert explain(refusal) == text
    assert refusal == type(refusal)(*refusal.args)
    assert {refusal: 1}[refusal] == 1

"""Answers to presses: one or two short sentences, for every reason there is."""

from __future__ import annotations

import pytest

import kozel
from bot.screens import alerts
from bot.tables import refusals
from bot.tables.model import Person, PersonId, TableId
from bot.texts import Words
from kozel import FOUR, Beat, Cards, Discard, Interrupt, Lead, Pass, Suit
from tests.screens.scenes import EN, RU, after_the_deal, playing

CARDS = Cards.parse("KS TS")
AWAY = tuple(Person(PersonId(i), "Максимилиан Иванович", "ru") for i in range(4))

REFUSALS: tuple[refusals.TableRefusal | kozel.Refusal, ...] = (
    refusals.NoSuchTable(),
    refusals.TableHereAlready(TableId(7)),
    refusals.AlreadySeated(),
    refusals.SideFull(table_full=False),
    refusals.SideFull(table_full=True),
    refusals.NoComputerHere(),
    refusals.NotSeated(),
    refusals.SeatsFree(2),
    refusals.NotReachable(AWAY),
    refusals.UnderWay(),
    refusals.NotUnderWay(),
    refusals.Stale(),
    refusals.MayNotChoose(),
    refusals.TooMany(2),
    refusals.MayNotStop(),
    refusals.StillSeated(),
    refusals.MayNotStop(admins_only=True),
    refusals.SitFirst(),
    refusals.NoHints(),
    refusals.StillAsked(AWAY),
    kozel.DealIsOver(),
    kozel.NotYourTurn(2),
    kozel.NothingLed(),
    kozel.AlreadyLed(),
    kozel.NotInHand(CARDS),
    kozel.NotALead(CARDS),
    kozel.WrongNumber(2, 1),
    kozel.DoesNotBeat(CARDS, CARDS),
    kozel.NotACombination(4),
    kozel.YourOwnLead(),
    kozel.AlreadyLaid(),
    kozel.CombinationStands(3),
    kozel.NothingToPass(),
)


def test_there_is_an_example_of_every_refusal() -> None:
    known = {*refusals.TableRefusal.__subclasses__(), *kozel.Refusal.__subclasses__()}
    assert {type(refusal) for refusal in REFUSALS} == known


@pytest.mark.parametrize("words", [RU, EN], ids=["ru", "en"])
@pytest.mark.parametrize("refusal", REFUSALS, ids=repr)
def test_every_refusal_has_words_of_its_own(refusal: refusals.TableRefusal | kozel.Refusal, words: Words) -> None:
    for face in (playing().face(), None):
        text = alerts.refused(refusal, face, words)
        assert text != alerts.nothing(words)
        assert "{" not in text
        assert "<" not in text
        assert 0 < len(text) <= alerts.MOST_CHARACTERS


@pytest.mark.parametrize("refusal", [refusals.TableRefusal(), kozel.Refusal()], ids=["table", "game"])
def test_a_refusal_that_nobody_has_words_for_still_gets_an_answer(
    refusal: refusals.TableRefusal | kozel.Refusal,
) -> None:
    assert alerts.refused(refusal, None, RU) == alerts.nothing(RU)


@pytest.mark.parametrize(
    ("refusal", "text"),
    [
        (kozel.NotYourTurn(2), "Сейчас ходит Вера."),
        (kozel.NotYourTurn(3), "Сейчас ходит 🤖 Лад."),
        (kozel.DoesNotBeat(CARDS, Cards.parse("AS 6H")), "K♠ 10♠ не бьёт A♠ 6♥. Выбери другое или скинь."),
        (kozel.WrongNumber(2, 1), "Нужно 2 карты, а выбрано 1."),
        (kozel.CombinationStands(2), "Право за комбинацией, с которой заходит Вера. Отвечай в свой ход."),
        (kozel.NotACombination(4), "Вне очереди заходят, когда одной масти 4 карты."),
        (refusals.Stale(), "Эта кнопка — от прошлого хода. Нужные — в самом новом сообщении."),
        (refusals.NotSeated(), "За этим столом играют другие, но болеть можно. Свой стол — /kozel."),
        (refusals.SeatsFree(1), "Свободно ещё 1 место: займите — и сдаём."),
    ],
    ids=repr,
)
def test_refusals_in_russian(refusal: refusals.TableRefusal | kozel.Refusal, text: str) -> None:
    assert alerts.refused(refusal, playing().face(), RU) == text


def test_a_refusal_is_never_longer_than_an_alert() -> None:
    many = refusals.NotReachable(AWAY * 9)
    assert len(alerts.refused(many, None, RU)) == alerts.MOST_CHARACTERS


def test_my_cards_are_the_hand_the_trump_and_whether_to_play() -> None:
    here = playing()
    assert alerts.my_cards(here.hand(0), RU) == "K♠ 10♠ 9♦ │ 7♥\nКозырь ♥\nТвой ход! Играй в личке со мной."
    assert alerts.my_cards(here.hand(1), EN) == "A♠ 8♦ 7♣ │ 6♥\nTrump ♥\nNot your turn yet."
    assert "Сдача сыграна" in alerts.my_cards(after_the_deal(here, (74, 46)).hand(0), RU)


def test_my_cards_when_all_are_laid() -> None:
    four = ("KS TS 7H 9D", "AS 6H 8D 7C", "6S 7S 8S 9S", "6D 9C QC AH")
    here = playing((2, "interrupt 6S 7S 8S 9S"), hands=four, trump="JD")
    assert alerts.my_cards(here.hand(2), RU).startswith("Все твои карты на столе.")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Lead(CARDS), "Заходишь: K♠ 10♠"),
        (Beat(CARDS), "Бьёшь: K♠ 10♠"),
        (Discard(CARDS), "Скинуто: K♠ 10♠"),
        (Interrupt(CARDS), "Вне очереди! Заходишь: K♠ 10♠"),
        (Pass(), "Пас"),
    ],
    ids=repr,
)
def test_a_play_is_confirmed_by_the_names_of_the_cards(action: kozel.Action, text: str) -> None:
    assert alerts.played(action, RU, FOUR) == text


def test_a_play_is_confirmed_in_the_order_of_the_button_where_the_trump_is_known() -> None:
    assert alerts.played(Beat(Cards.parse("AS 6H")), EN, FOUR, Suit.SPADES) == "You beat: 6♥ A♠"


@pytest.mark.parametrize("words", [RU, EN], ids=["ru", "en"])
def test_toasts_are_short_and_different(words: Words) -> None:
    toasts = [
        alerts.sat(0, words),
        alerts.sat(1, words),
        *(say(words) for say in (alerts.stood, alerts.computer_added, alerts.computer_removed, alerts.stranger)),
        *(say(words) for say in (alerts.nothing, alerts.failed)),
    ]
    assert len(set(toasts)) == len(toasts)
    assert all(0 < len(toast) <= alerts.MOST_CHARACTERS for toast in toasts)

"""What six has that four has not, as people see it: jokers, the draw, the change of trump, beating back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens import alerts
from bot.screens.ending import series_end
from bot.screens.hand import hand, hand_closed
from bot.screens.lobby import lobby
from bot.screens.practice import practice
from bot.screens.score import colour
from bot.screens.table import table
from bot.tables.model import PersonId, Phase, Table
from bot.tables.presses import ChooseGame
from kozel import SIX, Beat, Card, Cards, LeadDrawn, NotACombination, NotALead, Suit
from tests.screens.scenes import (
    COMPUTER,
    EN,
    FREE,
    FRIENDS,
    PAIR,
    RU,
    a_table,
    after_the_deal,
    main_part,
    plain,
    playing,
    score,
    seen,
    whole_deal,
)

HANDS = ("KS TS 7H 9D 6S JH", "AS 8H 8D 7C 9H QS")


def six(*plays: tuple[int, str], hands: tuple[str, str] = HANDS, trump: str = "9C") -> Table:
    return playing(*plays, hands=hands, trump=trump, table=a_table(PAIR, rules=SIX))


def first_deal(here: Table, *rounds: str) -> Table:
    """The same position in the first deal of a series whose lead was drawn for so."""
    cards = tuple((Card.parse(one), Card.parse(other)) for one, other in (pair.split() for pair in rounds))
    lead = SIX.drawn_lead(cards[-1])
    assert lead is not None
    return replace(here, results=(), drawn=LeadDrawn(cards, lead))


# jokers


def test_jokers_have_a_face_of_their_own_wherever_they_stand() -> None:
    here = six((0, "lead 6S"))
    for screen in (table(here.face(), RU), hand(here.hand(1), RU), hand(here.hand(0), EN)):
        assert "★♠" in plain(screen)
        assert "6♠" not in plain(screen)
    assert "★♠" in seen(hand(six().hand(0), RU))
    assert alerts.played(Beat(Cards.parse("6S KH")), RU, SIX, Suit.HEARTS) == "Бьёшь: K♥ ★♠"
    assert "★♠" in alerts.my_cards(six().hand(0), RU)


def test_the_six_of_a_red_suit_is_a_six() -> None:
    here = six(hands=("6H 6D 7H 9D 6S JH", HANDS[1]))
    assert "6♥ J♥" not in plain(hand(here.hand(0), RU))
    assert "🃏 6♥ 7♥ J♥ 6♦ 9♦ │ ★♠" in plain(hand(here.hand(0), RU))


# the draw


def test_the_draw_stands_at_the_table_until_the_first_lead_then_in_the_story() -> None:
    here = first_deal(six(), "KS QH")
    assert "Жребий: 🔵 K♠ : Q♥ 🔴 — заходит 🔵" in main_part(table(here.face(), RU))
    assert "Draw: 🔵 K♠ : Q♥ 🔴 – 🔵 leads" in main_part(table(here.face(), EN))
    led = first_deal(six((0, "lead KS")), "KS QH")
    assert not any("Жребий" in line for line in main_part(table(led.face(), RU)))
    assert seen(table(led.face(), RU)).splitlines()[-2] == "| Жребий: 🔵 K♠ : Q♥ 🔴 — заходит 🔵"


def test_equal_cards_that_were_drawn_are_told_too_in_order() -> None:
    lines = main_part(table(first_deal(six(), "KS KH", "6C 7D").face(), RU))
    place = lines.index("Жребий: 🔵 K♠ : K♥ 🔴 — поровну")
    assert lines[place + 1] == "Жребий: 🔵 ★♣ : 7♦ 🔴 — заходит 🔵"


def test_later_deals_tell_of_no_draw() -> None:
    here = replace(first_deal(six(), "KS QH"), results=six().results)
    assert "Жребий" not in plain(table(here.face(), RU))


def test_the_result_of_the_first_deal_still_tells_of_the_draw() -> None:
    over = after_the_deal(first_deal(six(), "KS QH"), (70, 50))
    assert "| Жребий: 🔵 K♠ : Q♥ 🔴 — заходит 🔵" in seen(table(over.face(), RU)).splitlines()


# trump


def test_the_trump_card_at_the_bottom_of_the_stock_is_shown() -> None:
    assert main_part(table(six().face(), RU))[0] == "Сдача 3 · козырь ♣ (внизу 9♣)"
    assert main_part(practice(six().hand(0), EN))[0] == "Deal 3 · trump ♣ (9♣ at the bottom)"


def now(trump: str, change: str) -> Table:
    """A position right after the change card was drawn: made from any such by putting other cards there."""
    found = None
    for here in whole_deal(SIX, 7, a_table(PAIR, rules=SIX)):
        if here.deal is not None and not here.deal.stock and here.deal.turn is not None:
            found = here
            break
    assert found is not None
    assert found.deal is not None
    deck = list(found.deal.dealing.deck)
    for place, card in ((12, trump), (13, change)):
        other = deck.index(Card.parse(card))
        deck[place], deck[other] = deck[other], deck[place]
    dealing = replace(found.deal.dealing, deck=tuple(deck))
    return replace(found, deal=found.deal._replace(dealing=dealing, trump=SIX.trump_of(Card.parse(change))))


@pytest.mark.parametrize(
    ("trump", "change", "head", "line"),
    [
        ("9C", "7H", "козырь ♥ (последняя 7♥)", "тянет 7♥: козырь теперь ♥"),
        ("9C", "7C", "козырь ♣ (последняя 7♣)", "тянет 7♣: козырь прежний, ♣"),
        ("9C", "6S", "без козыря (последняя ★♠)", "тянет ★♠: дальше без козыря"),
        ("6S", "7H", "козырь ♥ (последняя 7♥)", "тянет 7♥: козырь теперь ♥"),
    ],
)
def test_the_change_of_trump_is_announced_to_table_and_hands(trump: str, change: str, head: str, line: str) -> None:
    here = now(trump, change)
    assert head in main_part(table(here.face(), RU))[0]
    for screen in (table(here.face(), RU), hand(here.hand(0), RU), hand(here.hand(1), RU), practice(here.hand(0), RU)):
        (told,) = [text for text in main_part(screen) if "🔄" in text]
        assert told.endswith(line)


def test_the_announcement_stays_for_a_trick_and_goes_into_the_story() -> None:
    positions = list(whole_deal(SIX, 7, a_table(PAIR, rules=SIX)))
    empty = [here for here in positions if here.deal is not None and not here.deal.stock]
    first = len(empty[0].deal.past) if empty[0].deal else 0
    for here in empty:
        assert here.deal is not None
        screen = table(here.face(), RU)
        above = any("🔄" in text for text in main_part(screen))
        over = here.deal.over
        assert above == (len(here.deal.past) == first and not over)
        assert plain(screen).count("🔄") == 1
    before = [here for here in positions if here.deal is not None and here.deal.stock]
    assert not any("🔄" in plain(table(here.face(), RU)) for here in before)


# beating back


def test_a_lap_is_told_play_by_play_and_what_stands_is_bold() -> None:
    hands = ("KS 7H 9D 8S JH TC", "AS 8H QH 7C 9H QS")
    here = six((0, "lead KS"), (1, "beat AS"), (0, "beat TC"), hands=hands)
    assert main_part(table(here.face(), RU))[3:7] == [
        "🔵 Аня заходит K♠",
        "🔴 Борис бьёт A♠",
        "🔵 Аня перебивает 10♣",
        "👉 🔴 Борис: ответ, 1 карта",
    ]
    assert "<b>🔵 Аня перебивает 10♣</b>" in table(here.face(), RU).text
    assert "🔵 Аня перебивает 10♣" in plain(hand(here.hand(1), RU))
    assert "✅ Перебиваешь: 10♣" in plain(hand(here.hand(0), RU))


def test_who_can_only_pass_reads_that() -> None:
    here = six((0, "lead 7H"), (1, "beat 8H"), hands=("7H 9D 8D KS TS QS", "8H QH 7C 9H AS AC"))
    lines = seen(hand(here.hand(0), RU)).splitlines()
    assert lines[-3:] == ["👉 Перебить нечем: пасуй.", "[Пас]", "[↩️ К столу]"]
    assert "перебить или пас" in plain(table(here.face(), RU))


# entering


def test_five_of_a_suit_with_a_joker_enter() -> None:
    here = six((0, "lead KS"), hands=("KS TS 7S 9D 6S JH", "7C 8C JC QC 6C AD"))
    assert "[⚡ Вне очереди: 7♣ 8♣ J♣ Q♣ ★♣]p" in seen(hand(here.hand(1), RU))


def test_five_clean_cards_enter_and_six_are_told_apart_by_the_one_that_stays() -> None:
    here = six((0, "lead KS"), hands=("KS 7S 8S 9D 6S JH", "AS AH TD TC AC QD"))
    assert "[⚡ Вне очереди: A♠ A♥ 10♦ 10♣ A♣]p" in seen(hand(here.hand(1), RU))
    here = six((0, "lead KS"), hands=("KS 7S 8S 9D 6S JH", "AS AH TD TC AC AD"))
    lines = seen(hand(here.hand(1), RU))
    for stays in ("A♠", "A♥", "10♦", "A♦", "10♣", "A♣"):
        assert f"[⚡ без {stays}]p" in lines


# one against one


def test_the_lobby_of_six_has_a_seat_a_side_and_speaks_of_no_partners() -> None:
    assert seen(lobby(a_table((FREE, FREE), rules=SIX).face(), RU)) == (
        "🐐 Козёл на 6 карт · до 16 очков\n"
        "🔵 —\n"
        "🔴 —\n"
        "\n"
        "Садитесь, один на один!\n"
        "[Сесть за 🔵] [Сесть за 🔴]\n"
        "[🤖 Посадить компьютер]\n"
        "[🔀 Козёл на 4 карты]"
    )


@pytest.mark.parametrize(
    ("seats", "offered"),
    [((*FRIENDS[:2], FREE, FREE), True), ((*FRIENDS[:2], COMPUTER, COMPUTER), True), (FRIENDS, False)],
)
def test_another_game_is_offered_where_all_who_sit_have_room(seats: tuple[object, ...], offered: bool) -> None:
    here = a_table(seats)  # type: ignore[arg-type]
    games = [b.does for row in lobby(here.face(), RU).rows for b in row if isinstance(b.does, ChooseGame)]
    assert games == ([ChooseGame(here.id, "six")] if offered else [])


def test_the_end_of_six_has_one_goat() -> None:
    over = after_the_deal(playing(table=a_table(PAIR, rules=SIX), hands=HANDS, trump="9C", loss=(4, 14)), (74, 46))
    assert over.phase is Phase.OVER
    assert plain(series_end(over.face(), RU)).splitlines()[:2] == ["🐐 А вот и козёл!", "🔴 Борис"]
    assert "The goat is here!" in plain(series_end(over.face(), EN))
    assert "Козёл — ты, 🔴" in plain(hand_closed(over.face(), PersonId(2), RU))
    assert "Победа! Козёл — 🔴" in plain(hand_closed(over.face(), PersonId(1), RU))
    assert "The goat: 🔴" in plain(hand_closed(over.face(), PersonId(99), EN))


def test_60_to_60_is_no_eggs_in_six() -> None:
    over = after_the_deal(six(), (60, 60))
    assert "🥚" not in plain(table(over.face(), RU))
    assert colour(over.face(), score((60, 60)), EN) == "60 to 60: nothing for anybody."


def test_refusals_of_six_name_its_own_combinations() -> None:
    face = six().face()
    assert "джокер" in alerts.refused(NotACombination(5), face, RU)
    assert "jokers" in alerts.refused(NotALead(Cards.parse("KS 7H")), face, EN)
    assert "joker" not in alerts.refused(NotALead(Cards.parse("KS 7H")), playing().face(), EN)

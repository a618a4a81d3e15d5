"""The hand in private: two lines of what is up, the cards, the choices; quiet while others play."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.hand import hand, hand_closed
from bot.tables.habits import Habits
from bot.tables.model import PersonId, Phase, Seat
from bot.tables.presses import BackToTable, Hint, Lay
from kozel import SIX, Interrupt
from tests.screens.scenes import (
    EN,
    FRIENDS,
    GROUP,
    PAIR,
    RU,
    SMALL_GROUP,
    a_table,
    after_the_deal,
    hand_of,
    plain,
    playing,
    seen,
)

THREE_PLAYS = ((0, "lead KS TS"), (1, "beat AS 6H"), (2, "discard 7D QD"))
FOUR_OF_SPADES = ("KS TS 7H 9D", "AS 6H 8D 7C", "6S 7S 8S 9S", "6D 9C QC AH")
SIX_HANDS = ("KS TS 7H 9D 6S JH", "AS 8H 8D 7C 9H QS")


def test_to_answer_with_something_to_beat_with_in_russian() -> None:
    assert seen(hand(playing((0, "lead KS TS")).hand(1), RU)) == (
        "Двор · козырь ♥\n"
        "🔵 4 : 2 🔴 · ты 🔴 + 🤖 Лад\n"
        "🔵 Аня заходит K♠ 10♠\n"
        "🃏 A♠ 8♦ 7♣ │ 6♥\n"
        "👉 Твой ход: ⚔️ бей или ■ скинь 2 карты.\n"
        "[⚔️ A♠ 6♥]s\n"
        "[■ A♠ 8♦] [■ A♠ 7♣] [■ A♠ 6♥]\n"
        "[■ 8♦ 7♣] [■ 8♦ 6♥] [■ 7♣ 6♥]\n"
        "[💡 Подсказка] [↩️ К столу]"
    )


def test_to_answer_with_something_to_beat_with_in_english() -> None:
    assert seen(hand(playing((0, "lead KS TS")).hand(1), EN)).splitlines()[:6] == [
        "Двор · trump ♥",
        "🔵 4 : 2 🔴 · you 🔴 + 🤖 Rusty",
        "🔵 Аня leads K♠ 10♠",
        "🃏 A♠ 8♦ 7♣ │ 6♥",
        "👉 Now ⚔️ beat or ■ discard 2 cards.",
        "[⚔️ A♠ 6♥]s",
    ]


def test_to_answer_with_nothing_to_beat_with() -> None:
    assert seen(hand(playing(*THREE_PLAYS).hand(3), RU)) == (
        "Двор · козырь ♥\n"
        "🔵 4 : 2 🔴 · ты 🔴 + Борис\n"
        "🔴 Борис бьёт A♠ 6♥\n"
        "🃏 6♦ 9♣ Q♣ │ A♥\n"
        "👉 Бить нечем: ■ скинь 2 карты.\n"
        "[■ 6♦ 9♣] [■ 6♦ Q♣] [■ 6♦ A♥]\n"
        "[■ 9♣ Q♣] [■ 9♣ A♥] [■ Q♣ A♥]\n"
        "[💡 Подсказка] [↩️ К столу]"
    )


def test_to_lead_after_a_trick_of_ones_own() -> None:
    here = playing(*THREE_PLAYS, (3, "discard 6D 9C"))
    assert seen(hand(here.hand(1), RU)) == (
        "Двор · козырь ♥\n"
        "🔵 4 : 2 🔴 · ты 🔴 + 🤖 Лад\n"
        "✅ Бьёшь: A♠ 6♥\n"
        "🔴 Взятка твоя.\n"
        "🃏 7♠ Q♠ 8♦ 7♣\n"
        "👉 Твой заход: карты одной масти.\n"
        "[7♠]p [Q♠]p [7♠ Q♠]p\n"
        "[8♦]p [7♣]p\n"
        "[💡 Подсказка] [↩️ К столу]"
    )


def test_off_turn_ones_own_play_is_confirmed_and_nobody_else_is_named() -> None:
    assert seen(hand(playing(*THREE_PLAYS).hand(1), RU)) == (
        "Двор · козырь ♥\n"
        "🔵 4 : 2 🔴 · ты 🔴 + 🤖 Лад\n"
        "✅ Бьёшь: A♠ 6♥\n"
        "🃏 8♦ 7♣\n"
        "Ход не твой — позову. Стол — в группе.\n"
        "[↩️ К столу]"
    )


def test_a_discard_is_confirmed_by_its_number_alone() -> None:
    lines = seen(hand(playing(*THREE_PLAYS).hand(2), RU)).splitlines()
    assert lines[2:4] == ["✅ Скинуто: ■■", "🃏 6♠ │ J♥"]


def test_a_new_deal_shows_the_cards() -> None:
    assert "Новая сдача, вот твои карты." in seen(hand(playing().hand(1), RU))


def test_who_may_enter_out_of_turn_has_one_button_for_it_good_for_the_whole_trick() -> None:
    here = playing((0, "lead KS"), hands=FOUR_OF_SPADES, trump="JD")
    screen = hand(here.hand(2), RU)
    assert seen(screen).splitlines()[4:6] == ["⚡ Можно зайти вне очереди.", "[⚡ Вне очереди: 6♠ 7♠ 8♠ 9♠]p"]
    press = screen.rows[0][0].does
    assert isinstance(press, Lay)
    assert isinstance(press.action, Interrupt)
    assert (press.round, press.moment) == (3, 0)
    later = playing((0, "lead KS"), (1, "discard 8D"), hands=FOUR_OF_SPADES, trump="JD")
    assert hand(later.hand(2), RU).rows[0][0].does == press


def test_whose_cards_went_back_reads_why() -> None:
    here = playing((0, "lead KS"), (1, "discard 8D"), (2, "interrupt 6S 7S 8S 9S"), hands=FOUR_OF_SPADES, trump="JD")
    assert seen(hand(here.hand(0), RU)).splitlines()[2:4] == [
        "↩️ Вне очереди! Твои карты вернулись.",
        "🃏 K♠ 10♠ 7♥ │ 9♦",
    ]
    assert seen(hand(here.hand(2), RU)).splitlines()[2:4] == ["✅ Заходишь: 6♠ 7♠ 8♠ 9♠", "🃏 Все твои карты на столе."]


def test_between_deals_the_result_stands_in_a_line_and_what_comes() -> None:
    here = after_the_deal(playing(), (74, 46))
    assert seen(hand(here.hand(0), RU)) == (
        "Двор · козырь ♥\n"
        "🔵 4 : 4 🔴 · ты 🔵 + Вера\n"
        "Сдача 3: 🔵 74 : 46 🔴 · 🔴 +2\n"
        "Сейчас будет следующая.\n"
        "[↩️ К столу]"
    )
    over = after_the_deal(playing(loss=(4, 10)), (74, 46))
    assert "Партия сыграна." in seen(hand(over.hand(0), RU))


def test_only_supergroups_have_a_way_back() -> None:
    here = playing()
    assert hand(here.hand(1), RU).rows[-1][0].does == BackToTable(here.id, GROUP.chat)
    small = playing(table=a_table(place=SMALL_GROUP))
    assert not hand(small.hand(1), RU).rows


def test_after_the_series_the_hand_tells_who_won() -> None:
    face = after_the_deal(playing(loss=(8, 10)), (74, 46)).face()
    assert seen(hand_closed(face, PersonId(1), RU)) == (
        "Двор · 🔵 8 : 12 🔴\nПобеда! Козлы — 🔴 🐐\nРеванш — одной кнопкой у стола.\n[↩️ К столу]"
    )
    assert "Козлы — вы, 🔴 🐐" in seen(hand_closed(face, PersonId(2), RU))
    assert "The goats: 🔴 🐐" in seen(hand_closed(face, PersonId(99), EN))


def test_whoever_left_reads_that_a_computer_plays_on() -> None:
    left = replace(playing(), seats=(*FRIENDS[:3], Seat(computer="greedy", left=PersonId(99))))
    text = seen(hand_closed(left.face(), PersonId(99), RU))
    assert text == "Двор\nЗа тебя играет компьютер. Спасибо за игру!\n[🙋 Я снова здесь]s\n[↩️ К столу]"


def test_whoever_left_and_has_no_seat_any_more_reads_that_somebody_else_plays() -> None:
    text = seen(hand_closed(playing().face(), PersonId(99), RU))
    assert text == "Двор\nТвоими картами играет уже кто-то другой. Спасибо за игру!\n[↩️ К столу]"


def test_whoever_was_late_reads_that_a_computer_played_and_still_has_all_choices() -> None:
    late = replace(playing(), seats=(replace(FRIENDS[0], missed=1), *FRIENDS[1:]))
    screen = hand(late.hand(0), RU)
    assert "⏰ Время вышло: за тебя сыграл компьютер." in plain(screen)
    assert screen.rows == hand(playing().hand(0), RU).rows


def test_whoever_is_away_sees_their_cards_and_one_button() -> None:
    gone = replace(playing(), seats=(replace(FRIENDS[0], missed=2), *FRIENDS[1:]))
    assert seen(hand(gone.hand(0), RU)).splitlines()[-4:] == [
        "🃏 K♠ 10♠ 9♦ │ 7♥",
        "💤 Тебя не было: за тебя играет компьютер.",
        "[🙋 Я снова здесь]s",
        "[↩️ К столу]",
    ]


def test_half_of_the_time_gone_is_said_above_what_is_to_do() -> None:
    lines = plain(hand(playing().hand(0), RU, late=True)).splitlines()
    assert lines[lines.index("⏰ Половина времени прошла!") + 1].startswith("👉")


def test_the_hand_at_a_closed_table_holds_no_cards() -> None:
    closed = replace(playing(), phase=Phase.CLOSED)
    assert seen(hand_closed(closed.face(), PersonId(1), RU)) == (
        "Двор\nСтол закрыт. /kozel в группе — новый.\n[↩️ К столу]"
    )


def test_four_of_one_suit_to_lead_are_ticked() -> None:
    here = playing(hands=("7C QC TC AC", "AS 6H 8D 7S", "6S KS 8S 9S", "6D 9C QH AH"), trump="9D")
    assert seen(hand(here.hand(0), RU)) == (
        "Двор · козырь ♦\n"
        "🔵 4 : 2 🔴 · ты 🔵 + Вера\n"
        "Новая сдача, вот твои карты.\n"
        "🃏 7♣ Q♣ 10♣ A♣\n"
        "👉 Твой заход: карты одной масти.\n"
        "Отметь карты, потом ходи ими.\n"
        "[7♣] [Q♣] [10♣] [A♣]\n"
        "[все ♣]\n"
        "[💡 Подсказка] [↩️ К столу]"
    )
    assert seen(hand(hand_of(here, 0, "7C QC"), RU)).splitlines()[5:] == [
        "Жми: плюс добавит и сразу положит.",
        "[✅ 7♣] [✅ Q♣] [10♣] [A♣]",
        "[все ♣]",
        "[Зайти: 7♣ Q♣]p",
        "[+10♣]p [+A♣]p",
        "[💡 Подсказка] [↩️ К столу]",
    ]


def test_the_same_cards_can_beat_and_be_discarded_and_enter() -> None:
    here = playing((0, "lead 7C 8C"), hands=("7C 8C TD AS", "6H JH QH AH", "6S KS 8S 9D", "6D 9C QC KC"), trump="9H")
    lines = seen(hand(here.hand(1), RU)).splitlines()
    assert lines[5:] == [
        "[⚔️ 6♥ J♥]s [⚔️ 6♥ Q♥]s [⚔️ J♥ Q♥]s",
        "[⚔️ 6♥ A♥]s [⚔️ J♥ A♥]s [⚔️ Q♥ A♥]s",
        "[⚡ Вне очереди: 6♥ J♥ Q♥ A♥]p",
        "[■ 6♥ J♥] [■ 6♥ Q♥] [■ 6♥ A♥]",
        "[■ J♥ Q♥] [■ J♥ A♥] [■ Q♥ A♥]",
        "[💡 Подсказка] [↩️ К столу]",
    ]


def test_ticks_on_cards_no_longer_held_are_forgotten() -> None:
    here = playing((0, "lead 7C 8C"), hands=("7C 8C TD AS", "6H JH QH AH", "6S KS 8S 9D", "6D 9C QC KC"), trump="9H")
    assert hand(hand_of(here, 1, "KS"), RU) == hand(hand_of(here, 1), RU)


def test_six_cards_are_ticked_and_the_leader_may_pass() -> None:
    table = a_table(PAIR, rules=SIX)
    here = playing((0, "lead KS"), (1, "beat AS"), hands=SIX_HANDS, trump="9C", table=table)
    lines = seen(hand(here.hand(0), RU)).splitlines()
    assert lines[1:] == [
        "🔵 4 : 2 🔴 · ты 🔵",
        "🔴 Борис бьёт A♠",
        "🃏 10♠ 7♥ J♥ 9♦ │ ★♠",
        "👉 Перебей или пасуй.",
        "[⚔️ ★♠]s",
        "[Пас]",
        "[💡 Подсказка] [↩️ К столу]",
    ]
    to_lead = playing(hands=SIX_HANDS, trump="9C", table=table)
    assert "[K♠] [10♠] [7♥]\n[J♥] [9♦] [★♠]\n" in seen(hand(to_lead.hand(0), RU))


def test_a_hint_is_offered_where_there_is_something_to_choose_and_the_chat_has_hints() -> None:
    table = playing((0, "lead KS TS"))
    on_turn, off_turn = table.hand(1), table.hand(2)
    asks = Hint(table.id, table.round, table.moment)
    assert asks in [button.does for row in hand(on_turn, RU).rows for button in row]
    assert "Подсказка" not in seen(hand(off_turn, RU))
    without = replace(table, habits=Habits(hints=False))
    assert "Подсказка" not in seen(hand(without.hand(1), RU))
    nothing_to_choose = replace(on_turn, view=replace(on_turn.view, legal=on_turn.view.legal[:1]))
    assert "Подсказка" not in seen(hand(nothing_to_choose, RU))

"""Commands, and the button My cards: who gets which answer, where, and in which language."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.sandbox.client import labels
from bot.screens import alerts, chat
from bot.tables.refusals import MayNotStop, NotSeated
from bot.texts import words
from kozel import FOUR
from tests.e2e.conftest import Town, Yard
from tests.e2e.seats import Person, gather, offered, play_on, seat
from tests.e2e.watching import answered_once, quiet, stored, to_chat, until, why

RU, EN = words("ru"), words("en")
IN_GROUPS = (
    *("kozel", "table", "score", "standings", "me", "history"),
    *("rules", "fair", "hand", "language", "settings", "leave", "stop", "help"),
)
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
LATIN = re.compile(r"[a-z]{2,}", re.IGNORECASE)
TAGS = re.compile(r"<code>.*?</code>|</?\w+( expandable)?>|/[a-z]+")
"""Code, markup and commands, which are the same in all languages."""


def plain(text: str) -> str:
    """A text without its markup."""
    return re.sub(r"</?\w+( expandable)?>", "", text)


async def test_table_comes_to_the_bottom_of_the_chat_and_stands_there_once(square: Yard) -> None:
    anya, here = square.people[0], square.chat
    await anya.say(here, "/kozel")
    lobby, _ = await offered(anya, here, "sit:")
    await anya.say(here, "/table")
    await until(lambda: _newest_offers(anya, here, "sit:"))
    await until(lambda: _gone(anya, here, lobby["message_id"]))
    await seat_at_open_table(square, anya)
    await anya.sees(here, "Сдача 1", button="Мои карты")
    await anya.say(here, "/table")
    await until(lambda: _newest_offers(anya, here, "mine:"))
    await until(lambda: _deals_shown(anya, here, 1))


async def seat_at_open_table(yard: Yard, anya: Person) -> None:
    """Sit down at the table that is open already, with three computers, and deal."""
    await anya.sit(yard.chat, 0)
    for _ in range(3):
        await anya.tap(yard.chat, data="add:")
    await anya.tap(yard.chat, data="deal:")


async def _newest_offers(person: Person, where: int, data: str) -> bool:
    """The newest message has such a button."""
    last = await person.client.last(person.id, where)
    rows = (last or {}).get("reply_markup", {}).get("inline_keyboard", [])
    return any(button.get("callback_data", "").startswith(data) for row in rows for button in row)


async def _gone(person: Person, where: int, message: int) -> bool:
    """The message is no longer there."""
    return all(m["message_id"] != message for m in await person.client.messages(person.id, where))


async def _deals_shown(person: Person, where: int, number: int) -> bool:
    """So many messages show a deal under way."""
    return sum("Мои карты" in str(labels(m)) for m in await person.client.messages(person.id, where)) == number


async def test_hand_comes_again_in_private_and_from_a_group_it_is_pointed_to(square: Yard) -> None:
    anya, boris, here = square.people[0], square.people[1], square.chat
    await boris.say(here, "/hand")
    await boris.sees(here, plain(chat.no_hand(RU).text))
    await boris.say(boris.id, "/hand")
    await boris.sees(boris.id, plain(chat.no_hand(RU).text), button="компьютер")
    await gather(here, [anya])
    hand = await until(anya.hand)
    await square.client.delete(anya.id, anya.id, hand["message_id"])  # lost
    await anya.say(anya.id, "/hand")
    again = await until(anya.hand)
    assert again["message_id"] > hand["message_id"]
    assert again["text"] == hand["text"]
    await anya.say(here, "/hand")
    await anya.sees(here, "в личке", button="карты")
    third = await until(lambda: _newer_hand(anya, again["message_id"]))
    assert third["text"] == again["text"]
    assert sum("🃏" in m.get("text", "") for m in await square.client.messages(anya.id, anya.id)) == 1


async def _newer_hand(person: Person, than: int) -> Any:
    """A hand with a greater id than that, and no other."""
    hands = [m for m in await person.client.messages(person.id, person.id) if "🃏" in m.get("text", "")]
    return hands[0] if len(hands) == 1 and hands[0]["message_id"] > than else None


async def test_score_tells_the_series_in_the_group_and_in_private(square: Yard) -> None:
    anya, boris, here = square.people[0], square.people[1], square.chat
    await anya.say(here, "/score")
    await anya.sees(here, plain(chat.no_table(RU).text))
    await seat(here, [anya])
    await anya.say(here, "/score")
    await anya.sees(here, RU.t("The series has not begun."))
    await anya.tap(here, data="deal:")
    await anya.sees(here, "Сдача 1")
    asked = (await square.client.say(anya.id, here, "/score"))["message_id"]
    await anya.sees(here, "🔵 0 : 0 🔴", after=asked)
    asked = (await square.client.say(anya.id, anya.id, "/score"))["message_id"]
    await anya.sees(anya.id, "Аня", after=asked)
    await boris.say(boris.id, "/score")
    await boris.sees(boris.id, plain(chat.no_table(RU).text))


@pytest.mark.parametrize("private", [False, True])
async def test_rules_help_and_standings_are_told_everywhere(square: Yard, private: bool) -> None:
    anya = square.people[0]
    where = anya.id if private else square.chat
    await anya.say(where, "/rules")
    await anya.sees(where, plain(chat.rules(FOUR, RU).text))
    await anya.say(where, "/help")
    await anya.sees(where, plain(chat.help_(RU).text))
    await anya.say(where, "/standings")
    await anya.sees(where, RU.t("Nobody has finished a series here yet. /kozel – be the first!"))


async def test_start_says_what_to_press_next(square: Yard) -> None:
    anya = square.people[0]
    await anya.say(anya.id, "/start")
    hello = await anya.sees(anya.id, "Козёл", button="компьютер")
    assert len(hello["text"].splitlines()) == 3
    led = await square.client.open_button(anya.id, anya.id, "Добавить в группу")
    assert led["to"] == "choose_group"
    await anya.tap(anya.id, label="компьютер")
    await anya.sees(anya.id, "Сдача 1")


async def test_what_the_bot_does_not_know_gets_an_answer_in_private_and_none_in_a_group(square: Yard) -> None:
    anya = square.people[0]
    for text in ("привет", "/nonsense", "7♣"):
        asked = (await square.client.say(anya.id, anya.id, text))["message_id"]
        await anya.sees(anya.id, "/kozel", after=asked)
    last = await quiet(square.client)
    await anya.say(square.chat, "привет")
    await anya.say(square.chat, "/nonsense")
    assert await quiet(square.client) == last


@pytest.mark.parametrize("command", ["table", "score", "leave", "stop"])
async def test_where_there_is_no_table_commands_say_so(square: Yard, command: str) -> None:
    anya = square.people[0]
    for where in (square.chat, anya.id):
        await anya.say(where, f"/{command}")
        await anya.sees(where, plain(chat.no_table(RU).text))


async def test_language_of_a_group_is_everybodys_and_of_a_private_chat_ones_own(square: Yard) -> None:
    anya, here = square.people[0], square.chat
    await gather(here, [anya])
    await anya.sees(here, "Сдача 1")
    await anya.say(here, "/language")
    asked = await anya.sees(here, RU.t("Which language shall I speak here?"))
    await anya.tap(here, label="English")
    await anya.sees(here, "Deal 1", button="My cards")
    await anya.sees(here, plain(chat.language_set(EN).text))
    assert await _gone_text(anya, here, asked["text"])
    hand = await until(anya.hand)
    assert not _english(hand), "her own chat still speaks Russian"
    await anya.say(anya.id, "/language")
    await anya.tap(anya.id, label="English")
    await until(lambda: _hand_in_english(anya))
    await anya.say(here, "/language")
    await anya.tap(here, label="Русский")
    await anya.sees(here, "Сдача 1", button="Мои карты")


async def _gone_text(person: Person, where: int, text: str) -> bool:
    """No message says this any more."""
    return all(m.get("text") != text for m in await person.client.messages(person.id, where))


def _english(message: dict[str, Any]) -> bool:
    return re.search("trump|no trump", message["text"]) is not None


async def _hand_in_english(person: Person) -> bool:
    """The hand speaks English."""
    hand = await person.hand()
    return hand is not None and _english(hand)


async def test_a_whole_series_in_english_says_nothing_in_russian(square: Yard) -> None:
    client = square.client
    before = (await client.health())["last_call"]
    emma = Person(client, await client.add_person("Emma", "en"), "Emma")
    here = await client.add_chat("Yard", [emma.id])
    await _a_bit_of_everything(emma, here)
    for said in await _said(emma, here, before):
        assert not CYRILLIC.search(said), said


async def test_a_whole_series_in_russian_says_nothing_in_english(square: Yard) -> None:
    anya, here = square.people[0], square.chat
    before = (await square.client.health())["last_call"]
    await _a_bit_of_everything(anya, here)
    for said in await _said(anya, here, before):
        assert not LATIN.search(TAGS.sub("", said)), said


async def _a_bit_of_everything(person: Person, where: int) -> None:
    """A series to its end, every command in both chats, and what the buttons answer."""
    await person.say(person.id, "/start")
    await gather(where, [person])
    for command in ("table", "score", "rules", "fair", "privacy", "help", "hand", "stop"):
        for place in (where, person.id):
            await person.say(place, f"/{command}")
    await person.tap(where, data="mine:")
    await person.tap(where, data="keep:")
    await play_on([person], where, random.Random(6))
    for command in ("standings", "me", "history", "kozel", "hand", "leave"):
        for place in (where, person.id):
            await person.say(place, f"/{command}")
    await quiet(person.client)


async def _said(person: Person, where: int, before: int) -> list[str]:
    """All that the bot said to this person and in this chat: messages, labels of buttons, answers to presses."""
    calls = await person.client.calls(before)
    said = []
    for call in [*to_chat(calls, where), *to_chat(calls, person.id)]:
        said.append(str(call["params"].get("text", "")))
        rows = (call["params"].get("reply_markup") or {}).get("inline_keyboard", [])
        said += [button["text"] for row in rows for button in row]
    answers = [call["params"].get("text", "") for call in calls if call["method"] == "answerCallbackQuery"]
    assert len(said) > 50
    return [*said, *map(str, answers)]


async def test_stop_asks_first_and_only_players_and_admins_may(square: Yard) -> None:
    anya, boris, vera, gleb = square.people[:4]  # Anya owns the group
    here, client = square.chat, square.client
    await gather(here, [boris, vera])
    await gleb.say(here, "/stop")
    await gleb.sees(here, why(MayNotStop()))
    await boris.say(here, "/stop")
    question, stop = await offered(boris, here, "stop:")
    stranger = await client.press(gleb.id, here, question["message_id"], stop)
    assert await answered_once(client, stranger) == why(MayNotStop())
    assert await answered_once(client, await gleb.tap(here, data="keep:")) == alerts.stranger(RU)
    await vera.tap(here, data="keep:")
    await boris.sees(here, plain(chat.kept_playing(RU).text))
    assert stored(square.database, here)["tables"][0][2] == "playing"
    await anya.say(here, "/stop")
    await anya.tap(here, data="stop:")
    await anya.sees(here, "не доиграна")
    assert stored(square.database, here)["tables"][0][2] == "closed"
    for player in (boris, vera):
        await player.sees(player.id, RU.t("The table is closed. /kozel in the group opens a new one."))
        assert await player.hand() is None
    await anya.say(here, "/kozel")
    await offered(anya, here, "sit:")


async def test_who_leaves_a_series_is_followed_by_a_computer(square: Yard) -> None:
    anya, boris, here = square.people[0], square.people[1], square.chat
    await gather(here, [anya, boris])
    await until(lambda: _dealt(square))
    await square.people[2].say(here, "/leave")
    await anya.sees(here, why(NotSeated()))
    await boris.say(here, "/leave")
    await anya.sees(here, "Борис")
    await boris.sees(boris.id, "компьютер")
    assert await boris.hand() is None
    await play_on([anya], here, random.Random(7))
    end = await anya.sees(here, "А вот и козлы!")
    assert "Борис" not in end["text"]


async def _dealt(yard: Yard) -> bool:
    """Cards are dealt."""
    return bool(stored(yard.database, yard.chat)["deals"])


async def test_my_cards_shows_ones_own_to_oneself_alone(square: Yard) -> None:
    anya, boris, vera = square.people[:3]
    here, client = square.chat, square.client
    await gather(here, [anya, boris])
    deal, mine = await offered(anya, here, "mine:")
    for player in (anya, boris):
        hand = (await player.sees(player.id, "🃏"))["text"]
        cards = re.search("🃏 (.+)", hand)
        assert cards is not None
        answer = await client.press(player.id, here, deal["message_id"], mine)
        assert answer.show_alert
        assert (await answered_once(client, answer)).splitlines()[0] == cards[1]
    stranger = await client.press(vera.id, here, deal["message_id"], mine)
    assert await answered_once(client, stranger) == alerts.stranger(RU)


async def test_before_the_deal_there_are_no_cards_to_show(square: Yard) -> None:
    anya, here, client = square.people[0], square.chat, square.client
    await seat(here, [anya])
    lobby, deal = await offered(anya, here, "deal:")
    press = await client.press(anya.id, here, lobby["message_id"], deal.replace("deal", "mine"))
    assert not re.search("[♠♥♦♣]", await answered_once(client, press))


async def test_commands_are_registered_for_both_languages_in_groups_and_in_private(town: Town, square: Yard) -> None:
    found = {(item["scope"], item["language"]): item["commands"] for item in (await square.client.state(1))["commands"]}
    assert set(found) == {(f"all_{where}_chats", code) for where in ("group", "private") for code in ("", "ru")}
    assert [item["command"] for item in found["all_group_chats", "ru"]] == list(IN_GROUPS)
    for (_, code), commands in found.items():
        for item in commands:
            assert bool(CYRILLIC.search(item["description"])) == (code == "ru")
    assert "start" in [item["command"] for item in found["all_private_chats", ""]]

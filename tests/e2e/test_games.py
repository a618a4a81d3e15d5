"""Which game is played: chosen in the lobby, remembered for the next table, told of by rules and practice."""

from __future__ import annotations

from bot.sandbox.client import labels
from bot.screens import chat as screens
from bot.screens.screen import Screen
from bot.tables.refusals import MayNotChoose, NotSeated, TooMany, UnderWay
from bot.texts import words
from kozel import FOUR, SIX
from tests.e2e.conftest import Yard
from tests.e2e.seats import Person, offered, seat, table_in
from tests.e2e.watching import answered_once, stored, until, why
from tests.screens.scenes import plain

RU = words("ru")


def said(screen: Screen) -> str:
    return plain(screen).splitlines()[0]


async def test_the_lobby_changes_the_game_and_nobody_loses_their_seat(square: Yard) -> None:
    anya, boris, vera = square.people[:3]
    chat, client = square.chat, square.client
    await anya.say(chat, "/kozel")
    await anya.sees(chat, "Козёл на 4 карты")
    table = await table_in(anya, chat)
    await anya.sit(chat, 0)
    await boris.sit(chat, 0)
    assert await answered_once(client, await anya.tap(chat, data="game:")) == "Козёл на 6 карт"
    lobby = await anya.sees(chat, "🐐 Козёл на 6 карт · до 16 очков\n🔵 Аня\n🔴 Борис")
    assert "🔀 Козёл на 4 карты" in labels(lobby)
    before = stored(square.database, chat)
    stranger = await client.press(vera.id, chat, lobby["message_id"], f"game:{table}:four")
    assert await answered_once(client, stranger) == why(MayNotChoose())
    assert stored(square.database, chat) == before
    await boris.tap(chat, data="game:")
    await anya.sees(chat, "🔵 Аня · —\n🔴 Борис · —")
    await vera.sit(chat, 0)
    full = await anya.sees(chat, "🔵 Аня · Вера")
    assert not any("🔀" in label for label in labels(full))
    late = await client.press(anya.id, chat, full["message_id"], f"game:{table}:six")
    assert await answered_once(client, late) == why(TooMany(2))


async def test_the_choice_is_over_when_the_cards_are_dealt_and_bound_to_its_chat(square: Yard) -> None:
    anya = square.people[0]
    chat, client = square.chat, square.client
    await seat(chat, [anya], rules=SIX)
    lobby, _ = await offered(anya, chat, "deal:")
    table = (await offered(anya, chat, "game:"))[1].split(":")[1]
    elsewhere = await client.wait_for(anya.id, anya.id)
    forged = await client.press(anya.id, anya.id, elsewhere["message_id"], f"game:{table}:four")
    assert await answered_once(client, forged) == why(NotSeated())
    await anya.tap(chat, data="deal:")
    await anya.sees(chat, "Сдача 1")
    late = await client.press(anya.id, chat, lobby["message_id"], f"game:{table}:four")
    assert await answered_once(client, late) == why(UnderWay())


async def test_the_game_last_chosen_comes_first_the_next_time(square: Yard) -> None:
    anya, chat = square.people[0], square.chat
    await seat(chat, [anya], rules=SIX)
    await anya.say(chat, "/stop")
    await anya.tap(chat, data="stop:")
    closed = await anya.sees(chat, "Стол закрыт")
    await anya.say(chat, "/kozel")
    await anya.sees(chat, "Козёл на 6 карт · до 16 очков", after=closed["message_id"])
    asked = (await anya.sees(chat, "Козёл на 6 карт"))["message_id"]
    await anya.say(chat, "/rules")
    await anya.sees(chat, said(screens.rules(SIX, RU)), after=asked)


async def test_rules_show_the_other_game_at_a_press(square: Yard) -> None:
    anya, chat = square.people[0], square.chat
    await anya.say(chat, "/rules")
    first = await anya.sees(chat, said(screens.rules(FOUR, RU)))
    await answered_once(square.client, await anya.tap(chat, data="rules:six"))
    other = await anya.sees(chat, said(screens.rules(SIX, RU)))
    assert other["message_id"] == first["message_id"], "in its place"
    await anya.tap(chat, data="rules:four")
    await anya.sees(chat, said(screens.rules(FOUR, RU)))


async def test_practice_offers_the_game_last_played_first(square: Yard) -> None:
    anya, client = square.people[0], square.client

    async def games() -> list[str]:
        asked = await anya.sees(anya.id, "Во что сыграем")
        return [label for label in labels(asked) if "🤖" in label]

    await anya.say(anya.id, "/kozel")
    assert await games() == ["🤖 Козёл на 4 карты: 3 компьютера", "🤖 Козёл на 6 карт: 1 соперник"]
    await anya.tap(anya.id, data="solo:six")
    table = await anya.sees(anya.id, "Сдача 1")
    await answered_once(client, await anya.tap(anya.id, data="solo:four"))
    await until(lambda: _again(anya, table["message_id"]))  # the one under way comes down, no second one
    assert len(stored(square.database, anya.id)["tables"]) == 1
    await anya.say(anya.id, "/stop")
    await anya.tap(anya.id, data="stop:")
    closed = await anya.sees(anya.id, "Стол закрыт")
    await anya.say(anya.id, "/kozel")
    await anya.sees(anya.id, "Во что сыграем", after=closed["message_id"])
    assert (await games())[0] == "🤖 Козёл на 6 карт: 1 соперник"


async def _again(person: Person, after: int) -> bool:
    """The deal stands below."""
    found = await person.client.messages(person.id, person.id)
    return any(m["message_id"] > after and "Сдача 1" in m.get("text", "") for m in found)

"""Whole series, by buttons alone."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from bot.sandbox.client import SandboxClient, buttons, labels
from kozel import FOUR, SIX, DealScored, Rules, check, check_text, read, table_view, write
from tests.e2e.conftest import NAMES, Town, Yard
from tests.e2e.ledger import StoredDeal, record_of
from tests.e2e.seats import PATIENCE, Json, Person, ended, gather, offered, play_on
from tests.e2e.watching import answered_once, deals_in, quiet, to_chat

# At most four calls a play and one of them in the group is what is aimed at. On top of that come the edits when a trick
# or a deal ends and when cards are dealt; here, where everybody plays at once, nothing is overtaken that could be.
MOST_CALLS_A_PLAY = 5.5
MOST_IN_THE_GROUP = 1.3


@dataclass
class Played:
    """A series that people have played to its end, each from their own private chat."""

    yard: Yard
    rules: Rules
    people: list[Person]
    calls: list[Json]
    deals: list[StoredDeal]

    @property
    def plays(self) -> int:
        """How many plays were made."""
        return sum(len(deal.moments) for deal in self.deals)


BOTH = [pytest.param(rules, id=rules.variant) for rules in (FOUR, SIX)]
GOATS = {FOUR: "А вот и козлы!", SIX: "А вот и козёл!"}


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=BOTH)
async def played(town: Town, request: pytest.FixtureRequest) -> AsyncIterator[Played]:
    rules: Rules = request.param
    async with SandboxClient(town.sandbox.url, wait=PATIENCE) as client:
        people = [Person(client, await client.add_person(name), name) for name in NAMES[: rules.seats]]
        before = (await client.health())["last_call"]  # the bot says hello as soon as the chat is there
        chat = await client.add_chat("Без компьютеров", [person.id for person in people])
        yard = Yard(client, chat, people, town.database, town.sandbox.url)
        await gather(chat, people, rules=rules)
        await play_on(people, chat, random.Random(1))
        await quiet(client)
        yield Played(yard, rules, people, await client.calls(before), deals_in(town.database, chat))


def _score(deal: StoredDeal) -> DealScored:
    score = table_view(deal.replay()[-1]).score
    assert score is not None
    return score


@dataclass
class Alone:
    """A series that one person has played to its end with computers, in a group with a stranger in it."""

    yard: Yard
    rules: Rules
    anya: Person
    stranger: Person
    deals: list[StoredDeal]


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=BOTH)
async def alone(town: Town, request: pytest.FixtureRequest) -> AsyncIterator[Alone]:
    rules: Rules = request.param
    async with SandboxClient(town.sandbox.url, wait=PATIENCE) as client:
        two = [Person(client, await client.add_person(name), name) for name in NAMES[:2]]
        chat = await client.add_chat("Компьютеры и я", [person.id for person in two])
        yard = Yard(client, chat, two, town.database, town.sandbox.url)
        await gather(chat, two[:1], rules=rules)
        await play_on(two[:1], chat, random.Random(2))
        yield Alone(yard, rules, two[0], two[1], deals_in(town.database, chat))


async def test_one_person_and_computers_play_a_series_to_the_goats(alone: Alone) -> None:
    anya, chat = alone.anya, alone.yard.chat
    end = await anya.sees(chat, GOATS[alone.rules])
    assert "Аня" in end["text"]
    await anya.say(chat, "/standings")
    standings = await anya.sees(chat, "Компьютеры и я", after=end["message_id"])
    row = next(line.split() for line in standings["text"].splitlines() if "Аня" in line)
    lost = "Аня" in end["text"].split("🏆")[0]
    assert row[:4] == ["1", "Аня", "1", str(int(lost))]
    await anya.tap(chat, data="best:both:always")
    await anya.sees(chat, "обе игры · всё время")
    await _draws(anya, chat, "draw:both:always", "обе игры · всё время")
    photo = await anya.sees(chat, "обе игры · всё время", after=end["message_id"])
    await anya.client.press(anya.id, chat, photo["message_id"], "draw:four:always")
    turned = await anya.sees(chat, "на 4 карты · всё время", after=photo["message_id"] - 1)
    assert turned["message_id"] == photo["message_id"]
    assert turned["photo"][0]["file_id"] != photo["photo"][0]["file_id"]
    await _draws(anya, chat, "plot:", "📈")
    await anya.say(chat, "/me")
    await anya.sees(chat, f"1 партия, козлом — {int(lost)}")
    await anya.say(chat, "/history")
    await anya.sees(chat, "📜 Компьютеры и я", after=end["message_id"])
    await anya.tap(chat, data="series:")
    story = await anya.sees(chat, f"{len(alone.deals)}. 🔵", after=end["message_id"])
    assert story["text"].count("🔵") >= len(alone.deals)
    await anya.tap(chat, data="past:0")
    await anya.sees(chat, "📜 Компьютеры и я", after=end["message_id"])


async def _draws(person: Person, chat: int, data: str, text: str) -> None:
    """The button brings a picture, once."""
    before = (await person.client.last(person.id, chat) or {})["message_id"]
    for _ in range(2):
        answer = await person.tap(chat, data=data)
        assert "🖼" in answer.text
        photo = await person.sees(chat, text, after=before)
        assert photo["photo"][0]["width"] == 1280
    await quiet(person.client)
    assert (await person.client.last(person.id, chat) or {})["message_id"] == photo["message_id"]


async def test_a_rematch_begins_another_series_with_the_same_seats(alone: Alone) -> None:
    anya, chat, client = alone.anya, alone.yard.chat, alone.yard.client
    end, again = await offered(anya, chat, "again:")
    assert "другие" in await answered_once(client, await alone.stranger.tap(chat, data="again:"))
    await answered_once(client, await anya.tap(chat, data="again:"))
    table = await anya.sees(chat, "Сдача 1", button="Мои карты", after=end["message_id"])
    assert "🔵 0 : 0 🔴" in table["text"]
    late = await client.press(anya.id, chat, end["message_id"], again)
    assert "прошлого" in await answered_once(client, late)
    seats = {tuple(deal.people) for deal in deals_in(alone.yard.database, chat)}
    assert seats == {(anya.id, *[None] * (alone.rules.seats - 1))}


@pytest.mark.parametrize("rules", BOTH)
async def test_practice_is_played_to_the_goats_in_one_private_chat(square: Yard, rules: Rules) -> None:
    anya, group = square.people[0], square.chat
    before = (await square.client.health())["last_call"]
    await anya.say(anya.id, "/kozel")
    await anya.tap(anya.id, data=f"solo:{rules.variant}")
    first = await anya.sees(anya.id, "Сдача 1")
    assert "Твой заход" in first["text"] or "👉" in first["text"] or "🃏" in first["text"]
    await play_on([anya], anya.id, random.Random(3))
    calls = await square.client.calls(before)
    assert not to_chat(calls, group)
    deals = deals_in(square.database, anya.id)
    sent = to_chat(calls, anya.id, "sendMessage")
    assert len(sent) == len(deals) + 2, "the question, one message a deal, and the end"
    end = await anya.sees(anya.id, GOATS[rules])
    await anya.tap(anya.id, data="again:")
    await anya.sees(anya.id, "Сдача 1", after=end["message_id"])


async def test_people_play_a_series_each_from_their_own_private_chat(played: Played) -> None:
    for deal in played.deals:
        assert deal.people == [person.id for person in played.people]
    for person in played.people:
        assert await ended(person, played.yard.chat)
        last = await played.yard.client.last(person.id, person.id)
        assert last is not None
        assert "Коз" in last["text"]
        assert not any("callback_data" in button for button in buttons(last))


async def test_a_deal_is_one_message_edited_in_place_and_its_result_at_the_end(played: Played) -> None:
    chat = played.yard.chat
    sent = to_chat(played.calls, chat, "sendMessage")
    deals = [call for call in sent if "Сдача" in call["params"]["text"]]
    assert len(deals) == len(played.deals)
    assert len(sent) == len(deals) + 3, "hello, the lobby, the deals, the end, and nothing else"
    shown = {m["message_id"]: m.get("text", "") for m in await played.yard.client.messages(played.people[0].id, chat)}
    for number, (call, deal) in enumerate(zip(deals, played.deals, strict=True), start=1):
        trump = "козырь" if deal.dealing.trump else "без козыря"
        assert f"Сдача {number}</b> · {trump}" in call["params"]["text"]
        score = _score(deal)
        result = shown[call["result"]["message_id"]]
        assert result.startswith(f"Сдача {number} сыграна")
        for pair in (score.points, score.tricks):
            assert f"🔵 {pair[0]} : {pair[1]} 🔴" in result
    edited = {call["params"]["message_id"] for call in to_chat(played.calls, chat, "editMessageText")}
    assert edited <= {call["result"]["message_id"] for call in sent}


async def test_the_hand_rings_on_ones_turn_and_is_edited_quietly_otherwise(played: Played) -> None:
    for seat, person in enumerate(played.people):
        sent = to_chat(played.calls, person.id, "sendMessage")
        loud = [call for call in sent if not call["params"].get("disable_notification")]
        assert all("👉" in call["params"]["text"] for call in loud)
        quietly = [call for call in sent if call not in loud]
        assert all("👉" not in call["params"]["text"] for call in quietly)
        turns, taken = _turns(played.deals, seat)
        assert taken <= len(loud) <= turns, "once a turn, unless somebody entered out of turn before it rang"


def _turns(deals: list[StoredDeal], seat: int) -> tuple[int, int]:
    """How often it was this seat's turn, and how often it played on turn."""
    turns = taken = 0
    for deal in deals:
        for before, moment in zip(deal.replay(), deal.moments, strict=False):
            turns += before.turn == seat
            taken += before.turn == seat == moment.seat
    return turns, taken


async def test_there_is_one_hand_message_a_person(played: Played) -> None:
    for person in played.people:
        sent = [c for c in to_chat(played.calls, person.id, "sendMessage") if "Готово!" not in c["params"]["text"]]
        # Once more, where a press came while it went: the message shows no hand any more, so it is swept away.
        deleted = {int(call["params"]["message_id"]) for call in to_chat(played.calls, person.id, "deleteMessage")}
        ids = [call["result"]["message_id"] for call in sent]
        assert sorted(deleted) == ids[:-1], "each goes when the next has come"


async def test_a_play_takes_few_calls_and_hardly_more_than_one_in_the_group(played: Played) -> None:
    told = [call for call in played.calls if call["method"] != "answerCallbackQuery"]
    group = to_chat(told, played.yard.chat)
    mean, in_group = len(told) / played.plays, len(group) / played.plays
    kinds = {method: sum(call["method"] == method for call in told) for method in {call["method"] for call in told}}
    print(f"\n{played.plays} plays: {mean:.2f} calls a play beside the answer, {in_group:.2f} in the group; {kinds}")
    assert mean <= MOST_CALLS_A_PLAY
    assert in_group <= MOST_IN_THE_GROUP


async def test_the_stored_series_is_a_clean_record(played: Played) -> None:
    record = record_of(played.deals, [person.name for person in played.people])
    assert check(record) is None
    text = write(record)
    assert read(text) == record
    assert check_text(text) is None
    played_out = text.replace('"0 lead', '"1 lead', 1)
    if played_out != text:
        assert check_text(played_out) is not None


async def test_the_table_says_the_same_in_every_deal_of_a_series(played: Played) -> None:
    end = await played.people[0].sees(played.yard.chat, GOATS[played.rules])
    glance = [line for line in end["text"].splitlines() if re.match(r"\d+\. 🔵", line)]
    assert len(glance) == len(played.deals)
    loss = [0, 0]
    for line, deal in zip(reversed(glance), played.deals, strict=True):
        score = _score(deal)
        loss = [had + got for had, got in zip(loss, score.loss, strict=True)]
        assert f"🔵 {score.points[0]} : {score.points[1]} 🔴" in line
        assert line.endswith(f"{loss[0]}:{loss[1]}")
    assert labels(end) == ["🔁 Реванш", "📈 Картинка", "📄 Запись"]

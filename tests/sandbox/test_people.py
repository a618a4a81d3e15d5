"""The control API: what people can do, and what they are told when they cannot."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.sandbox import Running
from bot.sandbox.client import NotSeen, SandboxClient, SandboxRefusal

from .conftest import Api

START = "https://t.me/kozel_sandbox_bot"


async def test_the_world_at_first(people: SandboxClient) -> None:
    state = await people.state()
    assert [person["first_name"] for person in state["people"]] == ["Аня", "Борис", "Вера", "Глеб", "Emma", "Жора"]
    assert {chat["title"]: len(chat["members"]) for chat in state["chats"] if "title" in chat} == {"Двор": 7, "Клуб": 7}
    assert not any(chat["started"] for chat in state["chats"])
    assert (await people.health())["ok"]


async def test_new_people_and_groups(api: Api, people: SandboxClient) -> None:
    dina = await people.add_person("Дина", "en", username="dina", last_name="Д")
    alone = await people.add_chat("Одна", [dina], bot=False)
    assert await api.updates() == []
    forum = await people.add_chat("Форум", [dina], forum=True)
    assert (await people.chat_info(forum))["is_forum"]
    assert (await api.updates())[0]["my_chat_member"]["new_chat_member"]["status"] == "member"
    await people.say(dina, alone, "x")
    assert await people.chat("Одна") == alone
    group = await people.add_chat("Группа", [dina], type="group", forum=True)
    assert (await people.chat_info(group))["type"] == "group"
    await people.say(dina, group, "/x")
    with pytest.raises(SandboxRefusal, match="nobody"):
        await people.person("Никто")
    with pytest.raises(SandboxRefusal, match="no chat"):
        await people.chat_info(7)


async def test_reading(people: SandboxClient, yard: int, anya: int, boris: int) -> None:
    for text in ("a", "b"):
        await people.say(anya, yard, text)
    await people.say(boris, yard, "c")
    await people.say(anya, yard, "d")
    assert (await people.chat_info(yard))["unread"][str(boris)] == 1
    for _ in range(2):
        await people._post("read", person=boris, chat=yard)
    assert (await people.chat_info(yard))["unread"][str(boris)] == 0
    assert (await people.last(boris, yard) or {})["text"] == "d"
    assert [message["text"] for message in await people.messages(anya, yard, limit=2)] == ["c", "d"]
    assert await people.last(boris, boris) is None


async def test_links(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    assert await people.open(anya, f"{START}?start=t1") == {"to": "chat", "chat": anya}
    assert await people.open(anya, "tg://resolve?domain=kozel_sandbox_bot&start=t2") == {"to": "chat", "chat": anya}
    assert await people.open(anya, f"{START}?start=т") == {"to": "chat", "chat": anya}
    assert await people.open(anya, START) == {"to": "chat", "chat": anya}
    texts = [update["message"]["text"] for update in await api.updates()]
    assert texts == ["/start t1", "/start t2", "/start"]
    assert await people.open(anya, "https://t.me/c/1000000001/5") == {"to": "chat", "chat": yard, "message_id": 5}
    assert await people.open(anya, "https://t.me/durov") == {"to": "web", "url": "https://t.me/durov"}
    assert await people.open(anya, "a.ru") == {"to": "web", "url": "a.ru"}
    with pytest.raises(SandboxRefusal, match="no link"):
        await people.open(anya, "ftp://a.ru")


async def test_adding_the_bot_by_a_link(api: Api, people: SandboxClient, anya: int) -> None:
    home = await people.add_chat("Дом", [anya], bot=False)
    link = f"{START}?startgroup=go"
    assert await people.open(anya, link) == {"to": "choose_group"}
    assert await people.open(anya, link, home) == {"to": "chat", "chat": home}
    status, added, started = await api.updates()
    assert status["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert "new_chat_members" in added["message"]
    assert started["message"]["text"] == "/start@kozel_sandbox_bot go"
    await people.open(anya, f"{START}?startgroup", home)
    assert await api.updates() == []


async def test_starting_unblocks(api: Api, people: SandboxClient, anya: int) -> None:
    await people.block(anya)
    with pytest.raises(SandboxRefusal, match="blocked"):
        await people.say(anya, anya, "x")
    assert (await people.start(anya, "x"))["text"] == "/start x"
    assert [next(iter(set(update) - {"update_id"})) for update in await api.updates()] == [
        "my_chat_member",
        "my_chat_member",
        "message",
    ]


async def test_deleting_messages(people: SandboxClient, yard: int, anya: int, boris: int) -> None:
    hers = (await people.say(anya, yard, "x"))["message_id"]
    his = (await people.say(boris, yard, "y"))["message_id"]
    with pytest.raises(SandboxRefusal, match="only administrators"):
        await people.delete(boris, yard, hers)
    await people.delete(anya, yard, his)
    await people.delete(anya, yard, hers)
    with pytest.raises(SandboxRefusal, match="no message"):
        await people.delete(anya, yard, hers)
    mine = (await people.start(boris))["message_id"]
    await people.delete(boris, boris, mine)


@pytest.mark.parametrize(
    ("command", "body", "why"),
    [
        ("say", {"person": 7, "chat": "yard", "text": "x"}, "there is no person 7"),
        ("say", {"person": "anya", "chat": 7, "text": "x"}, "there is no chat 7"),
        ("say", {"person": "anya", "chat": "boris", "text": "x"}, "Аня is not in the chat"),
        ("say", {"person": "anya", "chat": "yard", "text": " "}, "1 to 4096"),
        ("say", {"person": "anya", "chat": "yard", "text": "x", "reply_to": 99}, "there is no message 99"),
        ("say", {"person": "anya", "chat": "club", "text": "x", "thread": 99}, "there is no topic 99"),
        ("say", {"person": "x", "chat": "yard", "text": "x"}, "person must be a number"),
        ("press", {"person": "anya", "chat": "yard", "message_id": 1, "data": ""}, "1 to 64 bytes"),
        ("members", {"person": "anya", "chat": "anya"}, "a private chat has no members"),
        ("members", {"person": "anya", "chat": "yard", "status": "tsar"}, "tsar is no status"),
        ("bot", {"chat": "yard", "action": "dance"}, "the bot can be told"),
        ("chats", {"title": "x", "members": []}, "at least one member"),
        ("chats", {"title": "x", "members": ["anya"], "type": "private"}, "private chats come with their people"),
        ("chats", {"title": "x", "members": ["anya"], "type": "channel"}, "channel is no type of a group"),
        ("migrate", {"chat": "yard"}, "only a basic group"),
        ("topics", {"person": "anya", "chat": "yard", "name": "x"}, "only forums have topics"),
        ("topics", {"person": "anya", "chat": "club", "thread": 99, "action": "close"}, "there is no topic 99"),
        ("topics", {"person": "boris", "chat": "club", "thread": 1, "action": "close"}, "only administrators"),
        ("topics", {"person": "anya", "chat": "club", "thread": 1, "action": "delete"}, "General cannot be deleted"),
        ("topics", {"person": "anya", "chat": "club", "thread": 1, "action": "sing"}, "close, reopen, delete"),
        ("faults", {"kind": "flood"}, "a fault's kind is one of"),
        ("faults", {"kind": "429", "hour": 1}, "no such fault"),
        ("dance", {}, "no such command"),
    ],
)
async def test_what_people_cannot_do(
    people: SandboxClient, yard: int, club: int, anya: int, boris: int, command: str, body: dict[str, Any], why: str
) -> None:
    names: dict[Any, Any] = {"yard": yard, "club": club, "anya": anya, "boris": boris}

    def known(value: Any) -> Any:
        if isinstance(value, list):
            return [known(item) for item in value]
        return names.get(value, value)

    with pytest.raises(SandboxRefusal, match=why):
        await people._post(command, **{name: known(value) for name, value in body.items()})


async def test_only_json_is_taken_so_that_no_other_site_can_press(sandbox: Running, api: Api) -> None:
    url = f"{sandbox.url}/sandbox/start"
    assert (await api.http.post(url, content='{"person":101}')).status_code == 415
    for body, why in (("{", "no JSON"), ("[]", "no object")):
        response = await api.http.post(url, content=body, headers={"content-type": "application/json"})
        assert why in response.json()["error"]
    assert (await api.http.get(f"{sandbox.url}/sandbox/health", headers={"host": "evil.example"})).status_code == 400


async def test_the_bot_is_not_told_off_where_it_is_not(people: SandboxClient, yard: int) -> None:
    await people.set_bot(yard, "remove")
    with pytest.raises(SandboxRefusal, match="not in this chat"):
        await people.set_bot(yard, "promote")


async def test_a_closed_topic_is_closed_to_members(people: SandboxClient, club: int, anya: int, boris: int) -> None:
    await people.topic(club, anya, 1, "close")
    with pytest.raises(SandboxRefusal, match="closed"):
        await people.say(boris, club, "x")
    await people.say(anya, club, "x")
    await people.topic(club, anya, 1, "reopen")
    await people.say(boris, club, "x")


async def test_buttons_are_pressed_by_label_or_data(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    first = {"inline_keyboard": [[{"text": "Сесть к 🔵", "callback_data": "sit:0"}]]}
    both = [{"text": "Сесть к 🔴", "callback_data": "sit:1"}, {"text": "Открыть", "url": f"{START}?start=x"}]
    await api.result("sendMessage", chat_id=yard, text="старое", reply_markup=first)
    await api.result("sendMessage", chat_id=yard, text="новое", reply_markup={"inline_keyboard": [both]})
    pressed = [
        await people.press_button(anya, yard, "Сесть", wait=0.01),
        await people.press_button(anya, yard, "🔵", wait=0.01),
        await people.press_button(anya, yard, data="sit:1", wait=0.01),
    ]
    queries = [update["callback_query"] for update in await api.updates()]
    assert [query["data"] for query in queries] == ["sit:1", "sit:0", "sit:1"]
    assert [query["id"] for query in queries] == [press.id for press in pressed]
    with pytest.raises(NotSeen, match="no button"):
        await people.press_button(anya, yard, "Встать", wait=0.05)
    with pytest.raises(SandboxRefusal, match="does not call back"):
        await people.press_button(anya, yard, "Открыть")
    with pytest.raises(SandboxRefusal, match="is no link"):
        await people.open_button(anya, yard, "Сесть")
    assert await people.open_button(anya, yard, "Открыть") == {"to": "chat", "chat": anya}


async def test_waiting_for_a_message_and_for_an_answer(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    waiting = asyncio.create_task(people.wait_for(anya, yard, text="Стол", button="Сесть"))
    await asyncio.sleep(0.05)
    keys = {"inline_keyboard": [[{"text": "Сесть", "callback_data": "sit"}]]}
    await api.result("sendMessage", chat_id=yard, text="Стол", reply_markup=keys, disable_notification=True)
    found = await waiting
    assert found["silent"] is True
    pressing = asyncio.create_task(people.press_button(anya, yard, "Сесть"))
    (update,) = await api.result("getUpdates", timeout=2)
    await api.result(
        "answerCallbackQuery", callback_query_id=update["callback_query"]["id"], url="https://t.me/x?start=1"
    )
    answer = await pressing
    assert (answer.answered, answer.text, answer.url) == (True, "", "https://t.me/x?start=1")
    with pytest.raises(NotSeen, match="the newest are"):
        await people.wait_for(anya, yard, text="Стол", after=found["message_id"], wait=0.05)


async def test_presses_are_not_remembered_for_ever(
    sandbox: Running, people: SandboxClient, yard: int, anya: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.sandbox.switchboard._QUERIES_KEPT", 1)
    first = await people.press(anya, yard, 1, "a", wait=0)
    await people.press(anya, yard, 1, "b", wait=0)
    with pytest.raises(SandboxRefusal, match="no such press"):
        await people.answer_of(first.id)
    with pytest.raises(SandboxRefusal, match="wait must be a number"):
        await people._get("/callbacks/2", wait="x")


async def test_a_silent_bot_does_not_unblock_twice(people: SandboxClient, anya: int) -> None:
    await people.unblock(anya)
    assert not (await people.chat_info(anya))["started"]

"""getUpdates, what the bot may know, and what it is told."""

from __future__ import annotations

import asyncio
import time

from telegram import Bot

from bot.sandbox import Running
from bot.sandbox.client import SandboxClient

from .conftest import Api


async def test_a_poll_waits_for_what_comes(bot: Bot, people: SandboxClient, anya: int) -> None:
    poll = asyncio.create_task(bot.get_updates(timeout=5))
    await asyncio.sleep(0.05)
    await people.start(anya, "x-1")
    (update,) = await poll
    assert update.message is not None
    assert update.message.text == "/start x-1"
    assert update.message.chat.type == "private"


async def test_a_poll_gives_up_in_time(api: Api) -> None:
    before = time.monotonic()
    assert await api.result("getUpdates", timeout=1) == []
    assert 0.9 < time.monotonic() - before < 2


async def test_updates_come_again_until_an_offset_confirms_them(api: Api, people: SandboxClient, anya: int) -> None:
    for text in ("/a", "/b", "/c"):
        await people.say(anya, anya, text)
    first = await api.result("getUpdates", limit=2)
    assert [update["message"]["text"] for update in first] == ["/a", "/b"]
    assert await api.result("getUpdates", limit=2) == first
    rest = await api.result("getUpdates", offset=first[0]["update_id"] + 1)
    assert [update["message"]["text"] for update in rest] == ["/b", "/c"]
    assert [update["message"]["text"] for update in await api.result("getUpdates", offset=-1)] == ["/c"]


async def test_a_second_poll_ends_the_first_with_a_conflict(api: Api) -> None:
    first = asyncio.create_task(api("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(api("getUpdates", timeout=1))
    assert await first == {
        "ok": False,
        "error_code": 409,
        "description": "Conflict: terminated by other getUpdates request; "
        "make sure that only one bot instance is running",
    }
    assert (await second)["ok"]


async def test_only_allowed_updates_come(api: Api, people: SandboxClient, anya: int) -> None:
    await api.result("getUpdates", allowed_updates=["callback_query"])
    await people.start(anya)
    assert await api.updates() == []
    await api.result("getUpdates", allowed_updates=[])
    await people.say(anya, anya, "x")
    assert len(await api.updates()) == 1
    assert await api.error("getUpdates", allowed_updates="1") == (
        "Bad Request: can't parse allowed updates JSON object"
    )


async def test_privacy_in_groups(api: Api, people: SandboxClient, yard: int, anya: int, boris: int) -> None:
    mine = await api.result("sendMessage", chat_id=yard, text="x")
    plain = await people.say(anya, yard, "Всем привет, @kozel_sandbox_bot")
    await people.say(anya, yard, "/kozel 1")
    await people.say(anya, yard, "/kozel@Kozel_Sandbox_Bot")
    await people.say(anya, yard, "/kozel@another_bot")
    await people.say(anya, yard, "не /kozel")
    await people.say(boris, yard, "ответ", reply_to=mine["message_id"])
    await people.say(boris, yard, "не тебе", reply_to=plain["message_id"])
    told = [update["message"] for update in await api.updates()]
    assert [message["text"] for message in told] == ["/kozel 1", "/kozel@Kozel_Sandbox_Bot", "ответ"]
    assert told[0]["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    assert told[2]["reply_to_message"]["message_id"] == mine["message_id"]
    await people.set_bot(yard, "promote")
    await api.updates()
    await people.say(anya, yard, "администратор слышит всё")
    assert len(await api.updates()) == 1


async def test_a_reply_in_a_plain_supergroup_carries_a_thread_that_is_no_topic(
    api: Api, people: SandboxClient, yard: int, anya: int, boris: int
) -> None:
    mine = await api.result("sendMessage", chat_id=yard, text="x")
    reply = await people.say(anya, yard, "/x", reply_to=mine["message_id"])
    assert reply["message_thread_id"] == mine["message_id"]
    assert "is_topic_message" not in reply
    assert (await people.say(boris, yard, "y", reply_to=reply["message_id"]))["message_thread_id"] == mine["message_id"]


async def test_in_a_topic_the_command_says_which(api: Api, people: SandboxClient, club: int, anya: int) -> None:
    topics = (await people.chat_info(club))["topics"]
    assert [topic["name"] for topic in topics] == ["General", "Козёл", "Болтовня"]
    await people.say(anya, club, "/kozel", thread=topics[1]["id"])
    await people.say(anya, club, "/kozel")
    in_topic, in_general = [update["message"] for update in await api.updates()]
    assert (in_topic["message_thread_id"], in_topic["is_topic_message"]) == (topics[1]["id"], True)
    assert "is_topic_message" not in in_general
    reply = await people.say(anya, club, "x", reply_to=in_topic["message_id"])
    assert reply["message_thread_id"] == topics[1]["id"]


async def test_a_press_tells_who_where_and_what(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    keys = {"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]}
    sent = await api.result("sendMessage", chat_id=yard, text="x", reply_markup=keys)
    await people.press(anya, yard, sent["message_id"], "forged", wait=0)
    await api.result("deleteMessage", chat_id=yard, message_id=sent["message_id"])
    await people.press(anya, yard, sent["message_id"], "a", wait=0)
    there, gone = [update["callback_query"] for update in await api.updates()]
    assert (there["from"]["id"], there["data"], there["message"]["reply_markup"]) == (anya, "forged", keys)
    assert gone["message"] == {
        "message_id": sent["message_id"],
        "date": 0,
        "chat": {"id": yard, "type": "supergroup", "title": "Двор"},
    }


async def test_comings_and_goings(api: Api, people: SandboxClient, yard: int, anya: int, boris: int) -> None:
    await people.block(anya)
    await people.block(anya)
    await people.unblock(anya)
    await people.set_bot(yard, "kick", by=boris)
    await people.set_bot(yard, "add", by=anya)
    await people.set_bot(yard, "promote")
    await people.set_bot(yard, "promote")
    await people.set_member(yard, boris, "left")
    await people.set_member(yard, boris, "member")
    updates = await api.updates()
    statuses = [
        (item["old_chat_member"]["status"], item["new_chat_member"]["status"])
        for item in (update["my_chat_member"] for update in updates if "my_chat_member" in update)
    ]
    assert statuses == [
        ("member", "kicked"),
        ("kicked", "member"),
        ("member", "kicked"),
        ("kicked", "member"),
        ("member", "administrator"),
    ]
    messages = [update["message"] for update in updates if "message" in update]
    assert [next(name for name in ("new_chat_members", "left_chat_member") if name in item) for item in messages] == [
        "new_chat_members",
        "left_chat_member",
        "new_chat_members",
    ]
    assert messages[0]["new_chat_members"][0]["username"] == "kozel_sandbox_bot"


async def test_the_world_outlives_a_poll_that_was_closed(sandbox: Running, api: Api) -> None:
    sandbox.board.close()
    assert await api.result("getUpdates", timeout=30) == []

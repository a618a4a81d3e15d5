"""Where the bot can write and where it cannot: blocked, kicked, restricted, topics, groups that became supergroups."""

from __future__ import annotations

import pytest
from telegram import Bot
from telegram.error import Forbidden

from bot.sandbox.client import SandboxClient

from .conftest import Api


async def test_nobody_is_written_to_first(bot: Bot, people: SandboxClient, anya: int) -> None:
    with pytest.raises(Forbidden, match=r"^Forbidden: bot can't initiate conversation with a user$"):
        await bot.send_message(anya, "x")
    await people.start(anya)
    sent = await bot.send_message(anya, "x")
    await people.block(anya)
    for call in (bot.send_message(anya, "x"), bot.edit_message_text("y", anya, sent.message_id)):
        with pytest.raises(Forbidden, match=r"^Forbidden: bot was blocked by the user$"):
            await call
    await people.unblock(anya)
    assert await bot.send_chat_action(anya, "typing")


async def test_a_group_without_the_bot(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    await people.set_bot(yard, "remove", by=anya)
    left = "Forbidden: bot is not a member of the supergroup chat"
    assert await api.error("sendMessage", chat_id=yard, text="x") == left
    await people.set_bot(yard, "add")
    await people.set_bot(yard, "kick")
    kicked = "Forbidden: bot was kicked from the supergroup chat"
    assert await api.error("sendMessage", chat_id=yard, text="x") == kicked
    assert await api.error("getChat", chat_id=yard) == kicked


async def test_a_group_where_the_bot_may_not_write(api: Api, people: SandboxClient, yard: int) -> None:
    await people.set_bot(yard, "restrict")
    assert await api.error("sendMessage", chat_id=yard, text="x") == (
        "Bad Request: not enough rights to send text messages to the chat"
    )
    assert await api.error("sendDocument", chat_id=yard) == (
        "Bad Request: not enough rights to send documents to the chat"
    )
    assert (await api.result("getChatMember", chat_id=yard, user_id=1))["can_send_messages"] is False
    await people.set_bot(yard, "unrestrict")
    await api.result("sendMessage", chat_id=yard, text="x")


async def test_topics(api: Api, people: SandboxClient, club: int, anya: int, boris: int) -> None:
    thread = await people.add_topic(club, boris, "Ещё")
    sent = await api.result("sendMessage", chat_id=club, text="x", message_thread_id=thread)
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (thread, True)
    assert "forum_topic_created" in sent["reply_to_message"]
    reply = await api.result("sendMessage", chat_id=club, text="y", reply_to_message_id=sent["message_id"])
    assert reply["message_thread_id"] == thread
    general = await api.result("sendMessage", chat_id=club, text="x")
    assert "message_thread_id" not in general
    for wrong in (1, 999):
        assert await api.error("sendMessage", chat_id=club, text="x", message_thread_id=wrong) == (
            "Bad Request: message thread not found"
        )
    await people.topic(club, anya, thread, "close")
    assert await api.error("sendMessage", chat_id=club, text="x", message_thread_id=thread) == (
        "Bad Request: TOPIC_CLOSED"
    )
    await people.topic(club, anya, thread, "reopen")
    await api.result("sendMessage", chat_id=club, text="x", message_thread_id=thread)
    await people.topic(club, anya, thread, "delete")
    assert await api.error("sendMessage", chat_id=club, text="x", message_thread_id=thread) == (
        "Bad Request: message thread not found"
    )
    assert [message["text"] for message in await people.messages(anya, club, thread=1)] == ["x"]


async def test_a_group_that_became_a_supergroup(api: Api, people: SandboxClient, anya: int, boris: int) -> None:
    group = await people.add_chat("Дача", [anya, boris], type="group")
    await api.updates()
    new = await people.migrate(group)
    answer = await api("sendMessage", chat_id=group, text="x")
    assert answer["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert answer["parameters"] == {"migrate_to_chat_id": new}
    old, fresh = [update["message"] for update in await api.updates()]
    assert (old["chat"]["id"], old["migrate_to_chat_id"]) == (group, new)
    assert (fresh["chat"]["id"], fresh["migrate_from_chat_id"]) == (new, group)
    await api.result("sendMessage", chat_id=new, text="x")

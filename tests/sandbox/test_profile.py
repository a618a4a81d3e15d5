"""The bot about itself, its commands, and what it may ask about chats."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeChatMember

from bot.sandbox.client import SandboxClient

from .conftest import Api


async def test_the_bot_knows_itself(bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.id, me.username, me.first_name) == (1, "kozel_sandbox_bot", "Козёл")
    assert me.can_read_all_group_messages is False


async def test_there_is_no_webhook(bot: Bot, people: SandboxClient, anya: int) -> None:
    await people.start(anya)
    assert (await bot.get_webhook_info()).pending_update_count == 1
    assert await bot.delete_webhook(drop_pending_updates=False)
    assert await bot.delete_webhook(drop_pending_updates=True)
    assert (await bot.get_webhook_info()).pending_update_count == 0


async def test_commands_by_scope_and_language(bot: Bot, yard: int, anya: int) -> None:
    scope = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([BotCommand("kozel", "A table")])
    await bot.set_my_commands([BotCommand("kozel", "Стол")], scope=scope, language_code="ru")
    assert (await bot.get_my_commands())[0].description == "A table"
    assert (await bot.get_my_commands(scope=scope, language_code="ru"))[0].description == "Стол"
    assert not await bot.get_my_commands(scope=scope)
    await bot.delete_my_commands(scope=scope, language_code="ru")
    assert not await bot.get_my_commands(scope=scope, language_code="ru")
    member = BotCommandScopeChatMember(yard, anya)
    await bot.set_my_commands([BotCommand("x", "y")], scope=member)
    assert len(await bot.get_my_commands(scope=member)) == 1


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({}, "can't parse commands: expected an Array of BotCommand"),
        ({"commands": [1]}, "can't parse BotCommand: expected an Object"),
        ({"commands": [{"command": "Ё", "description": "x"}]}, "BOT_COMMAND_INVALID"),
        ({"commands": [{"command": "x", "description": " "}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "x", "description": "x" * 257}]}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"commands": [{"command": "x", "description": "x"}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
        ({"commands": [], "language_code": "rus"}, "invalid language code specified"),
        ({"commands": [], "scope": {"type": "moon"}}, "can't parse BotCommandScope: unsupported type specified"),
        ({"commands": [], "scope": "1"}, "can't parse BotCommandScope: unsupported type specified"),
        ({"commands": [], "scope": {"type": "chat", "chat_id": 7}}, "chat not found"),
    ],
)
async def test_what_setmycommands_refuses(api: Api, params: dict[str, Any], why: str) -> None:
    assert await api.error("setMyCommands", **params) == f"Bad Request: {why}"


async def test_name_and_descriptions(bot: Bot, api: Api) -> None:
    await bot.set_my_name("Goat")
    await bot.set_my_name("Козлик", language_code="ru")
    assert (await bot.get_my_name()).name == "Goat"
    assert (await bot.get_my_name("ru")).name == "Козлик"
    await bot.set_my_name("")
    assert (await bot.get_my_name()).name == "Козёл"
    await bot.set_my_description("d")
    await bot.set_my_short_description("s", language_code="ru")
    assert (await bot.get_my_description("ru")).description == "d"
    assert (await bot.get_my_short_description("ru")).short_description == "s"
    assert not (await bot.get_my_short_description()).short_description
    assert await api.error("setMyShortDescription", short_description="x" * 121) == (
        "Bad Request: short description is too long"
    )


async def test_chats_and_members(bot: Bot, people: SandboxClient, yard: int, club: int, anya: int, boris: int) -> None:
    chat = await bot.get_chat(yard)
    assert (chat.title, chat.type, chat.is_forum) == ("Двор", "supergroup", None)
    assert (await bot.get_chat(club)).is_forum
    assert (await bot.get_chat(anya)).first_name == "Аня"
    assert (await bot.get_chat_member(yard, anya)).status == "creator"
    assert (await bot.get_chat_member(yard, boris)).status == "member"
    assert (await bot.get_chat_member(yard, 1)).status == "member"
    assert (await bot.get_chat_member(anya, 1)).status == "member"
    stranger = await people.add_person("Чужой", username="stranger", last_name="Ч")
    assert (await bot.get_chat_member(yard, stranger)).status == "left"
    assert [admin.user.id for admin in await bot.get_chat_administrators(yard)] == [anya]
    await people.set_member(yard, boris, "administrator")
    await people.set_bot(yard, "promote")
    assert len(await bot.get_chat_administrators(yard)) == 3
    assert await bot.get_chat_member_count(yard) == 7
    assert await bot.get_chat_member_count(anya) == 2
    await people.set_member(yard, boris, "kicked")
    assert (await bot.get_chat_member(yard, boris)).status == "kicked"


async def test_questions_about_nobody(api: Api, yard: int, anya: int) -> None:
    assert await api.error("getChatMember", chat_id=yard) == "Bad Request: invalid user_id specified"
    assert await api.error("getChatMember", chat_id=yard, user_id=77) == "Bad Request: PARTICIPANT_ID_INVALID"
    assert await api.error("getChatAdministrators", chat_id=anya) == (
        "Bad Request: there are no administrators in the private chat"
    )


async def test_leaving(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    assert await api.error("leaveChat", chat_id=anya) == (
        "Bad Request: chat member status can't be changed in private chats"
    )
    assert await api.result("leaveChat", chat_id=yard) is True
    assert (await api.updates())[0]["my_chat_member"]["new_chat_member"]["status"] == "left"
    assert await api.error("leaveChat", chat_id=yard) == "Forbidden: bot is not a member of the supergroup chat"
    assert await api.result("logOut") is await api.result("close") is True

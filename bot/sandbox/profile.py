"""The Bot API's methods about the bot itself, its updates, its commands, and about chats and their members."""

from __future__ import annotations

import re
from typing import Any, Final

from bot.sandbox import shapes
from bot.sandbox.errors import bad_request
from bot.sandbox.params import Params
from bot.sandbox.reach import find, reach_group
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import BOT_ID, Scope, Status

MAX_COMMANDS: Final = 100
MAX_COMMAND_DESCRIPTION: Final = 256
MAX_NAME: Final = 64
MAX_DESCRIPTION: Final = 512
MAX_SHORT_DESCRIPTION: Final = 120
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"[a-z]{2}")
_SCOPES: Final = frozenset({"default", "all_private_chats", "all_group_chats", "all_chat_administrators"})
_CHAT_SCOPES: Final = frozenset({"chat", "chat_administrators", "chat_member"})


def get_me(board: Switchboard, _params: Params) -> Any:
    """getMe: the bot as a User."""
    return shapes.bot_me(board.world)


def delete_webhook(board: Switchboard, params: Params) -> Any:
    """deleteWebhook: True; waiting updates can be dropped."""
    board.world.profile.webhook = ""
    if params.flag("drop_pending_updates"):
        board.updates.drop()
    return True


def set_webhook(board: Switchboard, params: Params) -> Any:
    """setWebhook: True. Nothing is ever sent there; but as long as it is set, nothing can be asked for either."""
    board.world.profile.webhook = params.text("url")
    return True


def get_webhook_info(board: Switchboard, _params: Params) -> Any:
    """getWebhookInfo: its address, "" where none is set."""
    return {
        "url": board.world.profile.webhook,
        "has_custom_certificate": False,
        "pending_update_count": board.updates.waiting,
    }


def yes(_board: Switchboard, _params: Params) -> Any:
    """logOut, close: True, and nothing happens."""
    return True


def _language(params: Params) -> str:
    language = params.text("language_code")
    if language and not _LANGUAGE.fullmatch(language):
        raise bad_request("invalid language code specified")
    return language


def _scope(board: Switchboard, params: Params) -> Scope:
    value = params.json("scope")
    if value is None:
        return ("default", 0, 0)
    kind = value.get("type") if isinstance(value, dict) else None
    if kind in _SCOPES:
        return (str(kind), 0, 0)
    if kind not in _CHAT_SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    inner = Params(value)
    place = find(board.world, inner)
    return (str(kind), place.id, inner.integer("user_id") if kind == "chat_member" else 0)


def set_my_commands(board: Switchboard, params: Params) -> Any:
    """setMyCommands: True."""
    commands = params.json("commands")
    if not isinstance(commands, list):
        raise bad_request("can't parse commands: expected an Array of BotCommand")
    if len(commands) > MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    key = _scope(board, params), _language(params)
    board.world.profile.commands[key] = [_command(command) for command in commands]
    board.audience.tell("profile", dict)
    return True


def _command(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    name = str(value.get("command", "")).removeprefix("/").lower()
    description = str(value.get("description", "")).strip()
    if not _COMMAND.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description) <= MAX_COMMAND_DESCRIPTION:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return {"command": name, "description": description}


def get_my_commands(board: Switchboard, params: Params) -> Any:
    """getMyCommands: those of exactly this scope and language."""
    return board.world.profile.commands.get((_scope(board, params), _language(params)), [])


def delete_my_commands(board: Switchboard, params: Params) -> Any:
    """deleteMyCommands: True."""
    board.world.profile.commands.pop((_scope(board, params), _language(params)), None)
    board.audience.tell("profile", dict)
    return True


def set_my_name(board: Switchboard, params: Params) -> Any:
    """setMyName: True; an empty name takes the one for this language away."""
    return _set(board, params, board.world.profile.names, "name", MAX_NAME)


def set_my_description(board: Switchboard, params: Params) -> Any:
    """setMyDescription: True."""
    return _set(board, params, board.world.profile.descriptions, "description", MAX_DESCRIPTION)


def set_my_short_description(board: Switchboard, params: Params) -> Any:
    """setMyShortDescription: True."""
    texts = board.world.profile.short_descriptions
    return _set(board, params, texts, "short_description", MAX_SHORT_DESCRIPTION)


def _set(board: Switchboard, params: Params, texts: dict[str, str], name: str, most: int) -> Any:
    text, language = params.text(name).strip(), _language(params)
    if len(text) > most:
        raise bad_request(f"{name.replace('_', ' ')} is too long")
    texts.pop(language, None)
    if text:
        texts[language] = text
    board.audience.tell("profile", dict)
    return True


def get_my_name(board: Switchboard, params: Params) -> Any:
    """getMyName: a BotName."""
    return {"name": board.world.profile.names.get(_language(params)) or board.world.bot_name}


def get_my_description(board: Switchboard, params: Params) -> Any:
    """getMyDescription: a BotDescription."""
    texts = board.world.profile.descriptions
    return {"description": texts.get(_language(params), texts.get("", ""))}


def get_my_short_description(board: Switchboard, params: Params) -> Any:
    """getMyShortDescription: a BotShortDescription."""
    texts = board.world.profile.short_descriptions
    return {"short_description": texts.get(_language(params), texts.get("", ""))}


def get_chat(board: Switchboard, params: Params) -> Any:
    """getChat: a ChatFullInfo."""
    return shapes.full_chat(board.world, reach_group(board.world, params))


def get_chat_member(board: Switchboard, params: Params) -> Any:
    """getChatMember: a ChatMember; somebody who was never here has left."""
    place = reach_group(board.world, params)
    user_id = params.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    if user_id != BOT_ID and user_id not in board.world.people:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return shapes.member(board.world, place, user_id)


def get_chat_administrators(board: Switchboard, params: Params) -> Any:
    """getChatAdministrators: the owner and the administrators, without other bots."""
    place = reach_group(board.world, params)
    if place.private:
        raise bad_request("there are no administrators in the private chat")
    return [shapes.member(board.world, place, user) for user, status in place.members.items() if status.rules]


def get_chat_member_count(board: Switchboard, params: Params) -> Any:
    """getChatMemberCount: a number, the bot included."""
    place = reach_group(board.world, params)
    return sum(status.inside for status in place.members.values()) + place.private


def leave_chat(board: Switchboard, params: Params) -> Any:
    """leaveChat: True."""
    place = reach_group(board.world, params)
    if place.private:
        raise bad_request("chat member status can't be changed in private chats")
    old = shapes.member(board.world, place, BOT_ID)
    place.members[BOT_ID] = Status.LEFT
    board.say_status(place, BOT_ID, old)
    return True

"""``python -m bot doctor``: what stands in the bot's way, and what to do about it. It changes nothing."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from telegram import Bot, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import InvalidToken, TelegramError

from bot.settings import Settings
from bot.storage.backup import damage
from bot.storage.database import file_of
from bot.storage.lock import in_use
from bot.storage.schema import SchemaError, SchemaState, state
from bot.storage.store import open_store
from bot.tables.model import Chat
from bot.telegram.request import AiohttpRequest

_ROOM = 100_000_000  # bytes of free disk below which it is time to act
_MANY = 100  # updates that wait: more than a bot at work ever has
_AT_MOST = 50  # groups that are asked about


class Mark(Enum):
    """Whether something is well, has to be mended, or is only to be known."""

    WELL = "✓"
    ILL = "✗"
    NOTE = "·"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the examination."""

    mark: Mark
    text: str


async def examine(settings: Settings) -> list[Finding]:
    """Everything that was looked at, in order: settings, database, token, webhook, groups."""
    found = [Finding(Mark.WELL, "The settings can be read."), *_database(settings.database_url)]
    if settings.bot_token is None:
        text = "No BOT_TOKEN is set: the bot opens its sandbox. For Telegram take a token from @BotFather."
        return [*found, Finding(Mark.NOTE, text)]
    calls, polls = (AiohttpRequest(settings.telegram_api_url, 1) for _ in range(2))
    bot = Bot(
        settings.bot_token.get_secret_value(),
        base_url=f"{settings.telegram_api_url}/bot",
        request=calls,
        get_updates_request=polls,
    )
    await calls.initialize()
    try:
        found += await _telegram(bot, settings)
    finally:
        await calls.shutdown()
    return found


def _database(url: str) -> list[Finding]:
    path = Path(file_of(url))
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        return [
            Finding(Mark.ILL, f"{path.parent} is no folder that the bot can write to: make it, or give the rights.")
        ]
    if not path.exists():
        return [Finding(Mark.NOTE, f"There is no database {path} yet: the bot makes it when it starts.")]
    try:
        standing = state(url)
    except SchemaError as error:
        return [Finding(Mark.ILL, f"{error} Set DATABASE_URL to another file, or put a backup in its place.")]
    if (broken := damage(path)) is not None:
        return [Finding(Mark.ILL, f"{path} is damaged ({broken}): stop the bot and put a backup in its place.")]
    found = [_schema(path, standing)]
    if not os.access(path, os.W_OK):
        found.append(Finding(Mark.ILL, f"{path} may not be written: give its user the right to."))
    if (free := shutil.disk_usage(path.parent).free) < _ROOM:
        found.append(Finding(Mark.ILL, f"{free / 1e6:.0f} MB are free on the disk of {path}: make room."))
    if os.access(path.parent, os.W_OK) and in_use(url):
        found.append(Finding(Mark.NOTE, "A bot is at work on this database."))
    return found


def _schema(path: Path, standing: SchemaState) -> Finding:
    match standing:
        case SchemaState.NEWER:
            return Finding(Mark.ILL, f"{path} was written by a newer version of this bot; update the bot.")
        case SchemaState.BEHIND:
            return Finding(Mark.NOTE, f"{path} is of an older version: the bot brings it up to date when it starts.")
        case SchemaState.CURRENT:
            return Finding(Mark.WELL, f"{path} is whole and up to date.")


async def _telegram(bot: Bot, settings: Settings) -> list[Finding]:
    try:
        me = await bot.get_me()
        webhook = await bot.get_webhook_info()
    except InvalidToken:
        text = "Telegram refuses BOT_TOKEN: take it anew from @BotFather, or check TELEGRAM_API_URL if it is set."
        return [Finding(Mark.ILL, text)]
    except TelegramError as error:
        text = f"{settings.telegram_api_url} cannot be reached ({error.message}): check the network, or the proxy."
        return [Finding(Mark.ILL, text)]
    found = [Finding(Mark.WELL, f"Telegram knows the bot: @{me.username}.")]
    if not me.can_join_groups:
        found.append(Finding(Mark.ILL, "The bot may not be added to groups: @BotFather, /setjoingroups, Enable."))
    if me.can_read_all_group_messages:
        text = "Privacy mode is off: the bot is sent all that is said in its groups, and needs none of it."
        found.append(Finding(Mark.NOTE, f"{text} @BotFather, /setprivacy, Enable."))
    else:
        found.append(Finding(Mark.WELL, "Privacy mode is on: in groups the bot sees only what is meant for it."))
    if webhook.url:
        text = (
            "A webhook is set, perhaps by another program with this token: stop that. The bot takes it away at start."
        )
        found.append(Finding(Mark.ILL, text))
    else:
        found.append(Finding(Mark.WELL, "No webhook is set: updates can be asked for."))
    if webhook.pending_update_count > _MANY:
        text = f"{webhook.pending_update_count} updates wait: the bot does not run, or does not keep up."
        found.append(Finding(Mark.NOTE, text))
    return [*found, *await _groups(bot, settings.database_url)]


async def _groups(bot: Bot, url: str) -> list[Finding]:
    """Whether the bot may write where tables are live."""
    try:
        if state(url) is not SchemaState.CURRENT:
            return []
    except SchemaError:
        return []
    store = open_store(url)
    try:
        groups = await store.groups()
    finally:
        await store.close()
    shut = [text for group in groups[:_AT_MOST] if (text := await _shut(bot, group)) is not None]
    if shut or not groups:
        return [Finding(Mark.ILL, text) for text in shut]
    return [Finding(Mark.WELL, f"The bot may write in the {min(len(groups), _AT_MOST)} groups with live tables.")]


async def _shut(bot: Bot, group: Chat) -> str | None:
    """Why the bot cannot write in this group, and what to do; None where it can."""
    name = f"\u00ab{group.title or group.id}\u00bb"
    try:
        member = await bot.get_chat_member(group.id, bot.id)
        permissions = (await bot.get_chat(group.id)).permissions
    except TelegramError as error:
        return f"{name}: {error.message}. Add the bot again, or let it be: nobody can play there."
    if member.status in (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED):
        return f"{name}: the bot is not in this group. Add it again, or let it be: nobody can play there."
    if isinstance(member, ChatMemberRestricted) and not member.can_send_messages:
        return f"{name}: the bot may not write. Lift its restrictions among the group's members."
    admin = member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)
    if not admin and permissions is not None and permissions.can_send_messages is False:
        return f"{name}: only admins may write. Make the bot an admin, or allow members to write."
    return None

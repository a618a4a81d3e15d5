"""What Telegram shows of the bot by itself: its commands, by scope and language."""

from __future__ import annotations

from telegram import Bot, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats

from bot.screens.chat import commands
from bot.texts import LANGUAGES, SOURCE, words

_SCOPES = {"private": BotCommandScopeAllPrivateChats, "group": BotCommandScopeAllGroupChats}


async def register(bot: Bot) -> None:
    """Tell Telegram the commands (Bot API setMyCommands), in every language; all others see the source language's."""
    for language in LANGUAGES:
        listed = commands(words(language))
        for name, scope in _SCOPES.items():
            code = None if language == SOURCE else language
            await bot.set_my_commands(listed[name], scope=scope(), language_code=code)

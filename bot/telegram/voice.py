"""The calls that leave the bot with a screen in them."""

from __future__ import annotations

import logging
from typing import NamedTuple

from telegram import Bot, InputFile, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.screens.screen import Screen
from bot.telegram.keyboard import Address, markup
from bot.telegram.links import url_of

log = logging.getLogger(__name__)

_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Attached(NamedTuple):
    """A file to be sent: its name and what is in it."""

    name: str
    content: bytes


class Voice:
    """Says screens. Errors are the library's own, for the caller to understand (see answers)."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def address(self, anchor: int | None = None) -> Address:
        """Where links lead; ``anchor``: the message that shows the table they come back to."""
        return lambda link: url_of(link, self._bot.username, anchor)

    async def send(
        self,
        chat: int,
        topic: int | None,
        screen: Screen,
        *,
        anchor: int | None = None,
        loud: bool = False,
        reply_to: int | None = None,
    ) -> int:
        """Send a message (Bot API sendMessage, sendPhoto), with a sound only where ``loud``; its id."""
        reply = None
        if reply_to is not None:
            reply = ReplyParameters(reply_to, allow_sending_without_reply=True)
        if screen.picture is not None:
            photo = await self._bot.send_photo(
                chat,
                screen.picture,
                caption=screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                reply_markup=markup(screen, self.address(anchor)),
                disable_notification=not loud,
                reply_parameters=reply,
            )
            return photo.message_id
        message = await self._bot.send_message(
            chat,
            screen.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            reply_markup=markup(screen, self.address(anchor)),
            disable_notification=not loud,
            link_preview_options=_NO_PREVIEW,
            reply_parameters=reply,
        )
        return message.message_id

    async def send_file(
        self, chat: int, topic: int | None, attached: Attached, caption: str, *, reply_to: int | None = None
    ) -> None:
        """Send a file (Bot API sendDocument), without a sound."""
        reply = None if reply_to is None else ReplyParameters(reply_to, allow_sending_without_reply=True)
        await self._bot.send_document(
            chat,
            InputFile(attached.content, filename=attached.name),
            caption=caption,
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            disable_notification=True,
            reply_parameters=reply,
        )

    async def edit(self, chat: int, message: int, screen: Screen, *, anchor: int | None = None) -> None:
        """Edit a message (Bot API editMessageText, editMessageMedia); what was a picture stays one."""
        if screen.picture is not None:
            photo = InputMediaPhoto(screen.picture, caption=screen.text, parse_mode=ParseMode.HTML)
            await self._bot.edit_message_media(photo, chat, message, reply_markup=markup(screen, self.address(anchor)))
            return
        await self._bot.edit_message_text(
            screen.text,
            chat,
            message,
            parse_mode=ParseMode.HTML,
            reply_markup=markup(screen, self.address(anchor)),
            link_preview_options=_NO_PREVIEW,
        )

    async def delete(self, chat: int, message: int) -> None:
        """Delete a message (Bot API deleteMessage); one that cannot be deleted loses its buttons instead."""
        try:
            await self._bot.delete_message(chat, message)
        except TelegramError as error:
            log.debug("message %s in %s stays: %s", message, chat, error.message)
            try:
                await self._bot.edit_message_reply_markup(chat, message, reply_markup=None)
            except TelegramError as stays:
                log.debug("its buttons stay too: %s", stays.message)

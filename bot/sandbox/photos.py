"""The Bot API's methods for photos: sendPhoto and editMessageMedia, as strict as Telegram's server. PNG only."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import Any, Final

from bot.sandbox.errors import bad_request
from bot.sandbox.keyboard import check_markup
from bot.sandbox.messages import MAX_CAPTION, edited, formatted, own, send
from bot.sandbox.params import Params
from bot.sandbox.reach import reach_to_write
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import Photo, Text

MAX_PHOTO: Final = 10 * 1024 * 1024
"""Bytes of a photo."""
MAX_SIDES: Final = 10_000
"""Width and height of a photo together, in pixels."""
MAX_RATIO: Final = 20
"""How many times as wide as high a photo may be, or the other way round."""
PNG: Final = b"\x89PNG\r\n\x1a\n"
"""How the content of a PNG begins."""


def send_photo(board: Switchboard, params: Params) -> Any:
    """sendPhoto: the sent Message. Takes an upload, or the file_id of an earlier one."""
    place = reach_to_write(board.world, params, "send photos")
    return send(board, params, place, _photo(board, params, params.text("photo"), "photo", _caption(params)))


def edit_message_media(board: Switchboard, params: Params) -> Any:
    """editMessageMedia: the edited Message, which may have been a text. Without reply_markup the keyboard goes away."""
    place, message = own(board, params)
    media = params.json("media")
    if not isinstance(media, dict) or media.get("type") != "photo":
        raise bad_request("can't parse InputMedia: only photos are played here")
    given = Params(media)
    photo = _photo(board, params, given.text("media"), "", _caption(given))
    markup = check_markup(params.json("reply_markup"))
    return edited(board, place, message, replace(message, content=photo, markup=markup))


def _caption(params: Params) -> Text:
    caption = formatted(params, "caption", "caption_entities")
    if len(caption.text) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    return caption


def _photo(board: Switchboard, params: Params, wanted: str, name: str, caption: Text) -> Photo:
    upload = params.files.get(wanted.removeprefix("attach://") if wanted else name)
    if upload is None:
        if not wanted:
            raise bad_request("there is no photo in the request")
        if wanted not in board.files:
            raise bad_request("wrong file identifier/HTTP URL specified")
        return Photo(wanted, *_size(board.files[wanted]), len(board.files[wanted]), caption)
    if not upload.content:
        raise bad_request("file must be non-empty")
    if len(upload.content) > MAX_PHOTO:
        raise bad_request("file is too big")
    width, height = _size(upload.content)
    return Photo(board.keep_file(upload.content), width, height, len(upload.content), caption)


def _size(content: bytes) -> tuple[int, int]:
    """Width and height that a PNG's header says."""
    if not content.startswith(PNG) or len(content) < 24:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = struct.unpack(">II", content[16:24])
    if width + height > MAX_SIDES or max(width, height) > MAX_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height

"""Photos go up, stand in the chat, turn into others, and are refused as Telegram refuses them."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from telegram import Bot, InputMediaPhoto
from telegram.error import BadRequest

from bot.sandbox import running
from bot.sandbox.client import SandboxClient
from bot.sandbox.server import Running

from .conftest import Api


def png(width: int, height: int, more: bytes = b"") -> bytes:
    """As much of a PNG as the sandbox looks at."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + more


async def test_a_photo_goes_up_and_comes_down(sandbox: Running, bot: Bot, api: Api, yard: int) -> None:
    sent = await bot.send_photo(yard, png(1280, 720), caption="<b>x</b>", parse_mode="HTML")
    assert [(size.width, size.height) for size in sent.photo] == [(1280, 720)]
    assert sent.caption == "x"
    down = await api.http.get(f"{sandbox.url}/sandbox/files/{sent.photo[0].file_id}")
    assert down.content == png(1280, 720)
    assert down.headers["content-type"] == "image/png"
    again = await bot.send_photo(yard, sent.photo[0].file_id)
    assert again.photo[0].width == 1280


async def test_a_photo_turns_into_another_and_a_text_into_a_photo(bot: Bot, yard: int) -> None:
    sent = await bot.send_photo(yard, png(100, 100))
    text = await bot.send_message(yard, "x")
    for message in (sent, text):
        edited = await bot.edit_message_media(
            InputMediaPhoto(png(200, 100, b"new"), caption="<i>y</i>", parse_mode="HTML"), yard, message.message_id
        )
        assert not isinstance(edited, bool)
        assert edited.photo[0].width == 200
        assert (edited.caption, edited.text) == ("y", None)
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("z", yard, sent.message_id)


async def test_what_photos_are_refused(bot: Bot, api: Api, yard: int) -> None:
    assert await api.error("sendPhoto", chat_id=yard) == "Bad Request: there is no photo in the request"
    assert await api.error("sendPhoto", chat_id=yard, photo="nothing") == (
        "Bad Request: wrong file identifier/HTTP URL specified"
    )
    assert await api.error("sendPhoto", chat_id=yard, photo="x", caption="x" * 1025) == (
        "Bad Request: message caption is too long"
    )
    for content, why in (
        (b"GIF89a", "Image_process_failed"),
        (png(9000, 1001), "Photo_invalid_dimensions"),
        (png(2100, 100), "Photo_invalid_dimensions"),
        (png(10, 10) + bytes(10 * 1024 * 1024), "File is too big"),
    ):
        with pytest.raises(BadRequest, match=why):
            await bot.send_photo(yard, content)
    sent = await bot.send_photo(yard, png(10, 10))
    video = {"chat_id": yard, "message_id": sent.message_id, "media": {"type": "video"}}
    assert "only photos" in await api.error("editMessageMedia", **video)
    assert await api.error("editMessageMedia", chat_id=yard, message_id=999, media={"type": "photo"}) == (
        "Bad Request: message to edit not found"
    )


async def test_photos_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "world.sandbox.json"
    async with running(state_file=path) as first, SandboxClient(first.url) as people:
        yard, anya = await people.chat("Двор"), await people.person("Аня")
        api = Api(first.url)
        async with api.http:
            await api.http.post("/sendPhoto", data={"chat_id": str(yard)}, files={"photo": ("a.png", png(3, 2))})
        before = await people.messages(anya, yard)
        assert before[-1]["photo"][0]["width"] == 3
    async with running(state_file=path) as second, SandboxClient(second.url) as people:
        assert await people.messages(anya, yard) == before

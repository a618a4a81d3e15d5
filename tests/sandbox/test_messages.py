"""Strictness of the methods that write, change and remove messages. Every test is a promise of the Bot API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, ReplyParameters
from telegram.error import BadRequest

from bot.sandbox import Running
from bot.sandbox.client import SandboxClient

from .conftest import Api, Clock

KEYS = {"inline_keyboard": [[{"text": "A", "callback_data": "a", "style": "primary"}]]}


async def test_a_wrong_token_is_unauthorized(sandbox: Running) -> None:
    stranger = Api(sandbox.url, "2:other")
    async with stranger.http:
        assert await stranger("getMe") == {"ok": False, "error_code": 401, "description": "Unauthorized"}


async def test_an_unknown_method_is_not_found(api: Api) -> None:
    assert await api("sendHorse") == {"ok": False, "error_code": 404, "description": "Not Found"}
    assert (await api.http.get("/getMe/more")).json()["error_code"] == 404


async def test_methods_take_query_form_json_and_multipart(api: Api, yard: int) -> None:
    call = {"chat_id": yard, "text": "x"}
    strings = {name: str(value) for name, value in call.items()}
    files = {name: (None, value) for name, value in strings.items()}
    for response in (
        await api.http.get("/sendmessage", params=strings),
        await api.http.post("/sendMessage", data=strings),
        await api.http.post("/SENDMESSAGE", json=call),
        await api.http.post("/sendMessage", files=files),
        await api.http.post("/sendMessage", params=strings, content=b"?", headers={"content-type": "text/plain"}),
    ):
        assert response.json()["result"]["text"] == "x"


@pytest.mark.parametrize(
    ("kind", "body", "description"),
    [
        ("application/json", b"{", "Bad Request: can't parse JSON object"),
        ("application/json", b"[]", "Bad Request: object expected"),
        ("multipart/form-data", b"x", "Bad Request: boundary expected"),
    ],
)
async def test_a_broken_body_is_a_bad_request(api: Api, kind: str, body: bytes, description: str) -> None:
    response = await api.http.post("/getMe", content=body, headers={"content-type": kind})
    assert (response.status_code, response.json()["description"]) == (400, description)


async def test_a_sent_message_comes_back_whole(bot: Bot, yard: int, clock: Clock) -> None:
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("A", callback_data="a", style="success")]])
    sent = await bot.send_message(yard, " <b>Козёл</b> 🃏 <i>♥</i> ", parse_mode="HTML", reply_markup=markup)
    assert sent.text == "Козёл 🃏 ♥"
    assert [(entity.type, entity.offset, entity.length) for entity in sent.entities] == [
        ("bold", 0, 5),
        ("italic", 9, 1),
    ]
    assert sent.reply_markup == markup
    assert sent.date.timestamp() == int(clock.time)
    assert sent.from_user is not None
    assert sent.from_user.username == "kozel_sandbox_bot"
    assert (await bot.send_message(yard, "y")).message_id == sent.message_id + 1


@pytest.mark.parametrize(
    ("params", "description"),
    [
        ({"text": "x"}, "Bad Request: chat_id is empty"),
        ({"chat_id": "", "text": "x"}, "Bad Request: chat_id is empty"),
        ({"chat_id": 4242, "text": "x"}, "Bad Request: chat not found"),
        ({"chat_id": "@nobody", "text": "x"}, "Bad Request: chat not found"),
        ({"chat_id": "yard"}, "Bad Request: message text is empty"),
        ({"chat_id": "yard", "text": " \n "}, "Bad Request: message text is empty"),
        ({"chat_id": "yard", "text": "<b></b>", "parse_mode": "HTML"}, "Bad Request: message text is empty"),
        ({"chat_id": "yard", "text": "x" * 4097}, "Bad Request: message is too long"),
        ({"chat_id": "yard", "text": "x", "parse_mode": "MarkdownV2"}, "Bad Request: unsupported parse_mode"),
        (
            {"chat_id": "yard", "text": "<b>x", "parse_mode": "html"},
            "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
        ),
        (
            {"chat_id": "yard", "text": "x", "entities": [{"type": "bold"}]},
            "Bad Request: can't parse MessageEntity: Object expected",
        ),
        ({"chat_id": "yard", "text": "\ud800"}, "Bad Request: strings must be encoded in UTF-8"),
        (
            {"chat_id": "yard", "text": "x", "reply_parameters": {"message_id": 99}},
            "Bad Request: message to be replied not found",
        ),
        ({"chat_id": "yard", "text": "x", "reply_to_message_id": 99}, "Bad Request: message to be replied not found"),
        ({"chat_id": "yard", "text": "x", "message_thread_id": 3}, "Bad Request: message thread not found"),
        ({"chat_id": "yard", "text": "x", "reply_markup": "{"}, "Bad Request: can't parse reply markup JSON object"),
    ],
)
async def test_what_sendmessage_refuses(api: Api, yard: int, params: dict[str, Any], description: str) -> None:
    params = {**params, "chat_id": yard} if params.get("chat_id") == "yard" else params
    response = await api.http.post(
        "/sendMessage", content=json.dumps(params), headers={"content-type": "application/json"}
    )
    assert response.json() == {"ok": False, "error_code": 400, "description": description}


async def test_the_length_counts_after_parsing(api: Api, yard: int) -> None:
    sent = await api.result("sendMessage", chat_id=yard, text=f"<b>{'&lt;' * 4096}</b>", parse_mode="HTML")
    assert len(sent["text"]) == 4096
    assert await api.error("editMessageText", chat_id=yard, message_id=sent["message_id"], text="x" * 4097) == (
        "Bad Request: MESSAGE_TOO_LONG"
    )


async def test_entities_can_be_given_instead_of_html(api: Api, yard: int) -> None:
    given = [{"type": "bold", "offset": 0, "length": 1}, {"type": "pre", "offset": 1, "length": 1, "language": "py"}]
    sent = await api.result("sendMessage", chat_id=yard, text="ab", entities=given)
    assert sent["entities"] == given


async def test_a_reply_carries_what_it_replies_to(bot: Bot, people: SandboxClient, yard: int, anya: int) -> None:
    asked = await people.say(anya, yard, "/kozel")
    sent = await bot.send_message(yard, "x", reply_parameters=ReplyParameters(asked["message_id"]))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.message_id == asked["message_id"]
    lost = ReplyParameters(99, allow_sending_without_reply=True)
    assert (await bot.send_message(yard, "x", reply_parameters=lost)).reply_to_message is None


async def test_an_edit_changes_text_and_keyboard_and_says_when(api: Api, yard: int, clock: Clock) -> None:
    sent = await api.result("sendMessage", chat_id=yard, text="x", reply_markup=KEYS)
    where = {"chat_id": yard, "message_id": sent["message_id"]}
    clock.time += 60
    edited = await api.result("editMessageText", text="<i>y</i>", parse_mode="HTML", reply_markup=KEYS, **where)
    assert (edited["text"], edited["edit_date"]) == ("y", int(clock.time))
    assert edited["reply_markup"] == KEYS
    assert "reply_markup" not in await api.result("editMessageText", text="y", **where)
    assert (await api.result("editMessageReplyMarkup", reply_markup=KEYS, **where))["reply_markup"] == KEYS


async def test_an_edit_that_changes_nothing_is_refused(bot: Bot, yard: int) -> None:
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("A", callback_data="a")]])
    sent = await bot.send_message(yard, "<b>x</b>", parse_mode="HTML", reply_markup=markup)
    with pytest.raises(
        BadRequest,
        match="Message is not modified: specified new message content and reply markup are exactly the same as a "
        "current content and reply markup of the message",
    ):
        await bot.edit_message_text("<b>x</b> ", yard, sent.message_id, parse_mode="HTML", reply_markup=markup)
    with pytest.raises(BadRequest, match="not modified"):
        await bot.edit_message_reply_markup(yard, sent.message_id, reply_markup=markup)
    assert (await bot.edit_message_text("x", yard, sent.message_id, reply_markup=markup)) is not True


async def test_what_cannot_be_edited(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    said = (await people.say(anya, yard, "/x"))["message_id"]
    await people.set_bot(yard, "kick")
    await people.set_bot(yard, "add")
    service = (await people.messages(anya, yard))[-1]["message_id"]
    sent = await api.result("sendDocument", chat_id=yard, document=await _file(api, yard))
    for number, why in (
        (999, "message to edit not found"),
        (said, "message can't be edited"),
        (service, "message can't be edited"),
        (sent["message_id"], "there is no text in the message to edit"),
        (0, "message identifier is not specified"),
    ):
        got = await api.error("editMessageText", chat_id=yard, message_id=number, text="y")
        assert got == f"Bad Request: {why}"
    assert await api.error("editMessageText", inline_message_id="x", text="y") == "Bad Request: MESSAGE_ID_INVALID"
    mine = await api.result("sendMessage", chat_id=yard, text="x")
    assert await api.error("editMessageText", chat_id=yard, message_id=mine["message_id"], text="") == (
        "Bad Request: message text is empty"
    )


async def _file(api: Api, chat: int) -> str:
    sent = await api.http.post("/sendDocument", data={"chat_id": str(chat)}, files={"document": ("a.txt", b"a\r\n\nb")})
    return str(sent.json()["result"]["document"]["file_id"])


async def test_a_document_goes_up_and_comes_down(sandbox: Running, bot: Bot, api: Api, yard: int) -> None:
    sent = await bot.send_document(yard, b"a\r\n\nb", filename="запись.kozel", caption="<b>x</b>", parse_mode="HTML")
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.file_size, sent.caption) == ("запись.kozel", 5, "x")
    down = await api.http.get(f"{sandbox.url}/sandbox/files/{sent.document.file_id}")
    assert down.content == b"a\r\n\nb"
    assert down.headers["content-disposition"] == "attachment"
    again = await bot.send_document(yard, sent.document.file_id)
    assert again.document is not None
    assert again.document.file_size == 5


async def test_what_documents_are_refused(api: Api, yard: int) -> None:
    assert await api.error("sendDocument", chat_id=yard) == "Bad Request: there is no document in the request"
    assert await api.error("sendDocument", chat_id=yard, document="nothing") == (
        "Bad Request: wrong file identifier/HTTP URL specified"
    )
    assert await api.error("sendDocument", chat_id=yard, document="x", caption="x" * 1025) == (
        "Bad Request: message caption is too long"
    )
    empty = await api.http.post("/sendDocument", data={"chat_id": str(yard)}, files={"document": ("a", b"")})
    assert empty.json()["description"] == "Bad Request: file must be non-empty"


async def test_old_files_are_forgotten(sandbox: Running, api: Api, yard: int) -> None:
    first = await _file(api, yard)
    for _ in range(50):
        sandbox.board.keep_file(b"x")
    assert await api.error("sendDocument", chat_id=yard, document=first) == (
        "Bad Request: wrong file identifier/HTTP URL specified"
    )
    assert (await api.http.get(f"{sandbox.url}/sandbox/files/{first}")).status_code == 404


async def test_deleting(api: Api, people: SandboxClient, yard: int, anya: int, clock: Clock) -> None:
    mine = (await api.result("sendMessage", chat_id=yard, text="x"))["message_id"]
    theirs = (await people.say(anya, yard, "x"))["message_id"]
    assert await api.error("deleteMessage", chat_id=yard, message_id=theirs) == (
        "Bad Request: message can't be deleted"
    )
    assert await api.result("deleteMessage", chat_id=yard, message_id=mine) is True
    assert await api.error("deleteMessage", chat_id=yard, message_id=mine) == (
        "Bad Request: message to delete not found"
    )
    assert await api.error("deleteMessage", chat_id=yard) == "Bad Request: message identifier is not specified"
    await people.set_bot(yard, "promote")
    assert await api.result("deleteMessage", chat_id=yard, message_id=theirs) is True
    old = (await api.result("sendMessage", chat_id=yard, text="x"))["message_id"]
    clock.time += 48 * 3600 + 1
    assert await api.error("deleteMessage", chat_id=yard, message_id=old) == "Bad Request: message can't be deleted"
    assert [message["message_id"] for message in await people.messages(anya, yard)] == [old]


async def test_deleting_many_skips_what_is_not_there(api: Api, people: SandboxClient, yard: int, anya: int) -> None:
    numbers = [(await api.result("sendMessage", chat_id=yard, text="x"))["message_id"] for _ in range(3)]
    assert await api.result("deleteMessages", chat_id=yard, message_ids=[*numbers[:2], 999]) is True
    assert [message["message_id"] for message in await people.messages(anya, yard)] == numbers[2:]
    theirs = (await people.say(anya, yard, "x"))["message_id"]
    for ids, why in (
        ([], "message identifiers are not specified"),
        (["x"], "invalid message identifier specified"),
        ([1] * 101, "too many message identifiers specified"),
        ([theirs], "message can't be deleted"),
    ):
        assert await api.error("deleteMessages", chat_id=yard, message_ids=ids) == f"Bad Request: {why}"


async def test_a_press_is_answered_once_and_in_time(
    api: Api, people: SandboxClient, yard: int, anya: int, clock: Clock
) -> None:
    sent = await api.result("sendMessage", chat_id=yard, text="x", reply_markup=KEYS)
    old = "Bad Request: query is too old and response timeout expired or query ID is invalid"
    press = await people.press(anya, yard, sent["message_id"], "a", wait=0)
    assert not press.answered
    too_long = await api.error("answerCallbackQuery", callback_query_id=press.id, text="я" * 201)
    assert too_long == "Bad Request: MESSAGE_TOO_LONG"
    answer = {"callback_query_id": press.id, "text": "я" * 200, "show_alert": True}
    assert await api.result("answerCallbackQuery", **answer) is True
    assert (await people.answer_of(press.id)).show_alert
    assert await api.error("answerCallbackQuery", **answer) == old
    late = await people.press(anya, yard, sent["message_id"], "a", wait=0)
    clock.time += 15.5
    assert await api.error("answerCallbackQuery", callback_query_id=late.id) == old
    assert await api.error("answerCallbackQuery", callback_query_id="no such") == old
    assert not (await people.answer_of(late.id, wait=0.01)).answered

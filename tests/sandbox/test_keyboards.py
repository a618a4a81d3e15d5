"""Inline keyboards that are taken, and those that are refused in Telegram's words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .conftest import Api


def keyboard(*buttons: object) -> dict[str, Any]:
    return {"inline_keyboard": [list(buttons)]}


@pytest.mark.parametrize(
    ("markup", "description"),
    [
        ("x", "object expected as reply markup"),
        ({"other": 1}, "can't parse reply markup JSON object"),
        ({"inline_keyboard": [1]}, 'field "inline_keyboard" must be of type Array'),
        (keyboard(1), "can't parse inline keyboard button: InlineKeyboardButton must be an Object"),
        (keyboard({}), "can't parse inline keyboard button: Can't find field \"text\""),
        (keyboard({"text": 1}), 'can\'t parse inline keyboard button: Field "text" must be of type String'),
        (keyboard({"text": " ", "callback_data": "x"}), "BUTTON_TEXT_INVALID"),
        (
            keyboard({"text": "x"}),
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        (
            keyboard({"text": "x", "callback_data": "x", "url": "https://t.me/x"}),
            "can't parse inline keyboard button: exactly one of the optional fields must be used",
        ),
        (
            keyboard({"text": "x", "callback_data": "x", "style": "blue"}),
            "can't parse inline keyboard button: invalid button style specified",
        ),
        (
            keyboard({"text": "x", "callback_data": 1}),
            'can\'t parse inline keyboard button: Field "callback_data" must be of type String',
        ),
        (keyboard({"text": "x", "callback_data": ""}), "BUTTON_DATA_INVALID"),
        (keyboard({"text": "x", "callback_data": "я" * 33}), "BUTTON_DATA_INVALID"),
        (
            keyboard({"text": "x", "url": "ftp://a.ru"}),
            "inline keyboard button URL 'ftp://a.ru' is invalid: Unsupported URL protocol",
        ),
        (keyboard({"text": "x", "url": "nowhere"}), "inline keyboard button URL 'nowhere' is invalid: Wrong HTTP URL"),
        (keyboard(*[{"text": "x", "callback_data": "x"}] * 9), "reply markup is too long"),
        ({"inline_keyboard": [[{"text": "x", "callback_data": "x"}]] * 101}, "reply markup is too long"),
        ({"inline_keyboard": [[{"text": "x" * 200, "callback_data": "x" * 64}]] * 40}, "reply markup is too long"),
    ],
)
async def test_what_keyboards_are_refused(api: Api, yard: int, markup: object, description: str) -> None:
    got = await api.error("sendMessage", chat_id=yard, text="x", reply_markup=json.dumps(markup))
    assert got == f"Bad Request: {description}"


@pytest.mark.parametrize(
    "button",
    [
        {"callback_data": "я" * 32},
        {"url": "t.me/kozel_sandbox_bot?start=x"},
        {"url": "tg://resolve?domain=x"},
        {"copy_text": {"text": "x"}},
        {"pay": True},
        {"disabled": {}},
        {"callback_data": "x", "disabled": {}},
    ],
)
async def test_what_buttons_are_taken(api: Api, yard: int, button: dict[str, Any]) -> None:
    markup = keyboard({"text": "x", **button})
    assert (await api.result("sendMessage", chat_id=yard, text="x", reply_markup=markup))["reply_markup"] == markup


@pytest.mark.parametrize(
    "markup", [{}, "", {"inline_keyboard": []}, {"inline_keyboard": [[]]}, {"remove_keyboard": True}]
)
async def test_no_inline_keyboard_comes_back_where_there_is_none(api: Api, yard: int, markup: object) -> None:
    assert "reply_markup" not in await api.result("sendMessage", chat_id=yard, text="x", reply_markup=markup)

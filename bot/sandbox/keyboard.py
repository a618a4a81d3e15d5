"""Inline keyboards: Telegram's limits, and some that its applications only enforce on the screen."""

from __future__ import annotations

import json
from typing import Any, Final

from bot.sandbox.entities import BadLink, check_link
from bot.sandbox.errors import ApiError, bad_request

MAX_BUTTONS: Final = 100
MAX_ROW: Final = 8
MAX_BYTES: Final = 10_000
"""Of the keyboard as compact JSON in UTF-8; Telegram's limit is near, and not documented."""
MAX_CALLBACK_BYTES: Final = 64
STYLES: Final = frozenset({"primary", "success", "danger"})

_TOO_LONG: Final = bad_request("reply markup is too long")
_STRING_ACTIONS: Final = ("url", "callback_data", "switch_inline_query", "switch_inline_query_current_chat")
_OBJECT_ACTIONS: Final = ("copy_text", "web_app", "login_url", "switch_inline_query_chosen_chat", "callback_game")
_OTHER_MARKUPS: Final = ("keyboard", "remove_keyboard", "force_reply")

Markup = dict[str, Any]
"""An InlineKeyboardMarkup as JSON, checked."""


def check_markup(value: object) -> Markup | None:
    """The keyboard to store with a message, or nothing for no keyboard, an empty one, or another kind of markup.

    Raises: ApiError 400 as sendMessage and editMessageText give it.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" not in value:
        if any(kind in value for kind in _OTHER_MARKUPS):
            return None
        if not value:
            return None
        raise bad_request("can't parse reply markup JSON object")
    rows = value["inline_keyboard"]
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" must be of type Array')
    checked = [[_button(button) for button in row] for row in rows if row]
    _check_size(checked)
    return {"inline_keyboard": checked} if checked else None


def _check_size(rows: list[list[dict[str, Any]]]) -> None:
    # Telegram folds rows of more than eight on some screens and cuts them on others: here they are refused.
    if sum(map(len, rows)) > MAX_BUTTONS or any(len(row) > MAX_ROW for row in rows):
        raise _TOO_LONG
    if len(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()) > MAX_BYTES:
        raise _TOO_LONG


def _unparsed(reason: str) -> ApiError:
    return bad_request(f"can't parse inline keyboard button: {reason}")


def _button(button: object) -> dict[str, Any]:
    if not isinstance(button, dict):
        raise _unparsed("InlineKeyboardButton must be an Object")
    text = button.get("text")
    if not isinstance(text, str):
        raise _unparsed('Field "text" must be of type String' if "text" in button else 'Can\'t find field "text"')
    if not text.strip():
        raise bad_request("BUTTON_TEXT_INVALID")
    style = button.get("style")
    if style is not None and style not in STYLES:
        raise _unparsed("invalid button style specified")
    _check_action(button)
    return {"text": text, **{name: value for name, value in button.items() if name != "text" and value is not None}}


def _check_action(button: dict[str, Any]) -> None:
    actions = [name for name in (*_STRING_ACTIONS, *_OBJECT_ACTIONS, "pay") if button.get(name) is not None]
    if not actions and button.get("disabled") is None:
        raise _unparsed("Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        # Telegram silently takes one of them; a bot that sends two does not know what it sends.
        raise _unparsed("exactly one of the optional fields must be used")
    for name in actions:
        wanted = str if name in _STRING_ACTIONS else dict if name in _OBJECT_ACTIONS else bool
        if not isinstance(button[name], wanted):
            kind = {str: "String", dict: "Object", bool: "Boolean"}[wanted]
            raise _unparsed(f'Field "{name}" must be of type {kind}')
    if "callback_data" in actions and not 1 <= len(button["callback_data"].encode()) <= MAX_CALLBACK_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in actions:
        try:
            check_link(button["url"])
        except BadLink as error:
            raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: {error}") from None

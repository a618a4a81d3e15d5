"""The Bot API over HTTP: /bot<token>/<method>, with faults on demand and every call written down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from bot.sandbox import messages, photos, profile
from bot.sandbox.errors import NOT_FOUND, UNAUTHORIZED, WEBHOOK_SET, ApiError, bad_request
from bot.sandbox.faults import Fault
from bot.sandbox.params import Params, read_params
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.updates import MAX_LIMIT

Method = Callable[[Switchboard, Params], Any]

_METHODS: Final[tuple[tuple[str, Method], ...]] = (
    ("getMe", profile.get_me),
    ("setWebhook", profile.set_webhook),
    ("deleteWebhook", profile.delete_webhook),
    ("getWebhookInfo", profile.get_webhook_info),
    ("logOut", profile.yes),
    ("close", profile.yes),
    ("setMyCommands", profile.set_my_commands),
    ("getMyCommands", profile.get_my_commands),
    ("deleteMyCommands", profile.delete_my_commands),
    ("setMyName", profile.set_my_name),
    ("getMyName", profile.get_my_name),
    ("setMyDescription", profile.set_my_description),
    ("getMyDescription", profile.get_my_description),
    ("setMyShortDescription", profile.set_my_short_description),
    ("getMyShortDescription", profile.get_my_short_description),
    ("getChat", profile.get_chat),
    ("getChatMember", profile.get_chat_member),
    ("getChatAdministrators", profile.get_chat_administrators),
    ("getChatMemberCount", profile.get_chat_member_count),
    ("leaveChat", profile.leave_chat),
    ("sendMessage", messages.send_message),
    ("sendDocument", messages.send_document),
    ("sendPhoto", photos.send_photo),
    ("sendChatAction", messages.send_chat_action),
    ("editMessageText", messages.edit_message_text),
    ("editMessageMedia", photos.edit_message_media),
    ("editMessageReplyMarkup", messages.edit_message_reply_markup),
    ("deleteMessage", messages.delete_message),
    ("deleteMessages", messages.delete_messages),
    ("answerCallbackQuery", messages.answer_callback_query),
)
_BY_NAME: Final = {name.lower(): (name, method) for name, method in _METHODS}
_GET_UPDATES: Final = "getUpdates"


class CutConnection(Response):
    """No response at all: the connection is closed under the bot's feet."""

    def __init__(self, cut: Callable[[Scope], None]) -> None:
        super().__init__()
        self._cut = cut

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._cut(scope)
        while (await receive())["type"] != "http.disconnect":
            pass


class BotApi:
    """The endpoint. ``cut`` closes the connection that a request came by."""

    def __init__(self, board: Switchboard, token: str, cut: Callable[[Scope], None]) -> None:
        self._board = board
        self._token = token
        self._cut = cut

    async def __call__(self, request: Request) -> Response:
        """Answer one call."""
        name = request.path_params["method"].lower()
        if request.path_params["token"] != self._token:
            return _failed(UNAUTHORIZED)
        try:
            params = await read_params(request)
        except ApiError as error:
            return _failed(error)
        if name == _GET_UPDATES.lower():
            return await self._get_updates(params)
        if name not in _BY_NAME:
            return _failed(NOT_FOUND)
        return await self._call(*_BY_NAME[name], params)

    async def _call(self, name: str, method: Method, params: Params) -> Response:
        fault = await self._fault(name, params)
        if fault is not None and fault.kind == "cut":
            self._log(name, params, None, 0, "connection cut before the call")
            return CutConnection(self._cut)
        try:
            if fault is not None and (error := fault.error()) is not None:
                raise error
            result = method(self._board, params)
        except ApiError as error:
            self._log(name, params, None, error.code, error.description)
            return _failed(error)
        self._log(name, params, result)
        if self._board.faults.take(name, params.chat_id, "cut_after") is not None:
            return CutConnection(self._cut)
        return JSONResponse({"ok": True, "result": result})

    async def _fault(self, name: str, params: Params) -> Fault | None:
        faults = self._board.faults
        if (delay := faults.take(name, params.chat_id, "delay")) is not None:
            await asyncio.sleep(delay.seconds)
        return faults.take(name, params.chat_id, "429", "403", "400", "5xx", "cut")

    def _log(self, name: str, params: Params, result: Any, code: int = 200, error: str = "") -> None:
        board = self._board
        board.calls.add(board.clock(), name, params.plain(), result, code=code, error=error)

    async def _get_updates(self, params: Params) -> Response:
        fault = await self._fault(_GET_UPDATES, params)
        if fault is not None and fault.kind == "cut":
            return CutConnection(self._cut)
        try:
            if fault is not None and (error := fault.error()) is not None:
                raise error
            if self._board.world.profile.webhook:
                raise WEBHOOK_SET
            batch = await self._poll(params)
        except ApiError as error:
            return _failed(error)
        if batch and self._board.faults.take(_GET_UPDATES, None, "mix") is not None:
            batch = [{**told, "update_id": at["update_id"]} for told, at in zip(reversed(batch), batch, strict=True)]
        if batch and self._board.faults.take(_GET_UPDATES, None, "repeat") is not None:
            self._board.updates.repeat(batch)
        if batch and self._board.faults.take(_GET_UPDATES, None, "cut_after") is not None:
            return CutConnection(self._cut)
        return JSONResponse({"ok": True, "result": batch})

    async def _poll(self, params: Params) -> list[dict[str, Any]]:
        allowed = params.json("allowed_updates")
        if allowed is not None:
            if not isinstance(allowed, list):
                raise bad_request("can't parse allowed updates JSON object")
            self._board.updates.allow([str(kind) for kind in allowed])
        limit = params.integer("limit", MAX_LIMIT)
        return await self._board.updates.get(params.integer("offset"), limit, params.integer("timeout"))


def _failed(error: ApiError) -> Response:
    headers = {"Retry-After": str(seconds)} if (seconds := dict(error.parameters).get("retry_after")) else None
    return JSONResponse(error.body(), status_code=error.code, headers=headers)

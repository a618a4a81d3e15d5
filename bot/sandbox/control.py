"""The control API under /sandbox/: JSON in, JSON out, for the page and for tests.

A refusal is ``{"error": text}`` with a status of 4xx. Bodies must be sent as application/json, so that no page of
another site can press buttons here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.sandbox import people, shapes
from bot.sandbox.commands import COMMANDS, integer, optional
from bot.sandbox.errors import Refusal
from bot.sandbox.overview import overview
from bot.sandbox.params import Params
from bot.sandbox.photos import PNG
from bot.sandbox.switchboard import Switchboard

_PAGE: Final = 50
"""Messages that are told at once, if not said otherwise."""
_MAX_WAIT: Final = 30.0
"""Seconds that one may wait for an answer in one call."""


class Control:
    """The endpoints, for one switchboard."""

    def __init__(self, board: Switchboard) -> None:
        self._board = board

    def routes(self) -> list[Route]:
        """The routes, to be mounted at /sandbox."""
        gets: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/health": self._health,
            "/state": self._state,
            "/events": self._events,
            "/messages": self._messages,
            "/callbacks/{id}": self._callback,
            "/calls": self._calls,
            "/faults": self._faults,
            "/files/{id}": self._file,
        }
        return [
            *(Route(path, endpoint) for path, endpoint in gets.items()),
            Route("/calls", self._clear_calls, methods=["DELETE"]),
            Route("/faults", self._clear_faults, methods=["DELETE"]),
            Route("/{command}", self._command, methods=["POST"]),
        ]

    async def _command(self, request: Request) -> Response:
        command = COMMANDS.get(request.path_params["command"])
        if command is None:
            raise Refusal("there is no such command", 404)
        if not request.headers.get("content-type", "").startswith("application/json"):
            raise Refusal("send application/json", 415)
        try:
            body = json.loads(await request.body())
        except ValueError:
            raise Refusal("the body is no JSON") from None
        if not isinstance(body, dict):
            raise Refusal("the body is no object")
        return JSONResponse(command(self._board, body))

    async def _health(self, _request: Request) -> Response:
        return JSONResponse({"ok": True, "bot": shapes.bot_me(self._board.world), "last_call": self._board.calls.last})

    async def _state(self, request: Request) -> Response:
        limit = Params(dict(request.query_params)).integer("limit", _PAGE)
        return JSONResponse(overview(self._board, limit))

    async def _events(self, _request: Request) -> Response:
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(self._board.audience.watch(), media_type="text/event-stream", headers=headers)

    async def _messages(self, request: Request) -> Response:
        query = dict(request.query_params)
        place = people.chat_of(self._board, integer(query, "person"), integer(query, "chat"))
        limit = optional(query, "limit") or _PAGE
        found = place.newest(limit, optional(query, "thread"))
        return JSONResponse([self._board.seen(place, message) for message in found])

    async def _callback(self, request: Request) -> Response:
        query = self._board.query(request.path_params["id"])
        if query is None:
            raise Refusal("there is no such press", 404)
        try:
            wait = min(float(request.query_params.get("wait", 0)), _MAX_WAIT)
        except ValueError:
            raise Refusal("wait must be a number of seconds") from None
        if wait > 0 and query.answer is None:
            try:
                async with asyncio.timeout(wait):
                    await query.answered.wait()
            except TimeoutError:
                pass
        return JSONResponse(query.to_json())

    async def _calls(self, request: Request) -> Response:
        query = Params(dict(request.query_params))
        calls = self._board.calls.since(query.integer("since"), query.integer("limit"))
        return JSONResponse({"last": self._board.calls.last, "calls": [call.to_json() for call in calls]})

    async def _clear_calls(self, _request: Request) -> Response:
        self._board.calls.clear()
        return JSONResponse({})

    async def _faults(self, _request: Request) -> Response:
        return JSONResponse(self._board.faults.to_json())

    async def _clear_faults(self, request: Request) -> Response:
        self._board.faults.remove(Params(dict(request.query_params)).integer("id") or None)
        return JSONResponse({})

    async def _file(self, request: Request) -> Response:
        content = self._board.files.get(request.path_params["id"])
        if content is None:
            raise Refusal("there is no such file", 404)
        # As a download, whatever it is: nothing that the bot sends may run as a page here. An image may be seen.
        headers = {"Content-Disposition": "attachment", "X-Content-Type-Options": "nosniff"}
        kind = "image/png" if content.startswith(PNG) else "application/octet-stream"
        return Response(content, media_type=kind, headers=headers)


async def refused(_request: Request, error: Exception) -> Response:
    """The answer to a Refusal."""
    assert isinstance(error, Refusal)
    return JSONResponse({"error": error.message}, status_code=error.status)

"""The sandbox as a Starlette application: Bot API, control API, page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from bot.sandbox.api import BotApi
from bot.sandbox.control import Control, refused
from bot.sandbox.errors import NOT_FOUND, Refusal
from bot.sandbox.switchboard import Switchboard

TOKEN: Final = "1:sandbox"  # noqa: S105  (no secret: it only opens this machine's sandbox)
_PAGE: Final = Path(__file__).parent / "page"
_PAGE_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
}


def _cannot_cut(_scope: Scope) -> None:
    raise RuntimeError("this server cannot cut connections")


def create_app(board: Switchboard, *, token: str = TOKEN, cut: Callable[[Scope], None] = _cannot_cut) -> Starlette:
    """The application around a world and its wires.

    ``token`` is the only one that the Bot API takes; ``cut`` closes a request's connection, for faults of that kind.
    Only requests to 127.0.0.1 and localhost are answered, so that no other site's name can lead a browser here.
    """
    api = BotApi(board, token, cut)
    return Starlette(
        routes=[
            Route("/bot{token}/{method}", api.__call__, methods=["GET", "POST"]),
            Mount("/sandbox", routes=Control(board).routes()),
            Route("/", _index),
            Mount("/page", _Page(directory=_PAGE)),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])],
        exception_handlers={Refusal: refused, 404: _not_found},
    )


async def _index(_request: Request) -> Response:
    return FileResponse(_PAGE / "index.html", headers=_PAGE_HEADERS)


class _Page(StaticFiles):
    """The page's own files, always asked for anew, so that a new version is seen at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]  # passed on as they came
        response.headers["Cache-Control"] = "no-cache"
        return response


async def _not_found(_request: Request, _error: Exception) -> Response:
    return JSONResponse(NOT_FOUND.body(), status_code=404)

"""The sandbox as a server on this machine, alone or inside another asyncio program."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
from collections.abc import AsyncIterator, Generator
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.types import Scope

from bot.sandbox.app import TOKEN, create_app
from bot.sandbox.state import StateFile
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import World, default_world

CALLS_KEPT = 100_000
"""Calls of the bot that are remembered, if not said otherwise."""


class CannotServe(Exception):
    """The sandbox cannot listen there; the text is one line for people."""


@dataclass(frozen=True, slots=True)
class Running:
    """A sandbox that listens. ``url`` is the page's address and the root of the Bot API, without a slash at its end."""

    url: str
    board: Switchboard


class _Server(uvicorn.Server):
    """Uvicorn, but signals are left to the program around it, and it says when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()
        self.stopping = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def main_loop(self) -> None:
        # Uvicorn looks ten times a second whether it should stop; here it is told.
        while not self.stopping.is_set():
            await self.on_tick(0)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self.stopping.wait()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()


def _cut(server: uvicorn.Server, scope: Scope) -> None:
    for connection in list(server.server_state.connections):
        transport = getattr(connection, "transport", None)
        if transport is not None and getattr(connection, "client", None) == tuple(scope["client"] or ()):
            transport.abort()


def bind(host: str, port: int) -> socket.socket:
    """A socket that listens on loopback; port 0 takes a free one. Raises: CannotServe."""
    if not _is_loopback(host):
        raise CannotServe(f"the sandbox has no passwords: it listens on 127.0.0.1 or localhost, not on {host!r}")
    # With the protocol named, asyncio turns Nagle's algorithm off: without that each call takes 40 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(1024)
    except OverflowError:
        listener.close()
        raise CannotServe(f"a port is a number from 0 to 65535, not {port}") from None
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is taken: stop what uses it, or choose another with --port") from None
        raise CannotServe(f"cannot listen on port {port}: {error.strerror}") from None
    return listener


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host) == ipaddress.ip_address("127.0.0.1")
    except ValueError:
        return False


@contextlib.asynccontextmanager
async def running(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    token: str = TOKEN,
    state_file: Path | None = None,
    calls_kept: int = CALLS_KEPT,
    board: Switchboard | None = None,
) -> AsyncIterator[Running]:
    """A sandbox that listens as long as the block runs.

    ``board`` brings a world of one's own; else it is the one in ``state_file``, or the default one.
    Raises: CannotServe if it cannot listen there, StateError if the file is no state.
    """
    state = StateFile(state_file) if state_file is not None else None
    if board is None:
        world = state.read() if state is not None else None
        board = Switchboard(world or default_world(), calls_kept=calls_kept)
    listener = bind(host, port)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    async with _saving(state, board), _listening(listener, board, token):
        yield Running(url, board)


@contextlib.asynccontextmanager
async def _saving(state: StateFile | None, board: Switchboard) -> AsyncIterator[None]:
    if state is None:
        yield
        return
    board.audience.on_event = state.touch
    saver = asyncio.create_task(state.keep_saving(board.world))
    try:
        yield
    finally:
        saver.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await saver
        state.save(board.world)


@contextlib.asynccontextmanager
async def _listening(listener: socket.socket, board: Switchboard, token: str) -> AsyncIterator[None]:
    config = uvicorn.Config(
        create_app(board, token=token, cut=lambda scope: _cut(server, scope)),
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
    )
    server = _Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await server.listening.wait()
        yield
    finally:
        board.close()
        server.stopping.set()
        await serving


async def serve(
    host: str = "127.0.0.1",
    port: int = 8080,
    token: str = TOKEN,
    state_file: Path | None = None,
    *,
    listening: asyncio.Future[Running] | None = None,
    calls_kept: int = CALLS_KEPT,
) -> None:
    """Serve until cancelled; ``listening`` is told as soon as connections are taken.

    Raises: CannotServe, StateError as ``running`` does, before anything listens.
    """
    async with running(host, port, token=token, state_file=state_file, calls_kept=calls_kept) as sandbox:
        if listening is not None:
            listening.set_result(sandbox)
        await asyncio.Event().wait()


__all__ = ["CALLS_KEPT", "CannotServe", "Running", "World", "bind", "running", "serve"]

"""``python -m bot.sandbox``: the sandbox alone, for a bot that runs elsewhere on this machine."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from pathlib import Path

from bot.sandbox.app import TOKEN
from bot.sandbox.server import CALLS_KEPT, CannotServe, running
from bot.sandbox.state import StateError


def _arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.sandbox", description="Telegram on one machine, to play with.")
    parser.add_argument("--host", default="127.0.0.1", help="loopback only (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8080, help="0 takes a free one (8080)")
    parser.add_argument("--state", type=Path, metavar="FILE", help="keep the chats in this file")
    parser.add_argument("--token", default=TOKEN, help=f"the bot's token ({TOKEN})")
    parser.add_argument("--calls", type=int, default=CALLS_KEPT, metavar="N", help=f"calls remembered ({CALLS_KEPT})")
    return parser.parse_args(words)


async def _run(options: argparse.Namespace) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with running(
        options.host, options.port, token=options.token, state_file=options.state, calls_kept=options.calls
    ) as sandbox:
        sys.stdout.write(f"{sandbox.url}/\n")
        sys.stdout.flush()
        await stop.wait()


def main(words: list[str] | None = None) -> int:
    """Run until interrupted; 0, or 2 with one line of why it cannot."""
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_run(_arguments(words)))
    except (CannotServe, StateError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""``python -m bot``: run the bot. Settings come from the environment and ``.env``."""

from __future__ import annotations

import asyncio
import logging
import sys

from bot.app import TokenRefused, run
from bot.sandbox.server import CannotServe
from bot.sandbox.state import StateError
from bot.settings import Settings, WrongSetting, read_settings
from bot.storage.schema import SchemaError

_FATAL = (WrongSetting, TokenRefused, SchemaError, CannotServe, StateError)


def main() -> int:
    """Run until stopped. Exit status 0; 2, after one line on stderr, where a setting or a file will not do."""
    try:
        settings = read_settings()
        _log_to_terminal(settings)
        asyncio.run(run(settings))
    except _FATAL as error:
        print(f"kozel: {error}", file=sys.stderr)
        return 2
    return 0


def _log_to_terminal(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname).1s %(name)s: %(message)s", datefmt="%H:%M:%S"
    )
    for noisy in ("httpx", "httpcore", "aiosqlite", "alembic", "telegram", "uvicorn"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))


if __name__ == "__main__":
    sys.exit(main())

"""``python -m bot``: run the bot, or ``python -m bot export DIR``. Settings come from the environment and ``.env``."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.app import TokenRefused, run
from bot.export import CannotExport, export
from bot.sandbox.server import CannotServe
from bot.sandbox.state import StateError
from bot.settings import Settings, WrongSetting, read_settings
from bot.storage.schema import SchemaError

_FATAL = (WrongSetting, TokenRefused, SchemaError, CannotServe, StateError, CannotExport)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until stopped, or do what ``arguments`` say.

    Exit status 0; 2, after one line on stderr, where an argument, a setting or a file will not do.
    """
    options = _parser().parse_args(arguments)
    try:
        settings = read_settings()
        _log_to_terminal(settings)
        if options.command == "export":
            count = asyncio.run(export(settings.database_url, options.folder))
            print(f"{count} series written to {options.folder}")
        else:
            asyncio.run(run(settings))
    except _FATAL as error:
        print(f"kozel: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Run the bot; or do one of these and end.")
    commands = parser.add_subparsers(dest="command", metavar="export")
    exporting = commands.add_parser("export", help="write every finished series to a folder, as kozel/1 files")
    exporting.add_argument("folder", type=Path, metavar="DIR")
    return parser


def _log_to_terminal(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname).1s %(name)s: %(message)s", datefmt="%H:%M:%S"
    )
    for noisy in ("httpx", "httpcore", "aiosqlite", "alembic", "telegram", "uvicorn"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))


if __name__ == "__main__":
    sys.exit(main())

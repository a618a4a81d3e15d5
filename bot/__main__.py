"""``python -m bot``: run the bot; ``backup FILE``, ``doctor`` and ``export DIR`` are for its host.

Settings come from the environment and ``.env``.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from bot import doctor
from bot.app import TokenRefused, run
from bot.export import CannotExport, export
from bot.sandbox.server import CannotServe
from bot.sandbox.state import StateError
from bot.settings import Settings, WrongSetting, read_settings
from bot.storage.backup import BackupError, backup
from bot.storage.lock import InUse
from bot.storage.schema import SchemaError
from bot.tables.ports import StoreFailed

_FATAL = (
    WrongSetting,
    TokenRefused,
    InUse,
    SchemaError,
    StoreFailed,
    CannotServe,
    StateError,
    BackupError,
    CannotExport,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until stopped, or do what ``arguments`` say.

    Exit status 0; 2, after one line on stderr, where an argument, a setting or a file will not do; 1, of ``doctor``
    alone, where something has to be done.
    """
    options = _parser().parse_args(arguments)
    try:
        settings = read_settings()
        if options.command == "backup":
            size = backup(settings.database_url, options.file)
            print(f"{options.file}: {size / 1e6:.1f} MB, checked.")
            return 0
        if options.command == "doctor":
            return _tell(asyncio.run(doctor.examine(settings)))
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
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    copying = commands.add_parser("backup", help="copy the database to FILE, also while the bot runs")
    copying.add_argument("file", type=Path, metavar="FILE", help="a new file")
    exporting = commands.add_parser("export", help="write every finished series to a folder, as kozel/1 files")
    exporting.add_argument("folder", type=Path, metavar="DIR")
    commands.add_parser("doctor", help="check settings, database, token and rights, and say what to do")
    return parser


def _tell(findings: list[doctor.Finding]) -> int:
    for finding in findings:
        print(f"{finding.mark.value} {finding.text}")
    return int(any(finding.mark is doctor.Mark.ILL for finding in findings))


class _InOneLine(logging.Filter):
    """What the database says is told in one line: where in the code it was met helps nobody."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, StoreFailed):
            record.msg, record.args, record.exc_info = f"{record.getMessage()}: {error}", (), None
        return True


def _log_to_terminal(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level, format="%(asctime)s %(levelname).1s %(name)s: %(message)s", datefmt="%H:%M:%S"
    )
    for handler in logging.getLogger().handlers:
        handler.addFilter(_InOneLine())
    for noisy in ("httpx", "httpcore", "aiosqlite", "alembic", "telegram", "uvicorn"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLevelName(settings.log_level)))


if __name__ == "__main__":
    sys.exit(main())

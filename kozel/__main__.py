"""The command line: ``python -m kozel check|show|play``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from kozel.players import PLAYERS
from kozel.players.company import play_series
from kozel.reading import read
from kozel.record import NotARecordError, RecordError, write
from kozel.referee import check, check_text
from kozel.rules import VARIANTS
from kozel.show import show

RIGHT, WRONG, UNREADABLE = 0, 1, 2
_BROKEN_PIPE = 141  # what a shell makes of a program that nobody listens to any more


class _UnusableError(Exception):
    """Something that cannot be done; the text says what, in one line."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UnusableError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what ``arguments`` say.

    Returns the exit code: 0; 1 where a record has a fault; 2 where a file cannot be read, or the arguments
    not be used.
    """
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
    except _UnusableError as unusable:
        return _complain(str(unusable))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m kozel", description="Kozel: check, show and play series.")
    commands = parser.add_subparsers(required=True, metavar="check|show|play", parser_class=_Parser)
    checking = commands.add_parser("check", help="is every deal, action, score and order of dealers right?")
    checking.add_argument("files", nargs="+", metavar="FILE", help="a kozel/1 record; - for standard input")
    checking.set_defaults(run=_run_check)
    showing = commands.add_parser("show", help="a series for people: trick by trick, with the score")
    showing.add_argument("file", metavar="FILE", help="a kozel/1 record; - for standard input")
    showing.set_defaults(run=_run_show)
    playing = commands.add_parser("play", help="computer players play a series; its record goes to standard output")
    playing.add_argument("--variant", choices=tuple(VARIANTS), required=True)
    playing.add_argument("--seed", required=True, help="any text; the same one gives the same bytes")
    playing.add_argument("--players", required=True, metavar="A,B,…", help=f"by seat; {', '.join(PLAYERS)}")
    playing.add_argument("--deals", type=int, metavar="N", help="no more than so many deals")
    playing.set_defaults(run=_run_play)
    return parser


def _run_check(options: argparse.Namespace) -> int:
    return max(map(_check_file, options.files))


def _check_file(file: str) -> int:
    try:
        text = _text(file)
        fault = check_text(text)
    except NotARecordError as error:
        return _complain(f"{file}: {error.fault.why}")
    except _UnusableError as unusable:
        return _complain(str(unusable))
    _say(f"{file}: {fault or 'all is right'}\n")
    return WRONG if fault else RIGHT


def _run_show(options: argparse.Namespace) -> int:
    try:
        record = read(_text(options.file))
        fault = check(record)
    except NotARecordError as error:
        return _complain(f"{options.file}: {error.fault.why}")
    except RecordError as error:
        fault = error.fault
    if fault is not None:
        _complain(f"{options.file}: {fault}")
        return WRONG
    _say(show(record))
    return RIGHT


def _run_play(options: argparse.Namespace) -> int:
    rules, names = VARIANTS[options.variant], options.players.split(",")
    if unknown := [name for name in names if name not in PLAYERS]:
        raise _UnusableError(f"there is no player {unknown[0]!r}; there are {', '.join(PLAYERS)}")
    if len(names) != rules.seats:
        raise _UnusableError(f"{rules.variant} needs {rules.seats} players, not {len(names)}")
    if options.deals is not None and options.deals < 1:
        raise _UnusableError(f"--deals must be 1 or more, not {options.deals}")
    _say(write(play_series(rules, names, options.seed, PLAYERS, options.deals)))
    return RIGHT


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode()
    except OSError as error:
        raise _UnusableError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise _UnusableError(f"{file}: is not UTF-8, at byte {error.start}") from None


def _say(text: str) -> None:
    """To standard output, the same bytes on every machine."""
    sys.stdout.buffer.write(text.encode(errors="backslashreplace"))


def _complain(line: str) -> int:
    sys.stdout.flush()
    print(f"kozel: {' '.join(line.split())}", file=sys.stderr)
    return UNREADABLE


if __name__ == "__main__":
    sys.exit(main())

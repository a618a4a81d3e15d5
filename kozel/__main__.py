"""The command line: ``python -m kozel check|show|play|match``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from kozel.match import Result, play_match
from kozel.players import PLAYERS, Choose, Master
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
    parser = _Parser(prog="python -m kozel", description="Kozel: check, show and play series; compare players.")
    commands = parser.add_subparsers(required=True, metavar="check|show|play|match", parser_class=_Parser)
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
    matching = commands.add_parser("match", help="one player against another, every deal twice, sides exchanged")
    matching.add_argument("--players", required=True, metavar="A,B", help=f"two of {', '.join(PLAYERS)}")
    matching.add_argument("--deals", type=int, default=100, metavar="N", help="each is played twice; 100")
    matching.add_argument("--variant", choices=tuple(VARIANTS), action="append", help="both, if left out")
    matching.add_argument("--seed", default="match", help="any text; the same one deals the same cards")
    matching.add_argument("--ms", type=int, metavar="MS", help="how long a master thinks a move, on a clock")
    matching.add_argument("--workers", type=int, metavar="N", help="processes; one a core, if left out")
    matching.set_defaults(run=_run_match)
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
    rules, names = VARIANTS[options.variant], _known(options.players.split(","))
    if len(names) != rules.seats:
        raise _UnusableError(f"{rules.variant} needs {rules.seats} players, not {len(names)}")
    if options.deals is not None and options.deals < 1:
        raise _UnusableError(f"--deals must be 1 or more, not {options.deals}")
    _say(write(play_series(rules, names, options.seed, PLAYERS, options.deals)))
    return RIGHT


def _run_match(options: argparse.Namespace) -> int:
    names = _known(options.players.split(","))
    if len(names) != 2:
        raise _UnusableError(f"a match needs 2 players, not {len(names)}")
    for name, value in (("deals", options.deals), ("ms", options.ms), ("workers", options.workers)):
        if value is not None and value < 1:
            raise _UnusableError(f"--{name} must be 1 or more, not {value}")
    players = (_thinking(names[0], options.ms), _thinking(names[1], options.ms))
    for variant in options.variant or VARIANTS:
        progress = _Progress(f"{variant}: {names[0]} against {names[1]}", options.deals)
        result = play_match(VARIANTS[variant], players, options.seed, options.deals, options.workers, progress)
        _say(f"{variant}: {names[0]} against {names[1]}\n{_told(result)}")
    return RIGHT


def _known(names: list[str]) -> list[str]:
    if unknown := [name for name in names if name not in PLAYERS]:
        raise _UnusableError(f"there is no player {unknown[0]!r}; there are {', '.join(PLAYERS)}")
    return names


def _thinking(name: str, ms: int | None) -> Choose:
    player = PLAYERS[name]
    return Master(iterations=1 << 30, seconds=ms / 1000) if ms and isinstance(player, Master) else player


def _told(result: Result) -> str:
    first, second = result.thinking
    means = [1000 * thought.seconds / max(1, thought.moves) for thought in (first, second)]
    return (
        f"  deals        {result.deals}, each played twice with sides exchanged\n"
        f"  wins         {100 * result.won.value:.1f} ± {100 * result.won.margin:.1f} %\n"
        f"  card points  {result.points.value:.1f} ± {result.points.margin:.1f} of 120\n"
        f"  loss points  {result.loss[0].value:.2f} ± {result.loss[0].margin:.2f} a deal,"
        f" the other's {result.loss[1].value:.2f} ± {result.loss[1].margin:.2f}\n"
        f"  ms a move    {means[0]:.1f}, worst {1000 * first.worst:.0f};"
        f" the other's {means[1]:.1f}, worst {1000 * second.worst:.0f}\n"
        "  (± is the 95 % interval)\n"
    )


class _Progress:
    """A bar on standard error, where somebody looks at it."""

    _WIDTH = 30

    def __init__(self, label: str, whole: int) -> None:
        self._label, self._whole, self._looked_at = label, whole, sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if self._looked_at:
            full = self._WIDTH * done // self._whole
            bar = "█" * full + "·" * (self._WIDTH - full)
            end = "\n" if done == self._whole else ""
            print(f"\r{self._label} {bar} {done}/{self._whole}", end=end, file=sys.stderr, flush=True)


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

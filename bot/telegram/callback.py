"""Callback data: a press in 64 bytes or fewer, and back. Whatever comes in may be forged."""

from __future__ import annotations

from typing import assert_never

from bot.tables.habits import (
    LEVELS,
    TURNS,
    Choice,
    ChooseHints,
    ChooseLanguage,
    ChooseLevel,
    ChoosePace,
    ChooseStopping,
    ChooseTurn,
    Pace,
    WhoStops,
)
from bot.tables.model import SeriesId, TableId
from bot.tables.presses import (
    AddComputer,
    AskStop,
    Back,
    ChooseGame,
    DealNow,
    DrawSeries,
    DrawStandings,
    ForgetMe,
    GetRecord,
    Hint,
    KeepPlaying,
    Lay,
    Leave,
    MyCards,
    Practice,
    Press,
    Rematch,
    RememberMe,
    RemoveComputer,
    SetLevel,
    ShowHistory,
    ShowRules,
    ShowSeries,
    ShowStandings,
    Sit,
    Speak,
    Stand,
    Stop,
    Toggle,
)
from bot.telegram.lookback import decode_past, encode_past
from bot.texts import LANGUAGES
from kozel import PLAYERS, VARIANTS, Action, Beat, Cards, Discard, Interrupt, Lead, Pass

_SIMPLE: dict[str, type[AddComputer | RemoveComputer | Stand | DealNow | MyCards | Back | AskStop]] = {
    "add": AddComputer,
    "off": RemoveComputer,
    "up": Stand,
    "deal": DealNow,
    "mine": MyCards,
    "back": Back,
    "ask": AskStop,
}
_LONE: dict[str, type[ForgetMe | RememberMe]] = {"forget": ForgetMe, "remember": RememberMe}
_LONE_NAMES = {kind: name for name, kind in _LONE.items()}
_SIMPLE_NAMES = {kind: name for name, kind in _SIMPLE.items()}
_BY_GAME: dict[str, type[Practice | ShowRules]] = {
    "solo": Practice,
    "rules": ShowRules,
}
_BY_GAME_NAMES = {kind: name for name, kind in _BY_GAME.items()}
_STAGED: dict[str, type[Stop | KeepPlaying | Leave]] = {"stop": Stop, "keep": KeepPlaying, "leave": Leave}
_STAGED_NAMES = {kind: name for name, kind in _STAGED.items()}
_ACTIONS: dict[str, type[Lead | Beat | Discard | Interrupt]] = {"l": Lead, "b": Beat, "d": Discard, "i": Interrupt}
_ACTION_LETTERS = {kind: letter for letter, kind in _ACTIONS.items()}


class UnknownPress(ValueError):
    """The data is none that this bot writes."""


def encode(press: Press) -> str:  # noqa: C901 - a case a press
    """The callback data of a press: ASCII words joined by colons, 1 to 64 bytes."""
    match press:
        case Sit(table, side):
            return f"sit:{table}:{side}"
        case Lay(table, round_, moment, action):
            return f"lay:{table}:{round_}:{moment}:{_letter(action)}"
        case Toggle(table, round_, moment, cards):
            return f"pick:{table}:{round_}:{moment}:{int(cards):x}"
        case Hint(table, round_, moment):
            return f"hint:{table}:{round_}:{moment}"
        case Rematch(table, round_):
            return f"again:{table}:{round_}"
        case GetRecord(series):
            return f"record:{series}"
        case Stop() | KeepPlaying() | Leave():
            return f"{_STAGED_NAMES[type(press)]}:{press.table}:{press.stage}"
        case ChooseLanguage() | ChooseTurn() | ChoosePace() | ChooseLevel() | ChooseHints() | ChooseStopping():
            return _encode_choice(press)
        case Speak(language):
            return f"lang:{language}"
        case SetLevel(table, seat, level):
            return f"level:{table}:{seat}:{level}"
        case ChooseGame(table, variant):
            return f"game:{table}:{variant}"
        case Practice(variant) | ShowRules(variant):
            return f"{_BY_GAME_NAMES[type(press)]}:{variant}"
        case ForgetMe() | RememberMe():
            return _LONE_NAMES[type(press)]
        case ShowStandings() | ShowHistory() | ShowSeries() | DrawStandings() | DrawSeries():
            return encode_past(press)
        case AddComputer() | RemoveComputer() | Stand() | DealNow() | MyCards() | Back() | AskStop():
            return f"{_SIMPLE_NAMES[type(press)]}:{press.table}"
        case _:
            assert_never(press)


def decode(data: str) -> Press:  # noqa: C901 - a case a press
    """The press that this callback data says; ``decode(encode(press)) == press``.

    Raises:
        UnknownPress: it is none of this bot's.
    """
    name, *words = data.split(":")
    try:
        match name, words:
            case "sit", [table, side]:
                return Sit(_table(table), _number(side))
            case "lay", [table, round_, moment, action]:
                return Lay(_table(table), _number(round_), _number(moment), _action(action))
            case "pick", [table, round_, moment, cards]:
                return Toggle(_table(table), _number(round_), _number(moment), _cards(cards))
            case "hint", [table, round_, moment]:
                return Hint(_table(table), _number(round_), _number(moment))
            case "again", [table, round_]:
                return Rematch(_table(table), _number(round_))
            case "record", [series]:
                return GetRecord(SeriesId(_number(series)))
            case _, [table, stage] if name in _STAGED:
                return _STAGED[name](_table(table), _number(stage))
            case "set", [what, value]:
                return _decode_choice(what, value)
            case "lang", [language] if language in LANGUAGES:
                return Speak(language)
            case "level", [table, seat, level] if level in PLAYERS:
                return SetLevel(_table(table), _number(seat), level)
            case "game", [table, variant] if variant in VARIANTS:
                return ChooseGame(_table(table), variant)
            case _, [variant] if name in _BY_GAME and variant in VARIANTS:
                return _BY_GAME[name](variant)
            case _, [] if name in _LONE:
                return _LONE[name]()
            case _, [table] if name in _SIMPLE:
                return _SIMPLE[name](_table(table))
            case _:
                return decode_past(name, words)
    except ValueError:
        pass
    raise UnknownPress(f"no press of this bot: {data[:64]!r}")


def _encode_choice(choice: Choice) -> str:
    match choice:
        case ChooseLanguage(language):
            return f"set:lang:{language}"
        case ChooseTurn(seconds):
            return f"set:turn:{seconds}"
        case ChoosePace(pace):
            return f"set:pace:{pace}"
        case ChooseLevel(level):
            return f"set:level:{level}"
        case ChooseHints(on):
            return f"set:hints:{on:d}"
        case ChooseStopping(stopping):
            return f"set:stop:{stopping}"
        case _:
            assert_never(choice)


def _decode_choice(what: str, value: str) -> Choice:
    match what:
        case "lang" if value in LANGUAGES:
            return ChooseLanguage(value)
        case "turn" if value in map(str, TURNS):
            return ChooseTurn(int(value))
        case "pace":
            return ChoosePace(Pace(value))
        case "level" if value in LEVELS:
            return ChooseLevel(value)
        case "hints" if value in ("0", "1"):
            return ChooseHints(value == "1")
        case "stop":
            return ChooseStopping(WhoStops(value))
    raise ValueError(what)


def _letter(action: Action) -> str:
    return "p" if isinstance(action, Pass) else f"{_ACTION_LETTERS[type(action)]}{int(action.cards):x}"


def _action(text: str) -> Action:
    if text == "p":
        return Pass()
    kind = _ACTIONS.get(text[:1])
    if kind is None:
        raise ValueError(text)
    return kind(_cards(text[1:]))


def _cards(text: str) -> Cards:
    if not text or text.strip("0123456789abcdef"):
        raise ValueError(text)
    return Cards.from_bits(int(text, 16))


def _table(text: str) -> TableId:
    return TableId(_number(text))


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 15:  # beyond what the database could hold
        raise ValueError(text)
    return int(text)

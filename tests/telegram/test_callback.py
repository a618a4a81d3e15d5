"""Callback data: what is written is read again, in 64 bytes; what is forged is known as that."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from telegram.constants import InlineKeyboardButtonLimit

from bot.tables.annals import Month, Scope
from bot.tables.habits import (
    LEVELS,
    TURNS,
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
from bot.telegram.callback import UnknownPress, decode, encode
from bot.texts import LANGUAGES
from kozel import ALL_CARDS, VARIANTS, Beat, Cards, Discard, Interrupt, Lead, Pass

TABLE = st.integers(0, 10**12).map(TableId)
ROUND = st.integers(0, 10**6)
GAME = st.sampled_from(sorted(VARIANTS))
MOMENT = st.integers(0, 1000)
CARDS = st.integers(0, int(ALL_CARDS)).map(Cards)
LAYING = st.builds(lambda kind, cards: kind(cards), st.sampled_from([Lead, Beat, Discard, Interrupt]), CARDS)
SERIES = st.integers(0, 10**12).map(SeriesId)
MONTHS = st.builds(lambda year, month: Month(year * 100 + month), st.integers(2000, 9998), st.integers(1, 12))
SCOPES = st.builds(Scope, st.sampled_from([None, *VARIANTS]), st.none() | MONTHS)
PRESS: st.SearchStrategy[Press] = st.one_of(
    st.builds(Sit, TABLE, st.integers(0, 1)),
    *(st.builds(kind, TABLE) for kind in (AddComputer, RemoveComputer, Stand, DealNow, MyCards, Back, AskStop)),
    *(st.builds(kind, TABLE, ROUND) for kind in (Stop, KeepPlaying, Leave)),
    st.builds(ChooseLanguage, st.sampled_from(LANGUAGES)),
    st.builds(ChooseTurn, st.sampled_from(TURNS)),
    st.builds(ChoosePace, st.sampled_from(Pace)),
    st.builds(ChooseLevel, st.sampled_from(LEVELS)),
    st.builds(ChooseHints, st.booleans()),
    st.builds(ChooseStopping, st.sampled_from(WhoStops)),
    st.builds(Lay, TABLE, ROUND, MOMENT, LAYING | st.builds(Pass)),
    st.builds(Toggle, TABLE, ROUND, MOMENT, CARDS),
    st.builds(Rematch, TABLE, ROUND),
    st.builds(Speak, st.sampled_from(LANGUAGES)),
    *(st.builds(kind, GAME) for kind in (Practice, ShowRules)),
    st.builds(ChooseGame, TABLE, GAME),
    st.builds(Hint, TABLE, ROUND, MOMENT),
    st.builds(SetLevel, TABLE, st.integers(0, 3), st.sampled_from(LEVELS)),
    *(st.builds(kind, SCOPES) for kind in (ShowStandings, DrawStandings)),
    st.builds(DrawSeries, SERIES),
    st.builds(ShowHistory, ROUND),
    st.builds(ShowSeries, SERIES, ROUND),
    st.builds(GetRecord, st.integers(0, 10**12).map(SeriesId)),
    *map(st.builds, (ForgetMe, RememberMe)),
)


def spoilt(press: Press, at: int, put: str) -> str:
    """The data of a press, its letter at ``at`` replaced."""
    return encode(press)[:at] + put + encode(press)[at + 1 :]


FORGED = st.one_of(
    st.text(max_size=80),
    st.from_regex(
        r"(lay|pick|hint|sit|again|record|forget|up|lang|solo|mine|game|level|rules)(:[0-9a-fpldbi]{0,20}){0,5}",
        fullmatch=True,
    ),
    st.from_regex(r"(best|draw|past|series|plot)(:([0-9]{0,20}|four|both|always)){0,3}", fullmatch=True),
    st.builds(spoilt, PRESS, st.integers(0, 40), st.text(max_size=3)),
)


@settings(max_examples=60)
@given(PRESS)
@example(Lay(TableId(10**12), 10**6, 1000, Interrupt(ALL_CARDS)))
def test_what_is_written_is_read_again(press: Press) -> None:
    assert decode(encode(press)) == press


@settings(max_examples=60)
@given(PRESS)
@example(Lay(TableId(10**12), 10**6, 1000, Interrupt(ALL_CARDS)))
@example(Toggle(TableId(10**12), 10**6, 1000, ALL_CARDS))
def test_it_fits_into_what_telegram_takes(press: Press) -> None:
    size = len(encode(press).encode())
    assert InlineKeyboardButtonLimit.MIN_CALLBACK_DATA <= size <= InlineKeyboardButtonLimit.MAX_CALLBACK_DATA


@settings(max_examples=60)
@given(PRESS, PRESS)
def test_different_presses_are_written_differently(one: Press, other: Press) -> None:
    assert (encode(one) == encode(other)) == (one == other)


@settings(max_examples=60)
@given(FORGED)
def test_whatever_comes_in_is_a_press_or_is_not_known(data: str) -> None:
    try:
        press = decode(data)
    except UnknownPress:
        return
    assert decode(encode(press)) == press


@pytest.mark.parametrize(
    "data",
    [
        "",
        ":",
        "sit",
        "sit:1",
        "sit:1:0:0",
        "sit:-1:0",
        "sit:１:0",
        "sit:1 :0",
        "sit:1_0:0",
        "sit:1000000000000000:0",
        "lay:1:1:0:x1f",
        "lay:1:1:0:",
        "lay:1:1:0:l",
        "lay:1:1:0:l-1",
        "lay:1:1:0:lF",
        "lay:1:1:0:l1000000000",
        "lay:1:1:0:pp",
        "pick:1:1:0:",
        "pick:1:1:0:0x1",
        "again:1",
        "set:turn:31",
        "set:turn:٣٠",
        "set:pace:never",
        "set:stop:",
        "set:lang:de",
        "set:hints:on",
        "stop:1",
        "leave:1:x",
        "lang:de",
        "lang:",
        "solo:1",
        "solo",
        "solo:five",
        "game:1:five",
        "game:four:1",
        "rules:1:four",
        "best:",
        "up",
        "up:1:1",
        "sit:1:" + "9" * 5000,
    ],
)
def test_forged_data_is_known(data: str) -> None:
    with pytest.raises(UnknownPress, match="no press of this bot"):
        decode(data)


def test_what_is_no_press_is_not_written() -> None:
    with pytest.raises(AssertionError):
        encode(None)  # type: ignore[arg-type]

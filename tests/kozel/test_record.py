"""The kozel/1 record: written, and read back."""

from __future__ import annotations

import datetime as dt
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozel import (
    FOUR,
    PLAYERS,
    SIX,
    DealRecord,
    NotARecordError,
    Record,
    check,
    check_text,
    deal_from,
    read,
    toml,
    write,
)
from kozel.players.company import play_series
from tests.kozel.records import bare, dump

_NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_VALUES = st.recursive(
    st.booleans()
    | st.integers(-(1 << 63), (1 << 63) - 1)
    | st.floats(allow_nan=False)
    | _NAMES
    | st.datetimes()
    | st.dates()
    | st.times(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=6,
)


def test_read_what_was_written(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text
    assert check(record) is None
    assert check_text(text) is None


def test_layout_is_that_of_the_format(record: Record) -> None:
    table = tomllib.loads(write(record))
    deal = table["deals"][0]
    assert table["format"] == "kozel/1"
    assert table["variant"] == record.rules.variant
    assert table["target"] == record.rules.target
    assert len(deal["deck"].split()) == 36
    assert ("shown" in deal) is (record.rules is FOUR)
    assert [sum(deal["points"]), len(deal["tricks"]), len(deal["loss"])] == [120, 2, 2]
    assert deal["actions"][0].split()[:2] == [str(deal["leader"]), "lead"]


def test_read_without_seals(record: Record) -> None:
    text = dump(bare(tomllib.loads(write(record))))
    assert read(text) == record
    assert check_text(text) is None


@given(names=st.lists(_NAMES, min_size=2, max_size=2), extra=st.dictionaries(_NAMES, _VALUES, max_size=3))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_names_and_any_extra_keys_are_kept(names: list[str], extra: dict[str, object]) -> None:
    try:
        one = DealRecord(deal_from(SIX, 0, 1, b"x"), extra=extra)
        record = Record(SIX, tuple(names), (one,), extra)
    except ValueError as error:
        assert "format's own" in str(error)  # noqa: PT017 - a drawn key may be one of them
        return
    assert read(write(record)) == record


@pytest.mark.parametrize(
    "name",
    ['"', "\\", "a\nb\r\nc", "\x00\x1f\x7f", "\u202eevil", "אבג", "👩‍👩‍👧", "\u2028\U000e0041", "'''\"\"\"", "#"],
)
def test_names_that_are_hard_to_write(name: str) -> None:
    record = Record(SIX, (name, "B"))
    assert read(write(record)) == record
    assert "\u202e" not in write(record)
    assert len(write(record).splitlines()) == len(write(Record(SIX, ("A", "B"))).splitlines())


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="surrogate"):
        write(Record(SIX, ("\ud800", "B")))
    with pytest.raises(ValueError, match="TOML has no NoneType"):
        write(Record(SIX, ("A", "B"), extra={"x": None}))


def test_toml_numbers() -> None:
    values = {"a": float("inf"), "b": 1e300, "c": -0.5, "d": dt.date(2020, 2, 3)}
    assert tomllib.loads("".join(toml.line(*item) for item in values.items())) == values
    assert toml.written(float("nan")) == "nan"


def test_a_record_that_cannot_be_is_refused() -> None:
    one = DealRecord(deal_from(FOUR, 0, 1, b"x"))
    with pytest.raises(ValueError, match="six has 2 seats, not 3"):
        Record(SIX, ("A", "B", "C"))
    with pytest.raises(ValueError, match="not of six"):
        Record(SIX, ("A", "B"), (one,))
    with pytest.raises(ValueError, match="target is a key of the format's own"):
        Record(SIX, ("A", "B"), extra={"target": 16})
    with pytest.raises(ValueError, match="deck is a key of the format's own"):
        DealRecord(deal_from(FOUR, 0, 1, b"x"), extra={"deck": 16})


def test_a_series_not_over_may_end_with_a_deal_that_has_no_result(record: Record) -> None:
    last = record.deals[-1]
    for plays in (last.plays[:-1], last.plays[:3], ()):
        open_end = Record(record.rules, record.seats, (*record.deals[:-1], DealRecord(last.dealing, plays)))
        assert check(open_end) is None
        assert read(write(open_end)) == open_end
        assert check_text(write(open_end)) is None


def test_no_deal_at_all_is_right() -> None:
    record = Record(FOUR, ("A", "B", "C", "D"))
    assert read(write(record)) == record
    assert check(record) is None


def test_a_whole_series_is_right_and_nothing_may_follow_it() -> None:
    whole = play_series(SIX, ["random", "random"], "1", PLAYERS)
    assert check(whole) is None
    longer = Record(SIX, whole.seats, (*whole.deals, whole.deals[-1]))
    fault = check(longer)
    assert fault is not None
    assert (fault.deal, fault.action) == (len(whole.deals) + 1, None)
    assert fault.why.startswith("the series was over before it")


@pytest.mark.parametrize("text", ["", "x", "a = [", 'format = "kozel/2"', 'variant = "four"', "a = " + "[" * 5000])
def test_text_that_is_no_record(text: str) -> None:
    with pytest.raises(NotARecordError) as caught:
        check_text(text)
    assert "\n" not in str(caught.value)
    with pytest.raises(NotARecordError):
        read(text)

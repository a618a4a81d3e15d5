"""Links, and what comes back through them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import TableId
from bot.tables.presses import AddToGroup, BackToTable, OpenPrivate
from bot.telegram.links import table_in, url_of

GROUP = -1001234567890


def test_the_link_to_the_private_chat_names_the_table() -> None:
    assert url_of(OpenPrivate(TableId(12)), "kozel_bot") == "https://t.me/kozel_bot?start=t12"


def test_the_link_into_a_group() -> None:
    assert url_of(AddToGroup(), "kozel_bot") == "https://t.me/kozel_bot?startgroup=kozel"


def test_the_link_back_leads_to_the_message_that_shows_the_table() -> None:
    assert url_of(BackToTable(TableId(1), GROUP), "kozel_bot", 42) == "https://t.me/c/1234567890/42"


def test_where_no_message_stands_it_leads_to_the_chat() -> None:
    assert url_of(BackToTable(TableId(1), GROUP), "kozel_bot") == "https://t.me/c/1234567890/1"


@given(st.integers(0, 10**15 - 1).map(TableId))
def test_the_payload_of_a_link_names_its_table(table: TableId) -> None:
    payload = url_of(OpenPrivate(table), "kozel_bot").partition("start=")[2]
    assert table_in(payload) == table
    assert len(payload) <= 64


@pytest.mark.parametrize("payload", ["", "t", "12", "tt1", "t-1", "t1 ", "t１", "kozel", "t" + "9" * 16])
def test_any_other_payload_names_none(payload: str) -> None:
    assert table_in(payload) is None


def test_what_is_no_link_has_no_address() -> None:
    with pytest.raises(AssertionError):
        url_of(None, "kozel_bot")  # type: ignore[arg-type]

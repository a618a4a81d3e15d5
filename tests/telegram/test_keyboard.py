"""Screens as Telegram takes them, and the digest that tells them apart."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.screens.screen import Button, Screen, Style
from bot.tables.model import TableId
from bot.tables.presses import AddToGroup, BackToTable, Link, OpenPrivate, Practice, Stand, Stop
from bot.telegram.keyboard import digest, markup
from bot.telegram.links import url_of

TEXT = st.text(alphabet="ab\t\n", max_size=3)
DOES = st.sampled_from(
    [Practice("four"), Stand(TableId(1)), Stop(TableId(1), 3), OpenPrivate(TableId(1)), AddToGroup()]
)
BUTTON = st.builds(Button, TEXT, DOES, st.none() | st.sampled_from(Style))
B, C = Button("b", Practice("four")), Button("c", Practice("four"))
ROW = st.lists(BUTTON, min_size=1, max_size=2).map(tuple)
SCREEN = st.builds(Screen, TEXT, st.lists(ROW, max_size=2).map(tuple))


def address(link: Link) -> str:
    return url_of(link, "kozel_bot", 5)


@settings(max_examples=60)
@given(SCREEN, SCREEN)
@example(Screen("a\n\nb\tNone\tsolo"), Screen("a", ((B,),)))
@example(Screen("a", ((B, C),)), Screen("a", ((B,), (C,))))
def test_two_screens_have_one_digest_just_when_they_are_the_same(one: Screen, other: Screen) -> None:
    assert (digest(one, address) == digest(other, address)) == (one == other)


@settings(max_examples=60)
@given(SCREEN)
def test_a_digest_is_sixteen_characters_and_always_the_same(screen: Screen) -> None:
    assert digest(screen, address) == digest(screen, address)
    assert len(digest(screen, address)) == 16


def test_a_link_that_leads_elsewhere_is_another_screen() -> None:
    screen = Screen("x", ((Button("back", BackToTable(TableId(1), -1001234567890)),),))
    elsewhere = digest(screen, lambda link: url_of(link, "kozel_bot", 6))
    assert digest(screen, address) != elsewhere


def test_a_screen_without_buttons_has_no_keyboard() -> None:
    assert markup(Screen("x"), address) is None


def test_buttons_keep_their_rows_labels_styles_and_what_they_do() -> None:
    stop = Button("stop", Stop(TableId(1), 3), Style.DANGER)
    screen = Screen("x", ((stop, Button("solo", Practice("four"))), (Button("open", OpenPrivate(TableId(2))),)))
    found = markup(screen, address)
    assert found is not None
    rows = [[(b.text, b.callback_data, b.url, b.style) for b in row] for row in found.inline_keyboard]
    assert rows == [
        [("stop", "stop:1:3", None, "danger"), ("solo", "solo:four", None, None)],
        [("open", None, "https://t.me/kozel_bot?start=t2", None)],
    ]

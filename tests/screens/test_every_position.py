"""What holds for every screen in every position of any deal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.sandbox.entities import MAX_ENTITIES
from bot.sandbox.markup import parse_html
from bot.screens import chat
from bot.screens.cards import glyph
from bot.screens.choices import ticking
from bot.screens.ending import series_end
from bot.screens.hand import hand, hand_closed
from bot.screens.lobby import lobby
from bot.screens.names import width
from bot.screens.practice import practice
from bot.screens.screen import Screen, Style
from bot.screens.table import table
from bot.screens.trick import MOST_CHARACTERS
from bot.tables.model import PersonId, Phase, Table, TableFace
from bot.tables.presses import Lay, Toggle
from kozel import (
    DECK,
    FOUR,
    SIX,
    Action,
    Beat,
    Card,
    Cards,
    Discard,
    Interrupt,
    Lead,
    Pass,
    Rules,
    Shown,
    TrickView,
)
from tests.screens.scenes import (
    EN,
    PAIR,
    RU,
    a_table,
    after_the_deal,
    main_part,
    person,
    plain,
    playing,
    whole_deal,
)

WIDEST = 40
EXAMPLES = 3  # whole deals, of 20 to 60 positions each
MOST_BUTTONS, MOST_IN_A_ROW, LONGEST_LABEL = 100, 8, 34
MOST_ROWS = 9  # with the way back to the table: what a phone shows below six lines of text
BY_GLYPH = {glyph(card, rules): card for rules in (FOUR, SIX) for card in DECK}
CARD = re.compile("|".join(sorted(BY_GLYPH, key=len, reverse=True)))

deals = st.integers(0, 2**32)
games = pytest.mark.parametrize(
    ("rules", "home"), [(FOUR, a_table()), (SIX, a_table(PAIR, rules=SIX))], ids=["four", "six"]
)


def all_screens(here: Table) -> Iterator[Screen]:
    """Every screen of a table, in one language or the other."""
    face, words = here.face(), (RU, EN)[here.moment % 2]
    yield from (table(face, words), lobby(face, words), series_end(face, words), chat.score(face, words))
    yield hand_closed(face, PersonId(1), words)
    for seat in range(here.rules.seats):
        yield hand(here.hand(seat), words)
        yield practice(here.hand(seat), words)


def check(screen: Screen) -> None:
    """What Telegram takes, and a phone shows."""
    text, entities = parse_html(screen.text)
    assert text.strip()
    assert "{" not in text
    assert len(text.encode("utf-16-le")) // 2 <= MOST_CHARACTERS
    assert len(entities) < MAX_ENTITIES
    assert sum(map(len, screen.rows)) <= MOST_BUTTONS
    for row in screen.rows:
        assert 0 < len(row) <= MOST_IN_A_ROW
        assert all(0 < width(button.label) <= LONGEST_LABEL and button.label.strip() for button in row)


def cards_in(screen: Screen) -> Cards:
    """Every card that stands anywhere on a screen."""
    text = "\n".join([screen.text, *(button.label for row in screen.rows for button in row)])
    return Cards.of(BY_GLYPH[found] for found in CARD.findall(text))


def public(face: TableFace) -> Cards:
    """Every card that all have seen."""
    deal = face.deal
    assert deal is not None
    seen = Cards.of([deal.trump_card] + ([deal.change.card] if deal.change else []))
    for trick in (*deal.past, deal.trick):
        for play in (*trick.plays, *trick.returned):
            seen |= play.cards
    return seen


def lays(screen: Screen) -> Iterator[Lay]:
    """What one tap can play."""
    return (button.does for row in screen.rows for button in row if isinstance(button.does, Lay))


def toggles(screen: Screen) -> Iterator[Toggle]:
    """What one tap can tick."""
    return (button.does for row in screen.rows for button in row if isinstance(button.does, Toggle))


def reached(here: Table, seat: int) -> dict[Action, int]:
    """The actions that buttons offer to ``seat``, and the least number of taps to each."""
    found: dict[Action, int] = {}
    known, front = {Cards(0)}, [Cards(0)]
    taps = 1
    while front:
        beyond = []
        for chosen in front:
            screen = hand(replace(here.hand(seat), chosen=chosen), RU)
            for press in lays(screen):
                found.setdefault(press.action, taps)
            beyond += [press.cards for press in toggles(screen) if press.cards not in known]
            known.update(beyond)
        front, taps = beyond, taps + 1
    return found


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_every_screen_is_one_that_telegram_takes(rules: Rules, home: Table, seed: int) -> None:
    for here in whole_deal(rules, seed, home):
        for screen in all_screens(here):
            check(screen)


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_no_line_that_is_not_folded_is_wider_than_a_phone(rules: Rules, home: Table, seed: int) -> None:
    for here in whole_deal(rules, seed, home):
        screens = [table(here.face(), RU), table(here.face(), EN), lobby(here.face(), RU)]
        screens += [show(here.hand(seat), RU) for seat in range(rules.seats) for show in (hand, practice)]
        screens += [hand(here.hand(seat), EN) for seat in range(rules.seats)]
        for screen in screens:
            lines = [line for line in main_part(screen) if "/kozel" not in line]
            assert max(map(width, lines)) <= WIDEST, lines


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_group_sees_no_card_that_was_not_laid_open(rules: Rules, home: Table, seed: int) -> None:
    for here in whole_deal(rules, seed, home):
        assert here.deal is not None
        known = public(here.face())
        hidden = Cards.of(DECK) - known
        for words in (RU, EN):
            for screen in (table(here.face(), words), lobby(here.face(), words), series_end(here.face(), words)):
                assert not cards_in(screen) & hidden


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_hand_shows_its_own_cards_and_none_of_anybody_elses(rules: Rules, home: Table, seed: int) -> None:
    for here in whole_deal(rules, seed, home):
        assert here.deal is not None
        known = public(here.face())
        for seat in range(rules.seats):
            own = Cards(here.deal.hands[seat])
            for screen in (hand(here.hand(seat), RU), practice(here.hand(seat), RU)):
                assert not cards_in(screen) - known - own
                assert here.deal.over or cards_in(screen).holds(own)


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_buttons_are_the_legal_actions_each_within_three_taps(rules: Rules, home: Table, seed: int) -> None:
    for here in islice(whole_deal(rules, seed, home), None, None, 2):
        for seat in range(rules.seats):
            held = here.hand(seat)
            taps = reached(here, seat)
            assert set(taps) == set(held.view.legal)
            assert max(taps.values(), default=1) <= (3 if ticking(held) else 1)


LONGEST = [
    ("6D 7D 8D JD QD AD", "8S 9S KS TS", 4),  # all of one suit, and four to discard, or five to enter with
    ("6D 7D 8D JD QD AD", "7H 8H 9H", 3),
    ("7H 8H 9H JH QH KH", "7D 8D 9D", 3),  # of trumps: each three beat, too
    ("7H 8H 9H JH QH KH", "7D 8D 9D JD QD", 5),
    ("7H 8H 9H KH 6S 6C", "7D 8D 9D JD", 4),
    ("AS TS AD TD 6S 6C", "7C 8C", 2),  # clean
    ("AS TS AD TD 6S 6C", "", 0),
    ("7H 8H 9H JH QH KH", "", 0),
    ("7H 8H JH KH 6S 6C", "", 0),
    ("7H 8H JD KD 6S 6C", "", 0),
    ("7H 8H 9H JD QD KD", "", 0),
    ("AS TS AD TD AC 9C", "", 0),
]


@pytest.mark.parametrize(("own", "led", "number"), LONGEST)
def test_the_hands_with_most_choices_fit_a_phone_within_three_taps(own: str, led: str, number: int) -> None:
    mine, theirs = Cards.parse(own), Cards.parse(led)
    others = [card for card in DECK if card not in mine | theirs and card != Card.parse("6H")]
    filled = theirs | Cards.of(others[: SIX.hand - number])
    hands, plays = ((str(filled), own), [(0, f"lead {led}")]) if led else ((own, str(filled)), [])
    here = playing(*plays, hands=hands, trump="6H", table=a_table(PAIR, rules=SIX))
    seat = 1 if led else 0
    taps = reached(here, seat)
    assert set(taps) == set(here.hand(seat).view.legal)
    assert max(taps.values()) <= 3
    for chosen in all_ticks(here, seat):
        assert len(hand(replace(here.hand(seat), chosen=chosen), RU).rows) <= MOST_ROWS


def all_ticks(here: Table, seat: int) -> Iterator[Cards]:
    """Every set of cards that can be ticked."""
    held = list(here.hand(seat).view.hand)
    for number in range(len(held) + 1):
        yield from map(Cards.of, combinations(held, number))


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_buttons_name_their_moment_and_entering_names_its_trick(rules: Rules, home: Table, seed: int) -> None:
    for here in whole_deal(rules, seed, home):
        assert here.deal is not None
        for seat in range(rules.seats):
            screen = hand(here.hand(seat), RU)
            for press in lays(screen):
                entering = isinstance(press.action, Interrupt)
                assert press.moment == (len(here.deal.past) if entering else here.moment)
                assert (press.table, press.round) == (here.id, here.round)
            assert all(press.moment == here.moment for press in toggles(screen))


@games
@given(seed=deals)
@settings(max_examples=EXAMPLES, deadline=None)
def test_styles_mean_one_thing_each(rules: Rules, home: Table, seed: int) -> None:
    meant: dict[type[Any], Style | None] = {
        Lead: Style.PRIMARY,
        Interrupt: Style.PRIMARY,
        Beat: Style.SUCCESS,
        Discard: None,
        Pass: None,
    }
    for here in whole_deal(rules, seed, home):
        for seat in range(rules.seats):
            for row in hand(here.hand(seat), EN).rows:
                for button in row:
                    if isinstance(button.does, Lay):
                        assert button.style is meant[type(button.does.action)]


@games
@given(seed=deals)
@settings(max_examples=2 * EXAMPLES, deadline=None)
def test_off_turn_a_hand_stays_as_it_is_while_others_play_in_the_same_trick(
    rules: Rules, home: Table, seed: int
) -> None:
    before: Table | None = None
    for here in whole_deal(rules, seed, home):
        if before is not None:
            for seat in range(rules.seats):
                if mine(before, seat) == mine(here, seat):
                    assert hand(before.hand(seat), RU) == hand(here.hand(seat), RU)
        before = here


def mine(here: Table, seat: int) -> object:
    """All of a position that a hand off turn may show; an object of its own where the seat is on turn."""
    view = here.hand(seat).view
    if view.on_turn or view.table.score is not None:
        return object()
    own = [play for play in (*view.table.trick.plays, *view.table.trick.returned) if play.seat == seat]
    return view.hand, view.legal, len(view.table.past), own, view.table.trump


WORST_NAME = "👨‍👩‍👧‍👦" * 40
ZALGO = "а" + "\u0301" * 200


def worst(plays: int, name: str) -> TableFace:
    """A deal longer than any can be, with everything in it, between people with such names."""
    face = playing(table=a_table(tuple(person(i, name) for i in range(4)))).face()
    assert face.deal is not None
    cards = Cards.of([Card.parse(card) for card in ("TS", "TH", "TD", "TC")])
    shown = tuple(Shown(seat % 4, "interrupt", cards, 4) for seat in range(plays))
    trick = TrickView(0, shown[:4], 3, cards, shown[:3])
    return replace(face, deal=replace(face.deal, past=(trick,) * 34, trick=trick))


@pytest.mark.parametrize("name", [WORST_NAME, ZALGO, "<&>" * 20, "Анастасия Константинопольская", "שרה " * 9])
def test_a_deal_of_34_tricks_between_people_with_long_names_fits_a_message(name: str) -> None:
    face = worst(4, name)
    for screen in (
        table(face, RU),
        table(replace(face, phase=Phase.CLOSED), EN),
        practice(replace(playing().hand(0), table=face), RU),
    ):
        check(screen)
    told = plain(table(face, RU))
    assert "👉" in told
    assert "\n34. " in told
    assert told.endswith("…")


def test_a_series_of_hundreds_of_deals_fits_a_message() -> None:
    here = after_the_deal(playing(loss=(4, 10)), (74, 46))
    long = replace(here, results=here.results * 300)
    check(series_end(long.face(), RU))
    check(chat.score(long.face(), RU))


def test_cards_are_found_on_screens() -> None:
    assert cards_in(Screen("10♠ A♥")) == Cards.parse("TS AH")

"""A deal is drawn from a secret committed to before, and from what people did after; done again here by other means."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from kozel import (
    FOUR,
    PLAYERS,
    SIX,
    DealRecord,
    Draw,
    Record,
    check,
    check_text,
    commitment_of,
    deal_from,
    write,
)
from kozel.commitment import opening_of
from kozel.deal import Deal
from kozel.notation import write_play
from kozel.players.company import play_out
from kozel.rules import Rules
from tests.kozel.by_hand import verify_by_hand
from tests.kozel.positions import GAMES
from tests.kozel.records import bare, dump

LOBBY = ("0 sit", "1 sit", "2 computer", "3 computer", "1 deal")


def drawn_series(rules: Rules, deals: int) -> Record:
    """A series as the bot has it played, its secrets from a seed."""
    dice, draw = random.Random(5), Draw(bytes(range(32)), LOBBY)
    series, lead = opening_of(rules, draw.seed)
    played = []
    for number in range(deals):
        dealing = deal_from(rules, series.dealer, series.leader, draw.seed)
        deal, plays = play_out(Deal.start(dealing)[0], [PLAYERS["random"]] * rules.seats, dice)
        series, score, _ = series.after(deal)
        played.append(DealRecord(dealing, plays, score, draw.keys(first=number == 0)))
        draw = Draw(dice.randbytes(32), tuple(map(write_play, plays)))
    return Record(rules, ("Аня", "Борис", "Вера", "Глеб")[: rules.seats], tuple(played), drawn=lead)


SERIES = {rules.variant: drawn_series(rules, 2) for rules in (FOUR, SIX)}


@GAMES
def test_a_second_implementation_draws_the_same_deals(rules: Rules) -> None:
    record = SERIES[rules.variant]
    verify_by_hand(write(record))
    assert check(record) is None
    assert check_text(write(record)) is None


def _set(deal: int, key: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda table: table["deals"][deal].__setitem__(key, value)


def _without(deal: int, *keys: str) -> Callable[[dict[str, Any]], object]:
    return lambda table: [table["deals"][deal].pop(key) for key in keys]


def _another_secret(deal: int) -> Callable[[dict[str, Any]], object]:
    """With a commitment that fits: as who would pick a deck afterwards must do it."""
    keys = {"secret": "ab" * 32, "commitment": commitment_of(b"\xab" * 32)}
    return lambda table: table["deals"][deal].update(keys)


def _another_deck(table: dict[str, Any]) -> None:
    cards = table["deals"][1]["deck"].split()
    cards[0], cards[1] = cards[1], cards[0]
    table["deals"][1]["deck"] = " ".join(cards)


@pytest.mark.parametrize(
    ("change", "deal", "why"),
    [
        (_set(0, "secret", "ab" * 32), 1, "not the one that its commitment was made for"),
        (_set(1, "commitment", "ab" * 32), 2, "not the one that its commitment was made for"),
        (_another_secret(0), 1, "its secret and presses make"),
        (_another_secret(1), 2, "make another deck"),
        (_another_deck, 2, "make another deck"),
        (_set(0, "presses", ["0 deal"]), 1, "its secret and presses make"),
        (_set(1, "presses", ["0 deal"]), 2, "must be the actions of the deal before"),
        (_set(0, "presses", ["0 sit\n1 sit"]), 1, "must be one line"),
        (_set(0, "presses", "0 sit"), 1, "must be a list of lines"),
        (_set(0, "presses", [1]), 1, "must be a list of lines"),
        (_set(0, "secret", "ab"), 1, "must be 32 bytes in hex"),
        (_set(0, "secret", "xy" * 32), 1, "must be 32 bytes in hex"),
        (_set(1, "secret", 7), 2, "must be 32 bytes in hex"),
        (_without(0, "presses"), 1, "must be a list of lines"),
        (_without(1, "secret"), 2, "must be 32 bytes in hex"),
        (_without(0, "commitment"), 1, "not the one that its commitment was made for"),
        (_without(1, "commitment", "secret"), 2, "does not say how it was drawn"),
    ],
)
def test_a_tampered_draw_is_refused_at_its_deal(
    change: Callable[[dict[str, Any]], object], deal: int, why: str
) -> None:
    table = bare(tomllib.loads(write(SERIES["four"])))
    change(table)
    fault = check_text(dump(table))
    assert fault is not None
    assert (fault.deal, fault.action) == (deal, None)
    assert why in fault.why


def test_the_first_dealer_is_the_one_that_was_drawn() -> None:
    table = bare(tomllib.loads(write(SERIES["four"])))
    del table["deals"][1]
    table["deals"][0].update(dealer=(table["deals"][0]["dealer"] + 1) % 4)
    fault = check_text(dump(table))
    assert fault is not None
    assert "the first dealer" in fault.why


def test_the_lead_is_the_one_that_was_drawn() -> None:
    for drawn in ([], ["7C 7H"]):
        table = bare(tomllib.loads(write(SERIES["six"])))
        table["drawn"] = [*drawn, *table["drawn"]]
        if not drawn:
            del table["drawn"]
        fault = check_text(dump(table))
        assert fault is not None
        assert (fault.deal, "another draw" in fault.why) == (1, True)


def test_the_actions_of_a_deal_are_drawn_into_the_next() -> None:
    """Whoever alters an action, however lawfully, must have another deck come after it."""
    record = SERIES["four"]
    draw = Draw(bytes(32), tuple(map(write_play, record.deals[0].plays)))
    assert draw.seed != Draw(bytes(32), draw.presses[:-1]).seed
    assert Draw(bytes(32), ("0 sit", "1 sit")).seed != Draw(bytes(32), ("0 sit1 sit",)).seed


def test_presses_of_a_later_deal_may_be_written_out() -> None:
    table = bare(tomllib.loads(write(SERIES["six"])))
    table["deals"][1]["presses"] = table["deals"][0]["actions"]
    assert check_text(dump(table)) is None


def test_deals_from_before_commitments_stay_right() -> None:
    table = bare(tomllib.loads(write(SERIES["four"])))
    _without(0, "commitment", "secret", "presses")(table)
    assert check_text(dump(table)) is None
    _without(1, "commitment", "secret")(table)
    assert check_text(dump(table)) is None


def test_a_secret_is_in_no_text_about_a_draw() -> None:
    assert bytes(32).hex() not in repr(Draw(bytes(32), LOBBY))
    assert repr(bytes(32)) not in repr(Draw(bytes(32), LOBBY))

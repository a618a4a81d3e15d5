"""A kozel/1 record that was altered is refused at the right deal and action."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable

import pytest

from kozel import (
    DealRecord,
    Record,
    RecordError,
    Rules,
    check,
    check_text,
    read,
    toml,
    write,
)
from tests.kozel.positions import GAMES
from tests.kozel.records import PLAYED, Table, altered, bare, dump, place


def _set(key: str, value: object) -> Callable[[Table], None]:
    return lambda table: table.__setitem__(key, value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_set("variant", "five"), "variant must be one of four, six"),
        (_set("variant", ["four"]), "variant must be one of four, six"),
        (_set("seats", "AB"), "seats must be a list of"),
        (_set("seats", [1, 2]), "seats must be a list of"),
        (_set("seats", ["A"]), "names, not 1"),
        (_set("target", 13), "target must be"),
        (_set("target", "12"), "target must be a whole number"),
        (_set("target", True), "target must be a whole number"),
        (_set("deals", [1]), "deals must be a list of tables"),
        (_set("length", "4"), "length must be a whole number"),
        (_set("length", 3), "not as it was written"),
        (_set("digest", "0"), "not as it was written"),
        (lambda table: table["seats"].reverse(), "not as it was written"),
        (lambda table: table.pop("variant"), "variant must be"),
        (lambda table: table.pop("target"), "target must be"),
        (lambda table: table.pop("seats"), "seats must be"),
    ],
)
def test_an_altered_head_is_refused_there(record: Record, change: Callable[[Table], object], why: str) -> None:
    table = tomllib.loads(write(record))
    change(table)
    text = "".join(toml.line(*item) for item in table.items())
    fault = check_text(text)
    assert fault is not None
    assert place(fault) == (None, None)
    assert why in fault.why
    with pytest.raises(RecordError, match="head: "):
        read(text)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (_set("dealer", 9), "seats are 0 to"),
        (_set("dealer", "0"), "dealer must be a whole number"),
        (_set("leader", 1.5), "leader must be a whole number"),
        (lambda deal: deal.pop("leader"), "leader must be a whole number"),
        (_set("deck", 3), "deck must be a text"),
        (_set("deck", "6S"), "36 cards"),
        (_set("deck", "6X"), "'6X' is not a card"),
        (_set("shown", "1"), "shown must be a whole number"),
        (_set("shown", 20), "shown"),
        (_set("trump", "X"), "trump must be"),
        (lambda deal: deal.pop("trump"), "trump must be"),
        (_set("actions", "0 lead KS"), "actions must be a list"),
        (_set("actions", [1]), "actions must be a list"),
        (lambda deal: deal.pop("actions"), "actions must be a list"),
        (_set("points", [1]), "points must be two numbers"),
        (_set("points", [True, 2]), "points must be two numbers"),
        (_set("tricks", [1, "2"]), "tricks must be two numbers"),
        (_set("loss", [0, 0, 0]), "loss must be two numbers"),
        (lambda deal: deal.pop("loss"), "loss must be two numbers"),
        (_set("points", [1, 119]), "its result must be points"),
        (_set("tricks", [0, 0]), "its result must be points"),
        (_set("loss", [6, 6]), "its result must be points"),
        (_set("digest", "00"), "its digest is another"),
        (_set("marks", 3), "its mark is another"),
        (_set("marks", ""), "its mark is another"),
        (lambda deal: [deal.pop(key) for key in ("points", "tricks", "loss")], "has no result"),
    ],
)
@pytest.mark.parametrize("number", [1, 2, 4])
def test_an_altered_deal_is_refused_at_that_deal(
    record: Record, number: int, change: Callable[[Table], object], why: str
) -> None:
    fault = altered(record, lambda table: change(table["deals"][number - 1]))
    assert fault is not None
    assert place(fault) == (number, None)
    assert str(fault).startswith(f"deal {number}: ")
    if "its digest" not in why and "its mark" not in why:
        fault = altered(record, lambda table: change(table["deals"][number - 1]), sealed=False)
        assert fault is not None
        assert place(fault) == (number, None)
    assert why in fault.why


@pytest.mark.parametrize("number", [1, 3])
def test_any_two_cards_of_the_deck_that_change_places_are_found_at_that_deal(record: Record, number: int) -> None:
    dice = random.Random(number)
    for _ in range(15):
        one, other = dice.sample(range(36), 2)

        def swap(table: Table, one: int = one, other: int = other) -> None:
            deck = table["deals"][number - 1]["deck"].split()
            deck[one], deck[other] = deck[other], deck[one]
            table["deals"][number - 1]["deck"] = " ".join(deck)

        assert place(altered(record, swap)) == (number, None)


@pytest.mark.parametrize("key", ["dealer", "leader", "shown"])
def test_another_dealer_leader_or_card_shown_is_found_at_that_deal(key: str) -> None:
    for number in (1, 2, 4):
        for value in range(4) if key != "shown" else (0, 7, 19):
            deal = tomllib.loads(write(PLAYED["four"]))["deals"][number - 1]
            if deal[key] != value:
                change = _set(key, value)
                fault = altered(PLAYED["four"], lambda table, c=change, n=number: c(table["deals"][n - 1]))  # type: ignore[misc]
                assert place(fault) == (number, None)


def _another_action(text: str, dice: random.Random) -> str:
    """``text`` with something in it changed."""
    seat, verb, *cards = text.split()
    what = dice.choice(["seat", "verb", "card", "more", "junk"])
    if what == "seat":
        seat = dice.choice([other for other in "01234569x" if other != seat])
    elif what == "verb":
        verb = dice.choice([other for other in ("lead", "beat", "discard", "interrupt", "bet") if other != verb])
    elif what == "card" and cards:
        cards[0] = dice.choice([other for other in ("6S", "TH", "AD", "QC", "1C", "KS") if other not in cards])
    elif what == "more":
        cards.append(dice.choice([other for other in ("7S", "9H", "JD", "AC") if other not in cards]))
    else:
        return dice.choice(["", "?", "0", f"{seat}{verb}", f"{text} {text.rsplit(maxsplit=1)[-1]}"])
    return " ".join([seat, verb, *cards])


@pytest.mark.parametrize("seed", range(30))
def test_an_altered_action_is_refused_at_that_action(record: Record, seed: int) -> None:
    dice = random.Random(seed)
    number = dice.randint(1, 4)
    size = len(record.deals[number - 1].plays)
    action = dice.randint(1, size)

    def change(table: Table) -> None:
        actions = table["deals"][number - 1]["actions"]
        actions[action - 1] = _another_action(actions[action - 1], dice)

    fault = altered(record, change)
    assert place(fault) == (number, action)
    assert str(fault).startswith(f"deal {number}, action {action}: ")


@pytest.mark.parametrize("seed", range(20))
def test_an_action_gone_or_twice_or_changed_with_its_neighbour_is_refused_there(record: Record, seed: int) -> None:
    dice = random.Random(seed)
    number = dice.randint(1, 4)
    size = len(record.deals[number - 1].plays)
    action = dice.randint(1, size - 1)

    def actions(table: Table) -> list[str]:
        found: list[str] = table["deals"][number - 1]["actions"]
        return found

    def swap(table: Table) -> None:
        some = actions(table)
        some[action - 1], some[action] = some[action], some[action - 1]

    assert place(altered(record, lambda table: actions(table).pop(action - 1))) == (number, action)
    assert place(altered(record, lambda table: actions(table).pop())) == (number, size)
    assert place(altered(record, swap)) == (number, action)
    again = altered(record, lambda table: actions(table).insert(action, actions(table)[action - 1]))
    assert place(again) == (number, action + 1)


def test_a_deal_gone_or_twice_or_changed_with_its_neighbour_is_refused_there(record: Record) -> None:
    for place_of_deal in range(4):
        gone = altered(record, lambda table, p=place_of_deal: table["deals"].pop(p))  # type: ignore[misc]
        assert place(gone) == (place_of_deal + 1, None)
        twice = altered(record, lambda table, p=place_of_deal: table["deals"].insert(p, table["deals"][p]))  # type: ignore[misc]
        assert place(twice) == (place_of_deal + 2, None)
    assert place(altered(record, lambda table: table["deals"].reverse())) == (1, None)
    last = altered(record, lambda table: table["deals"].pop())
    assert last is not None
    assert last.why == "it is missing"


def test_a_deal_more_than_was_written_is_refused(record: Record) -> None:
    shorter = Record(record.rules, record.seats, record.deals[:3])
    table = tomllib.loads(write(shorter))
    table["deals"].append(bare(tomllib.loads(write(record)))["deals"][3])
    fault = check_text(dump(table))
    assert fault is not None
    assert (fault.deal, fault.why) == (4, "it was not there when the record was written")


@pytest.mark.parametrize("seed", range(30))
def test_the_first_of_several_faults_is_told(record: Record, seed: int) -> None:
    dice = random.Random(seed)
    first = (dice.randint(1, 2), dice.randint(1, 8))
    second = (dice.randint(3, 4), dice.randint(1, 8))

    def change(table: Table) -> None:
        for number, action in (first, second):
            actions = table["deals"][number - 1]["actions"]
            actions[action - 1] = _another_action(actions[action - 1], dice)

    assert place(altered(record, change)) == first


def test_without_seals_the_rules_find_what_they_can(record: Record) -> None:
    def stranger(table: Table) -> None:
        actions = table["deals"][1]["actions"]
        actions[5] = " ".join([actions[5].split()[0], "discard", *record_deck(table)[-1:]])

    def record_deck(table: Table) -> list[str]:
        return str(table["deals"][1]["deck"]).split()

    fault = altered(record, stranger, sealed=False)
    assert fault is not None
    assert (fault.deal, fault.action) == (2, 6)


def test_without_seals_a_deal_that_goes_on_too_early_or_too_late_is_refused(record: Record) -> None:
    early = altered(record, lambda table: table["deals"][1]["actions"].pop(), sealed=False)
    assert early is not None
    assert (early.deal, early.action, early.why) == (2, None, "it is not played to its end, and another deal follows")
    last = altered(record, lambda table: table["deals"][3]["actions"].pop(), sealed=False)
    assert last is not None
    assert (last.deal, last.why) == (4, "it has a result, but is not played to its end")
    size = len(record.deals[3].plays)
    late = altered(record, lambda table: table["deals"][3]["actions"].append("0 lead KS"), sealed=False)
    assert str(late) == f"deal 4, action {size + 1}: seat 0: the deal is over"


def test_a_deal_of_the_wrong_dealer_or_leader_is_refused() -> None:
    four = PLAYED["four"]
    fault = altered(four, lambda table: table["deals"].pop(1), sealed=False)
    assert fault is not None
    assert (fault.deal, fault.action) == (2, None)
    assert fault.why.startswith("the dealer must be seat")
    first = tomllib.loads(write(four))["deals"][0]
    wrong = (first["leader"] + 1) % 4
    other = altered(four, lambda table: table["deals"][0].__setitem__("leader", wrong), sealed=False)
    assert str(other) == f"deal 1: the leader must be seat {first['leader']}, not {wrong}"


def test_there_are_as_many_seats_as_the_game_has() -> None:
    def stranger(table: Table) -> None:
        actions = table["deals"][0]["actions"]
        actions[0] = "7" + actions[0][1:]

    fault = altered(PLAYED["four"], stranger, sealed=False)
    assert str(fault) == "deal 1, action 1: there is no seat 7: seats are 0 to 3"


@GAMES
def test_a_seat_beyond_the_game_in_a_record_from_code_is_a_fault(rules: Rules) -> None:
    good = PLAYED[rules.variant].deals[0]
    plays = (good.plays[0]._replace(seat=9), *good.plays[1:])
    bad = Record(rules, PLAYED[rules.variant].seats, (DealRecord(good.dealing, plays, good.score),))
    assert place(check(bad)) == (1, 1)

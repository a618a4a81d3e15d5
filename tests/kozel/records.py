"""Records to alter, and what becomes of them."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

from kozel import (
    FOUR,
    PLAYERS,
    SIX,
    Fault,
    Record,
    check_text,
    toml,
    write,
)
from kozel.players.company import play_series

PLAYED = {
    rules.variant: play_series(rules, ["random", "greedy", "random", "random"][: rules.seats], "3", PLAYERS, 4)
    for rules in (FOUR, SIX)
}
Table = dict[str, Any]


def dump(table: Table) -> str:
    """A record's table as text, as it stands, seals and all."""
    heads = [toml.line(key, value) for key, value in table.items() if key != "deals"]
    deals = ["[[deals]]\n" + "".join(toml.line(*item) for item in deal.items()) for deal in table["deals"]]
    return "".join(heads + deals)


def bare(table: Table) -> Table:
    """The same without the keys that only this writer adds."""
    without = {key: value for key, value in table.items() if key not in ("digest", "length")}
    without["deals"] = [
        {key: value for key, value in deal.items() if key not in ("digest", "marks")} for deal in table["deals"]
    ]
    return without


def altered(record: Record, change: Callable[[Table], object], *, sealed: bool = True) -> Fault | None:
    """The first fault of ``record`` after ``change`` to its table."""
    table: Table = tomllib.loads(write(record))
    table = table if sealed else bare(table)
    before = copy.deepcopy(table)
    change(table)
    assert table != before
    return check_text(dump(table))


def place(fault: Fault | None) -> tuple[int | None, int | None] | None:
    return None if fault is None else (fault.deal, fault.action)

"""Actions are values, made once; and what is none is not taken for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from kozel import FOUR, Action, Cards, Deal, Discard, Lead, Play, deal_from, table_view, verb_of
from kozel.actions import DISCARDS, LEADS
from kozel.show import _told


def test_the_same_action_is_the_same_object_and_a_fresh_one_is_equal() -> None:
    cards = Cards.parse("KS TS")
    assert LEADS[int(cards)] is LEADS[int(cards)]
    assert LEADS[int(cards)] == Lead(cards)


def test_the_objects_kept_do_not_become_too_many() -> None:
    for bits in range(1, 10_000):
        assert DISCARDS[bits] == Discard(Cards(bits))
        assert len(DISCARDS) <= 8192


def _applied(action: Action) -> object:
    deal, _ = Deal.start(deal_from(FOUR, 0, 1, b"x"))
    return deal.apply(1, action)


def _viewed(action: Action) -> object:
    deal, _ = Deal.start(deal_from(FOUR, 0, 1, b"x"))
    return table_view(deal._replace(trick=deal.trick._replace(plays=(Play(1, action),))))


@pytest.mark.parametrize("use", [_applied, _viewed, verb_of, lambda action: _told(Play(1, action), returns=False)])
def test_what_is_no_action_is_a_bug_and_said_so(use: Callable[[Action], object]) -> None:
    with pytest.raises(AssertionError, match="unreachable"):
        use(cast("Action", "lead KS"))

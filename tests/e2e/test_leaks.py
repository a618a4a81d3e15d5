"""No call that leaves the bot holds a card that its reader may not know, before the deal is over."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox.server import Running
from bot.telegram.callback import UnknownPress, decode
from kozel import FOUR, SIX, Card, Cards, Rank, Rules
from tests.e2e.conftest import Yard
from tests.e2e.ledger import StoredDeal, face_down, held, public, stored_deals
from tests.e2e.seats import Person, ended, gather, play_on
from tests.e2e.watching import until

Json = dict[str, Any]

_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_CARD = re.compile(r"(10|[6-9JQKAT★])\ufe0e?([♠♥♦♣])")
_RANKS = {"10": "T", "★": "6"}
_ENDED = re.compile(r"Сдача (\d+) сыграна")


@pytest.mark.parametrize("rules", [FOUR, SIX], ids=["four", "six"])
async def test_no_call_to_anybody_holds_a_hidden_card_before_the_deal_is_over(
    yard: Yard, sandbox: Running, rules: Rules
) -> None:
    people = yard.people[: rules.seats]
    dice = random.Random(5)
    async with yard.bot(DEAL_PAUSE="0.4") as bot:
        await gather(yard.chat, people, rules=rules)
        for person in people:  # each looks at their cards in the group, too, and has the hand and the table brought
            assert (await person.tap(yard.chat, label="Мои карты")).show_alert
        await yard.people[4].tap(yard.chat, label="Мои карты")
        await people[0].say(yard.chat, "/table")
        await people[1].say(people[1].id, "/hand")
        await people[-1].say(yard.chat, "/score")
        leader = await until(partial(_who_may_ask, people))
        assert (await leader.tap(leader.id, data="hint:", wait=20)).text.startswith("💡 ")
        await play_on(people, yard.chat, dice)
        assert await ended(people[0], yard.chat)
        log = bot.log
    deals = stored_deals(yard.database)
    calls = await yard.client.calls()
    read = Counter(_leaks_of(call, deals, sandbox) for call in calls)
    assert sum(read.values()) == len(calls) > 100
    written = log.read_text()
    assert not _cards_said(written), "a log line names a card"
    assert not re.findall(r"\b[6-9TJQKA][SHDC]\b", written), "a log line names a card"
    secrets = _secrets(yard.database)
    assert len(secrets) == len(deals) + 1
    said = json.dumps(calls)
    assert not [secret for secret in secrets if secret in said or secret in written], "what a deck comes from is told"
    assert all(sha256(bytes.fromhex(secret)).hexdigest() in said for secret in secrets), "its commitment is not"
    _would_have_been_found(calls, deals, sandbox)


async def _who_may_ask(people: Sequence[Person]) -> Person | None:
    """Somebody is offered a hint."""
    for person in people:
        if "hint:" in str(await person.hand()):
            return person
    return None


def _secrets(database: Path) -> list[str]:
    """What the deals were drawn from, and what the next one would be."""
    with closing(sqlite3.connect(database)) as file:
        return [secret for (secret,) in file.execute("SELECT secret FROM draws ORDER BY table_id, round")]


def _would_have_been_found(calls: list[Json], deals: list[StoredDeal], sandbox: Running) -> None:
    """One of these very calls, with a card in it that lay face down by then, must not pass."""
    group = deals[0].chat
    call = next(
        call
        for call in calls
        if _reader(call, sandbox) == group and _deal_under_way(deals, call["time"]) is deals[0] and _cards_in(call)
    )
    hidden = next(iter(face_down(deals[0]) - public(deals[0], call["time"])))  # the trump card was shown
    suit = next(glyph for glyph, letter in _SUITS.items() if letter == hidden.suit.value)
    joker = hidden in deals[0].dealing.rules.jokers
    spelled = ("★" if joker else "10" if hidden.rank is Rank.TEN else hidden.rank.value) + suit
    doctored = {**call, "params": {**call["params"], "text": f"{call['params']['text']} {spelled}"}}
    with pytest.raises(AssertionError):
        _leaks_of(doctored, deals, sandbox)


def _leaks_of(call: Json, deals: list[StoredDeal], sandbox: Running) -> str:
    """Fails where this call says too much; its method, for the count."""
    reader = _reader(call, sandbox)
    said = _cards_in(call)
    deal = _deal_under_way(deals, call["time"])
    if reader is None or deal is None or not said:
        return str(call["method"])
    text = str(call["params"].get("text", ""))
    if _ENDED.search(text) and "👉" not in text:  # the result of a deal that is over tells of that deal only
        finished = [other for other in deals if other.ended and other.ended <= call["time"]]
        assert any(public(other, call["time"]).holds(said) for other in finished), text
        return str(call["method"])
    known = public(deal, call["time"])
    if reader in deal.people:
        known |= held(deal, deal.people.index(reader), call["time"])
    assert known.holds(said), (
        f"{call['method']} tells {reader} of {said - known}:\n{json.dumps(call, ensure_ascii=False)}"
    )
    return str(call["method"])


def _reader(call: Json, sandbox: Running) -> int | None:
    """Who can read what this call says: a chat's id; a person's for the answer to their press."""
    if call["method"] == "answerCallbackQuery":
        query = sandbox.board.query(str(call["params"]["callback_query_id"]))
        return query.person if query else None
    chat = call["params"].get("chat_id")
    return int(chat) if chat is not None else None


def _cards_in(call: Json) -> Cards:
    """Every card that the call names, in its text or on its buttons, also those written as callback data."""
    said = _cards_said(str(call["params"].get("text", "")))
    markup = call["params"].get("reply_markup") or {}
    keyboard = json.loads(markup) if isinstance(markup, str) else markup
    for row in keyboard.get("inline_keyboard", []):
        for button in row:
            said |= _cards_said(button["text"]) | _cards_pressed(button.get("callback_data", ""))
    return said


def _cards_said(text: str) -> Cards:
    return Cards.of(Card.parse(_RANKS.get(rank, rank) + _SUITS[suit]) for rank, suit in _CARD.findall(text))


def _cards_pressed(data: str) -> Cards:
    try:
        press = decode(data)
    except UnknownPress:
        return Cards(0)
    action = getattr(press, "action", None)
    return Cards(action.cards if action is not None else getattr(press, "cards", 0))


def _deal_under_way(deals: list[StoredDeal], at: float) -> StoredDeal | None:
    now = [deal for deal in deals if deal.begun <= at and (deal.ended is None or at < deal.ended)]
    return now[-1] if now else None


@pytest.mark.parametrize("text", ["10♠", "J♥ A♥", "🃏 9♦ │ 7♣", "★♠"])
def test_the_reader_of_calls_sees_cards_where_they_are(text: str) -> None:
    assert _cards_said(text)


def test_the_reader_of_calls_sees_cards_in_buttons() -> None:
    button = {"text": "■", "callback_data": "lay:1:1:0:d1"}
    call = {"params": {"text": "", "reply_markup": json.dumps({"inline_keyboard": [[button]]})}}
    assert _cards_in(call) == Cards(1)

"""What tests look at beside the chats: the calls that the bot made, and the rows that it stored."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from bot.sandbox.client import Press, SandboxClient
from bot.screens import alerts
from bot.tables.refusals import TableRefusal
from bot.texts import words
from tests.e2e.ledger import StoredDeal, stored_deals
from tests.e2e.seats import PATIENCE

Json = dict[str, Any]
Seen = TypeVar("Seen")

MOST_IN_AN_ANSWER = 200
"""Characters of an answer to a press."""
_RECENT = 500  # calls among which the answer to a press is looked for

_OF_CHAT = {
    "tables": "SELECT id, topic, phase, version, language FROM tables WHERE chat_id = ? ORDER BY id",
    "seats": "SELECT s.table_id, seat, person_id, computer, chosen FROM seats s JOIN tables t ON t.id = s.table_id"
    " WHERE t.chat_id = ? ORDER BY s.table_id, seat",
    "deals": "SELECT d.table_id, round, deck, ended_at FROM deals d JOIN tables t ON t.id = d.table_id"
    " WHERE t.chat_id = ? ORDER BY d.table_id, round",
    "actions": "SELECT a.table_id, round, moment, seat, verb, cards, by FROM actions a"
    " JOIN tables t ON t.id = a.table_id WHERE t.chat_id = ? ORDER BY a.table_id, round, moment",
}


def stored(database: Path, chat: int) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is stored of the tables in a chat: two of these are the same if nothing has changed."""
    connection = sqlite3.connect(database)
    try:
        return {name: connection.execute(query, (chat,)).fetchall() for name, query in _OF_CHAT.items()}
    finally:
        connection.close()


def deals_in(database: Path, chat: int) -> list[StoredDeal]:
    """The deals at the tables in a chat."""
    return [deal for deal in stored_deals(database) if deal.chat == chat]


def to_chat(calls: list[Json], chat: int, *methods: str) -> list[Json]:
    """Those calls that went to this chat (and were of these methods), failed ones included."""
    return [
        call
        for call in calls
        if str(call["params"].get("chat_id")) == str(chat) and (not methods or call["method"] in methods)
    ]


async def answered_once(client: SandboxClient, press: Press, *, came_twice: bool = False) -> str:
    """The text of the answer to a press, of which there is one, a short one.

    Where the press came twice, so may its answer; Telegram takes the first.
    """
    assert press.answered, "a press without an answer"
    last = (await client.health())["last_call"]
    answers = [
        call
        for call in await client.calls(max(0, last - _RECENT))
        if call["method"] == "answerCallbackQuery" and str(call["params"]["callback_query_id"]) == press.id
    ]
    codes = [call["code"] for call in answers]
    assert codes == [200] or (came_twice and codes == [200] + [400] * (len(codes) - 1)), answers
    assert len(press.text) <= MOST_IN_AN_ANSWER
    return press.text


async def until(look: Callable[[], Awaitable[Seen | None]], *, seconds: float = PATIENCE) -> Seen:
    """Look again and again until there is something to see; what there is."""
    deadline = time.monotonic() + seconds
    while True:
        if seen := await look():
            return seen
        assert time.monotonic() < deadline, f"still not so after {seconds:.0f} s: {look.__doc__ or look}"
        await asyncio.sleep(0.02)


async def quiet(client: SandboxClient, *, seconds: float = 0.4) -> int:
    """Wait until the bot has had nothing to say to anybody for a while; the number of its last call."""
    deadline = time.monotonic() + PATIENCE
    heard, since = -1, time.monotonic()
    while time.monotonic() - since < seconds:
        assert time.monotonic() < deadline, "the bot does not stop talking"
        now = (await client.health())["last_call"]
        if now != heard:
            heard, since = now, time.monotonic()
        await asyncio.sleep(0.05)
    return heard


def why(refusal: TableRefusal, language: str = "ru") -> str:
    """What the bot says to a press that it refuses so."""
    return alerts.refused(refusal, None, words(language))

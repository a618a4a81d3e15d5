"""What must hold at the end of a chaos run, read from the database by other means than the bot's own."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from itertools import groupby
from pathlib import Path

from bot.sandbox.markup import parse_html
from bot.sandbox.switchboard import Switchboard
from bot.sandbox.world import Text
from bot.storage.store import SqlStore
from bot.tables.model import Phase, Table, TableId
from bot.tables.presses import Lay
from bot.tables.slots import Slot, SlotKey, What
from bot.telegram.plan import NUDGE, want
from kozel import Interrupt, verb_of, write
from tests.e2e.ledger import record_of, stored_deals
from tests.e2e.process import ROOT

_AT_ONCE = 200  # files that one `check` reads


def lost_or_doubled(path: Path, accepted: list[tuple[int, Lay]]) -> list[str]:
    """The confirmed plays that are not stored just once, as they were pressed."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT table_id, round, moment, by, verb, cards FROM actions").fetchall()
    at = {(table, round_, moment): (by, verb, _same(cards)) for table, round_, moment, by, verb, cards in rows}
    done = Counter((table, round_, by, verb, _same(cards)) for table, round_, _, by, verb, cards in rows)
    wrong, pressed, entered = [], Counter[tuple[int, int, int]](), Counter[object]()
    for person, press in accepted:
        said = (person, verb_of(press.action), _same(str(press.action.cards)))
        if isinstance(press.action, Interrupt):  # it names its trick, not its moment
            entered[key := (press.table, press.round, *said)] += 1
            if entered[key] > done[key]:
                wrong.append(f"{press} of {person} is not stored")
            continue
        place = (int(press.table), press.round, press.moment)
        pressed[place] += 1
        if at.get(place) != said:
            wrong.append(f"{press} of {person} is stored as {at.get(place)}")
        if pressed[place] > 1:
            wrong.append(f"{press} was accepted {pressed[place]} times")
    return wrong


def _same(cards: str) -> tuple[str, ...]:
    return tuple(sorted(cards.split()))


def not_clean(path: Path, folder: Path) -> tuple[int, list[str]]:
    """How many series there are; what ``python -m kozel check`` says of those that are not clean."""
    with closing(sqlite3.connect(path)) as connection:
        series = {(t, r): s for t, r, s in connection.execute("SELECT table_id, round, series_id FROM deals")}
    deals = sorted(stored_deals(path), key=lambda deal: (series[deal.table, deal.round], deal.round))
    files = []
    for number, group in groupby(deals, key=lambda deal: series[deal.table, deal.round]):
        played = list(group)
        names = [f"seat {seat}" for seat in range(played[0].dealing.rules.seats)]
        files.append(folder / f"{number}.toml")
        files[-1].write_text(write(record_of(played, names)), encoding="utf-8")
    wrong = []
    for start in range(0, len(files), _AT_ONCE):
        command = [sys.executable, "-m", "kozel", "check", *map(str, files[start : start + _AT_ONCE])]
        checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if checked.returncode:
            wrong.append((checked.stdout + checked.stderr).strip())
    return len(files), wrong


async def not_shown(board: Switchboard, store: SqlStore, deleted: set[tuple[int, int]]) -> list[str]:
    """The messages that do not show their table as it is stored; what people ``deleted`` comes with its next change."""
    wrong = []
    for number in await store.live():
        table, slots = await store.load(number), await store.slots(number)
        assert table is not None
        standing = {key: slot for key, slot in slots.items() if (slot.chat, slot.message) not in deleted}
        wrong += [why for key, slot in standing.items() if (why := await _differs(board, store, table, key, slot))]
        if table.phase is Phase.PLAYING and not any(
            key.what is What.DEAL and key.round == table.round for key in slots
        ):
            wrong.append(f"table {number}: the deal is nowhere")
        for held in table.seats:
            someone = held.person
            if table.phase is not Phase.PLAYING or someone is None or not someone.reachable or table.deal is None:
                continue
            if SlotKey(number, What.HAND, 0, someone.id) not in slots:
                wrong.append(f"table {number}: no hand for {someone.id}")
    return wrong


async def _differs(board: Switchboard, store: SqlStore, table: Table, key: SlotKey, slot: Slot) -> str | None:
    person = await store.person(key.person) if key.person else None
    if slot.settled or (key.what is not What.HAND and key.round not in (0, table.round)):
        return None
    nudged = slot.rung.removesuffix(NUDGE) if slot.rung.endswith(NUDGE) else None
    wanted = want(table, key, person.language if person else None, nudged=nudged)
    if wanted is None or (person is not None and not person.reachable):
        return None
    message = board.world.chats[slot.chat].messages.get(slot.message or 0)
    shown = message.content.text if message is not None and isinstance(message.content, Text) else None
    expected = parse_html(wanted.screen.text)[0]
    return None if shown == expected else f"{key} in {slot.chat} shows {shown!r} and not {expected!r}"


async def progress(store: SqlStore) -> dict[TableId, int]:
    """How far each table is that is played and where somebody sits: its version."""
    found = {}
    for number in await store.live():
        table = await store.load(number)
        if table is not None and table.phase is Phase.PLAYING and any(held.person for held in table.seats):
            found[number] = table.version
    return found

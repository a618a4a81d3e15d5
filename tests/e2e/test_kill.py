"""kill -9, again and again: the series goes on where it stood, no accepted play is lost or done twice."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence

import pytest

from bot.sandbox.client import Press
from bot.sandbox.markup import parse_html
from bot.storage.store import SqlStore, open_store
from bot.tables.presses import Lay
from bot.tables.slots import What
from bot.telegram.callback import decode
from bot.telegram.plan import want
from kozel import FOUR, SIX, Cards, Interrupt, Rules, check, verb_of
from tests.e2e.conftest import Yard
from tests.e2e.ledger import record_of, stored_deals
from tests.e2e.seats import Person, ended, gather, plays

KILLS = 8


class Notebook:
    """What the bot has accepted, as the people who pressed saw it."""

    def __init__(self) -> None:
        self.accepted: list[tuple[int, Lay]] = []

    async def reaches(self, number: int) -> None:
        """Wait until so many plays are accepted."""
        async with asyncio.timeout(60):
            while len(self.accepted) < number:  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    async def press(self, person: Person, dice: random.Random) -> bool:
        """One press of what the hand offers; noted where the bot confirmed it."""
        message = await person.hand()
        if message is None:
            return False
        data = dice.choice(plays(message))["callback_data"]
        answer = await person.client.press(person.id, person.id, message["message_id"], data, wait=1)
        if _confirmed(answer):
            press = decode(data)
            assert isinstance(press, Lay)
            self.accepted.append((person.id, press))
        return answer.answered


def _confirmed(answer: Press) -> bool:
    return answer.answered and not answer.show_alert and re.search("[♠♥♦♣■]|Пас", answer.text) is not None


@pytest.mark.parametrize("rules", [FOUR, SIX], ids=["four", "six"])
async def test_killed_at_random_moments_a_series_goes_on_where_it_stood(yard: Yard, rules: Rules) -> None:
    people, dice, notes = yard.people[: rules.seats], random.Random(11), Notebook()
    bot = yard.bot()
    await bot.start()
    try:
        await gather(yard.chat, people, rules=rules)
        for _ in range(KILLS):
            playing = asyncio.create_task(_play(people, yard.chat, notes, dice))
            await notes.reaches(len(notes.accepted) + dice.randint(1, 5))
            await asyncio.sleep(dice.uniform(0, 0.1))
            await bot.kill()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await bot.start()
            await _chats_show_the_stored_table(yard)
        await asyncio.wait_for(_play(people, yard.chat, notes, dice), 120)
    finally:
        await bot.stop()
    await _nothing_lost_or_doubled(yard, people, notes)


async def _play(people: Sequence[Person], chat: int, notes: Notebook, dice: random.Random) -> None:
    while not await ended(people[0], chat):
        pressed = [await notes.press(person, dice) for person in people]
        if not any(pressed):
            await asyncio.sleep(0.02)


async def _chats_show_the_stored_table(yard: Yard) -> None:
    """Soon after a start, the newest message of the group and of each player shows what is stored."""
    store = open_store(f"sqlite+aiosqlite:///{yard.database}")
    try:
        async with asyncio.timeout(15):
            while wrong := await _wrong(store, yard):
                await asyncio.sleep(0.05)
                last = wrong
    except TimeoutError:
        raise AssertionError(f"this does not come right: {last}") from None
    finally:
        await store.close()


async def _wrong(store: SqlStore, yard: Yard) -> list[str]:
    (live,) = await store.live()
    slots, table = await store.slots(live), await store.load(live)
    assert table is not None
    wrong = []
    for key, slot in slots.items():
        if slot.settled or (key.what is not What.HAND and key.round not in (0, table.round)):
            continue
        person = await store.person(key.person) if key.person else None
        wanted = want(table, key, person.language if person else None)
        if wanted is None:
            continue
        reader = int(key.person or yard.people[0].id)
        shown = {m["message_id"]: m.get("text") for m in await yard.client.messages(reader, slot.chat)}
        expected = parse_html(wanted.screen.text)[0]
        if shown.get(slot.message or 0) != expected:
            wrong.append(f"{key} shows {shown.get(slot.message or 0)!r} and not {expected!r}")
    if {What.DEAL} - {key.what for key in slots}:
        wrong.append("no deal in the group")
    return wrong


async def _nothing_lost_or_doubled(yard: Yard, people: Sequence[Person], notes: Notebook) -> None:
    deals = stored_deals(yard.database)
    by_round = {deal.round: deal for deal in deals}
    assert sorted(by_round) == list(range(1, len(deals) + 1))
    assert len(notes.accepted) > KILLS
    for person, press in notes.accepted:
        deal = by_round[press.round]
        seat = deal.people.index(person)
        on_turn = not isinstance(press.action, Interrupt)  # such a press names its moment; the others name their trick
        done = [
            moment
            for number, moment in enumerate(deal.moments)
            if (moment.seat, moment.verb, Cards.parse(moment.cards)) == (seat, *_said(press))
            and (not on_turn or number == press.moment)
        ]
        assert len(done) == 1, f"{press} of {person} is stored {len(done)} times"
    assert check(record_of(deals, [person.name for person in people])) is None


def _said(press: Lay) -> tuple[str, Cards]:
    return verb_of(press.action), Cards(press.action.cards)

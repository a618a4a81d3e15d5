"""A bot's Telegram side over a Telegram, a store and a house that stand in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial

import pytest
from telegram.error import BadRequest, TelegramError

from bot.screens.screen import Screen
from bot.tables.change import Change, UseCase
from bot.tables.house import House
from bot.tables.model import ChatId, Person, PersonId, Place, Table
from bot.tables.playing import lay
from bot.tables.slots import Slot, SlotKey, What
from bot.telegram import courier as courier_module
from bot.telegram.courier import Courier, Saying
from bot.telegram.delivery import Delivery
from bot.telegram.keyboard import Address
from bot.telegram.links import url_of
from bot.telegram.pace import Gate, Pace
from bot.telegram.voice import Voice
from kozel import Action
from tests.tables.build import laid_out, lays, press
from tests.tables.memory import MemoryStore

QUICK = Pace(group=0.06, private=0.01, quiet=0.03, a_second=10_000)


@pytest.fixture(autouse=True)
def _quick_tempers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")  # the library's own way to be spared a warning a RetryAfter
    monkeypatch.setattr(courier_module, "_PATIENCE", (0.02, 0.04))
    monkeypatch.setattr(courier_module, "_SHUT_OUT", 0.08)


@dataclass(frozen=True)
class Call:
    """A call to Telegram: when, what (send, edit or delete), and what it brought or raised."""

    at: float
    kind: str
    chat: int
    message: int
    screen: Screen | None = None
    topic: int | None = None
    loud: bool = False
    reply_to: int | None = None
    error: TelegramError | None = None


class FakeVoice(Voice):
    """A Telegram in memory: ``chats`` are the messages that stand, ``calls`` all that was called.

    ``faults``: errors for the next calls of a kind to a chat. ``slow``: seconds that a call takes. ``called`` is
    set with every call.
    """

    def __init__(self) -> None:
        self.chats: dict[int, dict[int, Screen]] = {}
        self.calls: list[Call] = []
        self.faults: dict[tuple[str, int], list[TelegramError]] = {}
        self.slow = 0.0
        self.called = asyncio.Event()
        self._last = 100

    def address(self, anchor: int | None = None) -> Address:
        return lambda link: url_of(link, "kozel_bot", anchor)

    async def send(
        self,
        chat: int,
        topic: int | None,
        screen: Screen,
        *,
        anchor: int | None = None,
        loud: bool = False,
        reply_to: int | None = None,
    ) -> int:
        self._last = message = self._last + 1
        await self._call(Call(self._now(), "send", chat, message, screen, topic, loud, reply_to))
        self.chats.setdefault(chat, {})[message] = screen
        return message

    async def edit(self, chat: int, message: int, screen: Screen, *, anchor: int | None = None) -> None:
        standing = self.chats.setdefault(chat, {})
        if message not in standing:
            raise BadRequest("Message to edit not found")
        await self._call(Call(self._now(), "edit", chat, message, screen))
        standing[message] = screen

    async def delete(self, chat: int, message: int) -> None:
        await self._call(Call(self._now(), "delete", chat, message))
        self.chats[chat].pop(message, None)

    def fail(self, kind: str, chat: int, *errors: TelegramError) -> None:
        """Have the next calls of this kind to this chat fail so."""
        self.faults.setdefault((kind, chat), []).extend(errors)

    def said(self, kind: str, chat: int) -> list[Call]:
        """The calls of this kind to this chat that Telegram took."""
        return [call for call in self.calls if (call.kind, call.chat, call.error) == (kind, chat, None)]

    def tried(self, chat: int) -> list[Call]:
        """All calls to this chat."""
        return [call for call in self.calls if call.chat == chat]

    async def _call(self, call: Call) -> None:
        await asyncio.sleep(self.slow)
        faults = self.faults.get((call.kind, call.chat))
        error = faults.pop(0) if faults else None
        self.calls.append(replace(call, error=error))
        self.called.set()
        if error is not None:
            raise error

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


class Office:
    """Everything that speaks to Telegram, put together as in the bot."""

    def __init__(self, store: MemoryStore, voice: FakeVoice, pace: Pace = QUICK) -> None:
        self.store, self.voice, self.pace = store, voice, pace
        self.house = House(store)
        self.delivery = Delivery(voice, self.house, store, Gate(pace.a_second))
        self.courier = Courier(voice, self.house, self.delivery, pace)
        self.house.tell(self.courier.told)

    async def idle(self) -> None:
        """Wait until nothing is left to be said."""
        rounds, looking = self.courier._rounds, self.courier._looking
        async with asyncio.timeout(10):
            while tasks := [*looking.values(), *(round_.task for round_ in rounds.values() if round_.task)]:
                await asyncio.wait(tasks)

    async def show(self, table: Table) -> Table:
        """Have this table stored and its chats show it."""
        self.store.put(table)
        await self.house.refresh(table.id)
        await self.idle()
        return table

    async def act(self, table: Table, use_case: UseCase) -> Table:
        """Do this at the table, and wait until the chats show it."""
        after = (await self.do(table, use_case)).table
        await self.idle()
        return after

    async def do(self, table: Table, use_case: UseCase) -> Change:
        """Do this at the table; the chats follow."""
        return await self.house.act(table.id, use_case)

    async def plays(self, table: Table, action: Action, seat: int | None = None) -> Table:
        """Whoever is on turn (or ``seat``) presses this, and the chats show it."""
        return await self.act(table, partial(lays, action=action, seat=seat))

    def slot(self, key: SlotKey) -> Slot:
        """What is stored of a slot."""
        return self.store.kept[key]

    def stands(self, key: SlotKey) -> Screen:
        """What a slot's message shows now."""
        slot = self.delivery._slots[key.table][key]
        assert slot.message is not None
        return self.voice.chats[slot.chat][slot.message]

    def say(self, place: Place, text: str, edit: int | None = None) -> None:
        """Answer a command."""
        self.courier.say(Saying(place, Screen(text), edit=edit))


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def voice() -> FakeVoice:
    return FakeVoice()


@pytest.fixture
async def office(store: MemoryStore, voice: FakeVoice) -> AsyncIterator[Office]:
    office = Office(store, voice)
    yield office
    await office.courier.stop()


@pytest.fixture
async def table(office: Office) -> Table:
    """Анна leads; all chats show it."""
    return await office.show(laid_out("KS TS QD JD", "AS 6S 6D 7D", "6H 7H 8H 9C", "7S 8S 8D 9D"))


def deal_slot(table: Table) -> SlotKey:
    """The slot of the deal on the table."""
    return SlotKey(table.id, What.DEAL, table.round)


def lobby_slot(table: Table) -> SlotKey:
    return SlotKey(table.id, What.LOBBY, 0)


def end_slot(table: Table) -> SlotKey:
    return SlotKey(table.id, What.END, table.round)


def hand_slot(table: Table, person: Person) -> SlotKey:
    """The slot of somebody's hand."""
    return SlotKey(table.id, What.HAND, 0, person.id)


def private(person: Person) -> ChatId:
    return ChatId(int(person.id))


def presses(table: Table, person: PersonId, action: Action) -> UseCase:
    """The use case of a press, as it now stands."""
    return partial(lay, person=person, press=press(table, action))

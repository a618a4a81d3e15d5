"""One message: compare what stands in its slot with what the newest state wants, and edit or send the difference."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from weakref import WeakValueDictionary

from telegram.error import TelegramError

from bot.tables.house import House
from bot.tables.model import ChatId, PersonId, Phase, Table, TableId
from bot.tables.ports import Store
from bot.tables.slots import Slot, SlotKey, What
from bot.telegram.answers import Answer, meaning
from bot.telegram.keyboard import digest
from bot.telegram.pace import Gate
from bot.telegram.plan import NUDGE, Wanted, want
from bot.telegram.voice import Voice

log = logging.getLogger(__name__)

_KNOWN = 4096  # tables whose slots are kept in memory
_SAVE_AFTER = 0.5  # seconds; an edit not noted before a crash is compared, and made, once more


class Delivery:
    """Knows what stands in every slot, and brings one slot at a time up to date."""

    def __init__(self, voice: Voice, house: House, store: Store, gate: Gate) -> None:
        self._voice, self._house, self._store, self.gate = voice, house, store, gate
        self._slots: OrderedDict[TableId, dict[SlotKey, Slot]] = OrderedDict()
        self._anew: set[SlotKey] = set()
        self._nudged: dict[SlotKey, str] = {}
        self._stands: Callable[[TableId, str], None] | None = None
        self._unsaved: dict[SlotKey, Slot] = {}
        self._lanes: WeakValueDictionary[SlotKey, asyncio.Lock] = WeakValueDictionary()
        self._saving: asyncio.Task[None] | None = None
        self._storing = asyncio.Lock()

    def on_turn(self, listener: Callable[[TableId, str], None]) -> None:
        """Have ``listener`` told when a turn stands in its player's chat, also where it stood there before.

        Told too when Telegram refuses that message for good.
        """
        self._stands = listener

    def nudge(self, key: SlotKey, turn: str) -> None:
        """Have this hand come anew, with a sound, and say that time is running out; once a turn."""
        self._nudged[key] = turn

    async def slots(self, table: TableId) -> Mapping[SlotKey, Slot]:
        """What stands for this table."""
        known = self._slots.get(table)
        if known is None:
            stored = await self._store.slots(table)
            known = self._slots.setdefault(table, dict(stored))
            self._forget_some()
        self._slots.move_to_end(table)
        return known

    def _forget_some(self) -> None:
        """What was not asked for of late is read again when it is."""
        while len(self._slots) > _KNOWN:
            oldest = next(iter(self._slots))
            if any(key.table == oldest for key in (*self._lanes, *self._unsaved)):
                return  # what is known of it is more than what is stored
            del self._slots[oldest]

    async def anchor(self, table: TableId) -> int | None:
        """The message in the table's chat that shows it now; None where none stands."""
        slots = await self.slots(table)
        if not slots:
            return None
        chat = (await self._house.see(table)).place.chat
        shown = (key for key, slot in slots.items() if key.what is not What.HAND and slot.chat == chat)
        newest = max(shown, key=age, default=None)
        return slots[newest].message if newest else None

    def send_anew(self, key: SlotKey) -> None:
        """Have this message sent at the bottom of its chat when its turn comes, and the old one deleted."""
        self._anew.add(key)

    async def deliver(self, key: SlotKey) -> bool:
        """Bring one message up to date; whether that took a call.

        Raises:
            TelegramError: a call failed; what stands is as known before.
        """
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = asyncio.Lock()
        async with lane:  # a chat that gets another id has two rounds for a moment
            return await self._deliver(key)

    async def _deliver(self, key: SlotKey) -> bool:
        slot = (await self.slots(key.table)).get(key)
        wanted = await self._wanted(key, slot)
        if wanted is None:
            self._anew.discard(key)
            return False
        try:
            called = await self._bring(wanted, slot)
        except TelegramError as error:
            if meaning(error) is Answer.REFUSED:  # it is not tried again, and nobody is to wait for it for ever
                self._tell_turn(wanted)
            raise
        self._tell_turn(wanted)
        return called

    def _tell_turn(self, wanted: Wanted) -> None:
        if wanted.ring and self._stands is not None:
            self._stands(wanted.key.table, wanted.ring.removesuffix(NUDGE))

    async def _bring(self, wanted: Wanted, slot: Slot | None) -> bool:
        key = wanted.key
        if slot is not None and slot.chat != wanted.chat:  # the group got another id: what stands cannot be edited
            if wanted.settled and _past(wanted, await self._house.see(key.table)):
                self._keep(replace(slot, settled=True))
                return False
            slot = replace(slot, message=None)
        anchor = await self.anchor(key.table)
        # Where the table stands now is no reason to edit a hand: its link follows with the next change.
        shows = digest(wanted.screen, self._voice.address())
        if slot is None or slot.message is None or key in self._anew or _comes_anew(wanted, slot):
            await self._send(wanted, slot, shows, anchor)
            if key.what is What.END:
                await self.deliver(key._replace(what=What.DEAL))  # settled now
            return True
        if slot.digest != shows:
            await self._edit(wanted, slot, slot.message, shows, anchor)
            return True
        if wanted.settled != slot.settled:
            self._keep(replace(slot, settled=wanted.settled))
        return False

    def forget(self, person: PersonId) -> None:
        """Have nothing in memory, nor left to store, that is of this person or stands in their private chat.

        What else stands for their tables stays known: it may be edited just now.
        """
        chat = ChatId(int(person))
        for slots in (self._unsaved, *self._slots.values()):
            for key in [key for key, slot in slots.items() if key.person == person or slot.chat == chat]:
                del slots[key]
        self._anew = {key for key in self._anew if key.person != person}

    async def save(self) -> None:
        """Store what stands, as far as that is not done."""
        async with self._storing:  # who waits here finds theirs stored; side by side, each would store all of it
            unsaved = dict(self._unsaved)
            if not unsaved:
                return
            await self._store.keep_slots(list(unsaved.values()))
            for key, slot in unsaved.items():
                if self._unsaved.get(key) is slot:
                    del self._unsaved[key]

    async def _wanted(self, key: SlotKey, slot: Slot | None) -> Wanted | None:
        table = await self._house.see(key.table)
        if key.what is What.HAND:
            return await self._wanted_hand(table, key, slot)
        if key.what is What.LOBBY and slot is None and table.phase is not Phase.LOBBY:
            return None  # overtaken before it was sent
        if key.what is What.LOBBY or key.round == table.round:
            wanted = want(table, key)
            if wanted is None or key.what is not What.DEAL or table.phase is not Phase.OVER:
                return wanted
            # The last deal is not done with before the end is told: a bot that dies between looks here again.
            return replace(wanted, settled=key._replace(what=What.END) in await self.slots(key.table))
        past = await self._store.load_round(key.table, key.round)
        wanted = want(past, key) if past else None
        return replace(wanted, settled=True) if wanted else None

    async def _wanted_hand(self, table: Table, key: SlotKey, slot: Slot | None) -> Wanted | None:
        assert key.person is not None
        seat = table.seat_of(key.person)
        person = await self._store.person(key.person) if seat is None else table.seats[seat].person
        turn = table.turn
        reminded = turn is not None and slot is not None and slot.rung == turn + NUDGE  # also before a restart
        nudged = turn if reminded else self._nudged.get(key)
        if nudged != turn:
            self._nudged.pop(key, None)
        wanted = want(table, key, person.language if person else None, nudged=nudged)
        closed = wanted is None or wanted.settled
        return None if closed and (slot is None or slot.settled) else wanted

    async def _send(self, wanted: Wanted, slot: Slot | None, shows: str, anchor: int | None) -> None:
        await self.gate.passed()
        topic = wanted.topic
        loud = bool(wanted.ring) and (slot is None or wanted.ring != slot.rung)
        try:
            message = await self._voice.send(wanted.chat, wanted.topic, wanted.screen, anchor=anchor, loud=loud)
        except TelegramError as error:
            if wanted.topic is None or meaning(error) is not Answer.TOPIC_GONE:
                raise
            message = await self._voice.send(wanted.chat, None, wanted.screen, anchor=anchor, loud=loud)
            wanted = replace(wanted, topic=None)
        brought = wanted.key in self._anew
        self._anew.discard(wanted.key)
        rung = wanted.ring or (slot.rung if slot else "")
        self._keep(Slot(wanted.key, wanted.chat, wanted.topic, message, shows, rung=rung, settled=wanted.settled))
        await self.save()  # at once: a message that stands and is not known would be sent twice
        if slot is not None and slot.message is not None and (brought or not slot.settled):
            await self._voice.delete(slot.chat, slot.message)
        if topic != wanted.topic:  # so that /table and /kozel, written where the table now stands, find it
            await self._house.leave_topic(wanted.key.table)

    async def _edit(self, wanted: Wanted, slot: Slot, message: int, shows: str, anchor: int | None) -> None:
        await self.gate.passed()
        try:
            await self._voice.edit(slot.chat, message, wanted.screen, anchor=anchor)
        except TelegramError as error:
            match meaning(error):
                case Answer.STANDS:
                    pass
                case Answer.GONE:
                    lost = replace(slot, message=None)
                    self._keep(lost)
                    await self._send(wanted, lost, shows, anchor)
                    return
                case Answer.UNREACHABLE | Answer.NOBODY if wanted.settled:
                    self._keep(replace(slot, settled=True))
                    raise
                case _:
                    raise
        self._keep(replace(slot, digest=shows, settled=wanted.settled))

    def _keep(self, slot: Slot) -> None:
        self._slots[slot.key.table][slot.key] = slot
        self._unsaved[slot.key] = slot
        if self._saving is None or self._saving.done():
            self._saving = asyncio.get_running_loop().create_task(self._save_later())

    async def _save_later(self) -> None:
        while self._unsaved:
            await asyncio.sleep(_SAVE_AFTER)
            try:
                await self.save()
            except Exception:
                log.exception("what stands could not be stored; it is tried again")


def _comes_anew(wanted: Wanted, slot: Slot) -> bool:
    """Whether it is somebody's turn and they have not been rung, or a new series begins for them."""
    return (bool(wanted.ring) and wanted.ring != slot.rung) or (slot.settled and not wanted.settled)


def _past(wanted: Wanted, table: Table) -> bool:
    """Whether the table has gone on from what this shows."""
    key = wanted.key
    return key.what is not What.HAND and (key.what is What.LOBBY or key.round < table.round)


def age(key: SlotKey) -> tuple[int, int]:
    """Lobby, then deals, then the end of a series, hands last: the order in which messages come."""
    return key.round, (What.LOBBY, What.DEAL, What.END, What.HAND).index(key.what)

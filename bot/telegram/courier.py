"""Brings every chat to what the stored state says should stand there.

Nothing is queued but the names of messages that may differ: when a message's turn comes, it is drawn from the newest
state, compared with what stands, and edited or sent if it differs. So a newer state overtakes an older one by itself, a
failed call is simply tried again, and after a crash looking at every live table mends all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from telegram.error import ChatMigrated, RetryAfter, TelegramError

from bot.tables.house import House
from bot.tables.model import ChatId, PersonId, Table, TableId
from bot.tables.refusals import NoSuchTable
from bot.tables.slots import SlotKey, What
from bot.telegram.answers import Answer, meaning
from bot.telegram.delivery import Delivery, age
from bot.telegram.errands import Errand, Listener, Round, Saying, named
from bot.telegram.pace import Pace
from bot.telegram.plan import Urgency, due
from bot.telegram.voice import Voice

__all__ = ["Courier", "Saying"]

log = logging.getLogger(__name__)

_PATIENCE = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before the next try, while Telegram or the network fails
_SHUT_OUT = 60.0  # seconds before a chat that does not let us write is tried again
_LAST_CALLS = 1.0  # seconds that calls under way have to end, at a stop


class Courier:
    """One round a chat, at that chat's pace; a chat that has to wait holds up no other.

    :meth:`told` is a House listener; everything else is for handlers.
    """

    def __init__(self, voice: Voice, house: House, delivery: Delivery, pace: Pace) -> None:
        self._voice, self._house, self._delivery, self._pace = voice, house, delivery, pace
        self._rounds: dict[ChatId, Round] = {}
        self._looking: dict[TableId, asyncio.Task[None]] = {}
        self._listener: Listener | None = None
        self._stopped = False

    def tell(self, listener: Listener) -> None:
        """Have ``listener`` told of what Telegram's refusals say about people and chats."""
        self._listener = listener

    def told(self, table: Table) -> None:
        """Look, soon, at every message of this table."""
        self._look_soon(table.id)

    def _look_soon(self, table: TableId) -> None:
        if table not in self._looking and not self._stopped:
            self._looking[table] = asyncio.get_running_loop().create_task(self._look(table))

    def say(self, saying: Saying) -> None:
        """Have this said soon, before what waits for its turn in the same chat."""
        self._post(saying.place.chat, saying, Urgency.NOW)

    async def bring(self, table: TableId, person: PersonId | None = None) -> None:
        """Send the table's newest message anew, at the bottom of its chat; or, for ``person``, their hand.

        Raises:
            NoSuchTable: there is none.
        """
        now = await self._house.see(table)
        keys = [key for key in due(now, await self._delivery.slots(table)) if key.person == person]
        if keys:
            newest = max(keys, key=age)
            self._delivery.send_anew(newest)
            self.admitted(_chat_of(now, newest))  # whoever asks for it may have made room for it
            self._post(_chat_of(now, newest), newest, Urgency.NOW)

    def remind(self, table: TableId, person: PersonId, turn: str) -> None:
        """Have the hand of ``person`` come anew, with a sound, if it is still their ``turn``."""
        key = SlotKey(table, What.HAND, 0, person)
        self._delivery.nudge(key, turn)
        self._post(ChatId(int(person)), key, Urgency.NOW)

    def admitted(self, chat: ChatId) -> None:
        """This chat may let the bot write again: what waits there for that waits no more."""
        if (round_ := self._rounds.get(chat)) is not None:
            for errand in round_.shut_out:
                if errand in round_.pending:
                    round_.pending[errand] = 0.0
            round_.shut_out.clear()
            round_.woken.set()

    def moved(self, old: ChatId, new: ChatId) -> None:
        """What waits to be said in ``old`` is said in ``new``."""
        round_ = self._rounds.get(old)
        waiting = list(round_.pending) if round_ else []
        if round_ is not None:
            round_.pending.clear()
        for errand in waiting:
            if isinstance(errand, Saying):
                self.say(errand.there(new))

    async def anchor(self, table: TableId) -> int | None:
        """The message in the table's chat that shows it now; None where none stands."""
        return await self._delivery.anchor(table)

    async def is_known(self, table: TableId, chat: int, message: int) -> bool:
        """Whether this message shows the table; one that does not was left over by a crash or a failed deletion."""
        slots = await self._delivery.slots(table)
        return any(slot.message == message and slot.chat == chat for slot in slots.values())

    async def sweep(self, chat: int, message: int) -> None:
        """Delete a message that shows no table any more."""
        await self._voice.delete(chat, message)

    async def save(self) -> None:
        """Store what stands."""
        await self._delivery.save()

    def forget(self, person: PersonId) -> None:
        """Know no message of this person's any more, and have none left to store."""
        self._delivery.forget(person)

    async def stop(self) -> None:
        """Be silent from now on, and store what stands."""
        self._stopped = True
        tasks = [*self._looking.values(), *(r.task for r in self._rounds.values() if r.task)]
        for round_ in self._rounds.values():
            round_.woken.set()
        if tasks:  # a message cut off while it is sent would stand, and not be known
            _, late = await asyncio.wait(tasks, timeout=_LAST_CALLS)
            for task in late:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._delivery.save()

    async def _look(self, table: TableId) -> None:
        try:
            slots = await self._delivery.slots(table)
            now = await self._house.see(table)  # last, since who tells of a change meanwhile is not listened to
        except NoSuchTable:
            return
        except Exception:
            log.exception("table %s: could not be looked at; trying again in %.0f s", table, _PATIENCE[0])
            asyncio.get_running_loop().call_later(_PATIENCE[0], self._look_soon, table)
            return
        finally:
            self._looking.pop(table, None)
        for key, urgency in due(now, slots).items():  # nothing waits here: what is told meanwhile is looked at anew
            self._post(_chat_of(now, key), key, urgency)

    def _post(self, chat: ChatId, errand: Errand, urgency: Urgency) -> None:
        loop = asyncio.get_running_loop()
        round_ = self._rounds.setdefault(chat, Round())
        if errand in round_.shut_out and errand in round_.pending:
            return  # until the chat lets us write, which a change at the table does not bring about
        at = loop.time() + (self._pace.quiet if urgency is Urgency.SOON else 0)
        round_.pending[errand] = min(at, round_.pending.get(errand, at))
        round_.woken.set()
        if round_.task is None and not self._stopped:
            round_.task = loop.create_task(self._go(chat, round_))

    async def _go(self, chat: ChatId, round_: Round) -> None:
        """Do what is due in this chat, at its pace, until nothing is left."""
        loop = asyncio.get_running_loop()
        while round_.pending and not self._stopped:
            errand = min(round_.pending, key=round_.when)
            wait = round_.when(errand)[0] - loop.time()
            if wait > 0:
                round_.woken.clear()
                await _either(round_.woken, wait)
                continue
            del round_.pending[errand]
            round_.shut_out.discard(errand)
            if await self._done(chat, round_, errand):
                round_.paced = loop.time() + self._pace.gap(chat)
        round_.task = None
        until = max(round_.paced, round_.barred)
        loop.call_at(until, self._forget, chat, until)

    def _forget(self, chat: ChatId, until: float) -> None:
        """Forget a chat that is idle, unless it was busy again since: its pace still counts then."""
        round_ = self._rounds.get(chat)
        if round_ is not None and round_.task is None and max(round_.paced, round_.barred) <= until:
            del self._rounds[chat]

    async def _done(self, chat: ChatId, round_: Round, errand: Errand) -> bool:
        """Do one errand; whether that took a call. One that failed for now is pending again."""
        try:
            called = await (self._said(errand) if isinstance(errand, Saying) else self._delivery.deliver(errand))
        except TelegramError as error:
            await self._failed(chat, round_, errand, error)
            return True
        except NoSuchTable:
            return False
        except Exception:
            pause = self._patience(round_)
            log.exception("chat %s: %s; trying again in %.0f s", chat, named(errand), pause)
            round_.pending.setdefault(errand, asyncio.get_running_loop().time() + pause)
            return False
        round_.failed = 0
        if called:
            round_.told.discard(errand.table)
        return called

    async def _said(self, saying: Saying) -> bool:
        anchor = await self.anchor(saying.table) if saying.table is not None else None
        await self._delivery.gate.passed()
        if saying.edit is not None:
            await self._voice.edit(saying.place.chat, saying.edit, saying.screen, anchor=anchor)
            return True
        reply_to = saying.reply_to
        if saying.attached is not None:
            await self._voice.send_file(*saying.place, saying.attached, saying.screen.text, reply_to=reply_to)
            return True
        await self._voice.send(*saying.place, saying.screen, anchor=anchor, reply_to=reply_to)
        return True

    async def _failed(self, chat: ChatId, round_: Round, errand: Errand, error: TelegramError) -> None:
        """Have the errand done later, or by another way, or not at all."""
        answer = meaning(error)
        match answer:
            case Answer.WAIT if isinstance(error, RetryAfter):
                given = error.retry_after
                pause = float(given) if isinstance(given, (int, float)) else given.total_seconds()
                log.warning("chat %s has to wait %.0f s, says Telegram", chat, pause)
                round_.bar(errand, pause)
            case Answer.AGAIN:
                pause = self._patience(round_)
                log.warning("chat %s: %s; trying again in %.0f s", chat, error.message, pause)
                round_.bar(errand, pause)
            case Answer.MOVED if isinstance(error, ChatMigrated):
                await self._moved(chat, ChatId(error.new_chat_id), errand)
            case Answer.NOBODY:
                await self._tell("gone", lambda listener: listener.gone(PersonId(int(chat))))
            case Answer.UNREACHABLE | Answer.SHUT_OUT if chat > 0:
                await self._tell("unreachable", lambda listener: listener.unreachable(PersonId(int(chat))))
            case Answer.SHUT_OUT | Answer.TOPIC_CLOSED | Answer.UNREACHABLE:
                log.warning("chat %s does not let the bot write: %s", chat, error.message)
                await self._shut_out(round_, errand)
            case Answer.STANDS:
                pass
            case _:
                log.error("Telegram refuses %s in chat %s: %s", named(errand), chat, error.message)

    async def _moved(self, old: ChatId, new: ChatId, errand: Errand) -> None:
        """The group is a supergroup now. Its tables are looked at anew; what was to be said is said there."""
        await self._tell("moved", lambda listener: listener.moved(old, new))
        if isinstance(errand, Saying):
            self.say(errand.there(new))

    async def _shut_out(self, round_: Round, errand: Errand) -> None:
        """The chat (or its topic) is closed to us: a table waits until it opens, an answer has no use later.

        Only this errand waits: another topic of the chat may be open, and its tables go on.
        """
        if not isinstance(errand, Saying):
            round_.put_off(errand, _SHUT_OUT)
        if errand.table is None or errand.table not in round_.told:  # once a table, until it is written there again
            round_.told.add(errand.table)
            await self._tell("shut out", lambda listener: listener.shut_out(errand))

    @staticmethod
    def _patience(round_: Round) -> float:
        """Seconds until the next try: longer each time, up to a limit."""
        round_.failed += 1
        return _PATIENCE[min(round_.failed, len(_PATIENCE)) - 1]

    async def _tell(self, what: str, tell: Callable[[Listener], Awaitable[None]]) -> None:
        try:
            if self._listener is not None:
                await tell(self._listener)
        except Exception:  # the chat's round goes on, whatever comes of it
            log.exception("could not note that a chat is %s", what)


def _chat_of(table: Table, key: SlotKey) -> ChatId:
    return table.place.chat if key.person is None else ChatId(int(key.person))


async def _either(event: asyncio.Event, seconds: float) -> None:
    """Wait for the event, or for so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass

"""A finished series as a file, from the button on its result."""

from __future__ import annotations

import asyncio

from telegram import CallbackQuery, Message

from bot.screens import alerts
from bot.screens.ending import record_sent
from bot.tables.model import PersonId, SeriesId
from bot.tables.refusals import NotSeated, Stale
from bot.telegram.courier import Saying
from bot.telegram.desk import Desk, place_of
from bot.telegram.voice import Attached
from bot.texts import Words
from kozel import write

_AGAIN = 600.0
"""Seconds after which a record is sent into the same chat once more: a button is pressed by everybody who sees it."""


async def send_record(desk: Desk, query: CallbackQuery, series: SeriesId, say: Words) -> str:
    """Have the record of ``series`` sent in reply to the message with the button; the answer to the press.

    Raises:
        Stale: there is no such record, or no message any more.
        NotSeated: the series was played elsewhere.
    """
    message, kept = query.message, await desk.store.record(series)
    if kept is None or not isinstance(message, Message):
        raise Stale
    if message.chat.id != kept.chat:
        raise NotSeated
    now = asyncio.get_running_loop().time()
    if now - desk.sent.get(series, -_AGAIN) < _AGAIN:
        return alerts.record_here(say)
    desk.sent = {known: at for known, at in desk.sent.items() if now - at < _AGAIN} | {series: now}
    file = Attached(kept.file, write(kept.record).encode())
    asker = PersonId(query.from_user.id)  # who is told in private where files may not be sent
    desk.courier.say(Saying(place_of(message), record_sent(say), message.message_id, asker=asker, attached=file))
    return alerts.record_comes(say)

"""Puts the parts together. The one file that knows them all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import secrets
import signal
from collections.abc import AsyncIterator, Coroutine
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from telegram import Update
from telegram.error import Conflict, InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder

from bot.sandbox.app import TOKEN
from bot.sandbox.server import running as sandbox
from bot.settings import Settings
from bot.storage.database import utc_now
from bot.storage.lock import held
from bot.storage.schema import migrate
from bot.storage.store import SqlStore, open_store
from bot.tables.clock import Clock
from bot.tables.clockwork import Clockwork, Tempo
from bot.tables.house import House
from bot.tables.waits import Limits
from bot.telegram.courier import Courier
from bot.telegram.delivery import Delivery
from bot.telegram.desk import Desk
from bot.telegram.ear import Ear
from bot.telegram.handlers import install
from bot.telegram.hints import Counsel
from bot.telegram.pace import Gate, Pace
from bot.telegram.registration import register
from bot.telegram.request import AiohttpRequest
from bot.telegram.tidings import Tidings
from bot.telegram.voice import Voice
from bot.thinking import Minds

log = logging.getLogger(__name__)

os.environ.setdefault("PTB_TIMEDELTA", "1")  # the library's coming way to give times; the old one warns

_UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER, Update.CHAT_MEMBER]
_AT_ONCE = 256  # updates handled side by side; the lanes do one thing at a time at each table
_FIRST_TRY = (1.0, 2.0, 5.0, 10.0, 30.0)  # seconds between the first attempts to reach Telegram


class TokenRefused(Exception):
    """Telegram does not know this bot's token."""


async def run(settings: Settings) -> None:
    """The bot, until SIGINT or SIGTERM: on Telegram with a token, in the sandbox without.

    Raises:
        TokenRefused: Telegram refuses the token.
        InUse: another bot is at work on the database.
        SchemaError, CannotServe, StateError: the database or the sandbox cannot be used.
    """
    with held(settings.database_url):
        migrate(settings.database_url)
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await _run(settings, stop)


async def _run(settings: Settings, stop: asyncio.Event) -> None:
    if settings.bot_token is not None:
        await _serve(settings, settings.bot_token.get_secret_value(), settings.telegram_api_url, stop)
        return
    state = Path(settings.database_url.partition(":///")[2]).with_suffix(".sandbox.json")
    async with sandbox(settings.sandbox_host, settings.sandbox_port, state_file=state) as there:
        print(f"\n  Kozel is open: {there.url}\n  (the sandbox – no BOT_TOKEN is set; Ctrl+C ends it)\n", flush=True)  # noqa: T201 - to whoever started it
        await _serve(settings, TOKEN, there.url, stop)


async def _serve(settings: Settings, token: str, api: str, stop: asyncio.Event) -> None:
    store = open_store(settings.database_url)
    ear = Ear(api)
    requests = (AiohttpRequest(api, 64), ear)
    application = _application(token, api, *requests)
    try:
        async with contextlib.AsyncExitStack() as stack:
            await _reach_telegram(application, stop)
            stack.push_async_callback(application.shutdown)
            if stop.is_set():
                return
            await stack.enter_async_context(_at_work(settings, store, application, ear))
            await stop.wait()
            log.info("stopping")
    finally:
        for request in requests:  # also where the application never came to own them
            await request.shutdown()
        await _within(0.8, store.close(), "storing")


async def _within(seconds: float, ending: Coroutine[Any, Any, None], what: str) -> None:
    """Let this end, but not for longer; whatever comes of it, others end after it."""
    try:
        await asyncio.wait_for(ending, seconds)
    except TimeoutError:
        log.warning("%s: not ended in %.1f s; the next start goes on from what is stored", what, seconds)
    except Exception:
        log.exception("%s: not ended as it should; the next start goes on from what is stored", what)


def _application(
    token: str, api: str, calls: AiohttpRequest, polls: AiohttpRequest
) -> Application[Any, Any, Any, Any, Any, Any]:
    return (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{api}/bot")
        .base_file_url(f"{api}/file/bot")
        .request(calls)
        .get_updates_request(polls)
        .concurrent_updates(_AT_ONCE)
        .job_queue(None)
        .build()
    )


async def _reach_telegram(application: Application[Any, Any, Any, Any, Any, Any], stop: asyncio.Event) -> None:
    """Say hello (Bot API getMe), again and again while the network is away."""
    for pause in chain(_FIRST_TRY, repeat(_FIRST_TRY[-1])):
        try:
            await application.initialize()
        except InvalidToken:
            raise TokenRefused(
                "Telegram refuses BOT_TOKEN; take it anew from @BotFather, or check TELEGRAM_API_URL if it is set."
            ) from None
        except TelegramError as error:
            log.warning("Telegram cannot be reached (%s); trying again in %.0f s", error.message, pause)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause)
            if stop.is_set():
                return
        else:
            return


@contextlib.asynccontextmanager
async def _at_work(
    settings: Settings, store: SqlStore, application: Application[Any, Any, Any, Any, Any, Any], ear: Ear
) -> AsyncIterator[None]:
    """All parts running; at the end they finish what they have in hand."""
    house, voice = House(store), Voice(application.bot)
    pace = Pace(
        group=settings.group_pace,
        private=settings.private_pace,
        quiet=settings.private_pace * 2,
        a_second=settings.calls_per_second,
    )
    delivery = Delivery(voice, house, store, Gate(pace.a_second))
    courier = Courier(voice, house, delivery, pace)
    tempo = Tempo(settings.computer_pace, settings.computer_pace * 2, settings.deal_pause)
    minds = Minds(settings.thinking_time, random.Random(secrets.randbits(64)))  # noqa: S311 - for computer players
    clockwork = Clockwork(house, tempo, _seed, minds.think)
    counsel = Counsel(house, minds.think)
    desk = Desk(house, store, courier, voice, settings.language, _seed, counsel, turn=round(settings.turn_time))
    limits = Limits(settings.turn_time, settings.lobby_time, settings.rematch_time, settings.absence_time)
    clock = Clock(house, store, limits, desk, utc_now, random.Random(secrets.randbits(64)))  # noqa: S311 - as above
    await clock.start()
    delivery.on_turn(clock.delivered)
    ear.deaf, ear.hears = clock.stand_still, clock.go_on

    courier.tell(Tidings(desk))
    house.tell(courier.told)
    house.tell(clockwork.told)
    house.tell(clock.told)
    install(application, desk)
    await application.start()
    assert application.updater is not None
    await application.updater.start_polling(
        allowed_updates=_UPDATES, bootstrap_retries=-1, timeout=10, error_callback=_polling_failed
    )
    registering = asyncio.create_task(_register(application))
    resuming = asyncio.create_task(_resume(house, store))
    log.info("at work as @%s", application.bot.username)
    try:
        yield
    finally:
        for task in (registering, resuming):
            task.cancel()
        await asyncio.gather(registering, resuming, return_exceptions=True)
        # A host gives a few seconds, then kills: each part ends what it has in hand, or is left to the next start.
        await _within(0.5, application.updater.stop(), "asking for updates")
        await _within(1.0, application.stop(), "updates under way")
        await _within(0.5, clockwork.stop(), "tables' own steps")
        await _within(0.5, minds.stop(), "masters' thoughts")
        await _within(0.3, clock.stop(), "turns' times")
        await courier.stop()


def _polling_failed(error: TelegramError) -> None:
    """Asking for updates (Bot API getUpdates) failed; the library asks again."""
    if isinstance(error, Conflict):
        log.critical("Another bot is running with this token. Stop one of them: both lose updates meanwhile.")
    else:
        log.warning("Telegram cannot be asked for news (%s); trying again", error.message)


async def _register(application: Application[Any, Any, Any, Any, Any, Any]) -> None:
    try:
        await register(application.bot)
    except TelegramError as error:
        log.warning("the commands could not be registered: %s", error.message)


async def _resume(house: House, store: SqlStore) -> None:
    """Go on with every table where it stood: its chats are looked at, its computers play."""
    tables = await store.live()
    for table in tables:
        try:
            await house.refresh(table)
        except Exception:  # one table that cannot be read holds up no other
            log.exception("table %s cannot be gone on with", table)
    if tables:
        log.info("going on with %d tables", len(tables))


def _seed() -> bytes:
    """What a deal is drawn from: 256 bits that nobody can foresee."""
    return secrets.token_bytes(32)

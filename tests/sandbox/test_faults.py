"""Faults on demand, and the log of calls."""

from __future__ import annotations

import time

import httpx
import pytest
from telegram import Bot
from telegram.error import NetworkError, RetryAfter

from bot.sandbox.client import SandboxClient
from bot.sandbox.faults import Fault, Faults

from .conftest import Api


async def test_a_429_asks_to_wait(
    bot: Bot, people: SandboxClient, yard: int, anya: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    await people.fault("429", "sendMessage", retry_after=7, chat_id=yard)
    await people.start(anya)
    await bot.send_message(anya, "another chat is not meant")
    with pytest.raises(RetryAfter) as refused:
        await bot.send_message(yard, "x")
    assert getattr(refused.value.retry_after, "seconds", None) == 7
    await bot.send_message(yard, "once only")


@pytest.mark.parametrize(
    ("kind", "more", "code", "description"),
    [
        ("429", {}, 429, "Too Many Requests: retry after 1"),
        ("403", {}, 403, "Forbidden: bot was blocked by the user"),
        ("403", {"description": "user is deactivated"}, 403, "Forbidden: user is deactivated"),
        ("400", {"description": "message thread not found"}, 400, "Bad Request: message thread not found"),
        ("400", {}, 400, "Bad Request: something went wrong"),
        ("5xx", {}, 502, "Bad Gateway"),
        ("5xx", {"code": 500, "description": "Internal Server Error"}, 500, "Internal Server Error"),
    ],
)
async def test_errors_on_demand(
    api: Api, people: SandboxClient, yard: int, kind: str, more: dict[str, object], code: int, description: str
) -> None:
    await people.fault(kind, "edit*|SENDMESSAGE", **more)
    await api.result("getChat", chat_id=yard)
    response = await api.http.post("/sendMessage", json={"chat_id": yard, "text": "x"})
    assert (response.status_code, response.json()["description"]) == (code, description)
    assert response.headers.get("retry-after") == ("1" if kind == "429" else None)
    await api.result("sendMessage", chat_id=yard, text="x")


async def test_a_cut_connection(bot: Bot, people: SandboxClient, yard: int, anya: int) -> None:
    await people.fault("cut", "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(yard, "lost")
    assert await people.last(anya, yard) is None
    await people.fault("cut_after", "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(yard, "arrived")
    assert (await people.last(anya, yard) or {})["text"] == "arrived"
    first, second = [call for call in await people.calls() if call["method"] == "sendMessage"]
    assert (first["code"], first["result"], second["code"], second["result"]["text"]) == (0, None, 200, "arrived")


async def test_a_delay(api: Api, people: SandboxClient, yard: int) -> None:
    await people.fault("delay", "sendMessage", seconds=0.3, times=2)
    before = time.monotonic()
    await api.result("sendMessage", chat_id=yard, text="x")
    assert time.monotonic() - before > 0.29
    assert [fault["times"] for fault in await people.faults()] == [1]


async def test_faults_of_getupdates(api: Api, people: SandboxClient, anya: int) -> None:
    await people.start(anya)
    await people.fault("5xx", "getUpdates")
    assert (await api("getUpdates"))["error_code"] == 502
    for kind in ("cut", "cut_after"):
        await people.fault(kind, "getUpdates")
        with pytest.raises(httpx.RemoteProtocolError):
            await api.http.post("/getUpdates")
    await people.fault("repeat", "getUpdates")
    (update,) = await api.result("getUpdates")
    again = await api.result("getUpdates", offset=update["update_id"] + 1)
    assert again == [update]
    assert await api.result("getUpdates", offset=update["update_id"] + 1) == []


async def test_rules_are_listed_and_ended(people: SandboxClient) -> None:
    first = await people.fault("cut", times=0)
    await people.fault("429", times=3)
    await people.clear_faults(first)
    assert [(fault["kind"], fault["times"]) for fault in await people.faults()] == [("429", 3)]
    await people.clear_faults()
    assert await people.faults() == []


def test_the_dice_are_seeded_and_rules_for_ever_stay() -> None:
    def run() -> list[bool]:
        faults = Faults(seed=7)
        faults.add(Fault("cut", times=0, probability=0.5))
        return [faults.take("getMe", None, "cut") is not None for _ in range(200)]

    assert run() == run()
    assert 60 < sum(run()) < 140


async def test_every_call_is_written_down(api: Api, people: SandboxClient, yard: int) -> None:
    keys = {"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]}
    await api.http.post(
        "/sendMessage", data={"chat_id": str(yard), "text": "x", "reply_markup": str(keys).replace("'", '"')}
    )
    await api.error("sendMessage", chat_id=yard, text="", reply_markup="{", protect_content=None)
    await api.http.post("/sendDocument", data={"chat_id": str(yard)}, files={"document": ("a.txt", b"x")})
    await api.result("getUpdates")
    sent, failed, document = await people.calls()
    assert sent["params"] == {"chat_id": yard, "text": "x", "reply_markup": keys}
    assert (sent["number"], sent["method"], sent["result"]["text"], sent["code"]) == (1, "sendMessage", "x", 200)
    assert (failed["code"], failed["error"]) == (400, "Bad Request: message text is empty")
    assert failed["params"] == {"chat_id": yard, "text": "", "reply_markup": "{"}
    assert document["params"]["document"] == "a.txt"
    assert await people.calls(since=2) == [document]
    assert await people.calls(limit=1) == [sent]
    assert await people.calls(since=99) == []
    await people.clear_calls()
    assert await people.calls() == []
    await api.result("getMe")
    assert [call["number"] for call in await people.calls()] == [4]

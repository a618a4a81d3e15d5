"""What a player can check for themselves: commitments stood in the chat before, the file from the button verifies."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tomllib
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest_asyncio

from bot.sandbox.client import SandboxClient, buttons
from kozel import check_text
from tests.e2e.conftest import Town
from tests.e2e.seats import PATIENCE, Json, Person, gather, offered, play_on
from tests.e2e.watching import answered_once, deals_in, quiet, to_chat, until
from tests.kozel.by_hand import verify_by_hand


@dataclass
class Played:
    """A series played to its end by one person with three computers, its calls, and its record as a file."""

    client: SandboxClient
    anya: Person
    chat: int
    database: Path
    api: str
    calls: list[Json]
    document: Json
    text: str


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def played(town: Town) -> AsyncIterator[Played]:
    async with SandboxClient(town.sandbox.url, wait=PATIENCE) as client:
        anya = Person(client, await client.add_person("Аня <b>&"), "Аня")
        chat = await client.add_chat("../Честный двор", [anya.id])
        before = await quiet(client)
        await gather(chat, [anya])
        await play_on([anya], chat, random.Random(11))
        answer = await anya.tap(chat, data="record:")
        assert not answer.show_alert
        document = await until(lambda: _document(anya, chat))
        await quiet(client)
        content = await asyncio.to_thread(_fetched, f"{town.sandbox.url}/sandbox/files/{document['file_id']}")
        yield Played(client, anya, chat, town.database, town.sandbox.url, await client.calls(before), document, content)


async def _document(person: Person, chat: int) -> Json | None:
    """The newest file in the chat."""
    messages = await person.client.messages(person.id, chat)
    return next((message["document"] for message in reversed(messages) if "document" in message), None)


def _fetched(url: str) -> str:
    with urllib.request.urlopen(url) as response:
        return str(response.read().decode())


def secrets_of(text: str) -> list[str]:
    return [deal["secret"] for deal in tomllib.loads(text)["deals"]]


async def test_the_record_comes_as_a_file_and_is_right(played: Played) -> None:
    record = tomllib.loads(played.text)
    assert check_text(played.text) is None
    verify_by_hand(played.text)
    assert record["seats"].count("Аня <b>&") == 1
    assert len(record["deals"]) == len(deals_in(played.database, played.chat))
    assert set(played.document["file_name"]) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    assert played.document["file_name"].endswith(".toml")


async def test_each_commitment_stood_in_the_chat_before_its_deal_began(played: Played) -> None:
    begun = [deal.begun for deal in deals_in(played.database, played.chat)]
    calls = to_chat(played.calls, played.chat, "sendMessage", "editMessageText")
    for deal, start in zip(tomllib.loads(played.text)["deals"], begun, strict=True):
        assert any(deal["commitment"] in call["params"]["text"] and call["time"] < start for call in calls)


async def test_no_secret_is_told_before_its_series_is_over(played: Played) -> None:
    said = json.dumps([call for call in played.calls if call["method"] != "sendDocument"], ensure_ascii=False)
    assert not [secret for secret in secrets_of(played.text) if secret in said]


async def test_the_secret_of_a_rematch_is_not_in_the_record(played: Played) -> None:
    """Its commitment stands below the last deal already."""
    last = [
        call for call in to_chat(played.calls, played.chat, "editMessageText", "sendMessage") if "🔒" in _text(call)
    ]
    shown = _text(last[-1]).partition("<code>")[2].partition("</code>")[0]
    assert len(shown) == 64
    assert shown not in played.text


def _text(call: Json) -> str:
    return str(call["params"]["text"])


async def test_a_second_press_is_told_where_the_record_is(played: Played) -> None:
    again = await played.anya.tap(played.chat, data="record:")
    assert "прислана" in again.text
    await quiet(played.client)
    assert len(to_chat(await played.client.calls(0), played.chat, "sendDocument")) == 1


async def test_a_record_cannot_be_had_from_another_chat(played: Played) -> None:
    other = Person(played.client, await played.client.add_person("Чужой"), "Чужой")
    elsewhere = await played.client.add_chat("Чужие", [other.id])
    await other.say(elsewhere, "/kozel")
    lobby, _ = await offered(other, elsewhere, "sit:")
    _, data = await offered(played.anya, played.chat, "record:")
    for forged in (data, "record:0", "record:999999999"):
        press = await played.client.press(other.id, elsewhere, lobby["message_id"], forged)
        await answered_once(played.client, press)
    await quiet(played.client)
    calls = await played.client.calls(0)
    assert not to_chat(calls, elsewhere, "sendDocument")


async def test_a_series_that_is_played_has_no_record(played: Played) -> None:
    boris = Person(played.client, await played.client.add_person("Борис"), "Борис")
    chat = await played.client.add_chat("Играют", [boris.id])
    await gather(chat, [boris])
    message = await boris.sees(chat, "Сдача 1")
    running = int((await offered(played.anya, played.chat, "record:"))[1].split(":")[1]) + 1
    press = await played.client.press(boris.id, chat, message["message_id"], f"record:{running}")
    await answered_once(played.client, press)
    await quiet(played.client)
    assert not to_chat(await played.client.calls(0), chat, "sendDocument")


async def test_fair_shows_the_commitment_of_the_next_deal(played: Played) -> None:
    vera = Person(played.client, await played.client.add_person("Вера"), "Вера")
    chat = await played.client.add_chat("Честно", [vera.id])
    await vera.say(chat, "/fair")
    assert "🔒 /fair" not in (await vera.sees(chat, "Колоду никто"))["text"]
    await vera.say(chat, "/kozel")
    lobby, _ = await offered(vera, chat, "sit:")
    seal = next(line for line in lobby["text"].splitlines() if line.startswith("🔒 /fair"))
    await vera.say(chat, "/fair")
    explained = await vera.sees(chat, "Колоду никто", after=lobby["message_id"])
    assert seal in explained["text"].splitlines()


async def test_the_end_keeps_its_record_after_a_rematch(played: Played) -> None:
    end, _ = await offered(played.anya, played.chat, "record:")
    await played.anya.tap(played.chat, data="again:")
    await quiet(played.client)
    now = await played.client.messages(played.anya.id, played.chat)
    kept = next(message for message in now if message["message_id"] == end["message_id"])
    assert [button["callback_data"].partition(":")[0] for button in buttons(kept)] == ["plot", "record"]


async def test_export_gives_the_same_files(played: Played, tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "export", str(tmp_path)),
        env={"DATABASE_URL": f"sqlite:///{played.database}", "PATH": ""},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    assert process.returncode == 0
    assert f"series written to {tmp_path}" in out.decode()
    assert (tmp_path / played.document["file_name"]).read_text("utf-8") == played.text


async def test_a_check_on_the_command_line(played: Played, tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.toml", tmp_path / "wrong.toml"
    right.write_text(played.text, "utf-8")
    secret = secrets_of(played.text)[1]
    wrong.write_text(played.text.replace(secret, secret[::-1]), "utf-8")
    code, out = await _checked(right)
    assert (code, out) == (0, f"{right}: all is right\n")
    code, out = await _checked(wrong)
    assert code == 1
    assert "deal 2: its secret is not the one that its commitment was made for" in out


async def _checked(file: Path) -> tuple[int | None, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kozel", "check", str(file)), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    return process.returncode, out.decode()

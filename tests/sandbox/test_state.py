"""What survives a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.sandbox import StateError, running
from bot.sandbox.client import SandboxClient
from bot.sandbox.state import StateFile, dump, load
from bot.sandbox.world import default_world

from .conftest import Api


async def test_chats_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "world.sandbox.json"
    keys = {"inline_keyboard": [[{"text": "A", "callback_data": "a"}]]}
    async with running(state_file=path) as first, SandboxClient(first.url) as people:
        api = Api(first.url)
        async with api.http:
            anya, yard, club = await people.person("Аня"), await people.chat("Двор"), await people.chat("Клуб")
            await people.start(anya)
            await api.result("sendMessage", chat_id=yard, text="<b>x</b>", parse_mode="HTML", reply_markup=keys)
            await api.http.post("/sendDocument", data={"chat_id": str(yard)}, files={"document": ("a", b"x")})
            await api.result("setMyCommands", commands=[{"command": "a", "description": "b"}], language_code="ru")
            await people.set_bot(club, "kick")
            await people.press(anya, yard, 1, "a", wait=0)
            pending = await api.result("getUpdates")
        before = await people.state()
    assert not path.with_name(path.name + ".new").exists()
    async with running(state_file=path) as second, SandboxClient(second.url) as people:
        assert await people.state() == before
        api = Api(second.url)
        async with api.http:
            assert await api.result("getUpdates") == pending
        assert (await people.press(anya, yard, 1, "a", wait=0)).id > "1"


async def test_changes_are_saved_soon_without_being_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sandbox.state._PAUSE", 0.02)
    path = tmp_path / "world.json"
    async with running(state_file=path) as sandbox, SandboxClient(sandbox.url) as people:
        anya = await people.person("Аня")
        await people.start(anya)
        for _ in range(100):
            await asyncio.sleep(0.02)
            if path.exists():
                break
        world = StateFile(path).read()
        assert world is not None
        assert world.chats[anya].started


def test_a_world_is_read_as_it_was_written() -> None:
    world = default_world()
    assert dump(load(dump(world))) == dump(world)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', '{"version": 1, "people": 5}'])
def test_a_file_that_is_no_state_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StateError, match=r"notes\.txt is not a state of the sandbox"):
        StateFile(path).read()
    assert path.read_text(encoding="utf-8") == text


def test_a_message_of_unknown_content_is_no_state(tmp_path: Path) -> None:
    shape = dump(default_world())
    shape["chats"][-1]["messages"][0]["content"]["kind"] = "song"
    with pytest.raises(ValueError, match="unknown content song"):
        load(shape)


def test_a_folder_is_no_state_file(tmp_path: Path) -> None:
    with pytest.raises(StateError, match="cannot read"):
        StateFile(tmp_path).read()

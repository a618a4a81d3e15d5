"""Listening: on loopback only, inside another program or alone."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from bot.sandbox import CannotServe, Running, Switchboard, create_app, default_world, running, serve
from bot.sandbox.__main__ import main
from bot.sandbox.audience import Audience
from bot.sandbox.faults import Fault


async def test_it_serves_inside_another_program_until_cancelled() -> None:
    before = signal.getsignal(signal.SIGINT)
    listening: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(port=0, token="7:x", listening=listening))
    sandbox = await listening
    async with httpx.AsyncClient(verify=False, trust_env=False) as http:
        assert (await http.get(f"{sandbox.url}/bot7:x/getMe")).json()["ok"]
        assert signal.getsignal(signal.SIGINT) == before
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        with pytest.raises(httpx.ConnectError):
            await http.get(f"{sandbox.url}/bot7:x/getMe")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.7", "::1", "example.org"])
async def test_another_host_is_refused(host: str) -> None:
    with pytest.raises(CannotServe, match=r"127\.0\.0\.1 or localhost"):
        async with running(host):
            pass


async def test_a_busy_port_and_an_impossible_one_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running("localhost") as sandbox:
        with pytest.raises(CannotServe, match="is taken"):
            async with running(port=int(sandbox.url.rsplit(":", 1)[1])):
                pass
    with pytest.raises(CannotServe, match="0 to 65535"):
        await serve(port=70_000)

    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", denied)
    with pytest.raises(CannotServe, match="Permission denied"):
        await serve(port=80)


def test_the_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--host", "0.0.0.0"]) == 2
    (tmp_path / "state").write_text("?", encoding="utf-8")
    assert main(["--port", "0", "--state", str(tmp_path / "state")]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 2


def test_the_command_prints_the_pages_address_and_saves_at_the_end(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    command = [
        sys.executable,
        "-m",
        "bot.sandbox",
        "--port",
        "0",
        "--state",
        str(state),
        "--token",
        "5:t",
        "--calls",
        "9",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with httpx.Client(verify=False, trust_env=False) as http:
            assert http.get(f"{address}bot5:t/getMe").json()["ok"]
            assert "<title>" in http.get(address).text
            script = http.get(f"{address}page/app.js")
            assert script.headers["cache-control"] == "no-cache"
            assert script.headers["content-type"].startswith("text/javascript")
        os.kill(process.pid, signal.SIGTERM)
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (0, "")
    assert len(json.loads(state.read_text(encoding="utf-8"))["people"]) == 6


def test_the_command_runs_in_this_process_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(self: asyncio.Event) -> bool:
        return True

    monkeypatch.setattr("bot.sandbox.__main__.asyncio.Event.wait", at_once)
    assert main(["--port", "0"]) == 0
    assert capsys.readouterr().out.startswith("http://127.0.0.1:")


async def test_an_app_without_a_server_cannot_cut() -> None:
    board = Switchboard(default_world())
    board.faults.add(Fault("cut"))
    application = httpx.ASGITransport(create_app(board))
    async with httpx.AsyncClient(transport=application, base_url="http://127.0.0.1") as http:
        with pytest.raises(RuntimeError, match="cannot cut"):
            await http.get("/bot1:sandbox/getMe")


async def test_events_are_told_to_everybody_who_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.sandbox.audience._PATIENCE", 2)
    monkeypatch.setattr("bot.sandbox.audience._HEARTBEAT", 0.05)
    audience = Audience()
    audience.tell("chat", lambda: pytest.fail("nobody watches"))
    watching = audience.watch()
    assert await anext(watching) == "retry: 1000\n\n"
    assert await anext(watching) == ": still here\n\n"
    for number in range(5):
        audience.tell("chat", lambda number=number: {"chat": number})  # type: ignore[misc]
    audience.close()
    rest = [text async for text in watching]
    assert [json.loads(text.removeprefix("data: ")).get("chat", "reload") for text in rest] == [0, 1, "reload"]
    assert not audience.present

"""How calls go out."""

from __future__ import annotations

import pytest
from telegram.error import NetworkError

from bot.telegram.request import AiohttpRequest


async def test_an_error_of_the_network_never_tells_the_address_since_it_holds_the_token() -> None:
    request = AiohttpRequest("http://127.0.0.1:1", 1)
    await request.initialize()
    try:
        for address in ("http://127.0.0.1:1/bot1:secret/getMe", "http://127.0.0.1:99999/bot1:secret/getMe"):
            with pytest.raises(NetworkError) as failed:
                await request.do_request(address, "POST")
            assert "secret" not in failed.value.message
    finally:
        await request.shutdown()


async def test_a_proxy_stands_before_telegram_but_never_before_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy:3128")
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:3128")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert AiohttpRequest("https://api.telegram.org", 1)._proxy == "http://proxy:3128"
    assert AiohttpRequest("http://127.0.0.1:8081", 1)._proxy is None

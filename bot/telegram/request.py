"""How calls go out: the library's BaseRequest over aiohttp.

The library's own request, over httpx, costs a call about four times the CPU; calls are nearly all that a press costs.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

_HERE = ("127.0.0.1", "localhost", "::1")
_JSON = {"Content-Type": "application/json"}


class AiohttpRequest(BaseRequest):
    """Requests over at most ``connections`` kept-alive connections. Timeouts in seconds, where a call gives none.

    ``api`` is the server's root: whether a proxy stands before it is looked up once, in the environment (HTTPS_PROXY,
    NO_PROXY and the like).
    """

    def __init__(self, api: str, connections: int, *, read: float = 10.0, connect: float = 10.0) -> None:
        self._connections, self._read, self._connect = connections, read, connect
        self._proxy = _proxy_before(api)
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds to wait for an answer by default."""
        return self._read

    async def initialize(self) -> None:
        """Open the pool; once more does nothing."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=60),
                headers={"User-Agent": self.USER_AGENT},
                proxy=self._proxy,
            )

    async def shutdown(self) -> None:
        """Close the pool."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """One request: the HTTP status and the body.

        Raises:
            TimedOut: no connection or no answer in time.
            NetworkError: the connection failed or was cut.
        """
        if self._session is None:
            raise RuntimeError("this request is not initialized")
        timeout = aiohttp.ClientTimeout(
            sock_connect=_seconds(connect_timeout, self._connect), sock_read=_seconds(read_timeout, self._read)
        )
        try:
            async with self._session.request(method, url, timeout=timeout, **_body(request_data)) as response:
                return response.status, await response.read()
        except TimeoutError as error:
            raise TimedOut from error
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from error  # its text may hold the address, which holds the token


def _proxy_before(api: str) -> str | None:
    """aiohttp would look for a proxy, and for passwords in files, at every call, which costs more than the call."""
    server = urlsplit(api)
    if server.hostname is None or server.hostname in _HERE or proxy_bypass(server.hostname):
        return None
    return getproxies().get(server.scheme)


def _seconds(given: Any, default: float) -> float | None:
    """The timeout that a call gave, None for none; the default where it gave nothing."""
    return default if given is BaseRequest.DEFAULT_NONE else given


def _body(data: RequestData | None) -> dict[str, Any]:
    """The parameters as JSON; with files, as a form."""
    if data is None:
        return {}
    if not data.contains_files:
        return {"data": json.dumps(data.parameters, ensure_ascii=False).encode(), "headers": _JSON}
    form = aiohttp.FormData(data.json_parameters)
    for name, (filename, content, mime) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=mime)
    return {"data": form}

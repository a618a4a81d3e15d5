"""Parameters of a Bot API call, however they came: query, form, multipart or JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, unquote

from starlette.requests import Request

from bot.sandbox.errors import ApiError, bad_request

_OBJECTS: Final = frozenset(
    {
        "reply_markup",
        "reply_parameters",
        "entities",
        "caption_entities",
        "link_preview_options",
        "allowed_updates",
        "message_ids",
        "media",
        "commands",
        "scope",
    }
)
"""Parameters that a form carries as JSON in a string."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with the call."""

    name: str
    mime: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters by name; absent and null are the same."""

    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A string, "" if absent. Raises: ApiError 400 for lone surrogates."""
        value = self.values.get(name)
        text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise bad_request("strings must be encoded in UTF-8") from None
        return text

    def integer(self, name: str, default: int = 0) -> int:
        """A whole number; what is no number counts as absent, as with Telegram."""
        try:
            return int(self.values.get(name, default))
        except (TypeError, ValueError):
            return default

    def flag(self, name: str) -> bool:
        """A boolean: true, "true", "yes", "1" are true."""
        return str(self.values.get(name, "")).lower() in ("true", "yes", "1")

    def json(self, name: str) -> Any:
        """A value that may have come as JSON in a string; None if absent or empty.

        Raises: ApiError 400 if it is no JSON.
        """
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise bad_request(f"can't parse {name.replace('_', ' ')} JSON object") from None

    @property
    def chat_id(self) -> int | None:
        """The number in ``chat_id``, if it is one."""
        try:
            return int(self.values["chat_id"])
        except (KeyError, TypeError, ValueError):
            return None

    def plain(self) -> dict[str, Any]:
        """The parameters for the log: JSON strings of known objects decoded, files by their names."""
        plain: dict[str, Any] = {}
        for name, value in self.values.items():
            if value is None:
                continue
            try:
                plain[name] = json.loads(value) if name in _OBJECTS and isinstance(value, str) else value
            except ValueError:
                plain[name] = value
        if self.chat_id is not None:
            plain["chat_id"] = self.chat_id
        return plain | {name: upload.name for name, upload in self.files.items()}


async def read_params(request: Request) -> Params:
    """The parameters of a call. Raises: ApiError 400 for a body that is not what its content type says."""
    values: dict[str, Any] = dict(request.query_params)
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if not body:
        return Params(values)
    if kind.startswith("application/json"):
        return Params(values | _json_body(body))
    if kind.startswith("multipart/form-data"):
        return _multipart(values, kind, body)
    if kind.startswith("application/x-www-form-urlencoded"):
        values.update(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
    return Params(values)


def _json_body(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        raise ApiError(400, "Bad Request: can't parse JSON object") from None
    if not isinstance(value, dict):
        raise ApiError(400, "Bad Request: object expected")
    return value


def _multipart(values: dict[str, Any], kind: str, body: bytes) -> Params:
    files: dict[str, Upload] = {}
    boundary = re.search(r'boundary="?([^";]+)', kind)
    if boundary is None:
        raise ApiError(400, "Bad Request: boundary expected")
    for section in (b"\r\n" + body).split(f"\r\n--{boundary.group(1)}".encode())[1:-1]:
        head, _, content = section.partition(b"\r\n\r\n")
        headers = head.decode(errors="replace")
        name, file_name = _attribute(headers, "name"), _attribute(headers, "filename")
        if file_name:
            mime = re.search(r"(?im)^content-type:\s*([^;\s]+)", headers)
            files[name] = Upload(file_name, mime.group(1) if mime else "application/octet-stream", content)
        else:
            values[name] = content.decode(errors="replace")
    return Params(values, files)


def _attribute(headers: str, name: str) -> str:
    found = re.search(rf'[;\s]{name}="([^"]*)"', headers)
    return unquote(found.group(1)) if found else ""

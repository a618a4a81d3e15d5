"""What the sandbox answers instead of a result: Telegram's errors for the bot, plain refusals for the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_PREFIXES = {400: "Bad Request", 403: "Forbidden", 404: "Not Found", 409: "Conflict", 429: "Too Many Requests"}


@dataclass(unsafe_hash=True)  # not frozen: Python writes a traceback into an exception
class ApiError(Exception):
    """An error response of the Bot API.

    ``code`` is both the HTTP status and ``error_code``; ``description`` is the whole text as Telegram words it;
    ``parameters`` is the ResponseParameters object (``retry_after`` in seconds, ``migrate_to_chat_id``), or nothing.
    """

    code: int
    description: str
    parameters: tuple[tuple[str, int], ...] = ()

    def body(self) -> dict[str, Any]:
        """The JSON object that the Bot API would send."""
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = dict(self.parameters)
        return body


def _worded(code: int, message: str) -> str:
    # Telegram lower-cases the first letter of its own sentences, but leaves constants (BUTTON_DATA_INVALID) alone.
    constant = len(message) > 1 and (message[1] == "_" or message[1].isupper())
    return f"{_PREFIXES[code]}: {message if constant else message[:1].lower() + message[1:]}"


def bad_request(message: str) -> ApiError:
    """A 400 with Telegram's prefix."""
    return ApiError(400, _worded(400, message))


def forbidden(message: str) -> ApiError:
    """A 403 with Telegram's prefix."""
    return ApiError(403, _worded(403, message))


def too_many_requests(seconds: int) -> ApiError:
    """A 429 that asks to wait for so many seconds (1 or more)."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", (("retry_after", seconds),))


def migrated(new_chat_id: int) -> ApiError:
    """What a call to a group that has become a supergroup is told."""
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiError(400, text, (("migrate_to_chat_id", new_chat_id),))


CONFLICT = ApiError(
    409,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
)
WEBHOOK_SET = ApiError(
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
)
UNAUTHORIZED = ApiError(401, "Unauthorized")
NOT_FOUND = ApiError(404, "Not Found")
NOT_MODIFIED = bad_request(
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)
QUERY_TOO_OLD = bad_request("query is too old and response timeout expired or query ID is invalid")


@dataclass(unsafe_hash=True)  # not frozen: Python writes a traceback into an exception
class Refusal(Exception):
    """Something that a person in the sandbox cannot do. ``status`` is the HTTP status of the control API's answer."""

    message: str
    status: int = 400

    def __str__(self) -> str:
        return self.message

"""What Telegram's errors mean; their texts as Telegram sends them."""

from __future__ import annotations

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.telegram.answers import Answer, meaning


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("message is not modified: specified new message content and reply markup are exactly the same", Answer.STANDS),
        ("message to edit not found", Answer.GONE),
        ("message can't be edited", Answer.GONE),
        ("MESSAGE_ID_INVALID", Answer.GONE),
        ("message thread not found", Answer.TOPIC_GONE),
        ("TOPIC_CLOSED", Answer.TOPIC_CLOSED),
        ("TOPIC_DELETED", Answer.TOPIC_GONE),
        ("chat not found", Answer.UNREACHABLE),
        ("not enough rights to send text messages to the chat", Answer.SHUT_OUT),
        ("have no rights to send a message", Answer.SHUT_OUT),
        ("CHAT_WRITE_FORBIDDEN", Answer.SHUT_OUT),
        ("query is too old and response timeout expired or query ID is invalid", Answer.REFUSED),
        ("message to be replied not found", Answer.REFUSED),
        ("can't parse entities: unsupported start tag", Answer.REFUSED),
    ],
)
def test_a_bad_request_means_what_its_text_says(text: str, answer: Answer) -> None:
    assert meaning(BadRequest(f"Bad Request: {text}")) is answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("bot can't initiate conversation with a user", Answer.UNREACHABLE),
        ("bot was blocked by the user", Answer.UNREACHABLE),
        ("user is deactivated", Answer.NOBODY),
        ("bot was kicked from the supergroup chat", Answer.SHUT_OUT),
        ("bot is not a member of the channel chat", Answer.SHUT_OUT),
    ],
)
def test_what_is_forbidden_means_what_its_text_says(text: str, answer: Answer) -> None:
    assert meaning(Forbidden(f"Forbidden: {text}")) is answer


@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (TimedOut(), Answer.AGAIN),
        (NetworkError("Bad Gateway"), Answer.AGAIN),
        (ChatMigrated(-1001), Answer.MOVED),
        (InvalidToken(), Answer.REFUSED),
        (Conflict("terminated by other getUpdates request"), Answer.REFUSED),
        (TelegramError("something new"), Answer.REFUSED),
    ],
)
def test_other_errors_mean_what_their_class_says(error: TelegramError, answer: Answer) -> None:
    assert meaning(error) is answer


def test_too_many_requests_means_to_wait() -> None:
    assert meaning(RetryAfter(3)) is Answer.WAIT

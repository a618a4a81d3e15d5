"""The settings: the environment and ``.env``, read and checked once."""

from __future__ import annotations

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]+")

# What would be right, by variable: the second half of the line that a host reads when a value is wrong.
_RIGHT = {
    "BOT_TOKEN": "the token from @BotFather, like 123456:ABC-DEF, or nothing for the sandbox",
    "TELEGRAM_API_URL": "the root of a Bot API server, like https://api.telegram.org",
    "DATABASE_URL": "a SQLite file, like sqlite:///kozel.db",
    "LANGUAGE": "ru or en",
    "LOG_LEVEL": "DEBUG, INFO, WARNING or ERROR",
    "COMPUTER_PACE": "seconds from 0 to 60",
    "THINKING_TIME": "seconds from 0.01 to 5",
    "DEAL_PAUSE": "seconds from 0 to 600",
    "TURN_TIME": "seconds from 0 (no clock) to 86400",
    "REMATCH_TIME": "seconds from 1 to 86400",
    "LOBBY_TIME": "seconds from 1 to 604800",
    "ABSENCE_TIME": "seconds from 1 to 604800",
    "GROUP_PACE": "seconds from 0 to 60",
    "PRIVATE_PACE": "seconds from 0 to 60",
    "CALLS_PER_SECOND": "a number from 1 to 1000",
    "SANDBOX_HOST": "127.0.0.1 or localhost",
    "SANDBOX_PORT": "a port from 0 (any free one) to 65535",
}


class WrongSetting(Exception):
    """A variable's value will not do; the text is one line that names it, its value, and what would be right."""


def _url(value: str) -> str:
    server = urlsplit(value)  # a port that is none raises when it is read
    known = server.scheme in ("http", "https") and server.hostname and server.port != 0
    if not known or server.query or server.fragment or re.search(r"\s", value):
        raise ValueError
    return value.rstrip("/")


def _database(value: str) -> str:
    scheme, separator, path = value.partition(":///")
    if not separator or path in ("", ":memory:") or scheme not in ("sqlite", "sqlite+aiosqlite"):
        raise ValueError
    return f"sqlite+aiosqlite:///{path}"


def _loopback(value: str) -> str:
    if value not in ("localhost", "127.0.0.1"):
        raise ValueError
    return value


class Settings(BaseSettings):
    """All settings with their defaults; ``.env.example`` explains each. Names here are the variables' in lower case.

    ``telegram_api_url`` comes without a slash at its end, ``database_url`` with the driver the bot uses.
    """

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore")

    bot_token: SecretStr | None = None
    telegram_api_url: Annotated[str, AfterValidator(_url)] = "https://api.telegram.org"
    database_url: Annotated[str, AfterValidator(_database)] = "sqlite+aiosqlite:///kozel.db"
    language: Literal["ru", "en"] = "ru"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    computer_pace: Annotated[float, Field(ge=0, le=60)] = 1.5
    thinking_time: Annotated[float, Field(ge=0.01, le=5)] = 0.15
    deal_pause: Annotated[float, Field(ge=0, le=600)] = 8
    turn_time: Annotated[float, Field(ge=0, le=86400)] = 120
    rematch_time: Annotated[float, Field(ge=1, le=86400)] = 120
    lobby_time: Annotated[float, Field(ge=1, le=604800)] = 3600
    absence_time: Annotated[float, Field(ge=1, le=604800)] = 86400
    group_pace: Annotated[float, Field(ge=0, le=60)] = 3
    private_pace: Annotated[float, Field(ge=0, le=60)] = 1
    calls_per_second: Annotated[float, Field(ge=1, le=1000)] = 25
    sandbox_host: Annotated[str, AfterValidator(_loopback)] = "127.0.0.1"
    sandbox_port: Annotated[int, Field(ge=0, le=65535)] = 8080

    @field_validator("bot_token")
    @classmethod
    def _well_formed(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not _TOKEN.fullmatch(token.get_secret_value()):
            raise ValueError
        return token

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level


def read_settings() -> Settings:
    """The settings of this process.

    Raises:
        WrongSetting: a value will not do (the first one found).
    """
    try:
        return Settings()
    except ValidationError as wrong:
        first = wrong.errors()[0]
        name = str(first["loc"][0]).upper()
        value = "(not shown)" if name == "BOT_TOKEN" else repr(first["input"])
        raise WrongSetting(f"{name} is {value}; it should be {_RIGHT[name]}.") from None
    except UnicodeDecodeError:
        raise WrongSetting(".env is not UTF-8 text; save it as UTF-8, or copy .env.example anew.") from None

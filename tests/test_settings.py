"""Settings: every variable, what is right and what is wrong, and the one line that a host reads then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import Settings, WrongSetting, read_settings

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / ".env.example"
VARIABLES = sorted(name.upper() for name in Settings.model_fields)
TOKEN = "123456:ABC-DEF_1234ghIkl"

DEFAULTS = {
    "BOT_TOKEN": None,
    "TELEGRAM_API_URL": "https://api.telegram.org",
    "DATABASE_URL": "sqlite+aiosqlite:///kozel.db",
    "LANGUAGE": "ru",
    "LOG_LEVEL": "INFO",
    "COMPUTER_PACE": 1.5,
    "THINKING_TIME": 0.15,
    "DEAL_PAUSE": 8,
    "TURN_TIME": 120,
    "REMATCH_TIME": 120,
    "LOBBY_TIME": 3600,
    "ABSENCE_TIME": 86400,
    "GROUP_PACE": 3,
    "PRIVATE_PACE": 1,
    "CALLS_PER_SECOND": 25,
    "SANDBOX_HOST": "127.0.0.1",
    "SANDBOX_PORT": 8080,
}
GOOD = [
    ("TELEGRAM_API_URL", "http://127.0.0.1:8081", "http://127.0.0.1:8081"),
    ("TELEGRAM_API_URL", "https://bots.example.org/api/", "https://bots.example.org/api"),
    ("DATABASE_URL", "sqlite:////var/lib/kozel/kozel.db", "sqlite+aiosqlite:////var/lib/kozel/kozel.db"),
    ("DATABASE_URL", "sqlite+aiosqlite:///data/kozel.db", "sqlite+aiosqlite:///data/kozel.db"),
    ("LANGUAGE", "en", "en"),
    ("LOG_LEVEL", "debug", "DEBUG"),
    ("LOG_LEVEL", "ERROR", "ERROR"),
    ("COMPUTER_PACE", "0", 0),
    ("COMPUTER_PACE", "60", 60),
    ("THINKING_TIME", "0.01", 0.01),
    ("THINKING_TIME", "5", 5),
    ("DEAL_PAUSE", "0.5", 0.5),
    ("DEAL_PAUSE", "600", 600),
    ("TURN_TIME", "0", 0),
    ("TURN_TIME", "86400", 86400),
    ("REMATCH_TIME", "1.5", 1.5),
    ("LOBBY_TIME", "1", 1),
    ("ABSENCE_TIME", "604800", 604800),
    ("GROUP_PACE", "0", 0),
    ("PRIVATE_PACE", "2.5", 2.5),
    ("CALLS_PER_SECOND", "1", 1),
    ("CALLS_PER_SECOND", "1000", 1000),
    ("SANDBOX_HOST", "localhost", "localhost"),
    ("SANDBOX_PORT", "0", 0),
    ("SANDBOX_PORT", "65535", 65535),
]
BAD = [
    ("BOT_TOKEN", "123456", "the token from @BotFather, like 123456:ABC-DEF, or nothing for the sandbox"),
    ("BOT_TOKEN", TOKEN + "\n", "the token from @BotFather, like 123456:ABC-DEF, or nothing for the sandbox"),
    ("TELEGRAM_API_URL", "api.telegram.org", "the root of a Bot API server, like https://api.telegram.org"),
    ("TELEGRAM_API_URL", "ftp://api.telegram.org", "the root of a Bot API server, like https://api.telegram.org"),
    ("TELEGRAM_API_URL", "https://", "the root of a Bot API server, like https://api.telegram.org"),
    ("TELEGRAM_API_URL", "http://127.0.0.1:99999", "the root of a Bot API server, like https://api.telegram.org"),
    ("TELEGRAM_API_URL", "http://[bad", "the root of a Bot API server, like https://api.telegram.org"),
    ("TELEGRAM_API_URL", "https://a b", "the root of a Bot API server, like https://api.telegram.org"),
    ("DATABASE_URL", "kozel.db", "a SQLite file, like sqlite:///kozel.db"),
    ("DATABASE_URL", "sqlite:///", "a SQLite file, like sqlite:///kozel.db"),
    ("DATABASE_URL", "sqlite:///:memory:", "a SQLite file, like sqlite:///kozel.db"),
    ("DATABASE_URL", "postgresql:///kozel", "a SQLite file, like sqlite:///kozel.db"),
    ("LANGUAGE", "de", "ru or en"),
    ("LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING or ERROR"),
    ("COMPUTER_PACE", "-1", "seconds from 0 to 60"),
    ("THINKING_TIME", "0", "seconds from 0.01 to 5"),
    ("THINKING_TIME", "5.1", "seconds from 0.01 to 5"),
    ("COMPUTER_PACE", "61", "seconds from 0 to 60"),
    ("COMPUTER_PACE", "nan", "seconds from 0 to 60"),
    ("COMPUTER_PACE", "quick", "seconds from 0 to 60"),
    ("DEAL_PAUSE", "601", "seconds from 0 to 600"),
    ("TURN_TIME", "86401", "seconds from 0 (no clock) to 86400"),
    ("REMATCH_TIME", "0", "seconds from 1 to 86400"),
    ("LOBBY_TIME", "soon", "seconds from 1 to 604800"),
    ("ABSENCE_TIME", "0", "seconds from 1 to 604800"),
    ("GROUP_PACE", "inf", "seconds from 0 to 60"),
    ("PRIVATE_PACE", "-0.1", "seconds from 0 to 60"),
    ("CALLS_PER_SECOND", "0", "a number from 1 to 1000"),
    ("CALLS_PER_SECOND", "1001", "a number from 1 to 1000"),
    ("SANDBOX_HOST", "0.0.0.0", "127.0.0.1 or localhost"),
    ("SANDBOX_PORT", "65536", "a port from 0 (any free one) to 65535"),
    ("SANDBOX_PORT", "-1", "a port from 0 (any free one) to 65535"),
    ("SANDBOX_PORT", "http", "a port from 0 (any free one) to 65535"),
]


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A place without a .env, and an environment without our variables."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def value_of(name: str) -> object:
    return getattr(read_settings(), name.lower())


def written_in_example() -> dict[str, str]:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.parametrize(("name", "value"), DEFAULTS.items())
def test_every_variable_has_a_default(name: str, value: object) -> None:
    assert value_of(name) == value


def test_no_variable_is_forgotten_here() -> None:
    assert sorted(DEFAULTS) == VARIABLES
    assert {name for name, *_ in BAD} == set(VARIABLES)


@pytest.mark.parametrize(("name", "given", "value"), GOOD)
def test_a_good_value_is_taken(monkeypatch: pytest.MonkeyPatch, name: str, given: str, value: object) -> None:
    monkeypatch.setenv(name, given)
    assert value_of(name) == value


def test_a_token_is_taken_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    settings = read_settings()
    assert settings.bot_token is not None
    assert settings.bot_token.get_secret_value() == TOKEN
    assert TOKEN not in repr(settings)


@pytest.mark.parametrize(("name", "given", "right"), BAD)
def test_a_wrong_value_is_one_line_that_says_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str, right: str
) -> None:
    monkeypatch.setenv(name, given)
    with pytest.raises(WrongSetting) as raised:
        read_settings()
    shown = "(not shown)" if name == "BOT_TOKEN" else repr(given)
    assert str(raised.value) == f"{name} is {shown}; it should be {right}."


@pytest.mark.parametrize("name", VARIABLES)
def test_an_empty_value_is_none_at_all(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "")
    assert value_of(name) == DEFAULTS[name]


def test_a_value_over_several_lines_is_still_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "ru\nen")
    with pytest.raises(WrongSetting) as raised:
        read_settings()
    assert "\n" not in str(raised.value)


def test_of_several_wrong_values_the_first_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    with pytest.raises(WrongSetting, match=r"^LANGUAGE is 'de'; it should be ru or en\.$"):
        read_settings()


def test_a_file_called_env_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("# mine\nLANGUAGE=en\nDEAL_PAUSE = 3\nSOMETHING_ELSE=1\n", encoding="utf-8")
    assert (value_of("LANGUAGE"), value_of("DEAL_PAUSE")) == ("en", 3)


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("LANGUAGE=en\n", encoding="utf-8")
    monkeypatch.setenv("LANGUAGE", "ru")
    assert value_of("LANGUAGE") == "ru"


def test_a_wrong_value_in_the_file_is_named_too(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SANDBOX_PORT=eighty\n", encoding="utf-8")
    with pytest.raises(WrongSetting, match=r"^SANDBOX_PORT is 'eighty'; it should be a port"):
        read_settings()


def test_a_file_that_is_no_text_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("LANGUAGE=en # язык".encode("cp1251"))
    with pytest.raises(WrongSetting, match=r"^\.env is not UTF-8 text"):
        read_settings()


def test_the_example_explains_every_variable_and_no_other() -> None:
    assert sorted(written_in_example()) == VARIABLES


def test_the_example_has_the_defaults(tmp_path: Path) -> None:
    assert all(value for name, value in written_in_example().items() if name != "BOT_TOKEN")
    before = read_settings()
    (tmp_path / ".env").write_bytes(EXAMPLE.read_bytes())
    assert read_settings() == before


def test_every_variable_in_the_example_has_a_comment() -> None:
    for block in EXAMPLE.read_text(encoding="utf-8").split("\n\n"):
        assert block.startswith("#")


def test_the_bot_does_not_start_with_a_wrong_value_and_shows_no_token(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    ended = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": str(ROOT), "BOT_TOKEN": "topsecret"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    right = "the token from @BotFather, like 123456:ABC-DEF, or nothing for the sandbox"
    assert ended.stderr == f"kozel: BOT_TOKEN is (not shown); it should be {right}.\n"
    assert (ended.returncode, ended.stdout) == (2, "")
    assert list(tmp_path.iterdir()) == []

"""The command line."""

from __future__ import annotations

import io
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from kozel import PLAYERS, Record, read, write
from kozel.__main__ import main
from kozel.players.company import play_series
from kozel.rules import FOUR, SIX


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, capture: pytest.CaptureFixture[str], *arguments: str) -> None:
        self.code = main(arguments)
        self.out, self.err = capture.readouterr()


@pytest.fixture
def right(tmp_path: Path) -> Path:
    path = tmp_path / "right.toml"
    path.write_text(write(play_series(FOUR, ["greedy", "random", "greedy", "random"], "1", PLAYERS, 2)), "utf-8")
    return path


@pytest.fixture
def wrong(right: Path) -> Path:
    path = right.with_name("wrong.toml")
    lines = right.read_text("utf-8").splitlines()
    place = lines.index("actions = [") + 3
    lines[place] = '  "0 lead KS",'
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_check_of_a_right_record(right: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "check", str(right))
    assert (said.code, said.out, said.err) == (0, f"{right}: all is right\n", "")


def test_check_tells_file_deal_action_and_why_in_one_line(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "check", str(wrong))
    assert said.code == 1
    assert said.out.startswith(f"{wrong}: deal 1, action 3: ")
    assert said.out.count("\n") == 1


def test_check_of_several_files_goes_on_and_exits_with_the_worst(
    right: Path, wrong: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert Said(capsys, "check", str(wrong), str(right)).code == 1
    said = Said(capsys, "check", str(tmp_path / "none"), str(wrong), str(right))
    assert said.code == 2
    assert len(said.out.splitlines()) == 2
    assert said.err == f"kozel: {tmp_path / 'none'}: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\xff\xfe", "is not UTF-8, at byte 0"),
        (b"not toml", "this is not TOML"),
        (b"a = 1", 'this is no record: it needs format = "kozel/1"'),
    ],
)
def test_files_that_cannot_be_read_get_one_line_and_exit_2(
    command: str, content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    said = Said(capsys, command, str(path))
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"kozel: {path}: {why}")


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_directory_cannot_be_read(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, command, str(tmp_path))
    assert (said.code, said.err) == (2, f"kozel: {tmp_path}: cannot be read: Is a directory\n")


@pytest.mark.parametrize("command", ["check", "show"])
def test_dash_is_standard_input(
    command: str, right: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(right.read_bytes())))
    assert Said(capsys, command, "-").code == 0


def test_show_tells_the_series_trick_by_trick(right: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "show", str(right))
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == ("Kozel with 4 cards · greedy 0 and greedy 2 against random 1 and random 3 · to 12 loss points")
    assert sum(line.startswith("── Deal ") for line in lines) == 2
    assert sum(" takes " in line for line in lines) >= 6
    assert any("discards  (" in line for line in lines)
    assert any("Loss points  greedy 0 and greedy 2 " in line for line in lines)
    assert lines[-1] == "The series is not over."
    assert set("♠♥♦♣") <= set(said.out)


def test_show_refuses_a_wrong_record(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "show", str(wrong))
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"kozel: {wrong}: deal 1, action 3: ")
    text = wrong.read_text("utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith(("digest", "marks", "length")))
    wrong.write_text(bare, "utf-8")
    said = Said(capsys, "show", str(wrong))
    assert (said.code, said.out) == (1, "")


@pytest.mark.parametrize(("variant", "players"), [("four", "greedy,random,random,greedy"), ("six", "greedy,random")])
def test_play_makes_a_right_record_and_the_same_seed_the_same_bytes(
    variant: str, players: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("play", "--variant", variant, "--seed", "7", "--players", players)
    said = Said(capsys, *arguments)
    assert (said.code, said.err) == (0, "")
    assert Said(capsys, *arguments).out == said.out
    path = tmp_path / "x.toml"
    path.write_text(said.out, "utf-8")
    assert Said(capsys, "check", str(path)).code == 0
    shown = Said(capsys, "show", str(path))
    assert "Goats" in shown.out.splitlines()[-1]
    assert read(said.out).seats == tuple(players.split(","))


def test_play_no_more_than_so_many_deals(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said(capsys, "play", "--variant", "six", "--seed", "x", "--players", "random,random", "--deals", "1")
    assert len(read(said.out).deals) == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["play", "--variant", "four", "--seed", "1", "--players", "greedy,bob,random,random"], "no player 'bob'"),
        (["play", "--variant", "four", "--seed", "1", "--players", ""], "no player ''; there are random, novice"),
        (["play", "--variant", "four", "--seed", "1", "--players", "greedy"], "four needs 4 players, not 1"),
        (["play", "--variant", "six", "--seed", "1", "--players", "greedy,greedy,greedy"], "six needs 2 players"),
        (["play", "--variant", "five", "--seed", "1", "--players", "greedy"], "invalid choice"),
        (["play", "--variant", "six", "--players", "greedy,greedy"], "--seed"),
        (["play", "--variant", "six", "--seed", "1", "--players", "greedy,greedy", "--deals", "0"], "1 or more"),
        (["play", "--variant", "six", "--seed", "1", "--players", "greedy,greedy", "--deals", "x"], "invalid int"),
        (["shuffle"], "invalid choice"),
        (["check"], "FILE"),
        ([], "required"),
    ],
)
def test_arguments_that_cannot_be_used_get_one_line_and_exit_2(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Said(capsys, *arguments)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert why in said.err


def test_help_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "check|show|play" in capsys.readouterr().out


def test_a_broken_pipe_is_quiet(
    right: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        assert main(["show", str(right)]) == 141
        monkeypatch.undo()
    assert capsys.readouterr().err == ""


def test_python_m_kozel(right: Path) -> None:
    command = [sys.executable, "-m", "kozel", "check", str(right)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run([*command[:3], "show", str(right)], capture_output=True, check=False, env=environment)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert "♠" in shown.stdout.decode()


def test_the_module_is_a_program(
    right: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "kozel.__main__")
    monkeypatch.setattr(sys, "argv", ["kozel", "check", str(right)])
    with pytest.raises(SystemExit) as left:
        runpy.run_module("kozel", run_name="__main__")
    assert left.value.code == 0
    assert "all is right" in capsys.readouterr().out


def test_a_record_without_deals_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.toml"
    path.write_text(write(Record(SIX, ("A", "B"))), "utf-8")
    said = Said(capsys, "show", str(path))
    assert said.out.splitlines() == [
        "Kozel with 6 cards · A against B · to 16 loss points",
        "Cards in brackets were laid face down.",
        "",
        "The series is not over.",
    ]

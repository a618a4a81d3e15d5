"""Matches: duplicate, settled by their seed, and told with their intervals."""

from __future__ import annotations

import math
import pickle

import pytest

from kozel import FOUR, PLAYERS, Rules
from kozel.__main__ import main
from kozel.match import Mean, Thinking, play_match
from tests.kozel.positions import GAMES


@GAMES
def test_a_player_against_itself_comes_out_even_on_average(rules: Rules) -> None:
    result = play_match(rules, (PLAYERS["greedy"], PLAYERS["greedy"]), "even", 40, 1)
    assert abs(result.won.value - 0.5) <= result.won.margin
    assert abs(result.points.value - 60) <= result.points.margin
    assert result.deals == 40


@GAMES
def test_a_game_goes_to_another_process_as_its_name_and_is_itself_there(rules: Rules) -> None:
    packed = pickle.dumps(rules)
    assert len(packed) < 100
    assert pickle.loads(packed) is rules


def test_a_match_is_settled_by_its_seed_on_any_number_of_processes() -> None:
    players = (PLAYERS["greedy"], PLAYERS["novice"])
    heard: list[int] = []
    one = play_match(FOUR, players, "same", 6, 1)
    two = play_match(FOUR, players, "same", 6, 2, heard.append)
    assert (one.won, one.points, one.loss) == (two.won, two.points, two.loss)
    assert one.won != play_match(FOUR, players, "other", 6, 1).won
    assert heard == [1, 2, 3, 4, 5, 6]


def test_what_one_side_wins_the_other_loses() -> None:
    greedy, novice = PLAYERS["greedy"], PLAYERS["novice"]
    result = play_match(FOUR, (greedy, novice), "sides", 30, 1)
    assert result.won.value > 0.5
    assert result.points.value > 60
    assert result.loss[0].value < result.loss[1].value
    assert result.thinking[0].moves > 100


def test_a_mean_of_one_has_no_end_to_its_interval() -> None:
    assert Mean.of([1.0]) == Mean(1.0, math.inf)
    assert Mean.of([1.0, 3.0]).margin == pytest.approx(1.96)
    assert Thinking(1, 2.0, 2.0).and_then(Thinking(2, 1.0, 0.5)) == Thinking(3, 3.0, 2.0)


def test_no_match_without_a_deal() -> None:
    with pytest.raises(ValueError, match="a deal at least"):
        play_match(FOUR, (PLAYERS["random"], PLAYERS["random"]), "x", 0)


def test_the_command_tells_wins_points_loss_points_and_time(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "--players", "master,random", "--deals", "1", "--workers", "1", "--ms", "1"]
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert told.err == ""
    for variant in ("four", "six"):
        assert f"{variant}: master against random" in told.out
    for word in ("wins", "card points", "loss points", "ms a move", "95 % interval"):
        assert told.out.count(word) == 2


def test_the_command_draws_a_bar_for_who_looks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["match", "--players", "greedy,random", "--deals", "2", "--variant", "four", "--workers", "1"]) == 0
    assert "███ 2/2\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--players", "greedy"], "a match needs 2 players, not 1"),
        (["--players", "greedy,nobody"], "there is no player 'nobody'"),
        (["--players", "greedy,random", "--deals", "0"], "--deals must be 1 or more, not 0"),
        (["--players", "greedy,random", "--ms", "-1"], "--ms must be 1 or more, not -1"),
    ],
)
def test_a_match_that_cannot_be_is_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1

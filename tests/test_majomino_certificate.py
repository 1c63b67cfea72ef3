"""Winning strategies written down and played again: what proves something, and what does not."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from plain_minimax import REGIONS, Ending

from quasiprint.games.majomino import solving as making
from quasiprint.games.majomino.board import of_regions
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import QUESTION
from quasiprint.model.solution import Replayed
from quasiprint.pipeline.solve import certificate, check_certificate, problem, seal

pytestmark = pytest.mark.usefixtures("compiled_search")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """The position of question 4, in a file."""
    file = tmp_path / "board.txt"
    file.write_text(write(QUESTION.board, QUESTION.marks))
    return file


@pytest.fixture(scope="module")
def right() -> dict[str, Any]:
    """A certificate that O wins it."""
    asked = problem("majomino", write(QUESTION.board, QUESTION.marks).encode(), "board", {})
    return dict(json.loads(certificate("majomino", asked, "o", 16)))


def check(board: Path, content: dict[str, Any], *options: str) -> Any:
    """Have a certificate checked that is sealed as the program seals it."""
    bare = {key: value for key, value in content.items() if key != "sha256"}
    file = board.with_name("certificate.json")
    file.write_text(json.dumps({**bare, "sha256": seal(bare)}))
    return invoke("solve", "majomino", board, "--check", file, *options)


def posed(ending: Ending) -> Any:
    """An ending as `solve` has it."""
    text = write(of_regions(5, [ord(letter) for letter in ending.regions]), ending.marks)
    options: dict[str, Any] = {"to_move": ending.mover}
    if ending.rule == "none":
        options["double"] = "none"
    else:
        options |= {"rule": ending.rule, "double": "used" if ending.used else "unused"}
        if ending.turns:
            options["double_turns"] = "-".join(map(str, ending.turns))
    return problem("majomino", text.encode(), "board", options)


def test_the_command_writes_a_certificate_and_checks_it(board: Path) -> None:
    file = board.with_name("certificate.json")
    solved = invoke("solve", "majomino", board, "--certificate", file)
    assert solved.exit_code == 0 and "winner: O" in solved.stdout
    assert solved.stdout.endswith(f"certificate: complete; kept in {file}\n")
    json.loads(invoke("solve", "majomino", board, "--certificate", file, "--json").stdout)  # and nothing else
    result = invoke("solve", "majomino", board, "--check", file)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("certificate: complete; O gets 8 lines or more against every reply: a proof (")
    again = file.read_bytes()
    assert invoke("solve", "majomino", board, "--certificate", file).exit_code == 0
    assert file.read_bytes() == again
    told = json.loads(invoke("solve", "majomino", board, "--check", file, "--json").stdout)
    assert (told["winner"], told["lines"], told["complete"]) == ("o", 8, True)


@pytest.mark.parametrize("rule", [(), ("--double", "none"), ("--rule", "restricted"), ("--double-turns", "2-3")])
def test_an_empty_board_of_3_by_3_is_proved_under_every_rule(tmp_path: Path, rule: tuple[str, ...]) -> None:
    file = tmp_path / "certificate.json"
    solved = invoke("solve", "majomino", "3-1-E", *rule, "--certificate", file)
    winner = "X" if "winner: X" in solved.stdout else "O"
    assert f"complete; {winner} gets 5" in invoke("solve", "majomino", "3-1-E", *rule, "--check", file).stdout


@pytest.fixture(scope="module")
def sampled() -> tuple[Any, dict[str, Any]]:
    """A position, and a certificate that is not complete: so few answers are allowed."""
    marks = "".join("xo"[k % 2] if k < 13 else "." for k in (7 * cell % 25 for cell in range(25)))
    asked = posed(Ending(REGIONS[0], marks, "o", "none"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "MOST", 20)
        patch.setattr(making, "TOP", 20)
        patch.setattr(making, "WHOLE_FROM", 4)
        patch.setattr(making, "BRANCHES", 8)
        text = certificate("majomino", asked, asked.solve(*quick()).winner, 16)
    return asked, dict(json.loads(text))


def quick() -> tuple[Any, Any, Any]:
    from quasiprint.model.solution import Effort

    return Effort(first_win=True, memory=16), {}, lambda _: None


def again(asked: Any, content: dict[str, Any]) -> Replayed:
    bare = {key: value for key, value in content.items() if key != "sha256"}
    return check_certificate("majomino", json.dumps({**bare, "sha256": seal(bare)}).encode(), "certificate", asked)


def test_a_large_tree_is_sampled_and_says_so(sampled: tuple[Any, dict[str, Any]]) -> None:
    asked, content = sampled
    found = again(asked, content)
    assert not found.complete and found.branches == 8 and found.open > 1 and found.depth >= 1


def test_an_answer_left_out_or_added_anywhere_is_refused(board: Path, right: dict[str, Any]) -> None:
    answers = right["answers"]
    for place in random.Random(1).sample(range(len(answers)), 12):
        assert check(board, {**right, "answers": answers[:place] + answers[place + 1 :]}).exit_code == 2
    assert "more answers than there are positions" in check(board, {**right, "answers": answers + "a"}).stderr
    assert "an answer is missing" in check(board, {**right, "answers": answers[:-1]}).stderr


def test_an_answer_that_loses_is_refused(board: Path, right: dict[str, Any]) -> None:
    """Another first answer to X's first reply: whatever comes after it, O does not win with it or the rest does not
    fit. And an answer in a cell that has a mark."""
    answers = right["answers"]
    refused = set()
    for letter in "abcdefghijklmnopqrstuvwxy":
        if letter != answers[0]:
            result = check(board, {**right, "answers": letter + answers[1:]})
            assert (result.exit_code, result.stdout) == (2, "")
            (line,) = result.stderr.splitlines()
            refused.add(line.split(": ")[3])
    assert "an answer is against the rules" in refused and refused & {"it loses a game", "an answer is missing"}


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "the other wins": ({"winner": "x"}, "proves nothing: "),
    "another position": ({"position": "0,0 .. x unused standard any"}, "of another position, or of another rule"),
    "another game": ({"game": "quomino"}, "another game"),
    "another kind": ({"kind": "quasiprint checkpoint"}, "is not a certificate"),
    "no answers": ({"answers": None}, "proves nothing: "),
    "branches of something else": ({"branches": 3}, "its parts do not fit together"),
    "no winner": ({"winner": "nobody"}, "its parts do not fit together"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_certificate_of_something_else_gets_one_line(board: Path, right: dict[str, Any], case: str) -> None:
    change, told = WRONG[case]
    result = check(board, {**right, **change})
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert told in line


def test_a_certificate_cut_short_or_changed_is_refused_by_its_seal(board: Path) -> None:
    file = board.with_name("certificate.json")
    invoke("solve", "majomino", board, "--certificate", file)
    whole = file.read_text()
    for text, told in ((whole[:-30], "not a certificate"), (whole.replace('"o"', '"x"'), "was changed or cut short")):
        file.write_text(text)
        result = invoke("solve", "majomino", board, "--check", file)
        assert result.exit_code == 2 and told in result.stderr


def test_where_the_winner_is_open_no_certificate_is_written(board: Path, tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    result = invoke("solve", "majomino", "5-0MJ-1", "--time-limit", "0.001", "--memory", 16, "--certificate", file)
    assert result.exit_code == 0 and "no certificate was written: who wins is open" in result.stderr
    assert not file.exists()

"""Positions of Majomino solved: beside a plain minimax, by the command line, cut off, gone on with, and refused."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from plain_minimax import Ending, Minimax, drawn, lines_of

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import solving as trial

from quasiprint import compiled
from quasiprint.games.majomino import names
from quasiprint.games.majomino.board import MarkedBoard, of_regions
from quasiprint.games.majomino.cataloguing import every
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import EXAMPLE, PATIENT, QUESTION
from quasiprint.model.solution import Effort
from quasiprint.search.perfect_play import search, solver
from quasiprint.search.perfect_play.contest import Contest
from quasiprint.search.perfect_play.solver import Solver

pytestmark = pytest.mark.usefixtures("compiled_search")

RULES = (("none", None), ("standard", None), ("restricted", None), ("standard", (1, 1)), ("restricted", (2, 3)),
         ("standard", (3, 4)))  # fmt: skip


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A file that a test writes its position into."""
    return tmp_path / "board.txt"


def text(position: MarkedBoard) -> str:
    return write(position.board, position.marks)


def small_boards() -> list[str]:
    """All boards of 3 × 3, a letter for each region."""
    return ["".join("ABC"[region] for region in board.regions) for board in every(3)]


@pytest.mark.thorough
def test_all_ten_boards_of_3_by_3_under_every_rule_are_as_a_plain_minimax_has_them() -> None:
    boards = small_boards()
    for regions in boards:
        lines = tuple(map(tuple, lines_of(regions)))
        for rule, turns in RULES:
            contest = Contest(lines, "." * 9, "x", rule != "none", rule == "restricted", turns)
            found = Solver(contest)
            right = Minimax(regions, rule, turns).x_gets("." * 9, "x", rule != "none")
            assert found.value(contest, found.bounds(contest)) == right, (regions, rule, turns)


def test_question_4_of_the_source_is_lost_for_x_with_every_move(board: Path) -> None:
    board.write_text(text(QUESTION))
    result = invoke("solve", "majomino", board, "--score", "--json", code=0)
    told = json.loads(result.stdout)
    assert (told["to_move"], told["double"], told["rule"], told["winner"]) == ("x", "used", "standard", "o")
    assert told["score"] == {"x": 7, "o": 8} and told["solved"]
    assert {tuple(move["cells"][0]): move["score"]["x"] for move in told["moves"]} == {
        (1, 1): 6, (2, 1): 7, (2, 5): 6, (3, 2): 6, (3, 5): 6, (4, 2): 6, (4, 3): 7, (5, 2): 6, (5, 3): 6, (5, 5): 6,
    }  # fmt: skip
    assert {move["winner"] for move in told["moves"]} == {"o"}
    assert told["nodes"] > 0 and told["seconds"] >= 0


def test_the_line_of_play_is_a_game_that_ends_with_the_score(board: Path) -> None:
    board.write_text(text(PATIENT))
    told = json.loads(invoke("solve", "majomino", board, "--score", "--json").stdout)
    marks, mover, doubles = list(PATIENT.marks), "o", 0
    for turn in told["line"]:
        assert turn["player"] == mover
        for row, column in turn["cells"]:
            assert marks[5 * row + column - 6] == "."
            marks[5 * row + column - 6] = mover
        doubles += len(turn["cells"]) == 2
        assert len(turn["cells"]) == 1 or mover == "o"
        mover = "x" if mover == "o" else "o"
    assert doubles <= 1
    regions = "".join(map(str, PATIENT.board.regions))
    x = sum(sum(marks[cell] == "x" for cell in line) >= 3 for line in lines_of(regions))
    assert told["score"] == {"x": x, "o": 15 - x} == {"x": 7, "o": 8}


@pytest.mark.parametrize(("options", "x"), [((), 7), (("--double-turns", "10-10"), 8), (("--double", "none"), 9)])
def test_a_double_that_waits_can_be_better(board: Path, options: tuple[str, ...], x: int) -> None:
    board.write_text(text(PATIENT))
    told = json.loads(invoke("solve", "majomino", board, "--score", "--json", *options).stdout)
    assert told["score"] == {"x": x, "o": 15 - x}


def test_people_read_who_wins_and_with_which_moves(board: Path) -> None:
    board.write_text(text(PATIENT))
    lines = invoke("solve", "majomino", board, "--score").stdout.splitlines()
    assert lines[:5] == ["to move: O", "double: unused (standard)", "winner: O", "points: X 7, O 8",
                         "moves: 1 win, 54 lose"]  # fmt: skip
    assert lines[5] == "  1/3: O wins, X 7, O 8"
    assert lines[35] == "  and 25 more; --json lists them all"
    first = invoke("solve", "majomino", board, "--first-win", "--jobs", 1).stdout
    assert "winner: O" in first and "moves: 1 win" in first and "not looked into" in first


def test_a_full_board_is_counted_and_a_name_is_an_empty_one(board: Path) -> None:
    board.write_text(text(EXAMPLE))
    told = json.loads(invoke("solve", "majomino", board, "--json").stdout)
    assert (told["to_move"], told["winner"], told["score"]) == (None, "o", {"x": 4, "o": 11})
    assert told["moves"] == told["line"] == []
    name = names.name(of_regions(3, [k // 3 for k in range(9)]))
    named = json.loads(invoke("solve", "majomino", name, "--score", "--json").stdout)
    assert (named["winner"], named["score"], len(named["moves"])) == ("o", {"x": 3, "o": 6}, 9)


def test_an_ending_of_7_by_7_is_solved() -> None:
    regions = "".join(letter * 7 for letter in "ABCDEFG")
    order = [cell * 5 % 49 for cell in range(49)]
    marks = "".join("." if k > 42 else "xo"[k % 2] for k in order)  # 22 of X and 21 of O
    ending = Ending(regions, marks, "o", "standard")
    assert trial.differs(ending) == ""


def test_under_the_pie_rule_whoever_chooses_wins(board: Path) -> None:
    """A game without a double, but for the choice: nobody is X before it. After it nothing is special."""
    empty = of_regions(3, [k // 3 for k in range(9)])
    said = {
        ".........": ["double: none (pie)", "winner: whoever chooses the side"],
        "x........": ["double: none (pie)", "winner: X; whoever chooses should be X"],
        "xo.......": ["double: none", "winner: X"],
    }
    for marks, lines in said.items():
        board.write_text(write(empty, marks))
        told = json.loads(invoke("solve", "majomino", board, "--rule", "pie", "--json").stdout)
        plain = json.loads(invoke("solve", "majomino", board, "--double", "none", "--json").stdout)
        assert (told["rule"], told["double"], plain["winner"]) == ("pie", "none", "x")
        until = {0: 1, 1: 0}.get(9 - marks.count("."))  # so many marks, and somebody chooses
        assert (told["choice_after"], plain["choice_after"]) == (until, None)
        assert [told[key] for key in ("winner", "moves", "line")] == [plain[key] for key in ("winner", "moves", "line")]
        assert invoke("solve", "majomino", board, "--rule", "pie").stdout.splitlines()[1:3] == lines


BAD = {
    "nothing": ("", (), "found nothing"),
    "two boards": (text(QUESTION) + "\n" + text(QUESTION), (), "found 2 boards, allowed is one to solve"),
    "no dissection": (
        "+--+--+--+\n|        |\n+  +  +  +\n|        |\n+  +  +  +\n|        |\n+--+--+--+\n",
        (),
        "found 9 cells",
    ),
    "too large": (write(of_regions(9, [k // 9 for k in range(81)])), (), "9 × 9 cells, allowed to solve are"),
    "O first": (".........o...............", (), "found 0 of X and 1 of O, allowed with 0 of X: none of O; X begins"),
    "X twice": ("xx.......................", (), "found 2 of X and 0 of O, allowed with 2 of X: 1 to 3 of O"),
    "double twice": ("xooo.....................", (), "more than one of her turns"),
    "who moves": ("xoxo.....................", (), "leave open who moves"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_gets_one_line(board: Path, name: str) -> None:
    given, options, told = BAD[name]
    if set(given) <= {"x", "o", "."} and (given or options):
        given = write(EXAMPLE.board, given)
    board.write_text(given)
    result = invoke("solve", "majomino", board, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error")]
    assert told in line


@pytest.mark.parametrize(
    ("name", "told"), [("nosuch.txt", "allowed is the name of a board"), ("5-0MJ-2", "check character")]
)
def test_what_is_neither_a_file_nor_a_name_is_refused(name: str, told: str) -> None:
    result = invoke("solve", "majomino", name)
    assert result.exit_code == 2 and told in result.stderr


def middle(empty: int) -> str:
    """A position of the typical board with so many empty cells, O to move and the double unused, or X."""
    marks = "".join("xo"[k % 2] if k < 25 - empty else "." for k in range(25))
    return write(EXAMPLE.board, "".join(marks[(7 * cell) % 25] for cell in range(25)))


def number(lines: list[list[int]], marks: str, mover: str, key: int = 0, **double: Any) -> int:
    """The number by which a position is known."""
    found = Solver(Contest(tuple(map(tuple, lines)), marks, mover, **double), 1, key)
    found.reaches(found.contest, 8)
    return int(found._lookers[0].frames[0, search.NUMBER])


def test_as_python_the_search_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = [drawn(seed, 6) for seed in range(300, 306)]
    quick = [trial.solved(ending, Effort(score=True)) for ending in endings]
    monkeypatch.setattr(solver, "choose", lambda function, seconds, what: compiled.plain(function))
    slow = [trial.solved(ending, Effort(score=True)) for ending in endings]
    assert [(one.choices, one.nodes) for one in slow] == [(one.choices, one.nodes) for one in quick]

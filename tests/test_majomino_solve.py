"""Positions of Majomino solved: beside a plain minimax, by the command line, cut off, gone on with, and refused."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from plain_minimax import REGIONS, Ending, Minimax, drawn, lines_of

from quasiprint import api

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import solving as trial

from quasiprint.addons.lab.majomino.cataloguing import every
from quasiprint.addons.lab.perfect_play import search, solver
from quasiprint.addons.lab.perfect_play.solver import Solver
from quasiprint.addons.lab.solve import problem
from quasiprint.games.majomino import names
from quasiprint.games.majomino.board import MarkedBoard, of_regions
from quasiprint.games.majomino.contest import Contest, alike
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import EXAMPLE, PATIENT, QUESTION
from quasiprint.model.errors import Unavailable
from quasiprint.model.solution import Effort
from quasiprint.system import compiled

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


@pytest.mark.thorough
def test_random_endings_are_as_a_plain_minimax_has_them() -> None:
    endings = [drawn(seed, 8) for seed in range(5000, 5060)]
    assert [told for ending in endings if (told := trial.differs(ending))] == []
    kinds = {(ending.rule, ending.used, ending.turns is not None, ending.mover) for ending in endings}
    assert {kind[:3] for kind in kinds} >= {("none", False, False), ("standard", True, False),
                                            ("restricted", False, True), ("standard", False, True)}  # fmt: skip


def test_an_answer_that_is_wrong_by_a_point_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = drawn(5001, 6)
    right = trial.every_move(ending)
    one = next(iter(right))
    monkeypatch.setattr(trial, "every_move", lambda _: right | {one: right[one] + 1})
    assert "scores" in trial.differs(ending)


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


def test_what_is_kept_without_a_double_serves_the_pie_rule(board: Path, tmp_path: Path) -> None:
    board.write_text(write(of_regions(3, [k // 3 for k in range(9)]), "." * 9))
    kept = tmp_path / "kept"
    assert invoke("solve", "majomino", board, "--double", "none", "--checkpoint", kept).exit_code == 0
    again = invoke("solve", "majomino", board, "--rule", "pie", "--checkpoint", kept)
    assert again.exit_code == 0 and "winner: whoever chooses the side" in again.stdout


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
    "not to move": ("x........................", ("--to-move", "x"), "found --to-move x, but with 1 of X and 0 of O"),
    "used too early": ("x........................", ("--double", "used"), "allowed is: O to move, the double unused"),
    "none, yet used": ("xoo......................", ("--double", "none"), "allowed is: X to move, the double used"),
    "before its turn": ("xoo......................", ("--double-turns", "2-3"), "O has had 1 turns"),
    "one line": ("xoo......................", ("--rule", "restricted"), "any two marks of O share a row"),
    "no turns": ("", ("--double-turns", "9-8"), "--double-turns: found '9-8', allowed is a range"),
    "late turns": ("", ("--double-turns", "13"), "from 1 to 12, such as 8-8 or 4-8"),
    "late on 3 × 3": (
        write(of_regions(3, [k // 3 for k in range(9)])),
        ("--double-turns", "5"),
        "from 1 to 4, such as 2-2 or 1-2",
    ),
    "none and turns": ("", ("--rule", "none", "--double-turns", "2"), "--double-turns: found beside --rule none"),
    "none and a double": ("", ("--rule", "none", "--double", "used"), "--double used: found beside --rule none"),
    "none by its rule, yet used": ("xoo......................", ("--rule", "none"), "found --rule none, but with 1 of"),
    "no file's name": ("", ("--checkpoint", "-"), "found '-', allowed is a file's name"),
    "turns of nothing": ("", ("--double", "none", "--double-turns", "1-2"), "found beside --double none"),
    "no time": ("", ("--time-limit", "0"), "more than 0 seconds"),
    "no memory": ("", ("--memory", "0"), "from 1"),
    "no jobs": ("", ("--jobs", "0"), "from 1"),
    "a rule of nobody": ("", ("--rule", "cake"), "standard"),
    "pie and a double": ("", ("--rule", "pie", "--double", "unused"), "--double unused: found beside --rule pie"),
    "pie and turns": ("", ("--rule", "pie", "--double-turns", "2"), "--double-turns: found beside --rule pie"),
    "pie, yet used": (
        "xoo......................",
        ("--rule", "pie"),
        "found --rule pie, but with 1 of X and 2 of O, allowed is: X to move, the double used",
    ),
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


def test_in_threads_it_finds_the_same_as_alone() -> None:
    asked = problem("majomino", middle(12).encode(), "board", {"rule": "restricted"})
    alone, together = (asked.solve(Effort(score=True, memory=16, jobs=jobs), {}, lambda _: None) for jobs in (1, 3))
    assert alone.complete and (together.x, together.choices, together.complete) == (alone.x, alone.choices, True)
    first = asked.solve(Effort(first_win=True, memory=16, jobs=3), {}, lambda _: None)
    assert first.winner == alone.winner


def test_what_ends_a_thread_ends_the_run(board: Path) -> None:
    board.write_text(write(EXAMPLE.board))
    result = invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16", "--jobs", "3")
    assert result.exit_code == 0 and "not solved within 0.001 s: who wins is open" in result.stdout


def test_a_search_that_pauses_at_every_position_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = [drawn(seed, 8) for seed in range(700, 730)]
    monkeypatch.setattr(solver, "STEPS", 1)
    assert [told for ending in endings if (told := trial.differs(ending))] == []


@pytest.mark.thorough
def test_double_moves_tried_for_a_while_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WIDE": 4, "STEPS": 3, "FIRST_TRIED": 1, "FIRST_BUDGET": 4}.items():
        monkeypatch.setattr(solver, name, value)
    endings = [ending for ending in (drawn(seed, 8) for seed in range(600, 640)) if ending.rule != "none"]
    assert len(endings) > 20
    assert [told for ending in endings if (told := trial.differs(ending))] == []


@pytest.mark.thorough
def test_moves_that_are_the_same_come_to_the_same() -> None:
    merged = 0
    for regions in small_boards():
        lines = tuple(map(tuple, lines_of(regions)))
        for marks, mover in (("." * 9, "x"), ("....x....", "o"), ("x........", "o")):
            contest = Contest(lines, marks, mover, True, False)
            right = Minimax(regions, "standard", None)
            same = alike(contest, list(contest.moves()))
            merged += sum(move != first for move, first in same.items())
            for move, first in same.items():
                assert right.after(marks, mover, move, True) == right.after(marks, mover, first, True)
    assert merged > 100
    for regions, classes in ((REGIONS[0], 25), (REGIONS[3], 7), (REGIONS[4], 1)):
        contest = Contest(tuple(map(tuple, lines_of(regions))), "." * 25, "x")
        assert len(set(alike(contest, list(contest.moves())).values())) == classes


def number(lines: list[list[int]], marks: str, mover: str, key: int = 0, **double: Any) -> int:
    """The number by which a position is known."""
    found = Solver(Contest(tuple(map(tuple, lines)), marks, mover, **double), 1, key)
    found.reaches(found.contest, 8)
    return int(found._lookers[0].frames[0, search.NUMBER])


def test_positions_that_are_the_same_game_have_one_number() -> None:
    draw, numbers, equal = random.Random(1), [], 0
    for seed in range(20):
        ending = drawn(7000 + seed, 12)
        lines, cells = lines_of(ending.regions), list(range(25))
        draw.shuffle(cells)
        moved = [[cells[cell] for cell in line] for line in draw.sample(lines, 15)]
        moved.sort(key=lambda line: [lines.index(one) // 5 for one in lines if {cells[k] for k in one} == set(line)])
        marks = "".join(ending.marks[cells.index(cell)] for cell in range(25))
        first = number(lines, ending.marks, ending.mover)
        if first > 0:  # it was not decided before
            numbers.append(first)
            equal += number(moved, marks, ending.mover) == first
            assert number(lines, ending.marks, ending.mover, 1) != first
    assert len(set(numbers)) == len(numbers) > 5 and equal > 0.7 * len(numbers)


def test_as_python_the_search_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = [drawn(seed, 6) for seed in range(300, 306)]
    quick = [trial.solved(ending, Effort(score=True)) for ending in endings]
    monkeypatch.setattr(solver, "choose", lambda function, seconds, what: compiled.plain(function))
    slow = [trial.solved(ending, Effort(score=True)) for ending in endings]
    assert [(one.choices, one.nodes) for one in slow] == [(one.choices, one.nodes) for one in quick]


def test_without_numba_small_positions_are_solved_and_others_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "available", lambda: False)
    lines = tuple(map(tuple, lines_of(REGIONS[0])))
    with pytest.raises(Unavailable, match=r"found 25 empty cells; without numba, allowed are up to 13 \(pip install"):
        Solver(Contest(lines, "." * 25, "x"))
    assert Solver(Contest(lines, "xo" * 12 + ".", "x")).contest.empty == (24,)


def test_the_rule_none_is_the_game_without_a_double(board: Path) -> None:
    board.write_text(write(of_regions(3, [k // 3 for k in range(9)]), "x........"))
    ruled, said = (json.loads(invoke("solve", "majomino", board, *words, "--json").stdout)
                   for words in (("--rule", "none"), ("--double", "none")))  # fmt: skip
    assert {**ruled, "seconds": 0} == {**said, "seconds": 0} and ruled["double"] == "none"


def test_the_library_solves_too() -> None:
    found = api.solve("majomino", text(QUESTION))
    assert (found.winner, found.to_move, found.decision_count) == ("o", "x", 10)

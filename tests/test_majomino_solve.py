"""Positions of Majomino solved: beside a plain minimax, by the command line, cut off, gone on with, and refused."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from plain_minimax import REGIONS, Ending, Minimax, drawn, lines_of

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import solving as trial

from quasiprint import api, compiled
from quasiprint.cli import solve as solving_command
from quasiprint.cli.reporting import Refused
from quasiprint.games.majomino import names, solving
from quasiprint.games.majomino.board import MarkedBoard, of_regions
from quasiprint.games.majomino.notation import write
from quasiprint.games.majomino.positions import EXAMPLE, PATIENT, QUESTION
from quasiprint.model.errors import Unavailable
from quasiprint.model.solution import Effort, Solution
from quasiprint.perfect_play import search, solver
from quasiprint.perfect_play.contest import Contest
from quasiprint.perfect_play.solver import Solver
from quasiprint.perfect_play.symmetry import alike
from quasiprint.pipeline.solve import checkpoint, problem, resumed

RULES = (("none", None), ("standard", None), ("restricted", None), ("standard", (1, 1)), ("restricted", (2, 3)),
         ("standard", (3, 4)))  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Search compiled in all of these: as Python it is the same, and slower."""
    compiled.compiled(search.advance)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A file that a test writes its position into."""
    return tmp_path / "board.txt"


def text(position: MarkedBoard) -> str:
    return write(position.board, position.marks)


def small_boards() -> list[str]:
    """All boards of 3 × 3: three connected regions of three cells, a letter each, found by trying every one."""
    shapes = []
    for cells in ({a, b, c} for a in range(9) for b in range(a) for c in range(b)):
        near = {(p, q) for p in cells for q in cells if abs(p // 3 - q // 3) + abs(p % 3 - q % 3) == 1}
        if len({p for p, _ in near}) == 3:
            shapes.append(cells)
    found = set()
    for one in shapes:
        for two in shapes:
            three = set(range(9)) - one - two
            if 0 in one and not one & two and min(two) == min(set(range(9)) - one) and three in shapes:
                found.add("".join("A" if k in one else "B" if k in two else "C" for k in range(9)))
    return sorted(found)


def test_all_ten_boards_of_3_by_3_under_every_rule_are_as_a_plain_minimax_has_them() -> None:
    boards = small_boards()
    assert len(boards) == 10
    for regions in boards:
        lines = tuple(map(tuple, lines_of(regions)))
        for rule, turns in RULES:
            contest = Contest(lines, "." * 9, "x", rule != "none", rule == "restricted", turns)
            found = Solver(contest)
            right = Minimax(regions, rule, turns).x_gets("." * 9, "x", rule != "none")
            assert found.value(contest, found.bounds(contest)) == right, (regions, rule, turns)


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
    result = invoke("solve", "majomino", board, "--score", "--json")
    assert result.exit_code == 0
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


def test_the_rule_none_is_the_game_without_a_double(board: Path) -> None:
    board.write_text(write(of_regions(3, [k // 3 for k in range(9)]), "x........"))
    ruled, said = (json.loads(invoke("solve", "majomino", board, *words, "--json").stdout)
                   for words in (("--rule", "none"), ("--double", "none")))  # fmt: skip
    assert {**ruled, "seconds": 0} == {**said, "seconds": 0} and ruled["double"] == "none"


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


@pytest.mark.parametrize(("name", "told"), [("nosuch.txt", "is no name of a board"), ("5-0MJ-2", "check character")])
def test_what_is_neither_a_file_nor_a_name_is_refused(name: str, told: str) -> None:
    result = invoke("solve", "majomino", name)
    assert result.exit_code == 2 and told in result.stderr


def middle(empty: int) -> str:
    """A position of the typical board with so many empty cells, O to move and the double unused, or X."""
    marks = "".join("xo"[k % 2] if k < 25 - empty else "." for k in range(25))
    return write(EXAMPLE.board, "".join(marks[(7 * cell) % 25] for cell in range(25)))


@pytest.fixture(scope="module")
def partly() -> tuple[list[Solution], Solution]:
    """What is told while a position is solved, and what came of it."""
    told: list[Solution] = []
    asked = problem("majomino", middle(14).encode(), "board", {"double": "none"})
    return told, asked.solve(Effort(score=True, memory=16), {}, told.append)


def test_a_checkpoint_goes_on_where_a_run_was_ended(partly: tuple[list[Solution], Solution], tmp_path: Path) -> None:
    told, whole = partly
    asked = problem("majomino", middle(14).encode(), "board", {"double": "none"})
    half = told[len(told) // 2]
    known, keys = resumed(checkpoint(half, asked.identity, {3, 1}), "checkpoint", asked.identity)
    assert keys == {1, 3}
    again = asked.solve(Effort(score=True, memory=16), known, lambda _: None)
    assert (again.x, again.choices) == (whole.x, whole.choices)
    assert 0 < half.decided < len(whole.choices) and again.nodes < whole.nodes


def test_the_command_writes_a_checkpoint_and_reads_it(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    kept = tmp_path / "kept.json"
    runs = [invoke("solve", "majomino", board, "--double", "none", "--score", "--json", "--checkpoint", kept)
            for _ in range(2)]  # fmt: skip
    assert [run.exit_code for run in runs] == [0, 0]
    first, second = (json.loads(run.stdout) for run in runs)
    assert first["moves"] == second["moves"] and second["nodes"] < first["nodes"]


def test_a_second_run_takes_a_key_that_the_checkpoint_knows_nothing_of(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a key has got wrong, another run of the same key would confirm."""
    board.write_text(middle(12))
    words = ("solve", "majomino", board, "--double", "none", "--checkpoint", tmp_path / "kept.json")
    assert invoke(*words, "--key", "1").exit_code == 0
    keys: list[int] = []
    solve = solving.MajominoProblem.solve

    def noted(asked: solving.MajominoProblem, effort: Effort, *rest: object) -> Solution:
        keys.append(effort.key)
        return solve(asked, effort, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.MajominoProblem, "solve", noted)
    told = invoke(*words, "--twice")
    assert told.exit_code == 0 and "\nproved; " in told.stdout
    assert keys == [0, 2]
    assert json.loads((tmp_path / "kept.json").read_text())["keys"] == [0, 1]


def test_each_move_that_is_decided_is_kept_before_the_next(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    kept, decided = tmp_path / "kept.json", []
    write = solving_command._Kept.write

    def noted(held: solving_command._Kept) -> None:
        write(held)
        decided.append(sum(low == high for _, (low, high) in json.loads(kept.read_text())["moves"]))

    monkeypatch.setattr(solving_command._Kept, "write", noted)
    words = ("--double", "none", "--score", "--jobs", "1", "--checkpoint", kept)
    assert invoke("solve", "majomino", board, *words).exit_code == 0
    assert decided == sorted(decided) and len(set(decided)) > 5


def test_an_answer_is_told_where_its_certificate_cannot_be_written(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    folder = tmp_path / "there"
    folder.mkdir()
    solve = solving.MajominoProblem.solve

    def gone(asked: solving.MajominoProblem, *rest: object) -> Solution:
        folder.rmdir()
        return solve(asked, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.MajominoProblem, "solve", gone)
    result = invoke("solve", "majomino", board, "--double", "none", "--certificate", folder / "one.json")
    assert result.exit_code != 0 and "winner: " in result.stdout and "was not written" in result.stderr


def doctored(change: dict[str, object]) -> str:
    """A checkpoint of `middle(12)` with other values, sealed as the program seals it."""
    asked = problem("majomino", middle(12).encode(), "board", {})
    told: list[Solution] = []
    asked.solve(Effort(memory=1), {}, told.append)
    content = json.loads(checkpoint(told[0], asked.identity, {0})) | change
    content.pop("sha256")
    from quasiprint.pipeline.solve import _digest

    return json.dumps(content | {"sha256": _digest(content)})


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: "a shopping list", "is no checkpoint"),
        (lambda: json.dumps({"kind": "quasiprint checkpoint", "moves": []}), "was changed or cut short"),
        (lambda: doctored({"version": "0.0.1"}), "version 0.0.1"),
        (lambda: doctored({"position": "another"}), "another position, or of another rule"),
        (lambda: doctored({"format": None}), "form None"),
        (lambda: doctored({"moves": None}), "whose parts do not fit together"),
        (lambda: doctored({"moves": [[1, 2]]}), "whose parts do not fit together"),
        (lambda: doctored({"moves": [[[[1, 1]], [9, 3]]]}), "whose parts do not fit together"),
        (lambda: doctored({"keys": None}), "whose parts do not fit together"),
        (lambda: doctored({"keys": ["0"]}), "whose parts do not fit together"),
    ],
    ids=["no checkpoint", "changed", "version", "position", "form", "moves", "move", "range", "no keys", "keys"],
)
def test_a_checkpoint_that_does_not_fit_is_refused_and_stays(
    board: Path, tmp_path: Path, made: Callable[[], str], told: str
) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    kept = made()
    file.write_text(kept)
    result = invoke("solve", "majomino", board, "--checkpoint", file)
    assert result.exit_code == 2 and told in result.stderr
    assert file.read_text() == kept


def test_a_checkpoint_is_of_one_rule(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    file = tmp_path / "kept.json"
    assert invoke("solve", "majomino", board, "--double", "none", "--checkpoint", file).exit_code == 0
    before = file.read_bytes()
    result = invoke("solve", "majomino", board, "--rule", "restricted", "--checkpoint", file)
    assert result.exit_code == 2 and "another rule" in result.stderr
    assert file.read_bytes() == before


def test_when_time_is_up_it_says_what_is_proved(board: Path) -> None:
    board.write_text(write(EXAMPLE.board))
    result = invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16")
    assert result.exit_code == 0
    assert "not solved within 0.001 s: who wins is open; 0 of 25 moves decided; X 0 to 15, O 0 to 15" in result.stdout
    told = json.loads(invoke("solve", "majomino", board, "--time-limit", "0.001", "--memory", "16", "--json").stdout)
    assert (told["solved"], told["winner"], told["score"]) == (False, None, None)
    assert told["bounds"] == {"x": [0, 15], "o": [0, 15]}


def test_an_interruption_says_what_is_proved(board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(write(EXAMPLE.board))
    monkeypatch.setattr(solving, "TOLD_EVERY", -1.0)
    said: list[str] = []

    def interrupt(what: str) -> None:
        said.append(what)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(solving, "tell", interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may ignore it
    try:
        kept = tmp_path / "kept.json"
        result = invoke("solve", "majomino", board, "--memory", "16", "--checkpoint", kept)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130
    assert "Found so far: who wins is open; 0 of 25 moves decided" in result.stderr
    assert re.match(r"solving: 0 of 25 moves decided, 0\.\d million positions, \d+ s$", said[0])
    assert not kept.exists()


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


def test_double_moves_tried_for_a_while_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"WIDE": 4, "STEPS": 3, "FIRST_TRIED": 1, "FIRST_BUDGET": 4}.items():
        monkeypatch.setattr(solver, name, value)
    endings = [ending for ending in (drawn(seed, 8) for seed in range(600, 640)) if ending.rule != "none"]
    assert len(endings) > 20
    assert [told for ending in endings if (told := trial.differs(ending))] == []


def test_it_is_proved_when_two_keys_agree(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(middle(12))
    once, twice = (json.loads(invoke("solve", "majomino", board, "--score", "--json", *more).stdout)
                   for more in ((), ("--twice",)))  # fmt: skip
    assert (once["standing"], twice["standing"]) == ("computed", "proved")
    assert once["moves"] == twice["moves"] and twice["nodes"] > once["nodes"]
    keys = []

    def agrees(one: Solution, other: Solution) -> bool:
        keys.append((one.nodes, other.nodes))
        return False

    monkeypatch.setattr(Solution, "agrees", agrees)
    result = invoke("solve", "majomino", board, "--twice")
    assert result.exit_code == 2 and "two runs with different keys do not agree" in result.stderr and keys


def test_a_second_run_that_was_not_done_is_said(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board.write_text(middle(12))
    solve = solving.MajominoProblem.solve

    def late(asked: solving.MajominoProblem, effort: Effort, *rest: object) -> Solution:
        return solve(asked, replace(effort, seconds=0.0) if effort.key else effort, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(solving.MajominoProblem, "solve", late)
    for more in ((), ("--json",)):
        result = invoke("solve", "majomino", board, "--twice", "--time-limit", "60", *more)
        assert result.exit_code == 0 and "proved" not in result.stdout and "computed" in result.stdout
        assert "not proved: the second run, with another key, was not done within 60 s" in result.stderr


def test_points_that_an_earlier_run_found_are_not_proved_by_one_that_did_not_look(board: Path, tmp_path: Path) -> None:
    board.write_text(middle(12))
    words = ("solve", "majomino", board, "--checkpoint", tmp_path / "kept.json")
    assert "points: X" in invoke(*words, "--score").stdout
    result = invoke(*words, "--twice", "--first-win")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "proved; " in result.stdout and "winner: " in result.stdout and "points" not in result.stdout


@pytest.mark.parametrize("option", ["--checkpoint", "--certificate"])
@pytest.mark.parametrize("where", ["/proc/kept.json", "nosuch/kept.json", "."])
def test_what_cannot_be_written_is_refused_before_it_is_solved(
    board: Path, option: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board.write_text(middle(12))
    monkeypatch.setattr(solving.MajominoProblem, "solve", lambda *_: pytest.fail("it was solved"))
    result = invoke("solve", "majomino", board, option, where)
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1 and where in result.stderr


def test_an_answer_is_told_where_its_checkpoint_cannot_be_written(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk may be full by then."""
    board.write_text(middle(12))
    tried: list[str] = []

    def full(path: str, *_: object) -> None:
        tried.append(path)
        raise Refused(f"file {path!r}: was not written: No space left on device")

    monkeypatch.setattr(solving_command, "kept", full)
    result = invoke("solve", "majomino", board, "--checkpoint", tmp_path / "kept.json", "--jobs", "1")
    assert result.exit_code == 2 and "winner: " in result.stdout
    warned, refused = result.stderr.splitlines()
    assert "No space left on device; it goes on, and tries again at the end" in warned and "No space" in refused
    assert len(tried) == 2


def test_what_is_known_of_an_empty_board_is_said_where_time_is_up(board: Path) -> None:
    words = ("solve", "majomino", "5-0MJ-1", "--time-limit", "0.001", "--memory", "16")
    assert "known: Without a double move: X wins when both play their best (proved)" in invoke(
        *words, "--rule", "pie").stdout  # fmt: skip
    early = invoke(*words, "--rule", "restricted", "--double-turns", "1").stdout
    assert "known: O may mark two cells once on turn 1, of cells that share no row, column or region: O wins" in early
    assert json.loads(invoke(*words, "--double-turns", "6-7", "--json").stdout)["known"].endswith(")")
    board.write_text(write(EXAMPLE.board, "x" + "." * 24))
    assert "known" not in invoke("solve", "majomino", board, *words[3:]).stdout
    assert json.loads(invoke("solve", "majomino", "3-7-2", "--json").stdout)["known"] is None


def test_runs_agree_when_nothing_they_say_differs() -> None:
    asked = problem("majomino", middle(12).encode(), "board", {})
    whole, first = (asked.solve(Effort(score=score, memory=1), {}, lambda _: None) for score in (True, False))
    assert whole.agrees(whole) and whole.agrees(first) and first.agrees(whole)
    assert whole.x[0] == whole.x[1] and first.x[0] < first.x[1]
    lost = 15 - whole.x[0]
    assert not whole.agrees(replace(whole, x=(lost, lost)))
    both = whole.proved_by(first)
    assert (both.x, both.choices, both.standing) == (first.x, first.choices, "proved")  # no more than both found
    assert whole.proved_by(whole).x == whole.x
    choice = whole.choices[0]
    other = replace(choice, x=(choice.x[0] + 1, choice.x[1] + 1))
    assert not whole.agrees(replace(whole, choices=(other, *whole.choices[1:])))


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
    monkeypatch.setattr(solver, "chosen", lambda function, seconds, what: compiled.plain(function))
    slow = [trial.solved(ending, Effort(score=True)) for ending in endings]
    assert [(one.choices, one.nodes) for one in slow] == [(one.choices, one.nodes) for one in quick]


def test_without_numba_small_positions_are_solved_and_others_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "available", lambda: False)
    lines = tuple(map(tuple, lines_of(REGIONS[0])))
    with pytest.raises(Unavailable, match=r"found 25 empty cells; without numba, allowed are up to 13 \(pip install"):
        Solver(Contest(lines, "." * 25, "x"))
    assert Solver(Contest(lines, "xo" * 12 + ".", "x")).contest.empty == (24,)


def test_the_library_solves_too() -> None:
    found = api.solve("majomino", text(QUESTION))
    assert (found.winner, found.to_move, found.decided) == ("o", "x", 10)

"""All boards of a size solved: which there are, which are the same game, and what becomes of a file of results."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections import defaultdict
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from called import invoke
from plain_minimax import Minimax, lines_of

from quasiprint.addons.lab import solve as made
from quasiprint.addons.lab.cli import catalogue as catalogue_command
from quasiprint.addons.lab.majomino.cataloguing import class_of, classes, every, game_form, games, image
from quasiprint.addons.lab.solve import seal_line
from quasiprint.disk.replacing import holding
from quasiprint.games.majomino.board import Board, images, of_regions
from quasiprint.games.majomino.names import name
from quasiprint.model.solution import Ask

pytestmark = pytest.mark.usefixtures("compiled_search")


def letters(board: Board) -> str:
    return "".join(chr(ord("A") + region) for region in board.regions)


@pytest.mark.thorough
def test_classes_and_games_are_counted() -> None:
    assert (len(classes(3)), len(games(3)), len(classes(5)), len(games(5))) == (2, 2, 515, 243)
    told = json.loads(invoke("catalogue", "majomino", "--size", "3", "--json").stdout)
    assert sum(row["boards"] for row in told["classes"]) == len(list(every(3))) == 10


def plainly(board: Board) -> bytes:
    """The least of all images of a board whose rows, columns and names of regions change places, or whose rows become
    columns: every one is tried."""
    grid = np.array(board.regions).reshape(5, 5)
    every_order = np.array(list(permutations(range(5))))
    across = np.concatenate([grid[:, order] for order in every_order] + [grid.T[:, order] for order in every_order])
    across = across.reshape(-1, 5, 5)
    renamed = every_order[:, across]  # an image for each way to name the regions
    rows = np.sort(renamed @ 5 ** np.arange(5), axis=-1).reshape(-1, 5)
    return bytes(rows[np.lexsort(rows.T[::-1])[0]].astype(">i8").tobytes())


@pytest.mark.thorough
def test_games_are_the_same_as_by_trying_every_order_of_lines() -> None:
    shared: dict[str, list[Any]] = defaultdict(list)
    for one in classes(5):
        shared[one.game].append(one)
    draw = random.Random(5)
    several = draw.sample([group for group in shared.values() if len(group) > 1], 25)
    alone = draw.sample([group for group in shared.values() if len(group) == 1], 15)
    tried = {one.name: (plainly(one.board), one.game) for group in (*several, *alone) for one in group}
    forms, named = {form for form, _ in tried.values()}, {game for _, game in tried.values()}
    assert len(set(tried.values())) == len(forms) == len(named) == 40


@pytest.mark.thorough
def test_a_game_has_one_form_however_its_lines_are_ordered() -> None:
    draw = random.Random(6)
    for one in draw.sample(classes(5), 30):
        moved = image(5, draw.randrange(1, 1000))
        regions = [0] * 25
        for cell, place in enumerate(moved):
            regions[place] = one.board.regions[cell]
        other = Board(5, tuple(regions))
        form, order = game_form(other)
        assert form == game_form(one.board)[0]
        assert sorted(order) == list(range(25))


def test_a_class_knows_which_of_its_cells_stands_for_which_of_its_game() -> None:
    boards = {one.name: one.board for one in classes(5)}
    for one in random.Random(7).sample(classes(5), 40):
        lines = {frozenset(line) for line in lines_of(letters(one.board))}
        theirs = lines_of(letters(boards[one.game]))
        assert {frozenset(one.cells[cell] for cell in line) for line in theirs} == lines


RULES = [("none", None), ("standard", None), ("restricted", None), ("restricted", (1, 1)), ("standard", (2, 3)),
         ("restricted", (4, 4))]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def run(file: Path, *options: object, size: int = 3) -> Any:
    return invoke("catalogue", "majomino", "--size", size, "-o", file, *options)


@pytest.mark.thorough
@pytest.mark.sampled(1)
@pytest.mark.parametrize(("rule", "turns"), RULES)
def test_all_boards_of_3_by_3_are_as_a_plain_minimax_has_them(
    file: Path, rule: str, turns: tuple[int, int] | None
) -> None:
    chosen = ["--double-turns", f"{turns[0]}-{turns[1]}"] if turns else []
    result = run(file, "--rule", rule, *chosen, "--moves", "--score", "--hardest", "--json", "--jobs", 1)
    told = json.loads(result.stdout)
    rows = {row["board"]: row for row in told["classes"]}
    for board in every(3):
        game = Minimax(letters(board), rule, turns)
        has = rule != "none"
        row = rows[class_of(name(board)).name]
        assert row["x"] == game.x_gets("." * 9, "x", has)
        assert row["winner"] == ("x" if row["x"] >= 5 else "o")
        opened = [cell for cell in range(9) if game.after("." * 9, "x", (cell,), has) >= 5]
        assert row["winning_first_moves"] == len(opened)
    check_hardest(rows, rule, turns)


def check_hardest(rows: dict[str, Any], rule: str, turns: tuple[int, int] | None) -> None:
    """Count the winner's answers to every first move of the loser anew, on the boards that stand for the games."""
    for one in classes(3):
        game, told = Minimax(letters(one.board), rule, turns), rows[one.name]
        marks, mover, has = "." * 9, "x", rule != "none"

        def answers(marks: str, mover: str, has: bool, game: Minimax = game) -> list[tuple[int, ...]]:
            moves = game.moves(marks, mover, has)
            return [move for move in moves if (game.after(marks, mover, move, has) >= 5) == (mover == "x")]

        def places(move: Any) -> list[list[int]]:
            return [[cell // 3 + 1, cell % 3 + 1] for cell in move]

        hardest, before = told["hardest"], []
        if told["winner"] == "x":
            (cell,) = answers(marks, "x", has)[0]
            before, mover = [places((cell,))], "o"
            marks = marks[:cell] + "x" + marks[cell + 1 :]
        other = "o" if mover == "x" else "x"
        counted = []
        for move in game.moves(marks, mover, has):
            after = "".join(mover if cell in move else mark for cell, mark in enumerate(marks))
            found = answers(after, other, has and len(move) == 1)
            counted.append((len(found), places(move), places(found[0])))
        fewest, move, answer = min(counted, key=lambda one: one[0])
        assert hardest == {"after": [*before, move], "answer": answer, "answers": fewest}


@pytest.mark.thorough
def test_results_of_3_by_3_that_are_shipped_are_as_a_plain_minimax_has_them(root: Path) -> None:
    sys.path.append(str(root / "docs"))
    import fair

    for options in fair.options_of(3):
        _, entries = fair.results(3, options)
        turns = tuple(map(int, options["double_turns"].split("-"))) if "double_turns" in options else None
        for one in games(3):
            game, entry = Minimax(letters(one.board), options["rule"], turns), entries[one.name]
            has = options["rule"] != "none"
            assert entry.standing == "proved" and entry.x == game.x_gets("." * 9, "x", has)
            assert entry.winner == ("x" if entry.x >= 5 else "o")
            opened = [cell for cell in range(9) if game.after("." * 9, "x", (cell,), has) >= 5]
            assert [3 * row + column - 4 for row, column in entry.openings] == opened


@pytest.mark.thorough
def test_the_pages_say_what_the_results_say(root: Path) -> None:
    sys.path.append(str(root / "docs"))
    import fair

    text = fair.PAGE.read_text()
    assert fair.page(text) == text
    assert fair.PICTURE.read_text() == fair.drawn()
    assert fair.page(text.replace("| 2, 10 |", "| 1, 2 |", 1)) == text


@pytest.mark.thorough
def test_a_second_run_has_nothing_to_do(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(file, "--jobs", 1)
    before = file.read_bytes()

    def solved_again(*_: object) -> None:
        raise AssertionError("a game was solved again")

    monkeypatch.setattr(made, "solve_entry", solved_again)
    again = run(file, "--jobs", 1)
    assert (again.exit_code, again.stdout, file.read_bytes()) == (0, first.stdout, before)
    file.unlink()
    assert str(run(file, "--jobs", 1).exception) == "a game was solved again"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("more", [(), ("--moves",)])
def test_games_in_any_order_and_on_several_processes_give_the_same_file(
    more: tuple[str, ...], file: Path, tmp_path: Path
) -> None:
    last, first = (one.name for one in classes(3))
    for board in (first, last):
        assert run(file, *more, "--board", board, "--jobs", 1).exit_code == 0
    assert run(tmp_path / "other.jsonl", *more, "--jobs", 2).exit_code == 0
    assert (tmp_path / "other.jsonl").read_bytes() == file.read_bytes()


def test_where_o_wins_no_first_move_of_x_does_and_nobody_need_look(file: Path) -> None:
    told = json.loads(run(file, "--jobs", 1, "--json").stdout)
    assert {(row["winner"], row["winning_first_moves"]) for row in told["classes"]} == {("o", 0)}
    kept = file.read_bytes()
    assert "no first moves win for X" in run(file, "--board", "3-7-2", "--moves", "--jobs", 1).stdout
    assert file.read_bytes() == kept  # nothing was solved anew
    other = file.with_name("none.jsonl")
    told = json.loads(run(other, "--rule", "none", "--jobs", 1, "--json").stdout)
    assert {(row["winner"], row["winning_first_moves"]) for row in told["classes"]} == {("x", None)}


def test_two_runs_with_different_keys_prove_all_that_stands_there(file: Path) -> None:
    def standing() -> set[str]:
        return {json.loads(line)["standing"] for line in file.read_text().splitlines()}

    run(file, "--moves", "--jobs", 1)
    assert standing() == {"computed"}
    result = run(file, "--key", 7, "--jobs", 1)
    assert standing() == {"proved"} and "2 of them proved by two runs" in result.stdout
    (line, _) = file.read_text().splitlines()
    assert json.loads(line)["keys"] == [0, 7] and json.loads(line)["openings"] == []
    run(file, "--score", "--jobs", 1)  # which the second run did not find
    assert standing() == {"computed"}


def doctored(file: Path, **changes: object) -> None:
    """Change a result, and seal it as the program does."""
    first, *others = file.read_text().splitlines(keepends=True)
    content = json.loads(first) | changes
    del content["sha256"]
    file.write_text("".join([seal_line(content).decode(), *others]))


def test_two_runs_into_one_file_lose_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run writes after this one has read the file, and again between its last look and its writing."""
    boards = [one.name for one in games(3)]
    assert run(file.with_name("other.jsonl"), "--board", boards[1], "--jobs", 1).exit_code == 0
    theirs = file.with_name("other.jsonl").read_bytes()
    tried = []

    def late(path: str, content: bytes, is_own: Any, kind: str) -> None:
        tried.append(path)
        if len(tried) == 1:
            file.write_bytes(theirs)
        right(path, content, is_own, kind)

    right = catalogue_command.write_result
    monkeypatch.setattr(catalogue_command, "write_result", late)
    monkeypatch.setattr(catalogue_command, "PAUSE", 0)
    result = run(file, "--board", boards[0], "--jobs", 1)
    assert result.exit_code == 0, result.stderr
    assert [json.loads(line)["board"] for line in file.read_text().splitlines()] == sorted(boards)
    assert len(tried) == 2  # it was seen, and tried again
    assert run(file.with_name("whole.jsonl"), "--jobs", 1).exit_code == 0
    assert file.with_name("whole.jsonl").read_bytes() == file.read_bytes()


@pytest.mark.thorough
def test_a_file_that_another_run_is_writing_is_waited_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(file, "--board", "3-0-C", "--jobs", 1)
    tried = []
    right = catalogue_command.write_result
    monkeypatch.setattr(catalogue_command, "write_result", lambda *rest: tried.append(rest) or right(*rest))
    monkeypatch.setattr(catalogue_command, "TRIES", 2)
    with holding(file):
        result = run(file, "--jobs", 1)
        assert result.exit_code == 2 and "another run is writing there" in result.stderr
    assert len(tried) == 2
    assert run(file, "--jobs", 1).exit_code == 0


def test_a_board_is_told_by_the_name_that_was_asked_for(file: Path) -> None:
    names = (name(board) for board in every(3))
    game, asked = next((class_of(one).game, one) for one in names if class_of(one).game != one)
    result = run(file, "--board", f"{asked},{game}", "--jobs", 1)
    first, second = result.stdout.splitlines()[:2]
    assert first.startswith(f"{asked}: ") and first.endswith(f"; it is the same game as {game}")
    assert second.startswith(f"{game}: ") and "same game" not in second
    assert json.loads(run(file, "--board", asked, "--jobs", 1, "--json").stdout)["asked"] == {asked: game}
    assert json.loads(run(file, "--jobs", 1, "--json").stdout)["asked"] == {}


@pytest.mark.parametrize("where", ["/proc/results.jsonl", "{}/file/results.jsonl", "{}"])
def test_where_nothing_can_be_kept_nothing_is_solved(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(catalogue_command.solving, "solve_all", lambda *_: pytest.fail("it was solved"))
    result = run(Path(where.format(tmp_path)))
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1


def test_runs_that_disagree_are_an_error_that_names_the_board(file: Path) -> None:
    run(file, "--jobs", 1)
    doctored(file, winner="x")
    kept = file.read_bytes()
    result = run(file, "--key", 1, "--jobs", 1)
    assert result.exit_code == 2 and file.read_bytes() == kept
    (line,) = result.stderr.splitlines()
    assert "board 3-0-C: two runs disagree: with key 0 winner is X, with key 1 O" in line


REFUSED = {
    "another rule": (lambda file: None, ("--rule", "restricted"), "line 1: is of another rule, allowed here is r"),
    "other turns": (lambda file: None, ("--double-turns", "2"), "of other double turns, allowed here is 2-2"),
    "another size": (lambda file: None, ("--size", "5"), "is of another size, allowed here is 5"),
    "another version": (lambda file: doctored(file, version="0.0.1"), (), "is of version 0.0.1"),
    "a changed line": (lambda file: file.write_text(file.read_text().replace('"o"', '"x"')), (), "was changed or cut"),
    "cut short": (lambda file: file.write_bytes(file.read_bytes()[:-20]), (), "was cut short"),
    "half a line": (lambda file: file.write_bytes(file.read_bytes()[:-20] + b"\n"), (), "line 2: is not a result"),
    "a line twice": (lambda file: file.write_text(file.read_text() * 2), (), "board '3-0-C' has a line before"),
    "no such board": (lambda file: doctored(file, board="3-2-G"), (), "board '3-2-G' is none that stands for a game"),
    "no result": (lambda file: doctored(file, winner="nobody"), (), "line 1: is not a result"),
    "a shopping list": (lambda file: file.write_text("bread\n"), (), "is not a result of quasiprint catalogue"),
    "nothing": (lambda file: file.write_text(""), (), "is not a file of quasiprint catalogue"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_file_that_does_not_fit_is_refused_and_stays(file: Path, case: str) -> None:
    change, options, told = REFUSED[case]
    run(file, "--jobs", 1)
    change(file)
    kept = file.read_bytes()
    result = run(file, *options, "--jobs", 1)
    assert result.exit_code == 2 and file.read_bytes() == kept
    (line,) = result.stderr.splitlines()
    assert told in line


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--size", 7), "3 or 5"),
        (("--rule", "pie"), "standard"),
        (("--rule", "none", "--double-turns", "1"), "found beside --rule none"),
        (("--double-turns", "5"), "from 1 to 4"),
        (("--board", "5-0MJ-1"), "is of size 5, allowed here is 3"),
        (("--board", "3-0-D"), "check character"),
        (("--time-limit", "0"), "more than 0 seconds"),
        (("--output", "-"), "found '-', allowed is a file's name"),
        (("--jobs", 1, "--scheduler", "tcp://127.0.0.1:9"), "allowed is one of the two"),
    ],
)
def test_what_cannot_be_gets_one_line(file: Path, options: tuple[object, ...], told: str) -> None:
    result = run(file, *options)
    assert result.exit_code == 2 and not file.exists()
    (line,) = [line for line in result.stderr.splitlines() if line.startswith("Error")]
    assert told in line


@pytest.mark.parametrize("jobs", [1, 2])
def test_when_time_is_up_what_was_found_is_kept(file: Path, jobs: int) -> None:
    result = run(file, "--board", "5-0MJ-1,5-0M7-E", "--time-limit", "0.05", "--memory", 16, "--jobs", jobs, size=5)
    assert result.exit_code == 0, result.stderr
    assert "5-0MJ-1: open" in result.stdout and "solved: 0 games" in result.stdout and not file.exists()


def test_an_interruption_keeps_what_was_found(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = made.solve_entry

    def found(game: str, given: Any, board: str, ask: Ask) -> Any:
        if file.exists():
            os.kill(os.getpid(), signal.SIGINT)
        return solved(game, given, board, ask)

    monkeypatch.setattr(made, "solve_entry", found)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may ignore it
    try:
        result = run(file, "--jobs", 1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130 and "Kept so far: 1 game, in " in result.stderr
    monkeypatch.undo()
    assert len(file.read_text().splitlines()) == 1
    assert "solved: 2 games" in run(file, "--jobs", 1).stdout


def test_any_image_of_a_board_names_its_class() -> None:
    one = classes(5)[100]
    assert {class_of(name(of_regions(5, form))) for form in images(one.board)} == {one}

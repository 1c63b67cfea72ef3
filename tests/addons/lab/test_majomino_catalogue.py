"""All boards of a size solved, and results that come with the program: which there are, and that they are sealed."""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from plain_minimax import Minimax

from quasiprint.addons.lab import catalogue
from quasiprint.addons.lab.answers import Entry
from quasiprint.addons.lab.majomino import claims as results
from quasiprint.addons.lab.majomino.cataloguing import FOLDER as RESULTS
from quasiprint.addons.lab.majomino.cataloguing import MajominoCatalogue, class_of, classes, form, games
from quasiprint.addons.lab.majomino.claims import claim, find_result
from quasiprint.disk.reading import seal_line
from quasiprint.errors import InputError
from quasiprint.games.majomino.board import Board, images
from quasiprint.games.majomino.notation import all_boards, name, parse_name
from quasiprint.games.majomino.situation import Rule

pytestmark = pytest.mark.usefixtures("compiled_search")


def letters(board: Board) -> str:
    return "".join(chr(ord("A") + region) for region in board.regions)


@pytest.mark.thorough
def test_classes_and_games_are_counted() -> None:
    assert (len(classes(3)), len(games(3)), len(classes(5)), len(games(5))) == (2, 2, 515, 243)
    told = json.loads(invoke("catalogue", "majomino", "--size", "3", "--json").stdout)
    assert sum(row["boards"] for row in told["classes"]) == len(list(all_boards(3))) == 10


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
    for board in all_boards(3):
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
def test_the_pages_say_what_the_results_say(root: Path) -> None:
    sys.path.append(str(root / "docs"))
    import fair

    text = fair.PAGE.read_text()
    assert fair.page(text) == text
    assert fair.PICTURE.read_text() == fair.drawn()
    assert fair.page(text.replace("| 2, 10 |", "| 1, 2 |", 1)) == text


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


def test_what_another_run_writes_meanwhile_is_kept(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    last, first = (one.name for one in classes(3))
    run(tmp_path / "other.jsonl", "--board", first, "--jobs", 1)
    place = catalogue.place

    def late(*arguments: Any) -> None:
        monkeypatch.setattr(catalogue, "place", place)
        file.write_bytes((tmp_path / "other.jsonl").read_bytes())
        place(*arguments)

    monkeypatch.setattr(catalogue, "place", late)
    assert run(file, "--board", last, "--jobs", 1).exit_code == 0
    assert len(file.read_text().splitlines()) == 2


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
        (("--rule", "pie"), "standard"),
        (("--rule", "none", "--double-turns", "1"), "found beside --rule none"),
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
    solved = catalogue.solve_entry

    def found(*work: Any) -> Any:
        if file.exists():
            os.kill(os.getpid(), signal.SIGINT)
        return solved(*work)

    monkeypatch.setattr(catalogue, "solve_entry", found)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background may ignore it
    try:
        result = run(file, "--jobs", 1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.exit_code == 130 and "Kept so far: 1 game, in " in result.stderr
    monkeypatch.undo()
    assert len(file.read_text().splitlines()) == 1
    assert "solved: 2 games" in run(file, "--jobs", 1).stdout


# --- Results that come with the program -----------------------------------------------------------


BOARD = "5-000-T"
FREE, FIRST = Rule("standard"), Rule("restricted", (1, 1))
FILES = sorted(RESULTS.glob("*.jsonl"))


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> object:
    """Let one result of a board be all that is known."""

    def only(winner: str, rule: Rule, *keys: int) -> None:
        entry = Entry(BOARD, winner, None, None, None, keys, 1, "0")
        monkeypatch.setattr(
            results, "results", lambda size: {rule: {form(parse_name(BOARD)): entry}} if size == 5 else {}
        )
        claim.cache_clear()

    yield only
    claim.cache_clear()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_file_is_one_that_the_command_wrote(file: object) -> None:
    text = file.read_bytes()  # type: ignore[attr-defined]
    head = json.loads(text.splitlines()[0])
    turns = tuple(head["double_turns"]) if head["double_turns"] else None
    scope = MajominoCatalogue(head["size"], Rule(head["rule"], turns))
    entries = catalogue.read_catalogue(text, "file", "majomino", scope, version=None)
    assert catalogue.catalogue_file("majomino", scope, entries) == text
    read = results.results(head["size"])[Rule(head["rule"], turns)]
    found = {form(parse_name(entry.board)): (entry.winner, entry.x, entry.standing) for entry in entries.values()}
    assert {game: (one.winner, one.x, one.standing) for game, one in read.items()} == found
    with pytest.raises(InputError, match="was changed or cut short"):
        changed = text.replace(b'"winner": "o"', b'"winner": "?"', 1).replace(b'"winner": "x"', b'"winner": "?"', 1)
        catalogue.read_catalogue(changed, "file", "majomino", scope, version=None)


@pytest.mark.parametrize(
    "rule", [FREE, Rule("restricted"), FIRST, Rule("standard", (1, 1)), Rule("restricted", (1, 5))]
)
def test_where_o_wins_by_her_first_turn_she_wins_with_every_rule_that_allows_it(rule: Rule) -> None:
    for board in (parse_name(BOARD), *(Board(5, regions) for regions in images(parse_name(BOARD)))):
        found = find_result(board, rule)
        assert found is not None
        assert (found.winner, found.rule) == ("o", FIRST)
        assert claim(board, rule).words().endswith(f": O wins when both play their best ({found.standing})")


def test_nothing_is_said_of_rules_and_boards_that_no_result_is_about(one: object) -> None:
    one("o", FIRST, 0)  # type: ignore[operator]
    assert find_result(parse_name(BOARD), FIRST) is not None
    for rule in (Rule("none"), Rule("standard", (2, 12)), Rule("restricted", (2, 2))):
        assert find_result(parse_name(BOARD), rule) is None
    assert find_result(parse_name("5-0MJ-1"), FIRST) is None
    assert find_result(replace(parse_name(BOARD), loose=frozenset({0})), FIRST) is None
    assert find_result(Board(7, tuple(cell // 7 for cell in range(49))), FIRST) is None
    assert claim(parse_name("5-0MJ-1"), FIRST).standing == "estimated"


def test_where_x_wins_he_wins_with_every_rule_that_allows_o_less(one: object) -> None:
    one("x", Rule("standard", (11, 12)), 0, 1)  # type: ignore[operator]
    for rule in (Rule("standard", (12, 12)), Rule("restricted", (11, 12)), Rule("restricted", (11, 11))):
        found = find_result(parse_name(BOARD), rule)
        assert found is not None and (found.winner, found.standing) == ("x", "proved")
    assert [find_result(parse_name(BOARD), rule) for rule in (FREE, Rule("standard", (10, 12)), FIRST)] == [None] * 3

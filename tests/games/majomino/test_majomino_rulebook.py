"""Majomino's rulebook: its numbers are the set's, and what it says of games and boards is so."""

from __future__ import annotations

import json
import re
from itertools import permutations
from pathlib import Path

import pytest
from plain_minimax import Minimax
from rulebook_read import content

from quasiprint.games.majomino import positions
from quasiprint.games.majomino.board import Board
from quasiprint.games.majomino.notation import all_boards, parse_name
from quasiprint.model.page import Content
from quasiprint.model.piece import Value

SETS: dict[str, dict[str, Value]] = {
    "default": {},
    "three": {"size": 3, "count": 1, "regions": "plain"},
    "nine": {"size": 9, "count": 2, "walls": "cut", "distinct": True},
    "named": {"board": "5-0MJ-1"},
}
NUMBERS = {  # what a book says of each: cells, points, to win, to decide a line
    "default": "25 15 8 3", "three": "9 9 5 2", "nine": "81 27 14 5", "named": "25 15 8 3"
}  # fmt: skip
# worked out by other programs, or by hand from the first description
FACTS = {
    "kinds": {"valid": "yes", "cells": "5,5,5", "kinds": "1,2,3", "lines": 15},
    "line": {"cells": 25, "cuts": 4, "valid": "yes"},
    "swap": {"valid": "yes", "line-before": "yes", "line-after": "no"},
    "typical": {"valid": "yes", "lines": 3, "others": 11, "line": "no"},
    "example": {"valid": "yes", "x": 4, "o": 11, "rows": "2-3", "columns": "1-4", "regions": "1-4"},
    "restricted": {"allowed": 13, "closed": 11},
    "threes": {"boards": 10, "valid": "yes", "none": "6-3", "first": "3-6", "free": "3-6", "restricted": "3-6",
               "openings": 9},
    "patient": {"valid": "yes", "empty": 10, "doubles": 45, "now": "8-7", "now-others": "9-6", "later": "7-8",
                "by": "1/3", "never": "9-6", "restricted": "8-7"},
    "late": {"valid": "yes", "x": 10, "o": 11, "empty": 4, "mover": "x", "points": "5-7"},
    "slip": {"valid": "yes", "x": 9, "o": 9, "empty": 7, "mover": "o", "points": "5-5"},
    "pinwheel": {"valid": "yes", "x": 10, "o": 9, "empty": 6, "mover": "o", "points": "5-3"},
    "question": {"valid": "yes", "x": 7, "o": 8, "empty": 10, "mover": "x", "points": "1-3"},
    "solutions-1": {
        "late-moves": 4, "late-winning": 1, "late-best": "8-7", "late-by": "4/3", "late-others": "7-8",
        "slip-moves": 7, "slip-winning": 5, "slip-best": "7-8", "slip-by": "4/1,4/3,5/1,5/2,5/3", "slip-others": "8-7",
    },
    "solutions-2": {
        "pinwheel-moves": 21, "pinwheel-winning": 1, "pinwheel-best": "6-9", "pinwheel-by": "4/1+4/2",
        "pinwheel-others": "8-7", "pinwheel-gain": 2, "pinwheel-greedy": "1/1+2/1", "pinwheel-most": 4,
        "pinwheel-greedy-best": "8-7", "question-moves": 10, "question-winning": 0, "question-best": "7-8",
        "question-by": "2/1,4/3", "question-others": "6-9",
    },
    "turn-3": {"legal": "yes", "marks": "1/5,3/5,2/5", "won": "region1/5:x", "points": "1-0"},
    "turn-4": {"legal": "yes", "marks": "3/3,3/4", "won": "row3:o", "points": "1-1"},
    "game-5": {"legal": "yes", "marks": "3/4,3/3,4/4", "won": "row3:o,column4:x,region3/3:x", "points": "5-5",
               "best": "7-8"},
    "game-8": {"legal": "yes", "marks": "4/1,3/1", "won": "column1:x,region4/1:x", "points": "8-7", "rows": "2-3",
               "columns": "3-2", "regions": "3-2"},
}  # fmt: skip


def held_of(name: str, language: str = "en") -> Content:
    return content("majomino", language, **SETS[name])


@pytest.mark.parametrize("name", SETS)
def test_the_numbers_of_a_set(name: str) -> None:
    fields = held_of(name).fields
    assert " ".join(fields[key] for key in ("cells", "points", "win", "most")) == NUMBERS[name]
    assert int(fields["more"]) - int(fields["fewer"]) == 1
    # before O's turn of that number, without a double so far, two cells are empty
    assert int(fields["cells"]) - (2 * int(fields["fewer"]) - 1) == 2
    assert int(fields["more"]) + int(fields["fewer"]) == int(fields["cells"]) == int(fields["markers"])


def test_what_a_set_is_decides_what_is_said() -> None:
    said = {name: held_of(name).traits for name in SETS}
    assert {"drawn", "many", "coloured", "counted", "engraved", "named"} == said["default"]
    assert {"drawn", "one", "plain"} <= said["three"]
    assert {"chained", "distinct", "cut", "many"} <= said["nine"]
    assert {"given", "one", "named"} <= said["named"]
    assert held_of("named").fields["name"] == "5-0MJ-1"
    assert held_of("default", "de").fields["colours"].startswith("blau (voller Balken), zinnoberrot (gestr")


@pytest.mark.parametrize("name", FACTS)
def test_figures_say_what_is_known(name: str) -> None:
    assert dict(held_of("default").figures[name]().facts) == FACTS[name]


def test_the_first_figures_show_the_set() -> None:
    for name, (size, boards) in {"default": (5, 12), "three": (3, 1), "nine": (9, 2), "named": (5, 1)}.items():
        drawn = {key: held_of(name).figures[key]() for key in ("cover", "box", "own", "table")}
        assert dict(drawn["cover"].facts) == {"valid": "yes", "legal": "yes"}
        assert dict(drawn["own"].facts) == {"cells": size * size, "regions": size, "valid": "yes"}
        assert dict(drawn["table"].facts) == {"valid": "yes", "empty": size * size, "markers": size * size}
        counts = {"boards": boards, "markers": size * size, "frames": 1, "trays": 1}
        assert dict(drawn["box"].facts) == {**counts, "valid": "yes"}
        said = [text.text for text in drawn["box"].texts]
        many = "board" if boards == 1 else "boards"
        assert said == [f"{boards} {many}", f"{size * size} markers", "1 frame", "1 tray"]


# --- boards drawn with pencil and paper ---------------------------------------------------------


def is_lined(board: Board) -> bool:
    """Tell whether a line through all cells, cut into regions, can make a board: paths through its regions, one after
    another."""

    def touching(a: int, b: int) -> bool:
        return abs(a // board.size - b // board.size) + abs(a % board.size - b % board.size) == 1

    ends = [
        {(path[0], path[-1]) for path in permutations(cells) if all(map(touching, path, path[1:]))}
        for cells in board.cells()
    ]

    def goes_on(last: int | None, left: frozenset[int]) -> bool:
        return not left or any(
            (last is None or touching(last, a)) and goes_on(b, left - {k}) for k in left for a, b in ends[k]
        )

    return all(ends) and goes_on(None, frozenset(range(board.count)))


def test_what_is_on_record_of_lines_and_colours_is_so() -> None:
    before = positions.cut(positions.PATH, 5)
    after = positions.swap_cells(before, *positions.SWAP)
    boards = {"example": positions.EXAMPLE.board, "path": before, "swapped": after}
    assert {name: is_lined(board) for name, board in boards.items()} | {"fives": 1090} == positions.LINED
    for board in (before, after):
        pairs = [(k, other) for k, others in enumerate(board.neighbours()) for other in others]
        assert all(positions.COLOURS[a] != positions.COLOURS[b] for a, b in pairs)
    moved = {cell for cell in range(25) if before.regions[cell] != after.regions[cell]}
    assert moved == set(positions.SWAP)  # any other cell keeps its region's colour


@pytest.mark.thorough
def test_so_many_boards_a_line_can_make() -> None:
    assert sum(map(is_lined, all_boards(5))) == positions.LINED["fives"]


# --- games played through -----------------------------------------------------------------------


def test_the_game_is_whole_and_its_slip_is_one() -> None:
    turns = positions.GAMES["whole"]["turns"].split()
    moments = positions.moments(positions.EXAMPLE.board, " ".join(turns), range(1, len(turns) + 1))
    assert sorted(cell for moment in moments for cell in moment.fresh) == list(range(25))
    assert positions.GAMES["whole"]["shown"][-1] == len(turns)
    after = positions.outcomes("slip", positions.puzzles()["slip"].contest)
    assert after[moments[positions.SLIP].fresh] > min(after.values())


def rows(text: str) -> list[tuple[int, str]]:
    """Return the rows that stand in the place of a figure in full, with their numbers."""
    found = re.findall(r"\w+ (\d) ?: ((?:\w+, ){4}\w+)", text)
    return [(int(row), re.sub(r"\w{2,}", ".", marks).replace(", ", "")) for row, marks in found]


@pytest.mark.thorough
def test_endings_come_out_as_a_plain_minimax_has_them() -> None:
    puzzles = {name: (puzzle.marked, puzzle.contest) for name, puzzle in positions.puzzles().items()}
    for name, (marked, contest) in puzzles.items():
        game = Minimax("".join(map(str, marked.board.regions)), "standard", None)
        for move, points in positions.outcomes(name, contest).items():
            assert game.after(marked.marks, contest.mover, move, contest.double) == points, (name, move)
    for moment in positions.game("whole"):
        game = Minimax("".join(map(str, moment.marked.board.regions)), "standard", None)
        few = 0 < moment.marked.marks.count(".") <= 8
        assert few == (moment.best is not None)
        if moment.best is not None:
            assert game.x_gets(moment.marked.marks, "ox"[moment.turns % 2 == 0], False) == moment.best


@pytest.mark.thorough
def test_patience_pays_as_a_plain_minimax_has_it() -> None:
    regions, marks = "".join(map(str, positions.PATIENT.board.regions)), positions.PATIENT.marks
    game, moves = Minimax(regions, "standard", None), positions.Rule("standard").contest(positions.PATIENT, "o").moves()
    after = {move: game.after(marks, "o", move, True) for move in moves}
    doubles = [x for move, x in after.items() if len(move) == 2]
    later = min(x for move, x in after.items() if len(move) == 1)
    (best,) = [move for move, x in after.items() if len(move) == 1 and x == later]
    (others,) = {*doubles} - {min(doubles)}
    ends = {"now": min(doubles), "now-others": others, "later": later}
    ends["never"] = Minimax(regions, "none", None).x_gets(marks, "o", False)
    ends["restricted"] = Minimax(regions, "restricted", None).x_gets(marks, "o", True)
    told = {when: positions.points(x, 5) for when, x in ends.items()}
    assert {"doubles": len(doubles), "by": positions.cell_names(best, 5), **told} == positions.PATIENCE


@pytest.mark.thorough
def test_all_games_on_3_by_3_end_as_a_plain_minimax_has_them() -> None:
    rules = {"none": "none", "first": "standard-1-1", "free": "standard", "restricted": "restricted"}
    for said, rule in rules.items():
        file = Path(positions.__file__).parent / "results" / f"catalogue-majomino-3-{rule}.jsonl"
        entries = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]
        assert {positions.points(entry["x"], 3) for entry in entries} == {positions.THREES[said]}
        if said == "none":
            assert min(len(entry["openings"]) for entry in entries) == positions.THREES["openings"]
        for entry in entries:
            name, turns = entry["rule"], entry["double_turns"]
            game = Minimax("".join(map(str, parse_name(entry["board"]).regions)), name, turns and tuple(turns))
            assert entry["x"] == game.x_gets("." * 9, "x", name != "none")
            assert len(entry["openings"]) == sum(
                game.after("." * 9, "x", (cell,), name != "none") > 4 for cell in range(9)
            )

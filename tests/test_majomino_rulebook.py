"""Majomino's rulebook: its numbers are the set's, and what it says of games and boards is so."""

from __future__ import annotations

import math
import random
import re
from itertools import combinations

import pytest
from plain_minimax import Minimax
from rulebook_read import content, shop_of

from quasiprint import games
from quasiprint.addons.lab.majomino import claims
from quasiprint.addons.lab.majomino.cataloguing import every
from quasiprint.drawing.face_shapes import heap
from quasiprint.games.majomino import positions, scenes
from quasiprint.games.majomino.board import Board, canonical, lines, of_regions, tally
from quasiprint.games.majomino.contest import Contest
from quasiprint.model.measures import Maker
from quasiprint.model.page import Content
from quasiprint.model.piece import Value
from quasiprint.model.places import languages

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
PLAYED = [*(f"turn-{k}" for k in range(2, 5)), *(f"game-{k}" for k in range(1, 9))]
PUZZLES = ("late", "slip", "pinwheel", "question")


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


@pytest.mark.parametrize("name", SETS)
def test_each_colour_of_a_picture_is_named(name: str) -> None:
    held = held_of(name)
    palette = shop_of("majomino", **SETS[name]).set(Maker.PAPER).palette.inks
    own = ("cover", "box", "table")  # of whole sets, not of a board's face alone
    fills = {shape.fill for key, draw in held.figures.items() if key not in own for shape in draw().shapes}
    drawn = [ink.name for ink in palette if ink.rgb in fills]
    said = held.fields.get("colours", "")
    assert bool(drawn) == bool(said) == ("coloured" in held.traits)  # a plain set has plain pictures
    assert len(drawn) >= 4 or not said
    assert {ink.split()[0] for ink in drawn} <= {ink.split()[0] for ink in said.split(", ") if ink}


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


def test_markers_of_a_heap_do_not_lie_upon_one_another() -> None:
    for count in (9, 25, 81, 441):
        at = heap(count, scenes.SPREAD)
        assert min(math.dist(one, two) for one, two in combinations(at, 2)) >= 2
        assert max(math.hypot(*one) for one in at) + 1 <= scenes.spread(count)


def test_the_cover_says_how_long_a_game_takes() -> None:
    said = {name: held_of(name).fields["minutes"] for name in SETS}
    assert said == {"default": "5–10", "three": "2–4", "nine": "15–30", "named": "5–10"}


# --- games played through -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "legal"),
    [
        ("2/4 2/3 1/5 3/5+2/5", True),
        ("2/4 2/3+1/5 3/5 2/5+1/1", False),  # two doubles
        ("2/4 2/3 1/5+3/5 2/5", False),  # X doubles
        ("2/4 2/3 1/5 2/4", False),  # a cell that is full
        ("2/4 2/3 1/5 3/5+3/5", False),  # one cell twice
        ("2/4 2/3 1/5 3/5+2/5+1/1", False),  # three marks
    ],
)
def test_a_turn_against_the_rules_is_seen(turns: str, legal: bool) -> None:
    board = positions.EXAMPLE.board
    if not legal:
        with pytest.raises(ValueError, match=r"found|marked already"):
            positions.moments(board, turns, (4,))
        return
    (moment,) = positions.moments(board, turns, (4,))
    assert positions.facts_of(moment, positions.position("AAAAB ACCBB CCDDB ECEDB EEEDD"))["legal"]


def test_a_turn_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="found 6, allowed are rows and columns from 1 to 5"):
        positions.moments(positions.EXAMPLE.board, "2/4 2/6", (2,))


def test_the_game_is_whole_and_its_slip_is_one() -> None:
    turns = positions.GAMES["whole"]["turns"].split()
    moments = positions.moments(positions.EXAMPLE.board, " ".join(turns), range(1, len(turns) + 1))
    assert sorted(cell for moment in moments for cell in moment.fresh) == list(range(25))
    assert positions.GAMES["whole"]["shown"][-1] == len(turns)
    after = positions.outcomes(positions.puzzles()["slip"].contest)
    assert after[moments[positions.SLIP].fresh] > min(after.values())


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("figure", PLAYED)
def test_captions_tell_what_was_played(figure: str, language: str) -> None:
    text = part(language, figure)
    facts = held_of("default", language).figures[figure]().facts
    caption = text.partition("caption: ")[2].partition("\n")[0]
    marks = str(facts["marks"]).split(",")
    assert re.findall(r"\d/\d", caption)[: len(marks)] == marks
    score = re.findall(r"X\s(\d), O\s(\d)(?!/)", caption) or re.findall(
        r"(\d) (?:points to|Punkten zu|points à|puntos a) (\d)", caption
    )
    assert ("-".join(score[-1]) if score else "0-0") == facts["points"]
    moments = {"turn": positions.game("opening")[1:], "game": positions.game("whole")}[figure[:4]]
    held = moments[int(figure[-1]) - (2 if figure.startswith("turn") else 1)].marked
    for row, marked in rows(text):
        assert held.marks[5 * row - 5 : 5 * row] == marked


def part(language: str, figure: str) -> str:
    """Return a figure's place in the book."""
    text = (games.folder("majomino") / "rules" / language / "majomino.md").read_text(encoding="utf-8")
    return text[text.index(f"```figure {figure}\n") :].partition("\n```\n")[0]


def rows(text: str) -> list[tuple[int, str]]:
    """Return the rows that stand in the place of a figure in full, with their numbers."""
    found = re.findall(r"\w+ (\d) ?: ((?:\w+, ){4}\w+)", text)
    return [(int(row), re.sub(r"\w{2,}", ".", marks).replace(", ", "")) for row, marks in found]


@pytest.mark.parametrize("language", languages())
def test_texts_in_the_place_of_figures_are_those_of_the_boards(language: str) -> None:
    held = {
        "typical": positions.position("AAAAB ACCBB CCDDB ECEDB EEEDD"),
        "example": positions.EXAMPLE,
        "patient": positions.PATIENT,
        **{name: puzzle.marked for name, puzzle in positions.puzzles().items()},
    }
    for name, marked in held.items():
        alt = part(language, name).partition("alt: ")[2].partition("\n")[0]
        (regions,) = re.findall(r": ((?:[A-E]{5} ?){5})\.", alt)
        assert positions.position(regions).board == marked.board
        assert "".join(row for _, row in rows(alt)) == ("" if name == "typical" else marked.marks)
        if name == "example":
            rows_won, columns_won = re.findall(r"[a-z] ?: ((?:[xo], ){4}[xo])\.", alt)[-2:]
            won = tally(marked)
            assert (tuple(rows_won.split(", ")), tuple(columns_won.split(", "))) == (won.rows, won.columns)


@pytest.mark.parametrize("language", languages())
def test_solutions_come_under_a_heading_of_their_own(language: str) -> None:
    text = (games.folder("majomino") / "rules" / language / "majomino.md").read_text(encoding="utf-8")
    asked = [text.index(f"```figure {name}\n") for name in PUZZLES]
    answered = [text.index(f"```figure {pair}\n") for pair in positions.PAIRS]
    assert [name for pair in positions.PAIRS.values() for name in pair] == list(PUZZLES)
    assert asked == sorted(asked)
    assert answered == sorted(answered)
    assert max(asked) < text.rindex("\n## ", 0, min(answered)) < min(answered)


def test_puzzles_are_solved_without_any_thought_as_well() -> None:
    for name, rule in {"late": "none", "slip": "none", "pinwheel": "free"}.items():
        puzzle = positions.puzzles()[name]
        x = naive(puzzle.marked.board, puzzle.marked.marks, "xo".index(puzzle.mover), rule)
        best = max if puzzle.mover == "x" else min
        assert best(positions.outcomes(puzzle.contest).values()) == x == positions.best_points(puzzle.contest)


def test_a_slip_counts_in_one_open_line_alone() -> None:
    marked = positions.puzzles()["slip"].marked
    still = [line for line in lines(marked.board) if max(sum(marked.marks[c] == p for c in line) for p in "xo") < 3]
    for (cell,), points in positions.outcomes(positions.puzzles()["slip"].contest).items():
        assert (sum(cell in line for line in still) == 1) == (points == 8)


def test_a_swap_keeps_the_colours_of_all_other_cells() -> None:
    before = positions.cut(scenes.PATH, 5)
    after = positions.swap_cells(before, *scenes.SWAP)
    pair = positions.joint_colouring(before, after, scenes.SWAP)
    old, new = ([colours[region] for region in b.regions] for b, colours in zip((before, after), pair, strict=True))
    assert {cell for cell in range(25) if old[cell] != new[cell]} == set(scenes.SWAP)
    for board, colours in zip((before, after), pair, strict=True):
        assert all(colours[a] != colours[b] for a, others in enumerate(board.neighbours()) for b in others)
    assert len(set(old)) == 4


def naive(board: Board, marks: str, mover: int, rule: str) -> int:
    """Return X's points, by trying everything with as little thought as can be."""
    empty = [cell for cell, mark in enumerate(marks) if mark == "."]
    if not empty:
        n = board.size
        groups = [*([row * n + k for k in range(n)] for row in range(n)), *(range(k, n * n, n) for k in range(n))]
        groups += [[c for c in range(n * n) if board.regions[c] == r] for r in range(n)]
        return sum(sum(marks[c] == "x" for c in group) * 2 > n for group in groups)

    def with_marks(cells: tuple[int, ...]) -> str:
        return "".join("xo"[mover] if c in cells else mark for c, mark in enumerate(marks))

    double = mover == 1 and rule != "none" and len(empty) > 1
    after = [] if double and rule == "first" else [naive(board, with_marks((c,)), 1 - mover, rule) for c in empty]
    for a, b in combinations(empty, 2) if double else ():
        share = a // board.size == b // board.size or a % board.size == b % board.size
        if rule != "restricted" or not (share or board.regions[a] == board.regions[b]):
            after.append(naive(board, with_marks((a, b)), 0, "none"))
    return max(after) if mover == 0 else min(after)


def test_endings_are_those_of_a_search_without_any_thought() -> None:
    chance = random.Random(5)
    for board in (positions.EXAMPLE.board, positions.QUESTION.board, every(3)[4]):
        for rule in ("none", "first", "free", "restricted"):
            cells = board.size**2
            free = chance.sample(range(cells), 5)
            marks = "".join("." if cell in free else chance.choice("xo") for cell in range(cells))
            for mover in (1, 0) if rule != "first" else (0,):
                # O is to move before her turn of that number where an even number of cells is empty
                turns = (cells // 2 - 1,) * 2 if rule == "first" else None
                contest = Contest(lines(board), marks, "xo"[mover], rule != "none", rule == "restricted", turns)
                best = (min if mover else max)(positions.outcomes(contest).values())
                assert best == naive(board, marks, mover, rule) == positions.best_points(contest)
            marks = marks.replace(".", "x", 1)
            if rule == "first":
                contest = Contest(lines(board), marks, "o", True, turns=(cells // 2 - 1,) * 2)
                assert positions.best_points(contest) == naive(board, marks, 1, rule)


def test_all_games_on_3_by_3_end_as_a_plain_minimax_has_them() -> None:
    for board in {canonical(board) for board in every(3)}:
        for rule in positions.THREES.values():
            game = Minimax("".join(map(str, board)), rule.name, rule.turns)
            entry = claims.results(3)[rule][claims.form(Board(3, board))]
            assert entry.x == game.x_gets("." * 9, "x", rule.name != "none")
            assert len(entry.openings or ()) == sum(
                game.after("." * 9, "x", (cell,), rule.name != "none") > 4 for cell in range(9)
            )


@pytest.mark.thorough
def test_what_a_line_can_make() -> None:
    chance = random.Random(1)
    assert sum(map(positions.is_lined, every(5))) == positions.LINED
    for _ in range(40):  # a line drawn at random, turned back at its ends (Pólya's backbite)
        path = [*range(5), *range(9, 4, -1), *range(10, 15), *range(19, 14, -1), *range(20, 25)]
        for _ in range(200):
            near = [k for k in range(23) if sorted((abs(path[k] % 5 - path[-1] % 5), abs(path[k] // 5 - path[-1] // 5)))
                    == [0, 1]]  # fmt: skip
            k = chance.choice(near)
            path = (path[: k + 1] + path[:k:-1])[:: chance.choice((1, -1))]
        assert positions.is_lined(positions.cut(path, 5))


def test_hand_drawing_refuses_what_is_no_board() -> None:
    with pytest.raises(ValueError, match="no neighbours"):
        positions.cut((0, 1, 2, 3, 4, 5, 6, 7, 8), 3)
    with pytest.raises(ValueError, match="each of 9 once"):
        positions.cut((0, 1, 2, 5, 4, 3, 6, 7, 7), 3)
    rows = of_regions(3, (0, 0, 0, 1, 1, 1, 2, 2, 2))
    for cells in ((1, 4), (0, 1)):  # both rows fall apart; nothing changes
        with pytest.raises(ValueError, match="in two parts, or as it was"):
            positions.swap_cells(rows, *cells)

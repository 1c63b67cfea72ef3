"""The laws of Majomino boards and the score: the source's diagrams, a count of one's own, a counterexample a law."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from boards_read import FILLED, QUESTION_4, SCORED, TYPICAL
from hypothesis import given
from hypothesis import strategies as st
from test_majomino_board import positions

from quasiprint.errors import InputError
from quasiprint.games.majomino.board import (
    Board,
    MarkedBoard,
    Wall,
    board_findings,
    is_dissection,
    marks_findings,
    of_regions,
    of_walls,
    tally,
)
from quasiprint.games.majomino.dissection import count_table
from quasiprint.games.majomino.notation import all_boards, read, write
from quasiprint.games.majomino.positions import GAMES
from quasiprint.games.majomino.situation import UNORDERED, BoardScore
from quasiprint.games.majomino.situation import score as score_text
from quasiprint.make.score import score as pipeline_score

EXAMPLE = "ooxoxxxxoxoooxoxoxxooxxoo"


def score(text: bytes) -> BoardScore:
    return score_text(text, {})


def lettered(letters: str) -> Board:
    return of_regions(round(len(letters) ** 0.5), [ord(letter) for letter in letters])


def with_marks(drawn: str, marks: str) -> str:
    (position,) = read(drawn.encode())
    return write(position.board, marks)


def findings(board: Board) -> list[tuple[str, str]]:
    return [(finding.code, finding.subject) for finding in board_findings(board, "board 7")]


def test_the_example_of_the_source_is_4_to_11() -> None:
    """Its own lines add up to that; the total of 5 to 10 that stands beneath them is a slip."""
    assert with_marks(TYPICAL, EXAMPLE) == FILLED
    assert score(FILLED.encode()).as_json() == {**SCORED, "winner": "o", "findings": [], "not_seen": [UNORDERED]}


def test_question_4_is_a_running_game() -> None:
    found = score(QUESTION_4.encode()).as_json()
    assert found == {
        "complete": False,
        "x": 1,
        "o": 3,
        "rows": ["o", None, None, None, None],
        "columns": [None, None, None, "x", None],
        "regions": [None, "o", "o", None, None],
        "winner": None,
        "findings": [],
        "not_seen": [UNORDERED],
    }
    assert json.loads(json.dumps(found)) == found


GAME = "majomino game\nboard AAAAB ACCBB CCDDB ECEDB EEEDD\n"
WHOLE = GAME + "\n".join(turn.replace("+", " ") for turn in GAMES["whole"]["turns"].split())
REFUSED = {  # a game, and the line of its illegal move
    "game-over": (f"{WHOLE}\nx 1/1\n", 27),
    "player-wrong": (f"{GAME}x 1/1\nx 1/2\n", 4),
    "cell-marked": (f"{GAME}1 x 1/1\n\n# O slips\n2 o 1/1\n", 6),
    "cell-twice": (f"{GAME}1/1\n2/2 2/2\n", 4),
    "double-none": (f"{GAME}rule none\nX 1/1\nO 1/2 and 1/3\n", 5),
    "double-of-x": (f"{GAME}1/1 2/2\n", 3),
    "double-used": (f"{GAME}1/1\n2/2 3/3\n4/4\n5/5 1/2\n", 6),
    "double-turn": (f"{GAME}rule standard 2-2\n1. 1/1\n2. 2/2 3/3\n", 5),
    "double-in-line": (f"{GAME}rule restricted\n1/1\n2/2 2/3\n", 5),
}


@pytest.mark.parametrize("code", REFUSED)
def test_the_first_illegal_move_of_a_game_is_named(code: str) -> None:
    text, line = REFUSED[code]
    result = score(f"{text}o 5/5\n".encode())
    (finding,) = result.findings
    assert (finding.code, result.is_legal) == (code, False)
    assert finding.subject.startswith(f"line {line}, move ")
    # what is counted is the game before that move
    before = "\n".join(text.split("\n")[: line - 1])
    assert replace(result, findings=()) == score(before.encode())


def test_the_game_of_the_book_is_scored() -> None:
    result = score(WHOLE.encode())
    assert (result.x, result.o, result.winner, result.complete, result.as_json()["not_seen"]) == (8, 7, "x", True, [])
    assert result == score(WHOLE.replace("AAAAB ACCBB CCDDB ECEDB EEEDD", "5-0MJ-1").encode())
    # as editors, telephones and people write it
    lines = WHOLE.upper().split("\n")
    assert result == score(
        "\r".join(["# é", " " + "\u00a0 ".join(lines[0].split()), *lines[1:-1], lines[-1] + " # é"]).encode()
    )


def test_a_win_can_be_certain_before_the_end() -> None:
    board = lettered("AAABBBCCC")  # rows are regions: five lines of nine decide
    early = tally(MarkedBoard(board, "xx.xx...."))
    assert (early.x, early.winner, early.complete) == (6, "x", False)
    assert tally(MarkedBoard(board, "xx.......")).winner is None
    four = tally(MarkedBoard(board, "xx.xo.xo."))
    assert (four.x, four.o, four.winner) == (3, 1, None)


def counted(drawn: str) -> dict[str, Any]:
    """The score as a person counts it: from the characters of the drawing, with a flood of its own."""
    rows = drawn.splitlines()
    size = len(rows) // 2
    cells = [(r, c) for r in range(size) for c in range(size)]

    def at(r: int, c: int) -> str:
        return rows[2 * r + 1][3 * c + 2]

    def flood(start: tuple[int, int]) -> set[tuple[int, int]]:
        found, edge = {start}, [start]
        while edge:
            r, c = edge.pop()
            for wall, beside in (
                (rows[2 * r][3 * c + 1], (r - 1, c)),
                (rows[2 * r + 2][3 * c + 1], (r + 1, c)),
                (rows[2 * r + 1][3 * c], (r, c - 1)),
                (rows[2 * r + 1][3 * c + 3], (r, c + 1)),
            ):
                if wall == " " and beside in cells and beside not in found:
                    found.add(beside)
                    edge.append(beside)
        return found

    def won(line: list[tuple[int, int]]) -> str | None:
        marks = [at(*cell) for cell in line]
        rest = marks.count(" ")
        if marks.count("x") > marks.count("o") + rest:
            return "x"
        return "o" if marks.count("o") > marks.count("x") + rest else None

    regions: list[list[tuple[int, int]]] = []
    for cell in cells:
        if not any(cell in region for region in regions):
            regions.append(sorted(flood(cell)))
    found = {
        "rows": [won([(r, c) for c in range(size)]) for r in range(size)],
        "columns": [won([(r, c) for r in range(size)]) for c in range(size)],
        "regions": [won(region) for region in regions],
    }
    every = [*found["rows"], *found["columns"], *found["regions"]]
    x, o = every.count("x"), every.count("o")
    undecided = len(every) - x - o
    return {
        "complete": all(at(*cell) != " " for cell in cells),
        "x": x,
        "o": o,
        **found,
        "winner": "x" if x > o + undecided else "o" if o > x + undecided else None,
    }


@st.composite
def games(draw: st.DrawFn) -> MarkedBoard:
    """A board of the game with any marks, finished or not."""
    size = draw(st.sampled_from((3, 5)))
    return MarkedBoard(
        draw(st.sampled_from(all_boards(size))),
        draw(st.text(draw(st.sampled_from(("xo", "xo."))), min_size=size**2, max_size=size**2)),
    )


@given(games() | positions(5))
def test_the_score_is_what_a_naive_count_gives(position: MarkedBoard) -> None:
    drawn = write(position.board, position.marks)
    found = score(drawn.encode()).as_json()
    told = found.pop("findings")
    assert found == {**counted(drawn), "not_seen": [UNORDERED]}
    assert bool(told) == (not is_dissection(position.board) or position.board.size in (1, 2, 4) or illegal(position))


def illegal(position: MarkedBoard) -> bool:
    """Whether no order of moves gives these numbers: all orders tried, X first, O twice once at most."""
    reached = {(0, 0, False)}
    for _ in range(position.board.size**2):
        reached |= {(o + 1, o, False) for x, o, used in reached if x == o and not used}
        reached |= {(x + 1, o, True) for x, o, used in reached if used and x == o - 1}
        reached |= {(x, o + n, used or n == 2) for x, o, used in reached for n in (1, 2)
                    if x == o + 1 - used and not (used and n == 2)}  # fmt: skip
    return (position.marks.count("x"), position.marks.count("o")) not in {(x, o) for x, o, _ in reached}


def board_of(drawn: str) -> Board:
    (position,) = read(drawn.encode())
    return position.board


def walled(wall: Wall) -> Board:
    """A board of thick regions, in which a wall can stand and part nothing."""
    return of_walls(5, lettered("AABBBAABBCADDCCDDDCCEEEEE").walls() | {wall})


COUNTEREXAMPLES = {
    "even": (lettered("AAAABBBBCCCCDDDD"), [("size-wrong", "board 7")]),
    "two by two": (lettered("AABB"), [("size-wrong", "board 7")]),
    "one cell": (lettered("A"), [("size-wrong", "board 7")]),
    "a cell on the wrong side": (
        lettered("AABBBBCCC"),
        [
            ("region-size", "board 7, region 1 (from row 1, column 1)"),
            ("region-size", "board 7, region 2 (from row 1, column 3)"),
        ],
    ),
    "two regions run into one": (
        lettered("AAAABAAABBAADDBEAEDBEEEDD"),
        [("region-size", "board 7, region 1 (from row 1, column 1)")],
    ),
    "regions in two parts": (
        lettered("AABCACBBC"),
        [
            ("region-size", "board 7, region 2 (from row 1, column 3)"),
            ("region-size", "board 7, region 3 (from row 2, column 1)"),
            ("region-size", "board 7, region 4 (from row 2, column 3)"),
            ("region-size", "board 7, region 5 (from row 3, column 1)"),
        ],
    ),
    "a wall that parts nothing": (
        walled(("|", 0, 1)),
        [("wall-loose", "board 7, row 1, column 2, left side")],
    ),
    "a level wall that parts nothing": (
        walled(("-", 1, 2)),
        [("wall-loose", "board 7, row 2, column 3, top side")],
    ),
    "a rim with holes": (
        board_of(
            TYPICAL.replace("+--+--+--+--+--+", "+--+  +--+--+--+").replace("|           |  |", "            |   ")
        ),
        [
            ("wall-missing", "board 7, row 1, column 2, top side"),
            ("wall-missing", "board 7, row 1, column 1, left side"),
            ("wall-missing", "board 7, row 1, column 5, right side"),
            ("wall-missing", "board 7, row 5, column 2, bottom side"),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("board", "told"), COUNTEREXAMPLES.values(), ids=COUNTEREXAMPLES)
def test_a_board_that_breaks_one_law(board: Board, told: list[tuple[str, str]]) -> None:
    assert findings(board) == told
    assert len({code for code, _ in told}) == 1
    for finding in board_findings(board, "board 7"):
        assert finding.severity == "error"
        assert finding.message and finding.remedy
    assert is_dissection(board) == (told[0][0] == "size-wrong")


@pytest.mark.parametrize(
    ("x", "o", "fine"),
    [(0, 0, True), (1, 0, True), (1, 1, True), (1, 2, True), (2, 2, True), (2, 3, True), (3, 2, True), (12, 13, True),
     (13, 12, True), (0, 1, False), (0, 2, False), (2, 0, False), (1, 3, False), (3, 1, False), (14, 11, False),
     (11, 14, False)],
)  # fmt: skip
def test_numbers_of_marks(x: int, o: int, fine: bool) -> None:
    position = MarkedBoard(board_of(TYPICAL), ("x" * x + "o" * o).ljust(25, "."))
    told = marks_findings(position, "board 7")
    assert [finding.code for finding in told] == ([] if fine else ["marks-impossible"])
    assert illegal(position) is not fine
    for finding in told:
        assert finding.subject == "board 7"
        assert finding.message.startswith(f"found {x} of X and {o} of O; with {x} of X, allowed are ")
    whole = score(write(position.board, position.marks).encode())
    assert [finding.code for finding in whole.findings] == [finding.code for finding in told]


def test_only_one_board_is_scored() -> None:
    with pytest.raises(InputError, match="found 2 boards, allowed is one to score"):
        score(f"{TYPICAL}\n{QUESTION_4}".encode())
    with pytest.raises(InputError, match="found nothing"):
        score(b"\n")
    with pytest.raises(InputError, match="--colours: is not an option of majomino; its own are none"):
        pipeline_score("majomino", TYPICAL.encode(), {"colours": 3})


def test_all_boards_of_the_game_keep_the_laws() -> None:
    for labels in count_table(5).all_boards()[::100].tolist():
        assert not findings(of_regions(5, labels))

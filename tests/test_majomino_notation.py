"""The text form of Majomino boards: nothing is lost on the way, and what is in no such form is refused."""

from __future__ import annotations

import re

import pytest
from boards_read import QUESTION_4, TYPICAL
from called import refusal
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.games.majomino.board import MarkedBoard, inner_walls, of_walls, rim
from quasiprint.games.majomino.notation import read, write
from quasiprint.model.errors import InputError

THREE = "+--+--+--+\n| x|     |\n+  +--+  +\n|  | o|  |\n+  +  +--+\n|  |     |\n+--+--+--+\n"
WIDE = "+---+---+\n| x     |\n+   +---+\n|     o |\n+---+---+\n"


def labels(position: MarkedBoard) -> str:
    size = position.board.size
    rows = (position.board.regions[k : k + size] for k in range(0, size * size, size))
    return " ".join("".join("ABCDEFGHI"[region] for region in row) for row in rows)


@st.composite
def positions(draw: st.DrawFn, largest: int = 6) -> MarkedBoard:
    """A board of any walls, be they right or not, with any marks."""
    size = draw(st.integers(1, largest))
    places = [*inner_walls(size), *rim(size)]
    standing = draw(st.integers(0, 2 ** len(places) - 1))
    board = of_walls(size, [wall for k, wall in enumerate(places) if standing >> k & 1])
    return MarkedBoard(board, draw(st.text("xo.", min_size=size * size, max_size=size * size)))


@st.composite
def drawings(draw: st.DrawFn) -> str:
    """A board drawn character by character, apart from the program."""
    size, width = draw(st.integers(1, 6)), draw(st.sampled_from((2, 3)))
    level = st.lists(st.sampled_from(("-" * width, " " * width)), min_size=size, max_size=size)
    cell = st.sampled_from([f" {mark} "[:width] for mark in "xo "])
    row = st.lists(cell, min_size=size, max_size=size)
    wall = st.sampled_from("| ")
    lines = []
    for k in range(2 * size + 1):
        if k % 2:
            lines.append("".join(draw(wall) + found for found in draw(row)) + draw(wall))
        else:
            lines.append("+" + "".join(f"{found}+" for found in draw(level)))
    return "\n".join(lines) + "\n"


def test_the_boards_of_the_source() -> None:
    (typical,) = read(TYPICAL.encode())
    assert labels(typical) == "AAAAB ACCBB CCDDB ECEDB EEEDD"
    assert typical.marks == "." * 25
    (question,) = read(QUESTION_4.encode())
    assert labels(question) == "ABBBB ACCBD AACCD EAECD EEEDD"
    assert question.marks == ".ooox.oox.o.xx.o..oxx..x."
    assert write(question.board, question.marks) == QUESTION_4
    assert write(typical.board) == TYPICAL
    assert not any(position.board.loose or position.board.gaps for position in (typical, question))


@given(positions(), st.sampled_from((2, 3)))
def test_what_is_written_is_read_again(position: MarkedBoard, width: int) -> None:
    assert read(write(position.board, position.marks, width).encode()) == (position,)


@given(drawings())
def test_what_is_read_is_written_again(drawn: str) -> None:
    (position,) = read(drawn.encode())
    assert write(position.board, position.marks, drawn.index("+", 1) - 1) == drawn


def test_a_mark_may_stand_anywhere_in_its_cell_and_be_large() -> None:
    told = read(THREE.encode())
    assert read(THREE.replace(" x", "X ").replace(" o", "O ").encode()) == told
    wide = read(WIDE.encode())
    for mark in ("x  ", "  x", " X "):
        assert read(WIDE.replace(" x ", mark).encode()) == wide


REFUSED = {
    "nothing": (b"", "board: found nothing, allowed is a board"),
    "empty lines": (b"\n \n\r\n", "board: found nothing"),
    "a mark of bytes alone": (b"\xef\xbb\xbf", "board: found nothing"),
    "a tab": (THREE.replace("| x", "|\tx").encode(), "line 2, column 2: found a tab, allowed are +, -, |, x, o and"),
    "a letter": (THREE.replace(" o", " z").encode(), "line 4, column 6: found 'z', allowed are"),
    "a digit zero": (THREE.replace(" o", " 0").encode(), "line 4, column 6: found '0', allowed are"),
    "NUL": (THREE.replace(" o", " \0").encode(), "line 4, column 6: found a NUL byte, allowed are"),
    "no UTF-8": (THREE.encode().replace(b" o", b" \xff"), "line 4, column 6: found the byte 0xff, which is no UTF-8"),
    "UTF-16": (THREE.encode("utf-16"), "line 1, column 1: found the byte 0xff"),
    "a letter beyond ASCII": (THREE.replace(" o", " ö").encode(), "line 4, column 6: found 'ö', allowed are"),
    "an unseen character": (THREE.replace(" o", " \u200b").encode(), r"line 4, column 6: found '\\u200b', allowed"),
    "an old line end": (THREE.replace("\n", "\r").encode(), r"line 1, column 11: found '\\r', allowed are"),
}


@pytest.mark.parametrize(("raw", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_board_is_refused(raw: bytes, told: str) -> None:
    with pytest.raises(InputError) as refused:
        read(raw)
    assert told.replace("\\\\", "\\").replace("\\+", "+") in str(refused.value)
    assert len(str(refused.value)) < 250


@given(drawings(), st.integers(0), st.sampled_from("+-|xoX \n\t#"))
def test_a_slip_gives_another_board_or_is_refused_where_it_is(drawn: str, at: int, typed: str) -> None:
    at %= len(drawn)
    told = refusal(lambda: read((drawn[:at] + typed + drawn[at + 1 :]).encode()))
    assert not told or re.match(r"board: line \d+, column \d+: found .+, allowed ", told)

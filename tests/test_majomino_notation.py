"""The text form of Majomino boards: nothing is lost on the way, and what is in no such form is refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from boards_read import QUESTION_4, TYPICAL
from called import refusal
from hypothesis import given
from hypothesis import strategies as st

from quasiprint.errors import InputError
from quasiprint.games.majomino.board import MarkedBoard, inner_walls, of_walls, rim
from quasiprint.games.majomino.notation import FORM, read, write, write_all

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


@given(st.lists(positions(), min_size=1, max_size=4))
def test_several_boards_are_read_again(found: list[MarkedBoard]) -> None:
    drawn = write_all(found)
    assert read(drawn.encode()) == tuple(found)
    assert drawn.endswith("+\n") and not drawn.endswith("\n\n")


@pytest.mark.thorough
@given(st.lists(drawings(), min_size=1, max_size=3), st.data())
def test_editors_may_differ(drawn: list[str], data: st.DataObject) -> None:
    """Windows line ends, a byte order mark, spaces at line ends or none, empty lines, no last line end."""
    plain = "\n".join(drawn)
    told = read(plain.encode())
    gap = data.draw(st.sampled_from(("\n", " \n", "\n\n   \n")))
    spaces = data.draw(st.sampled_from((None, "", " ", "      ")))
    changed = gap.join(drawn)
    if spaces is not None:
        changed = "\n".join(line.rstrip() + spaces for line in changed.split("\n"))
    changed = data.draw(st.sampled_from(("", "\n", "  \n\n"))) + changed + data.draw(st.sampled_from(("", "\n\n  ")))
    if data.draw(st.booleans()):
        changed = changed.rstrip("\n")
    if data.draw(st.booleans()):
        changed = changed.replace("\n", "\r\n")
    raw = changed.encode("utf-8-sig" if data.draw(st.booleans()) else "utf-8")
    assert read(raw) == told


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
    "no corner": (THREE.replace("+  +--+  +", "+  -----  +", 1).encode(), "line 3, column 4: found '-', allowed here:"),
    "no first corner": (THREE[1:].encode(), "line 1, column 1: found '-', allowed here: +, the first corner"),
    "indented": (b" " + THREE.encode(), "line 1, column 1: found ' ', allowed here: +, the first corner"),
    "an open corner": (THREE.replace("+  +--+  +", "+   --+  +").encode(), "line 3, column 4: found ' ', allowed here"),
    "half a wall": (THREE.replace("+--+  +", "+- +  +").encode(), "line 3, column 6: found half a wall, '- ', allowed"),
    "the other half": (THREE.replace("+--+  +", "+ -+  +").encode(), "line 3, column 6: found half a wall, ' -'"),
    "half a wall on top": (b"+- +--+\n", "line 1, column 3: found half a wall, '- '"),
    "two marks": (
        THREE.replace(" o", "xo").encode(),
        "line 4, column 6: found 'o', a second mark in one cell, allowed",
    ),
    "two marks alike": (THREE.replace(" o", "oo").encode(), "line 4, column 6: found 'o', a second mark"),
    "a mark in a wall": (THREE.replace("| o|", "| oo").encode(), "line 4, column 7: found 'o', allowed here: | or a"),
    "a mark in a corner": (
        THREE.replace("+--+  +", "x--+  +").encode(),
        "line 3, column 4: found 'x', allowed here: +",
    ),
    "a wall in a cell": (THREE.replace("| o|", "|-o|").encode(), "line 4, column 5: found '-', allowed here: x, o or"),
    "a line too long": (
        THREE.replace("|     |", "|     | |").encode(),
        "line 2, column 11: found 12 characters, allow",
    ),
    "a level too long": (THREE.replace("+--+  +", "+--+  +--+").encode(), "line 3, column 11: found 13 characters"),
    "a level too short": (THREE.replace("+--+  +", "+--+").encode(), "line 3, column 8: found 7 characters"),
    "another width": (b"+--+---+\n", "line 1, column 7: found '-', allowed here: +, a corner"),
    "cells one wide": (b"+-+-+\n", "line 1, column 3: found the second + in column 3, allowed here: the second corner"),
    "cells four wide": (b"+----+\n", "line 1, column 6: found the second + in column 6"),
    "one corner": (b"+\n", "line 1, column 2: found one + in 1 characters"),
    "corner and no other": (b"+--\n", r"line 1, column 2: found one \+ in 3 characters"),
    "lines missing": (
        "\n".join(THREE.split("\n")[:5]).encode(),
        "line 6, column 1: found the end of the text, allowed",
    ),
    "the last line missing": ("\n".join(THREE.split("\n")[:6]).encode(), "line 7, column 1: found the end of the text"),
    "half a board": (
        "\n".join([*TYPICAL.split("\n")[:6], "", TYPICAL]).encode(),
        "line 7, column 1: found an empty lin",
    ),
    "cut at a level": (
        "\n".join([*TYPICAL.split("\n")[:5], "", TYPICAL]).encode(),
        "cut short at line 6, which is empt",
    ),
    "lines too many": (
        (THREE + "|  |     |\n").encode(),
        "line 8, column 1: found one line more, allowed here: an empty",
    ),
    "boards without a gap": ((THREE + THREE).encode(), "line 8, column 1: found one line more"),
    "wider than high": (b"+--+--+\n|  |  |\n+--+--+\n", "line 4, column 1: found the end of the text"),
    "higher than wide": (b"+--+\n|  |\n+--+\n|  |\n+--+\n", "line 4, column 1: found one line more"),
    "65 cells": (b"+" + b"--+" * 65, "line 1, column 1: found 65 cells side by side, allowed here: up to 64"),
    "a megabyte": (b"+" + b"--+" * 400_000, "line 1, column 258: found a line of 1200001 characters, allowed here: up"),
    "a megabyte later": (THREE.encode() + b"|" * 1_000_000, "line 8, column 258: found a line of 1000000 characters"),
    "garbage": (b"+-|x \n" * 700_000, "line 1, column 2: found one + in 4 characters"),
    "a board, then garbage": (THREE.encode() + b"\n" * 4_000_000 + b"|", "line 4000008, column 1: found '|', allowed"),
    "words": (b"hello\n", "line 1, column 1: found 'h', allowed are"),
}


@pytest.mark.parametrize(("raw", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_board_is_refused(raw: bytes, told: str) -> None:
    with pytest.raises(InputError) as refused:
        read(raw)
    assert told.replace("\\\\", "\\").replace("\\+", "+") in str(refused.value)
    assert len(str(refused.value)) < 250


def test_a_message_names_the_text() -> None:
    with pytest.raises(InputError, match=r"^the run's text: line 1, column 1: found 'h'"):
        read(b"h", "the run's text")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quasiprint.games.majomino.notation.MAX_BOARDS", 3)
    three = "\n".join([THREE] * 3)
    assert len(read(three.encode())) == 3
    with pytest.raises(InputError, match="line 25, column 1: found more than 3 boards, allowed here: up to 3"):
        read(f"{three}\n{THREE}".encode())
    monkeypatch.setattr("quasiprint.games.majomino.notation.FORM", replace(FORM, most=50))
    with pytest.raises(InputError, match=f"found {len(THREE)} bytes, allowed are up to 50"):
        read(THREE.encode())


def test_the_largest_board_is_read() -> None:
    for width in (2, 3):
        board = of_walls(64, rim(64))
        assert read(write(board, width=width).encode()) == (MarkedBoard(board, "." * 4096),)


def test_what_cannot_be_written() -> None:
    board = of_walls(3, rim(3))
    with pytest.raises(ValueError, match="cells of 4 characters, allowed are 2 or 3"):
        write(board, width=4)
    with pytest.raises(ValueError, match=r"found the marks 'xo', allowed are 9 of x, o and \."):
        write(board, "xo")
    with pytest.raises(ValueError, match="found the marks"):
        write(board, "X" * 9)


@given(drawings(), st.integers(0), st.sampled_from("+-|xoX \n\t#"))
def test_a_slip_gives_another_board_or_is_refused_where_it_is(drawn: str, at: int, typed: str) -> None:
    at %= len(drawn)
    told = refusal(lambda: read((drawn[:at] + typed + drawn[at + 1 :]).encode()))
    assert not told or re.match(r"board: line \d+, column \d+: found .+, allowed ", told)

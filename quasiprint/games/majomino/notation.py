"""The text form of boards, as the game's inventor drew them:

    +--+--+--+
    | x|     |
    +  +--+  +
    |  | o|  |
    +  +  +--+
    |  |     |
    +--+--+--+

A cell is two or three characters wide, the same all over a board, and has at most one mark. Between
boards stand empty lines. Whether the walls make a board of the game is the business of `laws`: any
walls can be read, those that part nothing and those missing in the rim, too. Time and memory grow
with the text's length.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NoReturn

from quasiprint.errors import InputError
from quasiprint.games.majomino import MOST
from quasiprint.games.majomino.board import FREE, Board, MarkedBoard, Wall, of_walls
from quasiprint.model.game_text import TextForm, refuse
from quasiprint.system.progress import tell, tell_progress

MAX_SIZE = 64
MAX_BOARDS = MOST
MAX_BYTES = 300_000_000  # so many boards of 21 × 21
WIDTHS = (2, 3)
MAX_LINE = MAX_SIZE * (max(WIDTHS) + 1) + 1
MARKS = {"x": "x", "o": "o", "X": "x", "O": "o"}
BLANK = re.compile(r"[ \n]*")
ALLOWED = "allowed are +, -, |, x, o and spaces"
FORM = TextForm(MAX_BYTES, re.compile(r"[^-+|xoXO \n]"), f"which is no UTF-8 text, {ALLOWED}", ALLOWED, columns=True)


class _Slip(Exception):
    """What is wrong in a line. column: from 1."""

    def __init__(self, column: int, found: str, allowed: str) -> None:
        self.column, self.found, self.allowed = column, found, allowed


def read(text: bytes, what: str = "board") -> tuple[MarkedBoard, ...]:
    """Return the boards of a text, one or more, with their marks.

    what: how messages name the text. Raises InputError, which names line and column (from 1), for
    what is not in the text form.
    """
    lines = _Lines(FORM.decode(text, what), what)
    found: list[MarkedBoard] = []
    lines.skip_blank()
    while not lines.at_end:
        if len(found) == MAX_BOARDS:
            lines.next()
            lines.refuse(1, f"more than {MAX_BOARDS} boards", f"up to {MAX_BOARDS}")
        found.append(_board(lines))
        if len(found) % 1000 == 0:
            tell(f"reading boards: {len(found)}")
        lines.skip_blank()
    if not found:
        raise InputError(f"{what}: found nothing, allowed is a board, drawn with +, - and |")
    return tuple(found)


def read_one(text: bytes, what: str, purpose: str) -> MarkedBoard:
    """Return the one board of a text. purpose: what it is for, as the message of the InputError for more says it."""
    found = read(text, what)
    if len(found) > 1:
        raise InputError(f"{what}: found {len(found)} boards, allowed is one to {purpose}")
    return found[0]


def write(board: Board, marks: str = "", width: int = 2) -> str:
    """Return a board drawn in its text form, ended by a line feed.

    marks: "x", "o" or "." for each cell; none for a board without marks. width: of a cell, 2 or 3
    characters; its second has the mark. Raises ValueError for other marks or widths.
    """
    size = board.size
    if width not in WIDTHS:
        raise ValueError(f"board: found cells of {width} characters, allowed are 2 or 3")
    marks = marks or FREE * size * size
    if len(marks) != size * size or set(marks) - {"x", "o", FREE}:
        raise ValueError(f"board: found the marks {marks[:40]!r}, allowed are {size * size} of x, o and {FREE}")
    walls = board.walls()
    lines = []
    for row in range(size + 1):
        level = ("-" if ("-", row, column) in walls else " " for column in range(size))
        lines.append("+" + "".join(place * width + "+" for place in level))
        if row < size:
            drawn = ""
            for column in range(size + 1):
                drawn += "|" if ("|", row, column) in walls else " "
                if column < size:
                    drawn += f" {marks[row * size + column]}".replace(FREE, " ").ljust(width)
            lines.append(drawn)
    return "\n".join(lines) + "\n"


def write_all(positions: Iterable[MarkedBoard]) -> str:
    """Return boards in their text form, an empty line between each and the next."""
    every = tell_progress(tuple(positions), "writing boards")
    return "\n".join(write(position.board, position.marks) for position in every)


class _Lines:
    """The lines of a text, one by one: a text of empty lines alone would be a long list."""

    def __init__(self, text: str, what: str) -> None:
        self.text, self.what = text, what
        self.at = 0
        self.number = 0  # of the line read last, from 1
        self.blamed = 0  # an empty line inside the board being read, which may be what is wrong with it

    @property
    def at_end(self) -> bool:
        return self.at >= len(self.text)

    def next(self) -> str:
        """Return the next line without the spaces at its end; past the end, an empty one."""
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        line = self.text[self.at : end].rstrip(" ")
        self.at = end + 1
        self.number += 1
        if len(line) > MAX_LINE:
            self.refuse(MAX_LINE + 1, f"a line of {len(line)} characters", f"up to {MAX_LINE}")
        return line

    def skip_blank(self) -> None:
        """Pass over empty lines."""
        match = BLANK.match(self.text, self.at)
        end = match.end() if match else self.at
        if end < len(self.text):  # in the line that is not empty, spaces count
            end = self.text.rfind("\n", self.at, end) + 1 or self.at
        self.number += self.text.count("\n", self.at, end)
        self.at = end

    def refuse(self, column: int, found: str, allowed: str) -> NoReturn:
        hint = f"; or is the board cut short at line {self.blamed}, which is empty?" if self.blamed else ""
        refuse(self.what, self.number, f"found {found}, allowed here: {allowed}{hint}", column)


def _board(lines: _Lines) -> MarkedBoard:
    """Read one board, from its first line on."""
    begun, lines.blamed = lines.number + 1, 0
    first = lines.next()
    step = _step(lines, first)
    size = -(-(len(first) - 1) // step)
    walls: list[Wall] = []
    marks = []
    for k in range(2 * size + 1):
        if k:
            ended = lines.at_end
            line = lines.next()
            # a row of a board that lacks walls in its rim can be empty, a line with corners cannot
            if ended or (not line and k % 2 == 0):
                lines.refuse(
                    1,
                    "the end of the text" if ended else "an empty line",
                    f"line {k + 1} of {2 * size + 1}: the board from line {begun} on is {size} cells wide",
                )
        else:
            line = first
        row = k // 2
        try:
            if k % 2:
                if not line:
                    lines.blamed = lines.blamed or lines.number
                marked, standing = _row(line, size, step)
                marks.append(marked)
                walls += [("|", row, column) for column in standing]
            else:
                walls += [("-", row, column) for column in _level(line, size, step)]
        except _Slip as slip:
            lines.refuse(slip.column, slip.found, slip.allowed)
    if not lines.at_end and lines.next():
        lines.refuse(
            1,
            "one line more",
            f"an empty line, after the {2 * size + 1} lines of the board from line {begun} on, {size} cells wide",
        )
    return MarkedBoard(of_walls(size, walls), "".join(marks))


def _step(lines: _Lines, line: str) -> int:
    """Return how many characters it is from corner to corner."""
    if not line.startswith("+"):
        lines.refuse(1, repr(line[0]), "+, the first corner of a board")
    second = line.find("+", 1)
    if second - 1 not in WIDTHS:
        found = f"the second + in column {second + 1}" if second > 0 else f"one + in {len(line)} characters"
        lines.refuse(max(second, 1) + 1, found, "the second corner in column 4 or 5")
    if (len(line) - 1) // second > MAX_SIZE:
        lines.refuse(1, f"{(len(line) - 1) // second} cells side by side", f"up to {MAX_SIZE}")
    return second


@lru_cache(maxsize=4096)
def _level(line: str, size: int, step: int) -> tuple[int, ...]:
    """Return the columns of the walls in a line of corners."""
    full = size * step + 1
    for at, found in enumerate(line[:full]):
        if at % step == 0 and found != "+":
            raise _Slip(at + 1, repr(found), "+, a corner")
        if at % step and found not in "- ":
            raise _Slip(at + 1, repr(found), "- or a space")
        if at % step > 1 and found != line[at - 1]:
            raise _Slip(at + 1, f"half a wall, {line[at - at % step + 1 : at + 1]!r}", f"{step - 1} times - or a space")
    if len(line) != full:
        raise _Slip(
            min(len(line), full) + 1, f"{len(line)} characters", f"{full}, since the board is {size} cells wide"
        )
    return tuple(column for column in range(size) if line[column * step + 1] == "-")


@lru_cache(maxsize=4096)
def _row(line: str, size: int, step: int) -> tuple[str, tuple[int, ...]]:
    """Return the marks of a row of cells, and the columns of the walls that stand left of them."""
    full = size * step + 1
    if len(line) > full:
        raise _Slip(full + 1, f"{len(line)} characters", f"{full}, since the board is {size} cells wide")
    marks = [FREE] * size
    for at, found in enumerate(line):
        if at % step == 0 and found not in "| ":
            raise _Slip(at + 1, repr(found), "| or a space")
        if at % step and found != " ":
            if found not in MARKS:
                raise _Slip(at + 1, repr(found), "x, o or a space")
            if marks[at // step] != FREE:
                raise _Slip(at + 1, f"{found!r}, a second mark in one cell", "one mark in a cell")
            marks[at // step] = MARKS[found]
    return "".join(marks), tuple(at // step for at in range(0, len(line), step) if line[at] == "|")

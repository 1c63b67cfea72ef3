"""The text form of boards, as the game's inventor drew them, and short names for them:

    +--+--+--+
    | x|     |
    +  +--+  +
    |  | o|  |
    +  +  +--+
    |  |     |
    +--+--+--+

A cell is two or three characters wide, the same all over a board, and has at most one mark. Between boards stand empty
lines. Whether the walls make a board of the game is the business of `board`: any walls can be read, those that part
nothing and those missing in the rim, too. Time and memory grow with the text's length.

A short name is to be typed from a printed sheet: size, payload and check character.

    5-0MJ-1                                   the board in the rules of the game, by its number among 4006
    9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S    a board of nine rows, by its walls

The alphabet is Crockford's base 32, without I, L, O and U: they are read as 1, 1 and 0, and U not at all. Up to N = 7
the payload is the board's number in the exact enumeration, beyond its inner walls as bits in the order of
`inner_walls`, 1 for a wall, with zero bits at the end up to a whole character.

The check is a sum over GF(32) = GF(2)[α] / (α⁵ + α² + 1), where α is primitive, its 31 powers all
different. Symbols are the size, the payload and the check character; from the right, they weigh
α⁰, α¹, α², …, and the sum is zero. A wrong character changes it, since no weight is zero; so do
two neighbours that change places, since their weights differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from quasiprint.errors import InputError
from quasiprint.games.majomino import COUNTED, MOST, SIZES
from quasiprint.games.majomino.board import (
    FREE,
    Board,
    MarkedBoard,
    Wall,
    board_findings,
    inner_walls,
    is_dissection,
    of_regions,
    of_walls,
    rim,
)
from quasiprint.model.game_text import decode, refuse
from quasiprint.model.texts import text_of
from quasiprint.system.progress import tell, tell_progress

if TYPE_CHECKING:
    from quasiprint.games.majomino.dissection import CountTable

MAX_SIZE = 64
MAX_BOARDS = MOST
MAX_BYTES = 300_000_000  # so many boards of 21 × 21
WIDTHS = (2, 3)
MARKS = {"x": "x", "o": "o", "X": "x", "O": "o"}
LINE = re.compile(r"[^\n]*\n|[^\n]+")
LETTERS = "ABCDEFGHIJKLMNOPQRSTU"  # of regions, in the order of their first cells
LETTERED = re.compile(rb"\s*[A-Za-z]{3}")  # how rows of letters begin
ALLOWED = "allowed are +, -, |, x, o and spaces"
FOREIGN = re.compile(r"[^-+|xoXO \n]")
CALLED = {"\t": "a tab", "\0": "a NUL byte"}


class _Slip(Exception):
    """What is wrong in a line. column: from 1."""

    def __init__(self, column: int, found: str, allowed: str) -> None:
        self.column, self.found, self.allowed = column, found, allowed


def read(text: bytes, what: str = "board") -> tuple[MarkedBoard, ...]:
    """Return the boards of a text, one or more, with their marks.

    what: how messages name the text. Raises InputError, which names line and column (from 1), for
    what is not in the text form. Rows of letters are a board, too, and a word alone is one of these.
    """
    if LETTERED.match(text):
        blocks = re.split(r"\n\s*\n", text_of(text, what).strip())
        rows = [block.split() for block in blocks[: MAX_BOARDS + 1]]
        return tuple(MarkedBoard(parse_rows(row, what), FREE * len(row) ** 2) for row in rows)
    plain = decode(text, what, MAX_BYTES, f"which is no UTF-8 text, {ALLOWED}", columns=True)
    if foreign := FOREIGN.search(plain):
        before, sign = plain[: foreign.start()], CALLED.get(foreign[0], repr(foreign[0]))
        refuse(what, before.count("\n") + 1, f"found {sign}, {ALLOWED}", len(before) - before.rfind("\n"))
    found: list[MarkedBoard] = []
    # one by one: a text of empty lines alone would be a long list
    lines = enumerate((line[0].rstrip("\n ") for line in LINE.finditer(plain)), 1)
    for number, line in lines:
        if line and len(found) == MAX_BOARDS:
            refuse(what, number, f"found more than {MAX_BOARDS} boards, allowed here: up to {MAX_BOARDS}", 1)
        if line:
            found.append(_board(number, line, lines, what))
            if len(found) % 1000 == 0:
                tell(f"reading boards: {len(found)}")
    if not found:
        raise InputError(f"{what}: found nothing, allowed is a board, drawn with +, - and |")
    return tuple(found)


def read_board(text: bytes, what: str, purpose: str) -> MarkedBoard:
    """Return the one board of a text. purpose: what it is for, as the message of the InputError for more says it."""
    found = read(text, what)
    if len(found) > 1:
        raise InputError(f"{what}: found {len(found)} boards, allowed is one to {purpose}")
    return found[0]


def write(board: Board, marks: str = "") -> str:
    """Return a board drawn in its text form, cells two characters wide, ended by a line feed. marks: "x", "o" or "."
    for each cell; none for a board without marks."""
    size, walls, lines = board.size, board.walls(), list[str]()
    marks = marks or FREE * size * size
    for row in range(size + 1):
        level = ("-" if ("-", row, column) in walls else " " for column in range(size))
        lines.append("+" + "".join(place * 2 + "+" for place in level))
        if row < size:
            drawn = ""
            for column in range(size + 1):
                drawn += "|" if ("|", row, column) in walls else " "
                if column < size:
                    drawn += f" {marks[row * size + column]}".replace(FREE, " ")
            lines.append(drawn)
    return "\n".join(lines) + "\n"


def write_all(positions: Iterable[MarkedBoard]) -> str:
    """Return boards in their text form, an empty line between each and the next."""
    with_progress = tell_progress(tuple(positions), "writing boards")
    return "\n".join(write(position.board, position.marks) for position in with_progress)


def _board(begun: int, first: str, lines: Iterator[tuple[int, str]], what: str) -> MarkedBoard:
    """Read one board. begun, first: the number of its first line, and the line; lines: those after it."""
    number, walls, marks = begun, list[Wall](), list[str]()
    try:
        step = _step(first)
        size = -(-(len(first) - 1) // step)
        for k in range(2 * size + 1):
            line: str | None = first
            if k:
                number, line = next(lines, (number + 1, None))
            # a row of a board that lacks walls in its rim can be empty, a line with corners cannot
            if line is None or (not line and k % 2 == 0):
                due = f"line {k + 1} of {2 * size + 1}: the board from line {begun} on is {size} cells wide"
                raise _Slip(1, "the end of the text" if line is None else "an empty line", due)
            if k % 2:
                marked, borders = _row(line, size, step)
                marks.append(marked)
                walls += [("|", k // 2, column) for column in borders]
            else:
                walls += [("-", k // 2, column) for column in _level(line, size, step)]
        number, after = next(lines, (number, ""))
        if after:
            board = f"the {2 * size + 1} lines of the board from line {begun} on, {size} cells wide"
            raise _Slip(1, "one line more", f"an empty line, after {board}")
    except _Slip as slip:
        refuse(what, number, f"found {slip.found}, allowed here: {slip.allowed}", slip.column)
    return MarkedBoard(of_walls(size, walls), "".join(marks))


def _step(line: str) -> int:
    """Return how many characters it is from corner to corner."""
    if not line.startswith("+"):
        raise _Slip(1, repr(line[0]), "+, the first corner of a board")
    second = line.find("+", 1)
    if second - 1 not in WIDTHS:
        found = f"the second + in column {second + 1}" if second > 0 else f"one + in {len(line)} characters"
        raise _Slip(max(second, 1) + 1, found, "the second corner in column 4 or 5")
    if (len(line) - 1) // second > MAX_SIZE:
        raise _Slip(1, f"{(len(line) - 1) // second} cells side by side", f"up to {MAX_SIZE}")
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


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VALUE = {
    **{character: value for value, character in enumerate(ALPHABET)},
    **{character.lower(): value for value, character in enumerate(ALPHABET)},
    **{"I": 1, "i": 1, "L": 1, "l": 1, "O": 0, "o": 0},
}
BITS = 5  # of a character
GROUP = 5  # characters between hyphens
POLYNOMIAL = 0b100101  # α⁵ + α² + 1
LOOKS = re.compile(r"\s*[0-9]+-[0-9A-Za-z\s-]*")


def is_name(text: str) -> bool:
    """Tell whether a word looks like a board's name, and not like a file's, be the name right or wrong."""
    return LOOKS.fullmatch(text) is not None


def name(board: Board) -> str:
    """Return a board's name. Raises ValueError for a board that is no dissection, or of a size without names."""
    return names((board,))[0]


def names(boards: Sequence[Board]) -> tuple[str, ...]:
    """Return the names of boards, one or more, all of one size. Raises ValueError as `name` does."""
    size = boards[0].size
    for board in tell_progress(boards, "naming boards"):
        if size not in SIZES:
            raise ValueError(f"board: found {size} × {size} cells, names are for odd sizes from 3 to {SIZES[-1]}")
        if not is_dissection(board):
            raise ValueError(f"board: found one that is not divided into {size} regions of {size} cells")
    length, places = _length(size), inner_walls(size)
    # a board's number, or its inner walls, five to a character
    found = (
        _counts_of(size).ranks([board.regions for board in boards]).tolist()
        if size in COUNTED
        else [sum(1 << BITS * length - 1 - k for k, wall in enumerate(places) if board.parts(wall)) for board in boards]
    )
    return tuple(_format(size, number, length) for number in found)


@lru_cache(maxsize=4096)
def parse_name(name: str) -> Board:
    """Return the board that has a name. Raises InputError, which says what is wrong with it."""
    side, hyphen, rest = name.partition("-")
    if not hyphen or not (side := side.strip()):
        _refuse(name, "allowed is a size, a hyphen and what follows, such as 5-0MJ-1")
    if side not in map(str, SIZES):
        _refuse(name, f"found the size {side[:40]!r}, allowed is an odd number from 3 to {SIZES[-1]}")
    size = int(side)
    typed = [character for character in rest if character != "-" and not character.isspace()]
    for character in typed:
        if character not in VALUE:
            _refuse(name, f"found {character!r}, allowed are digits and letters but U")
    needed = _length(size) + 1
    if len(typed) != needed:
        found = f"found {len(typed)} characters after the size"
        _refuse(name, f"{found}, allowed are {needed} for size {size}, the last of them a check character")
    symbols = [VALUE[character] for character in typed]
    if _sum((size, *symbols)):
        _refuse(name, f"found the check character {typed[-1]!r}, which does not fit the rest; look for a slip "
                      "such as a wrong character, or two that changed places")  # fmt: skip
    payload = symbols[:-1]
    if size in COUNTED:
        number = 0
        for value in payload:
            number = number << BITS | value
        last = _counts_of(size).total - 1
        if number > last:
            _refuse(name, f"found the number {number}, allowed is from 0 to {last}: that is how many boards there are")
        return Board(size, tuple(_counts_of(size).unrank_each([number])[0].tolist()))
    places = inner_walls(size)
    bits = [value >> k & 1 for value in payload for k in reversed(range(BITS))]
    if any(bits[len(places) :]):
        _refuse(name, f"found walls beyond the {len(places)} places for them, allowed are zeros")
    board = of_walls(size, {*rim(size), *(wall for wall, bit in zip(places, bits, strict=False) if bit)})
    if not is_dissection(board):
        _refuse(name, f"found walls that do not divide the board into {size} regions of {size} cells")
    return board


def parse_typed(text: str, where: str) -> Board:
    """Return the board of a name or of rows of letters that were typed where a file's name may stand, too. Raises
    InputError for what is none."""
    if is_name(text):
        return parse_name(text)
    rows = text.split()
    if len(rows) > 1:
        return parse_rows(rows, where)
    raise InputError(
        f"{where}: found {text!r}, allowed is the name of a board, such as 5-0MJ-1, rows of letters, such as 'AAB ABB "
        "CCC', or the name of a file: there is none of this name"
    )


def parse_rows(rows: Sequence[str], where: str) -> Board:
    """Return the board of rows of letters, each of which says a cell's region. where: how messages name them. Raises
    InputError for what is no board."""
    size, labels = len(rows), "".join(rows).upper()
    if any(len(row) != size for row in rows) or not 3 <= size <= len(LETTERS) or set(labels) - set(LETTERS):
        found = f"found the board {' '.join(rows)[:60]!r}"
        raise InputError(f"{where}: {found}, allowed is a letter for each cell of each row, or a name")
    board = of_regions(size, list(map(LETTERS.index, labels)))
    if board_findings(board, "board"):
        raise InputError(f"{where}: found a board that is not {size} connected regions of {size} cells")
    return board


def all_boards(size: int) -> list[Board]:
    """Return every dissection of a board, in the order of their numbers, for N = 3 and 5."""
    return [Board(size, tuple(regions)) for regions in _counts_of(size).all_boards().tolist()]


def _counts_of(size: int) -> CountTable:
    from quasiprint.games.majomino.dissection import count_table

    return count_table(size)


def _length(size: int) -> int:
    """Return how many characters the payload has."""
    bits = (_counts_of(size).total - 1).bit_length() if size in COUNTED else len(inner_walls(size))
    return -(-bits // BITS)


def _format(size: int, number: int, length: int) -> str:
    """Return the name whose payload of so many characters is a number."""
    payload = [number >> BITS * k & (1 << BITS) - 1 for k in reversed(range(length))]
    text = "".join(ALPHABET[value] for value in payload)
    if size not in COUNTED:
        text = "-".join(text[k : k + GROUP] for k in range(0, len(text), GROUP))
    return f"{size}-{text}-{ALPHABET[_sum((size, *payload, 0))]}"


def _sum(symbols: Iterable[int]) -> int:
    """Return the weighted sum. The last symbol weighs 1, so this is also the check character if it is 0."""
    found = 0
    for symbol in symbols:
        found = found << 1 ^ POLYNOMIAL * (found >> BITS - 1) ^ symbol  # times α, and the next
    return found


def _refuse(name: str, message: str) -> NoReturn:
    shown = name if len(name) <= 40 else f"{name[:40]}…"
    raise InputError(f"board name {shown!r}: {message}")

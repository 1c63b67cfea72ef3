"""A short name for a board, to be typed from a printed sheet: size, payload and check character.

    5-0MJ-1                                   the board in the rules of the game, by its number among 4006
    9-03ZR0-ZY07Z-G1ZW0-FZ03Z-R0ZY0-7ZG0-S    a board of nine rows, by its walls

The alphabet is Crockford's base 32, without I, L, O and U: they are read as 1, 1 and 0, and U not
at all. Up to N = 7 the payload is the board's number in the exact enumeration, beyond its inner
walls as bits in the order of `inner_walls`, 1 for a wall, with zero bits at the end up to a whole
character.

The check is a sum over GF(32) = GF(2)[α] / (α⁵ + α² + 1), where α is primitive, its 31 powers all
different. Symbols are the size, the payload and the check character; from the right, they weigh
α⁰, α¹, α², …, and the sum is zero. A wrong character changes it, since no weight is zero; so do
two neighbours that change places, since their weights differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from quasiprint.games.majomino import SIZES
from quasiprint.games.majomino.board import Board, inner_walls, is_dissection, of_walls, rim
from quasiprint.model.errors import InputError
from quasiprint.system.progress import tell_progress

if TYPE_CHECKING:
    from quasiprint.games.majomino.dissection.programme import Programme

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VALUE = {
    **{character: value for value, character in enumerate(ALPHABET)},
    **{character.lower(): value for value, character in enumerate(ALPHABET)},
    **{"I": 1, "i": 1, "L": 1, "l": 1, "O": 0, "o": 0},
}
COUNTED = (3, 5, 7)  # sizes whose boards are numbered
BITS = 5  # of a character
GROUP = 5  # characters between hyphens
POLYNOMIAL = 0b100101  # α⁵ + α² + 1
LONGEST = 400  # characters, hyphens and spaces included; the name of a board of 21 × 21 has 206
LOOKS = re.compile(r"\s*[0-9]+-[0-9A-Za-z\s-]*")


def is_name(text: str) -> bool:
    """Tell whether a word looks like a board's name, and not like a file's, be the name right or wrong."""
    return LOOKS.fullmatch(text) is not None


def name(board: Board) -> str:
    """Return a board's name. Raises ValueError for a board that is no dissection, or of a size without names."""
    return names((board,))[0]


def names(boards: Sequence[Board]) -> tuple[str, ...]:
    """Return the names of boards, all of one size. Raises ValueError as `name` does."""
    if not boards:
        return ()
    size = boards[0].size
    for board in tell_progress(boards, "naming boards"):
        if board.size != size:
            raise ValueError(f"board: found sizes {size} and {board.size}, allowed is one for all boards")
        if size not in SIZES:
            raise ValueError(f"board: found {size} × {size} cells, names are for odd sizes from 3 to {SIZES[-1]}")
        if not is_dissection(board):
            raise ValueError(f"board: found one that is not divided into {size} regions of {size} cells")
    payloads = map(_digits, numbers(boards), [_length(size)] * len(boards)) if size in COUNTED else map(_bits, boards)
    return tuple(_format(size, payload) for payload in payloads)


@lru_cache(maxsize=4096)
def parse_name(name: str) -> Board:
    """Return the board that has a name. Raises InputError, which says what is wrong with it."""
    from quasiprint.games.majomino.dissection.boards import labels_of

    size, payload = _read(name)
    if size in COUNTED:
        number = 0
        for value in payload:
            number = number << BITS | value
        total = _programme(size).total
        if number >= total:
            _refuse(
                name, f"found the number {number}, allowed is from 0 to {total - 1}: that is how many boards there are"
            )
        return Board(size, tuple(labels_of(_programme(size).unrank_each([number]))[0].tolist()))
    places = inner_walls(size)
    bits = [value >> k & 1 for value in payload for k in reversed(range(BITS))]
    if any(bits[len(places) :]):
        _refuse(name, f"found walls beyond the {len(places)} places for them, allowed are zeros")
    board = of_walls(size, {*rim(size), *(wall for wall, bit in zip(places, bits, strict=False) if bit)})
    if not is_dissection(board):
        _refuse(name, f"found walls that do not divide the board into {size} regions of {size} cells")
    return board


def parse_typed(text: str, where: str) -> Board:
    """Return the board of a name that was typed where a file's may stand, too. Raises InputError for what is none."""
    if not is_name(text):
        raise InputError(
            f"{where}: found {text!r}, allowed is the name of a board, such as 5-0MJ-1, or of a file: there is none of "
            "this name"
        )
    return parse_name(text)


def numbers(boards: Sequence[Board]) -> list[int]:
    """Return the numbers of dissections of one size, 3, 5 or 7, in the exact enumeration."""
    from quasiprint.games.majomino.dissection.boards import dissections

    regions = dissections([board.regions for board in boards], boards[0].size)
    return [int(number) for number in _programme(boards[0].size, len(boards)).ranks(regions)]


def _programme(size: int, boards: int = 1) -> Programme:
    from quasiprint.games.majomino.dissection.programme import programme

    return programme(size, boards)


def _length(size: int) -> int:
    """Return how many characters the payload has."""
    bits = (_programme(size).total - 1).bit_length() if size in COUNTED else len(inner_walls(size))
    return -(-bits // BITS)


def _digits(number: int, length: int) -> list[int]:
    return [number >> BITS * k & (1 << BITS) - 1 for k in reversed(range(length))]


def _bits(board: Board) -> list[int]:
    """Return the inner walls of a board, five to a character."""
    places = inner_walls(board.size)
    length = _length(board.size)
    found = sum(1 << BITS * length - 1 - k for k, wall in enumerate(places) if board.parts(wall))
    return _digits(found, length)


def _format(size: int, payload: Sequence[int]) -> str:
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


def _read(name: str) -> tuple[int, list[int]]:
    """Return size and payload of a name whose form and check character are right."""
    if len(name) > LONGEST:
        _refuse(name, f"found {len(name)} characters, allowed are up to {LONGEST}")
    number, hyphen, rest = name.partition("-")
    number = number.strip()
    if not hyphen or not number:
        _refuse(name, "allowed is a size, a hyphen and what follows, such as 5-0MJ-1")
    if number not in map(str, SIZES):
        _refuse(name, f"found the size {number[:40]!r}, allowed is an odd number from 3 to {SIZES[-1]}")
    size = int(number)
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
    return size, symbols[:-1]


def _refuse(name: str, message: str) -> NoReturn:
    shown = name if len(name) <= 40 else f"{name[:40]}…"
    raise InputError(f"board name {shown!r}: {message}")

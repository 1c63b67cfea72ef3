"""Positions for the rulebook: found by searches, kept as data, judged by the rules whenever a book is made.

A tile that lies is written "x,y,k:abc": its cell (of squares "x,y:abcd") and the numbers at the cell's corners,
clockwise from the first, one digit each. The positions use the numbers 0 to 3; a `shift` is added to every number,
which leaves the tiles of the set tiles of the set, so that a larger set shows its larger numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quasiprint.exact.orbit import Labels, canonical
from quasiprint.games.triomino.points import DRAWS, last_tile, opening, others, passing, placing, total
from quasiprint.games.triomino.rules import PlacedTile, TilePlacement, judge, moves, place, tile_id
from quasiprint.games.triomino.scoring import COMMON
from quasiprint.tiling.regular import TURNS

SHOWN = 3  # the highest number in the positions
HANDS = (12, 21)  # what two players hold at the end of a round, in examples

# what lies, and the tile that is put down
JOIN = ("0,0,0:130", "0,0,1:312")
WRONG_JOIN = ("0,0,0:130", "0,0,1:123")
HEXAGON = ("-1,1,0:010 0,1,0:111 -1,1,1:101 0,0,1:211 -1,0,1:201", "0,0,0:122")
TWO = (
    "-1,1,0:222 0,1,0:332 -1,1,1:223 0,0,1:123 -1,0,1:122 1,-1,0:101 1,0,0:301 1,-1,1:010 0,-1,1:111",
    "0,0,0:211",
)
THREE = (
    "-1,1,0:010 0,1,0:111 -1,1,1:101 0,0,1:211 -1,0,1:301 1,-1,0:223 1,0,0:122 1,-1,1:222 0,-1,1:332 0,-1,0:333 "
    "-1,0,0:030 -1,-1,1:303",
    "0,0,0:123",
)
_ROUND_A_GAP = "0,-1,1:121 1,-1,0:101 1,-1,1:013 1,0,0:331 1,0,1:332 1,1,0:223 0,1,1:302 0,1,0:030"
BRIDGE = (_ROUND_A_GAP, "0,0,0:012")
WRONG_POINT = (_ROUND_A_GAP, "0,0,0:312")
# nothing fits here: what lies, and the numbers that a tile would need
IMPOSSIBLE = ("0,-1,1:012 1,-1,0:200 1,-1,1:022 1,0,0:122 1,0,1:211 1,1,0:011 0,1,1:100 0,1,0:013", "0,0,0:321")
# a turn: what lies; a hand and the tile of it that is placed; a hand of which nothing fits, what is drawn in vain, and
# the tile that is drawn and placed, or none
TURN = "0,0,0:001 0,0,1:003 0,1,0:130 -1,1,1:011 -1,2,0:111 -2,2,1:121"
LAY = ("023 123 133 222", "", "0,1,1:313")
DRAW = ("000 022 223 333", "002", "-1,0,1:120")
PASS = ("000 022 223 333", "002 023 233", "")

# puzzles: a table and a hand, of which one tile scores most; a hexagon to be made of its tiles; gaps in hexagons, of
# which one can be filled, one asks for a tile that is not in the set, and one for a tile that lies beside it
BEST = (
    "0,0,0:001 -1,0,1:110 -1,1,0:201 0,0,1:003 -2,1,1:112 0,1,0:330 -1,0,0:111 -2,1,0:113 -2,2,0:221 -2,2,1:222",
    "023 133 223 333",
)
SIX = ("-1,0,1:002 -1,1,0:120 -1,1,1:212 0,1,0:222 0,0,1:322", "0,0,0:230")
GAPS = (
    ("-1,0,1:302 -1,1,0:220 -1,1,1:223 0,1,0:332 0,0,1:123", "0,0,0:213"),
    ("-1,0,1:011 -1,1,0:111 -1,1,1:112 0,1,0:221 0,0,1:312", "0,0,0:130"),
    ("-1,0,1:121 -1,1,0:312 -1,1,1:131 0,1,0:111 0,0,1:011", "0,0,0:101"),
)

# what the cover shows: a hexagon with six arms, of the common set or a larger one; a star, and squares, of any other
GALAXY = (
    "0,0,0:404 -1,0,1:444 -1,0,0:441 -1,-1,1:114 0,-1,0:401 0,-1,1:040 0,0,1:045 0,1,0:554 0,1,1:550 1,1,0:035 "
    "1,1,1:300 2,1,0:033 2,0,1:333 3,0,0:313 -1,1,0:244 -2,1,1:402 -2,2,0:220 -2,2,1:222 -2,3,0:422 -2,3,1:245 "
    "-1,3,0:512 -1,3,1:150 -2,0,1:124 -2,0,0:212 -3,0,1:252 -3,1,0:525 -4,1,1:555 -4,2,0:155 -4,2,1:514 -4,3,0:341 "
    "-1,-1,0:111 -1,-2,1:211 -1,-2,0:123 -2,-2,1:311 -2,-2,0:135 -3,-2,1:511 -3,-1,0:011 -4,-1,1:120 0,-2,1:010 "
    "1,-2,0:020 1,-3,1:302 1,-3,0:034 1,-4,1:443 1,-4,0:445 0,-4,1:534 0,-4,0:355 1,-1,0:050 1,-1,1:502 2,-1,0:235 "
    "2,-2,1:353 3,-2,0:343 3,-3,1:234 3,-3,0:323 3,-4,1:232"
)
STAR = (
    "-2,0,1:212 -1,-1,0:211 -1,-1,1:120 -1,0,0:202 -1,0,1:023 -1,1,0:232 0,-2,1:110 0,-1,0:001 0,-1,1:000 0,0,0:300 "
    "0,0,1:033 1,-1,0:020"
)
FIELD = (
    "0,0:1100 0,1:3311 0,2:3033 0,3:0003 0,4:2000 1,0:1330 1,1:3331 1,2:0033 1,3:0000 1,4:0100 2,0:3233 2,1:3223 "
    "2,2:0223 2,3:0120 2,4:1110 3,0:2223 3,1:2222 3,2:2122 3,3:1112 3,4:1111 4,0:2012 4,1:2202 4,2:1122 4,3:1311 "
    "4,4:1231"
)
SQUARES = "0,0:2301 1,0:3330 2,0:3123 0,1:2232 1,1:2333 2,1:3013 0,2:1222 1,2:2332 2,2:3003"
WRONG_SQUARE = ("0,0:2301 1,0:3330 0,1:2232", "1,1:2230")

# all 56 tiles of the common set with nine hexagons
NINE = (
    "0,7,1:012 1,5,1:234 1,6,1:400 1,7,0:200 1,7,1:023 2,1,0:150 2,1,1:513 2,2,0:331 2,2,1:335 2,5,0:412 2,5,1:141 "
    "2,6,0:014 2,7,0:350 2,7,1:534 3,1,1:235 3,2,0:553 3,2,1:550 3,3,0:005 3,3,1:000 3,4,0:100 3,4,1:011 3,5,0:111 "
    "3,5,1:112 4,0,0:222 4,0,1:225 4,1,0:552 4,1,1:554 4,2,0:045 4,2,1:403 4,3,0:030 4,3,1:303 4,4,0:130 4,4,1:312 "
    "4,5,0:221 4,5,1:224 4,6,1:452 4,7,0:125 5,0,0:502 5,1,0:445 5,1,1:444 5,2,0:344 5,2,1:433 5,3,0:333 5,3,1:332 "
    "5,4,0:223 5,4,1:220 5,5,0:402 5,5,1:044 5,6,0:244 6,0,1:341 6,1,0:414 6,1,1:145 7,0,0:113 7,0,1:115 7,1,0:551 "
    "7,1,1:555"
)
# all of them but 1-3-5, with ten
TEN = (
    "0,11,1:234 0,12,0:443 0,12,1:444 0,13,0:544 0,13,1:450 1,9,1:010 1,10,0:201 1,10,1:022 1,11,0:422 1,11,1:241 "
    "1,12,0:414 1,12,1:141 1,13,0:014 2,8,1:500 2,9,0:000 2,9,1:003 2,10,0:230 2,10,1:322 2,11,0:122 2,11,1:211 "
    "2,12,0:111 2,12,1:110 2,13,0:301 2,13,1:034 3,7,1:455 3,8,0:055 3,8,1:503 3,9,0:330 3,9,1:333 3,10,0:233 "
    "4,6,1:341 4,7,0:514 4,7,1:155 4,8,0:355 4,8,1:534 4,9,0:343 5,2,1:244 5,3,0:044 5,3,1:400 5,4,0:200 5,4,1:025 "
    "5,5,0:352 5,5,1:533 5,6,0:133 5,6,1:311 5,7,0:511 5,7,1:150 6,1,0:222 6,1,1:225 6,2,0:452 6,3,0:024 6,6,0:123 "
    "7,0,1:125 7,1,0:552 7,1,1:555"
)


def _numbers(digits: str, shift: int = 0) -> Labels:
    return tuple(int(digit) + shift for digit in digits)


def tiles_of(text: str, shift: int = 0) -> tuple[Labels, ...]:
    """Return the tiles of a hand, written by their digits."""
    return tuple(_numbers(digits, shift) for digits in text.split())


def lying(text: str, shift: int = 0, entry: int = 1) -> tuple[PlacedTile, ...]:
    """Return the tiles that a text tells, counted from `entry`."""
    found = []
    for k, one in enumerate(text.split(), entry):
        cell, _, digits = one.partition(":")
        numbers = _numbers(digits, shift)
        group = next(turns for turns in TURNS.values() if turns.slots == len(numbers))
        found.append(PlacedTile(k, canonical(group, numbers), tuple(map(int, cell.split(","))), numbers))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tile put down on a table. parts: what it brings without draws, nothing if it may not lie there."""

    table: tuple[PlacedTile, ...]
    tile: PlacedTile
    result: TilePlacement
    parts: tuple[tuple[str, int], ...]

    @property
    def legal(self) -> bool:
        """Whether the tile may lie there."""
        return not self.result.findings

    @property
    def points(self) -> int:
        """What it brings."""
        return total(self.parts)

    @property
    def name(self) -> str:
        """The tile's."""
        return tile_id(self.tile.marks)


def outcome(case: tuple[str, str], shift: int = 0, shape: str = "triangle") -> Outcome:
    """Return what the rules say of a case. Raises ValueError if what lies there is illegal already."""
    table = lying(case[0], shift)
    if judge(table, shape):
        raise ValueError(f"case {case[1]!r}: {judge(table, shape)[0].message}")
    (tile,) = lying(case[1], shift, len(table) + 1)
    return put_down(table, tile, shape)


def put_down(table: tuple[PlacedTile, ...], tile: PlacedTile, shape: str) -> Outcome:
    """Return what the rules say of a tile put down on a legal table."""
    result = place({one.cell: one for one in table}, tile, shape)
    scored = shape == "triangle" and not result.findings
    parts = placing(tile.marks, 0, result.completed, result.bridge, COMMON) if scored else []
    return Outcome(table, tile, result, tuple(parts))


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn as it is pictured. fitting: what of the hand and of the tiles drawn could be placed. tile: what was."""

    table: tuple[PlacedTile, ...]
    hand: tuple[Labels, ...]
    drawn: tuple[Labels, ...]
    fitting: frozenset[Labels]
    tile: PlacedTile | None
    parts: tuple[tuple[str, int], ...]

    @property
    def points(self) -> str:
        """What it scores."""
        return signed(total(self.parts))

    @property
    def sum(self) -> str:
        """Its points, reckoned: if a tile alone makes them, of its numbers."""
        if self.tile and len(self.parts) == 1:
            return f"{' + '.join(map(str, self.tile.marks))} = {self.points}"
        return reckoning(self.parts)

    @property
    def name(self) -> str:
        """The tile's that is placed."""
        return tile_id(self.tile.marks) if self.tile else "none"


def taken(case: tuple[str, str, str], shift: int) -> Taken:
    """Return what the rules say of a turn on the table `TURN`. Raises ValueError for one that they refuse."""
    table = lying(TURN, shift)
    here = {tile.cell: tile for tile in table}
    hand, drawn = (tiles_of(text, shift) for text in case[:2])
    tile = next(iter(lying(case[2], shift, len(table) + 1)), None)
    if tile and tile.marks not in hand:
        drawn = (*drawn, tile.marks)
    fitting = frozenset(marks for marks in (*hand, *drawn) if next(moves(here, marks, "triangle"), None))
    early = fitting & {*hand, *drawn[:-1]} if drawn else ()
    result = place(here, tile, "triangle") if tile else None
    if early or judge(table, "triangle") or (result and result.findings) or (not tile and len(drawn) < DRAWS):
        raise ValueError(f"turn {case}: found {[tile_id(marks) for marks in fitting]} that fit; it breaks the rules")
    if tile and result:
        parts = placing(tile.marks, len(drawn), result.completed, result.bridge, COMMON)
    else:
        parts = passing(len(drawn), False, COMMON)
    return Taken(table, hand, drawn, fitting, tile, tuple(parts))


def signed(points: int) -> str:
    """Return points with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def reckoned(parts: Iterable[tuple[str, int]]) -> str:
    """Return a sum as it is written on a score sheet: "9 − 10 + 50"."""
    said = ""
    for _, points in parts:
        said += f" {'−' if points < 0 else '+'} {abs(points)}" if said else signed(points)
    return said


def reckoning(parts: Sequence[tuple[str, int]]) -> str:
    """Return a sum and what it comes to: "14 − 15 = −1"; of one part that alone."""
    return f"{reckoned(parts)} = {signed(total(parts))}" if len(parts) > 1 else signed(total(parts))


def rows(cells: Sequence[Sequence[str]]) -> str:
    """Return the rows of a table for a text, which has the first row's bar and the last one's."""
    return " |\n| ".join(" | ".join(row) for row in cells)


def reckonings(highest: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Return turns to reckon, by name: the tile, and the parts of its points."""
    top = (highest,) * 3
    far, low, mid = (0, highest, highest), (0, 1, 3), (1, 2, 3)
    return {
        "open": (tile_id(top), opening(top)),
        "drawn": (tile_id(low), placing(low, DRAWS - 1, 0, False, COMMON)),
        "bridge": (tile_id(mid), placing(mid, 0, 0, True, COMMON)),
        "hexagon": (tile_id(far), placing(far, 1, 1, False, COMMON)),
        "two": (tile_id(mid), placing(mid, 0, 2, False, COMMON)),
        "none": ("–", passing(DRAWS, False, COMMON)),
        "empty": ("–", passing(1, True, COMMON)),
        "last": (tile_id(mid), [*placing(mid, 0, 0, False, COMMON), *last_tile(), *others(HANDS)]),
    }

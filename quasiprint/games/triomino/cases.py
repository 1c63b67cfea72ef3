"""Positions for the rulebook: found by searches, kept as data, judged by the rules whenever a book is made.

A tile that lies is written "x,y,k:abc": its cell (of squares "x,y:abcd") and the numbers at the cell's corners,
clockwise from the first, one digit each. The positions use the numbers 0 to 3; a `shift` is added to every number,
which leaves the tiles of the set tiles of the set, so that a larger set shows its larger numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quasiprint.exact.orbit import Labels, canonical
from quasiprint.games.triomino.points import DRAWS, last_tile, opening, others, passing, placing
from quasiprint.games.triomino.rules import PlacedTile, TilePlacement, judge, moves, place
from quasiprint.games.triomino.scoring import COMMON
from quasiprint.games.triomino.tiles import tile_id
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
    "6,9,1:511 6,10,0:311 6,10,1:134 6,12,0:250 6,12,1:522 6,13,0:222 7,8,1:555 7,9,0:155 7,9,1:514 7,10,0:441 "
    "7,10,1:444 7,11,0:544 7,11,1:455 7,12,0:255 7,12,1:523 7,13,1:351 7,14,0:015 8,9,1:343 8,10,0:434 8,10,1:340 "
    "8,11,0:504 8,11,1:055 8,12,0:355 8,12,1:533 8,13,0:133 9,8,1:233 9,9,0:333 9,9,1:330 9,10,0:003 9,10,1:000 "
    "9,11,0:500 10,7,1:022 10,8,0:322 10,8,1:231 10,9,0:013 10,9,1:101 10,10,0:010 11,6,1:404 11,7,0:240 11,7,1:422 "
    "11,8,0:122 11,8,1:211 11,9,0:111 11,9,1:114 11,10,0:241 11,10,1:423 12,6,0:424 12,6,1:245 12,9,0:401 12,9,1:040 "
    "13,6,0:512 13,7,1:453 13,8,0:035 13,8,1:302 13,9,0:020 13,9,1:201"
)
# all of them but 1-3-5, with ten
TEN = (
    "0,8,1:512 1,7,1:555 1,8,0:255 1,8,1:522 1,9,0:222 2,8,0:245 2,8,1:424 3,7,0:402 3,7,1:040 3,8,0:404 "
    "4,6,1:502 4,7,0:020 5,5,1:353 5,6,0:235 6,4,0:312 6,4,1:131 6,5,0:313 6,5,1:134 7,3,1:015 7,4,0:151 "
    "7,4,1:515 7,5,0:451 7,5,1:545 8,3,1:453 8,4,0:535 8,4,1:350 8,5,0:505 8,5,1:050 9,3,0:334 9,3,1:333 "
    "9,4,0:033 9,4,1:300 9,5,0:000 9,5,1:001 10,3,0:323 10,3,1:232 10,4,0:023 10,4,1:202 10,5,0:120 11,2,1:121 "
    "11,3,0:212 11,3,1:124 11,4,0:242 11,4,1:423 12,1,1:011 12,2,0:111 12,2,1:114 12,3,0:441 12,3,1:444 "
    "12,4,0:344 13,0,1:403 13,1,0:130 13,2,0:401 13,2,1:045 13,3,0:454"
)


def _numbers(digits: str, shift: int = 0) -> Labels:
    return tuple(int(digit) + shift for digit in digits)


def held(text: str, shift: int = 0) -> tuple[Labels, ...]:
    """Return the tiles of a hand, told by their digits."""
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
    """A tile put down on a table. points: what it brings without draws, 0 if it may not lie there."""

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
        return sum(points for _, points in self.parts)

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
        return signed(sum(points for _, points in self.parts))

    @property
    def sum(self) -> str:
        """Its points, reckoned: if a tile alone makes them, of its numbers."""
        if self.tile and len(self.parts) == 1:
            return f"{' + '.join(map(str, self.tile.marks))} = {self.points}"
        return f"{reckoned(self.parts)} = {self.points}" if len(self.parts) > 1 else self.points

    @property
    def name(self) -> str:
        """The tile's that is placed."""
        return tile_id(self.tile.marks) if self.tile else "none"


def taken(case: tuple[str, str, str], shift: int) -> Taken:
    """Return what the rules say of a turn on the table `TURN`. Raises ValueError for one that they refuse."""
    table = lying(TURN, shift)
    here = {tile.cell: tile for tile in table}
    hand, drawn = (held(text, shift) for text in case[:2])
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

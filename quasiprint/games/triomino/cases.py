"""Positions for the rulebook: found by searches, kept as data, judged by the rules whenever a book is made.

A tile that lies is written "x,y,k:abc": its cell (of squares "x,y:abcd") and the numbers at the cell's corners,
clockwise from the first, one digit each. The positions use the numbers 0 to 3; a `shift` is added to every number,
which leaves the tiles of the set tiles of the set, so that a larger set shows its larger numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quasiprint.exact.orbit import Labels, canonical
from quasiprint.games.triomino.points import DRAWS, last_tile, opening, others, passing, placing, total
from quasiprint.games.triomino.rules import PlacedTile, TilePlacement, judge, moves, place
from quasiprint.games.triomino.scoring import COMMON
from quasiprint.games.triomino.tiles import tile_id
from quasiprint.tiling.regular import TURNS

NO_TILE = TilePlacement((), 0, False)  # of a pass
SHOWN = 3  # the highest number in the positions
HANDS = (12, 21)  # what two players hold at the end of a round, in examples

POSITIONS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "positions.toml").read_text(encoding="utf-8"))


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
    """A turn: a tile put down on a table, if one is, and what the rules say of it. parts: of its points, nothing if the
    tile may not lie there. hand, drawn: what the player had, and drew. fitting: which of these could be placed."""

    table: tuple[PlacedTile, ...]
    put: PlacedTile | None
    result: TilePlacement
    parts: tuple[tuple[str, int], ...]
    hand: tuple[Labels, ...] = ()
    drawn: tuple[Labels, ...] = ()
    fitting: frozenset[Labels] = frozenset()

    @property
    def tile(self) -> PlacedTile:
        """The tile that is put down. Raises ValueError if none is."""
        if self.put is None:
            raise ValueError("case: found a pass, allowed is a turn with a tile")
        return self.put

    @property
    def legal(self) -> bool:
        """Whether the tile may lie there."""
        return not self.result.findings

    @property
    def points(self) -> int:
        """What it brings."""
        return total(self.parts)

    @property
    def sum(self) -> str:
        """Its points, reckoned."""
        return reckoning(self.parts)

    @property
    def name(self) -> str:
        """The tile's."""
        return tile_id(self.put.marks) if self.put else "none"


def outcome(case: Sequence[str], shift: int = 0, shape: str = "triangle") -> Outcome:
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


def taken(case: Sequence[str], shift: int) -> Outcome:
    """Return what the rules say of a turn on the table `TURN`. Raises ValueError for one that they refuse."""
    table = lying(POSITIONS["turn"], shift)
    here = {tile.cell: tile for tile in table}
    hand, drawn = (tiles_of(text, shift) for text in case[:2])
    tile = next(iter(lying(case[2], shift, len(table) + 1)), None)
    if tile and tile.marks not in hand:
        drawn = (*drawn, tile.marks)
    fitting = frozenset(marks for marks in (*hand, *drawn) if next(moves(here, marks, "triangle"), None))
    early = fitting & {*hand, *drawn[:-1]} if drawn else ()
    result = place(here, tile, "triangle") if tile else NO_TILE
    if early or judge(table, "triangle") or result.findings or (not tile and len(drawn) < DRAWS):
        raise ValueError(f"turn {case}: found {[tile_id(marks) for marks in fitting]} that fit; it breaks the rules")
    parts = passing(len(drawn), False, COMMON)
    if tile:
        parts = placing(tile.marks, len(drawn), result.completed, result.bridge, COMMON)
    return Outcome(table, tile, result, tuple(parts), hand, drawn, fitting)


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

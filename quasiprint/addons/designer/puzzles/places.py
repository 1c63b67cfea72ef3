"""Where a tile of a puzzle lies, as people read and write it: TILE@CELL,TURN.

TILE is a tile's name, as in a layout: its labels may be read from any corner that a turn brings to the first. TURN is
the layout's `turn`. CELL is a number: a region's cells are counted from 1 as one reads, row by row from the top, each
from the left. A tile of several cells lies in the first that it covers. A region without cells has points in place of
numbers: the layout's `at`, with commas. A tile on its face has ",flipped" behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from quasiprint.addons.designer.puzzles.puzzle import (
    ANY,
    Lying,
    Puzzle,
    Tile,
    cells_of,
    fits_border,
    labels_along,
    shows_inside,
)
from quasiprint.addons.designer.sets.judge import MAX_COORDINATE, meant, meet, name
from quasiprint.addons.designer.sets.judge import Laid as Judged
from quasiprint.addons.designer.sets.placed import Placed, Rule, lay
from quasiprint.addons.designer.sets.polygons import Cell, Outline
from quasiprint.addons.designer.sets.set_file import FIXED, TWO_SIDED
from quasiprint.errors import InputError, hint
from quasiprint.exact.zeta import Eisenstein, integers
from quasiprint.model.finding import Severity

FLIPPED = "flipped"
NAMED = 12  # cells in a message, at most
_NUMBERS = re.compile(r"[+-]?[0-9]{1,6}(,[+-]?[0-9]{1,6})*", re.ASCII)
Point = Any


def in_reading_order(region: Outline) -> tuple[Cell, ...]:
    """Return the cells of a region row by row from the top, each row from the left. Cell number k is the one at k−1."""
    return tuple(sorted(region.cells, key=_reading))


def _reading(cell: Iterable[Point]) -> tuple[int, int]:
    """Return what orders cells: how low the lowest corner lies, then how far to the right the first one. In triangles a
    step up is half a step to the right."""
    found = [(p.b, 2 * p.a + p.b if isinstance(p, Eisenstein) else p.a) for p in cell]
    return -min(b for b, _ in found), min(a for _, a in found)


@dataclass(frozen=True, slots=True)
class _Said:
    """A place that was written. where: the number of a cell, or the integers of a point."""

    text: str
    tile: str
    where: tuple[int, ...]
    turn: int
    flipped: bool


class Places:
    """The places of a puzzle's tiles."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._lattice = puzzle, puzzle.lattice
        lift = self._lattice.lift
        self._cells = [frozenset(map(lift, cell)) for cell in in_reading_order(puzzle.region)]
        self._number = {cell: k for k, cell in enumerate(self._cells, 1)}

    @property
    def form(self) -> str:
        """How a place is written."""
        return f"TILE@{'CELL' if self._cells else 'POINT'},TURN"

    def where(self, placed: Placed) -> tuple[int, ...]:
        """Return where a tile lies in the region: the number of its cell, or the integers of its point."""
        if not self._cells:
            return integers(placed.at)
        return (min(self._number[cell] for cell in cells_of(placed, self._lattice)),)

    def say(self, tile: Tile, placed: Placed) -> str:
        """Return how a tile that lies in the region is written."""
        where = ",".join(map(str, self.where(placed)))
        return f"{tile.name}@{where},{placed.turn}{f',{FLIPPED}' if placed.flipped else ''}"

    def read(self, text: str, option: str) -> Lying:
        """Return the tile that a text says, where it lies. option: what messages begin with. Raises InputError for what
        is none, and for a tile that can never lie there."""
        said = self._split(text, option)
        found = meant(self._puzzle.design, said.tile)
        known = [tile.name for tile in self._puzzle.tiles]
        called = name(found[0], found[0].least(found[1])) if found else ""
        if found is None or called not in known:
            raise InputError(
                f"{option}: found {said.tile!r} in {text!r}{hint(said.tile, known)}, allowed is a tile of the puzzle, "
                f"such as {known[0]}"
            )
        shape, parts = found[0], self._lattice.parts
        if not 0 <= said.turn < parts:
            raise InputError(f"{option}: found turn {said.turn} in {text!r}, allowed is from 0 to {parts - 1}")
        if said.turn and shape.symmetry == FIXED:
            raise InputError(f"{option}: found turn {said.turn} in {text!r}, allowed is 0: {shape.name} is not turned")
        if said.flipped and shape.symmetry != TWO_SIDED:
            raise InputError(f"{option}: found {FLIPPED} in {text!r}, allowed is a tile face up: {shape.name} is never "
                             "turned over")  # fmt: skip
        turns = range(1 if shape.symmetry == FIXED else parts)
        turned = {turn: lay(*found, self._lattice, None, turn, said.flipped) for turn in turns}
        placed = self._in_cell(said, option, turned) if self._cells else self._at_point(said, option, turned[said.turn])
        if not fits_border(self._puzzle, placed, self._puzzle.rim):
            shown = ", ".join(map(self._puzzle.design.call, sorted(set(labels_along(placed, self._puzzle.rim)))))
            border = self._puzzle.border
            wanted = "one label alone" if border == ANY else f"label {self._puzzle.design.call(border)} alone"
            raise InputError(f"{option}: found label {shown} of {text!r} along the border, allowed there is {wanted}")
        if self._puzzle.border_takes_all and shows_inside(self._puzzle, placed, self._puzzle.rim):
            label = self._puzzle.design.call(self._puzzle.border)
            raise InputError(
                f"{option}: found label {label} of {text!r} inside the region, allowed is the border alone, which "
                f"takes all {len(self._puzzle.region.sides)} that there are"
            )
        return Lying(option, text, known.index(called), placed)

    def _split(self, text: str, option: str) -> _Said:
        tile, at, rest = text.strip().rpartition("@")
        flipped = rest.endswith(f",{FLIPPED}")
        rest = rest.removesuffix(f",{FLIPPED}").replace(" ", "")
        size = 1 if self._cells else self._lattice.size
        if not at or not tile or not _NUMBERS.fullmatch(rest) or rest.count(",") != size:
            example = f"{self._puzzle.tiles[0].name}@{'1,0' if self._cells else '0,' * size + '0'}"
            other = ", or a number" if option == "--hint" else ""
            raise InputError(f"{option}: found {text!r}, allowed is {self.form}, such as {example}{other}")
        *where, turn = map(int, rest.split(","))
        return _Said(text, tile, tuple(where), turn, flipped)

    def _in_cell(self, said: _Said, option: str, turned: dict[int, Placed]) -> Placed:
        """Return the tile with its first cell in the cell that is said. turned: the tile in each of its turns."""
        (number,) = said.where
        if not 1 <= number <= len(self._cells):
            raise InputError(
                f"{option}: found cell {number} in {said.text!r}, allowed is from 1 to {len(self._cells)}, counted row "
                "by row from the top, each from the left"
            )
        placed = self._move(turned[said.turn], number)
        if placed is not None:
            return placed
        turns = [str(turn) for turn, tile in turned.items() if self._move(tile, number)]
        cells = [str(k) for k in range(1, len(self._cells) + 1) if self._move(turned[said.turn], k)]
        shown = ", ".join(cells[:NAMED]) + (" …" if len(cells) > NAMED else "")
        allowed = [f"turn {', '.join(turns)} there"] * bool(turns) + [f"cell {shown} with this turn"] * bool(cells)
        raise InputError(
            f"{option}: found {said.text!r}, but with turn {said.turn} the tile does not fit into the region's cell "
            f"{number}, allowed is {' or '.join(allowed) or 'a larger region'}"
        )

    def _move(self, tile: Placed, number: int) -> Placed | None:
        """Return the tile with its first cell in a cell of the region, None if it does not fit in there."""
        cell, first = self._cells[number - 1], min(cells_of(tile, self._lattice), key=_reading)
        moved = tile.translate(min(cell, key=integers) - min(first, key=integers))
        own = cells_of(moved, self._lattice)
        return moved if cell in own and all(one in self._number for one in own) else None

    def _at_point(self, said: _Said, option: str, tile: Placed) -> Placed:
        if max(map(abs, said.where)) > MAX_COORDINATE:
            raise InputError(f"{option}: found {said.text!r}, allowed are numbers up to {MAX_COORDINATE:,}")
        return tile.translate(self._lattice.point(said.where) - tile.at)

    def refuse(self, lying: Sequence[Lying], option: str) -> None:
        """Raise InputError for tiles that cannot lie in one layout: twice the same, two in one place, or such that meet
        as the rule forbids."""
        tiles = [self._puzzle.tiles[one.kind] for one in lying]
        for tile, times in Counter(tile.name for tile in tiles).items():
            copies = next(each.copies for each in tiles if each.name == tile)
            if times > copies:
                often = "once" if copies == 1 else f"{copies} times"
                raise InputError(f"{option}: found {tile} {times} times, allowed is {often}")
        for one, two in combinations(lying, 2) if self._cells else ():
            both = set(cells_of(one.placed, self._lattice)) & set(cells_of(two.placed, self._lattice))
            if both:
                number = min(self._number[cell] for cell in both)
                raise InputError(
                    f"{option}: found {one.said!r} and {two.said!r} in cell {number}, allowed is one of them"
                )
        self._refuse_border(lying, option)
        laid = [
            Judged(k, one.placed, one.placed.shape.least(one.placed.labels), one.said) for k, one in enumerate(lying, 1)
        ]
        design = self._puzzle.design
        for finding in meet(design, Rule.of(design), laid)[2]:
            if finding.severity is Severity.ERROR:
                raise InputError(f"{option}: {finding.subject}: {finding.message}")

    def _refuse_border(self, lying: Sequence[Lying], option: str) -> None:
        if self._puzzle.border != ANY:
            return
        shown = [(label, one) for one in lying for label in set(labels_along(one.placed, self._puzzle.rim))]
        for (a, one), (b, two) in combinations(shown, 2):
            if a != b:
                call = self._puzzle.design.call
                raise InputError(
                    f"{option}: found label {call(a)} of {one.said!r} and {call(b)} of {two.said!r} along the border, "
                    "allowed there is one label alone"
                )

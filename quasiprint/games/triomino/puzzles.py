"""Triomino's puzzles for the rulebook, and their solutions: found by the rules whenever a book is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from quasiprint.drawing.face_shapes import Drawn, box_of
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import cases
from quasiprint.games.triomino.cases import Outcome
from quasiprint.games.triomino.figures import SIGN, dashes
from quasiprint.games.triomino.points import placing
from quasiprint.games.triomino.rules import PlacedTile, judge, moves, place
from quasiprint.games.triomino.scenes import SHAPE, SMALL, SceneFigures
from quasiprint.games.triomino.scoring import COMMON
from quasiprint.games.triomino.tiles import tile_id
from quasiprint.model.page import Text
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.lattice import LatticePoint, around, corners

NAMES = "ABC"  # of gaps
NEAR = 13.0  # mm: a tile's edge on the table of a puzzle
SOLVED = 16.0  # in a hexagon that is a solution
CLOSE = 10.0  # where three hexagons lie side by side


@dataclass(frozen=True, slots=True)
class Gap:
    """A place between five tiles. wants: the numbers that a tile needs, clockwise from the smallest; fit: the tiles of
    the set that are not there yet and fit; lies: whether the tile that would fit is one of the five.
    """

    table: tuple[PlacedTile, ...]
    place: PlacedTile
    fit: tuple[Labels, ...]
    lies: bool

    @property
    def wants(self) -> str:
        """The numbers, as a tile is named."""
        return tile_id(self.place.marks)


def best(shift: int) -> tuple[Outcome, Outcome]:
    """Return the move of the puzzle's hand that scores most, and the best of another tile.

    Raises ValueError if there are two that score most.
    """
    table = cases.lying(cases.BEST[0], shift)
    here = {tile.cell: tile for tile in table}
    found = []
    for marks in cases.held(cases.BEST[1], shift):
        for move in moves(here, marks, SHAPE):
            result = place(here, move, SHAPE)
            parts = tuple(placing(marks, 0, result.completed, result.bridge, COMMON))
            found.append(Outcome(table, move, result, parts))
    found.sort(key=lambda one: -one.points)
    if len(found) < 2 or found[0].points == found[1].points:
        raise ValueError(f"puzzle: found {[(one.name, one.points) for one in found[:2]]}, allowed is one best move")
    return found[0], next(one for one in found if one.name != found[0].name)


def ways(tiles: Sequence[Labels]) -> int:
    """Return in how many ways six tiles can be laid as a hexagon, turned ones not counted anew."""
    centre = corners(SHAPE, (0, 0, 0))[0]
    cells = around(SHAPE, centre)
    count = 0
    for order in permutations(tiles[1:]):  # the first stays where it is
        count += _ways(centre, cells, (tiles[0], *order), {})
    return count


def _ways(
    centre: LatticePoint, cells: Sequence[tuple[int, ...]], tiles: Sequence[Labels], shown: dict[LatticePoint, int]
) -> int:
    if not tiles:
        return 1
    found = 0
    marks = tiles[0]
    for numbers in {marks[k:] + marks[:k] for k in range(3)}:
        here = dict(zip(corners(SHAPE, cells[0]), numbers, strict=True))
        if all(shown.get(point, number) == number for point, number in here.items()):
            found += _ways(centre, cells[1:], tiles[1:], {**shown, **here})
    return found


def gaps(shift: int, tiles: Sequence[Labels]) -> tuple[Gap, ...]:
    """Return the gaps of the puzzle. tiles: of the set."""
    found = []
    for lying, there in cases.GAPS:
        table = cases.lying(lying, shift)
        (gap,) = cases.lying(there, shift)
        here = {tile.cell: tile for tile in table}
        fit = [marks for marks in tiles if any(move.cell == gap.cell for move in moves(here, marks, SHAPE))]
        out = {tile.marks for tile in table}
        found.append(Gap(table, gap, tuple(marks for marks in fit if marks not in out), bool(out & set(fit))))
    return tuple(found)


class PuzzleFigures(SceneFigures):
    """Puzzles with the tiles of a set, and their solutions."""

    def best_puzzle(self) -> Figure:
        """A table, and a hand below it."""
        first, _ = best(self.shift)
        hand = cases.held(cases.BEST[1], self.shift)
        shapes = self._lying(first.table, NEAR)
        facts = {"tiles": len(first.table), "hand": ",".join(map(tile_id, hand))}
        return self._stacked([(shapes, []), (self.row(hand, 0.0, 0.0, SMALL), [])], facts)

    def best_solution(self) -> Figure:
        """The tile of the hand that scores most, where it does, and its sum."""
        first, second = best(self.shift)
        facts = {"tile": first.name, "points": first.points, "second": second.name, "next": second.points}
        return self._framed([self._summed(first, NEAR)], facts)

    def six_puzzle(self) -> Figure:
        """Six tiles, of which a hexagon can be made."""
        tiles = sorted(tile.marks for tile in self._six())
        facts = {"tiles": len(tiles), "ways": ways(tiles)}
        three = len(tiles) // 2
        edge = 1.3 * SMALL
        rows: list[Drawn] = [(self.row(some, 0.0, 0.0, edge), []) for some in (tiles[:three], tiles[three:])]
        return self._stacked(rows, facts)

    def six_solution(self) -> Figure:
        """The hexagon that they make."""
        done = cases.outcome(cases.SIX, self.shift)
        facts = {"hexagons": done.result.completed, "around": self.around(done)}
        return self._framed([(self._lying(self._six(), SOLVED), [])], facts)

    def _six(self) -> tuple[PlacedTile, ...]:
        return cases.lying(" ".join(cases.SIX), self.shift)

    def gaps_puzzle(self) -> Figure:
        """Hexagons with a gap each, and their letters."""
        drawn: list[Drawn] = []
        facts = {}
        for name, gap in zip(NAMES, gaps(self.shift, list(self.faces)), strict=True):
            if judge(gap.table, SHAPE):
                raise ValueError(f"gap {name}: {judge(gap.table, SHAPE)[0].message}")
            ring = self._ring(gap.place.cell, CLOSE)
            shapes = [*self._lying(gap.table, CLOSE), *dashes(ring)]
            left, low, right, _ = box_of(shapes, [])
            x = (left + right) / 2
            texts = [Text(x, low - 1.4 * SIGN, name, SIGN, "middle", bold=True)]
            drawn.append((shapes, texts))
            facts[name.lower()] = ",".join(map(tile_id, gap.fit)) or ("lies" if gap.lies else "none")
        return self._framed(drawn, facts)

    def gaps_solution(self) -> Figure:
        """The hexagon of which the gap can be filled, closed."""
        (gap,) = (gap for gap in gaps(self.shift, list(self.faces)) if gap.fit)
        here = {tile.cell: tile for tile in gap.table}
        (tile,) = (move for move in moves(here, gap.fit[0], SHAPE) if move.cell == gap.place.cell)
        facts = {"tile": tile_id(tile.marks), "hexagons": place(here, tile, SHAPE).completed}
        return self._framed([(self._lying(gap.table, SOLVED, tile), [])], facts)

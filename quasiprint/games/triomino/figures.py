"""Triomino's figures: what lies, with the set's own faces, and what the rules say of it. Lengths in mm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from quasiprint.drawing.face_shapes import RIM, Drawn, box_of, in_rows, laid
from quasiprint.drawing.outlines import circle
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import cases
from quasiprint.games.triomino.cases import Outcome
from quasiprint.games.triomino.proof import sides
from quasiprint.games.triomino.rules import PlacedTile, covered, judge, moves, place, shows, tile_id
from quasiprint.model.face import Point, Ring
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.lattice import AROUND, LatticePoint, corners

EDGE = 16.0  # mm: a tile's edge in a figure
LARGE = 20.0  # of squares, whose digits are near the corners
MIDDLE = 15.0  # where more than two lie
WHOLE = 16.0  # of a layout of the whole set
BODY = "#FFFFFF"
SIGN = 5.2  # mm: the font of a sum below tiles
MARGIN = 3.0
GAP = 9.0  # between two things in one figure
NEW = "#e9e6da"  # the body of the tile just put down, which has a heavy line around it too
HEAVY, LINE = 0.8, "#1c1c1c"
DASH = 1.6
DOT = 1.5  # a point's radius, where tiles lie all around
CROSS = 1.5  # half of what marks a corner where numbers disagree: small enough to leave the digits whole
STEP = 8.0  # of a table's cells


def yes(true: bool) -> str:
    """Return how a fact is said."""
    return "yes" if true else "no"


def middle(ring: Ring) -> Point:
    """Return the mean of a tile's corners."""
    x, y = (sum(p[k] for p in ring) / len(ring) for k in (0, 1))
    return x, y


class TileFigures:
    """Tiles of a set, as they lie."""

    def __init__(self, game_set: GameSet, shift: int) -> None:
        self.inks = [ink.rgb for ink in game_set.palette.inks]
        self.edge = game_set.measures.size.edge
        self.shape = game_set.pieces[0].shape
        self.faces = {piece.marks: piece.face for piece in game_set.pieces}
        self.highest = game_set.labelled.labels - 1
        self.shift = shift

    def _point(self, point: LatticePoint, edge: float) -> Point:
        if self.shape == "square":
            return point.a * edge, point.b * edge
        return (point.a + point.b / 2) * edge, point.b * edge * math.sqrt(3) / 2

    def _ring(self, cell: tuple[int, ...], edge: float) -> Ring:
        return tuple(self._point(point, edge) for point in corners(self.shape, cell))

    def _tile(self, tile: PlacedTile, edge: float, body: str = BODY) -> tuple[Shape, ...]:
        """Return a tile: its face is turned until the number of the cell's first corner is there."""
        ring = self._ring(tile.cell, edge)
        x, y = middle(ring)
        turn = next(k for k in range(len(ring)) if tile.marks[k:] + tile.marks[:k] == tile.numbers)
        down = self.shape == "triangle" and tile.cell[2] == 1
        angle = 360.0 / len(ring) * turn + (180.0 if down else 0.0)
        return laid(self.faces[tile.marks], self.inks, x, y, angle, edge / self.edge, body)

    def _lying(self, tiles: Iterable[PlacedTile], edge: float, new: PlacedTile | None = None) -> list[Shape]:
        shapes = [shape for tile in tiles for shape in self._tile(tile, edge)]
        if new:
            shapes += [*self._tile(new, edge, NEW), Shape((self._ring(new.cell, edge),), None, LINE, HEAVY)]
        return shapes

    def _framed(self, drawn: Sequence[Drawn], facts: Mapping[str, object]) -> Figure:
        """Return drawings side by side, each on the middle line, as a figure."""
        return in_rows(drawn, facts, GAP, MARGIN)

    def _stacked(self, drawn: Sequence[Drawn], facts: Mapping[str, object]) -> Figure:
        """Return drawings one below the other as a figure."""
        return in_rows(drawn, facts, GAP / 2, MARGIN, 0.0)

    def kinds(self, tiles: Sequence[Labels], counts: Mapping[str, str]) -> Figure:
        """One tile of each kind, and how many of it the set has."""
        cell, edge = ((0, 0, 0), 1.2 * EDGE) if self.shape == "triangle" else ((0, 0), EDGE)
        lying = [self._lying([PlacedTile(1, marks, cell, marks)], edge) for marks in tiles]
        return self._framed([(shapes, []) for shapes in lying], counts)

    def join(self) -> Figure:
        """Two tiles that fit, and the same two where they do not: crosses on the corners that disagree."""
        right, wrong = (cases.outcome(case, self.shift) for case in (cases.JOIN, cases.WRONG_JOIN))
        drawn = [self._put(right, EDGE), self._put(wrong, EDGE)]
        facts = {"left": yes(right.legal), "right": yes(wrong.legal), "mismatches": len(wrong.result.findings)}
        return self._framed(drawn, facts)

    def _put(self, done: Outcome, edge: float = MIDDLE) -> Drawn:
        shapes = self._lying(done.table, edge, done.tile)
        if done.legal:
            return shapes, []
        for point in self.disagreeing(done):
            shapes += _cross(self._point(point, edge))
        return shapes, []

    def put(self, done: Outcome) -> Figure:
        """A tile put down, and what it brings."""
        result = done.result
        facts = {"tile": done.name, "hexagons": result.completed, "bridge": yes(result.bridge), "points": done.points}
        return self._framed([self._summed(done, MIDDLE)], facts)

    def _summed(self, done: Outcome, edge: float) -> Drawn:
        """Return a tile put down, and below it the sum that it scores."""
        shapes, texts = self._put(done, edge)
        left, low, right, _ = box_of(shapes, texts)
        said = f"{cases.reckoned(done.parts)} = {cases.signed(done.points)}"
        return shapes, [*texts, Text((left + right) / 2, low - 1.4 * SIGN, said, SIGN, "middle", bold=True)]

    def both(self, hexagon: Outcome, bridge: Outcome) -> Figure:
        """A hexagon and a bridge, small, side by side."""
        facts = {
            "hexagons": hexagon.result.completed,
            "left": hexagon.points,
            "bridge": yes(bridge.result.bridge),
            "right": bridge.points,
        }
        return self._framed([self._summed(hexagon, EDGE), self._summed(bridge, EDGE)], facts)

    def disagreeing(self, done: Outcome) -> dict[LatticePoint, tuple[int, int]]:
        """Return the numbers that a tile shows where the others show another one, with that one."""
        shown = {point: number for one in done.table for point, number in shows(one, self.shape).items()}
        own = shows(done.tile, self.shape)
        return {p: (number, shown[p]) for p, number in own.items() if shown.get(p, number) != number}

    def around(self, done: Outcome) -> int:
        """Return the number at the corner around which a tile closes a hexagon."""
        (full,) = covered(self.shape, [*done.table, done.tile])
        return shows(done.tile, self.shape)[full]

    def wrong_point(self, done: Outcome) -> Figure:
        """A tile that matches along a side and not at the point opposite."""
        ((number, met),) = self.disagreeing(done).values()
        facts = {"tile": done.name, "legal": yes(done.legal), "shows": number, "meets": met}
        return self._framed([self._put(done)], facts)

    def impossible(self, table: Sequence[PlacedTile], gap: PlacedTile) -> Figure:
        """A gap that no tile of the set fits: dashes around it."""
        here = {tile.cell: tile for tile in table}
        fitting = sum(
            not place({}, PlacedTile(1, marks, gap.cell, gap.numbers), self.shape).findings for marks in self.faces
        )
        fit_here = sum(any(move.cell == gap.cell for move in moves(here, marks, self.shape)) for marks in self.faces)
        ring = self._ring(gap.cell, MIDDLE)
        shapes = self._lying(table, MIDDLE) + list(dashes(ring))
        x, y = middle(ring)
        texts = [Text(x, y - 2.0, "?", 6.0, "middle", bold=True)]
        return self._framed([(shapes, texts)], {"wants": tile_id(gap.numbers), "tiles": max(fitting, fit_here)})

    def poor(self) -> PlacedTile:
        """Return a tile with such a side."""
        top = self.highest
        return PlacedTile(1, (0, top // 2, top), (0, 0, 0), (top, 0, top // 2))

    def poor_side(self) -> Figure:
        """The few tiles that fit a side which runs up from the lowest number to the highest; how many fit one that
        falls by one."""
        top = self.highest
        table = self.poor()
        marks = table.marks
        cell = (0, 0, 1)
        here = {table.cell: table}
        found = [
            move for one in self.faces if one != marks for move in moves(here, one, self.shape) if move.cell == cell
        ]
        drawn: list[Drawn] = [(self._lying([table], EDGE, move), []) for move in found]
        names = ",".join(tile_id(move.marks) for move in found)
        falling = {sides(list(self.faces))[a + 1, a] for a in range(top)}
        return self._framed(drawn, {"fits": len(found), "tiles": names, "falling": max(falling)})

    def fits(self) -> Figure:
        """A table: how many tiles have a side that reads from a number (rows) to a number (columns), clockwise."""
        counts: Counter[tuple[int, int]] = sides(list(self.faces))
        numbers = range(self.highest + 1)
        most = max(counts.values())
        shapes: list[Shape] = []
        texts: list[Text] = []
        for a in numbers:
            x, y = (a + 1.5) * STEP, -(a + 1.5) * STEP
            texts.append(Text(x, -0.5 * STEP - 1.5, str(a), 4.2, "middle", bold=True))
            texts.append(Text(0.5 * STEP, y - 1.5, str(a), 4.2, "middle", bold=True))
            for b in numbers:
                left, low = (b + 1) * STEP, -(a + 2) * STEP
                grey = 255 - round(70 * counts[a, b] / most)
                ring = ((left, low), (left + STEP, low), (left + STEP, low + STEP), (left, low + STEP))
                shapes.append(Shape((ring,), f"#{grey:02x}{grey:02x}{grey:02x}", RIM, 0.15))
                texts.append(Text(left + STEP / 2, low + STEP / 2 - 1.5, str(counts[a, b]), 4.2, "middle"))
        shapes.append(Shape((((0, 0), (STEP, -STEP)),), None, RIM, 0.2, closed=False))
        facts = {"least": min(counts.values()), "most": most}
        return self._framed([(shapes, texts)], facts)

    def layout(self, tiles: Sequence[PlacedTile], edge: float = WHOLE) -> Figure:
        """A layout, judged whole."""
        shapes = self._lying(tiles, edge)
        for point in covered(self.shape, tiles):
            shapes.append(Shape((circle(*self._point(point, edge), DOT, 40),), LINE))
        return self._framed([(shapes, [])], self._verdict(tiles))

    def _verdict(self, tiles: Sequence[PlacedTile]) -> dict[str, object]:
        """Return what the rules say of a layout."""
        what = "hexagons" if self.shape == "triangle" else "blocks"
        legal = yes(not judge(tiles, self.shape))
        return {"tiles": len(tiles), what: len(covered(self.shape, tiles)), "legal": legal}

    def wrong_square(self) -> Figure:
        """Squares, the last of which disagrees with its neighbours at a corner."""
        done = cases.outcome(cases.WRONG_SQUARE, self.shift, self.shape)
        facts = {"tile": done.name, "legal": yes(done.legal), "around": AROUND[self.shape]}
        return self._framed([self._put(done, LARGE)], facts)


def _cross(at: Point) -> Iterable[Shape]:
    """Yield a heavy cross with a white rim."""
    x, y = at
    for colour, width in (("#FFFFFF", 2.0), (LINE, 1.1)):
        for up in (-CROSS, CROSS):
            yield Shape((((x - CROSS, y - up), (x + CROSS, y + up)),), None, colour, width, closed=False)


def dashes(ring: Ring) -> Iterable[Shape]:
    """Yield a ring in dashes."""
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        count = max(1, round(math.dist((x0, y0), (x1, y1)) / DASH / 2))
        for k in range(count):
            s, t = (k + 0.25) / count, (k + 0.75) / count
            line = ((x0 + s * (x1 - x0), y0 + s * (y1 - y0)), (x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
            yield Shape((line,), None, LINE, HEAVY, closed=False)

"""Triomino's figures: what lies, with the set's own faces, and what the rules say of it. Lengths in mm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from quasiprint.drawing.face_shapes import RIM, Scene, SetPainter, box_of, in_rows
from quasiprint.errors import InputError
from quasiprint.exact.lattice import LatticePoint, corners
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import cases
from quasiprint.games.triomino.cases import Outcome
from quasiprint.games.triomino.proof import sides
from quasiprint.games.triomino.rules import PlacedTile, full_points, judge, moves_of, place, read, shows, tile_id
from quasiprint.games.triomino.scoring import tables
from quasiprint.model.face import Point, Ring
from quasiprint.model.finding import in_words
from quasiprint.model.game_text import is_layout
from quasiprint.model.measures import Maker
from quasiprint.model.page import Drawn, Figure
from quasiprint.model.piece import GameSet

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


def middle(ring: Ring) -> Point:
    """Return the mean of a tile's corners."""
    x, y = (sum(p[k] for p in ring) / len(ring) for k in (0, 1))
    return x, y


def frame(scenes: Sequence[Scene], facts: Mapping[str, object]) -> Figure:
    """Return scenes side by side, each on the middle line, as a figure."""
    return in_rows([(one.shapes, one.texts) for one in scenes], facts, GAP, MARGIN)


def stack(scenes: Sequence[Scene], facts: Mapping[str, object]) -> Figure:
    """Return scenes one below the other as a figure."""
    return in_rows([(one.shapes, one.texts) for one in scenes], facts, GAP / 2, MARGIN, 0.0)


def below(scene: Scene, text: str) -> Scene:
    """Return a scene with a sign below it."""
    left, low, right, _ = box_of(scene.shapes, scene.texts)
    scene.write((left + right) / 2, low - 1.4 * SIGN, text, SIGN, bold=True)
    return scene


class TileFigures(SetPainter):
    """Tiles of a set, as they lie."""

    def __init__(self, game_set: GameSet, shift: int) -> None:
        super().__init__(game_set)
        self.shape = game_set.pieces[0].shape
        self.faces = {piece.marks: piece.face for piece in game_set.pieces}
        self.highest = game_set.labelled.labels - 1
        self.shift = shift

    def position(self, name: str) -> tuple[PlacedTile, ...]:
        """Return a position of the book, in the numbers of the set."""
        return cases.lying(cases.POSITIONS[name], self.shift)

    def outcome(self, name: str) -> Outcome:
        """Return a case of the book, in the numbers of the set."""
        return cases.outcome(cases.POSITIONS[name], self.shift, self.shape)

    def point(self, point: LatticePoint, edge: float) -> Point:
        """Return where a point of the lattice lies."""
        if self.shape == "square":
            return point.a * edge, point.b * edge
        return (point.a + point.b / 2) * edge, point.b * edge * math.sqrt(3) / 2

    def ring(self, cell: tuple[int, ...], edge: float) -> Ring:
        """Return the outline of a cell."""
        return tuple(self.point(point, edge) for point in corners(self.shape, cell))

    def tile(self, tile: PlacedTile, edge: float, body: str = BODY) -> tuple[Drawn, ...]:
        """Return a tile: its face is turned until the number of the cell's first corner is there."""
        ring = self.ring(tile.cell, edge)
        turn = next(k for k in range(len(ring)) if tile.marks[k:] + tile.marks[:k] == tile.numbers)
        down = self.shape == "triangle" and tile.cell[2] == 1
        angle = 360.0 / len(ring) * turn + (180.0 if down else 0.0)
        return self.put(self.faces[tile.marks], *middle(ring), edge, angle, body)

    def lying(self, tiles: Iterable[PlacedTile], edge: float, new: PlacedTile | None = None) -> Scene:
        """Return tiles as they lie. new: the one just put down."""
        scene = Scene(shape for tile in tiles for shape in self.tile(tile, edge))
        if new:
            scene.shapes += self.tile(new, edge, NEW)
            scene.area(self.ring(new.cell, edge), None, LINE, HEAVY)
        return scene

    def case(self, done: Outcome, edge: float = MIDDLE) -> Scene:
        """Return a tile put down: crosses on the corners that disagree, or below it the sum that it scores."""
        scene = self.lying(done.table, edge, done.put)
        for x, y in [self.point(point, edge) for point in self.disagreeing(done)] if not done.legal else []:
            for colour, width in (("#FFFFFF", 2.0), (LINE, 1.1)):
                for up in (-CROSS, CROSS):
                    scene.lines((((x - CROSS, y - up), (x + CROSS, y + up)),), colour, width)
        return scene

    def with_sum(self, done: Outcome, edge: float = MIDDLE) -> Scene:
        """Return a tile put down, and below it the sum that it scores."""
        return below(self.case(done, edge), f"{cases.sum_text(done.parts)} = {cases.points_text(done.points)}")

    def disagreeing(self, done: Outcome) -> dict[LatticePoint, tuple[int, int]]:
        """Return the numbers that a tile shows where the others show another one, with that one."""
        shown = {point: number for one in done.table for point, number in shows(one, self.shape).items()}
        own = shows(done.tile, self.shape)
        return {p: (number, shown[p]) for p, number in own.items() if shown.get(p, number) != number}

    def around(self, done: Outcome) -> int:
        """Return the number at the corner around which a tile closes a hexagon."""
        (full,) = full_points(self.shape, [*done.table, done.tile])
        return shows(done.tile, self.shape)[full]

    def verdict(self, tiles: Sequence[PlacedTile]) -> dict[str, object]:
        """Return what the rules say of a layout."""
        what = "hexagons" if self.shape == "triangle" else "blocks"
        return {
            "tiles": len(tiles),
            what: len(full_points(self.shape, tiles)),
            "legal": not judge(tiles, self.shape),
        }

    def layout(self, tiles: Sequence[PlacedTile], edge: float = WHOLE) -> Figure:
        """A layout, judged whole."""
        return frame([self._judged(tiles, edge)], self.verdict(tiles))

    def rounds(self, tables: Mapping[int, Sequence[PlacedTile]]) -> Figure:
        """What lies at the end of rounds, each above its number if there are several."""
        scenes = [self._judged(tiles, WHOLE) for tiles in tables.values()]
        if len(scenes) > 1:
            scenes = [below(scene, str(number)) for number, scene in zip(tables, scenes, strict=True)]
        return stack(scenes, {"rounds": len(scenes), "tiles": sum(map(len, tables.values()))})

    def _judged(self, tiles: Sequence[PlacedTile], edge: float) -> Scene:
        """Return tiles as they lie, with a dot where they lie all around."""
        scene = self.lying(tiles, edge)
        for point in full_points(self.shape, tiles):
            scene.disc(self.point(point, edge), DOT, 40, LINE)
        return scene

    def kinds(self, tiles: Sequence[Labels], counts: Mapping[str, str]) -> Figure:
        """One tile of each kind, and how many of it the set has."""
        cell, edge = ((0, 0, 0), 1.2 * EDGE) if self.shape == "triangle" else ((0, 0), EDGE)
        return frame([self.lying([PlacedTile(1, marks, cell, marks)], edge) for marks in tiles], counts)

    def cases(self, facts: Mapping[str, object], *done: Outcome, edge: float = MIDDLE, sums: bool = False) -> Figure:
        """Tiles put down, side by side. sums: whether what they score stands below them."""
        return frame([(self.with_sum if sums else self.case)(one, edge) for one in done], facts)

    def impossible(self, table: Sequence[PlacedTile], gap: PlacedTile) -> Figure:
        """A gap that no tile of the set fits: dashes around it."""
        here = {tile.cell: tile for tile in table}
        fitting = sum(
            not place({}, PlacedTile(1, marks, gap.cell, gap.numbers), self.shape).findings for marks in self.faces
        )
        fit_here = len({move.marks for move in moves_of(here, self.faces, self.shape) if move.cell == gap.cell})
        scene, ring = self.lying(table, MIDDLE), self.ring(gap.cell, MIDDLE)
        dashes(scene, ring)
        x, y = middle(ring)
        scene.write(x, y - 2.0, "?", 6.0, bold=True)
        return frame([scene], {"wants": tile_id(gap.numbers), "tiles": max(fitting, fit_here)})

    def poor(self) -> PlacedTile:
        """Return a tile with such a side."""
        top = self.highest
        return PlacedTile(1, (0, top // 2, top), (0, 0, 0), (top, 0, top // 2))

    def poor_side(self) -> Figure:
        """The few tiles that fit a side which runs up from the lowest number to the highest; how many fit one that
        falls by one."""
        table = self.poor()
        here = {table.cell: table}
        fits = list(moves_of(here, (one for one in self.faces if one != table.marks), self.shape))
        found = [move for move in fits if move.cell == (0, 0, 1)]
        falling = {sides(list(self.faces))[a + 1, a] for a in range(self.highest)}
        facts = {"fits": len(found), "tiles": [tile_id(move.marks) for move in found], "falling": max(falling)}
        return frame([self.lying([table], EDGE, move) for move in found], facts)

    def sides(self) -> Figure:
        """A table: how many tiles have a side that reads from a number (rows) to a number (columns), clockwise."""
        counts: Counter[tuple[int, int]] = sides(list(self.faces))
        most, scene = max(counts.values()), Scene()
        for a in range(self.highest + 1):
            x, y = (a + 1.5) * STEP, -(a + 1.5) * STEP
            scene.write(x, -0.5 * STEP - 1.5, a, 4.2, bold=True)
            scene.write(0.5 * STEP, y - 1.5, a, 4.2, bold=True)
            for b in range(self.highest + 1):
                left, low = (b + 1) * STEP, -(a + 2) * STEP
                grey = 255 - round(70 * counts[a, b] / most)
                scene.box(left, low, STEP, STEP, f"#{grey:02x}{grey:02x}{grey:02x}", RIM, 0.15)
                scene.write(left + STEP / 2, low + STEP / 2 - 1.5, counts[a, b], 4.2)
        scene.lines((((0, 0), (STEP, -STEP)),), RIM, 0.2)
        return frame([scene], {"least": min(counts.values()), "most": most})


def picture(text: str | bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw a layout with paper's tiles, or what lies at the end of each round of a game. Raises InputError as `read`,
    for a layout of none of its tiles, and for a game without places."""
    game_set = sets[Maker.PAPER]
    highest, content = game_set.labelled.labels - 1, text.encode() if isinstance(text, str) else text
    if not is_layout(content):
        return TileFigures(game_set, 0).rounds(tables(content, highest))
    tiles, findings = read(text, game_set.pieces[0].shape, highest)
    known = [tile for tile in tiles if tile.marks]
    if not known:
        raise InputError(f"layout: {in_words(findings)}")
    return TileFigures(game_set, 0).layout(known)


def dashes(scene: Scene, ring: Ring) -> None:
    """Draw a ring in dashes."""
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        count = max(1, round(math.dist((x0, y0), (x1, y1)) / DASH / 2))
        for k in range(count):
            s, t = (k + 0.25) / count, (k + 0.75) / count
            line = ((x0 + s * (x1 - x0), y0 + s * (y1 - y0)), (x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
            scene.lines((line,), LINE, HEAVY)

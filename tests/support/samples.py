"""Small sets and ways to spoil them, for the tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

from pictures import folder_of_pictures

from quasiprint.drawing.patterns import PATTERNS
from quasiprint.games.quasimino.design import design
from quasiprint.games.triomino.design import design as triomino_design
from quasiprint.layout.nesting import Area, nest
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Point, Region, Ring
from quasiprint.model.game import Brief
from quasiprint.model.measures import Finish, Fit, Machine, Measures, Size, Stock
from quasiprint.model.piece import GameSet, Piece, Value
from quasiprint.model.production import Project, SolidProduction
from quasiprint.model.profile import Bed, Ink, Palette, Slicer
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import meshes

RGB = ("#0072B2", "#D55E00", "#F0E442", "#000000", "#56B4E9", "#009E73", "#CC79A7", "#E69F00")
PALETTE = Palette("test", "#FFFFFF", tuple(Ink(n, c, n) for n, c in zip(PATTERNS, RGB, strict=True)))
PRINTER = Measures(Process.PRINTER, Size(30, 3), Stock(4), Machine(0.84), Finish(0.8), Fit(clearance=0.1))
LASER = Measures(Process.LASER, Size(30, 3), Stock(3), Machine(0.4), Finish(0.8))
PAPER = Measures(Process.PAPER, Size(30, 3), Stock(0.3), Machine(0.25))


def resized(measures: Measures, **values: object) -> Measures:
    """Return measures with other values, each in the part that has it."""
    for name, value in values.items():
        (part,) = (entry.name for entry in fields(measures) if hasattr(getattr(measures, entry.name), name))
        measures = replace(measures, **{part: replace(getattr(measures, part), **{name: value})})
    return measures


def quasimino(colours: int = 3, measures: Measures = PRINTER, palette: Palette = PALETTE) -> GameSet:
    """Return a Quasimino set."""
    return design(Brief({"colours": colours}, measures, palette))


def with_piece(held: GameSet, old: str, new: Piece) -> GameSet:
    """Return the set with one piece replaced."""
    return replace(held, pieces=tuple(new if p.id == old else p for p in held.pieces))


def piece(held: GameSet, name: str) -> Piece:
    """Return a piece by its id."""
    return next(p for p in held.pieces if p.id == name)


def moved_marks(face: Face, move: Callable[[Point], Point], slots: set[int] | None = None) -> Face:
    """Return a face whose marks (those of `slots`) were moved point by point; cells stay."""

    def ring(r: Ring) -> Ring:
        return tuple(move(p) for p in r)

    def region(r: Region) -> Region:
        return Region(ring(r.outer), tuple(ring(h) for h in r.holes))

    def mark(m: Mark) -> Mark:
        if slots is not None and m.slot not in slots:
            return m
        return replace(m, field=tuple(map(region, m.field)), ink=tuple(region(r) for r in m.ink))

    cells = tuple(Cell(c.boundary, tuple(mark(m) for m in c.marks)) for c in face.cells)
    return replace(face, cells=cells)


def reversed_regions(face: Face) -> Face:
    """Return a face whose rings run the other way round: what a reflection leaves to be mended."""

    def region(r: Region) -> Region:
        return Region(r.outer[::-1], tuple(h[::-1] for h in r.holes))

    def mark(m: Mark) -> Mark:
        return replace(m, field=tuple(map(region, m.field)), ink=tuple(map(region, m.ink)))

    cells = tuple(Cell(c.boundary, tuple(map(mark, c.marks))) for c in face.cells)
    return replace(face, cells=cells)


def mirrored(face: Face) -> Face:
    """Return a rhomb's face mirrored in its long diagonal, which carries the outline onto itself."""
    (x0, y0), (x2, y2) = face.nominal[0], face.nominal[2]
    dx, dy = x2 - x0, y2 - y0
    square = dx * dx + dy * dy
    c, s = (dx * dx - dy * dy) / square, 2 * dx * dy / square

    def reflect(p: Point) -> Point:
        return round(c * p[0] + s * p[1], 6), round(s * p[0] - c * p[1], 6)

    return reversed_regions(moved_marks(face, reflect))


BED = Bed("test-bed", 250, 210, 3, 2, 0.4, 5)


def solids(held: GameSet, pieces: tuple[str, ...], bed: Bed = BED, *, relief: bool = False) -> SolidProduction:
    """Return some pieces or accessories of a set as solids, on plates; for slicers in one body each, if in relief."""
    faces = {thing.id: thing for thing in (*held.pieces, *held.accessories)}
    built = tuple(piece for piece in solid_pieces(held) if piece.id in pieces)
    items = [(name, faces[name].face.nominal) for name in pieces]
    plates = nest("plate", items, Area(bed.width, bed.depth, bed.margin, bed.gap))
    projects = tuple(Project(slicer, bed, relief, plates) for slicer in Slicer)
    return SolidProduction(held, built, meshes(built), plates, bed, projects)


TRIOMINO = {
    "highest": 5,
    "shape": "triangle",
    "marks": "digits",
    "symbols": "",
    "finish": "recessed",
    "tack": 0.0,
    "tack_depth": 1.0,
}


def triomino(measures: Measures = PRINTER, palette: Palette = PALETTE, **parameters: Value) -> GameSet:
    """Return a triomino set, its edge 36 mm unless the measures say otherwise than 30. symbols: a folder's path."""
    edge = 36 if measures.size.edge == 30 else measures.size.edge
    supplied = {}
    if parameters.get("symbols"):
        supplied["symbols"] = folder_of_pictures(Path(str(parameters["symbols"])))
        parameters["symbols"] = supplied["symbols"].name
    chosen = {**TRIOMINO, **parameters}
    return triomino_design(Brief(chosen, replace(measures, size=Size(edge)), palette, supplied=supplied))

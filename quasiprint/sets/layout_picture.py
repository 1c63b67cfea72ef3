"""A layout of a set file's tiles, drawn with the set's own faces. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quasiprint.drawing.face_shapes import BODY, RIM, THIN, in_rows, laid
from quasiprint.model.face import Cell, Face, Mark, Region, Ring
from quasiprint.model.page import Figure, Shape
from quasiprint.model.piece import GameSet
from quasiprint.sets.layout_text import Laid
from quasiprint.sets.looks import profiles
from quasiprint.sets.looks.frame import frame
from quasiprint.sets.placed import Lattice, Placed, Point, common, integers, lay
from quasiprint.sets.polygons import Outline
from quasiprint.sets.set_file import TWO_SIDED, SetDesign
from quasiprint.sets.tile_names import COPY

MARGIN = 0.5
SPOTS = ("corners", "cells")  # where labels are signs, which the back shows as they are read


def drawn(design: SetDesign, tiles: Sequence[Laid], held: GameSet) -> Figure:
    """Draw tiles where they lie, at true size. held: the set's pieces; a tile that it lacks is drawn as its outline."""
    lattice = common(shape.outline for shape in design.shapes)
    faces = {COPY.sub("", piece.id): piece.face for piece in reversed(held.pieces)}
    inks = [ink.rgb for ink in held.palette.inks]
    shapes = [
        shape for one in tiles for shape in _tile(as_held(one, lattice), faces.get(one.id), inks, held, lattice.parts)
    ]
    return in_rows([(shapes, [])], {"tiles": len(tiles)}, 0.0, MARGIN)


def as_held(one: Laid, lattice: Lattice) -> Placed:
    """Return how the tile as the set holds it lies, so that it looks the same. Raises ValueError if it never does."""
    low, wanted = _low(one.tile)
    for flipped in (one.tile.flipped, not one.tile.flipped):
        for turn in range(lattice.parts):
            tile = lay(one.tile.shape, one.held, lattice, None, turn, flipped)
            own, looks = _low(tile)
            if looks == wanted:
                return tile.moved(low - own)
    raise ValueError(f"{one} never lies like this")


def _low(tile: Placed) -> tuple[Point, tuple[object, ...]]:
    """Return a tile's least corner, and what it looks like from there."""
    low = min(tile.corners, key=integers)
    return low, tile.moved(-low).looks


def _tile(tile: Placed, face: Face | None, inks: Sequence[str], held: GameSet, parts: int) -> Iterator[Shape]:
    """Yield the shapes of a tile that lies there."""
    edge = held.measures.size.edge / tile.shape.outline.scale
    if face is None:
        ring = tuple((edge * x, edge * y) for x, y in (corner.to_xy() for corner in tile.corners))
        yield Shape((ring,), BODY, RIM, THIN)
        return
    angle = math.tau * tile.turn / parts
    px, py = frame(_made(tile), held.measures).points[0]
    py = -py if tile.flipped else py
    x, y = tile.at.to_xy()
    c, s = math.cos(angle), math.sin(angle)
    shown = behind(face, tile) if tile.flipped else face
    yield from laid(shown, inks, edge * x - (px * c - py * s), edge * y - (px * s + py * c), math.degrees(angle))


def _made(tile: Placed) -> Outline:
    """Return the outline that a tile is made with: with its tabs and notches, if these are what it shows."""
    shape = tile.shape
    profiled = (shape.look or shape.usual_look) == "outline"
    return profiles.outline(shape, tile.labels) if profiled else shape.outline


def behind(face: Face, tile: Placed) -> Face:
    """Return what shows of a tile that lies on its face, as a face: its marks, mirrored; of signs those of its back,
    which are mirrored already."""
    marks = [replace(mark, ink=tuple(map(mirrored, mark.ink))) for mark in face.marks]
    if tile.shape.symmetry == TWO_SIDED and tile.shape.choice.at in SPOTS:
        ink = tuple(map(mirrored, face.back))
        marks = [Mark(0, face.marks[0].operation, None, None, ink, ink)] if face.marks else []
    outline = _flat(face.nominal)
    return Face(outline, outline, (Cell(outline, tuple(marks)),))


def mirrored(region: Region) -> Region:
    """Return a region mirrored in the x axis."""
    return Region(_flat(region.outer), tuple(map(_flat, region.holes)))


def _flat(ring: Ring) -> Ring:
    return tuple((x, -y + 0.0) for x, y in reversed(ring))

"""Solids, meshes and bodies: what lies between a face and a printer's file; their heights, and where colours change.

A solid is 2.5-dimensional: an outline raised from z = `bottom` to z = `top`, in which some
steps lie higher or lower. Both constructions, the mesh and the B-rep, start from this value,
so that they can check each other."""

from __future__ import annotations

import math
from array import array
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, count

from quasiprint.model.choices import Process
from quasiprint.model.face import Face, Pocket, Region, Ring
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Palette

Vertex = tuple[float, float, float]
Facet = tuple[Vertex, Vertex, Vertex]
Triangle = tuple[int, int, int]
Indexed = tuple[tuple[Vertex, ...], tuple[Triangle, ...]]  # corners, each once, and triangles as indices into them


@dataclass(frozen=True, slots=True)
class Step:
    """The area `region` (mm) has its surface at `z` (mm) instead of the solid's top; of a recess, its bottom. drawn:
    whether the face shows it."""

    region: Region
    z: float
    drawn: bool = True


@dataclass(frozen=True, slots=True)
class Sector:
    """A cell of a face, made solid: a part of an outline with the steps in it, and holes in it alone, clockwise."""

    boundary: Ring
    steps: tuple[Step, ...]
    holes: tuple[Ring, ...] = ()


@dataclass(frozen=True, slots=True)
class Solid:
    """A 2.5-dimensional solid in mm.

    outline: anticlockwise, corners only. sectors: part the outline without gap or overlap and share their corners bit
    for bit; a solid with holes has no chamfer and no bevel. chamfer: 45° at the bottom edge, 0 for none; the outline is
    convex where it is not 0. bevel: the same at the top edge; no step comes so near to it. recesses: areas of the
    bottom, each with the height to which it is sunk; they lie inside the chamfered bottom and touch nothing. cavity:
    what is hollow between floor and top, and open nowhere.
    """

    outline: Ring
    sectors: tuple[Sector, ...]
    bottom: float
    top: float
    chamfer: float = 0.0
    bevel: float = 0.0
    recesses: tuple[Step, ...] = ()
    cavity: Pocket | None = None

    @property
    def holes(self) -> tuple[Ring, ...]:
        """The holes of its sectors: clockwise, through all of it, apart from recesses."""
        return tuple(hole for sector in self.sectors for hole in sector.holes)


CORNER = 24  # bytes of x, y and z


class Surface:
    """A piece of a closed surface: triangles in mm, anticlockwise seen from outside.

    Compared and hashed by identity: one surface recurs in many meshes, and what is made of
    it (the bytes of an STL, say) is made once. corners: x, y and z of each, mm, each once, in the order in which
    triangles have them; indices: three for each triangle, numbers of corners.
    """

    __slots__ = ("__weakref__", "corners", "indices")

    def __init__(self, triangles: Iterable[Facet]) -> None:
        index: dict[Vertex, int] = {}
        self.indices = array("i", [index.setdefault(vertex, len(index)) for facet in triangles for vertex in facet])
        self.corners = array("d", chain.from_iterable(index))

    @classmethod
    def of(cls, corners: bytes, indices: bytes) -> Surface:
        """Return a surface of corners and triangles as it keeps them: 64-bit floats, and 32-bit integers."""
        made = cls(())
        made.corners.frombytes(corners)
        made.indices.frombytes(indices)
        return made

    def __len__(self) -> int:
        return len(self.indices) // 3

    @property
    def vertices(self) -> list[Vertex]:
        """The corners, made anew each time."""
        number = iter(self.corners)
        return list(zip(number, number, number, strict=True))

    @property
    def triangles(self) -> tuple[Facet, ...]:
        """The triangles, made anew each time."""
        corner = map(self.vertices.__getitem__, self.indices)
        return tuple(zip(corner, corner, corner, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Surfaces that close together: neighbours share their border's corners bit for bit."""

    surfaces: tuple[Surface, ...]

    @property
    def triangles(self) -> tuple[Facet, ...]:
        """The triangles, made anew each time."""
        return tuple(chain.from_iterable(surface.triangles for surface in self.surfaces))

    def numbered(self) -> tuple[list[Vertex], list[int]]:
        """Return the corners, each once, and three numbers of them for each triangle."""
        index: dict[bytes, int] = {}
        numbers: list[int] = []
        for surface in self.surfaces:
            corners = surface.corners.tobytes()
            places = [index.setdefault(corners[k : k + CORNER], len(index)) for k in range(0, len(corners), CORNER)]
            numbers += map(places.__getitem__, surface.indices)
        number = iter(array("d", b"".join(index)))
        return list(zip(number, number, number, strict=True)), numbers

    def to_indices(self) -> Indexed:
        """Return the corners, each once, and the triangles as indices into them."""
        corners, numbers = self.numbered()
        number = iter(numbers)
        return tuple(corners), tuple(zip(number, number, number, strict=True))


@dataclass(frozen=True, slots=True)
class Part:
    """One body of a piece in the piece's frame. colour: index in the palette, None: the body's.

    key: names the unique body; parts with equal keys are congruent and in the same frame.
    role: "body", "inlay" or "relief".
    """

    key: str
    role: str
    colour: int | None
    solid: Solid


@dataclass(frozen=True, slots=True)
class SolidPiece:
    """A piece or accessory as solids: several bodies for many filaments, or one for one.

    parts: body first, then inlays by slot, those of the back last. relief: the whole in one body, for one filament;
    None if the body alone is the whole, because nothing is inlaid. plain: whether it has a thickness of its own, and
    shows no second colour where one nozzle changes its filament.
    """

    id: str
    parts: tuple[Part, ...]
    relief: Part | None
    plain: bool = False

    def bodies_for(self, relief: bool) -> tuple[Part, ...]:
        """Return the bodies that one file prints. relief: in one body, for one filament."""
        return (self.relief or self.parts[0],) if relief else self.parts

    @property
    def pause(self) -> float:
        """Height (mm) up to which its cavity for a magnet is open; 0 without one."""
        return cavity.high if (cavity := self.parts[0].solid.cavity) else 0.0

    @property
    def bodies(self) -> tuple[Part, ...]:
        """Every body of the piece, of whichever way to print it."""
        return self.parts if self.relief is None else (*self.parts, self.relief)


def together(shown: Mapping[str, Hashable]) -> dict[str, tuple[str, ...]]:
    """Return ids that share their files, since these show equal values, by the name of these: of one its id, of several
    what their ids begin with, and how many they are; the whole first id where that would name others, too."""
    groups: dict[Hashable, list[str]] = {}
    for id, value in shown.items():
        groups.setdefault(value, []).append(id)
    names: dict[str, tuple[str, ...]] = {}
    for ids in groups.values():
        name = ids[0] if len(ids) == 1 else f"{ids[0].rpartition('-')[0]}_x{len(ids)}"
        names[name if name not in names else f"{ids[0]}_x{len(ids)}"] = tuple(ids)
    return names


def tallest(face: Face, measures: Measures) -> float:
    """Return the overall height of a face's piece, mm, raised patterns included: a printer with one filament raises the
    patterns of coloured marks."""
    top = measures.with_thickness(face.thickness).stock.thickness
    if measures.process is not Process.PRINTER:
        return top
    rises = [mark.rise for mark in face.marks if mark.colour is None and mark.ink and mark.rise is not None]
    coloured = any(mark.colour is not None and mark.ink for mark in face.marks)
    return top + max([0.0, *rises, measures.finish.relief_height * coloured])


def upright_size(face: Face) -> tuple[float, float]:
    """Return the width and height, mm, of a tile that stands on its longest edge; of several longest edges, on the one
    that makes it narrowest."""
    ring = face.nominal
    ways = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        long = math.hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / long, (by - ay) / long
        along = [x * ux + y * uy for x, y in ring]
        up = [y * ux - x * uy for x, y in ring]
        ways.append((-round(long, 3), max(along) - min(along), max(up) - min(up)))
    _, width, height = min(ways)
    return width, height


NEAR = 1e-6  # mm
FIRST = 0  # of the palette


@dataclass(frozen=True, slots=True)
class ColourChange:
    """Where the second filament begins. z: mm above the bed. layer: the first that it prints, from 1; top: of that
    layer, mm. sunk: whether the faces have the second colour, and what is sunk into them the first. ink: the palette's
    colour that this filament has besides the body's: the one that all pieces show, or the first if they show several,
    which their patterns tell apart."""

    z: float
    layer: int
    top: float
    sunk: bool
    ink: int = FIRST


def filament_numbers(design: GameSet, printed: Iterable[int], most: int | None) -> dict[int, int]:
    """Return the filament of each colour that a file prints, by its number in the palette; filament 1 is the body's.

    Colours of the design's pieces have filaments from 2 on, and those that only accessories have follow, so that each
    has one number in all files, of a part of the set too. most: filaments of the printer, None for a project that may
    have any number. Where all are more, those of accessories have the last; and where a file would have a number twice,
    or one that is too high, its colours are counted through.
    """
    pieces = sorted(frozenset[int]().union(*(piece.face.inks for piece in design.pieces)))
    inks = frozenset[int]().union(*(accessory.face.inks for accessory in design.accessories))
    others = sorted(inks.difference(pieces))
    last = 1 + len(pieces) + len(others)
    most = last if most is None else most
    known = dict(zip(pieces, count(2), strict=False))
    known |= dict(zip(others, count(min(last, most) - len(others) + 1), strict=False))
    found = {colour: known.get(colour, 0) for colour in sorted(printed)}
    free = set(range(2, most + 1))
    fits = free.issuperset(found.values()) and len(set(found.values())) == len(found)
    return found if fits else {colour: number for number, colour in enumerate(found, 2)}


def spools(palette: Palette, change: ColourChange | None) -> tuple[tuple[str, str], ...]:
    """Return the name and colour of the filament that a plate begins with, and of that to which it changes."""
    body = "body", palette.body
    if change is None:
        return (body,)
    ink = palette.inks[change.ink]
    second = ink.name, ink.rgb
    return (second, body) if change.sunk else (body, second)


def one_body(piece: SolidPiece) -> Solid:
    """Return a piece as it is printed in one body."""
    return (piece.relief or piece.parts[0]).solid


def colour_change(pieces: Iterable[SolidPiece], height: float) -> ColourChange | None:
    """Return where pieces of one plate, each in one body, change their filament; None if there is no such height.

    height: of a layer, the first among them, mm.
    """
    bodies = tuple(pieces)
    found = change_height(bodies)
    if found is None or not on_layer(found[0], height):
        return None
    z, sunk = found
    layers = round(z / height)
    inks = {part.colour for piece in bodies for part in piece.parts if part.colour is not None}
    return ColourChange(z, layers + 1, round((layers + 1) * height, 6), sunk, min(inks) if len(inks) == 1 else FIRST)


def change_height(pieces: Iterable[SolidPiece]) -> tuple[float, bool] | None:
    """Return at which height (mm) pieces of one plate would change their filament, whatever the layers are, and whether
    for what is sunk; None if there is no such height."""
    bodies = tuple(pieces)
    if any(piece.plain for piece in bodies):  # it would change its colour anywhere
        return None
    heights = [
        (solid.top, [step.z for sector in solid.sectors for step in sector.steps if step.drawn])
        for solid in map(one_body, bodies)
    ]
    above = {top for top, levels in heights if any(z > top for z in levels)}
    floors = {max(levels) for top, levels in heights if levels and max(levels) < top}
    level = above or floors
    if len(level) != 1:
        return None
    (z,) = level
    if above and any(top > z for top, _ in heights):  # part of a face would have the wrong colour
        return None
    return z, not above


def on_layer(z: float, height: float) -> bool:
    """Tell whether a height lies between two layers. height: of a layer, mm."""
    layers = round(z / height)
    return layers >= 1 and abs(layers * height - z) <= NEAR

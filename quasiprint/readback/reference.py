"""What each piece of a set must look like in plastic, wood and on paper: read anew from the model's faces.

A thing's face is a set of *items*: areas or lines, each with the layer on which it is found (a height in a body, an
operation on a sheet, ink on paper). Equal items of several faces are one item, so a face is a set of
numbers, and what was found is named by looking up which faces have just these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.face import Face, Mark, Operation, Region, Ring
from quasiprint.model.measures import Maker, Measures
from quasiprint.model.piece import GameSet
from quasiprint.readback.plane import Complex, Lie, apart, cornered, lies

Layer = tuple[str, float]  # what it is ("body", "inlay", "back", "engrave" …), and its height in mm, 0 on sheets
ON_RIM = 1e-5  # mm
ALIKE = 1e-4  # mm: items that are nearer to one another are the same, turned


@dataclass(frozen=True, slots=True)
class Item:
    """An area or a line of a face, in its frame, on a layer. colour: index in the palette, None if it has none."""

    layer: Layer
    shape: BaseGeometry
    colour: int | None = None


@dataclass(slots=True, eq=False)
class Kind:
    """Everything in a set that has one outline and one thickness.

    ring: the outline's corners. items: of all the faces. faces: which items make which things (ids), by variant:
    how the thing is made ("inlaid", "relief", "cut", "paper", "grey"). accessory: whether it is none of the pieces.
    top: how high faces lie above the bed, mm.
    backs: what tells each thing's back. sunk: what a printer sinks into its back, and how deep, mm.
    """

    name: str
    ring: Complex
    outline: Polygon
    nominal: Polygon
    accessory: bool
    top: float
    items: list[Item] = field(default_factory=list)
    faces: dict[tuple[str, frozenset[int]], list[str]] = field(default_factory=dict)
    backs: dict[str, tuple[Polygon, ...]] = field(default_factory=dict)
    sunk: dict[str, tuple[tuple[Polygon, float], ...]] = field(default_factory=dict)
    _numbers: dict[tuple[Layer, bytes, int | None], int] = field(default_factory=dict)

    def add(self, variant: str, id: str, items: Iterable[Item]) -> None:
        """Take note that a thing, made in this way, has these items. Equal items have one number, wherever their rings
        begin."""
        every = list(items)
        shapes = shapely.to_wkb(shapely.normalize(np.array([item.shape for item in every], dtype=object)))
        numbers = set()
        for item, shape in zip(every, shapes, strict=True):
            key = item.layer, shape, item.colour
            if key not in self._numbers:
                self._numbers[key] = len(self.items)
                self.items.append(item)
            numbers.add(self._numbers[key])
        self.faces.setdefault((variant, frozenset(numbers)), []).append(id)

    def join(self, accessories: Set[str]) -> None:
        """Take faces of accessories for one that are the same, turned: two parts of a board may be. Whatever lies
        anywhere can be called by either name. Of pieces no two are the same, or the set is none."""
        ways = lies(self.ring, self.ring)
        own = [(key, ids) for key, ids in self.faces.items() if accessories >= set(ids)]
        for k, ((variant, numbers), ids) in enumerate(own):
            for (other, before), known in own[:k]:
                same = variant == other and len(numbers) == len(before) and known is not ids
                if same and any(self._turned(lie, before, numbers) for lie in ways):
                    known += [id for id in ids if id not in known]
                    own[k] = (variant, numbers), known
                    self.faces[variant, numbers] = known
                    break

    def _turned(self, lie: Lie, one: Collection[int], two: Collection[int]) -> bool:
        """Tell whether the items of a face, turned so, are those of another."""
        left = [self.items[k] for k in two]
        for k in one:
            item = self.items[k]
            shape = lie.there(item.shape)
            fitting = [
                other
                for other in left
                if (other.layer, other.colour) == (item.layer, item.colour)
                and other.shape.centroid.distance(shape.centroid) < ALIKE
                and apart(other.shape, shape) < ALIKE
            ]
            if not fitting:
                return False
            left.remove(fitting[0])
        return True


@dataclass(frozen=True, slots=True)
class Reference:
    """A set as one process makes it: its kinds, and how many there are to be of each accessory. inlaid_backs: whether a
    printer inlays the back of any."""

    game_set: GameSet
    kinds: tuple[Kind, ...]
    inlaid_backs: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the pieces."""
        return tuple(piece.id for piece in self.game_set.pieces)

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each thing."""
        return {thing.id: thing.count for thing in self.game_set.things}


def reference(game_set: GameSet) -> Reference:
    """Return what a set must look like, as its measures' process makes it."""
    kerf = game_set.measures.fit.kerf
    kinds: dict[tuple[Ring, float], Kind] = {}
    things = [(piece.id, piece.shape, piece.face, False) for piece in game_set.pieces]
    things += [(thing.id, thing.kind, thing.face, True) for thing in game_set.accessories]
    for id, name, face, accessory in things:
        measures = game_set.measures.with_thickness(face.thickness)
        key = face.outline, measures.stock.thickness
        if key not in kinds:
            outline, nominal = _outline(face, game_set, kerf), Polygon(face.nominal)
            kinds[key] = Kind(name, cornered(outline.exterior.coords), outline, nominal, accessory, key[1])
        _add(kinds[key], id, face, measures, kerf, game_set.boards is not None)
    accessories = {thing.id for thing in game_set.accessories}
    for kind in kinds.values():
        kind.join(accessories)
    printed = game_set.measures.process is Maker.PRINTER
    return Reference(game_set, tuple(kinds.values()), printed and any(face.inlaid_back for _, _, face, _ in things))


def _outline(face: Face, game_set: GameSet, kerf: float) -> Polygon:
    """Return the outline that a file shows: with the kerf around it on a sheet, nominal where paper is cut."""
    made = Polygon(face.outline)
    if game_set.measures.process is Maker.LASER:
        return _grown(made, kerf)
    cut_out = game_set.measures.process is Maker.PAPER and game_set.boards is None
    return Polygon(face.nominal) if cut_out else made


def _grown(area: Polygon, kerf: float) -> Polygon:
    """Return an area with half of the kerf around it: the beam takes it away again."""
    grown = area.buffer(kerf / 2, join_style="mitre", mitre_limit=100.0) if kerf else area
    return Polygon(grown.exterior.coords)


@lru_cache(maxsize=8192)
def area(region: Region) -> Polygon:
    """Return a region of the model as shapely's polygon."""
    holes = [shapely.linearrings(ring) for ring in region.holes]
    made: Polygon = shapely.polygons(shapely.linearrings(region.outer), holes or None)
    return made


def _add(kind: Kind, id: str, face: Face, measures: Measures, kerf: float, written: bool) -> None:
    kind.backs[id] = tuple(map(area, face.back))
    if measures.process is Maker.PRINTER:
        finish = measures.finish
        depth = finish.inlay_depth if face.inlaid_back else finish.back_depth
        hollow = finish.back_depth if face.hollow_depth is None else face.hollow_depth
        below = [(region, depth) for region in face.back] + [(region, hollow) for region in face.hollows]
        kind.sunk[id] = tuple((area(region), deep) for region, deep in below)
        kind.add("inlaid", id, (*_body(face, measures), *_in_back(face, measures)))
        if face.inlaid_back or any(mark.colour is not None and mark.field for mark in face.marks):
            kind.add("relief", id, _relief(face, measures))
    elif measures.process is Maker.LASER:
        kind.add("cut", id, _cut(face, kerf))
    else:
        kind.add("paper", id, _paper(face, drawn=written, tinted=written))
        if written:
            kind.add("grey", id, _paper(face, drawn=True, tinted=False))


def _plain(mark: Mark, measures: Measures) -> Iterator[Item]:
    """Yield a mark without colour: sunk or raised by its rise, or sunk as grooves are."""
    rise = -measures.finish.groove_depth if mark.rise is None else mark.rise
    for region in mark.ink:
        yield Item(("body", round(measures.stock.thickness + rise, 6)), area(region))


def _body(face: Face, measures: Measures) -> Iterator[Item]:
    """Yield what is seen of a body with its inlays: pockets, plugs, what their patterns leave level."""
    m = measures
    for mark in face.marks:
        if mark.colour is None:
            yield from _plain(mark, m)
            continue
        for region in mark.field:
            yield Item(("body", round(m.stock.thickness - m.finish.inlay_depth, 6)), area(region))
            yield Item(("plug", round(m.stock.thickness - m.finish.inlay_depth, 6)), area(region))
        for region in mark.ink:
            yield Item(("inlay", round(m.stock.thickness, 6)), area(region), mark.colour)


def _in_back(face: Face, measures: Measures) -> Iterator[Item]:
    """Yield the inlays of a back, which stand on the bed: their upper surfaces."""
    if face.inlaid_back:
        for region in face.back:
            yield Item(("back", measures.finish.inlay_depth), area(region), face.back_colour)


def _relief(face: Face, measures: Measures) -> Iterator[Item]:
    """Yield what is seen of a piece in one body, its patterns raised."""
    for mark in face.marks:
        if mark.colour is None:
            yield from _plain(mark, measures)
            continue
        for region in mark.ink:
            yield Item(("body", round(measures.stock.thickness + measures.finish.relief_height, 6)), area(region))


def _cut(face: Face, kerf: float) -> Iterator[Item]:
    """Yield what a laser does inside an outline."""
    for mark in face.marks:
        for region in mark.ink:
            if mark.operation is Operation.ENGRAVE:
                yield Item((f"engrave-{mark.setting}" if mark.setting else "engrave", 0.0), area(region))
            elif mark.operation is Operation.SCORE:
                for ring in region.rings:
                    yield Item(("score", 0.0), Polygon(ring))
            else:
                for k, ring in enumerate(region.rings):
                    # what falls out of the piece is larger than the hole by nothing: the kerf is taken off it
                    side = kerf / 2 if k else -kerf / 2
                    yield Item(("cut", 0.0), Polygon(ring).buffer(side, join_style="mitre", mitre_limit=100.0))
        operation = "cut-open" if mark.operation is Operation.CUT else "score-open"
        for line in mark.lines:
            reach = kerf / 2 if mark.operation is Operation.CUT else 0.0
            yield Item((operation, 0.0), LineString(_lengthened(line, face.outline, reach)))


def _lengthened(line: Ring, outline: Ring, reach: float) -> list[tuple[float, float]]:
    """Return a line that runs on by `reach` where it ends on an outline."""
    rim = Polygon(outline).exterior
    points = np.array(line)
    ends = []
    for end, inner in ((points[0], points[1]), (points[-1], points[-2])):
        way = end - inner
        on = reach and rim.distance(Point(*end)) < ON_RIM
        ends.append(end + way / np.hypot(*way) * reach if on else end)
    return [tuple(ends[0]), *map(tuple, points[1:-1]), tuple(ends[1])]


def _paper(face: Face, *, drawn: bool, tinted: bool) -> Iterator[Item]:
    """Yield what is printed inside an outline. drawn: whether the piece is written on, and its lines are printed;
    tinted: whether its tints are, too."""
    rim = Polygon(face.nominal)
    for mark in face.marks:
        for region in mark.ink:
            yield Item(("ink", 0.0), area(region).intersection(rim), mark.colour)
        if tinted and mark.colour is not None and not mark.ink:
            for region in mark.field:
                yield Item(("ink", 0.0), area(region), mark.colour)
        if drawn:
            for line in mark.lines:
                yield Item(("line", 0.0), LineString(line))

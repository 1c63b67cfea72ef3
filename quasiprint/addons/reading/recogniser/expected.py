"""What each piece of a set must look like in plastic, wood and on paper: its items, read from the model's faces.

A face is a set of *items*: areas or lines, each on a layer (a height in a body, an operation on a sheet, ink on paper).
Equal items of several faces are one item, so a face is a set of numbers, and what was found is named by looking up
which faces have just these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.addons.reading.recogniser.plane import Lie, distances, find_placements, ring_of, to_sheet
from quasiprint.addons.reading.recogniser.shapes import Complex
from quasiprint.model.choices import MagnetSide, Process
from quasiprint.model.face import Face, Operation, Region, Ring
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Piece

Layer = tuple[str, float]  # what it is ("body", "inlay", "engrave" …), and its height in mm, 0 on sheets and paper
ON_RIM = 1e-5  # mm
ALIKE = 1e-4  # mm: items that are nearer to one another are the same


@dataclass(frozen=True, slots=True)
class Item:
    """An area or a line of a face on a layer: expected, in the face's frame, or found in a file, where it was found.
    colour: index in the palette, None if it has none or nothing tells it, −1 if it is none of the palette's."""

    layer: Layer
    shape: BaseGeometry
    colour: int | None = None


@dataclass(eq=False)
class Kind:
    """All pieces of a set with the same outline and thickness. items: of all the faces. faces: which items make
    which pieces (ids), by variant: how the piece is made ("inlaid", "relief", "cut", "paper", "grey"). top: how high
    faces lie above the bed, mm. bevel: how much is taken off their edges. backs: what paper and laser show on each
    piece's back, in the frame of its face, and in which colour of the palette."""

    name: str
    outline: Polygon
    nominal: Polygon
    top: float
    bevel: float = 0.0
    items: list[Item] = field(default_factory=list)
    faces: dict[tuple[str, frozenset[int]], list[str]] = field(default_factory=dict)
    backs: dict[str, tuple[tuple[Polygon, int | None], ...]] = field(default_factory=dict)
    _numbers: dict[tuple[Layer, bytes, int | None], int] = field(default_factory=dict)

    @cached_property
    def ring(self) -> Complex:
        """The outline's corners."""
        return ring_of(self.outline)

    @cached_property
    def bevelled(self) -> float:
        """What a bevel takes of the outline's area, mm²."""
        return float(self.outline.area - _grow(self.outline, -self.bevel).area)

    @cached_property
    def shapes(self) -> NDArray[np.object_]:
        """The items' shapes."""
        return np.array([item.shape for item in self.items], dtype=object)

    @cached_property
    def middles(self) -> shapely.STRtree:
        """The middles of the items' shapes."""
        return shapely.STRtree(shapely.centroid(self.shapes))

    def find_by_items(self, numbers: frozenset[int], variants: Sequence[str]) -> tuple[str, ...]:
        """Return the pieces that have just these items, made in the first of some ways in which there is one."""
        return next((tuple(ids) for made in variants if (ids := self.faces.get((made, numbers)))), ())

    def add(self, variant: str, item_id: str, items: Iterable[Item]) -> None:
        """Take note that a piece, made in this way, has these items. Equal items have one number."""
        items, numbers = list(items), set[int]()
        shapes = shapely.to_wkb(shapely.normalize(np.array([item.shape for item in items], dtype=object)))
        for item, shape in zip(items, shapes, strict=True):
            number = self._numbers.setdefault((item.layer, shape, item.colour), len(self.items))
            self.items += [item] if number == len(self.items) else []
            numbers.add(number)
        self.faces.setdefault((variant, frozenset(numbers)), []).append(item_id)

    def alike(self, numbers: frozenset[int], other: Kind, others: frozenset[int]) -> bool:
        """Tell whether a face of this kind, outline and items, is one of another kind, or of this, but for a turn."""
        here, beyond = (
            Counter((item.layer, item.colour) for item in map(kind.items.__getitem__, these))
            for kind, these in ((self, numbers), (other, others))
        )
        if self.top != other.top or here != beyond:
            return False
        return any(self._has_same_items(numbers, lie, other, others) for lie in find_placements(other.ring, self.ring))

    def _has_same_items(self, numbers: frozenset[int], lie: Lie, other: Kind, others: frozenset[int]) -> bool:
        """Tell whether the items of a face, placed by `lie`, are another face's."""
        left = set(others)
        for item in (self.items[k] for k in sorted(numbers)):
            layer = item.layer, item.colour
            fit = [j for j in sorted(left) if (other.items[j].layer, other.items[j].colour) == layer]
            here = to_sheet(np.array([item.shape] * len(fit), dtype=object), [lie] * len(fit))
            off = distances(here, other.shapes[fit]) if fit else np.array([np.inf])
            if off.min() > ALIKE:
                return False
            left.discard(fit[int(off.argmin())])
        return True


@dataclass(frozen=True, slots=True)
class Expected:
    """A set as one process makes it: its kinds, and how many there are of each piece."""

    game_set: GameSet
    kinds: tuple[Kind, ...]

    @property
    def pieces(self) -> set[str]:
        """The ids of the pieces."""
        return {piece.id for piece in self.game_set.pieces}

    @property
    def hollow(self) -> bool:
        """Whether pieces have cavities."""
        manner = self.game_set.measures.manner
        return bool(manner.magnet) and manner.magnet_side is MagnetSide.INSIDE

    @property
    def counts(self) -> dict[str, int]:
        """How many there are of each piece."""
        return {item.id: item.count for item in self.game_set.items}


def expect(game_set: GameSet) -> Expected:
    """Return what a set must look like as its process makes it."""
    kinds: dict[tuple[Ring, float], Kind] = {}
    for item in game_set.items:
        face, measures = item.face, game_set.measures.with_thickness(item.face.thickness)
        key = face.outline, measures.stock.thickness
        if key not in kinds:
            name = item.shape if isinstance(item, Piece) else item.kind
            kinds[key] = Kind(name, _outline(face, game_set), Polygon(face.nominal), key[1], face.bevel)
        _add(kinds[key], item.id, face, measures, written=game_set.boards is not None)
    _join(kinds.values(), {accessory.id for accessory in game_set.accessories})
    return Expected(game_set, tuple(kinds.values()))


def _join(kinds: Iterable[Kind], accessories: set[str]) -> None:
    """Let faces of accessories that are the same but for a turn go by the names of all of them, as two parts of a board
    may be, of one kind or of two. Of pieces no two are the same, or the set is none."""
    first: list[tuple[Kind, str, frozenset[int]]] = []
    for kind in kinds:
        for (variant, numbers), ids in kind.faces.items():
            if not accessories >= set(ids):
                continue
            for twin, made, others in first:
                if made == variant and kind.alike(numbers, twin, others):
                    known = twin.faces[made, others]
                    known += ids
                    kind.faces[variant, numbers] = known
                    kind.backs.setdefault(known[0], kind.backs[ids[0]])
                    break
            else:
                first.append((kind, variant, numbers))


def _outline(face: Face, game_set: GameSet) -> Polygon:
    """Return the outline that a file shows: where the beam runs on a sheet, nominal where paper is cut."""
    process = game_set.measures.process
    if process is Process.LASER:
        return Polygon(_grow(Polygon(face.outline), game_set.measures.laser.outside).exterior)
    return Polygon(face.nominal if process is Process.PAPER and game_set.boards is None else face.outline)


def _grow(area: Polygon, by: float) -> Polygon:
    return area.buffer(by, join_style="mitre", mitre_limit=100.0) if by else area


@lru_cache(maxsize=8192)
def _area(region: Region) -> Polygon:
    """Return a region: faces share many."""
    return Polygon(region.outer, region.holes)


@lru_cache(maxsize=8192)
def _within(region: Region, rim: Ring) -> BaseGeometry:
    """Return what of a region lies within a rim."""
    return _area(region).intersection(Polygon(rim))


def _add(kind: Kind, id: str, face: Face, measures: Measures, *, written: bool) -> None:
    kind.backs[id] = tuple((_area(region), face.back_colour) for region in face.back)
    if measures.process is Process.PRINTER:
        inlaid = any(mark.colour is not None and mark.field for mark in face.marks) or face.inlaid_back
        below = list(_below(face, measures, kind.outline))
        kind.add("inlaid", id, (*_on_body(face, measures), *below))
        if inlaid:
            kind.add("relief", id, (*_relief(face, measures), *below))
    elif measures.process is Process.LASER:
        kind.add("cut", id, _cut(face, measures.laser.outside))
    else:
        kind.add("paper", id, _paper(face, drawn=written, tinted=written))
        if written:
            kind.add("grey", id, _paper(face, drawn=True, tinted=False))


def _below(face: Face, measures: Measures, outline: Polygon) -> Iterator[Item]:
    """Yield the underside of a body: what stands on the bed, a bevel around it if it is convex, and what is sunk in or
    goes through; and a pocket for a magnet, on whichever side."""
    finish = measures.finish
    holes = [region for mark in face.marks if mark.operation is Operation.CUT for region in mark.ink]
    yield from (Item(("through", 0.0), _area(region)) for region in holes)
    bevel = finish.chamfer if outline.convex_hull.area - outline.area < 1e-3 and not holes else 0.0
    yield Item(("foot", 0.0), Polygon(_grow(outline, -bevel).exterior))
    depth = finish.inlay_depth if face.inlaid_back else finish.back_depth
    hollow = finish.back_depth if face.hollow_depth is None else face.hollow_depth
    for region, deep in [(region, depth) for region in face.back] + [(region, hollow) for region in face.hollows]:
        yield Item(("under", round(deep, 6)), _area(region))
        # what stands within a sunk ring, as in a 0, stands on the bed
        yield from (Item(("foot", 0.0), _area(Region(hole[::-1]))) for hole in region.holes)
    if pocket := face.pocket:  # its floor and its ceiling
        yield from (Item(("body", round(z, 6)), _area(pocket.area)) for z in (pocket.low,) if z)
        top = round(measures.stock.thickness, 6)
        yield from (Item(("under", z), _area(pocket.area)) for z in (round(pocket.high, 6),) if z < top)


def _on_body(face: Face, measures: Measures) -> Iterator[Item]:
    """Yield what is seen of a body with inlays: pockets and plugs, what their patterns leave level, inlaid backs."""
    top, floor = round(measures.stock.thickness, 6), round(measures.stock.thickness - measures.finish.inlay_depth, 6)
    for mark in face.marks:
        if mark.operation is Operation.CUT:
            continue
        if mark.colour is None:
            rise = -measures.finish.groove_depth if mark.rise is None else mark.rise
            yield from (Item(("body", round(top + rise, 6)), _area(region)) for region in mark.ink)
            continue
        for region in mark.field:
            yield Item(("body", floor), _area(region))
            yield Item(("plug", floor), _area(region))
        yield from (Item(("inlay", top), _area(region), mark.colour) for region in mark.ink)
    if face.inlaid_back:
        depth = round(measures.finish.inlay_depth, 6)
        yield from (Item(("back", depth), _area(region), face.back_colour) for region in face.back)


def _relief(face: Face, measures: Measures) -> Iterator[Item]:
    """Yield the items of a piece in one body, its patterns raised."""
    top = measures.stock.thickness
    for mark in face.marks:
        rise = -measures.finish.groove_depth if mark.rise is None else mark.rise
        high = top + (rise if mark.colour is None else measures.finish.relief_height)
        yield from (Item(("body", round(high, 6)), _area(region)) for region in mark.ink)


def _cut(face: Face, outside: float) -> Iterator[Item]:
    """Yield what a laser does inside an outline."""
    for mark in face.marks:
        for region in mark.ink:
            if mark.operation is Operation.ENGRAVE:
                yield Item((f"engrave-{mark.setting}" if mark.setting else "engrave", 0.0), _area(region))
            elif mark.operation is Operation.SCORE:
                yield from (Item(("score", 0.0), Polygon(ring)) for ring in region.rings)
            else:
                for k, ring in enumerate(region.rings):
                    # what falls out of the piece is no larger than the hole: the beam runs inside it
                    yield Item(("cut", 0.0), _grow(Polygon(ring), outside if k else -outside))
        cut = mark.operation is Operation.CUT
        for line in mark.lines:
            points = _lengthen(line, face.outline, outside) if cut and outside else LineString(line)
            yield Item(("cut-open" if cut else "score-open", 0.0), points)


def _lengthen(line: Ring, outline: Ring, reach: float) -> LineString:
    """Return a line that runs on by `reach` where it ends on an outline."""
    rim, points = Polygon(outline).exterior, np.array(line)
    ends = []
    for end, inner in ((points[0], points[1]), (points[-1], points[-2])):
        way = end - inner
        on = rim.distance(Point(*end)) < ON_RIM
        ends.append(end + way / np.hypot(*way) * reach if on else end)
    return LineString([ends[0], *points[1:-1], ends[1]])


def _paper(face: Face, *, drawn: bool, tinted: bool) -> Iterator[Item]:
    """Yield what is printed inside an outline. drawn: whether the piece is written on, and its lines are printed;
    tinted: whether its tints are, too."""
    for mark in face.marks:
        yield from (Item(("ink", 0.0), _within(region, face.nominal), mark.colour) for region in mark.ink)
        if tinted and mark.colour is not None and not mark.ink:
            yield from (Item(("ink", 0.0), _area(region), mark.colour) for region in mark.field)
        if drawn:
            yield from (Item(("line", 0.0), LineString(line)) for line in mark.lines)

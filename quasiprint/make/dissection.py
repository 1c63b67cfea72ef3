"""Pieces of a set file that fill one region together: how they lie there, and what a laser cuts along each line once.

The region stands in the file. If none does, and no two tiles share an edge by their outline alone, a rectangle or
another named region of the size of all tiles is tried. What a search finds is proved here in whole numbers: each piece
of a tile's side is that of another, run the other way, or one of the region's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import islice
from operator import add
from typing import Any

from quasiprint.addons.designer.sets.looks.frame import frame
from quasiprint.addons.designer.sets.making import ids
from quasiprint.addons.designer.sets.placed import Lattice, Placed, common, lay
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.proof import hold, refuse_too_many
from quasiprint.addons.designer.sets.regions import MOST_CELLS
from quasiprint.addons.designer.sets.room import SetRoom
from quasiprint.addons.designer.sets.set_file import SetDesign
from quasiprint.exact.polygon import between, orientation
from quasiprint.exact.zeta import Surd
from quasiprint.layout.lattice import SAME
from quasiprint.layout.nesting import Area
from quasiprint.layout.nets import Cell, connected, net_sheets, turned
from quasiprint.layout.shared import SharedSheet
from quasiprint.model.errors import InputError
from quasiprint.model.face import Point, area, bounds, snap
from quasiprint.model.game import Game
from quasiprint.model.limits import round_down
from quasiprint.model.measures import Maker, Measures
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Placement

STEPS = 300_000  # of a search in a region that the file says: some ten seconds
TRIED, MOST_TRIED = 60_000, 3  # in one that is tried, and how many are
NEAR = 1e-6  # edges
CHOOSE = "choose --cut separate"


@dataclass(frozen=True, slots=True)
class Dissection:
    """All tiles of a set in their region, once or several times. room: of the set, with the outlines of shapes that lie
    turned over mirrored; lattice, tiles: of one region; rings: for each tile, its corners and those of others on its
    sides; times: how often all tiles fill the region."""

    room: SetRoom
    lattice: Lattice
    tiles: tuple[Placed, ...]
    rings: tuple[tuple[Any, ...], ...]
    times: int

    def sheets(self, game_set: GameSet, stock: Area) -> list[SharedSheet]:
        """Return the pieces of a set, or of a part of it, on sheets, as they lie in their region. Raises InputError if
        that is larger than a sheet."""
        cells = self._cells(game_set.measures)
        due = Counter({piece.id: piece.count for piece in game_set.pieces})
        nets = []
        for _ in range(max(due.values(), default=0)):
            for region in cells:
                net = [cell for cell in region if due[cell.placement.item] > 0]
                due.subtract(cell.placement.item for cell in net)
                nets += connected(net)
        return net_sheets([_as_fits(net, stock, game_set.measures.size.edge) for net in nets], stock)

    def _cells(self, measures: Measures) -> list[list[Cell]]:
        """Return the pieces of each region, in mm."""
        edge = measures.size.edge
        design = self.room.file_design
        held = hold(design, design.label)
        shapes = {shape.name: shape for shape in design.shapes}
        every = {key: iter([id for tile in held[key] for id in ids(shape, tile)]) for key, shape in shapes.items()}
        corners: dict[Any, Point] = {}
        regions: list[list[Cell]] = []
        for _ in range(self.times):
            cells: list[Cell] = []
            for tile, ring in zip(self.tiles, self.rings, strict=True):
                fx, fy = frame(shapes[tile.shape.name].outline, measures).points[0]
                angle = 360.0 * tile.turn / self.lattice.parts
                c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                x, y = tile.at.to_xy()
                at = snap(edge * x - fx * c + fy * s), snap(edge * y - fx * s - fy * c)
                placement = Placement(next(every[tile.shape.name]), *at, round(angle, 9))
                cells.append(Cell(placement, tuple(_in_mm(p, edge, corners) for p in ring)))
            regions.append(cells)
        return regions


def _in_mm(p: Any, edge: float, known: dict[Any, Point]) -> Point:
    if p not in known:
        x, y = p.to_xy()
        known[p] = snap(edge * x), snap(edge * y)
    return known[p]


def _as_fits(net: Sequence[Cell], stock: Area, edge: float) -> Sequence[Cell]:
    """Return a net as it lies, or turned by a quarter if it fits only so. Raises InputError if it does not fit at all.
    edge: of its tiles, mm."""
    wide, high = (room + SAME for room in stock.room)
    left, low, right, top = bounds(tuple(cell.ring for cell in net))
    width, height = right - left, top - low
    if width <= wide and height <= high:
        return net
    if height <= wide and width <= high:
        return turned(net)
    most = round_down(edge * max(min(wide / width, high / height), min(wide / height, high / width)))
    raise InputError(
        f"--cut shared: found pieces that fill {width:.2f} × {height:.2f} mm together, allowed is what fits on "
        f"{wide:.2f} × {high:.2f} mm: an edge of up to {most:g} mm; or choose a larger sheet, or --cut separate"
    )


def dissection_of(game: Game) -> Dissection | None:
    """Return how all tiles of a set file lie in the region that they fill; None if no region is known. Raises
    InputError if the file says one, and no way to fill it is found."""
    return _of_room(game) if isinstance(game, SetRoom) and game.own is not None else None


def measures_beside_lines(game: Game, every: tuple[Measures, ...]) -> tuple[Measures, ...]:
    """Return measures for shared cuts; if all pieces fill a region together, a laser cuts along their outlines as
    designed, and takes half of the kerf off every side. Raises InputError if they are to fill one, and cannot."""
    if dissection_of(game) is None:
        return every
    return tuple(
        replace(own, fit=replace(own.fit, clearance=snap(own.fit.kerf / 2), clearance_from="--cut shared"))
        if own.process is Maker.LASER
        else own
        for own in every
    )


def missing_region(game: Game) -> str:
    """Return what a message says of a set file that names no region; "" for another game."""
    if not isinstance(game, SetRoom):
        return ""
    return ", or tiles that fill one shape together, which the file says: [region] polygon = …"


@lru_cache(maxsize=4)
def _of_room(room: SetRoom) -> Dissection | None:
    from quasiprint.addons.designer.puzzles.filling import GaveUp, fill
    from quasiprint.addons.designer.puzzles.region import own_region

    design = room.file_design
    refuse_too_many(design, design.label)
    held = hold(design, design.label)
    counts = [shape.pieces(held[shape.name]) for shape in design.shapes]
    region = own_region(design)
    straight = all(shape.choice.at != "profiles" for shape in design.shapes)
    if region is None:
        if not straight or _share_edges(design, counts):
            return None
        for one in islice(_tried(design, counts), MOST_TRIED):
            try:
                if found := fill(design, one, counts, TRIED):
                    return _proved(room, one, *found, times=1)
            except (GaveUp, InputError):
                continue
        return None
    label = f"{design.label}: [region] polygon"
    if not straight:
        raise InputError(f"--cut shared: found labels at profiles, allowed are straight edges; {CHOOSE}")
    if any(area(tuple(p.to_xy() for p in ring)) < 0 for ring in region.rings):
        # what falls out of it is no piece, and whoever reads the sheet takes it for one
        raise InputError(f"{label}: found a hole, allowed with --cut shared are regions without holes; {CHOOSE}")
    try:
        times = _times(design, region, counts)
        found = fill(design, region, [count // times for count in counts], STEPS)
    except GaveUp:
        raise InputError(
            f"{label}: found no way for all tiles to fill it in {STEPS:,} steps, and none is ruled out; allowed with "
            f"--cut shared is a region for which one is found; {CHOOSE}"
        ) from None
    except InputError:
        raise
    except ValueError as problem:
        raise InputError(f"{label}: {problem}") from None
    if found is None:
        bare = all(shape.is_plain for shape in design.shapes)
        turned_over = "" if bare else "; tiles that show something lie face up"
        raise InputError(
            f"{label}: found a region that the {sum(counts)} tiles cannot fill, that is proved{turned_over}; allowed "
            f"with --cut shared is one that they fill; {CHOOSE}"
        )
    return _proved(room, region, *found, times=times)


def _share_edges(design: SetDesign, counts: Sequence[int]) -> bool:
    """Tell whether there are several tiles of one outline that share edges by themselves."""
    often: Counter[Outline] = Counter()
    for shape, count in zip(design.shapes, counts, strict=True):
        often[shape.outline] += count
    return any(count > 1 and _is_lattice(outline) for outline, count in often.items())


def _is_lattice(outline: Outline) -> bool:
    corners: Sequence[Any] = _sharp(outline.corners)
    if len(corners) == 4:
        return bool(corners[0] + corners[2] == corners[1] + corners[3])
    return len(corners) == 3


def _tried(design: SetDesign, counts: Sequence[int]) -> Iterator[Outline]:
    """Yield the named regions that have as many cells as all tiles, the roundest first."""
    from quasiprint.addons.designer.puzzles.region import LARGEST, grid, region

    cells = sum(count * len(shape.outline.cells) for count, shape in zip(counts, design.shapes, strict=True))
    kind = grid(design)
    if not 0 < cells <= MOST_CELLS or not kind:
        return
    said: list[str] = []
    if kind == "triangles":
        said += [f"hexagon:{n}" for n in range(1, 9) if 6 * n * n == cells]
        said += [f"triangle:{n}" for n in range(1, 21) if n * n == cells]
    if kind == "hexagons":
        said += [f"hexagon:{n}" for n in range(2, 13) if 3 * n * (n - 1) + 1 == cells]
    each = 2 if kind == "triangles" else 1
    name = "rectangle" if kind == "squares" else "parallelogram"
    sizes = ((cells // each // high, high) for high in range(math.isqrt(cells // each), 0, -1))
    said += [f"{name}:{w}x{h}" for w, h in sizes if w * h * each == cells and w <= LARGEST]
    yield from (region(one, design) for one in said)


def _times(design: SetDesign, region: Outline, counts: Sequence[int]) -> int:
    """Return how often all tiles fill a region, by their areas. Raises InputError if they do not, once or more, and
    ValueError for outlines on lattices that have none in common."""
    lattice = common([*(shape.outline for shape in design.shapes), region])
    every = [(shape.outline, count) for shape, count in zip(design.shapes, counts, strict=True)]
    whole, *tiles = (_twice_area(outline, lattice, count) for outline, count in ((region, 1), *every))
    total = reduce(add, tiles)
    space = sum(area(tuple(p.to_xy() for p in ring)) for ring in region.rings)
    taken = sum(count * area(tuple(p.to_xy() for p in one.corners)) for one, count in every)
    times = round(taken / space)
    if times < 1 or total != Surd(whole.m * times, whole.n * times, whole.root):
        raise InputError(
            f"{design.label}: [region] polygon: found a region of {space:.6g} and tiles of {taken:.6g} together, in "
            f"squares of an edge; allowed with --cut shared is a region that all tiles fill, once or several times; "
            f"{CHOOSE}"
        )
    if odd := next((shape for shape, count in zip(design.shapes, counts, strict=True) if count % times), None):
        raise InputError(
            f"{design.label}: [region] polygon: found a region that all tiles fill {times} times, by its size, and of "
            f"{odd.name!r} {counts[design.shapes.index(odd)]}; allowed with --cut shared is a multiple of {times}; "
            f"{CHOOSE}"
        )
    return times


def _twice_area(outline: Outline, lattice: Lattice, count: int) -> Surd:
    """Return so many times twice the area of an outline, up to the factor that all of its lattice have."""
    total = reduce(add, (lattice.lift(a).cross(lattice.lift(b)) for a, b in outline.sides))
    return Surd(total.m * count, total.n * count, total.root)


def mirror(outline: Outline) -> Outline:
    """Return an outline as it is seen from behind; its first corner is still the first."""
    first, *others = (p.mirror() for p in _any(outline.corners))
    cells = tuple(tuple(p.mirror() for p in reversed(_any(cell))) for cell in outline.cells)
    return replace(outline, corners=(first, *reversed(others)), cells=cells)


def _any(points: Sequence[Any]) -> Sequence[Any]:
    return points


def _sharp(corners: Sequence[Any]) -> tuple[Any, ...]:
    """Return corners without those at which a side goes straight on."""
    n = len(corners)
    return tuple(p for k, p in enumerate(corners) if orientation(corners[k - 1], p, corners[(k + 1) % n]))


def _pairs(ring: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def _with_knots(ring: Sequence[Any], knots: Mapping[Any, Point]) -> tuple[Any, ...]:
    """Return a ring with a corner wherever one of some knots lies on a side. knots: with their coordinates."""
    found: list[Any] = []
    for a, b in _pairs(ring):
        (ax, ay), (bx, by) = knots[a], knots[b]
        left, right, low, high = min(ax, bx) - NEAR, max(ax, bx) + NEAR, min(ay, by) - NEAR, max(ay, by) + NEAR
        on = [
            (math.dist((ax, ay), (x, y)), p)
            for p, (x, y) in knots.items()
            if left <= x <= right and low <= y <= high and p not in (a, b) and between(p, a, b)
        ]
        found += [a, *(p for _, p in sorted(on, key=lambda one: one[0]))]
    return tuple(found)


def _proved(room: SetRoom, region: Outline, lattice: Lattice, tiles: Sequence[Placed], *, times: int) -> Dissection:
    """Return the dissection of tiles that lie somewhere. Raises ArithmeticError if they do not fill the region."""
    design = room.file_design
    over = {tile.shape.name for tile in tiles if tile.flipped}
    shapes = tuple(
        replace(shape, outline=mirror(shape.outline)) if shape.name in over else shape for shape in design.shapes
    )
    blanks = {tile.shape.name: tile.shape for tile in tiles}
    outlines = {shape.name: shape.outline for shape in shapes}
    laid = []
    for tile in tiles:
        own = replace(blanks[tile.shape.name], outline=outlines[tile.shape.name])
        laid.append(lay(own, tile.labels, lattice, tile.at, tile.turn))
    laid.sort(key=lambda tile: min((y, x) for x, y in (p.to_xy() for p in tile.corners)))
    rim = [_sharp([lattice.lift(p) for p in ring]) for ring in region.rings]
    corners = [_sharp(tile.corners) for tile in laid]
    knots = {p: p.to_xy() for ring in (*rim, *corners) for p in ring}
    rings = [_with_knots(ring, knots) for ring in corners]
    # each piece of a side once; those that no other tile's runs against are the region's, all of them
    walked = Counter(side for ring in rings for side in _pairs(ring))
    alone = {(a, b) for a, b in walked if (b, a) not in walked}
    border = {side for ring in rim for side in _pairs(_with_knots(ring, knots))}
    if max(walked.values()) > 1 or alone != border:
        raise ArithmeticError(f"{design.label}: the tiles do not fill the region")
    return Dissection(replace(room, own=replace(design, shapes=shapes)), lattice, tuple(laid), tuple(rings), times)

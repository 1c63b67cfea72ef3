"""What is written on a sheet besides the marks of pieces: ids, and in the margin a ruler, a title and a corner.

Lengths in mm.

A piece's id stands on it, as large as it fits, along one of its longer edges, clear of what is drawn there; or on the
waste beside it, along a side of the cut: there it helps to sort what was cut, and stays behind. Where the sheet has no
room for it, none is burned.

A sheet is hardly ever as wide as it is said to be. So nothing on a back is measured from the edge that comes to lie
where another one lay: face and back are both measured from one corner of the sheet, which is marked on both drawings.
It lies at the lower left of the face, and at the lower right of the back. A jig finds both places on the machine: the
beam cuts an L into waste at each, along the rim of the drawing, and what is left of the waste is a stop.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from quasiprint.drawing.lettering import Anchor, outlines, width
from quasiprint.drawing.outlines import rectangle
from quasiprint.drawing.rings import boundary_distance, cross, inside, sides
from quasiprint.layout.rows import direction
from quasiprint.model.face import Point, Region, Ring, bounds, snap, snap_axes
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock

LARGEST = 3.0
SMALLEST = 0.8  # less cannot be read
STEP = 0.2
CLEAR = 1.2  # to the rim and to what is drawn

# The middle of the baseline, its direction in radians, the height of the capitals.
Place = tuple[Point, float, float]


def label(text: str, outline: Ring, avoid: tuple[Region, ...] = ()) -> tuple[Region, ...]:
    """Return a text as areas inside a piece's outline; none if there is no room for it. avoid: what stays clear."""
    found = _spot(outline, avoid, round(width(text, 1.0), 3))
    if found is None:
        return ()
    at, angle, height = found
    return _text_along(text, height, at, (math.cos(angle), math.sin(angle)), "middle")


@lru_cache(maxsize=4096)
def _spot(outline: Ring, avoid: tuple[Region, ...], wide: float) -> Place | None:
    """Return the place where a text is largest. wide: how far it runs at a height of 1 mm."""
    frames = []
    for angle in _directions(outline):
        c, s = math.cos(angle), math.sin(angle)
        turned, *areas = (
            tuple((x * c + y * s, y * c - x * s) for x, y in ring)
            for ring in (outline, *(region.outer for region in avoid))
        )
        frames.append((angle, turned, areas))
    for step in range(round((LARGEST - SMALLEST) / STEP) + 1):
        height = LARGEST - step * STEP
        for angle, turned, areas in frames:
            found = _place(turned, areas, wide * height, height)
            if found is not None:
                (x, y), c, s = found, math.cos(angle), math.sin(angle)
                return (x * c - y * s, x * s + y * c), angle, height
    return None


def _directions(outline: Ring) -> Iterator[float]:
    """Yield the directions (radians) of the longer edges, so that a text reads from the left."""
    edges = sides(outline)
    longest = max(math.dist(a, b) for a, b in edges)
    upright = {(direction(a, b) + 90) % 180 - 90 for a, b in edges if math.dist(a, b) > 0.6 * longest}
    yield from (math.radians(angle) for angle in sorted(upright, key=lambda a: (abs(a), a)))


def _place(outline: Ring, avoid: list[Ring], wide: float, height: float) -> Point | None:
    """Return the middle of a level baseline for a text, as near to the piece's middle as it fits."""
    bottom, top = min(y for _, y in outline), max(y for _, y in outline)
    steps = math.ceil((top - bottom) / STEP / 2)
    for offset in sorted((k * STEP for k in range(-steps, steps + 1)), key=lambda v: (abs(v), -v)):
        found = _on((bottom + top) / 2 + offset, outline, avoid, wide, height)
        if found is not None:
            return found
    return None


def _on(y: float, outline: Ring, avoid: list[Ring], wide: float, height: float) -> Point | None:
    """Return the middle of the baseline of a text whose middle is at height y, if it fits there."""
    xs = sorted(x0 + (x1 - x0) * (y - y0) / (y1 - y0) for (x0, y0), (x1, y1) in sides(outline) if (y0 > y) != (y1 > y))
    for left, right in zip(xs[::2], xs[1::2], strict=True):
        x, half, up = (left + right) / 2, wide / 2 + CLEAR, height / 2 + CLEAR
        box = ((x - half, y - up), (x + half, y - up), (x + half, y + up), (x - half, y + up))
        holds = right - left > wide + 2 * CLEAR and all(inside(p, outline) for p in box) and not cross(outline, box)
        if holds and not any(inside(r[0], box) or inside(box[0], r) or cross(box, r) for r in avoid):
            return x, y - height / 2
    return None


HEIGHTS = (2.0, 1.6, 1.2)  # of capitals; less cannot be read on wood
AWAY = 0.8  # from the cut of its own piece, and from any other
APART = 0.5  # from other ids
FREE = 0.5  # from the sheet's rim
LONG = 0.45  # of a ring's longest side: along shorter ones nothing is written
ROUNDED = 1e-6
UPRIGHT = 1e-4  # of a unit vector: what leans less stands upright
Box = tuple[float, float, float, float]
Spot = tuple[Point, Point]  # where the baseline of a text begins, and the unit vector along which it runs


def beside(
    cuts: Sequence[tuple[str, Ring]], names: Mapping[str, str], width_mm: float, height_mm: float, foot: float
) -> Iterator[tuple[Ring, ...]]:
    """Yield the ids for which there is room on the waste: the rings of their letters.

    cuts: all outlines that are cut out of the sheet, and whose they are. names: what things are called; others get no
    id. width_mm, height_mm: of the sheet; foot: kept free at its lower rim.
    """
    near = _Kept()
    for _, ring in cuts:
        near.add(ring)
    taken = _Kept()
    for item, ring in cuts:
        if item not in names:
            continue
        text = names[item]
        wide = width(text, 1.0)
        for height, spot in _spots_beside(wide, ring):
            size = wide * height, height
            box = _put(((0.0, 0.0), (size[0], 0.0), size, (0.0, height)), *spot)
            left, low, right, high = bounds((box,))
            if left < FREE or low < foot or right > width_mm - FREE or high > height_mm - FREE:
                continue
            if near.keeps_away(box, spot, size, AWAY - ROUNDED) and taken.keeps_away(box, spot, size, APART):
                taken.add(box)
                yield tuple(ring for region in _text_along(text, height, *spot) for ring in region.rings)
                break


def _spots_beside(wide: float, ring: Ring) -> Iterator[tuple[float, Spot]]:
    """Yield where a text may stand beside a ring, see `_beside`, the highest letters first. wide: how far it runs at a
    height of 1 mm."""
    longest = max(math.dist(a, b) for a, b in sides(ring))
    along = [(a, b) for a, b in sides(ring) if math.dist(a, b) > LONG * longest]
    for height in HEIGHTS:
        yield from ((height, _beside(a, b, wide * height, height)) for a, b in along)


class _Kept:
    """Rings from which others keep away, by how far to the left their boxes begin."""

    def __init__(self) -> None:
        self._every: list[tuple[Box, Ring]] = []
        self._widest = 0.0

    def add(self, ring: Ring) -> None:
        box = bounds((ring,))
        insort(self._every, (box, ring))
        self._widest = max(self._widest, box[2] - box[0])

    def keeps_away(self, ring: Ring, spot: Spot, size: tuple[float, float], by: float) -> bool:
        """Tell whether a rectangle keeps so far away from every ring. spot: its lower left corner, and the unit vector
        along its foot; size: its width and height."""
        left, low, right, high = bounds((ring,))
        first = bisect_left(self._every, left - by - self._widest, key=lambda one: one[0][0])
        for (west, south, east, north), other in self._every[first:]:
            if west > right + by:
                return True
            if east >= left - by and south <= high + by and north >= low - by:
                ((x, y), (ux, uy)), (wide, tall) = spot, size
                along = [(px - x) * ux + (py - y) * uy for px, py in other]
                up = [(py - y) * ux - (px - x) * uy for px, py in other]
                # it is quickly told that something lies beyond a side
                beyond = max(min(along) - wide, -max(along), min(up) - tall, -max(up)) >= by + ROUNDED
                if not beyond and (
                    inside(ring[0], other) or inside(other[0], ring) or boundary_distance(ring, other, by) < by
                ):
                    return False
        return True


def _beside(a: Point, b: Point, run: float, height: float) -> Spot:
    """Return where a text's baseline begins that stands outside a side, and the unit vector along which it runs. The
    ring runs anticlockwise: its outside is on the right."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    out = AWAY + height / 2
    cx, cy = (a[0] + b[0]) / 2 + uy * out, (a[1] + b[1]) / 2 - ux * out
    if ux < -UPRIGHT or (abs(ux) <= UPRIGHT and uy < 0):
        ux, uy = -ux, -uy  # so that it reads from the left
    return (cx - ux * run / 2 + uy * height / 2, cy - uy * run / 2 - ux * height / 2), (ux, uy)


def _put(ring: Ring, at: Point, way: Point) -> Ring:
    """Return a ring whose origin is put at a point, and its x along a unit vector."""
    (x, y), (ux, uy) = at, way
    return tuple([(x + u * ux - v * uy, y + u * uy + v * ux) for u, v in ring])


def _text_along(text: str, height: float, at: Point, way: Point, anchor: Anchor = "start") -> tuple[Region, ...]:
    """Return a text from a point, or about it, along a unit vector."""

    def place(ring: Ring) -> Ring:
        return snap_axes(*zip(*_put(ring, at, way), strict=True))

    return tuple(region.map_rings(place) for region in outlines(text, height, 0.0, 0.0, anchor))


RULER = 100.0
TICK = 10.0
TITLE_HEIGHT = 1.6
LEAST = 0.2  # a margin of less has room for nothing that could be seen
CORNER = 0.75  # of the margin: how large the mark is that tells the corner from which both sides are measured
ARM = 40.0  # of the jig's L, at most
JIG = "corner-jig"


def around(width: float, height: float, stock: SheetStock, title: str) -> list[SheetPath]:
    """Return what is drawn and never burned: the sheet's rim, and in the margin a ruler and the title, if they have
    room there."""
    w, h, foot = width, height, stock.margin / 2
    paths = [SheetPath(SheetOperation.REFERENCE, (rectangle(0.0, 0.0, w, h),))]
    length = min(RULER, TICK * math.floor((w - 2 * stock.margin) / TICK))
    if stock.margin < LEAST or not length:
        return paths
    left, tick = stock.margin, min(1.0, foot)
    marks = [((snap(left), snap(foot)), (snap(left + length), snap(foot)))]
    for x in (snap(left + k * TICK) for k in range(round(length / TICK) + 1)):
        marks.append(((x, snap(foot - tick)), (x, snap(foot + tick))))
    paths.append(SheetPath(SheetOperation.REFERENCE, tuple(marks), closed=False))
    words = f"{length:g} mm   {title}"
    size = min(TITLE_HEIGHT, stock.margin)
    areas = outlines(words, size, left + length + 3, foot - size / 2)
    _, low, right, _ = bounds(tuple(area.outer for area in areas)) if areas else (0.0, 0.0, 0.0, 0.0)
    if right < w and low > 0:
        paths.append(SheetPath(SheetOperation.REFERENCE, tuple(ring for area in areas for ring in area.rings)))
    return paths


def has_corner(stock: SheetStock) -> bool:
    """Tell whether there is a margin for the mark of the corner from which both sides of a sheet are measured."""
    return stock.margin >= LEAST


def corner(width: float, stock: SheetStock, *, back: bool) -> list[SheetPath]:
    """Return the mark of the corner from which both sides of a sheet are measured, if there is a margin for it."""
    if not has_corner(stock):
        return []
    size = snap(CORNER * stock.margin)
    ring: Ring = ((0.0, 0.0), (size, 0.0), (0.0, size))
    if back:
        ring = tuple((snap(width - x), y) for x, y in reversed(ring))
    return [SheetPath(SheetOperation.REFERENCE, (ring,))]


def jig(stock: SheetStock, title: str) -> Drawing:
    """Return the jig: an L along the rim at the lower left, where faces are pushed, and one at the lower right for
    backs."""
    w = stock.width
    arm = snap(min(ARM, stock.width / 4, stock.height / 2))
    lines: tuple[Ring, ...] = (
        ((0.0, arm), (0.0, 0.0), (arm, 0.0)),
        ((snap(w - arm), 0.0), (w, 0.0), (w, arm)),
    )
    cuts = SheetPath(SheetOperation.CUT_OUTER, lines, closed=False)
    return Drawing(JIG, title, w, stock.height, (cuts, *around(w, stock.height, stock, title)), jig=True)

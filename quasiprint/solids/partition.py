"""Plans: the parting of a plane area into pieces of different height, exactly, and into triangles.

Points are pairs of integers, nanometres: whether two corners are the same or two edges cancel
is a comparison of integers. The grid of faces (six decimals of a millimetre) maps onto it
without loss, and ``to_mm`` gives the very float that the face had.

Triangles of an area are proved to cover its border exactly once. Corners of different steps often
lie on one line, up to rounding; a triangle between three of them is a splinter that 32-bit floats
could turn over, so the diagonal it leans on is flipped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from quasiprint.drawing.rings import NEAR, Edge, GridPoint, GridRing, on_grid, sides, to_mm, twice_area
from quasiprint.model.bounded import cache_by_weight
from quasiprint.model.face import Region, Ring
from quasiprint.values import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Areas = list[tuple[tuple[GridRing, ...], float]]
SPLINTER = 2000.0  # nm: a triangle less high than this is replaced, if its neighbours allow it
KEPT = 50_000  # triangles of areas that recur
Corner = tuple[float, float]
IndexTriangle = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Partition:
    """An area parted into a base and raised or sunk steps.

    sides: for each edge of the boundary as given, the corners along it, both ends included.
    base: rings of what the steps leave of the area. steps: the rings of each step, with its z.
    Every edge of a ring is an edge of the boundary's sides, or stands in reverse in another.
    """

    sides: tuple[GridRing, ...]
    base: tuple[GridRing, ...]
    steps: tuple[tuple[tuple[GridRing, ...], float], ...]


def partition(boundary: Ring, steps: Iterable[tuple[Region, float]], holes: Iterable[Ring] = ()) -> Partition:
    """Return how `steps` (area and z) part the area inside `boundary` and outside its `holes`. All in mm.

    The boundary holds corners only; corners of steps that lie on its edges become corners of its sides. No step touches
    a hole; the holes' sides stand after the boundary's. Raises ValueError if the steps overlap or leave the area.
    """
    ring = on_grid(boundary)
    areas = [(tuple(on_grid(r) for r in region.rings), z) for region, z in steps]
    if areas:
        areas, borders = _weld(ring, areas)
    else:
        borders = tuple(sides(ring))
    borders = (*borders, *(edge for hole in holes for edge in sides(on_grid(hole))))
    border = {edge for side in borders for edge in pairwise(side)}
    taken: set[Edge] = set()
    for rings, _ in areas:
        for r in rings:
            for edge in sides(r):
                if edge in taken:
                    raise ValueError(f"two steps overlap along the edge {_name(edge)}")
                taken.add(edge)
    rest = [edge for edge in border if edge not in taken]
    for a, b in taken:
        if (a, b) not in border and (b, a) not in taken:
            if (b, a) in border:
                raise ValueError(f"a step lies outside its sector, beyond the edge {_name((a, b))}")
            rest.append((b, a))
    base = tuple(chain(rest))
    if sum(map(twice_area, base)) < 0:
        raise ValueError("the steps are larger than their sector")
    return Partition(borders, base, tuple(areas))


def _name(edge: Edge) -> str:
    (x0, y0), (x1, y1) = to_mm(edge[0]), to_mm(edge[1])
    return f"({x0:g}, {y0:g})–({x1:g}, {y1:g}) mm"


def _weld(ring: GridRing, areas: Areas) -> tuple[Areas, tuple[GridRing, ...]]:
    """Return the steps and the boundary's sides with each other's corners on their edges.

    A step's corner within `NEAR` of a boundary corner becomes that corner.
    """
    corners = {p for rings, _ in areas for r in rings for p in r}
    own = set(ring)
    strange = sorted(corners - own)
    moved, along = _nearest(ring, strange)
    if moved:
        areas = [(tuple(tuple(moved.get(p, p) for p in r) for r in rings), z) for rings, z in areas]
        corners = {moved.get(p, p) for p in corners}
    borders = tuple((a, *found, b) for (a, b), found in zip(sides(ring), along, strict=True))
    # a corner of the boundary may lie on a step's edge: then no step has that corner
    missing = sorted(own - corners)
    if missing:
        areas = [(tuple(refine(r, _around(r, missing)) for r in rings), z) for rings, z in areas]
    return areas, borders


def _around(ring: GridRing, points: Sequence[GridPoint]) -> list[GridPoint]:
    """Return the points within the ring's bounding box: few or none, which saves most of the work."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    x0, x1, y0, y1 = min(xs) - NEAR, max(xs) + NEAR, min(ys) - NEAR, max(ys) + NEAR
    return [p for p in points if x0 <= p[0] <= x1 and y0 <= p[1] <= y1]


def refine(ring: GridRing, points: Sequence[GridPoint]) -> GridRing:
    """Return the ring with those of `points` that lie on its edges as further corners."""
    if not points:
        return ring
    _, along = _nearest(ring, points)
    return tuple(p for a, found in zip(ring, along, strict=True) for p in (a, *found))


def _nearest(ring: GridRing, points: Sequence[GridPoint]) -> tuple[dict[GridPoint, GridPoint], list[list[GridPoint]]]:
    """Return which points are meant to be which corner, and which lie along each edge, in order."""
    import numpy as np

    along: list[list[GridPoint]] = [[] for _ in ring]
    if not points:
        return {}, along
    p: NDArray[np.int64] = np.array(points, dtype=np.int64)
    a: NDArray[np.int64] = np.array(ring, dtype=np.int64)
    d = np.roll(a, -1, axis=0) - a
    rel = p[None, :, :] - a[:, None, :]
    at_corner = (np.abs(rel) <= NEAR).all(axis=2)
    moved = {points[j]: ring[i] for i, j in np.argwhere(at_corner)}
    dot = rel[:, :, 0] * d[:, 0, None] + rel[:, :, 1] * d[:, 1, None]
    cross = rel[:, :, 1] * d[:, 0, None] - rel[:, :, 0] * d[:, 1, None]
    square = (d * d).sum(axis=1)[:, None]
    on_edge = (np.abs(cross) <= NEAR * np.sqrt(square)) & (dot > 0) & (dot < square)
    on_edge &= ~at_corner.any(axis=0)
    for i, j in sorted(np.argwhere(on_edge).tolist(), key=lambda ij: (ij[0], int(dot[ij[0], ij[1]]))):
        along[i].append(points[j])
    return {k: v for k, v in moved.items() if k != v}, along


def chain(loose: Iterable[Edge]) -> list[GridRing]:
    """Return the closed rings that directed edges make, each starting at its least corner.

    Where rings meet in a corner, each keeps its own side: the walk turns left as far as it can.
    Raises ValueError if an edge leads nowhere.
    """
    after: dict[GridPoint, list[GridPoint]] = {}
    for a, b in sorted(loose):
        after.setdefault(a, []).append(b)
    rings = []
    for start in list(after):
        while after[start]:
            ring = [start]
            here = after[start].pop(0)
            while here != start:
                ways = after.get(here)
                if not ways:
                    raise ValueError(f"an edge ends at ({here[0]}, {here[1]}) nm, where none begins")
                k = 0 if len(ways) == 1 else _leftmost(ring[-1], here, ways)
                ring.append(here)
                here = ways.pop(k)
            rings.append(tuple(ring))
    return rings


def _leftmost(before: GridPoint, here: GridPoint, ways: list[GridPoint]) -> int:
    """Return which of the ways turns left the most, coming from `before`."""
    heading = math.atan2(here[1] - before[1], here[0] - before[0])

    def turn(way: GridPoint) -> float:
        angle = math.atan2(way[1] - here[1], way[0] - here[0]) - heading
        return (angle + math.pi) % (2 * math.pi)

    return max(range(len(ways)), key=lambda k: turn(ways[k]))


@cache_by_weight(len, KEPT)
def grid_triangles(rings: tuple[GridRing, ...]) -> tuple[IndexTriangle, ...]:
    """Return anticlockwise triangles of the area (outer rings anticlockwise, holes clockwise).

    The indices count the rings' points one ring after the other; no point is added or left out.
    """
    return triangles(rings)


def triangles(rings: Sequence[Sequence[Corner]]) -> tuple[IndexTriangle, ...]:
    """Return anticlockwise triangles of the area inside `rings` (nm), points as they are.

    Raises ValueError if the area is not covered: an edge of a ring is no side of exactly one
    triangle, another side has no partner, or a triangle is turned over, as where rings cross.
    """
    if len(rings) == 1 and len(rings[0]) == 3:
        return ((0, 1, 2),)
    import manifold3d
    import numpy as np

    arrays = [np.array(ring, dtype=np.float64) for ring in rings]
    found = np.asarray(manifold3d.triangulate(arrays))
    result: list[IndexTriangle] = [(a, b, c) for a, b, c in found.tolist()]
    points = [p for ring in rings for p in ring]
    splinters = np.flatnonzero(~(_heights(np.concatenate(arrays), found) >= SPLINTER)).tolist()
    if splinters:
        _flip_splinters(points, result, splinters)
        if any(_height(points, triangle) < -SPLINTER for triangle in result):
            raise ValueError("triangulation: a triangle is turned over")
    _prove(rings, result)
    return tuple(result)


def _flip_splinters(points: list[Corner], result: list[IndexTriangle], waiting: list[int]) -> None:
    """Replace each splinter and the triangle across its longest side by the two others of their
    quadrilateral, in place, if both of these are higher. waiting: the splinters."""
    at = {side: k for k, (a, b, c) in enumerate(result) for side in ((a, b), (b, c), (c, a))}
    patience = 8 * len(waiting)  # a splinter may have to wait until one beside it is gone
    while waiting and patience:
        patience -= 1
        k = waiting.pop(0)
        height = _height(points, result[k])
        if height >= SPLINTER:
            continue
        turns = (result[k][i:] + result[k][:i] for i in range(3))
        a, b, c = max(turns, key=lambda t: math.dist(points[t[0]], points[t[1]]))
        across = at.get((b, a))
        if across is None:
            continue
        (d,) = set(result[across]) - {a, b}
        first, second = (a, d, c), (d, b, c)
        waiting.append(k)
        if min(_height(points, first), _height(points, second)) > height:
            del at[a, b], at[b, a]
            for where, (p, q, r) in ((k, first), (across, second)):
                result[where] = (p, q, r)
                at[p, q] = at[q, r] = at[r, p] = where
            waiting.append(across)


def _heights(points: NDArray[np.float64], triangles: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return the least height of each triangle, as `_height` has it."""
    import numpy as np

    (ax, ay), (bx, by), (cx, cy) = (points[triangles[:, k]].T for k in range(3))
    longest = np.maximum(
        np.maximum((bx - ax) ** 2 + (by - ay) ** 2, (cx - bx) ** 2 + (cy - by) ** 2), (ax - cx) ** 2 + (ay - cy) ** 2
    )
    height: NDArray[np.float64] = ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / np.sqrt(longest)
    return height


def _height(points: list[Corner], triangle: IndexTriangle) -> float:
    """Return the least height of a triangle, negative if it is turned over."""
    (ax, ay), (bx, by), (cx, cy) = (points[k] for k in triangle)
    longest = max((bx - ax) ** 2 + (by - ay) ** 2, (cx - bx) ** 2 + (cy - by) ** 2, (ax - cx) ** 2 + (ay - cy) ** 2)
    return ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / math.sqrt(longest)


def _prove(rings: Sequence[Sequence[Corner]], result: Sequence[IndexTriangle]) -> None:
    border: set[tuple[int, int]] = set()
    first = 0
    for ring in rings:
        border.update(zip(range(first, first + len(ring)), range(first + 1, first + len(ring)), strict=False))
        first += len(ring)
        border.add((first - 1, first - len(ring)))
    edges = {side for a, b, c in result for side in ((a, b), (b, c), (c, a))}
    if len(edges) != 3 * len(result):
        raise ValueError("triangulation: two triangles have the same side in the same direction")
    if not border <= edges or any((b, a) not in edges for a, b in edges - border):
        raise ValueError("triangulation: the triangles do not fill the area up to its border")

"""Plane shapes as they are found in files: rings, areas, and which way one outline lies on another.

A ring is an array of complex numbers, x + iy in mm, not closed. Areas are shapely's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

Complex = NDArray[np.complex128]
Points = NDArray[np.float64]

FLAT = 2e-4  # mm: a corner that lies so near to the line between its neighbours is none
ALIKE = 0.05  # mm: outlines that differ by more are different outlines
GRID = 1e-4  # mm
BRIEF = 0.01  # mm: of a border, so much may lie aside before it is measured closely
DENSE = 0.05  # of each side: how closely
RELATIVE = 2e-3  # of a shape's size: so much may two shapes differ that are the same but for their scale


@dataclass(frozen=True, slots=True)
class Lie:
    """How a found thing lies: found = turn · thing + shift, `turn` of length `scale`.

    mirrored: whether the thing was turned over before that (x + iy became x − iy). off: how far corners
    of the two are apart at most, mm.
    """

    turn: complex
    shift: complex
    mirrored: bool = False
    off: float = 0.0

    @property
    def scale(self) -> float:
        """How many times as large as the thing what was found is."""
        return abs(self.turn)

    def points_back(self, points: Points) -> Points:
        """Return found points (n × 2) in the frame of the thing."""
        turn = 1 / self.turn
        found = moved(points, turn, -self.shift * turn)
        return found * (1.0, -1.0) if self.mirrored else found

    def points_there(self, points: Points) -> Points:
        """Return points of the thing (n × 2) where it was found."""
        return moved(points * (1.0, -1.0) if self.mirrored else points, self.turn, self.shift)

    def back(self, shape: BaseGeometry) -> BaseGeometry:
        """Return a found shape in the frame of the thing."""
        return shapely.transform(shape, self.points_back)

    def there(self, shape: BaseGeometry) -> BaseGeometry:
        """Return a shape of the thing's frame where it was found."""
        return shape if self.still else shapely.transform(shape, self.points_there)

    def all_there(self, shapes: Sequence[BaseGeometry]) -> Sequence[BaseGeometry]:
        """Return shapes of the thing's frame where they were found."""
        if self.still or not shapes:
            return shapes
        found: list[BaseGeometry] = shapely.transform(np.array(shapes, dtype=object), self.points_there).tolist()
        return found

    def after(self, first: Lie) -> Lie:
        """Return how a thing lies that lay as `first` says, and was then moved as this one, which does not mirror."""
        shift = self.turn * first.shift + self.shift
        return Lie(self.turn * first.turn, shift, first.mirrored, first.off + self.off)

    @property
    def undone(self) -> Lie:
        """The move that takes this one back. This one does not mirror."""
        return Lie(1 / self.turn, -self.shift / self.turn, off=self.off)

    @property
    def still(self) -> bool:
        """Whether the thing lies in its own frame."""
        return self.turn == 1 and self.shift == 0 and not self.mirrored


def moved(points: Points, turn: complex, shift: complex = 0j) -> Points:
    """Return points (n × 2), multiplied by `turn` and moved by `shift`, equal ones to the last bit alike.

    numpy's products of complex numbers differ in their last bit from one place of an array to another, and a ring must
    end where it began.
    """
    x, y = points[:, 0], points[:, 1]
    a, b = turn.real, turn.imag
    return np.column_stack((x * a - y * b + shift.real, x * b + y * a + shift.imag))


STILL = Lie(1 + 0j, 0j)


def cornered(ring: Iterable[Sequence[float]] | Complex) -> Complex:
    """Return a ring's corners, anticlockwise, without those that lie on a straight side."""
    z = ring if isinstance(ring, np.ndarray) and np.iscomplexobj(ring) else _complex(ring)
    if len(z) > 1 and abs(z[0] - z[-1]) < FLAT:
        z = z[:-1]
    if len(z) < 3:
        return z
    z = z[np.abs(z - turned(z, -1)) > FLAT]
    before, after = z - turned(z, -1), turned(z, 1) - z
    across = np.abs((np.conj(before) * after).imag)
    # the height of the corner over the line between its neighbours
    z = z[across > FLAT * np.maximum(np.abs(before + after), FLAT)]
    return z[::-1] if len(z) > 2 and signed_area(z) < 0 else z


def _complex(ring: Iterable[Sequence[float]]) -> Complex:
    points = np.asarray(list(ring), dtype=float)
    return np.asarray(points[:, 0] + 1j * points[:, 1], dtype=np.complex128)


def turned(z: Complex, start: int) -> Complex:
    """Return a ring begun at another of its corners. Quicker than numpy's roll."""
    return np.concatenate((z[start:], z[:start]))


def signed_area(z: Complex) -> float:
    """Return the area of a ring, mm², positive if it runs anticlockwise."""
    return float((np.conj(z) * turned(z, 1)).imag.sum() / 2)


def lies(found: Complex, known: Complex, *, scaled: bool = False, mirrored: bool = False) -> list[Lie]:
    """Return every way in which the outline `known` lies on `found`, the best first. Both as `cornered` gives them.

    scaled: whether it may be larger or smaller. mirrored: whether it is turned over.
    """
    if len(found) != len(known) or len(known) < 3:
        return []
    if mirrored:
        known = np.conj(known)[::-1]
    centre, own = found.mean(), known.mean()
    f, e = found - centre, known - own
    n = len(f)
    # row s: the found ring begun at its corner s
    rolled = f[(np.arange(n)[:, None] + np.arange(n)[None, :]) % n]
    match = rolled @ np.conj(e)
    size = float((np.abs(e) ** 2).sum())
    turns = match / size if scaled else match / np.abs(match)
    off = np.abs(rolled - turns[:, None] * e[None, :]).max(axis=1)
    limit = RELATIVE * float(np.abs(f).max()) if scaled else ALIKE
    ways = []
    for s in np.argsort(off, kind="stable"):
        if off[s] > limit:
            break
        turn = complex(turns[s])
        ways.append(Lie(turn, complex(centre - turn * own), mirrored, float(off[s])))
    return ways


def even_odd(rings: Iterable[Complex]) -> list[Polygon]:
    """Return the areas that rings enclose: what lies in one ring, but not in two, is in."""
    return areas_within([[Polygon(np.column_stack((z.real, z.imag))) for z in rings if len(z) > 2]])[0]


def areas_within(groups: Sequence[Sequence[Polygon]]) -> list[list[Polygon]]:
    """Return for each group of rings, filled, the areas that they enclose together, see `even_odd`."""
    every = np.array([ring for rings in groups for ring in rings], dtype=object)
    group, area = np.repeat(np.arange(len(groups)), [len(rings) for rings in groups]), shapely.area(every)
    order = np.lexsort((-area, group))
    order = order[area[order] > 0]
    every, group, area = every[order], group[order], area[order]
    # a point just inside each ring tells in how many others it lies
    inner, outer = shapely.STRtree(every).query(shapely.point_on_surface(every), "within")
    larger = (area[outer] > area[inner]) & (group[outer] == group[inner])
    inner, outer = inner[larger], outer[larger]
    held = shapely.contains(every[outer], shapely.get_exterior_ring(every[inner]))
    inner, outer = inner[held], outer[held]
    depth = np.bincount(inner, minlength=len(every))
    nearest: dict[int, int] = {}
    for k, j in zip(inner.tolist(), outer.tolist(), strict=True):
        if depth[k] % 2 and (k not in nearest or depth[j] > depth[nearest[k]]):
            nearest[k] = j
    holes: dict[int, list[int]] = {}
    for k, j in sorted(nearest.items()):
        holes.setdefault(j, []).append(k)
    borders = shapely.get_exterior_ring(every)
    for j, own in holes.items():
        every[j] = shapely.polygons(borders[j], borders[own])
    found: list[list[Polygon]] = [[] for _ in groups]
    for k in np.flatnonzero(depth % 2 == 0).tolist():
        found[group[k]].append(every[k])
    return found


def apart(one: BaseGeometry, two: BaseGeometry) -> float:
    """Return the greatest distance from the border of either shape to that of the other, mm."""
    first = one.boundary if isinstance(one, Polygon) else one
    second = two.boundary if isinstance(two, Polygon) else two
    off = float(first.hausdorff_distance(second))
    if off < ALIKE and first.difference(second.buffer(max(2 * off, GRID))).length > BRIEF:
        # measured at corners only: sides between the same corners may still run otherwise
        off = max(off, float(shapely.hausdorff_distance(first, second, densify=DENSE)))
    return off


def rings_of(shape: BaseGeometry) -> tuple[Complex, ...]:
    """Return the corners of an area's rings, its border first; of anything else nothing."""
    if not isinstance(shape, Polygon):
        return ()
    return tuple(cornered(_of_ring(ring)) for ring in (shape.exterior, *shape.interiors))


def _of_ring(ring: BaseGeometry) -> Complex:
    return np.asarray(shapely.get_coordinates(ring).view(np.complex128).ravel())


def fit(found: tuple[Complex, ...], known: tuple[Complex, ...]) -> float | None:
    """Return how far the corners of two areas are apart at most, mm; None if they do not answer to one another.

    Quicker than `apart`, and as good where both have the same corners.
    """
    if len(found) != len(known) or not known:
        return None
    off = 0.0
    for ring in known:
        middle = ring.mean()
        best = None
        for other in found:
            if len(other) == len(ring) and abs(other.mean() - middle) < ALIKE:
                start = int(np.abs(other - ring[0]).argmin())
                one = float(np.abs(turned(other, start) - ring).max())
                best = one if best is None else min(best, one)
        if best is None or best > ALIKE:
            return None
        off = max(off, best)
    return off


def astray_by(found: BaseGeometry, known: BaseGeometry, within: float) -> float:
    """Return how far two areas are apart, mm. Corner by corner, if they are within so much of one another; else, or
    where they have other corners, border by border."""
    off = fit(rings_of(found), rings_of(known))
    return apart(found, known) if off is None or off > within else off


def overlap(one: BaseGeometry, two: BaseGeometry) -> float:
    """Return what two areas share, in parts of what they cover together."""
    both = one.union(two).area
    return float(one.intersection(two).area / both) if both else 0.0

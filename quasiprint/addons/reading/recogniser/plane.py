"""Plane geometry of what is found in files: how one outline lies on another, what rings enclose, how far shapes differ.

Areas are shapely's. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.addons.reading.recogniser.shapes import Complex

Points = NDArray[np.float64]
Numbers = NDArray[np.int64]

FLAT = 2e-4  # a corner that lies so near to the line between its neighbours is none
ALIKE = 0.05  # outlines that differ by more are different outlines
RELATIVE = 2e-3  # of a shape's size: so much may two shapes differ that are the same but for their scale


@dataclass(frozen=True, slots=True)
class Lie:
    """How a found piece lies: found = turn · piece + shift, `turn` of length `scale`. mirrored: whether the piece was
    turned over before that (x + iy became x − iy). off: how far corners of the two are apart at most."""

    turn: complex = 1 + 0j
    shift: complex = 0j
    mirrored: bool = False
    off: float = 0.0

    @property
    def scale(self) -> float:
        """How many times as large as the piece what was found is."""
        return abs(self.turn)

    def after(self, first: Lie) -> Lie:
        """Return how a piece lies that lay as `first` says, and was then moved as this one, which does not mirror."""
        return Lie(self.turn * first.turn, self.turn * first.shift + self.shift, first.mirrored, first.off + self.off)


STILL = Lie()


def to_sheet(shapes: NDArray[np.object_], ways: Sequence[Lie], *, inverse: bool = False) -> NDArray[np.object_]:
    """Return shapes in pieces' frames where they were found: mirrored, multiplied and moved. ways: of each. inverse:
    found shapes in the frames of their pieces. Equal points are moved alike to the last bit, since a ring must end
    where it began: numpy's products of complex numbers differ in their last bit from one place of an array to
    another."""
    points, whose = shapely.get_coordinates(shapes, return_index=True)
    turn, shift = (np.array([getattr(lie, name) for lie in ways], dtype=np.complex128) for name in ("turn", "shift"))
    if inverse:
        turn, shift = 1 / turn, -shift / turn
    mirror = np.array([-1.0 if lie.mirrored else 1.0 for lie in ways])[whose]
    (x, y), a, b = points.T, turn.real[whose], turn.imag[whose]
    y = y if inverse else y * mirror
    moved = np.column_stack((x * a - y * b + shift.real[whose], x * b + y * a + shift.imag[whose]))
    moved[:, 1] *= mirror if inverse else 1.0
    return np.asarray(shapely.set_coordinates(shapes.copy(), moved))


def polygon(ring: Complex) -> Polygon:
    """Return what a ring encloses."""
    return shapely.polygons(points_of(ring))


def points_of(ring: Complex) -> Points:
    """Return complex numbers as rows."""
    return np.ascontiguousarray(ring).view(np.float64).reshape(-1, 2)


def ring_of(area: Polygon) -> Complex:
    """Return the corners of an area's border, see `corners_of`."""
    return corners_of(np.ascontiguousarray(shapely.get_coordinates(area.exterior)).view(np.complex128).ravel())


def corners_of(z: Complex) -> Complex:
    """Return a ring's corners, anticlockwise, without those that lie on a straight side."""
    if len(z) > 1 and abs(z[0] - z[-1]) < FLAT:
        z = z[:-1]
    if len(z) < 3:
        return z
    z = z[np.abs(z - z[np.arange(-1, len(z) - 1)]) > FLAT]
    before = z - z[np.arange(-1, len(z) - 1)]
    after = z[np.arange(1 - len(z), 1)] - z
    # the height of the corner over the line between its neighbours
    z = z[np.abs((np.conj(before) * after).imag) > FLAT * np.maximum(np.abs(before + after), FLAT)]
    return z[::-1] if len(z) > 2 and (np.conj(z) * np.roll(z, -1)).imag.sum() < 0 else z


def find_placements(
    found: Complex, known: Complex, *, scaled: bool = False, mirrored: bool = False, alike: float = ALIKE
) -> list[Lie]:
    """Return every way in which the outline `known` lies on `found`, the best first. Both as `corners_of` gives them.
    scaled: it may be larger or smaller. mirrored: it is turned over. alike: how far corners may be apart."""
    if len(found) != len(known) or len(known) < 3:
        return []
    if mirrored:
        known = np.conj(known)[::-1]
    centre, origin = found.mean(), known.mean()
    f, e = found - centre, known - origin
    n = len(f)
    # row s: the found ring begun at its corner s
    rolled = f[(np.arange(n)[:, None] + np.arange(n)[None, :]) % n]
    match = rolled @ np.conj(e)
    size = float((np.abs(e) ** 2).sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        turns = match / size if scaled else match / np.abs(match)
    off = np.abs(rolled - turns[:, None] * e[None, :]).max(axis=1)
    limit = RELATIVE * float(np.abs(f).max()) if scaled else alike
    ways = []
    for s in np.argsort(off, kind="stable"):
        if not off[s] <= limit:
            break
        turn = complex(turns[s])
        ways.append(Lie(turn, complex(centre - turn * origin), mirrored, float(off[s])))
    return ways


def even_odd(rings: Sequence[Complex], group: Sequence[int]) -> tuple[NDArray[np.object_], Numbers]:
    """Return the areas that rings of each group enclose together, and of which group these are, in order: what lies in
    one ring, but not in two, is in. Rings of two points enclose nothing."""
    kept = [k for k, ring in enumerate(rings) if len(ring) > 2]
    if not kept:
        return np.empty(0, dtype=object), np.empty(0, dtype=np.int64)
    whole = shapely.linearrings(
        points_of(np.concatenate([rings[k] for k in kept])),
        indices=np.repeat(np.arange(len(kept)), [len(rings[k]) for k in kept]),
    )
    return enclosed(whole, np.array(group, dtype=np.int64)[kept])


def enclosed(rings: NDArray[np.object_], group: Numbers) -> tuple[NDArray[np.object_], Numbers]:
    """Return the areas that rings enclose together, see `even_odd`. One that crosses itself stays alone, as it is."""
    alone = ~shapely.is_valid(filled := shapely.polygons(rings))
    names, number = np.unique(group[~alone], return_inverse=True)
    order = np.argsort(number, kind="stable")
    together = shapely.multilinestrings(rings[~alone][order], indices=number[order])
    areas, home = shapely.get_parts(shapely.build_area(together), return_index=True)
    owner = np.concatenate([group[alone], names[home]])
    order = np.argsort(owner, kind="stable")
    return np.concatenate([filled[alone], areas])[order], owner[order]


def distances(found: Sequence[BaseGeometry] | NDArray[np.object_], known: NDArray[np.object_]) -> Points:
    """Return how far the borders of shapes are apart, pair by pair; infinity where their areas tell them apart."""
    first, second = np.asarray(found, dtype=object), np.asarray(known, dtype=object)
    off = np.full(len(first), np.inf)
    areas, others = shapely.area(first), shapely.area(second)
    reach = shapely.length(second) * ALIKE
    same = (shapely.get_type_id(first) == shapely.get_type_id(second)) & (np.abs(areas - others) <= reach)
    same &= shapely.get_num_interior_rings(first) == shapely.get_num_interior_rings(second)
    off[same] = shapely.hausdorff_distance(first[same], second[same])  # of their borders
    # corners that lie well may be joined in another order: then the areas differ
    astray = same & (np.abs(areas - others) > 1e-6 + off * (shapely.length(second) + 1.0))
    off[astray] = np.inf
    return off

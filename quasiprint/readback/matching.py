"""Finds marks among the items of a kind, many at once.

Marks are brought into the frame of the kind, turned by an odd angle: so no two corners lie equally far to the left,
and a ring that is begun at its leftmost corner begins at the same one wherever its shape was found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from quasiprint.readback.plane import FLAT, Complex, Lie, Points, apart, fit, moved, rings_of

if TYPE_CHECKING:
    from quasiprint.readback.reference import Kind

ODD = complex(math.cos(0.7372), math.sin(0.7372))
Shapes = NDArray[Any]


class Shelf:
    """The items of a kind, laid out to be looked up."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        shapes = np.array([item.shape for item in kind.items], dtype=object)
        self._shapes = plain(shapes) if len(shapes) else shapes
        self._corners: dict[int, tuple[Complex, ...]] = {}
        self._boxes = shapely.bounds(self._shapes)
        self._tree = shapely.STRtree(shapely.centroid(self._shapes))
        self._names = np.array([item.layer[0] for item in kind.items])
        self._heights = np.array([item.layer[1] for item in kind.items], dtype=float)

    def matches(
        self,
        lies: Sequence[tuple[Lie, int]],
        shapes: Sequence[BaseGeometry],
        layers: Sequence[tuple[str, float]],
        within: float,
        high: float,
    ) -> list[list[tuple[float, int]]]:
        """Return for each shape the items that it is, the nearest first: how far off, mm, and the item's number.

        lies: how the kind lies where the shapes were found, and how many of the shapes lie there, one after the other.
        within: how far a shape may be off, mm; high: its layer's height.
        """
        found: list[list[tuple[float, int]]] = [[] for _ in shapes]
        if not len(shapes) or not len(self._shapes):
            return found
        there = np.array(shapes, dtype=object)
        counts = shapely.get_num_coordinates(there)
        ends = np.cumsum([count for _, count in lies])
        points = np.add.reduceat(counts, ends - [count for _, count in lies]).tolist()
        back = _simple(shapely.transform(there, lambda found: _brought(found, [lie for lie, _ in lies], points)))
        one, two = self._tree.query(shapely.centroid(back), "dwithin", within)
        names, heights = np.array([layer[0] for layer in layers]), np.array([layer[1] for layer in layers])
        fits = (names[one] == self._names[two]) & (np.abs(heights[one] - self._heights[two]) < high)
        one, two = one[fits], two[fits]
        off = between(back[one], self._shapes[two])
        # what differs by more than that in its box is not the same, whatever its corners are
        boxed = np.abs(shapely.bounds(back)[one] - self._boxes[two]) < within + FLAT
        corners: dict[int, tuple[Complex, ...]] = {}
        for k in np.flatnonzero((off >= within) & boxed.all(axis=1)):
            # other corners, or begun elsewhere: measured closely
            i, j = int(one[k]), int(two[k])
            if i not in corners:
                corners[i] = rings_of(back[i])
            by = fit(corners[i], self._rings(j))
            off[k] = apart(back[i], self._shapes[j]) if by is None else by
        for i, k, apart_by in zip(one.tolist(), two.tolist(), off.tolist(), strict=True):
            if apart_by < within:
                found[i].append((apart_by, k))
        return [sorted(entry) for entry in found]

    def _rings(self, number: int) -> tuple[Complex, ...]:
        """Return the corners of an item, as far as it is an area."""
        if number not in self._corners:
            self._corners[number] = rings_of(self._shapes[number])
        return self._corners[number]


def _brought(points: Points, lies: Sequence[Lie], counts: Sequence[int]) -> Points:
    """Return found points in the frame of the kind, turned oddly. counts: how many of them lie in each way."""
    back, start = np.empty_like(points), 0
    for lie, count in zip(lies, counts, strict=True):
        back[start : start + count] = lie.points_back(points[start : start + count])
        start += count
    return moved(back, ODD)


def plain(shapes: Shapes) -> Shapes:
    """Return shapes turned oddly, with corners only, so that those that are alike are alike corner by corner."""
    return _simple(shapely.transform(shapes, lambda points: moved(points, ODD)))


def _simple(shapes: Shapes) -> Shapes:
    """Return shapes with corners only, each ring begun at its leftmost corner."""
    return np.asarray(shapely.simplify(shapely.normalize(shapes), FLAT, preserve_topology=False))


def between(one: Shapes, two: Shapes) -> NDArray[np.float64]:
    """Return how far the corners of shapes are apart at most, mm, pair by pair; infinity where they have not as many.
    Both as `plain` gives them."""
    off = np.full(len(one), np.inf)
    counts = shapely.get_num_coordinates(one)
    same = (counts == shapely.get_num_coordinates(two)) & (counts > 0)
    same &= shapely.get_type_id(one) == shapely.get_type_id(two)
    same &= shapely.get_num_interior_rings(one) == shapely.get_num_interior_rings(two)
    if same.any():
        rows, owner = shapely.get_coordinates(one[same], return_index=True)
        lengths = np.hypot(*(rows - shapely.get_coordinates(two[same])).T)
        off[same] = np.maximum.reduceat(lengths, np.flatnonzero(np.diff(owner, prepend=-1)))
    return off

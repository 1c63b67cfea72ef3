"""Shapes that were found, each to be accounted for: claimed once by what is expected there, or left over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.readback.matching import between, plain
from quasiprint.readback.plane import Complex, apart, fit, rings_of


@dataclass(frozen=True, slots=True)
class Claim:
    """What was found of several shapes that are expected. numbers: of those found, in no order; missing: those that
    were not; off: how far any is off, mm."""

    numbers: tuple[int, ...]
    missing: tuple[BaseGeometry, ...]
    off: float


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which something may be drawn. shapes: each with those found in its place: how far off, mm, and their
    numbers. within: how far they may be off, mm."""

    shapes: Sequence[tuple[BaseGeometry, Sequence[tuple[float, int]]]]
    within: float


class Accounts:
    """Shapes that were found on a sheet, in mm."""

    def __init__(self, shapes: Sequence[BaseGeometry]) -> None:
        self.shapes = list(shapes)
        there = np.array(self.shapes, dtype=object)
        self._tree = shapely.STRtree(shapely.centroid(there) if self.shapes else [])
        self._plain = plain(there) if self.shapes else there
        self._rings: dict[int, tuple[Complex, ...]] = {}
        self._taken: set[int] = set()

    def ways(self, ways: Sequence[Sequence[BaseGeometry]], within: float) -> list[Way]:
        """Return for each way to draw something where its shapes may be. within: mm. Many at once are quicker."""
        due = np.array([shape for way in ways for shape in way], dtype=object)
        near: list[list[tuple[float, int]]] = [[] for _ in due]
        one, two = self._tree.query(shapely.centroid(due), "dwithin", within)
        if len(one):
            off_by = between(plain(due)[one], self._plain[two]).tolist()
            for k, number, by in zip(one.tolist(), two.tolist(), off_by, strict=True):
                near[k].append((by, number))
        around = iter(near)
        return [Way([(shape, next(around)) for shape in way], within) for way in ways]

    def look(self, wanted: Sequence[BaseGeometry], within: float) -> Claim:
        """Return which of the shapes that are left are those wanted, each one of them. within: mm."""
        return self.claim(self.ways([wanted], within)[0])

    def claim(self, way: Way) -> Claim:
        """Return which of the shapes that are left are those of a way, each one of them."""
        numbers: list[int] = []
        taken: set[int] = set()
        missing: list[BaseGeometry] = []
        off, within = 0.0, way.within
        for shape, around in way.shapes:
            free = [(by, number) for by, number in around if number not in self._taken and number not in taken]
            # other corners, or begun elsewhere: measured closely
            fit_by = ((by if by < within else self._off(number, shape), number) for by, number in free)
            best, number = min(fit_by, default=(within, -1))
            if best < within:
                numbers.append(number)
                taken.add(number)
                off = max(off, best)
            else:
                missing.append(shape)
        return Claim(tuple(numbers), tuple(missing), off)

    def take(self, claim: Claim) -> None:
        """Let the shapes of a claim be accounted for."""
        self._taken.update(claim.numbers)

    @property
    def left(self) -> list[int]:
        """The numbers of the shapes that nothing has claimed."""
        return [number for number in range(len(self.shapes)) if number not in self._taken]

    def _off(self, number: int, wanted: BaseGeometry) -> float:
        found = self.shapes[number]
        if isinstance(found, Polygon) is not isinstance(wanted, Polygon):
            return float("inf")
        if number not in self._rings:
            self._rings[number] = rings_of(found)
        off = fit(self._rings[number], rings_of(wanted))
        return apart(found, wanted) if off is None else off


def rings(areas: Sequence[Polygon]) -> list[Polygon]:
    """Return the borders of areas, and those of their holes, each as an area of its own."""
    if not len(areas):
        return []
    borders: list[Polygon] = shapely.polygons(shapely.get_rings(np.array(areas, dtype=object))).tolist()
    return borders

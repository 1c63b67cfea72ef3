"""Surfaces of a plate that are those of single files, turned and moved: what is known of one is true of the other.

Nothing of a plate is believed. Facet for facet its corners lie where the move brings those of the single file, at just
their heights; corners that are one point there are one here, to the last bit, and no others are. So the plate is closed
if the single files are, and looks from above as they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from quasiprint.readback.bodies import Body
from quasiprint.readback.mesh import Facets, Surface, Terrain
from quasiprint.readback.plane import Complex, Lie

ROUND = 5e-5  # mm: by less, 32 bits round two corners whose coordinates are below 500 mm


class _Known:
    """The surface of a single file. plane, heights: of its corners, facet by facet, mm. first: for each of them the
    first that is the same point. points: these. middle: of the corners; out: from there to each, conjugated; reach: to
    the farthest, mm; span: from the first to the last."""

    def __init__(self, surface: Surface, seen: Terrain) -> None:
        number, self.seen = surface.corners.ravel(), seen
        rows = surface.facets.reshape(-1, 3)
        self.plane, self.heights = _plane(rows), np.ascontiguousarray(rows[:, 2])
        self.middle = complex(self.plane.mean())
        self.out = np.conj(self.plane - self.middle)
        place = np.empty(len(surface.points), dtype=np.int64)
        place[number[::-1]] = np.arange(len(number))[::-1]
        self.first = place[number]
        self.points = place
        self.span = float(abs(self.plane[-1] - self.plane[0]))
        self.reach = float(np.abs(self.out).max())

    def there(self, plane: Complex, heights: NDArray[np.float64]) -> Lie | None:
        """Return how this surface lies in the same number of corners; None if they are not its own."""
        if abs(abs(plane[-1] - plane[0]) - self.span) > 4 * ROUND:
            return None  # quickly
        same = np.array_equal(heights, self.heights) and np.array_equal(plane, plane[self.first])
        middle = complex(plane.mean())
        turn = complex(self.out @ (plane - middle))
        if not same or not turn:
            return None
        turn /= abs(turn)
        off = float(np.abs(plane - middle - turn * np.conj(self.out)).max())
        return Lie(turn, middle - turn * self.middle, off=off) if off < ROUND else None


Home = Callable[[_Known, Lie], tuple[int, float] | None]


class Copies:
    """Surfaces of single files, to be found again on plates."""

    def __init__(self, known: Iterable[tuple[Surface, Terrain]]) -> None:
        self._known = sorted((_Known(*one) for one in known), key=lambda one: -len(one.plane))
        self._begun = np.array([_begun(one.plane, one.heights) for one in self._known]).reshape(-1, 5)

    def bodies(self, standing: Facets, inlays: Iterable[tuple[Facets, int | None]]) -> list[Body] | None:
        """Return the bodies of a plate, those of an object together and lying alike: what stands, and its inlays.

        inlays: facets that are printed together, and their colour. None if anything is no copy of what is known.
        """
        found = self._parts(standing, lambda _, lie: (0, lie.off)) or []
        objects: list[list[tuple[Terrain, int | None]]] = [[(one.seen, None)] for one, _, _ in found]
        off = [lie.off for _, lie, _ in found]
        turns, shifts = (np.array([getattr(lie, what) for _, lie, _ in found]) for what in ("turn", "shift"))

        def home(one: _Known, lie: Lie) -> tuple[int, float] | None:
            """Return whose inlay this is, and how far off at most: what stands, moved as it is, takes it there."""
            aside = np.abs(turns * one.middle + shifts - (lie.turn * one.middle + lie.shift))
            k = int(aside.argmin())
            by = lie.off + float(aside[k] + abs(turns[k] - lie.turn) * one.reach)
            return (k, by) if by < 2 * ROUND else None

        for facets, colour in inlays:
            plugs = self._parts(facets, home) if found else None
            if plugs is None:
                return None
            for one, _, (k, by) in plugs:
                objects[k].append((one.seen, colour))
                off[k] = max(off[k], by)
        lies = [replace(lie, off=by) for (_, lie, _), by in zip(found, off, strict=True)]
        every = enumerate(zip(lies, objects, strict=True))
        return [Body(seen, lie, colour, k) for k, (lie, own) in every for seen, colour in own] or None

    def _parts(self, facets: Facets, home: Home) -> list[tuple[_Known, Lie, tuple[int, float]]] | None:
        """Return which known surfaces a plate's is made of, one after the other, how each lies, and its home. None if
        any of it is no copy, or parts share a point."""
        rows = facets.reshape(-1, 3)
        plane, heights = _plane(rows), np.ascontiguousarray(rows[:, 2])
        found, points, at = [], [np.arange(0)], 0
        while at < len(rows):
            fitting = self._fitting(plane[at:], heights[at:])
            part = next(((one, lie, own) for one, lie in fitting if (own := home(one, lie))), None)
            if part is None:
                return None
            found.append(part)
            points.append(at + part[0].points)
            at += len(part[0].plane)
        first = np.concatenate(points)
        first = first[np.lexsort((heights[first], plane[first]))]
        twice = (np.diff(plane[first]) == 0) & (np.diff(heights[first]) == 0)
        return None if twice.any() else found

    def _fitting(self, plane: Complex, heights: NDArray[np.float64]) -> Iterator[tuple[_Known, Lie]]:
        """Yield the known surfaces that the first of these corners are, the largest first, and how each lies."""
        near = np.abs(self._begun - _begun(plane, heights)).max(axis=1) < 4 * ROUND
        for k in np.flatnonzero(near).tolist():
            one, size = self._known[k], len(self._known[k].plane)
            lie = one.there(plane[:size], heights[:size]) if size <= len(plane) else None
            if lie is not None:
                yield one, lie


def _begun(plane: Complex, heights: NDArray[np.float64]) -> list[float]:
    """Return what a surface's first facet keeps wherever it is turned and moved to."""
    a, b, c = plane[:3].tolist()
    return [abs(b - a), abs(c - a), *heights[:3].tolist()]


def _plane(rows: NDArray[np.float64]) -> Complex:
    return np.asarray(rows[:, 0] + 1j * rows[:, 1], dtype=np.complex128)

"""Bodies that are copies of others: on plates and in projects things lie that also lie in files of their own.

A copy has the same facets in the same order, all turned and moved over the bed by one motion. What is none is looked at
anew, so this says of nothing that it is right, but that it is what was.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, product
from typing import Generic, TypeVar

import numpy as np

from quasiprint.addons.reading.recogniser.mesh import all_differ
from quasiprint.addons.reading.recogniser.plane import Lie, Numbers, Points
from quasiprint.addons.reading.recogniser.shapes import Body, Facets

EXACT = 1e-4  # mm: corners of a copy are no farther from where they belong; 32-bit floats are off by a third of it
BEGIN = 6  # corners by which it is told what may begin with a copy; the least body has twelve

Thing = TypeVar("Thing")


class _Surface:
    """A closed surface. plane: its facets' corners, one after the other, seen from above; begin: the first of them;
    heights: of each. corners: the number of each, equal ones have one; first: of each number, the corner that has it
    first; levels: of each number, one that is as high. whole: after which facets those before them are closed, too."""

    def __init__(self, facets: Facets, corners: Numbers) -> None:
        rows = facets.reshape(-1, 3)
        self.plane = np.ascontiguousarray(rows[:, :2]).view(np.complex128).ravel()
        self.heights = rows[:, 2].astype(np.float32)
        self.begin = complex(self.plane[0])
        self.corners = corners.ravel()
        self.first = np.flatnonzero(np.diff(np.maximum.accumulate(self.corners), prepend=-1))
        _, lowest, level = np.unique(rows[self.first, 2], return_index=True, return_inverse=True)
        self.levels = lowest[level.ravel()]
        last = np.zeros(len(self.first), dtype=np.int64)
        np.maximum.at(last, self.corners, np.arange(len(rows)) // 3)
        self.whole = np.maximum.accumulate(last[corners].max(axis=1)) == np.arange(len(facets))

    def off(self, rows: Points, lie: Lie) -> float:
        """Return how far corners lie from those of this surface, lying so, mm. Infinity if they are not those: as high,
        but for what 32 bits tell, level with and equal to those that these are, and to no others."""
        own = rows[self.first]
        high = own[:, 2]
        there = self.plane[self.first] * lie.turn + lie.shift
        far = float(np.abs(there - np.ascontiguousarray(own[:, :2]).view(np.complex128).ravel()).max())
        if not far <= EXACT or not (rows[:, 2].astype(np.float32) == self.heights).all():
            return np.inf
        same = (high[self.levels] == high).all() and (own[self.corners] == rows).all() and all_differ(own)
        return far if same else np.inf


class _Row:
    """The bodies of one colour, one after the other. at: where what is not compared yet begins."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.colour = bodies[0].colour
        self.corners = np.concatenate([body.facets for body in bodies]).reshape(-1, 3)
        self.ends = list(accumulate(3 * len(body.facets) for body in bodies))
        self.at = 0

    def fit(self, surfaces: Sequence[_Surface], lie: Lie) -> list[Fit]:
        """Return of which surfaces, lying so, what is left begins with a copy, the largest first."""
        if self.at == len(self.corners):
            return []
        x, y = self.corners[self.at, :2].tolist()
        begin = (complex(x, y) - lie.shift) / lie.turn
        found: list[Fit] = []
        for surface in surfaces:
            end = self.at + len(surface.heights)
            if abs(surface.begin - begin) <= EXACT and end <= len(self.corners):
                off = surface.off(self.corners[self.at : end], lie)
                inside = [place - self.at for place in self.ends if self.at < place < end]
                if off <= EXACT and all(surface.whole[place // 3 - 1] for place in inside):
                    found.append((self.colour, surface, off))
        return sorted(found, key=lambda fit: -len(fit[1].heights))


Fit = tuple[int | None, _Surface, float]  # a colour, the surface in it that is copied, and how far the copy is off


class _Known(Generic[Thing]):
    """The things that have one body in their own colour. things: by their inlays, and the colours of these. inlays: all
    that there are, by colour."""

    def __init__(self, body: _Surface) -> None:
        self.body = body
        self.inlays: dict[int | None, list[_Surface]] = {}
        self.things: dict[frozenset[tuple[int | None, _Surface]], Thing] = {}
        start = int(np.abs(body.plane - body.plane[0]).argmax())
        self._ends = start, int(np.abs(body.plane - body.plane[start]).argmax())  # far apart

    def fits(self, rows: Mapping[int | None, _Row]) -> Iterator[tuple[Thing, Lie, list[Fit]]]:
        """Yield the things with copies of which rows begin, by colour, and how these lie; first what has most inlays:
        without them it may be another thing."""
        corners = rows[None].corners[rows[None].at :]
        if max(self._ends) >= len(corners):
            return
        one, two = self.body.plane[list(self._ends)].tolist()
        start, end = (complex(*corners[k, :2].tolist()) for k in self._ends)
        turn = (end - start) / (two - one)
        if not turn:  # one corner lies above the other there: it is no copy
            return
        turn /= abs(turn)
        lie = Lie(turn, (start + end - turn * (one + two)) / 2)
        body = rows[None].fit([self.body], lie)
        inlays = [rows[colour].fit(own, lie) for colour, own in self.inlays.items() if colour in rows]
        for fits in product(body, *([*own, None] for own in inlays)):
            made = [fit for fit in fits if fit]
            thing = self.things.get(frozenset((colour, surface) for colour, surface, _ in made[1:]))
            if thing is not None:
                yield thing, replace(lie, off=max(off for *_, off in made)), made


class Copies(Generic[Thing]):
    """The things that are known, and what are copies of them."""

    def __init__(self) -> None:
        self._surfaces: dict[tuple[int, ...], _Surface] = {}  # by the arrays of their corners' numbers
        self._known: dict[_Surface, _Known[Thing]] = {}  # by bodies
        self._beginnings = np.empty((0, 2 * BEGIN))

    def learn(self, thing: Thing, bodies: Sequence[tuple[Body, Numbers]]) -> None:
        """Take note of a thing's bodies, with the numbers of their corners. Equal bodies have one array of these, which
        lives as long as this."""
        colours = {body.colour for body, _ in bodies}
        made = {colour: self._surface([one for one in bodies if one[0].colour == colour]) for colour in colours}
        body = made.pop(None)
        if body not in self._known:
            self._known[body] = _Known(body)
            self._beginnings = np.vstack((self._beginnings, _beginning(bodies[0][0].facets.reshape(-1, 3))))
        known = self._known[body]
        known.things[frozenset(made.items())] = thing
        for colour, surface in made.items():
            own = known.inlays.setdefault(colour, [])
            own += [] if surface in own else [surface]

    def _surface(self, bodies: Sequence[tuple[Body, Numbers]]) -> _Surface:
        """Return bodies of one colour as one surface."""
        key = tuple(id(corners) for _, corners in bodies)
        if key not in self._surfaces:
            before = accumulate((int(corners.max()) + 1 for _, corners in bodies), initial=0)
            corners = np.concatenate([own + k for (_, own), k in zip(bodies, before, strict=False)])
            self._surfaces[key] = _Surface(np.concatenate([body.facets for body, _ in bodies]), corners)
        return self._surfaces[key]

    def find(self, bodies: Sequence[Body]) -> list[tuple[Thing, Lie]]:
        """Return the things that bodies are copies of, and how these lie; none unless each body is of such."""
        colours = {body.colour for body in bodies}
        if None not in colours or not self._known:
            return []
        rows = {colour: _Row([body for body in bodies if body.colour == colour]) for colour in colours}
        found, own, every = [], rows[None], list(self._known.values())
        while own.at < len(own.corners):
            near = np.abs(self._beginnings - _beginning(own.corners[own.at :])) <= 2 * EXACT
            likely = np.flatnonzero(near.all(axis=1)).tolist()
            one = next((fit for k in likely for fit in every[k].fits(rows)), None)
            if one is None:
                return []
            found.append(one[:2])
            for colour, surface, _ in one[2]:
                rows[colour].at += len(surface.heights)
        return found if all(row.at == len(row.corners) for row in rows.values()) else []


def _beginning(corners: Points) -> Points:
    """Return what is alike in all copies of a body, of its first corners: how far from the very first they are, and how
    high they stand."""
    first = corners[:BEGIN]
    return np.concatenate((np.hypot(*(first[:, :2] - first[0, :2]).T), first[:, 2]))

"""The edges of a STEP file's bodies: each lies on its line or its circle; and which corners the mesh has along it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np

from quasiprint.formats.step.links import Links
from quasiprint.formats.step.part21 import Flags, Numbers, Reals

CLOSE = 2e-8  # mm: a fifth of what CAD programs allow
MOST_CHORDS = 4096  # of a circle
CIRCLE = 15  # chords of a whole circle at least: what has fewer sides is meant to have them
STEP = math.tau / CIRCLE + 1e-6  # of an arc between two chords at most
DECIMALS = 6  # of a millimetre, which the corners of a mesh have

Fault = tuple[str, str, Flags]  # of which kind, what is said of it, and which edges, sides or faces have it


class Edges:
    """Edges, as rows of `Links`. arc: which are arcs. centre, ahead (e, 3), radius, chords: of the circles of these,
    without meaning for the others. bevels: how high the faces on cones are, mm, by cone."""

    def __init__(self, links: Links, bevels: dict[int, float]) -> None:
        self.links, self.bevels = links, bevels
        count = len(links.edges)
        circle = links.tables["circle"]
        self.arc = np.isin(links.curve, circle.ids)
        self.whole = links.vertices[:, 0] == links.vertices[:, 1]
        row = circle.rows(links.curve[self.arc])
        self.centre, self.up, self.ahead = (np.zeros((count, 3)) for _ in range(3))
        self.radius, self.chords = np.ones(count), np.ones(count, dtype=np.int64)
        self.centre[self.arc], self.up[self.arc], self.ahead[self.arc] = links.frames(circle.columns[1][row])
        self.radius[self.arc] = circle.columns[2][row]
        said = [_chords(text) for text in circle.columns[0]]
        self.chords[self.arc] = np.array(said, dtype=np.int64)[row]
        self.bad = np.zeros(count, dtype=bool)

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with edges; `bad` are those of which any was told."""
        for kind, message, which in (*self._straight(), *self._round()):
            if which.any():
                self.bad |= which
                yield kind, message, which

    def _straight(self) -> Iterator[Fault]:
        links = self.links
        line, vector = links.tables["line"], links.tables["vector"]
        own = np.flatnonzero(~self.arc)
        row = line.rows(links.curve[own])
        at = links.at(line.columns[0][row])[:, None]
        way = links.towards(vector.columns[0][vector.rows(line.columns[1][row])])[:, None]
        corners = links.corners[own]
        reach = corners - at
        off = _size(reach - (reach * way).sum(axis=2, keepdims=True) * way).max(axis=1, initial=0.0)
        ahead = ((corners[:, 1] - corners[:, 0]) * way[:, 0]).sum(axis=1) > 0
        yield "aside", f"an edge is {off.max(initial=0.0):.3g} mm beside its corners", self._which(own, ~(off <= CLOSE))
        yield "aside", "an edge runs against its line", self._which(own, ~ahead)

    def _round(self) -> Iterator[Fault]:
        own = np.flatnonzero(self.arc)
        corners = self.links.corners[own]
        level = (self.up[own] == (0.0, 0.0, 1.0)).all(axis=1) & (self.radius[own] > 0)
        yield "aside", "a circle does not lie level, anticlockwise", self._which(own, ~level)
        reach = corners - self.centre[own][:, None]
        aside = np.abs(np.hypot(reach[:, :, 0], reach[:, :, 1]) - self.radius[own][:, None])
        off = np.maximum(aside, np.abs(reach[:, :, 2])).max(axis=1, initial=0.0)
        message = f"a corner is {off.max(initial=0.0):.3g} mm beside its circle"
        yield "aside", message, self._which(own, ~(off <= CLOSE))
        none = self.whole[own] != (_size(corners[:, 1] - corners[:, 0]) <= CLOSE)
        yield "open", "an arc has no length", self._which(own, none)
        ahead = self.whole[own] & ~(_size(reach[:, 0] - self.radius[own][:, None] * self.ahead[own]) <= CLOSE)
        yield "aside", "a circle does not begin where its angles do", self._which(own, ahead)
        unsaid = f"a circle does not say for how many sides it stands, 2 to {MOST_CHORDS}"
        yield "aside", unsaid, self._which(own, self.chords[own] < 2)
        first, last = self._sweep(own)
        coarse = ~((last - first) / np.maximum(self.chords[own], 1) <= STEP)
        yield "aside", "a circle stands for sides that are too few to mean an arc", self._which(own, coarse)

    def _which(self, own: Numbers, wrong: Flags) -> Flags:
        found = np.zeros(len(self.arc), dtype=bool)
        found[own[wrong]] = True
        return found

    def _sweep(self, own: Numbers) -> tuple[Reals, Reals]:
        """Return the angles at which arcs begin and end, from where their circles' angles begin."""
        ends = self.links.corners[own]
        first, last = (self.angles(ends[:, k], self.centre[own], self.ahead[own]) for k in (0, 1))
        whole = self.whole[own]
        first[whole], last[whole] = 0.0, math.tau
        return first, np.where(last > first, last, last + math.tau)

    def angles(self, corners: Reals, centre: Reals, ahead: Reals) -> Reals:
        """Return the angles of corners about centres, seen from above, from 0 to a whole turn."""
        x, y = corners[:, 0] - centre[:, 0], corners[:, 1] - centre[:, 1]
        found = np.arctan2(ahead[:, 0] * y - ahead[:, 1] * x, ahead[:, 0] * x + ahead[:, 1] * y)
        return np.asarray(found % math.tau, dtype=np.float64)

    def paths(self) -> tuple[Reals, Reals, Numbers]:
        """Return the corners of the mesh along edges, on its grid, mm: where each begins and ends (e, 2, 3); those in
        between, edge after edge; and how many of these each has. Edges that are bad have none."""
        links = self.links
        ends = links.corners.copy()
        own = np.flatnonzero(self.arc & ~self.bad)
        first, last = self._sweep(own)
        whole = self.whole[own]
        chords = self.chords[own]
        radius = self._mitred(own, (last - first) / chords)
        # a circle is begun on the mesh, too
        part = (radius / self.radius[own])[whole]
        at = self.centre[own[whole]]
        begin = at + (ends[own[whole], 0] - at) * part[:, None]
        ends[own[whole], :, :2] = begin[:, None, :2]
        count = np.zeros(len(ends), dtype=np.int64)
        count[own] = chords - 1
        arc = np.repeat(np.arange(len(own)), chords - 1)
        k = np.arange(len(arc)) - np.repeat(np.cumsum(chords - 1) - (chords - 1), chords - 1) + 1
        base = np.arctan2(self.ahead[own, 1], self.ahead[own, 0])
        turn = (base + first)[arc] + ((last - first) / chords)[arc] * k
        x = self.centre[own[arc], 0] + radius[arc] * np.cos(turn)
        y = self.centre[own[arc], 1] + radius[arc] * np.sin(turn)
        inner = np.column_stack((x, y, ends[own[arc], 0, 2]))
        return snapped(ends), snapped(inner), count

    def _mitred(self, own: Numbers, step: Reals) -> Reals:
        """Return the radius on which the mesh has the corners of arcs: at a chamfer's lower end these are mitred."""
        radius = self.radius[own].copy()
        place = {edge: k for k, edge in enumerate(own.tolist())}
        drawn = self.links.drawn
        low = np.isin(drawn.surface, list(self.bevels)) & (np.abs(drawn.point[:, 1]) <= CLOSE)
        for edge, surface in zip(drawn.edge[low].tolist(), drawn.surface[low].tolist(), strict=True):
            k = place.get(edge)
            if k is not None and step[k] < math.pi / 2:
                width = self.bevels[surface]
                radius[k] = self.radius[edge] + width - width / math.cos(step[k] / 2)
        return radius


def _chords(said: str) -> int:
    """Return for how many sides a circle stands, 0 if it does not say so."""
    count = int(said) if re.fullmatch("[1-9][0-9]{0,3}", said) else 0
    return count if count <= MOST_CHORDS else 0


def _size(vectors: Reals) -> Reals:
    return np.asarray(np.sqrt((vectors * vectors).sum(axis=-1)), dtype=np.float64)


def snapped(corners: Reals) -> Reals:
    """Return corners on the grid of a mesh."""
    return np.asarray(np.round(corners, DECIMALS) + 0.0, dtype=np.float64)

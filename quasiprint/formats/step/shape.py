"""The bodies of a STEP file that this program wrote, from its text alone: no CAD kernel takes part, nothing is mended.

Every corner lies on its edges, every edge on its faces, and as it is drawn on curved ones; each edge parts two faces
that run along it in opposite directions; faces look outwards. What is curved is read back as the straight sides of the
mesh that it came from: how many these are stands with each circle.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from quasiprint.formats.step.covering import covering
from quasiprint.formats.step.part21 import Table
from quasiprint.readback.mesh import Facets

CLOSE = 1e-6  # mm
SLOPE = 1e-6  # of a face that is no larger than a speck, and of an angle
MOST_CHORDS = 4096  # of a circle
DIAGONAL = math.pi / 4
NANOMETRES = 1e6

Vector = tuple[float, float, float]
Side = tuple[int, bool]


class Wrong(Exception):
    """What is wrong with a body. kind: "open", "aside", "inside-out"."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class _Frame:
    """A place with its axes: upright and ahead, of length 1."""

    at: Vector
    up: Vector
    ahead: Vector


@dataclass(frozen=True, slots=True)
class _Edge:
    """An edge. ends: vertices, by number. circle: its frame, radius and number of chords; None for a line. drawn: how
    it runs on curved faces: their number, and point and direction in angle and height."""

    ends: tuple[int, int]
    circle: tuple[_Frame, float, int] | None
    line: tuple[Vector, Vector] | None
    drawn: tuple[tuple[int, tuple[float, float], tuple[float, float]], ...]
    seam: bool


class Shapes:
    """The bodies of a file whose instances are all as they are to be. facets: of each solid, by number."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables
        self.rows: dict[str, dict[int, tuple[Any, ...]]] = {}
        self.points = self._row("point")
        self.faults: dict[str, str] = {}
        self.facets: dict[int, Facets] = {}
        self.ways: dict[int, list[tuple[int, bool]]] = defaultdict(list)  # by edge: the shell, and which way
        self._paths: dict[int, list[Vector]] = {}
        self._edges: dict[int, _Edge] = {}
        self._bevels = dict(self._cones())
        for number, (_, shell) in self._row("solid").items():
            self.facets[number] = self._solid(shell)
        for ways in self.ways.values():
            if len(ways) != 2 or ways[0][0] != ways[1][0] or ways[0][1] == ways[1][1]:
                self._fault("open", "an edge is not passed once in each direction by the faces of one solid")

    def _fault(self, kind: str, message: str) -> None:
        self.faults.setdefault(kind, message)

    def _row(self, kind: str) -> dict[int, tuple[Any, ...]]:
        """Return what the instances of a kind say, by number; where a slot has several numbers, these as a list."""
        if kind not in self.rows:
            table = self.tables[kind]
            columns = []
            for k, column in enumerate(table.columns):
                values = column.tolist() if isinstance(column, np.ndarray) else column
                if k in table.counts:
                    ends = np.cumsum(table.counts[k]).tolist()
                    values = [values[a:b] for a, b in zip([0, *ends][: len(ends)], ends, strict=True)]
                columns.append(values)
            rows = zip(*columns, strict=True) if columns else [()] * len(table)
            self.rows[kind] = dict(zip(table.ids.tolist(), rows, strict=True))
        return self.rows[kind]

    def _cones(self) -> Iterator[tuple[int, float]]:
        """Yield cones, and how high their faces are."""
        cones = self._row("cone")
        for bounds, surface, _ in self._row("face").values():
            if surface in cones:
                heights = [
                    self._vertex(vertex)[2]
                    for bound in bounds
                    for side in self._row("loop")[
                        self._row("outer" if bound in self._row("outer") else "inner")[bound][0]
                    ][0]
                    for vertex in self._row("edge")[self._row("side")[side][0]][:2]
                ]
                yield surface, max(heights) - min(heights)

    def _solid(self, shell: int) -> Facets:
        """Return a solid's triangles, seen from outside anticlockwise, on the grid of a nanometre."""
        found: list[tuple[Vector, Vector, Vector]] = []
        for number in self._row("shell")[shell][0]:
            bounds, surface, sense = self._row("face")[number]
            try:
                found += self._face(shell, bounds, surface, sense)
            except Wrong as problem:
                self._fault(problem.kind, str(problem))
        return np.array(found, dtype=np.float64).reshape(-1, 3, 3)

    def _face(
        self, shell: int, bounds: list[int], surface: int, sense: bool
    ) -> Iterator[tuple[Vector, Vector, Vector]]:
        outer = self._row("outer")
        if [number in outer for number in bounds] != [True] + [False] * (len(bounds) - 1):
            raise Wrong("open", "a face has no outer bound, or not as its first")
        loops = [self._loop(shell, number) for number in bounds]
        if surface in self._row("plane"):
            if not sense:
                raise Wrong("inside-out", "a face is turned against its plane")
            return iter(self._flat(loops, self._frame(self._row("plane")[surface][0])))
        if len(loops) != 1:
            raise Wrong("open", "a curved face has more than one bound")
        return iter(self._curved(loops[0], surface, sense))

    def _loop(self, shell: int, bound: int) -> list[Side]:
        """Return a bound's edges and whether each is passed from its start."""
        (loop,) = self._row("outer" if bound in self._row("outer") else "inner")[bound]
        sides = [self._row("side")[number] for number in self._row("loop")[loop][0]]
        found = [(edge, bool(along)) for edge, along in sides]
        ends = [self._edge(edge).ends if along else self._edge(edge).ends[::-1] for edge, along in found]
        if any(a[1] != b[0] for a, b in zip(ends, ends[1:] + ends[:1], strict=True)):
            raise Wrong("open", "a loop's edges do not follow one another")
        for edge, along in found:
            self.ways[edge].append((shell, along))
        return found

    def _vertex(self, number: int) -> Vector:
        found: Vector = self.points[self._row("vertex")[number][0]]
        return found

    def _frame(self, number: int) -> _Frame:
        at, up, ahead = self._row("axes")[number]
        directions = self._row("direction")
        return _Frame(self.points[at], directions[up], directions[ahead])

    def _edge(self, number: int) -> _Edge:
        """Return an edge, once it is known to lie on its curve. Raises Wrong."""
        if number not in self._edges:
            start, end, curve = self._row("edge")[number]
            drawn: list[int] = []
            seam = curve in self._row("seam")
            for kind in ("drawn", "seam"):
                if curve in self._row(kind):
                    curve, drawn = self._row(kind)[curve]
                    break
            edge = _Edge((start, end), self._circle(curve), self._line(curve), tuple(map(self._drawn, drawn)), seam)
            self._on_curve(edge)
            self._edges[number] = edge
        return self._edges[number]

    def _line(self, curve: int) -> tuple[Vector, Vector] | None:
        if curve not in self._row("line"):
            return None
        at, vector = self._row("line")[curve]
        return self.points[at], self._row("direction")[self._row("vector")[vector][0]]

    def _circle(self, curve: int) -> tuple[_Frame, float, int] | None:
        if curve not in self._row("circle"):
            return None
        chords, axes, radius = self._row("circle")[curve]
        if not (chords.isascii() and chords.isdigit() and 0 < int(chords[:9]) <= MOST_CHORDS):
            raise Wrong("aside", f"a circle stands for {chords[:20]!r} sides, allowed are 1 to {MOST_CHORDS}")
        return self._frame(axes), radius, int(chords)

    def _drawn(self, number: int) -> tuple[int, tuple[float, float], tuple[float, float]]:
        surface, drawing = self._row("pcurve")[number]
        line, _ = self._row("drawing")[drawing]
        point, vector = self._row("flat_line")[line]
        way = self._row("flat_direction")[self._row("flat_vector")[vector][0]]
        return surface, self._row("flat_point")[point], way

    def _on_curve(self, edge: _Edge) -> None:
        start, end = (self._vertex(k) for k in edge.ends)
        if edge.line is not None:
            at, way = edge.line
            for corner in (start, end):
                reach = _minus(corner, at)
                along = _dot(reach, way)
                off = math.dist(reach, (along * way[0], along * way[1], along * way[2]))
                if not off <= CLOSE:
                    raise Wrong("aside", f"an edge is {off:.3g} mm beside its corners")
            if not _dot(_minus(end, start), way) > 0:
                raise Wrong("aside", "an edge runs against its line")
            return
        assert edge.circle is not None
        frame, radius, _ = edge.circle
        if frame.up != (0.0, 0.0, 1.0) or not radius > 0:
            raise Wrong("aside", "a circle does not lie level, anticlockwise")
        for corner in (start, end):
            reach = _minus(corner, frame.at)
            off = max(abs(math.hypot(reach[0], reach[1]) - radius), abs(reach[2]))
            if not off <= CLOSE:
                raise Wrong("aside", f"a corner is {off:.3g} mm beside its circle")
        if (edge.ends[0] == edge.ends[1]) != (math.dist(start, end) <= CLOSE):
            raise Wrong("open", "an arc has no length")

    def _sweep(self, edge: _Edge) -> tuple[float, float]:
        """Return the angles of an arc's ends, from where its circle's angles begin."""
        assert edge.circle is not None
        frame = edge.circle[0]
        first, last = (_angle(frame, self._vertex(k)) for k in edge.ends)
        if edge.ends[0] == edge.ends[1]:
            return 0.0, math.tau
        return first, last if last > first else last + math.tau

    def _path(self, side: Side) -> list[Vector]:
        """Return the corners along a side, without its end: of arcs those between chords, on the grid."""
        number, along = side
        if number not in self._paths:
            edge = self._edge(number)
            inner: list[Vector] = []
            if edge.circle is not None:
                frame, radius, chords = edge.circle
                first, last = self._sweep(edge)
                radius = self._mitred(edge, radius, (last - first) / chords)
                base = math.atan2(frame.ahead[1], frame.ahead[0])
                for k in range(1, chords):
                    turn = base + first + (last - first) * k / chords
                    x, y = frame.at[0] + radius * math.cos(turn), frame.at[1] + radius * math.sin(turn)
                    inner.append(_snapped((x, y, self._vertex(edge.ends[0])[2])))
            self._paths[number] = inner
        inner = self._paths[number]
        edge = self._edge(number)
        start = _snapped(self._vertex(edge.ends[0] if along else edge.ends[1]))
        if edge.circle is not None and edge.ends[0] == edge.ends[1]:
            frame, radius, chords = edge.circle
            part = self._mitred(edge, radius, math.tau / chords) / radius
            x, y = (a + (s - a) * part for a, s in zip(frame.at[:2], self._vertex(edge.ends[0])[:2], strict=True))
            start = _snapped((x, y, start[2]))
        return [start, *(inner if along else inner[::-1])]

    def _mitred(self, edge: _Edge, radius: float, step: float) -> float:
        """Return the radius on which the mesh has the corners of an arc: at a chamfer's lower end these are mitred."""
        for surface, point, _ in edge.drawn:
            if surface in self._bevels and abs(point[1]) <= CLOSE and step < math.pi / 2:
                width = self._bevels[surface]
                return radius + width - width / math.cos(step / 2)
        return radius

    def _flat(self, loops: list[list[Side]], frame: _Frame) -> Iterator[tuple[Vector, Vector, Vector]]:
        """Yield the triangles of a plane face. Raises Wrong if its bounds do not lie in it, or it is turned."""
        level = frame.up[0] == frame.up[1] == 0
        across = _cross(frame.up, frame.ahead)
        rings: list[list[tuple[float, float]]] = []
        every: list[Vector] = []
        for loop in loops:
            for number, _ in loop:
                edge = self._edge(number)
                if edge.circle is not None and not level:
                    raise Wrong("aside", "an arc is part of a face that is not level")
                off = max(abs(_dot(_minus(self._vertex(k), frame.at), frame.up)) for k in edge.ends)
                if not off <= CLOSE:
                    raise Wrong("aside", f"a face's corner is {off:.3g} mm outside its plane")
            corners = [corner for side in loop for corner in self._path(side)]
            reach = [_minus(corner, frame.at) for corner in corners]
            rings.append([(_dot(r, frame.ahead) * NANOMETRES, _dot(r, across) * NANOMETRES) for r in reach])
            every += corners
        areas = [_area(ring) for ring in rings]
        if not areas[0] > 0 or any(not area < 0 for area in areas[1:]):
            raise Wrong("inside-out", "a face is turned against its corners, or has no area")
        try:
            found = covering(rings)
        except ValueError:
            raise Wrong("open", "a face's bounds cross, or lie beside one another") from None
        for a, b, c in found:
            yield every[a], every[b], every[c]

    def _curved(self, loop: list[Side], surface: int, sense: bool) -> Iterator[tuple[Vector, Vector, Vector]]:
        """Yield the triangles of a face on a cylinder or a cone. Raises Wrong if it is no such face."""
        slope = 0.0
        if surface in self._row("cone"):
            axes, radius, half = self._row("cone")[surface]
            slope = 1.0
            if abs(half - DIAGONAL) > SLOPE or not sense:
                raise Wrong("aside", "a cone does not widen upwards by half of a right angle, or looks inwards")
        else:
            axes, radius = self._row("cylinder")[surface]
        frame = self._frame(axes)
        if frame.up != (0.0, 0.0, 1.0) or not radius > 0:
            raise Wrong("aside", "a cylinder or a cone does not stand upright")
        edges = [self._edge(number) for number, _ in loop]
        arcs = [k for k, edge in enumerate(edges) if edge.circle is not None]
        if len(arcs) != 2 or arcs[1] - arcs[0] in (1, len(loop) - 1):
            raise Wrong("open", "a curved face is not bounded by two arcs and what joins them")
        for edge, (number, _) in zip(edges, loop, strict=True):
            self._on_surface(edge, surface, frame, radius, slope)
            if edge.seam and (len(loop) != 4 or sum(number == other for other, _ in loop) != 2):
                raise Wrong("open", "a seam is not passed twice by its face")
        heights = [self._vertex(edges[k].ends[0])[2] for k in arcs]
        low, high = (arcs[0], arcs[1]) if heights[0] < heights[1] else (arcs[1], arcs[0])
        if loop[low][1] != sense or loop[high][1] == sense or heights[0] == heights[1]:
            raise Wrong("inside-out", "a curved face is turned against its edges")
        under, over = ([*self._path((loop[k][0], True)), self._path((loop[k][0], False))[0]] for k in (low, high))
        if len(under) != len(over):
            raise Wrong("open", "the arcs of a curved face stand for different numbers of sides")
        rising, falling = self._upwards(loop, low, high), self._upwards(loop, high, low)
        left, right = (falling[::-1], rising) if sense else (rising, falling[::-1])
        for k, (a, b, c, d) in enumerate(zip(under, under[1:], over[1:], over, strict=False)):
            near = [a, *(left if k == 0 else ()), d]
            far = [b, *(right if k == len(under) - 2 else ()), c]
            found = [(a, p, q) for p, q in zip(far, far[1:], strict=False)]
            found += [(p, c, q) for p, q in zip(near, near[1:], strict=False)]
            yield from found if sense else ((p, r, q) for p, q, r in found)

    def _upwards(self, loop: list[Side], here: int, there: int) -> list[Vector]:
        """Return the corners between the lines that join a curved face's arcs, from one arc to the other: where beside
        it something ends at half height. Raises Wrong if the lines do not all lead from the one to the other."""
        count = (there - here) % len(loop) - 1
        sides = [loop[(here + 1 + k) % len(loop)] for k in range(count)]
        ends = [self._edge(number).ends if along else self._edge(number).ends[::-1] for number, along in sides]
        if len({self._vertex(b)[2] > self._vertex(a)[2] for a, b in ends}) != 1:
            raise Wrong("open", "what joins the arcs of a curved face runs back on itself")
        return [self._path(side)[0] for side in sides[1:]]

    def _on_surface(self, edge: _Edge, surface: int, frame: _Frame, radius: float, slope: float) -> None:
        """Demand that an edge lies on a cylinder or a cone, and is drawn there as it lies."""
        for k in edge.ends:
            reach = _minus(self._vertex(k), frame.at)
            off = abs(math.hypot(reach[0], reach[1]) - radius - slope * reach[2])
            if not off <= CLOSE:
                raise Wrong("aside", f"a curved face's corner is {off:.3g} mm outside it")
        start, end = (self._vertex(k) for k in edge.ends)
        drawn = [(point, way) for number, point, way in edge.drawn if number == surface]
        if len(drawn) != (2 if edge.seam else 1):
            raise Wrong("aside", "an edge is not drawn once on its curved face, or a seam twice")
        height = start[2] - frame.at[2]
        if edge.circle is not None:
            own, size, _ = edge.circle
            if own.ahead != frame.ahead or math.dist(own.at[:2], frame.at[:2]) > CLOSE:
                raise Wrong("aside", "an arc has another axis than its face")
            if abs(size - radius - slope * height) > CLOSE:
                raise Wrong("aside", "an arc has another radius than its face")
            wanted, way = [(0.0, height)], (1.0, 0.0)
        else:
            turn = _angle(frame, start)
            other = _angle(frame, end)
            if not edge.seam and abs(turn - other) > SLOPE:
                raise Wrong("aside", "an edge of a curved face is not upright")
            wanted = [(math.tau, height), (0.0, height)] if edge.seam else [(turn, height)]
            way = (0.0, 1.0 if end[2] > start[2] else -1.0)
        for (point, found), due in zip(drawn, wanted, strict=True):
            if found != way or abs(point[0] - due[0]) * radius > CLOSE or abs(point[1] - due[1]) > CLOSE:
                raise Wrong("aside", "an edge is drawn on its curved face where it does not lie")


def _angle(frame: _Frame, corner: Vector) -> float:
    """Return the angle of a corner, seen from above, from 0 to a whole turn."""
    x, y = corner[0] - frame.at[0], corner[1] - frame.at[1]
    ax, ay, _ = frame.ahead
    return math.atan2(ax * y - ay * x, ax * x + ay * y) % math.tau


def _snapped(corner: Vector) -> Vector:
    return round(corner[0], 6) + 0.0, round(corner[1], 6) + 0.0, round(corner[2], 6) + 0.0


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _area(ring: list[tuple[float, float]]) -> float:
    (ox, oy), total = ring[0], 0.0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        total += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
    return total / 2

"""The curved faces of a STEP file's bodies: each edge lies on them, and is drawn there as it lies; and their facets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from quasiprint.formats.step.edges import CLOSE, Edges, Fault
from quasiprint.formats.step.links import Links
from quasiprint.formats.step.part21 import Flags, Numbers, Reals
from quasiprint.readback.mesh import Facets

SLOPE = 1e-6  # of an angle
DIAGONAL = math.pi / 4

Corners = list[list[float]]


class _Torn(Exception):
    """What is wrong with a face. kind: "open", "inside-out"."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class CurvedFaces:
    """Faces on cylinders and cones, whose axes stand upright. own: which of `Links` these are. path: returns the
    corners along a side, without its end. torn: what was wrong with those that have no facets."""

    def __init__(self, links: Links, edges: Edges, own: Numbers, path: Callable[[int], Reals]) -> None:
        self.links, self.edges, self.own, self.path = links, edges, own, path
        self.bad = np.zeros(len(links.surface), dtype=bool)
        self.torn: list[tuple[str, str]] = []
        self.at, self.up, self.ahead = (np.zeros((len(links.surface), 3)) for _ in range(3))
        self.radius, self.slope, self.half = (np.zeros(len(links.surface)) for _ in range(3))
        for kind in ("cylinder", "cone"):
            table = links.tables[kind]
            of = own[np.isin(links.surface[own], table.ids)]
            row = table.rows(links.surface[of])
            self.at[of], self.up[of], self.ahead[of] = links.frames(table.columns[0][row])
            self.radius[of] = table.columns[1][row]
            if kind == "cone":
                self.slope[of], self.half[of] = 1.0, table.columns[2][row]
        self.sides = np.flatnonzero(np.isin(links.face, own))

    def faults(self) -> Iterator[Fault]:
        """Yield what is wrong with how faces and their edges lie, and how these are drawn."""
        every = (*self._surfaces(), *self._on_surface(), *self._as_drawn(), *self._drawn_elsewhere())
        for kind, message, faces in every:
            self.bad |= faces
            yield kind, message, faces

    def _surfaces(self) -> Iterator[Fault]:
        links, faces = self.links, np.zeros(len(self.bad), dtype=bool)
        faces[self.own] = True
        yield "open", "a curved face has more than one bound", faces & (links.ends - links.opens != 1)
        cone = (self.slope > 0) & ~((np.abs(self.half - DIAGONAL) <= SLOPE) & links.sense)
        yield "aside", "a cone does not widen upwards by half of a right angle, or looks inwards", faces & cone
        upright = (self.up == (0.0, 0.0, 1.0)).all(axis=1) & (self.radius > 0)
        yield "aside", "a cylinder or a cone does not stand upright", faces & ~upright

    def _on_surface(self) -> Iterator[Fault]:
        """Yield whose edges do not lie on them."""
        links, edges = self.links, self.edges
        edge, face = links.edge[self.sides], links.face[self.sides]
        reach = links.corners[edge] - self.at[face][:, None]
        across = np.hypot(reach[:, :, 0], reach[:, :, 1])
        off = np.abs(across - self.radius[face][:, None] - self.slope[face][:, None] * reach[:, :, 2]).max(
            axis=1, initial=0.0
        )
        message = f"a curved face's corner is {off.max(initial=0.0):.3g} mm outside it"
        yield "aside", message, self._faces(~(off <= CLOSE))
        arc = edges.arc[edge]
        axis = (edges.ahead[edge] == self.ahead[face]).all(axis=1)
        beside = edges.centre[edge] - self.at[face]
        axis &= np.hypot(beside[:, 0], beside[:, 1]) <= CLOSE
        yield "aside", "an arc has another axis than its face", self._faces(arc & ~axis)
        radius = np.abs(edges.radius[edge] - self.radius[face] - self.slope[face] * reach[:, 0, 2]) <= CLOSE
        yield "aside", "an arc has another radius than its face", self._faces(arc & ~radius)
        one, two = (edges.angles(links.corners[edge, k], self.at[face], self.ahead[face]) for k in (0, 1))
        leaning = ~arc & ~links.seam[edge] & ~(np.abs(one - two) <= SLOPE)
        yield "aside", "an edge of a curved face is not upright", self._faces(leaning)

    def _as_drawn(self) -> Iterator[Fault]:
        """Yield whose edges are drawn on them where they do not lie."""
        links, drawn = self.links, self.links.drawn
        edge, face = links.edge[self.sides], links.face[self.sides]
        order = np.argsort(drawn.edge, kind="stable")
        ranked = drawn.edge[order]
        low, high = np.searchsorted(ranked, edge), np.searchsorted(ranked, edge, side="right")
        side = np.repeat(np.arange(len(edge)), high - low)
        which = order[np.repeat(high - np.cumsum(high - low), high - low) + np.arange(len(side))]
        here = drawn.surface[which] == links.surface[face[side]]
        side, which = side[here], which[here]
        often = np.bincount(side, minlength=len(edge))
        seam, arc = links.seam[edge], self.edges.arc[edge]
        message = "an edge is not drawn once on its curved face, or a seam twice"
        yield "aside", message, self._faces(often != np.where(seam, 2, 1))
        ordinal = np.arange(len(side)) - np.searchsorted(side, side)
        corners = links.corners[edge]
        angle = self.edges.angles(corners[:, 0], self.at[face], self.ahead[face])
        turn = np.where(arc[side], 0.0, np.where(seam[side], np.where(ordinal == 0, math.tau, 0.0), angle[side]))
        height = (corners[:, 0, 2] - self.at[face][:, 2])[side]
        rising = np.where(corners[:, 1, 2] > corners[:, 0, 2], 1.0, -1.0)
        way = np.where(arc[:, None], (1.0, 0.0), np.column_stack((np.zeros(len(edge)), rising)))[side]
        off = np.abs(drawn.point[which, 0] - turn) * self.radius[face[side]]
        right = (
            (off <= CLOSE) & (np.abs(drawn.point[which, 1] - height) <= CLOSE) & (drawn.way[which] == way).all(axis=1)
        )
        aside = np.zeros(len(edge), dtype=bool)
        aside[side[~right]] = True
        yield "aside", "an edge is drawn on its curved face where it does not lie", self._faces(aside)

    def _drawn_elsewhere(self) -> Iterator[Fault]:
        """Yield which faces have edges that are drawn where they do not bound anything, or that a seam should be."""
        links, drawn = self.links, self.links.drawn
        edge, face = links.edge[self.sides], links.face[self.sides]
        beside = set(zip(edge.tolist(), links.surface[face].tolist(), strict=True))
        astray = [pair not in beside for pair in zip(drawn.edge.tolist(), drawn.surface.tolist(), strict=True)]
        _, first = np.unique(drawn.curve, return_index=True)
        again = np.ones(len(drawn.curve), dtype=bool)
        again[first] = False
        message = "an edge is drawn on a face that it does not bound, or by what draws another"
        yield "aside", message, self._having(drawn.edge[np.array(astray, dtype=bool) | again])
        pairs, count = np.unique(face * (len(links.edges) + 1) + edge, return_counts=True)
        seams = (pairs % (len(links.edges) + 1))[count == 2]
        loose = np.setxor1d(seams, np.flatnonzero(links.seam))
        yield "aside", "what its face passes twice is no seam, or a seam is not passed twice", self._having(loose)

    def _having(self, edges: Numbers) -> Flags:
        """Return which faces, curved or not, have any of some edges."""
        found = np.zeros(len(self.bad), dtype=bool)
        found[self.links.face[np.isin(self.links.edge, edges)]] = True
        return found

    def _faces(self, sides: Flags) -> Flags:
        """Return which faces have any of some of their sides."""
        found = np.zeros(len(self.bad), dtype=bool)
        found[self.links.face[self.sides[sides]]] = True
        return found

    def facets(self) -> tuple[Facets, Numbers]:
        """Return the facets of faces with which nothing is wrong, and which face each is of."""
        found: list[tuple[list[float], list[float], list[float]]] = []
        owner: list[int] = []
        for face in self.own[~self.bad[self.own]].tolist():
            ring = int(self.links.opens[face])
            try:
                found += self._strip(
                    int(self.links.first[ring]), int(self.links.last[ring]), bool(self.links.sense[face])
                )
            except _Torn as problem:
                self.torn.append((problem.kind, str(problem)))
            owner += [face] * (len(found) - len(owner))
        return np.array(found, dtype=np.float64).reshape(-1, 3, 3), np.array(owner, dtype=np.int64)

    def _strip(self, first: int, last: int, sense: bool) -> Iterator[tuple[list[float], list[float], list[float]]]:
        """Yield the facets of a face between two arcs. first, last: of its sides. Raises _Torn if it is none."""
        links, edges = self.links, self.edges
        edge, along = links.edge[first:last].tolist(), links.along[first:last].tolist()
        arcs = [k for k, number in enumerate(edge) if edges.arc[number]]
        if len(arcs) != 2 or arcs[1] - arcs[0] in (1, len(edge) - 1):
            raise _Torn("open", "a curved face is not bounded by two arcs and what joins them")
        ends = links.corners[edge][:, :, 2].tolist()
        heights = [ends[k][0] for k in arcs]
        low, high = (arcs[0], arcs[1]) if heights[0] < heights[1] else (arcs[1], arcs[0])
        if along[low] != sense or along[high] == sense or heights[0] == heights[1]:
            raise _Torn("inside-out", "a curved face is turned against its edges")
        # readers do not all look for where a bound with a seam begins
        if links.seam[edge].any() and (len(edge), *arcs) != (4, 0, 2):
            raise _Torn("open", "a face with a seam is bounded by more than two circles, or begins beside them")
        if links.seam[edge].any() and (high == 0) != sense:
            raise _Torn("open", "a face with a seam does not begin with its upper circle, or inwards with its lower")
        paths: list[Corners] = [self.path(first + k).tolist() for k in range(len(edge))]
        # both anticlockwise, with their ends
        following = [k if edges.whole[number] else (k + 1) % len(edge) for k, number in enumerate(edge)]
        under, over = ([*paths[k], paths[following[k]][0]] for k in (low, high))
        under, over = (one if along[k] else one[::-1] for one, k in ((under, low), (over, high)))
        if len(under) != len(over):
            raise _Torn("open", "the arcs of a curved face stand for different numbers of sides")
        rise = [(b > a) == way for (a, b), way in zip(ends, along, strict=True)]
        rising, falling = (_between(paths, rise, k, j) for k, j in ((low, high), (high, low)))
        left, right = (falling[::-1], rising) if sense else (rising, falling[::-1])
        return self._quads(under, over, left, right, sense=sense)

    def _quads(
        self, under: Corners, over: Corners, left: Corners, right: Corners, *, sense: bool
    ) -> Iterator[tuple[list[float], list[float], list[float]]]:
        for k, (a, b, c, d) in enumerate(zip(under, under[1:], over[1:], over, strict=False)):
            near = [a, *(left if k == 0 else ()), d]
            far = [b, *(right if k == len(under) - 2 else ()), c]
            found = [(a, p, q) for p, q in zip(far, far[1:], strict=False)]
            found += [(p, c, q) for p, q in zip(near, near[1:], strict=False)]
            yield from found if sense else ((p, r, q) for p, q, r in found)


def _between(paths: list[Corners], rise: list[bool], here: int, there: int) -> Corners:
    """Return the corners between the lines that join a face's arcs, from one arc to the other: where beside it
    something ends at half height. Raises _Torn if the lines do not all lead from the one to the other."""
    count = (there - here) % len(paths) - 1
    sides = [(here + 1 + k) % len(paths) for k in range(count)]
    if len({rise[k] for k in sides}) != 1:
        raise _Torn("open", "what joins the arcs of a curved face runs back on itself")
    return [paths[k][0] for k in sides[1:]]

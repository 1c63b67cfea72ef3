"""The grey lines of a PDF along which pieces of paper are cut out, read without knowing how they are laid out.

A straight cut runs along all grey lines that follow one another in one direction. What is round, or has more than
twelve corners, is cut out with scissors. Cuts run through if a guillotine can make all of them: each parts what is in
hand in two and meets no piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon

POINT = 72 / 25.4
NEAR = 0.01  # mm: ends that are nearer to one another meet
STRAIGHT = 1e-3  # of a direction: lines that differ by less go on in one another
ROUND = 12  # corners

Point = tuple[float, float]
Line = tuple[Point, Point]


class Leaf:
    """The grey lines of a page, along which it is cut, mm."""

    def __init__(self, page: Any) -> None:
        self.lines: list[Line] = []  # of pieces with few corners
        self.round: list[list[Line]] = []
        for drawn in page.get_drawings():
            colour = drawn["color"]
            if drawn["type"] == "s" and colour and 0.55 < colour[0] < 0.7 and drawn["width"] < 0.15 * POINT:
                for chain in _chains(list(_lines(drawn["items"]))):
                    (self.round.append if len(chain) > ROUND else self.lines.extend)(chain)

    def cuts(self) -> int:
        """Return how many straight cuts there are: lines that go on in one another are one."""
        ends: dict[tuple[int, int], list[int]] = {}
        first = list(range(len(self.lines)))

        def of(k: int) -> int:
            while first[k] != k:
                k = first[k]
            return k

        for k, line in enumerate(self.lines):
            for x, y in line:
                column, row = round(x), round(y)
                for cell in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
                    for other in ends.get(cell, ()):
                        if _meet((x, y), self.lines[other]) and _parallel(line, self.lines[other]):
                            first[of(k)] = of(other)
                ends.setdefault((column, row), []).append(k)
        return sum(first[k] == k for k in range(len(first)))

    def pieces(self) -> list[Polygon]:
        """Return what the lines enclose."""
        lines = [*self.lines, *(line for chain in self.round for line in chain)]
        every = sorted({end for line in lines for end in line})
        tree = shapely.STRtree(shapely.points(every))
        met = {end: every[min(tree.query(shapely.Point(end), "dwithin", NEAR))] for end in every}
        net = shapely.unary_union([LineString([met[a], met[b]]) for a, b in lines])
        return [Polygon(area.exterior) for area in shapely.polygonize([net]).geoms]

    def runs_through(self) -> bool:
        """Tell whether a guillotine can cut out every piece that has few corners: parallel cuts of one direction after
        another part what is in hand, until one piece is left."""
        corners = [np.array(piece.exterior.coords[:-1]) for piece in self.pieces()]
        return _parted([ring for ring in corners if len(ring) <= ROUND] or corners[:1])


def _lines(items: Sequence[Any]) -> Iterator[Line]:
    for kind, *parts in items:
        if kind == "l":
            yield _mm(parts[0]), _mm(parts[1])
        elif kind in {"re", "qu"}:
            quad = parts[0].quad if kind == "re" else parts[0]
            yield from pairwise([_mm(p) for p in (quad.ul, quad.ur, quad.lr, quad.ll, quad.ul)])


def _mm(p: Any) -> Point:
    return p.x / POINT, p.y / POINT


def _chains(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield lines each of which begins where the last one ends."""
    chain: list[Line] = []
    for line in lines:
        if chain and math.dist(chain[-1][1], line[0]) > NEAR:
            yield chain
            chain = []
        chain.append(line)
    if chain:
        yield chain


def _meet(p: Point, line: Line) -> bool:
    return min(math.dist(p, end) for end in line) < NEAR


def _parallel(one: Line, two: Line) -> bool:
    (ax, ay), (bx, by) = ((q[0] - p[0], q[1] - p[1]) for p, q in (one, two))
    return abs(ax * by - ay * bx) < STRAIGHT * math.hypot(ax, ay) * math.hypot(bx, by)


def _parted(rings: list[Any]) -> bool:
    """Tell whether cuts that run through part outlines from one another."""
    if len(rings) == 1:
        return True
    turns = {0.0, 90.0}
    for ring in rings:
        along = np.roll(ring, -1, axis=0) - ring
        turns |= set(np.round(np.degrees(np.arctan2(along[:, 1], along[:, 0])) % 180, 2).tolist())
    for turn in turns:
        across = np.array([-math.sin(math.radians(turn)), math.cos(math.radians(turn))])
        spans = sorted((float((ring @ across).min()), float((ring @ across).max()), k) for k, ring in enumerate(rings))
        groups: list[list[Any]] = []
        end = -math.inf
        for low, high, k in spans:
            if low > end - 5 * NEAR:  # a direction is known to a hundredth of a degree
                groups.append([])
            groups[-1].append(rings[k])
            end = max(end, high)
        if len(groups) > 1:
            return all(map(_parted, groups))
    return False


def leaves(path: Path) -> list[Leaf]:
    """Return the pages of a PDF along whose lines anything is cut."""
    import pymupdf

    with pymupdf.open(path) as document:
        found = [Leaf(page) for page in document]
    return [leaf for leaf in found if leaf.lines or leaf.round]

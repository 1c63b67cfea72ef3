"""Curves as lines with corners, and strokes as areas: a quadrilateral for each piece, a wedge for
each turn, a cap for each end. Their union is the stroke; each of them runs anticlockwise.

Lengths in any one unit; `chord` is how far a straight line may lie off what it stands for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.drawing.svg import Curve, SvgLine
from quasiprint.model.face import Point, Ring

MOST = 1e9  # pieces of a curve: more than are ever drawn
LAP = 2e-4  # chords: how far pieces lap over, so that rounding leaves no slit between them


@dataclass(frozen=True, slots=True)
class Pen:
    """What a stroke is drawn with. half: half its width. miter: the longest tip, in widths."""

    half: float
    cap: str
    join: str
    miter: float


def counts(line: SvgLine, chord: float, pen: Pen | None = None) -> list[int]:
    """Return in how many straight pieces of equal parameter each curve of a line is drawn.

    pen: what a stroke along it is drawn with. Where it ends straight across a curve, the last piece
    must not lean, or its corners were off by half the width times the lean; nor may other pieces, if
    the pen is so broad that they reach back to the end.
    """
    found = [_pieces(curve, chord) for curve in line.curves]
    if pen and pen.cap != "round" and not line.closed:
        last = len(found) - 1
        for k, curve in enumerate(line.curves):
            length = sum(math.dist(p, q) for p, q in zip(curve, curve[1:], strict=False))
            sweep = _turning(curve) * pen.half
            if k in (0, last) or sweep > length / 2:
                found[k] = max(found[k], math.ceil(min(sweep / 4 / chord, MOST)))
    return found


def _pieces(curve: Curve, chord: float) -> int:
    if len(curve) == 2:
        return 1
    # from the bound of the second derivative, n(n−1) times the largest second difference
    bend = max(
        math.hypot(p[0] - 2 * q[0] + r[0], p[1] - 2 * q[1] + r[1])
        for p, q, r in zip(curve, curve[1:], curve[2:], strict=False)
    )
    degree = len(curve) - 1
    return max(1, math.ceil(math.sqrt(min(degree * (degree - 1) * bend / 8 / chord, MOST))))


def _turning(curve: Curve) -> float:
    """Return how far a curve turns at most."""
    legs = [(q[0] - p[0], q[1] - p[1]) for p, q in zip(curve, curve[1:], strict=False) if p != q]
    return sum(
        abs(math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]))
        for a, b in zip(legs, legs[1:], strict=False)
    )


def flattened(line: SvgLine, pieces: list[int]) -> tuple[list[Point], list[bool]]:
    """Return a line's points without repeats, and which of them are corners of the drawing."""
    points = [line.curves[0][0]]
    corners = [True]
    for curve, count in zip(line.curves, pieces, strict=True):
        for k in range(1, count + 1):
            p = curve[-1] if k == count else _at(curve, k / count)
            if p != points[-1]:
                points.append(p)
                corners.append(k == count)
    if line.closed and len(points) > 1 and points[-1] == points[0]:
        points.pop()
        corners.pop()
    return points, corners


def _at(curve: Curve, t: float) -> Point:
    """Return a point of a Bézier curve, by de Casteljau."""
    while len(curve) > 1:
        curve = tuple(
            (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in zip(curve, curve[1:], strict=False)
        )
    return curve[0]


def stroked(points: list[Point], corners: list[bool], closed: bool, pen: Pen, chord: float) -> Iterator[Ring]:
    """Yield convex areas that together are the stroke along a line; some may be empty."""
    step = 2 * math.acos(max(0.0, 1 - chord / pen.half)) if chord < pen.half else math.pi / 2
    if len(points) == 1:  # a dot, if the caps make one
        yield from _cap(points[0], (-1.0, 0.0), pen, step)
        yield from _cap(points[0], (1.0, 0.0), pen, step)
        return
    ends = points[1:] + points[:1] if closed else points[1:]
    ways = [_direction(p, q) for p, q in zip(points, ends, strict=False)]
    for k, (p, q, (dx, dy)) in enumerate(zip(points, ends, ways, strict=False)):
        nx, ny = -dy * pen.half, dx * pen.half
        lap = chord * LAP
        if closed or k > 0:
            p = (p[0] - dx * lap, p[1] - dy * lap)
        if closed or k < len(ways) - 1:
            q = (q[0] + dx * lap, q[1] + dy * lap)
        yield ((p[0] - nx, p[1] - ny), (q[0] - nx, q[1] - ny), (q[0] + nx, q[1] + ny), (p[0] + nx, p[1] + ny))
    for k in range(0 if closed else 1, len(ways)):
        yield from _turn(points[k], ways[k - 1], ways[k], pen, pen.join if corners[k] else "round", step)
    if not closed:
        back = ways[0]
        yield from _cap(points[0], (-back[0], -back[1]), pen, step)
        yield from _cap(points[-1], ways[-1], pen, step)


def _direction(p: Point, q: Point) -> Point:
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length)


def _turn(p: Point, before: Point, after: Point, pen: Pen, join: str, step: float) -> Iterator[Ring]:
    """Yield what fills the outer side of a turn."""
    across = before[0] * after[1] - before[1] * after[0]
    along = before[0] * after[0] + before[1] * after[1]
    if across == 0 and along >= 0:
        return
    turn = math.atan2(across, along)
    side = -pen.half if turn > 0 else pen.half  # the outer side: right of a turn to the left
    a, b = (-before[1] * side, before[0] * side), (-after[1] * side, after[0] * side)
    if join == "round":
        middle = _arc(a, turn, step)
    elif join != "bevel" and (1 + along) / 2 * pen.miter * pen.miter >= 1:  # cos² of half the turn
        middle = [((a[0] + b[0]) / (1 + along), (a[1] + b[1]) / (1 + along))]
    else:
        middle = []
    wedge = [(0.0, 0.0), a, *middle, b]
    if turn < 0:
        wedge.reverse()
    yield tuple((p[0] + x, p[1] + y) for x, y in wedge)


def _cap(p: Point, way: Point, pen: Pen, step: float) -> Iterator[Ring]:
    """Yield the end of a stroke that arrives at p in a direction."""
    a = (way[1] * pen.half, -way[0] * pen.half)
    if pen.cap == "round":
        cap = [a, *_arc(a, math.pi, step), (-a[0], -a[1])]
    elif pen.cap == "square":
        x, y = way[0] * pen.half, way[1] * pen.half
        cap = [a, (a[0] + x, a[1] + y), (x - a[0], y - a[1]), (-a[0], -a[1])]
    else:
        return
    yield tuple((p[0] + x, p[1] + y) for x, y in cap)


def _arc(start: Point, turn: float, step: float) -> list[Point]:
    """Return the points between the ends of an arc about the origin."""
    count = math.ceil(abs(turn) / step)
    angles = [turn * k / count for k in range(1, count)]
    return [
        (start[0] * math.cos(t) - start[1] * math.sin(t), start[0] * math.sin(t) + start[1] * math.cos(t))
        for t in angles
    ]

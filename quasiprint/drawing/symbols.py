"""Symbols: pictures that stand for numbers, one SVG file for each, as areas of ink.

Shapes are painted one over the other: a dark one adds to the ink, a light one takes away from it.
What is left is scaled to size 1, so that how it is drawn does not matter.

Curves become lines with corners, and strokes areas: a quadrilateral for each piece, a wedge for each turn, a cap for
each end. Their union is the stroke; each of them runs anticlockwise. `chord` is how far a straight line may lie off
what it stands for.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from quasiprint.drawing import svg
from quasiprint.drawing.areas import regions
from quasiprint.drawing.svg import Curve, Source, SvgLine
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Region, Ring, area
from quasiprint.model.option import Supplied

MOST = 100  # files in a folder
GUESSES = 6  # at how large a drawing is
# on the canvas, that is, while a drawing is painted
SIZE = 1000.0  # of the drawing, about
CHORD = 0.5  # how far a chord may lie off its curve
SPECK = 4.0  # an area or hole with less is left out: a square of 0.002 of the size
HAIR = 0.05  # what is as near to itself or thinner than twice this is mended
FINE = 0.01  # points that lie closer to the line of their neighbours are left out
FAR = 1e9  # manifold3d counts in 1e-8 with 64 bits
MEETINGS = 50_000  # of two lines
PASSINGS = 5_000_000  # of lines at the height of some point
STROKES = 400_000  # points of all strokes, before they are joined
LABOUR = 2_000_000  # changes between dark and light, times points
BATCH = 32
AT_ONCE = 64  # lines whose meetings are counted together: there may be as many as all lines with each
SHARPEST = 20.0  # mitre limit: a tip below 6° counts as hair
SLIT = 0.02  # what rounding may change in the length of all lines
ARC_SIDES = 16  # of the small circles that mend corners
PIECES = 1e9  # of a curve: more than are ever drawn
LAP = 2e-4  # chords: how far pieces lap over, so that rounding leaves no slit between them


@dataclass(frozen=True, slots=True)
class Symbol:
    """A drawing: the name of its file without .svg, and its areas of ink.

    The areas are disjoint, y up, and their box has its centre at (0, 0) and its longer side 1.
    Outer lines run anticlockwise, holes clockwise.
    """

    name: str
    areas: tuple[Region, ...]


def read_symbols(given: Supplied) -> tuple[Symbol, ...]:
    """Return the drawings of a folder's SVG files, in natural order of their names (2 before 10).

    Raises InputError if there are none or too many, or if one is no symbol.
    """
    if not 0 < len(given.files) <= MOST:
        raise InputError(
            f"symbols: found {len(given.files) or 'no'} files *.svg in {given.name!r}, allowed are 1 to {MOST}, one "
            "for each number"
        )
    return tuple(
        Symbol(_stem(name), _areas(Source(f"{given.name}/{name}"), content)) for name, content in _by_name(given)
    )


def names(given: Supplied) -> tuple[str, ...]:
    """Return what the drawings of a folder are called, in the order of `read_symbols`."""
    return tuple(_stem(name) for name, _ in _by_name(given))


def _by_name(given: Supplied) -> list[tuple[str, bytes]]:
    return sorted(given.files, key=lambda file: _natural(file[0]))


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Sort by the numbers in a name where it has some."""
    parts = re.findall(r"[0-9]+|[^0-9]+", _stem(name).casefold())
    # numbers before letters, as characters are
    return [(int(part), "") if part[0] in "0123456789" else (1 << 2000, part) for part in parts], name


@dataclass(frozen=True, slots=True)
class _Canvas:
    """Where a drawing is painted: y up, the point (x, y) of the file in its middle."""

    x: float
    y: float
    scale: float

    def on(self, m: svg.Matrix) -> svg.Matrix:
        """Return the matrix that takes what `m` takes to the file to the canvas."""
        a, b, c, d, e, f = m
        k = self.scale
        return (a * k, -b * k, c * k, -d * k, (e - self.x) * k, (self.y - f) * k)


def _image(m: svg.Matrix, p: Point) -> Point:
    """Return the image of a point, rounded: the last digits depend on the machine."""
    x, y = svg.image(m, p)
    return (round(x, 6), round(y, 6))


def _areas(source: Source, content: bytes) -> tuple[Region, ...]:
    drawing = svg.read(source, content)
    box = _box(drawing)
    # the box is a guess from control points and the page; the ink may be much smaller
    for _ in range(GUESSES):
        if box is None or not max(box[2] - box[0], box[3] - box[1]) > 0:
            break
        left, low, right, high = box
        canvas = _Canvas((left + right) / 2, (low + high) / 2, SIZE / max(right - left, high - low))
        painted = _check_points(source, _paint(source, drawing, canvas).simplify(FINE))
        ink = _without_specks(painted)
        x0, y0, x1, y1 = (painted if ink.is_empty() else ink).bounds()
        if not max(x1 - x0, y1 - y0) <= SIZE / 2:
            if ink.is_empty():
                break
            return _normal(_check_points(source, _apart(source, ink)))
        k = canvas.scale
        box = (canvas.x + x0 / k, canvas.y - y1 / k, canvas.x + x1 / k, canvas.y - y0 / k)
    raise source.refusal(
        "nothing dark is drawn: found only what is empty, hidden, transparent, light or off the page; fill the picture "
        "with black"
    )


def _check_points(source: Source, ink: Any) -> Any:
    if ink.num_vert() > svg.POINTS:
        raise source.refusal(f"the picture has {ink.num_vert()} points, allowed are {svg.POINTS}; simplify it")
    return ink


def _box(drawing: svg.SvgDrawing) -> tuple[float, float, float, float] | None:
    """Return a box around what is dark, in the file's pixels; None if nothing is."""
    low, high = [math.inf, math.inf], [-math.inf, -math.inf]
    for paint in drawing.paints:
        if not (paint.fill or paint.stroke):
            continue
        a, b, c, d, *_ = paint.matrix
        reach = _reach(paint) if paint.stroke else 0.0
        around = (reach * math.hypot(a, c), reach * math.hypot(b, d))
        for p in _points(paint):
            for k, x in enumerate(svg.image(paint.matrix, p)):
                low[k], high[k] = min(low[k], x - around[k]), max(high[k], x + around[k])
    for k in (0, 1):
        if drawing.page:
            low[k] = max(low[k], min(p[k] for p in drawing.page))
            high[k] = min(high[k], max(p[k] for p in drawing.page))
        if not low[k] <= high[k]:
            return None
    return low[0], low[1], high[0], high[1]


def _reach(paint: svg.Paint) -> float:
    """Return how far a stroke may reach from its line, before the matrix."""
    return paint.width / 2 * max(1.5, paint.miter) if paint.stroke is not None else 0.0


def _points(paint: svg.Paint) -> Iterator[Point]:
    return (p for line in paint.lines for curve in line.curves for p in curve)


@dataclass(frozen=True, slots=True)
class _Traced:
    """A painted shape as polygons. matrix: to the canvas; chord: how far one may lie off its curve, in the shape's own
    units; lines: of each the points, and which of them are corners."""

    paint: svg.Paint
    matrix: svg.Matrix
    chord: float
    pen: _Pen | None
    lines: list[tuple[list[Point], list[bool]]]


def _paint(source: Source, drawing: svg.SvgDrawing, canvas: _Canvas) -> Any:
    """Return the ink on a canvas, as a manifold3d.CrossSection."""
    from manifold3d import CrossSection, FillRule, OpType

    traced = _trace(source, drawing, canvas)
    lines = [
        ([_image(shape.matrix, p) for p in points], line.closed or shape.paint.fill is not None)
        for shape in traced
        for (points, _), line in zip(shape.lines, shape.paint.lines, strict=True)
    ]
    if _is_tangled(lines):
        raise source.refusal("too many lines cross, or lie on or beside one another; simplify the drawing")
    layers = _layers(source, traced)
    runs = [(dark, [section for _, section in run]) for dark, run in groupby(layers, key=lambda layer: layer[0])]
    if len(runs) * sum(section.num_vert() for _, section in layers) > LABOUR:
        raise source.refusal("dark and light shapes lie over one another too often; join the shapes")
    ink = CrossSection()
    for dark, run in runs:
        ink = CrossSection.batch_boolean([ink, *run], OpType.Add if dark else OpType.Subtract)
    if drawing.page:
        page = [_image(canvas.on((1.0, 0.0, 0.0, 1.0, 0.0, 0.0)), p) for p in drawing.page]
        if any(abs(x) > FAR for p in page for x in p):
            raise source.refusal("the page is far larger than what is dark on it; make it fit the drawing")
        ink ^= CrossSection([page], FillRule.NonZero)
    return ink


def _trace(source: Source, drawing: svg.SvgDrawing, canvas: _Canvas) -> list[_Traced]:
    """Return the shapes of a drawing, but those that are flattened to a line. Raises InputError for too many points."""
    found = []
    count = 0
    for paint in drawing.paints:
        m = canvas.on(paint.matrix)
        reach = _reach(paint) * math.hypot(*m[:4])
        if any(not abs(x) + reach < FAR for p in _points(paint) for x in svg.image(m, p)):
            raise source.refusal("a shape reaches far beyond what is dark; leave out what is not seen")
        if m[0] * m[3] == m[1] * m[2]:
            continue
        chord = CHORD / math.hypot(*m[:4])
        pen = _Pen(paint.width / 2, paint.cap, paint.join, paint.miter) if paint.stroke is not None else None
        pieces = [_counts(line, chord, pen) for line in paint.lines]
        count += sum(map(sum, pieces))
        if count > svg.POINTS:
            raise source.refusal(f"the drawing has more than {svg.POINTS} points, its curves as polygons; simplify it")
        flat = [_flatten(line, parts) for line, parts in zip(paint.lines, pieces, strict=True)]
        found.append(_Traced(paint, m, chord, pen, flat))
    return found


def _layers(source: Source, traced: list[_Traced]) -> list[tuple[bool, Any]]:
    """Return what is painted, one over the other: whether it is dark, and its area. Raises InputError for strokes of
    too many points."""
    from manifold3d import CrossSection, FillRule

    layers: list[tuple[bool, Any]] = []
    spent = 0
    for shape in traced:
        paint, m = shape.paint, shape.matrix
        parts: list[tuple[bool, Any]] = []
        if paint.fill is not None:
            rings = [[_image(m, p) for p in points] for points, _ in shape.lines if len(points) > 2]
            parts.append((paint.fill, CrossSection(rings, FillRule.EvenOdd if paint.evenodd else FillRule.NonZero)))
        if shape.pen and paint.stroke is not None:
            rings = []
            for (points, corners), line in zip(shape.lines, paint.lines, strict=True):
                for ring in _stroke_areas(points, corners, line.closed, shape.pen, shape.chord):
                    rings.append([_image(m, p) for p in ring])
                    spent += len(ring)
                    if spent > STROKES:
                        raise source.refusal("the strokes have too many points; simplify them, or make them thinner")
            parts.append((paint.stroke, _unite(rings)))
        layers += reversed(parts) if paint.stroke_first else parts
    return layers


def _unite(rings: list[list[Point]]) -> Any:
    """Return the union of convex areas, few at a time: all of a broad stroke's cross one another."""
    from manifold3d import CrossSection, FillRule, OpType

    level = [CrossSection(rings[k : k + BATCH], FillRule.NonZero) for k in range(0, len(rings), BATCH)]
    while len(level) > 1:
        level = [CrossSection.batch_boolean(level[k : k + 4], OpType.Add) for k in range(0, len(level), 4)]
    return level[0] if level else CrossSection()


def _is_tangled(lines: list[tuple[list[Point], bool]]) -> bool:
    """Tell whether clipping these lines would take long, or more memory than there is.

    Clipping sweeps over the plane from level to level, a level for each point, and has work with each
    side at each level, and with each two sides that meet: n sides may make n² of both.
    """
    import numpy as np
    import shapely

    sides = [
        (p, q)
        for points, closed in lines
        for p, q in zip(points, points[1:] + points[: 1 if closed else 0], strict=False)
    ]
    if len(sides) * (len(sides) - 1) // 2 <= MEETINGS:
        return False
    ends = np.array(sides)
    low, high = ends[:, :, 1].min(axis=1), ends[:, :, 1].max(axis=1)
    levels = np.unique(ends[:, :, 1])
    if (np.searchsorted(levels, high) - np.searchsorted(levels, low)).sum() > PASSINGS:
        return True
    drawn = shapely.linestrings(ends)
    tree = shapely.STRtree(drawn)
    total = -5 * len(sides)  # each meets itself, and both of each pair of neighbours are counted, as all are
    for k in range(0, len(sides), AT_ONCE):
        total += tree.query(drawn[k : k + AT_ONCE], predicate="intersects").shape[1]
        if total > 2 * MEETINGS:
            return True
    return False


def _without_specks(ink: Any) -> Any:
    """Return the ink without areas and holes that nobody sees."""
    from manifold3d import CrossSection, FillRule

    kept = []
    for part in ink.decompose():
        if part.area() >= SPECK:
            rings = [[(float(x), float(y)) for x, y in ring] for ring in part.to_polygons()]
            kept += [ring for ring in rings if abs(area(tuple(ring))) >= SPECK]
    return CrossSection(kept, FillRule.EvenOdd)


def _apart(source: Source, ink: Any) -> Any:
    """Return the ink so that no line comes near itself or another: a solid of it could not be made.

    Ink that is in order stays as it is; else hair is taken out and gaps as fine are filled, and if
    that is not enough, lines are moved by up to 0.0002 of the size.
    """
    from manifold3d import JoinType

    def offset(section: Any, by: float) -> Any:
        return section.offset(by, JoinType.Round, 2.0, ARC_SIDES)

    found = ink
    for shrink in (0.0, HAIR, 2 * HAIR, 4 * HAIR):
        if _in_order(found):
            return found
        start = ink.offset(-shrink, JoinType.Miter, 2.0)
        found = offset(offset(offset(start, -3 * HAIR), 6 * HAIR), -3 * HAIR)
        found = _without_specks(found.simplify(FINE))
    if found.is_empty():
        raise source.refusal("the picture is thinner than a hair everywhere; give its lines a width")
    if not _in_order(found):
        raise source.refusal("shapes touch or nearly touch in too many places; join them or move them apart")
    return found


def _in_order(ink: Any) -> bool:
    """Tell whether the ink has no hair, slits or places where it touches itself: whether it keeps its
    areas, its holes and the length of its lines when they move a little out, or in, and back."""
    from manifold3d import JoinType

    if ink.is_empty():
        return False
    for by in (-HAIR, HAIR):
        moved = ink.offset(by, JoinType.Miter, SHARPEST)
        back = moved.offset(-by, JoinType.Miter, SHARPEST)
        for section in (moved, back):
            if (len(section.decompose()), section.num_contour()) != (len(ink.decompose()), ink.num_contour()):
                return False
        if abs(_length(back) - _length(ink)) > SLIT:
            return False
    return True


def _length(ink: Any) -> float:
    """Return the length of all lines around the ink."""
    rings = [ring.tolist() for ring in ink.to_polygons()]
    return sum(math.dist(p, q) for ring in rings for p, q in zip(ring, ring[1:] + ring[:1], strict=True))


def _normal(ink: Any) -> tuple[Region, ...]:
    """Return the ink as areas at size 1."""
    x0, y0, x1, y1 = ink.bounds()
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)

    def put(points: list[Point]) -> Ring:
        rounded = [(round((px - x) / size, 9) + 0.0, round((py - y) / size, 9) + 0.0) for px, py in points]
        return tuple(p for k, p in enumerate(rounded) if p != rounded[k - 1])

    return regions(ink, put)


@dataclass(frozen=True, slots=True)
class _Pen:
    """What a stroke is drawn with. half: half its width. miter: the longest tip, in widths."""

    half: float
    cap: str
    join: str
    miter: float


def _counts(line: SvgLine, chord: float, pen: _Pen | None = None) -> list[int]:
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
                found[k] = max(found[k], math.ceil(min(sweep / 4 / chord, PIECES)))
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
    return max(1, math.ceil(math.sqrt(min(degree * (degree - 1) * bend / 8 / chord, PIECES))))


def _turning(curve: Curve) -> float:
    """Return how far a curve turns at most."""
    legs = [(q[0] - p[0], q[1] - p[1]) for p, q in zip(curve, curve[1:], strict=False) if p != q]
    return sum(
        abs(math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]))
        for a, b in zip(legs, legs[1:], strict=False)
    )


def _flatten(line: SvgLine, pieces: list[int]) -> tuple[list[Point], list[bool]]:
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


def _stroke_areas(points: list[Point], corners: list[bool], closed: bool, pen: _Pen, chord: float) -> Iterator[Ring]:
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


def _turn(p: Point, before: Point, after: Point, pen: _Pen, join: str, step: float) -> Iterator[Ring]:
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


def _cap(p: Point, way: Point, pen: _Pen, step: float) -> Iterator[Ring]:
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

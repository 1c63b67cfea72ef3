"""What an SVG file draws, in black and white: each shape's lines and what it paints, in order.

`svgtree` checks the file; svgelements resolves its transforms, units, viewBox and <use>. Lengths in
CSS pixels, y down.

Curves become lines with corners, and strokes areas: a quadrilateral for each piece, a wedge for each turn, a cap for
each end. Their union is the stroke; each of them runs anticlockwise. `chord` is how far a straight line may lie off
what it stands for.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, tostring

from quasiprint.drawing.svgstyle import CURRENT, tone
from quasiprint.drawing.svgtree import DEPTH, FAR, SHAPE_LENGTHS, Source, Tree, parse
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Ring

# of a drawing, every <use> taken for what it shows
SHAPES = 2_000
ELEMENTS = 8_000  # groups and all
POINTS = 20_000
SHARPEST = 100.0  # mitre limit: tips below 1.15° are cut off
ARC = math.radians(15)  # cubic curves as long as this are off by less than 1e-8 of the radius

Curve = tuple[Point, ...]  # a Bézier curve by its 2, 3 or 4 control points
Matrix = tuple[float, float, float, float, float, float]  # takes (x, y) to (ax + cy + e, bx + dy + f)


def image(m: Matrix, p: Point) -> Point:
    """Return where a matrix takes a point."""
    a, b, c, d, e, f = m
    return (a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f)


@dataclass(frozen=True, slots=True)
class SvgLine:
    """Curves that join end to start. closed: the last one leads back to the start."""

    curves: tuple[Curve, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Paint:
    """A shape. fill, stroke: True adds to the ink, False takes away, None leaves what is there.

    matrix: takes the lines to the page. width: of the stroke, before the matrix.
    """

    lines: tuple[SvgLine, ...]
    matrix: Matrix
    fill: bool | None
    evenodd: bool
    stroke: bool | None
    width: float
    cap: str
    join: str
    miter: float
    stroke_first: bool


@dataclass(frozen=True, slots=True)
class SvgDrawing:
    """What a file draws. page: the corners of what a browser shows of it; None: it says no size."""

    paints: tuple[Paint, ...]
    page: tuple[Point, ...] | None


def read(source: Source, content: bytes) -> SvgDrawing:
    """Return what an SVG file draws.

    Raises InputError if the file cannot be read, is no SVG, or has what a symbol may not have.
    """
    tree = parse(source, content)
    _check_size(source, tree)
    return SvgDrawing(_paints(source, tree.root), tree.page)


@dataclass(frozen=True, slots=True)
class _Weight:
    shapes: int
    elements: int
    points: int
    height: int  # how many elements stand in one another


def _check_size(source: Source, tree: Tree) -> None:
    """Refuse a drawing that is too large once every <use> is replaced by what it shows.

    Every element is weighed once, so that a drawing of billions of shapes is found out at once.
    """
    named: dict[str, list[Element]] = {}
    for element in tree.root.iter():
        if key := element.get("id"):
            named.setdefault(key, []).append(element)
    weights: dict[Element, _Weight] = {}
    begun: set[Element] = set()

    def weigh(element: Element, depth: int) -> _Weight:
        if element in weights:
            return weights[element]
        if element in begun:
            raise source.refusal("<use> refers to something that it stands in itself; unlink the clone", element)
        if depth > DEPTH:
            raise _deep(source, element)
        begun.add(element)
        parts = list(element)
        if element.tag == "use":
            key = element.get("href", "")[1:]
            parts = named.get(key, [])
            if len(parts) != 1:
                found = "there twice" if parts else "not there, or is nothing that is drawn by itself"
                raise source.refusal(f"<use> refers to '#{key[:60]}', which is {found}; unlink the clone", element)
        inner = [weigh(part, depth + 1) for part in parts]
        weights[element] = _Weight(
            (element.tag in SHAPE_LENGTHS) + sum(w.shapes for w in inner),
            1 + sum(w.elements for w in inner),
            tree.points.get(element, 0) + sum(w.points for w in inner),
            1 + max((w.height for w in inner), default=0),
        )
        return weights[element]

    total = weigh(tree.root, 1)
    if total.height > DEPTH:
        raise _deep(source, None)
    for found, most, what in (
        (total.shapes, SHAPES, "shapes"), (total.elements, ELEMENTS, "elements"), (total.points, POINTS, "points")
    ):  # fmt: skip
        if found > most:
            number = str(found) if found < 10**9 else "billions of"
            raise source.refusal(f"the drawing has {number} {what}, allowed are {most}; simplify it")


def _deep(source: Source, element: Any) -> InputError:
    return source.refusal(f"elements stand more than {DEPTH} deep in one another; ungroup them", element)


def _paints(source: Source, root: Element) -> tuple[Paint, ...]:
    """Return the shapes that are drawn, in order, with svgelements' help."""
    import svgelements

    if root.get("display") == "none":  # svgelements has no tree for it
        return ()
    try:
        tree = svgelements.SVG.parse(io.BytesIO(tostring(root)), reify=False, on_error="raise")
        found: list[Paint] = []

        def walk(node: Any, opacity: float) -> None:
            values = node.values
            opacity *= float(values["attributes"].get("opacity", 1))
            if isinstance(node, svgelements.Group | svgelements.Use):
                for child in node:
                    walk(child, opacity)
            elif isinstance(node, svgelements.Shape) and values.get("visibility", "visible") == "visible":
                paint = _paint(node, values, opacity)
                if paint.fill is not None or paint.stroke is not None:
                    found.append(paint)

        walk(tree, 1.0)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise source.refusal(
            "a path or shape cannot be read: found an arc with other flags than 0 and 1, without all its numbers or of "
            "an extreme radius, allowed are arcs of 7 numbers; save the drawing as plain SVG"
        ) from None
    for paint in found:
        numbers = [*paint.matrix, *(x for line in paint.lines for curve in line.curves for p in curve for x in p)]
        if not all(abs(x) <= FAR for x in numbers):  # false for NaN
            raise source.refusal(f"a shape lies farther out than {FAR:g}, or at no finite place")
    return tuple(found)


def _paint(shape: Any, values: dict[str, str], opacity: float) -> Paint:
    m = shape.transform
    width = float(values.get("stroke-width", 1))
    fill, stroke_paint = (values["color"] if values[key] == CURRENT else values[key] for key in ("fill", "stroke"))
    stroke = tone(stroke_paint, opacity * float(values.get("stroke-opacity", 1)))
    return Paint(
        _lines(shape),
        (float(m.a), float(m.b), float(m.c), float(m.d), float(m.e), float(m.f)),
        tone(fill, opacity * float(values.get("fill-opacity", 1))),
        values.get("fill-rule") == "evenodd",
        stroke if width > 0 else None,
        width,
        values.get("stroke-linecap", "butt"),
        values.get("stroke-linejoin", "miter"),
        min(float(values.get("stroke-miterlimit", 4)), SHARPEST),
        values.get("paint-order", "").startswith("stroke"),
    )


def _lines(shape: Any) -> tuple[SvgLine, ...]:
    """Return a shape's lines in its own coordinates, its arcs as cubic curves of 15° at most."""
    import svgelements

    lines: list[SvgLine] = []
    curves: list[Curve] = []
    for segment in shape.segments(transformed=False):
        if isinstance(segment, svgelements.Move):
            lines += [SvgLine(tuple(curves), False)] * bool(curves)
            curves = []
        elif isinstance(segment, svgelements.Close):
            lines.append(SvgLine((*curves, _curve(segment)), True))
            curves = []
        elif isinstance(segment, svgelements.Arc) and segment.sweep:
            parts = math.ceil(abs(segment.sweep) / ARC)
            curves += [_curve(part) for part in segment.as_cubic_curves(parts)]
        elif isinstance(segment, svgelements.Arc):  # without radius or length: straight
            curves.append(_curve((segment.start, segment.end)))
        else:
            curves.append(_curve(segment))
    return (*lines, *([SvgLine(tuple(curves), False)] * bool(curves)))


def _curve(points: Any) -> Curve:
    return tuple((float(p.x), float(p.y)) for p in points)


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


def flatten(line: SvgLine, pieces: list[int]) -> tuple[list[Point], list[bool]]:
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


def stroke_areas(points: list[Point], corners: list[bool], closed: bool, pen: Pen, chord: float) -> Iterator[Ring]:
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

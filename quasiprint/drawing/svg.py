"""What an SVG file draws, in black and white: each shape's lines and what it paints, in order.

`svgtree` checks the file; svgelements resolves its transforms, units, viewBox and <use>. Lengths in
CSS pixels, y down.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, tostring

from quasiprint.drawing.svgstyle import CURRENT, tone
from quasiprint.drawing.svgtree import DEPTH, FAR, SHAPE_LENGTHS, Source, Tree, checked
from quasiprint.model.errors import InputError
from quasiprint.model.face import Point

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
    tree = checked(source, content)
    _weighed(source, tree)
    return SvgDrawing(_paints(source, tree.root), tree.page)


@dataclass(frozen=True, slots=True)
class _Weight:
    shapes: int
    elements: int
    points: int
    height: int  # how many elements stand in one another


def _weighed(source: Source, tree: Tree) -> None:
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

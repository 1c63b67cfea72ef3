"""Figures as SVG: outlines only, letters too, so that they look alike everywhere. Lengths in mm, y down."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.lettering import CAPITALS, Anchor, outlines
from quasiprint.drawing.outlines import turned
from quasiprint.model.face import Ring
from quasiprint.model.page import Shape, Text
from quasiprint.model.rulebook import Figure

LINE = 0.2  # mm, where a shape does not say


@lru_cache(maxsize=256)  # a figure stands in several books
def svg(figure: Figure) -> str:
    """Return a figure as SVG, one unit a millimetre."""
    height = figure.height
    drawn = [_shape(shape, height) for shape in figure.shapes] + [_text(text, height) for text in figure.texts]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(figure.width)}mm" height="{_n(height)}mm" '
        f'viewBox="0 0 {_n(figure.width)} {_n(height)}">{"".join(drawn)}</svg>\n'
    )


def _n(x: float) -> str:
    """Return a number, to a ten thousandth."""
    text = f"{x:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _path(rings: tuple[Ring, ...], height: float, closed: bool) -> str:
    end = "Z" if closed else ""
    return "".join("M" + "L".join(f"{_n(x)} {_n(height - y)}" for x, y in ring) + end for ring in rings)


def _shape(shape: Shape, height: float) -> str:
    fill = f'fill="{shape.fill}" fill-rule="evenodd"' if shape.fill else 'fill="none"'
    width = _n(shape.width or LINE)
    line = f' stroke="{shape.stroke}" stroke-width="{width}" stroke-linejoin="round"' if shape.stroke else ""
    return f'<path d="{_path(shape.rings, height, shape.closed)}" {fill}{line}/>'


def _text(text: Text, height: float) -> str:
    anchor: Anchor = "middle" if text.anchor == "middle" else "end" if text.anchor == "end" else "start"
    areas = outlines(text.text, CAPITALS * text.size, 0.0, 0.0, anchor, bold=text.bold)
    rings = tuple(turned(ring, text.angle * math.pi / 180, text.x, text.y) for a in areas for ring in a.rings)
    return f'<path d="{_path(rings, height, True)}" fill="{text.colour}"/>' if rings else ""

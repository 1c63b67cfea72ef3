"""Figures as SVG: outlines only, letters too, so that they look alike everywhere. Lengths in mm, y down."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.drawing.lettering import CAPITALS, Anchor, outlines
from quasiprint.drawing.outlines import turned
from quasiprint.model.face import Region, Ring
from quasiprint.model.page import Figure, Shape, Text

LINE = 0.2  # mm, where a shape does not say


@lru_cache(maxsize=256)  # a figure stands in several books
def svg(figure: Figure) -> str:
    """Return a figure as SVG, one unit a millimetre."""
    height = figure.height
    drawn = [path(shape, height) for shape in figure.shapes] + [_text(text, height) for text in figure.texts]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(figure.width)}mm" height="{number(height)}mm" '
        f'viewBox="0 0 {number(figure.width)} {number(height)}">{"".join(drawn)}</svg>\n'
    )


def number(x: float, digits: int = 4) -> str:
    """Return a number with so many digits behind its point at most."""
    text = f"{x:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _path(rings: tuple[Ring, ...], height: float, closed: bool, digits: int = 4) -> str:
    end = "Z" if closed else ""
    return "".join(
        "M" + "L".join(f"{number(x, digits)} {number(height - y, digits)}" for x, y in ring) + end for ring in rings
    )


def path(shape: Shape, height: float, digits: int = 4) -> str:
    """Return a shape as SVG. height: of the figure, mm; digits: behind the point of its coordinates."""
    fill = f'fill="{shape.fill}" fill-rule="evenodd"' if shape.fill else 'fill="none"'
    width = number(shape.width or LINE)
    line = f' stroke="{shape.stroke}" stroke-width="{width}" stroke-linejoin="round"' if shape.stroke else ""
    return f'<path d="{_path(shape.rings, height, shape.closed, digits)}" {fill}{line}/>'


def _text(text: Text, height: float) -> str:
    rings = tuple(ring for region in lettered(text) for ring in region.rings)
    return f'<path d="{_path(rings, height, True)}" fill="{text.colour}"/>' if rings else ""


@lru_cache(maxsize=1024)  # what is drawn is often painted, too
def lettered(text: Text) -> tuple[Region, ...]:
    """Return a line of text as areas, mm."""
    anchor: Anchor = "middle" if text.anchor == "middle" else "end" if text.anchor == "end" else "start"
    areas = outlines(text.text, CAPITALS * text.size, 0.0, 0.0, anchor, bold=text.bold)

    def put(ring: Ring) -> Ring:
        return turned(ring, text.angle * math.pi / 180, text.x, text.y)

    return tuple(Region(put(one.outer), tuple(map(put, one.holes))) for one in areas)

"""Reads a picture in SVG as a renderer does, with svgelements: an element is where its uses show it."""

from __future__ import annotations

import io

import pytest
from svgelements import SVG, Line, Move, Path


def rims(svg: bytes | str) -> list[tuple[float, float]]:
    """Return the middles of the tiles in a picture of a table, mm: of the shapes with a line of 0.15 mm, wherever an
    element shows them."""
    found = []
    text = svg.decode() if isinstance(svg, bytes) else svg
    for shape in SVG.parse(io.StringIO(text), ppi=25.4, reify=True).elements():
        if isinstance(shape, Path) and shape.stroke_width == pytest.approx(0.15, abs=0.001) and shape.stroke.value:
            points = [(step.end.x, step.end.y) for step in shape if isinstance(step, (Move, Line))]
            found.append((sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)))
    return found

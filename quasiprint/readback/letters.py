"""Lettering, by a reading of the packaged font of its own: the areas of a text, and how far it runs.

A text is measured in heights of its capitals. Curves are drawn by chords that lie off them by FLAT heights at most, all
of a curve's alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import Polygon

from quasiprint.readback import fonts
from quasiprint.readback.plane import Complex, even_odd, moved

FLAT = 0.008


def run(text: str) -> float:
    """Return how far a text runs, in heights."""
    _, widths, capitals = _font()
    return float(sum(widths[_name(character)][0] for character in text) / capitals)


def written(text: str, height: float, at: complex, way: complex = 1 + 0j) -> list[Polygon]:
    """Return a text as areas. height: mm; at: where its baseline begins, mm; way: where it runs, a unit vector."""
    areas = np.array(_written(text), dtype=object)
    if not len(areas):
        return []
    drawn: list[Polygon] = shapely.transform(areas, lambda points: moved(points, height * way, at)).tolist()
    return drawn


@lru_cache(maxsize=4096)
def _written(text: str) -> tuple[Polygon, ...]:
    """Return a text as areas, in heights, from the origin."""
    _, widths, capitals = _font()
    areas: list[Polygon] = []
    x = 0.0
    for character in text:
        areas += [affinity.translate(area, x) for area in _glyph(character)]
        x += widths[_name(character)][0] / capitals
    return tuple(areas)


@lru_cache(maxsize=1024)
def _glyph(character: str) -> tuple[Polygon, ...]:
    glyphs, _, capitals = _font()
    return tuple(even_odd(ring / capitals for ring in _rings(glyphs, _name(character), FLAT * capitals)))


def _name(character: str) -> str:
    _, names, _ = fonts.packaged()
    return names.get(ord(character)) or names[ord(fonts.UNKNOWN)]


@lru_cache(maxsize=1)
def _font() -> tuple[Any, Any, float]:
    font, _, widths = fonts.packaged()
    return font.getGlyphSet(), widths, float(font["OS/2"].sCapHeight)


def _rings(glyphs: Any, name: str, flat: float) -> Iterator[Complex]:
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    ring: list[complex] = []
    for step, points in pen.value:
        z = [complex(*point) for point in points if point is not None]
        if step == "moveTo":
            ring = z
        elif step == "lineTo":
            ring += z
        elif step == "qCurveTo":
            ring += _curve(ring[-1], z, flat)
        elif step == "closePath":
            yield np.array(ring)


def _curve(start: complex, points: list[complex], flat: float) -> list[complex]:
    """Return the chords of a chain of quadratic curves; between two points off it lies one on it, halfway."""
    found: list[complex] = []
    here = start
    for k, off in enumerate(points[:-1]):
        end = points[-1] if k == len(points) - 2 else (off + points[k + 1]) / 2
        count = max(1, math.ceil(math.sqrt(abs(here - 2 * off + end) / 4 / flat)))
        steps = (step / count for step in range(1, count + 1))
        found += [(1 - t) ** 2 * here + 2 * (1 - t) * t * off + t * t * end for t in steps]
        here = end
    return found

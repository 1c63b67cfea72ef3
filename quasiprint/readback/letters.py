"""Reads lettering that was engraved as areas: is it this text?

Knows the packaged font by its own reading of it. Text is compared as a whole, turned upright and brought to one size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint import resources
from quasiprint.readback.plane import Complex, even_odd, moved, overlap

FONT = "fonts/NotoSans-Regular.ttf"
CHORDS = 6  # of each curve
SAME = 0.93  # what a text shares with itself, drawn with other chords; one digit changed shares less
NARROW = 0.02  # of its width or height, so much may a text be out of proportion


def says(areas: Sequence[Polygon], text: str, directions: Sequence[complex]) -> bool:
    """Tell whether areas are this text, along one of some directions (unit vectors)."""
    if not areas or not text:
        return not areas and not text
    drawn = shapely.union_all(np.array(areas, dtype=object))
    wanted = _written(text)
    for way in directions:
        upright = shapely.transform(drawn, lambda points, way=way: moved(points, 1 / way))
        if _alike(upright, wanted):
            return True
    return False


def _alike(one: BaseGeometry, two: BaseGeometry) -> bool:
    (a, b, c, d), (p, q, r, s) = one.bounds, two.bounds
    wide, high = (c - a) / (r - p), (d - b) / (s - q)
    if abs(wide / high - 1) > NARROW:
        return False
    fitted = shapely.transform(one, lambda points: (points - (a, b)) / (wide, high) + (p, q))
    return overlap(fitted, two) > SAME


@lru_cache(maxsize=4096)
def _written(text: str) -> BaseGeometry:
    """Return a text as areas, in units of the font."""
    glyphs, names, widths = _font()
    areas: list[Polygon] = []
    x = 0.0
    for character in text:
        name = names[ord(character)]
        areas += even_odd(ring + x for ring in _rings(glyphs, name))
        x += widths[name][0]
    return shapely.union_all(np.array(areas, dtype=object))


@lru_cache(maxsize=1)
def _font() -> tuple[Any, dict[int, str], Any]:
    from fontTools.ttLib import TTFont

    font = TTFont(resources.packaged() / FONT)
    return font.getGlyphSet(), font.getBestCmap(), font["hmtx"]


def _rings(glyphs: Any, name: str) -> Iterator[Complex]:
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
            ring += _curve(ring[-1], z)
        elif step == "closePath":
            yield np.array(ring)


def _curve(start: complex, points: list[complex]) -> list[complex]:
    """Return the chords of a chain of quadratic curves; between two points off it lies one on it, halfway."""
    found: list[complex] = []
    here = start
    for k, off in enumerate(points[:-1]):
        end = points[-1] if k == len(points) - 2 else (off + points[k + 1]) / 2
        found += [(1 - t) ** 2 * here + 2 * (1 - t) * t * off + t * t * end for t in np.linspace(0, 1, CHORDS + 1)[1:]]
        here = end
    return found

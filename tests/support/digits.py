"""Reads a tile's numbers from its shapes alone, as somebody at the table would.

Knows the font, by its own reading of it, and how a tile is held: the corner in question up. It
shares nothing with what draws the digits.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union
from shapely.validation import make_valid

FONT = Path(__file__).parents[2] / "templates" / "fonts" / "NotoSans-Bold.ttf"


class _Rings(BasePen):
    """Collects a glyph's lines, its curves as sixteen chords."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.rings: list[list[tuple[float, float]]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.rings.append([pt])

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.rings[-1].append(pt)

    def _curveToOne(self, a: object, b: object, c: object) -> None:  # noqa: N802
        raise AssertionError("a TrueType font has no cubic curves")

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), (x1, y1), (x2, y2) = self.rings[-1][-1], pt1, pt2
        for k in range(1, 17):
            f = k / 16
            u, v, w = (1 - f) ** 2, 2 * f * (1 - f), f * f
            self.rings[-1].append((u * x0 + v * x1 + w * x2, u * y0 + v * y1 + w * y2))


@cache
def glyph(digit: int) -> Polygon | MultiPolygon:
    """Return a digit, its box one high and around 0."""
    font = TTFont(FONT)
    glyphs = font.getGlyphSet()
    pen = _Rings(glyphs)
    glyphs[font.getBestCmap()[ord(str(digit))]].draw(pen)
    drawn = Polygon()
    for ring in pen.rings:
        drawn = drawn.symmetric_difference(make_valid(Polygon(ring)))
    return normal(drawn)


def normal(shape: Polygon | MultiPolygon) -> Polygon | MultiPolygon:
    """Return a shape scaled to a height of one, the middle of its box at 0."""
    left, low, right, high = shape.bounds
    moved = affinity.translate(shape, -(left + right) / 2, -(low + high) / 2)
    return affinity.scale(moved, 1 / (high - low), 1 / (high - low), origin=(0, 0))


def read_digit(shape: Polygon | MultiPolygon) -> int:
    """Return the digit that an upright shape shows, an underline left aside; fail if none is like it."""
    parts = [shape] if isinstance(shape, Polygon) else sorted(shape.geoms, key=lambda part: part.area)
    seen = normal(parts[-1])
    likeness = {digit: seen.intersection(glyph(digit)).area / seen.union(glyph(digit)).area for digit in range(10)}
    best = max(likeness, key=likeness.__getitem__)
    assert likeness[best] > 0.8, likeness
    assert (len(parts) == 2) == (best in (6, 9)), "6 and 9 alone are underlined"
    if len(parts) == 2:
        assert parts[0].bounds[3] < parts[1].bounds[1], "the line is under the digit"
    return best


def read_tile(outline: Polygon, ink: list[Polygon], corners: int = 3) -> tuple[int, ...]:
    """Return the numbers in a tile's corners, clockwise from the first corner of the outline, whose
    corners may be rounded. Areas near the middle, of no corner's, are left aside."""
    tips = _tips(outline, corners)
    cx, cy = sum(x for x, _ in tips) / corners, sum(y for _, y in tips) / corners
    reach = math.dist(tips[0], (cx, cy))
    held: list[list[Polygon]] = [[] for _ in tips]
    for area in ink:
        p = area.representative_point()
        if math.dist((p.x, p.y), (cx, cy)) > 0.12 * reach:
            held[min(range(corners), key=lambda k: math.dist(tips[k], (p.x, p.y)))].append(area)
    numbers = []
    for (x, y), areas in zip(tips, held, strict=True):
        turn = 90 - math.degrees(math.atan2(y - cy, x - cx))
        numbers.append(read_digit(affinity.rotate(unary_union(areas), turn, origin=(cx, cy))))
    return tuple(numbers)


def _tips(outline: Polygon, corners: int) -> list[tuple[float, float]]:
    """Return where the outline's corners point, clockwise: the middles of its farthest stretches."""
    middle = outline.centroid
    ring = list(outline.exterior.coords)[:-1]
    far = max(ring, key=lambda p: round(math.dist(p, (middle.x, middle.y)), 4))
    start, reach = math.atan2(far[1] - middle.y, far[0] - middle.x), math.dist(far, (middle.x, middle.y))
    ways = [start - math.tau * k / corners for k in range(corners)]
    tips = [(middle.x + reach * math.cos(a), middle.y + reach * math.sin(a)) for a in ways]
    for tip in tips:
        assert outline.exterior.distance(Polygon([tip, tip, tip]).centroid) < 0.3, "no regular outline"
    return tips


def least_turn(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers begun where they come first in order."""
    return min(numbers[k:] + numbers[:k] for k in range(len(numbers)))

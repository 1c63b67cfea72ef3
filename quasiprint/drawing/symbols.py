"""Symbols: pictures that stand for numbers, one SVG file for each, as areas of ink.

Layers are painted one over the other: a dark one adds to the ink, a light one takes away from it.
What is left is scaled to size 1, so that how it is drawn does not matter.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from manifold3d import CrossSection, FillRule, JoinType, OpType

from quasiprint.drawing.areas import regions
from quasiprint.drawing.svg import FAR, MOST, Drawing, Layer, crossings, refusal
from quasiprint.errors import InputError
from quasiprint.model.face import Point, Region, Ring, area
from quasiprint.model.option import Supplied

FILES = 100  # in a folder
GUESSES = 6  # at how large a drawing is
# on the canvas, that is, while a drawing is painted
SIZE = 1000.0  # of the drawing, about
CHORD = 0.5  # how far a chord may lie off its curve
CUT = 1e-3  # of the ink: what a clip path or a mask may take away
SPECK = 4.0  # an area or hole with less is left out: a square of 0.002 of the size
HAIR = 0.05  # what is as near to itself or thinner than twice this is mended
FINE = 0.01  # points that lie closer to the line of their neighbours are left out
MEETINGS = 50_000  # of two lines
PASSINGS = 5_000_000  # of lines at the height of some point
LABOUR = 2_000_000  # changes between dark and light, times points
SHARPEST = 20.0  # mitre limit: a tip below 6° counts as hair
SLIT = 0.02  # what rounding may change in the length of all lines
ARC_SIDES = 16  # of the small circles that mend corners


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
    if not 0 < len(given.files) <= FILES:
        raise InputError(
            f"symbols: found {len(given.files) or 'no'} files *.svg in {given.name!r}, allowed are 1 to {FILES}, one "
            "for each number"
        )
    files = sorted(given.files, key=lambda file: _natural(file[0]))
    return tuple(Symbol(_stem(name), _areas(f"{given.name}/{name}", content)) for name, content in files)


def names(given: Supplied) -> tuple[str, ...]:
    """Return what the drawings of a folder are called, in the order of `read_symbols`."""
    return tuple(_stem(name) for name in sorted((name for name, _ in given.files), key=_natural))


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Sort by the numbers in a name where it has some."""
    parts = re.findall(r"[0-9]+|[^0-9]+", _stem(name).casefold())
    # numbers before letters, as characters are
    return [(int(part), "") if part[0] in "0123456789" else (1 << 2000, part) for part in parts], name


def _areas(name: str, content: bytes) -> tuple[Region, ...]:
    drawing = Drawing(name, content)
    # the box is a guess from what is dark, drawn roughly; the ink may be much smaller
    dark = [ring for layer in drawing.layers(math.inf) if layer.dark for ring in layer.rings]
    points = np.concatenate(dark or [np.zeros(1)])
    low, high = (np.array([pick(points.real), pick(points.imag)]) for pick in (np.min, np.max))
    for _ in range(GUESSES):
        if not (size := max(high - low)) > 0:
            break
        middle, scale = (low + high) / 2, SIZE / size
        painted = _paint(name, drawing.layers(CHORD / scale), complex(*middle), scale)
        if painted.num_vert() > MOST["points"]:
            raise refusal(
                name, f"the picture has {painted.num_vert()} points, allowed are {MOST['points']}; simplify it"
            )
        ink = _without_specks(painted)
        x0, y0, x1, y1 = (painted if ink.is_empty() else ink).bounds()
        if not max(x1 - x0, y1 - y0) <= SIZE / 2:
            if ink.is_empty():
                break
            return _normal(_apart(name, ink))
        low, high = (middle + np.array(corner) / scale for corner in ((x0, -y1), (x1, -y0)))
    raise refusal(
        name,
        "nothing dark is drawn: found only what is empty, hidden, transparent, light or off the page; fill the picture "
        "with black",
    )


def _paint(name: str, layers: list[Layer], middle: complex, scale: float) -> Any:
    """Return the ink, as a manifold3d.CrossSection, y up, with the point `middle` of the file at (0, 0).

    Raises InputError if painting takes too long, or if a clip path or a mask changes it.
    """

    def place(ring: Any) -> Any:
        """Return points on the canvas, rounded: the last digits depend on the machine."""
        found = ((ring - middle) * scale).conj()
        if not (abs(found) < FAR).all():  # manifold3d counts in 1e-8 with 64 bits
            raise refusal(name, "a shape or the page reaches far beyond what is dark; leave out what is not seen")
        return found.round(6)

    rings_of = {layer: [place(ring) for ring in layer.rings] for layer in _all(layers)}
    if _is_tangled([ring for rings in rings_of.values() for ring in rings]):
        raise refusal(name, "too many lines cross, or lie on or beside one another; simplify the drawing")

    def section(layer: Layer) -> Any:
        rings = [np.column_stack((z.real, z.imag)) for z in rings_of[layer]]
        return CrossSection(rings, FillRule.EvenOdd if layer.evenodd else FillRule.NonZero)

    def ink(layers: Iterable[Layer], pages: bool) -> Any:
        """Return what layers leave dark. pages: of clips only pages cut."""
        runs = [(key, list(run)) for key, run in groupby(layers, key=lambda layer: (layer.dark, layer.clips))]
        if len(runs) * sum(len(ring) for _, run in runs for layer in run for ring in layer.rings) > LABOUR:
            raise refusal(name, "dark and light shapes lie over one another too often; join the shapes")
        found = CrossSection()
        for (dark, clips), run in runs:
            area = CrossSection.batch_boolean([section(layer) for layer in run], OpType.Add)
            for clip, page in clips:
                area = area ^ ink(clip, pages) if page or not pages else area
            found = CrossSection.batch_boolean([found, area], OpType.Add if dark else OpType.Subtract)
        return found.simplify(FINE)

    whole = ink(layers, True)
    if all(page for layer in layers for _, page in layer.clips):
        return whole
    left = ink(layers, False)
    changed = (whole - left).area() + (left - whole).area()
    if changed > CUT * whole.area():
        raise refusal(
            name,
            f"a clip path or a mask changes what is dark: found {changed / whole.area():.1%} of it, allowed is "
            f"{CUT:.1%}; cut the shapes themselves",
        )
    return left


def _all(layers: Iterable[Layer]) -> Iterator[Layer]:
    """Yield layers and those of the clips around them."""
    for clips, run in groupby(layers, key=lambda layer: layer.clips):
        yield from run
        for clip, _ in clips:
            yield from _all(clip)


def _is_tangled(rings: list[Any]) -> bool:
    """Tell whether clipping these rings would take long, or more memory than there is.

    Clipping sweeps over the plane from level to level, a level for each point, and has work with each
    side at each level, and with each two sides that meet: n sides may make n² of both.
    """
    sides = np.concatenate([np.empty((0, 2)), *(np.column_stack((z, np.roll(z, -1))) for z in rings)])
    levels = np.unique(sides.imag)
    if np.diff(np.searchsorted(levels, np.sort(sides.imag, axis=1))).sum() > PASSINGS:
        return True
    return crossings(sides, MEETINGS) > MEETINGS


def _without_specks(ink: Any) -> Any:
    """Return the ink without areas and holes that nobody sees."""
    kept = []
    for part in ink.decompose():
        if part.area() >= SPECK:
            rings = [[(float(x), float(y)) for x, y in ring] for ring in part.to_polygons()]
            kept += [ring for ring in rings if abs(area(tuple(ring))) >= SPECK]
    return CrossSection(kept, FillRule.EvenOdd)


def _apart(name: str, ink: Any) -> Any:
    """Return the ink so that no line comes near itself or another: a solid of it could not be made.

    Ink that is in order stays as it is; else hair is taken out and gaps as fine are filled, and if
    that is not enough, lines are moved by up to 0.0002 of the size.
    """

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
        raise refusal(name, "the picture is thinner than a hair everywhere; give its lines a width")
    if not _in_order(found):
        raise refusal(name, "shapes touch or nearly touch in too many places; join them or move them apart")
    return found


def _in_order(ink: Any) -> bool:
    """Tell whether the ink has no hair, slits or places where it touches itself: whether it keeps its
    areas, its holes and the length of its lines when they move a little out, or in, and back."""
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
    return float(sum(np.hypot(*(ring - np.roll(ring, 1, axis=0)).T).sum() for ring in ink.to_polygons()))


def _normal(ink: Any) -> tuple[Region, ...]:
    """Return the ink as areas at size 1."""
    x0, y0, x1, y1 = ink.bounds()
    x, y, size = (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)

    def rounded(points: list[Point]) -> Ring:
        rounded = [(round((px - x) / size, 9) + 0.0, round((py - y) / size, 9) + 0.0) for px, py in points]
        return tuple(p for k, p in enumerate(rounded) if p != rounded[k - 1])

    return regions(ink, rounded)

"""What a picture of a front or a back is due to show, worked out from the model once more."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from quasiprint.model.face import Face, Region
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Palette
from quasiprint.readback.due import complex_of
from quasiprint.readback.due_cuts import run_out
from quasiprint.readback.plane import Complex
from quasiprint.readback.raster import Canvas

INCH = 25.4  # mm
STEP = math.radians(15)  # of the chords around a corner
PLAIN, TINT, WHITE = "#222222", "#DDE3EA", "#FFFFFF"
BORDER, OPEN, AROUND = 0.12, 0.2, 0.2  # mm: how wide lines are around ink, along open lines, around a back's mark
PALER = 0.78
Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Layer:
    """Something on a face. rings: mm, y up; rgb: None for a line that is open; border: of a line around it, mm."""

    rings: tuple[Complex, ...]
    rgb: Rgb | None
    border: float = 0.0


def shown(game_set: GameSet) -> list[Piece | Accessory]:
    """Return what has pictures: what is played with."""
    return [*game_set.pieces, *(thing for thing in game_set.accessories if not thing.storage)]


def extent(face: Face, bleed: float, dpi: int) -> tuple[int, int]:
    """Return how many dots a picture is wide and high."""
    z = complex_of(face.nominal)
    sides = np.ptp(z.real) + 2 * bleed, np.ptp(z.imag) + 2 * bleed
    width, height = (math.ceil(side * dpi / INCH - 1e-6) for side in sides)
    return width, height


def layers(face: Face, palette: Palette, bleed: float, behind: bool) -> list[Layer]:
    """Return what a front shows, or a back as it is seen from behind, the lowest first."""
    return list(_back(face, palette, bleed) if behind else _front(face, palette, bleed))


def painted(canvas: Canvas, due: Sequence[Layer], dpi: int, at: complex) -> None:
    """Paint layers. at: where the origin of their frame lies, dots from the left and the top."""
    scale = dpi / INCH
    for layer in due:
        rings: list[Complex] = [np.asarray(at + scale * np.conj(ring)) for ring in layer.rings]
        if layer.rgb is None:
            canvas.line(rings[0], scale * layer.border)
        else:
            canvas.fill(rings, layer.rgb, scale * layer.border)


def middle(face: Face, dpi: int, width: float, height: float, *, behind: bool) -> complex:
    """Return where the origin of a face's frame lies, so that the middle of its box is that of a picture so large."""
    z = complex_of(face.nominal)
    z = -np.conj(z) if behind else z
    x, y = (z.real.min() + z.real.max()) / 2, (z.imag.min() + z.imag.max()) / 2
    return complex(width / 2 - x * dpi / INCH, height / 2 + y * dpi / INCH)


def rgb_of(colour: str) -> Rgb:
    """Return the three parts of a colour."""
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue


def ground(face: Face, palette: Palette, *, behind: bool) -> Rgb:
    """Return what lies below everything else on a side."""
    tinted = behind and face.back and face.back_colour is None
    return rgb_of(TINT if tinted else palette.body)


def _front(face: Face, palette: Palette, bleed: float) -> Iterator[Layer]:
    outline = complex_of(face.nominal)
    yield Layer((grown(outline, bleed),), ground(face, palette, behind=False))
    for mark in face.marks:
        if mark.colour is not None and not mark.ink:
            red, green, blue = (round(c + (255 - c) * PALER) for c in rgb_of(palette.inks[mark.colour].rgb))
            yield from (Layer(_rings(region), (red, green, blue)) for region in mark.field)
    for mark in face.marks:
        yield from (Layer((complex_of(line),), None, OPEN) for line in mark.lines)
    over: list[Layer] = []
    for mark in face.marks:
        rgb = rgb_of(PLAIN if mark.colour is None else palette.inks[mark.colour].rgb)
        for region in mark.ink:
            yield Layer(_rings(region), rgb, BORDER)
            over += _over(outline, _rings(region), rgb, bleed)
    yield from over


def _back(face: Face, palette: Palette, bleed: float) -> Iterator[Layer]:
    outline = -np.conj(complex_of(face.nominal))[::-1]
    yield Layer((grown(outline, bleed),), ground(face, palette, behind=True))
    over: list[Layer] = []
    for region in face.back:
        rings = tuple(-np.conj(ring)[::-1] for ring in _rings(region))
        if face.back_colour is None:
            yield Layer(rings, rgb_of(WHITE), AROUND)
            continue
        rgb = rgb_of(palette.inks[face.back_colour].rgb)
        yield Layer(rings, rgb, BORDER)
        over += _over(outline, rings, rgb, bleed)
    yield from over


def _rings(region: Region) -> tuple[Complex, ...]:
    return tuple(map(complex_of, region.rings))


def _over(outline: Complex, rings: Sequence[Complex], rgb: Rgb, bleed: float) -> Iterator[Layer]:
    """Yield how ink runs out over an outline."""
    for start, end in zip(outline, np.roll(outline, -1), strict=True) if bleed else ():
        out = -1j * bleed * (end - start) / abs(end - start)
        for ring in rings:
            yield from (Layer((strip,), rgb) for strip in run_out(ring, complex(start), complex(end), complex(out)))


def grown(z: Complex, bleed: float) -> Complex:
    """Return a convex outline grown by `bleed` mm, its corners rounded."""
    found: list[complex] = []
    for k, corner in enumerate(z):
        into, out = corner - z[k - 1], z[(k + 1) % len(z)] - corner
        start = cmath.phase(into * -1j)
        turn = (cmath.phase(out * -1j) - start) % math.tau
        steps = max(1, math.ceil(turn / STEP))
        found += [corner + bleed * cmath.exp(1j * (start + turn * k / steps)) for k in range(steps + 1)]
    return np.array(found)

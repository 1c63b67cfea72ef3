"""Pictures of plates, read back: a PNG to its last byte, and whether it shows what lies on the plate.

It is painted once more, from the bodies that were read. Each pixel is the mean of four points; a point has the colour
of the filament in which the highest level there is printed. A level of a thing whose colour is its face's is darker, or
lighter where that is dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from shapely.geometry import Polygon

from quasiprint.model.profile import Bed
from quasiprint.readback import png, repainted
from quasiprint.readback.bodies import Body
from quasiprint.readback.plane import Lie
from quasiprint.readback.png import Pixels
from quasiprint.readback.repainted import Area, Colour, Frame
from quasiprint.readback.unreadable import foreign

SIDE = 512
BED_UNDER_BRIGHT, BED_UNDER_DARK, BESIDE = (0x5E, 0x66, 0x6E), (0xC9, 0xCE, 0xD3), (0xFF, 0xFF, 0xFF)
LEVEL = 1e-6  # mm


def pixels_of(content: bytes) -> Pixels:
    """Return the pixels of a PNG (SIDE × SIDE × 3). Raises Unreadable for any but one of that size, and for anything
    that `readback.png` refuses."""
    pixels = png.pixels_of(content)
    if pixels.shape[:2] != (SIDE, SIDE):
        raise foreign(f"a picture in it has not {SIDE} × {SIDE} pixels")
    return pixels


@dataclass(frozen=True, slots=True)
class View:
    """How a plate is seen. origin: of its bed, in the frame of its bodies. body: the colour of the things' bodies.
    printed: the colour of a level, by the body's own (index in the palette, negative: none) and its height, mm. faces:
    how high the faces of things lie, by the number of the object, mm."""

    bed: Bed
    origin: complex
    body: Colour
    printed: Callable[[int, float], Colour]
    faces: Sequence[float]

    def level(self, ink: int, z: float, face: float) -> Colour:
        """Return the colour in which a level is shown. face: the height of the thing's face."""
        colour = self.printed(ink, z)
        if abs(z - face) < LEVEL or colour != self.printed(ink, face):
            return colour
        red, green, blue = ((3 * c // 4) if _is_bright(colour) else c + (255 - c) // 3 for c in colour)
        return red, green, blue


def astray(pixels: Pixels, bodies: Sequence[Body], view: View) -> int:
    """Return how many pixels show something else than a plate's bodies."""
    wide, deep = view.bed.width, view.bed.depth
    size = max(wide, deep)
    under = BED_UNDER_BRIGHT if _is_bright(view.body) else BED_UNDER_DARK
    bed = np.array(((0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)))
    frame = Frame(SIDE, SIDE, SIDE / size, wide / 2 - size / 2, deep / 2 - size / 2)
    return repainted.astray(pixels, [([bed], under), *_areas(bodies, view)], BESIDE, frame)


def _areas(bodies: Sequence[Body], view: View) -> Iterator[Area]:
    """Yield the level areas of bodies where they lie, the lowest first."""
    levels: list[tuple[float, Colour, Polygon]] = []
    for body in bodies:
        lie = Lie(body.lie.turn, body.lie.shift - view.origin, body.lie.mirrored)
        every = [(height, area) for height, areas in body.terrain.tops.items() for area in areas]
        there = lie.all_there([area for _, area in every])
        ink = -1 if body.colour is None else body.colour
        for (height, _), area in zip(every, there, strict=True):
            assert isinstance(area, Polygon)
            levels.append((height, view.level(ink, height, view.faces[body.owner]), area))
    for _, colour, area in sorted(levels, key=lambda level: level[0]):
        yield [np.array(ring.coords)[:-1, :2] for ring in (area.exterior, *area.interiors)], colour


def _is_bright(colour: Colour) -> bool:
    red, green, blue = colour
    return 299 * red + 587 * green + 114 * blue > 127_500

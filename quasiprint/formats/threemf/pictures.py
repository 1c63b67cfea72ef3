"""Pictures of plates, read back: a PNG to its last byte, and whether it shows what lies on the plate.

It is painted once more, from the bodies that were read. Each pixel is the mean of four points; a point has the colour
of the filament in which the highest level there is printed. A level of a thing whose colour is its face's is darker, or
lighter where that is dark.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from quasiprint.model.profile import Bed
from quasiprint.readback.bodies import Body
from quasiprint.readback.plane import Lie
from quasiprint.readback.unreadable import foreign

SIDE = 256
POINTS = 2 * SIDE
BED_UNDER_BRIGHT, BED_UNDER_DARK, BESIDE = (0x5E, 0x66, 0x6E), (0xC9, 0xCE, 0xD3), (0xFF, 0xFF, 0xFF)
HEAD = b"\x89PNG\r\n\x1a\n" + struct.pack(">L4s2L5B", 13, b"IHDR", SIDE, SIDE, 8, 2, 0, 0, 0)
SIGHT = 1e-5  # mm: a point so near to a border may be on either side of it
FEW = 400  # pixels: more are wrong wherever they are
LEVEL = 1e-6  # mm
Colour = tuple[int, int, int]
Pixels = NDArray[np.uint8]


def pixels_of(content: bytes) -> Pixels:
    """Return the pixels of a PNG (SIDE × SIDE × 3). Raises Unreadable for any but one of that size, in 8-bit colours,
    without a filter, and with nothing else in it."""
    whole = HEAD + struct.pack(">L", zlib.crc32(HEAD[12:]))
    end = struct.pack(">L4sL", 0, b"IEND", zlib.crc32(b"IEND"))
    at = len(whole)
    if not content.startswith(whole) or len(content) < at + 12 or content[at + 4 : at + 8] != b"IDAT":
        raise foreign("a picture in it is no PNG as a set's files have them")
    (size,) = struct.unpack_from(">L", content, at)
    body = content[at + 8 : at + 8 + size]
    if content[at + 8 + size :] != struct.pack(">L", zlib.crc32(b"IDAT" + body)) + end:
        raise foreign("a picture in it ends otherwise than a set's pictures do")
    stream = zlib.decompressobj()
    due = SIDE * (1 + 3 * SIDE)
    try:
        data = stream.decompress(body, due + 1)
    except zlib.error as problem:
        raise foreign(f"a picture in it is damaged: {problem}") from None
    if len(data) != due or not stream.eof or stream.unused_data:
        raise foreign(f"a picture in it has not {SIDE} × {SIDE} pixels")
    rows = np.frombuffer(data, dtype=np.uint8).reshape(SIDE, 1 + 3 * SIDE)
    if rows[:, 0].any():
        raise foreign("a picture in it has rows that are filtered")
    return rows[:, 1:].reshape(SIDE, SIDE, 3)


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
    size = max(view.bed.width, view.bed.depth)
    middle = complex(view.bed.width, view.bed.depth) / 2
    centres = ((np.arange(POINTS) + 0.5) / POINTS - 0.5) * size
    across, up = centres + middle.real, centres[::-1] + middle.imag  # rows run downwards
    under = BED_UNDER_BRIGHT if _is_bright(view.body) else BED_UNDER_DARK
    areas = [(box(0.0, 0.0, view.bed.width, view.bed.depth), under), *_areas(bodies, view)]
    numbers = {colour: number for number, colour in enumerate(dict.fromkeys((BESIDE, *(hue for _, hue in areas))))}
    points = np.zeros((POINTS, POINTS), dtype=np.intp)
    shapely.prepare([area for area, _ in areas])
    for area, colour in areas:
        left, low, right, high = area.bounds
        columns = slice(*np.searchsorted(across, (left, right)).tolist())
        first, last = np.searchsorted(up[::-1], (low, high)).tolist()
        rows = slice(POINTS - last, POINTS - first)
        inside = shapely.contains_xy(area, across[None, columns], up[rows, None])
        points[rows, columns][inside] = numbers[colour]
    seen = np.array(list(numbers), dtype=np.uint16)[points]
    four = seen[::2, ::2] + seen[::2, 1::2] + seen[1::2, ::2] + seen[1::2, 1::2]
    wrong = np.argwhere((pixels != (four + 2) // 4).any(axis=2))
    if len(wrong) not in range(1, FEW):
        return len(wrong)
    borders = shapely.STRtree([area.boundary for area, _ in areas])
    return sum(not _on_a_border(borders, across, up, int(row), int(column)) for row, column in wrong)


def _areas(bodies: Sequence[Body], view: View) -> Iterator[tuple[Polygon, Colour]]:
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
        yield area, colour


def _on_a_border(
    borders: shapely.STRtree, across: NDArray[np.float64], up: NDArray[np.float64], row: int, column: int
) -> bool:
    """Tell whether a point of a pixel is so near to a border that it may be on either side."""
    points: list[BaseGeometry] = [
        shapely.Point(across[2 * column + dx], up[2 * row + dy]) for dx in (0, 1) for dy in (0, 1)
    ]
    return bool(borders.query(np.array(points, dtype=object), "dwithin", SIGHT).size)


def _is_bright(colour: Colour) -> bool:
    red, green, blue = colour
    return 299 * red + 587 * green + 114 * blue > 127_500

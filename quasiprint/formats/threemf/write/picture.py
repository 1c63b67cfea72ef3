"""A plate seen from above, as a PNG: what file managers and slicers show of a file.

Each pixel is the mean of four points. A point has the colour of the filament that it is printed in; a level that would
not be told from its face by that is darker, or lighter where the filament is dark.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from quasiprint.formats.threemf.write.job import Job
from quasiprint.model.colour_change import ColourChange
from quasiprint.model.face import Region, Ring
from quasiprint.model.placement import Arrangement
from quasiprint.model.solid import Part

SIDE = 256  # pixels
POINTS = 2 * SIDE  # across the picture
BRIGHT = 500  # of 1000: a colour's brightness, above which it shows on a dark bed and is darkened
DARK_BED, LIGHT_BED, BESIDE = "#5E666E", "#C9CED3", "#FFFFFF"
SIGNATURE = b"\x89PNG\r\n\x1a\n"

Area = tuple[Region, tuple[int, int, int]]  # with its colour


def picture(job: Job, plate: Arrangement, change: ColourChange | None) -> bytes:
    """Return the picture of a plate. change: of its filament."""
    bed = DARK_BED if _bright(_rgb(job.set.palette.body)) else LIGHT_BED
    canvas = _Canvas(job.bed.width, job.bed.depth, _rgb(BESIDE), _rgb(bed))
    known: dict[str, list[Area]] = {}
    for placement in plate.placements:
        if placement.item not in known:
            parts = job.parts(placement.item)
            face = parts[0].solid.top
            seen = [part for part in parts if part is parts[0] or part.solid.bottom > 0]  # not inlays of the back
            known[placement.item] = [area for part in seen for area in _areas(job, part, change, face)]
        for region, colour in known[placement.item]:
            canvas.fill([placement.ring(ring) for ring in region.rings], colour)
    return _png(canvas.pixels())


def _areas(job: Job, part: Part, change: ColourChange | None, face: float) -> Iterator[Area]:
    """Yield what is seen of a body, what lies in it after it. face: the height of the piece's face."""
    solid = part.solid
    yield Region(solid.outline, solid.holes), _seen(job, part, change, solid.top, face)
    for sector in solid.sectors:
        for step in sector.steps:
            yield step.region, _seen(job, part, change, step.z, face)


def _seen(job: Job, part: Part, change: ColourChange | None, z: float, face: float) -> tuple[int, int, int]:
    """Return the colour of a body's level."""

    def printed(height: float) -> tuple[int, int, int]:
        if part.colour is not None:
            return _rgb(job.set.palette.inks[part.colour].rgb)
        spools = job.spools(change)
        return _rgb(spools[-1 if change and height > change.z else 0][1])

    colour = printed(z)
    return colour if z == face or colour != printed(face) else _shaded(colour)


def _rgb(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _bright(colour: tuple[int, int, int]) -> bool:
    red, green, blue = colour
    return 299 * red + 587 * green + 114 * blue > 255 * BRIGHT


def _shaded(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue = ((3 * c // 4) if _bright(colour) else c + (255 - c) // 3 for c in colour)
    return red, green, blue


class _Canvas:
    """Points, row by row from the top of the picture, each with the number of its colour."""

    def __init__(self, width: float, depth: float, beside: tuple[int, int, int], bed: tuple[int, int, int]) -> None:
        self._scale = POINTS / max(width, depth)
        self._across = POINTS / 2 - self._scale * width / 2  # where the bed's lower left corner is, in points
        self._up = POINTS / 2 - self._scale * depth / 2
        self._colours = {beside: 0}
        self._rows = [bytearray(POINTS) for _ in range(POINTS)]
        self.fill([((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))], bed)

    def fill(self, rings: list[Ring], colour: tuple[int, int, int]) -> None:
        """Paint the points that lie within an odd number of rings (mm, on the bed)."""
        number = self._colours.setdefault(colour, len(self._colours))
        scale, across, up = self._scale, self._across, self._up
        shapes = [[(across + scale * x, up + scale * y) for x, y in ring] for ring in rings]
        heights = [y for _, y in shapes[0]]  # the outer ring: the others lie within it
        lowest, highest = max(0, math.ceil(min(heights) - 0.5)), min(POINTS, math.ceil(max(heights) - 0.5))
        crossings: list[list[float]] = [[] for _ in range(lowest, highest)]
        for corners in shapes:
            ax, ay = corners[-1]
            for bx, by in corners:
                if ay != by:
                    low, high = (ay, by) if ay < by else (by, ay)
                    slope = (bx - ax) / (by - ay)
                    start = ax + (0.5 - ay) * slope
                    for line in range(max(lowest, math.ceil(low - 0.5)), min(highest, math.ceil(high - 0.5))):
                        crossings[line - lowest].append(start + line * slope)
                ax, ay = bx, by
        for line, met in enumerate(crossings, lowest):
            met.sort()
            row = self._rows[POINTS - 1 - line]
            for enters, leaves in zip(met[::2], met[1::2], strict=True):
                first, last = max(0, math.ceil(enters - 0.5)), min(POINTS, math.ceil(leaves - 0.5))
                if last > first:
                    row[first:last] = bytes((number,)) * (last - first)

    def pixels(self) -> NDArray[np.uint8]:
        """Return the pixels (SIDE × SIDE × 3)."""
        points = np.frombuffer(b"".join(self._rows), dtype=np.uint8).reshape(POINTS, POINTS)
        seen = np.array(list(self._colours), dtype=np.uint16)[points]
        four = seen[::2, ::2] + seen[::2, 1::2] + seen[1::2, ::2] + seen[1::2, 1::2]
        return ((four + 2) // 4).astype(np.uint8)


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Return a PNG of 8-bit colours, no row of it filtered."""
    rows = np.zeros((SIDE, 1 + 3 * SIDE), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(SIDE, 3 * SIDE)
    head = struct.pack(">2L5B", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body)) for kind, body in parts
    )

"""A plate seen from above, as a PNG: what file managers and slicers show of a file.

Each pixel is the mean of four points. A point has the colour of the filament that it is printed in; a level that would
not be told from its face by that is darker, or lighter where the filament is dark.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from quasiprint.formats.threemf.write.job import Job
from quasiprint.model.colour_change import ColourChange
from quasiprint.model.face import Point, Region
from quasiprint.model.placement import Arrangement, Placement
from quasiprint.model.solid import Part

SIDE = 256  # pixels
POINTS = 2 * SIDE  # across the picture
BRIGHT = 500  # of 1000: a colour's brightness, above which it shows on a dark bed and is darkened
DARK_BED, LIGHT_BED, BESIDE = "#5E666E", "#C9CED3", "#FFFFFF"
SIGNATURE = b"\x89PNG\r\n\x1a\n"

Area = tuple[Region, tuple[int, int, int]]  # with its colour


def picture(job: Job, plate: Arrangement, change: ColourChange | None) -> bytes:
    """Return the picture of a plate. change: of its filament."""
    width, depth = job.bed.width, job.bed.depth
    bed = _rgb(DARK_BED if _bright(_rgb(job.set.palette.body)) else LIGHT_BED)
    colours = {_rgb(BESIDE): 0, bed: 1}
    known: dict[str, _Shapes] = {}
    whole = _Shapes([(Region(((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth))), bed)], colours)
    lying = [(whole, Placement("", 0.0, 0.0, 0.0))]
    for placement in plate.placements:
        if placement.item not in known:
            parts = job.parts(placement.item)
            face = parts[0].solid.top
            seen = [part for part in parts if part is parts[0] or part.solid.bottom > 0]  # not inlays of the back
            areas = [area for part in seen for area in _areas(job, part, change, face)]
            known[placement.item] = _Shapes(areas, colours)
        lying.append((known[placement.item], placement))
    painted = np.array(list(colours), dtype=np.uint16)[_painted(lying, width, depth)]
    four = painted[::2, ::2] + painted[::2, 1::2] + painted[1::2, ::2] + painted[1::2, 1::2]
    return _png(((four + 2) // 4).astype(np.uint8))


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


class _Shapes:
    """The areas of a thing, each painted over those before it. corners: of all of them, n × 2, mm; before, owners: of
    each corner the number of the one before it in its ring, and that of its area; colours: numbers, of each area."""

    def __init__(self, areas: Iterable[Area], colours: dict[tuple[int, int, int], int]) -> None:
        """colours: the numbers of those that are known, which grow."""
        corners: list[Point] = []
        before: list[int] = []
        owners: list[int] = []
        self.colours: list[int] = []
        for number, (region, colour) in enumerate(areas):
            self.colours.append(colours.setdefault(colour, len(colours)))
            for ring in region.rings:
                first, last = len(corners), len(corners) + len(ring) - 1
                before += [last, *range(first, last)]
                corners += ring
                owners += [number] * len(ring)
        self.corners = np.array(corners, dtype=np.float64)
        self.before, self.owners = np.array(before), np.array(owners)

    def there(self, place: Placement) -> NDArray[np.float64]:
        """Return the corners where a thing lies, mm on the bed."""
        c, s = math.cos(math.radians(place.angle)), math.sin(math.radians(place.angle))
        x, y = self.corners[:, 0], self.corners[:, 1]
        return np.array((x * c - y * s + place.x, x * s + y * c + place.y)).round(6)


def _painted(lying: Sequence[tuple[_Shapes, Placement]], width: float, depth: float) -> NDArray[np.uint8]:
    """Return the colour's number of each point, row by row from the top of the picture. What lies later covers what
    lies before; a point lies in an area if on its left an odd number of sides cross its row."""
    scale = POINTS / max(width, depth)
    middle = np.array([[POINTS / 2 - scale * width / 2], [POINTS / 2 - scale * depth / 2]])
    ends, starts, owners, colours = [], [], [], list[int]()
    for shapes, place in lying:
        there = middle + scale * shapes.there(place)
        ends.append(there)
        starts.append(there[:, shapes.before])
        owners.append(shapes.owners + len(colours))
        colours += shapes.colours
    (ax, ay), (bx, by), owner = np.concatenate(starts, axis=1), np.concatenate(ends, axis=1), np.concatenate(owners)
    first = np.maximum(np.ceil(np.minimum(ay, by) - 0.5), 0.0).astype(np.intp)
    count = np.minimum(np.ceil(np.maximum(ay, by) - 0.5), POINTS).astype(np.intp) - first
    crossed = count > 0
    ax, ay, bx, by, owner, first, count = (of[crossed] for of in (ax, ay, bx, by, owner, first, count))
    slope = (bx - ax) / (by - ay)
    side = np.repeat(np.arange(len(count)), count)
    line = first[side] + np.arange(len(side)) - (np.cumsum(count) - count)[side]
    x = (ax + (0.5 - ay) * slope)[side] + line * slope[side]
    order = np.lexsort((x, line, owner[side]))
    line, x = line[order], np.ceil(x[order] - 0.5).astype(np.intp)
    enters, leaves = np.maximum(x[::2], 0), np.minimum(x[1::2], POINTS)
    row = (POINTS - 1 - line[::2]) * POINTS
    points = bytearray(POINTS * POINTS)
    fills = [bytes((number,)) * POINTS for number in range(max(colours) + 1)]
    hues = np.array(colours)[owner[side][order][::2]]
    for begin, end, hue in zip((row + enters).tolist(), (row + leaves).tolist(), hues.tolist(), strict=True):
        if end > begin:
            points[begin:end] = fills[hue][: end - begin]
    return np.frombuffer(points, dtype=np.uint8).reshape(POINTS, POINTS)


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """Return a PNG of 8-bit colours, no row of it filtered."""
    rows = np.zeros((SIDE, 1 + 3 * SIDE), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(SIDE, 3 * SIDE)
    head = struct.pack(">2L5B", SIDE, SIDE, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">L", len(body)) + kind + body + struct.pack(">L", zlib.crc32(kind + body)) for kind, body in parts
    )

"""Areas and figures as points of a raster: which of them is seen where; and PNG files.

All of it is whole numbers, and what IEEE 754 rounds alike everywhere: a picture is the same on each machine. A point
lies in an area if on its left an odd number of sides cross its row. The same pixels give the same bytes of a PNG, with
the same zlib: one of few colours has a palette, and no row is filtered: of what is drawn here, that takes the least
room.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from quasiprint.documents.pictures.figures import LINE, letter_areas
from quasiprint.model.face import Point, Ring
from quasiprint.model.page import Figure
from quasiprint.model.production import Placement

HERE = Placement("", 0.0, 0.0, 0.0)

Corners = NDArray[np.float64]  # 2 × n: x, y
Numbers = NDArray[np.uint32]  # of each point, row by row from the top
SHORT = 200  # points: runs that are shorter are painted at once
AT_ONCE = 1 << 15  # points: so many stay in a processor's own memory
ROWS = 32  # so many, too
BITS = 20  # of a row's or column's number
LOW = (1 << BITS) - 1
Area = tuple[Sequence[Ring], int]  # rings (even-odd), and the number that its points get


class Areas:
    """The areas of a thing, each painted over those before it. corners: of all of them, mm; before, owners: of each
    corner the number of the one before it in its ring, and that of its area; numbers: of each area."""

    def __init__(self, areas: Iterable[Area]) -> None:
        rings: list[Ring] = []
        owners: list[int] = []
        self.numbers: list[int] = []
        for owner, (own, number) in enumerate(areas):
            self.numbers.append(number)
            rings += own
            owners += [owner] * len(own)
        sizes = np.array(list(map(len, rings)), dtype=np.intp)
        ends = sizes.cumsum()
        numbers = chain.from_iterable(chain.from_iterable(rings))
        self.corners: Corners = np.fromiter(numbers, dtype=np.float64).reshape(-1, 2).T
        self.before = np.arange(-1, self.corners.shape[1] - 1)
        self.before[ends - sizes] = ends - 1
        self.owners = np.repeat(np.array(owners, dtype=np.intp), sizes)

    def at(self, place: Placement) -> Corners:
        """Return the corners where a thing lies, mm, not rounded."""
        c, s = math.cos(math.radians(place.angle)), math.sin(math.radians(place.angle))
        x, y = self.corners
        return np.array((x * c - y * s + place.x, x * s + y * c + place.y))

    @classmethod
    def of_quads(cls, quads: NDArray[np.float64], number: int) -> Areas:
        """Return four-sided areas of one number. quads: n × 4 × 2, mm."""
        found = cls(())
        count = len(quads)
        found.numbers = [number] * count
        found.corners = quads.reshape(-1, 2).T
        found.before = (np.arange(0, 4 * count, 4)[:, None] + np.array([3, 0, 1, 2])).ravel()
        found.owners = np.repeat(np.arange(count), 4)
        return found


def strokes(rings: Iterable[tuple[Ring, bool]], width: float) -> NDArray[np.float64]:
    """Return lines, each with whether it closes, as rectangles of a width around each side: n × 4 × 2, mm."""
    starts: list[Point] = []
    ends: list[Point] = []
    for ring, closed in rings:
        starts += ring if closed else ring[:-1]
        ends += (*ring[1:], ring[0]) if closed else ring[1:]
    a, b = np.array(starts, dtype=np.float64).reshape(-1, 2), np.array(ends, dtype=np.float64).reshape(-1, 2)
    along = b - a
    length = np.sqrt(along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1])
    a, b, along, length = (of[length > 0] for of in (a, b, along, length))
    along *= (width / 2 / length)[:, None]
    aside = np.stack((-along[:, 1], along[:, 0]), axis=1)
    a, b = a - along / 2, b + along / 2  # no notch is left at corners that are almost straight
    return np.stack((a + aside, a - aside, b - aside, b + aside), axis=1)


def raster(
    lying: Iterable[tuple[Areas, Placement]], width: int, height: int, to: Callable[[Corners], Corners], under: int = 0
) -> Numbers:
    """Return the number of each point, height × width. What lies later covers what lies before.

    to: from mm to points, from the lower left corner; it leaves straight lines straight. under: the number of points
    that lie in no area.
    """
    corners, before, owners, numbers = [], [], [], list[int]()
    count = 0
    for areas, place in lying:
        corners.append(areas.at(place))
        before.append(areas.before + count)
        owners.append(areas.owners + len(numbers))
        count += len(areas.before)
        numbers += areas.numbers
    points = np.full(width * height, under, dtype=np.uint32)
    if numbers:
        ends = to(np.concatenate(corners, axis=1).round(6))
        sides = ends.take(np.concatenate(before), axis=1), ends
        _fill(points, (width, height), sides, np.concatenate(owners), numbers)
    return points.reshape(height, width)


def _fill(
    points: Numbers, size: tuple[int, int], sides: tuple[Corners, Corners], owner: NDArray[np.intp], numbers: list[int]
) -> None:
    (width, height), ((ax, ay), (bx, by)) = size, sides
    first = np.maximum(np.ceil(np.minimum(ay, by) - 0.5), 0.0).astype(np.int64)
    count = np.minimum(np.ceil(np.maximum(ay, by) - 0.5), height).astype(np.int64) - first
    crossed = count > 0
    ax, ay, bx, by, owner, first, count = (of[crossed] for of in (ax, ay, bx, by, owner, first, count))
    slope = (bx - ax) / (by - ay)
    side = np.repeat(np.arange(len(count)), count)
    line = first[side] + np.arange(len(side)) - (np.cumsum(count) - count)[side]
    x = (ax + (0.5 - ay) * slope)[side] + line * slope[side]
    column = np.clip(np.ceil(x - 0.5), 0, width).astype(np.int64)
    # area by area, row by row, from the left: in one number, which is sorted fast
    keys = np.sort((owner << 2 * BITS)[side] | line << BITS | column)
    at, column = keys[::2] >> BITS, keys & LOW
    own = at >> BITS
    row = (height - 1 - (at & LOW)) * width
    begins, ends = row + column[::2], row + column[1::2]
    seen = ends > begins
    own, begins, long = own[seen], begins[seen], (ends - begins)[seen]
    hues = np.array(numbers, dtype=points.dtype)[own]
    under = int(np.searchsorted(own, 1))  # runs of the first area, on which the others lie
    for part in (slice(under), slice(under, None)):
        _paint(points, begins[part], long[part], hues[part])


def _paint(points: Numbers, begins: NDArray[np.int64], long: NDArray[np.int64], hues: Numbers) -> None:
    """Paint runs of points, one after the other: short ones at once, for what is painted last stays."""
    ends: NDArray[np.int64] = long.cumsum()
    if len(long) and ends[-1] < SHORT * len(long):
        begins = begins - (ends - long)  # of each point, less its number
        cuts = [*np.searchsorted(ends, np.arange(0, ends[-1], AT_ONCE), side="right").tolist(), len(long)]
        for a, b in pairwise(dict.fromkeys(cuts)):
            at = np.repeat(begins[a:b], long[a:b])
            at += np.arange(ends[a] - long[a], ends[b - 1])
            points[at] = np.repeat(hues[a:b], long[a:b])
        return
    for begin, end, hue in zip(begins.tolist(), (begins + long).tolist(), hues.tolist(), strict=True):
        points[begin:end] = hue


@lru_cache(maxsize=256)
def pack(colour: str) -> int:
    """Return a colour "#RRGGBB" as a number of which four can be added up."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red << 20 | green << 10 | blue


def mean(points: Numbers) -> NDArray[np.uint8]:
    """Return pixels, each the mean of 2 × 2 points, halves rounded up. points: `pack` colours."""
    height, width = points.shape
    shown = np.empty((height // 2, width // 2, 3), dtype=np.uint8)
    for row in range(0, height, ROWS):
        pairs = points[row : row + ROWS : 2] + points[row + 1 : row + ROWS : 2]
        total = pairs[:, 0::2] + pairs[:, 1::2] + (2 << 20 | 2 << 10 | 2)
        for k, shift in enumerate((22, 12, 2)):
            shown[row // 2 : row // 2 + ROWS // 2, :, k] = total >> shift  # its lowest eight bits
    return shown


SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST = 256  # colours of a palette
LEVEL = 6
COLOUR, PALETTE = 2, 3  # how a PNG names its kinds

Pixels = NDArray[np.uint8]  # rows from the top × columns × red, green, blue


def png(pixels: Pixels, palette: bool = True) -> bytes:
    """Return a picture as PNG: an IHDR, a PLTE where there are few colours, one IDAT, and nothing else.

    palette: whether it may have one: not everything that opens 3MF files reads such pictures.
    """
    height, width, _ = pixels.shape
    if palette:
        red, green, blue = (pixels[:, :, k].ravel().astype(np.uint32) for k in range(3))
        codes = red << 16 | green << 8 | blue
        begins = np.flatnonzero(np.concatenate(([True], codes[1:] != codes[:-1])))  # of runs of one colour
        colours, number = np.unique(codes[begins], return_inverse=True)
        if len(colours) <= MOST:
            told = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1).astype(np.uint8)
            long = np.diff(np.append(begins, len(codes)))
            rows = np.zeros((height, 1 + width), dtype=np.uint8)
            rows[:, 1:] = np.repeat(number.astype(np.uint8), long).reshape(height, width)
            return _file(width, height, PALETTE, rows, (b"PLTE", told.tobytes()))
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    return _file(width, height, COLOUR, rows)


def _file(width: int, height: int, kind: int, rows: NDArray[np.uint8], *before: tuple[bytes, bytes]) -> bytes:
    head = struct.pack(">2L5B", width, height, 8, kind, 0, 0, 0)
    parts = ((b"IHDR", head), *before, (b"IDAT", zlib.compress(rows.tobytes(), LEVEL)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">L", len(body)) + name + body + struct.pack(">L", zlib.crc32(name + body)) for name, body in parts
    )


POINTS = 2  # across a pixel, and up
PAPER = "#FFFFFF"


def paint(figure: Figure, width_px: int, ground: str = PAPER) -> Pixels:
    """Return a figure as pixels, `width_px` wide, its height in proportion."""
    point = figure.width / width_px / POINTS
    return pixels(_areas(figure, point), (figure.width, figure.height), width_px, ground)


def pixels(areas: Iterable[Areas], size: tuple[float, float], width_px: int, ground: str = PAPER) -> Pixels:
    """Return areas as pixels, each painted over those before it. areas: their numbers are `pack` colours. size: of
    what is shown, its lower left corner the origin, mm."""
    scale = POINTS * width_px / size[0]
    height_px = max(1, round(width_px * size[1] / size[0]))

    def to(corners: Corners) -> Corners:
        return corners * scale

    lying = ((one, HERE) for one in areas)
    return mean(raster(lying, POINTS * width_px, POINTS * height_px, to, pack(ground)))


def _areas(figure: Figure, point: float) -> Iterator[Areas]:
    """Yield a figure's areas. point: of the picture, mm: a line that is narrower would be lost between two."""
    plain: list[Area] = []
    for shape in figure.shapes:
        if shape.fill:
            plain.append((shape.rings, pack(shape.fill)))
        if shape.stroke:
            lines = ((ring, shape.closed) for ring in shape.rings)
            plain += [(side, pack(shape.stroke)) for side in stroke_rings(lines, max(shape.width or LINE, point))]
    plain += [(region.rings, pack(text.colour)) for text in figure.texts for region in letter_areas(text)]
    yield Areas(plain)


def stroke_rings(lines: Iterable[tuple[Ring, bool]], width: float) -> list[tuple[Ring]]:
    """Return lines as areas, one for each side."""
    return [((tuple(map(tuple, quad))),) for quad in strokes(lines, width).tolist()]


def hues(colours: Sequence[str]) -> NDArray[np.uint8]:
    """Return colours "#RRGGBB" as rows of red, green, blue."""
    return np.array([tuple(bytes.fromhex(colour[1:])) for colour in colours], dtype=np.uint8)

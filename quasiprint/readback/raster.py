"""PNG, decoded here, and areas on a grid of dots: what a picture holds, and what it is due to hold.

Dots are counted from the left and the top. A dot is inside an area if its middle is. Near borders a dot is a mixture of
what lies on both sides; such dots are left out where pictures are compared.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quasiprint.readback.plane import Complex
from quasiprint.readback.unreadable import Unreadable, foreign

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = 4
TRUE_COLOUR = bytes([8, 6, 0, 0, 0])  # 8 bits for each of red, green, blue and how opaque; not interlaced
MOST = 1 << 28  # bytes of a picture
NEAR = 2  # so much may a part of a colour be off, of 255
TOGETHER = 1 << 24  # bytes of pictures that are decoded together
Dots = NDArray[np.uint8]  # rows × columns × red, green, blue, opaque
Mask = NDArray[np.bool_]
Area = tuple[Sequence[Complex], tuple[int, int, int] | None, float]  # rings, what fills them, and the width of a border


@dataclass(frozen=True, slots=True)
class Png:
    """A picture. per_metre: dots across and up; packed: its rows, each after the number of its filter."""

    width: int
    height: int
    per_metre: tuple[int, int]
    packed: bytes


def png_of(content: bytes) -> Png:
    """Return a picture, whose rows are still filtered. Raises Unreadable for what is no PNG of four channels that says
    its size, and nothing else."""
    if content[:8] != SIGNATURE:
        raise Unreadable(f"it begins with {content[:8]!r}, which no PNG does")
    parts = list(_chunks(content))
    kinds = [kind for kind, _ in parts]
    if kinds != [b"IHDR", b"pHYs", *[b"IDAT"] * (len(kinds) - 3), b"IEND"] or len(kinds) < 4 or parts[-1][1]:
        shown = b" ".join(dict.fromkeys(kinds)).decode("latin-1")
        raise foreign(f"it has the chunks {shown[:80]}, due are IHDR pHYs IDAT IEND")
    head, sized = parts[0][1], parts[1][1]
    if len(head) != 13 or head[8:] != TRUE_COLOUR or len(sized) != 9 or sized[8] != 1:
        raise foreign("allowed are 8 bits of red, green, blue and how opaque, and dots to the metre")
    width, height = struct.unpack(">II", head[:8])
    length = height * (1 + CHANNELS * width)
    if not 0 < length <= MOST:
        raise Unreadable(f"it is {width} × {height} dots large, allowed are {MOST >> 20} MiB")
    unpacker = zlib.decompressobj()
    rows = unpacker.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"), length + 1)
    if len(rows) != length or not unpacker.eof or unpacker.unused_data:
        raise foreign(f"its dots take {len(rows)} bytes, due are {length}")
    return Png(width, height, struct.unpack(">II", sized[:8]), rows)


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(content):
        if len(content) < at + 12:
            raise Unreadable("it ends in the middle of a chunk")
        (length,) = struct.unpack_from(">I", content, at)
        body = content[at + 4 : at + 8 + length]
        if len(content) < at + 12 + length or struct.pack(">I", zlib.crc32(body)) != content[at + 8 + length :][:4]:
            raise Unreadable(f"its chunk at byte {at} is damaged")
        yield body[:4], body[4:]
        at += 12 + length


def decoded(pictures: Sequence[Png]) -> Iterator[Dots]:
    """Yield the dots of pictures, which are as large as one another. Raises Unreadable for a filter that PNG has not.

    A dot's filter needs those to its left and above it: one slanted line of dots after the other is done, in all
    pictures at a time.
    """
    size = max(1, TOGETHER // max(1, len(pictures[0].packed))) if pictures else 1
    for start in range(0, len(pictures), size):
        yield from _unfiltered(pictures[start : start + size])


def _unfiltered(pictures: Sequence[Png]) -> Iterator[Dots]:
    width, height = pictures[0].width, pictures[0].height
    raw = np.stack([np.frombuffer(one.packed, np.uint8).reshape(height, -1) for one in pictures])
    kinds = raw[:, :, 0]
    if kinds.max() > 4:
        raise Unreadable(f"it has the filter {kinds.max()}, allowed are 0 to 4")
    left = raw[:, :, 1:].reshape(len(pictures), height, width, CHANNELS)
    done = np.zeros((len(pictures), height + 1, width + 1, CHANNELS), np.int16)
    for line in range(width + height - 1):
        rows = np.arange(max(0, line - width + 1), min(height, line + 1))
        columns = line - rows
        a, b, c = done[:, rows + 1, columns], done[:, rows, columns + 1], done[:, rows, columns]
        kind = kinds[:, rows, None]
        to_a, to_b, to_c = np.abs(b - c), np.abs(a - c), np.abs(a + b - 2 * c)
        nearest = np.where((to_a <= to_b) & (to_a <= to_c), a, np.where(to_b <= to_c, b, c))
        guess = np.choose(kind, (np.int16(0), a, b, (a + b) >> 1, nearest))
        done[:, rows + 1, columns + 1] = (left[:, rows, columns] + guess) & 255
    yield from done[:, 1:, 1:].astype(np.uint8)


def inside(rings: Iterable[Complex], width: int, height: int) -> Mask:
    """Return which dots lie inside of rings by the rule of even and odd. A ring: x + iy, dots from the left and top."""
    crossed = np.zeros((height, width + 1), np.int32)
    for ring in rings:
        following = np.roll(ring, -1)
        down = ring.imag <= following.imag
        upper, lower = np.where(down, ring, following), np.where(down, following, ring)
        first = np.clip(np.ceil(upper.imag - 0.5), 0, height).astype(int)
        last = np.clip(np.ceil(lower.imag - 0.5), 0, height).astype(int)
        counts = np.maximum(last - first, 0)
        edge = np.repeat(np.arange(len(ring)), counts)
        row = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + first[edge]
        top, foot = upper[edge], lower[edge]
        at = top.real + (row + 0.5 - top.imag) * (foot.real - top.real) / (foot.imag - top.imag)
        np.add.at(crossed, (row, np.clip(np.ceil(at - 0.5), 0, width).astype(int)), 1)
    return np.asarray(np.cumsum(crossed, axis=1)[:, :width] % 2 == 1)


def borders(rings: Iterable[Complex], wide: float, width: int, height: int, closed: bool = True) -> Mask:
    """Return which dots lie at a border that is so wide, in dots."""
    found = np.zeros((height, width), np.bool_)
    for ring in rings:
        ends = np.roll(ring, -1) if closed else ring[1:]
        starts = ring if closed else ring[:-1]
        counts = np.ceil(2 * np.abs(ends - starts)).astype(int) + 1
        edge = np.repeat(np.arange(len(starts)), counts)
        part = (np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[edge]
        points = starts[edge] + part * (ends - starts)[edge]
        columns, rows = np.floor(points.real).astype(int), np.floor(points.imag).astype(int)
        there = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        found[rows[there], columns[there]] = True
    return _spread(found, int(np.ceil(wide / 2)) + 1)


def _spread(mask: Mask, by: int) -> Mask:
    for _ in range(by):
        wider = mask.copy()
        wider[1:] |= mask[:-1]
        wider[:-1] |= mask[1:]
        mask = wider.copy()
        mask[:, 1:] |= wider[:, :-1]
        mask[:, :-1] |= wider[:, 1:]
    return mask


class Canvas:
    """What a picture is due to hold: clear, and then one area over the other."""

    def __init__(self, width: int, height: int) -> None:
        self.dots = np.zeros((height, width, CHANNELS), np.uint8)
        self.mixed = np.zeros((height, width), np.bool_)

    def fill(self, rings: Sequence[Complex], rgb: tuple[int, int, int], border: float = 0.0) -> None:
        """Fill an area. border: how wide a line around it is, in dots."""
        rows, columns, near = self._around(rings, border)
        size = columns.stop - columns.start, rows.stop - rows.start
        self.dots[rows, columns][inside(near, *size)] = (*rgb, 255)
        self.mixed[rows, columns] |= borders(near, border, *size)

    def line(self, ring: Complex, wide: float) -> None:
        """Draw an open line."""
        rows, columns, near = self._around((ring,), wide)
        size = columns.stop - columns.start, rows.stop - rows.start
        self.mixed[rows, columns] |= borders(near, wide, *size, closed=False)

    def wrong(self, found: Dots) -> Mask:
        """Return which dots are another colour than is due."""
        off = np.abs(found.astype(np.int16) - self.dots).max(axis=2) > NEAR
        return np.asarray(off & ~self.mixed)

    def _around(self, rings: Sequence[Complex], border: float) -> tuple[slice, slice, list[Complex]]:
        """Return the rows and columns that rings with a border reach, and the rings as they lie in these."""
        every, out = np.concatenate(rings), border / 2 + 3
        height, width = self.mixed.shape
        low, high = (np.floor(every.imag.min() - out), np.ceil(every.imag.max() + out))
        left, right = (np.floor(every.real.min() - out), np.ceil(every.real.max() + out))
        rows = slice(int(np.clip(low, 0, height)), int(np.clip(high, 0, height)))
        columns = slice(int(np.clip(left, 0, width)), int(np.clip(right, 0, width)))
        return rows, columns, [ring - complex(columns.start, rows.start) for ring in rings]

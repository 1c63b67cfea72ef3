"""PNG files of 8-bit colours: the same pixels give the same bytes, with the same zlib.

A picture of few colours has a palette. No row is filtered: of what is drawn here, that takes the least room.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

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

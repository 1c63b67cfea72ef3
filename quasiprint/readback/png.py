"""PNG files, read to their last byte: a head, a palette or none, one run of pixels whose rows nobody filtered."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

from quasiprint.readback.unreadable import foreign

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOUR, PALETTE = 2, 3
MOST = 1 << 13  # pixels of a side
DEPTH = 3  # bytes of a colour

Pixels = NDArray[np.uint8]  # rows from the top × columns × red, green, blue


def pixels_of(content: bytes, what: str = "a picture in it") -> Pixels:
    """Return the pixels of a PNG. Raises Unreadable for any but one of 8-bit colours or a palette, with rows that are
    not filtered, right check sums, and nothing else in it. what: how it is called then."""
    if not content.startswith(SIGNATURE):
        raise foreign(f"{what} is no PNG")
    chunks = _chunks(content, what)
    names = [name for name, _ in chunks]
    if names not in ([b"IHDR", b"IDAT", b"IEND"], [b"IHDR", b"PLTE", b"IDAT", b"IEND"]):
        raise foreign(f"{what} has other parts than a set's pictures have")
    head = chunks[0][1]
    width, height = struct.unpack_from(">2L", head) if len(head) == 13 else (0, 0)
    kind = PALETTE if len(names) == 4 else COLOUR
    if head[8:] != bytes((8, kind, 0, 0, 0)) or not (0 < width <= MOST and 0 < height <= MOST) or chunks[-1][1]:
        raise foreign(f"{what} is of a kind or a size that a set's pictures have not")
    across = width * (1 if kind == PALETTE else DEPTH)
    rows = np.frombuffer(_unpacked(chunks[-2][1], height * (1 + across), what), dtype=np.uint8)
    rows = rows.reshape(height, 1 + across)
    if rows[:, 0].any():
        raise foreign(f"{what} has rows that are filtered")
    if kind == COLOUR:
        return rows[:, 1:].reshape(height, width, DEPTH)
    told = chunks[1][1]
    if not told or len(told) % DEPTH or len(told) > 256 * DEPTH:
        raise foreign(f"{what} has a palette of {len(told)} bytes")
    palette = np.frombuffer(told, dtype=np.uint8).reshape(-1, DEPTH)
    used = np.unique(rows[:, 1:])
    if used[-1] >= len(palette) or len(used) != len(palette):
        raise foreign(f"{what} has a palette of {len(palette)} colours, and shows {len(used)}")
    return palette[rows[:, 1:]]


def _chunks(content: bytes, what: str) -> list[tuple[bytes, bytes]]:
    """Return the parts of a PNG by name, each with a right check sum."""
    at = len(SIGNATURE)
    found: list[tuple[bytes, bytes]] = []
    while at < len(content) and len(found) < 5:
        if len(content) < at + 12:
            raise foreign(f"{what} ends too early")
        size, name = struct.unpack_from(">L4s", content, at)
        body = content[at + 8 : at + 8 + size]
        check = content[at + 8 + size : at + 12 + size]
        if len(check) < 4 or check != struct.pack(">L", zlib.crc32(name + body)):
            raise foreign(f"{what} is damaged: a check sum is wrong")
        found.append((name, body))
        at += 12 + size
    if at != len(content):
        raise foreign(f"{what} has something behind its end")
    return found


def _unpacked(body: bytes, due: int, what: str) -> bytes:
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(body, due + 1)
    except zlib.error as problem:
        raise foreign(f"{what} is damaged: {problem}") from None
    if len(data) != due or not stream.eof or stream.unused_data:
        raise foreign(f"{what} has not as many pixels as it says")
    return data

"""Pictures as PNG, at any number of dots to the inch: what the formats that paint have in common.

A picture's middle is the middle of the outline's box, and what lies farther out than the bleed is clear.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quasiprint.drawing.face_shapes import paint_svg
from quasiprint.errors import InputError
from quasiprint.model.face import Ring, bounds, decimal
from quasiprint.model.page import Shape
from quasiprint.model.piece import Accessory, GameSet, Piece

INCH = 25.4  # mm
MOST_DOTS = 8192  # along a side
AT_ONCE = 24_000_000  # dots that are painted in one go
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = 25  # bytes of the chunk that every PNG begins with
Placed = tuple[Sequence[Shape], float, float]  # shapes, and where their frame's origin lies, dots from the left and top


@dataclass(frozen=True, slots=True)
class Picture:
    """What is painted. width, height: dots. dpi: dots to the inch. placed: what lies on it, the lowest first."""

    width: int
    height: int
    dpi: int
    placed: tuple[Placed, ...]


def items_in_play(game_set: GameSet) -> tuple[Piece | Accessory, ...]:
    """Return what has pictures: not what the set is kept in, which is no part of the play."""
    return (*game_set.pieces, *(accessory for accessory in game_set.accessories if not accessory.storage))


def dots(mm: float, dpi: int) -> int:
    """Return how many dots hold a length."""
    return math.ceil(mm * dpi / INCH - 1e-6)


def ground(shapes: Sequence[Shape]) -> str:
    """Return the colour that lies below a front or a back."""
    return shapes[0].fill or "#FFFFFF"


def picture_of(what: str, outline: Ring, shapes: Sequence[Shape], bleed: float, dpi: int) -> Picture:
    """Return the picture of a front or a back, as large as its box with the bleed. outline: as it is seen. what: whose
    it is, for a message. Raises InputError if it has too many dots."""
    left, low, right, high = bounds((outline,))
    width, height = dots(right - left + 2 * bleed, dpi), dots(high - low + 2 * bleed, dpi)
    if max(width, height) > MOST_DOTS:
        most = math.floor(MOST_DOTS * INCH / (max(right - left, high - low) + 2 * bleed))
        raise InputError(
            f"--dpi: found {dpi}, allowed is up to {most} here: the picture of {what} would be {width} × {height} dots"
        )
    scale = dpi / INCH
    x, y = width / 2 - scale * (left + right) / 2, height / 2 + scale * (low + high) / 2
    return Picture(width, height, dpi, ((tuple(shapes), x, y),))


def paint(pictures: Iterable[Picture]) -> Iterator[bytes]:
    """Yield each picture as PNG. It says how large it is; equal pictures have equal bytes."""
    waiting: list[Picture] = []
    for picture in pictures:
        if waiting and sum(other.width * other.height for other in (*waiting, picture)) > AT_ONCE:
            yield from _paint(waiting)
            waiting = []
        waiting.append(picture)
    yield from _paint(waiting)


def _paint(pictures: Sequence[Picture]) -> Iterator[bytes]:
    if not pictures:
        return
    painted = paint_svg((_svg(picture), picture.width, picture.height) for picture in pictures)
    at = len(SIGNATURE) + HEAD
    for painted_picture, content in zip(pictures, painted, strict=True):
        per_metre = round(painted_picture.dpi * 1000 / INCH)  # dots, as the file says
        body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
        chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
        yield content[:at] + chunk + content[at:]


def _svg(picture: Picture) -> str:
    scale = picture.dpi / INCH
    paths = [_path(shape, scale, x, y) for shapes, x, y in picture.placed for shape in shapes]
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(paths)}</svg>'


def _path(shape: Shape, scale: float, x: float, y: float) -> str:
    """Return a shape as SVG. x, y: where the origin of its frame lies."""
    points = ([(x + scale * px, y - scale * py) for px, py in ring] for ring in shape.rings)
    texts = ("L".join(f"{decimal(px, 3)} {decimal(py, 3)}" for px, py in ring) for ring in points)
    data = "".join(f"M{text}{'Z' if shape.closed else ''}" for text in texts)
    look = f'fill="{shape.fill or "none"}" fill-rule="evenodd"'
    if shape.stroke:
        look += f' stroke="{shape.stroke}" stroke-width="{decimal(scale * shape.width, 3)}" stroke-linejoin="round"'
    return f'<path d="{data}" {look}/>'

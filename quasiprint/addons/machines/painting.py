"""Pictures as PNG, at any number of dots to the inch: what the formats that paint have in common."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Sequence

from quasiprint.drawing.face_shapes import paint_svg
from quasiprint.model.face import decimal
from quasiprint.model.page import Shape
from quasiprint.model.piece import Accessory, GameSet, Piece

INCH = 25.4  # mm
SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = 25  # bytes of the chunk that every PNG begins with
Placed = tuple[Sequence[Shape], float, float]  # shapes, and where their frame's origin lies, dots from the left and top


def items_in_play(game_set: GameSet) -> tuple[Piece | Accessory, ...]:
    """Return what has pictures: not what the set is kept in, which is no part of the play."""
    return (*game_set.pieces, *(accessory for accessory in game_set.accessories if not accessory.storage))


def dots(mm: float, dpi: int) -> int:
    """Return how many dots hold a length."""
    return math.ceil(mm * dpi / INCH - 1e-6)


def ground(shapes: Sequence[Shape]) -> str:
    """Return the colour that lies below a front or a back."""
    return shapes[0].fill or "#FFFFFF"


def paint(width: int, height: int, dpi: int, placed: Iterable[Placed]) -> bytes:
    """Return a picture as PNG, which says how large it is; equal pictures have equal bytes. width, height: dots. dpi:
    dots to the inch. placed: what lies on it, the lowest first."""
    scale = dpi / INCH
    paths = [_path(shape, scale, x, y) for shapes, x, y in placed for shape in shapes]
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(paths)}</svg>'
    (content,) = paint_svg([(svg, width, height)])
    per_metre = round(dpi * 1000 / INCH)  # dots, as the file says
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    at = len(SIGNATURE) + HEAD
    return content[:at] + chunk + content[at:]


def _path(shape: Shape, scale: float, x: float, y: float) -> str:
    """Return a shape as SVG. x, y: where the origin of its frame lies."""
    points = ([(x + scale * px, y - scale * py) for px, py in ring] for ring in shape.rings)
    texts = ("L".join(f"{decimal(px, 3)} {decimal(py, 3)}" for px, py in ring) for ring in points)
    data = "".join(f"M{text}{'Z' if shape.closed else ''}" for text in texts)
    look = f'fill="{shape.fill or "none"}" fill-rule="evenodd"'
    if shape.stroke:
        look += f' stroke="{shape.stroke}" stroke-width="{decimal(scale * shape.width, 3)}" stroke-linejoin="round"'
    return f'<path d="{data}" {look}/>'

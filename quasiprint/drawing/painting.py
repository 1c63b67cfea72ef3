"""Single faces as pictures: PNG, drawn by Typst dot for dot, at any number of dots to the inch.

A picture shows a front or a back as it is printed, with its bleed, and no line to cut along. Its middle is the middle
of the outline's box, and what lies farther out than the bleed is clear. A back is seen from behind.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from quasiprint.drawing.face_shapes import pale
from quasiprint.drawing.outlines import mirror, round_offset, run_out
from quasiprint.drawing.palettes import MODES
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Mark, Ring, bounds, decimal
from quasiprint.model.page import Shape
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Palette
from quasiprint.system import press

INCH = 25.4  # mm
PALE = 0.78  # how far a tint is from its colour to white
LINES, LINE = "#333333", 0.2  # of open lines; mm
BACK, BACK_WIDTH = "#555555", 0.2  # of what is left white on a back; mm
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
    return (*game_set.pieces, *(thing for thing in game_set.accessories if not thing.storage))


def dots(mm: float, dpi: int) -> int:
    """Return how many dots hold a length."""
    return math.ceil(mm * dpi / INCH - 1e-6)


def front(face: Face, palette: Palette, bleed: float) -> tuple[Shape, ...]:
    """Return the front of a piece in its frame, with its bleed. Lengths in mm."""
    shapes = [shape for mark in face.marks for shape in _tint(mark, palette)]
    shapes += [Shape((line,), None, LINES, LINE, closed=False) for mark in face.marks for line in mark.lines]
    inks = [(MODES[0].ink(palette, mark.colour), region.rings) for mark in face.marks for region in mark.ink]
    return _side(face.nominal, palette.body, shapes, inks, bleed)


def back(face: Face, palette: Palette, bleed: float) -> tuple[Shape, ...]:
    """Return the back of a piece as it is seen from behind, with its bleed. Lengths in mm."""
    areas = [tuple(map(mirror, region.rings)) for region in face.back]
    if face.back_colour is None:
        body = MODES[0].back if areas and MODES[0].back else palette.body
        white = [Shape(rings, "#FFFFFF", BACK, BACK_WIDTH) for rings in areas]
        return _side(mirror(face.nominal), body, white, [], bleed)
    fill = MODES[0].ink(palette, face.back_colour)
    return _side(mirror(face.nominal), palette.body, [], [(fill, rings) for rings in areas], bleed)


def _side(
    outline: Ring, body: str, shapes: Sequence[Shape], inks: Sequence[tuple[str, Sequence[Ring]]], bleed: float
) -> tuple[Shape, ...]:
    """Return a side: its ground, shapes on it, and inked areas, which run out over its outline."""
    mode = MODES[0]
    areas = [Shape(tuple(rings), fill, mode.outline, mode.width) for fill, rings in inks]
    over = [Shape((ring,), fill) for fill, rings in inks for ring in _run_out(outline, rings, bleed)]
    return (Shape((round_offset(outline, bleed),), body), *shapes, *areas, *over)


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
        if waiting and sum(one.width * one.height for one in (*waiting, picture)) > AT_ONCE:
            yield from _paint(waiting)
            waiting = []
        waiting.append(picture)
    yield from _paint(waiting)


def _tint(mark: Mark, palette: Palette) -> Iterator[Shape]:
    """Yield what a mark shows that is no ink: a field in the pale of its colour."""
    if mark.colour is not None and not mark.ink:
        for region in mark.field:
            yield Shape(region.rings, pale(palette.inks[mark.colour].rgb, PALE))


def _run_out(outline: Ring, rings: Sequence[Ring], bleed: float) -> Iterator[Ring]:
    """Yield how an inked area runs out over the sides of its piece."""
    for ring in rings if bleed else ():
        for side in zip(outline, outline[1:] + outline[:1], strict=True):
            yield from run_out(outline, ring, side, bleed)


def _paint(pictures: Sequence[Picture]) -> Iterator[bytes]:
    if not pictures:
        return
    pages = []
    for k, one in enumerate(pictures):
        size = f"width: {one.width}pt, height: {one.height}pt"
        pages.append(
            f'#page({size}, margin: 0pt, fill: none, image(bytes(sys.inputs.at("{k}")), format: "svg", {size}))'
        )
    inputs = {str(k): _svg(one) for k, one in enumerate(pictures)}
    # a point to a dot: what is drawn lies on the dots as it was asked to
    job = press.Job({"main.typ": "\n".join(pages).encode()}, {"format": "png", "ppi": 72.0}, fonts=None, inputs=inputs)
    for one, content in zip(pictures, press.typeset(job), strict=True):
        yield _with_resolution(content, one.dpi)


def _with_resolution(content: bytes, dpi: int) -> bytes:
    """Return a PNG that says how many dots to the metre it has."""
    told = round(dpi * 1000 / INCH)
    body = b"pHYs" + struct.pack(">IIB", told, told, 1)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    at = len(SIGNATURE) + HEAD
    return content[:at] + chunk + content[at:]


def _svg(picture: Picture) -> str:
    scale = picture.dpi / INCH
    paths = [_path(shape, scale, x, y) for shapes, x, y in picture.placed for shape in shapes]
    size = f'width="{picture.width}" height="{picture.height}" viewBox="0 0 {picture.width} {picture.height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(paths)}</svg>'


def _path(shape: Shape, scale: float, x: float, y: float) -> str:
    end = "Z" if shape.closed else ""
    data = "".join(
        "M" + "L".join(f"{decimal(x + scale * px, 3)} {decimal(y - scale * py, 3)}" for px, py in ring) + end
        for ring in shape.rings
    )
    fill = f'fill="{shape.fill or "none"}" fill-rule="evenodd"'
    stroke = (
        f' stroke="{shape.stroke}" stroke-width="{decimal(scale * shape.width, 3)}" stroke-linejoin="round"'
        if shape.stroke
        else ""
    )
    return f'<path d="{data}" {fill}{stroke}/>'

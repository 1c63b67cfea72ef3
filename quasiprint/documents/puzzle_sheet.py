"""The sheet of a puzzle: the region at true size, the tiles, and the solution on the last page. Lengths in mm.

And the tray of a puzzle, for a laser: a frame around the region, and a floor to glue it on.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quasiprint.documents.boards import wrap
from quasiprint.documents.form import document, pages
from quasiprint.drawing.face_shapes import place_face
from quasiprint.drawing.outlines import kerf_offset, mitre, translate
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, bounds, snap
from quasiprint.model.page import Figure, Page, Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock
from quasiprint.resources import papers
from quasiprint.values import dataclass

MARGIN, TITLE, WORDS, SMALL = 12.0, 6.5, 3.6, 2.6
INK, THIN, BAND = "#222222", 0.35, 2.0
GAP = 3.0  # between tiles
LEAST = 0.2  # of true size


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet shows. region: anticlockwise. border: the colour that is to show all round, None for none. pieces:
    the names of the tiles, and how many of each there are. held: the set they are of. solution: as it lies at true
    size. used: the tiles of the solution, and how many of each."""

    title: str
    words: tuple[str, ...]
    region: Ring
    border: str | None
    pieces: tuple[tuple[str, int], ...]
    held: GameSet
    solution: Figure
    used: tuple[tuple[str, int], ...]


def sheet(wanted: Sheet, paper: str) -> bytes:
    """Return the sheet as a PDF. paper: of `papers`. Equal sheets give equal bytes."""
    size = papers()[paper]
    stream = io.BytesIO()
    canvas = document(stream, size, "en", wanted.title, f"{wanted.title}: a puzzle")
    for _ in pages(canvas, (_puzzle(wanted, *size), *_tiles(wanted, *size), _solution(wanted, *size))):
        pass
    canvas.save()
    return stream.getvalue()


def _heading(text: str, lines: Sequence[str], width: float, height: float) -> tuple[list[Text], float]:
    """Return a heading with words below it, and how far down they reach."""
    y = height - MARGIN - TITLE
    texts = [Text(MARGIN, y, text, TITLE, bold=True, colour=INK)]
    y -= 2.0
    for line in lines:
        for part in wrap(line, width - 2 * MARGIN, WORDS):
            y -= 1.45 * WORDS
            texts.append(Text(MARGIN, y, part, WORDS, colour=INK))
    return texts, y - 4.0


def _fitting(wide: float, high: float, room: tuple[float, float]) -> float:
    """Return by how much something is to be scaled to fit, never enlarged."""
    return min(1.0, room[0] / wide, room[1] / high)


def _puzzle(wanted: Sheet, width: float, height: float) -> Page:
    around = mitre(wanted.region, BAND, "border") if wanted.border else wanted.region
    left, low, right, top = bounds((around,))
    texts, y = _heading(wanted.title, wanted.words, width, height)
    room = width - 2 * MARGIN, y - MARGIN - 8.0
    scale = _fitting(right - left, top - low, room)
    foot = "The shape is drawn at true size." if scale == 1 else f"The shape is drawn at {scale:.0%} of its size."
    texts.append(Text(MARGIN, MARGIN, foot, SMALL, colour=INK))
    x0, y0 = width / 2 - scale * (left + right) / 2, (y + MARGIN + 8.0) / 2 - scale * (low + top) / 2

    def at(ring: Ring) -> Ring:
        return tuple((x0 + scale * x, y0 + scale * y) for x, y in ring)

    shapes = [Shape((at(wanted.region),), None, INK, THIN)]
    if wanted.border:
        shapes.insert(0, Shape((at(around), at(wanted.region)), wanted.border, INK, 0.1))
    return Page("Puzzle", tuple(shapes), (), tuple(texts))


def _tiles(wanted: Sheet, width: float, height: float) -> Iterator[Page]:
    """Yield the pages of the tiles, as large as one page holds them, but not below LEAST."""
    faces = {piece.id.split("-copy-")[0]: piece.face for piece in reversed(wanted.held.pieces)}
    drawn = [(name, times) for name, times in wanted.pieces if name in faces]
    if not drawn:
        return
    boxes = [bounds((faces[name].nominal,)) for name, _ in drawn]
    wide, high = max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)
    texts, top = _heading("The tiles", [], width, height)
    room = width - 2 * MARGIN, top - MARGIN
    label = SMALL + 1.0
    scale = 1.0
    while scale > LEAST:
        columns = int((room[0] + GAP) // (scale * wide + GAP))
        rows = int((room[1] + GAP) // (scale * high + GAP + label))
        if columns * rows >= len(drawn):
            break
        scale -= 0.02
    columns, rows = max(1, columns), max(1, rows)
    inks = [ink.rgb for ink in wanted.held.palette.inks]
    for first in range(0, len(drawn), columns * rows):
        shapes: list[Shape] = []
        said = list(texts)
        for k, (name, times) in enumerate(drawn[first : first + columns * rows]):
            row, column = divmod(k, columns)
            x = MARGIN + column * (scale * wide + GAP) + scale * wide / 2
            y = top - row * (scale * high + GAP + label) - scale * high / 2
            left, low, right, up = bounds((faces[name].nominal,))
            shapes += place_face(
                faces[name], inks, x - scale * (left + right) / 2, y - scale * (low + up) / 2, 0.0, scale
            )
            words = name if times == 1 else f"{times} × {name}"
            size = min(SMALL, 1.6 * (scale * wide + GAP) / max(len(words), 1))
            said.append(Text(x, y - scale * high / 2 - SMALL, words, size, "middle", colour=INK))
        yield Page("The tiles", tuple(shapes), (), tuple(said))


def _solution(wanted: Sheet, width: float, height: float) -> Page:
    counts = f"{sum(times for _, times in wanted.used)} tiles"
    texts, y = _heading("A solution", [counts], width, height)
    figure = wanted.solution
    room = width - 2 * MARGIN, y - MARGIN
    scale = _fitting(figure.width, figure.height, room)
    x0, y0 = (width - scale * figure.width) / 2, (y + MARGIN - scale * figure.height) / 2

    def at(shape: Shape) -> Shape:
        rings = tuple(tuple((x0 + scale * x, y0 + scale * y) for x, y in ring) for ring in shape.rings)
        return replace(shape, rings=rings, width=scale * shape.width)

    return Page("A solution", tuple(map(at, figure.shapes)), (), tuple(texts))


WIDE = 12.0  # of the frame


@dataclass(frozen=True, slots=True)
class Tray:
    """region: anticlockwise, as tiles of full size fill it. clearance: by which the hole is larger on each side. kerf:
    full width of what the beam removes."""

    region: Ring
    clearance: float
    kerf: float


def tray(wanted: Tray, sheet: SheetStock) -> Drawing:
    """Return frame and floor on one sheet, side by side or one above the other. Raises InputError where they do not
    fit."""
    hole = mitre(wanted.region, wanted.clearance, "clearance") if wanted.clearance else wanted.region
    outer = mitre(hole, WIDE, "frame")
    cut = kerf_offset(tuple((snap(x), snap(y)) for x, y in outer), wanted.kerf)
    inner = kerf_offset(tuple((snap(x), snap(y)) for x, y in reversed(hole)), wanted.kerf)
    left, low, right, top = bounds((cut,))
    wide, high = right - left, top - low
    gap, margin = sheet.gap + wanted.kerf, sheet.margin
    room = sheet.width - 2 * margin, sheet.height - 2 * margin
    for across in (True, False):
        taken = (2 * wide + gap, high) if across else (wide, 2 * high + gap)
        if taken[0] <= room[0] and taken[1] <= room[1]:
            break
    else:
        raise InputError(
            f"tray: found a frame of {wide:.1f} × {high:.1f} mm, of which two are to fit on a sheet with room for "
            f"{room[0]:g} × {room[1]:g} mm; choose a larger sheet, or a smaller --edge"
        )
    first = margin - left, margin - low
    second = (first[0] + wide + gap, first[1]) if across else (first[0], first[1] + high + gap)
    paths = (
        SheetPath(SheetOperation.CUT_INNER, (translate(inner, *first),), item="frame"),
        SheetPath(SheetOperation.CUT_OUTER, (translate(cut, *first),), item="frame"),
        SheetPath(SheetOperation.CUT_OUTER, (translate(cut, *second),), item="floor"),
    )
    return Drawing("tray", "tray", sheet.width, sheet.height, paths)

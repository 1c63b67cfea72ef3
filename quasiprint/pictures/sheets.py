"""A laser's sheet as a picture: wood with what is engraved into it, the lines that are scored, and the cuts."""

from __future__ import annotations

from collections.abc import Iterator

from quasiprint.model.face import Ring
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation
from quasiprint.pictures.flat import pixels
from quasiprint.pictures.png import png
from quasiprint.pictures.raster import Areas, packed, strokes
from quasiprint.pictures.things import ENGRAVED, SCORED, WOOD

LONG = 800  # pixels of the longer side
CUT = "#2B1A0F"
CUT_WIDE, SCORE_WIDE = 2.0, 1.2  # pixels: so wide are lines


def sheet(drawing: Drawing) -> bytes:
    """Return the picture of a sheet as PNG. A cut is shown whole: tabs are finer than its pixels."""
    longer = max(drawing.width, drawing.height)
    width = max(1, round(LONG * drawing.width / longer))
    size = drawing.width, drawing.height
    return png(pixels(_painted(drawing, longer / LONG), size, width, WOOD))


def _painted(drawing: Drawing, pixel: float) -> Iterator[Areas]:
    """Yield what is seen of a sheet, cuts last. pixel: how large one is, mm."""
    engraved = [path.rings for path in drawing.paths if path.operation is SheetOperation.ENGRAVE]
    yield Areas((rings, packed(ENGRAVED)) for rings in engraved)
    scored = (line for path in drawing.paths if path.operation is SheetOperation.SCORE for line in _lines(path))
    yield Areas.of_quads(strokes(scored, SCORE_WIDE * pixel), packed(SCORED))
    cut = (line for path in drawing.paths if path.operation.cuts for line in _lines(path))
    yield Areas.of_quads(strokes(cut, CUT_WIDE * pixel), packed(CUT))


def _lines(path: SheetPath) -> tuple[tuple[Ring, bool], ...]:
    return path.whole if path.gaps else tuple((ring, path.closed) for ring in path.rings)

"""PNG of each front and each back, as large as the piece with its bleed. Those that look alike share a file.

A picture's middle is the middle of the outline's box, and what lies farther out than the bleed is clear.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from quasiprint.addons.machines.painting import INCH, dots, items_in_play, paint
from quasiprint.drawing.face_shapes import back, front
from quasiprint.drawing.outlines import mirror
from quasiprint.errors import InputError
from quasiprint.model.face import Ring, bounds
from quasiprint.model.page import BookProduction, Shape
from quasiprint.model.production import Artefact
from quasiprint.model.solid import together

MOST_DOTS = 8192  # along a side


def files(production: BookProduction) -> Iterator[Artefact]:
    """Yield the fronts, then the backs. Raises InputError if a picture has too many dots."""
    faces = {item.id: item.face for item in items_in_play(production.set)}
    for side, draw in (("front", front), ("back", back)):
        shapes = {id: draw(face, production.set.palette, production.bleed) for id, face in faces.items()}
        for name, ids in together(shapes).items():
            nominal = faces[ids[0]].nominal
            outline = nominal if side == "front" else mirror(nominal)
            content = _picture(ids[0], outline, shapes[ids[0]], production.bleed, production.dpi)
            yield Artefact(f"png/{name}-{side}.png", content, ids)


def _picture(what: str, outline: Ring, shapes: Sequence[Shape], bleed: float, dpi: int) -> bytes:
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
    return paint(width, height, dpi, [(shapes, x, y)])


def fields(production: BookProduction) -> Mapping[str, str]:
    """Return the text on the pictures for the set's first page."""
    return {"dpi": str(production.dpi), "bleed": f"{production.bleed:g}"}

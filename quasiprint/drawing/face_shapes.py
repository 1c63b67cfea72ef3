"""Pieces laid on a page: a face, turned and moved, as shapes to be filled. For figures; lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quasiprint.drawing.outlines import turned
from quasiprint.drawing.palettes import outline_of
from quasiprint.model.face import Face, Ring
from quasiprint.model.page import Shape

RIM, BODY, PLAIN = "#6b6b6b", "#FFFFFF", "#222222"
THIN = 0.15


def laid(
    face: Face,
    inks: Sequence[str],
    x: float,
    y: float,
    angle: float = 0.0,
    scale: float = 1.0,
    body: str = BODY,
    rim: str | None = RIM,
) -> tuple[Shape, ...]:
    """Return a face as shapes: its outline filled with `body`, then what is inked, outlined where it is too pale.

    inks: a colour "#RRGGBB" for each of the palette. x, y: where the face's origin lies. angle: in degrees,
    anticlockwise. scale: of the figure.
    """

    def put(ring: Ring) -> Ring:
        large = tuple((px * scale, py * scale) for px, py in ring)
        return turned(large, math.radians(angle), x, y)

    shapes = [Shape((put(face.nominal),), body, rim, THIN)]
    for mark in face.marks:
        fill = PLAIN if mark.colour is None else inks[mark.colour]
        line = outline_of(fill, body)
        shapes += [
            Shape(tuple(put(ring) for ring in region.rings), fill, line, THIN if line else 0.0) for region in mark.ink
        ]
    return tuple(shapes)


def pale(rgb: str, by: float) -> str:
    """Return a colour "#RRGGBB" made paler: 0 leaves it as it is, 1 makes it white."""
    parts = (int(rgb[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * by):02X}" for part in parts)

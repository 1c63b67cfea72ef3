"""Figures as pixels: what is drawn, painted in its order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from quasiprint.model.face import Ring
from quasiprint.model.rulebook import Figure
from quasiprint.pictures.figures import LINE, lettered
from quasiprint.pictures.raster import HERE, Area, Areas, Corners, Pixels, mean, packed, raster, strokes

POINTS = 2  # across a pixel, and up
PAPER = "#FFFFFF"


def painted(figure: Figure, width_px: int, ground: str = PAPER) -> Pixels:
    """Return a figure as pixels, `width_px` wide, its height in proportion."""
    return pixels(_areas(figure), (figure.width, figure.height), width_px, ground)


def pixels(areas: Iterable[Areas], size: tuple[float, float], width_px: int, ground: str = PAPER) -> Pixels:
    """Return areas as pixels, each painted over those before it. areas: their numbers are `packed` colours. size: of
    what is shown, its lower left corner the origin, mm."""
    scale = POINTS * width_px / size[0]
    height_px = max(1, round(width_px * size[1] / size[0]))

    def to(corners: Corners) -> Corners:
        return corners * scale

    lying = ((one, HERE) for one in areas)
    return mean(raster(lying, POINTS * width_px, POINTS * height_px, to, packed(ground)))


def _areas(figure: Figure) -> Iterator[Areas]:
    plain: list[Area] = []
    for shape in figure.shapes:
        if shape.fill:
            plain.append((shape.rings, packed(shape.fill)))
        if shape.stroke:
            lines = ((ring, shape.closed) for ring in shape.rings)
            plain += [(side, packed(shape.stroke)) for side in outlined(lines, shape.width or LINE)]
    plain += [(region.rings, packed(text.colour)) for text in figure.texts for region in lettered(text)]
    yield Areas(plain)


def outlined(lines: Iterable[tuple[Ring, bool]], width: float) -> list[tuple[Ring]]:
    """Return lines as areas, one for each side."""
    return [((tuple(map(tuple, quad))),) for quad in strokes(lines, width).tolist()]


def hues(colours: Sequence[str]) -> NDArray[np.uint8]:
    """Return colours "#RRGGBB" as rows of red, green, blue."""
    return np.array([tuple(bytes.fromhex(colour[1:])) for colour in colours], dtype=np.uint8)

"""Letters in what is drawn at edges, where there are more labels than inks: inks repeat, and letters tell labels apart.

A letter stands upright seen with its edge on top: in a wedge, of which it is left out; else farther inside than the
ribbon or the line, in its colour. It has the largest disc that is free there: inside the sides of the wedge, or of a
triangle that keeps off the neighbours'.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from string import ascii_uppercase

from quasiprint.addons.designer.sets.looks.spots import READABLE
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.drawing.areas import without
from quasiprint.drawing.numerals import Drawing, words
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.strokes import made_from
from quasiprint.model.face import Region, Ring
from quasiprint.model.measures import Measures

BOLDNESS = 0.018  # of the edge: the narrowest gap
SHORT = 1.0  # of its width: how long a ribbon before a letter is
SIDES = 24  # of a disc


@lru_cache(maxsize=16)
def signs(shapes: tuple[Shape, ...]) -> tuple[Drawing, ...]:
    """Return what stands for each label: its name, or a letter if labels have none."""
    names = max((shape.names for shape in shapes), key=len)
    return words(names or tuple(ascii_uppercase[: max(shape.choice.labels for shape in shapes)]))


@lru_cache(maxsize=16)
def least(drawn: tuple[Drawing, ...], measures: Measures) -> float:
    """Return how high letters have to be, to be made and read, mm."""
    return max(READABLE, *(made_from(one, measures) for one in drawn))


def room(tip: float, slope: float, base: float, bold: float, inside: bool) -> tuple[float, float]:
    """Return the middle of the disc of a letter, how far inside its edge, and its radius, 0 or less if there is none.
    tip, slope: of the triangle over the edge. base: how far inside the edge what is below the letter ends. bold: the
    narrowest gap; all mm. inside: whether the letter is left out of a wedge."""
    lean = math.hypot(1.0, slope) / slope
    half = (tip - base - bold) / slope - bold * lean * (1.0 if inside else 0.5)
    radius = half * slope / (1 + math.hypot(1.0, slope))
    return base + bold + radius, radius


def height(radius: float, drawn: Sequence[Drawing]) -> float:
    """Return how high letters are in a disc, mm."""
    far = max(math.dist(p, (0.0, 0.5)) for areas in drawn for area in areas for p in area.outer)
    return radius / far


def disc(at: tuple[float, float]) -> Region:
    """Return the disc of a letter. at: see `room`."""
    return Region(circle(0.0, at[0], at[1], SIDES))


def put(drawing: Drawing, at: tuple[float, float], drawn: Sequence[Drawing], mirrored: bool) -> tuple[Region, ...]:
    """Return a letter in the frame of its edge. mirrored: as the back shows it, seen through the tile."""
    middle, high, way = at[0], height(at[1], drawn), 1 if mirrored else -1

    def place(ring: Ring) -> Ring:
        upright = tuple((way * high * x, middle - high * (y - 0.5)) for x, y in ring)
        return upright[::-1] if mirrored else upright

    return tuple(area.map_rings(place) for area in drawing)


def cut_out(wedge: Region, letter: tuple[Region, ...]) -> list[Region]:
    """Return a wedge without a letter."""
    return list(without(wedge, letter))

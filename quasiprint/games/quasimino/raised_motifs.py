"""What a token shows to fingers: the motifs of `motifs`, in raised lines as wide and as far apart as fingers need.

    solid 1   dashed 3 bars   dotted 4   double a ring and a disc   ladder a wheel   chevron 2   line 1   zigzag 1

Lengths in mm; a motif has its middle on the origin.
"""

from __future__ import annotations

import math

from quasiprint.drawing.areas import united
from quasiprint.drawing.outlines import circle
from quasiprint.drawing.ribs import DOT
from quasiprint.drawing.tactile_digits import digits
from quasiprint.games.quasimino.motifs import SIDES
from quasiprint.model.face import Region, Ring, snap
from quasiprint.model.touch import SPACED

REACH = 0.9  # of the radius: how far a bar through the middle goes
ARM = 2.6  # mm: how far an arrowhead's arms reach to either side


def motif(pattern: str, radius: float, rib: float) -> tuple[Region, ...]:
    """Return a motif. radius: of the disc in which it lies; rib: how wide its lines are."""
    if pattern == "solid":
        return (Region(circle(0.0, 0.0, radius, SIDES)),)
    if pattern == "dashed":
        step = rib + SPACED
        far = math.sqrt(max(0.0, radius**2 - (step + rib / 2) ** 2))
        return tuple(_bar(-reach, reach, y, rib) for y, reach in ((step, far), (0.0, REACH * radius), (-step, far)))
    if pattern == "dotted":
        place = (SPACED + DOT) / 2
        return tuple(Region(circle(x, y, DOT / 2, SIDES)) for x in (-place, place) for y in (-place, place))
    if pattern == "double":
        return (_ring(radius, rib), Region(circle(0.0, 0.0, radius - rib - SPACED - 0.05, SIDES)))
    if pattern == "ladder":
        reach = radius - rib / 2
        spokes = _bar(-reach, reach, 0.0, rib), _upright(_bar(-reach, reach, 0.0, rib))
        return united((*_parts(_ring(radius, rib)), *spokes))
    if pattern == "chevron":
        step = (rib + SPACED) * math.sqrt(2) / 2
        middle = (ARM - rib * math.sqrt(2)) / 2
        return tuple(_arrowhead(middle + dy + rib * math.sqrt(2), rib) for dy in (step, -step))
    if pattern == "line":
        return (_bar(-REACH * radius, REACH * radius, 0.0, rib),)
    return tuple(_lowered(area, (3 * rib + 2 * SPACED) / 2) for area in digits(2, rib))


def _bar(left: float, right: float, y: float, rib: float) -> Region:
    left, right, low, top = map(snap, (left, right, y - rib / 2, y + rib / 2))
    return Region(((left, low), (right, low), (right, top), (left, top)))


def _upright(area: Region) -> Region:
    return Region(tuple((snap(-y), x) for x, y in area.outer))


def _ring(radius: float, rib: float) -> Region:
    # a chord of the inner ring lies inside of the round; so much wider is the ring there
    return Region(circle(0.0, 0.0, radius, SIDES), (circle(0.0, 0.0, radius - rib / _flat(), SIDES)[::-1],))


def _flat() -> float:
    """Return how far the middle of a disc's side is from its middle, of the radius."""
    return math.cos(math.pi / SIDES)


def _parts(ring: Region) -> tuple[Region, ...]:
    """Return a ring as an area for each of its sides: areas that are to be united have no holes."""
    inner = ring.holes[0][::-1]
    around = zip(ring.outer, ring.outer[1:] + ring.outer[:1], inner, inner[1:] + inner[:1], strict=True)
    return tuple(Region((a, b, d, c)) for a, b, c, d in around)


def _arrowhead(top: float, rib: float) -> Region:
    """Return an arrowhead that points up, its sides at right angles."""
    thick = rib * math.sqrt(2)
    upper = ((ARM, top - ARM), (0.0, top), (-ARM, top - ARM))
    ring: Ring = (*upper, *((x, y - thick) for x, y in reversed(upper)))
    return Region(tuple((snap(x), snap(y)) for x, y in ring))


def _lowered(area: Region, by: float) -> Region:
    return Region(
        tuple((x, snap(y - by)) for x, y in area.outer),
        tuple(tuple((x, snap(y - by)) for x, y in hole) for hole in area.holes),
    )

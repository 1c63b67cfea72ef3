"""What a token shows: for each pattern of stripes a motif that eyes and fingers know, on a disc of radius 1.

A motif speaks as its stripe does: whole, cut into bars, dotted, two lines, lines with rungs, arrowheads, one line, a
zigzag; bent round the disc where that makes it plainer. It is in the middle of the disc, and no stroke of it or gap
in it is narrower than 0.27. How many areas it has, and how many holes, tells most of them apart for fingers:

    solid 1   dashed 3   dotted 4   double 2, a hole in each   ladder 1, four holes   chevron 2   line 1   zigzag 1

Where ink meets the rim of the disc, it has corners of the disc there and none between them: bit for bit the same.
"""

from __future__ import annotations

import math

from quasiprint.model.face import Point, Region, Ring

SIDES = 32  # of the disc: its corners lie at the heights of bars; a chord is within 0.03 mm of the round


def _corner(number: int) -> Point:
    turn = math.tau * (number % SIDES) / SIDES
    return math.cos(turn), math.sin(turn)


def _round(radius: float, sides: int = SIDES, x: float = 0.0, y: float = 0.0) -> Ring:
    turns = [math.tau * k / sides for k in range(sides)]
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns)


def _bar(low: int, high: int) -> Region:
    """Return what lies between two heights: those of the disc's corners `low` and `high`, counted from the right."""
    right = [_corner(k) for k in range(low, high + 1)]
    return Region((*right, *((-x, y) for x, y in reversed(right))))


def _ring(outer: float, inner: float) -> Region:
    return Region(_round(outer), (_round(inner)[::-1],))


def _wheel() -> Region:
    """Return a ring with four spokes."""
    inner, half = 0.72, 0.15
    first = math.asin(half / inner)
    steps = SIDES // 4
    turns = [first + (math.pi / 2 - 2 * first) * k / steps for k in range(steps + 1)]
    window = ((half, half), *((inner * math.cos(a), inner * math.sin(a)) for a in turns))
    holes = []
    for _ in range(4):
        holes.append(window[::-1])
        window = tuple((-y, x) for x, y in window)
    return Region(_round(1.0), tuple(holes))


def _arrowhead(top: float) -> Region:
    """Return an arrowhead that points up."""
    reach, fall, thick = 0.58, 0.435, 0.36
    upper = ((reach, top - fall), (0.0, top), (-reach, top - fall))
    return Region((*upper, *((x, y - thick) for x, y in reversed(upper))))


def _zigzag() -> Region:
    across, swing, thick = 0.24, 0.3, 0.46
    turns = ((3 * across, swing), (across, -swing), (-across, swing), (-3 * across, -swing))
    upper = tuple((x, y + thick / 2) for x, y in turns)
    return Region((*upper, *((x, y - thick) for x, y in reversed(upper))))


MOTIFS: dict[str, tuple[Region, ...]] = {
    "solid": (Region(_round(1.0)),),
    "dashed": (_bar(3, 6), _bar(-1, 1), _bar(-6, -3)),
    "dotted": tuple(Region(_round(0.3, SIDES, x, y)) for x in (-0.44, 0.44) for y in (-0.44, 0.44)),
    "double": (_ring(1.0, 0.73), _ring(0.46, 0.19)),
    "ladder": (_wheel(),),
    "chevron": (_arrowhead(0.8), _arrowhead(0.1)),
    "line": (_bar(-1, 1),),
    "zigzag": (_zigzag(),),
}

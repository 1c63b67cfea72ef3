"""Which sides of a ring are chords of an arc, so that the beam runs round and not along corners. Lengths in mm.

Who draws a circle or rounds a corner puts corners on the arc at equal steps. The corners stay where they are; a side
between two of them is told its radius, and formats that have arcs draw one there.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.model.face import Ring

CIRCLE = 15  # a polygon of fewer sides is meant to be one
STEEPEST = math.tau / CIRCLE + 1e-6  # turn from one chord to the next
FLATTEST = math.radians(0.2)
LENGTH = 6e-6  # corners lie on a grid of a nanometre
TANGENT = 1e-3  # radians
Radii = tuple[float, ...]  # of each side, beginning with the one after the first corner; 0: straight; > 0: to the left


@lru_cache(maxsize=4096)
def radii(ring: Ring) -> Radii:
    """Return the radius of each side of a closed ring."""
    n = len(ring)
    if n < 4:
        return (0.0,) * n
    sides = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    lengths = [math.hypot(*side) for side in sides]
    if not min(lengths):
        return (0.0,) * n
    turns = [_turn(sides[k - 1], sides[k]) for k in range(n)]  # at the corner where side k begins
    onward = [_onward(lengths[k - 1], lengths[k], turns[k]) for k in range(n)]
    found = [0.0] * n
    if all(onward):
        if n >= CIRCLE and max(turns) - min(turns) < 2 * LENGTH / min(lengths):
            found = [_radius(lengths[k], math.copysign(math.tau / n, turns[0])) for k in range(n)]
        return tuple(found)
    first = onward.index(False)
    k = first
    while k < first + n:
        end = k + 1
        while end < first + n and onward[end % n] and _same(turns[end % n], turns[(k + 1) % n], lengths[k % n]):
            end += 1
        turn, tangents = turns[(k + 1) % n], (turns[k % n], turns[end % n])
        smooth = all(abs(one - turn / 2) < TANGENT for one in tangents)
        if end - k >= 3 or (end - k == 2 and smooth):
            for j in range(k, end):
                found[j % n] = _radius(lengths[j % n], turn)
            k = end
        else:
            k += 1
    return tuple(found)


def _turn(one: tuple[float, float], two: tuple[float, float]) -> float:
    return math.atan2(one[0] * two[1] - one[1] * two[0], one[0] * two[0] + one[1] * two[1])


def _onward(before: float, here: float, turn: float) -> bool:
    return abs(before - here) < LENGTH and FLATTEST < abs(turn) < STEEPEST


def _same(one: float, two: float, length: float) -> bool:
    return abs(one - two) < 2 * LENGTH / length


def _radius(length: float, turn: float) -> float:
    return length / (2 * math.sin(turn / 2))


def offset(outline: Ring, kerf: float) -> Radii:
    """Return the radii of the sides of an outline that `kerf_offset` has moved by half of the kerf to their right."""
    corners = tuple(p for p, q in zip(outline, outline[1:] + outline[:1], strict=True) if p != q)
    return tuple(radius + kerf / 2 if radius else 0.0 for radius in radii(corners))

"""Arcs of circles in rings: corners on the grid that stand on a circle, at equal steps.

Who draws a circle or rounds a corner puts corners on the arc, snapped to the grid, and from there on it is a ring like
any other: cells share it, pockets and inlays have it, solids are cut from it. So an arc is found again where it is
needed, from its corners alone, and whoever has the same corners finds the same arc.

What decides are whole nanometres, and floats of which only sums, products, quotients and square roots are taken: these
are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from quasiprint.drawing.rings import NANOMETRES, GridPoint, GridRing, on_grid, side, to_mm
from quasiprint.model.face import Ring
from quasiprint.model.solid import Solid

LEAST = 3  # chords; two are enough where the ring runs on straight at both ends
CIRCLE = 15  # chords of a whole circle at least: a polygon of fewer sides is meant to be one
SHARPEST = math.cos(math.tau / CIRCLE + 1e-6)  # cosine of the largest step
ALIKE = 3.0  # nm: chords that differ by less are equal, up to their ends' rounding
ROUND = 1.6  # nm: so far may a corner be off its circle
DECIMALS = 9  # of a millimetre, in centres and radii
Radii = tuple[float, ...]  # of each side of a ring, from its first corner on; 0: straight; > 0: to the left


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc, anticlockwise. corners: on the grid, nm, both ends included; a whole circle ends where it begins.
    centre: mm. radius: mm."""

    corners: tuple[GridPoint, ...]
    centre: tuple[float, float]
    radius: float

    @property
    def whole(self) -> bool:
        """Whether it is a circle."""
        return self.corners[0] == self.corners[-1]

    def inward(self, p: GridPoint, width: float) -> tuple[float, float]:
        """Return the point (mm) that lies `width` mm from a corner of the arc towards its centre."""
        x, y = to_mm(p)
        part = width / self.radius
        return x + (self.centre[0] - x) * part, y + (self.centre[1] - y) * part

    def touching(self, beside: tuple[GridPoint, GridPoint]) -> int:
        """Return at how many of its ends a ring runs on as a tangent. beside: the corners before and after it."""
        return self.is_tangent(self.corners[0], beside[0]) + self.is_tangent(self.corners[-1], beside[1])

    def is_tangent(self, p: GridPoint, q: GridPoint) -> bool:
        """Tell whether the line from q to its end p, a corner of the arc, is a tangent there, up to rounding."""
        x, y = p[0] / NANOMETRES - self.centre[0], p[1] / NANOMETRES - self.centre[1]
        dx, dy = (p[0] - q[0]) / NANOMETRES, (p[1] - q[1]) / NANOMETRES
        length = math.sqrt(dx * dx + dy * dy)
        # both ends of the line, and the corner's own place, are off by a nanometre at most
        return abs(x * dx + y * dy) <= 2e-6 * length + 2e-6 * self.radius


@lru_cache(maxsize=4096)
def arcs(ring: GridRing) -> tuple[Arc, ...]:
    """Return the arcs of a ring, in its order, whichever way round it runs."""
    return (*_anticlockwise_arcs(ring), *_anticlockwise_arcs(ring[::-1]))


def arcs_of(solid: Solid) -> list[Arc]:
    """Return the arcs of all rings of a solid, those of its outline first."""
    rings = [solid.outline, *solid.holes]
    rings += [ring for recess in solid.recesses for ring in recess.region.rings]
    for sector in solid.sectors:
        rings.append(sector.boundary)
        rings += [ring for step in sector.steps for ring in step.region.rings]
    return list({arc: None for ring in dict.fromkeys(rings) for arc in _arcs_along(ring)})


@lru_cache(maxsize=4096)
def _arcs_along(ring: Ring) -> tuple[Arc, ...]:
    """Return the arcs of a ring in mm."""
    return arcs(on_grid(ring))


@lru_cache(maxsize=4096)
def radii(ring: Ring) -> Radii:
    """Return the radius of each side of a closed ring (mm): of an arc's chords that which they have by their turn."""
    grid, found = on_grid(ring), [0.0] * len(ring)
    place = {p: k for k, p in enumerate(grid)}
    for arc in arcs(grid):
        own = [place[p] for p in arc.corners]
        if (own[0] + 1) % len(ring) != own[1]:  # the ring runs through it clockwise
            own.reverse()
        (ax, ay), (bx, by), (cx, cy) = (ring[k] for k in own[:3])
        turn = math.atan2((bx - ax) * (cy - by) - (by - ay) * (cx - bx), (bx - ax) * (cx - bx) + (by - ay) * (cy - by))
        if arc.whole:
            turn = math.copysign(math.tau / len(ring), turn)
        for k, after in pairwise(own):
            found[k] = math.dist(ring[k], ring[after]) / (2 * math.sin(turn / 2))
    return tuple(found)


def offset_radii(outline: Ring, kerf: float) -> Radii:
    """Return the radii of the sides of an outline that `kerf_offset` has moved by half of the kerf to their right."""
    corners = tuple(p for p, q in zip(outline, outline[1:] + outline[:1], strict=True) if p != q)
    return tuple(radius + kerf / 2 if radius else 0.0 for radius in radii(corners))


def _anticlockwise_arcs(ring: GridRing) -> Iterator[Arc]:
    """Yield the arcs that a ring runs through anticlockwise."""
    n = len(ring)
    if n < LEAST:
        return
    chords = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
    lengths = [math.sqrt(dx * dx + dy * dy) for dx, dy in chords]
    # whether chord k goes on from chord k − 1 as on an arc: as long, and a small step to the left
    onward = [
        abs(lengths[k] - lengths[k - 1]) <= ALIKE and _step(chords[k - 1], chords[k], lengths[k - 1] * lengths[k])
        for k in range(n)
    ]
    if all(onward):
        circle = _circle(ring) if n >= CIRCLE else None
        if circle is not None:
            yield circle
        return
    if not any(onward):
        return
    first = onward.index(False)
    k = first
    while k < first + n:
        end = k + 1
        while onward[end % n] and end < first + n:
            end += 1
        if end - k >= 2:
            yield from _runs(ring, k, end - k)
        k = end


def _step(before: tuple[int, int], after: tuple[int, int], size: float) -> bool:
    turn = before[0] * after[1] - before[1] * after[0]
    return turn > 0 and before[0] * after[0] + before[1] * after[1] >= SHARPEST * size


def _runs(ring: GridRing, first: int, chords: int) -> Iterator[Arc]:
    """Yield the arcs among chords of equal length that turn to the left; where their turns differ, several."""
    n = len(ring)
    while chords >= 2:
        most = 0
        best: Arc | None = None
        for count in range(chords, 1, -1):
            corners = tuple(ring[(first + j) % n] for j in range(count + 1))
            arc = _arc(corners, beside := (ring[(first - 1) % n], ring[(first + count + 1) % n]))
            if arc is None:
                continue
            if count >= LEAST or arc.touching(beside) == 2:
                best, most = arc, count
                break
        if best is None:
            first, chords = first + 1, chords - 1
        else:
            yield best
            first, chords = first + most, chords - most


def _arc(corners: tuple[GridPoint, ...], beside: tuple[GridPoint, GridPoint]) -> Arc | None:
    """Return the arc through corners, at least three; None if they are not on one circle. beside: what comes before
    and after them."""
    a, b = corners[0], corners[-1]
    dx, dy = (b[0] - a[0]) / NANOMETRES, (b[1] - a[1]) / NANOMETRES
    chord = math.sqrt(dx * dx + dy * dy)
    if not chord:
        return None
    m = len(corners) // 2
    top = corners[m : m + 1] if len(corners) % 2 else corners[m - 1 : m + 1]
    ahead = [side(a, b, p) / NANOMETRES**2 / chord for p in top]
    half = chord / 2
    if len(top) == 1:
        rise = -ahead[0]  # the arc lies to the right of the way from its start to its end
        if rise <= 0:
            return None
        radius = (half * half + rise * rise) / (2 * rise)
        away = radius - rise
    else:
        # two corners beside the middle, at one height and one distance from it
        rise = -(ahead[0] + ahead[1]) / 2
        wide = math.dist(*top) / NANOMETRES / 2
        if rise <= 0:
            return None
        # from half² + away² = wide² + (rise + away)²
        away = (half * half - wide * wide - rise * rise) / (2 * rise)
        radius = math.sqrt(half * half + away * away)
    found = [arc for arc in _fitting(corners, radius, away, (dx / chord, dy / chord), half) if _holds(arc)]
    # a rounder radius is the design's own, unless what runs on as a tangent of the exact one does not of it
    return max(found, key=lambda arc: arc.touching(beside), default=None)


def _fitting(
    corners: tuple[GridPoint, ...], radius: float, away: float, along: tuple[float, float], half: float
) -> Iterator[Arc]:
    """Yield arcs through both ends that corners may be on, that with the roundest radius first.

    radius, away: about what they are: of the circle, and how far its centre lies to the left of the middle of the
    ends. along: the direction from start to end. half: of the distance between them.
    """
    a, b = corners[0], corners[-1]
    middle = (a[0] + b[0]) / 2 / NANOMETRES, (a[1] + b[1]) / 2 / NANOMETRES
    for decimals in range(2, DECIMALS + 1):
        nice = round(radius, decimals)
        # near half a circle its centre follows from its radius but badly
        if abs(away) > radius / 4 and nice > half:
            far = math.copysign(math.sqrt(nice * nice - half * half), away)
        else:
            far = away
        centre = (round(middle[0] - along[1] * far, DECIMALS), round(middle[1] + along[0] * far, DECIMALS))
        if nice > 0:
            yield Arc(corners, (centre[0] + 0.0, centre[1] + 0.0), nice)


def _circle(ring: GridRing) -> Arc | None:
    """Return the circle on which all corners of a ring are, at equal steps; None if there is none."""
    n = len(ring)
    start = ring.index(min(ring))
    corners = (*ring[start:], *ring[:start], ring[start])
    x, y = (sum(p[k] for p in ring) / n / NANOMETRES for k in (0, 1))
    mean = sum(math.sqrt((p[0] / NANOMETRES - x) ** 2 + (p[1] / NANOMETRES - y) ** 2) for p in ring) / n
    for decimals in range(2, DECIMALS + 1):
        for places in (6, DECIMALS):
            arc = Arc(corners, (round(x, places) + 0.0, round(y, places) + 0.0), round(mean, decimals))
            if arc.radius > 0 and _holds(arc):
                return arc
    return None


def _holds(arc: Arc) -> bool:
    """Tell whether all corners of an arc are on its circle."""
    cx, cy = arc.centre[0] * NANOMETRES, arc.centre[1] * NANOMETRES
    radius = arc.radius * NANOMETRES
    return all(abs(math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)) - radius) <= ROUND for x, y in arc.corners)

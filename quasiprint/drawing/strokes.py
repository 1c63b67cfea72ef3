"""The finest strokes of what is drawn, and the finest gaps between them: what a machine has to be able to make; and how
high a drawing must stand for a machine to make it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from quasiprint.drawing.areas import holds_disc, widest_disc
from quasiprint.drawing.numerals import Drawing
from quasiprint.drawing.rings import boundary_distance, near_pairs, sides
from quasiprint.errors import InputError
from quasiprint.model.face import Region, Ring
from quasiprint.model.limits import LIMITS, least_edge
from quasiprint.model.measures import Measures
from quasiprint.model.option import Supplied
from quasiprint.model.profile import Box

GRID = 2.5e-6  # mm: two points, each rounded to 1 nm, and a line between two such points
# Cosine: two sides face each other if their normals differ by more than 162°.
OPPOSITE = -0.95
# A tip, or a notch, is blunted by any tool and no fault. It is as long as so many of the finest
# strokes at most, and so much narrower than it is long.
TIP, TAPER = 3.0, 0.25


class _Side(NamedTuple):
    """A side of an area: its box, its ends, the unit normal into the area, and where it lies on its ring: the ring's
    number and length, how far along it the side begins, and how long the side is."""

    box: Box
    nx: float
    ny: float
    ax: float
    ay: float
    bx: float
    by: float
    ring: float
    round: float
    at: float
    length: float


@lru_cache(maxsize=4096)
def finest(ink: tuple[Region, ...], least: float) -> dict[str, float]:
    """Return the finest "stroke" and "gap" of a mark's ink that is under `least`, in mm.

    A stroke is the ink between two of its sides that face each other; a gap is the blank between two that face each
    other. The end of a tip or of a notch is neither. The result does not depend on how the mark is turned.
    """
    rings = [ring for region in ink for ring in region.rings]
    all_sides = sorted([side for number, ring in enumerate(rings) for side in _sides(number, ring)])
    near = least - GRID
    found = _specks(ink, near)
    # those whose boxes come near: all others are farther away than what is looked for
    for i, k in near_pairs([side.box for side in all_sides], near):
        s, t = all_sides[i], all_sides[k]
        if s.nx * t.nx + s.ny * t.ny > OPPOSITE:
            continue
        # from the middle of one side to the middle of the other, along the normals
        ex, ey = (t.ax + t.bx - s.ax - s.bx) / 2, (t.ay + t.by - s.ay - s.by) / 2
        across, back = ex * s.nx + ey * s.ny, -ex * t.nx - ey * t.ny
        facing = max(_overlap(s, t) if abs(across) < near else 0.0, _overlap(t, s) if abs(back) < near else 0.0)
        if facing <= GRID:
            continue
        width = boundary_distance(((s.ax, s.ay), (s.bx, s.by)), ((t.ax, t.ay), (t.bx, t.by)))
        way = _way_round(s, t)
        if way / 2 + facing < TIP * near and (way < near or width < TAPER * way):
            continue
        kind = "stroke" if (across if across * back > 0 else _towards(s, t, across)) > 0 else "gap"
        if width < min(near, found.get(kind, math.inf)):
            found[kind] = width
    return found


def _towards(first: _Side, second: _Side, across: float) -> float:
    """Return a number whose sign says what lies between two sides: above 0 ink, below 0 a gap. It is measured where the
    sides are nearest. across: the same, measured between their middles, which is wrong where they lean apart."""
    ways = []
    for side, other, sign in ((first, second, -1.0), (second, first, 1.0)):
        for px, py in ((other.ax, other.ay), (other.bx, other.by)):
            dx, dy = side.bx - side.ax, side.by - side.ay
            f = min(max(((px - side.ax) * dx + (py - side.ay) * dy) / side.length**2, 0.0), 1.0)
            ex, ey = px - side.ax - f * dx, py - side.ay - f * dy  # from `side` to the corner of `other`
            ways.append((math.hypot(ex, ey), -sign * (ex * first.nx + ey * first.ny)))
    return min(ways)[1] or across


def _specks(ink: tuple[Region, ...], near: float) -> dict[str, float]:
    """Return how wide the narrowest small area is, and the narrowest small hole, if no disc of `near`
    finds room in it: of such small ones all is tip."""
    found: dict[str, float] = {}
    for kind, rings in (("stroke", [r.outer for r in ink]), ("gap", [hole for r in ink for hole in r.holes])):
        small = [ring for ring in rings if sum(map(math.dist, ring, ring[1:] + ring[:1])) < 4 * TIP * near]
        widths = [width for ring in small if not holds_disc(ring, near) and (width := widest_disc(ring)) < near]
        if widths:
            found[kind] = min(widths)
    return found


def _way_round(first: _Side, second: _Side) -> float:
    """Return how far it is along the ring from one side to the other, infinite between two rings."""
    if first.ring != second.ring:
        return math.inf
    ahead = (second.at - first.at - first.length + GRID) % first.round  # not quite a whole round for neighbours
    behind = (first.at - second.at - second.length + GRID) % first.round
    return min(ahead, behind)


def _overlap(near: _Side, far: _Side) -> float:
    """Return for how long two sides lie opposite each other, seen along the first."""
    ux, uy = near.ny, -near.nx
    first = (far.ax - near.ax) * ux + (far.ay - near.ay) * uy
    last = (far.bx - near.ax) * ux + (far.by - near.ay) * uy
    return min(max(first, last), near.length) - max(min(first, last), 0.0)


def _sides(number: int, ring: Ring) -> Iterator[_Side]:
    """Yield the sides of a ring."""
    lengths = [math.dist(a, b) for a, b in sides(ring)]
    whole, at = sum(lengths), 0.0
    for ((ax, ay), (bx, by)), length in zip(sides(ring), lengths, strict=True):
        box = min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)
        yield _Side(box, (ay - by) / length, (bx - ax) / length, ax, ay, bx, by, number, whole, at, length)
        at += length


COARSE = 0.5  # of a drawing's height: what is wider than that is never too narrow
FINEST = 0.001  # of a drawing's height: what is narrower cannot be made at any size
ENLARGED = 100.0  # heights: what is measured in a drawing is on a grid


def enlarge(areas: Drawing) -> Drawing:
    """Return a drawing `ENLARGED` high."""
    return tuple(area.map_rings(lambda ring: tuple((x * ENLARGED, y * ENLARGED) for x, y in ring)) for area in areas)


def strokes(enlarged: Drawing) -> Iterator[dict[str, float]]:
    """Yield the narrowest strokes and gaps of an enlarged drawing, until nothing finer is found: how long a tip may be
    depends on how fine a stroke may be, so this takes a few rounds."""
    width = ENLARGED * COARSE
    while width > ENLARGED * FINEST and (found := finest(enlarged, width)):
        yield found
        width = min(found.values())


@lru_cache(maxsize=256)
def narrowest(areas: Drawing) -> float:
    """Return the narrowest stroke of a drawing, or gap within it, in heights."""
    widths = [ENLARGED * COARSE, *(min(found.values()) for found in strokes(enlarge(areas)))]
    return max(widths[-1] / ENLARGED, FINEST)


def made_from(areas: Drawing, measures: Measures) -> float:
    """Return from which height on (mm, rounded up to hundredths) a machine makes all of a drawing."""
    return math.ceil(100 * measures.machine.min_feature / narrowest(areas) - 1e-6) / 100


def refuse_fine(
    given: Supplied,
    drawings: Sequence[Drawing],
    expected: Sequence[float],
    height: Callable[[Measures], float],
    measures: Measures,
    least: float,
    makes: str,
) -> None:
    """Raise InputError, which names every drawing that is too fine, and from which edge on it would do.

    expected: the height that each needs to be made, mm. height: that at which all stand, mm, no less on a longer edge.
    least: the height that even the plainest needs, mm. makes: what is fine enough, for the message.
    """
    high = height(measures)
    fine = [number for number, needed in enumerate(expected) if needed > high > 0]
    if not fine:
        return
    from quasiprint.drawing.symbols import names

    called, findings = names(given), []
    for number in fine:
        needed = max(expected[number], least)
        edge = least_edge(lambda edge: height(measures.with_edge(edge)) >= needed)  # noqa: B023
        would = f"from an edge of {edge:g} mm on" if edge < LIMITS["edge"].most else "on no edge"
        findings.append(f"{called[number]!r} ({high * narrowest(drawings[number]):.2f} mm) would do {would}")
    raise InputError(
        f"symbols: found {len(fine)} of {len(called)} drawings with a stroke or gap that is too fine where they stand "
        f"{high:.1f} mm high, on an edge of {measures.size.edge:g} mm; {makes}: {', '.join(findings)}; draw them "
        "bolder and plainer, or make the edge longer"
    )

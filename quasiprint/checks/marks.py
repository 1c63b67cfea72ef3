"""Do the marks on the faces say what the labels say, and do they meet across every join?

Everything here is read from the geometry of the faces, not from what the design meant:

- which mark crosses which edge, so that a mirrored face is caught though its label is right;
- where on the edge, at what angle, and how much of it is inked, so that any two neighbours
  that may legally lie together show one unbroken stripe.

Coordinates lie on a grid of 1 nm, so a point of a slanting edge may be off it by 1 nm: on an
edge means within `GRID`, and nothing else here has a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from quasiprint.checks.completeness import reflections_onto_itself
from quasiprint.drawing.rings import boundary_distance
from quasiprint.exact.orbit import Labels, SymmetryGroup, act, canonical
from quasiprint.model.face import Face, Mark, Point, Region, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Piece

GRID = 2.5e-6  # mm: two points, each rounded to 1 nm, and a line between two such points

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A mark that runs over an edge. All in mm along the edge, anticlockwise, from its middle.

    field: the part of the edge that the mark covers; ink: the parts that are inked.
    slant: the greatest sine of the angle by which the mark's sides miss the right angle.
    """

    edge: int
    colour: int | None
    field: Interval
    ink: tuple[Interval, ...]
    slant: float


def crossings(face: Face) -> tuple[Crossing, ...]:
    """Return where the marks of a face run over its edges, read from the geometry."""
    inset = _inset(face)
    found: list[Crossing] = []
    for mark in face.marks:
        found += _mark_crossings(mark, face.nominal, inset)
    return tuple(sorted(found, key=lambda c: (c.edge, c.field)))


def _inset(face: Face) -> float:
    """Return by how much the outline as made lies inside the nominal one, in mm."""
    a, b = face.nominal[0], face.nominal[1]
    return min(_height(p, a, b) for p in face.outline)


def _height(p: Point, a: Point, b: Point) -> float:
    """Return how far p lies to the left of the line from a to b, in mm."""
    length = math.dist(a, b)
    return ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length


def _along(p: Point, a: Point, b: Point) -> float:
    """Return how far p lies along the line from a to b, from its middle, in mm."""
    length = math.dist(a, b)
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return ((b[0] - a[0]) * (p[0] - mx) + (b[1] - a[1]) * (p[1] - my)) / length


@lru_cache(maxsize=4096)
def _mark_crossings(mark: Mark, nominal: Ring, inset: float) -> tuple[Crossing, ...]:
    found = []
    for k, a in enumerate(nominal):
        b = nominal[(k + 1) % len(nominal)]
        fields = _on_edge(mark.field.outer, a, b, inset)
        for at, slant in fields:
            ink = sorted(part for region in mark.ink for part, _ in _on_edge(region.outer, a, b, inset))
            found.append(Crossing(k, mark.colour, at, tuple(ink), slant))
    return tuple(found)


def _on_edge(ring: Ring, a: Point, b: Point, inset: float) -> list[tuple[Interval, float]]:
    """Return the stretches of a ring that lie on the made edge, each with its sides' slant."""
    stretches = []
    n = len(ring)
    heights = [_height(p, a, b) - inset for p in ring]
    for i in range(n):
        j = (i + 1) % n
        if abs(heights[i]) < GRID and abs(heights[j]) < GRID:
            # anticlockwise like the edge itself; the sides are what comes before and after
            sides = ((ring[i], ring[i - 1]), (ring[j], ring[(j + 1) % n]))
            slant = max(abs(_along(q, a, b) - _along(p, a, b)) / math.dist(p, q) for p, q in sides)
            stretches.append(((_along(ring[i], a, b), _along(ring[j], a, b)), slant))
    return stretches


def _turned(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    """Return intervals as the neighbour sees them, whose edge runs the other way."""
    return tuple(sorted((-high, -low) for low, high in intervals))


def _differ(one: Sequence[Interval], two: Sequence[Interval]) -> bool:
    if len(one) != len(two):
        return True
    return any(abs(x - y) > 2 * GRID for a, b in zip(one, two, strict=True) for x, y in zip(a, b, strict=True))


def joins(held: GameSet) -> list[Finding]:
    """Check that every edge is crossed once, in its middle, at a right angle, and that stripes
    of one colour meet whole whichever two edges come together."""
    findings: list[Finding] = []
    profiles: dict[int | None, tuple[str, tuple[Interval, ...]]] = {}
    seen: set[tuple[str, Crossing]] = set()
    for piece in held.pieces:
        across = crossings(piece.face)
        edges = [c.edge for c in across]
        if sorted(edges) != list(range(len(piece.corners))):
            findings.append(
                error(
                    "edge-uncrossed",
                    piece.id,
                    f"stripes cross the edges {edges}; every one of the {len(piece.corners)} edges needs one",
                    "let one stripe run over each edge",
                )
            )
            continue
        for c in across:
            if (piece.shape, c) not in seen:
                seen.add((piece.shape, c))
                findings += _one_join(piece, c, profiles)
    return findings


def _one_join(
    piece: Piece, c: Crossing, profiles: dict[int | None, tuple[str, tuple[Interval, ...]]]
) -> list[Finding]:
    where = f"{piece.id} edge {c.edge}"
    if _differ([c.field], _turned([c.field])):
        return [
            error(
                "stripe-off-midpoint",
                where,
                f"the stripe lies from {c.field[0]:.3f} to {c.field[1]:.3f} mm of the edge's middle; "
                "it must reach as far to either side",
                "move the stripe to the middle of the edge",
            )
        ]
    if c.slant > GRID / 0.1:  # a side at least 0.1 mm long, its ends on the grid
        return [
            error(
                "stripe-slanted",
                where,
                f"the stripe leaves the edge {math.degrees(math.asin(min(1.0, c.slant))):.2f}° off the right angle",
                "let it run in straight before it bends",
            )
        ]
    name, profile = profiles.setdefault(c.colour, (where, c.ink))
    if _differ(_turned(c.ink), profile):
        return [
            error(
                "stripe-broken",
                where,
                f"what is inked on this edge does not meet what is inked on {name} of the same colour",
                "draw the pattern symmetric about the edge's middle, and alike on every edge",
            )
        ]
    return []


def reading(face: Face) -> tuple[int | None, ...]:
    """Return the colours that cross a face's edges, anticlockwise from edge 0, as drawn."""
    return tuple(c.colour for c in crossings(face))


def handedness(held: GameSet) -> list[Finding]:
    """Check each piece's drawn marks against its label: the same turned way round?"""
    findings: list[Finding] = []
    groups = dict(held.symmetry)
    for piece in held.pieces:
        drawn = reading(piece.face)
        group = groups[piece.shape]
        labels = tuple(c for c in drawn if c is not None)
        if len(labels) != group.slots or len(piece.marks) != group.slots:
            continue  # said by edge-uncrossed or piece-foreign
        if canonical(group, labels) != canonical(group, piece.marks):
            findings.append(_wrong_marks(piece, labels, group))
    return findings


def _wrong_marks(piece: Piece, drawn: Labels, group: SymmetryGroup) -> Finding:
    mirrored = {canonical(group, act(r, piece.marks)) for r in reflections_onto_itself(piece.corners)}
    if canonical(group, drawn) in mirrored:
        return error(
            "piece-mirrored",
            piece.id,
            f"its edges show {drawn} anticlockwise, the mirror image of {piece.marks}",
            "the tiles are one-sided: turn the drawing back",
        )
    return error(
        "marks-differ",
        piece.id,
        f"its edges show {drawn} anticlockwise, but its marks are {piece.marks}",
        "draw the marks that the piece's name says",
    )


def spacing(held: GameSet) -> list[Finding]:
    """Check that the marks of a piece stay apart: bodies that touch along a line are no solids."""
    least = held.measures.min_feature
    findings = []
    for thing in _with_faces(held):
        gap = _least_gap(tuple(mark.field for mark in thing.face.marks))
        if gap < least:
            findings.append(
                error(
                    "marks-too-close",
                    thing.id,
                    f"two of its marks are {gap:.3f} mm apart; a {held.measures.process} needs {least:g} mm",
                    "shorten or narrow the marks",
                )
            )
    return findings


def _with_faces(held: GameSet) -> tuple[Piece | Accessory, ...]:
    return (*held.pieces, *held.accessories)


@lru_cache(maxsize=256)
def _least_gap(fields: tuple[Region, ...]) -> float:
    gaps = [
        boundary_distance(fields[i].outer, fields[j].outer) for i in range(len(fields)) for j in range(i)
    ]
    return min(gaps, default=math.inf)

"""Edges and what runs over them: do marks meet across every join, and are outlines those of the exact design?

Read from the geometry of the faces, not from what the design meant: where on the edge a mark
lies, at what angle, and how much of it is inked, so that any two neighbours that may legally
lie together show one unbroken stripe, or two wedges that make one.

Coordinates lie on a grid of 1 nm, so a point of a slanting edge may be off it by 1 nm: on an
edge means within `GRID`, and nothing else here has a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from quasiprint.drawing.rings import boundary_distance, inside
from quasiprint.drawing.strokes import GRID
from quasiprint.model.face import Face, Mark, Point, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet, Piece

SLANT = GRID / 0.1  # sine: of a side at least 0.1 mm long, its ends on the grid
FILLED = 0.7  # of an edge: what a wedge covers of it, at least

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A mark that runs over an edge. All in mm along the edge, anticlockwise, from its middle.

    field: the part of the edge that the mark covers; ink: the parts that are inked.
    slant: the greatest sine of the angle by which the mark's sides miss the right angle. top: how wide the mark is
    where it is farthest from the edge.
    """

    edge: int
    label: int | None
    field: Interval
    ink: tuple[Interval, ...]
    slant: float
    top: float


def crossings(face: Face) -> tuple[Crossing, ...]:
    """Return where the marks of a face run over its edges, read from the geometry."""
    inset = inset_of(face)
    found: list[Crossing] = []
    for mark in face.marks:
        found += _mark_crossings(mark, face.nominal, inset)
    return tuple(sorted(found, key=lambda c: (c.edge, c.field)))


def inset_of(face: Face) -> float:
    """Return by how much the outline as made lies inside the nominal one, in mm: how near they come to each other,
    wherever that is; less than 0 where it reaches outside."""
    return _inset(face.nominal, face.outline)


@lru_cache(maxsize=4096)
def _inset(nominal: Ring, outline: Ring) -> float:
    off = [boundary_distance((p, p), nominal) * (1 if inside(p, nominal) else -1) for p in dict.fromkeys(outline)]
    nearest = [one for one in off if one <= min(off) + 2 * GRID]  # points lie on the grid, a little to either side
    return sum(nearest) / len(nearest)


def height(p: Point, a: Point, b: Point) -> float:
    """Return how far p lies to the left of the line from a to b, in mm."""
    length = math.dist(a, b)
    return ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length


def along(p: Point, a: Point, b: Point) -> float:
    """Return how far p lies along the line from a to b, from its middle, in mm."""
    length = math.dist(a, b)
    mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return ((b[0] - a[0]) * (p[0] - mx) + (b[1] - a[1]) * (p[1] - my)) / length


@lru_cache(maxsize=4096)
def _mark_crossings(mark: Mark, nominal: Ring, inset: float) -> tuple[Crossing, ...]:
    found = []
    for k, a in enumerate(nominal):
        b = nominal[(k + 1) % len(nominal)]
        fields = [(region.outer, *found) for region in mark.field for found in _on_edge(region.outer, a, b, inset)]
        for ring, at, leans in fields:
            ink = sorted(part for region in mark.ink for part, _ in _on_edge(region.outer, a, b, inset))
            found.append(Crossing(k, mark.label, at, tuple(ink), max(map(abs, leans)), _top(ring, a, b)))
    return tuple(found)


def _on_edge(ring: Ring, a: Point, b: Point, inset: float) -> list[tuple[Interval, tuple[float, float]]]:
    """Return the stretches of a ring that lie on the made edge, each with its two sides' lean outwards.

    What lies beyond the edge's ends is another edge's, which an outline that leads inwards may have on the same line.
    """
    stretches = []
    n, half = len(ring), math.dist(a, b) / 2 + GRID
    heights = [height(p, a, b) - inset if abs(along(p, a, b)) <= half else math.inf for p in ring]
    for i in range(n):
        j = (i + 1) % n
        if abs(heights[i]) < GRID and abs(heights[j]) < GRID:
            # anticlockwise like the edge itself; the sides are what comes before and after
            sides = ((-1, ring[i], ring[i - 1]), (1, ring[j], ring[(j + 1) % n]))
            first, last = (way * _leaning(along(q, a, b) - along(p, a, b)) / math.dist(p, q) for way, p, q in sides)
            stretches.append(((along(ring[i], a, b), along(ring[j], a, b)), (first, last)))
    return stretches


def _top(ring: Ring, a: Point, b: Point) -> float:
    """Return how wide a ring is where it is farthest from the edge, mm."""
    heights = [height(p, a, b) for p in ring]
    there = [along(p, a, b) for p, high in zip(ring, heights, strict=True) if high > max(heights) - GRID]
    return max(there) - min(there)


def _leaning(off: float) -> float:
    """Return how far along the edge a side runs; a short one is upright if its ends are, as near as the grid tells."""
    return 0.0 if abs(off) < GRID else off


def _mirror(intervals: Sequence[Interval]) -> tuple[Interval, ...]:
    """Return intervals as the neighbour sees them, whose edge runs the other way."""
    return tuple(sorted((-high, -low) for low, high in intervals))


def _differ(one: Sequence[Interval], two: Sequence[Interval]) -> bool:
    if len(one) != len(two):
        return True
    return any(abs(x - y) > 2 * GRID for a, b in zip(one, two, strict=True) for x, y in zip(a, b, strict=True))


def joins(game_set: GameSet) -> Iterator[Finding]:
    """Check that every edge has one mark, in its middle, and that marks of one label meet whole whichever two edges
    come together: stripes cross the edge at a right angle, wedges fill it and end in a tip."""
    profiles: dict[int | None, tuple[str, Crossing]] = {}
    seen: set[tuple[str, Crossing]] = set()
    form = game_set.labelled.marking.form
    for piece in game_set.pieces:
        across = crossings(piece.face)
        edges = [c.edge for c in across]
        if sorted(edges) != list(range(len(piece.corners))):
            message = f"{form}s cross the edges {edges}; every one of the {len(piece.corners)} edges needs one"
            yield error("edge-uncrossed", piece.id, message, f"let one {form} run over each edge")
            continue
        for c in across:
            if (piece.shape, c) not in seen:
                seen.add((piece.shape, c))
                where = f"{piece.id} edge {c.edge}"
                first = profiles.setdefault(c.label, (where, c))
                nominal = piece.face.nominal
                length = math.dist(nominal[c.edge], nominal[(c.edge + 1) % len(nominal)])
                yield from meets(where, c, length, form, first)


def meets(where: str, c: Crossing, length: float, form: str, first: tuple[str, Crossing]) -> list[Finding]:
    """Check that a mark runs over an edge as its form does, and that its ink meets what is inked on another edge of its
    label. length: of the edge, mm. form: "stripe" or "wedge". first: the other edge, by name."""
    wedge, (name, other) = form == "wedge", first
    filled = (c.field[1] - c.field[0]) / length
    if _differ([c.field], _mirror([c.field])):
        message = f"the {form} lies from {c.field[0]:.3f} to {c.field[1]:.3f} mm of the edge's middle; it must reach "
        remedy = "let its base end as far from one corner as from the other"
        remedy = remedy if wedge else "move the stripe to the middle of the edge"
        code = "wedge-off-midpoint" if wedge else "stripe-off-midpoint"
        return [error(code, where, f"{message}as far to either side", remedy)]
    if not wedge and c.slant > SLANT:
        message = f"the stripe leaves the edge {math.degrees(math.asin(min(1.0, c.slant))):.2f}° off the right angle"
        return [error("stripe-slanted", where, message, "let it run in straight before it bends")]
    if wedge and filled < FILLED:
        needed = f"at least {FILLED:.0%} is needed, or it looks like a stripe"
        message = f"the wedge fills {filled:.0%} of the edge; {needed}"
        return [error("wedge-short", where, message, "let it reach nearer to the corners")]
    if wedge and c.top > 2 * GRID:
        message = f"the wedge is {c.top:.3f} mm wide where it ends; it must end in a tip"
        return [error("wedge-blunt", where, message, "let it narrow towards the middle of the tile")]
    if _differ(_mirror(c.ink), other.ink):
        message = f"what is inked on this edge does not meet what is inked on {name} of the same colour"
        remedy = "draw the pattern symmetric about the edge's middle, and alike on every edge"
        return [error("wedge-broken" if wedge else "stripe-broken", where, message, remedy)]
    return []


def outlines(game_set: GameSet) -> Iterator[Finding]:
    """Check each nominal outline in mm against the exact one, and each made edge against the nominal one."""
    seen: set[tuple[str, Ring]] = set()
    for piece in game_set.pieces:
        if (piece.shape, piece.face.nominal) not in seen:
            seen.add((piece.shape, piece.face.nominal))
            measures = game_set.measures
            yield from _outline(piece, measures.size.edge) or _edges(piece, measures.finish.corner_radius)


def _edges(piece: Piece, radius: float) -> list[Finding]:
    """Check that each edge as made runs straight from rounding to rounding: neighbours meet in full."""
    for k, (found, wanted) in enumerate(_straight(piece.face, radius)):
        if max(abs(x - y) for x, y in zip(found, wanted, strict=True)) > 8 * GRID:
            message = f"it runs straight from {found[0]:.4f} to {found[1]:.4f} mm of its middle; with its corners "
            message += f"rounded by {radius:g} mm it should run from {wanted[0]:.4f} to {wanted[1]:.4f} mm"
            remedy = "keep the outline on the design's edges, up to the rounding of the corners"
            return [error("edge-short", f"{piece.id} edge {k}", message, remedy)]
    return []


def _straight(face: Face, radius: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return for each edge from where to where it runs straight, in mm from its middle: as made, and
    as inset and rounding leave it."""
    nominal, inset = face.nominal, inset_of(face)
    lost = []
    for k, b in enumerate(nominal):
        a, c = nominal[k - 1], nominal[(k + 1) % len(nominal)]
        turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        lost.append((inset + radius) * math.tan((turn % math.tau) / 2))
    runs = []
    for k, a in enumerate(nominal):
        b = nominal[(k + 1) % len(nominal)]
        half = math.dist(a, b) / 2
        far = half + max(0.0, *(-lost[end] for end in (k, (k + 1) % len(nominal)))) + GRID
        on_it = [x for p in face.outline if abs(height(p, a, b) - inset) < GRID and abs(x := along(p, a, b)) <= far]
        found = (min(on_it, default=0.0), max(on_it, default=0.0))
        runs.append((found, (lost[k] - half, half - lost[(k + 1) % len(nominal)])))
    return runs


def _outline(piece: Piece, edge: float) -> list[Finding]:
    exact = [p.to_xy() for p in piece.corners]
    cx, cy = (sum(axis) / len(exact) for axis in zip(*exact, strict=True))
    wanted = [((x - cx) * edge, (y - cy) * edge) for x, y in exact]
    off = max((math.dist(p, q) for p, q in zip(wanted, piece.face.nominal, strict=False)), default=math.inf)
    if len(wanted) != len(piece.face.nominal) or off > GRID:
        message = f"a corner of the outline is {off:.6f} mm from where the exact design has it"
        return [error("outline-off", piece.id, message, "draw the outline from the exact corners")]
    return []

"""Proofs of layouts and drawings, made from the finished thing and not from how it was made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from quasiprint.model.face import Point, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.leaf import Leaf
from quasiprint.model.production import Drawing

GRID = 5e-6  # mm: placements and corners are each rounded to 1 nm, angles to a known one
ORDER = ("engrave", "score", "cut-inner", "cut-outer")

Box = tuple[float, float, float, float]


def check_leaf(leaf: Leaf, outlines: Mapping[str, Ring], margin: float, gap: float) -> list[Finding]:
    """Prove that everything lies on the leaf and apart.

    outlines: of every item, in its own frame (mm), convex or not. margin, gap: in mm.
    Findings: unknown-item, off-sheet, overlap, too-close; each names the leaf and the items.
    """
    findings = []
    lying: list[tuple[Box, str, Ring]] = []
    for k, placement in enumerate(leaf.placements):
        subject = f"{leaf.name}, item {k + 1}, {placement.item}"
        outline = outlines.get(placement.item)
        if outline is None:
            findings.append(error("unknown-item", subject, "no piece or accessory has this id"))
            continue
        ring = placement.ring(outline)
        box = _box(ring)
        lying.append((box, subject, ring))
        free = min(box[0], box[1], leaf.width - box[2], leaf.height - box[3])
        if free < margin - GRID:
            findings.append(
                error(
                    "off-sheet",
                    subject,
                    f"it comes within {free:.3f} mm of the rim; the margin is {margin:g} mm",
                    "nest again for this size",
                )
            )
    for one, two, distance in _near(lying, gap):
        if distance < gap - GRID:
            code = "too-close" if distance > 0 else "overlap"
            found = f"they are {distance:.4f} mm apart" if distance > 0 else "they overlap"
            findings.append(error(code, f"{one} and {two}", f"{found}; the gap is {gap:g} mm", "nest again"))
    return findings


def _box(ring: Ring) -> Box:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return min(xs), min(ys), max(xs), max(ys)


def _near(lying: Sequence[tuple[Box, str, Ring]], gap: float) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs whose boxes come within the gap, and their distance, 0 if they overlap."""
    ordered = sorted(lying)
    for i, (box, one, ring) in enumerate(ordered):
        for other, two, second in ordered[i + 1 :]:
            if other[0] > box[2] + gap:
                break
            if other[1] <= box[3] + gap and box[1] <= other[3] + gap:
                yield one, two, distance(ring, second)


def distance(one: Ring, two: Ring) -> float:
    """Return the distance of two areas in mm, 0 if they touch or overlap."""
    if inside(one[0], two) or inside(two[0], one):
        return 0.0
    best = math.inf
    for a, b in zip(one, one[1:] + one[:1], strict=True):
        for c, d in zip(two, two[1:] + two[:1], strict=True):
            if crossing(a, b, c, d):
                return 0.0
            best = min(best, _to(a, c, d), _to(b, c, d), _to(c, a, b), _to(d, a, b))
    return best


def inside(p: Point, ring: Ring) -> bool:
    """Tell whether a point lies inside a ring, by counting the sides to its right."""
    odd = False
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y0 > p[1]) != (y1 > p[1]) and p[0] < x0 + (x1 - x0) * (p[1] - y0) / (y1 - y0):
            odd = not odd
    return odd


def crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tell whether the segments ab and cd cross, each passing to the other's far side."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _to(p: Point, a: Point, b: Point) -> float:
    """Return the distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    f = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    f = min(1.0, max(0.0, f))
    return math.hypot(p[0] - a[0] - f * dx, p[1] - a[1] - f * dy)


def check_drawing(drawing: Drawing) -> list[Finding]:
    """Prove what must hold of a laser drawing before it is burned.

    Findings: unknown-operation; out-of-order (engrave, score, inner cuts, outer cuts, and what
    is never burned anywhere); off-sheet (a line that leaves the sheet); cut-open (a cut that
    does not close); cut-twice (two cuts run along the same line); outlines-cross (two cuts
    overlap: one piece would be cut into another).
    """
    findings = []
    latest = 0
    cuts: list[tuple[Box, str, Ring]] = []
    for k, path in enumerate(drawing.paths):
        subject = f"{drawing.name}, path {k + 1}{', ' + path.item if path.item else ''}"
        if path.operation not in (*ORDER, "reference"):
            findings.append(error("unknown-operation", subject, f"{path.operation!r} is none of {ORDER}"))
            continue
        if any(x < 0 or y < 0 or x > drawing.width or y > drawing.height for r in path.rings for x, y in r):
            findings.append(error("off-sheet", subject, f"a {path.operation} line leaves the sheet"))
        if path.operation == "reference":
            continue
        step = ORDER.index(path.operation)
        if step < latest:
            message = f"{path.operation} comes after {ORDER[latest]}: what is cut out may have moved"
            findings.append(error("out-of-order", subject, message, f"keep the order {', '.join(ORDER)}"))
        latest = max(latest, step)
        if path.operation.startswith("cut"):
            if not path.closed:
                findings.append(error("cut-open", subject, "a cut must come back to where it began"))
            cuts += [(_box(ring), subject, ring) for ring in path.rings]
    return findings + _conflicts(cuts)


def _conflicts(cuts: Sequence[tuple[Box, str, Ring]]) -> list[Finding]:
    findings = []
    ordered = sorted(cuts)
    for i, (box, one, ring) in enumerate(ordered):
        for other, two, second in ordered[i + 1 :]:
            if other[0] > box[2] + GRID:
                break
            if other[1] > box[3] + GRID or box[1] > other[3] + GRID:
                continue
            twice = _common(ring, second)
            if twice > GRID:
                message = f"{twice:.3f} mm of line would be cut twice"
                findings.append(error("cut-twice", f"{one} and {two}", message, "cut each line once"))
            elif _cross(ring, second):
                findings.append(
                    error("outlines-cross", f"{one} and {two}", "the cuts cross", "move them apart")
                )
    return findings


def _cross(one: Ring, two: Ring) -> bool:
    return any(
        crossing(a, b, c, d)
        for a, b in zip(one, one[1:] + one[:1], strict=True)
        for c, d in zip(two, two[1:] + two[:1], strict=True)
    )


def _common(one: Ring, two: Ring) -> float:
    """Return the length (mm) along which the lines of two rings coincide."""
    total = 0.0
    for a, b in zip(one, one[1:] + one[:1], strict=True):
        length = math.dist(a, b)
        if length < GRID:
            continue
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        for c, d in zip(two, two[1:] + two[:1], strict=True):
            if abs(_side(a, b, c)) < GRID * length and abs(_side(a, b, d)) < GRID * length:
                ends = sorted((p[0] - a[0]) * ux + (p[1] - a[1]) * uy for p in (c, d))
                total += max(0.0, min(length, ends[1]) - max(0.0, ends[0]))
    return total


def self_crossing(ring: Ring) -> bool:
    """Tell whether a closed line crosses itself."""
    sides = list(zip(ring, ring[1:] + ring[:1], strict=True))
    ordered = sorted((min(a[0], b[0]), max(a[0], b[0]), a, b) for a, b in sides)
    for i, (_, right, a, b) in enumerate(ordered):
        for left, _, c, d in ordered[i + 1 :]:
            if left > right:
                break
            if crossing(a, b, c, d):
                return True
    return False

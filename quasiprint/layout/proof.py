"""Proofs of layouts and drawings, made from the finished thing and not from how it was made."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from quasiprint.drawing.rings import cross, distance, side
from quasiprint.model.face import Ring
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
    for one, two, apart in _near(lying, gap):
        if apart < gap - GRID:
            code = "too-close" if apart > 0 else "overlap"
            found = f"they are {apart:.4f} mm apart" if apart > 0 else "they overlap"
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
            elif cross(ring, second):
                findings.append(
                    error("outlines-cross", f"{one} and {two}", "the cuts cross", "move them apart")
                )
    return findings


def _common(one: Ring, two: Ring) -> float:
    """Return the length (mm) along which the lines of two rings coincide."""
    total = 0.0
    for a, b in zip(one, one[1:] + one[:1], strict=True):
        length = math.dist(a, b)
        if length < GRID:
            continue
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        for c, d in zip(two, two[1:] + two[:1], strict=True):
            if abs(side(a, b, c)) < GRID * length and abs(side(a, b, d)) < GRID * length:
                ends = sorted((p[0] - a[0]) * ux + (p[1] - a[1]) * uy for p in (c, d))
                total += max(0.0, min(length, ends[1]) - max(0.0, ends[0]))
    return total

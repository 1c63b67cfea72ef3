"""Proofs of layouts and drawings, made from the finished layout and not from how it was made.

Does every tile of shared cuts hang together with the sheet until its last line is cut? Proved in whole nanometres: the
lines part the sheet into faces, tiles and the frame around them. Backwards, each line that is put back joins two faces.
A tile comes loose too early if a line joins it to something that is not joined to the frame itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from quasiprint.drawing.rings import crossing, distance, near_pairs, near_sides, on_grid, side, sides, to_mm, to_segment
from quasiprint.model.face import Point, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.production import Arrangement, Drawing, SheetPath
from quasiprint.model.profile import Box, SheetOperation

GRID = 5e-6  # mm: placements and corners are each rounded to 1 nm, angles to a known one
NEARBY = 2 * GRID
ORDER = tuple(operation for operation in SheetOperation if operation is not SheetOperation.REFERENCE)

Side = tuple[Point, Point]


def check_arrangement(
    arrangement: Arrangement, outlines: Mapping[str, Ring], margin: float, gap: float, keep_outs: Sequence[Ring] = ()
) -> list[Finding]:
    """Prove that everything lies on the arrangement and apart, and nothing where nothing may lie.

    outlines: of every item, in its own frame (mm), convex or not. margin, gap: in mm. keep_outs: in the
    arrangement's frame. Findings: unknown-item, off-sheet, kept-free, overlap, too-close; each names the arrangement
    and the items.
    """
    findings = []
    lying: list[tuple[Box, str, Ring]] = []
    for k, placement in enumerate(arrangement.placements):
        subject = f"{arrangement.name}, item {k + 1}, {placement.item}"
        outline = outlines.get(placement.item)
        if outline is None:
            findings.append(error("unknown-item", subject, "no piece or accessory has this id"))
            continue
        ring = placement.ring(outline)
        box = bounds((ring,))
        lying.append((box, subject, ring))
        free = min(box[0], box[1], arrangement.width - box[2], arrangement.height - box[3])
        if free < margin - GRID:
            message = f"it comes within {free:.3f} mm of the rim; the margin is {margin:g} mm"
            findings.append(error("off-sheet", subject, message, "nest again for this size"))
        if any(distance(ring, kept, GRID) < GRID for kept in keep_outs):
            message = "it lies where nothing may lie: on a keep-out of the bed, or on the place of the tower"
            findings.append(error("kept-free", subject, message, "nest again for this bed"))
    lying.sort()
    for i, k in near_pairs([box for box, _, _ in lying], gap):
        (_, first_id, ring), (_, second_id, other) = lying[i], lying[k]
        apart = distance(ring, other, gap)
        if apart < gap - GRID:
            code = "too-close" if apart > 0 else "overlap"
            found = f"they are {apart:.4f} mm apart" if apart > 0 else "they overlap"
            findings.append(error(code, f"{first_id} and {second_id}", f"{found}; the gap is {gap:g} mm", "nest again"))
    return findings


def check_drawing(drawing: Drawing) -> list[Finding]:
    """Prove what must hold of a laser drawing before it is burned.

    Findings: out-of-order (engrave, score, inner cuts, outer cuts, and what
    is never burned anywhere); off-sheet (a line that leaves the sheet); cut-open (a cut that
    neither closes nor runs from cut to cut); cut-twice (two cuts run along the same line);
    outlines-cross (two cuts overlap: one piece would be cut into another; cuts that part one
    piece may cross one another); loose-early (a tile of shared cuts hangs together with the sheet no longer before all
    around it is cut); tab-wrong (what is left out of a cut lies on no straight line between two of its ends).
    """
    findings = []
    latest = 0
    cuts: list[_Cut] = []
    for k, path in enumerate(drawing.paths):
        subject = f"{drawing.name}, path {k + 1}{', ' + path.item if path.item else ''}"
        left, low, right, high = bounds(path.rings)
        if left < 0 or low < 0 or right > drawing.width or high > drawing.height:
            findings.append(error("off-sheet", subject, f"a {path.operation} line leaves the sheet"))
        if path.operation is SheetOperation.REFERENCE:
            continue
        step = ORDER.index(path.operation)
        if step < latest:
            message = f"{path.operation} comes after {ORDER[latest]}: what is cut out may have moved"
            findings.append(error("out-of-order", subject, message, f"keep the order {', '.join(ORDER)}"))
        latest = max(latest, step)
        if path.operation.cuts:
            cuts += [_Cut(subject, ring, closed) for ring, closed in path.whole]
            findings += _tabs(path, subject)
    cuts.sort(key=lambda cut: (bounds((cut.ring,)), cut.subject, cut.ring))
    return [*findings, *_let_go(drawing), *(() if drawing.jig else _ends(cuts)), *_conflicts(cuts)]


def _tabs(path: SheetPath, subject: str) -> Iterator[Finding]:
    """Yield which tabs do not continue the lines that end at them."""
    before = {ring[-1]: ring[-2] for ring in path.rings}
    after = {ring[0]: ring[1] for ring in path.rings}
    for a, b in path.gaps:
        on = a in before and b in after
        if not on or abs(side(before[a], a, b)) + abs(side(a, b, after[b])) > GRID * (
            1 + math.dist(before[a], after[b])
        ):
            message = f"the tab at ({a[0]:.3f}, {a[1]:.3f}) mm does not lie between two ends of a straight cut"
            yield error("tab-wrong", subject, message, "leave out a part of a straight cut")


def _let_go(drawing: Drawing) -> Iterator[Finding]:
    """Yield the cuts that let go of a tile which has more to be cut, where neighbours share their cuts."""
    outer = [path for path in drawing.paths if path.operation is SheetOperation.CUT_OUTER]
    cuts = [cut for path in outer for cut in path.whole]
    if drawing.jig or all(closed for _, closed in cuts) or any(path.gaps for path in outer):
        return  # with tabs nothing comes loose
    for k, (x, y) in loose_early(cuts):
        message = f"outer cut {k + 1} frees a tile at ({x:.3f}, {y:.3f}) mm that has more to be cut, and may move"
        yield error("loose-early", drawing.name, message, "cut from the inside out, rims last")


@dataclass(frozen=True, slots=True)
class _Cut:
    """A line that is cut: closed, or open and with two ends."""

    subject: str
    ring: Ring
    closed: bool

    @property
    def sides(self) -> list[Side]:
        found = sides(self.ring)
        return found if self.closed else found[:-1]


def _ends(cuts: Sequence[_Cut]) -> Iterator[Finding]:
    """Check that both ends of each open cut lie on another cut, so that it separates two parts."""
    met: dict[_Cut, set[Point]] = {cut: set() for cut in cuts if not cut.closed}
    for i, k, first, second in near_sides([cut.sides for cut in cuts], GRID) if met else ():
        for cut, own, other in ((cuts[i], first, second), (cuts[k], second, first)):
            if not cut.closed:
                ends = {cut.ring[0], cut.ring[-1]} & {*own}
                met[cut].update(p for p in ends if to_segment(p, *other) < GRID)
    for cut, ends_met in met.items():
        if free := sorted({cut.ring[0], cut.ring[-1]} - ends_met):
            message = f"the cut ends at ({free[0][0]:.3f}, {free[0][1]:.3f}) mm, on no other cut; it must come back to "
            message += "where it began, or run from cut to cut"
            yield error("cut-open", cut.subject, message, "close the cut, or lengthen it")


def _conflicts(cuts: Sequence[_Cut]) -> Iterator[Finding]:
    # none but sides that come near to one another can cross or follow one another
    pairs = near_sides([cut.sides for cut in cuts], NEARBY)
    for (i, k), found in groupby(pairs, key=lambda pair: pair[:2]):
        near = [pair[2:] for pair in found]
        first_cut, second_cut = cuts[i], cuts[k]
        subject = f"{first_cut.subject} and {second_cut.subject}"
        twice = sum(_common(*sides) for sides in near)
        if twice > GRID:
            message = f"{twice:.3f} mm of line would be cut twice"
            yield error("cut-twice", subject, message, "cut each line once")
        elif (first_cut.closed or second_cut.closed or first_cut.subject != second_cut.subject) and any(
            # an open cut that ends on the other does not cross it
            crossing(*_shorten(*first, first_cut), *_shorten(*second, second_cut))
            for first, second in near
        ):
            yield error("outlines-cross", subject, "the cuts cross", "move them apart")


def _shorten(a: Point, b: Point, cut: _Cut) -> Side:
    if cut.closed:
        return a, b
    f = min(0.25, 2 * GRID / math.dist(a, b))
    (x0, y0), (x1, y1) = a, b
    return (x0 + f * (x1 - x0), y0 + f * (y1 - y0)), (x1 + f * (x0 - x1), y1 + f * (y0 - y1))


def _common(first: Side, second: Side) -> float:
    """Return the length (mm) along which second sides coincide."""
    (a, b), (c, d) = first, second
    length = math.dist(a, b)
    if length < GRID or abs(side(a, b, c)) >= GRID * length or abs(side(a, b, d)) >= GRID * length:
        return 0.0
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    ends = sorted((p[0] - a[0]) * ux + (p[1] - a[1]) * uy for p in (c, d))
    return max(0.0, min(length, ends[1]) - max(0.0, ends[0]))


FRAME = -1
Node = tuple[int, int]
Edge = tuple[Node, Node]  # directed


def loose_early(cuts: Sequence[tuple[Ring, bool]]) -> Iterator[tuple[int, tuple[float, float]]]:
    """Yield the numbers of cuts during which something comes loose that has more to be cut, and where (mm). cuts: in
    their order, each with whether it closes. Wherever they meet, each has a corner."""
    lines = [on_grid(ring + ring[:1] if closed else ring) for ring, closed in cuts]
    edges = [(k, (a, b)) for k, line in enumerate(lines) for a, b in pairwise(line) if a != b]
    face = _faces([edge for _, edge in edges])
    home: dict[int, int] = {}

    def root(k: int) -> int:
        while k in home:
            k = home[k]
        return k

    yielded: set[int] = set()
    for k, (a, b) in reversed(edges):
        left, right = root(face[a, b]), root(face[b, a])
        if FRAME not in (left, right) and k not in yielded:
            yielded.add(k)
            yield k, to_mm(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))
        if left != right:
            home[max(left, right)] = min(left, right)  # the frame is the least


def _faces(edges: Sequence[Edge]) -> dict[Edge, int]:
    """Return the face to the left of each edge, in both of its directions. What is not enclosed is the frame."""
    around: dict[Node, list[Node]] = {}
    for a, b in edges:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    for a, ends in around.items():
        # directions of lines that meet differ by far more than an angle is rounded by
        ends.sort(key=lambda b: math.atan2(b[1] - a[1], b[0] - a[0]))
    face: dict[Edge, int] = {}
    number = 0
    for start in ((p, q) for a, b in edges for p, q in ((a, b), (b, a))):
        if start in face:
            continue
        walk, edge = [start], _next(start, around)
        while edge != start:
            walk.append(edge)
            edge = _next(edge, around)
        inside = sum(a[0] * b[1] - b[0] * a[1] for a, b in walk) > 0
        face.update(dict.fromkeys(walk, number if inside else FRAME))
        number += inside
    return face


def _next(edge: Edge, around: dict[Node, list[Node]]) -> Edge:
    """Return the edge that follows along the face to the left: at its end, the first to the right of going back."""
    a, b = edge
    ends = around[b]
    return b, ends[ends.index(a) - 1]

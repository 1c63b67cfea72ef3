"""Do the marks on the faces say what the labels say, the same wherever they stand? Do they meet across every join, are
outlines those of the exact design, and is all of it coarse enough to be made, and to be read by fingers?

Everything here is read from the geometry of the faces, not from what the design meant. A mark belongs to the edge or
corner nearest to all its points. So a mirrored face is found though its label is right, and so is a face that is turned
over, or a back that reveals what is on its face. A corner without a mark shows the label that is drawn as nothing, such
as no pips.

At edges it is read where a mark lies, at what angle, and how much of it is inked, so that any two neighbours that may
legally lie together show one unbroken stripe, or two wedges that make one. Coordinates lie on a grid of 1 nm, so a
point of a slanting edge may be off it by 1 nm: on an edge means within `GRID`, and nothing else there has a tolerance.

What fingers read is held to the guidelines of `quasiprint.model.measures`: what says something is raised; lines are
wide and high enough, and far enough from one another; no two labels feel alike; and Braille says what the number beside
it says.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quasiprint.checks.completeness import by_slot, reflections_onto_itself, turns_onto_itself
from quasiprint.drawing.areas import Silhouette
from quasiprint.drawing.numerals import middle
from quasiprint.drawing.rings import boundary_distance, direction, inside, near_pairs, side, turn_point
from quasiprint.drawing.strokes import GRID, finest
from quasiprint.exact.orbit import Marking, act, canonical
from quasiprint.model.face import Face, Mark, Point, Region, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.measures import APART, BRAILLE, CELLS_APART, DIGITS, DOT_HIGH, DOT_WIDE, DOTS_APART, HIGH, LINE
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.texts import listed
from quasiprint.system.progress import tell_progress

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
    inset = _inset(face.nominal, face.outline)
    found: list[Crossing] = []
    for mark in face.marks:
        found += _mark_crossings(mark, face.nominal, inset)
    return tuple(sorted(found, key=lambda c: (c.edge, c.field)))


@lru_cache(maxsize=4096)
def _inset(nominal: Ring, outline: Ring) -> float:
    """Return by how much the outline as made lies inside the nominal one, in mm, at the place where they are nearest;
    below 0 if it reaches outside."""
    off = [boundary_distance((p, p), nominal) * (1 if inside(p, nominal) else -1) for p in dict.fromkeys(outline)]
    nearest = [gap for gap in off if gap <= min(off) + 2 * GRID]  # points lie on the grid, a little to either side
    return sum(nearest) / len(nearest)


def height(p: Point, a: Point, b: Point) -> float:
    """Return how far p lies to the left of the line from a to b, in mm."""
    return side(a, b, p) / math.dist(a, b)


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


def _differ(first: Sequence[Interval], second: Sequence[Interval]) -> bool:
    if len(first) != len(second):
        return True
    return any(abs(x - y) > 2 * GRID for a, b in zip(first, second, strict=True) for x, y in zip(a, b, strict=True))


def joins(game_set: GameSet) -> Iterator[Finding]:
    """Check that every edge has one stripe, which crosses its middle at a right angle, and that those of one label meet
    whole whichever two edges come together."""
    profiles: dict[int | None, tuple[str, Crossing]] = {}
    reported: set[tuple[str, Crossing]] = set()
    for piece in game_set.pieces:
        across = crossings(piece.face)
        edges = [c.edge for c in across]
        if sorted(edges) != list(range(len(piece.corners))):
            message = f"stripes cross the edges {edges}; every one of the {len(piece.corners)} edges needs one"
            yield error("edge-uncrossed", piece.id, message, "let one stripe run over each edge")
            continue
        for c in across:
            if (piece.shape, c) not in reported:
                reported.add((piece.shape, c))
                where = f"{piece.id} edge {c.edge}"
                first = profiles.setdefault(c.label, (where, c))
                nominal = piece.face.nominal
                length = math.dist(nominal[c.edge], nominal[(c.edge + 1) % len(nominal)])
                yield from meets(where, c, length, "stripe", first)


def meets(where: str, c: Crossing, length: float, form: str, first: tuple[str, Crossing]) -> list[Finding]:
    """Check that a mark runs over an edge as its form does, and that its ink meets what is inked on another edge of its
    label: a stripe crosses the edge at a right angle, a wedge fills it and ends in a tip. length: of the edge, mm.
    first: the other edge, by name."""
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
    known: set[tuple[str, Ring]] = set()
    for piece in game_set.pieces:
        if (piece.shape, piece.face.nominal) not in known:
            known.add((piece.shape, piece.face.nominal))
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
    """Return for each edge its straight interval, in mm from its middle: as made, and as inset and rounding leave
    it."""
    nominal, inset = face.nominal, _inset(face.nominal, face.outline)
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


TOO_FINE = {"stroke": "stroke-too-fine", "gap": "gap-too-fine"}


def reading(face: Face, marking: Marking) -> tuple[int | None, ...]:
    """Return the labels drawn on a face by slot: at its edges or in its corners."""
    if marking.at == "edge":
        drawn = [c.label for c in crossings(face)]
    else:
        # what a corner without a mark shows
        nothing = next((mark.label for mark in face.marks if mark.label is not None and not mark.ink), None)
        drawn = [label for marks in _in_corners(face) for label in [m.label for m in marks] or [nothing]]
    if len(drawn) != len(face.nominal):
        return tuple(drawn)
    return tuple(drawn[marking.place(slot, len(drawn))] for slot in range(len(drawn)))


def handedness(game_set: GameSet) -> Iterator[Finding]:
    """Check each piece's drawn marks against its label: the same turned way round?"""
    groups, marking = dict(game_set.labelled.symmetry), game_set.labelled.marking
    for piece in game_set.pieces:
        drawn = reading(piece.face, marking)
        group = groups[piece.shape]
        labels = tuple(c for c in drawn if c is not None)
        if len(labels) != group.slots or len(piece.marks) != group.slots:
            continue  # reported by edge-uncrossed, corner-unmarked or piece-foreign
        if canonical(group, labels) == canonical(group, piece.marks):
            continue
        reflections = by_slot(reflections_onto_itself(piece.corners), marking, mirrored=True)
        mirrored = {canonical(group, act(r, piece.marks)) for r in reflections}
        shows = f"its {marking.at}s show {listed(labels)} {'clockwise' if marking.clockwise else 'anticlockwise'}"
        if canonical(group, labels) in mirrored:
            remedy = "the tiles are one-sided: turn the drawing back"
            yield error("piece-mirrored", piece.id, f"{shows}, the mirror image of {listed(piece.marks)}", remedy)
        else:
            remedy = "draw the marks that the piece's name says"
            yield error("marks-differ", piece.id, f"{shows}, but its marks are {listed(piece.marks)}", remedy)


def spacing(game_set: GameSet) -> Iterator[Finding]:
    """Check that the marks of a piece stay apart: bodies that touch along a line are no solids."""
    least = game_set.measures.machine.min_feature
    for item in tell_progress(tuple(game_set.items), "checking the gaps between marks"):
        gap = gap_between(item.face.marks, least)
        if gap < least - GRID:
            message = f"two of its marks are {gap:.3f} mm apart; a {game_set.measures.process} needs {least:g} mm"
            yield error("marks-too-close", item.id, message, "shorten or narrow the marks")


def features(game_set: GameSet) -> Iterator[Finding]:
    """Check that no stroke of a pattern or of a back in colour, and no gap between strokes, is too fine to be made."""
    least = game_set.measures.machine.min_feature
    for where, what, ink in _ink_areas(game_set):
        for kind, width in finest(ink, least).items():
            found, remedy = f"{what} has a {kind} of {width:.3f} mm", "make the tile, or what is drawn on it, larger"
            message = f"{found}; a {game_set.measures.process} makes no less than {least:g} mm"
            yield error(TOO_FINE[kind], where, message, remedy)


def _ink_areas(game_set: GameSet) -> Iterator[tuple[str, str, tuple[Region, ...]]]:
    """Yield where something is drawn, what it is, and its areas: each mark once, and each back that has a colour."""
    marks: set[Mark] = set()
    backs: set[tuple[Region, ...]] = set()
    for item in tell_progress(tuple(game_set.items), "checking the finest strokes"):
        for mark in item.face.marks:
            if mark not in marks:
                marks.add(mark)
                what = f"pattern {mark.pattern!r}" if mark.pattern else "the mark"
                yield f"{item.id} slot {mark.slot}", what, mark.ink
        below = item.face.below
        if item.face.inlaid_back and below not in backs:
            backs.add(below)
            yield f"{item.id} back", "what is on it", below


def gap_between(all_marks: Iterable[Mark], least: float) -> float:
    """Return how far two marks of a face are apart, in mm; infinity if no two come within `least`."""
    return min(_gaps((tuple(region.outer for region in mark.field) for mark in all_marks if mark.field), least))


def between(areas: tuple[Region, ...], least: float) -> Iterator[float]:
    """Yield how far every two areas are apart, where that is less than `least`; last infinity."""
    return _gaps((area.rings for area in areas), least)


def _gaps(drawn: Iterable[tuple[Ring, ...]], least: float) -> Iterator[float]:
    ordered = sorted((bounds((ring,)), number, ring) for number, rings in enumerate(drawn) for ring in rings)
    for i, k in near_pairs([box for box, *_ in ordered], least):
        if ordered[i][1] != ordered[k][1]:
            yield _gap(ordered[i][2], ordered[k][2], least)
    yield math.inf


@lru_cache(maxsize=16384)
def _gap(first: Ring, second: Ring, least: float) -> float:
    apart = boundary_distance(first, second, least)
    return apart if apart < least else math.inf


def backs(game_set: GameSet) -> Iterator[Finding]:
    """Check that pieces which lie face down in play look alike, whichever way they lie."""
    first: dict[str, Piece] = {}
    for piece in game_set.pieces if game_set.hidden else ():
        model = first.setdefault(piece.shape, piece)
        if model is piece:
            yield from _turning_back(piece)
        elif _behind(piece) != _behind(model):
            message = f"its back differs from that of {model.id}, and these pieces lie face down in play"
            yield error("back-telling", piece.id, message, "give every piece the same back")


def _behind(piece: Piece) -> object:
    return piece.face.back, piece.face.back_colour, piece.face.hollows, piece.face.pocket


def _turning_back(piece: Piece) -> Iterator[Finding]:
    points = [p for region in piece.face.below for ring in region.rings for p in ring]
    for turn in turns_onto_itself(piece.corners):
        angle = direction(piece.face.nominal[turn[0]]) - direction(piece.face.nominal[0])
        if any(min(math.dist(turn_point(p, angle), q) for q in points) > 2 * GRID for p in points):
            turn_by = f"turned by {math.degrees(angle) % 360:.0f}°"
            message = f"{turn_by}, its back looks different: it tells which way the piece lies"
            yield error("back-telling", piece.id, message, "give the back the symmetry of the outline")
            return


def _in_corners(face: Face) -> tuple[tuple[Mark, ...], ...]:
    """Return the labelled marks in each corner, anticlockwise, as drawn."""
    found: list[list[Mark]] = [[] for _ in face.nominal]
    for mark in face.marks:
        if mark.label is not None and mark.ink:
            corners = _corners_of(mark, face.nominal)
            if len(corners) == 1:
                found[min(corners)].append(mark)
    return tuple(map(tuple, found))


@lru_cache(maxsize=4096)
def _corners_of(mark: Mark, nominal: Ring) -> frozenset[int]:
    """Return the corners that are nearest to some point of a mark."""
    points = [p for region in (*mark.field, *mark.ink) for p in region.outer]
    return frozenset(min(range(len(nominal)), key=lambda k: math.dist(p, nominal[k])) for p in points)


def corners(game_set: GameSet) -> Iterator[Finding]:
    """Check that each corner has one mark, clear of the rim, and that a label looks the same in
    every corner of every piece, seen from that corner."""
    drawn: dict[tuple[str, int | None], tuple[str, Mark, int]] = {}
    upright: dict[tuple[str, int | None], Mark] = {}  # all in one corner, as they are compared
    least = game_set.measures.machine.min_feature
    for piece in game_set.pieces:
        found = _in_corners(piece.face)
        blanks = sum(1 for mark in piece.face.marks if mark.label is not None and not mark.ink)
        counts = [len(marks) for marks in found]
        if max(counts) > 1 or sum(counts) + blanks != len(counts):
            message = f"its corners have {counts} marks, anticlockwise, and {blanks} are drawn as nothing; "
            message += f"every one of the {len(counts)} corners needs one, wholly its own"
            yield error("corner-unmarked", piece.id, message, "let one mark stand in each corner")
            continue
        for corner, marks in enumerate(found):
            for mark in marks:
                where = f"{piece.id} corner {corner}"
                clear = _clear(mark, piece.face.outline, least)
                if clear < least - GRID:
                    message = f"the mark comes within {clear:.3f} mm of the rim; "
                    message += f"a {game_set.measures.process} needs {least:g} mm"
                    yield error("mark-near-rim", where, message, "make the mark smaller, or the piece larger")
                first = drawn.setdefault((piece.shape, mark.label), (where, mark, corner))
                if corner == 0:
                    upright.setdefault((piece.shape, mark.label), mark)
                if not _same(mark, corner, first[1], first[2], piece.face.nominal):
                    message = f"{mark.label} is drawn otherwise than on {first[0]}, seen from the corner"
                    yield error("mark-uneven", where, message, "draw a label once, and turn it into every corner")
    yield from _mistakable(upright, least, game_set.labelled.marking.names)


@lru_cache(maxsize=4096)
def _clear(mark: Mark, outline: Ring, least: float) -> float:
    """Return how far a mark lies inside an outline, in mm, `least` at most, 0 if it leaves it."""
    rings = [region.outer for region in mark.field]
    if not all(inside(p, outline) for ring in rings for p in ring):
        return 0.0
    return min(boundary_distance(ring, outline, least) for ring in rings)


@lru_cache(maxsize=4096)
def _same(first: Mark, corner: int, second: Mark, other: int, nominal: Ring) -> bool:
    """Tell whether two marks are the same seen from their corners, within the grid."""
    if first is second:
        return True
    angle = direction(nominal[other]) - direction(nominal[corner])
    mine = [[turn_point(p, angle) for p in ring] for region in first.ink for ring in region.rings]
    theirs = [ring for region in second.ink for ring in region.rings]
    return len(mine) == len(theirs) and all(
        len(a) == len(b) and all(math.dist(p, q) < 2 * GRID for p, q in zip(a, b, strict=True))
        for a, b in zip(mine, theirs, strict=True)
    )


def _mistakable(upright: dict[tuple[str, int | None], Mark], least: float, names: Sequence[str]) -> Iterator[Finding]:
    """Yield which two labels look alike, one of them perhaps upside down. names: of drawings, none of numbers."""
    marks = [(*named, Silhouette(mark.ink, least)) for named, mark in upright.items()]
    for (other_shape, other, first), (shape, label, second) in combinations(marks, 2):
        turns = (turned for turned in (False, True) if not second.differs(first, half_turn=turned))
        if shape == other_shape and (turned := next(turns, None)) is not None:
            how = ", one of them upside down" * turned
            message = f"they differ nowhere by a stroke of {least:g} mm{how}; players could take one for the other"
            pair = " and ".join(repr(names[key]) if key is not None and names else str(key) for key in (other, label))
            yield error("marks-alike", pair, message, "underline one of them, or draw another")


DISC = 0.9  # lines: the disc that must find room where two labels differ; one as wide as a line has none in it
NEAR = 0.01  # mm: dots are polygons, and their middles are on the grid


def touch(game_set: GameSet) -> list[Finding]:
    """Return what fingers cannot read of a set that is made for them. What keeps the pieces is lettered for eyes."""
    findings: list[Finding] = []
    marks: set[Mark] = set()
    faces: set[tuple[Mark, ...]] = set()
    played = [item for item in game_set.items if isinstance(item, Piece) or not item.storage]
    for item in tell_progress(played, "checking what fingers read"):
        raised = tuple(mark for mark in item.face.marks if _stands_out(mark))
        for mark in item.face.marks:
            if mark not in marks:
                marks.add(mark)
                findings += _of_mark(f"{item.id} slot {mark.slot}", mark)
        if raised not in faces:
            faces.add(raised)
            gap = gap_between(raised, APART)
            if gap < APART - GRID:
                message = f"two of its raised marks are {gap:.3f} mm apart; fingers tell them apart from {APART:g} mm"
                remedy = "shorten or narrow the marks, or make the piece larger"
                findings.append(error("touch-close", item.id, message, remedy))
            findings += _misread(item)
    return findings + _alike(game_set)


def _stands_out(mark: Mark) -> bool:
    return bool(mark.ink) and mark.colour is None and (mark.rise or 0.0) > 0


def _of_mark(where: str, mark: Mark) -> Iterator[Finding]:
    """Yield what is wrong with a mark by itself."""
    if mark.pattern == BRAILLE:
        yield from _of_braille(where, mark)
        return
    up = (mark.rise or 0.0) if mark.colour is None else 0.0
    if mark.ink and up < HIGH - GRID and (up > 0 or mark.label is not None):
        what = f"stands {up:g} mm above the face" if up > 0 else "is not raised"
        message = f"what it shows {what}; fingers follow lines that stand {HIGH:g} mm high, and no recesses"
        yield error("touch-low", where, message, "raise it")
    if not _stands_out(mark):
        return
    stroke = finest(mark.ink, LINE).get("stroke", LINE)
    if stroke < LINE - GRID:
        message = f"a raised line is {stroke:.3f} mm wide; fingers follow lines from {LINE:g} mm"
        yield error("touch-thin", where, message, "draw the line wider")
    # within an area, and between two of them, however they lie to one another
    gap = min([finest(mark.ink, APART).get("gap", APART), *between(mark.ink, APART)])
    if gap < APART - GRID:
        message = f"two raised lines are {gap:.3f} mm apart; fingers tell them apart from {APART:g} mm"
        yield error("touch-close", where, message, "draw the lines farther apart, on a larger piece")


def _alike(game_set: GameSet) -> list[Finding]:
    """Return a finding for each two labels that differ nowhere by as much as a line: seen in the same place."""
    drawn: dict[tuple[str, int], dict[int, Mark]] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark.label is not None and mark.ink:
                drawn.setdefault((piece.shape, mark.slot), {}).setdefault(mark.label, mark)
    findings: dict[tuple[int, int], Finding] = {}
    for (shape, slot), labels in drawn.items():
        reliefs = [(label, Silhouette(mark.ink, DISC * LINE)) for label, mark in sorted(labels.items())]
        for k, (label, relief) in enumerate(reliefs):
            for other, second in reliefs[:k]:
                if (other, label) not in findings and not relief.differs(second):
                    message = f"on slot {slot} of a {shape} they differ nowhere by a line {LINE:g} mm wide"
                    where = f"{other} and {label}"
                    findings[other, label] = error("touch-alike", where, message, "give each label a relief of its own")
    return list(findings.values())


def _of_braille(where: str, mark: Mark) -> Iterator[Finding]:
    """Yield what is wrong with the dots of Braille."""
    high = mark.rise or 0.0
    wide = [math.dist(bounds((dot.outer,))[:2], bounds((dot.outer,))[2:]) / math.sqrt(2) for dot in mark.ink]
    wrong = [f"stand {high:g} mm high, allowed is from {DOT_HIGH[0]:g} to {DOT_HIGH[1]:g}"] * (
        not DOT_HIGH[0] - GRID <= high <= DOT_HIGH[1] + GRID
    )
    for found in (min(wide), max(wide)):
        if not DOT_WIDE[0] - NEAR <= found <= DOT_WIDE[1] + NEAR:
            wrong.append(f"are {found:.2f} mm wide, allowed is from {DOT_WIDE[0]:g} to {DOT_WIDE[1]:g}")
            break
    if wrong:
        yield error("touch-braille", where, f"its dots {' and '.join(wrong)} mm", "draw dots by the measures of signs")


def _misread(item: Piece | Accessory) -> Iterator[Finding]:
    """Yield whether Braille says something else than what stands in the same corner."""
    nominal = item.face.nominal
    for mark in item.face.marks:
        if mark.pattern != BRAILLE:
            continue
        corner = _corner(mark, nominal)
        labels = [m.label for m in item.face.marks if m.label is not None and m.ink and _corner(m, nominal) == corner]
        up = math.pi / 2 - math.atan2(nominal[corner][1], nominal[corner][0])
        number = read_braille(mark.ink, up)
        if labels != [number]:
            where = f"{item.id} slot {mark.slot}"
            message = f"its Braille says {'nothing' if number is None else number}, and beside it stands {labels}"
            yield error("touch-braille", where, message, "draw the dots of the number beside it")


@lru_cache(maxsize=4096)
def _corner(mark: Mark, nominal: Ring) -> int:
    """Return the corner that is nearest to the middle of a mark."""
    left, low, right, top = bounds(tuple(region.outer for region in mark.ink))
    middle = (left + right) / 2, (low + top) / 2
    return min(range(len(nominal)), key=lambda k: (math.dist(middle, nominal[k]), k))


@lru_cache(maxsize=4096)
def read_braille(dots: tuple[Region, ...], angle: float) -> int | None:
    """Return the number that dots say in Braille, turned anticlockwise by `angle` radians first; None if they say
    none. Every digit has a dot in the upper row and one in the left column of its cell."""
    places = [turn_point(middle(dot), angle) for dot in dots]
    left, top = min(x for x, _ in places), max(y for _, y in places)
    cells: dict[int, set[tuple[int, int]]] = {}
    for x, y in places:
        cell = round((x - left - DOTS_APART[1] / 2) / (CELLS_APART[0] + NEAR * 10))
        across = (x - left - cell * (CELLS_APART[0] + NEAR * 10)) / DOTS_APART[1]
        down = (top - y) / DOTS_APART[1]
        if max(abs(across - round(across)), abs(down - round(down))) > NEAR * 2:
            return None
        cells.setdefault(cell, set()).add((round(across), round(down)))
    digits = [DIGITS.index(frozenset(cells[k])) for k in sorted(cells) if frozenset(cells[k]) in DIGITS]
    if len(digits) < len(cells) or sorted(cells) != list(range(len(cells))):
        return None
    return int("".join(map(str, digits)))

"""Outlines of pieces: corners inset and rounded, with points that a piece's parts can share; rings turned and mirrored.

How round corners, and how wide a bevel, can be: as far as what is drawn, and the outline itself, let them; limits are
in hundredths of a mm, rounded down, so that a written one is kept.

Offsets with mitred corners; kerf: where the beam's middle must run; and bleed: ink that runs out over an outline, so
that a cut that is a little off shows no white. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from quasiprint.drawing.areas import difference, grow_round
from quasiprint.drawing.packer import hull
from quasiprint.drawing.rings import boundary_distance, is_convex, meets_itself, on_grid, side, sides
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Face, Point, Region, Ring, area, snap, snap_axes
from quasiprint.model.limits import round_down
from quasiprint.model.measures import Measures

ARC_STEP = math.radians(18)  # of a rounded corner
LEFT = 0.95  # of the widest bevel at which a side vanishes: a sliver of it stays
WIDEST = 2000.0  # of any radius


def round_corner(corner: Point, inward: float, angle: float, inset: float, radius: float) -> Ring:
    """Return the corner of an outline: an odd number of points, the middle one on the bisector.

    corner: the sharp one, mm. inward: direction of the bisector into the piece, radians; angle:
    of the corner. inset: how far the outline lies inside the sharp one, mm; radius: of the arc.
    """
    far = (inset + radius) / math.sin(angle / 2)
    cx, cy = corner[0] + far * math.cos(inward), corner[1] + far * math.sin(inward)
    turn = math.pi - angle
    steps = 2 * math.ceil(turn / ARC_STEP / 2) if radius else 0
    outward = inward + math.pi
    return tuple(
        (
            snap(cx + radius * math.cos(outward + turn * (k / steps - 0.5 if steps else 0))),
            snap(cy + radius * math.sin(outward + turn * (k / steps - 0.5 if steps else 0))),
        )
        for k in range(steps + 1)
    )


def square(side: float) -> Ring:
    """Return a square about the origin, anticlockwise from its lower left corner."""
    return rectangle(-side / 2, -side / 2, side / 2, side / 2)


def rectangle(left: float, low: float, right: float, high: float) -> Ring:
    """Return a rectangle, anticlockwise from its lower left corner; on the grid."""
    left, low, right, high = snap(left), snap(low), snap(right), snap(high)
    return ((left, low), (right, low), (right, high), (left, high))


def square_corners(corners: Ring, inset: float, radius: float) -> tuple[Ring, ...]:
    """Return the corners of a square, given anticlockwise from its lower left one, inset and rounded, each with its
    middle on the diagonal."""
    return tuple(
        round_corner(corner, math.pi / 4 + k * math.pi / 2, math.pi / 2, inset, radius)
        for k, corner in enumerate(corners)
    )


def round_square(corners: Ring, inset: float, radius: float) -> Ring:
    """Return the outline of a square, given anticlockwise from its lower left corner, inset and rounded."""
    return tuple(point for corner in square_corners(corners, inset, radius) for point in corner)


def turn_ring(ring: Ring, angle: float, x: float = 0.0, y: float = 0.0) -> Ring:
    """Return a ring turned anticlockwise about 0 by `angle` radians, then moved; on the grid."""
    c, s = math.cos(angle), math.sin(angle)
    return snap_axes([px * c - py * s + x for px, py in ring], [px * s + py * c + y for px, py in ring])


def translate(ring: Ring, x: float, y: float) -> Ring:
    """Return a ring elsewhere; on the grid."""
    return snap_axes([px + x for px, _ in ring], [py + y for _, py in ring])


def mirror(ring: Ring) -> Ring:
    """Return a ring as it is seen from behind."""
    return tuple((snap(-x), y) for x, y in ring[::-1])


def circle(x: float, y: float, radius: float, sides: int, first: float = 0.0) -> Ring:
    """Return a polygon of so many sides in a circle, anticlockwise; on the grid. first: where its first corner is, in
    sides from the right."""
    turns = [math.tau * (k + first) / sides for k in range(sides)]
    return tuple((snap(x + radius * math.cos(a)), snap(y + radius * math.sin(a))) for a in turns)


def diagonal_cross(reach: float, stroke: float) -> Ring:
    """Return an x about the origin: two bars `stroke` mm wide that cross at a right angle, `reach` mm from the middle;
    on the grid, anticlockwise."""
    half = stroke / 2
    arm = ((reach, -half), (reach, half), (half, half))
    return tuple(point for k in range(4) for point in turn_ring(arm, math.pi / 4 + k * math.pi / 2))


def roundest(points: Iterable[Point], angle: float, inset: float, away: float) -> float:
    """Return the largest radius of a corner that keeps points inside of its arc, `away` mm from it.

    points: in the frame of the sharp corner: y runs into the piece along the bisector, x across. angle: of the corner,
    radians. inset: how far inside of the sharp corner's sides the outline lies.
    """
    part, far = math.sin(angle / 2), inset + away
    radius = WIDEST
    for x, y in points:
        # the middle of the arc lies so high that x² + (middle − y)² = (part · middle − far)²
        back, flat = part * far - y, 1 - part * part
        square = back * back + flat * (far * far - x * x - y * y)
        radius = min(radius, part * (math.sqrt(max(0.0, square)) - back) / flat - inset)
    return round_down(max(0.0, radius))


def refuse_wide_chamfer(faces: Iterable[Face], measures: Measures) -> None:
    """Raise InputError if a bevel is wider than a printed outline, or a mark on its back, leaves room for."""
    if measures.process is not Process.PRINTER or not measures.finish.chamfer:
        return
    widest = min((_widest(face.outline, face.below) for face in faces), default=WIDEST)
    if measures.finish.chamfer > widest:
        raise InputError(
            f"chamfer: found {measures.finish.chamfer:g} mm, allowed is up to {widest:g} mm, or 0 for sharp "
            f"edges: corners rounded by {measures.finish.corner_radius:g} mm, the smallest part and the marks on backs "
            "leave room for no wider one"
        )


@lru_cache(maxsize=4096)
def _widest(outline: Ring, back: tuple[Region, ...]) -> float:
    """Return how wide the bevel of an outline can be; one that is not convex has none."""
    if not is_convex(on_grid(outline)):
        return WIDEST
    widest = WIDEST
    # a side gets shorter at each of its ends by the tangent of half of the turn there
    halves = [max(0.0, math.tan(turn / 2)) for turn in _turns(outline)]
    for (a, b), before, after in zip(sides(outline), halves, halves[1:] + halves[:1], strict=True):
        if (lost := before + after) > 1e-6:
            widest = min(widest, LEFT * math.dist(a, b) / lost)
    return round_down(min([widest, *(LEFT * boundary_distance(area.outer, outline) for area in back)]))


def bevel_width(faces: Iterable[Face], measures: Measures) -> float:
    """Return how much of the upper edges of printed items, all alike, is taken off, mm: as much as the measures say,
    or else as much as what is drawn, and the outlines, leave room for; 0 if that is less than a layer. A strip as wide
    as the machine makes stays level around what is drawn."""
    wanted, machine = measures.finish.bevel, measures.machine
    if measures.process is not Process.PRINTER or not wanted:
        return 0.0
    drawn: dict[Ring, dict[Ring, None]] = {}
    for face in faces:
        ink = drawn.setdefault(face.outline, {})
        ink.update(dict.fromkeys(area.outer for mark in face.marks for area in (*mark.field, *mark.ink)))
    room = min((_bevel_room(outline, tuple(ink), machine.min_feature) for outline, ink in drawn.items()), default=0.0)
    found = min(wanted, room)
    return found if found >= min(wanted, machine.layer) else 0.0


def _bevel_room(outline: Ring, drawn: tuple[Ring, ...], least: float) -> float:
    """Return how wide a bevel of an outline can be, with a level strip that is at least so wide around what is drawn;
    0 if the outline is not convex."""
    if not is_convex(on_grid(outline)):
        return 0.0
    points = hull(tuple(p for ring in drawn for p in ring)) if drawn else ()
    free = min((side(a, b, p) / math.dist(a, b) for a, b in sides(outline) for p in points), default=WIDEST)
    return min(_widest(outline, ()), round_down(max(0.0, free - least)))


SPIKE = 1e-9  # 1 + cosine: two sides that turn back so sharply have no mitre


def mitre(ring: Ring, width: float, what: str = "offset") -> Ring:
    """Return a ring with every side moved to its right by `width`, off the grid: an anticlockwise ring grows.

    Corner k of the result belongs to corner k of the ring, which repeats none. what: for messages. Raises InputError
    if two sides lie over each other.
    """
    moved = []
    for (x0, y0), (x, y), (x1, y1) in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        ux, uy, vx, vy = x - x0, y - y0, x1 - x, y1 - y
        lu, lv = math.hypot(ux, uy), math.hypot(vx, vy)
        ux, uy, vx, vy = ux / lu, uy / lu, vx / lv, vy / lv
        facing = 1 + ux * vx + uy * vy
        if facing < SPIKE:
            raise InputError(f"{what}: the outline turns back on itself at ({x:g}, {y:g}) mm")
        # the sum of both outward normals, as long as both sides move by `width`
        scale = width / facing
        moved.append((x + (uy + vy) * scale, y - (ux + vx) * scale))
    return tuple(moved)


def missing_side(ring: Ring, moved: Ring) -> tuple[Point, Point] | None:
    """Return a side of a ring that has vanished, or turned round, in its offset; None if there is none such."""
    for p, q, a, b in zip(ring, ring[1:] + ring[:1], moved, moved[1:] + moved[:1], strict=True):
        if (q[0] - p[0]) * (b[0] - a[0]) + (q[1] - p[1]) * (b[1] - a[1]) <= 0:
            return p, q
    return None


@lru_cache(maxsize=4096)
def cut_path(outline: Ring, laser: LaserOptions) -> Ring:
    """Return where the beam's middle runs to cut an outline out. Raises InputError as `kerf_offset`."""
    return kerf_offset(outline, laser.kerf)


def kerf_offset(outline: Ring, kerf_mm: float) -> Ring:
    """Return `outline` grown by half of `kerf_mm`, mitred.

    outline: the rim of what is to be left, mm; convex or not. Anticlockwise it is the rim of a piece and grows;
    clockwise it is the rim of a hole and the hole shrinks: either way the line moves away from the material, which lies
    to its left.
    kerf_mm: full width of the material the beam removes, in mm, ≥ 0.
    Raises InputError (a ValueError) if the kerf is negative, or the offset polygon is empty or self-intersecting.
    """
    if not (math.isfinite(kerf_mm) and kerf_mm >= 0):
        raise InputError(f"kerf: found {kerf_mm:g} mm, allowed is 0 mm or more")
    if kerf_mm == 0:
        return outline
    half = kerf_mm / 2
    corners = tuple(p for p, q in zip(outline, outline[1:] + outline[:1], strict=True) if p != q)
    ring = tuple((snap(x), snap(y)) for x, y in mitre(corners, half, "kerf"))
    lost = missing_side(corners, ring)
    if lost is not None:
        what = "leaves nothing of the hole" if area(outline) < 0 else "swallows an edge of the outline"
        (x, y), _ = lost
        raise InputError(
            f"kerf: {kerf_mm:g} mm {what} at ({x:g}, {y:g}) mm: the edge there is {math.dist(*lost):.3f} mm long"
        )
    if area(ring) * area(outline) <= 0 or meets_itself(on_grid(ring)):
        raise InputError(
            f"kerf: {kerf_mm:g} mm is too wide for the outline at ({corners[0][0]:g}, {corners[0][1]:g}) mm: "
            "its offset crosses itself"
        )
    return ring


ARC = math.radians(15)  # the largest step around a rounded corner
FLAT = 1e-6  # radians: corners that turn less are straight
ON_EDGE = 2.5e-6  # within this, a point is on an edge (see quasiprint.checks.marks)

Side = tuple[Point, Point]


def outwards(side: Side, bleed: float) -> Point:
    """Return how far ink runs over a side of an outline, and which way: outlines run anticlockwise."""
    (x0, y0), (x1, y1) = side
    length = math.dist(*side)
    return bleed * (y1 - y0) / length, -bleed * (x1 - x0) / length


@lru_cache(maxsize=4096)
def patches(ring: Ring, side: Side, bleed: float) -> tuple[Ring, ...]:
    """Return the strips by which an inked area bleeds over a side of its tile, wherever a side of the area lies on
    it."""
    (cx, cy), length = side[0], math.dist(*side)
    ux, uy = (side[1][0] - cx) / length, (side[1][1] - cy) / length
    on = [abs(ux * (y - cy) - uy * (x - cx)) < ON_EDGE for x, y in ring]
    if not any(on):
        return ()
    whole = enumerate(zip(ring, ring[1:] + ring[:1], strict=True))
    return tuple(strip_over(strip, outwards(side, bleed)) for k, strip in whole if on[k] and on[(k + 1) % len(on)])


@lru_cache(maxsize=256)
def run_out(outline: Ring, ring: Ring, side: Side, bleed: float) -> tuple[Ring, ...]:
    """Return how an inked area runs out over a side of its tile, and not over the tile: it may lead inwards by so much
    that what stands over one side lies beyond the next."""
    strips = patches(ring, side, bleed)
    if not strips or min(_turns(outline)) > -math.pi / 2 - FLAT:
        return strips
    return tuple(part.outer for strip in strips for part in difference((Region(strip),), (Region(outline),)))


@lru_cache(maxsize=256)
def _turns(ring: Ring) -> tuple[float, ...]:
    """Return by how much an outline turns to the left at each corner, radians, from −π to π."""
    found = []
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        found.append((turn + math.pi) % math.tau - math.pi)
    return tuple(found)


def strip_over(side: Side, out: Point) -> Ring:
    """Return what lies between a side and the same side moved outwards."""
    return (*side[::-1], *translate(side, *out))


@lru_cache(maxsize=256)
def round_offset(ring: Ring, bleed: float) -> Ring:
    """Return an outline grown by `bleed` mm, its corners rounded: a mitre at a sharp tip would run on to the rim of the
    paper. Of one that leads inwards, a bay that is so filled is no hole."""
    if not is_convex(on_grid(ring)):
        return max((region.outer for region in grow_round(ring, bleed)), key=area) if bleed else ring
    grown: list[Point] = []
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        start = math.atan2(a[0] - b[0], b[1] - a[1])
        turn = (math.atan2(b[0] - c[0], c[1] - b[1]) - start) % math.tau
        steps = max(1, math.ceil(turn / ARC))
        for k in range(steps + 1):
            angle = start + turn * k / steps
            grown.append((snap(b[0] + bleed * math.cos(angle)), snap(b[1] + bleed * math.sin(angle))))
    return tuple(grown)

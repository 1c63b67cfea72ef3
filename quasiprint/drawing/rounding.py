"""How round corners, and how wide a bevel, can be: as far as what is drawn, and the outline itself, let them. Lengths
in mm; limits are in hundredths, rounded down, so that one is kept as it is said."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from quasiprint.drawing.rings import boundary_distance, is_convex, on_grid, sides
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Point, Region, Ring
from quasiprint.model.limits import floored
from quasiprint.model.measures import Maker, Measures

LEFT = 0.95  # of the widest bevel at which a side vanishes: a sliver of it stays
WIDEST = 2000.0  # of any radius
STEPS = 40


def roundest(points: Iterable[Point], angle: float, inset: float, away: float) -> float:
    """Return the largest radius of a corner that keeps points inside of its arc, `away` mm from it.

    points: in the frame of the sharp corner: y runs into the piece along the bisector, x across. angle: of the corner,
    radians. inset: how far inside of the sharp corner's sides the outline lies.
    """
    found, half = tuple(points), angle / 2

    def holds(radius: float) -> bool:
        middle = (inset + radius) / math.sin(half)
        for x, y in found:
            far = math.hypot(x, y - middle)
            # beside the arc the outline's straight sides are nearer
            if far > 0 and (middle - y) / far > math.sin(half) and far > radius - away:
                return False
        return True

    low, high = 0.0, WIDEST
    for _ in range(STEPS):
        radius = (low + high) / 2
        low, high = (radius, high) if holds(radius) else (low, radius)
    return floored(low)


def refuse_wide_chamfer(faces: Iterable[Face], measures: Measures) -> None:
    """Raise InputError if a bevel is wider than a printed outline, or a mark on its back, leaves room for."""
    if measures.process is not Maker.PRINTER or not measures.finish.chamfer:
        return
    widest = min((_widest(face.outline, face.back + face.hollows) for face in faces), default=WIDEST)
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
    every = sides(outline)
    for k, (a, b) in enumerate(every):
        # a side gets shorter at each of its ends by the tangent of half of the turn there
        lost = _half_turn(every[k - 1], (a, b)) + _half_turn((a, b), every[(k + 1) % len(every)])
        if lost > 1e-6:
            widest = min(widest, LEFT * math.dist(a, b) / lost)
    return floored(min([widest, *(LEFT * boundary_distance(area.outer, outline) for area in back)]))


def _half_turn(before: tuple[Point, Point], after: tuple[Point, Point]) -> float:
    """Return the tangent of half of the turn from a side to the next one."""
    (ax, ay), (bx, by) = before
    (cx, cy), (dx, dy) = after
    turn = math.atan2(dy - cy, dx - cx) - math.atan2(by - ay, bx - ax)
    return max(0.0, math.tan(((turn + math.pi) % math.tau - math.pi) / 2))

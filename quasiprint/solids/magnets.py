"""Where magnets go: a round pocket in each printed piece, from above, from below, or shut in between two layers.

It is drawn once a set is designed and before it is checked. The room is measured on what was drawn: a wall as wide as
the machine makes stays around a pocket, and two layers over and under it. All pockets of a set lie at one height, so
that the printer stops once for those that it shuts in.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
import shapely

from quasiprint.checks.completeness import turns_onto_itself
from quasiprint.drawing.outlines import circle
from quasiprint.errors import InputError
from quasiprint.model.choices import MagnetSide
from quasiprint.model.face import Face, Operation, Pocket, Point, Region, Ring, bounds, snap
from quasiprint.model.limits import round_down, round_up
from quasiprint.model.piece import GameSet, Piece
from quasiprint.solids.build import build_body

SIDES = 120  # of a pocket: a triangle's, square's, pentagon's and hexagon's turns leave it as it is
PITCH = 0.5  # mm, from one place that is tried to the next
TRIES = 6  # edges that are designed to find one that would do
Room = tuple[float, str, dict[Ring, Point]]


def with_pockets(game_set: GameSet, enlarge: Callable[[float], GameSet]) -> GameSet:
    """Return a set with a pocket in each piece, as the manner of its measures asks: in the middle, or as near to it as
    there is room; a mark that only says which side is the back gives way. enlarge: designs the set with another edge,
    mm. Raises InputError for pieces that are too thin or small, with the thickness or edge from which they would do."""
    low, high = _heights(game_set)
    lack, shape, places = _room(game_set)
    if lack > 1:
        raise InputError(_too_small(game_set, lack, shape, enlarge))
    m, pieces = game_set.measures, []
    for piece in game_set.pieces:
        face, at = piece.face, places[piece.face.outline]
        pocket = Pocket(Region(circle(*at, m.manner.magnet / 2, SIDES)), low, high)
        crossed = not low and face.back and _reach(face.back, [at])[0] < m.manner.magnet / 2 + m.machine.min_feature
        pieces.append(replace(piece, face=replace(face, pocket=pocket, back=() if crossed else face.back)))
    return replace(game_set, pieces=tuple(pieces))


def _heights(game_set: GameSet) -> tuple[float, float]:
    """Return between which heights pockets lie, mm. Raises InputError if two layers do not stay on either side."""
    m, bodies = game_set.measures, [build_body(piece.face, game_set.measures) for piece in game_set.pieces]
    thick, layer, depth, side = m.stock.thickness, m.machine.layer, m.manner.magnet_depth, m.manner.magnet_side
    floors = (step.z for body in bodies for sector in body.sectors for step in sector.steps)
    above = snap(max([thick - min(floors, default=thick), *(body.bevel for body in bodies)]))
    below = max([m.finish.chamfer, *(recess.z for body in bodies for recess in body.recesses)])

    def whole(height: float) -> float:
        return snap(math.ceil(height / layer - 1e-6) * layer)

    low = {MagnetSide.FACE: snap(thick - depth), MagnetSide.BACK: 0.0, MagnetSide.INSIDE: whole(below + 2 * layer)}[
        side
    ]
    high = whole(low + depth) if side is MagnetSide.INSIDE else snap(low + depth)
    least = depth + below + 2 * layer if side is MagnetSide.FACE else high + above + 2 * layer
    if thick < least - 1e-9:
        raise InputError(
            f"thickness: found {thick:g} mm, allowed is from {round_up(least):g} mm: a magnet's pocket ({depth:g} mm), "
            f"what is sunk into the face ({above:g} mm) or the back ({below:g} mm), and two layers on either side"
        )
    return low, high


def _room(game_set: GameSet) -> Room:
    """Return by how much the room for a pocket falls short where there is least, 1 or less if it is enough; of which
    shape; and the middle of the pocket, by outlines. In a piece that lies face down it tells no turn of it."""
    m, side = game_set.measures, game_set.measures.manner.magnet_side
    bevel = max((piece.face.bevel for piece in game_set.pieces), default=0.0)
    rim = {MagnetSide.FACE: bevel, MagnetSide.BACK: m.finish.chamfer, MagnetSide.INSIDE: 0.0}[side]
    need, worst, places = m.manner.magnet / 2 + m.machine.min_feature, (0.0, ""), dict[Ring, Point]()
    shapes: dict[Ring, list[Piece]] = {}
    for piece in game_set.pieces:
        shapes.setdefault(piece.face.outline, []).append(piece)
    for outline, pieces in shapes.items():
        taken = dict.fromkeys(region for piece in pieces for region in _in_the_way(piece.face, side))
        centred = game_set.hidden and len(turns_onto_itself(pieces[0].corners)) > 1
        spots = _spots(outline)[: 1 if centred else None]
        reach = np.minimum(_reach(taken, spots), _reach((Region(outline),), spots, inside=True) - rim)
        fits = np.flatnonzero(reach >= need - 1e-9)
        best = int(fits[0] if len(fits) else reach.argmax())
        places[outline] = spots[best]
        worst = max(worst, (need / reach[best] if reach[best] > 0 else math.inf, pieces[0].shape))
    return *worst, places


def _in_the_way(face: Face, side: MagnetSide) -> Iterable[Region]:
    """Return the areas that a pocket may not meet: what is cut out, and what its side of the piece shows; a mark on the
    back that shows no colour may go."""
    marks = [mark for mark in face.marks if side is MagnetSide.FACE or mark.operation is Operation.CUT]
    back = (*face.hollows, *(face.back if face.inlaid_back else ())) if side is MagnetSide.BACK else ()
    return (*(region for mark in marks for region in (*mark.field, *mark.ink)), *back)


def _spots(outline: Ring) -> list[Point]:
    """Return where the middle of a pocket may be: in that of an outline, then farther and farther away."""
    middle = shapely.Polygon(outline).centroid
    x, y = snap(middle.x), snap(middle.y)
    left, foot, right, top = bounds((outline,))
    across = range(math.ceil((left - x) / PITCH), math.floor((right - x) / PITCH) + 1)
    up = range(math.ceil((foot - y) / PITCH), math.floor((top - y) / PITCH) + 1)
    return sorted(
        ((snap(x + PITCH * i), snap(y + PITCH * k)) for i in across for k in up),
        key=lambda spot: (round(math.dist(spot, (x, y)), 6), spot),
    )


def _reach(areas: Iterable[Region], spots: Sequence[Point], *, inside: bool = False) -> np.ndarray:
    """Return how far spots are from areas, mm: from what is around these, if `inside`; 0 or infinity in either."""
    whole = shapely.union_all([shapely.Polygon(area.outer, area.holes) for area in areas])
    points = shapely.points(spots)
    if inside:
        return np.where(shapely.contains(whole, points), shapely.distance(whole.boundary, points), 0.0)
    found = shapely.distance(whole, points)
    return np.where(np.isnan(found), math.inf, found)  # of no areas at all


def _too_small(game_set: GameSet, lack: float, shape: str, enlarge: Callable[[float], GameSet]) -> str:
    """Return that a pocket has no room, and from which edge it would have."""
    m, edge = game_set.measures, game_set.measures.size.edge
    widest = 2 * ((m.manner.magnet / 2 + m.machine.min_feature) / lack - m.machine.min_feature)
    allowed = f"up to {round_down(widest):g} mm on an edge of {edge:g} mm" if widest >= 1 else ""
    for _ in range(TRIES * math.isfinite(lack)):
        edge = math.ceil(10 * edge * lack - 1e-6) / 10
        try:
            lack, _, _ = _room(enlarge(edge))
        except InputError:
            break
        if lack <= 1:
            allowed += f"{', and this ' * bool(allowed)}from an edge of {edge:g} mm"
            break
        lack = max(lack, 1.01)
    return (
        f"--magnet: found {m.manner.magnet:g} mm, allowed is {allowed or 'none there'}: around the pocket of a {shape} "
        f"stay walls of {m.machine.min_feature:g} mm, clear of what --magnet-side {m.manner.magnet_side} shows"
    )

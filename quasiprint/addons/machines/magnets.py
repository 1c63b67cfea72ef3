"""Where magnets go: a round pocket in each printed piece, from above, from below, or shut in between two layers.

The room is measured on what was drawn: a wall as wide as the machine makes stays around a pocket, and two layers over
and under it. All pockets of a set lie at one height, so that the printer stops once for those that it shuts in.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import shapely

from quasiprint.checks.completeness import turns_onto_itself
from quasiprint.drawing.outlines import circle
from quasiprint.errors import InputError
from quasiprint.model.choices import MagnetSide
from quasiprint.model.face import Operation, Pocket, Point, Region, Ring, snap
from quasiprint.model.limits import round_down, round_up
from quasiprint.model.piece import GameSet
from quasiprint.solids.build import build_body

SIDES = 120  # of a pocket: a triangle's, square's, pentagon's and hexagon's turns leave it as it is
Spot = tuple[float, Point, str]  # the room around it, mm; where it is; in which shape


def with_pockets(game_set: GameSet) -> GameSet:
    """Return a set with a pocket in each piece, as the manner of its measures asks: in the middle, or where most room
    is; a mark that only says which side is the back gives way. Raises InputError for pieces that are too thin or small,
    with the thickness from which they would do, or the magnet that would."""
    (low, high), spots, need = _heights(game_set), _spots(game_set), _need(game_set)
    room, _, shape = min(spots.values())
    if room < need:
        raise InputError(_too_small(game_set, room, shape))
    pieces = []
    for piece in game_set.pieces:
        face, (_, at, _) = piece.face, spots[piece.face.outline]
        pocket = Pocket(Region(circle(*at, game_set.measures.manner.magnet / 2, SIDES)), low, high)
        crossed = not low and _whole(face.back).distance(shapely.Point(at)) < need
        pieces.append(replace(piece, face=replace(face, pocket=pocket, back=() if crossed else face.back)))
    return replace(game_set, pieces=tuple(pieces))


def _need(game_set: GameSet) -> float:
    """Return how much room is needed around the middle of a pocket, mm."""
    return snap(game_set.measures.manner.magnet / 2 + game_set.measures.machine.min_feature)


def _heights(game_set: GameSet) -> tuple[float, float]:
    """Return between which heights pockets lie, mm. Raises InputError if two layers do not stay on either side."""
    m, bodies = game_set.measures, [build_body(piece.face, game_set.measures) for piece in game_set.pieces]
    thick, layer, depth, side = m.stock.thickness, m.machine.layer, m.manner.magnet_depth, m.manner.magnet_side
    floors = (step.z for body in bodies for sector in body.sectors for step in sector.steps)
    above = snap(max([thick - min(floors, default=thick), *(body.bevel for body in bodies)]))
    below = max([m.finish.chamfer, *(recess.z for body in bodies for recess in body.recesses)])
    if side is MagnetSide.FACE:
        low, high, least = snap(thick - depth), snap(thick), depth + below + 2 * layer
    else:
        floor = math.ceil((below + 2 * layer) / layer - 1e-6) if side is MagnetSide.INSIDE else 0
        low, high = snap(floor * layer), depth
        high = snap(math.ceil((low + depth) / layer - 1e-6) * layer) if floor else depth
        least = high + above + 2 * layer
    if thick < least - 1e-9:
        raise InputError(
            f"thickness: found {thick:g} mm, allowed is from {round_up(least):g} mm: a magnet's pocket ({depth:g} mm), "
            f"what is sunk into the face ({above:g} mm) or the back ({below:g} mm), and two layers on either side"
        )
    return low, high


def _spots(game_set: GameSet) -> dict[Ring, Spot]:
    """Return where pockets have room, by outlines: in pieces that lie face down, where they tell no turn of them."""
    side, need, found = game_set.measures.manner.magnet_side, _need(game_set), dict[Ring, Spot]()
    bevel = max((piece.face.bevel for piece in game_set.pieces), default=0.0)
    rim = {MagnetSide.FACE: bevel, MagnetSide.BACK: game_set.measures.finish.chamfer, MagnetSide.INSIDE: 0.0}[side]
    taken: dict[Ring, dict[Region, None]] = {}
    for piece in game_set.pieces:
        # what a pocket may not meet: what is cut out, and what its side shows; an uncoloured mark of the back may go
        face = piece.face
        marks = [mark for mark in face.marks if side is MagnetSide.FACE or mark.operation is Operation.CUT]
        areas = [region for mark in marks for region in (*mark.field, *mark.ink)]
        if side is MagnetSide.BACK:
            areas += [*face.hollows, *(face.back if face.inlaid_back else ())]
        taken.setdefault(face.outline, {}).update(dict.fromkeys(areas))
    for piece in {piece.face.outline: piece for piece in game_set.pieces}.values():
        outline = piece.face.outline
        room = shapely.Polygon(outline).buffer(-rim, join_style="mitre").difference(_whole(taken[outline]))
        points = [shapely.Polygon(outline).centroid]
        if not (room.is_empty or (game_set.hidden and len(turns_onto_itself(piece.corners)) > 1)):
            points.append(shapely.get_point(shapely.maximum_inscribed_circle(room, 0.01), 0))
        at = [(round(point.x, 2) + 0.0, round(point.y, 2) + 0.0) for point in points]
        reach = [snap(room.boundary.distance(p) if room.contains(p) else 0.0) for p in map(shapely.Point, at)]
        best = 0 if reach[0] >= need else reach.index(max(reach))
        found[outline] = reach[best], at[best], piece.shape
    return found


def _whole(areas: Iterable[Region]) -> shapely.Geometry:
    return shapely.union_all([shapely.Polygon(area.outer, area.holes) for area in areas])


def _too_small(game_set: GameSet, room: float, shape: str) -> str:
    """Return that a pocket has no room, and how wide one may be."""
    m = game_set.measures
    found = f"--magnet: found {m.manner.magnet:g} mm in the shape {shape}"
    wall = f"a wall of {m.machine.min_feature:g} mm stays around it, clear of what the {m.manner.magnet_side} shows"
    widest = round_down(2 * (room - m.machine.min_feature))
    if widest < 1:
        return f"{found}, allowed is none there: {wall}; take another --magnet-side, such as {MagnetSide.INSIDE}"
    return f"{found}, allowed is up to {widest:g} mm on an edge of {m.size.edge:g} mm: {wall}"

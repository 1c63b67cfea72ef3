"""Bodies for the page's viewer: one thing, or all of a set side by side, as they are printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from quasiprint.model.face import bounds
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, Piece
from quasiprint.model.production import Arrangement, Offer, Placement
from quasiprint.studio.answer import Declined
from quasiprint.studio.sets import Shop
from quasiprint.web.page import mesh_value

MOST = 150  # things that are shown at once
GAP = 6.0  # mm: between things
ACROSS = 1.5  # the table is so much wider than deep, about
TABLE = "table"


def bodies(shop: Shop, ids: Sequence[str]) -> dict[str, Any]:
    """Return the bodies of some things, all of a set's if none are named, for the viewer; they lie on a table in rows.
    Raises Declined for a set that is not printed, or a name that nothing printed has."""
    from quasiprint.solids.build import solid_pieces
    from quasiprint.solids.mesh import meshes

    if Offer.SOLIDS not in shop.game.offers:
        raise Declined(f"{shop.game.titles.title} is not printed in solid")
    game_set = shop.set(Maker.PRINTER)
    shown = [thing for thing in game_set.things if not ids or thing.id in ids][:MOST]
    missing = sorted(set(ids) - {thing.id for thing in shown})
    if missing:
        raise Declined(f"{missing[0][:60]!r} is not printed")
    pieces = tuple(thing for thing in shown if isinstance(thing, Piece))
    others = tuple(thing for thing in shown if isinstance(thing, Accessory))
    part = replace(game_set, pieces=pieces, accessories=others)
    solid = solid_pieces(part)
    value = mesh_value(solid, meshes(solid), game_set.palette, [table(shown)])
    return {**value, "all": len(game_set.things)}


def table(things: Sequence[Piece | Accessory]) -> Arrangement:
    """Return where things lie on a table: in rows, in their order, those of about one size together."""
    boxes = [bounds((thing.face.nominal,)) for thing in things]
    area = sum((right - left + GAP) * (high - low + GAP) for left, low, right, high in boxes)
    broadest = max((right - left for left, _, right, _ in boxes), default=0.0)
    wide = max(math.sqrt(area * ACROSS), broadest)
    placed: list[tuple[str, float, float, float]] = []
    x = y = deep = 0.0
    for thing, (left, low, right, high) in zip(things, boxes, strict=True):
        if x and x + right - left > wide:
            x, y, deep = 0.0, y + deep + GAP, 0.0
        placed.append((thing.id, x - left, y, high))
        x, deep = x + right - left + GAP, max(deep, high - low)
    depth = y + deep
    lying = tuple(Placement(id, x, depth - top - high, 0.0) for id, x, top, high in placed)
    return Arrangement(TABLE, wide, depth, lying)

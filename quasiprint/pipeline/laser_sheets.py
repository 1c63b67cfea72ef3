"""Where a set lies on a laser's sheets: each part by itself, or tiles beside one another that share their cuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from quasiprint.layout.nesting import Lying, area_of_sheet, nest
from quasiprint.layout.shared import SharedSheet, block_sheets, refuse_unshared, sharing
from quasiprint.model.face import snap
from quasiprint.model.game import Game
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import SheetStock

Taken = Mapping[int, Sequence[Lying]]


def sheets_of(
    game_set: GameSet, stock: SheetStock, taken: Taken | None = None, scale: float = 1.0, enough: int = 0
) -> tuple[Arrangement, ...]:
    """Return where everything lies on a laser's sheets, pieces and accessories together.

    taken: what lies on some sheets already; scale: of all outlines, to see what room they would take; enough: see
    `nest`. Raises InputError if a piece is larger than a sheet.
    """
    outlines = {thing.id: thing.face.nominal for thing in game_set.things}
    if scale != 1.0:
        outlines = {id: tuple((snap(x * scale), snap(y * scale)) for x, y in ring) for id, ring in outlines.items()}
    items = [(thing.id, outlines[thing.id]) for thing in game_set.things for _ in range(thing.count)]
    return nest("sheet", items, area_of_sheet(stock, game_set.measures.fit.kerf), taken, enough)


def shared_sheets(
    game: Game, game_set: GameSet, stock: SheetStock, *, alone: bool
) -> tuple[list[SharedSheet], tuple[Arrangement, ...]]:
    """Return the tiles that share their cuts, by sheets, and what lies beside them there and on further sheets. alone:
    whether there may be none that share any, as in a part of a set. Raises InputError if there may not, and if a piece,
    or what pieces fill together, is larger than a sheet."""
    from quasiprint.pipeline.dissection import dissection_of, missing_region

    area = area_of_sheet(stock, game_set.measures.fit.kerf)
    if dissected := dissection_of(game):
        own, rest = dissected.sheets(game_set, area), frozenset[str]()
    else:
        items = [(piece.id, piece.face.outline) for piece in game_set.copies]
        shapes, others = sharing(items, game_set.measures.fit.kerf)
        rest = frozenset(item for item, _ in others)  # which no other shares a cut with
        if game_set.whole is None and not alone:
            refuse_unshared(shapes, f"{game_set.noun}s", missing_region(game))
        own = block_sheets(shapes, area)
    held = replace(game_set, pieces=tuple(piece for piece in game_set.pieces if piece.id in rest))
    taken = {k: [(rim, Placement("", 0.0, 0.0, 0.0)) for rim in one.rims] for k, one in enumerate(own)}
    return own, sheets_of(held, stock, taken)

"""Where a set lies on a laser's sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from quasiprint.model.face import snap
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement
from quasiprint.model.profile import SheetStock

if TYPE_CHECKING:
    from quasiprint.layout.lattice import Shape
    from quasiprint.layout.nesting import Lying


def unshared(game_set: GameSet) -> tuple[GameSet, list[Shape]]:
    """Return a set without the pieces that are cut out by shared lines, and these."""
    from quasiprint.layout.shared import sharing

    items = [(piece.id, piece.face.outline) for piece in game_set.copies]
    shapes, rest = sharing(items, game_set.measures.fit.kerf)
    left = {item for item, _ in rest}
    return replace(game_set, pieces=tuple(piece for piece in game_set.pieces if piece.id in left)), shapes


def sheets_of(
    game_set: GameSet,
    stock: SheetStock,
    taken: Mapping[int, Sequence[Lying]] | None = None,
    scale: float = 1.0,
    enough: int = 0,
) -> tuple[Arrangement, ...]:
    """Return where everything lies on a laser's sheets, pieces and accessories together.

    The gap is what is left between two cuts, each a kerf wide. taken: what lies on some sheets already; scale: of all
    outlines, to see what room they would take; enough: see `nest`. Raises InputError if a piece is larger than a sheet.
    """
    from quasiprint.layout.nesting import nest

    kerf = game_set.measures.fit.kerf
    outlines = {thing.id: thing.face.nominal for thing in game_set.things}
    if scale != 1.0:
        outlines = {id: tuple((snap(x * scale), snap(y * scale)) for x, y in ring) for id, ring in outlines.items()}
    items = [(thing.id, outlines[thing.id]) for thing in game_set.things for _ in range(thing.count)]
    margin, gap = stock.margin + kerf, stock.gap + 2 * kerf
    return nest("sheet", items, stock.width, stock.height, margin, gap, (), taken, enough)

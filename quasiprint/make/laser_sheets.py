"""How a set lies on a laser's sheets, and on sheets of which size where a profile has several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING

from quasiprint.errors import InputError
from quasiprint.model.measures import CutStyle
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import SheetStock

if TYPE_CHECKING:
    from quasiprint.layout.nesting import Lying
    from quasiprint.layout.shared import SharedSheet

    Taken = Mapping[int, Sequence[Lying]]
    Laid = tuple[tuple[Arrangement, ...], dict[str, SharedSheet]]


def sheets_of(game_set: GameSet, stock: SheetStock, taken: Taken | None = None) -> tuple[Arrangement, ...]:
    """Return where everything lies on a laser's sheets, pieces and accessories together.

    taken: what lies on some sheets already. Raises InputError if a piece is larger than a sheet.
    """
    from quasiprint.layout.nesting import area_of_sheet, nest

    area = area_of_sheet(stock, game_set.measures.fit.kerf)
    return nest("sheet", _items(game_set), area, taken)


def _items(game_set: GameSet) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    """Return everything that is cut, each as often as there is of it, with its outline."""
    return [(thing.id, thing.face.nominal) for thing in game_set.things for _ in range(thing.count)]


def shared_sheets(game_set: GameSet, stock: SheetStock, *, alone: bool) -> Laid:
    """Return where everything lies on sheets if neighbours share their cuts, and what of each is cut so. alone: whether
    there may be none that share any, as in a part of a set. Raises InputError if there may not, and if a piece is
    larger than a sheet."""
    from quasiprint.layout.nesting import area_of_sheet
    from quasiprint.layout.shared import block_sheets, refuse_unshared, sharing

    area = area_of_sheet(stock, game_set.measures.fit.kerf)
    items = [(piece.id, piece.face.outline) for piece in game_set.copies]
    shapes, others = sharing(items, game_set.measures.fit.kerf)
    rest = frozenset(item for item, _ in others)  # which no other shares a cut with
    if game_set.whole is None and not alone:
        refuse_unshared(shapes, f"{game_set.noun}s")
    own = block_sheets(shapes, area)
    held = replace(game_set, pieces=tuple(piece for piece in game_set.pieces if piece.id in rest))
    taken = {k: [(rim, Placement("", 0.0, 0.0, 0.0)) for rim in one.rims] for k, one in enumerate(own)}
    beside = sheets_of(held, stock, taken)
    laid = tuple(
        Arrangement(f"sheet-{k}", stock.width, stock.height, (*(one.placements if one else ()), *(lying or ())))
        for k, (one, lying) in enumerate(zip_longest(own, (leaf.placements for leaf in beside), fillvalue=None), 1)
    )
    return laid, {f"sheet-{k}": one for k, one in enumerate(own, 1)}


def smallest(game_set: GameSet, stock: SheetStock) -> SheetStock:
    """Return a sheet in the smallest of its sizes that holds a set on as few sheets as any does; the largest, if none
    holds it."""
    every = stock.each()
    shared = game_set.measures.manner.cut is CutStyle.SHARED
    found, fewest = every[-1], inf
    for size in every if len(every) > 1 else ():
        try:
            laid = shared_sheets(game_set, size, alone=True)[0] if shared else sheets_of(game_set, size)
        except InputError:
            continue
        if len(laid) < fewest:
            found, fewest = size, len(laid)
        if fewest == 1:
            break
    return found

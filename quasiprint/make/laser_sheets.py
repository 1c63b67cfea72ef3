"""How a set lies on a laser's sheets, and on sheets of which size where a profile has several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING

from quasiprint.model.errors import InputError
from quasiprint.model.face import snap
from quasiprint.model.game import Game
from quasiprint.model.measures import CutStyle
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Placement
from quasiprint.model.profile import SheetStock

if TYPE_CHECKING:
    from quasiprint.layout.nesting import Lying
    from quasiprint.layout.shared import SharedSheet

    Taken = Mapping[int, Sequence[Lying]]
    Laid = tuple[tuple[Arrangement, ...], dict[str, SharedSheet]]


def sheets_of(
    game_set: GameSet, stock: SheetStock, taken: Taken | None = None, scale: float = 1.0, enough: int = 0
) -> tuple[Arrangement, ...]:
    """Return where everything lies on a laser's sheets, pieces and accessories together.

    taken: what lies on some sheets already; scale: of all outlines, to see what room they would take; enough: see
    `nest`. Raises InputError if a piece is larger than a sheet.
    """
    from quasiprint.layout.nesting import area_of_sheet, nest

    area = area_of_sheet(stock, game_set.measures.fit.kerf)
    return nest("sheet", _items(game_set, scale), area, taken, enough)


def _items(game_set: GameSet, scale: float = 1.0) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    """Return everything that is cut, each as often as there is of it, with its outline."""
    outlines = {thing.id: thing.face.nominal for thing in game_set.things}
    if scale != 1.0:
        outlines = {id: tuple((snap(x * scale), snap(y * scale)) for x, y in ring) for id, ring in outlines.items()}
    return [(thing.id, outlines[thing.id]) for thing in game_set.things for _ in range(thing.count)]


def shared_sheets(game: Game, game_set: GameSet, stock: SheetStock, *, alone: bool, enough: int = 0) -> Laid:
    """Return where everything lies on sheets if neighbours share their cuts, and what of each is cut so. alone: whether
    there may be none that share any, as in a part of a set. enough: see `nest`, of what lies beside blocks. Raises
    InputError if there may not, and if a piece, or what pieces fill together, is larger than a sheet."""
    from quasiprint.layout.nesting import area_of_sheet
    from quasiprint.layout.shared import block_sheets, refuse_unshared, sharing
    from quasiprint.make.dissection import dissection_of, missing_region

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
    beside = sheets_of(held, stock, taken, enough=enough)
    laid = tuple(
        Arrangement(f"sheet-{k}", stock.width, stock.height, (*(one.placements if one else ()), *(lying or ())))
        for k, (one, lying) in enumerate(zip_longest(own, (leaf.placements for leaf in beside), fillvalue=None), 1)
    )
    return laid, {f"sheet-{k}": one for k, one in enumerate(own, 1)}


def least_sheets(game_set: GameSet, stock: SheetStock, scale: float = 1.0) -> int:
    """Return how many sheets the areas of a set need at least, all outlines so many times as large."""
    from quasiprint.layout.nesting import area_of_sheet, fewest

    area = area_of_sheet(stock, game_set.measures.fit.kerf)
    shared = game_set.measures.manner.cut is CutStyle.SHARED
    return fewest(_items(game_set, scale), replace(area, gap=0.0) if shared else area)


def smallest(game: Game, game_set: GameSet, stock: SheetStock) -> SheetStock:
    """Return a sheet in the smallest of its sizes that holds a set on as few sheets as any does; the largest, if none
    holds it."""
    every = stock.each()
    if len(every) < 2:
        return every[0]
    shared = game_set.measures.manner.cut is CutStyle.SHARED

    def count(size: SheetStock, enough: int = 0) -> float:
        """Return how many sheets of a size it takes, more than `enough` if these are too few; infinity: none do."""
        try:
            if shared:
                return len(shared_sheets(game, game_set, size, alone=True, enough=enough)[0])
            return len(sheets_of(game_set, size, enough=enough))
        except InputError:
            return inf

    bounds = [least_sheets(game_set, size) for size in every]
    target: float = min(bounds)
    found = _first(every, bounds, target, count)
    if found is None:  # what is wanted is less than any takes
        target = min(map(count, every[-1:]))
        found = _first(every[:-1], bounds, target, count) if target < inf else None
    return found or every[-1]


def _first(
    every: Sequence[SheetStock],
    bounds: Sequence[int],
    target: float,
    count: Callable[[SheetStock, int], float],
) -> SheetStock | None:
    """Return the first of some sizes of which so many sheets are enough."""
    tried = zip(every, bounds, strict=False)
    return next((size for size, bound in tried if bound <= target and count(size, int(target)) <= target), None)

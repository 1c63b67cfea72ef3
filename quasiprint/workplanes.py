"""A plug-in for CadQuery: once this module is imported, workplanes have every game's pieces.

    import cadquery as cq
    import quasiprint.workplanes

    cq.Workplane().rarray(60, 60, 3, 2).quasimino_tile("thick-0012")  # one on each point, face up in the plane
    cq.Workplane("XZ").triomino_tile("0-1-2", "body", edge=40.0)  # a part of one; options of the set

Of each game that is installed there is ``GAME_tile(id, part="relief", *, combine=False, **options)``: the piece or the
accessory of that id, by `Design` and its options, and of it the part that `workplane` names. combine: as CadQuery's
own primitives take it, such as "cut". Importing raises Unavailable without CadQuery.
"""

from __future__ import annotations

from functools import lru_cache, partialmethod
from typing import TYPE_CHECKING, Any

from quasiprint import api
from quasiprint.solids.cad import WHOLE, load_cadquery

if TYPE_CHECKING:
    import cadquery

design = lru_cache(maxsize=8)(api.design)


def _tile(
    self: cadquery.Workplane, id: str, part: str = WHOLE, *, game: str, combine: Any = False, **options: Any
) -> cadquery.Workplane:
    """Place a piece on every point of the stack, its face away from the plane. Raises KeyError for an id that is
    neither a piece's nor an accessory's, InputError for a part that it has not or options that cannot be."""
    tiles = design(game, **options)
    accessories = {accessory_view.id: accessory_view for accessory_view in tiles.accessories}
    body = (accessories.get(id) or tiles.piece(id)).workplane(part)
    placed: cadquery.Workplane = self.eachpoint(body.findSolid(), useLocalCoordinates=True, combine=combine)
    return placed


for _game in api.game_names():
    setattr(load_cadquery().Workplane, f"{_game.replace('-', '_')}_tile", partialmethod(_tile, game=_game))

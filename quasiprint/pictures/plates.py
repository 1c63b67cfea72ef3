"""A plate seen from above, as a PNG: what file managers and slicers show of a file, and what lies in a set's preview.

Each pixel is the mean of four points. A point has the colour of the filament that it is printed in; a level that would
not be told from its face by that is darker, or lighter where the filament is dark.
"""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.model.colour_change import ColourChange
from quasiprint.model.placement import Arrangement
from quasiprint.model.profile import Bed, Palette
from quasiprint.model.solid import SolidPiece
from quasiprint.pictures.flat import POINTS
from quasiprint.pictures.png import png
from quasiprint.pictures.raster import HERE, Areas, Corners, mean, packed, raster
from quasiprint.pictures.things import is_bright, printed

SIDE = 512  # pixels
DARK_BED, LIGHT_BED, BESIDE = "#5E666E", "#C9CED3", "#FFFFFF"


def plate(
    bed: Bed,
    lies: Arrangement,
    pieces: Mapping[str, SolidPiece],
    palette: Palette,
    relief: bool,
    change: ColourChange | None,
) -> bytes:
    """Return the picture of a plate. pieces: by id. relief: whether each is printed in one body; change: of the plate's
    filament."""
    width, depth = bed.width, bed.depth
    under = packed(DARK_BED if is_bright(palette.body) else LIGHT_BED)
    whole = Areas([((((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)),), under)])
    known: dict[str, Areas] = {}
    lying = [(whole, HERE)]
    for placement in lies.placements:
        if placement.item not in known:
            levels = printed(pieces[placement.item], relief, palette, change)
            known[placement.item] = Areas((level.rings, packed(level.colour)) for level in levels)
        lying.append((known[placement.item], placement))
    points = POINTS * SIDE
    scale = points / max(width, depth)
    left, low = points / 2 - scale * width / 2, points / 2 - scale * depth / 2

    def to(corners: Corners) -> Corners:
        there = corners * scale
        there[0] += left
        there[1] += low
        return there

    return png(mean(raster(lying, points, points, to, packed(BESIDE))), palette=False)

"""How many closed vertices tiles can have at most, whatever their labels and wherever they lie.

By Euler's formula, one layout without holes of F tiles with S edges together, and P edges along its rim, closes
1 + S/2 − F − P/2 vertices: 2E = S + P, V − E + F = 1, and P vertices lie on the rim. Edges have length 1 and run in n
directions; among all such rims around an area A, that of a regular n-gon is the shortest (Wulff), so that
P ≥ √(4 n tan(π/n) A). S + P is even. A hole makes it fewer. Several pieces are no better than one: with least areas a,
b of pieces that close a vertex, their rims are longer than that of one piece by more than the 2 edges that a piece
more would have to cost; where tiles are so small that this does not hold, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import Any

from quasiprint.addons.designer.puzzles.puzzle import Tile
from quasiprint.addons.designer.sets.placed import Lattice
from quasiprint.model.face import area as area_of

MOST_CASES = 200_000  # numbers of tiles of each shape
NEAR = 1e-9
FEWEST = 3  # tiles around a vertex


def most_closed(tiles: Iterable[Tile], lattice: Lattice, pieces: int = 1) -> int | None:
    """Return how many vertices tiles close at most, None where nothing is proved. pieces: 1, or 2 for two pieces each
    of which closes some."""
    shapes: dict[str, tuple[float, int, int]] = {}
    for tile in tiles:
        outline = tile.shape.outline
        _, _, copies = shapes.get(tile.shape.name, (0.0, 0, 0))
        shapes[tile.shape.name] = size(outline.corners), outline.edges, copies + tile.copies
    rim = math.sqrt(4 * lattice.parts * math.tan(math.pi / lattice.parts))
    least = min(area for area, _, _ in shapes.values())
    cases = math.prod(copies + 1 for _, _, copies in shapes.values())
    if cases > MOST_CASES or rim * math.sqrt(FEWEST * least) * (2 - math.sqrt(2)) < 2:
        return None
    best = 0
    for counts in product(*(range(copies + 1) for _, _, copies in shapes.values())):
        if not any(counts):
            continue
        each = list(zip(counts, shapes.values(), strict=True))
        area, sides = sum(n * one[0] for n, one in each), sum(n * one[1] for n, one in each)
        small = (pieces - 1) * FEWEST * least
        if area < 2 * small:
            continue
        around = math.ceil(rim * (math.sqrt(area - small) + math.sqrt(small)) - NEAR)
        around += (sides + around) % 2
        best = max(best, pieces + (sides - around) // 2 - sum(counts))
    return best


def size(corners: tuple[Any, ...]) -> float:
    """Return the area of a polygon with exact corners, anticlockwise, in squares of an edge."""
    return area_of(tuple(corner.to_xy() for corner in corners))

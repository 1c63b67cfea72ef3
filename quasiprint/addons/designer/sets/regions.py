"""The region that a file says: what tiles fill together, in a table [region].

It may be of several parts, and have holes. Its rings run with what is inside to their left: around a part
anticlockwise, around a hole clockwise. Tiles meet its border edge to edge, so a long side of it is as many edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from quasiprint.addons.designer.sets.polygons import (
    LATTICES,
    NAMED,
    BadPolygon,
    Edge,
    Outline,
    grid_of,
    outline_of,
    region_of_cells,
    walk_of,
    walk_round,
)
from quasiprint.addons.designer.sets.schema import Document
from quasiprint.exact.polygon import area_sign, edges, orientation, touching
from quasiprint.model.errors import hint

MOST_CELLS = 4000
MOST_TURNS = 400  # of all rings: each two sides are held against each other


def region_of(document: Document, table: Mapping[str, Any]) -> Outline | str:
    """Return what a table says is to be filled: an outline, or a name and size, which mean something for given tiles
    alone. Raises InputError, with the line."""
    polygon = table["polygon"]
    if isinstance(polygon, str) and ":" in polygon:
        return polygon
    try:
        if isinstance(polygon, str):
            return outline_of(polygon)
        return _of_rings(polygon if isinstance(polygon, list) else [polygon])
    except BadPolygon as problem:
        message = str(problem)
    except KeyError:
        message = f"found {polygon!r}{hint(polygon, NAMED)}, allowed is {', '.join(NAMED)}, rectangle:10x6 or a table"
    raise document.wrong(("region", "polygon"), message)


def _of_rings(tables: Sequence[Mapping[str, Any]]) -> Outline:
    """Return a region of one's own. Raises BadPolygon."""
    grids = [grid_of(table) for table in tables]
    if len(tables) == 1 and grids[0]:
        return region_of_cells(grids[0], tables[0][grids[0]])
    if any(grids) or len({table["lattice"] for table in tables}) > 1:
        raise BadPolygon(
            "found rings of several kinds, allowed are turns on one lattice in each, or cells in one table"
        )
    if (turns := sum(len(table["turns"]) for table in tables)) > MOST_TURNS:
        raise BadPolygon(f"found {turns} turns in all, allowed are up to {MOST_TURNS}")
    points, parts = LATTICES[tables[0]["lattice"]]
    rings = []
    for table in tables:
        at = table.get("at", (0,))
        if "at" in table and len(at) != (size := 2 if parts in (4, 6) else 4):
            raise BadPolygon(f"found at = {list(at)}, allowed on {table['lattice']} are {size} whole numbers")
        rings.append(walk_round(*walk_of(table), at))
    signs = [area_sign(ring) for ring in rings]
    if len(rings) == 1 and signs[0] < 0:
        raise BadPolygon("found an outline that runs clockwise, allowed is anticlockwise: make each turn its negative")
    for (j, one), (k, two) in combinations(enumerate(map(edges, rings), 1), 2):
        if any(touching(*a, *b) for a in one for b in two):
            raise BadPolygon(f"found rings {j} and {k} that touch or cross, allowed are rings apart")
    for k, (ring, sign) in enumerate(zip(rings, signs, strict=True)):
        around = sum(winding(ring[0], edges(other), points(1)) for j, other in enumerate(rings) if j != k)
        if around != (sign < 0):
            way, place = ("clockwise", "outside every part") if sign < 0 else ("anticlockwise", "inside another")
            place = place if around in (0, 1) else "inside several"
            raise BadPolygon(
                f"found ring {k + 1}, {way}, {place}, allowed are parts anticlockwise, and in them holes clockwise"
            )
    rings.sort(key=area_sign, reverse=True)
    return Outline(rings[0], parts, further=tuple(rings[1:]))


def winding(point: Any, sides: Iterable[Edge], one: Any) -> int:
    """Return how often rings go anticlockwise around a point that lies on none of their sides. one: the lattice's step
    to the right."""

    def below(p: Any) -> bool:
        return bool(one.cross(p - point).sign() < 0)

    found = 0
    for a, b in sides:
        if below(a) != below(b) and orientation(a, b, point) == (1 if below(a) else -1):
            found += 1 if below(a) else -1
    return found

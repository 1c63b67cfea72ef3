"""Labels drawn as paths: what runs through a tile because of the labels at its edges or corners.

Strands join edges of one label in pairs, each to the next that has it. One that is left over ends on the tile, and so
do two that would cross another: as if they ran under it.

Arcs are Conway's. The arc about a corner has the colour of its label and a radius of a quarter of a unit edge, so
corners of one label show a ring where they meet. At edges, labels come in pairs, as arrows do: of 0 and 1 the arc
crosses near the edge's beginning, or near its end, read anticlockwise; 2 and 3 have the next colour. What two edges
show at the same distance from their common corner is joined about it, the near ends first.

A link of an end with itself is a path that ends on the tile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.bands import Line
from quasiprint.addons.designer.sets.looks.frame import Frame
from quasiprint.addons.designer.sets.looks.path_room import ENDING, Track, around, ends, ends_of, interleaved, room
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.drawing.patterns import Stretch
from quasiprint.drawing.rings import to_segment
from quasiprint.errors import InputError
from quasiprint.model.face import Point

LONGEST = 0.45  # of an edge: a path that ends on the tile
STEPS = 30  # lengths that are tried


def colours(shape: Shape) -> int:
    """Return how many colours paths have."""
    return (shape.choice.labels + 1) // 2 if shape.points else shape.choice.labels


@lru_cache(maxsize=4096)
def links(shape: Shape, labels: Labelling, behind: bool = False) -> Labelling:
    """Return the paths of a tile, each two ends and a colour. behind: as its back shows them, seen through it."""
    if shape.choice.at == "links":
        return labels
    n = shape.outline.edges
    if shape.choice.at == "corners":
        return tuple(sorted((*around(n, k, False), label) for k, label in enumerate(labels)))
    return tuple(sorted(_arcs(shape, labels, behind) if shape.points else _strands(labels)))


def _strands(labels: Labelling) -> list[tuple[int, int, int]]:
    found = list[tuple[int, int, int]]()
    for label in sorted(set(labels)):
        own = [edge for edge, one in enumerate(labels) if one == label]
        for pair in (own[k : k + 2] for k in range(0, len(own), 2)):
            crosses = any(interleaved((pair[0], pair[-1]), link[:2]) for link in found)
            ways = [(edge, edge) for edge in pair] if crosses else [(pair[0], pair[-1])]
            found += [(one, two, label) for one, two in ways]
    return found


def _arcs(shape: Shape, labels: Labelling, behind: bool) -> list[tuple[int, int, int]]:
    """Return arcs by what stands at edges. Edges that differ in length are not joined."""
    n, left = len(labels), {2 * k + (label ^ behind) % 2: label // 2 for k, label in enumerate(labels)}
    found = []
    corners = [k for k in range(n) if shape.outline.alike(k)]
    for far in (False, True) if room(shape).far else (False,):
        for corner in corners:
            one, two = around(n, corner, far)
            if one in left and two in left and left[one] == left[two]:
                found.append((one, two, left.pop(one)))
                del left[two]
    return [*found, *((end, end, label) for end, label in left.items())]


def ending(
    shape: Shape, tile: Frame, which: Sequence[int], tracks: Sequence[Track], broad: float, apart: float
) -> list[Line]:
    """Return the paths that end on the tile, as long as they keep apart from others. which: at what ends they begin;
    tracks: of the paths that run through. Raises InputError where there is no room."""
    every, per, clear = ends(tile, ends_of(shape)), ends_of(shape).per, broad + apart
    longest, least = LONGEST * tile.measures.size.edge, ENDING * broad

    def straight(end: int, length: float) -> tuple[Point, Point]:
        (x, y), heading = every[end]
        return (x, y), (x + length * math.cos(heading), y + length * math.sin(heading))

    others: list[Sequence[Point]] = [[p for _, p in track] for track in tracks]
    left, found = {end: straight(end, least) for end in which}, []
    for end in which:
        del left[end]
        around = [*others, *left.values(), *(tile.edge(k) for k in range(len(tile.points)) if k != end // per)]
        keep = [clear] * (len(others) + len(left)) + [clear / 2] * (len(tile.points) - 1)
        lengths = [longest - (longest - least) * step / STEPS for step in range(STEPS + 1)]
        length = next((one for one in lengths if _is_clear(straight(end, one), around, keep)), 0.0)
        if not length:
            raise InputError(
                f"[[shape]] {shape.name}: found look {shape.look_meant!r}, allowed is another: on this outline a path "
                "that ends on the tile has no room; or make paths narrower with --stripe"
            )
        others.append(straight(end, length))
        found.append(Line((Stretch(*every[end][0], every[end][1], length, 0.0),)))
    return found


def _is_clear(path: tuple[Point, Point], others: Sequence[Sequence[Point]], keep: Sequence[float]) -> bool:
    """Tell whether a straight path keeps so far apart from others."""
    (x, y), (tx, ty) = path
    points = [(x + (tx - x) * part / STEPS, y + (ty - y) * part / STEPS) for part in range(STEPS + 1)]
    return all(
        to_segment(p, a, b) >= far - 1e-6
        for other, far in zip(others, keep, strict=True)
        for a, b in pairwise(other)
        for p in points
    )

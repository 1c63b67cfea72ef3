"""What a layout closes: points with tiles all around, and loops of links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from quasiprint.sets.placed import Placed, Point, Side, integers

End = tuple[int, int]  # a tile, and one of its links' ends


def vertices(tiles: Iterable[Placed]) -> list[Point]:
    """Return the points around which tiles fill the whole turn, in order. tiles: none overlaps another.

    Going anticlockwise about a point, each tile there ends at an edge with which the next begins, and the last at the
    first's. As tiles do not overlap, they go round once.
    """
    after: dict[Point, dict[Point, Point]] = defaultdict(dict)
    for tile in tiles:
        n = len(tile.corners)
        for k, corner in enumerate(tile.corners):
            after[corner][tile.corners[(k + 1) % n]] = tile.corners[k - 1]
    closed = [point for point, around in after.items() if set(around) == set(around.values())]
    return sorted(closed, key=integers)


@dataclass(frozen=True, slots=True)
class Loop:
    """Links that run back into themselves. tiles: which they cross, in order from the first; links: how many links."""

    tiles: tuple[int, ...]
    links: int


def loops(tiles: Sequence[Placed], runs_on: Callable[[Side, Side], bool]) -> list[Loop]:
    """Return the loops of links, by their first tile. tiles: none overlaps another. runs_on: whether links run on from
    a side to one that lies along it."""
    along = {(side.start, side.end): (t, side) for t, tile in enumerate(tiles) for side in tile.sides}
    other: dict[End, End] = {}  # the end that meets an end, in the next tile
    for (start, end), (t, side) in along.items():
        across = along.get((end, start))
        if across and side.ends and len(side.ends) == len(across[1].ends) and runs_on(side, across[1]):
            for own, met in zip(side.ends, reversed(across[1].ends), strict=True):
                other[t, own] = across[0], met
    partner = {
        (t, end): (t, far)
        for t, tile in enumerate(tiles)
        if tile.shape.choice.at == "links"
        for a, b, _ in tile.labels
        for end, far in ((a, b), (b, a))
    }
    found, seen = [], set[End]()
    for start in partner:
        here, trail = start, list[int]()
        while here not in seen:
            seen.add(here)
            trail.append(here[0])
            far = partner[here]
            if far not in other:
                break
            here = other[far]
        else:
            if trail and here == start:
                found.append(Loop(tuple(dict.fromkeys(trail)), len(trail)))
                # the same loop, walked the other way
                seen.update(_back(start, partner, other))
    return found


def _back(start: End, partner: dict[End, End], other: dict[End, End]) -> set[End]:
    ends, here = set[End](), partner[start]
    while here not in ends:
        ends.add(here)
        here = other[partner[here]]
    return ends

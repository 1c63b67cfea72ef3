"""Which tiles there are, and how they are named.

A tile has a number at each corner. Read clockwise, face up, from its smallest number, the
numbers never decrease; so a tile is the multiset of its numbers, and its mirror image is
another tile unless two of its numbers are equal in the right places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement

from quasiprint.exact.orbit import Labels, SymmetryGroup, canonical, cyclic

# shape → the turns that carry it onto itself, as they move its corners
TURNS: dict[str, SymmetryGroup] = {
    "triangle": cyclic("third turns", 3, 1),
    "square": cyclic("quarter turns", 4, 1),
}
NAME = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})*")


def labellings(shape: str, highest: int) -> tuple[Labels, ...]:
    """Return the numbers of every tile of a set from 0 to `highest`, clockwise, in order."""
    return tuple(combinations_with_replacement(range(highest + 1), TURNS[shape].slots))


def tile_id(marks: Sequence[int]) -> str:
    """Return a tile's name, stable for good: "1-3-5". `marks`: clockwise from the smallest."""
    return "-".join(map(str, marks))


def read_tile(text: str, shape: str, highest: int) -> Labels:
    """Return the numbers of the tile that a text names, clockwise from the smallest.

    Any corner may come first: 5-1-3 is 1-3-5. Raises ValueError, which says why, if the set
    from 0 to `highest` has no such tile.
    """
    group = TURNS[shape]
    if not NAME.fullmatch(text) or text.count("-") != group.slots - 1:
        example = tile_id(range(1, group.slots + 1))
        raise ValueError(f"found {text[:40]!r}, allowed are {group.slots} numbers clockwise, such as {example}")
    marks = canonical(group, tuple(map(int, text.split("-"))))
    if max(marks) > highest:
        raise ValueError(f"the set has no tile {text}: its numbers run from 0 to {highest}")
    if any(a > b for a, b in zip(marks, marks[1:], strict=False)):
        remedy = f"; the tile with these numbers is {tile_id(sorted(marks))}"
        raise ValueError(f"the set has no tile {text}: clockwise from the smallest, its numbers must not fall{remedy}")
    return marks

"""Which tiles there are, and how they are named.

A tile has a number at each corner. Read clockwise, face up, from its smallest number, the
numbers never decrease; so a tile is the multiset of its numbers, and its mirror image is
another tile unless two of its numbers are equal in the right places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quasiprint.exact.orbit import Labels, canonical
from quasiprint.model.piece import Labelled, Marking
from quasiprint.tiling import labellings as every
from quasiprint.tiling.regular import TURNS

NAME = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})*")


def composition(shape: str, highest: int) -> Labelled:
    """Return what makes a set whole: a number at each corner, clockwise, and no tile on which they fall."""
    return Labelled(((shape, TURNS[shape]),), highest + 1, Marking("corner", clockwise=True, ascending=True))


def labellings(shape: str, highest: int) -> tuple[Labels, ...]:
    """Return the numbers of every tile of a set from 0 to `highest`, clockwise, in order."""
    return every.labellings(TURNS[shape], highest + 1, ascending=True)


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

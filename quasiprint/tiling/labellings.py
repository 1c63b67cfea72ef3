"""Which tiles a complete set has, how they are named, and whether some tiles are all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product

from quasiprint.exact.orbit import Labels, SymmetryGroup, ascending_count, canonical, is_ascending, orbit_count
from quasiprint.model.piece import Labelled


def labellings(group: SymmetryGroup, labels: int, *, ascending: bool = False) -> tuple[Labels, ...]:
    """Return one labelling for each tile, the least of its orbit, in order: all that differ under a group.

    ascending: only tiles whose labels some turn makes to run without falling; `group` is then that of all turns.
    """
    if ascending:
        return tuple(combinations_with_replacement(range(labels), group.slots))
    every = product(range(labels), repeat=group.slots)
    return tuple(sorted({canonical(group, marks) for marks in every}))


def tile_id(shape: str, marks: Sequence[int]) -> str:
    """Return a tile's name, stable for good: "square-0121"; "square-0-12-1-2" where labels have several digits."""
    return f"{shape}-{('-' if any(mark > 9 for mark in marks) else '').join(map(str, marks))}"


def is_whole(labelled: Labelled, laid: Iterable[tuple[str, Labels]]) -> bool:
    """Tell whether tiles (shape and labels, however turned) are all tiles of a set, once each.

    They are counted in closed form: a set may be larger than memory.
    """
    groups = dict(labelled.symmetry)
    found: set[tuple[str, Labels]] = set()
    for shape, marks in laid:
        group = groups.get(shape)
        if group is None or len(marks) != group.slots or not all(0 <= mark < labelled.labels for mark in marks):
            return False
        tile = shape, canonical(group, marks)
        if tile in found or (labelled.marking.ascending and not is_ascending(group, marks)):
            return False
        found.add(tile)
    count = ascending_count if labelled.marking.ascending else orbit_count
    return len(found) == sum(count(group, labelled.labels) for group in groups.values())

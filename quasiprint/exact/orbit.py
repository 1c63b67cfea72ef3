"""Orbits and canonical forms of labellings under a named symmetry group, and sets of one piece of each orbit.

A group acts on the slots of a piece (its edges or corners) by permutations. Two labellings
are the same piece when an element of the group carries one to the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Literal

Permutation = tuple[int, ...]
Labels = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SymmetryGroup:
    """A named permutation group on slots: element g moves the label of slot g[i] to slot i.

    Raises ValueError unless the elements are distinct permutations of the same slots, hold
    the identity, and are closed under composition.
    """

    name: str
    elements: tuple[Permutation, ...]

    def __post_init__(self) -> None:
        slots = len(self.elements[0]) if self.elements else 0
        for g in self.elements:
            if sorted(g) != list(range(slots)):
                raise ValueError(f"group {self.name!r}: {g} is no permutation of {slots} slots")
        known = set(self.elements)
        if len(known) != len(self.elements) or tuple(range(slots)) not in known:
            raise ValueError(f"group {self.name!r}: an element stands twice, or the identity is missing")
        for g in self.elements:
            for h in self.elements:
                if tuple(g[i] for i in h) not in known:
                    raise ValueError(f"group {self.name!r}: {g} and {h} compose to none of its elements")

    @property
    def slots(self) -> int:
        """How many slots the group moves."""
        return len(self.elements[0])


@dataclass(frozen=True, slots=True)
class Marking:
    """Where the labels of a set's pieces stand, and which labellings are pieces.

    at: whether a slot is an edge or a corner. clockwise: slot k is the k-th of them clockwise
    from the first, seen face up; else anticlockwise. ascending: of all labellings only those
    are pieces that some turn makes to run from slot to slot without falling. names: of labels that a user drew, none if
    they are numbers.
    """

    at: Literal["edge", "corner"]
    clockwise: bool = False
    ascending: bool = False
    names: tuple[str, ...] = ()

    def place(self, slot: int, slots: int) -> int:
        """Return which edge or corner a slot is, counted anticlockwise. Its own inverse."""
        return -slot % slots if self.clockwise else slot


@dataclass(frozen=True, slots=True)
class Labelled:
    """A set that is complete under a symmetry: every labelling of some shapes, once.

    symmetry: for each shape, the named group under which two labellings are the same piece.
    labels: how many labels a slot may have; a label is 0 … labels − 1.
    marking: where the labels stand, and which labellings are pieces.
    """

    symmetry: tuple[tuple[str, SymmetryGroup], ...]
    labels: int
    marking: Marking


def act(g: Permutation, labels: Sequence[int]) -> Labels:
    """Return the labels as `g` moves them."""
    return tuple(labels[i] for i in g)


def canonical(group: SymmetryGroup, labels: Sequence[int]) -> Labels:
    """Return the least labelling of the orbit, which is all labellings of the same piece: the name of the piece."""
    return min(act(g, labels) for g in group.elements)


def cycles(g: Permutation) -> int:
    """Return the number of cycles of a permutation, fixed points included."""
    visited: set[int] = set()
    count = 0
    for start in range(len(g)):
        if start not in visited:
            count += 1
            while start not in visited:
                visited.add(start)
                start = g[start]
    return count


def orbit_count(group: SymmetryGroup, labels: int) -> int:
    """Return how many different pieces there are with so many labels (Burnside's lemma).

    Walks the group's elements and nothing else: an element with c cycles fixes labels^c
    labellings; the mean over the group is the number of orbits.
    """
    fixed = sum(math.prod([labels] * cycles(g)) for g in group.elements)
    count, rest = divmod(fixed, len(group.elements))
    if rest:
        raise ArithmeticError(f"group {group.name!r}: {fixed} fixed labellings do not divide by its order")
    return count


def is_ascending(group: SymmetryGroup, labels: Sequence[int]) -> bool:
    """Tell whether some element of the group makes the labels run without falling."""
    # a labelling that does not fall is the least of its orbit
    least = canonical(group, labels)
    return all(a <= b for a, b in zip(least, least[1:], strict=False))


def ascending_count(group: SymmetryGroup, labels: int) -> int:
    """Return how many different pieces `is_ascending` keeps, for a group of all turns.

    Each multiset of labels runs without falling in exactly one way, and no turn of that way does so too unless it is
    the same labelling: so these pieces are the multisets. Raises ValueError for another group.
    """
    if set(group.elements) != set(cyclic("", group.slots, 1).elements):
        raise ValueError(f"group {group.name!r}: the closed form is for the group of all turns")
    return math.comb(labels + group.slots - 1, group.slots)


def cyclic(name: str, slots: int, step: int) -> SymmetryGroup:
    """Return the group generated by turning the slots by `step`."""
    turns = [tuple((i + k) % slots for i in range(slots)) for k in range(0, slots, step)]
    return SymmetryGroup(name, tuple(turns))


def labellings(group: SymmetryGroup, labels: int, *, ascending: bool = False) -> tuple[Labels, ...]:
    """Return one labelling for each tile, the least of its orbit, in order: all that differ under a group.

    ascending: only tiles whose labels some turn makes to run without falling; `group` is then that of all turns.
    """
    if ascending:
        return tuple(combinations_with_replacement(range(labels), group.slots))
    candidates = product(range(labels), repeat=group.slots)
    return tuple(sorted({canonical(group, marks) for marks in candidates}))


def is_whole(labelled: Labelled, tiles: Iterable[tuple[str, Labels]]) -> bool:
    """Tell whether tiles (shape and labels, however turned) are all tiles of a set, once each.

    They are counted in closed form: a set may be larger than memory.
    """
    groups = dict(labelled.symmetry)
    found: set[tuple[str, Labels]] = set()
    for shape, marks in tiles:
        group = groups.get(shape)
        if group is None or len(marks) != group.slots or not all(0 <= mark < labelled.labels for mark in marks):
            return False
        tile = shape, canonical(group, marks)
        if tile in found or (labelled.marking.ascending and not is_ascending(group, marks)):
            return False
        found.add(tile)
    count = ascending_count if labelled.marking.ascending else orbit_count
    return len(found) == sum(count(group, labelled.labels) for group in groups.values())


def tile_id(shape: str, marks: Sequence[int]) -> str:
    """Return a tile's name, stable for good: "square-0121"; "square-0-12-1-2" where labels have several digits."""
    return f"{shape}-{('-' if any(mark > 9 for mark in marks) else '').join(map(str, marks))}"

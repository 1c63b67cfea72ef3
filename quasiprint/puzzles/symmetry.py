"""Which moves of a region, with which changes of the labels, carry every solution of a puzzle into a solution.

A move is a turn or a reflection of the lattice that carries the region onto itself. Reflected, a tile shows what
another tile of the set shows, or none does: then the reflection carries no solutions. Each symmetry is found as a
permutation of the options: the option that lies where the image lies, and shows what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from quasiprint.exact.orbit import Permutation
from quasiprint.puzzles.laying import Laid
from quasiprint.sets.choice import complement
from quasiprint.sets.placed import Placed

MOST_LABELS = 5  # that are exchanged in every way
Point = Any
Look = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One symmetry. options: option k is carried to options[k]. mirrored: whether the region is turned over. labels:
    label l becomes labels[l]."""

    options: Permutation
    mirrored: bool
    labels: tuple[int, ...]

    @property
    def relabels(self) -> bool:
        """Whether labels change."""
        return self.labels != tuple(range(len(self.labels)))


def symmetries(laid: Laid) -> tuple[Symmetry, ...]:
    """Return all symmetries of a puzzle, the identity first: a group."""
    shows = [_parts(placed) for _, placed in laid.options]
    number = {_look(part, None, None): k for k, part in enumerate(shows)}
    labels = [tuple(each) for each in _relabellings(laid)]
    found: list[Symmetry] = []
    for mirrored, move in _moves(laid):
        for change in labels:
            images = _images(laid, shows, number, move, change)
            if images is not None:
                found.append(Symmetry(images, mirrored, change))
    return tuple(found)


def _images(
    laid: Laid, shows: Sequence[Any], number: dict[Look, int], move: Callable[[Point], Point], change: Sequence[int]
) -> Permutation | None:
    """Return which option each is carried to, None if one is carried to none, or to a tile that there is more or less
    often. The options without a tile are carried along."""
    images = []
    most = laid.cover.most
    for part, (tile, _) in zip(shows, laid.options, strict=True):
        image = number.get(_look(part, move, change))
        if image is None or most[laid.options[image][0]] != most[tile]:
            return None
        images.append(image)
    idle = len(laid.options)
    return (*images, *_idle(laid, move, idle))


def _idle(laid: Laid, move: Callable[[Point], Point], first: int) -> Iterator[int]:
    place = {side: first + k for k, side in enumerate(laid.idle)}
    for side in laid.idle:
        yield place[frozenset(map(move, side))]


def _parts(placed: Placed) -> Any:
    """Return what a tile shows as (name, points and label …), so that both can be changed."""
    sides = [(side.start, side.end, side.shows) for side in placed.sides]
    marks = list(zip(placed.corners, placed.marks, strict=False))
    return placed.shape.name, sides, marks, placed.cells, placed


def _look(part: Any, move: Callable[[Point], Point] | None, change: Sequence[int] | None) -> Look:
    """Return what can be seen of a tile that is moved, and whose labels are changed."""
    name, sides, marks, cells, placed = part
    go = move or (lambda point: point)

    def new(label: int) -> int:
        return label if change is None else change[label]

    return (
        name,
        frozenset(
            (frozenset((go(a), go(b))), None if placed.shape.choice.at == "links" else tuple(map(new, shows)))
            for a, b, shows in sides
        ),
        frozenset((go(point), new(label)) for point, label in marks),
        frozenset((frozenset(map(go, corners)), new(label)) for corners, label in cells),
        _linked(placed, go, new) if placed.shape.choice.at == "links" else None,
    )


def _linked(placed: Placed, go: Callable[[Point], Point], new: Callable[[int], int]) -> object:
    """Return the links: each end by its side, and by the point from which it is counted along it."""
    where: dict[int, object] = {}
    for side in placed.sides:
        for place, end in enumerate(side.ends):
            # the first of two ends lies near the side's start; a single one lies in the middle
            near = None if len(side.ends) == 1 else go(side.start if place == 0 else side.end)
            where[end] = (frozenset((go(side.start), go(side.end))), near)
    return frozenset((frozenset((where[a], where[b])), new(label)) for a, b, label in placed.labels)


def _moves(laid: Laid) -> Iterator[tuple[bool, Callable[[Point], Point]]]:
    """Yield the moves of the lattice that carry the region onto itself, the identity first."""
    ring = [laid.lattice.lifted(point) for point in laid.puzzle.region.corners]
    sides = {(ring[k - 1], ring[k]) for k in range(len(ring))}
    for mirrored in (False, True):
        for part in range(laid.lattice.parts):

            def moved(point: Point, mirrored: bool = mirrored, part: int = part) -> Point:
                return (point.mirrored() if mirrored else point).turned(part)

            first = moved(ring[0])
            for aim in ring:
                step = aim - first

                def move(point: Point, moved: Callable[[Point], Point] = moved, step: Point = step) -> Point:
                    return moved(point) + step

                images = {(move(b), move(a)) if mirrored else (move(a), move(b)) for a, b in sides}
                if images == sides:
                    yield mirrored, move


def _relabellings(laid: Laid) -> Iterator[Sequence[int]]:
    """Yield the changes of labels that rule and border allow, the identity first. Labels that are too many to try every
    change stay as they are."""
    design, border = laid.puzzle.design, laid.puzzle.border
    labels = max(shape.choice.labels for shape in design.shapes)
    at = {shape.choice.at for shape in design.shapes}
    same = tuple(range(labels))
    if labels > MOST_LABELS or len({shape.choice.labels for shape in design.shapes}) > 1:
        yield same
        return
    for change in permutations(range(labels)):
        if border >= 0 and change[border] != border:
            continue
        if design.match == "complementary" or "profiles" in at:
            where = "profiles" if "profiles" in at else "edges"
            if any(complement(change[x], labels, where) != change[complement(x, labels, where)] for x in same):
                continue
        yield change

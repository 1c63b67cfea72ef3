"""Every way to lay a tile in a region, and what follows from it for its neighbours, as an exact cover.

Tiles of cells cover the region's cells. Of other tiles, such as rhombs, nothing is said about what they cover. It is
enough that they meet edge to edge: on each side of an edge inside the region there is a tile, or on neither, and along
the border there is one on the inner side. Then the tiles' outlines, each walked anticlockwise, add up to the border
walked once: so how often a point is covered is the same on both sides of any edge inside, and grows by one at the
border. Hence each point inside is covered once, and none outside. To walk along no edge is an option of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quasiprint.addons.designer.puzzles.cover import ONCE, Cover, Item, Option, cover
from quasiprint.addons.designer.puzzles.edges import Edges
from quasiprint.addons.designer.puzzles.puzzle import (
    ANY,
    FREE,
    Puzzle,
    Rim,
    Tile,
    cells_of,
    fits_border,
    labels_along,
    shows_inside,
)
from quasiprint.addons.designer.sets.placed import Lattice, Placed, matching_side, parallelogram, ways
from quasiprint.addons.designer.sets.polygons import BOTH
from quasiprint.addons.designer.sets.set_file import SetDesign
from quasiprint.errors import InputError
from quasiprint.exact.polygon import edges, overlap
from quasiprint.exact.zeta import integers
from quasiprint.system.progress import tell

Point = Any
MOST_OPTIONS = 200_000
MOST_COUNTED = 20_000  # each of which has a bit for every other


@dataclass(frozen=True)
class Laid:
    """A puzzle as an exact cover. options: of each that lays a tile, the tile's number and how it lies. idle: of each
    that comes after them, and lays none, the edge that no tile's side lies along. choices: all of them, as the exact
    cover takes them; needed: the items that have to be taken. fixed: the options that every solution has."""

    puzzle: Puzzle
    lattice: Lattice
    options: tuple[tuple[int, Placed], ...]
    idle: tuple[frozenset[Point], ...]
    choices: tuple[Option, ...]
    needed: tuple[Item, ...]
    fixed: frozenset[int]

    @cached_property
    def cover(self) -> Cover:
        """The exact cover, for a search of all solutions. Raises InputError for too many options."""
        if len(self.choices) > MOST_COUNTED:
            raise InputError(
                f"puzzle: found {len(self.choices):,} ways to lay a tile, allowed for --count and -o FILE.drat are up "
                f"to {MOST_COUNTED:,}: fewer tiles, or a smaller region; without either, one solution may be found"
            )
        return cover(self.choices, self.needed, [tile.copies for tile in self.puzzle.tiles])

    def tiles_of(self, solution: Sequence[int]) -> tuple[tuple[Tile, Placed], ...]:
        """Return the tiles of a solution, those that lie lowest first."""
        laid = [self.options[option] for option in sorted(solution) if option < len(self.options)]
        return tuple((self.puzzle.tiles[tile], placed) for tile, placed in laid)


def exact_cover(
    puzzle: Puzzle,
    arrangement: Iterable[tuple[Point, ...]] = (),
    part: Collection[frozenset[Point]] = (),
    kinds: Collection[int] = (),
) -> Laid:
    """Return a puzzle as an exact cover. arrangement: the corners of each tile, if it is known where they lie, and
    which of them lies there is asked. part: of the region's cells, if no others are covered. kinds: of tiles, if no
    others lie there. Raises InputError for one that is too large, or cannot be said so, and for a
    fixed tile that can never lie where it is to lie."""
    _refuse(puzzle)
    lattice, rim = puzzle.lattice, puzzle.rim
    given = {(lying.kind, lying.placed.looks): k for k, lying in enumerate(puzzle.fixed)}
    # a tile that there is once, and that is fixed, lies nowhere else
    alone = {lying.kind for lying in puzzle.fixed if puzzle.tiles[lying.kind].copies == 1}
    found: list[tuple[int, Placed]] = []
    scarce = puzzle.border_takes_all
    if not part:
        tell("looking for all ways to lay a tile in the region …")
    places = _places(puzzle, lattice, tuple(arrangement), part)
    for number in kinds or range(len(puzzle.tiles)):
        tile = puzzle.tiles[number]
        seen = set()
        for way in ways(tile.shape, tile.labels, lattice):
            low = min(way.corners, key=integers)
            for place in places.of(way.translate(-low)):
                if not fits_border(puzzle, place, rim) or (scarce and shows_inside(puzzle, place, rim)):
                    continue
                there = (number, place.looks)
                if there not in seen and (number not in alone or there in given):
                    seen.add(there)
                    found.append((number, place))
        if len(found) > MOST_OPTIONS:
            raise InputError(
                f"puzzle: found more than {MOST_OPTIONS:,} ways to lay a tile in the region, allowed are up to so "
                "many: fewer tiles, or a smaller region"
            )
    # in the order of the region, so that solutions are told in it, and neighbours stand side by side in a word
    found.sort(key=lambda each: (min(map(integers, each[1].corners)), each[0]))
    if not part:
        tell("what each of them excludes …")
    twins = _twins(puzzle.design, found)
    fixed = {k: given[each] for k, (number, placed) in enumerate(found) if (each := (number, placed.looks)) in given}
    for k in set(range(len(puzzle.fixed))) - set(fixed.values()):
        lying = puzzle.fixed[k]
        raise InputError(f"{lying.option}: found {lying.said!r}, allowed is a place in the region")
    options = [
        Option(
            places.takes(placed) + _own(puzzle, number) + ((("fixed", fixed[k]),) if k in fixed else ()),
            (*_colours(puzzle, placed, rim), *twins.get(frozenset(placed.corners), ())),
            number,
        )
        for k, (number, placed) in enumerate(found)
    ]
    needed: list[Item] = [*places.all, *(item for k in range(len(puzzle.tiles)) for item in _own(puzzle, k))]
    needed += [("fixed", k) for k in fixed.values()]
    idle = tuple(frozenset(option.needed[0][1:]) for option in places.idle)  # type: ignore[index]
    choices = tuple(options + places.idle)
    return Laid(puzzle, lattice, tuple(found), idle, choices, tuple(needed), frozenset(fixed))


def _own(puzzle: Puzzle, number: int) -> tuple[Item, ...]:
    """Return what a tile takes of itself: a tile that there is once, and that has to be used, is needed."""
    return (("tile", number),) if puzzle.whole and puzzle.tiles[number].copies == 1 else ()


def _refuse(puzzle: Puzzle) -> None:
    at = {shape.choice.at for shape in puzzle.design.shapes}
    if puzzle.border != FREE and not at <= {"edges", "corners", "profiles"}:
        raise InputError(f"--border: found labels at {' and '.join(sorted(at))}, allowed are edges, corners, profiles")
    if puzzle.design.match == "complementary" and at & {"corners", BOTH}:
        raise InputError('puzzle: found complementary labels at corners, allowed is match = "equal" there')


def _places(
    puzzle: Puzzle, lattice: Lattice, arrangement: Sequence[tuple[Point, ...]], part: Collection[frozenset[Point]]
) -> _Cells | Edges | _Known:
    if arrangement:
        return _Known(arrangement)
    if not puzzle.region.cells:
        return Edges(puzzle)
    return _Cells(part or (frozenset(map(lattice.lift, cell)) for cell in puzzle.region.cells), lattice)


class _Known:
    """An arrangement: each of its places has to be taken, and there are no others."""

    def __init__(self, arrangement: Iterable[tuple[Point, ...]]) -> None:
        self.idle: list[Option] = []
        self.all: list[Item] = []
        self._steps: dict[frozenset[Point], list[Point]] = {}
        for corners in arrangement:
            self.all.append(("place", frozenset(corners)))
            low = min(corners, key=integers)
            self._steps.setdefault(frozenset(corner - low for corner in corners), []).append(low)

    def of(self, tile: Placed) -> Iterator[Placed]:
        """Yield a tile laid the same way up in each place of its form."""
        low = min(tile.corners, key=integers)
        for step in self._steps.get(frozenset(corner - low for corner in tile.corners), ()):
            yield tile.translate(step - low)

    def takes(self, tile: Placed) -> tuple[Item, ...]:
        return (("place", frozenset(tile.corners)),)


class _Cells:
    """The region, or a part of it, as cells, each of which has to be covered."""

    def __init__(self, cells: Iterable[frozenset[Point]], lattice: Lattice) -> None:
        self._lattice = lattice
        self.all = list(cells)
        self._known = frozenset(self.all)
        self.idle: list[Option] = []

    def of(self, tile: Placed) -> Iterator[Placed]:
        """Yield a tile laid the same way up wherever it covers cells of the region alone."""
        cells = cells_of(tile, self._lattice)
        steps: dict[Point, None] = {}
        for there in self.all:
            low, own = min(there, key=integers), min(cells[0], key=integers)
            steps[low - own] = None
        for step in steps:
            if all(frozenset(point + step for point in cell) in self._known for cell in cells):
                yield tile.translate(step)

    def takes(self, tile: Placed) -> tuple[Item, ...]:
        return cells_of(tile, self._lattice)


def _colours(puzzle: Puzzle, tile: Placed, rim: Rim) -> Iterator[tuple[Item, int]]:
    """Yield what a tile shows to others: an item for each edge inside, or for each of its corners."""
    design, choice = puzzle.design, tile.shape.choice
    if puzzle.border == ANY:
        yield from dict.fromkeys((("border",), label) for label in labels_along(tile, rim))
    cells = {side: label for corners, label in tile.cells for side in edges(corners)}
    for side in tile.sides:
        start, end = side.start, side.end
        shows = (cells[start, end],) if cells else side.shows
        if not shows or (start, end) in rim:
            continue
        first = integers(start) < integers(end)
        if design.match or choice.at == "profiles":
            shown = shows if first else matching_side(shows, design.match, choice.labels, choice.at)
            yield ("edge", side.key), _number(shown, choice.labels)
        along = shows if first else shows[::-1]
        yield from _bars(design, [(side.key, place, not first) for place in range(len(along))], along)
    for point, label in zip(tile.corners, tile.marks, strict=False):
        if design.match:
            yield ("corner", point), label
        for low, high in design.barred:
            # of two labels that may not meet, one alone stands at a point; one that may not meet itself stands once
            if label in (low, high):
                yield ("barred", point, low, high), ONCE if low == high else label


def _bars(design: SetDesign, places: Sequence[tuple[Item, ...]], along: Sequence[int]) -> Iterator[tuple[Item, int]]:
    """Yield what keeps apart labels that may not meet: who shows one of them on one side of an edge, and who shows the
    other on the other side, take the same item in different colours."""
    for (key, place, after), label in zip(places, along, strict=True):
        for low, high in design.barred:
            for one, two in {(low, high), (high, low)}:
                if label == (two if after else one):
                    yield ("barred", key, place, one, two), int(bool(after))


def _twins(design: SetDesign, found: Sequence[tuple[int, Placed]]) -> dict[frozenset[Point], list[tuple[Item, int]]]:
    """Return for each place, by its corners, what keeps a tile there from forming a parallelogram with another: both
    take it, and so one of them alone can."""
    twins: dict[frozenset[Point], list[tuple[Item, int]]] = {}
    if design.parallelograms:
        return twins
    at: dict[frozenset[Point], list[Placed]] = {}
    forms: dict[frozenset[Point], tuple[frozenset[Point], Point]] = {}
    for tile in {frozenset(tile.corners): tile for _, tile in found}.values():
        low = min(tile.corners, key=integers)
        forms[frozenset(tile.corners)] = frozenset(corner - low for corner in tile.corners), low
        for side in tile.sides:
            at.setdefault(side.key, []).append(tile)
    known: dict[object, bool] = {}  # what two tiles form depends on how one lies to the other
    for tiles in at.values():
        for k, one in enumerate(tiles):
            for two in tiles[:k]:
                pair = frozenset(one.corners), frozenset(two.corners)
                (form, low), (other, there) = forms[pair[0]], forms[pair[1]]
                relation = form, other, there - low
                if relation not in known:
                    known[relation] = not overlap(one.corners, two.corners) and parallelogram(one, two)
                if known[relation]:
                    for place in pair:
                        twins.setdefault(place, []).append((("twins", frozenset(pair)), ONCE))
    return twins


def _number(shown: Sequence[int], labels: int) -> int:
    """Return a number for what an edge shows."""
    number = 0
    for label in shown:
        number = number * labels + label
    return number

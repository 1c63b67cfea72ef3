"""Every way to lay a tile in a region, and what follows from it for its neighbours, as an exact cover.

Tiles of cells cover the region's cells. Of other tiles, such as rhombs, nothing is said about what they cover. It is
enough that they meet edge to edge: on each side of an edge inside the region there is a tile, or on neither, and along
the border there is one on the inner side. Then the tiles' outlines, each walked anticlockwise, add up to the border
walked once: so how often a point is covered is the same on both sides of any edge inside, and grows by one at the
border. Hence each point inside is covered once, and none outside. To walk along no edge is an option of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from quasiprint.exact.polygon import area_sign, between, is_convex, orientation, overlap
from quasiprint.model.errors import InputError
from quasiprint.search.puzzles.cover import ONCE, Cover, Item, Option, cover
from quasiprint.search.puzzles.puzzle import (
    ANY,
    FREE,
    Puzzle,
    Rim,
    Tile,
    cells_of,
    fits_border,
    labels_along,
    shows_inside,
    sides_of,
)
from quasiprint.sets.placed import Lattice, Placed, integers, lay, matching_side, parallelogram, ways
from quasiprint.sets.polygons import BOTH
from quasiprint.sets.regions import winding
from quasiprint.sets.set_file import TWO_SIDED, SetDesign
from quasiprint.telling import tell
from quasiprint.values import dataclass

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
                f"to {MOST_COUNTED:,}: fewer tiles, or a smaller region; one solution may be found with neither"
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
) -> _Cells | _Edges | _Known:
    if arrangement:
        return _Known(arrangement)
    if not puzzle.region.cells:
        return _Edges(puzzle, lattice)
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


class _Edges:
    """The region as its border: every side inside has a tile on both its sides, or on neither."""

    def __init__(self, puzzle: Puzzle, lattice: Lattice) -> None:
        self._rings = [[lattice.lift(point) for point in ring] for ring in puzzle.region.rings]
        self._sides = [side for ring in self._rings for side in sides_of(ring)]
        self._rim = set(self._sides)
        self._convex = len(self._rings) == 1 and is_convex(self._rings[0])
        self._is_outside: dict[Point, bool] = {}
        forms: dict[frozenset[Point], tuple[Point, ...]] = {}
        for shape in {tile.shape.name: tile.shape for tile in puzzle.tiles}.values():
            first = next(tile for tile in puzzle.tiles if tile.shape.name == shape.name)
            for flipped in (False, True) if shape.symmetry == TWO_SIDED else (False,):
                for turn in range(1 if shape.symmetry == "none" else lattice.parts):
                    corners = lay(shape, first.labels, lattice, None, turn, flipped).corners
                    low = min(corners, key=integers)
                    moved = tuple(corner - low for corner in corners)
                    forms.setdefault(frozenset(moved), moved)
        self._steps = self._reachable_places(list(forms.values()), lattice)
        sides = {side for form, steps in self._steps.items() for step in steps for side in sides_of(forms[form], step)}
        inner = {frozenset(side) for side in sides} - {frozenset(side) for side in self._rim}
        self.all: list[Item] = [("side", *side) for side in self._sides]
        self.idle: list[Option] = []
        for a, b in sorted((sorted(side, key=integers) for side in inner), key=lambda side: list(map(integers, side))):
            both: tuple[Item, ...] = (("side", a, b), ("side", b, a))
            self.all += both
            self.idle.append(Option(both))

    def of(self, tile: Placed) -> Iterator[Placed]:
        """Yield a tile laid the same way up wherever it can be reached from the border."""
        low = min(tile.corners, key=integers)
        for step in self._steps.get(frozenset(corner - low for corner in tile.corners), ()):
            yield tile.translate(step - low)

    def takes(self, tile: Placed) -> tuple[Item, ...]:
        return tuple(("side", side.start, side.end) for side in tile.sides)

    def _reachable_places(
        self, forms: list[tuple[Point, ...]], lattice: Lattice
    ) -> dict[frozenset[Point], list[Point]]:
        """Return for each form, by its corners, where it may lie: what can be reached from the border by edges.

        Where points lie densely, there would be no end of it. There each edge goes one of some ways, to and fro, and
        how often each way was gone cannot be more or less, anywhere in a tiling, than somewhere on the border: tiles
        have opposite sides alike, and a row of tiles across such sides ends at the border, at both its ends.
        """
        dense = lattice.size > 2
        ways_gone = _directions(forms) if dense else {}
        zero = (0,) * len(ways_gone)
        gone = [zero]
        for a, b in self._sides:
            gone.append(_further(gone[-1], ways_gone, b - a) if dense else zero)
        if dense and any(area_sign(ring) < 0 for ring in self._rings):
            # how often ways are gone from the outer border to that of a hole, only a tiling says
            raise InputError("--region: found a hole, allowed on a dense lattice are regions without holes")
        low, high = [min(each) for each in zip(*gone, strict=True)], [max(each) for each in zip(*gone, strict=True)]
        waiting = [(a, b, at) for (a, b), at in zip(self._sides, gone, strict=False)]
        seen = set(waiting)
        found: dict[frozenset[Point], dict[Point, None]] = {}
        while waiting:
            a, b, at = waiting.pop()
            for form in forms:
                n = len(form)
                for k in range(n):
                    step = a - form[k]
                    if form[(k + 1) % n] + step != b:
                        continue
                    corners = [form[(k + j) % n] + step for j in range(n)]
                    lifts = [at]
                    for p, q in sides_of(corners)[:-1]:
                        lifts.append(_further(lifts[-1], ways_gone, q - p) if dense else zero)
                    if not all(lo <= x <= hi for lift in lifts for lo, x, hi in zip(low, lift, high, strict=True)):
                        continue
                    if not self._inside(corners):
                        continue
                    found.setdefault(frozenset(form), {})[step] = None
                    for (p, q), lift in zip(sides_of(corners), [*lifts[1:], at], strict=True):
                        new = (q, p, lift)
                        if new not in seen and (p, q) not in self._rim:
                            seen.add(new)
                            waiting.append(new)
        return {form: sorted(steps, key=integers) for form, steps in found.items()}

    def _inside(self, corners: Sequence[Point]) -> bool:
        """Tell whether a tile may lie inside, by its corners: what crosses the border finds no neighbours."""
        if any((b, a) in self._rim for a, b in sides_of(corners)):
            return False
        return not any(map(self._outside, corners))

    def _outside(self, point: Point) -> bool:
        if point not in self._is_outside:
            if self._convex:
                outside = any(orientation(a, b, point) < 0 for a, b in self._sides)
            else:
                on = any(between(point, a, b) for a, b in self._sides)
                outside = not on and winding(point, self._sides, type(point)(1)) == 0
            self._is_outside[point] = outside
        return self._is_outside[point]


def _directions(forms: Sequence[Sequence[Point]]) -> dict[Point, tuple[int, int]]:
    """Return the ways that edges go: the number of each, and whether it is gone to (1) or fro (−1). Raises InputError
    for a form whose opposite edges are not alike."""
    found: dict[Point, tuple[int, int]] = {}
    for form in forms:
        steps = [b - a for a, b in sides_of(form)]
        half = len(steps) // 2
        if len(steps) % 2 or any(steps[k] != -steps[k + half] for k in range(half)):
            raise InputError(
                "puzzle: found tiles on a dense lattice whose opposite edges differ, allowed there are rhombs and "
                "others with opposite edges alike"
            )
        for step in steps:
            if step not in found:
                found[step], found[-step] = (len(found) // 2, 1), (len(found) // 2, -1)
    return found


def _further(gone: tuple[int, ...], ways_gone: Mapping[Point, tuple[int, int]], step: Point) -> tuple[int, ...]:
    if step not in ways_gone:
        raise InputError(
            "--region: found a side along which no tile can lie, allowed are sides like those of the tiles"
        )
    number, sign = ways_gone[step]
    return (*gone[:number], gone[number] + sign, *gone[number + 1 :])


def _colours(puzzle: Puzzle, tile: Placed, rim: Rim) -> Iterator[tuple[Item, int]]:
    """Yield what a tile shows to others: an item for each edge inside, or for each of its corners."""
    design, choice = puzzle.design, tile.shape.choice
    if puzzle.border == ANY:
        yield from dict.fromkeys((("border",), label) for label in labels_along(tile, rim))
    cells = {side: label for corners, label in tile.cells for side in sides_of(corners)}
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

"""A puzzle: a region, the tiles that fill it, the labels along its border, fixed tiles, open cells, and when a search
for its solutions is to end; and every way to lay a tile in it, as an exact cover with colours (Knuth, The Art of
Computer Programming 4B, 7.2.2.1).

An option is one way to lay one tile. It takes items. A *needed* item, such as a cell, is taken by exactly one option of
a solution. Any other item may be taken by several options, but these have to agree about its colour: two tiles about
the label on their common edge. An item taken without a colour is taken once. So whether two options exclude each other
shows from them alone, and nothing more has to be known but how often a kind of tile may be laid.

A region without cells is its border. Where points lie densely, as on tenths of a turn, each edge goes one of some ways,
to and fro, and a point is so many steps along each. Tiles have opposite sides alike there, and a row of tiles across
such sides ends at the border, at both its ends. So along no way does a tiling go farther than its border. In the plane
of two ways' steps, a rhomb of these two has an area of 1 and any other none. So the area that the border runs around
there says how many such rhombs there are, wherever they lie.

Tiles of cells cover the region's cells. Of other tiles, such as rhombs, nothing is said about what they cover. It is
enough that they meet edge to edge: on each side of an edge inside the region there is a tile, or on neither, and along
the border there is one on the inner side. Then the tiles' outlines, each walked anticlockwise, add up to the border
walked once: so how often a point is covered is the same on both sides of any edge inside, and grows by one at the
border. Hence each point inside is covered once, and none outside. To walk along no edge is an option of its own.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import accumulate, combinations, pairwise, starmap
from operator import add, sub
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.placed import (
    Lattice,
    Placed,
    common,
    lay,
    matching_side,
    parallelogram,
    turnings,
    ways,
)
from quasiprint.addons.designer.sets.polygons import BOTH, Outline
from quasiprint.addons.designer.sets.schema import winding
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape
from quasiprint.errors import InputError
from quasiprint.exact.polygon import area_sign, between, edges, overlap
from quasiprint.exact.zeta import integers
from quasiprint.model.face import area as area_of
from quasiprint.system import interruption
from quasiprint.system.progress import tell

Point = Any
Rim = frozenset[tuple[Point, Point]]  # the region's sides
FREE, ANY = -2, -1  # of a border: no rule; one label all round, whichever


class Undecided(Exception):
    """The time, or the steps, are used up before it is known. found: solutions that were counted until then."""

    found = 0


class Clock:
    """When a search is to end. seconds: from now; None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = math.inf if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, below 0 if the time is used up."""
        return self._end - time.monotonic()

    def look(self) -> None:
        """Hear signals. Raises Undecided if the time is used up."""
        interruption.check()
        if self.left < 0:
            raise Undecided


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile that a puzzle may use. copies: how many of it there are."""

    name: str
    shape: Shape
    labels: Labelling
    copies: int


@dataclass(frozen=True, slots=True)
class FixedTile:
    """A tile that lies somewhere. option: the one that named it; messages begin with it. text: how its user wrote
    it. kind: the tile's number in the puzzle."""

    option: str
    text: str
    kind: int
    placed: Placed


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A region to be filled. border: the label all round, ANY or FREE. whole: whether every tile has to be used, each
    copy. fixed: tiles that lie so in every solution. bare: cells that stay open. open: how many others do. clock: by
    which searches for its solutions end."""

    design: SetDesign
    tiles: tuple[Tile, ...]
    region: Outline
    border: int = FREE
    whole: bool = False
    fixed: tuple[FixedTile, ...] = ()
    bare: frozenset[frozenset[Point]] = frozenset()
    open: int = 0
    clock: Clock = field(default_factory=Clock, compare=False)

    @property
    def cells(self) -> list[frozenset[Point]]:
        """The cells of the region that tiles may cover."""
        lift = self.lattice.lift
        lifted = (frozenset(map(lift, cell)) for cell in self.region.cells)
        return [cell for cell in lifted if cell not in self.bare]

    @property
    def lattice(self) -> Lattice:
        """The lattice of its tiles and its region."""
        return common([*(shape.outline for shape in self.design.shapes), self.region])

    @property
    def rim(self) -> Rim:
        """The sides of the region."""
        lift = self.lattice.lift
        return frozenset((lift(a), lift(b)) for a, b in self.region.sides)


def fits_border(puzzle: Puzzle, tile: Placed, rim: Rim) -> bool:
    """Tell whether a tile shows what it has to along the border."""
    along = set(labels_along(tile, rim))
    return puzzle.border == FREE or along <= {puzzle.border} or (puzzle.border == ANY and len(along) == 1)


def labels_along(tile: Placed, rim: Rim) -> Iterator[int]:
    """Yield the labels that a tile shows along the border."""
    for side in tile.sides:
        if (side.start, side.end) in rim:
            yield from side.shows
    if tile.marks:
        on = {point for side in rim for point in side}
        yield from (label for point, label in zip(tile.corners, tile.marks, strict=True) if point in on)


def cells_of(tile: Placed) -> tuple[frozenset[Point], ...]:
    """Return the cells that a tile covers."""
    return tuple(map(frozenset, tile.cells))


def size(corners: tuple[Any, ...]) -> float:
    """Return the area of a polygon with exact corners, anticlockwise, in squares of an edge."""
    return area_of(tuple(corner.to_xy() for corner in corners))


Item = Hashable
ONCE = -1  # the colour of an item that is taken by one option alone


@dataclass(frozen=True, slots=True)
class Option:
    """One way to lay a tile. needed: items that have to be taken. other: items and their colours. kind: which tile, or
    behind the last tile for a cell that stays open; −1 for an option that is neither."""

    needed: tuple[Item, ...]
    other: tuple[tuple[Item, int], ...] = ()
    kind: int = -1

    def agrees(self, shown: Mapping[Item, int]) -> bool:
        """Tell whether it may be taken beside options that take items in these colours."""
        return all(colour != ONCE and shown[item] == colour for item, colour in self.other if item in shown)


Form = frozenset[Any]  # a tile's corners, the lowest of them at 0
Vector = tuple[int, ...]


def form_of(corners: Sequence[Point]) -> tuple[Form, Point]:
    """Return the form of a tile with these corners, and the lowest of them."""
    low = min(corners, key=integers)
    return frozenset(corner - low for corner in corners), low


class Border:
    """The border of a puzzle's region, and the forms of its tiles, by their steps along each way."""

    def __init__(self, puzzle: Puzzle) -> None:
        lattice = puzzle.lattice
        self.rings = [[lattice.lift(point) for point in ring] for ring in puzzle.region.rings]
        self.forms: dict[Form, tuple[Point, ...]] = {}
        self._copies = Counter[str]()
        self._shapes: dict[Form, dict[str, None]] = {}
        for tile in puzzle.tiles:
            self._copies[tile.shape.name] += tile.copies
        for tile in {tile.shape.name: tile for tile in puzzle.tiles}.values():
            shape = tile.shape
            for turn, flipped in turnings(shape, lattice):
                corners = lay(shape, tile.labels, lattice, None, turn, flipped).corners
                form, low = form_of(corners)
                self.forms.setdefault(form, tuple(corner - low for corner in corners))
                self._shapes.setdefault(form, {})[shape.name] = None
        self.dense = lattice.size > 2
        self.ways: dict[Point, int] = {}  # to 2k, fro 2k + 1
        for corners in self.forms.values():
            steps = [b - a for a, b in edges(corners)]
            half = len(steps) // 2
            if self.dense and (len(steps) % 2 or any(steps[k] != -steps[k + half] for k in range(half))):
                raise InputError(
                    "puzzle: found tiles whose opposite edges differ, allowed on tenths, eighths and twelfths of a "
                    "turn are tiles with opposite edges alike, such as rhombs"
                )
            for step in steps:
                if step not in self.ways:
                    self.ways[step], self.ways[-step] = len(self.ways), len(self.ways) + 1
        if self.dense and any(b - a not in self.ways for ring in self.rings for a, b in edges(ring)):
            raise InputError(
                "--region: found a side along which no tile can lie, allowed are sides like those of the tiles"
            )

    def gone(self, ring: Sequence[Point]) -> list[Vector]:
        """Return where the corners of a ring lie, in steps along each way, and last where it comes back to: at its
        first corner if it closes along each way, too. On a lattice that is not dense, steps are its integers."""
        if not self.dense:
            return [integers(point) for point in (*ring, ring[0])]
        ways, number = [self.ways[b - a] for a, b in edges(ring)], range(len(self.ways) // 2)
        steps = (tuple((k == way // 2) * (1 - way % 2 * 2) for k in number) for way in ways)
        return list(accumulate(steps, further, initial=(0,) * len(number)))

    def why_none(self) -> str:
        """Return why the tiles cannot fill the region, as far as its outline says that; "" if it does not."""
        if not self.dense:
            return ""
        around = [self.gone(ring) for ring in self.rings]
        open_ = [path[-1] for path in around if any(path[-1])]
        if open_:
            odd = len(self.rings) == 1 or any(map(sum, zip(*open_, strict=True)))
            return "its outline goes along an edge one way more often than back" if odd else ""
        needed = Counter[tuple[int, int]]()
        for path in around:
            needed.update(_swept(path))
        kinds: dict[tuple[int, int], tuple[int, str]] = {}
        for form, corners in self.forms.items():
            area = _swept(self.gone(corners))
            if len(area) > 1:
                return ""  # other than rhombs: only a search says
            kinds.update((pair, (number, " or ".join(self._shapes[form]))) for pair, number in area.items())
        found = dict.fromkeys((name for _, name in kinds.values()), 0)
        for pair, swept in needed.items():
            if not swept:
                continue
            turn, name = kinds.get(pair, (1, ""))
            if not name or swept // turn < 0:
                return "along its outline, edges go in an order in which no tiles can lie between them"
            found[name] += swept // turn
        have = [sum(self._copies[each] for each in name.split(" or ")) for name in found]
        if all(times <= there for times, there in zip(found.values(), have, strict=True)):
            return ""
        text = " and ".join(f"{times} {name}" for name, times in found.items())
        return f"its outline needs {text}, there are {' and '.join(map(str, have))}"


class Places:
    """Where tiles may lie: an arrangement, each of whose places has to be taken. all: items, each of which has to be
    taken; idle: options that take some and lay no tile."""

    def __init__(self, arrangement: Iterable[tuple[Point, ...]] = ()) -> None:
        self.all: list[Item] = []
        self.idle: dict[frozenset[Point], Option] = {}
        self._steps: dict[Form, list[Point]] = {}
        for corners in arrangement:
            self.all.append(("place", frozenset(corners)))
            form, low = form_of(corners)
            self._steps.setdefault(form, []).append(low)

    def of(self, tile: Placed) -> Iterator[Placed]:
        """Yield a tile laid the same way up in each place of its form."""
        form, low = form_of(tile.corners)
        return (tile.translate(step - low) for step in self._steps.get(form, ()))

    def takes(self, tile: Placed) -> tuple[Item, ...]:
        """Return what a tile takes: its place."""
        return (("place", frozenset(tile.corners)),)


class Cells(Places):
    """Cells of a region, each to be covered. open_kind: of what lies in a cell that stays open; None if none does."""

    def __init__(self, cells: Iterable[frozenset[Point]], open_kind: int | None) -> None:
        super().__init__()
        cells = list(cells)
        self.all, self._known = [*cells], frozenset(cells)
        self._corners = dict.fromkeys(min(cell, key=integers) for cell in cells)
        if open_kind is not None:
            self.idle = {cell: Option((cell,), (), open_kind) for cell in cells}

    def of(self, tile: Placed) -> Iterator[Placed]:
        """Yield a tile laid the same way up wherever it covers cells of the region alone."""
        cells = cells_of(tile)
        anchor = min(cells[0], key=integers)
        for corner in self._corners:
            step = corner - anchor
            if all(frozenset(point + step for point in cell) in self._known for cell in cells):
                yield tile.translate(step)

    def takes(self, tile: Placed) -> tuple[Item, ...]:
        """Return the cells that a tile takes."""
        return cells_of(tile)


class Edges(Places):
    """A region without cells: every side inside has a tile on both its sides, or on neither."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self._border, self._clock = Border(puzzle), puzzle.clock
        self._sides = dict.fromkeys(side for ring in self._border.rings for side in edges(ring))
        self._is_outside = dict.fromkeys((point for point, _ in self._sides), False)
        self._steps = self._reachable_places()
        rim = set(map(frozenset, self._sides))
        forms = self._border.forms
        sides = {
            side
            for form, steps in self._steps.items()
            for step in steps
            for side in edges([corner + step for corner in forms[form]])
        }
        inner = {frozenset(side) for side in sides} - rim
        self.all += [("side", *side) for side in self._sides]
        for a, b in sorted((sorted(side, key=integers) for side in inner), key=lambda side: list(map(integers, side))):
            both: tuple[Item, ...] = (("side", a, b), ("side", b, a))
            self.all += both
            self.idle[frozenset((a, b))] = Option(both)

    def takes(self, tile: Placed) -> tuple[Item, ...]:
        """Return the sides of edges that a tile takes."""
        return tuple(("side", side.start, side.end) for side in tile.sides)

    def _reachable_places(self) -> dict[Form, list[Point]]:
        """Return for each form, by its corners, its possible places: what can be reached from the border by edges.

        Where points lie densely, there would be no end of it, but for the steps along each way. How many there are from
        the outer border to that of a hole, only a tiling says. But along each way a row that begins at one border ends
        at another, or at the same: so what borders reach hangs together, and is no longer than all of them in a line.
        """
        border = self._border
        around = [border.gone(ring) for ring in border.rings]
        outer = [area_sign(ring) > 0 for ring in border.rings]
        more = (0,) * len(around[0][0])
        for path, is_outer in zip(around, outer, strict=True):
            if border.dense and not is_outer:
                more = further(more, tuple(max(each) - min(each) for each in zip(*path, strict=True)))
        if any(more) and any(path[0] != path[-1] for path in around):
            raise InputError(
                "--region: found a hole around which edges go one way more often than back, allowed with such tiles "
                "are holes around which they go to and fro alike"
            )
        found: dict[Form, set[Point]] = {form: set() for form in border.forms}
        for ring, path, is_outer in zip(border.rings, around, outer, strict=True):
            if is_outer:
                self._walk(ring, path, more, found)
        return {form: sorted(steps, key=integers) for form, steps in found.items()}

    def _walk(self, ring: Sequence[Point], path: Sequence[Vector], more: Vector, found: dict[Form, set[Point]]) -> None:
        """Find the places that are reached from a ring. more: how much farther tiles go along each way."""
        low = [min(each) - by for each, by in zip(zip(*path, strict=True), more, strict=True)]
        high = [max(each) + by for each, by in zip(zip(*path, strict=True), more, strict=True)]

        def beyond(point: Point, at: Vector) -> bool:
            return not all(lo <= x <= hi for lo, x, hi in zip(low, at, high, strict=True)) or self._outside(point)

        ways = self._border.ways
        starts = zip(edges(ring), path, strict=False)
        waiting = [(point, at, ways[to - point]) for (point, to), at in starts if to - point in ways]
        visited, places = {(at, way) for _, at, way in waiting}, set()
        while waiting:
            point, at, way = waiting.pop()
            self._clock.look()
            for form, lowest, corners in self._along[way]:
                place = form, further(at, corners[lowest][1])
                if place in places:
                    continue
                there = [(point + step, further(at, along)) for step, along in corners]
                sides = edges([corner for corner, _ in there])
                if any(starmap(beyond, there)) or any((b, a) in self._sides for a, b in sides):
                    continue  # what crosses the border finds no neighbours
                places.add(place)
                found[form].add(there[lowest][0])
                for (a, b), (_, beside) in zip(sides, there[1:] + there[:1], strict=True):
                    back = ways[a - b]
                    if (a, b) not in self._sides and (beside, back) not in visited:
                        visited.add((beside, back))
                        waiting.append((b, beside, back))

    @cached_property
    def _along(self) -> list[list[tuple[Form, int, list[tuple[Point, Vector]]]]]:
        """For each way the forms with a side there: the number of the lowest corner, and for each corner how far it is
        from where the side begins, and that along each way."""
        found: list[list[tuple[Form, int, list[tuple[Point, Vector]]]]] = [[] for _ in self._border.ways]
        for form, corners in self._border.forms.items():
            for k in range(len(corners)):
                ring = corners[k:] + corners[:k]
                first, *_ = path = self._border.gone(ring)
                items = [(point - ring[0], tuple(map(sub, path[j], first))) for j, point in enumerate(ring)]
                lowest = min(range(len(ring)), key=lambda j: integers(ring[j]))
                found[self._border.ways[ring[1] - ring[0]]].append((form, lowest, items))
        return found

    def _outside(self, point: Point) -> bool:
        """Tell whether a point lies neither inside nor on a side."""
        if point not in self._is_outside:  # it may be reached in several ways
            on = any(between(point, a, b) for a, b in self._sides)
            self._is_outside[point] = not on and winding(point, self._sides, type(point)(1)) == 0
        return self._is_outside[point]


def further(at: Vector, step: Vector) -> Vector:
    """Return where a step leads."""
    return tuple(map(add, at, step))


def _swept(path: Sequence[Vector]) -> dict[tuple[int, int], int]:
    """Return twice what a path around sweeps in the plane of each two ways, where that is not 0."""
    found = Counter[tuple[int, int]]()
    for a, b in pairwise(path):
        for j, k in combinations(range(len(a)), 2):
            found[j, k] += a[j] * b[k] - a[k] * b[j]
    return {pair: swept for pair, swept in found.items() if swept}


MOST_OPTIONS = 200_000
Takers = dict[Item, list[int]]


@dataclass(frozen=True)
class CoverProblem:
    """A puzzle as an exact cover. options: of each that lays a tile, the tile's number and how it lies. idle: of each
    that comes after them, and lays none, the edge that no tile's side lies along, or the cell that stays open. choices:
    all of them, as the exact cover takes them; needed: the items that have to be taken. fixed: the options that every
    solution has."""

    puzzle: Puzzle
    options: tuple[tuple[int, Placed], ...]
    idle: tuple[frozenset[Point], ...]
    choices: tuple[Option, ...]
    needed: tuple[Item, ...]
    fixed: frozenset[int]

    @property
    def copies(self) -> tuple[int, ...]:
        """How often each kind may be laid, and last how many cells stay open."""
        return (*(tile.copies for tile in self.puzzle.tiles), self.puzzle.open)

    def grouped(self, order: Iterable[int]) -> tuple[Takers, dict[Item, dict[int, list[int]]], dict[int, list[int]]]:
        """Return choices in an order: that take each needed item; each other, by colour; and of each kind."""
        takers: Takers = {item: [] for item in self.needed}
        coloured: dict[Item, dict[int, list[int]]] = {}
        kinds: dict[int, list[int]] = {}
        for k in order:
            option = self.choices[k]
            for item in option.needed:
                takers[item].append(k)
            for item, colour in option.other:
                coloured.setdefault(item, {}).setdefault(colour, []).append(k)
            if option.kind >= 0:
                kinds.setdefault(option.kind, []).append(k)
        return takers, coloured, kinds

    def part(self, choices: Iterable[Option], needed: Iterable[Item], used: Mapping[int, int]) -> CoverProblem:
        """Return the exact cover of some items by some options. used: of each kind, how many lie elsewhere."""
        tiles = tuple(replace(tile, copies=tile.copies - used.get(k, 0)) for k, tile in enumerate(self.puzzle.tiles))
        return replace(self, puzzle=replace(self.puzzle, tiles=tiles), choices=tuple(choices), needed=tuple(needed))

    def tiles_of(self, solution: Sequence[int]) -> tuple[tuple[Tile, Placed], ...]:
        """Return the tiles of a solution, those that lie lowest first."""
        options = [self.options[option] for option in sorted(solution) if option < len(self.options)]
        return tuple((self.puzzle.tiles[tile], placed) for tile, placed in options)


def exact_cover(
    puzzle: Puzzle,
    arrangement: Iterable[tuple[Point, ...]] = (),
    part: Collection[frozenset[Point]] = (),
    kinds: Collection[int] = (),
) -> CoverProblem:
    """Return a puzzle as an exact cover. arrangement: the corners of each tile, if it is known where they lie, and
    which of them lies there is asked. part: of the region's cells, if no others are covered. kinds: of tiles, if no
    others lie there. Raises InputError for a puzzle that is too large, or no cover, and for a
    fixed tile that can never lie where it is to lie; Undecided when the time is used up."""
    at = {shape.choice.at for shape in puzzle.design.shapes}
    if puzzle.border != FREE and not at <= {"edges", "corners", "profiles"}:
        raise InputError(f"--border: found labels at {' and '.join(sorted(at))}, allowed are edges, corners, profiles")
    if puzzle.design.match == "complementary" and at & {"corners", BOTH}:
        raise InputError('puzzle: found complementary labels at corners, allowed is match = "equal" there')
    lattice, rim = puzzle.lattice, puzzle.rim
    given = {(tile.kind, tile.placed.looks): k for k, tile in enumerate(puzzle.fixed)}
    places_of: list[tuple[tuple[int, ...], int, Placed]] = []
    if not part:
        tell("looking for all ways to lay a tile in the region …")
    arrangement, open_kind = tuple(arrangement), len(puzzle.tiles) if puzzle.open else None
    if arrangement:
        places = Places(arrangement)
    else:
        places = Cells(part or puzzle.cells, open_kind) if puzzle.region.cells else Edges(puzzle)
    for number in kinds or range(len(puzzle.tiles)):
        tile = puzzle.tiles[number]
        for way in ways(tile.shape, tile.labels, lattice):
            puzzle.clock.look()
            # ways differ by more than a step, so no two places look alike
            lying = (place for place in places.of(way) if fits_border(puzzle, place, rim))
            places_of += ((min(map(integers, place.corners)), number, place) for place in lying)
        if len(places_of) > MOST_OPTIONS:
            found_ways = f"puzzle: found more than {MOST_OPTIONS:,} ways to lay a tile in the region"
            raise InputError(f"{found_ways}, allowed are up to so many: fewer tiles, or a smaller region")
    # in the order of the region, in which solutions are printed, and neighbours stand side by side in a word
    places_of.sort(key=lambda each: each[:2])
    found = [each[1:] for each in places_of]
    if not part:
        tell("what each of them excludes …")
    twins = _twins(puzzle, found)
    fixed = {k: given[each] for k, (number, placed) in enumerate(found) if (each := (number, placed.looks)) in given}
    for k in set(range(len(puzzle.fixed))) - set(fixed.values()):
        unfit = puzzle.fixed[k]
        raise InputError(f"{unfit.option}: found {unfit.text!r}, allowed is a place in the region")
    choices = []
    for k, (number, placed) in enumerate(found):
        puzzle.clock.look()
        taken = places.takes(placed) + _single_tile(puzzle, number) + ((("fixed", fixed[k]),) if k in fixed else ())
        shown = (*_colours(puzzle, placed, rim), *twins.get(frozenset(placed.corners), ()))
        choices.append(Option(taken, shown, number))
    needed: list[Item] = [*places.all, *(item for k in range(len(puzzle.tiles)) for item in _single_tile(puzzle, k))]
    needed += [("fixed", k) for k in fixed.values()]
    options = (*choices, *places.idle.values())
    return CoverProblem(puzzle, tuple(found), tuple(places.idle), options, tuple(needed), frozenset(fixed))


def _single_tile(puzzle: Puzzle, number: int) -> tuple[Item, ...]:
    """Return what a tile takes of itself: a tile that there is once, and that has to be used, is needed."""
    return (("tile", number),) if puzzle.whole and puzzle.tiles[number].copies == 1 else ()


def _colours(puzzle: Puzzle, tile: Placed, rim: Rim) -> Iterator[tuple[Item, int]]:
    """Yield what a tile shows to others: an item for each edge inside, or for each of its corners."""
    design, choice = puzzle.design, tile.shape.choice
    if puzzle.border == ANY:
        yield from dict.fromkeys((("border",), label) for label in labels_along(tile, rim))
    for side in tile.sides:
        start, end, shows = side.start, side.end, side.meets
        if not shows or (start, end) in rim:
            continue
        first = integers(start) < integers(end)
        if design.match or choice.at == "profiles":
            shown = shows if first else matching_side(shows, design.match, choice.labels, choice.at)
            yield ("edge", side.key), reduce(lambda number, label: number * choice.labels + label, shown, 0)
        # options that show labels which may not meet on either side of an edge take one item in different colours
        for place, label in enumerate(shows if first else shows[::-1]):
            for low, high in design.barred:
                for pair in {(low, high), (high, low)}:
                    if label == pair[not first]:
                        yield ("barred", side.key, place, *pair), int(not first)
    for point, label in zip(tile.corners, tile.marks, strict=False):
        if design.match:
            yield ("corner", point), label
        for low, high in design.barred:
            # of two labels that may not meet, one alone stands at a point; one that may not meet itself stands once
            if label in (low, high):
                yield ("barred", point, low, high), ONCE if low == high else label


def _twins(puzzle: Puzzle, found: Sequence[tuple[int, Placed]]) -> dict[frozenset[Point], list[tuple[Item, int]]]:
    """Return for each place, by its corners, items that exclude parallelograms: both tiles of one would take it."""
    twins = defaultdict[frozenset[Point], list[tuple[Item, int]]](list)
    at = defaultdict[frozenset[Point], list[Placed]](list)
    lying = {} if puzzle.design.parallelograms else {frozenset(tile.corners): tile for _, tile in found}
    for tile in lying.values():
        for side in tile.sides:
            at[side.key].append(tile)
    known: dict[object, bool] = {}  # what two tiles form depends on how one lies to the other
    for tiles in at.values():
        for k, first in enumerate(tiles):
            puzzle.clock.look()
            for second in tiles[:k]:
                relation = tuple(point - first.at for point in (*first.corners, *second.corners))
                if relation not in known:
                    known[relation] = not overlap(first.corners, second.corners) and parallelogram(first, second)
                if known[relation]:
                    pair = frozenset(first.corners), frozenset(second.corners)
                    for place in pair:
                        twins[place].append((("twins", frozenset(pair)), ONCE))
    return twins

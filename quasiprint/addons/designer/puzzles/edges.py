"""A region as its border: where tiles without cells may lie in it, edge to edge, and which of them its outline needs.

Where points lie densely, as on tenths of a turn, each edge goes one of some ways, to and fro, and a point is so many
steps along each. Tiles have opposite sides alike there, and a row of tiles across such sides ends at the border, at
both its ends. So along no way does a tiling go farther than its border. In the plane of two ways' steps, a rhomb of
these two has an area of 1 and any other none. So the area that the border runs around there says how many such rhombs
there are, wherever they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, combinations, pairwise
from operator import add, sub
from typing import Any

from quasiprint.addons.designer.puzzles.cover import Item, Option
from quasiprint.addons.designer.puzzles.puzzle import Puzzle
from quasiprint.addons.designer.sets.placed import Placed, lay, turnings
from quasiprint.addons.designer.sets.schema import winding
from quasiprint.errors import InputError
from quasiprint.exact.polygon import area_sign, between, edges
from quasiprint.exact.zeta import integers

Point = Any
Form = frozenset[Any]  # a tile's corners, the lowest of them at 0
Vector = tuple[int, ...]
APART = 1 << 32  # more than steps along a way
NEAR = 1e-6  # edges: points of a lattice are farther from a side, or on it, as far as floats can tell
OUTSIDE = -1  # in place of a point's ways along the border: has all bits


class Border:
    """The border of a puzzle's region, and the forms of its tiles, by their steps along each way."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._lattice = lattice = puzzle.lattice
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
                low = min(corners, key=integers)
                moved = tuple(corner - low for corner in corners)
                self.forms.setdefault(frozenset(moved), moved)
                self._shapes.setdefault(frozenset(moved), {})[shape.name] = None
        self.dense = lattice.size > 2
        self.ways: dict[Point, int] = {}
        for form in self.forms.values():
            self._add_ways([b - a for a, b in edges(form)])
        if self.dense and any(b - a not in self.ways for ring in self.rings for a, b in edges(ring)):
            raise InputError(
                "--region: found a side along which no tile can lie, allowed are sides like those of the tiles"
            )

    def _add_ways(self, steps: Sequence[Point]) -> None:
        """Number the ways that a form's steps go: to 2k, fro 2k + 1. Raises InputError for a form on a dense lattice
        whose opposite sides differ."""
        half = len(steps) // 2
        if self.dense and (len(steps) % 2 or any(steps[k] != -steps[k + half] for k in range(half))):
            raise InputError(
                "puzzle: found tiles whose opposite edges differ, allowed on tenths, eighths and twelfths of a turn "
                "are tiles with opposite edges alike, such as rhombs"
            )
        for step in steps:
            if step not in self.ways:
                self.ways[step], self.ways[-step] = len(self.ways), len(self.ways) + 1

    def step(self, step: Point) -> Vector:
        """Return a step as steps along each way; on a lattice that is not dense, as its integers."""
        if not self.dense:
            return integers(step)
        way = self.ways[step]
        return tuple((k == way // 2) * (1 - way % 2 * 2) for k in range(len(self.ways) // 2))

    def gone(self, ring: Sequence[Point]) -> list[Vector]:
        """Return where the corners of a ring lie, in steps along each way, and last where it comes back to: at its
        first corner if it closes along each way, too."""
        first = integers(ring[0]) if not self.dense else (0,) * (len(self.ways) // 2)
        return list(accumulate((self.step(b - a) for a, b in edges(ring)), further, initial=first))

    def why_none(self) -> str:
        """Return why the tiles cannot fill the region, as far as its outline says that; "" if it does not."""
        if not self.dense:
            return ""
        around = [self.gone(ring) for ring in self.rings]
        open_ = [path[-1] for path in around if any(path[-1])]
        if open_:
            if len(self.rings) == 1 or any(map(sum, zip(*open_, strict=True))):
                return "its outline goes along an edge one way more often than back"
            return ""
        needed = Counter[tuple[int, int]]()
        for path in around:
            needed.update(_swept(path))
        kinds: dict[tuple[int, int], tuple[int, str]] = {}
        for form, corners in self.forms.items():
            own = _swept(self.gone(corners))
            if len(own) > 1:
                return ""  # other than rhombs: only a search says
            kinds.update((pair, (one, " or ".join(self._shapes[form]))) for pair, one in own.items())
        found = dict.fromkeys((name for _, name in kinds.values()), 0)
        for pair, swept in needed.items():
            if not swept:
                continue
            one, name = kinds.get(pair, (1, ""))
            if not name or swept // one < 0:
                return "along its outline, edges go in an order in which no tiles can lie between them"
            found[name] += swept // one
        have = [sum(self._copies[each] for each in name.split(" or ")) for name in found]
        if all(times <= there for times, there in zip(found.values(), have, strict=True)):
            return ""
        said = " and ".join(f"{times} {name}" for name, times in found.items())
        return f"its outline needs {said}, there are {' and '.join(map(str, have))}"


class Edges:
    """Where tiles may lie in a region: every side inside has a tile on both its sides, or on neither."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._border = Border(puzzle)
        self._sides = [side for ring in self._border.rings for side in edges(ring)]
        self._is_outside: dict[Point, bool] = {}
        self._rim: dict[Point, int] = {}  # at each point, the ways of the border from there, as bits
        for a, b in self._sides:
            self._rim[a] = self._rim.get(a, 0) | 1 << self._border.ways.get(b - a, len(self._border.ways))
        xys = {point: (x, round(y, 9)) for point in self._rim for x, y in (point.to_xy(),)}
        self._xys = [(xys[a], xys[b]) for a, b in self._sides]
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
        """Return the sides of edges that a tile takes."""
        return tuple(("side", side.start, side.end) for side in tile.sides)

    def _reachable_places(self) -> dict[Form, list[Point]]:
        """Return for each form, by its corners, where it may lie: what can be reached from the border by edges.

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

    def _walk(
        self,
        ring: Sequence[Point],
        path: Sequence[Vector],
        more: Vector,
        found: dict[Form, set[Point]],
    ) -> None:
        """Find the places that are reached from a ring. more: how much farther tiles go along each way. A point is the
        number of its steps along all ways; with them, only sums and look-ups are left."""
        low = [min(each) - by for each, by in zip(zip(*path, strict=True), more, strict=True)]
        high = [max(each) + by for each, by in zip(zip(*path, strict=True), more, strict=True)]
        starts = [_number(vector) for vector in path]
        lies = {start: (point, vector) for start, point, vector in zip(starts, ring, path, strict=False)}
        rims = {start: self._rim[point] for start, point in zip(starts, ring, strict=False)}

        def look(at: int, near: int, corner: _Corner) -> int:
            point, vector = lies[near][0] + corner.step, further(lies[near][1], corner.along)
            lies[at] = point, vector
            here = all(lo <= x <= hi for lo, x, hi in zip(low, vector, high, strict=True))
            rims[at] = OUTSIDE if not here or self._outside(point) else self._rim.get(point, 0)
            return rims[at]

        ways = self._border.ways
        waiting = [(start, ways[b - a]) for start, (a, b) in zip(starts, edges(ring), strict=False) if b - a in ways]
        seen, places = set(waiting), set()
        while waiting:
            at, way = waiting.pop()
            for form, foot, corners in self._along[way]:
                place = form, at + foot
                if place in places:
                    continue
                there = [at + corner.number for corner in corners]
                for here, corner in zip(there, corners, strict=True):
                    rim = rims.get(here)
                    if (look(here, at, corner) if rim is None else rim) & corner.back:
                        break  # what crosses the border finds no neighbours
                else:
                    places.add(place)
                    found[form].add(lies[place[1]][0])
                    for k, corner in enumerate(corners):
                        beside = there[k + 1 - len(there)], corner.way ^ 1
                        if not rims[there[k]] >> corner.way & 1 and beside not in seen:
                            seen.add(beside)
                            waiting.append(beside)

    @cached_property
    def _along(self) -> list[list[tuple[Form, int, list[_Corner]]]]:
        """For each way the forms with a side that goes there: with the number of their lowest corner, and all corners,
        as they lie to the one where that side begins."""
        border = self._border
        found: list[list[tuple[Form, int, list[_Corner]]]] = [[] for _ in border.ways]
        for form, corners in border.forms.items():
            for k in range(len(corners)):
                ring = corners[k:] + corners[:k]
                ways = [border.ways[b - a] for a, b in edges(ring)]
                first, *_ = path = border.gone(ring)
                own = []
                for j, (point, way) in enumerate(zip(ring, ways, strict=True)):
                    along = tuple(map(sub, path[j], first))
                    own.append(_Corner(point - ring[0], along, _number(along), way, 1 << (ways[j - 1] ^ 1)))
                lowest = min(range(len(ring)), key=lambda j: integers(ring[j]))
                found[ways[0]].append((form, own[lowest].number, own))
        return found

    def _outside(self, point: Point) -> bool:
        if point not in self._is_outside:  # it may be reached in several ways
            self._is_outside[point] = point not in self._rim and not self._lies_inside(point)
        return self._is_outside[point]

    def _lies_inside(self, point: Point) -> bool:
        """Tell whether a point lies inside, or on a side: in floats, and exactly if a side is near."""
        x, y = point.to_xy()
        y, odd = round(y, 9), False
        for (ax, ay), (bx, by) in self._xys:
            if min(ay, by) - NEAR < y < max(ay, by) + NEAR:
                turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                if abs(turn) < NEAR and min(ax, bx) - NEAR < x < max(ax, bx) + NEAR:
                    on = any(between(point, a, b) for a, b in self._sides)
                    return on or winding(point, self._sides, type(point)(1)) != 0
                odd ^= (ay > y) != (by > y) and (turn > 0) == (by > ay)
        return odd


@dataclass(frozen=True, slots=True)
class _Corner:
    """A corner of a form, as it lies to another, which is the first. step: from there; along: the same along each way;
    number: the same as a number. way: of the side that begins here; back: the bit of the way back along the side that
    ends here."""

    step: Point
    along: Vector
    number: int
    way: int
    back: int


def further(at: Vector, step: Vector) -> Vector:
    """Return where a step leads."""
    return tuple(map(add, at, step))


def _number(at: Vector) -> int:
    number = 0
    for steps in at:
        number = number * APART + steps
    return number


def _swept(path: Sequence[Vector]) -> dict[tuple[int, int], int]:
    """Return twice what a path around sweeps in the plane of each two ways, where that is not 0."""
    found = Counter[tuple[int, int]]()
    for a, b in pairwise(path):
        for j, k in combinations(range(len(a)), 2):
            found[j, k] += a[j] * b[k] - a[k] * b[j]
    return {pair: swept for pair, swept in found.items() if swept}

"""The most closed vertices: tiles laid in a region, which they need not fill, so that as many are closed as can be
found; and how many tiles can have at most, whatever their labels and wherever they lie.

What no tile covers, a blank covers, which obeys no rule: an exact cover again. From the best layout so far, all that
lies near some point is taken up, and laid anew as well as it can be (a large neighbourhood search): the solver finds
the best way there, or gives up on its own clock, which runs alike on every machine. Some such steps are taken from one
layout, and the best of them is where the next ones begin. So what is found depends on the seed and on the number of
steps, and not on how many of them run at once.

Of two layouts that close as many, the one with more tiles is better: there is more beside which others may lie.

By Euler's formula, one layout without holes of F tiles with S edges together, and P edges along its rim, closes 1 + S/2
− F − P/2 vertices: 2E = S + P, V − E + F = 1, and P vertices lie on the rim. Edges have length 1 and run in n
directions; among all such rims around an area A, that of a regular n-gon is the shortest (Wulff), so that P ≥ √(4 n
tan(π/n) A). S + P is even. A hole makes it fewer. Several pieces are no better than one: with least areas a, b of
pieces that close a vertex, their rims are longer than that of one piece by more than the 2 edges that a piece more
would have to cost; where tiles are so small that this does not hold, there is no bound.

In a layout of rhombs without holes, rows of tiles across parallel sides run from rim to rim, and two rows cross once at
most. So if m₁ … m₅ rows start along the rim's five directions, it has 2 Σ m edges, and of the rhombs with sides in
directions i and j there are at most mᵢ mⱼ. A decagon of sides m has all of them; any other rim with these edges is that
of the decagon with tiles cut off, one by one, each at a corner between two edges, which change places.

So layouts that close as many vertices as Euler's formula allows are sought rim by rim: which tiles are cut off is drawn
by lot, and whether rhombs fill the rest is settled.

Tiles with labels at corners are annealed instead: the labels of points, and where tiles lie (`Labels`). Where labels at
a point are equal, a layout is a label for each point, and the cells in which there is a tile: which tile, the labels
say. A move gives another label to one point, or lays a tile, or takes one away. On the way, labels may stand around a
cell that are on no tile, or on one that lies elsewhere: that costs more than a closed vertex is worth. The temperature
falls (Kirkpatrick, Gelatt and Vecchi 1983), and the best layout that broke no rule is the result. All is counted in
whole numbers, so the same seed gives the same layout, compiled or not.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product
from typing import Any

import numpy as np

from quasiprint.addons.designer.puzzles.counting import COMPILING
from quasiprint.addons.designer.puzzles.laying import CoverProblem, Item, Option, Puzzle, Tile, Undecided, size
from quasiprint.addons.designer.puzzles.solving import Goal, Wanted, solve
from quasiprint.addons.designer.sets.placed import Lattice, find_closed_vertices
from quasiprint.exact.patch import Patch
from quasiprint.exact.polygon import edges, orientation
from quasiprint.exact.zeta import Zeta, integers
from quasiprint.system.compiled import choose, kernel
from quasiprint.system.progress import tell

MOST_CASES = 200_000  # numbers of tiles of each shape
ROUNDING = 1e-9
AROUND = 3  # tiles around a vertex


def most_closed(tiles: Iterable[Tile], lattice: Lattice) -> int | None:
    """Return how many vertices tiles close at most, None where nothing is proved."""
    shapes: dict[str, tuple[float, int, int]] = {}
    for tile in tiles:
        outline = tile.shape.outline
        _, _, copies = shapes.get(tile.shape.name, (0.0, 0, 0))
        shapes[tile.shape.name] = size(outline.corners), outline.edges, copies + tile.copies
    rim = math.sqrt(4 * lattice.parts * math.tan(math.pi / lattice.parts))
    least = min(area for area, _, _ in shapes.values())
    cases = math.prod(copies + 1 for _, _, copies in shapes.values())
    if cases > MOST_CASES or rim * math.sqrt(AROUND * least) * (2 - math.sqrt(2)) < 2:
        return None
    best = 0
    for counts in product(*(range(copies + 1) for _, _, copies in shapes.values())):
        if not any(counts):
            continue
        each = list(zip(counts, shapes.values(), strict=True))
        area, sides = sum(n * sizes[0] for n, sizes in each), sum(n * sizes[1] for n, sizes in each)
        around = math.ceil(rim * math.sqrt(area) - ROUNDING)
        around += (sides + around) % 2
        best = max(best, 1 + (sides - around) // 2 - sum(counts))
    return best


HALF = 5  # directions of rows
WAYS: dict[Any, int] = {Zeta(1).turn(k): k for k in range(2 * HALF)}
DRAWS = 40  # of which one rim is tried
Point = Any
Sides = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Frames:
    """The decagons within which all tiles of a puzzle may close some number of vertices. turns: which shape is the
    rhomb between two directions, by how many tenths of a turn these differ. sides: of the most regular one. spare: of
    each shape, how many tiles are cut off."""

    turns: Mapping[int, str]
    sides: Sides
    spare: Counter[str]

    @classmethod
    def of(cls, puzzle: Puzzle, closed: int) -> Frames | None:
        """Return those of so many closed vertices; None if there are none, or some shape is no such rhomb, or two are
        alike."""
        turns, tiles, held = dict[int, str](), Counter[str](), Counter[str]()
        for shape in puzzle.design.shapes:
            corners = shape.outline.corners
            edge_steps = [b - a for a, b in edges(corners)]
            turn = _turns_along(corners)[1] if len(corners) == 4 and {*edge_steps[:2]} <= WAYS.keys() else 0
            if turn in turns or not 0 < turn < HALF:
                return None
            turns[turn] = turns[HALF - turn] = shape.name
        for tile in puzzle.tiles:
            tiles[tile.shape.name] += tile.copies
        rows = 1 + tiles.total() - closed
        if len(turns) < HALF - 1 or rows < 1:
            return None
        sides = tuple(rows // HALF + (k < rows % HALF) for k in range(HALF))
        for i, j in combinations(range(HALF), 2):
            held[turns[j - i]] += sides[i] * sides[j]
        return cls(turns, sides, held - tiles) if tiles <= held else None

    def corners(self, at: Point) -> list[Point]:
        """Return the points along the decagon, anticlockwise from one."""
        found = [at]
        for k in range(2 * HALF):
            for _ in range(self.sides[k % HALF]):
                found.append(found[-1] + Zeta(1).turn(k))
        return found[:-1]

    def cut(self, at: Point, lot: random.Random) -> list[frozenset[Point]] | None:
        """Return the corners of tiles that are cut off, None if the lot left too few corners. Of some draws, the one
        with fewest straight corners: there, a rule against parallelograms asks for three tiles, or more."""
        drawn: list[tuple[int, list[frozenset[Point]]]] = []
        for _ in range(DRAWS if self.spare else 1):
            points, left, found = self.corners(at), Counter(self.spare), []
            while left.total():
                convex = [(k, self.turns[turn]) for k, turn in enumerate(_turns_along(points)) if turn in self.turns]
                open_ones = [(k, shape) for k, shape in convex if left[shape]]
                if not open_ones:
                    break
                k, shape = lot.choice(open_ones)
                before, here, after = points[k - 1], points[k], points[(k + 1) % len(points)]
                points[k] = before + after - here
                found.append(frozenset((before, here, after, points[k])))
                left[shape] -= 1
            if not left.total() and len(set(points)) == len(points):
                drawn.append((_turns_along(points).count(0), found))
        return min(drawn, default=(0, None), key=lambda each: each[0])[1]


def _turns_along(points: Sequence[Point]) -> list[int]:
    """Return by how many tenths of a turn a rim turns at each of its points."""
    ways = [WAYS[b - a] for a, b in edges(points)]
    return [(ways[k] - ways[k - 1]) % (2 * HALF) for k in range(len(ways))]


Array = Any
# What a wrong tile costs, and what others are worth. In one piece without holes, as many vertices are closed as there
# are sides together, less the tiles, and 1: so what would hang apart is worth little.
WRONG, CLOSED, TILE, SIDE = 30, 4, -8, 10
HOT, WARM, COLD = 3.0, 1.8, 0.8  # temperatures
LEVELS, MOVES = 48, 50_000  # of temperature; moves in all for each cell
MOST_CODES = 10_000_000  # labellings of all cells
PLAIN = 5e-6  # s for a move, as Python
LOW = (1 << 32) - 1


@kernel
def _relabel(
    p: int, step: int, draw: int, chance: Array, at: Array, by: Array, kind: Array, copies: Array, number: Array,
    code: Array, lying: Array, used: Array,
) -> int:  # fmt: skip
    """Add a step to a point's label, and take it back if that is refused; return how many more tiles are wrong."""
    around, codes, worse = len(at) // len(number), len(kind) // len(lying), 0
    for again in range(2):
        for j in range(p * around, (p + 1) * around):
            c = at[j]
            if c >= 0 and lying[c]:
                k = kind[c * codes + code[c]]
                used[k] -= 1
                worse -= int(used[k] >= copies[k])
        for j in range(p * around, (p + 1) * around):
            c = at[j]
            if c >= 0:
                code[c] += step * by[j]
                k = kind[c * codes + code[c]]
                worse += int(lying[c] and used[k] >= copies[k])
                used[k] += lying[c]
        number[p] += step
        if again or worse <= 0 or draw < chance[worse * WRONG]:
            break
        step = -step
    return worse


@kernel
def _turn_over(
    c: int, draw: int, chance: Array, ends: Array, near: Array, k: int, copies: Array, whole: Array, lying: Array,
    used: Array, now: Array,
) -> None:  # fmt: skip
    """Lay a tile of a kind in a cell, beside others or as the only one, or take it away, unless that is refused."""
    sides = len(ends) // len(lying)
    beside = closing = 0
    for j in range(c * sides, (c + 1) * sides):
        beside += int(near[j] >= 0 and lying[near[j]])
        closing += int(whole[ends[j]] == 1 - lying[c])
    sign = 1 - 2 * lying[c]
    wrong = int(used[k] - lying[c] >= copies[k])
    loss = sign * (WRONG * wrong - CLOSED * closing - TILE - SIDE * beside)
    if (beside == 0 and now[3] > lying[c]) or (loss > 0 and draw >= chance[loss]):
        return
    lying[c] += sign
    used[k] += sign
    now[1] += sign * wrong
    now[2] += sign * closing
    now[3] += sign
    for j in range(c * sides, (c + 1) * sides):
        whole[ends[j]] -= sign


@kernel
def _moves(
    lots: Array, chance: Array, at: Array, by: Array, ends: Array, near: Array, kind: Array, copies: Array,
    whole: Array, number: Array, code: Array, lying: Array, used: Array, now: Array, best: Array,
) -> None:  # fmt: skip
    """Make a move for each lot, of 63 bits, in place. chance: of 2³¹, to take a move that loses so much. Of points: at,
    the cells there, −1 for none; by, what a label counts in their codes; whole, in how many cells more a tile has to
    lie; number, its label. Of cells: ends, its points; near, the cells beside it; code, its labels; lying, whether a
    tile is there. kind: of each cell and code; the last one is wrong. copies, used: of kinds. now: labels, tiles that
    are wrong, vertices closed, tiles, what the best layout is worth; best: of each cell, its code there, −1 if empty.
    """
    points, cells, others = len(number), len(lying), now[0] - 1
    codes = len(kind) // cells
    for lot in lots:
        which, draw = (lot & LOW) >> 1, lot >> 32
        if lot & 1:
            p = which % points
            step = (number[p] + 1 + which // points % others) % (others + 1) - number[p]
            now[1] += _relabel(p, step, draw, chance, at, by, kind, copies, number, code, lying, used)
        else:
            c = which % cells
            k = kind[c * codes + code[c]]
            _turn_over(c, draw, chance, ends, near, k, copies, whole, lying, used, now)
        if now[1] == 0 and now[2] * cells + now[3] > now[4]:
            now[4] = now[2] * cells + now[3]
            for c in range(cells):
                best[c] = code[c] if lying[c] else -1


class Labels:
    """Which tile lies in each cell, by its corners' labels. rim: points of the border."""

    def __init__(self, problem: CoverProblem, rim: Collection[Any]) -> None:
        copies = problem.copies[:-1]
        self._cells: list[Any] = list(problem.needed)
        self._clock = problem.puzzle.clock
        points = {point: k for k, point in enumerate(sorted(set().union(*self._cells), key=integers))}
        ends = [sorted(points[point] for point in cell) for cell in self._cells]
        number = {cell: k for k, cell in enumerate(self._cells)}
        self._labels = max(2, *(label + 1 for option in problem.choices for _, label in option.other))
        self._weights = self._labels ** np.arange(len(ends[0]))
        kind = np.full((len(ends), self._labels ** len(ends[0])), len(copies), np.int64)
        self._shown: dict[int, tuple[int, int]] = {}  # of each choice that lays a tile, its cell and code
        for k, option in enumerate(problem.choices):
            shown = {points[item[1]]: label for item, label in option.other}  # type: ignore[index]
            c = number[option.needed[0]]
            self._shown[k] = c, int([shown[p] for p in ends[c]] @ self._weights)
            kind[self._shown[k]] = option.kind
        self._choice = {shown: k for k, shown in self._shown.items()}
        there = [[c for c, corners in enumerate(ends) if p in corners] for p in range(len(points))]
        around = max(map(len, there))
        at = [row + [-1] * (around - len(row)) for row in there]
        by = [[self._weights[ends[c].index(p)] if c >= 0 else 0 for c in row] for p, row in enumerate(at)]
        beside = [[d for d, other in enumerate(ends) if len({*corners} & {*other}) == 2] for corners in ends]
        near = [row + [-1] * (len(ends[0]) - len(row)) for row in beside]
        self._fixed = [np.array(each, np.int64).ravel() for each in (at, by, ends, near, kind, (*copies, 0))]
        self._whole = np.array([len(row) + (point in rim) for row, point in zip(there, points, strict=True)], np.int64)
        self._worst = 1 + max(WRONG * around, WRONG + len(ends[0]) * (CLOSED + SIDE) + abs(TILE))  # loss of a move
        spent = MOVES * len(ends) * PLAIN if self._clock.left > COMPILING else 0.0
        self._run: Any = choose(_moves, spent, "the annealing of labels")

    @staticmethod
    def fit(problem: CoverProblem) -> bool:
        """Tell whether a puzzle is so: each tile lies in one cell, and has labels that are equal at a point."""
        choices, shown = problem.choices, [(item, label) for option in problem.choices for item, label in option.other]
        labels = 1 + max((label for _, label in shown), default=0)
        sides = max((len(option.other) for option in choices), default=0)
        if problem.fixed or not 0 < labels**sides * len(problem.needed) <= MOST_CODES:
            return False
        cells = (frozenset(item[1] for item, _ in option.other) for option in choices)  # type: ignore[index]
        in_cells = all(option.needed == (cell,) for option, cell in zip(choices, cells, strict=True))
        return in_cells and all(item[0] == "corner" for item, _ in shown)  # type: ignore[index]

    def anneal(self, chosen: Sequence[int], lot: random.Random) -> tuple[int, ...]:
        """Return the choices of a good layout, a blank in each cell without a tile: its number comes behind those of
        the tiles. chosen: such a layout; half of the lots begin there, warm, the others anew, hot."""
        warm = lot.random() < 0.5
        at, by, ends, near, kind, copies = self._fixed
        cells, points = len(self._cells), len(self._whole)
        corners, number = ends.reshape(cells, -1), np.zeros(points, np.int64)
        lying, best = np.zeros(cells, np.int64), np.full(cells, -1, np.int64)
        for k in chosen if warm else ():
            if k in self._shown:
                c, code = self._shown[k]
                lying[c], number[corners[c]] = 1, [code // weight % self._labels for weight in self._weights]
        codes = number[corners] @ self._weights
        used = np.bincount(kind.reshape(cells, -1)[lying > 0, codes[lying > 0]], minlength=len(copies))
        whole = self._whole - np.bincount(corners[lying > 0].ravel(), minlength=points)
        now = np.array([self._labels, 0, sum(whole == 0), sum(lying), 0], np.int64)
        arrays = [at, by, ends, near, kind, copies, whole, number, codes, lying, used, now, best]
        if plain := self._run is _moves:
            arrays = [array.tolist() for array in arrays]
        for level in range(LEVELS):
            self._clock.look()
            heat = (WARM if warm else HOT) * (COLD / (WARM if warm else HOT)) ** (level / (LEVELS - 1))
            chance = np.array([int(math.exp(-loss / heat) * (1 << 31)) for loss in range(self._worst)], np.int64)
            lots = np.frombuffer(lot.randbytes(8 * (MOVES * cells // LEVELS)), "<i8") & ((1 << 63) - 1)
            self._run(*(each.tolist() if plain else each for each in (lots, chance)), *arrays)
        coded = {(c, int(code)) for c, code in enumerate(arrays[-1])}
        return tuple(self._choice.get(pair, len(self._shown) + pair[0]) for pair in sorted(coded))


AT_ONCE = 4  # steps from one layout
CLOCK = 2.0  # of the solver, for a step; about as many seconds
# what a closed one and a tile are worth; by less than so much chance decides. Layouts that lose a closed one are not
# taken, so what counts are tiles
CLOSED_WORTH, TILE_WORTH, CHANCE = 250, 100, 4
LEAST, MOST = 8, 26  # tiles and blanks that a step lays anew; fewer,
MOST_WAYS = 2500  # where there are more ways to do so
TRIES, STEPS = 100, 30.0  # rims that are tried; the solver's clock for one alone
XY = tuple[float, float]


@dataclass(frozen=True, slots=True, order=True)
class Filling:
    """A layout, compared by how many vertices are closed, then by the tiles in it. chosen: the choices of a field."""

    closed: int
    tiles: int
    chosen: tuple[int, ...] = field(compare=False)


class Field:
    """A region in which tiles may lie. laid: the puzzle to fill it; its choices come first, the blanks behind them."""

    def __init__(self, problem: CoverProblem) -> None:
        self.problem = problem
        self._tiles = len(problem.options)
        self._first_blank = len(problem.choices)
        # each blank takes a cell, or the sides of a place
        if problem.puzzle.region.cells:
            blanks = [(item,) for item in problem.needed if isinstance(item, frozenset)]
        else:
            taken: list[Any] = [problem.choices[k].needed for k in range(self._tiles)]
            places = [tuple(item for item in needed if item[0] == "side") for needed in taken]
            blanks = list({frozenset(place): place for place in places}.values())
        self.choices = (*problem.choices, *map(Option, blanks))
        self._rim = frozenset(point for side in problem.puzzle.rim for point in side)
        self.labels = Labels(problem, self._rim) if Labels.fit(problem) else None

    @property
    def is_late(self) -> bool:
        """Whether the time is used up."""
        return self.problem.puzzle.clock.left < 0

    @cached_property
    def _corners(self) -> tuple[frozenset[Point], ...]:
        """Of each choice, the corners of what lies there."""
        tiles = [frozenset(placed.corners) for _, placed in self.problem.options]
        idle = [frozenset[Point]()] * (self._first_blank - self._tiles)
        return (*tiles, *idle, *(frozenset(_points(option.needed)) for option in self.choices[self._first_blank :]))

    @cached_property
    def _at(self) -> tuple[XY, ...]:
        """Of each choice, the middle, in edges."""
        found = []
        for option in self.choices:
            there = [point.to_xy() for point in _points(option.needed)]
            found.append((sum(x for x, _ in there) / len(there), sum(y for _, y in there) / len(there)))
        return tuple(found)

    @cached_property
    def _takers(self) -> dict[Item, list[int]]:
        """Of each item that has to be taken, the choices that take it."""
        return replace(self.problem, choices=self.choices).grouped(range(len(self.choices)))[0]

    def together(self, chosen: Iterable[int]) -> tuple[int, ...]:
        """Return the tiles of a layout that hang together by edges, where most is closed."""
        tiles = sorted(k for k in chosen if k < self._tiles)
        lying = Patch(tuple(self.problem.options[k][1].corners for k in tiles), (), 0)
        parts = [tuple(tiles[k] for k in part) for part in lying.parts()]
        return max(parts, key=lambda part: (self._closed(part), len(part)), default=())

    def _closed(self, part: Iterable[int]) -> int:
        return len(find_closed_vertices(self.problem.options[k][1] for k in part))

    def judge(self, chosen: Iterable[int]) -> Filling:
        """Return a layout with what it is worth."""
        found = tuple(sorted(chosen))
        part = self.together(found)
        return Filling(self._closed(part), len(part), found)

    def start(self, seed: int) -> Filling | None:
        """Return the layout of the fixed tiles alone, None if there is none."""
        alone = [k for k in range(len(self.choices)) if k >= self._tiles or k in self.problem.fixed]
        chosen = solve(self.problem.part((self.choices[k] for k in alone), self.problem.needed, {}), seed)
        return None if chosen is None else self.judge(alone[k] for k in chosen)

    def step(self, found: Filling, lot: random.Random) -> Filling:
        """Return a layout of which one part is laid anew; all of it where labels are annealed. It is the same where
        there is no better one, or the time is used up."""
        if self.labels:
            try:
                return self.judge(self.labels.anneal(found.chosen, lot))
            except Undecided:
                return found
        near, allowed = set[int](), list[int]()
        # what may be taken up, what is next to some tile first; of what is as far away, idle edges first
        loose = [k for k in found.chosen if k not in self.problem.fixed]
        moved = [k for k in loose if not self._is_idle(k)]
        x, y = self._at[lot.choice([k for k in moved if k < self._tiles] or moved)]
        far = {k: (self._at[k][0] - x) ** 2 + (self._at[k][1] - y) ** 2 for k in loose}
        nearest = sorted(loose, key=lambda k: (far[k], not self._is_idle(k)))
        size = lot.randint(LEAST, MOST)
        ends = [n for n, k in enumerate(nearest, 1) if not self._is_idle(k)]
        while not near or (len(allowed) > MOST_WAYS and size > 1):
            near = set(nearest[: ends[min(size, len(ends)) - 1]])
            items = [item for k in sorted(near) for item in self.choices[k].needed]
            keep = [k for k in found.chosen if k not in near]
            used = Counter(self.choices[k].kind for k in keep)
            allowed = list(self._allowed(items, keep, used))
            size = size * 2 // 3
        goal = self._goal(allowed, keep, near, lot)
        part = self.problem.part((self.choices[k] for k in allowed), items, used)
        try:
            chosen = solve(part, lot.randrange(1 << 30), steps=CLOCK, goal=goal)
        except Undecided:
            chosen = None
        return found if chosen is None else self.judge((*keep, *(allowed[k] for k in chosen)))

    def within(self, frames: Frames, lot: random.Random, steps: float) -> Filling | None:
        """Return a layout of all tiles within a decagon from which some were cut off by lot; None if there is none:
        that is proved. Raises Undecided, also where too few were cut off, or the decagon does not lie in the region."""
        at = self.problem.puzzle.lattice.lift(self.problem.puzzle.region.corners[0])
        rim, off = edges(frames.corners(at)), frames.cut(at, lot)
        known = {self._corners[k]: k for k in range(self._first_blank, len(self.choices))}
        points = {point for corners in self._corners for point in corners}
        if off is None or not known.keys() >= set(off) or not points.issuperset(a for a, _ in rim):
            raise Undecided
        keep = [known[place] for place in off]
        taken = {item for k in keep for item in self.choices[k].needed}
        walls = {frozenset(side) for side in rim}
        inside = {point for point in points if all(orientation(a, b, point) >= 0 for a, b in rim)}

        def may(k: int) -> bool:
            if self._is_idle(k):
                fits = self.problem.idle[k - self._tiles] not in walls
            else:
                fits = (k < self._tiles) == (self._corners[k] <= inside)
            return fits and taken.isdisjoint(self.choices[k].needed)

        allowed = [k for k in range(len(self.choices)) if may(k)]
        items = [item for item in self.problem.needed if item not in taken]
        part = self.problem.part((self.choices[k] for k in allowed), items, {})
        chosen = solve(part, lot.randrange(1 << 30), steps=steps)
        return None if chosen is None else self.judge((*keep, *(allowed[k] for k in chosen)))

    def _allowed(self, items: Sequence[Item], keep: Sequence[int], used: Mapping[int, int]) -> Iterator[int]:
        """Yield the choices that take nothing but some items, and go with what stays."""
        shown = {item: colour for k in keep for item, colour in self.choices[k].other}
        free, copies = set(items), self.problem.copies
        for k in sorted({k for item in items for k in self._takers[item]}):
            option = self.choices[k]
            if option.kind >= 0 and used[option.kind] >= copies[option.kind]:
                continue
            if free.issuperset(option.needed) and option.agrees(shown):
                yield k

    def _is_idle(self, k: int) -> bool:
        return self._tiles <= k < self._first_blank

    def _goal(self, allowed: Sequence[int], keep: Sequence[int], near: Iterable[int], lot: random.Random) -> Goal:
        """Return what a step seeks: points that can be closed, and many tiles."""
        where = {k: place for place, k in enumerate(allowed)}
        blanks: dict[Point, list[int]] = defaultdict(list)
        tiles: dict[Point, list[int]] = defaultdict(list)
        for k in allowed:
            for point in self._corners[k]:
                (tiles if k < self._tiles else blanks)[point].append(where[k])
        never = self._rim.union(*(self._corners[k] for k in keep if k >= self._first_blank))
        closed = set[Point]().union(*(self._corners[k] for k in keep if k < self._tiles))
        wanted: list[Wanted] = [
            (() if point in closed else tuple(tiles[point]), tuple(blanks[point]))
            for point in dict.fromkeys(point for k in allowed for point in sorted(self._corners[k], key=repr))
            if point not in never and (point in closed or tiles[point])
        ]
        worth = {where[k]: TILE_WORTH + lot.randrange(CHANCE) for k in allowed if k < self._tiles}
        for k, place in where.items():  # best beside tiles that stay: what lies apart is not part of a layout
            if k < self._tiles and len(self._corners[k] & closed) > 1:
                worth[place] += TILE_WORTH
        hint = frozenset(where[k] for k in set(near).intersection(allowed))
        return Goal(tuple(wanted), CLOSED_WORTH, worth, TILE_WORTH - 1, hint)


def _points(items: Iterable[Item]) -> Iterator[Point]:
    """Yield the points that items name: a cell's corners, a side's ends."""
    for item in items:
        if isinstance(item, frozenset):
            yield from item
        elif item[0] == "side":  # type: ignore[index]
            yield from item[1:]  # type: ignore[index]


def seek_within(field: Field, frames: Frames, seed: int, jobs: int) -> Filling | None:
    """Return a layout of all tiles within a decagon, None if none was found. jobs: tries that run side by side."""

    def attempt(number: int) -> Filling | None:
        try:
            return field.within(frames, random.Random(f"{seed} within {number}"), STEPS if tries == 1 else CLOCK)
        except Undecided:
            return None

    tries = TRIES if frames.spare else 1
    with ThreadPoolExecutor(max_workers=min(jobs, AT_ONCE)) as pool:
        for first in range(0, tries, AT_ONCE):
            tell(f"short rims: {first} of {tries} …")
            for found in pool.map(attempt, range(first, min(first + AT_ONCE, tries))):
                if found:
                    return found
            if field.is_late:
                break
    return None

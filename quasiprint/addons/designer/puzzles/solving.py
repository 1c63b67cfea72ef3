"""One solution of a puzzle, or a proof that there is none, by CP-SAT of OR-Tools; and a puzzle for other programs, as
an exact cover, and as clauses.

The solver is given the options as they are: one for each needed item, one colour for each item, so often each kind of
tile. It runs as one worker with a seed, so that the same seed gives the same solution.

A region without cells is filled in two steps: where tiles lie, labels aside; then which tile lies in each place. A set
of 90 rhombs may lie in hundreds of thousands of ways in a region, and its two blank shapes in a few thousand. A rule
against parallelograms speaks of shapes alone, so an arrangement of blank shapes already obeys it. Most arrangements can
be labelled if there are tiles enough, and if none is left, there is no solution: that is proved.

A large region is filled part by part. Hundreds of tiles, each in hundreds of cells, lie in too many ways for one exact
cover. So the solver fills a few cells beside what lies there already. Around cells for which it finds no tiles, tiles
are taken up and laid anew, with others that are left, in larger and larger parts. It finds solutions where there are
many. It gives up where they are rare, and proves nothing.

The exact cover is the text that Knuth's DLX2 reads (The Art of Computer Programming 4B, 7.2.2.1): a line with all
items, a bar before those that need not be taken, then a line for each option; an item's colour stands behind a colon,
and a line that begins with a bar says what an option is. Where there are several copies of a tile, its item has bounds,
as DLX3 reads them: `0:3|k1`.

The clauses are DIMACS CNF. Variable k says that option k is taken; those that follow are counters and colours, which
the options determine. So there are as many models as solutions.
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from string import ascii_letters, digits
from typing import Any

from quasiprint.addons.designer.puzzles.laying import (
    FREE,
    ONCE,
    Clock,
    CoverProblem,
    FixedTile,
    Option,
    Puzzle,
    Tile,
    Undecided,
    exact_cover,
)
from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.placed import Placed, lay, ways
from quasiprint.addons.designer.sets.set_file import PLAIN
from quasiprint.errors import InputError, Unavailable
from quasiprint.exact.zeta import integers
from quasiprint.system.outcome import reraise_if_not_input
from quasiprint.system.progress import tell

Wanted = tuple[tuple[int, ...], tuple[int, ...]]
Lying = tuple[tuple[Tile, Placed], ...]
POLL_SECONDS = 0.1  # s: whether the run is to end


@dataclass(frozen=True, slots=True)
class Goal:
    """What a solution should have. wanted: pairs (options, forbidden); a pair is satisfied if one of its options is
    chosen, or if it lists none, and none of `forbidden` is. each: the worth of a satisfied pair. worth: of options.
    near: by how much a solution may fail to be the best. hint: options of a solution that is known."""

    wanted: tuple[Wanted, ...]
    each: int
    worth: Mapping[int, int]
    near: int
    hint: frozenset[int]


def solve(
    cover_problem: CoverProblem,
    seed: int = 0,
    *,
    steps: float | None = None,
    barred: Iterable[Iterable[int]] = (),
    goal: Goal | None = None,
) -> tuple[int, ...] | None:
    """Return the options of a solution, None if there is none: that is proved then. steps: of the solver's own clock,
    which runs alike everywhere, after which it gives up. barred: options that a solution may not have all together.
    goal: of which the solution has most; the best that was found when it gives up. Raises Unavailable without
    OR-Tools, and Undecided when the time, or the steps, are used up before there is a solution."""
    try:
        from ortools.sat.python import cp_model
    except ImportError as problem:
        reraise_if_not_input(problem)
        raise Unavailable("puzzle: needs OR-Tools to find a solution; pip install 'quasiprint[puzzle]'") from None
    model = cp_model.CpModel()
    chosen = add_puzzle(model, cover_problem, seed)
    for together in barred:
        model.add_bool_or([chosen[k].negated() for k in together])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % (1 << 31)
    if goal is not None:
        terms = [worth * chosen[k] for k, worth in goal.worth.items()]
        for k, bit in enumerate(chosen):
            model.add_hint(bit, k in goal.hint)
        for number, (needs, bars) in enumerate(goal.wanted):
            closed = model.new_bool_var(f"p{number}")
            if needs:
                model.add_bool_or([*(chosen[k] for k in needs), closed.negated()])
            for k in bars:
                model.add_implication(closed, chosen[k].negated())
            terms.append(goal.each * closed)
        model.maximize(sum(terms))
        solver.parameters.absolute_gap_limit = goal.near
        solver.parameters.cp_model_presolve = False  # the search is over before that pays
    if steps is not None:
        solver.parameters.max_deterministic_time = steps
    status = _solve(solver, model, cover_problem.puzzle.clock)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return tuple(k for k, bit in enumerate(chosen) if solver.boolean_value(bit))
    if status == cp_model.INFEASIBLE:
        return None
    raise Undecided


def add_puzzle(model: Any, problem: CoverProblem, seed: int) -> list[Any]:
    """Put a puzzle into a model; return the variable of each option."""
    # the order in which it hears of options decides which solution it finds
    order = list(range(len(problem.choices)))
    random.Random(seed).shuffle(order)
    bits = {k: model.new_bool_var(f"o{k}") for k in order}
    takers, coloured, kinds = problem.grouped(order)
    for options in takers.values():
        model.add_exactly_one(bits[k] for k in options)
    for kind, options in kinds.items():
        model.add(sum(bits[k] for k in options) <= problem.copies[kind])
    if problem.puzzle.open:
        model.add(sum(bits[k] for k in kinds[len(problem.puzzle.tiles)]) == problem.puzzle.open)
    for number, colours in enumerate(coloured.values()):
        shown = []
        for colour, options in colours.items():
            if colour == ONCE:
                model.add_at_most_one(bits[k] for k in options)
                continue
            is_it = model.new_bool_var(f"c{number}-{colour}")
            shown.append(is_it)
            for k in options:
                model.add_implication(bits[k], is_it)
        if shown:
            model.add_at_most_one(shown)
    return [bits[k] for k in range(len(order))]


def _solve(solver: Any, model: Any, clock: Clock) -> Any:
    """Solve a model; the clock, and a signal to end, are heard meanwhile: the solver hears no signal, and a limit
    of time seldom while it prepares a large model."""
    outcome: list[Any] = []
    worker = threading.Thread(target=lambda: outcome.append(solver.solve(model)), daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(POLL_SECONDS)
            clock.look()
    except BaseException:
        solver.stop_search()
        worker.join()
        raise
    return outcome[0]


LARGE = 50_000  # ways to lay a tile, about, from which a region is filled part by part
AMPLE, ENOUGH = 2, 2000  # times as many tiles as a part needs are tried there, and more kinds up to so many ways
FIRST, GROWTH = 20, 1.15  # cells of a part; how many times as many it has after each that was not filled
LAST = 80  # cells that are the last part: as many, since the fewer tiles are left, the fewer ways they fit
MOST_WAYS = 60_000  # about, in a part; larger ones are not tried
CLOCK = 2e-3  # of the solver, for each way in a part; about as many seconds
LEAST_CLOCK = 1.0
TRIES = 40  # parts of the largest size that were not filled, after which it gives up
Cell = frozenset[Any]


def is_large(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is filled part by part: one of cells, with many ways to lay a tile."""
    cells = len(puzzle.region.cells)
    return cells > 0 and not puzzle.open and puzzle.design.parallelograms and cells * sum(_turns(puzzle)) > LARGE


def _turns(puzzle: Puzzle) -> Iterator[int]:
    """Yield for each tile the ways to lay it in a cell."""
    return (len(ways(tile.shape, tile.labels, puzzle.lattice)) for tile in puzzle.tiles)


def solve_in_parts(puzzle: Puzzle, seed: int = 0) -> Lying:
    """Return a solution of a puzzle of cells, in the order of the region. Raises Undecided when the time is used up, or
    no more cells can be covered, and as `solve` does."""
    field, size, quiet = _Field(puzzle, seed), float(FIRST), 0
    while field.empty:
        if field.lay_part(int(size), anew=quiet > 0):
            size, quiet = float(FIRST), 0
        else:
            size, quiet = size * GROWTH, quiet + 1
        tell(f"{len(field.cells) - len(field.empty):,} of {len(field.cells):,} cells covered …")
        if quiet > TRIES:
            raise Undecided
    return field.tiles()


class _Field:
    """The region, and the tiles that lie in it so far. empty: the cells that none covers."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self._puzzle, self._lot = puzzle, random.Random(seed)
        self._turns = tuple(_turns(puzzle))
        cells = puzzle.cells
        self.cells = {cell: _middle(cell) for cell in sorted(cells, key=lambda cell: _middle(cell)[::-1])}
        self.empty: dict[Cell, None] = dict.fromkeys(self.cells)
        self._lying: dict[Cell, tuple[Option, Placed]] = {}
        for lying in puzzle.fixed:
            problem = exact_cover(replace(puzzle, fixed=(lying,)), (), cells, (lying.kind,))
            self._put((problem.choices[k], problem.options[k][1]) for k in problem.fixed)
        self._fixed = frozenset(self._lying)

    def tiles(self) -> Lying:
        """Return the tiles that lie there, in the order of the region."""
        found = {id(option): (option.kind, placed) for option, placed in self._lying.values()}
        order = sorted(found.values(), key=lambda each: min(map(integers, each[1].corners)))
        return tuple((self._puzzle.tiles[kind], placed) for kind, placed in order)

    def lay_part(self, size: int, *, anew: bool) -> bool:
        """Fill the next empty cells, or fill anew what is around the first; tell whether there was a way."""
        part, kinds, used = self._part(size, anew)
        outside = self._options(cell for cell in self.cells if cell not in part)
        shown = {item: colour for option in outside for item, colour in option.other}
        # what is fixed lies outside, and is no tile that is left
        problem = exact_cover(replace(self._puzzle, fixed=()), (), list(part), kinds)
        allowed = [
            (replace(option, needed=tuple(item for item in option.needed if item in part)), placed)
            for option, (_, placed) in zip(problem.choices, problem.options, strict=True)
            if option.agrees(shown)
        ]
        choices = tuple(option for option, _ in allowed)
        asked = problem.part(choices, part, used)
        try:
            chosen = solve(asked, self._lot.randrange(1 << 30), steps=max(LEAST_CLOCK, CLOCK * len(choices)))
        except Undecided:
            self._puzzle.clock.look()
            chosen = None
        if chosen is None:
            return False
        for cell in part:
            self._lying.pop(cell, None)
            self.empty[cell] = None
        self._put(allowed[k] for k in chosen)
        return True

    def _put(self, tiles: Iterable[tuple[Option, Placed]]) -> None:
        for option, placed in tiles:
            for cell in option.needed:
                if isinstance(cell, frozenset):
                    self._lying[cell] = option, placed
                    self.empty.pop(cell)

    def _options(self, cells: Iterable[Cell]) -> list[Option]:
        """Return the tiles that lie in cells, each once."""
        there = (self._lying[cell][0] for cell in cells if cell in self._lying)
        return list({id(option): option for option in there}.values())

    def _part(self, size: int, anew: bool) -> tuple[dict[Cell, None], list[int], Counter[int]]:
        """Return cells side by side, the kinds of tiles that are tried there, and how many of each lie elsewhere."""
        x, y = self.cells[next(iter(self.empty))]
        nearest = [cell for cell in self.cells if cell not in self._fixed] if anew else list(self.empty)
        if not anew and len(nearest) <= LAST:
            size = len(nearest)
        nearest.sort(key=lambda cell: (self.cells[cell][0] - x) ** 2 + (self.cells[cell][1] - y) ** 2)
        while True:
            part = dict.fromkeys(nearest[:size])
            for option in self._options(part):
                part |= dict.fromkeys(item for item in option.needed if item in self.cells)
            used = Counter(option.kind for option in self._options(cell for cell in self.cells if cell not in part))
            left = Counter({k: tile.copies - used[k] for k, tile in enumerate(self._puzzle.tiles)})
            kinds = self._kinds(part, left)
            if size <= FIRST or len(part) * sum(self._turns[k] for k in kinds) <= MOST_WAYS:
                return part, kinds, used
            size = max(FIRST, size * 3 // 4)

    def _kinds(self, part: dict[Cell, None], left: Counter[int]) -> list[int]:
        """Return the kinds that lie in a part, and some that are left, by chance."""
        found = dict.fromkeys(option.kind for option in self._options(part))
        more = [k for k in left if left[k] and k not in found]
        self._lot.shuffle(more)
        tiles = sum(left[k] for k in found)
        each = [self._turns[k] * len(part) for k in found]
        for k in more:
            each.append(self._turns[k] * len(part))
            if tiles > AMPLE * len(part) and sum(each) > ENOUGH:
                break
            found[k] = None
            tiles += left[k]
        return sorted(found)


def _middle(cell: Cell) -> tuple[float, float]:
    points = sorted(point.to_xy() for point in cell)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


ARRANGEMENTS = 40  # are tried before the puzzle is solved as a whole, if it is small enough
STEPS = 30.0  # of the solver's clock, for the labels of an arrangement; about as many seconds
Point = Any
Arrangement = tuple[tuple[Point, ...], ...]


def arranged_first(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is solved in two steps: one with labels on tiles without cells."""
    return not puzzle.region.cells and not all(shape.is_plain for shape in puzzle.design.shapes)


def arrange(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without its labels: as many blank tiles of each shape as it has tiles."""
    shapes = {
        shape.name: replace(shape, choice=Choice("edges", 1), look=PLAIN, numbers=(), names=())
        for shape in puzzle.design.shapes
    }
    labels = {name: (0,) * shape.outline.edges for name, shape in shapes.items()}
    copies = Counter[str]()
    for tile in puzzle.tiles:
        copies[tile.shape.name] += tile.copies
    kinds = [name for name in shapes if copies[name]]
    tiles = tuple(Tile(name, shapes[name], labels[name], copies[name]) for name in kinds)
    fixed = []
    for lying in puzzle.fixed:
        name, at = puzzle.tiles[lying.kind].shape.name, lying.placed
        placed = lay(shapes[name], labels[name], puzzle.lattice, at.at, at.turn, at.flipped)
        fixed.append(FixedTile(lying.option, lying.text, kinds.index(name), placed))
    design = replace(puzzle.design, shapes=tuple(shapes.values()), match="", barred=frozenset())
    return replace(puzzle, design=design, tiles=tiles, border=FREE, fixed=tuple(fixed))


def arrangements(blank: CoverProblem, seed: int = 0) -> Iterator[Arrangement]:
    """Yield every way to fill a region with blank tiles, the corners of each. Raises as `solve` does."""
    barred: list[tuple[int, ...]] = []
    while True:
        found = solve(blank, seed + len(barred), barred=barred)
        if found is None:
            return
        barred.append(tuple(k for k in found if k < len(blank.options)))
        yield tuple(blank.options[k][1].corners for k in barred[-1])


def _solve_in_steps(puzzle: Puzzle, seed: int) -> Lying | None:
    """Return a solution of a puzzle without cells, None if there is none: that is proved then. Raises as `solve`."""
    later: list[CoverProblem] = []
    for tried, arrangement in enumerate(arrangements(exact_cover(arrange(puzzle)), seed), 1):
        tell(f"labels for arrangement {tried} …")
        problem = exact_cover(puzzle, arrangement)
        try:
            found = solve(problem, seed, steps=STEPS)
        except Undecided:
            puzzle.clock.look()
            later.append(problem)
            found = None
        if found is not None:
            return problem.tiles_of(found)
        if tried == ARRANGEMENTS:
            with contextlib.suppress(InputError):  # it may be too large for that
                later = [exact_cover(puzzle)]
                break
    return next((problem.tiles_of(found) for problem in later if (found := solve(problem, seed)) is not None), None)


def fill(puzzle: Puzzle, seed: int) -> Lying | None:
    """Return the tiles of a solution, in the order of the region, None if there is none: that is proved then. Raises as
    `solve` does, and InputError as `exact_cover` does."""
    if arranged_first(puzzle):
        return _solve_in_steps(puzzle, seed)
    if is_large(puzzle):
        return solve_in_parts(puzzle, seed)
    problem = exact_cover(puzzle)
    found = solve(problem, seed)
    return None if found is None else problem.tiles_of(found)


FEW = 5  # variables of which each two exclude each other in a clause of their own
SIGNS = digits + ascii_letters
Clause = tuple[int, ...]


def _limited(problem: CoverProblem, kinds: Mapping[int, list[int]]) -> dict[int, list[int]]:
    """Return the options of each kind of tile that could be laid too often otherwise."""
    needed, copies = {*problem.needed}, problem.copies
    open_ones = {kind: options for kind, options in kinds.items() if ("tile", kind) not in needed}
    return {kind: options for kind, options in open_ones.items() if copies[kind] < len(options)}


def exact_cover_text(problem: CoverProblem, title: str, comments: Sequence[str]) -> str:
    """Return a puzzle as the text of an exact cover. comments: what each option is."""
    copies, least = problem.copies, [0] * len(problem.puzzle.tiles) + [problem.puzzle.open]
    _, coloured, kinds = problem.grouped(range(len(problem.choices)))
    limited = _limited(problem, kinds)
    primary = {item: f"p{k}" for k, item in enumerate(dict.fromkeys(problem.needed), 1)}
    secondary = {item: f"s{k}" for k, item in enumerate(coloured, 1)}
    sign = {
        (item, colour): "" if colour == ONCE else f":{SIGNS[k] if k < len(SIGNS) else k}"
        for item, colours in coloured.items()
        for k, colour in enumerate(colours)
    }
    bounded = [f"{least[kind]}:{copies[kind]}|k{kind}" for kind in limited if least[kind] or copies[kind] > 1]
    once = [f"k{kind}" for kind in limited if copies[kind] == 1 and not least[kind]]
    lines = [f"| {title}", " ".join([*primary.values(), *bounded, "|", *secondary.values(), *once])]
    for number, (option, what) in enumerate(zip(problem.choices, comments, strict=True), 1):
        items = [primary[item] for item in option.needed]
        items += [f"k{option.kind}"] * (option.kind in limited)
        items += [f"{secondary[item]}{sign[item, colour]}" for item, colour in option.other]
        lines += [f"| {number} {what}", " ".join(items)]
    return "\n".join(lines) + "\n"


class _Clauses:
    """Clauses while they are written. last: the last variable."""

    def __init__(self, variables: int) -> None:
        self.all: list[Clause] = []
        self.last = variables

    def new(self) -> int:
        self.last += 1
        return self.last

    def either(self, bits: Sequence[int]) -> int:
        """Return a variable that is true if one of some is."""
        if len(bits) == 1:
            return bits[0]
        found = self.new()
        self.all += [(-bit, found) for bit in bits]
        self.all.append((-found, *bits))
        return found

    def at_most(self, bits: Sequence[int], most: int) -> None:
        """Let at most so many be true (Sinz's counter): count[j] says that more than j of those so far are."""
        if len(bits) <= most:
            return
        if most == 1 and len(bits) <= FEW:
            self.all += [(-first, -second) for first, second in combinations(bits, 2)]
            return
        count: list[int] = []
        for bit in bits[:-1]:
            after = [self.new() for _ in range(min(len(count) + 1, most))]
            for j, more in enumerate(after):
                before = [count[j]] if j < len(count) else []
                self.all += [(-had, more) for had in before]
                self.all.append((-bit, more) if j == 0 else (-bit, -count[j - 1], more))
                self.all.append((-more, bit, *before))
                if j:
                    self.all.append((-more, count[j - 1], *before))
            if len(count) == most:
                self.all.append((-bit, -count[-1]))
            count = after
        self.all.append((-bits[-1], -count[-1]))


def clauses(problem: CoverProblem) -> tuple[int, list[Clause]]:
    """Return a puzzle as clauses, and how many variables they have."""
    made = _Clauses(len(problem.choices))
    takers, coloured, kinds = problem.grouped(range(len(problem.choices)))
    for options in takers.values():
        bits = [k + 1 for k in options]
        made.all.append(tuple(bits))
        made.at_most(bits, 1)
    for colours in coloured.values():
        shown = []
        for colour, options in colours.items():
            bits = [k + 1 for k in options]
            if colour == ONCE:
                made.at_most(bits, 1)
            elif len(colours) > 1:
                shown.append(made.either(bits))
        made.at_most(shown, 1)
    for kind, options in _limited(problem, kinds).items():
        made.at_most([k + 1 for k in options], problem.copies[kind])
    if problem.puzzle.open:
        places = range(len(problem.options) + 1, len(problem.choices) + 1)
        made.at_most([-k for k in places], len(places) - problem.puzzle.open)
    return made.last, made.all


def cnf(problem: CoverProblem, title: str, names: Sequence[str]) -> str:
    """Return a puzzle as DIMACS CNF. names: what each option is."""
    variables, found = clauses(problem)
    lines = [f"c {title}", *(f"c {k} {name}" for k, name in enumerate(names, 1)), f"p cnf {variables} {len(found)}"]
    return "\n".join([*lines, *(" ".join(map(str, (*clause, 0))) for clause in found)]) + "\n"

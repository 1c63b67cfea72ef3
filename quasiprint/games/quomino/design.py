"""A box of Quomino: ominoes, Quominoes, markers and a board, as many as any game on its boards can need; the board's
lines and studs, the parts that it is made in, and the strips that make it smaller.

A board that is larger than the machine's bed comes apart along seams, which run through the middles of squares, so that
no stud and no line along them is cut. Parts lock into one another by dovetails. Paper has no studs: its lines run
through, its seams lie along them, each part has half of the line, and the parts are taped edge to edge. There the names
of columns and rows stand in the rim. A board for several sizes has its largest; heavy lines show the smaller ones in
its middle, and strips fill what lies around them. A printed board is thin, and has holes in each square, with a cross
between them: ominoes lie on its lines, and markers on the cross. Lengths in mm.

A box must hold the most ominoes, Quominoes and markers that ever lie on a board at once.

Each number is a bound proved by a set of squares or blocks, small enough to check one by one, and is
reached by a game that the rules themselves replay. Integers alone; nothing is searched for at run time.

Why no game needs more:

* Quominoes share no square. If every block holds one of the *pegs*, a set of squares, then each Quomino
  covers a peg of its own, and there are at most as many Quominoes as pegs.
* At the natural end every block shares a square with a Quomino (or is one). If no block meets two of the
  *sentinels*, a set of blocks, then each sentinel is met by a Quomino of its own: there are at least as
  many Quominoes as sentinels.
* A square is dead if it is not covered and no free block holds it, and so stays for good: a Quomino is only
  ever laid on a free block. If free blocks are left, Quominoes can be thought onto them until there are none,
  and every square is then covered or dead. So at no time are more squares dead than all but the fewest
  Quominoes leave open: N² − 4 × that number.
* A square holds one omino at most.

Every set of blocks that share no square, in any colours, is reached by play: see `game_for`.
"""

from __future__ import annotations

import math
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from itertools import pairwise, product

from quasiprint.checks.colour import boldest
from quasiprint.drawing.areas import grow
from quasiprint.drawing.lettering import outlines as lettering
from quasiprint.drawing.lettering import width as text_width
from quasiprint.drawing.outlines import circle, rectangle, refuse_wide_chamfer, round_square, square, turn_ring
from quasiprint.errors import InputError
from quasiprint.exact import regular
from quasiprint.games.quomino import face as faces
from quasiprint.games.quomino.face import HEIGHT, PLAY, Sizes
from quasiprint.games.quomino.rules import (
    BLACK,
    BOXED,
    DEAD,
    FIRST,
    LAST,
    SIZES,
    GameState,
    Move,
    grid,
    name,
    opposite,
)
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, bounds, box_middle, snap, snap_axes
from quasiprint.model.finding import Finding, error
from quasiprint.model.game import Brief
from quasiprint.model.piece import Accessory, GameSet, Parts, Piece, Seat, Value
from quasiprint.model.profile import Ink, Palette

STUDS, LINES, HEAVY, NUMBERS, NAMES, HOLES = range(6)  # slots of marks
STUD_SIDES = 16
THIN = 1.6  # mm: a printed board, and strips
HOLE = 0.39  # of an edge: how far holes reach from the middle of a square, less than ominoes in any direction
CROSS, ROUND = 1.8, 2  # mm: how wide the cross between holes is; sides of a hole's arc: each is a wall in every file
DOVETAIL_STEP = 2  # a dovetail in every second square along a seam, from the first
# a dovetail, in edges of a square: how broad it is at its foot and its head, and how far it reaches
FOOT, HEAD, TAIL = 0.24, 0.36, 0.22
BOLD = 2.0  # a heavy line, in lines
FINE = 0.02  # of an edge: a line, where it can be made so fine
NUMBER = 0.42  # of an edge: the height of a number
BAR = 0.16  # of a number's height: the bar under it, and a little more the gap between them
NAME_HEIGHT = 0.5  # of the rim: of the names of columns and rows
LEAST_NUMBER = 10.0  # of the finest stroke: the height of a number that can be made


@dataclass(frozen=True)
class PhysicalBoard:
    """A board's geometry in its own frame, the origin in its middle, y up.

    size: squares to a side. smaller: the sizes marked in its middle. columns, rows: of squares that a
    seam runs through, from the left and from below; on paper, of lines that a seam runs along.
    """

    sizes: Sizes
    size: int
    smaller: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()

    @property
    def scores_lines(self) -> bool:
        """Whether fine lines are scored."""
        return not (self.sizes.for_printer or self.sizes.paper)

    @property
    def half(self) -> float:
        """From the middle to the rim."""
        return snap(self.size * self.sizes.edge / 2 + self.sizes.rim)

    def at(self, crossing: float) -> float:
        """Return where a line lies, from 0; halves lie in the middles of squares."""
        return snap((crossing - self.size / 2) * self.sizes.edge)

    def seam(self, k: int) -> float:
        """Return where the seam lies that runs through a square, or on paper along a line."""
        return self.at(k if self.sizes.paper else k + 0.5)

    @cached_property
    def parts(self) -> tuple[tuple[str, Ring], ...]:
        """The name and outline of each part, row by row from the lower left."""
        xs = (-self.half, *(self.seam(c) for c in self.columns), self.half)
        ys = (-self.half, *(self.seam(r) for r in self.rows), self.half)
        found = []
        for (j, (low, high)), (i, (left, right)) in product(enumerate(pairwise(ys), 1), enumerate(pairwise(xs))):
            name = "" if len(xs) == len(ys) == 2 else f"-{string.ascii_lowercase[i]}{j}"
            level, upright = self._tails(left, right, self.columns), self._tails(low, high, self.rows)
            bottom = self._seam(low, left, right, level, low > -self.half)
            top = self._seam(high, left, right, level, high < self.half)[::-1]
            east = self._seam(right, low, high, upright, right < self.half)
            west = self._seam(left, low, high, upright, left > -self.half)[::-1]
            swapped = [[(across, along) for along, across in line] for line in (east, west)]
            found.append((f"board{name}", tuple(dict.fromkeys((*bottom, *swapped[0], *top, *swapped[1])))))
        return tuple(found)

    def _tails(self, start: float, end: float, crossed: Sequence[int]) -> tuple[float, ...]:
        """Return where the dovetails of a seam are that runs from start to end, and meets those through `crossed`."""
        if self.sizes.paper:
            return ()
        inside = [k for k in range(self.size) if k not in crossed and start <= self.at(k) and self.at(k + 1) <= end]
        return tuple(self.at(k + 0.5) for k in inside[::DOVETAIL_STEP])

    def _seam(self, at: float, start: float, end: float, tails: Iterable[float], is_seam: bool) -> list[Point]:
        """Return a side of a part from its start to its end, as (along, across)."""
        points = [(start, at)]
        e = self.sizes.edge
        for middle in tails if is_seam else ():
            foot, head, far = FOOT * e / 2, HEAD * e / 2, snap(at + TAIL * e)
            points += [(snap(middle - foot), at), (snap(middle - head), far)]
            points += [(snap(middle + head), far), (snap(middle + foot), at)]
        return [*points, (end, at)]

    def face(self, ring: Ring) -> Face:
        """Return the face of a part, its origin in the middle of its box."""
        m = self.sizes.measures
        left, low, right, high = bounds((ring,))
        dx, dy = snap((left + right) / 2), snap((low + high) / 2)

        def move(ring: Ring) -> Ring:
            return snap_axes([x - dx for x, _ in ring], [y - dy for _, y in ring])

        marks = tuple(self._marks(left, right, low, high, move))
        nominal = move(ring)
        if not self.columns and not self.rows:
            outline = round_square(square(2 * self.half), m.fit.clearance, m.finish.corner_radius)
        else:
            outline = grow((Region(nominal),), -m.fit.clearance)[0].outer if m.fit.clearance else nominal
        return Face(nominal, outline, (Cell(outline, marks),), thickness=thickness(self.sizes))

    def _marks(
        self, left: float, right: float, low: float, high: float, move: Callable[[Ring], Ring]
    ) -> Iterator[Mark]:
        """Yield what is drawn on a part, moved into its frame. A part's box reaches over its seams by its dovetails, so
        its seams decide what belongs to it."""

        def of(x: float, y: float) -> tuple[int, int]:
            return sum(self.seam(c) < x for c in self.columns), sum(self.seam(r) < y for r in self.rows)

        def is_inside(ring: Ring) -> bool:
            return of(*box_middle(ring)) == of((left + right) / 2, (low + high) / 2)

        def mark(slot: int, groups: Iterable[Sequence[Region]], rise: float | None = None) -> Mark:
            areas = tuple(area.map_rings(move) for group in groups if is_inside(group[0].outer) for area in group)
            return Mark(slot, Operation.ENGRAVE, None, None, areas, areas, rise=rise)

        if self.sizes.for_printer:
            studs = [circle(x, y, self.sizes.stud, STUD_SIDES) for x, y in self.crossings()]
            yield mark(STUDS, ([Region(stud)] for stud in studs), HEIGHT)
            open_ones = mark(HOLES, ([Region(hole)] for hole in self.holes()))
            if open_ones.ink:
                yield replace(open_ones, operation=Operation.CUT)
        fine, heavy = self.lines() if not self.sizes.paper else ((), ())
        if self.sizes.paper:
            net = (self._net(left, right, low, high).map_rings(move),)
            yield Mark(LINES, Operation.ENGRAVE, None, None, net, net)
        elif self.scores_lines:
            lines = tuple(move(line) for line in fine if is_inside(line))
            yield Mark(LINES, Operation.SCORE, None, None, (), (), lines=lines)
        else:
            yield mark(LINES, ([Region(line)] for line in fine))
        named = mark(NAMES, self.names()) if self.sizes.paper else mark(HEAVY, ([Region(line)] for line in heavy))
        for drawn in (named, mark(NUMBERS, self.numbers())):
            if drawn.ink or drawn.slot == HEAVY:
                yield drawn

    def _net(self, left: float, right: float, low: float, high: float) -> Region:
        """Return the lines of a part of paper: one area, with a hole for each square."""
        reach = self.at(self.size) + BOLD * self.width / 2
        west, east, south, north = max(left, -reach), min(right, reach), max(low, -reach), min(high, reach)
        holes: list[Ring] = []
        for row, column in product(range(self.size), repeat=2):
            x0, x1 = self._between(column, row)
            y0, y1 = self._between(row, column)
            if west < x0 and x1 < east and south < y0 and y1 < north:
                holes.append(((x0, y0), (x0, y1), (x1, y1), (x1, y0)))
        return Region(rectangle(west, south, east, north), tuple(holes))

    def _between(self, line: int, cell: int) -> tuple[float, float]:
        """Return from where to where a square is free between the line before it and the line after it."""
        before, after = (self.width / 2 * (BOLD if self.heavy(line + k, cell) else 1) for k in (0, 1))
        return snap(self.at(line) + before), snap(self.at(line + 1) - after)

    def names(self) -> Iterator[tuple[Region, ...]]:
        """Yield the names of columns, below them, and of rows, to their left: those of their squares in a game."""
        height = max(NAME_HEIGHT * self.sizes.rim, LEAST_NUMBER * self.sizes.measures.machine.min_feature)
        # names have their middle as far from the rim's outside as from the lines
        beside = snap(-self.half + snap((self.sizes.rim - BOLD * self.width / 2) / 2))
        for k in range(self.size):
            # squares are numbered from the top left: the lowest row, the first column
            column = name((self.size - 1) * self.size + k, self.size)[0]
            row = name((self.size - 1 - k) * self.size, self.size)[1:]
            middle = self.at(k + 0.5)
            yield lettering(column, height, middle, beside - height / 2, "middle", bold=True)
            yield lettering(row, height, beside, middle - height / 2, "middle", bold=True)

    def holes(self) -> Iterator[Ring]:
        """Yield four holes for each square without a number and without a seam: the quarters of an octagon."""
        taken = {square for _, square in self._numbered()}
        far, half = HOLE * self.sizes.edge, max(CROSS / 2, self.sizes.measures.machine.min_feature)
        first = math.asin(half / far)
        arc = [first + (math.pi / 2 - 2 * first) * k / ROUND for k in range(ROUND + 1)]
        quarter = ((half, half), *((far * math.cos(a), far * math.sin(a)) for a in arc))
        for row, column in product(range(self.size), repeat=2):
            if column not in self.columns and row not in self.rows and (column, row) not in taken:
                x, y = self.at(column + 0.5), self.at(row + 0.5)
                yield from (turn_ring(quarter, k * math.pi / 2, x, y) for k in range(4))

    def crossings(self) -> Iterator[Point]:
        """Yield where lines cross."""
        for row, column in product(range(self.size + 1), repeat=2):
            yield self.at(column), self.at(row)

    def lines(self) -> tuple[tuple[Ring, ...], tuple[Ring, ...]]:
        """Return the lines between crossings: the fine ones, and the heavy ones around each size. Heavy ones are areas;
        fine ones too, but on a sheet, where they are open lines to be scored."""
        fine: list[Ring] = []
        heavy: list[Ring] = []
        for k, cell, upright in product(range(self.size + 1), range(self.size), (False, True)):
            at, bold = self.at(k), self.heavy(k, cell)
            for start, end in self._stretches(cell, self.rows if upright else self.columns):
                if bold or not self.scores_lines:
                    half = self.width * (BOLD if bold else 1) / 2
                    bar = rectangle(start, at - half, end, at + half)
                    (heavy if bold else fine).append(tuple((y, x) for x, y in reversed(bar)) if upright else bar)
                else:
                    ends = ((snap(start), at), (snap(end), at))
                    fine.append(tuple((y, x) for x, y in ends) if upright else ends)
        return tuple(fine), tuple(heavy)

    @property
    def width(self) -> float:
        """The width of a fine line. On paper each part along a seam has half of it, and that can be printed."""
        halves = 2 if self.sizes.paper else 1
        return max(halves * self.sizes.measures.machine.min_feature, FINE * self.sizes.edge)

    def heavy(self, line: int, cell: int) -> bool:
        """Tell whether a line bounds one of the sizes there."""
        firsts = ((size, (self.size - size) // 2) for size in (self.size, *self.smaller))
        return any(line in (first, first + size) and first <= cell < first + size for size, first in firsts)

    def _stretches(self, cell: int, seams: Sequence[int]) -> list[tuple[float, float]]:
        """Return the stretches of a line along the side of a square: clear of studs, and of a seam in its middle."""
        least = self.sizes.measures.machine.min_feature
        clear = self.sizes.stud + least if self.sizes.for_printer else BOLD * self.width / 2 + least
        start, end, middle = self.at(cell) + clear, self.at(cell + 1) - clear, self.at(cell + 0.5)
        if cell not in seams:
            return [(start, end)]
        apart = self.sizes.measures.fit.clearance + least
        return [(start, middle - apart), (middle + apart, end)]

    def _numbered(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield each smaller size, and the square in which its number stands: at a corner of it, without a seam."""
        for size in self.smaller:
            before, after = (self.size - size) // 2 - 1, (self.size + size) // 2
            squares = [(c, r) for r in (after, before) for c in (before, after)]
            cut = () if self.sizes.paper else (self.columns, self.rows)
            free = [pair for pair in squares if not any(k in seams for k, seams in zip(pair, cut, strict=False))]
            if free:
                yield size, free[0]

    def numbers(self) -> Iterator[tuple[Region, ...]]:
        """Yield the number of each smaller size."""
        height = max(NUMBER * self.sizes.edge, LEAST_NUMBER * self.sizes.measures.machine.min_feature)
        for size, (column, row) in self._numbered():
            x, y = self.at(column + 0.5), self.at(row + 0.5)
            bar = BAR * height  # under it, so that nobody reads a 6 as a 9
            wide = text_width(str(size), height, bold=True)
            foot = y - height / 2 - 1.5 * bar
            under = rectangle(x - wide / 2, foot - bar / 2, x + wide / 2, foot + bar / 2)
            yield (*lettering(str(size), height, x, y - height / 2, "middle", bold=True), Region(under))


def thickness(sizes: Sizes) -> float | None:
    """Return how thick a board and its strips are, whole layers; None: as thick as everything else."""
    layer = sizes.measures.machine.layer
    thin = snap(layer * math.ceil(THIN / layer - 1e-6))
    return thin if sizes.for_printer and thin < sizes.measures.stock.thickness else None


def fits(ring: Ring, room: tuple[float, float]) -> bool:
    """Tell whether something fits into a room, turned as it likes; a room of 0 × 0 has no limit."""
    left, low, right, high = bounds((ring,))
    long, short = max(right - left, high - low), min(right - left, high - low)
    return not any(room) or (long <= max(room) + 1e-6 and short <= min(room) + 1e-6)


def board(sizes: Sizes, size: int, smaller: tuple[int, ...]) -> PhysicalBoard:
    """Return a board in as few parts as fit the machine, seams upright rather than level. Raises InputError if not even
    parts of two squares fit."""
    room = sizes.measures.machine.room
    # with more, a part would have no whole square for a dovetail
    most = range(1, size + 1 if sizes.paper else (size + 1) // 2 + 1)
    counts = sorted(((i, j) for i in most for j in most), key=lambda n: (n[0] * n[1], n[1]))
    for across, up in counts:
        # the squares through whose middles it is parted, or on paper the lines, as evenly as can be
        columns, rows = (
            tuple((size * k if sizes.paper else size * k - 1) // parts for k in range(1, parts))
            for parts in (across, up)
        )
        made = PhysicalBoard(sizes, size, smaller, columns, rows)
        if all(fits(ring, room) for _, ring in made.parts):
            return made
    raise InputError(
        f"edge: found {sizes.edge:g} mm, allowed is a smaller one: no part of a board of such squares fits on "
        f"{room[0]:g} × {room[1]:g} mm, all that the {sizes.measures.process} has for one; a part needs a whole square "
        "to lock in"
    )


def boards(sizes: Sizes, size: int, smaller: tuple[int, ...]) -> tuple[Accessory, ...]:
    """Return the parts of a board."""
    made = board(sizes, size, smaller)
    kind = "board" if len(made.parts) == 1 else "board-part"
    return tuple(Accessory(name, kind, 1, made.face(ring)) for name, ring in made.parts)


def strips(sizes: Sizes, board_sizes: Sequence[int]) -> tuple[Accessory, ...]:
    """Return what fills the squares around the smaller boards: around each, four strips chase one another. A strip that
    is too long for the machine comes in shorter ones. Paper needs none."""
    lengths, room = Counter[int](), sizes.measures.machine.room
    for squares in (outer - 1 for outer in sorted(board_sizes)[1:]):
        counts = (n for n in range(1, squares) if fits(_strip(sizes, -(-squares // n)).nominal, room))
        parts = next(counts, squares)
        lengths.update(squares * (k + 1) // parts - squares * k // parts for k in range(parts))
    return tuple(
        Accessory(f"frame-{length}", "frame", 4 * count, _strip(sizes, length))
        for length, count in sorted(lengths.items())
    )


def _strip(sizes: Sizes, squares: int) -> Face:
    m, taken = sizes.measures, 2 * (sizes.stud + PLAY)
    far, up = snap((squares * sizes.edge - taken) / 2), snap((sizes.edge - taken) / 2)
    soft = round_square(square(2 * up), m.fit.clearance, m.finish.corner_radius)
    outline = tuple((snap(x + math.copysign(far - up, x)), y) for x, y in soft)
    return Face(rectangle(-far, -up, far, up), outline, (Cell(outline, ()),), thickness=thickness(sizes))


SQUARE, BLOCK = regular.square(1), regular.square(2)
# what stands on each corner of an omino, or on the face and the back of a Quomino: 1 black, 0 white, 2 both
OMINO, QUOMINO = (0, 2, 1, 2), (1, 0)


def board_sizes(game_set: GameSet) -> tuple[int, ...]:
    """Return the sizes of the boards that a box is for."""
    return tuple(int(text.split()[0]) for text in str(dict(game_set.parameters)["boards"]).split(", "))


def has_board(parameters: Mapping[str, Value], process: Process) -> bool:
    """Tell whether a process makes the board: where nobody says another one, it does."""
    return parameters.get("board_by") in (None, "", process)


def design(brief: Brief) -> GameSet:
    """Return a box: for all of `BOXED`, if no size is asked for. Raises InputError where the sizes cannot be made."""
    parameters, measures, palette = brief.parameters, brief.measures, brief.palette
    played = (int(parameters["size"]),) if parameters.get("size") else BOXED
    sizes = Sizes(measures, str(parameters["grip"]))
    sizes.refuse_too_small()
    if measures.touch and sizes.grip == "knob":
        raise InputError(
            "--grip: found knob with --touch, allowed is dimple: the black half is raised, and a knob on it would "
            "stand too near its rims for fingers to tell them apart"
        )
    need = box(played)
    ink = boldest(palette)
    accessories: tuple[Accessory, ...] = (Accessory("marker", "marker", need.markers, faces.marker(sizes)),)
    if has_board(parameters, measures.process):
        accessories += boards(sizes, max(played), played[:-1])
        accessories += () if sizes.paper else strips(sizes, played)
    if measures.process is Process.LASER and sizes.grip == "knob":
        accessories += (Accessory("knob", "knob", need.ominoes, faces.knob(sizes)),)
    refuse_wide_chamfer(
        [faces.omino(sizes), faces.quomino(sizes)] + [accessory.face for accessory in accessories], measures
    )
    if sizes.for_printer:
        # the back of a Quomino takes a stud
        measures = measures.with_back(faces.depth(sizes))
    # on paper ominoes fill their squares; elsewhere each turns in its square, and keeps its play to itself
    groups = (regular.row("square", max(played)), regular.ring("square")) if sizes.paper else ()
    return GameSet(
        game="quomino",
        title="Quomino",
        parameters=(
            ("boards", ", ".join(f"{n} × {n}" for n in played)),
            *((key, value) for key, value in parameters.items() if key not in ("size", "board_by")),
            *((("board_by", parameters["board_by"]),) if parameters.get("board_by") else ()),
        ),
        pieces=(
            *_copies("omino", need.ominoes, faces.omino(sizes)),
            *_copies("quomino", need.quominoes, faces.quomino(sizes)),
        ),
        accessories=accessories,
        composition=Parts(),
        hidden=True,
        palette=Palette(palette.name, palette.body, (Ink(ink.name, ink.rgb, "solid"),)),
        measures=measures,
        noun="piece",
        groups=tuple(replace(group, shape="omino") for group in groups),
        seats=_seats(sizes, accessories),
    )


def _seats(sizes: Sizes, accessories: tuple[Accessory, ...]) -> tuple[Seat, ...]:
    """Return what sits in what: the hollow of a Quomino over a stud, and a board's parts in one another."""
    found = []
    if sizes.for_printer and any(mark.rise for accessory in accessories for mark in accessory.face.marks):
        # a hollow is nearest in the middles of its sides
        apart = sizes.hollow * math.cos(math.pi / faces.HOLLOW_SIDES) - sizes.stud
        found.append(Seat("around a stud under a Quomino", snap(apart)))
    if not sizes.paper and sum(accessory.kind == "board-part" for accessory in accessories) > 1:
        found.append(Seat("between two parts of the board", 2 * sizes.measures.fit.clearance))
    return tuple(found)


def _copies(shape: str, count: int, face: Face) -> tuple[Piece, ...]:
    marks, corners = (OMINO, SQUARE) if shape == "omino" else (QUOMINO, BLOCK)
    digits = len(str(count))
    return tuple(Piece(f"{shape}-{k:0{digits}d}", shape, marks, corners, face) for k in range(1, count + 1))


Packing = Sequence[tuple[int, int]]  # blocks that share no square, each with the colour of its Quomino


@dataclass(frozen=True, slots=True)
class Need:
    """What lies on a board at once: the most Quominoes, the fewest when no block is left, the most dead squares, the
    most ominoes."""

    most_quominoes: int
    fewest_quominoes: int
    most_dead: int
    most_ominoes: int


@dataclass(frozen=True, slots=True)
class Box:
    """How many pieces of each kind are enough for one game on any of a box's boards."""

    ominoes: int
    quominoes: int
    markers: int


def pegs(size: int) -> frozenset[int]:
    """Return the squares whose row and column, counted from 0, are odd: every block holds exactly one."""
    odd = range(1, size, 2)
    return frozenset(row * size + column for row in odd for column in odd)


def sentinels(size: int) -> frozenset[int]:
    """Return the blocks at every third row and column from the upper left: no block meets two."""
    across = size - 1
    third = range(0, across, 3)
    return frozenset(row * across + column for row in third for column in third)


def densest(size: int) -> tuple[tuple[int, int], ...]:
    """Return a packing of as many Quominoes as there can be: edge to edge from the upper left."""
    return _crossings(size, range(0, size - 1, 2))


def sparsest(size: int) -> tuple[tuple[int, int], ...]:
    """Return a packing of as few Quominoes as can leave no block: each meets a sentinel and all around it."""
    # the last row of blocks begins one above the last row of squares
    return _crossings(size, [min(at, size - 2) for at in range(1, size, 3)])


def game_for(size: int, packing: Packing) -> list[Move]:
    """Return moves, black's first, after which the Quominoes of `packing`, and no others, lie on the board.

    They are laid one after another, each by four ominoes placed in its squares. Before each, there is no
    omino on the board (what does not lie under a Quomino is empty, or dead), so that no other block can be
    complete, and nobody has a choice to make. A block that shares no square with those laid before is
    free, so none of its squares is dead, and the game has not ended. Every move places, nobody rotates.

    packing: pairs of a block, numbered as in `SquareGrid`, and BLACK or WHITE, in the order they are laid; blocks that
    share a square make moves that the rules refuse.
    """
    moves = []
    for block, colour in packing:
        for place, at in enumerate(grid(size).squares[block]):
            # the corner of a square that is in the middle of its block is opposite to where it lies in it
            middle = opposite(place)
            moves.append(Move(at, middle if colour == BLACK else opposite(middle)))
    return moves


def one_way(size: int) -> list[Move]:
    """Return moves that fill the board with ominoes turned one way: no two of a block fit together."""
    return [Move(square, 0) for square in range(size * size)]


def replay(size: int, moves: Iterable[Move], subject: str) -> GameState:
    """Return the game after moves. Raises ArithmeticError for one that the rules refuse. subject: how it names the
    game."""
    game = GameState(size)
    for number, move in enumerate(moves, 1):
        refusal = game.refusal(move)
        if refusal is not None:
            raise ArithmeticError(f"{subject}: move {number}: {refusal.message}")
        game.do(move)
    return game


@cache
def need(size: int) -> Need:
    """Return what games reached on a board of `size` × `size` squares, once it is proved that none exceeds it: see the
    head of this module. Raises ArithmeticError if a proof fails, which says why, and InputError for a size that no
    board has."""
    if size not in SIZES:
        raise InputError(f"size: found {size}, allowed are {SIZES[0]} to {SIZES[-1]}")
    subject, lying, squares, sentries = f"{size} × {size}", grid(size), pegs(size), sentinels(size)
    packed, sparse, full = (
        replay(size, moves, subject)
        for moves in (game_for(size, densest(size)), game_for(size, sparsest(size)), one_way(size))
    )
    reached = (sum(packed.quominoes), sum(sparse.quominoes), sparse.count(DEAD, DEAD), full.count(FIRST, LAST))
    proved = (len(squares), len(sentries), size * size - 4 * len(sentries), size * size)
    claims = {
        "every block holds a peg": not any(map(squares.isdisjoint, lying.squares)),
        "sentinels are blocks": sentries <= {*range(len(lying.squares))},
        "no block meets two sentinels": all(len(sentries.intersection(met)) < 2 for met in lying.touching),
        "the sparsest game leaves no block": not sparse.live,
        f"games reach the bounds {proved}, and found is {reached}": reached == proved,
    }
    for claim, holds in claims.items():
        if not holds:
            raise ArithmeticError(f"{subject}: it is not so that {claim}")
    return Need(*reached)


def box(sizes: Sequence[int]) -> Box:
    """Return what is enough for one game on any board of `sizes`. A larger board may need fewer markers than a smaller
    one, so that every board is asked. Raises InputError for no size, and for one that no board has."""
    if not sizes:
        raise InputError(f"sizes: found none, allowed are one or more of {SIZES[0]} to {SIZES[-1]}")
    needs = [need(size) for size in sizes]
    kinds = zip(*((n.most_ominoes, n.most_quominoes, n.most_dead) for n in needs), strict=True)
    return Box(*map(max, kinds))


def contents(game_set: GameSet) -> Box:
    """Return how many pieces of each kind there are."""
    counts = Counter(piece.shape for piece in game_set.pieces)
    markers = sum(accessory.count for accessory in game_set.accessories if accessory.kind == "marker")
    return Box(counts["omino"], counts["quomino"], markers)


def supply(game_set: GameSet, need: Box) -> list[Finding]:
    """Check that there are exactly as many pieces as can lie on a board at once."""
    findings, found = [], asdict(contents(game_set))
    for kind, most in asdict(need).items():
        if found[kind] != most:
            message = f"the box has {found[kind]}, and up to {most} lie on a board at once"
            findings.append(error("supply-wrong", kind, message, f"put {most} into the box"))
    return findings


def _crossings(size: int, lines: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the blocks in these rows and columns of blocks, by turns black and white."""
    blocks = [row * (size - 1) + column for row in lines for column in lines]
    return tuple((block, number % 2) for number, block in enumerate(blocks))

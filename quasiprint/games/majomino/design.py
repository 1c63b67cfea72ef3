"""A run of Majomino boards: drawn at random, or read from a name or a file; and what goes with them.

Walls stand on the lines between cells, half of their width to each side. A region has one colour, which its neighbours
have not, and in each of its cells a bar with the colour's pattern: low in the cell, where a pencil's mark or a marker
in the middle leaves it to be seen. A printer fills the regions with their colours, the bars' patterns sunk into them; a
laser engraves the bars; paper is tinted, and the bars printed.

Corners of cells are (column, row) in integers, row 0 at the top. In mm the origin is the middle of the board and y runs
up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, cast

from quasiprint.drawing.areas import common
from quasiprint.drawing.lettering import box
from quasiprint.drawing.outlines import (
    circle,
    diagonal_cross,
    mitre,
    refuse_wide_chamfer,
    round_square,
    roundest,
    square,
)
from quasiprint.drawing.palettes import refuse_patterns
from quasiprint.drawing.patterns import Ribbon, boldness, ink_regions
from quasiprint.drawing.rings import inside
from quasiprint.errors import InputError
from quasiprint.exact import regular
from quasiprint.games.majomino import SIZES
from quasiprint.games.majomino.board import (
    FREE,
    Board,
    Labels,
    MarkedBoard,
    Wall,
    beside,
    colouring,
    inner_walls,
    is_dissection,
)
from quasiprint.games.majomino.notation import name, names, parse_typed, read, write_all
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, area, snap, snap_axes
from quasiprint.model.finding import Finding, Severity
from quasiprint.model.game import Brief
from quasiprint.model.limits import round_down
from quasiprint.model.measures import Measures
from quasiprint.model.option import Supplied
from quasiprint.model.piece import Accessory, Boards, GameSet, Piece, Seat, Value
from quasiprint.model.plugins import require_extension
from quasiprint.model.profile import Ink, Palette
from quasiprint.model.texts import Phrase
from quasiprint.system.progress import tell_progress

Corner = tuple[int, int]
Rim = tuple[Point, ...]  # corners, (column, row)


@dataclass(frozen=True, slots=True)
class CellGrid:
    """A board's cells in mm: `size` cells of `edge` mm in each direction."""

    size: int
    edge: float

    def x(self, column: float) -> float:
        """Return where a column begins."""
        return snap((column - self.size / 2) * self.edge)

    def y(self, row: float) -> float:
        """Return where a row begins: the height of its upper side."""
        return snap((self.size / 2 - row) * self.edge)

    def ring(self, rim: Rim, inward: float) -> Ring:
        """Return a rim moved by `inward` mm to the side of its region."""
        # rows run down, so that the region lies to the right
        moved = zip(rim, mitre(rim, 1.0), strict=True)
        return tuple(
            _point(self, column, row, (x - column) * inward, (row - y) * inward) for (column, row), (x, y) in moved
        )


def side_of(piece: Piece) -> int:
    """Return how many cells the side of a board has, by its exact outline."""
    return round((piece.corners[1] - piece.corners[0]).to_xy()[0])


def grid_of(piece: Piece, game_set: GameSet) -> CellGrid:
    """Return the grid of a board: its outline says how many cells, the measures how large."""
    return CellGrid(side_of(piece), game_set.measures.size.edge)


@lru_cache(maxsize=65536)
def _point(grid: CellGrid, column: float, row: float, across: float, up: float) -> Point:
    """Return a point near a corner of a cell; one value for all boards, which share a few hundred of them."""
    return snap(grid.x(column) + across), snap(grid.y(row) + up)


@lru_cache(maxsize=4096)
def rims(cells: tuple[int, ...], size: int) -> tuple[Rim, ...]:
    """Return the rims of a connected region, the outer one first, the region always to their left.

    Where two cells of a region touch at a corner alone, a rim turns with its cell: it never runs
    through one of its own corners on both sides of a wall.
    """
    # places and ways are column + row · i; rows run down, so that a turn to the left is -i
    filled = [complex(cell % size, cell // size) for cell in cells]
    # sides of cells that are rim, by where they begin and the way in which they are walked
    sides = {
        (cell + (1 + 1j + way * 1j - way) / 2, way): None
        for cell in filled
        for way in (1, -1j, -1, 1j)
        if cell + way * 1j not in filled
    }
    found, left = [], dict(sides)
    while left:
        corner, way = next(iter(left))
        rim: list[Point] = []
        while (corner, way) in left:
            del left[corner, way]
            corner, came = corner + way, way
            way = next(came * turn for turn in (-1j, 1, 1j) if (corner, came * turn) in sides)
            rim += [(corner.real, corner.imag)] if way != came else []
        found.append(tuple(rim))
    # since rows run down, the outer rim comes out clockwise, and a hole's anticlockwise
    return tuple(sorted(found, key=lambda rim: area(rim) > 0))


@lru_cache(maxsize=4096)
def stretches(walls: Iterable[Wall]) -> tuple[tuple[Corner, Corner], ...]:
    """Return walls as straight lines between corners, each as long as it can be. walls: a frozenset."""
    found: list[tuple[Corner, Corner, str]] = []
    ordered = sorted(walls, key=lambda w: (w[0], w[1], w[2]) if w[0] == "-" else (w[0], w[2], w[1]))
    for kind, row, column in ordered:
        start = (column, row)
        end = (column + 1, row) if kind == "-" else (column, row + 1)
        if found and found[-1][1] == start and found[-1][2] == kind:
            found[-1] = (found[-1][0], end, kind)
        else:
            found.append((start, end, kind))
    return tuple((start, end) for start, end, _ in found)


WALL = 0.08  # of a cell's edge: how wide a wall is
HEIGHT = 0.1  # of a cell's edge: how high a printed wall stands
GAP = 0.03  # of a cell's edge: between a wall and the region's colour
BAR = 0.6  # of a cell's edge: how long a bar is
MARKER = 0.25  # of a cell's edge: a marker's radius; the bar at the foot of its cell stays in sight
PLAY = 0.3  # mm: between a marker and the well in which it lies on a board for fingers
WELL = 1.0  # mm: how deep it is
WELL_SIDES = 32
BAND = 0.14  # of a cell's edge: how broad it is


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How boards are drawn. measures: edge is that of a cell. inks: colours of regions, empty for
    none. cut: whether the walls are cut through, so that the regions come apart."""

    measures: Measures
    inks: tuple[Ink, ...]
    cut: bool = False

    @property
    def wall(self) -> float:
        """Width of a wall, mm; 0 if it is a cut."""
        m = self.measures
        # the rim's wall loses the clearance on one side
        return 0.0 if self.cut else snap(max(WALL * m.size.edge, m.machine.min_feature + m.fit.clearance))

    @property
    def gap(self) -> float:
        """From a wall to the colour beside it, and half of that between cells, mm."""
        return snap(max(GAP * self.measures.size.edge, self.measures.machine.min_feature))

    @property
    def band(self) -> float:
        """Breadth of a bar, mm: as broad as its pattern needs to be made."""
        return snap(max(BAND * self.measures.size.edge, self.measures.machine.min_feature / boldness(1.0)))

    @property
    def foot(self) -> float:
        """From the lower side of a cell to its bar, mm."""
        return snap(self.wall / 2 + self.gap + self.measures.machine.min_feature)

    @property
    def rise(self) -> float:
        """How high printed walls stand above the board, mm: whole layers."""
        layer = self.measures.machine.layer
        return snap(max(1, round(HEIGHT * self.measures.size.edge / layer)) * layer)

    @property
    def loosest(self) -> float:
        """The largest clearance, mm: what is drawn stays on the board."""
        return round_down(self.gap / 2 if self.cut else self.wall / 4)

    @property
    def roundest(self) -> float:
        """The largest radius of a board's corners, mm: they keep a stroke away from what is drawn there."""
        m = self.measures
        inset, least = m.fit.clearance, m.machine.min_feature
        aside = (1 - BAR) / 2 * m.size.edge  # a bar's foot on a board without walls
        across, up = (aside, self.foot) if self.cut else (self.wall, self.wall)
        point = ((across - up) / math.sqrt(2), (across + up) / math.sqrt(2))
        return roundest([point], math.pi / 2, inset, min(least, across - inset, up - inset))

    def side(self, size: int) -> float:
        """Return how long a board's side is, mm."""
        return size * self.measures.size.edge + self.wall


def least_edge(style: BoardStyle) -> float:
    """Return the least edge of a cell (mm) in which a bar has room, under the middle and between the sides; and whose
    markers, where boards have some, show an x with arms, and an o around something."""
    m, least = style.measures, style.measures.machine.min_feature
    aside = (least + m.fit.clearance) / 2 + least + least  # a wall, a gap and a stroke
    needed = [2 * (aside + least / boldness(1.0)), aside / ((1 - BAR) / 2)]
    if m.process is not Process.PAPER:
        stroke = max(STROKE, least)
        # what the o's middle takes: sunk inside of the rim that stays, or left out of the engraved ring
        sunk, engraved = m.fit.clearance + m.finish.chamfer + stroke + least / 2, (stroke + least / 2) / REACH
        ring = sunk if m.process is Process.PRINTER else engraved
        needed += [(stroke / 2 + least) / REACH / MARKER, ring / MARKER]
    return math.ceil(10 * max(needed) - 1e-6) / 10


def refuse_too_small(style: BoardStyle) -> None:
    """Raise InputError if cells are so small that what stands in them cannot be made or distinguished."""
    m, least = style.measures, least_edge(style)
    if m.size.edge < least:
        raise InputError(
            f"edge: found {m.size.edge:g} mm, allowed is from {least:g} mm: a cell holds a bar whose strokes are "
            f"{m.machine.min_feature:g} mm wide, the least that a {m.process} makes, and a mark above it"
        )
    if m.fit.clearance > style.loosest:
        what = "half of the gap beside a cut" if style.cut else "a quarter of a wall of the board's rim"
        raise InputError(
            f"clearance: found {m.fit.clearance:g} mm, allowed is up to {style.loosest:g} mm, {what} (as a {m.process} "
            "makes it)"
        )
    if m.finish.corner_radius > style.roundest:
        raise InputError(
            f"corner radius: found {m.finish.corner_radius:g} mm, allowed is up to {style.roundest:g} mm on cells of "
            f"{m.size.edge:g} mm (as a {m.process} makes them): rounder, and the board's corners cut what is drawn "
            "in them"
        )


@lru_cache(maxsize=64)
def face(board: Board, colours: Labels, style: BoardStyle) -> Face:
    """Return the face of a board whose regions have these colours (indices into the style's inks)."""
    grid = CellGrid(board.size, style.measures.size.edge)
    plain = bare(board.size, style)
    marks: list[Mark] = []
    if style.inks:
        for number, cells in enumerate(board.cells()):
            marks += _colour_marks(number, cells, colours[number], board.size, style)
    marks += [_walls(board, grid, style), *_lines(board, grid, style)]
    if style.measures.touch:
        # a well in the middle of each cell, in which a marker stays when fingers pass over it
        radius = MARKER * style.measures.size.edge + PLAY
        places = product(range(board.size), repeat=2)
        ink = tuple(Region(circle(grid.x(x + 0.5), grid.y(y + 0.5), radius, WELL_SIDES)) for y, x in places)
        marks.append(Mark(board.count + 2, Operation.ENGRAVE, None, None, ink, ink, rise=-WELL))
    return Face(plain.nominal, plain.outline, (Cell(plain.outline, tuple(marks)),))


@lru_cache(maxsize=32)
def bare(size: int, style: BoardStyle) -> Face:
    """Return the face of a board on which nothing is drawn."""
    m = style.measures
    nominal = square(style.side(size))
    outline = round_square(nominal, m.fit.clearance, m.finish.corner_radius)
    return Face(nominal, outline, (Cell(outline, ()),))


def _walls(board: Board, grid: CellGrid, style: BoardStyle) -> Mark:
    """Return the walls: one area with a hole for each region, or lines to cut along."""
    if style.cut:
        parting = frozenset(wall for wall in inner_walls(board.size) if board.parts(wall))
        return Mark(board.count, Operation.CUT, None, None, (), (), lines=_lines_along(parting, grid, style))
    outer: list[Ring] = []
    islands: list[Ring] = []
    for cells in board.cells():
        first, *others = (grid.ring(rim, style.wall / 2) for rim in rims(cells, board.size))
        outer.append(first)
        islands += others
    # a region may lie in a hole of another: the walls around it are an island
    rim = bare(board.size, style).outline
    inner: dict[Ring, list[Ring]] = {rim: [], **{isle: [] for isle in islands}}
    for ring in outer:
        home = [isle for isle in islands if inside(ring[0], isle)]
        inner[min(home, key=lambda isle: -area(isle), default=rim)].append(ring[::-1])
    ink = tuple(Region(ring if ring is rim else ring[::-1], tuple(holes)) for ring, holes in inner.items())
    rise = style.rise if style.measures.process is Process.PRINTER else None
    return Mark(board.count, Operation.ENGRAVE, None, None, ink, ink, rise=rise)


def _lines_along(walls: frozenset[Wall], grid: CellGrid, style: BoardStyle) -> tuple[Ring, ...]:
    """Return lines between cells, those that run to the rim up to where the board as made ends."""
    rim = snap(style.side(grid.size) / 2 - style.measures.fit.clearance)
    lines = ([_point(grid, *corner, 0.0, 0.0) for corner in ends] for ends in stretches(walls))
    return tuple(tuple((max(-rim, min(rim, x)), max(-rim, min(rim, y))) for x, y in line) for line in lines)


def _lines(board: Board, grid: CellGrid, style: BoardStyle) -> list[Mark]:
    """Return the lines between cells of a region; where a printer inlays colours, these leave them out."""
    open_walls = frozenset(wall for wall in inner_walls(board.size) if not board.parts(wall))
    slot = board.count + 1
    if style.measures.process is not Process.PRINTER:
        lines = _lines_along(open_walls, grid, style)
        return [Mark(slot, Operation.SCORE, None, None, (), (), lines=lines)] if lines else []
    if style.inks:
        return []
    ink = tuple(_groove(beside(wall, board.size), grid, style) for wall in sorted(open_walls))
    return [Mark(slot, Operation.ENGRAVE, None, None, ink, ink)] if ink else []


@lru_cache(maxsize=4096)
def _groove(cells: tuple[int, int], grid: CellGrid, style: BoardStyle) -> Region:
    """Return a groove between two cells, clear of walls at its ends."""
    row, column = divmod(cells[1], grid.size)
    half, clear = style.gap / 2, style.wall / 2 + style.gap
    if cells[1] - cells[0] == 1:
        x, top, low = grid.x(column), grid.y(row) - clear, grid.y(row + 1) + clear
        return Region(box(x - half, low, style.gap, top - low))
    y, left, right = grid.y(row), grid.x(column) + clear, grid.x(column + 1) - clear
    return Region(box(left, y - half, right - left, style.gap))


@lru_cache(maxsize=4096)
def _colour_marks(number: int, cells: tuple[int, ...], colour: int, size: int, style: BoardStyle) -> tuple[Mark, ...]:
    """Return the marks of a region in a colour."""
    m, pattern = style.measures, style.inks[colour].pattern
    grid = CellGrid(size, m.size.edge)
    if m.process is Process.PRINTER:
        field = _field(cells, grid, style)
        ink = tuple(part for cell in cells for part in _tile_ink(cell, cells, pattern, grid, style))
        return (Mark(number, Operation.ENGRAVE, colour, pattern, (field,), ink, colour),)
    bars = tuple(_bar(cell, colour, grid, style) for cell in cells)
    if m.process is Process.LASER:
        return bars
    tint = Mark(number, Operation.ENGRAVE, colour, pattern, (_field(cells, grid, style),), (), colour)
    return (tint, *bars)


@lru_cache(maxsize=4096)
def _field(cells: tuple[int, ...], grid: CellGrid, style: BoardStyle) -> Region:
    """Return a region's area, clear of its walls."""
    outer, *holes = (grid.ring(rim, snap(style.wall / 2 + style.gap)) for rim in rims(cells, grid.size))
    return Region(outer, tuple(holes))


@lru_cache(maxsize=4096)
def _bar(cell: int, colour: int, grid: CellGrid, style: BoardStyle) -> Mark:
    """Return a cell's bar in a colour and its pattern."""
    pattern = style.inks[colour].pattern
    slot = grid.size * grid.size + cell  # beyond the slots of regions and walls
    field, ink = _bar_ink(cell, "solid", grid, style), _bar_ink(cell, pattern, grid, style)
    return Mark(slot, Operation.ENGRAVE, colour, pattern, field, ink, colour)


@lru_cache(maxsize=4096)
def _bar_ink(cell: int, pattern: str, grid: CellGrid, style: BoardStyle) -> tuple[Region, ...]:
    """Return what a pattern inks of a cell's bar."""
    row, column = divmod(cell, grid.size)
    edge = style.measures.size.edge
    left, middle = grid.x(column) + (1 - BAR) / 2 * edge, grid.y(row + 1) + style.foot + style.band / 2

    def place(points: tuple[Point, ...]) -> Ring:
        # a ribbon runs upwards, a bar to the right
        return snap_axes([left + y for _, y in points], [middle - x for x, _ in points])

    band = Ribbon(width=style.band, run_in=0.0, radius=0.0, angle=0.0, length=BAR * edge, start=0.0, free=True)
    return ink_regions(band, pattern, place)


@lru_cache(maxsize=4096)
def _tile_ink(cell: int, cells: tuple[int, ...], pattern: str, grid: CellGrid, style: BoardStyle) -> tuple[Region, ...]:
    """Return what stays of a cell's colour when its bar is sunk into it, and a groove around the cell."""
    bar = _bar_ink(cell, pattern, grid, style)
    row, column = divmod(cell, grid.size)
    wide = grid.edge - style.gap
    square = box(grid.x(column) + style.gap / 2, grid.y(row + 1) + style.gap / 2, wide, wide)
    (tile,) = common((_field(cells, grid, style),), (Region(square),))
    # a window of the bar stays, too
    windows = tuple(Region(hole[::-1]) for part in bar for hole in part.holes)
    return (Region(tile.outer, tuple(part.outer[::-1] for part in bar)), *windows)


SIDES = 32
REACH = 0.62  # of a marker's radius: how far the x and the o reach
STROKE = 1.2  # mm: of the x and of the o; fingers follow raised lines from 1.1 mm
TACTILE = 1.0  # mm: how high the x stands, and how deep the o's middle lies
FRAME = 0.4  # of a cell's edge: how broad a frame is
FRAME_PLAY = 0.15  # mm: between a board and its frame, on each side


def markers(size: int, measures: Measures) -> Accessory:
    """Return a marker for each cell of a board."""
    return Accessory("marker", "marker", size * size, marker(measures))


@lru_cache(maxsize=16)
def marker(measures: Measures) -> Face:
    """Return a marker: the x on its face, the o on its back.

    Printed, the x is raised, and the o is the rim that stays around a sunk middle: both are lines
    that a finger follows. Cut, both are engraved.
    """
    printed = measures.process is Process.PRINTER
    radius = MARKER * measures.size.edge
    stroke = max(STROKE, measures.machine.min_feature)
    rim = circle(0.0, 0.0, radius, SIDES)
    outline = circle(0.0, 0.0, radius - measures.fit.clearance, SIDES)
    cross = Region(diagonal_cross(REACH * radius, stroke))
    mark = Mark(0, Operation.ENGRAVE, None, None, (cross,), (cross,), rise=TACTILE if printed else None)
    if printed:
        back = Region(circle(0.0, 0.0, radius - measures.fit.clearance - measures.finish.chamfer - stroke, SIDES))
    else:
        inner = circle(0.0, 0.0, REACH * radius - stroke, SIDES)
        back = Region(circle(0.0, 0.0, REACH * radius, SIDES), (inner[::-1],))
    return Face(rim, outline, (Cell(outline, (mark,)),), (back,))


def tray(size: int, style: BoardStyle) -> tuple[Accessory, ...]:
    """Return a frame that holds a board, and the tray under both."""
    m = style.measures
    room = style.side(size) + 2 * FRAME_PLAY
    hole, nominal = square(room), square(room + 2 * FRAME * m.size.edge)
    outline = round_square(nominal, 0.0, m.finish.corner_radius)
    window = Mark(0, Operation.CUT, None, None, (Region(hole),), (Region(hole),))
    return (
        Accessory("frame", "frame", 1, Face(nominal, outline, (Cell(outline, (window,)),))),
        Accessory("tray", "tray", 1, Face(nominal, outline, (Cell(outline, ()),))),
    )


QUICK = 5  # cells along a side: no larger boards are drawn at once
PLAYERS, LINES = ("x", "o"), tuple(Phrase.of(line, f"of-{line}") for line in ("rows", "columns", "regions", "total"))
# to be filled in, row by row
PAD = (("X", "O"), tuple(Phrase.of(word, f"pad-{word.lower()}") for word in ("Round", "Table", "Date")))


def claims() -> Any:
    """Return the add-on's module that says who wins boards. Raises InputError where there is none."""
    return require_extension("quasiprint.claims", "majomino", "--winner, --fair and --character", "lab")


def wanted(parameters: Mapping[str, Value], size: int) -> Any:
    """Return which boards are asked for by who wins them; None for any, without a claim."""
    asked = parameters.get("winner") or parameters.get("fair") or parameters.get("double_turns")
    if not asked and parameters.get("rule", "standard") == "standard":
        return None
    return claims().parse_wanted(parameters, size)


@dataclass(frozen=True, slots=True)
class BoardRun:
    """Boards and where they come from. names: "" for a board that has none. says: how they were drawn,
    a sentence for people. note: a finding about it, if there is one. claims: who wins each, where that was asked."""

    boards: tuple[Board, ...]
    names: tuple[str, ...]
    says: str
    note: Finding | None = None
    claims: tuple[str, ...] = ()


def run(parameters: Mapping[str, Value], seed: int, given: Supplied | None) -> BoardRun:
    """Return the boards that were asked for. Raises InputError if there are none such."""
    if given:
        boards = tuple(position.board for position in read(given.content, given.name))
        sizes = sorted({board.size for board in boards})
        message = (
            f"--board: {given.name!r} holds boards of {' and '.join(f'{n} × {n}' for n in sizes)} cells, allowed is"
        )
        if len(sizes) > 1:
            raise InputError(f"{message} one size in a run, since a run has one set of markers")
        if sizes[0] > SIZES[-1]:
            raise InputError(f"{message} up to {SIZES[-1]} × {SIZES[-1]}")
        says = Phrase.of(f"read from {given.name}", "from-file", name=given.name)
        called = tuple(name(board) if is_dissection(board) and board.size in SIZES else "" for board in boards)
        found = BoardRun(boards, called, says)
    elif parameters["board"]:
        board = parse_typed(str(parameters["board"]), "--board")
        found = BoardRun((board,), (name(board),), Phrase.of("asked for by name", "by-name"))
    else:
        size, count, distinct = int(parameters["size"]), int(parameters["count"]), bool(parameters["distinct"])
        sought = wanted(parameters, size)
        if sought is None:
            return draw(size, count, seed, distinct)
        return cast("BoardRun", claims().draw_wanted(size, count, seed, distinct, sought))
    sought = wanted(parameters, found.boards[0].size)
    return found if sought is None else cast("BoardRun", claims().with_claims(found, sought))


@lru_cache(maxsize=2)
def draw(size: int, count: int, seed: int, distinct: bool) -> BoardRun:
    """Return `count` boards drawn at random, and how they were drawn."""
    from quasiprint.games.majomino.sampling import FOUND, sample, starts, steps_compared, steps_for

    boards = tuple(Board(size, regions) for regions in sample(size, count, seed, distinct))
    different = " that differ by more than rotation and reflection" if distinct else ""
    differ = Phrase.of(different, "different")
    if size not in FOUND:
        text, note = f"drawn uniformly from all boards of {size} × {size} cells{different}", None
        says = Phrase.of(text, "drawn", size=size, different=differ)
    else:
        swaps, chains, steps, rhat = steps_for(size), len(starts(size)), steps_compared(size), f"{FOUND[size]:.3f}"
        text = (
            f"{swaps} swaps of cells tried between two boards; {chains} chains of the same kind, from unlike starts, "
            f"agree to R-hat = {rhat} with {steps} between two"
        )
        figures = Phrase.of(text, "chains", swaps=swaps, chains=chains, rhat=rhat, steps=steps)
        these = Phrase.of(f" from boards{different}" if distinct else "", "from-boards", different=differ)
        text = f"drawn approximately uniformly{these}: {figures}"
        says = Phrase.of(text, "drawn-roughly", different=these, figures=figures)
        note = Finding(
            "approximately-uniform",
            Severity.NOTE,
            f"boards of {size} × {size} cells",
            f"there are too many to count, so they are drawn approximately uniformly: {figures}",
        )
    return BoardRun(boards, names(boards), says, note)


def _refuse_no_room(style: BoardStyle, size: int) -> None:
    """Raise InputError for boards that take long to be drawn and are larger than the machine's room for a part."""
    m, side, room = style.measures, style.side(size), min(style.measures.machine.room)
    if size > QUICK and m.process is not Process.PAPER and 0 < room < side:
        raise InputError(
            f"edge: found {m.size.edge:g} mm, allowed is up to {round_down((room - style.wall) / size):g} mm: a board "
            f"of {size} × {size} cells is {side:.1f} mm wide, and the {m.process} takes {room:g} mm; or "
            "choose more room, or formats that need none of it"
        )


def design(brief: Brief) -> GameSet:
    """Return a run of boards; one of a file that is no dissection is left to the checks. Raises InputError where boards
    cannot be drawn, read or made."""
    parameters, measures, palette, seed = brief.parameters, brief.measures, brief.palette, brief.seed
    drawn = measures.process is not Process.TEXT
    # fingers read walls; the bars of colours would be sunk, and in their way
    coloured = drawn and parameters["regions"] == "coloured" and not measures.touch
    cut = measures.process is Process.LASER and parameters["walls"] == "cut"
    style = BoardStyle(measures, palette.inks if coloured else (), cut)
    if drawn:
        refuse_too_small(style)
        _refuse_no_room(style, int(parameters.get("size", 0)))
    found = run(parameters, seed, brief.supplied.get("board"))
    size = found.boards[0].size
    colours: tuple[Labels, ...] = ((),) * len(found.boards)
    if coloured:
        colours = tuple(map(colouring, tell_progress(found.boards, "colouring boards")))
    _refuse_few_colours(palette, max((max(given, default=-1) + 1 for given in colours), default=0))
    number = len(found.boards)
    digits = len(str(number))
    notes: tuple[tuple[str, ...], ...] = ((),) * number
    if drawn and parameters["character"]:
        notes = claims().characters(found.boards, seed)
    corners, rows = regular.square(size), (found.boards, colours, found.names, notes, found.claims or ("",) * number)
    pieces = tuple(
        Piece(
            id=f"board-{k:0{digits}d}",
            shape="board",
            marks=board.regions,
            corners=corners,
            face=face(board, given, style) if drawn else bare(size, style),
            name=called,
            notes=(
                Phrase.of(f"board {k} of {number}", "board-of", number=k, count=number),
                *character,
                *([text] if drawn and text else ()),
            ),
            claim=text,
        )
        for k, (board, given, called, character, text) in enumerate(
            tell_progress(tuple(zip(*rows, strict=True)), "drawing boards"), 1
        )
    )
    accessories: tuple[Accessory, ...] = ()
    seats: tuple[Seat, ...] = ()
    if measures.process in (Process.PRINTER, Process.LASER):
        accessories = (markers(size, measures),)
    if measures.process is Process.LASER:
        accessories += tray(size, style)
        seats = (Seat("around a board in its frame", FRAME_PLAY + measures.fit.clearance),)
    if measures.process is Process.PRINTER:
        # the sunk middle of an o
        measures = measures.with_back(TACTILE)
    refuse_wide_chamfer([pieces[0].face] + [accessory.face for accessory in accessories], measures)
    text = f"{number} board{'s' * (number > 1)}, {found.says}"
    about = Phrase.of(text, "boards-of" if number > 1 else "one-board", count=number, says=found.says)
    return GameSet(
        game="majomino",
        title="Majomino",
        parameters=tuple(_manifest_parameters(parameters, seed).items()),
        pieces=pieces,
        accessories=accessories,
        composition=Boards(
            per_page=int(parameters["per_page"]),
            players=PLAYERS,
            lines=LINES,
            boxes=_boxes(size, measures.size.edge),
            cover=(about,),
            blanks=PAD if parameters.get("pad") else (),
        ),
        hidden=False,
        palette=palette,
        measures=measures,
        noun="board",
        findings=(found.note,) if found.note else (),
        seats=seats,
        text=write_all(MarkedBoard(board, FREE * size * size) for board in found.boards),
    )


def _manifest_parameters(parameters: Mapping[str, Value], seed: int) -> dict[str, Value]:
    """Return the parameters that say something about these boards; a file by its name."""
    facts = dict(parameters)
    if not facts["board"]:
        del facts["board"]
        facts["seed"] = seed
    if not facts.get("winner") and not facts.get("fair"):
        for name in ("winner", "fair", "rule", "double_turns"):
            facts.pop(name, None)
    return facts


def _refuse_few_colours(palette: Palette, colours: int) -> None:
    """Raise InputError if a palette has too few colours, or one without a pattern."""
    if colours > len(palette.inks):
        raise InputError(
            f"palette {palette.name!r}: found {len(palette.inks)} colours, allowed is from {colours}: that many "
            f"are needed for neighbouring regions to differ; or ask for --regions plain"
        )
    refuse_patterns(palette, colours)


def _boxes(size: int, edge: float) -> tuple[Point, ...]:
    """Return where the winners of rows and columns are written: right of each row, below each column."""
    grid = CellGrid(size, edge)
    right, below = grid.x(size + 0.5), grid.y(size + 0.5)
    rows = tuple((right, grid.y(row + 0.5)) for row in range(size))
    return rows + tuple((grid.x(column + 0.5), below) for column in range(size))

"""A tile laid in the plane, exactly: what its edges, corners and cells show there, whichever way up it lies; and what a
set file's rule says of layouts.

Tiles of one set lie on one lattice. Where shapes come from several, their points are lifted to a common one: squares
and triangles to twelfths of a turn, squares and octagons to eighths.

Edges and corners that meet are found by lookup: `Placed.sides` runs anticlockwise, so that a neighbour's side runs
from the same two points the other way round; `Side.key` is the same for both. Points are hashable.

The rule decides which tiles may lie side by side. Labels of one kind meet: of edges along an edge, of cells across one,
of corners at a point, paths where they reach an edge. Profiles always interlock, whatever the rule says.

Names: "square", a tile without labels. "square-0012": the labels of the slots, anticlockwise; "square-0-0-1-12" where
one has two digits. Of links "square-01-23": the ends that are joined, "square-0_11-…" where one has two digits;
"square-01-23-0-2" with the label of each, if there are several labels. A layout as text:

    {"tiles": [{"tile": "square-0012", "at": [3, 0], "turn": 1, "flipped": false, "given": "fixed"}, ...]}

`tile` is a tile's name; its labels may be read from any corner that a turn brings to the first. `at` is where the first
corner of the outline lies: as many integers as the lattice has, over 1, ζ, …, with ζ a part of a whole turn and edge
length 1. `turn` says by how many parts the tile is turned anticlockwise about that corner, 0 if it is left out;
`flipped` whether it is mirrored in the x axis first, so that its other face is up. `given` says of a puzzle's solution
what was given, "fixed" or "hint"; nothing follows from it here.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling, complement, move_labels
from quasiprint.addons.designer.sets.polygons import BOTH, LATTICES, Outline, sharp
from quasiprint.addons.designer.sets.set_file import (
    CLOSED_LOOPS,
    CLOSED_VERTICES,
    FIXED,
    NOTHING,
    TWO_SIDED,
    SetDesign,
    Shape,
    hold,
)
from quasiprint.checks.layouts import foreign, joins, lying, names_of
from quasiprint.errors import InputError
from quasiprint.exact.orbit import tile_id
from quasiprint.exact.patch import Patch
from quasiprint.exact.polygon import edges
from quasiprint.exact.regular import COUNTS
from quasiprint.exact.zeta import Eighth, Eisenstein, Gauss, Twelfth, Zeta, integers
from quasiprint.model.finding import Finding, LayoutJudgement, Severity, error, has_errors
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import entries

Point = Any  # of one lattice: see LATTICES
Shown = tuple[int, ...]
UNCHANGED = range(100)  # labels, as many as there can be


@dataclass(frozen=True, slots=True)
class Lattice:
    """The points on which tiles lie. parts: of a whole turn, by which tiles turn. size: a point's integers."""

    points: Any
    parts: int
    size: int

    def lift(self, point: Point) -> Point:
        """Return a point of a lattice that this one holds as a point of this one."""
        if isinstance(point, self.points):
            return point
        if self.points is Eighth:
            return Eighth(point.a, 0, point.b)  # i is two eighths
        # i is three twelfths, exp(iπ/3) two
        return Twelfth(point.a, 0, point.b) if isinstance(point, Eisenstein) else Twelfth(point.a, 0, 0, point.b)


HOLDS = ((Eisenstein,), (Gauss,), (Zeta,), (Gauss, Eighth), (Gauss, Eisenstein, Twelfth))  # the last holds all of them


def common(outlines: Iterable[Outline]) -> Lattice:
    """Return the least lattice on which all outlines lie. Raises ValueError for outlines that have none in common."""
    kinds = {type(outline.corners[0]) for outline in outlines}
    for held in HOLDS:
        if kinds <= set(held):
            points: Any = held[-1]
            return Lattice(points, points.TURN, len(integers(points(0))))
    named = [name for name, points in LATTICES.items() if points in kinds]
    raise ValueError(
        f"found shapes on {' and '.join(named)}, allowed are shapes on one lattice, or quarters with sixths and "
        "twelfths, or quarters with eighths"
    )


@dataclass(frozen=True, slots=True)
class Side:
    """An edge of a tile that lies there, anticlockwise. shows: its label, or its profile, or the colours of the links
    that end there, in order along it; nothing if labels stand elsewhere. ends: of links, which end there, in order.
    meets: what a neighbour meets there: what it shows, or the label of the cell along it."""

    start: Point
    end: Point
    shows: Shown
    ends: Shown = ()
    meets: Shown = ()

    @property
    def key(self) -> frozenset[Point]:
        """The same for the edge of a neighbour that lies along it."""
        return frozenset((self.start, self.end))


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile laid. at: where its outline's first corner lies. turn: anticlockwise, in parts of a whole turn. flipped:
    whether it is mirrored in the x axis first, and so lies on its face.

    corners: anticlockwise, the first at `at`. sides: side k begins at corner k. marks: the label at each corner, none
    if labels stand elsewhere. cells: the corners of each cell, anticlockwise.
    """

    shape: Shape
    labels: Labelling
    at: Point
    turn: int
    flipped: bool
    corners: tuple[Point, ...]
    sides: tuple[Side, ...]
    marks: Shown
    cells: tuple[tuple[Point, ...], ...]

    def translate(self, step: Point) -> Placed:
        """Return the tile laid elsewhere, the same way up."""
        return replace(
            self,
            at=self.at + step,
            corners=tuple(corner + step for corner in self.corners),
            sides=tuple(replace(side, start=side.start + step, end=side.end + step) for side in self.sides),
            cells=tuple(tuple(corner + step for corner in cell) for cell in self.cells),
        )

    @property
    def low(self) -> Point:
        """The tile's least corner."""
        return min(self.corners, key=integers)

    @property
    def form(self) -> tuple[object, ...]:
        """What the table shows of the tile, wherever it lies: equal for two ways that differ by a step alone."""
        low = self.low
        return self.looks_after(lambda point: point - low, UNCHANGED)

    @property
    def looks(self) -> tuple[object, ...]:
        """What the table shows of the tile: equal for two ways of laying tiles that nobody can tell apart."""
        return self.looks_after(lambda point: point, UNCHANGED)

    def looks_after(self, move: Callable[[Point], Point], change: Sequence[int]) -> tuple[object, ...]:
        """Return the same after a move of all points, and a change of labels: l becomes change[l]."""
        at = {corner: move(corner) for corner in self.corners}
        keys = [frozenset((at[side.start], at[side.end])) for side in self.sides]
        # an end of a link is its side, and if there are two, the side's end that is nearer
        where = {
            end: (key, at[near] if len(side.ends) > 1 else None)
            for key, side in zip(keys, self.sides, strict=True)
            for end, near in zip(side.ends, (side.start, side.end), strict=False)
        }
        links = self.labels if where else ()
        labelled = zip(self.cells, self.labels, strict=True) if self.shape.choice.at == "cells" else ()
        shows = [None if where else tuple(change[label] for label in side.shows) for side in self.sides]
        return (
            frozenset(zip(keys, shows, strict=True)),
            frozenset((at[point], change[label]) for point, label in zip(self.corners, self.marks, strict=False)),
            frozenset((frozenset(map(move, cell)), change[label]) for cell, label in labelled),
            frozenset((frozenset((where[a], where[b])), change[label]) for a, b, label in links),
        )


def lay(
    shape: Shape, labels: Labelling, lattice: Lattice, at: Point | None = None, turn: int = 0, flipped: bool = False
) -> Placed:
    """Return a tile laid. labels: of its slots, or its links. at: where the outline's first corner comes to lie, 0 if
    not given. turn: anticlockwise, in parts of the lattice's whole turn. flipped: mirrored first."""
    origin = shape.outline.corners[0]

    def place(point: Point) -> Point:
        lifted = lattice.lift(point - origin)
        turned = (lifted.mirror() if flipped else lifted).turn(turn)
        return turned if at is None else turned + at

    n, choice = shape.outline.edges, shape.choice
    # turned over, the corners come in the opposite order, and edge k runs from corner k to the one before
    corner_at = [-k % n for k in range(n)] if flipped else list(range(n))
    edge_at = [(-k - 1) % n for k in range(n)] if flipped else corner_at
    corners = tuple(place(shape.outline.corners[k]) for k in corner_at)
    ends: list[Shown] = [()] * n
    if choice.at == "links":
        along_edge = range(choice.per - 1, -1, -1) if flipped else range(choice.per)
        ends = [tuple(choice.per * edge + end for end in along_edge) for edge in edge_at]
        colour = {end: label for a, b, label in labels for end in (a, b)}
        shows = [tuple(colour[end] for end in along) for along in ends]
    elif choice.at in ("edges", "profiles", BOTH):
        shows = [(labels[edge],) for edge in edge_at]
    else:
        shows = [()] * n
    first = {"corners": 0, BOTH: n}.get(choice.at)
    marks = () if first is None else tuple(labels[first + k] for k in corner_at)
    cells = tuple(tuple(map(place, reversed(cell) if flipped else cell)) for cell in shape.outline.cells)
    beside: dict[tuple[Point, Point], Shown] = {}
    for cell, label in zip(cells, labels, strict=True) if choice.at == "cells" else ():
        beside |= dict.fromkeys(edges(cell), (label,))
    sides = tuple(Side(*side, shows[k], ends[k], beside.get(side, shows[k])) for k, side in enumerate(edges(corners)))
    return Placed(shape, labels, corners[0], turn % lattice.parts, flipped, corners, sides, marks, cells)


def turnings(shape: Shape, lattice: Lattice) -> list[tuple[int, bool]]:
    """Return how a file lets tiles of a shape lie: by how many parts they are turned, and whether they are flipped."""
    turns = range(1 if shape.symmetry == FIXED else lattice.parts)
    return [(turn, flipped) for flipped in (False, True)[: 1 + (shape.symmetry == TWO_SIDED)] for turn in turns]


def ways(shape: Shape, labels: Labelling, lattice: Lattice) -> tuple[Placed, ...]:
    """Return the tile laid in every way that a file allows and that looks different, its first corner at 0: a tile
    of symmetry "none" one way, one that may be turned over on both faces. Two ways that differ by a step alone are one.
    """
    found: dict[object, Placed] = {}
    for turn, flipped in turnings(shape, lattice):
        tile = lay(shape, labels, lattice, None, turn, flipped)
        found.setdefault(tile.form, tile)
    return tuple(found.values())


def matching_side(shown: Shown, match: str, labels: int, at: str) -> Shown:
    """Return what a neighbour's side shows, along its own direction, that may lie along a side that shows `shown`.

    match: "equal" or "complementary"; "" if a file says nothing, and then for profiles alone. labels: how many there
    are, at edges, profiles or links.
    """
    if at == "profiles" or match == "complementary":
        return tuple(complement(label, labels, at) for label in reversed(shown))
    return shown[::-1]


FLAT = 0  # of three profiles
TURN = "turn or change one of the tiles"


@dataclass(frozen=True, slots=True)
class Join:
    """Two tiles that share an edge: side i of one lies along side j of the other. pair: what findings call them."""

    first: Placed
    i: int
    second: Placed
    j: int
    pair: str = ""

    @property
    def where(self) -> str:
        """How a message names the edge."""
        return f"edge {self.i} of the first, edge {self.j} of the second"

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two sides that lie along each other."""
        return self.first.sides[self.i], self.second.sides[self.j]


class Rule:
    """What a set file says of labels that meet. labels: how many there are, by where they stand; where shapes have
    different numbers of them, the largest counts."""

    def __init__(self, design: SetDesign) -> None:
        self.match, self.barred, self.call = design.match, design.barred, design.call
        self.labels: dict[str, int] = {}
        for shape in design.shapes:
            for at in _stands(shape.choice.at):
                self.labels[at] = max(shape.choice.labels, self.labels.get(at, 0))

    @property
    def can_be_broken(self) -> bool:
        """Whether there are joins that it forbids: with one label, or without a rule, there may be none."""
        each = self.labels.items()
        return bool(self.barred or any(at in ("links", "profiles") or (self.match and n > 1) for at, n in each))

    def wrong(self, join: Join) -> Iterator[Finding]:
        """Yield what is wrong where two tiles share an edge."""
        left, right = (_stands(tile.shape.choice.at) for tile in (join.first, join.second))
        if "profiles" in left | right:
            yield from self._profiles(join)
        elif "links" in left & right:
            first, second = (side.shows for side in join.sides)
            if len(first) == len(second):
                yield from self._labels(join, first, second, "links")
            else:
                message = f"{len(first)} and {len(second)} ends of paths meet ({join.where}); each path must run on"
                yield error("join-ends", join.pair, message, TURN)
        for at in sorted(left & right - {"profiles", "links", "corners"}):
            first, second = (side.meets for side in join.sides)
            yield from self._labels(join, first, second, at)
        if "corners" in left & right:
            yield from self._corners(join)

    def _labels(self, join: Join, first: Shown, second: Shown, at: str) -> Iterator[Finding]:
        if self.match and second != matching_side(first, self.match, self.labels[at], at):
            meeting = " and ".join(f"label {', '.join(map(self.call, shown))}" for shown in (first, second[::-1]))
            yield error("join-labels", join.pair, f"{meeting} meet ({join.where}); {self._describe_allowed()}", TURN)
        yield from self._check_barred(join, first, second[::-1])

    def _profiles(self, join: Join) -> Iterator[Finding]:
        count = self.labels["profiles"]
        names = ("flat", "a tab", "a notch") if count == 3 else ("a tab", "a notch")
        tiles = zip((join.first, join.second), join.sides, strict=True)
        shown = [side.shows[0] for tile, side in tiles if tile.shape.choice.at == "profiles"]
        met = " meets ".join(names[label] for label in shown)
        if len(shown) == 1 and (count < 3 or shown[0] != FLAT):
            message = f"{met} meets a straight edge ({join.where}); flat alone meets one"
            yield error("join-profiles", join.pair, message, TURN)
        elif len(shown) == 2 and shown[1] != complement(shown[0], count, "profiles"):
            message = f"{met} ({join.where}); a tab meets a notch, and flat meets flat"
            yield error("join-profiles", join.pair, message, TURN)
        elif len(shown) == 2:
            yield from self._check_barred(join, shown[:1], shown[1:])

    def _corners(self, join: Join) -> Iterator[Finding]:
        """Yield what is wrong at the two ends of the edge, where labels stand at corners and are complementary: where
        they are equal, all corners at a point are looked at together."""
        n, m = len(join.first.corners), len(join.second.corners)
        ends = ((join.i, (join.j + 1) % m), ((join.i + 1) % n, join.j))
        for k, other in ends if self.match == "complementary" else ():
            a, b = join.first.marks[k], join.second.marks[other]
            if b != complement(a, self.labels["corners"], "corners"):
                where = f"corner {k} of the first, corner {other} of the second"
                message = f"label {self.call(a)} and label {self.call(b)} meet ({where}); {self._describe_allowed()}"
                yield error("join-labels", join.pair, message, TURN)

    def _check_barred(self, join: Join, first: Sequence[int], second: Sequence[int]) -> Iterator[Finding]:
        for a, b in self._find_barred(zip(first, second, strict=True)):
            message = f"label {self.call(a)} and label {self.call(b)} meet ({join.where}); that join is forbidden"
            yield error("join-barred", join.pair, message, TURN)

    def _find_barred(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        return [(a, b) for a, b in pairs if (min(a, b), max(a, b)) in self.barred]

    def _describe_allowed(self) -> str:
        if self.match == "equal":
            return "labels that meet are equal"
        a, b, c, d = map(self.call, range(4))
        return f"label {a} meets {b}, {c} meets {d}, and so on"

    def may_share_a_point(self, labels: Sequence[int]) -> bool:
        """Tell whether corners with these labels may meet at a point."""
        if self.match == "equal" and len(set(labels)) > 1:
            return False
        return not (self.barred and self._find_barred(set(combinations(sorted(labels), 2))))


def _stands(at: str) -> set[str]:
    """Return where labels stand, of edges and corners each for itself."""
    return {"edges", "corners"} if at == BOTH else {at}


def parallelogram(first: Placed, second: Placed) -> bool:
    """Tell whether two tiles that share an edge form a parallelogram together: four corners, opposite sides equal."""
    both = [(side.start, side.end) for tile in (first, second) for side in tile.sides]
    rim = [(start, end) for start, end in both if (end, start) not in both]
    after = dict(rim)
    outline: list[Point] = [rim[0][0]]
    while after.get(outline[-1], outline[0]) not in outline:
        outline.append(after[outline[-1]])
    if after.get(outline[-1]) != outline[0] or len(outline) != len(rim):
        return False
    corners = sharp(outline)
    return len(corners) == 4 and corners[0] + corners[2] == corners[1] + corners[3]


FIXED_TILE, HINT = GIVEN = "fixed", "hint"
MAX_COORDINATE = 10_000  # 5,000 tiles laid in a row are shorter


@dataclass(frozen=True)
class PlacedTile:
    """A tile of a layout. entry: its place in the list, from 1. called: in messages, if not by its least labelling."""

    entry: int
    tile: Placed
    called: str = ""

    @cached_property
    def held(self) -> Labelling:
        """The tile's least labelling: as the set holds it."""
        return self.tile.shape.least(self.tile.labels)

    @property
    def id(self) -> str:
        """The tile's name in the set."""
        return name(self.tile.shape, self.held)

    def __str__(self) -> str:
        return self.called or f"{self.id} (entry {self.entry})"


def read(design: SetDesign, text: bytes) -> tuple[list[PlacedTile], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names none of the set's."""
    try:
        lattice = common(shape.outline for shape in design.shapes)
    except ValueError as problem:
        raise InputError(f"layout: {problem}") from None
    placed: list[PlacedTile] = []
    findings: list[Finding] = []
    example = f"{design.shapes[0].name}-…"
    for entry in entries(text, ("tile", "at"), ("turn", "flipped", "given")):
        written = entry.text("tile", example)
        if "given" in entry.values and (given := entry.text("given", GIVEN[0])) not in GIVEN:
            raise InputError(f"{entry.where}: 'given': found {given[:40]!r}, allowed is {' or '.join(GIVEN)}")
        at = entry.integers("at", COUNTS[lattice.size], lattice.size, -MAX_COORDINATE, MAX_COORDINATE)
        turn = entry.integer("turn", 0, lattice.parts - 1) if "turn" in entry.values else 0
        flipped = "flipped" in entry.values and entry.truth("flipped")
        found = meant(design, written)
        if found is None:
            shapes = ", ".join(f"{shape.name}-…" for shape in design.shapes[:5])
            findings.append(foreign(written, entry.number, f"no tile of the set has this name; names are {shapes}"))
        else:
            placed.append(PlacedTile(entry.number, lay(*found, lattice, lattice.points(*at), turn, flipped)))
    return placed, findings


COPY = re.compile(r"-copy-[1-9][0-9]{0,2}\Z")
NAMED_AT = ("edges", "corners", BOTH, "cells")  # where names of labels make those of tiles


def name(shape: Shape, labels: Labelling) -> str:
    """Return what a tile is called. labels: as it is read; a set holds the least labelling of each."""
    return shape.name if shape.is_plain else _spell(shape, labels)


def _spell(shape: Shape, labels: Labelling) -> str:
    """Return a tile's name with its labels."""
    if spells_names(shape):
        apart = "-" if max(map(len, shape.names)) > 1 else ""
        return f"{shape.name}-{apart.join(shape.names[label] for label in labels)}"
    if shape.choice.at != "links":
        return tile_id(shape.name, labels)
    joined = [f"{a}{b}" if max(a, b) < 10 else f"{a}_{b}" for a, b, _ in labels]
    colours = [str(label) for _, _, label in labels] if shape.choice.labels > 1 else []
    return "-".join([shape.name, *joined, *colours])


def meant(design: SetDesign, text: str) -> tuple[Shape, Labelling] | None:
    """Return the shape and the labelling that a name says, read from any corner; None if the set has no such tile. A
    copy's name, "square-0012-copy-2", says the tile that it is a copy of. Raises InputError for a set of too many."""
    return _by_names(design).get(COPY.sub("", text))


@lru_cache(maxsize=4)
def _by_names(design: SetDesign) -> dict[str, tuple[Shape, Labelling]]:
    """Return the tiles of a set by their names, as each may be read. Raises InputError for too many."""
    held, found = hold(design), dict[str, tuple[Shape, Labelling]]()
    for shape in design.shapes:
        moves = set(shape.moves)
        for labels in (move_labels(tile, move, shape.choice) for tile in held[shape.name] for move in moves):
            for called in (name(shape, labels), _spell(shape, labels)):
                found.setdefault(called, (shape, labels))
    return found


def spells_names(shape: Shape) -> bool:
    """Tell whether tiles are called by their labels' names: where these are short, and distinct as names of files."""
    names = shape.names
    short = all(re.fullmatch("[A-Za-z0-9]{1,4}", name) and name.lower() != "copy" for name in names)
    return shape.choice.at in NAMED_AT and short and 0 < len(names) == len({name.lower() for name in names})


@dataclass(frozen=True, slots=True)
class ClosedVertex:
    """A point with tiles all around: exactly, and in edge lengths."""

    at: tuple[int, ...]
    xy: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ClosedLoop:
    """A loop of links: how many links it has, and through which entries of the layout it runs."""

    links: int
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetLayout(LayoutJudgement):
    """What a set file's rule says of a layout. complete_set: it has each tile as often as the set. scored: what counts,
    score: how much of it, None for nothing; vertices, loops: where. components: separate pieces."""

    legal: bool
    complete_set: bool
    scored: str
    score: int | None
    vertices: tuple[ClosedVertex, ...]
    loops: tuple[ClosedLoop, ...]
    components: int
    findings: tuple[Finding, ...]


def judge(design: SetDesign, text: bytes, options: Parameters | None = None) -> SetLayout:
    """Judge a layout. Raises InputError, with the entry from 1, for bad text, or shapes that have no common lattice."""
    tiles, findings = read(design, text)
    strange = bool(findings)
    rule = Rule(design)
    patch, alone, wrong = meet(design, rule, tiles)
    findings += wrong
    components = patch.components() if tiles else 0
    if components > 1:
        message = "tiles lie in separate pieces, which meet along no edge"
        remedy = "lay them edge to edge, if the game asks for it"
        findings.append(Finding("layout-apart", Severity.WARNING, f"{components} pieces", message, remedy))
    vertices = []
    if design.score == CLOSED_VERTICES:  # corners, if they have labels, may meet there
        shown = _corners(alone)
        for point in find_closed_vertices(tile.tile for tile in alone):
            if rule.may_share_a_point([label for label, _ in shown.get(point, ())]):
                x, y = point.to_xy()
                vertices.append(ClosedVertex(integers(point), (round(x, 6) + 0.0, round(y, 6) + 0.0)))
    walked = find_closed_loops([tile.tile for tile in alone], rule) if design.score == CLOSED_LOOPS else []
    loops = tuple(ClosedLoop(len(loop), tuple(alone[t].entry for t in dict.fromkeys(loop))) for loop in walked)
    return SetLayout(
        legal=not has_errors(findings),
        complete_set=not strange and is_complete(design, tiles),
        scored=design.score,
        score=None if design.score == NOTHING else len(vertices) + len(loops),
        vertices=tuple(vertices),
        loops=loops,
        components=components,
        findings=tuple(findings),
    )


def meet(design: SetDesign, rule: Rule, tiles: Sequence[PlacedTile]) -> tuple[Patch, list[PlacedTile], list[Finding]]:
    """Return tiles as a patch, those that overlap no other, and what is wrong with how they lie and meet."""
    patch = Patch(tuple(placed_tile.tile.corners for placed_tile in tiles), (), 0)
    over = {t for pair in patch.overlaps() for t in pair}
    alone = [tile for t, tile in enumerate(tiles) if t not in over]
    joined = [*_joins(design, rule, tiles, patch), *_points(rule, alone)]
    return patch, alone, [*_misplaced(tiles), *lying(tiles, patch), *joined]


def is_complete(design: SetDesign, tiles: Sequence[PlacedTile]) -> bool:
    """Tell whether tiles are all of the set, each as often as there are copies."""
    times = Counter((placed_tile.tile.shape.name, placed_tile.held) for placed_tile in tiles)
    for shape in design.shapes:
        copies = {tile: number for (of, tile), number in times.items() if of == shape.name}
        often = all(shape.copies_of(tile) == number for tile, number in copies.items())
        if not often or len(copies) != shape.closed_form:
            return False
    return True


def _misplaced(tiles: Sequence[PlacedTile]) -> Iterator[Finding]:
    """Yield which tiles lie as none of their symmetry may, and which lie there more often than the set has them."""
    there: dict[str, list[PlacedTile]] = defaultdict(list)
    for tile in tiles:
        shape, lying = tile.tile.shape, tile.tile
        there[tile.id].append(tile)
        if shape.symmetry == FIXED and lying.turn:
            message = f"it is turned by {lying.turn}; a tile of symmetry 'none' may not be rotated"
            yield error("tile-turned", str(tile), message, "lay it with turn 0")
        if shape.symmetry != TWO_SIDED and lying.flipped:
            message = f"it lies on its face; tiles of symmetry {shape.symmetry!r} are not turned over"
            yield error("tile-flipped", str(tile), message, "lay it face up")
    for called, same in there.items():
        copies = same[0].tile.shape.copies_of(same[0].held)
        if len(same) > copies:
            held = "once" if copies == 1 else f"{copies} times"
            entries = names_of([tile.entry for tile in same])
            message = f"the tile lies there {len(same)} times (entries {entries}); the set holds it {held}"
            yield error("tile-too-often", called, message, "take the others away")


def _joins(design: SetDesign, rule: Rule, tiles: Sequence[PlacedTile], patch: Patch) -> Iterator[Finding]:
    """Yield what is wrong where two tiles share an edge."""
    reported = set[tuple[int, int]]()
    for (s, i), (t, j) in joins(patch):
        first, second = tiles[s], tiles[t]
        pair = f"{first} and {second}"
        yield from rule.wrong(Join(first.tile, i, second.tile, j, pair))
        if not design.parallelograms and (s, t) not in reported and parallelogram(first.tile, second.tile):
            reported.add((s, t))
            message = "the two tiles together form a parallelogram, and that join is forbidden"
            yield error("join-parallelogram", pair, message, "turn one of the tiles")


def _points(rule: Rule, alone: Sequence[PlacedTile]) -> Iterator[Finding]:
    """Yield the points at which corners show what may not meet. alone: tiles that overlap no other."""
    for point, there in _corners(alone).items():
        if rule.may_share_a_point([label for label, _ in there]):
            continue
        shown = ", ".join(f"{rule.call(label)} on {placed_tile}" for label, placed_tile in there[:10])
        shown += " …" * (len(there) > 10)
        allowed = "they must show one label" if rule.match == "equal" else "two of them may not meet"
        message = f"the corners that meet there show {shown}; {allowed}"
        yield error("corner-labels", f"point {list(integers(point))}", message, "turn or move a tile")


def _corners(alone: Sequence[PlacedTile]) -> dict[Point, list[tuple[int, PlacedTile]]]:
    """Return for each point the labels that corners show there."""
    found: dict[Point, list[tuple[int, PlacedTile]]] = defaultdict(list)
    for placed_tile in alone:
        for point, label in zip(placed_tile.tile.corners, placed_tile.tile.marks, strict=False):
            found[point].append((label, placed_tile))
    return found


End = tuple[int, int]  # a tile, and one of its links' ends
NOWHERE: End = (-1, -1)


def find_closed_vertices(tiles: Iterable[Placed]) -> list[Point]:
    """Return the points around which tiles fill the whole turn, in order: no side begins there along which no other
    tile lies. tiles: none overlaps another."""
    sides = {side for tile in tiles for side in edges(tile.corners)}
    open_ = {start for start, end in sides if (end, start) not in sides}
    return sorted({start for start, _ in sides} - open_, key=integers)


def find_closed_loops(tiles: Sequence[Placed], rule: Rule) -> list[tuple[int, ...]]:
    """Return the tiles that loops of links cross, one for each link in order. tiles: none overlaps another. rule: links
    run on where it says nothing against two tiles side by side."""
    along = {side: (t, k) for t, tile in enumerate(tiles) for k, side in enumerate(edges(tile.corners))}
    other: dict[End, End] = {}  # the end that meets an end, in the next tile
    for (a, b), (t, k) in along.items():
        u, j = along.get((b, a), NOWHERE)
        if tiles[t].sides[k].ends and u >= 0 and tiles[u].sides[j].ends:
            join = Join(tiles[t], k, tiles[u], j)
            if not any(rule.wrong(join)):
                side, across = join.sides
                other |= {(t, end): (u, met) for end, met in zip(side.ends, reversed(across.ends), strict=True)}
    partner = {
        (t, end): (t, far)
        for t, tile in enumerate(tiles)
        if tile.shape.choice.at == "links"
        for a, b, _ in tile.labels
        for end, far in ((a, b), (b, a))
    }
    found, visited = [], {NOWHERE}
    for start in partner:
        here, trail = start, list[int]()
        while here not in visited:
            far = partner[here]
            visited |= {here, far}  # the same loop, walked the other way, is no other
            trail.append(here[0])
            here = other.get(far, NOWHERE)
        if trail and here == start:
            found.append(tuple(trail))
    return found

"""What a set file's rule lets its tiles do: which join, which surround a point, and which are mirror images.

Tiles are taken as if there were enough of each, so that what cannot be done cannot be done with any number of copies.
All is decided in integers. A search that would take too long ends after so many steps, at the same step everywhere.

A `Corner` is a shape, some way round, one corner at the point 0. What its labels show is a `View`: an item for each
edge and each corner of the tile, anticlockwise from the point. Two tiles meet along edges and at points that they
share; whether they may is asked of the set file's rule, once for any two items.

Vertex stars are the ways in which tiles can surround a point, edge to edge. Two are one kind if a turn carries one into
the other; where a tile may not be turned, if they are the same. First come arrangements, that is outlines without their
labels. In each, tile by tile, all ways to show labels where tiles meet are listed; each stands for as many tiles as
show that. Kinds follow by Burnside's lemma.

A star can be part of more if around it all its points can be surrounded too, by stars that can. Any other stands in no
layout that goes on to all sides. What is kept may yet do so nowhere.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, groupby, islice, product
from math import gcd, prod

from quasiprint.addons.designer.sets import placed, set_file
from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.placed import Join, Lattice, Placed, Point, Rule
from quasiprint.addons.designer.sets.set_file import FIXED, TWO_SIDED, Facts, Held, SetDesign, Shape, Tell
from quasiprint.exact.patch import Patch
from quasiprint.exact.zeta import integers
from quasiprint.model.finding import Finding, Severity, has_errors

Item = int  # of a view: edges 0 … n − 1, then corners n … 2n − 1
Key = int  # the number of what an item shows
View = tuple[Key, ...]
Meeting = tuple[Item, Item]  # an item of one tile, and the one that it meets of another
At = tuple[int, int]  # a corner at 0: its kind, the same for two that differ by a turn, if all tiles of the set may be
# turned; and by how many parts the first of the kind is turned
Tile = tuple[str, int]  # a tile's name, a corner or an edge of its outline


class TooMany(Exception):
    """More is to be looked at than a check does."""


MOST_CORNERS = 40_000  # of tiles, each looked at once or, if it may be turned over, twice
MOST_KINDS = 400  # of corners that differ by more than a turn: outlines that fit in too many ways
MOST_PAIRS = 20_000  # of corners whose outlines are held against each other


@dataclass(frozen=True, slots=True)
class Corner:
    """A shape with a corner at 0. tile: as it lies, of any labels. first: which of its corners lies at 0. points: its
    corners, anticlockwise from there."""

    tile: Placed
    first: int
    points: tuple[Point, ...]

    @property
    def end(self) -> Point:
        """Where the last edge begins, which ends at 0: the next tile around the point begins with it."""
        return self.points[-1]

    def __str__(self) -> str:
        n = len(self.tile.corners)
        over, corner = ("turned over ", -self.first % n) if self.tile.flipped else ("", self.first)
        return f"{over}{self.tile.shape.name}@{corner}"


class Corners:
    """All corners of a set's tiles. Raises TooMany, and ValueError for shapes that have no lattice in common."""

    def __init__(self, design: SetDesign, held: Held) -> None:
        self._design, self._rule = design, Rule(design)
        self._lattice: Lattice = placed.common(shape.outline for shape in design.shapes)
        self.parts = self._lattice.parts
        self._zero: Point = self._lattice.points(0)
        self._meetings: dict[tuple[At, At, Point], tuple[Meeting, ...] | None] = {}
        self._keys: dict[object, Key] = {}
        self._shown: list[tuple[Placed, int, bool]] = []  # by key: a tile that shows it, at which edge, or corner
        self.seen_from, self.may_meet = cache(self._seen_from), cache(self._may_meet)
        self.equal = design.match == "equal"
        self.turns = not any(shape.symmetry == FIXED for shape in design.shapes)
        self.all: dict[At, Corner] = {}
        self._at: dict[tuple[str, tuple[Point, ...]], At] = {}  # by a shape and points
        self.views: list[dict[View, set[object]]] = []  # of each kind, and the tiles that look different and have it
        # how a tile may lie with a corner of its outline at 0, and so that one of its edges ends there
        self.tiles: dict[Tile, set[tuple[int, View]]] = defaultdict(set)
        self.edges: dict[Tile, set[tuple[int, View]]] = defaultdict(set)
        number = sum(len(held.get(shape.name, ())) * shape.outline.edges for shape in design.shapes)
        if number > MOST_CORNERS:
            raise TooMany(f"the tiles have {number:,} corners, and up to {MOST_CORNERS:,} are looked at")
        for shape in design.shapes:
            for labels in held.get(shape.name, ()):
                self._add(shape, labels)

    def _add(self, shape: Shape, labels: Labelling) -> None:
        """Add what a tile shows, from each of its corners."""
        n, called = shape.outline.edges, placed.name(shape, labels)
        for flipped in (False, True) if shape.symmetry == TWO_SIDED else (False,):
            tile = placed.lay(shape, labels, self._lattice, None, 0, flipped)
            for k in range(n):
                kind, turn = self._find(tile, k)
                there = placed.lay(shape, labels, self._lattice, None, -turn, flipped)
                view = self._view(tile, k)
                self.views[kind].setdefault(view, set()).add(there.translate(-there.corners[k]).looks)
                corner = -k % n if flipped else k
                self.tiles[called, corner].add((kind, view))
                self.edges[called, corner if flipped else (k - 1) % n].add((kind, view))

    def _find(self, tile: Placed, first: int) -> At:
        """Return a corner of a tile. A new one is added, in every way in which it may be turned."""
        key = tile.shape.name, self._around(tile.corners, first)
        for turn in range(0 if key in self._at else 1 if tile.shape.symmetry == FIXED else self.parts):
            there = placed.lay(tile.shape, tile.labels, self._lattice, None, turn, tile.flipped)
            if not turn or not self.turns:
                if len(self.views) == MOST_KINDS:
                    raise TooMany(f"outlines have more than {MOST_KINDS} different corners")
                self.views.append({})
            at, points = (len(self.views) - 1, turn * self.turns), self._around(there.corners, first)
            self._at[tile.shape.name, points] = at
            self.all[at] = Corner(there.translate(-there.corners[first]), first, points)
        return self._at[key]

    @staticmethod
    def _around(corners: tuple[Point, ...], k: int) -> tuple[Point, ...]:
        """Return corners from corner k on, moved so that k lies at 0."""
        return tuple(point - corners[k] for point in (*corners[k:], *corners[:k]))

    def _view(self, tile: Placed, first: int) -> View:
        """Return what a tile shows, anticlockwise from one of its corners."""
        n, edges, points = len(tile.corners), list[Key](), list[Key]()
        for k in (*range(first, n), *range(first)):
            mark, side = tile.marks[k : k + 1], tile.sides[k]
            # of labels that are equal, all at a point are looked at together; of others, those at the ends of an edge
            ends = (mark, tile.marks[(k + 1) % n : (k + 1) % n + 1]) if self._design.match == "complementary" else ()
            edges.append(self._key((tile.shape.choice.at, side.meets, len(side.ends), ends), tile, k, True))
            points.append(self._key((tile.shape.choice.at, mark), tile, k, False))
        return (*edges, *points)

    def _key(self, shown: object, tile: Placed, k: int, is_edge: bool) -> Key:
        """Return the number of what a tile shows at an edge, or a corner."""
        if shown not in self._keys:
            self._keys[shown] = len(self._shown)
            self._shown.append((tile, k, is_edge))
        return self._keys[shown]

    @cached_property
    def by_start(self) -> Mapping[Point, list[At]]:
        """The corners that begin with an edge from 0 to a point."""
        found: dict[Point, list[At]] = defaultdict(list)
        for at, corner in self.all.items():
            found[corner.points[1]].append(at)
        return found

    def meetings(self, a: At, b: At, step: Point | None = None) -> tuple[Meeting, ...] | None:
        """Return which items of two tiles meet; None if their outlines cannot both lie there. step: from 0 to the
        second corner; None: both lie at 0. Raises TooMany."""
        step = step or self._zero
        if back := -a[1] % self.parts:
            a, b, step = self.turned(a, back), self.turned(b, back), step.turn(back)
        if (a, b, step) not in self._meetings:
            if len(self._meetings) == MOST_PAIRS:
                raise TooMany(f"more than {MOST_PAIRS:,} pairs of outlines would have to be looked at")
            self._meetings[a, b, step] = self._meet(self.all[a], self.all[b], step)
        return self._meetings[a, b, step]

    def turned(self, at: At, turn: int) -> At:
        """Return a corner turned by so many parts."""
        return at[0], (at[1] + turn) % self.parts

    def _seen_from(self, at: At, k: int) -> At:
        """Return the corner that a tile has k corners further on, anticlockwise."""
        corner = self.all[at]
        return self._at[corner.tile.shape.name, self._around(corner.points, k)]

    def _meet(self, first: Corner, second: Corner, step: Point) -> tuple[Meeting, ...] | None:
        p, q = first.points, tuple(point + step for point in second.points)
        found = Patch((p, q), (), 0).meetings
        if set(p) == set(q) or found.overlaps or found.misfits:
            return None
        n, m = len(p), len(q)
        edges = [(i, j) for i in range(n) for j in range(m) if p[i] == q[(j + 1) % m] and p[(i + 1) % n] == q[j]]
        if edges and not self._design.parallelograms and placed.parallelogram(first.tile, second.tile.translate(step)):
            return None
        marked = first.tile.marks and second.tile.marks
        points = [(n + i, m + j) for i in range(n) for j in range(m) if marked and p[i] == q[j]]
        return (*edges, *points)

    def _may_meet(self, first: Key, second: Key) -> bool:
        """Tell whether two items may meet: edges along each other, or corners at a point."""
        (tile, i, is_edge), (other, j, _) = self._shown[first], self._shown[second]
        if is_edge:
            return not has_errors(list(self._rule.wrong(Join(tile, i, other, j))))
        return self._rule.may_share_a_point([tile.marks[i], other.marks[j]])

    def live_edges(self) -> set[tuple[int, View]]:
        """Return the kinds and views at whose last edge, which ends at the point, a tile can lie."""
        found = set[tuple[int, View]]()
        for kind, views in enumerate(self.views):
            left = set(views)
            for other in self.by_start.get(self.all[kind, 0].end, ()):
                meetings = self.meetings((kind, 0), other)
                if meetings is None:
                    continue
                shown = {tuple(view[j] for _, j in meetings) for view in self.views[other[0]]}
                facing = ((view, [view[i] for i, _ in meetings]) for view in left)
                left -= {view for view, keys in facing if any(all(map(self.may_meet, keys, met)) for met in shown)}
            found |= {(kind, view) for view in views if view not in left}
        return found


MOST_STARS = 20_000  # stars laid


@dataclass(frozen=True, slots=True)
class LatticeTile:
    """A tile laid. at: its least corner. corner: that, as if it lay at 0. shows: its view from there."""

    at: Point
    corner: At
    shows: View


LabelledStar = tuple[tuple[At, View], ...]  # the tiles around a point: the corner, and what the tile shows
StarAt = frozenset[LatticeTile]


class Coronas:
    """Stars, and what can be laid around them."""

    def __init__(self, corners: Corners, stars: Sequence[LabelledStar]) -> None:
        self._corners, self._stars, self._steps = corners, stars, 0
        self._fits, self._turned_star = cache(self._tiles_fit), cache(self._around_zero)

    def kept(self) -> list[LabelledStar]:
        """Return the stars that are kept. Raises TooMany."""
        left = list(self._stars)
        while True:
            kept = [star for star in left if self._can_go_on(star, left)]
            if len(kept) == len(left):
                return kept
            left = kept

    def _can_go_on(self, star: LabelledStar, others: Sequence[LabelledStar]) -> bool:
        zero: Point = self._corners.all[star[0][0]].points[0]
        tiles = self._tiles(zero, star, 0)
        rim = {point for tile in tiles for point in self._points(tile)} - {zero}
        by_view: dict[tuple[int, View], list[tuple[LabelledStar, int]]] = defaultdict(list)
        for other in others:
            for k, ((kind, _), view) in enumerate(other):
                by_view[kind, view].append((other, k))
        choices = {point: list(self._stars_at(point, tiles, by_view)) for point in sorted(rim, key=integers)}
        return self._surround(tiles, choices)

    def _surround(self, tiles: StarAt, choices: Mapping[Point, Sequence[StarAt]]) -> bool:
        """Tell whether points can be surrounded. choices: of each, the stars that fit there, beside tiles that lie."""
        if not choices:
            return True
        self._steps += 1
        if self._steps > MOST_STARS:
            raise TooMany(f"more than {MOST_STARS:,} steps would be needed to see which stars can be part of more")
        here = min(choices, key=lambda point: len(choices[point]))
        for star in choices[here]:
            new = star - tiles
            left = {
                point: [other for other in ways if self._all_fit(other - new, new - other)]
                for point, ways in choices.items()
                if point != here
            }
            if self._surround(tiles | star, left):
                return True
        return False

    def _stars_at(
        self, point: Point, tiles: StarAt, by_view: Mapping[tuple[int, View], Sequence[tuple[LabelledStar, int]]]
    ) -> Iterator[StarAt]:
        """Yield the stars that fit around a point, where tiles lie already."""
        there = {tile for tile in tiles if point in self._points(tile)}
        tile = next(iter(there))  # as it is seen from there
        k = self._corners.all[tile.corner].points.index(point - tile.at)
        kind, turn = self._corners.seen_from(tile.corner, k)
        visited = set[StarAt]()
        for star, place in by_view.get((kind, _view_from(tile.shows, k)), ()):
            star_at = self._tiles(point, star, turn - star[place][0][1])
            if star_at in visited or not there <= star_at:
                continue
            visited.add(star_at)
            if self._all_fit(star_at - there, tiles - there):
                yield star_at

    def _tiles(self, at: Point, star: LabelledStar, turn: int) -> StarAt:
        """Return the tiles of a star, turned and laid around a point."""
        return frozenset(LatticeTile(at + tile.at, tile.corner, tile.shows) for tile in self._turned_star(star, turn))

    def _around_zero(self, star: LabelledStar, turn: int) -> list[LatticeTile]:
        found = []
        for corner, view in star:
            at = self._corners.turned(corner, turn)
            points = self._corners.all[at].points
            k = min(range(len(points)), key=lambda k: integers(points[k]))
            found.append(LatticeTile(points[k], self._corners.seen_from(at, k), _view_from(view, k)))
        return found

    def _points(self, tile: LatticeTile) -> list[Point]:
        return [tile.at + point for point in self._corners.all[tile.corner].points]

    def _all_fit(self, some: StarAt, others: StarAt) -> bool:
        return all(
            self._fits((tile.corner, tile.shows), (other.corner, other.shows), other.at - tile.at)
            for tile in some
            for other in others
        )

    def _tiles_fit(self, tile: tuple[At, View], other: tuple[At, View], step: Point) -> bool:
        """Tell whether two tiles, each a corner and what it shows, may lie a step apart."""
        meetings = self._corners.meetings(tile[0], other[0], step)
        return meetings is not None and all(self._corners.may_meet(tile[1][i], other[1][j]) for i, j in meetings)


def _view_from(view: View, k: int) -> View:
    """Return what a tile shows, seen from k corners further on."""
    n = len(view) // 2
    return (*view[k:n], *view[:k], *view[n + k :], *view[n : n + k])


MOST_STEPS = 300_000  # tiles laid, of all arrangements
MOST_ARRANGEMENTS = 500  # of outlines
MOST_WAYS = 300_000  # of labels, around a point


@dataclass(frozen=True, slots=True)
class Stars:
    """What was found. outlines: how many arrangements of outlines there are around a point, whatever their labels.
    found: those that some labels fit, each its corners, anticlockwise, and how many kinds of labels fit
    on it, counted up to a turn. alive: of each kind of corner, the views that stand in one."""

    outlines: int
    found: Mapping[tuple[At, ...], int]
    alive: frozenset[tuple[int, View]]

    @property
    def kinds(self) -> int:
        """How many stars there are, labels and all."""
        return sum(self.found.values())


def find(corners: Corners, tell: Tell = lambda _: None) -> Stars:
    """Return all vertex stars. Raises TooMany."""
    stars, alive, ways, outlines = dict[tuple[At, ...], int](), set[tuple[int, View]](), 0, 0
    for around in arrangements(corners):
        outlines += 1
        if outlines > MOST_ARRANGEMENTS:
            raise TooMany(f"outlines surround a point in more than {MOST_ARRANGEMENTS:,} ways")
        tell(f"vertex stars: {len(stars):,} arrangements")
        labels = Arrangement(corners, around, MOST_WAYS - ways)
        ways += len(labels.ways)
        if labels.ways:
            stars[around] = labels.count()
            alive |= labels.used()
    return Stars(outlines, stars, frozenset(alive))


def arrangements(corners: Corners) -> Iterator[tuple[At, ...]]:
    """Yield the ways in which outlines surround a point, one of each kind. Raises TooMany."""
    steps = 0

    def lie(chosen: tuple[At, ...]) -> Iterator[tuple[At, ...]]:
        nonlocal steps
        first, last = corners.all[chosen[0]], corners.all[chosen[-1]]
        for at in corners.by_start.get(last.end, ()):
            steps += 1
            if steps > MOST_STEPS:
                raise TooMany(f"more than {MOST_STEPS:,} steps would be needed to find how outlines surround a point")
            if at[0] < chosen[0][0] or any(corners.meetings(other, at) is None for other in chosen):
                continue
            longer = (*chosen, at)
            if corners.all[at].end != first.points[1]:
                yield from lie(longer)
            else:
                kinds = [kind for kind, _ in longer]
                if all([*kinds[k:], *kinds[:k]] >= kinds for k in range(1, len(kinds))):  # no turn gives a lesser row
                    yield longer

    for kind in range(len(corners.views)):
        yield from lie(((kind, 0),))


Group = View  # of a view what others meet, −1 elsewhere; views that share it are one to them
Way = tuple[Group, ...]  # of each tile around a point


class Arrangement:
    """Outlines around a point, and the labels that fit on them. around: their corners. ways: what tiles may
    show where they meet. Raises TooMany for more than so many of these."""

    def __init__(self, corners: Corners, around: Sequence[At], most: int) -> None:
        self._corners, self._kinds = corners, [kind for kind, _ in around]
        met = list[tuple[int, Item, int, Item]]()  # two places and the items that meet there, the earlier place first
        for p, q in combinations(range(len(around)), 2):
            here = len(corners.all[around[p]].points)  # the item that shows what is at the point itself
            for i, j in corners.meetings(around[p], around[q]) or ():
                # all labels at the point are equal if each is equal to the next
                if i != here or not corners.equal or q == p + 1:
                    met.append((p, i, q, j))
        self._groups: list[dict[Group, list[View]]] = []  # of each tile, its views by what is met of them
        self.ways: list[Way] = [()]
        for place, kind in enumerate(self._kinds):
            shown = {i for p, i, _, _ in met if p == place} | {j for _, _, q, j in met if q == place}
            groups = defaultdict[Group, list[View]](list)
            for view in corners.views[kind]:
                groups[tuple(key if item in shown else -1 for item, key in enumerate(view))].append(view)
            longer = self._lengthen(groups, [(p, i, j) for p, i, q, j in met if q == place])
            self.ways = list(islice(longer, most + 1))
            if len(self.ways) > most:
                raise TooMany(f"more than {MOST_WAYS:,} ways to show labels would have to be looked at")
            self._groups.append(groups)

    def _lengthen(self, groups: Iterable[Group], asked: Sequence[tuple[int, Item, Item]]) -> Iterator[Way]:
        """Yield the ways with what the next tile may show. asked: a place, an item there, and that which meets it."""
        fitting: dict[View, list[Group]] = {}
        for way in self.ways:
            met = tuple(way[p][i] for p, i, _ in asked)
            if met not in fitting:
                shown = ((group, [group[j] for _, _, j in asked]) for group in groups)
                fitting[met] = [group for group, keys in shown if all(map(self._corners.may_meet, met, keys))]
            yield from ((*way, group) for group in fitting[met])

    @cached_property
    def _turns(self) -> list[int]:
        """By how many tiles the arrangement can be turned and look the same, the whole way round last."""
        n, kinds = len(self._kinds), self._kinds
        return [k for k in range(1, n + 1) if [*kinds[k:], *kinds[:k]] == kinds]

    def count(self) -> int:
        """Return how many labellings there are, up to the turns that leave the arrangement as it is."""
        n, fixed = len(self._kinds), 0
        for period in (gcd(turn, n) for turn in self._turns):  # those that repeat after so many tiles
            views = self._corners.views
            tiles = [
                {group: sum(len(views[kind][view]) for view in same) for group, same in groups.items()}
                for kind, groups in zip(self._kinds[:period], self._groups, strict=False)
            ]
            repeating = (way[:period] for way in self.ways if way == way[:period] * (n // period))
            fixed += sum(prod(map(dict.__getitem__, tiles, part)) for part in repeating)
        number, rest = divmod(fixed, len(self._turns))
        if rest:
            raise ArithmeticError(f"{fixed} labellings are left as they are by {len(self._turns)} turns")
        return number

    def labelled(self) -> Iterator[tuple[View, ...]]:
        """Yield all labels of the arrangement, one for each class under its rotations."""
        visited = set[tuple[View, ...]]()
        for way in self.ways:
            for views in product(*map(dict.__getitem__, self._groups, way)):
                if views not in visited:
                    visited |= {(*views[k:], *views[:k]) for k in self._turns}
                    yield views

    def used(self) -> set[tuple[int, View]]:
        """Return the views that stand in a way round, each with the kind of its corner."""
        shown = map(set, zip(*self.ways, strict=True))  # of each tile
        each = zip(self._kinds, self._groups, shown, strict=True)
        return {(kind, view) for kind, groups, of_tile in each for group in of_tile for view in groups[group]}


LISTED = 40  # stars, or arrangements
LOOKED_AT = 150  # stars: whether they can be part of more
NAMED = 5  # tiles of a finding
STARS = "vertex stars"
LOOK = "compare the file's labels and rule with what you meant"


def meeting(design: SetDesign, held: Held, tell: Tell = lambda _: None) -> tuple[list[Finding], Facts]:
    """Return what tiles cannot do, and what was counted. tell: called with progress."""
    facts = _mirror_images(design, held)
    try:
        corners = Corners(design, held)
        wrong = _unjoined(corners)
    except (TooMany, ValueError) as problem:
        return [], facts | {STARS: {"not counted": str(problem)}}
    if [finding.code for finding in wrong] == ["nothing-joins"]:
        return wrong, facts
    try:
        stars = find(corners, tell)
    except TooMany as problem:
        return wrong, facts | {STARS: {"not counted": str(problem)}}
    counted, alive, dead = _describe(corners, stars, tell)
    facts[STARS] = counted
    return [*wrong, *dead, *_starless(corners, stars, alive)], facts


def _bare(
    ways: Mapping[Tile, set[tuple[int, View]]], met: Set[tuple[int, View]], item: str, code: str, message: str, rim: str
) -> tuple[list[Finding], bool]:
    """Return findings of tiles none of whose edges, or corners, is met, and of such items of other tiles; and whether
    no tile's is. ways: of all edges or corners; item: what one of them is called; rim: the message of an item."""
    number, found = Counter(called for called, _ in ways), defaultdict[str, list[int]](list)
    for (called, k), there in ways.items():
        if not there & met:
            found[called].append(k)
    whole = [called for called, ks in found.items() if len(ks) == number[called]]
    part = [f"{called} {item} {k}" for called, ks in found.items() if len(ks) < number[called] for k in sorted(ks)]
    wrong = [_named(f"tile-{code}", Severity.WARNING, whole, message)] * (0 < len(whole) < len(number))
    return wrong + [_named(f"{item}-{code}", Severity.NOTE, part, rim)] * bool(part), len(whole) == len(number)


def _unjoined(corners: Corners) -> list[Finding]:
    """Return which tiles and edges no tile can lie along."""
    message = "no tile can lie along any of its edges"
    rim = "no tile can lie along it, so it always lies at the rim of a layout"
    found, nothing = _bare(corners.edges, corners.live_edges(), "edge", "unjoined", message, rim)
    message = "no tile can lie along any edge of any tile"
    return [Finding("nothing-joins", Severity.WARNING, "the set", message, LOOK)] if nothing else found


def _starless(corners: Corners, stars: Stars, alive: Iterable[tuple[int, View]] | None) -> list[Finding]:
    """Return which tiles and corners stand in no star. alive: in those that can be part of more, None if unknown."""
    if stars.found:
        message = "it stands in no vertex star" + " that can be part of more" * (alive is not None)
        rim = f"{message}, so the tile always lies at the rim of a layout"
        return _bare(corners.tiles, stars.alive if alive is None else set(alive), "corner", "starless", message, rim)[0]
    message = f"outlines surround a point in {stars.outlines:,} ways, but labels never fit"
    # without outlines nothing is meant to be: pentagons leave gaps
    return [Finding("no-star", Severity.WARNING, "the set", message, LOOK)] * bool(stars.outlines)


def _describe(corners: Corners, stars: Stars, tell: Tell) -> tuple[Facts, set[tuple[int, View]] | None, list[Finding]]:
    """Return a report of stars, which corners stand in some that can be part of more, and a finding for none."""
    facts: Facts = {"arrangements of outlines": len(stars.found), "kinds, with labels": stars.kinds}
    labelled_stars = [
        tuple(zip(star, views, strict=True))
        for star in (stars.found if stars.kinds <= LOOKED_AT else ())
        for views in Arrangement(corners, star, MOST_WAYS).labelled()
    ]
    # tiles that show the same at their edges count as one
    alive, found, kept = None, list[Finding](), labelled_stars
    if labelled_stars and len(labelled_stars) == stars.kinds:
        tell(f"{STARS}: which of {len(labelled_stars)} can be part of more")
        try:
            kept = Coronas(corners, labelled_stars).kept()
            facts["kinds that can be part of more"] = len(kept)
            alive = {(kind, view) for star in kept for (kind, _), view in star} or None
        except TooMany as problem:
            facts["kinds that can be part of more"] = f"not counted: {problem}"
        if not kept:
            message = "points can be surrounded, but never all of those around one: no layout goes on to all sides"
            found.append(Finding("stars-end", Severity.WARNING, "the set", message, LOOK))
        names: dict[tuple[int, View], str] = {}  # what a corner is called that shows some labels
        for (called, corner), ways in corners.tiles.items():
            for way in ways:
                over = "turned over " if corners.all[way[0], 0].tile.flipped else ""
                names.setdefault(way, f"{over}{called}@{corner}")
        lines = [
            _around(names[kind, view] for (kind, _), view in star) + " (ends)" * (star not in kept)
            for star in sorted(labelled_stars, key=lambda star: star not in kept)
        ]
    else:
        rows = [(_around(str(corners.all[at]) for at in star), kinds) for star, kinds in stars.found.items()]
        lines = [f"{row}: {kinds:,}" for row, kinds in rows]
    facts["list"] = {f"{k}": line for k, line in enumerate(lines[:LISTED], 1)}
    if len(lines) > LISTED:
        facts["list"]["…"] = f"{len(lines) - LISTED:,} more"
    return facts, alive, found


def _around(names: Iterable[str]) -> str:
    """Return the names of the tiles around a point; equal ones in a row stand once, with their number."""
    rows = [(called, len(list(same))) for called, same in groupby(names)]
    return ", ".join(called if number == 1 else f"{number} × {called}" for called, number in rows)


def _named(code: str, severity: Severity, names: Sequence[str], message: str) -> Finding:
    """Return one finding of several tiles, of which the first are named."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return Finding(code, severity, f"{', '.join(names[:NAMED])}{more}", message, LOOK)


def _mirror_images(design: SetDesign, held: Held) -> Facts:
    """Return pairs of mirror images among the tiles of a shape that are never turned over."""
    pairs = [
        f"{placed.name(shape, labels)} and {placed.name(shape, image)}"
        for shape in design.shapes
        for labels, image in set_file.mirror_images(shape, held.get(shape.name, ())).items()
        if labels < image and image in held[shape.name]
    ]
    more = [f"{len(pairs) - NAMED:,} more pairs"] if len(pairs) > NAMED else []
    return {"mirror images": [*pairs[:NAMED], *more]} if pairs else {}

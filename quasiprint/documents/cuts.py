"""What stands on a page beside its pieces: cuts, the ink that runs out over a rim, rulers, marks and the legend.

Each line is cut once, with guides beyond the ends of long lines.

Tiles that lie edge to edge have one line between them; the tile that is drawn first draws it. What is printed up to an
edge runs out over it only where no other tile lies there. By its marks a machine finds how a printed page lies. Lengths
in mm, in the frame of the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from quasiprint.drawing.outlines import Side, outwards, strip_over
from quasiprint.drawing.packer import hull
from quasiprint.drawing.rings import distance, sides
from quasiprint.model.face import Mark, Point, Ring, bounds, snap
from quasiprint.model.page import Shape, Stamp, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import CutMarks, Paper

NEAR = 1e-3  # points that are nearer to one another are meant to be the same
STRAIGHT = 1e-4  # of a direction: lines that differ by less are parallel
GUIDE = (0.8, 2.8)  # from the end of a line to where its guide begins and ends
CLEAR = 0.37  # a guide comes no nearer to a tile
TOUCHING = 1e-4  # tiles overlap what comes farther into them

T = TypeVar("T")


@dataclass(frozen=True)
class CutPage:
    """The outlines on a page, as they lie there. joins: which of them may have neighbours. area: left, low, right and
    high of where guides may be."""

    rings: tuple[Ring, ...]
    joins: tuple[bool, ...]
    area: tuple[float, float, float, float]

    @cached_property
    def _first(self) -> _Points[tuple[int, int]]:
        """The middles of all sides, each with the tiles that have it, in order."""
        found: _Points[tuple[int, int]] = _Points()
        for k, ring in enumerate(self.rings):
            if self.joins[k]:
                for n, (a, b) in enumerate(sides(ring)):
                    found.at(_middle(a, b)).append((k, n))
        return found

    def own_sides(self, k: int) -> tuple[bool, ...]:
        """Return for each side of a tile whether the tile draws its line: if none before it does."""
        if not self.joins[k]:
            return (True,) * len(self.rings[k])
        return tuple(self._first.at(_middle(a, b))[0] == (k, n) for n, (a, b) in enumerate(sides(self.rings[k])))

    def common_sides(self, k: int) -> tuple[bool, ...]:
        """Return for each side of a tile whether another tile has it as well."""
        if not self.joins[k]:
            return (False,) * len(self.rings[k])
        return tuple(len(self._first.at(_middle(a, b))) > 1 for a, b in sides(self.rings[k]))

    @cached_property
    def _solid(self) -> list[Ring]:
        return [hull(ring) for ring in self.rings]

    @cached_property
    def _boxes(self) -> list[tuple[float, float, float, float]]:
        """The left, low, right and high of all tiles."""
        return [bounds((ring,)) for ring in self.rings]

    def free(self, k: int, bleed: float) -> list[int]:
        """Return the sides of a tile over which ink may run by `bleed`: where no other tile lies."""
        if (k, bleed) not in self._freed:
            own = enumerate(zip(sides(self.rings[k]), self.common_sides(k), strict=True))
            strips = ((n, strip_over(side, outwards(side, bleed))) for n, (side, shared) in own if not shared)
            near = [other for other in self._near(self.rings[k], range(len(self.rings)), bleed) if other != k]
            self._freed[k, bleed] = [
                n for n, strip in strips if not any(_overlap(strip, self._solid[j]) for j in self._near(strip, near))
            ]
        return self._freed[k, bleed]

    @cached_property
    def _freed(self) -> dict[tuple[int, float], list[int]]:
        return {}

    def _near(self, ring: Ring, among: Iterable[int], far: float = 0.0) -> Iterator[int]:
        """Yield those of some tiles that lie no farther from a ring than `far`, or a little more."""
        left, low, right, high = bounds((ring,))
        right, left, high, low = right + far + 1, left - far - 1, high + far + 1, low - far - 1
        for k in among:
            x0, y0, x1, y1 = self._boxes[k]
            if x0 < right and x1 > left and y0 < high and y1 > low:
                yield k

    def guides(self) -> tuple[Ring, ...]:
        """Return the guides: short lines beyond both ends of each line along which several sides lie."""
        begins: _Points[Side] = _Points()
        every: list[Side] = []
        for k, ring in enumerate(self.rings):
            if any(self.common_sides(k)):
                owned = self.own_sides(k)
                every += [_rightwards(*side) for side, own in zip(sides(ring), owned, strict=True) if own]
        for side in every:
            begins.at(side[0]).append(side)
        follows = {side: next((s for s in begins.at(side[1]) if _straight(side, s)), None) for side in every}
        later = set(follows.values())
        found: list[Ring] = []
        for first in every:
            last: Side = first
            while (after := follows[last]) is not None:
                last = after
            if first not in later and last is not first:
                found += [tick for tick in (_tick(last), _tick(first[::-1])) if self._clear(tick)]
        return tuple(found)

    def _clear(self, tick: Ring) -> bool:
        left, low, right, high = self.area
        inside = all(left - NEAR <= x <= right + NEAR and low - NEAR <= y <= high + NEAR for x, y in tick)
        near = self._near(tick, range(len(self.rings)))
        return inside and all(distance(tick, self._solid[k]) >= CLEAR for k in near)


class _Points(Generic[T]):
    """What is kept for points: a point within NEAR of another is that one."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int], list[tuple[Point, list[T]]]] = {}

    def at(self, p: Point) -> list[T]:
        """Return the list that is kept for a point."""
        column, row = round(p[0]), round(p[1])
        for i in (0, -1, 1):
            for j in (0, -1, 1):
                for other, kept in self._kept.get((column + i, row + j), ()):
                    if math.dist(p, other) < NEAR:
                        return kept
        fresh: list[T] = []
        self._kept.setdefault((column, row), []).append((p, fresh))
        return fresh


def runs(ring: Ring, owned: Sequence[bool]) -> tuple[tuple[Ring, ...], bool]:
    """Return the lines along those sides of an outline that are its own, and whether they are closed."""
    n = len(ring)
    if all(owned):
        return (ring,), True
    found: list[Ring] = []
    for k in range(n):
        if owned[k] and not owned[k - 1]:
            length = next(j for j in range(1, n) if not owned[(k + j) % n])
            found.append(tuple(ring[(k + j) % n] for j in range(length + 1)))
    return tuple(found), False


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _rightwards(a: Point, b: Point) -> Side:
    """Return a side so that it runs to the right, or up."""
    rises = b[1] > a[1] if abs(b[0] - a[0]) < NEAR else b[0] > a[0]
    return (a, b) if rises else (b, a)


def _direction(side: Side) -> Point:
    (x0, y0), (x1, y1) = side
    length = math.dist(*side)
    return (x1 - x0) / length, (y1 - y0) / length


def _straight(one: Side, two: Side) -> bool:
    return math.dist(_direction(one), _direction(two)) < STRAIGHT


def _tick(side: Side) -> Ring:
    (ux, uy), (x, y) = _direction(side), side[1]
    return tuple((snap(x + by * ux), snap(y + by * uy)) for by in GUIDE)


def _overlap(one: Ring, two: Ring) -> bool:
    """Tell whether two convex areas overlap: no side of either has the other outside of it."""
    for ring, other in ((one, two), (two, one)):
        for a, b in sides(ring):
            ux, uy = _direction((a, b))
            if all(ux * (p[1] - a[1]) - uy * (p[0] - a[0]) < TOUCHING for p in other):
                return False
    return True


RULER = 100.0  # mm
FOOTER, SIDE = 11.0, 4.5  # mm kept for the level ruler and what is said below it, for the upright ruler and the title
ENDS = FOOTER + RULER + 12  # mm from the foot: there the upright ruler ends, and the title may begin
GREY = "#777777"
TOLD = 7.4  # mm: the level ruler goes on by its last number
SQUARE, ARM, MARK_LINE = 5.0, 20.0, 0.3  # mm: of the marks that Silhouette's machines look for


def rulers(left: float, low: float) -> tuple[list[Shape], list[Text]]:
    """Return a ruler of 100 mm along the foot and one up the side: a spine, ticks to the right of someone who reads
    along it, and numbers between the longest of these. left, low: where what may be printed on begins, mm."""
    x, y = left + SIDE, low + FOOTER - 0.2
    over, up = left + 0.2, low + FOOTER
    marks: list[Ring] = [((x, y), (x + RULER, y)), ((over, up), (over, up + RULER))]
    texts: list[Text] = []
    for mm in range(int(RULER) + 1):
        tick = 4.0 if mm % 10 == 0 else 1.8 if mm % 5 == 0 else 1.2
        marks.append(((x + mm, y), (x + mm, y - tick)))
        marks.append(((over, up + mm), (over + tick, up + mm)))
        if mm % 10 == 0:
            says = f"{mm}" if mm < RULER else f"{mm} mm"
            texts.append(Text(x + mm + 0.5, y - 3.9, says, 2.2, colour=GREY))
            texts.append(Text(over + 3.9, up + mm + 0.5, says, 2.2, colour=GREY, angle=90.0))
    return [Shape(tuple(marks), None, "#555555", 0.12, closed=False)], texts


def cut_marks(paper: Paper) -> list[Shape]:
    """Return what Silhouette's machines look for: a square in the upper left corner of the margin, and a corner of two
    lines in the upper right and in the lower left. A Cameo 5 Alpha has corners of lines in all four."""
    m = paper.margin
    right, high = snap(paper.width - m), snap(paper.height - m)
    upper_right = ((snap(right - ARM), high), (right, high), (right, snap(high - ARM)))
    lower_left = ((m, m + ARM), (m, m), (m + ARM, m))
    if paper.marks is CutMarks.CAMEO_5_ALPHA:
        upper_left = ((m, snap(high - ARM)), (m, high), (m + ARM, high))
        lower_right = ((snap(right - ARM), m), (right, m), (right, m + ARM))
        corners = (upper_left, upper_right, lower_left, lower_right)
        return [Shape(corners, None, "#000000", MARK_LINE, closed=False)]
    square = ((m, snap(high - SQUARE)), (m + SQUARE, snap(high - SQUARE)), (m + SQUARE, high), (m, high))
    return [
        Shape((square,), "#000000"),
        Shape((upper_right, lower_left), None, "#000000", MARK_LINE, closed=False),
    ]


COLUMNS, STEP = 4, 22.0  # mm
ROW, HIGH = 5.6, 4.8  # mm: of a row, of a mark
SMALL = "#555555"  # of small print


def legend(
    game_set: GameSet,
    swatch: Callable[[Mark], str],
    name: Callable[[str, str], str],
    width: float,
    right: float,
    low: float,
) -> tuple[tuple[Stamp, ...], tuple[Text, ...]]:
    """Return a mark of each colour, with the colour's number, name and pattern; nothing for one colour alone, which
    nobody can mistake. swatch: returns the figure of a mark; name: what an "ink" or a "pattern" is called; width:
    what there is beside the level ruler; right, low: where the page's room ends, mm. Where there is little beside
    the ruler, rows go on below."""
    first: dict[int, Mark] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark.colour is not None and mark.ink:
                first.setdefault(mark.colour, mark)
    if len(first) == 1:
        return (), ()
    stamps: list[Stamp] = []
    texts: list[Text] = []
    columns = min(COLUMNS, len(first), max(1, int(width / STEP)))
    for k, (colour, mark) in enumerate(sorted(first.items(), key=lambda one: one[0])):
        ink = game_set.palette.inks[colour]
        x, y = right - STEP * (columns - k % columns), low + ROW * (1 - k // columns)
        west, south, east, north = bounds(tuple(region.outer for region in mark.field))
        scale = HIGH / max(east - west, north - south)
        px, py = x + HIGH / 2 - scale * (west + east) / 2, y + HIGH / 2 - scale * (south + north) / 2
        stamps.append(Stamp(swatch(mark), px, py, 0, scale))
        texts.append(Text(x + HIGH + 1, y + 2.8, f"{colour} {name('ink', ink.name)}", 2.4))
        texts.append(Text(x + HIGH + 1, y + 0.2, name("pattern", mark.pattern or ink.pattern), 2.4, colour="#555555"))
    return tuple(stamps), tuple(texts)

"""Print-and-play sheets: every piece at true scale, fronts and backs, with rulers, marks and a legend.

Tiles that lie edge to edge have one line between them, which is cut once; the tile that is drawn first draws it. Long
lines have guides beyond their ends. What is printed up to an edge runs out over it only where no other tile lies there.
By its marks a machine finds how a printed page lies. Lengths in mm, in the frame of the page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from quasiprint.documents.words import Names, english
from quasiprint.drawing.lettering import fit_line, fit_lines, text_width
from quasiprint.drawing.outlines import Side, mirror, outwards, patches, round_offset, run_out, strip_over
from quasiprint.drawing.packer import hull
from quasiprint.drawing.palettes import MODES, Mode
from quasiprint.drawing.rings import NearPoints, crossings, distance, sides
from quasiprint.errors import InputError
from quasiprint.layout.pages import PageItem, impose, straight_cuts
from quasiprint.model.face import Face, Mark, Point, Region, Ring, bounds, snap
from quasiprint.model.page import LARGEST_ID, LEAST_ID, LETTER, Book, Page, Shape, Stamp, Text, id_height
from quasiprint.model.piece import GameSet, Piece
from quasiprint.model.production import Arrangement, Placement, letters_of
from quasiprint.model.profile import CutMarks, Paper

NEAR = 1e-3  # points that are nearer to one another are meant to be the same
STRAIGHT = 1e-4  # of a direction: lines that differ by less are parallel
GUIDE = (0.8, 2.8)  # from the end of a line to where its guide begins and ends
CLEAR = 0.37  # a guide comes no nearer to a tile
TOUCHING = 1e-4  # tiles overlap what comes farther into them


@dataclass(frozen=True)
class CutPage:
    """The outlines on a page, as they lie there. joins: which of them may have neighbours. area: left, low, right and
    high of where guides may be."""

    rings: tuple[Ring, ...]
    joins: tuple[bool, ...]
    area: tuple[float, float, float, float]

    @cached_property
    def _first(self) -> NearPoints[tuple[int, int]]:
        """The middles of all sides, each with the tiles that have it, in order."""
        found = NearPoints[tuple[int, int]](NEAR)
        for k, ring in enumerate(self.rings):
            if self.joins[k]:
                for n, (a, b) in enumerate(sides(ring)):
                    found.at(_middle(a, b)).append((k, n))
        return found

    def drawn_sides(self, k: int) -> tuple[bool, ...]:
        """Return for each side whether this tile draws it: the first tile on a line does."""
        tile_sides = enumerate(sides(self.rings[k]))
        return tuple(not self.joins[k] or self._first.at(_middle(a, b))[0] == (k, n) for n, (a, b) in tile_sides)

    def common_sides(self, k: int) -> tuple[bool, ...]:
        """Return for each side of a tile whether another tile has it as well."""
        return tuple(self.joins[k] and len(self._first.at(_middle(a, b))) > 1 for a, b in sides(self.rings[k]))

    @cached_property
    def _solid(self) -> list[Ring]:
        return [hull(ring) for ring in self.rings]

    @cached_property
    def _boxes(self) -> list[tuple[float, float, float, float]]:
        """The left, low, right and high of all tiles."""
        return [bounds((ring,)) for ring in self.rings]

    def free(self, k: int, bleed: float) -> list[int]:
        """Return the sides of a tile over which ink may run by `bleed`: where no other tile lies."""
        tile_sides = enumerate(zip(sides(self.rings[k]), self.common_sides(k), strict=True))
        strips = ((n, strip_over(side, outwards(side, bleed))) for n, (side, shared) in tile_sides if not shared)
        near = [other for other in self._near(self.rings[k], range(len(self.rings)), bleed) if other != k]
        return [n for n, strip in strips if not any(_overlap(strip, self._solid[j]) for j in self._near(strip, near))]

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
        begins = NearPoints[Side](NEAR)
        lines: list[Side] = []
        for k, ring in enumerate(self.rings):
            if any(self.common_sides(k)):
                owned = self.drawn_sides(k)
                for (a, b), drawn in zip(sides(ring), owned, strict=True):
                    rises = b[1] > a[1] if abs(b[0] - a[0]) < NEAR else b[0] > a[0]
                    lines += [(a, b) if rises else (b, a)] if drawn else []  # to the right, or up
        for side in lines:
            begins.at(side[0]).append(side)
        follows = {
            side: next((s for s in begins.at(side[1]) if math.dist(_direction(side), _direction(s)) < STRAIGHT), None)
            for side in lines
        }
        later = set(follows.values())
        found: list[Ring] = []
        for first in lines:
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


def runs(ring: Ring, owned: Sequence[bool]) -> tuple[tuple[Ring, ...], bool]:
    """Return the lines along the sides that an outline draws, and whether they are closed."""
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


def _direction(side: Side) -> Point:
    (x0, y0), (x1, y1) = side
    length = math.dist(*side)
    return (x1 - x0) / length, (y1 - y0) / length


def _tick(side: Side) -> Ring:
    (ux, uy), (x, y) = _direction(side), side[1]
    return tuple((snap(x + by * ux), snap(y + by * uy)) for by in GUIDE)


def _overlap(first: Ring, second: Ring) -> bool:
    """Tell whether two convex areas overlap: no side of either has the other outside of it."""
    for ring, other in ((first, second), (second, first)):
        for a, b in sides(ring):
            ux, uy = _direction((a, b))
            if all(ux * (p[1] - a[1]) - uy * (p[0] - a[0]) < TOUCHING for p in other):
                return False
    return True


RULER, LEAST_RULER = 100.0, 20.0  # mm: as long as rulers are if there is room, and at least
STRIP, SIDE = 4.6, 4.5  # mm kept for the level ruler, and for the upright one and the title
HINT, LINE = 2.4, 3.2  # mm: of hints, how large they are and how far apart their lines
WIDE = 105.0  # mm: from here on each of two hints has a line, else two
GREY = "#777777"
LAST_NUMBER = 7.4  # mm: a ruler goes on by its last number
ABOVE = 12.0  # mm from the end of the upright ruler to where the title may begin
HEAD = 46.0  # mm kept for title and number, up the side
SQUARE, ARM, MARK_LINE = 5.0, 20.0, 0.3  # mm: of the marks that Silhouette's machines look for


class Foot(NamedTuple):
    """What stands along the foot of a page. height: of all of it, mm. ruler: how long both rulers are, mm. lines: of
    hints. columns: of the legend. below: how many rows of it stand below the hints; 0 if it has room beside the level
    ruler."""

    height: float
    ruler: float
    lines: int
    columns: int
    below: int


@lru_cache(maxsize=64)
def foot_of(paper: Paper, colours: int) -> Foot:
    """Return what stands along the foot. colours: in the legend, 0 if there is none. Raises InputError for a page on
    which the least ruler has no room."""
    width, height = content(paper)
    lines = 2 if width >= WIDE else 4
    across = width - SIDE - LAST_NUMBER

    def foot(columns: int, below: int) -> Foot:  # with rulers as long as the page has room for
        high = STRIP + LINE * lines + ROW * below
        up = height - high - LAST_NUMBER - HEAD
        return Foot(high, min(RULER, 10.0 * math.floor(min(across, up) / 10)), lines, columns, below)

    beside = foot(min(COLUMNS, colours, max(0, int((across - RULER) / STEP))), 0)
    columns = max(1, min(COLUMNS, colours, int(width / STEP)))
    found = beside if colours <= 2 * beside.columns and width >= WIDE else foot(columns, -(-colours // columns))
    if found.ruler < LEAST_RULER:
        least = (SIDE + LAST_NUMBER + LEAST_RULER, found.height + LAST_NUMBER + HEAD + LEAST_RULER)
        wide, high = (
            math.ceil(side - room + need)
            for side, room, need in zip((paper.width, paper.height), (width, height), least, strict=True)
        )
        raise InputError(
            f"page {paper.name}: found {paper.width:g} × {paper.height:g} mm, allowed is from {wide} × {high} mm: "
            f"rulers of {LEAST_RULER:g} mm must have room"
        )
    return found


def legend_colours(game_set: GameSet) -> int:
    """Return how many colours the legend of a set has: none for one alone, which nobody can mistake."""
    number = len(_first_marks(game_set))
    return number if number > 1 else 0


def _first_marks(game_set: GameSet) -> dict[int, Mark]:
    """Return of each colour the first mark in it."""
    first: dict[int, Mark] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark.colour is not None and mark.ink:
                first.setdefault(mark.colour, mark)
    return first


def rulers(left: float, low: float, foot: Foot) -> tuple[list[Shape], list[Text]]:
    """Return a ruler along the foot and one up the side: a spine, ticks to the right of someone who reads along it, and
    numbers between the longest of these. left, low: where what may be printed on begins, mm."""
    x, y = left + SIDE, low + foot.height - 0.2
    over, up = left + 0.2, low + foot.height
    marks: list[Ring] = [((x, y), (x + foot.ruler, y)), ((over, up), (over, up + foot.ruler))]
    texts: list[Text] = []
    for mm in range(int(foot.ruler) + 1):
        tick = 4.0 if mm % 10 == 0 else 1.8 if mm % 5 == 0 else 1.2
        marks.append(((x + mm, y), (x + mm, y - tick)))
        marks.append(((over, up + mm), (over + tick, up + mm)))
        if mm % 10 == 0:
            says = f"{mm}" if mm < foot.ruler else f"{mm} mm"
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
    corner = Shape((upper_right, lower_left), None, "#000000", MARK_LINE, closed=False)
    return [Shape((square,), "#000000"), corner]


COLUMNS, STEP = 4, 22.0  # mm: of the legend
ROW, HIGH = 5.6, 4.8  # mm: of a row, of a mark
RISE = 0.4  # mm: letters go down below their line
BETWEEN = 0.5  # mm: between the words of two columns
SMALL = "#555555"  # of small print


def legend(
    game_set: GameSet,
    swatch: Callable[[Mark], str],
    name: Callable[[str, str], str],
    foot: Foot,
    right: float,
    low: float,
) -> tuple[tuple[Stamp, ...], tuple[Text, ...]]:
    """Return a mark of each colour, with the colour's number, name and pattern; nothing for one colour alone. swatch:
    returns the figure of a mark; name: what an "ink" or a "pattern" is called; right, low: where the page's room ends,
    mm."""
    first = _first_marks(game_set)
    if len(first) == 1:
        return (), ()
    stamps: list[Stamp] = []
    texts: list[Text] = []
    columns, top = foot.columns, (foot.below or 2) - 1
    for k, (colour, mark) in enumerate(sorted(first.items(), key=lambda pair: pair[0])):
        ink = game_set.palette.inks[colour]
        x, y = right - STEP * (columns - k % columns), low + ROW * (top - k // columns)
        west, south, east, north = bounds(tuple(region.outer for region in mark.field))
        scale = HIGH / max(east - west, north - south)
        px, py = x + HIGH / 2 - scale * (west + east) / 2, y + HIGH / 2 - scale * (south + north) / 2
        stamps.append(Stamp(swatch(mark), px, py, 0, scale))
        called = f"{colour} {name('ink', ink.name)}", name("pattern", mark.pattern or ink.pattern)
        for text, up, grey in zip(called, (2.8, 0.2), ("#222222", SMALL), strict=True):
            line, size = fit_line(text, HINT, STEP - HIGH - 1 - BETWEEN)
            texts.append(Text(x + HIGH + 1, y + up, line, size, colour=grey))
    return tuple(stamps), tuple(texts)


LARGEST = (200.0, 269.4)  # mm: what prints on A4 and on Letter
HAIRLINE = "#9A9A9A"
GUIDE_INK = "#777777"
MOST_SIDES = 4  # of pieces that lie edge to edge
SPACE = 4.0  # mm: between pieces that have no edge in common, for scissors; more where ink runs out between them
APART = 2.0  # mm: between words side by side
BACK_FOOT = 8.0  # mm: from the foot of a page of backs to what is written there, so that backs can be moved
# mm: where a machine looks for marks, all else keeps so far from the margin, to the sides and up: the lines are clear,
# and so are the squares of 20 mm in the corners
MARKED = 7.0, 20.0


def books(game_set: GameSet, paper: Paper, names: Names | None = None) -> Iterator[Book]:
    """Yield the sheets of a set for one paper, in each mode. names: what they say, usually in English. Raises
    InputError as `leaves` does."""
    arrangements = leaves(game_set, paper)
    for mode in (MODES[0], *(mode for mode in MODES if mode.name in game_set.measures.manner.extras)):
        yield _Sheets(game_set, paper, mode, arrangements, names or english()).book()


def leaves(game_set: GameSet, paper: Paper) -> tuple[Arrangement, ...]:
    """Return where the pieces of a set lie on its sheets, those with backs before those without. Raises InputError if
    one is larger than a page, or if backs would be moved out of what the printer prints."""
    left, low, *_ = frame(paper)
    limits = left - paper.margin + rim(paper), low - paper.margin + rim(paper)
    for value, most, way in zip(paper.back_offset, limits, ("across", "up"), strict=True):
        if abs(value) > most + 1e-9:
            raise InputError(
                f"back_offset: found {value:g} mm {way}, allowed on {paper.name} is from {-most:g} to {most:g} mm, or "
                "pieces would leave what the printer prints; lay the paper straight, or choose larger paper"
            )
    items = tuple(
        PageItem(item.id, item.face.nominal, joins(item.face, paper), "backed" if item.face.back else "")
        for item in game_set.each()
    )
    inked = paper.bleed and any(_runs_out(face) for face in {item.face: None for item in game_set.items})
    found = _leaves(items, room(paper, legend_colours(game_set)), max(SPACE, 2 * paper.bleed) if inked else SPACE)
    backed = _ids_with_backs(game_set)
    return tuple(sorted(found, key=lambda leaf: not any(placed.item in backed for placed in leaf.placements)))


@lru_cache(maxsize=4)
def _leaves(items: tuple[PageItem, ...], room: tuple[float, float], space: float) -> tuple[Arrangement, ...]:
    """Return where the pieces lie; the content of A4 and of Letter is the same."""
    return impose("tiles", items, *room, space)


def cuts(game_set: GameSet, arrangements: Iterable[Arrangement]) -> tuple[int, int]:
    """Return how many straight cuts it takes to cut out what lies on leaves; and how many items take scissors, since
    they are round, or have many corners."""
    rings = {item.id: item.face.nominal for item in game_set.items}
    pages = ([placed.ring(rings[placed.item]) for placed in arrangement.placements] for arrangement in arrangements)
    straight, odd = zip(*map(straight_cuts, pages), strict=True)
    return sum(straight), sum(odd)


def _ids_with_backs(game_set: GameSet) -> set[str]:
    """Return the items behind which anything is printed: a mark, or their names."""
    parts, all_named = game_set.parts(), game_set.sets > 1 or not game_set.secret
    return {item.id for item in game_set.items if item.face.back or all_named or item in parts}


def rim(paper: Paper) -> float:
    """Return how far pieces keep from the rim of what they lie on: ink may run over them there, and guides stand."""
    return max(paper.bleed, GUIDE[1])


def room(paper: Paper, colours: int = 0) -> tuple[float, float]:
    """Return the width and height (mm) of the largest piece that a page holds. colours: in its legend."""
    taken = SIDE + 2 * rim(paper), foot_of(paper, colours).height + 2 * rim(paper)
    across, up = (side - less for side, less in zip(content(paper), taken, strict=True))
    return min(across, paper.reach[0] or across), min(up, paper.reach[1] or up)


def content(paper: Paper) -> tuple[float, float]:
    """Return the width and height (mm) that content may take, in the middle of the page."""
    across, up = (paper.margin + (free if paper.marks.drawn else 0.0) for free in MARKED)
    return min(paper.width - 2 * across, LARGEST[0]), min(paper.height - 2 * up, LARGEST[1])


def frame(paper: Paper) -> tuple[float, float, float, float]:
    """Return where content begins, from the left and from below, and its width and height (mm)."""
    width, height = content(paper)
    return (paper.width - width) / 2, (paper.height - height) / 2, width, height


def on_page(game_set: GameSet, paper: Paper, arrangement: Arrangement) -> list[Placement]:
    """Return where the pieces of a leaf lie on its page."""
    left, low, *_ = frame(paper)
    at = left + SIDE + rim(paper), low + foot_of(paper, legend_colours(game_set)).height + rim(paper)
    return [replace(it, x=snap(it.x + at[0]), y=snap(it.y + at[1])) for it in arrangement.placements]


def cut_page(game_set: GameSet, paper: Paper, placed: Sequence[Placement]) -> CutPage:
    """Return the outlines of what lies on a page."""
    faces = {item.id: item.face for item in game_set.items}
    rings = tuple(placement.ring(faces[placement.item].nominal) for placement in placed)
    joined = tuple(joins(faces[placement.item], paper) for placement in placed)
    left, low, width, height = frame(paper)
    foot = foot_of(paper, legend_colours(game_set)).height
    return CutPage(rings, joined, (left + SIDE, low + foot, left + width, low + height))


def joins(face: Face, paper: Paper) -> bool:
    """Tell whether a piece may lie edge to edge with its like, whatever is printed on it: its edges are few, and
    straight; and what cuts the page takes each line for itself."""
    return len(face.nominal) <= MOST_SIDES and paper.marks is not CutMarks.CRICUT


def _runs_out(face: Face) -> bool:
    """Tell whether anything is printed up to a piece's outline."""
    rings = [ring for mark in face.marks for region in mark.ink for ring in region.rings]
    sides = list(zip(face.nominal, face.nominal[1:] + face.nominal[:1], strict=True))
    return any(patches(ring, side, 0.0) for ring in rings for side in sides)


class Stamps:
    """The figures of a book, each drawn when it is first stamped."""

    def __init__(self) -> None:
        self.shapes: dict[str, tuple[Shape, ...]] = {}
        self._marks: dict[Mark, str] = {}

    def figures(self) -> tuple[tuple[str, tuple[Shape, ...]], ...]:
        """Return every figure that was stamped."""
        return tuple(self.shapes.items())

    def stamp_mark(self, mark: Mark, number: int, fill: str, line: str | None, width: float) -> str:
        """Return the figure of a mark. number: in its name, if it is new."""
        if mark not in self._marks:
            name = self._marks[mark] = f"mark{number}"
            self.shapes[name] = tuple(Shape(region.rings, fill, line, width) for region in mark.ink)
        return self._marks[mark]


class PieceStamps(Stamps):
    """The figures of pieces."""

    def __init__(self, game_set: GameSet, mode: Mode) -> None:
        super().__init__()
        self._game_set, self._mode = game_set, mode
        self._rims: dict[tuple[object, ...], str] = {}

    def plain(self, face: Face) -> list[str]:
        """Return the figures of a face with its whole outline: to be looked at, not cut."""
        return self.front(face, (True,) * len(face.nominal))

    def swatch(self, mark: Mark) -> str:
        """Return the figure of a mark."""
        mode = self._mode
        fill = mode.ink(self._game_set.palette, mark.colour)
        return self.stamp_mark(mark, len(self._marks), fill, mode.outline, mode.width)

    def front(self, face: Face, owned: tuple[bool, ...]) -> list[str]:
        """Return the figures of a face: its marks, then the lines to cut along, of those sides that are its own."""
        names = [self.swatch(mark) for mark in face.marks]
        lines, closed = runs(face.nominal, owned)
        if not lines:
            return names
        return [*names, self._rim("cut", (face.nominal, owned), Shape(lines, None, HAIRLINE, 0.1, closed))]

    def tint(self, face: Face, bleed: float) -> list[str]:
        """Return the ground of a back, which is the mirror image of the outline, where there is anything on it."""
        if not self._mode.back or not face.back or face.back_colour is not None:
            return []
        ground = Shape((round_offset(mirror(face.nominal), bleed),), self._mode.back)
        return [self._rim("tint", (face.nominal,), ground)]

    def back(self, face: Face) -> list[str]:
        """Return what is drawn on a back: its areas in ink, if they have a colour, else its mark."""
        if not face.back:
            return []
        mode = self._mode
        if face.back_colour is not None:
            fill = mode.ink(self._game_set.palette, face.back_colour)
            areas = (tuple(map(mirror, region.rings)) for region in face.back)
            shapes = (Shape(rings, fill, mode.outline, mode.width) for rings in areas)
            return [self._rim("back", (face.back, face.back_colour), *shapes)]
        rings = tuple(mirror(ring) for region in face.back for ring in region.rings)
        # a part of a board may be as large as a tile, and has another back
        return [self._rim("back", (face.back,), Shape(rings, "#FFFFFF" if mode.back else None, "#555555", 0.2))]

    def _rim(self, kind: str, key: tuple[object, ...], *shapes: Shape) -> str:
        if (kind, *key) not in self._rims:
            name = self._rims[kind, *key] = f"{kind}{len(self._rims)}"
            self.shapes[name] = shapes
        return self._rims[kind, *key]


class _Sheets:
    """The pages of a book. pairs: how many of its sheets have something on their backs; they come first."""

    def __init__(
        self, game_set: GameSet, paper: Paper, mode: Mode, arrangements: tuple[Arrangement, ...], names: Names
    ) -> None:
        self._set, self._paper, self._mode, self._names = game_set, paper, mode, names
        self.look = names(f"sheet-{mode.name}")
        self._arrangements, self._parts = arrangements, game_set.parts()
        self._letters = list(letters_of(game_set, arrangements))
        self._items_by_id = {item.id: item for item in game_set.items}
        self.figures = PieceStamps(game_set, mode)
        backed = _ids_with_backs(game_set)
        self.pairs = sum(any(placed.item in backed for placed in leaf.placements) for leaf in arrangements)
        self._left, self._low, self._width, self._height = frame(paper)
        self._foot = foot_of(paper, legend_colours(game_set))

    def book(self) -> Book:
        """Return the book."""
        paper, mode = self._paper, self._mode
        pages = [page for number in range(1, len(self._arrangements) + 1) for page in self.pages(number)]
        return Book(
            name=f"tiles-{paper.name}-{mode.name}",
            title=self._names("sheet-title", title=self._set.title, paper=paper.name.upper(), look=self.look),
            width=paper.width,
            height=paper.height,
            figures=self.figures.figures(),
            pages=tuple(pages),
            duplex=f"{paper.flip} edge" if self.pairs else "",
            language=self._names.language,
        )

    def pages(self, number: int) -> list[Page]:
        """Return the pages of a sheet: its faces, and its backs if there are any."""
        placed = on_page(self._set, self._paper, self._arrangements[number - 1])
        front = self._front(placed, number)
        return [front, self._back(placed, number)] if number <= self.pairs else [front]

    def _front(self, placed: list[Placement], number: int) -> Page:
        paper, left, low = self._paper, self._left, self._low
        faces = [self._items_by_id[placement.item].face for placement in placed]
        cut = cut_page(self._set, self._paper, placed)
        stamps: list[Stamp] = []
        over: list[Shape] = []
        for k, (at, face) in enumerate(zip(placed, faces, strict=True)):
            stamps += [Stamp(name, at.x, at.y, at.angle) for name in self.figures.front(face, cut.drawn_sides(k))]
            for mark in face.marks if _runs_out(face) else ():
                fill = self._mode.ink(self._set.palette, mark.colour)
                over += (Shape((ring,), fill) for ring in self._run_out(cut, k, at, face, mark.ink))
        ticks = [Shape(guides, None, GUIDE_INK, 0.1, closed=False)] if (guides := cut.guides()) else []
        foot = self._foot
        shapes, texts = rulers(left, low, foot)
        along, begin = left + SIDE - 1.1, foot.height + foot.ruler + ABOVE  # up the side, beyond the ruler
        free = self._height - begin
        says, small = fit_line(self._says("sheet-head", number), 2.6, 0.7 * free)
        title, size = fit_line(self._set.title, 3.6, free - text_width(says, small) - APART, bold=True)
        head = Text(along, low + begin, title, size, bold=True, angle=90.0)
        numbered = Text(along, low + self._height, says, small, "end", colour=SMALL, angle=90.0)
        rise = RISE if foot.below or low < paper.margin + RISE else 0.0
        words = legend(self._set, self.figures.swatch, self._names.name, foot, left + self._width, low + rise)
        beside = words[1] and not foot.below
        clear = STEP * foot.columns + APART if beside else 0.0
        hint_texts = [self._names("sheet-print", length=f"{foot.ruler:g}")]
        if number == 1:
            some = "sheet-some" if self.pairs else "sheet-one"
            both = some if self.pairs < len(self._arrangements) else "sheet-both"
            hint_texts.append(self._names(both, flip=self._names(f"sheet-{paper.flip}"), pages=2 * self.pairs))
        hints, size = fit_lines(hint_texts, HINT, self._width - SIDE - clear, foot.lines)
        last = low + 0.7 + ROW * foot.below + LINE * (foot.lines - 1)
        foots = [Text(left + SIDE, last - LINE * n, hint, size, colour=SMALL) for n, hint in enumerate(hints)]
        key = words if number == 1 else ((), ())
        return Page(
            self._says("sheet-faces", number),
            (*shapes, *(cut_marks(paper) if paper.marks.drawn else ()), *over, *ticks),
            (*stamps, *key[0]),
            (*texts, head, numbered, *foots, *key[1]),
        )

    def _says(self, key: str, number: int) -> str:
        """Return the heading of a sheet."""
        of = len(self._arrangements)
        return self._names(key, title=self._set.title, number=number, count=of, look=self.look)

    def _run_out(
        self, cut: CutPage, k: int, placed: Placement, face: Face, areas: tuple[Region, ...]
    ) -> Iterator[Ring]:
        """Yield how some areas of a piece run out over its free edges, as they lie on the page of faces."""
        bleed, nominal = self._paper.bleed, face.nominal
        free = cut.free(k, bleed) if bleed else ()
        sides = [(nominal[n], nominal[(n + 1) % len(nominal)]) for n in free]
        for ring in (ring for region in areas for ring in region.rings):
            for side in sides:
                yield from map(placed.ring, run_out(nominal, ring, side, bleed))

    def _back(self, placed: list[Placement], number: int) -> Page:
        paper, (right, up) = self._paper, self._paper.back_offset
        tints: list[Stamp] = []
        marks: list[Stamp] = []
        names: list[Text] = []
        over: list[Shape] = []
        cut = cut_page(self._set, self._paper, placed)
        for k, placement in enumerate(placed):
            item = self._items_by_id[placement.item]
            if item.face.back_colour is not None:
                fill = self._mode.ink(self._set.palette, item.face.back_colour)
                for ring in self._run_out(cut, k, placement, item.face, item.face.back):
                    turned = tuple((snap(paper.width - right - px), snap(py - up)) for px, py in ring)
                    over.append(Shape((turned,), fill))
            x, y = paper.width - placement.x - right, placement.y - up
            tints += [Stamp(figure, x, y, -placement.angle) for figure in self.figures.tint(item.face, paper.bleed)]
            marks += [Stamp(figure, x, y, -placement.angle) for figure in self.figures.back(item.face)]
            id = "" if self._set.secret and item not in self._parts else item.id
            id = id if isinstance(item, Piece) else id.replace("-", " ")
            letter = self._letters[number - 1][k]
            size, middle, colour = _id_place(item.face, letter)
            if (letter or id) and size > LEAST_ID:
                line = "  ".join(filter(None, (letter, id)))
                text = Text(x, y, line, size, "middle", False, colour, -placement.angle)
                names.append(_on_level(text, item.face, middle))
        words, size = fit_line(self._says("sheet-behind", number), 2.5, self._width - 2 * rim(paper))
        at = self._left + self._width - rim(paper) - right, self._low + BACK_FOOT - up
        behind = Text(*at, words, size, "end", colour=SMALL)
        page = Page(self._says("sheet-backs", number), tuple(over), (*tints, *marks), (*names, behind))
        return page.turn_half(paper.width, paper.height) if paper.upside_down else page


def _id_place(face: Face, letter: str) -> tuple[float, float, str]:
    """Return how large an id may be on a piece's back, below the mark, how high its middle is, mm, and its colour. A
    set's letter is larger; where it has no room it stands on what is in the middle, whatever colour that has."""
    down, up = min(y for _, y in face.nominal), max(y for _, y in face.nominal)
    mark = min((y for region in face.back for _, y in region.outer), default=0.0)
    size = id_height(down, mark, LETTER if letter else LARGEST_ID)
    if letter and size <= LEAST_ID:
        return LARGEST_ID, (down + up) / 2, "#888888"
    return size, (mark + down) / 2, "#444444"


def _on_level(text: Text, face: Face, middle: float) -> Text:
    """Return what is written on the back of a piece where that is widest. text: at the piece's origin on the page of
    the backs; middle: how high it stands above that, mm. The back is mirrored, its lettering is not."""
    level, across = middle - 0.36 * text.size, crossings((mirror(face.nominal),), middle)
    left, right = max(zip(across[::2], across[1::2], strict=True), key=lambda span: span[1] - span[0])
    px = (left + right) / 2
    turn = math.radians(text.angle)
    return replace(
        text,
        x=text.x + px * math.cos(turn) - level * math.sin(turn),
        y=text.y + px * math.sin(turn) + level * math.cos(turn),
        size=min(text.size, 1.7 * (right - left) / len(text.text)),
    )

"""Print-and-play sheets: every piece at true scale, fronts and backs, with rulers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from quasiprint.documents.modes import MODES, Mode
from quasiprint.layout.nesting import nest
from quasiprint.model.face import Face, Mark, Point, Region, Ring, bounds, snap
from quasiprint.model.page import Book, Page, Shape, Stamp, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.placement import Arrangement, Placement
from quasiprint.model.profile import Paper

LARGEST = (200.0, 269.4)  # mm: what prints on A4 and on Letter
RULER = 100.0  # mm
HEADER, FOOTER, SIDE = 9.0, 17.0, 9.0  # mm kept for the head, for ruler and foot, for the upright ruler
LEGEND_COLUMNS, LEGEND_STEP = 4, 22.0  # mm
ARC = math.radians(15)  # the largest step around a rounded corner
HAIRLINE = "#9A9A9A"
ON_EDGE = 2.5e-6  # mm: within this, a point is on an edge (see quasiprint.checks.edges)


def books(game_set: GameSet, paper: Paper) -> Iterator[Book]:
    """Yield the sheets of a set for one paper, in each mode. Raises InputError as `leaves` does."""
    arrangements = leaves(game_set, paper)
    for mode in MODES:
        yield _book(game_set, paper, mode, arrangements)


def leaves(game_set: GameSet, paper: Paper) -> tuple[Arrangement, ...]:
    """Return where the pieces of a set lie on its sheets. Raises InputError if one is larger than a page."""
    width, height = room(paper)
    return _leaves(_items(game_set), (width + 2 * paper.bleed, height + 2 * paper.bleed), paper.bleed)


@lru_cache(maxsize=4)
def _leaves(items: tuple[tuple[str, Ring], ...], room: tuple[float, float], bleed: float) -> tuple[Arrangement, ...]:
    """Return where the pieces lie; the content of A4 and of Letter is the same."""
    return nest("tiles", items, *room, bleed, 2 * bleed)


def room(paper: Paper) -> tuple[float, float]:
    """Return the width and height (mm) of the largest piece that a page holds."""
    width, height = content(paper)
    return width - SIDE - 2 * paper.bleed, height - HEADER - FOOTER - 2 * paper.bleed


def content(paper: Paper) -> tuple[float, float]:
    """Return the width and height (mm) that content may take, in the middle of the page."""
    return (
        min(paper.width - 2 * paper.margin, LARGEST[0]),
        min(paper.height - 2 * paper.margin, LARGEST[1]),
    )


def _items(game_set: GameSet) -> tuple[tuple[str, Ring], ...]:
    tiles = tuple((piece.id, piece.face.nominal) for piece in game_set.pieces)
    return tiles + tuple((thing.id, thing.face.nominal) for thing in game_set.accessories for _ in range(thing.count))


def _things(game_set: GameSet) -> dict[str, Piece | Accessory]:
    things: tuple[Piece | Accessory, ...] = (*game_set.pieces, *game_set.accessories)
    return {thing.id: thing for thing in things}


def _book(game_set: GameSet, paper: Paper, mode: Mode, arrangements: tuple[Arrangement, ...]) -> Book:
    things = _things(game_set)
    figures = PieceStamps(game_set, mode, paper.bleed)
    pages: list[Page] = []
    for k, arrangement in enumerate(arrangements):
        pages += _front_and_back(game_set, paper, mode, arrangement, (k + 1, len(arrangements)), things, figures)
    return Book(
        name=f"tiles-{paper.name}-{mode.name}",
        title=f"{game_set.title}: print and play, {paper.name.upper()}, {mode.says}",
        width=paper.width,
        height=paper.height,
        figures=figures.drawn(),
        pages=tuple(pages),
        duplex="long edge",
    )


class PieceStamps:
    """The figures of a book, each drawn when it is first stamped."""

    def __init__(self, game_set: GameSet, mode: Mode, bleed: float) -> None:
        self._game_set, self._mode, self._bleed = game_set, mode, bleed
        self._marks: dict[tuple[Mark, float], str] = {}
        self._rims: dict[tuple[str, Ring, tuple[Region, ...]], str] = {}
        self._shapes: dict[str, tuple[Shape, ...]] = {}

    def drawn(self) -> tuple[tuple[str, tuple[Shape, ...]], ...]:
        """Return every figure that was stamped."""
        return tuple(self._shapes.items())

    def plain(self, face: Face) -> list[str]:
        """Return the figures of a face without bleed: to be looked at, not cut."""
        names = [self._mark(mark, face.nominal, 0.0) for mark in face.marks]
        return [*names, self._rim("cut", face.nominal, (), (Shape((face.nominal,), None, HAIRLINE, 0.1),))]

    def swatch(self, mark: Mark, nominal: Ring) -> str:
        """Return the figure of a mark without bleed."""
        return self._mark(mark, nominal, 0.0)

    def front(self, face: Face) -> list[str]:
        """Return the figures of a face: its marks, then the line to cut along."""
        names = [self._mark(mark, face.nominal, self._bleed) for mark in face.marks]
        cut = Shape((face.nominal,), None, HAIRLINE, 0.1)
        return [*names, self._rim("cut", face.nominal, (), (cut,))]

    def back(self, face: Face) -> list[str]:
        """Return the figures of a back, which is the mirror image of the face's outline: tinted, if there is
        anything on it."""
        shapes: list[Shape] = []
        if self._mode.back and face.back:
            shapes.append(Shape((rounded(_mirrored(face.nominal), self._bleed),), self._mode.back))
        rings = tuple(_mirrored(ring) for region in face.back for ring in region.rings)
        shapes.append(Shape(rings, "#FFFFFF" if self._mode.back else None, "#555555", 0.2))
        return [self._rim("back", face.nominal, face.back, tuple(shapes))]

    def _rim(self, kind: str, nominal: Ring, back: tuple[Region, ...], shapes: tuple[Shape, ...]) -> str:
        """Return the figure of an outline; of a back, with what is on it: a part of a board may be as large as a
        tile, and has another back."""
        key = kind, nominal, back
        if key not in self._rims:
            name = f"{kind}{len(self._rims)}"
            self._rims[key] = name
            self._shapes[name] = shapes
        return self._rims[key]

    def _mark(self, mark: Mark, nominal: Ring, bleed: float) -> str:
        if (mark, bleed) not in self._marks:
            name = f"mark{len(self._marks)}"
            self._marks[mark, bleed] = name
            fill = self._mode.ink(self._game_set.palette, mark.colour)
            self._shapes[name] = tuple(
                Shape(
                    tuple(bled(ring, nominal, bleed) if bleed else ring for ring in region.rings),
                    fill,
                    self._mode.outline,
                    self._mode.width,
                )
                for region in mark.ink
            )
        return self._marks[mark, bleed]


@lru_cache(maxsize=4096)
def bled(ring: Ring, nominal: Ring, bleed: float) -> Ring:
    """Return a ring that runs straight out over the outline by `bleed` mm wherever it lies on it."""
    run: list[Point] = []
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        run.append(a)
        for c, d in zip(nominal, nominal[1:] + nominal[:1], strict=True):
            length = math.dist(c, d)
            ux, uy = (d[0] - c[0]) / length, (d[1] - c[1]) / length
            if all(abs(ux * (p[1] - c[1]) - uy * (p[0] - c[0])) < ON_EDGE for p in (a, b)):
                # the outline runs anticlockwise: its outside is on the right
                run += [(snap(p[0] + bleed * uy), snap(p[1] - bleed * ux)) for p in (a, b)]
    return tuple(run)


@lru_cache(maxsize=256)
def rounded(ring: Ring, bleed: float) -> Ring:
    """Return a convex outline grown by `bleed` mm, its corners rounded: a mitre at a sharp tip would
    run on to the rim of the paper."""
    grown: list[Point] = []
    for a, b, c in zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True):
        start = math.atan2(a[0] - b[0], b[1] - a[1])
        turn = (math.atan2(b[0] - c[0], c[1] - b[1]) - start) % math.tau
        steps = max(1, math.ceil(turn / ARC))
        for k in range(steps + 1):
            angle = start + turn * k / steps
            grown.append((snap(b[0] + bleed * math.cos(angle)), snap(b[1] + bleed * math.sin(angle))))
    return tuple(grown)


def _mirrored(ring: Ring) -> Ring:
    return tuple((snap(-x), y) for x, y in ring[::-1])


def _front_and_back(
    game_set: GameSet,
    paper: Paper,
    mode: Mode,
    arrangement: Arrangement,
    number: tuple[int, int],
    things: dict[str, Piece | Accessory],
    figures: PieceStamps,
) -> tuple[Page, Page]:
    width, height = content(paper)
    left, low = (paper.width - width) / 2, (paper.height - height) / 2
    dx, dy = left + SIDE, low + FOOTER
    fronts: list[Stamp] = []
    backs: list[Stamp] = []
    names: list[Text] = []
    parts = game_set.parts()
    for placed in arrangement.placements:
        face = things[placed.item].face
        x, y = placed.x + dx, placed.y + dy
        fronts += [Stamp(figure, x, y, placed.angle) for figure in figures.front(face)]
        backs += [Stamp(figure, paper.width - x, y, -placed.angle) for figure in figures.back(face)]
        if not game_set.hidden or things[placed.item] in parts:
            names.append(_name(placed, face, paper.width - x, y))
    k, of = number
    where = f"sheet {k} of {of}"
    shapes, texts = _rulers(left, low)
    head = Text(left, low + height - 4, game_set.title, 4.6, bold=True)
    says = Text(left + width, low + height - 4, f"{mode.says}, {where}", 3, "end", colour="#555555")
    hints = ["Print at 100 %, not fitted to the page: both rulers measure 100 mm. Cut along the grey lines."]
    if k == 1:
        hints.append("Print on both sides, turned over the long edge; without backs, print the odd pages only.")
    foot = [Text(left + SIDE, low + 4.2 - 3.6 * n, hint, 2.4, colour="#555555") for n, hint in enumerate(hints)]
    legend = _legend(game_set, figures, left + width, low) if k == 1 else ((), ())
    front = Page(f"Sheet {k}, faces", tuple(shapes), (*fronts, *legend[0]), (*texts, head, says, *foot, *legend[1]))
    behind = Text(left + width, low + 1, f"{game_set.title}: backs of {where}", 2.5, "end", colour="#555555")
    return front, Page(f"Sheet {k}, backs", (), tuple(backs), (*names, behind))


def _name(placed: Placement, face: Face, x: float, y: float) -> Text:
    """Return the id on a piece's back: below the mark, in the middle of the piece there.

    x, y: where the piece's origin lies on the page of the backs. The back is mirrored, its
    lettering is not.
    """
    ring = _mirrored(face.nominal)
    down = min(py for _, py in ring)
    mark = min((py for region in face.back for _, py in region.outer), default=0.0)
    size = min(2.6, 0.45 * (mark - down))
    level = (mark + down) / 2 - 0.36 * size
    across = sorted(_crossed(ring, level + 0.36 * size))
    px = (across[0] + across[-1]) / 2
    turn = math.radians(-placed.angle)
    return Text(
        x + px * math.cos(turn) - level * math.sin(turn),
        y + px * math.sin(turn) + level * math.cos(turn),
        placed.item,
        min(size, 1.7 * (across[-1] - across[0]) / len(placed.item)),
        "middle",
        colour="#444444",
        angle=-placed.angle,
    )


def _crossed(ring: Ring, level: float) -> list[float]:
    """Return the x at which a ring crosses the height `level`."""
    return [
        x0 + (x1 - x0) * (level - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True)
        if (y0 - level) * (y1 - level) < 0
    ]


def _rulers(left: float, low: float) -> tuple[list[Shape], list[Text]]:
    """Return a ruler of 100 mm along the foot and one up the side."""
    x, y = left + SIDE, low + 14
    marks: list[Ring] = [((x, y), (x + RULER, y))]
    up = low + FOOTER
    marks.append(((left + 4, up), (left + 4, up + RULER)))
    for mm in range(int(RULER) + 1):
        tick = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        marks.append(((x + mm, y), (x + mm, y - tick)))
        marks.append(((left + 4, up + mm), (left + 4 - tick, up + mm)))
    shapes = [Shape(tuple(marks), None, "#555555", 0.12, closed=False)]
    texts = [
        Text(x + RULER + 2, y - 2.4, "mm", 2.4, colour="#777777"),
        Text(left + 5.2, up + RULER + 2, "mm", 2.4, colour="#777777"),
        *(Text(x + mm, y - 5.6, str(mm), 2, "middle", colour="#777777") for mm in range(0, 101, 10)),
        *(Text(left + 5.2, up + mm - 0.7, str(mm), 2, colour="#777777") for mm in range(0, 101, 10)),
    ]
    return shapes, texts


def _legend(
    game_set: GameSet, figures: PieceStamps, right: float, low: float
) -> tuple[tuple[Stamp, ...], tuple[Text, ...]]:
    """Return a mark of each colour, with the colour's number, name and pattern; nothing for one
    colour alone, which nobody can mistake."""
    first: dict[int, tuple[Mark, Ring]] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark.colour is not None and mark.ink:
                first.setdefault(mark.colour, (mark, piece.face.nominal))
    if len(first) == 1:
        return (), ()
    stamps: list[Stamp] = []
    texts: list[Text] = []
    columns = min(LEGEND_COLUMNS, len(first))
    for k, (colour, (mark, nominal)) in enumerate(sorted(first.items())):
        ink = game_set.palette.inks[colour]
        x, y = right - LEGEND_STEP * (columns - k % LEGEND_COLUMNS), low + 11 - 7.5 * (k // LEGEND_COLUMNS)
        west, south, east, north = bounds(tuple(region.outer for region in mark.field))
        scale = 6 / max(east - west, north - south)
        px, py = x + 3 - scale * (west + east) / 2, y - scale * (south + north) / 2
        stamps.append(Stamp(figures.swatch(mark, nominal), px, py, 0, scale))
        texts.append(Text(x + 7, y + 0.5, f"{colour} {ink.name}", 2.4))
        texts.append(Text(x + 7, y - 2.4, ink.pattern, 2.4, colour="#555555"))
    return tuple(stamps), tuple(texts)

"""Laser drawings: what is engraved, scored and cut on each sheet, in that order, and its back.

A drawing may have a twin, `NAME-back`: the same sheet seen from behind, turned over about its
upright axis. It engraves what stands on the backs of the pieces, if anything does, and is burned first, while
the sheet is whole; then the sheet is turned over and the face is burned, and the pieces cut. Both are measured from
one corner of the sheet. Where pieces lie face down in play, no id stands on a back; on the waste beside
its piece an id shows nothing in play.

Tabs are small bridges that hold parts in their sheet, where the cut around them is left out. The beam eats half of the
kerf from either end of a bridge, so a cut is left out for as much more. Tabs are spread evenly, most of them along the
longest sides, and keep away from corners. On an outline that is round, and has no long side, each takes the middle of
one of the chords of which the circle is made.

A piece's id stands on it, as large as it fits, along one of its longer edges, clear of what is drawn there; or on the
waste beside it, along a side of the cut: there it helps to sort what was cut, and stays behind. Where the sheet has no
room for it, none is burned. In the margin stand a ruler, a title and a corner.

A sheet is hardly ever as wide as its profile says. So nothing on a back is measured from the edge that comes to lie
where another one lay: face and back are both measured from one corner of the sheet, which is marked on both drawings.
It lies at the lower left of the face, and at the lower right of the back. A jig finds both places on the machine: the
beam cuts an L into waste at each, along the rim of the drawing, and what is left of the waste is a stop. Lengths in mm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product, repeat
from typing import TYPE_CHECKING, overload

from quasiprint.drawing.lettering import outlines, width
from quasiprint.drawing.outlines import cut_path, mirror, rectangle
from quasiprint.drawing.rings import Radii, cross, crossings, distance, inside, offset_radii, radii, sides, to_segment
from quasiprint.errors import InputError
from quasiprint.layout.nesting import Area, area_of_sheet, items_of, lower_bound, nest
from quasiprint.layout.rows import direction
from quasiprint.model.bounded import Bounded
from quasiprint.model.choices import CutStyle
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Face, Mark, Operation, Point, Region, Ring, area, bounds, snap, snap_axes
from quasiprint.model.limits import round_down
from quasiprint.model.page import Anchor
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Drawing, Placement, SheetPath, letters_of
from quasiprint.model.profile import Box, SheetOperation, SheetStock

if TYPE_CHECKING:
    from quasiprint.layout.shared import SharedSheet

LARGEST = 3.0
SMALLEST = 0.8  # less cannot be read
STEP = 0.2
CLEAR = 1.2  # to the rim and to what is drawn
ROUND, FEW = 24, 8  # sides of an outline that is round: along so few of them a letter fits as well as along any

# The middle of the baseline, its direction in radians, the height of the capitals.
Place = tuple[Point, float, float]


def label(text: str, outline: Ring, avoid: tuple[Region, ...] = ()) -> tuple[Region, ...]:
    """Return a text as areas inside a piece's outline; none if there is no room for it. avoid: what stays clear."""
    found = _largest_spot(outline, avoid, round(width(text, 1.0), 3))
    if found is None:
        return ()
    at, angle, height = found
    return _text_along(text, height, at, (math.cos(angle), math.sin(angle)), "middle")


@lru_cache(maxsize=4096)
def _largest_spot(outline: Ring, avoid: tuple[Region, ...], wide: float) -> Place | None:
    """Return the place where a text is largest. wide: how far it runs at a height of 1 mm."""
    frames = []
    for angle in _directions(outline):
        c, s = math.cos(angle), math.sin(angle)
        turned, *areas = (
            tuple((x * c + y * s, y * c - x * s) for x, y in ring)
            for ring in (outline, *(region.outer for region in avoid))
        )
        frames.append((angle, turned, areas))
    for step in range(round((LARGEST - SMALLEST) / STEP) + 1):
        height = LARGEST - step * STEP
        for angle, turned, areas in frames:
            found = _place(turned, areas, wide * height, height)
            if found is not None:
                (x, y), c, s = found, math.cos(angle), math.sin(angle)
                return (x * c - y * s, x * s + y * c), angle, height
    return None


def _directions(outline: Ring) -> Iterator[float]:
    """Yield the directions (radians) of the longer edges, so that a text reads from the left."""
    edges = sides(outline)
    longest = max(math.dist(a, b) for a, b in edges)
    upright = {(direction(a, b) + 90) % 180 - 90 for a, b in edges if math.dist(a, b) > 0.6 * longest}
    found = sorted(upright, key=lambda a: (abs(a), a))
    yield from map(math.radians, found[:FEW] if len(found) > ROUND else found)


def _place(outline: Ring, avoid: list[Ring], wide: float, height: float) -> Point | None:
    """Return the middle of a level baseline for a text, as near to the piece's middle as it fits."""
    bottom, top = min(y for _, y in outline), max(y for _, y in outline)
    steps = math.ceil(max(0.0, (top - bottom - height) / 2 - CLEAR) / STEP)
    for offset in sorted((k * STEP for k in range(-steps, steps + 1)), key=lambda v: (abs(v), -v)):
        found = _on((bottom + top) / 2 + offset, outline, avoid, wide, height)
        if found is not None:
            return found
    return None


def _on(y: float, outline: Ring, avoid: list[Ring], wide: float, height: float) -> Point | None:
    """Return the middle of the baseline of a text whose middle is at height y, if it fits there."""
    xs = crossings((outline,), y)
    for left, right in zip(xs[::2], xs[1::2], strict=True):
        x, half, up = (left + right) / 2, wide / 2 + CLEAR, height / 2 + CLEAR
        box = ((x - half, y - up), (x + half, y - up), (x + half, y + up), (x - half, y + up))
        holds = right - left > wide + 2 * CLEAR and all(inside(p, outline) for p in box) and not cross(outline, box)
        # a side that runs through corners of a ring crosses none of its sides
        if holds and not any(any(inside(p, box) for p in r) or inside(box[0], r) or cross(r, box) for r in avoid):
            return x, y - height / 2
    return None


HEIGHTS = (2.0, 1.6, 1.2)  # of capitals; less cannot be read on wood
AWAY = 0.8  # from the cut of its own piece, and from any other
APART = 0.5  # from other ids
FREE = 0.5  # from the sheet's rim
LONG = 0.45  # of a ring's longest side: along shorter ones nothing is written
ROUNDED = 1e-6
UPRIGHT = 1e-4  # of a unit vector: what leans less stands upright
Spot = tuple[Point, Point]  # where the baseline of a text begins, and the unit vector along which it runs


def beside(
    cuts: Sequence[tuple[str, Ring]], width_mm: float, height_mm: float, foot: float
) -> Iterator[tuple[Ring, ...]]:
    """Yield the names for which there is room on the waste: the rings of their letters.

    cuts: all outlines that are cut out of the sheet, and what is written beside each, "" for nothing. width_mm,
    height_mm: of the sheet; foot: kept free at its lower rim.
    """
    near = [(bounds((ring,)), ring) for _, ring in cuts]
    taken: list[tuple[Box, Ring]] = []
    for text, ring in cuts:
        if not text:
            continue
        wide = width(text, 1.0)
        longest = max(math.dist(a, b) for a, b in sides(ring))
        along = [(a, b) for a, b in sides(ring) if math.dist(a, b) > LONG * longest]
        along = along[:: len(along) // FEW] if len(along) > ROUND and len(text) == 1 else along
        for height, (a, b) in product(HEIGHTS, along):
            size, spot = (wide * height, height), _outside_side(a, b, wide * height, height)
            box = _moved_along(((0.0, 0.0), (size[0], 0.0), size, (0.0, height)), *spot)
            left, low, right, high = bounds((box,))
            if left < FREE or low < foot or right > width_mm - FREE or high > height_mm - FREE:
                continue
            away = _keeps_away(near, box, AWAY - ROUNDED)
            if away and _keeps_away(taken, box, APART):
                taken.append((bounds((box,)), box))
                yield tuple(ring for region in _text_along(text, height, *spot) for ring in region.rings)
                break


def _keeps_away(kept: Iterable[tuple[Box, Ring]], ring: Ring, by: float) -> bool:
    """Tell whether a rectangle keeps so far away from every ring. kept: the rings, each with its box."""
    left, low, right, high = bounds((ring,))
    near = [
        other
        for (west, south, east, north), other in kept
        if west <= right + by and east >= left - by and south <= high + by and north >= low - by
    ]
    return all(distance(ring, other, by) >= by for other in near)


def _outside_side(a: Point, b: Point, run: float, height: float) -> Spot:
    """Return where a text's baseline begins that stands outside a side, and the unit vector along which it runs. The
    ring runs anticlockwise: its outside is on the right."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    out = AWAY + height / 2
    cx, cy = (a[0] + b[0]) / 2 + uy * out, (a[1] + b[1]) / 2 - ux * out
    if ux < -UPRIGHT or (abs(ux) <= UPRIGHT and uy < 0):
        ux, uy = -ux, -uy  # so that it reads from the left
    return (cx - ux * run / 2 + uy * height / 2, cy - uy * run / 2 - ux * height / 2), (ux, uy)


def _moved_along(ring: Ring, at: Point, way: Point) -> Ring:
    """Return a ring whose origin is put at a point, and its x along a unit vector."""
    (x, y), (ux, uy) = at, way
    return tuple([(x + u * ux - v * uy, y + u * uy + v * ux) for u, v in ring])


def _text_along(text: str, height: float, at: Point, way: Point, anchor: Anchor = "start") -> tuple[Region, ...]:
    """Return a text from a point, or about it, along a unit vector."""

    def place(ring: Ring) -> Ring:
        return snap_axes(*zip(*_moved_along(ring, at, way), strict=True))

    return tuple(region.map_rings(place) for region in outlines(text, height, 0.0, 0.0, anchor))


RULER = 100.0
TICK = 10.0
TITLE_HEIGHT = 1.6
LEAST = 0.2  # a margin of less has room for nothing that could be seen
CORNER = 0.75  # of the margin: how large the mark is that tells the corner from which both sides are measured
ARM = 40.0  # of the jig's L, at most
JIG = "corner-jig"


def around(width: float, height: float, stock: SheetStock, title: str) -> list[SheetPath]:
    """Return what is drawn and never burned: the sheet's rim, and in the margin a ruler and the title, if they have
    room there."""
    w, h, foot = width, height, stock.margin / 2
    paths = [SheetPath(SheetOperation.REFERENCE, (rectangle(0.0, 0.0, w, h),))]
    length = min(RULER, TICK * math.floor((w - 2 * stock.margin) / TICK))
    if stock.margin < LEAST or not length:
        return paths
    left, tick = stock.margin, min(1.0, foot)
    marks = [((snap(left), snap(foot)), (snap(left + length), snap(foot)))]
    for x in (snap(left + k * TICK) for k in range(round(length / TICK) + 1)):
        marks.append(((x, snap(foot - tick)), (x, snap(foot + tick))))
    paths.append(SheetPath(SheetOperation.REFERENCE, tuple(marks), closed=False))
    words = f"{length:g} mm   {title}"
    size = min(TITLE_HEIGHT, stock.margin)
    areas = outlines(words, size, left + length + 3, foot - size / 2)
    _, low, right, _ = bounds(tuple(area.outer for area in areas)) if areas else (0.0, 0.0, 0.0, 0.0)
    if right < w and low > 0:
        paths.append(SheetPath(SheetOperation.REFERENCE, tuple(ring for area in areas for ring in area.rings)))
    return paths


def corner(width: float, stock: SheetStock, *, back: bool) -> list[SheetPath]:
    """Return the mark of the corner from which both sides of a sheet are measured, if there is a margin for it."""
    if stock.margin < LEAST:
        return []
    size = snap(CORNER * stock.margin)
    ring: Ring = ((0.0, 0.0), (size, 0.0), (0.0, size))
    if back:
        ring = tuple((snap(width - x), y) for x, y in reversed(ring))
    return [SheetPath(SheetOperation.REFERENCE, (ring,))]


def jig(stock: SheetStock, title: str) -> Drawing:
    """Return the jig: an L along the rim at the lower left, where faces are pushed, and one at the lower right for
    backs."""
    w = stock.width
    arm = snap(min(ARM, stock.width / 4, stock.height / 2))
    lines: tuple[Ring, ...] = (
        ((0.0, arm), (0.0, 0.0), (arm, 0.0)),
        ((snap(w - arm), 0.0), (w, 0.0), (w, arm)),
    )
    cuts = SheetPath(SheetOperation.CUT_OUTER, lines, closed=False)
    return Drawing(JIG, title, w, stock.height, (cuts, *around(w, stock.height, stock, title)), jig=True)


KEPT = 200_000  # points of drawings, some 110 bytes each
ON_RIM = 1e-5  # mm: a line that ends so near to an outline is meant to end on it


Layout = tuple[tuple[Arrangement, ...], Mapping[str, "SharedSheet"]]  # and what shares its cuts there, by their names


def lay_sheets(
    game_set: GameSet, stock: SheetStock, *, alone: bool
) -> tuple[SheetStock, tuple[Arrangement, ...], Mapping[str, SharedSheet]]:
    """Return the smallest size of a sheet that holds a set on as few sheets as any size does, where everything lies on
    these, and what of it shares its cuts, by the sheets' names.

    alone: whether there may be nothing that shares its cuts, as in a part of a set. Raises InputError if there may not,
    and if a part is larger than each of the sheets.
    """
    shared = game_set.measures.laser.cut is CutStyle.SHARED
    items = items_of(game_set)
    sizes = stock.each()
    areas = [area_of_sheet(size, game_set.measures.laser) for size in sizes]

    def lay(area: Area) -> Layout:
        if not shared:
            return nest("sheet", items, area), {}
        from quasiprint.layout.shared import lay_shared

        return lay_shared(game_set, area, alone=alone)

    bounds = [lower_bound(items, replace(area, gap=0.0) if shared else area) for area in areas]
    best: tuple[int, int] | None = None  # how many sheets, and of which size
    best_layout: Layout = (), {}
    for least, k in sorted(zip(bounds, range(len(sizes)), strict=True)):
        if best is not None and best < (least, k):
            break  # no size that follows takes fewer
        with suppress(InputError):
            found = lay(areas[k])
            if best is None or (len(found[0]), k) < best:
                best, best_layout = (len(found[0]), k), found
    if best is None:
        return sizes[-1], *lay(areas[-1])  # which says what is too large
    return sizes[best[1]], *best_layout


class Drawings(Sequence[Drawing]):
    """For each arrangement the drawing of its face and, if anything stands there, that of its back; last, if there is
    any back, the jig by which it is registered.

    Each is drawn when it is asked for. The last few are kept, which are all of an ordinary set; those of a large one
    would fill the memory.
    """

    def __init__(
        self,
        set: GameSet,
        arrangements: tuple[Arrangement, ...],
        stock: SheetStock,
        shared: Mapping[str, SharedSheet] | None = None,
    ) -> None:
        """Raise InputError if the kerf is too wide for an outline. arrangements: their items are ids of pieces and
        accessories. Cuts run half of the set's kerf outside the outlines. shared: by the name of an arrangement, what
        of it is cut by shared lines: its first items."""
        self._shared = shared or {}
        self._set, self._arrangements, self._stock = set, arrangements, stock
        alike = Counter(piece.face for piece in set.complete.pieces)
        # an id on each of many equal pieces would only be in the way
        named = {piece.id: piece.name or piece.id for piece in set.pieces if piece.name or alike[piece.face] == 1}
        parts = {accessory.id: accessory.id.replace("-", " ") for accessory in set.parts()}
        self._faces = {item.id: item.face for item in set.items}
        self._named = named | parts
        self._behind = parts if set.secret else named | parts
        self._letters = list(letters_of(set, arrangements))
        self._kept: Bounded[int, Drawing] = Bounded(
            self._drawn, lambda drawing: sum(len(ring) for path in drawing.paths for ring in path.rings), KEPT
        )
        for face in dict.fromkeys(self._faces.values()):
            holes = [region for mark in face.marks if mark.operation is Operation.CUT for region in mark.ink]
            for ring in (face.outline, *(ring[::-1] for region in holes for ring in region.rings)):
                cut_path(ring, set.measures.laser)

    @cached_property
    def _sides(self) -> tuple[tuple[int, bool], ...]:
        """All drawings: the number of the arrangement, and whether it is the back."""
        all_sides = product(range(len(self._arrangements)), (False, True))
        return tuple((k, back) for k, back in all_sides if k in self._with_back or not back)

    @cached_property
    def _with_back(self) -> frozenset[int]:
        """On the backs of which arrangements anything stands."""
        return frozenset(k for k in range(len(self._arrangements)) if any(back for _, back in self._on_backs(k)))

    def __len__(self) -> int:
        return len(self._sides) + bool(self._with_back)

    @overload
    def __getitem__(self, k: int) -> Drawing: ...

    @overload
    def __getitem__(self, k: slice) -> Sequence[Drawing]: ...

    def __getitem__(self, k: int | slice) -> Drawing | Sequence[Drawing]:
        if isinstance(k, slice):
            return [self[number] for number in range(*k.indices(len(self)))]
        return self._kept[range(len(self))[k]]

    def _drawn(self, number: int) -> Drawing:
        if number == len(self._sides):
            return jig(
                self._stock, f"{self._set.title}, corner jig: cut both L's into waste that is fixed, first of all"
            )
        k, back = self._sides[number]
        arrangement, of = self._arrangements[k], len(self._arrangements)
        title = f"{self._set.title}, sheet {k + 1} of {of}, {arrangement.width:g} × {arrangement.height:g} mm"
        if back:
            title += ", back: engrave it first, the marked corner in the right L of the jig, then turn it over"
        else:
            title += f", face, kerf {self._set.measures.laser.kerf:g} mm"
            title += ", the marked corner in the left L of the jig" * (k in self._with_back)
        reference = around(arrangement.width, arrangement.height, self._stock, title)
        reference += corner(arrangement.width, self._stock, back=back) if k in self._with_back else []
        return (self._back if back else self._front)(k, reference, title)

    def _texts(self, k: int, names: Names) -> list[str]:
        """Return what tells each item on a sheet from the others: the letter of its set, and its name."""
        lying = zip(self._letters[k], self._arrangements[k].placements, strict=True)
        return [" ".join(filter(None, (letter, names.get(here.item)))) for letter, here in lying]

    def _on_backs(self, k: int) -> Iterator[tuple[Placement, tuple[Region, ...]]]:
        """Yield each item on a sheet, and what stands on its back, seen through its face: the mark of its back, and
        its text. A letter alone asks for no back to be engraved."""
        for lying, text in zip(self._arrangements[k].placements, self._texts(k, self._behind), strict=True):
            face = self._faces[lying.item]
            if text and (face.back or lying.item in self._behind):
                # the text is laid out as it is read, on the piece seen from behind
                clear = (*map(_mirror, face.back), *map(_mirror, _cuts(face)))
                yield lying, (*face.back, *map(_mirror, label(text, mirror(face.outline), clear)))
            else:
                yield lying, face.back

    def _front(self, k: int, reference: list[SheetPath], title: str) -> Drawing:
        laser, arrangement, texts = self._set.measures.laser, self._arrangements[k], self._texts(k, self._named)
        shared = self._shared.get(arrangement.name)
        order = tuple(operation for operation in SheetOperation if operation is not SheetOperation.REFERENCE)
        steps: dict[SheetOperation, list[SheetPath]] = {operation: [] for operation in order}
        for lying in arrangement.placements:
            for mark in self._faces[lying.item].marks:
                for operation, rings, closed, arcs in _operations(mark, self._faces[lying.item].outline, laser):
                    if laser.cut is CutStyle.SHARED and operation is SheetOperation.SCORE and not closed:
                        from quasiprint.layout.shared import chain_scores

                        rings = chain_scores(rings)
                    placed = tuple(map(lying.ring, rings))
                    steps[operation].append(
                        SheetPath(operation, placed, closed, lying.item, arcs=arcs, setting=mark.setting)
                    )
        together = len(shared.placements) if shared else 0
        steps[SheetOperation.CUT_OUTER] += shared.cuts if shared else ()
        cuts = {here: here.ring(cut_path(self._faces[here.item].outline, laser)) for here in arrangement.placements}
        for lying in _to_and_fro(arrangement.placements[together:]):
            round_sides = offset_radii(self._faces[lying.item].outline, laser.outside)
            steps[SheetOperation.CUT_OUTER].append(add_tabs(cuts[lying], lying.item, laser, round_sides))
        rims = list(zip(texts, cuts.values(), strict=True))
        for letters in beside(rims, arrangement.width, arrangement.height, self._stock.margin):
            steps[SheetOperation.ENGRAVE].append(SheetPath(SheetOperation.ENGRAVE, letters))
        for lying, text in zip(arrangement.placements, texts, strict=True):
            if text:
                ids = label(text, self._faces[lying.item].outline, _cuts(self._faces[lying.item]))
                lines = tuple(lying.ring(ring) for region in ids for ring in region.rings)
                reference += [SheetPath(SheetOperation.REFERENCE, lines, item=lying.item)] if lines else []
        paths = [path for operation in order for path in steps[operation]]
        return Drawing(arrangement.name, title, arrangement.width, arrangement.height, (*paths, *reference))

    def _back(self, k: int, reference: list[SheetPath], title: str) -> Drawing:
        engraved, arrangement = list[SheetPath](), self._arrangements[k]
        for lying, regions in self._on_backs(k):
            rings = tuple(_mirrored(lying.ring(ring), arrangement.width) for region in regions for ring in region.rings)
            engraved += [SheetPath(SheetOperation.ENGRAVE, rings, item=lying.item)] if rings else []
            rim = _mirrored(lying.ring(self._faces[lying.item].outline), arrangement.width)
            reference.append(SheetPath(SheetOperation.REFERENCE, (rim,), item=lying.item))
        return Drawing(
            f"{arrangement.name}-back", title, arrangement.width, arrangement.height, (*engraved, *reference)
        )


Names = Mapping[str, str]  # what stands on a piece, by its id


def _operations(
    mark: Mark, outline: Ring, laser: LaserOptions
) -> Iterator[tuple[SheetOperation, tuple[Ring, ...], bool, tuple[Radii, ...]]]:
    """Yield what is done to a mark, along which lines, whether these close, and which of their sides are arcs."""
    rings = tuple(ring for region in mark.ink for ring in region.rings)
    if mark.operation is not Operation.CUT:
        if rings:
            round_too = mark.operation is Operation.SCORE  # an area is engraved row by row
            yield SheetOperation(mark.operation), rings, True, tuple(map(radii, rings)) if round_too else ()
        if mark.lines:
            yield SheetOperation.SCORE, mark.lines, False, ()
        return
    if rings:
        # the area falls out: its rim is the rim of a hole in the piece, which runs clockwise
        holes = tuple(ring[::-1] for ring in rings)
        cuts = tuple(cut_path(ring, laser) for ring in holes)
        yield SheetOperation.CUT_INNER, cuts, True, tuple(offset_radii(ring, laser.outside) for ring in holes)
    if mark.lines:
        lines = tuple(_to_the_cut(line, outline, laser.outside) for line in mark.lines)
        yield SheetOperation.CUT_INNER, lines, False, ()


def _to_the_cut(line: Ring, outline: Ring, outside: float) -> Ring:
    """Return an open line, lengthened where it ends on a piece's outline to meet the cut around it."""
    ends = []
    for (x, y), (x1, y1) in ((line[0], line[1]), (line[-1], line[-2])):
        on_rim = any(to_segment((x, y), a, b) < ON_RIM for a, b in sides(outline))
        run = outside / math.dist((x, y), (x1, y1)) if on_rim else 0.0
        ends.append((snap(x + (x - x1) * run), snap(y + (y - y1) * run)))
    return (ends[0], *line[1:-1], ends[1])


def _to_and_fro(placements: tuple[Placement, ...]) -> Iterator[Placement]:
    """Yield the placements of every other row backwards, so that the head does not fly back."""
    rows: list[list[Placement]] = []
    for k, here in enumerate(placements):
        before = placements[max(0, k - 2) : k]
        if len(before) == 2 and rows[-1][-2:] == list(before):
            ahead = (before[1].x - before[0].x) * (here.x - before[1].x)
            ahead += (before[1].y - before[0].y) * (here.y - before[1].y)
            if ahead <= 0:
                rows.append([])
        elif not rows:
            rows.append([])
        rows[-1].append(here)
    for k, row in enumerate(rows):
        yield from row[::-1] if k % 2 else row


def _cuts(face: Face) -> tuple[Region, ...]:
    """Return the lines along which a piece comes apart, as areas without any: an id stays clear of them."""
    return tuple(Region(line) for mark in face.marks if mark.operation is Operation.CUT for line in mark.lines)


def _mirror(region: Region) -> Region:
    return region.map_rings(mirror)


def _mirrored(ring: Ring, width: float) -> Ring:
    return tuple((snap(width - x), y) for x, y in reversed(ring))


START = (0.0, 0.0)  # where a head waits: the lower left corner of the sheet


@dataclass(frozen=True, slots=True)
class Lengths:
    """What is done on one sheet, in mm and mm².

    engrave: along the outlines of engraved areas; engraved: these areas; swept: the boxes around each of them, which
    the head sweeps row by row; travel: between what is scored and cut, in the order of the file.
    """

    cut: float
    score: float
    engrave: float
    engraved: float
    swept: float
    travel: float


def lengths(drawing: Drawing) -> Lengths:
    """Return what is done on a sheet, in the order of its paths, from the sheet's lower left corner on."""
    score = engrave = engraved = swept = travel = 0.0
    at = START
    for path in drawing.paths:
        if path.operation is SheetOperation.ENGRAVE:
            engrave += _length(path)
            # holes run the other way around than the areas in which they are
            engraved += abs(sum(map(area, path.rings)))
            left, low, right, high = bounds(path.rings)
            swept += (right - left) * (high - low)
        elif path.operation is not SheetOperation.REFERENCE:
            score += 0.0 if path.operation.cuts else _length(path)
            for ring in path.rings:
                travel += math.dist(at, ring[0])
                at = ring[0] if path.closed else ring[-1]
    return Lengths(cut_length(drawing), score, engrave, engraved, swept, travel)


def cut_length(drawing: Drawing) -> float:
    """Return how far the beam cuts, inner and outer cuts, in mm."""
    return sum(_length(path) for path in drawing.paths if path.operation.cuts)


def _length(path: SheetPath) -> float:
    """Return how long the lines of a path are, in mm."""
    total = 0.0
    for ring, arcs in path.sides():
        chords = map(math.dist, ring, ring[1:] + ring[:1] if path.closed else ring[1:])
        for chord, radius in zip(chords, arcs or repeat(0.0), strict=False):
            wide = 2 * abs(radius)
            total += wide * math.asin(chord / wide) if wide else chord
    return total


FROM_CORNER = 2.0
SHARP = math.radians(30)  # where a line turns by less, it is meant to be round
Segment = tuple[Point, Point]
Gap = tuple[Point, Point]


def add_tabs(ring: Ring, item: str, laser: LaserOptions, arcs: Radii = ()) -> SheetPath:
    """Return the outer cut around a part, with its tabs. arcs: the radii of its sides. Raises InputError if the outline
    has no room for them."""
    path = SheetPath(SheetOperation.CUT_OUTER, (ring,), item=item, arcs=(arcs,) if any(arcs) else ())
    lines, room = sides(ring), _tab_room(sides(ring), laser.gap)
    given = [0] * len(lines)
    if set(room) == {1} and len(room) >= laser.tabs:
        # all sides are alike, as of a circle
        for k in range(laser.tabs):
            given[k * len(room) // laser.tabs] = 1

    def use(k: int) -> tuple[float, int]:
        return round(math.dist(*lines[k]) / (given[k] + 1), 3), -given[k]  # evenly, on long lines rather than short

    while sum(given) < laser.tabs:
        free = [k for k, most in enumerate(room) if given[k] < most]
        if not free:
            raise _no_room(item, lines, laser)
        given[max(free, key=use)] += 1
    return _with_gaps(path, {k: _gaps(*lines[k], n, laser.gap) for k, n in enumerate(given) if n})


def _tab_room(lines: Sequence[Segment], wide: float) -> list[int]:
    """Return how many tabs there is room for along each line, away from its ends; of a round outline, on each chord."""
    room = [int((math.dist(*line) + 1e-9) / (wide + 2 * FROM_CORNER)) for line in lines]
    if any(room) or not _round(lines):
        return room
    return [int(math.dist(*line) > wide) for line in lines]


def _round(lines: Sequence[Segment]) -> bool:
    def turn(first: Segment, second: Segment) -> float:
        (a, b), (c, d) = first, second
        by = math.atan2(d[1] - c[1], d[0] - c[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        return abs((by + math.pi / 2) % math.pi - math.pi / 2)  # whichever way each of them runs

    return all(turn(first, second) < SHARP for first, second in zip(lines, (*lines[1:], lines[0]), strict=True))


def _gaps(a: Point, b: Point, count: int, wide: float) -> list[Gap]:
    """Return where a cut from a to b is left out, so often, evenly."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    found = []
    for k in range(count):
        middle = length * (2 * k + 1) / (2 * count)
        start, end = ((snap(a[0] + ux * t), snap(a[1] + uy * t)) for t in (middle - wide / 2, middle + wide / 2))
        found.append((start, end))
    return found


def _no_room(whose: str, lines: Sequence[Segment], laser: LaserOptions) -> InputError:
    """Return the error for lines that have no room for the tabs of a part."""
    narrow = laser.tab
    while narrow > 0.05 and sum(_tab_room(lines, narrow + laser.kerf)) < laser.tabs:
        narrow = round_down(narrow - 0.05)
    fits = sum(_tab_room(lines, laser.gap))
    least = f"up to {narrow:g} mm wide" if sum(_tab_room(lines, narrow + laser.kerf)) >= laser.tabs else ""
    fewer = f"up to {fits} of them" if fits else ""
    allowed = " or ".join(word for word in (least, fewer) if word) or "none: it is too small for a tab"
    return InputError(
        f"--tabs: found {laser.tabs} tabs of {laser.tab:g} mm for {whose}, allowed is {allowed}; each keeps "
        f"{FROM_CORNER:g} mm from corners, and the beam takes {laser.kerf:g} mm of its width; choose fewer or "
        "narrower ones"
    )


def _with_gaps(path: SheetPath, gaps: Mapping[int, Sequence[Gap]]) -> SheetPath:
    """Return a closed cut that is left out where tabs are. gaps: of its sides, by their numbers."""
    if not gaps:
        return path
    (ring,) = path.rings
    lines: list[list[Point]] = [[ring[0]]]
    arcs: list[list[float]] = [[]]
    for k, ((_, end), radius) in enumerate(zip(sides(ring), path.arcs[0] if path.arcs else repeat(0.0), strict=False)):
        for before, behind in gaps.get(k, ()):
            # beside a gap the cut runs straight to where it ends, on a chord
            lines[-1].append(before)
            arcs[-1].append(0.0)
            lines.append([behind])
            arcs.append([])
        lines[-1].append(end)
        arcs[-1].append(0.0 if k in gaps else radius)
    # what begins before the first corner ends beyond it
    lines = [*lines[1:-1], [*lines[-1][:-1], *lines[0]]]
    arcs = [*arcs[1:-1], [*arcs[-1], *arcs[0]]]
    return SheetPath(
        path.operation,
        tuple(map(tuple, lines)),
        closed=False,
        item=path.item,
        gaps=tuple(gap for line_gaps in gaps.values() for gap in line_gaps),
        arcs=tuple(map(tuple, arcs)) if path.arcs else (),
    )

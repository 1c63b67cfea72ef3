"""What lines on laser sheets are: outlines that are cut, and what is cut, scored and engraved inside them. And what is
drawn on paper: tiles between the lines to cut along, or boards to write on, and what stands on their backs.

Lines that are only drawn, rulers, titles, names and hints are not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.addons.reading.recogniser.expected import Item
from quasiprint.addons.reading.recogniser.match import (
    CLOSE,
    Match,
    Recogniser,
    check_complete,
    check_placed,
    homes_in,
    outlines_in,
)
from quasiprint.addons.reading.recogniser.plane import (
    Lie,
    Numbers,
    corners_of,
    distances,
    enclosed,
    even_odd,
    find_placements,
    points_of,
    polygon,
    ring_of,
    to_sheet,
)  # fmt: skip
from quasiprint.addons.reading.recogniser.shapes import Complex, Line, Page, Path, Sheet
from quasiprint.model.choices import SET_LETTERS, CutStyle
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.finding import Finding, fault
from quasiprint.model.page import LEAST_ID, id_height
from quasiprint.model.profile import Palette, Paper, SheetOperation, channels

ENGRAVE, REFERENCE, SCORE = SheetOperation.ENGRAVE, SheetOperation.REFERENCE, SheetOperation.SCORE
OUTER, INNER = SheetOperation.CUT_OUTER, SheetOperation.CUT_INNER
TOGETHER = 0.5  # mm: so far may two cuts run along each other, as they do where they cross
BESIDE = 0.005  # mm
ROUND = 0.002  # mm: so far may the centres of neighbouring arcs be apart, and
OFF_ROUND = 0.12  # of how far outside cuts run more
FACING = 0.01  # mm: so far may the other end of a tab lie beside the line
BACK = "-back"


def matches_on_sheets(
    sheets: Mapping[str, Sheet], recogniser: Recogniser, margin: float, gap: float
) -> tuple[list[Match], list[Finding]]:
    """Return the pieces on sheets, by path, and what is wrong with the sheets. A sheet's back has its name with
    "-back". margin, gap: to be kept free at the rim, and between pieces, mm."""
    laser = recogniser.expected.game_set.measures.laser
    found: list[Match] = []
    findings: list[Finding] = []
    for path, sheet in sheets.items():
        name, dot, ending = path.rpartition(".")
        shapes = _shapes(sheet.lines)
        findings += _check_lines(path, sheet, shapes, laser)
        if name.endswith(BACK):
            continue
        matches, wrong = _matches_on(path, sheet, shapes, recogniser)
        size = sheet.width, sheet.height
        findings += [*wrong, *check_placed(matches, size, margin + 2 * laser.outside, gap + 4 * laser.outside, "sheet")]
        back = f"{name}{BACK}{dot}{ending}"
        findings += _check_backs(back, sheets.get(back), sheet.width, matches, recogniser)
        found += matches
    return found, findings


def _check_lines(path: str, sheet: Sheet, shapes: NDArray[np.object_], laser: LaserOptions) -> Iterator[Finding]:
    """Yield which lines, of these shapes, are degenerate, no true arcs, or come after their piece is cut out."""
    order = [SheetOperation.ENGRAVE, SCORE, INNER, OUTER]
    latest = 0
    areas = shapely.get_type_id(shapes) == shapely.GeometryType.POLYGON
    whole = np.where(areas, shapely.is_valid(shapes), shapely.is_simple(shapes))
    points = np.concatenate([np.empty(0), *(line.points for line in sheet.lines)])
    whose = np.repeat(np.arange(len(sheet.lines)), [len(line.points) for line in sheet.lines])
    endless = set(whose[~np.isfinite(points)].tolist())
    for k, (line, is_area, is_whole) in enumerate(zip(sheet.lines, areas.tolist(), whole.tolist(), strict=True)):
        if len(line.points) < 2 + line.closed or k in endless:
            yield fault("outlines-cross", path, f"{_place(line)} has too few points")
        elif line.operation is not REFERENCE and not (is_whole and (is_area or line.operation is not ENGRAVE)):
            yield fault("outlines-cross", path, f"{_place(line)} crosses or touches itself, or does not close")
        elif line.radii is not None and not _smooth(line, laser):
            yield fault("arc-wrong", path, f"{_place(line)} has an arc that is of no circle with the next")
        if line.operation in order:
            if order.index(line.operation) < latest:
                message = f"{_place(line)} comes after what cuts pieces out: they may have moved"
                yield fault("out-of-order", path, message)
            latest = max(latest, order.index(line.operation))


def _place(line: Line) -> str:
    """Return a line's name in messages: its use and its place."""
    at = line.points[0] if len(line.points) else 0j
    return f"a line to {line.operation} at {at.real:.2f}, {at.imag:.2f} mm"


def _smooth(line: Line, laser: LaserOptions) -> bool:
    """Tell whether arcs follow one another on one circle, but for corners that the cut has moved aside a little."""
    assert line.radii is not None
    start, radii = line.points[: len(line.radii)], line.radii
    side = np.roll(line.points, -1)[: len(radii)] - start
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.where(radii == 0, 0.0, np.arcsin(np.clip(np.abs(side) / (2 * radii), -1, 1)))
        centre = start + side / 2 + 1j * side / np.abs(side) * radii * np.cos(half)
    arcs, following = radii != 0, np.roll(radii, -1) != 0
    if not line.closed:
        following[-1] = False
    apart_by = np.abs(np.roll(centre, -1) - centre)[arcs & following]
    alone = arcs & ~following & ~np.roll(arcs & following, 1)
    return bool((apart_by < ROUND + OFF_ROUND * laser.outside).all() and not alone.any())


def _shapes(lines: Sequence[Line]) -> NDArray[np.object_]:
    """Return closed lines as areas, open ones as lines. None for those of too few points."""
    shapes = np.full(len(lines), None, dtype=object)
    for closed in (True, False):
        chosen = [k for k, line in enumerate(lines) if line.closed is closed and len(line.points) > 1 + closed]
        if chosen:
            points = points_of(np.concatenate([lines[k].points for k in chosen]))
            owner = np.repeat(np.arange(len(chosen)), [len(lines[k].points) for k in chosen])
            if closed:
                shapes[chosen] = shapely.polygons(shapely.linearrings(points, indices=owner))
            else:
                shapes[chosen] = shapely.linestrings(points, indices=owner)
    return shapes


def _matches_on(
    path: str, sheet: Sheet, shapes: NDArray[np.object_], recogniser: Recogniser
) -> tuple[list[Match], list[Finding]]:
    """Return the pieces on a sheet's face, and what is wrong with its lines. shapes: of the lines."""
    laser, findings = recogniser.expected.game_set.measures.laser, list[Finding]()
    lines = [
        (line, shape)
        for line, shape in zip(sheet.lines, shapes.tolist(), strict=True)
        if line.operation is not REFERENCE and shape is not None
    ]
    outer = [(line, shape) for line, shape in lines if line.operation is OUTER]
    shared = laser.tabs or any(not line.closed for line, _ in outer)
    outlines = _bound(path, outer, recogniser, findings) if shared else [shape for _, shape in outer]
    if not outlines:
        return [], findings
    tree = shapely.STRtree(outlines)
    findings += _check_twice(path, [shape for line, shape in lines if line.operation in (OUTER, INNER)])
    marks: list[list[Item]] = [[] for _ in outlines]
    engraved: dict[tuple[int, int, int], int] = {}
    rings: list[tuple[Polygon, int]] = []
    within = [part for line, shape in lines if line.operation is not OUTER for part in _parts(line, shape, laser.cut)]
    for (line, shape), home in zip(within, homes_in(tree, [shape for _, shape in within]), strict=True):
        if home is None:
            # names stand in the waste, and touch no piece
            if line.operation is not ENGRAVE or len(tree.query(shape, "intersects")):
                code = "engraving-foreign" if line.operation is ENGRAVE else "cut-open"
                findings.append(fault(code, path, f"{_place(line)} lies in no piece"))
        elif line.operation is ENGRAVE:
            if line.closed:  # if not, it was found before
                number = engraved.setdefault((home, line.path, line.setting), len(engraved))
                rings.append((shape, number))
        else:
            layer = "score" if line.operation is SCORE else "cut"
            marks[home].append(Item((layer if line.closed else f"{layer}-open", 0.0), shape))
    borders = shapely.get_exterior_ring(np.array([shape for shape, _ in rings], dtype=object))
    areas, numbers = enclosed(borders, np.array([number for _, number in rings], dtype=np.int64))
    homes = list(engraved)
    for area, number in zip(areas.tolist(), numbers.tolist(), strict=True):
        home, _, setting = homes[number]
        marks[home].append(Item((f"engrave-{setting}" if setting else "engrave", 0.0), area))
    matches = outlines_in(path, outlines, marks)
    recogniser.name(matches, "cut")
    return [replace(match, block=1 if shared else 0) for match in matches], findings


def _parts(line: Line, shape: BaseGeometry, style: CutStyle) -> list[tuple[Line, BaseGeometry]]:
    """Return the straight parts of a scored line, which may be several of a face, chained where cuts are shared."""
    if line.closed or line.operation is not SCORE or style is not CutStyle.SHARED:
        return [(line, shape)]
    parts = [replace(line, points=line.points[k : k + 2], radii=None) for k in range(len(line.points) - 1)]
    return list(zip(parts, _shapes(parts).tolist(), strict=True))


def _bound(
    path: str, cuts: Sequence[tuple[Line, BaseGeometry]], recogniser: Recogniser, findings: list[Finding]
) -> list[Polygon]:
    """Return what outer cuts bound that are shared, or left out for tabs; note which bound nothing."""
    measures = recogniser.expected.game_set.measures
    rims = [shape.exterior if isinstance(shape, Polygon) else shape for _, shape in cuts]
    wide = measures.laser.gap if measures.laser.tabs else 0.0
    whole = shapely.union_all(np.array([*rims, *_bridges([line for line, _ in cuts], wide)], dtype=object))
    meshes, bridging, dangling, _ = shapely.polygonize_full(shapely.get_parts(whole))
    for rest in (*shapely.get_parts(bridging), *shapely.get_parts(dangling)):
        if rest.length > CLOSE:
            x, y = rest.coords[0]
            findings.append(fault("cut-open", path, f"a cut at {x:.2f}, {y:.2f} mm bounds nothing for some of its way"))
    return [part for part in shapely.get_parts(meshes) if isinstance(part, Polygon)]


def _bridges(cuts: Sequence[Line], wide: float) -> Iterator[LineString]:
    """Yield what is left out for tabs: between two ends of cuts, of no third, that face each other so far apart."""
    often = Counter(complex(z) for line in cuts for z in line.points)
    ends = [
        (complex(end), complex(end - inner))
        for line in cuts
        if not line.closed and wide
        for end, inner in ((line.points[0], line.points[1]), (line.points[-1], line.points[-2]))
        if often[complex(end)] == 1
    ]
    at, out = np.array([z for z, _ in ends]), np.array([way / abs(way) for _, way in ends])
    for k in range(len(ends)):
        ahead, back = (at - at[k]) * np.conj(out[k]), (at[k] - at) * np.conj(out)
        fits = (np.abs(ahead - wide) < FACING) & (np.abs(back - wide) < FACING) & (np.abs(ahead.real - wide) < CLOSE)
        yield from (LineString([(z.real, z.imag) for z in (at[k], at[j])]) for j in np.flatnonzero(fits) if j > k)


def _check_twice(path: str, cuts: Sequence[BaseGeometry]) -> Iterator[Finding]:
    """Yield what is cut twice: cuts that run together for a while."""
    rims = [shape.exterior if isinstance(shape, Polygon) else shape for shape in cuts]
    near = shapely.STRtree(rims).query(rims, "dwithin", BESIDE).T.tolist() if rims else []
    for i, j in sorted((a, b) for a, b in near if a < b):
        common = shapely.line_merge(rims[i].intersection(rims[j].buffer(BESIDE)))
        along = max(shapely.get_parts(common), key=shapely.length, default=common)
        if along.length > TOGETHER:
            at = along.centroid
            message = f"two cuts run together for {along.length:.2f} mm at {at.x:.2f}, {at.y:.2f} mm"
            yield fault("cut-twice", path, message)


def _check_backs(
    path: str, back: Sheet | None, width: float, found: Sequence[Match], recogniser: Recogniser
) -> Iterator[Finding]:
    """Yield what is wrong behind each piece on a sheet's back. Names may stand there where backs keep no secret."""
    engraved = [line for line in back.lines if line.operation is ENGRAVE] if back else []
    for line in back.lines if back else ():
        if line.operation not in (ENGRAVE, REFERENCE):
            yield fault("operation-wrong", path, f"a line is to {line.operation}: a back is engraved, and nothing else")
    rings = [np.asarray(complex(width) - np.conj(line.points), dtype=np.complex128) for line in engraved]
    areas, _ = even_odd(rings, [line.path for line in engraved])
    game_set = recogniser.expected.game_set
    parts = {accessory.id for accessory in game_set.parts()}
    tree = shapely.STRtree([match.outline for match in found])
    behind: dict[int | None, list[Polygon]] = {}
    for area, home in zip(areas.tolist(), homes_in(tree, areas.tolist()), strict=True):
        behind.setdefault(home, []).append(area)
    if None in behind:
        yield fault("engraving-foreign", path, f"{len(behind[None])} areas are behind no thing")
    known = [(k, match, match.kind.backs[match.ids[0]]) for k, match in enumerate(found) if match.kind and match.ids]
    expected = [(match.lie, area, behind.get(k, [])) for k, match, backs in known for area, _ in backs]
    gaps = iter(_offsets(expected))
    looks: dict[int, set[tuple[float, ...]]] = {}  # of what else stands behind pieces of a kind
    for k, match, backs in known:
        left = np.ones(len(behind.get(k, [])), dtype=bool)
        for off in (next(gaps) for _ in backs):
            off = np.where(left, off, np.inf)
            if off.min(initial=np.inf) > CLOSE:
                yield fault("back-wrong", path, f"the back of {match.ids[0]} has no mark in its place")
            else:
                left[off.argmin()] = False
        others = sorted(round(area.area, 2) for area, more in zip(behind.get(k, ()), left, strict=True) if more)
        of_kind = looks.setdefault(id(match.kind), {()} if game_set.sets == 1 else set())
        if game_set.secret and not parts.intersection(match.ids):
            of_kind.add(tuple(others))
            if len(of_kind) > game_set.sets:  # a set's letter looks alike behind all of them
                yield fault("back-telling", path, f"something behind {match.ids[0]} tells it from others")


def _offsets(expected: Sequence[tuple[Lie, Polygon, Sequence[BaseGeometry]]]) -> list[NDArray[np.float64]]:
    """Return how far areas that were found behind a piece are from where an expected one belongs. expected: how the
    piece lies, the area in its frame, and what was found."""
    often = [len(areas) for _, _, areas in expected]
    wanted = to_sheet(np.array([area for _, area, _ in expected], dtype=object), [lie for lie, _, _ in expected])
    shown = np.array([area for _, _, areas in expected for area in areas], dtype=object)
    return np.split(distances(shown, np.repeat(wanted, often)), np.cumsum(often))[:-1]


HAIRLINE = 0.15  # mm: a line to cut along is no wider
RULER = 40  # marks and more: a ruler, which is no line to cut along
JOINED = 1e-3  # mm: ends of lines that are nearer to one another meet
SHORT = 2.5  # mm: guides are shorter
TWICE = 0.5  # mm: of lines that are drawn twice
PALEST = 0xD0 / 255  # of a line to cut along: paler, and nobody sees it
WHITE = "#FFFFFF"  # of paper
FAINT = 0.08  # of red, green or blue: what differs from its ground by less is no mark
SPECK = 1e-3  # mm²: what of a neighbour's ink touches an outline is less
LIKE = 0.01  # mm²: of areas on backs
SIZE = 0.01  # mm: of pages
TINT = 0.78  # how far a tint is from its colour to white
NAME_ABOVE = 25.0  # mm: a board's name stands no farther above it
RIM = 0.25  # mm: a line around a mark is no wider
HAIR = 1e-6  # mm: by which outlines are made wider before ink is cut off at them
INSIDE = 0.3  # mm: what comes no farther over a piece is in nobody's way


@lru_cache(maxsize=256)
def _is_visible(ground: str, *colours: str | None) -> bool:
    """Tell whether any of the colours of a shape, its fill and its line, is seen on a ground."""
    painted = [channels(colour) for colour in colours if colour is not None]
    return any(abs(a - b) > FAINT for parts in painted for a, b in zip(parts, channels(ground), strict=True))


def _inks(palette: Palette, *, tints: bool) -> dict[str, int]:
    """Return the palette's colours by what they look like. tints: whether their tints are among them."""
    found = {ink.rgb.upper(): k for k, ink in enumerate(palette.inks)}
    for k, ink in enumerate(palette.inks if tints else ()):
        parts = (int(ink.rgb[j : j + 2], 16) for j in (1, 3, 5))
        found.setdefault("#" + "".join(f"{round(part + (255 - part) * TINT):02X}" for part in parts), k)
    return found


def _cuts(page: Page) -> list[Path]:
    """Return the thin lines that may be cut along."""
    thin = [path for path in page.paths if path.fill is None and path.width <= HAIRLINE]
    return [path for path in thin if len(path.rings) <= RULER or any(path.closed)]


def _lines(cuts: Sequence[Path]) -> list[LineString]:
    """Return the lines to cut along. Ends that are meant to meet are one point."""
    rings: list[Complex] = [
        np.append(ring, ring[:1]) if closed else ring
        for path in cuts
        for ring, closed in zip(path.rings, path.closed, strict=True)
        if len(ring) > 1
    ]
    if not rings:
        return []
    ends = np.concatenate(rings)
    points = shapely.points(ends.real, ends.imag)
    which, near = shapely.STRtree(points).query(points, "dwithin", JOINED)
    first = np.full(len(ends), len(ends))
    np.minimum.at(first, which, near)
    joined = np.split(ends[first], np.cumsum([len(ring) for ring in rings])[:-1])
    return [LineString(points_of(ring)) for ring in joined]


def _enclosed(cuts: Sequence[Path]) -> Iterator[Polygon]:
    """Yield what lines enclose, from the upper left."""
    found = shapely.polygonize([shapely.unary_union(_lines(cuts))])
    for shape in sorted(found.geoms, key=lambda area: (-round(area.centroid.y, 2), round(area.centroid.x, 2))):
        if len(ring := ring_of(shape)) > 2:
            yield polygon(ring)


def _check_cuts(where: str, cuts: Sequence[Path]) -> Iterator[Finding]:
    """Yield whether a line is drawn, and would be cut, twice; or in a colour that nobody sees."""
    lines = [line for line in _lines(cuts) if line.length > SHORT]  # guides of two blocks may meet
    twice = sum(line.length for line in lines) - shapely.unary_union(lines).length
    if twice > TWICE:
        yield fault("cut-twice", where, f"{twice:.1f} mm of the lines to cut along are drawn twice")
    pale = [path.stroke for path in cuts if path.stroke is None or min(channels(path.stroke)) > PALEST]
    if pale:
        yield fault("cut-open", where, f"a line to cut along has the colour {pale[0]}")


def _areas(paths: Sequence[Path]) -> tuple[NDArray[np.object_], Numbers]:
    """Return the areas of paths, and of which path each is."""
    rings = [(ring, k) for k, path in enumerate(paths) for ring in path.rings]
    return even_odd([ring for ring, _ in rings], [k for _, k in rings])


def _inside(area: Polygon, wide: Polygon) -> list[Polygon]:
    """Return the parts of an area within an outline. wide: the outline, a hair wider."""
    inside = area.intersection(wide)
    areas = [part for part in shapely.get_parts(inside) if isinstance(part, Polygon) and part.area > SPECK]
    # along a side that it shares with its neighbour, a piece has a hair of the neighbour's ink
    return [part for part in areas if 2 * part.area > CLOSE * part.length]


def _check_hidden(where: str, page: Page, found: Sequence[Match], cuts: Sequence[Path]) -> Iterator[Finding]:
    """Yield what is drawn or written over a piece, and is none of its marks."""
    tree = shapely.STRtree(shapely.buffer([match.outline for match in found], -INSIDE))
    skipped = set(map(id, cuts))
    drawn = [
        (ring, path.width)
        for path in page.paths
        if path.stroke is not None and id(path) not in skipped and (path.fill is None or path.width > RIM)
        for ring in path.rings
        if len(ring) > 1
    ]
    lines = np.array([LineString(points_of(ring)) for ring, _ in drawn], dtype=object)
    broad = shapely.buffer(lines, np.array([width / 2 for _, width in drawn]))
    if drawn and tree.query(broad, "intersects").size:
        yield fault("mark-foreign", where, "a line runs over a piece")
        return
    for word in page.words:
        if len(tree.query(Point(word.x, word.y), "intersects")):
            yield fault("mark-foreign", where, f"{word.text[:40]!r} is written over a piece")
            return


class Document:
    """A document, which is to hold a set once. inks: the palette's colours by what they look like, None where nothing
    is coloured. written: whether it has boards to write on. letters: of sets, counted as they are found behind pieces.
    plain: in what marks are printed that have no colour. pale: in what marks are printed that nobody sees."""

    def __init__(self, path: str, pages: Sequence[Page], recogniser: Recogniser) -> None:
        self.path, self.pages, self.recogniser = path, pages, recogniser
        self.set = recogniser.expected.game_set
        self.written = self.set.boards is not None
        inks = _inks(self.set.palette, tints=self.written)
        self.inks = inks if any(item.fill in inks for page in pages for item in page.paths) else None
        self.letters: Counter[tuple[tuple[str, ...], str]] = Counter()
        self.plain, self.pale = set[str](), set[str]()

    def matches(self, papers: Sequence[Paper]) -> tuple[list[Match], list[Finding]]:
        """Return the pieces in it, and what is wrong with it. papers: of which it may be."""
        found: list[Match] = []
        findings: list[Finding] = []
        fronts: dict[int, tuple[list[Match], Paper]] = {}
        for number, page in enumerate(self.pages):
            where = f"{self.path}, page {number + 1}"
            near = (p for p in papers if max(abs(p.width - page.width), abs(p.height - page.height)) < SIZE)
            paper = next(near, None)
            if paper is None:
                message = f"it is {page.width:.2f} × {page.height:.2f} mm, which none of the set's papers is"
                findings.append(fault("page-size", where, message))
            cuts = [] if self.written else _cuts(page)
            rims = list(self._boards(page)) if self.written else list(_enclosed(cuts))
            if not rims or paper is None:
                continue
            matches = outlines_in(where, rims, self._marks(page, rims, cuts))
            self.recogniser.name(matches, *("paper", "grey")[: 1 + self.written], scaled=self.written)
            fronts[number] = matches, paper
            if self.written:
                findings += self._check_names(page, matches)
            else:
                findings += [*_check_hidden(where, page, matches, cuts), *_check_cuts(where, cuts)]
                findings += check_placed(matches, (page.width, page.height), paper.margin, 0.0, "page")
            found += matches
        if not self.written and found:
            for number, (matches, paper) in fronts.items():
                next_page = number + 1 < len(self.pages) and number + 1 not in fronts
                behind = self.pages[number + 1] if next_page else None
                where = f"{self.path}, page {number + 2}"
                findings += self._check_backs(where, behind, self.pages[number], matches, paper)
            findings += self._check_letters(found)
        if len(self.plain) > 1:
            message = f"marks that should look alike are printed in {', '.join(sorted(self.plain))}"
            findings.append(fault("colour-wrong", self.path, message))
        if self.pale:
            message = f"marks are printed in {min(self.pale)}, which nobody sees on paper"
            findings.append(fault("colour-wrong", self.path, message))
        variant = "grey" if self.written and self.inks is None else "paper"
        findings += check_complete(self.path, found, self.recogniser.expected, variant)
        return found, findings

    def _boards(self, page: Page) -> Iterator[Polygon]:
        """Yield the walls around boards: filled areas whose outer border is that of a piece, larger or smaller."""
        for path in page.paths:
            if path.fill is not None and path.stroke is None and len(path.rings) > 1:
                ring = corners_of(max(path.rings, key=lambda z: float(np.ptp(z.real) + np.ptp(z.imag))))
                if any(find_placements(ring, kind.ring, scaled=True) for kind in self.recogniser.expected.kinds):
                    yield polygon(ring)

    def _marks(self, page: Page, rims: Sequence[Polygon], cuts: Sequence[Path]) -> list[list[Item]]:
        """Return the print inside each outline, without bleed. An ink within a line may be pale, and a tint anyway."""
        marks: list[list[Item]] = [[] for _ in rims]
        tree, skipped = shapely.STRtree(rims), set(map(id, cuts))
        paths = [path for path in page.paths if id(path) not in skipped]
        filled = [path for path in paths if path.fill is not None]
        areas, owners = _areas(filled)
        rim_shapes, wide = np.array(rims), shapely.buffer(rims, HAIR)
        which, where = tree.query(areas, "intersects") if len(areas) else np.empty((2, 0), dtype=np.int64)
        whole = shapely.contains_properly(rim_shapes[where], areas[which])
        for i, k, inside in zip(which.tolist(), where.tolist(), whole.tolist(), strict=True):
            fill, area = filled[owners[i]].fill or "", areas[i]
            colour = self.inks.get(fill, -1) if self.inks is not None else None
            inked = colour not in (None, -1)
            for part in [area] if inside else _inside(area, wide[k]):
                self.plain.update(() if inked else {fill})
                visible = _is_visible(WHITE, fill, filled[owners[i]].stroke if inked else None)
                self.pale.update(() if visible or (inked and self.written) else {fill})
                marks[k].append(Item(("ink", 0.0), part, colour))
        if self.written:
            lines = [
                (LineString(points_of(ring)), path.stroke)
                for path in paths
                if path.fill is None
                for ring, closed in zip(path.rings, path.closed, strict=True)
                if not closed and len(ring) > 1
            ]
            for (line, stroke), home in zip(lines, homes_in(tree, [line for line, _ in lines]), strict=True):
                if home is not None:
                    self.pale.update(() if _is_visible(WHITE, stroke) else {str(stroke)})
                    marks[home].append(Item(("line", 0.0), line))
        return marks

    def _check_backs(
        self, where: str, back: Page | None, front: Page, found: Sequence[Match], paper: Paper
    ) -> Iterator[Finding]:
        """Yield what is wrong behind pieces, the sheet turned over as its paper says: marks that tell, and names."""
        game_set, inks = self.set, self.inks
        parts = {accessory.id for accessory in game_set.parts()}
        drawn = [match.kind.backs[match.ids[0]] if match.kind and match.ids else () for match in found]
        named = []  # where an id has to be: it has room below what the piece's back shows
        for match, backs in zip(found, drawn, strict=True):
            is_named = bool(match.ids) and (not game_set.secret or match.ids[0] in parts)
            mark = min((area.bounds[1] for area, _ in backs), default=0.0)
            named.append(is_named and (not match.kind or id_height(match.kind.nominal.bounds[1], mark) > LEAST_ID))
        if back is None:
            if any(named) or any(drawn):
                yield fault("back-wrong", where, "a page of faces has no page of backs after it")
            return
        if back.flip and back.flip != paper.flip:
            asks = f"it asks to be turned over about its {back.flip} edge, and its backs lie for the {paper.flip} one"
            yield fault("back-wrong", where, asks)
            return
        # how it lies, seen through the page of faces
        right, up = paper.back_offset
        turned = Lie(-1, complex(front.width - right, up), mirrored=True)
        if paper.upside_down:
            turned = Lie(1, complex(-right, front.height + up), mirrored=True)
        paths = [path for path in back.paths if path.fill is not None or all(path.closed)]
        areas, owners = _areas(paths)
        shapes = to_sheet(areas, [turned] * len(areas))
        fills, strokes = ([getattr(paths[k], name) for k in owners.tolist()] for name in ("fill", "stroke"))
        outlines = np.array([match.outline for match in found], dtype=object)
        whose, which = shapely.STRtree(shapes).query(outlines, "intersects")
        within = shapely.covers(shapely.buffer(outlines, CLOSE)[whose], shapes[which])
        # the ground of a back runs over its rim, and under its neighbours'
        ground = shapely.contains(shapes[which], shapely.centroid(outlines)[whose]) & ~within
        near: list[list[tuple[int, bool, bool]]] = [[] for _ in found]
        for k, i, inner, below in zip(*(row.tolist() for row in (whose, which, within, ground)), strict=True):
            near[k].append((i, inner, below))
        grounds = [next((str(fills[i]) for i, _, below in close if below), WHITE) for close in near]
        expected = [(k, area, colour) for k, wanted in enumerate(drawn) for area, colour in wanted]
        printed = [
            [
                shapes[i]
                for i, *_ in near[k]
                if (None in (inks, colour) or (inks or {}).get(fills[i] or "") == colour)
                and _is_visible(grounds[k], fills[i], strokes[i])
            ]
            for k, _, colour in expected
        ]
        off = _offsets([(found[k].lie, area, ways) for (k, area, _), ways in zip(expected, printed, strict=True)])
        for (k, *_), gaps in zip(expected, off, strict=True):
            if gaps.min(initial=np.inf) > CLOSE:
                yield fault("back-wrong", where, f"the back of {found[k].subject} has no mark in its place")
        sizes = shapely.area(shapes).tolist()
        others: dict[object, list[tuple[str, float]]] = {}
        for match, close, backs in zip(found, near, drawn, strict=True):
            shown_inks = sorted((str(fills[i]), sizes[i]) for i, inner, _ in close if inner)
            shown_inks += sorted({(str(fills[i]), 0.0) for i, _, below in close if below})
            usual = others.setdefault((id(match.kind), tuple((area.wkb, colour) for area, colour in backs)), shown_inks)
            same = [fill for fill, _ in usual] == [fill for fill, _ in shown_inks] and all(
                abs(size - other) < LIKE for (_, size), (_, other) in zip(usual, shown_inks, strict=True)
            )
            if not same and game_set.secret and not parts.intersection(match.ids):
                yield fault("back-telling", where, f"something behind {match.subject} tells it from others")
        yield from self._check_ids(where, back, found, named, turned)

    def _check_ids(
        self, where: str, back: Page, found: Sequence[Match], named: Sequence[bool], turned: Lie
    ) -> Iterator[Finding]:
        """Yield which pieces have another's id on their backs, or lack one. turned: how the page lies, seen through."""
        names = {piece.id: piece.id for piece in self.set.pieces}
        names |= {part.id.replace("-", " "): part.id for part in self.set.accessories}
        tree = shapely.STRtree([match.outline for match in found])
        reached: set[int] = set()
        points = np.array([Point(word.x, word.y) for word in back.words], dtype=object)
        for word, place in zip(back.words, to_sheet(points, [turned] * len(points)), strict=True):
            homes = tree.query(place, "intersects").tolist()
            text = word.text
            if self.set.sets > 1 and text[:1] in SET_LETTERS and text[1:3].isspace() | (len(text) == 1):
                self.letters.update((found[home].ids, text[0]) for home in homes)
                text = text[3:]
            id = names.get(text)
            if id is not None and (not homes or id not in found[homes[0]].ids):
                on = found[homes[0]].ids[:1] if homes else ("nothing",)
                yield fault("id-wrong", where, f"{text} stands behind {', '.join(on) or 'an unknown piece'}")
            reached.update(homes if id is not None else ())
        for k, match in enumerate(found):
            if named[k] and k not in reached and len(match.ids) == 1:
                yield fault("id-wrong", where, f"nothing says that {match.ids[0]} is before it")

    def _check_letters(self, found: Sequence[Match]) -> Iterator[Finding]:
        """Yield what of several sets the letters on backs do not sort: each set has as many of all that is alike."""
        sets, letters = self.set.sets, self.letters
        for ids in dict.fromkeys(match.ids for match in found if match.ids) if sets > 1 else ():
            each = sum(self.recogniser.expected.counts[id] for id in ids) // sets
            wrong = [letter for letter in SET_LETTERS[:sets] if letters[ids, letter] != each]
            if wrong:
                count = letters[ids, wrong[0]]
                message = f"{count} that look like {ids[0]} have the letter {wrong[0]}, allowed are {each}"
                yield fault("set-letter-wrong", self.path, message)

    def _check_names(self, page: Page, found: Sequence[Match]) -> Iterator[Finding]:
        """Yield which boards have another board's name above them."""
        names = {piece.id: piece.name for piece in self.set.pieces if piece.name}
        for match in found:
            left, _, right, high = match.outline.bounds
            above = [
                word.text
                for word in page.words
                if word.text in names.values() and left - 1 <= word.x < right and high <= word.y <= high + NAME_ABOVE
            ]
            wanted = {names.get(id, "") for id in match.ids} - {""}
            if wanted and not wanted & set(above):
                message = f"above it stands {above[0] if above else 'no name'}, and it is {', '.join(sorted(wanted))}"
                yield fault("id-wrong", match.subject, message)

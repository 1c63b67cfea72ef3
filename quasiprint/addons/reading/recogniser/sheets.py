"""What lines on laser sheets are: outlines that are cut, and what is cut, scored and engraved inside them.

Lines that are only drawn (rulers, titles, names) are not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.addons.reading.recogniser.expected import Item
from quasiprint.addons.reading.recogniser.match import CLOSE, Found, Recogniser, Seen
from quasiprint.addons.reading.recogniser.plane import apart, even_odd, middles, nest, points_of, roll, split, there
from quasiprint.addons.reading.recogniser.shapes import Line, Sheet
from quasiprint.addons.reading.recogniser.whole import check_placed, shorten
from quasiprint.model.finding import Finding, fault
from quasiprint.model.measures import CutStyle
from quasiprint.model.profile import SheetOperation

ENGRAVE, REFERENCE, SCORE = SheetOperation.ENGRAVE, SheetOperation.REFERENCE, SheetOperation.SCORE
OUTER, INNER = SheetOperation.CUT_OUTER, SheetOperation.CUT_INNER
TOGETHER = 0.5  # mm: so far may two cuts run along each other, as they do where they cross
BESIDE = 0.005  # mm
ROUND = 0.002  # mm: so far may the centres of neighbouring arcs be apart, and
OFF_ROUND = 0.06  # of the kerf more
FACING = 0.01  # mm: so far may the other end of a tab lie beside the line
BACK = "-back"


def things_on_sheets(
    sheets: Mapping[str, Sheet], recogniser: Recogniser, margin: float, gap: float
) -> tuple[list[Found], list[Finding]]:
    """Return the things on sheets, by path, and what is wrong with the sheets. A sheet's back has its name with
    "-back". margin, gap: to be kept free at the rim, and between things, mm."""
    kerf = recogniser.expected.game_set.measures.fit.kerf
    found: list[Found] = []
    findings: list[Finding] = []
    for path, sheet in sheets.items():
        name, dot, ending = path.rpartition(".")
        shapes = _shapes(sheet.lines)
        findings += _check_lines(path, sheet, shapes, kerf)
        if name.endswith(BACK):
            continue
        own, wrong = _things(path, sheet, shapes, recogniser)
        size = sheet.width, sheet.height
        findings += [*wrong, *check_placed(own, size, margin + kerf, gap + 2 * kerf, "sheet")]
        back = f"{name}{BACK}{dot}{ending}"
        findings += shorten(list(_check_backs(back, sheets.get(back), sheet.width, own, recogniser)))
        found += own
    return found, findings


def _check_lines(path: str, sheet: Sheet, shapes: NDArray[np.object_], kerf: float) -> Iterator[Finding]:
    """Yield which lines are none, are arcs that are not, or come after what cuts their piece out. shapes: of the
    lines."""
    order = [SheetOperation.ENGRAVE, SCORE, INNER, OUTER]
    latest = 0
    wrong: list[Finding] = []
    areas = shapely.get_type_id(shapes) == shapely.GeometryType.POLYGON
    whole = np.where(areas, shapely.is_valid(shapes), shapely.is_simple(shapes))
    points = np.concatenate([np.empty(0), *(line.points for line in sheet.lines)])
    whose = np.repeat(np.arange(len(sheet.lines)), [len(line.points) for line in sheet.lines])
    endless = set(whose[~np.isfinite(points)].tolist())
    for k, (line, is_area, is_whole) in enumerate(zip(sheet.lines, areas.tolist(), whole.tolist(), strict=True)):
        if len(line.points) < 2 + line.closed or k in endless:
            wrong.append(fault("outlines-cross", path, f"{_place(line)} has too few points"))
        elif line.operation is not REFERENCE and not (is_whole and (is_area or line.operation is not ENGRAVE)):
            wrong.append(fault("outlines-cross", path, f"{_place(line)} crosses or touches itself, or does not close"))
        elif line.radii is not None and not _smooth(line, kerf):
            wrong.append(fault("arc-wrong", path, f"{_place(line)} has an arc that is of no circle with the next"))
        if line.operation in order:
            if order.index(line.operation) < latest:
                message = f"{_place(line)} comes after what cuts pieces out: they may have moved"
                wrong.append(fault("out-of-order", path, message))
            latest = max(latest, order.index(line.operation))
    yield from shorten(wrong)


def _place(line: Line) -> str:
    """Return what a line is called: what it is for, and where."""
    at = line.points[0] if len(line.points) else 0j
    return f"a line to {line.operation} at {at.real:.2f}, {at.imag:.2f} mm"


def _smooth(line: Line, kerf: float) -> bool:
    """Tell whether arcs stand together, and those beside one another are of one circle. Corners that the kerf has moved
    lie a little aside of it."""
    assert line.radii is not None
    start, radii = line.points[: len(line.radii)], line.radii
    side = roll(line.points, 1)[: len(radii)] - start
    with np.errstate(divide="ignore", invalid="ignore"):
        half = np.where(radii == 0, 0.0, np.arcsin(np.clip(np.abs(side) / (2 * radii), -1, 1)))
        centre = start + side / 2 + 1j * side / np.abs(side) * radii * np.cos(half)
    arcs, following = radii != 0, roll(radii, 1) != 0
    if not line.closed:
        following[-1] = False
    apart_by = np.abs(roll(centre, 1) - centre)[arcs & following]
    alone = arcs & ~following & ~roll(arcs & following, -1)
    return bool((apart_by < ROUND + OFF_ROUND * kerf).all() and not alone.any())


def _shapes(lines: Sequence[Line]) -> NDArray[np.object_]:
    """Return what lines enclose; what is open, as it runs. None for those of too few points."""
    shapes = np.full(len(lines), None, dtype=object)
    for closed in (True, False):
        own = [k for k, line in enumerate(lines) if line.closed is closed and len(line.points) > 1 + closed]
        if own:
            points = points_of(np.concatenate([lines[k].points for k in own]))
            owner = np.repeat(np.arange(len(own)), [len(lines[k].points) for k in own])
            if closed:
                shapes[own] = shapely.polygons(shapely.linearrings(points, indices=owner))
            else:
                shapes[own] = shapely.linestrings(points, indices=owner)
    return shapes


def _things(
    path: str, sheet: Sheet, shapes: NDArray[np.object_], recogniser: Recogniser
) -> tuple[list[Found], list[Finding]]:
    """Return the things on a sheet's face, and what is wrong with its lines. shapes: of the lines."""
    manner, findings = recogniser.expected.game_set.measures.manner, list[Finding]()
    lines = [
        (line, shape)
        for line, shape in zip(sheet.lines, shapes.tolist(), strict=True)
        if line.operation is not REFERENCE and shape is not None
    ]
    outer = [(line, shape) for line, shape in lines if line.operation is OUTER]
    shared = manner.tabs or any(not line.closed for line, _ in outer)
    outlines = _bound(path, outer, recogniser, findings) if shared else [shape for _, shape in outer]
    if not outlines:
        return [], findings
    tree = shapely.STRtree(outlines)
    cuts = [shape for line, shape in lines if line.operation in (OUTER, INNER)]
    findings += shorten(list(_check_twice(path, cuts)))
    marks: list[list[Item]] = [[] for _ in outlines]
    engraved: dict[tuple[int, int, int], int] = {}
    rings: list[tuple[Polygon, int]] = []
    within = [part for line, shape in lines if line.operation is not OUTER for part in _parts(line, shape, manner.cut)]
    for (line, shape), home in zip(within, _homes(tree, [shape for _, shape in within]), strict=True):
        if home is None:
            # names stand in the waste, and touch no piece
            if line.operation is not ENGRAVE or len(tree.query(shape, "intersects")):
                code = "engraving-foreign" if line.operation is ENGRAVE else "cut-open"
                findings.append(fault(code, path, f"{_place(line)} lies in no piece"))
        elif line.operation is ENGRAVE:
            number = engraved.setdefault((home, line.path, line.setting), len(engraved))
            rings.append((shape, number))
        else:
            layer = "score" if line.operation is SCORE else "cut"
            marks[home].append(Item((layer if line.closed else f"{layer}-open", 0.0), shape))
    filled = np.array([shape for shape, _ in rings], dtype=object)
    areas, numbers = nest(filled, np.array([number for _, number in rings], dtype=np.int64))
    homes = list(engraved)
    for area, number in zip(areas.tolist(), numbers.tolist(), strict=True):
        home, _, setting = homes[number]
        marks[home].append(Item((f"engrave-{setting}" if setting else "engrave", 0.0), area))
    places = middles(np.array(outlines, dtype=object)).tolist()
    seen = [
        Seen(f"{path}, at {at.real:.1f}, {at.imag:.1f} mm", outline, own)
        for outline, at, own in zip(outlines, places, marks, strict=True)
    ]
    return [replace(thing, block=1 if shared else 0) for thing in recogniser.name(seen, "cut")], findings


def _parts(line: Line, shape: BaseGeometry, style: CutStyle) -> list[tuple[Line, BaseGeometry]]:
    """Return the straight parts of a scored line, which may be several of a face, chained where cuts are shared."""
    if line.closed or line.operation is not SCORE or style is not CutStyle.SHARED:
        return [(line, shape)]
    parts = [replace(line, points=line.points[k : k + 2], radii=None) for k in range(len(line.points) - 1)]
    return list(zip(parts, _shapes(parts).tolist(), strict=True))


def _homes(tree: shapely.STRtree, shapes: Sequence[BaseGeometry]) -> list[int | None]:
    """Return for each shape the area of a tree that it lies in, None for none. What is cut open may end on the rim."""
    if not shapes:
        return []
    points = np.array(shapes, dtype=object)
    flat = shapely.get_type_id(points) == shapely.GeometryType.POLYGON
    points[flat] = shapely.point_on_surface(points[flat])
    points[~flat] = shapely.line_interpolate_point(points[~flat], 0.5, normalized=True)
    homes = dict(tree.query(points, "within").T.tolist())
    return [homes.get(k) for k in range(len(shapes))]


def _bound(
    path: str, cuts: Sequence[tuple[Line, BaseGeometry]], recogniser: Recogniser, findings: list[Finding]
) -> list[Polygon]:
    """Return what outer cuts bound that are shared, or left out for tabs; note which bound nothing."""
    measures = recogniser.expected.game_set.measures
    rims = [shape.exterior if isinstance(shape, Polygon) else shape for _, shape in cuts]
    wide = measures.manner.tab + measures.fit.kerf if measures.manner.tabs else 0.0
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
        yield from (
            LineString([(at[k].real, at[k].imag), (at[j].real, at[j].imag)]) for j in np.flatnonzero(fits) if j > k
        )


def _check_twice(path: str, cuts: Sequence[BaseGeometry]) -> Iterator[Finding]:
    """Yield what is cut twice: cuts that run together for a while."""
    rims = [shape.exterior if isinstance(shape, Polygon) else shape for shape in cuts]
    near = shapely.STRtree(rims).query(rims, "dwithin", BESIDE).T.tolist() if rims else []
    for one, two in sorted((a, b) for a, b in near if a < b):
        common = shapely.line_merge(rims[one].intersection(rims[two].buffer(BESIDE)))
        along = max(shapely.get_parts(common), key=shapely.length, default=common)
        if along.length > TOGETHER:
            at = along.centroid
            message = f"two cuts run together for {along.length:.2f} mm at {at.x:.2f}, {at.y:.2f} mm"
            yield fault("cut-twice", path, message)


def _check_backs(
    path: str, back: Sheet | None, width: float, found: Sequence[Found], recogniser: Recogniser
) -> Iterator[Finding]:
    """Yield what is wrong with the back of a sheet: what is engraved behind each thing. Names may stand there where
    backs keep no secret."""
    engraved = [line for line in back.lines if line.operation is ENGRAVE] if back else []
    for line in back.lines if back else ():
        if line.operation not in (ENGRAVE, REFERENCE):
            yield fault("operation-wrong", path, f"a line is to {line.operation}: a back is engraved, and nothing else")
    rings = [np.asarray(complex(width) - np.conj(line.points), dtype=np.complex128) for line in engraved]
    areas, _ = even_odd(rings, [line.path for line in engraved])
    game_set = recogniser.expected.game_set
    parts = {thing.id for thing in game_set.parts()}
    tree = shapely.STRtree([thing.outline for thing in found])
    behind: dict[int | None, list[Polygon]] = {}
    for area, home in zip(areas.tolist(), _homes(tree, areas.tolist()), strict=True):
        behind.setdefault(home, []).append(area)
    if None in behind:
        yield fault("engraving-foreign", path, f"{len(behind[None])} areas are behind no thing")
    known = [(k, thing, thing.kind.backs[thing.ids[0]]) for k, thing in enumerate(found) if thing.kind and thing.ids]
    due = [(thing.lie, area, behind.get(k, [])) for k, thing, backs in known for area, _ in backs]
    wanted = there(np.array([area for _, area, _ in due], dtype=object), [lie for lie, _, _ in due])
    shown = np.array([area for _, _, areas in due for area in areas], dtype=object)
    often = [len(areas) for _, _, areas in due]
    gaps = iter(split(apart(shown, np.repeat(wanted, often), curved=False), often))
    for k, thing, backs in known:
        left = np.ones(len(behind.get(k, [])), dtype=bool)
        for off in (next(gaps) for _ in backs):
            off = np.where(left, off, np.inf)
            if off.min(initial=np.inf) > CLOSE:
                yield fault("back-wrong", path, f"the back of {thing.ids[0]} has no mark in its place")
            else:
                left[off.argmin()] = False
        if left.any() and game_set.secret and not parts.intersection(thing.ids):
            yield fault("back-telling", path, f"something behind {thing.ids[0]} tells it from others")

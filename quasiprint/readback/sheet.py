"""Laser sheets as they were found, and what things their lines are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.model.profile import SheetOperation
from quasiprint.readback.plane import Complex, areas_within, cornered, lies
from quasiprint.readback.recognise import CLOSE, REMAKE, Found, FoundMark, Outlined, Recogniser
from quasiprint.readback.report import shortened
from quasiprint.readback.unreadable import Unreadable

CUTS = tuple(operation for operation in SheetOperation if operation.cuts)
ORDER = tuple(SheetOperation)
FARTHEST = 1e5  # mm
MOST_CUTS = 10_000
TOGETHER = 0.05  # mm: along so much, two cuts run together
BESIDE = 0.002  # mm: and lie so near to one another
SAME = 1e-6  # mm: points that lie nearer to one another are one point twice
NOTHING = 1e-6  # mm²: a line that encloses less encloses nothing


@dataclass(frozen=True, eq=False)
class OpenLine:
    """A line on a sheet, mm, y up. path: what is filled together has one number. Raises Unreadable for what is none."""

    operation: SheetOperation
    points: Complex
    closed: bool
    path: int = 0

    def __post_init__(self) -> None:
        if len(self.points) < 2 + self.closed:
            raise Unreadable(f"a line has {len(self.points)} points, too few for one")

    @cached_property
    def shape(self) -> BaseGeometry:
        """The line as a polygon if it closes, else as a line."""
        rows = np.column_stack((self.points.real, self.points.imag))
        return Polygon(rows) if self.closed else LineString(rows)


def _shapes(lines: Sequence[OpenLine]) -> NDArray[Any]:
    """Return the shapes of lines, made together: many at once are quicker."""
    sizes = [len(line.points) for line in lines]
    points = np.concatenate([line.points for line in lines]).view(np.float64).reshape(-1, 2)
    closed = np.array([line.closed for line in lines])
    owner = np.repeat(np.arange(len(lines)), sizes)
    made = np.empty(len(lines), dtype=object)
    for kind, own in ((_polygons, closed), (shapely.linestrings, ~closed)):
        if own.any():
            those = own[owner]
            place = np.cumsum(own) - 1  # of each line among those of its kind
            made[own] = kind(points[those], indices=place[owner[those]])
    return made


def _polygons(points: NDArray[np.float64], indices: NDArray[np.int64]) -> NDArray[Any]:
    return np.asarray(shapely.polygons(shapely.linearrings(points, indices=indices)))


def _flaws(lines: Sequence[OpenLine]) -> list[str]:
    """Return what is wrong with each line wherever it is; nothing if it is sound."""
    found = ["has a point twice" if twice else "" for twice in _doubled(lines)]
    others = [k for k, flaw in enumerate(found) if not flaw]
    if not others:
        return found
    shapes = _shapes([lines[k] for k in others])
    simple, filled = shapely.is_simple(shapes), shapely.is_valid(shapes) & (shapely.area(shapes) > NOTHING)
    for n, k in enumerate(others):
        line = lines[k]
        vars(line)["shape"] = shapes[n]  # where the property would keep it
        if line.closed:
            found[k] = "" if filled[n] else "crosses or touches itself, or encloses nothing"
        elif line.operation is SheetOperation.ENGRAVE:
            found[k] = "does not close"
        else:
            found[k] = "" if simple[n] else "crosses or touches itself"
    return found


def _doubled(lines: Sequence[OpenLine]) -> list[bool]:
    """Tell of each line whether a point of it comes twice, one after the other."""
    if not lines:
        return []
    z = np.concatenate([line.points for line in lines])
    ends = np.cumsum([len(line.points) for line in lines])
    after = np.arange(1, len(z) + 1)
    after[ends - 1] = [end - len(line.points) for end, line in zip(ends.tolist(), lines, strict=True)]
    near = np.abs(z[after] - z) < SAME
    near[ends[[not line.closed for line in lines]] - 1] = False  # an open line does not go back to its beginning
    return [bool(twice) for twice in np.logical_or.reduceat(near, np.concatenate(([0], ends[:-1])))]


@dataclass(slots=True)
class LaserSheet:
    """A sheet, width and height in mm, its lines in the order in which they are done. Raises Unreadable for points that
    are none."""

    width: float
    height: float
    lines: list[OpenLine]

    def __post_init__(self) -> None:
        if self.lines and not np.abs(np.concatenate([line.points for line in self.lines])).max() <= FARTHEST:
            raise Unreadable(f"a line has a point that is no number, or farther away than {FARTHEST:g} mm")

    def of(self, *operations: str) -> list[OpenLine]:
        """Return the lines of these operations."""
        return [line for line in self.lines if line.operation in operations]

    def sound(self, subject: str) -> tuple[LaserSheet, list[Finding]]:
        """Return the sheet without lines that are none, and what is to be said of these."""
        flaws = list(zip(self.lines, _flaws(self.lines), strict=True))
        found = []
        for line, flaw in flaws:
            if flaw:
                at = line.points[0]
                message = f"a line to {line.operation} at {at.real:.2f}, {at.imag:.2f} mm {flaw}"
                code = (
                    "outlines-cross"
                    if line.closed or line.operation is not SheetOperation.ENGRAVE
                    else "engraving-foreign"
                )
                found.append(error(code, subject, message, REMAKE))
        return replace(self, lines=[line for line, flaw in flaws if not flaw]), list(shortened(found))

    def areas(self) -> list[Polygon]:
        """Return what is engraved: the lines of a path are filled together."""
        paths: dict[int, list[Polygon]] = {}
        for line in self.of(SheetOperation.ENGRAVE):
            paths.setdefault(line.path, []).append(line.shape)
        return [area for areas in areas_within(list(paths.values())) for area in areas]


@dataclass(slots=True)
class Read:
    """What a sheet holds: its things, and what is to be said of the sheet itself."""

    found: list[Found] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def things(subject: str, sheet: LaserSheet, recogniser: Recogniser, kerf: float) -> Read:
    """Return the things of a sheet's face. kerf: mm."""
    read = Read()
    cuts = [line for line in sheet.of(*CUTS) if line.closed]
    shapes = sorted((line.shape for line in cuts), key=lambda shape: -shape.area)
    if not shapes:
        return read
    outlines, inner = _parted(shapes)
    read.findings += _misplaced(subject, cuts, outlines)
    tree = shapely.STRtree(outlines)
    marks: list[list[FoundMark]] = [[] for _ in outlines]
    engraved: dict[tuple[int, int], list[Polygon]] = {}
    for shape, homes in zip(inner, _homes(tree, inner), strict=True):
        marks[homes[0]].append(FoundMark(("cut", 0.0), shape))
    within = [
        line
        for line in sheet.lines
        if line.operation is not SheetOperation.REFERENCE and not (line.closed and line.operation.cuts)
    ]
    for line, homes in zip(within, _homes(tree, [line.shape for line in within]), strict=True):
        cut = line.operation.cuts
        at = line.points[0]
        where = f"a line to {line.operation} at {at.real:.2f}, {at.imag:.2f} mm"
        if not homes:
            code = "cut-open" if cut else "engraving-foreign"
            read.findings.append(error(code, subject, f"{where} lies in no piece", REMAKE))
        elif line.operation is SheetOperation.ENGRAVE:
            engraved.setdefault((homes[0], line.path), []).append(line.shape)
        else:
            layer = "cut" if cut else "score"
            marks[homes[0]].append(FoundMark((layer if line.closed else f"{layer}-open", 0.0), line.shape))
    for (k, _), areas in zip(engraved, areas_within(list(engraved.values())), strict=True):
        marks[k] += [FoundMark(("engrave", 0.0), area) for area in areas]
    outlined = []
    for outline, own in zip(outlines, marks, strict=True):
        at = outline.centroid
        outlined.append(Outlined(f"{subject}, at {at.x:.1f}, {at.y:.1f} mm", outline, own))
    read.found += [_kerfed(thing, recogniser, kerf) for thing in recogniser.names(outlined, "cut")]
    read.findings += [*_twice(subject, sheet), *_order(subject, sheet)]
    return read


def _misplaced(subject: str, cuts: Sequence[OpenLine], outlines: Sequence[Polygon]) -> Iterator[Finding]:
    """Yield which outlines are called inner cuts, and the other way round."""
    outer = {cornered(outline.exterior.coords).tobytes() for outline in outlines}
    for line in cuts:
        is_outline = cornered(line.points).tobytes() in outer
        if line.operation is (SheetOperation.CUT_INNER if is_outline else SheetOperation.CUT_OUTER):
            at, what = line.points[0], "an outline" if is_outline else "a cut within a piece"
            message = f"{what} at {at.real:.2f}, {at.imag:.2f} mm is among those of {line.operation}"
            yield error("operation-wrong", subject, message, REMAKE)


def _parted(shapes: Sequence[Polygon]) -> tuple[list[Polygon], list[Polygon]]:
    """Return the outermost of closed cuts, and those that lie in one of these."""
    outlines: list[Polygon] = []
    inner: list[Polygon] = []
    tree = shapely.STRtree(shapes)
    for k, (shape, around) in enumerate(zip(shapes, _homes(tree, shapes), strict=True)):
        larger = [
            j for j in around if j != k and shapes[j].area > shape.area + 1e-6 and shapes[j].contains(shape.exterior)
        ]
        (inner if larger else outlines).append(shape)
    return outlines, inner


def _homes(tree: shapely.STRtree, shapes: Sequence[BaseGeometry]) -> list[list[int]]:
    """Return for each shape the areas of a tree in which it lies."""
    found: list[list[int]] = [[] for _ in shapes]
    if shapes:
        points = np.array(shapes, dtype=object)
        flat = shapely.get_type_id(points) == shapely.GeometryType.POLYGON
        points[flat] = shapely.point_on_surface(points[flat])
        points[~flat] = shapely.line_interpolate_point(points[~flat], 0.5, normalized=True)
        for k, home in tree.query(points, "within").T.tolist():
            found[k].append(home)
    return found


def _kerfed(thing: Found, recogniser: Recogniser, kerf: float) -> Found:
    """Say so if an outline is that of a piece, but for the kerf around it."""
    if thing.lie is not None and thing.lie.off <= CLOSE:
        return thing
    ring = cornered(thing.outline.exterior.coords)
    for kind in recogniser.reference.kinds:
        bare = kind.outline.buffer(-kerf / 2, join_style="mitre", mitre_limit=100.0)
        if not isinstance(bare, Polygon) or bare.is_empty:
            continue
        found = 2 * (thing.outline.area - bare.area) / bare.length
        for _ in range(2):  # the first guess leaves the corners out
            grown = bare.buffer(found / 2, join_style="mitre", mitre_limit=100.0)
            found += 2 * (thing.outline.area - grown.area) / max(grown.length, 1.0)
        if isinstance(grown, Polygon) and any(lie.off < CLOSE for lie in lies(ring, cornered(grown.exterior.coords))):
            message = f"its outline allows for a kerf of {found:.3f} mm, and the set's is {kerf:g} mm"
            return replace(thing, findings=[error("kerf-wrong", thing.subject, message, REMAKE)])
    return thing


def _twice(subject: str, sheet: LaserSheet) -> Iterator[Finding]:
    """Yield what is cut twice: cuts that run together for a while."""
    cuts = [line.shape.exterior if line.closed else line.shape for line in sheet.of(*CUTS)]
    if len(cuts) > MOST_CUTS:
        yield error("file-unreadable", subject, f"it has {len(cuts)} cuts, allowed are {MOST_CUTS}", REMAKE)
        return
    tree = shapely.STRtree(cuts)
    for one, two in sorted(map(tuple, tree.query(cuts, "dwithin", BESIDE).T.tolist())):
        if one < two:
            along = cuts[one].intersection(cuts[two].buffer(BESIDE)).length
            if along > TOGETHER:
                at = cuts[one].intersection(cuts[two].buffer(BESIDE)).centroid
                message = f"two cuts run together for {along:.2f} mm at {at.x:.2f}, {at.y:.2f} mm"
                yield error("cut-twice", subject, message, REMAKE)


def _order(subject: str, sheet: LaserSheet) -> Iterator[Finding]:
    """Yield what is done after its piece was cut out."""
    latest = SheetOperation.ENGRAVE
    for line in sheet.lines:
        if ORDER.index(line.operation) < ORDER.index(latest):
            message = f"{line.operation} comes after {latest}: what is cut out may have moved"
            yield error("out-of-order", subject, message, REMAKE)
            return
        latest = line.operation

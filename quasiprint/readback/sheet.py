"""What things the lines of a laser sheet are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.model.manner import CutStyle, Manner
from quasiprint.model.profile import SheetOperation
from quasiprint.readback.network import Net, net, unchained
from quasiprint.readback.plane import areas_within, cornered, lies
from quasiprint.readback.recognise import CLOSE, REMAKE, Found, FoundMark, Outlined, Recogniser
from quasiprint.readback.report import shortened
from quasiprint.readback.sheet_lines import LaserSheet, OpenLine
from quasiprint.readback.tabs import tabbed

PLAIN = Manner()
CUTS = tuple(operation for operation in SheetOperation if operation.cuts)
ORDER = tuple(SheetOperation)
MOST_CUTS = 10_000
TOGETHER = 0.05  # mm: along so much, two cuts run together
BESIDE = 0.002  # mm: and lie so near to one another


@dataclass(slots=True)
class Read:
    """What a sheet holds: its things, and what is to be said of the sheet itself. waste: what is engraved in no
    piece."""

    found: list[Found] = field(default_factory=list)
    waste: list[OpenLine] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def things(subject: str, sheet: LaserSheet, recogniser: Recogniser, kerf: float, manner: Manner = PLAIN) -> Read:
    """Return the things of a sheet's face. kerf: mm. manner: whether neighbours may be cut out by one line, and what
    tabs there have to be."""
    read = Read()
    cuts = [line for line in sheet.of(*CUTS) if line.closed]
    outer = sheet.of(SheetOperation.CUT_OUTER)
    meshes = Net()
    if manner.tabs:
        meshes, wrong = tabbed(subject, outer, manner, kerf)
        read.findings += wrong
    elif manner.cut is CutStyle.SHARED and not all(line.closed for line in outer):
        meshes = net(subject, outer)
    if meshes.outlines:
        read.findings += meshes.findings
        cuts = sheet.of(SheetOperation.CUT_INNER)
        cuts = [line for line in cuts if line.closed]
    shapes = sorted([*meshes.outlines, *(line.shape for line in cuts)], key=lambda shape: -shape.area)
    if not shapes:
        return read
    outlines, inner = _parted(shapes)
    read.findings += _misplaced(subject, cuts, outlines)
    tree = shapely.STRtree(outlines)
    marks: list[list[FoundMark]] = [[] for _ in outlines]
    engraved: dict[tuple[int, int, int], list[Polygon]] = {}
    for shape, homes in zip(inner, _homes(tree, inner), strict=True):
        marks[homes[0]].append(FoundMark(("cut", 0.0), shape))
    within = [
        line
        for line in sheet.lines
        if line.operation is not SheetOperation.REFERENCE
        and not (line.closed and line.operation.cuts)
        and not (meshes.outlines and line.operation is SheetOperation.CUT_OUTER)
    ]
    if manner.cut is CutStyle.SHARED:
        read.findings += _broken(subject, sheet, tree)
        within = [part for line in within for part in _unchained(line)]
    for line, homes in zip(within, _homes(tree, [line.shape for line in within]), strict=True):
        cut = line.operation.cuts
        at = line.points[0]
        where = f"a line to {line.operation} at {at.real:.2f}, {at.imag:.2f} mm"
        if not homes and line.operation is SheetOperation.ENGRAVE:
            read.waste.append(line)
        elif not homes:
            code = "cut-open" if cut else "engraving-foreign"
            read.findings.append(error(code, subject, f"{where} lies in no piece", REMAKE))
        elif line.operation is SheetOperation.ENGRAVE:
            engraved.setdefault((homes[0], line.path, line.setting), []).append(line.shape)
        else:
            layer = "cut" if cut else "score"
            marks[homes[0]].append(FoundMark((layer if line.closed else f"{layer}-open", 0.0), line.shape))
    for (k, _, setting), areas in zip(engraved, areas_within(list(engraved.values())), strict=True):
        layer = f"engrave-{setting}" if setting else "engrave"
        marks[k] += [FoundMark((layer, 0.0), area) for area in areas]
    outlined = []
    for outline, own in zip(outlines, marks, strict=True):
        at = outline.centroid
        outlined.append(Outlined(f"{subject}, at {at.x:.1f}, {at.y:.1f} mm", outline, own))
    read.found += [_kerfed(thing, recogniser, kerf) for thing in recogniser.names(outlined, "cut")]
    blocks = {id(mesh): block for mesh, block in zip(meshes.outlines, meshes.blocks, strict=True)}
    for thing in read.found:
        thing.block = blocks.get(id(thing.outline), 0)
    read.findings += [*_twice(subject, sheet), *_order(subject, sheet)]
    return read


def _broken(subject: str, sheet: LaserSheet, tree: shapely.STRtree) -> Iterator[Finding]:
    """Yield which scored lines of a piece could be one. tree: of outlines."""
    scores = [line for line in sheet.of(SheetOperation.SCORE) if not line.closed]
    own: dict[int, list[OpenLine]] = {}
    for line, homes in zip(scores, _homes(tree, [line.shape for line in scores]), strict=True):
        own.setdefault(homes[0] if homes else -1, []).append(line)
    yield from shortened([finding for lines in own.values() for finding in unchained(subject, lines)])


def _unchained(line: OpenLine) -> list[OpenLine]:
    """Return the straight parts of an open line that is scored, which may be several lines of a face, chained."""
    if line.closed or line.operation is not SheetOperation.SCORE:
        return [line]
    return [replace(line, points=line.points[k : k + 2]) for k in range(len(line.points) - 1)]


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
            # one place counts at a time: lines that meet often run together for a little at each
            common = shapely.line_merge(cuts[one].intersection(cuts[two].buffer(BESIDE)))
            along = max(shapely.get_parts(common), key=shapely.length, default=common)
            if along.length > TOGETHER:
                at = along.centroid
                message = f"two cuts run together for {along.length:.2f} mm at {at.x:.2f}, {at.y:.2f} mm"
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

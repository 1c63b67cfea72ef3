"""Laser sheets as they were found, and what things their lines are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.model.profile import LayerStyle, SheetOperation
from quasiprint.readback.letters import says
from quasiprint.readback.plane import Complex, apart, cornered, even_odd, lies
from quasiprint.readback.recognise import CLOSE, REMAKE, Found, FoundMark, Recogniser
from quasiprint.readback.unreadable import Unreadable

CUTS = {operation for operation in SheetOperation if operation.cuts}
ORDER = tuple(operation for operation in SheetOperation if operation is not SheetOperation.REFERENCE)
FARTHEST = 1e5  # mm
MOST_CUTS = 10_000
TOGETHER = 0.05  # mm: along so much, two cuts run together
BESIDE = 0.002  # mm: and lie so near to one another


@dataclass(frozen=True, slots=True, eq=False)
class OpenLine:
    """A line on a sheet, mm, y up. operations: what a machine may take it for. path: what is filled
    together has one number.

    Raises Unreadable for what is no line.
    """

    operations: frozenset[str]
    points: Complex
    closed: bool
    path: int = 0

    def __post_init__(self) -> None:
        if not np.isfinite(self.points).all() or (len(self.points) and np.abs(self.points).max() > FARTHEST):
            raise Unreadable(f"a line has a point that is no number, or farther away than {FARTHEST:g} mm")
        if len(self.points) < 2 + self.closed:
            raise Unreadable(f"a line has {len(self.points)} points, too few for one")

    @property
    def shape(self) -> BaseGeometry:
        """The line as a polygon if it closes, else as a line."""
        rows = np.column_stack((self.points.real, self.points.imag))
        return Polygon(rows) if self.closed else LineString(rows)


@dataclass(slots=True)
class LaserSheet:
    """A sheet, width and height in mm, its lines in the order in which they are done."""

    width: float
    height: float
    lines: list[OpenLine]

    def of(self, *operations: str) -> list[OpenLine]:
        """Return the lines of these operations."""
        return [line for line in self.lines if line.operations & set(operations)]


def operation(stroke: str | None, fill: str | None, width: float, styles: Sequence[LayerStyle]) -> frozenset[str]:
    """Return what a line that looks so may be. Raises Unreadable if it is nothing that the styles name."""
    meant = frozenset(
        style.operation
        for style in styles
        if (style.stroke or "").upper() == (stroke or "")
        and (style.fill or "").upper() == (fill or "")
        and (stroke or fill)
        and (stroke is None or abs(style.width - width) < 1e-4)
    )
    if not meant:
        looks = f"stroke {stroke or 'none'}, {width:g} mm, fill {fill or 'none'}"
        raise Unreadable(f"a path has {looks}, which is no operation of this sheet", "operation-wrong")
    return meant


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
    if any(not shape.is_valid for shape in shapes):
        read.findings.append(error("outlines-cross", subject, "a cut crosses itself", REMAKE))
        shapes = [shape for shape in shapes if shape.is_valid]
    outlines, inner = _parted(shapes)
    read.findings += _misplaced(subject, cuts, outlines)
    tree = shapely.STRtree(outlines)
    marks: list[list[FoundMark]] = [[] for _ in outlines]
    engraved: list[dict[int, list[Complex]]] = [{} for _ in outlines]
    for shape in inner:
        marks[_home(tree, shape)[0]].append(FoundMark(("cut", 0.0), shape))
    for line in sheet.lines:
        doing = line.operations - {SheetOperation.REFERENCE}
        if not doing or (line.closed and doing & CUTS):
            continue
        (first, *_) = sorted(doing)
        homes = _home(tree, line.shape)
        if not homes:
            code = "cut-open" if doing & CUTS else "engraving-foreign"
            at = line.points[0]
            message = f"a line to {first} at {at.real:.2f}, {at.imag:.2f} mm lies in no piece"
            read.findings.append(error(code, subject, message, REMAKE))
        elif first == SheetOperation.ENGRAVE:
            engraved[homes[0]].setdefault(line.path, []).append(line.points)
        else:
            layer = "cut" if doing & CUTS else "score"
            marks[homes[0]].append(FoundMark((layer if line.closed else f"{layer}-open", 0.0), line.shape))
    for k, outline in enumerate(outlines):
        filled = [area for rings in engraved[k].values() for area in even_odd(rings)]
        own = [*marks[k], *(FoundMark(("engrave", 0.0), area) for area in filled)]
        where = f"{subject}, at {outline.centroid.x:.1f}, {outline.centroid.y:.1f} mm"
        thing = recogniser.name(where, outline, own, "cut")
        read.found.append(_kerfed(thing, recogniser, kerf))
    read.findings += [*_twice(subject, sheet), *_order(subject, sheet, outlines)]
    return read


def _misplaced(subject: str, cuts: Sequence[OpenLine], outlines: Sequence[Polygon]) -> Iterator[Finding]:
    """Yield which outlines are called inner cuts, and the other way round, where a file tells the two apart."""
    outer = {cornered(outline.exterior.coords).tobytes() for outline in outlines}
    for line in cuts:
        is_outline = cornered(line.points).tobytes() in outer
        if line.operations == {SheetOperation.CUT_INNER if is_outline else SheetOperation.CUT_OUTER}:
            at, what = line.points[0], "an outline" if is_outline else "a cut within a piece"
            message = f"{what} at {at.real:.2f}, {at.imag:.2f} mm is on the layer of {min(line.operations)}"
            yield error("operation-wrong", subject, message, REMAKE)


def _parted(shapes: Sequence[Polygon]) -> tuple[list[Polygon], list[Polygon]]:
    """Return the outermost of closed cuts, and those that lie in one of these."""
    outlines: list[Polygon] = []
    inner: list[Polygon] = []
    tree = shapely.STRtree(shapes)
    for k, shape in enumerate(shapes):
        around = [int(j) for j in tree.query(shape.representative_point(), "within") if j != k]
        larger = [j for j in around if shapes[j].area > shape.area + 1e-6 and shapes[j].contains(shape.exterior)]
        (inner if larger else outlines).append(shape)
    return outlines, inner


def _home(tree: shapely.STRtree, shape: BaseGeometry) -> list[int]:
    point = shape.representative_point() if isinstance(shape, Polygon) else shape.interpolate(0.5, normalized=True)
    return [int(k) for k in tree.query(point, "within")]


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


def _order(subject: str, sheet: LaserSheet, outlines: Sequence[Polygon]) -> Iterator[Finding]:
    """Yield what is done after its piece was cut out."""
    outer = {cornered(outline.exterior.coords).tobytes() for outline in outlines}
    latest = 0
    for line in sheet.lines:
        doing = line.operations - {SheetOperation.REFERENCE}
        if not doing:
            continue
        step = min(map(ORDER.index, doing))
        if doing >= CUTS:  # the file does not say which: an outline is an outer cut
            step = 3 if line.closed and cornered(line.points).tobytes() in outer else 2
        if step < latest:
            message = f"{ORDER[step]} comes after {ORDER[latest]}: what is cut out may have moved"
            yield error("out-of-order", subject, message, REMAKE)
            return
        latest = max(latest, step)


def backs(
    subject: str, sheet: LaserSheet, fronts: list[tuple[LaserSheet, Read]], recogniser: Recogniser
) -> list[Finding]:
    """Check a sheet that is engraved and not cut: it is the back of one of the fronts, seen from behind.

    The front is taken from the list: it has one back.
    """
    stray = [line for line in sheet.lines if not line.operations & {SheetOperation.ENGRAVE, SheetOperation.REFERENCE}]
    if stray:
        (first, *_) = sorted(stray[0].operations)
        message = f"{len(stray)} lines on it are to {first}: a back is engraved, and nothing else"
        return [error("operation-wrong", subject, message, REMAKE)]
    areas = [
        area for area in even_odd(line.points for line in sheet.of(SheetOperation.ENGRAVE)) if isinstance(area, Polygon)
    ]
    seen = [shapely.affinity.affine_transform(area, [-1, 0, 0, 1, sheet.width, 0]) for area in areas]
    best: list[Finding] | None = None
    chosen = -1
    for k, (front, read) in enumerate(fronts):
        if abs(front.width - sheet.width) > CLOSE or abs(front.height - sheet.height) > CLOSE:
            continue
        findings = _back(subject, seen, read.found, recogniser)
        if best is None or len(findings) < len(best):
            best, chosen = findings, k
    if best is not None:
        del fronts[chosen]
    else:
        best = [error("back-wrong", subject, "it is the back of no sheet of this size", REMAKE)]
    return best


def _back(subject: str, seen: Sequence[Polygon], found: Sequence[Found], recogniser: Recogniser) -> list[Finding]:
    findings = []
    tree = shapely.STRtree(seen)
    lettered: dict[int, list[Polygon]] = {k: [] for k in range(len(found))}
    marked: set[int] = set()
    outlines = shapely.STRtree([thing.outline for thing in found])
    within = 1.0 if recogniser.loose else CLOSE
    for thing in found:
        if thing.kind is None or thing.lie is None or not thing.ids:
            continue
        for wanted in thing.kind.backs[thing.ids[0]]:
            there = thing.lie.there(wanted)
            offs = [(apart(seen[int(k)], there), int(k)) for k in tree.query(there, "intersects")]
            off, area = min(offs, default=(None, -1))
            marked.add(area)
            if off is None or off > within:
                findings.append(error("back-wrong", subject, f"the back of {thing.subject} is not engraved", REMAKE))
            else:
                thing.off = max(thing.off, off)
    for k, area in enumerate(seen):
        homes = outlines.query(area, "within").tolist()
        if homes and k not in marked:
            lettered[homes[0]].append(area)
        if not homes:
            at = area.centroid
            message = f"what is engraved at {at.x:.2f}, {at.y:.2f} mm, seen through the sheet, lies in no piece"
            findings.append(error("engraving-foreign", subject, message, REMAKE))
    names = _names(recogniser)
    texts = {k: names.get(found[k].ids[0], "") if len(found[k].ids) == 1 else "" for k in lettered}
    named = {id(found[k].kind) for k, areas in lettered.items() if areas and texts[k]}
    for k, areas in lettered.items():
        if areas or (texts[k] and id(found[k].kind) in named):
            findings += _lettered(subject, found[k], areas, texts[k])
    return findings


def _names(recogniser: Recogniser) -> dict[str, str]:
    """Return what is written on the backs of things that have no equal: names, or ids."""
    game_set = recogniser.reference.game_set
    parts = {part.id: part.id for part in game_set.parts()}
    return parts if game_set.hidden else {piece.id: piece.name or piece.id for piece in game_set.pieces} | parts


def _lettered(subject: str, thing: Found, areas: Sequence[Polygon], text: str) -> Iterator[Finding]:
    """Yield what is wrong with the lettering on a back, which is to be `text` and nothing else."""
    if thing.kind is None or thing.lie is None or not thing.ids:
        return
    # as it is read, from behind
    read = [shapely.transform(thing.lie.back(area), lambda points: points * (-1, 1)) for area in areas]
    ring = np.conj(thing.kind.ring) * -1
    sides = np.roll(ring, -1) - ring
    ways = [side / abs(side) * sign for side in sides if abs(side) > np.abs(sides).max() / 2 for sign in (1, -1)]
    if not says(read, text, ways):
        message = f"what is engraved behind it is not {text!r}" if text else "something is engraved behind it"
        yield error("id-wrong", subject, f"{thing.subject}: {message}", REMAKE)

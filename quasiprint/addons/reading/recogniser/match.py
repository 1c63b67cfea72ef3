"""Names what was found: which piece of the set has this outline, and just these items inside it.

First the outline is laid on those of the set, then every mark found is looked up among the items of that kind. What
cannot be named is explained: mirrored, of another size, a mark too many, too few, displaced, of another colour.

Says whether pieces that were named are a whole set, each as often as it has to be there, and lie where they may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

import numpy as np
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.addons.reading.recogniser import plane
from quasiprint.addons.reading.recogniser.copies import Copies
from quasiprint.addons.reading.recogniser.expected import Expected, Item, Kind
from quasiprint.addons.reading.recogniser.plane import Lie
from quasiprint.addons.reading.recogniser.shapes import Complex
from quasiprint.model.choices import Process
from quasiprint.model.finding import Finding, error, fault
from quasiprint.model.profile import Box

MOST_WAYS = 256  # in which the marks of one piece may be taken for items
CLOSE = 0.005  # mm: what is off by more is not where it belongs
HIGH = 0.002  # mm: of heights
WIDEST = 2.0  # mm: corners of an outline that is made wider are no farther from where they belong,
STEEPEST = 6.0  # times what it is wider, as those of acute angles are
NEAR = 1.0  # mm: within so much of its middle a mark is explained by an item


@dataclass(slots=True)
class Match:
    """An outline that was found, with the marks inside it; then the piece that it is: its kind, how it lies, its name.

    ids: the pieces that look so; several if they are alike, none if it could not be named. off: how far anything of it
    is from where it belongs at most, mm. block: number of the block whose cuts it shares on a sheet, 0 for none."""

    subject: str
    outline: Polygon
    marks: list[Item] = field(default_factory=list)
    kind: Kind | None = None
    lie: Lie = plane.STILL
    ids: tuple[str, ...] = ()
    off: float = 0.0
    block: int = 0
    findings: list[Finding] = field(default_factory=list)


def outlines_in(where: str, rims: Sequence[Polygon], marks: Sequence[list[Item]] | None = None) -> list[Match]:
    """Return outlines in a file or on a page, each with its marks, and called by its place."""
    inside = [list[Item]() for _ in rims] if marks is None else marks
    return [
        Match(f"{where}, at {at.x:.1f}, {at.y:.1f} mm", outline, marks_within)
        for outline, at, marks_within in zip(rims, shapely.centroid(rims), inside, strict=True)
    ]


def homes_in(tree: shapely.STRtree, shapes: Sequence[BaseGeometry]) -> list[int | None]:
    """Return for each shape the area of a tree that it lies in, None for none. What is cut open may end on the rim."""
    if not shapes:
        return []
    points = np.array(shapes, dtype=object)
    flat = shapely.get_type_id(points) == shapely.GeometryType.POLYGON
    points[flat] = shapely.point_on_surface(points[flat])
    points[~flat] = shapely.line_interpolate_point(points[~flat], 0.5, normalized=True)
    homes = dict(tree.query(points, "within").T.tolist())
    return [homes.get(k) for k in range(len(shapes))]


@dataclass(slots=True)
class _Match:
    """A piece's marks, its kind lying so. numbers: of items; strange: of no item; miscoloured: found, expected."""

    kind: Kind
    lie: Lie
    numbers: frozenset[int] = frozenset()
    strange: list[Item] = field(default_factory=list)
    miscoloured: list[tuple[int, int | None]] = field(default_factory=list)
    off: float = 0.0

    def ids(self, variants: Sequence[str]) -> tuple[str, ...]:
        """Return the pieces with exactly these marks, perhaps none."""
        return () if self.strange or self.miscoloured else self.kind.find_by_items(self.numbers, variants)

    def rank(self, variants: Sequence[str]) -> tuple[int, int]:
        """Return how far this is from a piece of the set: what is none of it, and what is missing or too much."""
        whole = (numbers for made, numbers in self.kind.faces if made in variants)
        fewest = min((len(numbers ^ self.numbers) for numbers in whole), default=0)
        return len(self.strange) + len(self.miscoloured), fewest


class Recogniser:
    """Recognises the pieces of a set as one process makes it."""

    def __init__(self, known: Expected) -> None:
        self.expected = known
        self.copies = Copies()  # of what pieces have in their own files

    def name(self, found: Sequence[Match], *variants: str, scaled: bool = False, framed: bool = False) -> None:
        """Name outlines with marks inside them. variants: how they may be made, see `Kind.faces`. scaled: whether their
        size may differ. framed: whether they are likely to lie in their own frames."""
        rings = [plane.ring_of(match.outline) for match in found]
        ways = [self._ways(ring, scaled=scaled, framed=framed) for ring in rings]
        best: list[tuple[tuple[int, int], _Match] | None] = [None] * len(found)
        left = list(range(len(found)))
        while left:  # all in one of the ways in which each may lie, then those that are not named in their next
            cases = [(k, *way) for k in left if (way := next(ways[k], None))]
            left = []
            tried = _matches([(kind, lie, found[k].marks) for k, kind, lie in cases], variants)
            for (k, kind, lie), match in zip(cases, tried, strict=True):
                if ids := match.ids(variants):
                    named = found[k]
                    named.kind, named.lie, named.ids, named.off = kind, lie, ids, max(lie.off, match.off)
                    named.findings += _outline_off(named.subject, lie)
                    continue
                left.append(k)
                rank, least = match.rank(variants), best[k]
                if least is None or rank < least[0]:
                    best[k] = rank, match
        for named, ring, nearest in zip(found, rings, best, strict=True):
            if named.ids:
                continue
            if nearest is None:  # it has no outline of the set's
                named.findings = [self._unknown(named.subject, named.outline, ring)]
            else:  # what its marks are at the nearest
                match = nearest[1]
                named.kind, named.lie = match.kind, match.lie
                named.findings = [*_outline_off(named.subject, match.lie)]
                named.findings += self._explain(named.subject, ring, named.marks, variants, match)

    def _ways(self, ring: Complex, *, scaled: bool, framed: bool) -> Iterator[tuple[Kind, Lie]]:
        """Yield kinds with an outline, and how each may lie."""
        for kind in self.expected.kinds:
            ways = plane.find_placements(ring, kind.ring, scaled=scaled)
            for lie in sorted(ways, key=lambda lie: abs(lie.turn - 1)) if framed else ways:
                yield kind, lie

    def _unknown(self, subject: str, outline: Polygon, ring: Complex) -> Finding:
        """Return the finding on a foreign outline: what it resembles."""
        for kind in self.expected.kinds:
            for lie in plane.find_placements(ring, kind.ring, scaled=True)[:1]:
                if lie.off < CLOSE:
                    message = f"its outline is that of a {kind.name}, {lie.scale:.4f} times as large as the set's"
                    return fault("piece-size", subject, message)
        for kind in self.expected.kinds:
            if plane.find_placements(ring, kind.ring, mirrored=True):
                return fault("piece-mirrored", subject, f"its outline is that of a {kind.name}, mirrored")
        laser = self.expected.game_set.measures.process is Process.LASER
        for kind in self.expected.kinds:
            wider = (outline.area - kind.outline.area) / max(kind.outline.length, 1.0)
            if any(lie.off < STEEPEST * abs(wider) for lie in plane.find_placements(ring, kind.ring, alike=WIDEST)):
                message = f"its outline is that of a {kind.name}, {wider:+.3f} mm wider on each side than the set's"
                return fault("kerf-wrong" if laser else "clearance-wrong", subject, message)
        return fault("piece-foreign", subject, "its outline is that of no piece of the set")

    def _explain(
        self, subject: str, ring: Complex, marks: Sequence[Item], variants: Sequence[str], match: _Match
    ) -> Iterator[Finding]:
        """Say why the marks in a known outline make no piece of the set."""
        for kind in self.expected.kinds:
            for lie in plane.find_placements(ring, kind.ring, mirrored=True):
                (mirror,) = _matches([(kind, lie, marks)], variants)
                if not mirror.strange and (ids := kind.find_by_items(mirror.numbers, variants)):
                    message = f"it is the mirror image of {ids[0]}"
                    yield error("piece-mirrored", subject, message, "never mirror a file")
                    return
        for found, wanted in match.miscoloured[:3]:
            yield fault("colour-wrong", subject, f"a mark has {_colour(found)}, expected is {_colour(wanted)}")
        for mark in match.strange[:3]:
            (shape,) = plane.to_sheet(np.array([mark.shape]), [match.lie], inverse=True)
            yield _explain_mark(subject, match.kind, mark, shape)
        whole = [numbers for made, numbers in match.kind.faces if made in variants]
        nearest = min(whole, key=lambda numbers: len(numbers ^ match.numbers), default=frozenset())
        missing = nearest - match.numbers
        if missing and nearest > match.numbers and not match.strange:
            first = match.kind.items[min(missing)]
            (at,) = plane.to_sheet(np.array([first.shape.centroid]), [match.lie])
            message = f"{len(missing)} marks are missing, the first ({first.layer[0]}) at {at.x:.2f}, {at.y:.2f} mm"
            yield fault("mark-missing", subject, message)
        elif not match.strange and not match.miscoloured:
            message = "each of its marks is one that a piece of the set has, but no piece has them together"
            yield fault("piece-foreign", subject, message)


def _matches(cases: Sequence[tuple[Kind, Lie, Sequence[Item]]], variants: Sequence[str]) -> list[_Match]:
    """Return which of a kind's items marks are, the kind lying so, for each of many."""
    drawn = [[mark for mark in marks if _is_drawn(kind, mark)] for kind, _, marks in cases]
    marks_of_all = [mark for marks in drawn for mark in marks]
    owner = np.repeat(np.arange(len(cases)), [len(marks) for marks in drawn])
    lying = [lie for (_, lie, _), marks in zip(cases, drawn, strict=True) for _ in marks]
    shapes = np.array([mark.shape for mark in marks_of_all], dtype=object)
    middles = plane.to_sheet(shapely.centroid(shapes), lying, inverse=True)
    fitting = [list[tuple[float, int]]() for _ in marks_of_all]
    number = {kind: k for k, kind in enumerate(dict.fromkeys(kind for kind, _, _ in cases))}
    kinds = np.array([number[kind] for kind, _, _ in cases])[owner] if marks_of_all else np.empty(0)
    for kind, k in number.items():
        rows = np.flatnonzero(kinds == k)
        if not len(rows) or not kind.items:
            continue
        near, known = kind.middles.query(middles[rows], "dwithin", CLOSE)
        near = rows[near]
        pairs = zip(near.tolist(), known.tolist(), strict=True)
        layers = [(marks_of_all[i].layer, kind.items[j].layer) for i, j in pairs]
        fits = [found[0] == known[0] and abs(found[1] - known[1]) < HIGH for found, known in layers]
        near, known = near[fits], known[fits]
        placed = plane.to_sheet(shapes[near], [lying[i] for i in near], inverse=True)
        off = plane.distances(placed, kind.shapes[known]).tolist()
        for i, j, far in zip(near.tolist(), known.tolist(), off, strict=True):
            if far < CLOSE:
                fitting[i].append((far, j))
    of_each = iter(fitting)
    return [
        _match(_Match(kind, lie), variants, marks, list(islice(of_each, len(marks))))
        for (kind, lie, _), marks in zip(cases, drawn, strict=True)
    ]


def _match(
    match: _Match, variants: Sequence[str], marks: Sequence[Item], fitting: Sequence[list[tuple[float, int]]]
) -> _Match:
    """Choose of the items that each mark may be those that a piece has together. fitting: for each, how far off which
    items are."""
    kind = match.kind
    options: list[list[tuple[float, int]]] = []
    for mark, near in zip(marks, fitting, strict=True):
        inks = {k: -1 if (ink := kind.items[k].colour) is None else ink for _, k in near}
        ways = [(off, k) for off, k in near if mark.colour in (None, inks[k])]
        if near and not ways:
            match.miscoloured.append((mark.colour or 0, kind.items[min(near)[1]].colour))
        if ways:
            options.append(sorted(ways))
        elif not near:
            match.strange.append(mark)
    chosen = tuple(near[0] for near in options)
    for way in islice(product(*options), MOST_WAYS):
        numbers = frozenset(k for _, k in way)
        if len(numbers) == len(way) and any((made, numbers) in kind.faces for made in variants):
            chosen = way
            break
    match.numbers = frozenset(k for _, k in chosen)
    match.off = max((off for off, _ in chosen), default=0.0)
    if len(match.numbers) < len(chosen):  # something is there twice
        match.strange.append(marks[0])
    return match


def _is_drawn(kind: Kind, mark: Item) -> bool:
    """Tell whether a mark is not the level of the face, on which nothing is drawn."""
    return mark.layer[0] != "body" or abs(mark.layer[1] - kind.top) > HIGH


def _colour(colour: int | None) -> str:
    return "none of the palette" if colour is None or colour < 0 else f"colour {colour}"


def _outline_off(subject: str, lie: Lie) -> Iterator[Finding]:
    if lie.off > CLOSE:
        message = f"its outline is off by {1000 * lie.off:.0f} µm, allowed are {1000 * CLOSE:g}"
        yield fault("outline-off", subject, message)


def _explain_mark(subject: str, kind: Kind, mark: Item, shape: BaseGeometry) -> Finding:
    """Return how a foreign mark differs from the nearest item."""
    at = mark.shape.centroid
    where = f"{mark.layer[0]} at {at.x:.2f}, {at.y:.2f} mm"
    here = [item for item in kind.items if item.layer[0] == mark.layer[0]]
    same = [item for item in here if item.shape.hausdorff_distance(shape) < CLOSE]
    if same:
        message = f"{where} lies at a height of {mark.layer[1]:.3f} mm, expected is {same[0].layer[1]:.3f} mm"
        return fault("height-wrong", subject, message)
    near = [item.shape for item in here if item.shape.centroid.distance(shape.centroid) < NEAR]
    if near:
        off = min(map(shape.hausdorff_distance, near))
        return fault("mark-displaced", subject, f"{where} is off by {off:.3f} mm, or has another shape")
    return fault("mark-foreign", subject, f"{where} is not a mark of any piece")


OFF = {"bed": "off-bed", "sheet": "off-sheet", "page": "off-page"}
MOST = 6  # findings of a kind for a format: then how many more there are


def check_complete(
    subject: str, found: Iterable[Match], known: Expected, *variants: str, once: bool = False
) -> Iterator[Finding]:
    """Yield which pieces are missing, and which are there too often. variants: how the pieces looked for are made; of
    several, the first that a piece has. once: whether one of those that look alike is enough, as where they share their
    files. Findings: piece-missing, piece-doubled, accessory-count."""
    counts, ids_of_pieces = known.counts, known.pieces
    wanted: dict[tuple[str, ...], bool] = {}
    for kind in known.kinds:
        ways = {id: way for way in variants[::-1] for (made, _), ids in kind.faces.items() if made == way for id in ids}
        for (made, _), alike in kind.faces.items():
            if ways.get(alike[0]) == made:
                wanted[tuple(alike)] = alike[0] in ids_of_pieces
    counted = Counter(match.ids for match in found if match.ids)
    for ids, piece in wanted.items():
        expected = sum(counts[id] for id in ids)
        if once:  # pieces that look alike may share their files
            expected = min(max(counted[ids], 1), len(ids))
        if counted[ids] == expected:
            continue
        name = ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"
        code = "accessory-count" if not piece else "piece-missing" if counted[ids] < expected else "piece-doubled"
        yield fault(code, subject, f"{name}: found {counted[ids]}, expected are {expected}")


def shorten(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the first findings of each code, and how many more there are."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    for alike in by_code.values():
        yield from alike[:MOST]
        if len(alike) > MOST:
            message = f"and {len(alike) - MOST} more findings of this kind"
            yield error(alike[MOST].code, alike[MOST].subject, message, alike[MOST].remedy)


def check_placed(
    found: Sequence[Match], size: tuple[float, float], margin: float, gap: float, what: str, kept: Sequence[Box] = ()
) -> Iterator[Finding]:
    """Yield what leaves its bed, sheet or page, and what lies too near to another piece. size: width and height, mm;
    margin: to be kept free; gap: between pieces as they are designed; kept: where nothing may lie. Findings: off-bed,
    off-sheet, off-page, kept-free, overlap, too-close."""
    placed = [match for match in found if match.kind is not None]
    nominal = [match.kind.nominal for match in placed if match.kind is not None]
    shapes = plane.to_sheet(np.array(nominal, dtype=object), [match.lie for match in placed])
    for match, shape, (left, low, right, high) in zip(placed, shapes, shapely.bounds(shapes).tolist(), strict=True):
        free = min(left, low, size[0] - right, size[1] - high)
        if free < margin - CLOSE:
            message = f"it comes within {free:.2f} mm of the rim, allowed is {margin:g} mm"
            yield fault(OFF[what], match.subject, message)
        for x0, y0, x1, y1 in kept:
            if shape.intersects(shapely.box(x0 + CLOSE, y0 + CLOSE, x1 - CLOSE, y1 - CLOSE)):
                message = f"it lies where nothing may lie, within {x0:g}, {y0:g} and {x1:g}, {y1:g} mm"
                yield fault("kept-free", match.subject, message)
    near = shapely.STRtree(shapes).query(shapes, "dwithin", max(gap - CLOSE, 0.0)).T.tolist()
    for i, j in sorted((a, b) for a, b in near if a < b):
        if placed[i].block and placed[i].block == placed[j].block:
            continue  # meshes of one net: they share its lines, and nothing else
        names = f"{placed[i].subject} and {placed[j].subject}"
        if (shared := placed[i].outline.intersection(placed[j].outline).area) > 1e-3:
            yield fault("overlap", names, f"they share {shared:.2f} mm²")
        elif (between := shapes[i].distance(shapes[j])) < gap - CLOSE:
            yield fault("too-close", names, f"they are {between:.3f} mm apart, allowed is {gap:g} mm")

"""Printed pages as they were found: pieces to cut out, pictures of them, boards to write on, and the backs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely import prepared
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.model.profile import Palette, Paper
from quasiprint.readback import fonts
from quasiprint.readback.document import Document, ReadPage, Word
from quasiprint.readback.page_cuts import RULER, Cuts, cut_lines, enclosed, line_of, once
from quasiprint.readback.plane import Complex, apart, cornered, even_odd, lies
from quasiprint.readback.recognise import CLOSE, REMAKE, Found, FoundMark, Outlined, Recogniser

BROAD = 0.5  # mm: no line on a sheet is wider
PALEST = 0xD0  # of a line to cut along: paler, and nobody sees it
SPECK = 1e-3  # mm²: what of a neighbour's ink touches an outline is less
EXACT = 0.01  # mm, of rulers and pages
TINT = 0.78  # how far a tint is from its colour to white
AT_RIM = 0.3  # mm: what comes no farther over a piece is in nobody's way
NAME_ABOVE = 25.0  # mm: a board's name stands no farther above it


@dataclass(slots=True)
class ReadBook:
    """What a document holds. found: pieces at their true size, or boards to write on. pictures: pieces that are shown
    smaller. places: the page of each thing found, in order. findings: of the document itself."""

    found: list[Found] = field(default_factory=list)
    pictures: list[Found] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def sizes(subject: str, document: Document, papers: Sequence[Paper]) -> Iterator[Finding]:
    """Yield which pages are of no paper of the set, upright or not."""
    known = {(paper.width, paper.height) for paper in papers}
    for number, page in enumerate(document.pages, 1):
        found = (page.width, page.height)
        if not any(_same(found, size) or _same(found, size[::-1]) for size in known):
            allowed = " or ".join(f"{w:g} × {h:g}" for w, h in sorted(known))
            message = f"page {number} is {page.width:.2f} × {page.height:.2f} mm, allowed is {allowed}"
            yield error("page-size", subject, message, REMAKE)
            return


def _same(one: tuple[float, float], two: tuple[float, float]) -> bool:
    return all(abs(a - b) < EXACT for a, b in zip(one, two, strict=True))


def paper_of(page: ReadPage, papers: Sequence[Paper]) -> Paper | None:
    """Return the paper that a page is of."""
    found = page.width, page.height
    sized = (p for p in papers if _same(found, (p.width, p.height)) or _same(found, (p.height, p.width)))
    return next(sized, None)


def book(subject: str, document: Document, recogniser: Recogniser, papers: Sequence[Paper]) -> ReadBook:
    """Return the things on a document's pages."""
    read = ReadBook()
    inks = _inks(recogniser.reference.game_set.palette)
    coloured = any(path.fill in inks for page in document.pages for path in page.paths)
    written = recogniser.reference.game_set.boards is not None
    for number, page in enumerate(document.pages, 1):
        where = f"{subject}, page {number}"
        cuts = {} if written else cut_lines(page)
        rims = list(_boards(page, recogniser) if written else _rims(page, recogniser, cuts))
        if not rims:
            continue
        marks = _marks(page, rims, inks, coloured, written, cuts)
        variants = ("paper", "grey") if written else ("paper",)
        outlined = [Outlined(_at(where, rim), rim.outline, own) for rim, own in zip(rims, marks, strict=True)]
        scaled = rims[0].scaled  # as all of a page are
        named = recogniser.names(outlined, *variants, scaled=scaled)
        pictures = scaled and not written
        (read.pictures if pictures else read.found).extend(named)
        read.places += [] if pictures else [number] * len(named)
        if recogniser.loose:
            read.findings += _over(where, page, rims, written, cuts)
        true = [rim for rim in rims if not rim.scaled]
        if true and not written:
            read.findings += _ruled(where, page)
            paper = paper_of(page, papers)
            read.findings += _plain(where, page, cuts)
            read.findings += once(where, cuts)
            read.findings += _within(where, page, true, paper.margin if paper else 0.0)
    read.findings += _alike(subject, [*read.found, *read.pictures])
    if read.found and not written:
        paper = paper_of(document.pages[0], papers)
        read.findings += _backs(subject, document, read, recogniser, paper.back_offset if paper else (0.0, 0.0))
    elif written:
        read.findings += _named(document, read, recogniser)
    return read


def _at(where: str, rim: _Rim) -> str:
    """Return the name of an outline by its place on a page."""
    middle = rim.outline.centroid
    return f"{where}, at {middle.x:.1f}, {middle.y:.1f} mm"


def _alike(subject: str, found: Sequence[Found]) -> Iterator[Finding]:
    """Yield whether marks that tell no colour are printed in several."""
    for coloured in (True, False):
        fills = sorted({fill for thing in found for flag, fill in thing.fills if flag is coloured})
        if len(fills) > 1:
            message = f"marks that should look alike are printed in {', '.join(fills)}"
            yield error("colour-wrong", subject, message, REMAKE)


@dataclass(frozen=True, slots=True)
class _Rim:
    """An outline on a page."""

    outline: Polygon
    scaled: bool


def _inks(palette: Palette) -> dict[str, int]:
    """Return the palette's colours, and their tints, by what they look like."""
    found: dict[str, int] = {}
    for k, ink in enumerate(palette.inks):
        found[ink.rgb.upper()] = k
    for k, ink in enumerate(palette.inks):
        parts = (int(ink.rgb[j : j + 2], 16) for j in (1, 3, 5))
        found.setdefault("#" + "".join(f"{round(part + (255 - part) * TINT):02X}" for part in parts), k)
    return found


def _rims(page: ReadPage, recogniser: Recogniser, cuts: Cuts) -> Iterator[_Rim]:
    """Yield what lines to cut along enclose; on a page of pictures, those that look like a piece."""
    # a page with rulers is meant to be of true size; the pictures of an inventory have none
    if not any(len(path.rings) > RULER and not any(path.closed) for path in page.paths):
        for path in cuts.values():
            if len(path.rings) == 1 and path.closed[0]:
                ring = cornered(path.rings[0])
                if any(lies(ring, kind.ring, scaled=True) for kind in recogniser.reference.kinds):
                    yield _Rim(_polygon(ring), True)
        return
    for ring in enclosed(cuts):
        yield _Rim(_polygon(ring), False)


def _boards(page: ReadPage, recogniser: Recogniser) -> Iterator[_Rim]:
    """Yield the walls around boards: filled areas whose outer border is that of a piece, larger or smaller."""
    for path in page.paths:
        if path.fill is not None and path.stroke is None and len(path.rings) > 1:
            ring = cornered(max(path.rings, key=lambda z: float(np.ptp(z.real) + np.ptp(z.imag))))
            if any(lies(ring, kind.ring, scaled=True) for kind in recogniser.reference.kinds):
                yield _Rim(_polygon(ring), True)


def _polygon(ring: Complex) -> Polygon:
    return Polygon(np.column_stack((ring.real, ring.imag)))


def _marks(
    page: ReadPage, rims: Sequence[_Rim], inks: dict[str, int], coloured: bool, written: bool, cuts: Cuts
) -> list[list[FoundMark]]:
    """Return what is printed inside each outline, what bleeds over it cut off."""
    marks: list[list[FoundMark]] = [[] for _ in rims]
    outlines = [rim.outline for rim in rims]
    wide = [outline.buffer(1e-6) for outline in outlines]
    whole = [prepared.prep(outline) for outline in outlines]
    tree = shapely.STRtree(outlines)
    for k, path in enumerate(page.paths):
        if k in cuts:
            continue
        if path.fill is not None:
            colour = inks.get(path.fill, -1) if coloured else None
            for area in even_odd(map(cornered, path.rings)):
                for j in tree.query(area, "intersects"):
                    inside = area if whole[j].contains_properly(area) else area.intersection(wide[j])
                    marks[j] += [FoundMark(("ink", 0.0), part, colour, path.fill) for part in _polygons(inside)]
        elif written:
            for ring, closed in zip(path.rings, path.closed, strict=True):
                if not closed and len(ring) > 1:
                    line = LineString(np.column_stack((ring.real, ring.imag)))
                    for j in tree.query(line.interpolate(0.5, normalized=True), "within"):
                        marks[j].append(FoundMark(("line", 0.0), line))
    return marks


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    parts = getattr(shape, "geoms", [shape])
    areas = [part for part in parts if isinstance(part, Polygon) and part.area > SPECK]
    # along a side that it shares with its neighbour, a piece has a hair of the neighbour's ink
    return [part for part in areas if 2 * part.area > CLOSE * part.length]


def _ruled(subject: str, page: ReadPage) -> Iterator[Finding]:
    """Yield which way has no ruler of its true length."""
    drawn = (path for path in page.paths if path.stroke and path.fill is None)
    strokes = [ring for path in drawn for ring in path.rings if len(ring) == 2]
    for axis, part in (("level", np.real), ("upright", np.imag)):
        longest = max((abs(float(part(z[1] - z[0]))) for z in strokes), default=0.0)
        if abs(longest - RULER) > EXACT:
            message = f"its {axis} ruler is {longest:.2f} mm long, allowed is {RULER:g} mm"
            yield error("ruler-wrong", subject, message, REMAKE)


def _plain(subject: str, page: ReadPage, cuts: Cuts) -> Iterator[Finding]:
    """Yield what hides a piece, or leaves it without a line to cut along."""
    for path in cuts.values():
        stroke = path.stroke or "#FFFFFF"
        if min(int(stroke[k : k + 2], 16) for k in (1, 3, 5)) > PALEST:
            yield error("cut-open", subject, f"a line to cut along has the colour {stroke}", REMAKE)
            break
    widest = max((path.width for path in page.paths if path.stroke), default=0.0)
    if widest > BROAD:
        yield error("mark-foreign", subject, f"a line is {widest:.2f} mm wide, allowed is {BROAD:g} mm", REMAKE)


def _within(subject: str, page: ReadPage, rims: Sequence[_Rim], margin: float) -> Iterator[Finding]:
    for rim in rims:
        left, low, right, high = rim.outline.bounds
        free = min(left, low, page.width - right, page.height - high)
        if free < margin - CLOSE:
            message = f"a piece comes within {free:.2f} mm of the paper's rim, allowed is {margin:g} mm"
            yield error("off-page", subject, message, REMAKE)


def _backs(
    subject: str, document: Document, read: ReadBook, recogniser: Recogniser, off: tuple[float, float]
) -> Iterator[Finding]:
    """Yield what is wrong on the backs: the page after each page of faces, turned over its long edge. A page of faces
    has none if nothing belongs behind it. off: how far they are moved to the left and down."""
    game_set = recogniser.reference.game_set
    parts = {thing.id for thing in game_set.parts()}
    ids = {piece.id for piece in game_set.pieces} | parts
    fronts = sorted(set(read.places))
    for number in fronts:
        where = f"{subject}, page {number + 1}"
        things = [thing for thing, place in zip(read.found, read.places, strict=True) if place == number]
        due = [bool(thing.ids) and (not game_set.secret or thing.ids[0] in parts) for thing in things]
        if number + 1 in fronts or number >= len(document.pages):
            if any(due) or any(thing.kind and thing.ids and thing.kind.backs[thing.ids[0]] for thing in things):
                yield error("back-wrong", where, f"page {number} has no page of backs after it", REMAKE)
            continue
        page = document.pages[number]
        turn = (page.width - off[0], -off[1])
        outlines = [_turned(thing.outline, turn) for thing in things]
        tree = shapely.STRtree(outlines)
        named: set[int] = set()
        for word in page.words:
            if word.text not in ids:
                continue
            homes = [int(k) for k in tree.query(Point(word.x, word.y), "intersects")]
            if not homes or word.text not in things[homes[0]].ids:
                on = things[homes[0]].ids[:1] if homes else ("nothing",)
                message = f"{word.text} stands behind {', '.join(on) or 'an unknown piece'}"
                yield error("id-wrong", where, message, REMAKE)
            named.update(homes[:1])
        for k, thing in enumerate(things):
            if due[k] and k not in named and thing.ids[0] in ids:
                yield error("id-wrong", where, f"nothing says that {thing.ids[0]} is before it", REMAKE)
        yield from _marked(where, page, things, recogniser, turn)
        if recogniser.loose:
            yield from _behind(where, page, things, set(recogniser.reference.counts), turn)
    for number in range(1, len(document.pages) + 1):
        if number not in fronts and number - 1 not in fronts:
            yield error("content-foreign", f"{subject}, page {number}", "neither faces nor backs are on it", REMAKE)


def _turned(shape: BaseGeometry, turn: tuple[float, float]) -> BaseGeometry:
    """Return a shape as it lies on the page of backs. turn: where the origin of the page of faces comes to lie."""
    return shapely.affinity.affine_transform(shape, [-1, 0, 0, 1, *turn])


def _marked(
    where: str, page: ReadPage, things: Sequence[Found], recogniser: Recogniser, turn: tuple[float, float]
) -> Iterator[Finding]:
    """Yield which backs lack their mark."""
    areas = [area for path in page.paths for area in even_odd(map(cornered, path.rings))]
    tree = shapely.STRtree(areas)
    within = 1.0 if recogniser.loose else CLOSE
    for thing in things:
        if thing.kind is None or thing.lie is None or not thing.ids:
            continue
        for wanted in thing.kind.backs[thing.ids[0]]:
            there, rim = _turned(thing.lie.there(wanted), turn), _turned(thing.outline, turn)
            near = (areas[int(k)] for k in tree.query(there, "intersects"))
            # what is printed up to the rim may run over it, as older versions have it
            off = min((apart(_inside(area, rim), there) for area in near), default=None)
            if off is None or off > within:
                yield error("back-wrong", where, f"the back of {thing.subject} has no mark in its place", REMAKE)


def _inside(area: BaseGeometry, rim: BaseGeometry) -> BaseGeometry:
    """Return the largest part of an area inside a rim; nothing if none is."""
    if shapely.contains_properly(rim, area):
        return area
    return max(_polygons(area.intersection(rim)), key=lambda part: part.area, default=Polygon())


def _over(subject: str, page: ReadPage, rims: Sequence[_Rim], written: bool, cuts: Cuts) -> Iterator[Finding]:
    """Yield what is drawn or written over a piece, and is none of its marks. written: whether lines are such."""
    tree = shapely.STRtree([rim.outline.buffer(-AT_RIM) for rim in rims])
    for k, path in enumerate(page.paths):
        if k in cuts or path.fill is not None:
            continue
        for ring, closed in zip(path.rings, path.closed, strict=True):
            if (
                written
                and not closed
                and len(tree.query(line_of(ring, closed).interpolate(0.5, normalized=True), "within"))
            ):
                continue  # it was taken for a mark
            if len(ring) > 1 and len(tree.query(line_of(ring, closed), "intersects")):
                message = f"a line {path.stroke} runs over a piece at {ring[0].real:.2f}, {ring[0].imag:.2f} mm"
                yield error("content-foreign", subject, message, REMAKE)
                return
    for word in page.words:
        if len(tree.query(_box(word), "intersects")):
            yield error("content-foreign", subject, f"{word.text[:40]!r} is written over a piece", REMAKE)


def _box(word: Word) -> Polygon:
    """Return where a text stands, from its base line to the height of its capitals."""
    along, up = word.turn * word.size * fonts.width(word.text, word.bold), 1j * word.turn * word.size * fonts.CAPITALS
    at = complex(word.x, word.y)
    return _polygon(np.array([at, at + along, at + along + up, at + up]))


def _behind(
    where: str, page: ReadPage, things: Sequence[Found], ids: set[str], turn: tuple[float, float]
) -> Iterator[Finding]:
    """Yield behind which pieces there is something that is not behind others of their kind."""
    areas = [_turned(thing.outline, turn).buffer(-AT_RIM) for thing in things]
    tree = shapely.STRtree(areas)
    seen: list[Counter[tuple[str, ...]]] = [Counter() for _ in things]
    for path in page.paths:
        for ring, closed in zip(path.rings, path.closed, strict=True):
            shape = _polygon(ring) if path.fill and len(ring) > 2 else line_of(ring, closed) if len(ring) > 1 else None
            wide = None if shape is None else shape.buffer(path.width / 2)
            # the ground of a back runs over its rim, and under its neighbours'
            whole = [] if wide is None or path.stroke else tree.query(wide, "contains")
            for k in whole if len(whole) else [] if wide is None else tree.query(wide, "intersects"):
                seen[k][path.fill or "", path.stroke or ""] += 1
    for word in page.words:
        for k in tree.query(_box(word), "intersects"):
            seen[k]["name" if word.text in ids else word.text,] += 1
    usual: dict[tuple[object, ...], Counter[tuple[str, ...]]] = {}
    for thing, own in zip(things, seen, strict=True):
        kind = (id(thing.kind), bool(thing.kind and thing.ids and thing.kind.backs[thing.ids[0]]))
        if usual.setdefault(kind, own) != own or any(len(key) == 1 and key != ("name",) for key in own):
            message = f"behind {thing.subject} is something that is not behind others"
            yield error("content-foreign", where, message, REMAKE)
            return


def _named(document: Document, read: ReadBook, recogniser: Recogniser) -> Iterator[Finding]:
    """Yield which boards have another board's name above them."""
    names = {piece.id: piece.name for piece in recogniser.reference.game_set.pieces}
    known = {name for name in names.values() if name}
    for thing, place in zip(read.found, read.places, strict=True):
        left, _, right, high = thing.outline.bounds
        above = [
            word.text
            for word in document.pages[place - 1].words
            if word.text in known and left - 1 <= word.x < right and high <= word.y <= high + NAME_ABOVE
        ]
        wanted = {names.get(id, "") for id in thing.ids} - {""}
        if thing.ids and wanted and not wanted & set(above):
            message = f"above it stands {above[0] if above else 'no name'}, and it is {', '.join(sorted(wanted))}"
            yield error("id-wrong", thing.subject, message, REMAKE)

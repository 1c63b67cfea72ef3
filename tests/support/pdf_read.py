"""Reads PDF files back as they are printed: shapes and words where they lie, and what is wrong with them."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, cached_property, reduce
from io import BytesIO
from itertools import combinations
from typing import Any

import numpy as np
import pymupdf
from pypdf import PdfReader
from shapely import STRtree, polygonize
from shapely.geometry import LineString, Point, Polygon, box
from shapely.geometry.polygon import orient
from shapely.ops import unary_union

from quasiprint.formats.pdf import files
from quasiprint.model.page import Book, BookProduction
from quasiprint.model.piece import GameSet

POINT = 72 / 25.4
NEAR = 0.01  # mm


def written(held: GameSet, book: Book) -> bytes:
    (output,) = files(BookProduction(held, (book,)))
    return output.content


@cache
def seen_page(content: bytes, number: int) -> Seen:
    return Seen(content, number)


class Seen:
    """A page as PyMuPDF sees it, in mm with y up."""

    def __init__(self, content: bytes, number: int) -> None:
        document = pymupdf.open(stream=content, filetype="pdf")
        page = document[number]
        self.width, self.height = page.rect.width / POINT, page.rect.height / POINT
        self.drawings: list[dict[str, Any]] = page.get_drawings()

    def lines(self, drawing: dict[str, Any]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        return [
            ((a.x / POINT, self.height - a.y / POINT), (b.x / POINT, self.height - b.y / POINT))
            for kind, *points in drawing["items"]
            if kind == "l"
            for a, b in [points]
        ]

    def polygons(self, drawing: dict[str, Any]) -> list[Polygon]:
        """Return the closed outlines of a drawing made of straight lines."""
        found, ring = [], []
        for kind, *points in drawing["items"]:
            if kind in {"re", "qu"}:
                quad = points[0].quad if kind == "re" else points[0]
                corners = (quad.ul, quad.ur, quad.lr, quad.ll)
                found.append(Polygon([(p.x / POINT, self.height - p.y / POINT) for p in corners]))
        for a, b in self.lines(drawing):
            if ring and ring[-1] != a:
                found.append(Polygon(ring))
                ring = []
            ring = ring or [a]
            ring.append(b)
        if len(ring) > 2:
            found.append(Polygon(ring))
        return found

    def cuts(self) -> list[Polygon]:
        """Return what the lines to cut along enclose: they are light grey, thin and not filled."""
        return [*self._enclosed]

    @cached_property
    def _enclosed(self) -> list[Polygon]:
        lines = self.cut_lines()
        ends = sorted({p for line in lines for p in line})
        tree = STRtree([Point(p) for p in ends])
        met = {p: ends[min(tree.query(Point(p), "dwithin", 1e-3))] for p in ends}
        return [
            Polygon(geom.exterior)
            for geom in polygonize([unary_union([LineString([met[a], met[b]]) for a, b in lines])]).geoms
        ]

    def cut_lines(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return the lines to cut along, each from corner to corner."""
        found = []
        for d in self.drawings:
            if d["type"] == "s" and d["color"] and 0.55 < d["color"][0] < 0.7 and d["width"] < 0.15 * POINT:
                found += self.lines(d)
                for polygon in self.polygons(d) if any(kind != "l" for kind, *_ in d["items"]) else ():
                    corners = list(polygon.exterior.coords)
                    found += zip(corners, corners[1:], strict=False)
        return found

    def fills(self) -> list[Polygon]:
        """Return the filled areas: what lies inside an odd number of a drawing's rings."""
        return [*self._filled]

    @cached_property
    def _filled(self) -> list[Polygon]:
        found = []
        for d in self.drawings:
            rings = self.polygons(d) if d["type"] in {"f", "fs"} else []
            whole = reduce(lambda a, b: a.symmetric_difference(b), rings[1:], rings[0]) if rings else Polygon()
            found += [part for part in getattr(whole, "geoms", [whole]) if part.area]
        return found


def edges(ring: Polygon) -> list[float]:
    points = list(ring.exterior.coords)
    lengths = [Point(a).distance(Point(b)) for a, b in zip(points, points[1:], strict=False)]
    return [length for length in lengths if length > NEAR]


def size(ring: Polygon) -> tuple[int, float, float]:
    """Return how many corners a ring has, its area in mm², to half a millimetre's square, and its length in mm."""
    return len(edges(ring)), round(2 * ring.area) / 2, round(ring.length, 1)


@cache
def texts(content: bytes) -> list[str]:
    """Return what stands on each page: as PyMuPDF reads it, since pypdf reads the fonts anew for each piece drawn."""
    with pymupdf.open(stream=content, filetype="pdf") as document:
        return [page.get_text() for page in document]


def words_of(content: bytes, pages: slice) -> Counter[str]:
    with pymupdf.open(stream=content, filetype="pdf") as document:
        return Counter(word[4] for page in list(document)[pages] for word in page.get_text("words"))


def wrong_ids(held: GameSet, found: Counter[str]) -> list[str]:
    return [piece.id for piece in held.pieces if found[piece.id] != 1]


def ruler_faults(seen: Seen, length: int = 100) -> list[str]:
    """Say which axis has no ruler of so many mm with a tick at every millimetre."""
    lines = [line for d in seen.drawings if d["type"] == "s" for line in seen.lines(d)]
    faults = []
    for axis, name in ((0, "level"), (1, "upright")):
        across = 1 - axis
        spines = [
            sorted((a, b), key=lambda p: p[axis])
            for a, b in lines
            if abs(a[across] - b[across]) < 1e-3 and abs(abs(a[axis] - b[axis]) - length) < NEAR
        ]
        good = False
        for start, _ in spines:
            at = sorted(
                a[axis] - start[axis]
                for a, b in lines
                if abs(a[axis] - b[axis]) < 1e-3
                and LineString([a, b]).distance(LineString(_spine(start, axis, length))) < NEAR
                and 0.5 < abs(a[across] - b[across]) < 5
            )
            good |= len(at) == length + 1 and all(abs(x - k) < NEAR for k, x in enumerate(at))
        if not good:
            faults.append(name)
    return faults


def _spine(start: tuple[float, float], axis: int, length: int) -> list[tuple[float, float]]:
    x, y = start
    return [start, (x + length, y) if axis == 0 else (x, y + length)]


def intrusions(seen: Seen) -> int:
    """Count the patches of ink that lie on another tile than their own."""
    inner = STRtree([cut.buffer(-2 * NEAR) for cut in seen.cuts()])
    return sum(len(inner.query(ink, predicate="intersects")) > 1 for ink in seen.fills())


def unmirrored(front: Seen, back: Seen, bleed: float) -> int:
    """Count the faces behind which no tinted back lies, as the paper is turned over."""
    tints = [p for p in back.fills() if p.area > 80]
    missing = 0
    for cut in front.cuts():
        turned = Polygon([(front.width - x, y) for x, y in cut.exterior.coords])
        grown = turned.buffer(bleed)
        # corners are rounded in steps of 15 degrees: their chords lie up to 0.03 mm inside
        missing += not any(grown.hausdorff_distance(tint) < 0.04 for tint in tints)
    return missing


def misnamed(held: GameSet, content: bytes, number: int) -> list[str]:
    """Return the ids on a back page that are not those of the faces before them.

    A face is read from its ink: the colour that crosses the middle of each edge, anticlockwise.
    """
    front, back = Seen(content, number), Seen(content, number + 1)
    inks = [(d["fill"], p) for d in front.drawings if d["type"] in {"f", "fs"} for p in front.polygons(d)]
    colours = {_rgb(ink.rgb): k for k, ink in enumerate(held.palette.inks)}
    cuts = front.cuts()
    wrong = []
    with pymupdf.open(stream=content, filetype="pdf") as document:
        words = document[number + 1].get_text("words")
    for x0, y0, x1, y1, word, *_ in words:
        if word not in {piece.id for piece in held.pieces}:
            continue
        middle = Point(back.width - (x0 + x1) / 2 / POINT, back.height - (y0 + y1) / 2 / POINT)
        homes = [cut for cut in cuts if cut.contains(middle)]
        shape, digits = word.split("-")
        corners = [] if not homes else list(orient(homes[0]).exterior.coords)
        own = [ink for ink in inks if homes and ink[1].intersection(homes[0]).area > 0.5 * ink[1].area]
        read = [
            next((colours[tuple(round(c, 2) for c in fill)] for fill, p in own if p.distance(middle) < 0.2), -1)
            for a, b in zip(corners, corners[1:], strict=False)
            for middle in [LineString([a, b]).interpolate(0.5, normalized=True)]
        ]
        turned = {"".join(map(str, read[k:] + read[:k])) for k in range(4)}
        kind = "thick" if homes and homes[0].area > 700 else "thin"
        if len(homes) != 1 or digits not in turned or shape != kind:
            wrong.append(word)
    return wrong


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(round(int(colour[k : k + 2], 16) / 255, 2) for k in (1, 3, 5))


def outside(content: bytes, number: int) -> int:
    """Count what is not white outside the block of 200 × 269.4 mm that both papers can print."""
    per_mm = 4
    with pymupdf.open(stream=content, filetype="pdf") as document:
        page = document[number]
        scale = per_mm / POINT
        shown = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY)
        width, height = page.rect.width / POINT, page.rect.height / POINT
    grey = np.frombuffer(shown.samples, dtype=np.uint8).reshape(shown.height, shown.stride)
    dots = grey[:, : shown.width] < 250
    x, y = math.floor((width - 200) / 2 * per_mm) - 1, math.floor((height - 269.4) / 2 * per_mm) - 1
    assert dots.any()
    inside = dots[y : shown.height - y, x : shown.width - x]
    return int(dots.sum() - inside.sum())


def beyond(content: bytes, margin: float, *, drawn: bool = True) -> list[str]:
    """Return what stands or is drawn outside of the margin, and which words are written over others. The letters' own
    heights count, not the font's. drawn: whether what is drawn counts."""
    found = []
    with pymupdf.open(stream=content, filetype="pdf") as document:
        for page in list(document)[:3] + list(document)[3:][-1:]:
            width, height = page.rect.width / POINT, page.rect.height / POINT
            boxes = [
                (_ink_box(line), "".join(span["text"] for span in line["spans"]).strip())
                for block in page.get_text("dict")["blocks"]
                for line in block.get("lines", ())
            ]
            boxes = [(box, said) for box, said in boxes if said]
            for (one, said), (other, more) in combinations(boxes, 2):
                if one.buffer(-0.2).intersects(other.buffer(-0.2)):
                    found.append(f"page {page.number + 1}: {said[:40]!r} over {more[:40]!r}")
            if drawn:
                rects = (drawing["rect"] for drawing in page.get_drawings())
                boxes += [(box(*(side / POINT for side in rect)), "lines") for rect in rects]
            room = box(margin - 0.2, margin - 0.2, width - margin + 0.2, height - margin + 0.2)
            found += [f"page {page.number + 1}: {said[:40]!r} outside" for ink, said in boxes if not room.covers(ink)]
    return found


def _ink_box(line: dict[str, Any]) -> Polygon:
    """Return where a line of text lies, from its lowest to its highest letter, in mm with y down."""
    x0, y0, x1, y1 = (side / POINT for side in line["bbox"])
    across, up = line["dir"]
    x, y = (side / POINT for side in line["spans"][0]["origin"])
    size, said = max(span["size"] for span in line["spans"]) / POINT, {*"".join(one["text"] for one in line["spans"])}
    high, low = 0.64 * size, 0.22 * size if said & {*"gjpqyçQ,;()/|_[]{}"} else 0.02 * size
    if abs(across) > abs(up):
        return box(x0, y - high, x1, y + low) if across > 0 else box(x0, y - low, x1, y + high)
    return box(x - high, y0, x + low, y1) if up < 0 else box(x - low, y0, x + high, y1)


def fonts_of(content: bytes) -> dict[str, bool]:
    """Return every font that a file's pages and forms name, and whether it is embedded."""
    found: dict[str, bool] = {}
    reader = PdfReader(BytesIO(content))
    for number in range(1, len(reader.xref[0]) + 1):
        thing = reader.get_object(number)
        if hasattr(thing, "get") and thing.get("/Type") == "/Font":
            described = thing.get("/FontDescriptor")
            found[str(thing["/BaseFont"])] = described is not None and "/FontFile2" in described.get_object()
    return found

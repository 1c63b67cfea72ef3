"""Reads PDF files back as they are printed: shapes and words where they lie, and what is wrong with them."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, cached_property, reduce
from io import BytesIO
from typing import Any

import numpy as np
import pymupdf
from pypdf import PdfReader
from shapely import STRtree, polygonize
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

from quasiprint.formats.pdf.write import files
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
            Polygon(one.exterior)
            for one in polygonize([unary_union([LineString([met[a], met[b]]) for a, b in lines])]).geoms
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


def ruler_faults(seen: Seen) -> list[str]:
    """Say which axis has no ruler of 100 mm with a tick at every millimetre."""
    lines = [line for d in seen.drawings if d["type"] == "s" for line in seen.lines(d)]
    faults = []
    for axis, name in ((0, "level"), (1, "upright")):
        across = 1 - axis
        spines = [
            sorted((a, b), key=lambda p: p[axis])
            for a, b in lines
            if abs(a[across] - b[across]) < 1e-3 and abs(abs(a[axis] - b[axis]) - 100) < NEAR
        ]
        good = False
        for start, _ in spines:
            at = sorted(
                a[axis] - start[axis]
                for a, b in lines
                if abs(a[axis] - b[axis]) < 1e-3
                and LineString([a, b]).distance(LineString(_spine(start, axis))) < NEAR
                and 0.5 < abs(a[across] - b[across]) < 5
            )
            good |= len(at) == 101 and all(abs(x - k) < NEAR for k, x in enumerate(at))
        if not good:
            faults.append(name)
    return faults


def _spine(start: tuple[float, float], axis: int) -> list[tuple[float, float]]:
    x, y = start
    return [start, (x + 100, y) if axis == 0 else (x, y + 100)]


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

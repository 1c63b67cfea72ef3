"""Paper: the PDF files are read back with pypdf and PyMuPDF and measured, never with our own writer."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf
import pytest
from pypdf import PdfReader
from samples import PAPER, quasimino
from shapely import STRtree
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.polygon import orient

from quasiprint.documents.inventory import inventory
from quasiprint.documents.sheets import books
from quasiprint.export.pdf import files
from quasiprint.model.page import Book, BookProduction, Page, Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper

POINT = 72 / 25.4
PAPERS = (Paper("a4", 210, 297, 5, 3), Paper("letter", 215.9, 279.4, 5, 3))
SHEETS = [f"pdf/tiles-{p.name}-{m}.pdf" for p in PAPERS for m in ("colour", "greyscale", "inksaver")]
COLOURED = [path for path in SHEETS if "colour" in path]  # the other looks lie where these lie
LISTS = [f"pdf/inventory-{p.name}.pdf" for p in PAPERS]
NEAR = 0.01  # mm


@pytest.fixture(scope="module")
def held() -> GameSet:
    return quasimino(3, PAPER)


@pytest.fixture(scope="module")
def bound(held: GameSet) -> dict[str, Book]:
    every = [book for paper in PAPERS for book in (*books(held, paper), inventory(held, paper))]
    return {f"pdf/{book.name}.pdf": book for book in every}


@pytest.fixture(scope="module")
def made(held: GameSet, bound: dict[str, Book]) -> dict[str, bytes]:
    return {output.path: output.content for output in files(BookProduction(held, tuple(bound.values())))}


def written(held: GameSet, book: Book) -> bytes:
    (output,) = files(BookProduction(held, (book,)))
    return output.content


# what is read back ---------------------------------------------------------------------------


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
        """Return the lines to cut along: light grey, thin, closed, not filled."""
        return [
            polygon
            for d in self.drawings
            if d["type"] == "s" and d["color"] and 0.5 < d["color"][0] < 0.7 and d["width"] < 0.15 * POINT
            for polygon in self.polygons(d)
        ]

    def fills(self) -> list[Polygon]:
        return [p for d in self.drawings if d["type"] in {"f", "fs"} for p in self.polygons(d)]


def edges(ring: Polygon) -> list[float]:
    points = list(ring.exterior.coords)
    lengths = [Point(a).distance(Point(b)) for a, b in zip(points, points[1:], strict=False)]
    return [length for length in lengths if length > NEAR]


def size(ring: Polygon) -> tuple[int, float, float]:
    """Return how many corners a ring has, its area in mm² and its length in mm."""
    return len(edges(ring)), round(ring.area, 1), round(ring.length, 1)


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
    tree, cuts = STRtree([p for _, p in inks]), front.cuts()
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
        read = [
            colours[tuple(round(c, 2) for c in inks[near[0]][0])]
            for a, b in zip(corners, corners[1:], strict=False)
            if len(near := tree.query(LineString([a, b]).interpolate(0.5, normalized=True).buffer(0.2), "intersects"))
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


# the laws ------------------------------------------------------------------------------------


def test_every_paper_has_its_sheets_and_its_inventory(made: dict[str, bytes]) -> None:
    assert sorted(made) == sorted(SHEETS + LISTS)


@pytest.mark.parametrize("path", SHEETS + LISTS)
def test_file_is_sound_and_says_what_it_is(path: str, made: dict[str, bytes], tmp_path: Path) -> None:
    reader = PdfReader(BytesIO(made[path]))
    paper = next(p for p in PAPERS if f"-{p.name}" in path)
    for page in reader.pages:
        assert float(page.mediabox.width) / POINT == pytest.approx(paper.width, abs=NEAR)
        assert float(page.mediabox.height) / POINT == pytest.approx(paper.height, abs=NEAR)
    assert reader.metadata is not None
    assert "Quasimino" in (reader.metadata.title or "")
    assert str(reader.trailer["/Root"]["/Lang"]).startswith("en")
    preferences = reader.trailer["/Root"]["/ViewerPreferences"]
    assert preferences["/PrintScaling"] == "/None"
    assert preferences.get("/Duplex") == ("/DuplexFlipLongEdge" if path in SHEETS else None)
    assert len(reader.outline) == len(reader.pages)
    target = tmp_path / "file.pdf"
    target.write_bytes(made[path])
    assert subprocess.run(["qpdf", "--check", target], capture_output=True, check=False).returncode == 0
    target.write_bytes(made[path][:-200])
    assert subprocess.run(["qpdf", "--check", target], capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("path", SHEETS + LISTS)
def test_every_font_is_embedded(path: str, made: dict[str, bytes]) -> None:
    found = fonts_of(made[path])
    assert found and all("NotoSans" in name and embedded for name, embedded in found.items()), found


def test_a_font_that_is_not_embedded_is_seen() -> None:
    from reportlab.pdfgen.canvas import Canvas

    stream = BytesIO()
    canvas = Canvas(stream)
    canvas.drawString(10, 10, "text")
    canvas.save()
    assert fonts_of(stream.getvalue()) == {"/Helvetica": False}


@pytest.mark.parametrize("path", SHEETS)
def test_each_id_stands_once_on_the_backs_and_never_on_a_face(
    path: str, held: GameSet, made: dict[str, bytes]
) -> None:
    assert wrong_ids(held, words_of(made[path], slice(1, None, 2))) == []
    assert wrong_ids(held, words_of(made[path], slice(0, None, 2))) == [piece.id for piece in held.pieces]


@pytest.mark.parametrize("path", LISTS)
def test_the_inventory_names_each_piece_once_and_counts_them(
    path: str, held: GameSet, made: dict[str, bytes]
) -> None:
    found = words_of(made[path], slice(None))
    assert wrong_ids(held, found) == []
    assert found[str(len(held.pieces))]
    reader = [seen_page(made[path], k) for k in range(len(PdfReader(BytesIO(made[path])).pages))]
    boxes = [
        p
        for page in reader
        for d in page.drawings
        if d["type"] == "s"
        for p in page.polygons(d)
        if len(edges(p)) == 4 and 2 < edges(p)[0] < 4 and max(edges(p)) - min(edges(p)) < NEAR
    ]
    assert len(boxes) == len(held.pieces) + sum(thing.count for thing in held.accessories)


def test_an_id_that_is_missing_or_there_twice_is_named(held: GameSet, bound: dict[str, Book]) -> None:
    book = bound[LISTS[0]]
    gone, twice = held.pieces[3].id, held.pieces[4].id

    def spoilt(page: Page) -> Page:
        texts: list[Text] = [t for t in page.texts if t.text != gone]
        return replace(page, texts=(*texts, *(t for t in texts if t.text == twice)))

    spoiled = written(held, replace(book, pages=tuple(map(spoilt, book.pages))))
    assert wrong_ids(held, words_of(spoiled, slice(None))) == [gone, twice]


@pytest.mark.parametrize("path", COLOURED)
def test_tiles_are_true_to_scale(path: str, held: GameSet, made: dict[str, bytes]) -> None:
    pages = len(PdfReader(BytesIO(made[path])).pages)
    cuts = [cut for k in range(0, pages, 2) for cut in seen_page(made[path], k).cuts()]
    want: Counter[tuple[int, float, float]] = Counter()
    for thing in (*held.pieces, *held.accessories):
        want[size(Polygon(thing.face.nominal))] += getattr(thing, "count", 1)
    assert Counter(map(size, cuts)) == want
    tiles = [cut for cut in cuts if len(edges(cut)) == 4]
    assert len(tiles) == len(held.pieces)
    assert all(abs(length - PAPER.edge) < NEAR for tile in tiles for length in edges(tile))


@pytest.mark.parametrize("path", SHEETS)
def test_every_front_has_a_ruler_on_both_axes_and_keeps_within_what_both_papers_print(
    path: str, made: dict[str, bytes]
) -> None:
    for k in range(len(PdfReader(BytesIO(made[path])).pages)):
        seen = seen_page(made[path], k)
        assert outside(made[path], k) == 0
        if k % 2 == 0:
            assert ruler_faults(seen) == []


def test_what_lies_at_the_rim_of_the_paper_is_seen(held: GameSet, bound: dict[str, Book]) -> None:
    book = bound[SHEETS[0]]
    astray = Shape((((2.0, 50.0), (4.0, 50.0), (4.0, 52.0)),), "#CCCCCC")
    page = replace(book.pages[0], shapes=(*book.pages[0].shapes, astray))
    assert outside(written(held, replace(book, pages=(page,))), 0) > 0


def test_a_ruler_out_of_scale_is_seen(held: GameSet, bound: dict[str, Book]) -> None:
    book = bound[SHEETS[0]]

    def stretched(shape: Shape) -> Shape:
        return replace(shape, rings=tuple(tuple((x, 0.999 * y) for x, y in ring) for ring in shape.rings))

    first = replace(book.pages[0], shapes=tuple(map(stretched, book.pages[0].shapes)))
    assert ruler_faults(seen_page(written(held, replace(book, pages=(first,))), 0)) == ["upright"]


@pytest.mark.parametrize("path", COLOURED)
def test_ink_runs_over_its_own_cut_line_and_onto_no_other_tile(path: str, made: dict[str, bytes]) -> None:
    over: set[float] = set()
    for k in range(0, len(PdfReader(BytesIO(made[path])).pages), 2):
        seen = seen_page(made[path], k)
        assert intrusions(seen) == 0
        cuts = seen.cuts()
        near = STRtree(cuts)
        for ink in seen.fills():
            touched = [cuts[n] for n in near.query(ink, predicate="intersects")]
            home = max(touched, key=lambda cut: cut.intersection(ink).area, default=None)
            if home is not None:
                over.add(round(max(home.distance(Point(p)) for p in ink.exterior.coords), 1))
    assert over == {0.0, 3.0}


def test_ink_on_a_neighbour_is_seen(held: GameSet, bound: dict[str, Book]) -> None:
    book = bound[SHEETS[0]]
    page = book.pages[0]
    origins = sorted({(s.x, s.y) for s in page.stamps})
    moved = tuple(replace(s, x=s.x + 6) if (s.x, s.y) == origins[0] else s for s in page.stamps)
    assert intrusions(seen_page(written(held, replace(book, pages=(replace(page, stamps=moved),))), 0)) > 0


@pytest.mark.parametrize("path", COLOURED)
def test_backs_lie_behind_their_faces(path: str, made: dict[str, bytes]) -> None:
    for k in range(0, len(PdfReader(BytesIO(made[path])).pages), 2):
        assert unmirrored(seen_page(made[path], k), seen_page(made[path], k + 1), 3.0) == 0


def test_a_back_that_is_not_turned_over_is_seen(held: GameSet, bound: dict[str, Book]) -> None:
    book = bound[SHEETS[0]]
    astray = tuple(replace(s, x=book.width - s.x) for s in book.pages[1].stamps)
    content = written(held, replace(book, pages=(book.pages[0], replace(book.pages[1], stamps=astray))))
    assert unmirrored(seen_page(content, 0), seen_page(content, 1), 3.0) > 0


@pytest.mark.parametrize("path", COLOURED)
def test_each_back_has_the_id_of_its_own_face(path: str, held: GameSet, made: dict[str, bytes]) -> None:
    pages = len(PdfReader(BytesIO(made[path])).pages)
    assert [word for k in range(0, pages, 2) for word in misnamed(held, made[path], k)] == []


def test_ids_that_changed_places_are_named(held: GameSet, bound: dict[str, Book]) -> None:
    book = bound[COLOURED[0]]
    one, other = "thick-0001", "thick-0112"
    swap = {one: other, other: one}
    texts = tuple(replace(t, text=swap.get(t.text, t.text)) for t in book.pages[1].texts)
    spoiled = written(held, replace(book, pages=(book.pages[0], replace(book.pages[1], texts=texts))))
    assert sorted(misnamed(held, spoiled, 0)) == [one, other]


def test_modes_keep_their_word(made: dict[str, bytes]) -> None:
    colours: dict[str, set[tuple[float, ...]]] = {}
    for path in SHEETS[:3]:
        pages = len(PdfReader(BytesIO(made[path])).pages)
        fills = colours.setdefault(path.rsplit("-", 1)[1], set())
        for k in range(pages):
            fills |= {d["fill"] for d in seen_page(made[path], k).drawings if d["type"] in {"f", "fs"}}
    assert any(max(c) - min(c) > 0.5 for c in colours["colour.pdf"])
    assert all(max(c) == min(c) for c in colours["greyscale.pdf"])
    assert all(sum(c) / 3 >= 0.9 - 0.002 for c in colours["inksaver.pdf"])


HASHES = """
import hashlib, sys
from quasiprint.documents.inventory import inventory
from quasiprint.documents.sheets import books
from quasiprint.export.pdf import files
from quasiprint.model.page import BookProduction
from test_pdf import PAPERS
from samples import PAPER, quasimino
held = quasimino(3, PAPER)
every = tuple(book for paper in PAPERS for book in (*books(held, paper), inventory(held, paper)))
for output in files(BookProduction(held, every)):
    print(output.path, hashlib.sha256(output.content).hexdigest())
"""


def test_bytes_do_not_depend_on_the_process(made: dict[str, bytes]) -> None:
    want = "".join(f"{path} {hashlib.sha256(content).hexdigest()}\n" for path, content in made.items())
    here = Path(__file__).parent
    for seed in ("1", "2"):
        path = os.pathsep.join([str(here), str(here.parent)])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, "-c", HASHES], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == want

"""Paper: the PDF files are read back with pypdf and PyMuPDF and measured, never with our own writer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import foreign
import pytest
from pdf_read import (
    NEAR,
    POINT,
    edges,
    fonts_of,
    intrusions,
    misnamed,
    outside,
    ruler_faults,
    seen_page,
    size,
    unmirrored,
    words_of,
    wrong_ids,
)
from pypdf import PdfReader
from samples import PAPER, quasimino, resized
from shapely import STRtree
from shapely.geometry import Point, Polygon

from quasiprint.documents.inventory import inventory
from quasiprint.documents.sheets import books
from quasiprint.documents.words import Names
from quasiprint.formats.pdf.write import files
from quasiprint.model.measures import Extra, IdStyle
from quasiprint.model.page import Book, BookProduction
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper
from quasiprint.pipeline.run import Request, settle

PAPERS = (Paper("a4", 210, 297, 5, 3), Paper("letter", 215.9, 279.4, 5, 3))
SHEETS = [f"pdf/tiles-{p.name}-{m}.pdf" for p in PAPERS for m in ("colour", "greyscale", "inksaver")]
COLOURED = [path for path in SHEETS if "colour" in path]  # the other looks lie where these lie
LISTS = [f"pdf/inventory-{p.name}.pdf" for p in PAPERS]


@pytest.fixture(scope="module")
def held() -> GameSet:
    """A set in every look."""
    return quasimino(3, resized(PAPER, extras=(Extra.GREYSCALE, Extra.INKSAVER)))


@pytest.fixture(scope="module")
def told(held: GameSet) -> GameSet:
    """The same set with ids on its backs."""
    return replace(held, measures=replace(held.measures, manner=replace(held.measures.manner, ids=IdStyle.BACK)))


@pytest.fixture(scope="module")
def with_ids(told: GameSet) -> dict[str, Book]:
    return {f"pdf/{book.name}.pdf": book for paper in PAPERS for book in books(told, paper)}


@pytest.fixture(scope="module")
def made_with_ids(told: GameSet, with_ids: dict[str, Book]) -> dict[str, bytes]:
    return {output.path: output.content for output in files(BookProduction(told, tuple(with_ids.values())))}


@pytest.fixture(scope="module")
def bound(held: GameSet) -> dict[str, Book]:
    names = Names.of(settle(Request(held.game, {})).templates, "en")
    every = [book for paper in PAPERS for book in (*books(held, paper), inventory(held, paper, names))]
    return {f"pdf/{book.name}.pdf": book for book in every}


@pytest.fixture(scope="module")
def made(held: GameSet, bound: dict[str, Book]) -> dict[str, bytes]:
    return {output.path: output.content for output in files(BookProduction(held, tuple(bound.values())))}


# what is read back ---------------------------------------------------------------------------


# the laws ------------------------------------------------------------------------------------


def test_every_paper_has_its_sheets_and_its_inventory(made: dict[str, bytes]) -> None:
    assert sorted(made) == sorted(SHEETS + LISTS)


@pytest.mark.parametrize("path", SHEETS + LISTS)
def test_file_says_what_it_is(path: str, made: dict[str, bytes]) -> None:
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


@pytest.mark.parametrize("path", SHEETS + LISTS)
def test_drawn_pages_have_the_signs_of_print(path: str, made: dict[str, bytes]) -> None:
    assert [word for word in words_of(made[path], slice(None)) if {"'", '"'} & set(word)] == []


@pytest.mark.foreign("qpdf")
@pytest.mark.parametrize("path", SHEETS + LISTS)
def test_qpdf_finds_a_file_sound(path: str, made: dict[str, bytes], tmp_path: Path) -> None:
    target = tmp_path / "file.pdf"
    target.write_bytes(made[path])
    assert foreign.run("qpdf", "--check", target, capture_output=True).returncode == 0
    target.write_bytes(made[path][:-200])
    assert foreign.run("qpdf", "--check", target, capture_output=True).returncode != 0


@pytest.mark.parametrize("path", SHEETS + LISTS)
def test_every_font_is_embedded(path: str, made: dict[str, bytes]) -> None:
    found = fonts_of(made[path])
    assert found and all("AlegreyaSans" in name and embedded for name, embedded in found.items()), found


@pytest.mark.parametrize("path", SHEETS)
def test_each_id_stands_once_on_the_backs_and_never_on_a_face(
    path: str, held: GameSet, made_with_ids: dict[str, bytes]
) -> None:
    assert wrong_ids(held, words_of(made_with_ids[path], slice(1, None, 2))) == []
    assert wrong_ids(held, words_of(made_with_ids[path], slice(0, None, 2))) == [piece.id for piece in held.pieces]


@pytest.mark.parametrize("path", LISTS)
def test_the_inventory_names_each_piece_once_and_counts_them(path: str, held: GameSet, made: dict[str, bytes]) -> None:
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


@pytest.mark.parametrize("path", COLOURED)
def test_tiles_are_true_to_scale(path: str, held: GameSet, made: dict[str, bytes]) -> None:
    pages = len(PdfReader(BytesIO(made[path])).pages)
    cuts = [cut for k in range(0, pages, 2) for cut in seen_page(made[path], k).cuts()]
    want: Counter[tuple[int, float, float]] = Counter()
    for thing in (*held.pieces, *held.accessories):
        want[size(Polygon(thing.face.nominal))] += getattr(thing, "count", 1)
    assert Counter(map(size, cuts)) == want
    tiles = [cut for cut in cuts if cut.area > 100]  # tokens are squares, and smaller
    assert len(tiles) == len(held.pieces)
    assert all(abs(length - PAPER.size.edge) < NEAR for tile in tiles for length in edges(tile))


@pytest.mark.parametrize("path", SHEETS)
def test_every_front_has_a_ruler_on_both_axes_and_keeps_within_what_both_papers_print(
    path: str, made: dict[str, bytes]
) -> None:
    for k in range(len(PdfReader(BytesIO(made[path])).pages)):
        seen = seen_page(made[path], k)
        assert outside(made[path], k) == 0
        if k % 2 == 0:
            assert ruler_faults(seen) == []


@pytest.mark.sampled(1)
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


@pytest.mark.sampled(1)
@pytest.mark.parametrize("path", COLOURED)
def test_backs_lie_behind_their_faces(path: str, made: dict[str, bytes]) -> None:
    for k in range(0, len(PdfReader(BytesIO(made[path])).pages), 2):
        assert unmirrored(seen_page(made[path], k), seen_page(made[path], k + 1), 3.0) == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("path", COLOURED)
def test_each_back_has_the_id_of_its_own_face(path: str, held: GameSet, made_with_ids: dict[str, bytes]) -> None:
    pages = len(PdfReader(BytesIO(made_with_ids[path])).pages)
    assert [word for k in range(0, pages, 2) for word in misnamed(held, made_with_ids[path], k)] == []


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

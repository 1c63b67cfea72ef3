"""Paper: PDF files are read back with pypdf and PyMuPDF and measured; a seal says whether one was changed."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import foreign
import pytest
from called import invoke
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
    texts,
    unmirrored,
    words_of,
    wrong_ids,
)
from pypdf import PdfReader, PdfWriter
from samples import PAPER, quasimino, resized
from shapely import STRtree
from shapely.geometry import Point, Polygon

from quasiprint.documents.inventory import inventory
from quasiprint.documents.sheets import books
from quasiprint.documents.words import Names
from quasiprint.formats.pdf import files, is_sealed, seal
from quasiprint.make.run import Request, settle
from quasiprint.model.choices import Extra, IdStyle
from quasiprint.model.page import Book, BookProduction
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper

PAPERS = (Paper("a4", 210, 297, 5, 3), Paper("letter", 215.9, 279.4, 5, 3))
SHEETS = [f"pdf/tiles-{p.name}-{m}.pdf" for p in PAPERS for m in ("colour", "greyscale", "inksaver")]
COLOURED = [path for path in SHEETS if "colour" in path]  # the other looks lie where these lie
LISTS = [f"pdf/inventory-{p.name}.pdf" for p in PAPERS]


@pytest.fixture(scope="module")
def held() -> GameSet:
    """A set in every look."""
    return quasimino(2, resized(PAPER, extras=(Extra.GREYSCALE, Extra.INKSAVER)))


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


# --- what was filled in is not written over -------------------------------------------------------


@pytest.fixture(scope="module")
def pdfs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A book, which has its cross-references in a stream, and a score sheet, which has a table of them."""
    place = tmp_path_factory.mktemp("pdfs")
    for name in ("rules", "scoresheet"):
        assert invoke(name, "quomino", "-o", place / f"{name}.pdf").exit_code == 0
    return {path.stem: path.read_bytes() for path in place.iterdir()}


def filled(pdf: bytes) -> bytes:
    """A form as a viewer saves it: all that was there, and what was written into it."""
    writer = PdfWriter(io.BytesIO(pdf), incremental=True)
    field = next(iter(PdfReader(io.BytesIO(pdf)).get_fields() or {}))
    writer.update_page_form_field_values(writer.pages[0], {field: "Ann"}, auto_regenerate=False)
    out = io.BytesIO()
    writer.write(out)
    assert out.getvalue() != pdf and out.getvalue().startswith(pdf[:1000])
    return out.getvalue()


@pytest.mark.parametrize("name", ["rules", "scoresheet"])
def test_a_seal_says_that_nothing_was_changed(pdfs: dict[str, bytes], name: str) -> None:
    pdf = pdfs[name]
    assert is_sealed(pdf)
    for at in {*range(0, len(pdf), len(pdf) // 50), *range(len(pdf) - 130, len(pdf))}:
        assert not is_sealed(pdf[:at] + bytes([pdf[at] ^ 1]) + pdf[at + 1 :]), at
        assert not is_sealed(pdf[:at] + pdf[at + 1 :]), at
        assert not is_sealed(pdf[:at] + b" " + pdf[at:]), at
    assert not is_sealed(pdf + b"\n")
    assert not is_sealed(b"")
    # readers that are strict find all that they found
    assert len(PdfReader(io.BytesIO(pdf), strict=True).pages) > 1


def test_what_cannot_be_sealed(pdfs: dict[str, bytes]) -> None:
    for wrong in (b"", b"startxref\n0\n%%EOF", b"%PDF-1.7 without an end", pdfs["rules"]):
        with pytest.raises(ValueError, match="found no PDF without a seal"):
            seal(wrong)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["scoresheet", "rules"])
def test_a_pdf_is_replaced_only_as_it_was_written(here: Path, pdfs: dict[str, bytes], name: str) -> None:
    target = Path("a.pdf")
    others = {"the other command's": pdfs["rules" if name == "scoresheet" else "scoresheet"]}  # it is ours, and whole
    for content in others.values():
        target.write_bytes(content)
        assert invoke(name, "quomino", "-o", target).exit_code == 0
        assert target.read_bytes() == pdfs[name]
    mine = {"a form filled in": filled(pdfs["scoresheet"]), "somebody's": b"%PDF-1.4\nmine\n%%EOF\n", "a text": b"mine"}
    for number, (what, content) in enumerate(mine.items(), 1):
        target.write_bytes(content)
        refused = invoke(name, "quomino", "-o", target)
        assert (refused.exit_code, refused.stdout) == (2, ""), what
        assert "output 'a.pdf': holds something other than a PDF that this program wrote and nobody" in refused.stderr
        assert "--replace puts it aside" in refused.stderr
        assert target.read_bytes() == content
        result = invoke(name, "quomino", "-o", target, "--replace", code=0)
        kept = f"a.old{'' if number == 1 else f'-{number}'}.pdf"
        assert f"warning: output 'a.pdf': what was there is now '{here / kept}'" in result.stderr
        assert Path(kept).read_bytes() == content
        assert target.read_bytes() == pdfs[name]


WAYS = {"printer": "printed", "laser": "cut", "paper": "of paper"}


@pytest.mark.parametrize(
    ("words", "formats"),
    [("quomino --size 4", "pdf,svg,stl"), ("quasimino --colours 1", "pdf")],
)
def test_the_inventory_is_what_the_manifest_says_was_made(words: str, formats: str, tmp_path: Path) -> None:
    """Each kind of thing is listed, and the sums are those of the manifest, for each process where they differ."""
    said = invoke("make", *words.split(), "--format", formats, "-o", tmp_path / "set", code=0).output
    made = json.loads((tmp_path / "set/manifest.json").read_bytes())
    ways = [way for way, name in zip(WAYS, ("stl", "svg", "pdf"), strict=True) if name in formats]
    sums = {way: len(made["pieces"]) for way in ways}
    listed = " ".join(texts((tmp_path / "set/pdf/inventory-a4.pdf").read_bytes())[-1].split())
    for thing in made["accessories"]:
        by = thing.get("processes", ways)
        sums |= {way: sums[way] + thing["count"] for way in by}
        kind = thing["kind"].removeprefix("board-")
        assert re.search(rf"{thing['count']} (\w+ )?{kind}", listed), thing
        if by != ways:
            assert f"({', '.join(WAYS[way] for way in by)})" in listed
    if len({*sums.values()}) == 1:
        assert f"{sums[ways[0]]} parts in all" in listed
    else:
        assert all(f"{WAYS[way]}: {count} parts" in listed for way, count in sums.items())
        others = ", ".join(f"{count - len(made['pieces'])} {WAYS[way]}" for way, count in sums.items())
        assert f"{len(made['pieces'])} pieces and other parts ({others})" in said

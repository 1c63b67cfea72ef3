"""Paper without waste: pieces in rows, one cut between neighbours, backs where a printer puts them; its options."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pymupdf
import pytest
import start_page
from called import invoke
from paper_books import A4, GAMES, LETTER, MARKED, PRINTED, book, content_of, held
from pdf_read import POINT, Seen, intrusions, outside, ruler_faults, unmirrored, written
from pypdf import PdfReader
from shapely import STRtree
from shapely.affinity import affine_transform
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box

from quasiprint.documents.sheets import books, content, leaves
from quasiprint.errors import InputError
from quasiprint.layout.pages import PageItem, impose
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Flip, Process
from quasiprint.model.face import area
from quasiprint.model.limits import Signed
from quasiprint.model.page import Book, Page, Shape
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import CutMarks, Paper


def seen(made: Book) -> list[Seen]:
    return [Seen(content_of(made), number) for number in range(len(made.pages))]


# the layout ----------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
@pytest.mark.parametrize(
    ("game", "sheets", "least"), [("quasimino", 2, 0.69), ("triomino", 1, 0), ("quomino", 4, 0.71)]
)
def test_sheets_are_well_used(game: str, sheets: int, least: float, paper: Paper) -> None:
    """least: the share of a leaf, but for the last, that is piece. Two leaves of Quasimino take 85 cuts so; a first one
    of 0.70 takes 89, and as many leaves."""
    rings = {thing.id: thing.face.nominal for thing in held(game).items}
    laid = leaves(held(game), paper)
    assert len(laid) == sheets
    used = [sum(abs(area(rings[one.item])) for one in page.placements) for page in laid]
    printable = math.prod(content(paper))
    # one leaf is the fewest there can be: all of a triomino's tiles are 58 % of it, however they lie
    assert sum(used) >= 0.6 * sheets * printable or sheets == 1
    *full, _ = sorted(used, reverse=True)
    assert all(share >= least * printable for share in full)
    for page, share in zip(laid, used, strict=True):
        lying = [placement.ring(rings[placement.item]) for placement in page.placements]
        left, low, right, high = MultiPoint([p for ring in lying for p in ring]).bounds
        assert share >= 0.6 * (right - left) * (high - low)
        assert len(page.placements) == len(lying)


# the cuts ------------------------------------------------------------------------------------


def drawn_twice(page: Seen) -> float:
    """Return how many mm of the lines to cut along lie on others."""
    lines = [LineString(line) for line in page.cut_lines()]
    near = STRtree(lines).query(lines, "dwithin", 1e-3).T.tolist()
    return sum(
        lines[a].intersection(lines[b].buffer(2e-3)).length for a, b in near if a < b and along(lines[a], lines[b])
    )


def along(one: LineString, two: LineString) -> bool:
    return one.intersection(two.buffer(2e-3)).length > 0.1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_each_line_is_cut_once_and_parts_neighbours(game: str) -> None:
    pages = [page for page in seen(book(game)) if page.cuts()]
    assert sum(len(page.cuts()) for page in pages) == sum(getattr(thing, "count", 1) for thing in held(game).items)
    for page in pages:
        assert drawn_twice(page) == 0
        assert intrusions(page) == 0  # no ink bleeds over a line that two tiles share
    shared = sum(cut.length for page in pages for cut in page.cuts())
    lines = sum(LineString(line).length for page in pages for line in page.cut_lines())
    assert lines < 0.8 * shared


def guides(page: Page) -> Shape:
    return next(shape for shape in page.shapes if shape.stroke == "#777777")


def test_guides_go_on_in_the_direction_of_lines_and_touch_no_tile() -> None:
    for game in GAMES:
        for page, drawn in zip(seen(book(game)), book(game).pages, strict=True):
            if not page.cuts() or not any(shape.stroke == "#777777" for shape in drawn.shapes):
                continue
            drawn_lines = guides(drawn).rings
            backs = []
            for a, b in drawn_lines:
                assert math.dist(a, b) == pytest.approx(2.0, abs=1e-5)
                backs.append(Point(a[0] - 0.8 / 2 * (b[0] - a[0]), a[1] - 0.8 / 2 * (b[1] - a[1])))
            near = STRtree(page.cuts()).query([LineString(line) for line in drawn_lines], "dwithin", 0.3)
            assert near.size == 0
            ends = MultiPoint([end for line in page.cut_lines() for end in line])
            assert all(ends.distance(back) < 1e-3 for back in backs)


# the backs -----------------------------------------------------------------------------------


def test_backs_of_a_lattice_are_one_tint_with_the_same_mark_behind_each() -> None:
    for game in ("quasimino", "triomino"):
        made = book(game)
        for front, back in zip(made.pages[::2], made.pages[1::2], strict=True):
            figures = [s.figure.rstrip("0123456789") for s in back.stamps]
            count = sum("cut" in s.figure for s in front.stamps)
            assert figures == ["tint"] * count + ["back"] * count  # no tint lies over a neighbour's mark
            assert [text.text for text in back.texts] == [f"{made.title.split(':')[0]}: backs of {_sheet(back, made)}"]


def _sheet(back: Page, made: Book) -> str:
    return f"sheet {back.title.split()[1].rstrip(',')} of {len(made.pages) // 2}"


def test_backs_lie_behind_their_faces_moved_by_what_the_printer_is_off() -> None:
    paper = replace(A4, back_offset=(Signed(0.7), Signed(-1.2)))
    straight, off = book("triomino"), book("triomino", paper)
    assert content_of(straight) != content_of(off)
    assert straight.pages[0] == off.pages[0]
    for stamp, two in zip(straight.pages[1].stamps, off.pages[1].stamps, strict=True):
        assert (two.x - stamp.x, two.y - stamp.y) == pytest.approx((-0.7, 1.2), abs=1e-6)
    front, back = seen(off)
    assert unmirrored(front, back, 3.0) > 0
    assert unmirrored(front, seen(straight)[1], 3.0) == 0


@pytest.mark.parametrize(
    ("paper", "across", "up", "allowed"),
    [
        (A4, 3.1, 0, "-3 to 3"),
        (A4, 0, 13.9, "-10 to 10"),
        (A4, -3.1, 0, "-3 to 3"),
        (LETTER, 0, 3.1, "-3 to 3"),
        (LETTER, 0, -3.1, "-3 to 3"),
    ],
)
def test_backs_that_would_leave_the_printable_page_are_refused(
    paper: Paper, across: float, up: float, allowed: str
) -> None:
    with pytest.raises(InputError, match=rf"back_offset: found .* allowed .*is from {allowed} mm"):
        leaves(held("triomino"), replace(paper, back_offset=(Signed(across), Signed(up))))


# printers that turn over the short edge -----------------------------------------------------------


def behind(page: Seen, upside_down: bool) -> list[Polygon]:
    """The ink of a page of backs, seen through its faces: turned over about an upright axis, or a level one."""
    turn = (1, -1, 0, page.height) if upside_down else (-1, 1, page.width, 0)
    return [affine_transform(ink, [turn[0], 0, 0, turn[1], turn[2], turn[3]]) for ink in page.fills()]


@pytest.mark.parametrize(("game", "paper", "flip", "upside_down"), PRINTED)
def test_backs_lie_behind_their_faces_about_either_edge(game: str, paper: Paper, flip: Flip, upside_down: bool) -> None:
    turned = replace(paper, flip=flip)
    made = book(game, turned)
    asked: Any = PdfReader(io.BytesIO(content_of(made))).trailer["/Root"]
    assert (
        asked["/ViewerPreferences"]["/Duplex"] == {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge"}[flip]
    )
    assert f"printer’s dialog: flip on {flip} edge" in " ".join(text.text for text in made.pages[0].texts)
    pages = seen(made)
    for front, back in zip(pages[::2], pages[1::2], strict=game == "triomino"):
        cuts = front.cuts()
        through = [ink for ink in behind(back, upside_down) if ink.area > 80]
        assert game == "quomino" or len(through) == len(cuts)
        for ink in through:  # each lies over one face, and its rim
            assert any(cut.centroid.distance(ink.centroid) < 0.05 for cut in cuts) or game == "quomino"
            assert any(ink.intersection(cut).area > 0.5 * min(ink.area, cut.area) for cut in cuts)


# bleed, and machines that cut ------------------------------------------------------------------


def test_a_silhouette_page_has_its_marks_and_nothing_near_them() -> None:
    made = book("triomino", MARKED)
    for page in seen(made):
        black = [d for d in page.drawings if d["color"] == (0, 0, 0) or d["fill"] == (0, 0, 0)]
        if not page.cuts():
            continue
        square, corners = black[0], black[1]
        (shape,) = page.polygons(square)
        assert shape.bounds == pytest.approx((10, 282, 15, 287), abs=0.01)
        assert corners["width"] == pytest.approx(0.3 * 72 / 25.4, abs=1e-3)
        ends = {tuple(round(v, 2) for v in p) for line in page.lines(corners) for p in line}
        assert ends == {(180, 287), (200, 287), (200, 267), (10, 30), (10, 10), (30, 10)}
        zones = [
            Polygon([(x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)]) for x, y in ((10, 267), (180, 267), (10, 10))
        ]
        others = [d for d in page.drawings if d not in (square, corners)]
        for d in others:
            for line in page.lines(d):
                assert not any(zone.intersects(LineString(line)) for zone in zones)
        assert ruler_faults(page) == []
    assert outside(content_of(book("triomino")), 0) == 0


# --- What lies on pages ---------------------------------------------------------------------------


TRIANGLE = ((0.0, 20.78461), (-18.0, -10.392305), (18.0, -10.392305))
SQUARE = ((-11.0, -11.0), (11.0, -11.0), (11.0, 11.0), (-11.0, 11.0))


def test_one_place_too_few_takes_another_sheet() -> None:
    """Sheets are counted as they are: what does not fit is not squeezed in."""
    roomy, tight = (impose("page", [PageItem(f"s{k}", SQUARE, True) for k in range(n)], 100, 80, 4.0) for n in (12, 13))
    assert [len(page.placements) for page in roomy] == [12]
    assert [len(page.placements) for page in tight] == [12, 1]


def test_items_lie_whole_and_apart_and_none_is_mirrored() -> None:
    items = [PageItem(f"t{k}", TRIANGLE, True) for k in range(30)]
    items += [PageItem(f"s{k}", SQUARE, True) for k in range(41)]
    items += [PageItem(f"d{k}", SQUARE, False, "apart") for k in range(9)]
    outlines = {item.name: item.outline for item in items}
    pages = impose("page", items, 150, 190, 6.0)
    laid = [
        [(placement.item, Polygon(placement.ring(outlines[placement.item]))) for placement in page.placements]
        for page in pages
    ]
    assert Counter(name for page in laid for name, _ in page) == Counter(outlines.keys())
    for page in laid:
        for k, (one, shape) in enumerate(page):
            left, low, right, high = shape.bounds
            assert min(left, low, 150 - right, 190 - high) > -1e-5
            for two, other in page[:k]:
                apart, like = shape.distance(other), one[0] == two[0]
                assert shape.intersection(other).area < 1e-3
                assert apart > 5.999 or (like and one[0] != "d" and apart < 1e-5)
    assert len(pages) == 2


LOOSE = {
    "disc": tuple((6 * math.cos(math.tau * k / 32), 6 * math.sin(math.tau * k / 32)) for k in range(32)),
    "parallelogram": ((0.0, 0.0), (20.0, 0.0), (29.0, 8.0), (9.0, 8.0)),
    "triangle": ((0.0, 0.0), (14.0, 0.0), (20.0, 31.0)),
    "pentagon": ((0.0, 0.0), (16.0, 0.0), (19.0, 9.0), (8.0, 17.0), (-3.0, 9.0)),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("reach", [0.0, 3.0])
@pytest.mark.parametrize("shape", LOOSE)
def test_what_keeps_apart_does_so_in_rows_and_in_pockets(shape: str, reach: float) -> None:
    items = [PageItem(f"s{k}", SQUARE, True) for k in range(21)]
    items += [PageItem(f"d{k}", LOOSE[shape], False) for k in range(90)]
    outlines = {item.name: item.outline for item in items}
    for page in impose("page", items, 150, 190, max(4.0, 2 * reach)):
        laid = [(placement.item[0], Polygon(placement.ring(outlines[placement.item]))) for placement in page.placements]
        for k, (one, outline) in enumerate(laid):
            left, low, right, high = outline.bounds
            assert min(left, low, 150 - right, 190 - high) > -1e-5
            least = min((outline.distance(other) for two, other in laid[:k] if "d" in (one, two)), default=math.inf)
            assert least > max(4.0, 2 * reach) - 1e-5


def test_what_is_larger_than_a_page_is_refused_with_the_room() -> None:
    with pytest.raises(InputError, match=r"s: found a piece of 22.00 × 22.00 mm, allowed is what fits on a page with "):
        impose("page", [PageItem("s", SQUARE, True)], 20, 40, 4.0)


SILHOUETTE = Paper("letter-silhouette", 215.9, 279.4, 10, 3, marks=CutMarks.SILHOUETTE)
PAPERS = (A4, LETTER, SILHOUETTE)
COLOURS = (3, 4, 6)
CAPITALS, DESCENT = 0.73, 0.22  # of the size of letters: as high, and as deep, as any of these pages has


@cache
def held_of_rows(game: str, colours: int = 0) -> GameSet:
    run = settle(Request(game, {"colours": colours} if colours else {}, formats=("pdf",), extras=("greyscale",)))
    return Build(run).set(Process.PAPER)


def book_of_rows(game_set: GameSet, paper: Paper, mode: int) -> Book:
    return next(islice(books(game_set, paper), mode, None))


def written_on(content: bytes, number: int) -> Iterator[tuple[str, Polygon]]:
    """Yield the lines of text of a page, and where their letters are, mm with y up."""
    with pymupdf.open(stream=content, filetype="pdf") as document:
        page = document[number]
        for block in page.get_text("dict")["blocks"]:
            for line in block["lines"]:
                for span in line["spans"]:
                    (x, y), size = (v / POINT for v in span["origin"]), span["size"] / POINT
                    left, top, right, low = (v / POINT for v in span["bbox"])
                    across = line["dir"][0] > 0.5
                    if across:
                        ring = box(left, y - CAPITALS * size, right, y + DESCENT * size)
                    else:
                        ring = box(x - CAPITALS * size, top, x + DESCENT * size, low)
                    corners = [(a, page.rect.height / POINT - b) for a, b in ring.exterior.coords]
                    yield span["text"], Polygon(corners)


def clashes(content: bytes, number: int) -> list[str]:
    """Return what is written over something else on a page of faces: a text, a tile, or the spine of a ruler."""
    seen, words = Seen(content, number), list(written_on(content, number))
    found = [f"{a} on {b}" for k, (a, one) in enumerate(words) for b, two in words[:k] if one.intersects(two)]
    tiles = STRtree(seen.cuts())
    found += [f"{a} on a tile" for a, one in words if len(tiles.query(one, "intersects"))]
    spines = [
        LineString(line) for d in seen.drawings for line in seen.lines(d) if 99.9 < LineString(line).length < 100.1
    ]
    found += [f"{a} on a ruler" for a, one in words for spine in spines if one.intersects(spine)]
    return found


@pytest.mark.sampled(1)
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_nothing_is_written_over_anything(paper: Paper, colours: int) -> None:
    made = book_of_rows(held_of_rows("quasimino", colours), paper, 1)  # in grey: its heading is the longest
    content = written(held_of_rows("quasimino", colours), replace(made, pages=made.pages[:1]))
    assert ruler_faults(Seen(content, 0)) == []
    assert clashes(content, 0) == []
    names = [text for text, _ in written_on(content, 0)]
    legend = [f"{k} {ink.name}" for k, ink in enumerate(held_of_rows("quasimino", colours).palette.inks[:colours])]
    assert [name for name in names if name in legend] == legend


# --- options of pages, in profiles and in project files -------------------------------------------


@pytest.mark.thorough
def test_the_edge_is_an_option_and_a_key_of_a_profile(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[page]\nwidth = 210\nheight = 297\nmargin = 5\nbleed = 3\nflip = "short"\n')
    words = ("make", "triomino", "--highest", 0, "--format", "pdf")
    for name, more in (("own", ("--profile", own)), ("said", ("--flip", "short")), ("usual", ())):
        invoke(*words, *more, "-o", tmp_path / name, code=0)
        invoke("verify", tmp_path / name, code=0)
        edge = "long" if name == "usual" else "short"
        assert f"flip on {edge} edge" in start_page.text(tmp_path / name)
        manifest = json.loads((tmp_path / name / "manifest.json").read_text())
        (page,) = manifest["parameters"]["made with"]["pages"]
        assert page.get("flip", "long") == edge and ("flip" in page) == (edge == "short")
    invoke(*words, "--profile", own, "--flip", "long", "-o", tmp_path / "long", code=0)
    assert "flip on long edge" in start_page.text(tmp_path / "long")
    refused = invoke(*words, "--flip", "upper", "-o", tmp_path / "no", code=2)
    assert "'upper'" in refused.output and "long" in refused.output and "short" in refused.output
    own.write_text(own.read_text().replace("short", "upper"))
    refused = invoke(*words, "--profile", own, "-o", tmp_path / "no", code=2)
    assert "flip: found 'upper', allowed is long or short" in refused.output


@pytest.mark.thorough
def test_options_and_profiles_of_pages(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("[page]\nwidth = 210\nheight = 297\nmargin = 6\nbleed = 2\nback_offset = [0.4, -0.25]\n")
    words = ("make", "triomino", "--highest", 0, "--format", "pdf", "--profile", own)
    assert invoke(*words, "-o", tmp_path / "set").exit_code == 0
    assert invoke("verify", tmp_path / "set").exit_code == 0
    assert invoke(*words, "--back-offset", "-0.5,1mm", "--bleed", "0", "-o", tmp_path / "other").exit_code == 0
    assert invoke("verify", tmp_path / "other").exit_code == 0
    project = tmp_path / "project.toml"
    project.write_text(
        'game = "triomino"\nhighest = 0\nformat = "pdf"\nprofile = "mine.toml"\nback-offset = [-0.5, 1]\nbleed = 0\n'
    )
    assert invoke("make", "--project", project, "-o", tmp_path / "third").exit_code == 0
    name = "pdf/tiles-mine-colour.pdf"
    first, other, third = ((tmp_path / one / name).read_bytes() for one in ("set", "other", "third"))
    assert first != other == third
    assert len(PdfReader(tmp_path / "set" / name).pages) == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("back_offset = [1]", "back_offset: found .* allowed is a list of two numbers, each from -10 to 10 mm"),
        ("back_offset = [0, 12]", "each from -10 to 10 mm"),
        ("back_offset = 3", "each from -10 to 10 mm"),
        ('marks = "graphtec"', "marks: found 'graphtec', allowed is none or silhouette or cameo-5-alpha or cricut"),
        ("reach = [0.5, 0]", "reach: found .* allowed is a list of two numbers, each 0, or from 1 to 10000 mm"),
    ],
)
def test_a_page_profile_that_no_page_has_is_refused(line: str, says: str, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(f"[page]\nwidth = 210\nheight = 297\nmargin = 6\nbleed = 2\n{line}\n")
    with pytest.raises(InputError, match=says):
        settle(Request("triomino", {}, formats=("pdf",), profiles=(str(own),)))

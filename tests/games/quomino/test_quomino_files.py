"""The files of a Quomino box, boards of other machines and black corners of backs, read back from geometry alone."""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
import shapely
import trimesh
from boards_read import Lines, Ring, along, lines_of
from boards_read import inside as slowly_inside
from called import invoke
from pdf_read import NEAR, Seen, fonts_of, ruler_faults, written
from pypdf import PdfReader
from samples import resized
from sections import burned
from shapely.affinity import rotate, scale, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from svgelements import SVG
from svgelements import Path as Curve
from test_quomino_set import MEASURES, codes, with_face
from test_quomino_set import box as box_of

import quasiprint
from quasiprint.checks import check_set
from quasiprint.documents.sheets import books
from quasiprint.games.quomino.proof import prove
from quasiprint.model.choices import Extra, Process
from quasiprint.model.face import Face
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Paper

EDGE, RIM, KERF, SHEET, BLEED = 22.0, 5.5, 0.2, (600, 400), 3.0
OMINO, TILE, DISC, FINGER = 18.48, 36.96, 13.2, 7.04  # how wide: of what a laser cuts


def made(folder: Path, *options: object) -> Path:
    """Make a box as a user does."""
    invoke("make", "quomino", *options, "-o", folder / "box", code=0)
    return folder / "box"


@pytest.fixture(scope="module")
def box_of_all(whole: Callable[[str], Path]) -> Path:
    """The default box: its sheets, and its pages on two papers and in every look."""
    return whole("quomino")


@cache
def sheets(folder: Path, kind: str) -> list[tuple[Lines, Lines]]:
    """Return the lines of the faces and of the backs of each sheet."""
    fronts = sorted((folder / kind).glob(f"sheet-?.{kind}"))
    assert fronts
    behind = [file.with_name(f"{file.stem}-back.{kind}") for file in fronts]
    return [(lines_of(a), lines_of(b) if b.exists() else {}) for a, b in zip(fronts, behind, strict=True)]


def inside(lines: Lines, operation: str, cut: Polygon) -> list[Ring]:
    """Return what lies inside a cut, as seen from its middle."""
    x0, y0, x1, y1 = cut.bounds
    near = [ring for ring in lines.get(operation, []) if x0 < ring[0][0] < x1 and y0 < ring[0][1] < y1]
    return slowly_inside({operation: near}, operation, cut)


def extent(shape: shapely.Geometry) -> tuple[float, float]:
    """Return how wide a shape is, the shorter way first."""
    x0, y0, x1, y1 = shape.bounds
    return min(x1 - x0, y1 - y0), max(x1 - x0, y1 - y0)


def measured(cuts: list[Polygon], width: float, length: float | None = None) -> list[Polygon]:
    """Return the outlines as wide and long as asked; one with 32 sides is a little narrower, as it is turned."""
    want = (width, length or width)
    return [s for s in cuts if math.dist(extent(s), want) < (0.1 if len(s.exterior.coords) == 33 else 0.002)]


def outer(lines: Lines) -> list[Polygon]:
    assert all(ring[0] == ring[-1] for ring in lines["cut-outer"])
    return [Polygon(ring) for ring in lines["cut-outer"]]


def ominoes_of(lines: Lines) -> Iterator[tuple[Polygon, shapely.Geometry]]:
    """Yield the cuts of ominoes and what is engraved in them, as seen from their middles."""
    for shape in measured(outer(lines), OMINO + KERF):
        yield shape, unary_union(burned(inside(lines, "engrave", shape)))


def black_corner(ink: shapely.Geometry, half: float) -> tuple[int, int]:
    """Return the corner that is black: ink lies up to the diagonal, with a hole in it at most, and not beyond."""
    u, v = (1 if ink.centroid.x > 0 else -1), (1 if ink.centroid.y > 0 else -1)
    assert min(u * x + v * y for x, y in ink.exterior.coords) > -1e-3, "black beyond the diagonal"
    filled = Polygon(ink.exterior).area
    assert filled > 0.85 * 2 * half * half, "not all the half is black"
    return u, v


def side_shown(ink: shapely.Geometry, half: float) -> str:
    """Return the colour of a Quomino: that of the square on its tip; the corners around it have the other."""
    tips = [Point(0.94 * half * x, 0.94 * half * y) for x, y in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))]
    middle = {ink.covers(tip) for tip in tips}
    corners = {ink.covers(Point(0.6 * half * x, 0.6 * half * y)) for x in (1, -1) for y in (1, -1)}
    assert len(middle) == len(corners) == 1 and middle != corners, "neither black nor white"
    return "black" if middle == {True} else "white"


def marked(heavy: shapely.Geometry, size: int) -> list[int]:
    """Return which boards heavy lines bound, in the middle of one of `size`; there are no others."""

    def around(n: int) -> set[tuple[bool, int, int]]:
        first = (size - n) // 2
        ends = (first, first + n)
        return {(up, line, cell) for up in (False, True) for line in ends for cell in range(first, first + n)}

    shapely.prepare(heavy)
    found = set()
    for line in range(size + 1):
        for cell in range(size):
            at, to = (line - size / 2) * EDGE, (cell + 0.25 - size / 2) * EDGE
            found |= {(up, line, cell) for up in (False, True) if heavy.covers(Point((at, to) if up else (to, at)))}
    sizes = [n for n in range(size, 1, -2) if around(n) <= found]
    assert found == set().union(*map(around, sizes)), "a heavy line bounds no board"
    return sizes


def laser_counts(folder: Path, kind: str, size: int) -> tuple[int, int, int, int, int]:
    """Return how many ominoes, Quominoes, markers, boards and other things are cut."""
    cuts = [shape for front, _ in sheets(folder, kind) for shape in outer(front)]
    assert all(box(0, 0, *SHEET).contains_properly(shape) for shape in cuts)
    counts = [len(measured(cuts, wide + KERF)) for wide in (OMINO, TILE, DISC, size * EDGE + 2 * RIM)]
    return *counts, len(cuts) - sum(counts)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_the_sheets_cut_all_the_box_apart(box_of_all: Path, kind: str) -> None:
    assert laser_counts(box_of_all, kind, 10) == (100, 25, 64, 1, 8)
    for front, _ in sheets(box_of_all, kind):
        shapes = outer(front)
        near = shapely.STRtree(shapes).query(shapes, predicate="intersects")
        assert near.shape[1] == len(shapes)  # each touches itself alone
    cuts = [shape for front, _ in sheets(box_of_all, kind) for shape in outer(front)]
    for squares in (7, 9):  # a strip is loose by 0.6 mm
        assert len(measured(cuts, EDGE - 0.6 + KERF, squares * EDGE - 0.6 + KERF)) == 4


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_every_omino_has_a_hole_for_a_fingertip_in_its_black_half(box_of_all: Path, kind: str) -> None:
    holes = 0
    for front, back in sheets(box_of_all, kind):
        for shape, ink in ominoes_of(front):
            u, v = black_corner(ink, OMINO / 2)
            (hole,) = map(Polygon, inside(front, "cut-inner", shape))
            holes += 1
            assert extent(hole) == pytest.approx((FINGER - KERF, FINGER - KERF), abs=0.02)  # the beam takes the rest
            assert min(u * x + v * y for x, y in hole.exterior.coords) > 0.4
            assert hole.distance(ink) > 0.3 and Polygon(ink.interiors[0]).covers(hole)
            behind = Polygon([(SHEET[0] - x, y) for x, y in shape.exterior.coords])
            assert inside(back, "engrave", behind) == []
        assert len(front.get("cut-inner", [])) == len(measured(outer(front), OMINO + KERF))
    assert holes == 100
    # and what is wrong is found
    with pytest.raises(AssertionError, match="beyond the diagonal"):
        black_corner(translate(ink, -0.5 * u, 0), OMINO / 2)
    with pytest.raises(AssertionError, match="not all the half"):
        black_corner(scale(ink, 0.8, 0.8, origin=(9 * u, 9 * v)), OMINO / 2)


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_a_quomino_is_black_before_and_white_behind(box_of_all: Path, kind: str) -> None:
    engraved = 0
    for front, back in sheets(box_of_all, kind):
        for shape in measured(outer(front), TILE + KERF):
            diamond = unary_union(burned(inside(front, "engrave", shape)))
            assert side_shown(diamond, TILE / 2) == "black"
            behind = Polygon([(SHEET[0] - x, y) for x, y in shape.exterior.coords])
            corners = burned(inside(back, "engrave", behind))
            assert side_shown(unary_union(corners), TILE / 2) == "white"
            engraved += len(corners)
        assert len(burned(back.get("engrave", []))) == 4 * len(measured(outer(front), TILE + KERF))
    assert engraved == 100
    with pytest.raises(AssertionError, match="neither"):
        side_shown(unary_union([diamond, *corners]), TILE / 2)
    with pytest.raises(AssertionError, match="neither"):
        side_shown(translate(diamond, 3, 0), TILE / 2)


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_heavy_lines_bound_the_smaller_boards(box_of_all: Path, kind: str) -> None:
    (front,) = [front for front, _ in sheets(box_of_all, kind) if measured(outer(front), 231 + KERF)]
    (board,) = measured(outer(front), 231 + KERF)
    ink = burned(inside(front, "engrave", board))
    assert marked(unary_union(ink), 10) == [10, 8, 6]
    # all other sides of squares are scored, once
    scored, engraved = inside(front, "score", board), unary_union(ink)
    fine = along(scored)
    sides = [(x, y) for line in range(11) for cell in range(10) for x, y in [((line - 5) * EDGE, (cell - 4.75) * EDGE)]]
    for x, y in (*sides, *((y, x) for x, y in sides)):
        assert engraved.covers(Point(x, y)) != fine.covers(Point(x, y))
    assert len(scored) == 220 - 4 * (10 + 8 + 6)
    # the numbers of the smaller ones: a 6 has one eye, an 8 two, and under either lies a bar
    assert sorted(len(shape.interiors) for shape in ink if len(shape.exterior.coords) > 5) == [1, 2]
    bars = [shape for shape in ink if len(shape.exterior.coords) == 5 and extent(shape)[1] < 12]
    for eyes, square in ((1, 6), (2, 8)):
        (number,) = [shape for shape in ink if len(shape.interiors) == eyes]
        (bar,) = [bar for bar in bars if bar.distance(number) < 3]
        if eyes == 1:  # the eye of a 6 is below, that of a 9 is above
            assert Polygon(number.interiors[0]).distance(bar) < 0.4 * number.hausdorff_distance(bar)
        # it stands outside the board it names, at a corner of it
        reach = square / 2 * EDGE
        assert all(reach < abs(middle) < reach + EDGE for middle in (number.centroid.x, number.centroid.y))
    # and what is wrong is found
    with pytest.raises(AssertionError, match="bounds no board"):
        marked(unary_union([*ink, LineString([(0, -EDGE), (0, EDGE)]).buffer(1)]), 10)
    six = box(-3.2 * EDGE, -3.2 * EDGE, 3.2 * EDGE, 3.2 * EDGE)
    assert marked(unary_union(ink).difference(six), 10) == [10, 8]


def named(shape: Polygon) -> str:
    """Return what an outline on a page is, of its true size."""
    wide, long = extent(shape)
    assert abs(shape.area - wide * long) < 0.1, "an outline like no other"
    squares = {DISC: "marker", EDGE: "omino", 2 * EDGE: "quomino"}  # what a laser cuts round is square here
    return (squares.get(round(wide, 2)) if long - wide < 0.01 else None) or "board"


@cache
def pages(file: Path) -> list[Seen]:
    content = file.read_bytes()
    return [Seen(content, number) for number in range(len(PdfReader(file).pages))]


def sheets_of(file: Path) -> list[tuple[Seen, Seen | None]]:
    """Return the sheets of a file: the page of faces, and that of backs if there is one, on which nothing is cut."""
    found: list[tuple[Seen, Seen | None]] = []
    for page in pages(file):
        if page.cuts():
            found.append((page, None))
        else:
            assert found[-1][1] is None
            found[-1] = found[-1][0], page
    return found


def paper_counts(file: Path) -> Counter[str]:
    """Count what is to be cut out of a file's pages."""
    return Counter(named(shape) for page in pages(file) for shape in page.cuts())


def ink_in(page: Seen, shape: Polygon) -> shapely.Geometry:
    """Return what is inked inside an outline, as seen from its middle; not the hair of ink along a neighbour's side."""
    parts = [fill.intersection(shape) for fill in page.fills() if fill.intersects(shape)]
    ink = unary_union([part for part in parts if not part.buffer(-0.005).is_empty])
    return translate(ink, -shape.centroid.x, -shape.centroid.y)


def run_over(tile: Polygon, others: list[Polygon]) -> Iterator[Polygon]:
    """Yield where ink runs out over a Quomino's sides: over those alone beyond which nothing lies."""
    near = [other for other in others if other is not tile and other.distance(tile) < BLEED]
    ring = shapely.normalize(tile).exterior.coords  # clockwise
    for (x, y), (u, v) in pairwise(ring):
        k = BLEED / math.dist((x, y), (u, v))
        out_x, out_y = k * (y - v), k * (u - x)
        strip = Polygon([(x, y), (u, v), (u + out_x, v + out_y), (x + out_x, y + out_y)])
        if all(strip.intersection(other).area < 0.01 for other in near):
            yield strip


def unbacked(front: Seen, back: Seen | None) -> int:
    """Count the Quominoes that have no white square on its tip behind them, black around it, as paper is turned over
    its long edge; one for ink that is behind none, and one if it does not run out over their free sides alone."""
    if back is None:
        return sum(named(shape) == "quomino" for shape in front.cuts())
    ink = unary_union(back.fills())
    turned = [(named(s), translate(s, front.width - 2 * s.centroid.x, 0)) for s in front.cuts()]
    tiles, others = [s for name, s in turned if name == "quomino"], [s for _, s in turned]
    over = unary_union([strip for tile in tiles for strip in run_over(tile, others)])
    aside = ink.difference(unary_union([*tiles, over]).buffer(0.01, join_style="mitre")).area > 0.01
    short = not over.difference(ink).buffer(-0.15).is_empty  # but for the hair between corners
    return sum(not diamond(tile.difference(ink)) for tile in tiles) + aside + short


def diamond(shape: Polygon) -> bool:
    """Tell whether a shape is a square on its tip that reaches the sides of a Quomino; a hair of 0.25 mm parts the
    corners around it."""
    x, y = shape.centroid.coords[0]
    tips = Polygon([(x + EDGE, y), (x, y + EDGE), (x - EDGE, y), (x, y - EDGE)])
    return shape.buffer(NEAR).contains(tips) and shape.area - tips.area < 0.25 * 2.1 * EDGE


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("size_of_page", "mode"), [("a4", "colour"), ("letter", "greyscale"), ("a4", "inksaver")])
def test_the_pages_show_all_the_box_at_its_true_size(box_of_all: Path, size_of_page: str, mode: str) -> None:
    file = box_of_all / "pdf" / f"tiles-{size_of_page}-{mode}.pdf"
    assert paper_counts(file) == {"omino": 100, "quomino": 25, "marker": 64, "board": 2}
    reader = PdfReader(file)
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/PrintScaling"] == "/None"
    assert all(fonts_of(file.read_bytes()).values())
    boards = []
    for front, back in sheets_of(file):
        assert ruler_faults(front) == []
        assert unbacked(front, back) == 0
        for shape in front.cuts():
            ink, kind = ink_in(front, shape), named(shape)
            if kind == "omino":  # ink of those beside it would make it more than a half
                black_corner(ink, EDGE / 2)
                assert ink.area == pytest.approx(EDGE * EDGE / 2, abs=0.1)
            elif kind == "quomino":
                assert diamond(ink) and side_shown(ink, EDGE) == "black"
            elif kind == "marker":  # a cross
                assert box(*ink.bounds).hausdorff_distance(Point(0, 0)) < DISC / 2 - 1
                assert ink.covers(Point(0, 0)) and ink.centroid.distance(Point(0, 0)) < 0.01
            elif kind == "board":
                boards.append((shape, ink))
    # laid edge to edge as they are, upright, the parts are a board with heavy lines around the smaller ones
    laid, at = [], -(5 * EDGE + RIM)
    for shape, ink in sorted(boards, key=lambda board: board[1].bounds[0] + board[1].bounds[2], reverse=True):
        wide = shape.bounds[2] - shape.bounds[0]
        assert shape.bounds[3] - shape.bounds[1] == pytest.approx(10 * EDGE + 2 * RIM, abs=0.01)
        laid.append(translate(ink, at + wide / 2, 0))
        at += wide
    assert at == pytest.approx(5 * EDGE + RIM, abs=0.01)
    whole = unary_union(laid)
    assert marked(whole.buffer(-0.3), 10) == [10, 8, 6]  # fine ones are 0.44 mm wide
    lines = [LineString([(k * EDGE, -5 * EDGE), (k * EDGE, 5 * EDGE)]) for k in range(-5, 6)]
    lines += [rotate(line, 90, origin=(0, 0)) for line in lines]
    assert all(whole.buffer(0.01).covers(line) for line in lines)  # without a gap, over the seam as well
    with pytest.raises(AssertionError, match="bounds no board"):
        marked(unary_union([laid[0], translate(laid[1], EDGE, 0)]).buffer(-0.3), 10)


# --- Boards of Quomino by another machine than the pieces -----------------------------------------


SIZE = 4


@cache
def files(board: str, *formats: str) -> Mapping[str, bytes]:
    return quasiprint.design("quomino", size=SIZE, **({"board_by": board} if board else {})).files(formats=formats)


def listed(made: Mapping[str, bytes]) -> dict[str, list[str]]:
    """By what each accessory is made, as the manifest says."""
    return {one["id"]: one.get("processes", []) for one in json.loads(made["manifest.json"])["accessories"]}


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("board", "formats"), [("laser", ("stl", "svg")), ("paper", ("stl", "pdf")), ("printer", ("stl", "svg"))]
)
def test_the_board_is_made_by_one_machine_and_the_pieces_by_the_other(board: str, formats: tuple[str, ...]) -> None:
    made = files(board, *formats)
    assert listed(made)["board"] == [board]
    names = Counter(path.split("/")[2].split("_")[0].split("-")[0] for path in made if path.startswith("stl/pieces/"))
    assert ("board" in names) == (board == "printer") == ("omino" not in names)
    if board == "laser":
        cuts = [
            element
            for element in SVG.parse(io.BytesIO(made["svg/sheet-1.svg"])).elements()
            if isinstance(element, Curve)
        ]
        wide = max(one.bbox()[2] - one.bbox()[0] for one in cuts if one.bbox() and str(one.stroke) == "#ff0000")
        assert wide / 96 * 25.4 == pytest.approx(SIZE * 22 + 2 * 5.5 + 0.2, abs=0.3)
        assert not any("back" in path for path in made if path.startswith("svg/"))  # Quominoes alone have backs
    verdict = quasiprint.verify(made)
    assert verdict.verified, verdict.findings


def test_less_is_printed_and_the_bill_says_so() -> None:
    def grams(made: Mapping[str, bytes]) -> float:
        rows = csv.DictReader(io.StringIO(made["bill.csv"].decode()))
        first = "prusa-mk4, in colours"
        return sum(float(r["value"]) for r in rows if r["group"] == first and r["figure"].endswith(" grams"))

    def volume(made: Mapping[str, bytes]) -> float:
        plates = (path for path in made if path.startswith("stl/plate-") and "relief" not in path)
        return sum(trimesh.load(io.BytesIO(made[path]), file_type="stl").volume for path in plates)

    plain, paper = files("", "stl", "pdf"), files("paper", "stl", "pdf")
    assert grams(paper) < grams(plain) - 8
    (board,) = (path for path in plain if path.startswith("stl/pieces/board"))
    own = trimesh.load(io.BytesIO(plain[board]), file_type="stl").volume
    assert volume(plain) - volume(paper) == pytest.approx(own, rel=0.01)


def test_a_board_among_what_another_machine_makes_is_an_error() -> None:
    apart = quasiprint.design("quomino", size=SIZE, board_by="paper").as_made_by("printer")
    assert [accessory.id for accessory in apart.accessories] == ["marker"]
    whole = quasiprint.design("quomino", size=SIZE).as_made_by("printer")

    def codes(held: GameSet) -> set[str]:
        return {one.code for one in (*check_set(held)[0], *prove(held)[0])}

    assert codes(apart) == set()
    both = replace(apart, accessories=whole.accessories)
    assert codes(both) == {"parts-wrong"}


# --- black corners of the white side --------------------------------------------------------------


A4 = Paper("a4", 210, 297, 5, 3)
LOOKS = {"colour": 0.0, "greyscale": 0x33 / 255, "inksaver": 0xE8 / 255}


def quomino_of(held: GameSet) -> Face:
    return next(piece.face for piece in held.pieces if piece.shape == "quomino")


@pytest.mark.parametrize("look", LOOKS)
def test_behind_every_quomino_are_four_black_corners(look: str) -> None:
    held = box_of("paper", resized(MEASURES["paper"], extras=(Extra.GREYSCALE, Extra.INKSAVER)))
    (book,) = (book for book in books(held, A4) if book.name == f"tiles-a4-{look}")
    content, found = written(held, book), 0
    for number in range(0, len(book.pages), 2):
        front, back = Seen(content, number), Seen(content, number + 1)
        homes = [cut.centroid for cut in front.cuts() if cut.bounds[2] - cut.bounds[0] == pytest.approx(44, abs=0.01)]
        fills = [p for d in back.drawings if d["type"] in {"f", "fs"} for p in back.polygons(d)]
        shades = {round(level, 3) for d in back.drawings if d["fill"] for level in d["fill"]}
        assert shades <= {round(LOOKS[look], 3)}
        for home in homes:
            x, y = front.width - home.x, home.y
            tile = box(x - 22, y - 22, x + 22, y + 22)
            white = tile.difference(unary_union(fills))
            tip = Polygon([(x + 22, y), (x, y + 22), (x - 22, y), (x, y - 22)])
            assert white.symmetric_difference(tip).area < 12  # a hair between the corners, where tips meet the rim
            assert white.buffer(1e-6).contains(tip)
            assert (
                not tile.buffer(2.99)
                .difference(tile)
                .difference(unary_union(fills))
                .buffer(-0.3)
                .intersects(box(x - 22.5, y + 5, x - 22.1, y + 15))
            )  # it runs out over the line to cut along
            found += 1
    assert found == 4


def test_every_maker_has_black_corners_and_a_white_middle() -> None:
    for process in Process.PRINTER, Process.LASER, Process.PAPER:
        held = box_of(process)
        assert codes(held) == []
        assert sum(len(region.outer) == 3 for region in quomino_of(held).back) == 4


def test_a_paper_quomino_tinted_at_its_corners_only_is_no_white_one() -> None:
    held = box_of("paper")
    tinted = replace(quomino_of(held), back_colour=None)
    assert codes(with_face(held, "quomino", tinted)) == ["sides-wrong"]


def test_a_printed_quomino_whose_corners_are_sunk_and_not_black_is_no_white_one() -> None:
    held = box_of("printer")
    sunk = with_face(held, "quomino", replace(quomino_of(held), back_colour=None))
    assert codes(sunk) == ["sides-wrong"]

"""Laser sheets: what is burned, in which order, of which size; ids on the backs, text as outlines."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
import start_page
from called import invoke
from laser import KERF, STOCK, arrangements, production
from shapely import STRtree, box
from shapely.geometry import Polygon
from shapely.ops import unary_union
from sheet_read import Ring as RingOfBacks
from sheet_read import Sheet, corners
from sheet_read import read as read_of_backs

from quasiprint.drawing.lettering import outlines
from quasiprint.errors import InputError
from quasiprint.formats.svg import files
from quasiprint.layout.proof import check_drawing
from quasiprint.layout.sheets import AWAY, Drawings, lay_sheets
from quasiprint.make.profiles import SheetProfile, read
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import IdStyle, Process
from quasiprint.model.face import Ring, area
from quasiprint.model.measures import ProductionOptions
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock


def by(drawing: Drawing, operation: SheetOperation) -> list[SheetPath]:
    return [path for path in drawing.paths if path.operation == operation]


def shape(path: SheetPath) -> Polygon:
    """The area of a path: outer rings run anticlockwise, holes clockwise."""
    outer = unary_union([Polygon(r) for r in path.rings if area(r) > 0])
    return outer.difference(unary_union([Polygon(r) for r in path.rings if area(r) < 0]))


def test_rows_are_cut_to_and_fro() -> None:
    def travel(paths: list[SheetPath]) -> float:
        return sum(math.dist(a.rings[0][-1], b.rings[0][0]) for a, b in zip(paths, paths[1:], strict=False))

    cuts = by(production(colours=3).drawings[0], SheetOperation.CUT_OUTER)
    (arrangement,) = arrangements(production(colours=3).set)
    left = {path.item: path for path in cuts}
    plain = [left[p.item] for p in arrangement.placements[:90]]
    assert {id(path) for path in plain} == {id(path) for path in cuts[:90]}
    assert travel(cuts[:90]) < 0.6 * travel(plain)


def test_ids_land_on_the_backs_and_read_from_behind() -> None:
    held = production(colours=2).set
    asked = replace(held.measures, manner=ProductionOptions(ids=IdStyle.BACK))
    face, back, _ = Drawings(replace(held, measures=asked), arrangements(held), STOCK)
    tiles = {
        path.item: Polygon([(600 - x, y) for x, y in path.rings[0]]) for path in by(face, SheetOperation.CUT_OUTER)
    }
    for piece in held.pieces:
        (path,) = [path for path in by(back, SheetOperation.ENGRAVE) if path.item == piece.id]
        mark, text = path.rings[: len(piece.face.back)], path.rings[len(piece.face.back) :]
        assert tiles[piece.id].contains(shape(path))
        written = shape(SheetPath(SheetOperation.ENGRAVE, text))
        assert written.distance(tiles[piece.id].exterior) > 1.0
        assert written.distance(Polygon(mark[0])) > 1.0
        assert reads(text, piece.id) >= 2.0  # mm: legible, on the 36° rhomb too


def reads(text: tuple[Ring, ...], words: str) -> float:
    """How high (mm) the rings write the words, turned and moved but not mirrored; 0 if they do not."""
    plain = [[complex(*p) for p in ring] for region in outlines(words, 1.0, 0, 0) for ring in region.rings]
    found = [[complex(*p) for p in ring] for ring in text]
    if [len(ring) for ring in plain] != [len(ring) for ring in found]:
        return 0.0
    # centres of the rings' corners do not depend on where a ring starts, or which way it runs
    turn = (centre(found[-1]) - centre(found[0])) / (centre(plain[-1]) - centre(plain[0]))
    for one, two in zip(plain, found, strict=True):
        wanted = [centre(found[0]) + turn * (z - centre(plain[0])) for z in one]
        if any(min(abs(z - w) for w in two) > 1e-3 for z in wanted):
            return 0.0
    return abs(turn)


def centre(ring: list[complex]) -> complex:
    return sum(ring) / len(ring)


SQUARE = ((20.0, 20.0), (30.0, 20.0), (30.0, 30.0), (20.0, 30.0))


def moved(x: float, y: float = 0.0) -> SheetPath:
    return SheetPath(SheetOperation.CUT_OUTER, (tuple((px + x, py + y) for px, py in SQUARE),))


def parting(*lines: Ring) -> SheetPath:
    return SheetPath(SheetOperation.CUT_INNER, lines, closed=False)


ACROSS, UPRIGHT = ((20.0, 25.0), (30.0, 25.0)), ((25.0, 20.0), (25.0, 30.0))


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        ((moved(0), moved(12)), []),
        ((moved(0), moved(0)), ["cut-twice"]),
        ((moved(0), moved(10)), ["cut-twice"]),  # neighbours that share an edge
        ((moved(0), moved(10, 10)), []),  # a corner alone is no line
        ((moved(0), moved(5, 5)), ["outlines-cross"]),
        ((moved(0), replace(moved(0), operation=SheetOperation.CUT_INNER)), ["out-of-order", "cut-twice"]),
        (
            (SheetPath(SheetOperation.SCORE, (SQUARE,)), SheetPath(SheetOperation.ENGRAVE, (SQUARE,)), moved(12)),
            ["out-of-order"],
        ),
        ((SheetPath(SheetOperation.REFERENCE, (SQUARE,)), moved(0)), []),
        ((moved(70),), ["off-sheet"]),
        ((replace(moved(0), closed=False),), ["cut-open"]),
        ((parting(ACROSS), moved(0)), []),
        ((parting(ACROSS, UPRIGHT), moved(0)), []),  # cuts that part one piece may cross
        ((parting(ACROSS, ACROSS), moved(0)), ["cut-twice"]),
        ((parting(((20, 25), (25, 25))), moved(0)), ["cut-open"]),  # a slit that ends in the piece
        ((parting(((15, 25), (30, 25))), moved(0)), ["cut-open", "outlines-cross"]),  # one that leaves it
    ],
)
def test_the_proof_of_a_drawing_can_fail(paths: tuple[SheetPath, ...], found: list[str]) -> None:
    findings = check_drawing(Drawing("sheet", "", 90, 90, paths))
    assert [finding.code for finding in findings] == found


# --- the smallest usual size of which the fewest are enough ---------------------------------------


USUAL = [(300, 300), (304.8, 304.8), (400, 300), (600, 300), (600, 400)]


def shop(game: str, *profiles: str, cut: str | None = None, **parameters: int) -> Build:
    return Build(settle(Request(game, parameters, profiles=profiles, cut=cut)))


def counts(made: Build, stock: SheetStock) -> list[float]:
    """How many sheets of each size it takes, each laid out whole, with all ways tried."""
    found: list[float] = []
    held = made.set(Process.LASER)
    for width, height in USUAL:
        size = replace(stock, width=width, height=height, sizes=())
        try:
            found.append(len(lay_sheets(held, size, alone=True)[1]))
        except InputError:
            found.append(float("inf"))
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cut", [None, "shared"])
@pytest.mark.parametrize(
    ("game", "parameters"),
    [("quasimino", {}), ("triomino", {}), ("quomino", {"size": 6}), ("quomino", {}), ("majomino", {"count": 3})],
)
def test_it_is_the_smallest_of_which_the_fewest_are_enough(
    game: str, parameters: dict[str, int], cut: str | None
) -> None:
    made = shop(game, cut=cut, **parameters)
    found, (stock, sheets, _) = counts(made, made.run.profiles.sheet), made.cut_from
    due = USUAL[found.index(min(found))]
    assert (stock.width, stock.height) == due
    assert made.drawings.drawings
    assert len(sheets) == min(found)
    assert {(sheet.width, sheet.height) for sheet in sheets} == {due}


def sheet_of(text: str, tmp_path: Path) -> SheetStock:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    found = read(str(tmp_path / "mine.toml"))
    assert isinstance(found, SheetProfile)
    return found.stock


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ("[[700, 300]]", "sizes: found 700 × 300, allowed is what lies on 600 × 400 mm"),
        ("[[6, 300]]", "sizes: found 6 × 300, allowed is what lies on 600 × 400 mm, with a margin of 3 mm"),
        ("[[300]]", "sizes"),
        ("300", "sizes"),
        (f"[{', '.join(['[300, 300]'] * 17)}]", "sizes: found 17, allowed are up to 16 of a sheet"),
    ],
)
def test_sizes_that_no_sheet_has_are_refused(sizes: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        sheet_of(f'[sheet]\nbase = "generic"\nsizes = {sizes}\n', tmp_path)


def test_the_size_is_told_and_proved(tmp_path: Path) -> None:
    told = invoke("make", "triomino", "--highest", 1, "--format", "svg", "--dry-run", code=0).output
    assert "Cut: 1 sheet of 3 mm plywood, 300 × 300 mm, " in told
    invoke("make", "triomino", "--highest", 1, "--format", "svg", "-o", tmp_path / "set", code=0)
    page = " ".join(start_page.text(tmp_path / "set").split())
    assert "Sheets of 300 × 300 mm, 3 mm thick" in page
    assert (
        "Of the sizes in which sheets are sold (300 × 300, 304.8 × 304.8, 400 × 300, 600 × 300, 600 × 400 mm)" in page
    )
    assert "sheet-1,width,300,mm" in (tmp_path / "set/bill.csv").read_text(encoding="utf-8")
    assert "proved" in invoke("verify", tmp_path / "set", code=0).output
    manifest = json.loads((tmp_path / "set/manifest.json").read_text(encoding="utf-8"))
    manifest["parameters"]["made with"]["sheet"]["sizes"].pop(0)
    (tmp_path / "set/manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    invoke("verify", tmp_path / "set", code=1)  # other sizes, another sheet
    page = invoke("make", "triomino", "--highest", 1, "--format", "svg", "--profile", "600x300", "--dry-run", code=0)
    assert "600 × 300 mm" in page.output


def test_what_no_sheet_holds_is_refused_with_the_largest() -> None:
    made = Build(settle(Request("triomino", {"highest": 0}, edge=590)))
    with pytest.raises(InputError, match="on 600 × 400 mm"):
        assert made.drawings


# --- Backs of laser sheets ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sheet]:
    """The files of the whole set, read again, by their names."""
    folder = tmp_path_factory.mktemp("sheets")
    for output in files(production(colours=3)):
        (folder / Path(output.path).name).write_bytes(output.content)
    return {path.stem: read_of_backs(path) for path in folder.iterdir()}


def stops(jig: Sheet) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the corners of both stops are, x and y: what the jig's cuts leave, half of the beam outside of them."""
    (cut,) = jig.cuts()
    left, right = (ring[1] for ring in cut.rings)
    half = KERF / 2
    return (float(left[0] - half), float(left[1] - half)), (float(right[0] + half), float(right[1] - half))


def outlines_of_backs(sheet: Sheet, back: bool) -> list[RingOfBacks]:
    """The corners of what is cut out, or of its outlines behind it."""
    if not back:
        return [corners(lines.rings[0]) for lines in sheet.cuts()]
    rims = [lines for lines in sheet.lines if lines.operation == "reference" and len(lines.rings) == 1]
    return [corners(lines.rings[0]) for lines in rims if len(lines.rings[0]) > 4]


def worst(face: list[Polygon], back: list[Polygon]) -> float:
    """How far (mm) the middle of an outline on the back is from that of the nearest on the face, at most."""
    middles = STRtree([one.centroid for one in face])
    return max(float(middles.query_nearest(two.centroid, return_distance=True)[1][0]) for two in back)


@pytest.mark.parametrize("size", [(590, 310), (600, 300), (610, 297), (613.7, 300)])
def test_every_back_is_on_its_piece_whatever_size_the_sheet_has(
    sheets: dict[str, Sheet], size: tuple[float, float]
) -> None:
    """The sheet is pushed with its marked corner into the right stop, burned, turned over, and into the left one.

    u, v: mm from the marked corner, on the sheet itself, as they are seen from the face.
    """
    (left, low), (right, foot) = stops(sheets["corner-jig"])
    face = [Polygon(ring - (left, low)) for ring in outlines_of_backs(sheets["sheet-1"], back=False)]
    back = [Polygon((ring - (right, foot)) * (-1, 1)) for ring in outlines_of_backs(sheets["sheet-1-back"], back=True)]
    assert len(face) == len(back) == 90 + 12
    assert worst(face, back) < 0.01
    engraved = unary_union(
        [
            Polygon((ring - (right, foot)) * (-1, 1))
            for lines in sheets["sheet-1-back"].lines
            if lines.operation == "engrave"
            for ring in lines.rings
        ]
    )
    assert unary_union(face).contains(engraved)
    # pushed into the same stop with another of its corners, as it was done before, a back is off by what the sheet is
    width = size[0]
    before = [Polygon(ring * (-1, 1) + (width, 0)) for ring in outlines_of_backs(sheets["sheet-1-back"], back=True)]
    same = [Polygon(ring) for ring in outlines_of_backs(sheets["sheet-1"], back=False)]
    assert (worst(same, before) < 0.01) == (width == 600)


def test_nothing_is_engraved_behind_pieces_that_tells_them_apart() -> None:
    held = production(colours=3).set
    for ids, told in ((IdStyle.NONE, False), (IdStyle.BACK, True)):
        own = replace(held, measures=replace(held.measures, manner=ProductionOptions(ids=ids)))
        (back,) = [drawing for drawing in Drawings(own, arrangements(own), STOCK) if drawing.name.endswith("-back")]
        seen = [len(path.rings) for path in back.paths if path.operation == "engrave" and path.item.startswith("thi")]
        assert len(seen) == 90
        assert (len(set(seen)) > 1) == told


def names(sheet: Sheet) -> list[list[Polygon]]:
    """What is engraved in no piece, path by path."""
    cuts = unary_union([sheet.outline(cut) for cut in sheet.cuts()])
    engraved = [lines for lines in sheet.lines if lines.operation == "engrave"]
    return [[Polygon(r) for r in lines.rings] for lines in engraved if not Polygon(lines.rings[0]).intersects(cuts)]


def test_names_on_the_waste_lie_clear_of_every_cut_and_of_one_another(sheets: dict[str, Sheet]) -> None:
    sheet = sheets["sheet-1"]
    cuts = unary_union([sheet.outline(cut) for cut in sheet.cuts()])
    found = [unary_union(letters) for letters in names(sheet)]
    assert len(found) >= 30
    room = box(0, STOCK.margin - 1, 600, 300)  # a letter may hang below its line
    for k, text in enumerate(found):
        assert text.distance(cuts) > AWAY - 0.6
        assert room.contains(text)
        assert all(text.distance(other) > 0.3 for other in found[k + 1 :])


def test_ids_on_backs_are_made_for_who_asks(tmp_path: Path) -> None:
    for ids in ("none", "back"):
        folder = tmp_path / ids
        invoke("make", "triomino", "--highest", 2, "--ids", ids, "--format", "svg,dxf", "-o", folder, code=0)
        assert invoke("verify", folder).exit_code == 0
    with_ids, without = (len((tmp_path / ids / "svg/sheet-1-back.svg").read_bytes()) for ids in ("back", "none"))
    assert with_ids > without + 10_000

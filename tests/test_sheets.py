"""Laser drawings: what is burned, in which order, ids on the backs, text as outlines."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from laser import KERF, LASER, STOCK, arrangements, every_operation, production
from samples import quasimino, resized
from shapely.geometry import Polygon
from shapely.ops import unary_union

from quasiprint.drawing.lettering import outlines
from quasiprint.drawing.truetype import TrueType
from quasiprint.layout.labels import label
from quasiprint.layout.proof import check_arrangement, check_drawing
from quasiprint.layout.sheets import Drawings, cut_length
from quasiprint.model.face import Ring, area, region_area
from quasiprint.model.measures import IdStyle, Manner
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation
from quasiprint.places import template_folder


def by(drawing: Drawing, operation: SheetOperation) -> list[SheetPath]:
    return [path for path in drawing.paths if path.operation == operation]


def shape(path: SheetPath) -> Polygon:
    """The area of a path: outer rings run anticlockwise, holes clockwise."""
    outer = unary_union([Polygon(r) for r in path.rings if area(r) > 0])
    return outer.difference(unary_union([Polygon(r) for r in path.rings if area(r) < 0]))


def test_rows_are_cut_to_and_fro() -> None:
    def travel(paths: list[SheetPath]) -> float:
        return sum(math.dist(a.rings[0][-1], b.rings[0][0]) for a, b in zip(paths, paths[1:], strict=False))

    cuts = by(production().drawings[0], SheetOperation.CUT_OUTER)
    (arrangement,) = arrangements(production().set)
    left = {path.item: path for path in cuts}
    plain = [left[p.item] for p in arrangement.placements[:90]]
    assert {id(path) for path in plain} == {id(path) for path in cuts[:90]}
    assert travel(cuts[:90]) < 0.6 * travel(plain)


def test_ids_land_on_the_backs_and_read_from_behind() -> None:
    held = production().set
    asked = replace(held.measures, manner=Manner(ids=IdStyle.BACK))
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


@pytest.mark.parametrize("edge", [18, 30, 50])
def test_an_id_fits_inside_tiles_of_any_size(edge: float) -> None:
    held = quasimino(1, resized(LASER, edge=edge, stripe=edge / 10, min_feature=0.2))
    for piece in held.pieces:
        text = unary_union([Polygon(r.outer) for r in label(piece.id, piece.face.outline, piece.face.back)])
        assert Polygon(piece.face.outline).contains(text.buffer(1.0))
        assert text.distance(Polygon(piece.face.back[0].outer)) > 1.0


def test_the_cut_length_is_the_length_of_the_cuts_alone() -> None:
    drawing = every_operation()
    assert cut_length(drawing) == pytest.approx(2 * (40.2 + 20.2) + 4 * 11.8 + 4 * 4.2)
    assert cut_length(production().drawings[1]) == 0  # nothing is cut from behind


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


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (b"glyf", "without glyf"),
        (b"cmap", "without a table of Unicode's characters"),
        (b"OS/2", "how high its capitals"),
    ],
)
def test_a_font_without_what_letters_need_is_refused(table: bytes, said: str) -> None:
    data = bytearray((template_folder() / "fonts/NotoSans-Bold.ttf").read_bytes())
    entry = data.index(table)
    if table == b"glyf":
        data[entry : entry + 4] = b"CFF "
    else:  # version 0, or a first table for another platform
        start = int.from_bytes(data[entry + 8 : entry + 12])
        data[start : start + 6] = bytes(6)
    with pytest.raises(ValueError, match=said):
        TrueType(bytes(data))


def test_every_mark_is_engraved_on_its_piece() -> None:
    face = production().drawings[0]
    held = production().set
    cuts = {path.item: Polygon(path.rings[0]) for path in by(face, SheetOperation.CUT_OUTER)}
    for piece in held.pieces:
        inked = [path for path in by(face, SheetOperation.ENGRAVE) if path.item == piece.id]
        wanted = sum(region_area(region) for mark in piece.face.marks for region in mark.ink)
        assert len(inked) == len(piece.face.marks)
        assert sum(shape(path).area for path in inked) == pytest.approx(wanted, abs=1e-3)
        assert all(cuts[piece.id].contains(shape(path)) for path in inked)


ORDER = tuple(SheetOperation)


def test_the_order_is_engrave_score_inner_outer_and_reference_last() -> None:
    for drawing in (*production().drawings, every_operation()):
        steps = [ORDER.index(path.operation) for path in drawing.paths]
        assert steps == sorted(steps)
    assert {path.operation for path in every_operation().paths} == set(ORDER)


def test_the_sheets_of_the_whole_set_prove_right() -> None:
    held = production().set
    outlines_of = {thing.id: thing.face.nominal for thing in (*held.pieces, *held.accessories)}
    for arrangement in arrangements(held):
        assert check_arrangement(arrangement, outlines_of, STOCK.margin, STOCK.gap + 2 * KERF) == []
    for drawing in production().drawings:
        assert check_drawing(drawing) == []
    assert check_drawing(every_operation()) == []

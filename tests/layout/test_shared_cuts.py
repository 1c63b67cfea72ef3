"""Shared cuts: every line once, from the inside out, and what is left is nominal; told from the files alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

import pytest
from called import invoke, refused
from hypothesis import given, settings
from hypothesis import strategies as st
from laser import LASER, STOCK
from readers_sets import of_squares, written
from samples import quasimino, resized
from shapely import LineString, Polygon, box, get_parts
from shapely.ops import unary_union

from quasiprint.errors import InputError
from quasiprint.layout.nesting import Area
from quasiprint.layout.proof import check_drawing
from quasiprint.layout.shared import SharedSheet, block_sheets, chain_scores, refuse_unshared, sharing
from quasiprint.layout.sheets import Drawings, cut_length
from quasiprint.model.choices import CutStyle
from quasiprint.model.common_options import LaserOptions
from quasiprint.model.face import Ring
from quasiprint.model.piece import GameSet
from quasiprint.model.production import Arrangement, Drawing, SheetPath
from quasiprint.model.profile import SheetOperation

KERF = 0.2
TRIANGLE: Ring = ((-20.0, -11.547005), (20.0, -11.547005), (0.0, 23.094011))
SQUARE: Ring = ((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0), (-15.0, 15.0))
OBLONG: Ring = ((-20.0, -10.0), (20.0, -10.0), (20.0, 10.0), (-20.0, 10.0))
LEANING: Ring = ((-20.0, -10.0), (10.0, -10.0), (20.0, 10.0), (-10.0, 10.0))
SCALENE: Ring = ((-20.0, -10.0), (15.0, -10.0), (-5.0, 20.0))
HEXAGON: Ring = tuple((20 * math.cos(math.pi * k / 3), 20 * math.sin(math.pi * k / 3)) for k in range(6))


@lru_cache(maxsize=2)
def drawn(kerf: float = KERF) -> tuple[GameSet, Drawing]:
    """The 90 tiles on a sheet of 600 × 300 mm."""
    measures = resized(LASER, kerf=kerf, corner_radius=0.0, cut=CutStyle.SHARED)
    held = replace(quasimino(3, measures), accessories=())
    shapes, rest = sharing([(piece.id, piece.face.outline) for piece in held.pieces], LaserOptions(kerf))
    assert not rest
    (sheet,) = block_sheets(shapes, Area(STOCK.width, STOCK.height, STOCK.margin + kerf, STOCK.gap + 2 * kerf))
    laid = Arrangement("sheet-1", STOCK.width, STOCK.height, sheet.placements)
    return held, Drawings(held, (laid,), STOCK, {laid.name: sheet})[0]


def cuts(drawing: Drawing) -> list[SheetPath]:
    return [path for path in drawing.paths if path.operation.cuts]


def burned(paths: list[SheetPath], kerf: float, width: float = 600.0, height: float = 300.0) -> list[Polygon]:
    """What a round beam leaves of a sheet, without the frame around it."""
    lines = [LineString(ring + ring[:1] if path.closed else ring) for path in paths for ring in path.rings]
    left = get_parts(box(0, 0, width, height).difference(unary_union(lines).buffer(kerf / 2, quad_segs=32)))
    return sorted(left, key=lambda one: one.area)[:-1]


def test_the_90_tiles_take_less_than_6240_mm() -> None:
    held, drawing = drawn()
    assert len(held.pieces) == 90
    assert 199 * 30 < cut_length(drawing) < 6240
    whole = sum(Polygon(piece.face.outline).length for piece in held.pieces)
    assert cut_length(drawing) < 0.56 * whole  # cut separately, each edge would be cut twice


def test_burning_leaves_90_nominal_tiles() -> None:
    held, drawing = drawn()
    left = burned(cuts(drawing), KERF)
    assert len(left) == 90
    due = {piece.id: Polygon(piece.face.nominal) for piece in held.pieces}
    found = Counter(min(("thin", "thick"), key=lambda s: abs(due[f"{s}-0000"].area - one.area)) for one in left)
    assert found == {"thin": 45, "thick": 45}
    for one in left:
        whole = min(due.values(), key=lambda tile: abs(tile.area - one.area))
        assert abs(one.area - whole.area) < 1e-3
        assert abs(one.length - whole.length) < 1e-3
        assert abs(one.minimum_rotated_rectangle.length - whole.minimum_rotated_rectangle.length) < 1e-3


def test_each_line_is_cut_once_and_lines_are_chained() -> None:
    _, drawing = drawn()
    parts = [
        tuple(sorted((a, b)))
        for path in cuts(drawing)
        for ring in path.rings
        for a, b in pairwise(ring + ring[:1] if path.closed else ring)
    ]
    assert max(Counter(parts).values()) == 1
    # 8 lines to and fro between 9 columns of each shape, 9 level lines between 10 rows, and the rim
    assert [path.closed for path in cuts(drawing)] == [False] * (8 + 8 + 9) + [True]
    assert check_drawing(drawing) == []


def test_however_many_tiles_lie_in_a_block_it_has_one_rim() -> None:
    held = quasimino(4, resized(LASER, kerf=KERF, corner_radius=0.0, cut=CutStyle.SHARED))
    shapes, _ = sharing([(piece.id, piece.face.outline) for piece in held.pieces], LaserOptions(KERF))
    sheets = block_sheets(shapes, Area(600, 400, STOCK.margin + KERF, STOCK.gap + 2 * KERF))
    assert [(len(sheet.placements), len(sheet.rims)) for sheet in sheets] == [(272, 1)]


def test_cutting_the_rim_first_frees_tiles_too_early() -> None:
    _, drawing = drawn()
    own = cuts(drawing)
    others = [path for path in drawing.paths if not path.operation.cuts]
    wrong = replace(drawing, paths=(*(p for p in others if p.operation != "reference"), *own[-1:], *own[:-1]))
    assert {finding.code for finding in check_drawing(wrong)} == {"loose-early"}
    # and so does the line next to the rim before those inside of it
    level = [path for path in own[:-1] if len({y for _, y in path.rings[0]}) == 1]
    moved = [level[-1], *(path for path in own if path is not level[-1])]
    assert {f.code for f in check_drawing(replace(drawing, paths=tuple(moved)))} == {"loose-early"}


@cache  # drawn again and again, by several tests
def sheets_of(outline: Ring, count: int, kerf: float, room: tuple[float, float]) -> list[SharedSheet]:
    shapes, rest = sharing([(f"tile-{k}", outline) for k in range(count)], LaserOptions(kerf))
    assert not rest
    return block_sheets(shapes, Area(*room, 3 + kerf, 1 + 2 * kerf))


@pytest.mark.thorough
@pytest.mark.parametrize("outline", [TRIANGLE, SQUARE, OBLONG, LEANING, SCALENE])
@settings(max_examples=40)
@given(count=st.integers(2, 40), kerf=st.sampled_from([0.0, 0.1, 0.2, 0.35]))
def test_blocks_of_any_count_are_cut_out_whole(outline: Ring, count: int, kerf: float) -> None:
    found = sheets_of(outline, count, kerf, (300, 200))
    placed = [lying for sheet in found for lying in sheet.placements]
    assert sorted(lying.item for lying in placed) == sorted(f"tile-{k}" for k in range(count))
    for k, sheet in enumerate(found):
        drawing = Drawing(f"sheet-{k}", "", 300, 200, sheet.cuts)
        assert check_drawing(drawing) == []
        tiles = burned(list(sheet.cuts), kerf or 1e-3, 300, 200)
        assert len(tiles) == len(sheet.placements)
        due = [Polygon(lying.ring(outline)) for lying in sheet.placements]
        for tile in tiles:
            nearest = min(due, key=lambda one: one.centroid.distance(tile.centroid))
            assert nearest.symmetric_difference(tile).area < 1e-4 * nearest.length + (0 if kerf else 1e-3) * tile.length


def test_what_shares_no_edge_is_refused_with_a_reason() -> None:
    round_corners = tuple(piece.face.outline for piece in quasimino(1, LASER).pieces)
    for outline in (HEXAGON, *round_corners):
        shapes, rest = sharing([("a", outline), ("b", outline)], LaserOptions(KERF))
        assert (shapes, len(rest)) == ([], 2)
    with pytest.raises(InputError, match=r"share an edge, allowed are triangles .* choose --cut separate"):
        refuse_unshared([], "tiles")


def test_tiles_of_a_set_file_share_their_cuts_on_a_lattice_alone(tmp_path: Path) -> None:
    """What fills a region together is not sought: without two tiles that share an edge, there is no shared cut."""
    two = {"l": [(0, 0), (1, 0), (2, 0), (0, 1)], "i": [(0, 0), (1, 0)]}
    region = "[region]\npolygon = 'rectangle:3x2'\n"
    made, options = tmp_path / "set", ("--cut", "shared", "--format", "svg")
    result = invoke("make", written(tmp_path, region + of_squares(two)), *options, "-o", made)
    refused(result, "--cut shared: found no two tiles that share an edge, allowed are triangles and parallelograms")
    assert not made.exists()
    several = written(tmp_path, region + of_squares(two, "copies = 2\n"))
    tabbed = invoke("make", several, *options, "--tabs", "2x0.3", "-o", made)
    refused(tabbed, "--tabs: found 2 with --cut shared, allowed is 0; leave it out, or choose --cut separate")
    invoke("make", several, *options, "-o", made, code=0)
    assert "4 pieces" in invoke("verify", made, "--by", "pieces", code=0).output


def test_scores_are_chained() -> None:
    lines: list[Ring] = [
        ((0, 0), (1, 0)),
        ((1, 1), (1, 0)),
        ((1, 1), (2, 1)),
        ((5, 5), (6, 5)),
        ((5, 5), (5, 6)),
        ((5, 5), (4, 5)),
    ]
    found = chain_scores(lines)
    assert sorted(map(len, found)) == [2, 2, 2, 4]  # three that meet at a point stay apart
    parts = {tuple(sorted(pair)) for line in found for pair in pairwise(line)}
    assert parts == {tuple(sorted(line)) for line in lines}
    loop: list[Ring] = [((0, 0), (1, 0)), ((1, 1), (1, 0)), ((1, 1), (0, 0))]
    assert [len(line) for line in chain_scores(loop)] == [4]


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    """A small set, its cuts shared."""
    options = ("--colours", 2, "--cut", "shared", "--format", "svg,dxf", "--profile", "k40-whisperer")
    return small_set("quasimino", *options)


def test_a_set_with_shared_cuts_verifies_by_pieces_alone(made: Path) -> None:
    result = invoke("verify", made, "--by", "pieces", code=0)
    assert "20 pieces" in result.output


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "options", "kind"),
    [
        # zigzags meet the level lines often, which is not to run along them; and of a 6 and a 9 the lines below lie so
        # near to one another that a file's four decimals tell neither
        ("triomino", ("--highest", 9), "svg"),
        ("majomino", ("--count", 3), "svg"),
        ("quomino", ("--size", 6), "svg"),
        # boards that take long to draw: their sizes are asked of one alone, which shares no cut
        ("majomino", ("--size", 7, "--count", 2), "dxf"),
    ],
)
def test_sets_of_other_shapes_verify(tmp_path: Path, game: str, options: tuple[object, ...], kind: str) -> None:
    folder = tmp_path / "set"
    invoke("make", game, *options, "--cut", "shared", "--format", kind, "-o", folder, code=0)
    assert invoke("verify", folder, "--by", "pieces").exit_code == 0


@pytest.mark.thorough
@pytest.mark.parametrize("outline", [TRIANGLE, SCALENE, SQUARE, OBLONG, LEANING])
@given(count=st.integers(2, 40), room=st.sampled_from([(600.0, 300.0), (300.0, 70.0), (70.0, 300.0), (130.0, 130.0)]))
def test_on_a_sheet_one_tile_at_most_is_left_over(outline: Ring, count: int, room: tuple[float, float]) -> None:
    for sheet in sheets_of(outline, count, KERF, room):
        tiles = [Polygon(lying.ring(outline)).buffer(0.6 * KERF) for lying in sheet.placements]
        # at a corner two of them share a speck, along an edge more
        alone = [one for one in tiles if not any(one.intersection(two).area > 0.1 for two in tiles if two is not one)]
        assert len(alone) <= 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize("outline", [TRIANGLE, SCALENE, SQUARE, OBLONG, LEANING])
@given(count=st.integers(2, 40), room=st.sampled_from([(600.0, 300.0), (300.0, 70.0), (70.0, 300.0)]))
def test_the_beam_never_stops_where_it_could_go_on(outline: Ring, count: int, room: tuple[float, float]) -> None:
    for sheet in sheets_of(outline, count, KERF, room):
        lines = [path.rings[0] for path in sheet.cuts if not path.closed]
        for one, two in pairwise(lines):
            assert one[-1] != two[0] or {*one} & {*two[1:]}
        assert check_drawing(Drawing("sheet", "", *room, sheet.cuts)) == []


def test_a_tile_that_is_too_large_is_told_its_own_size() -> None:
    with pytest.raises(InputError, match=r"tile-0: found a piece of 30.20 × 30.20 mm, allowed is what fits on 23.60 ×"):
        sheets_of(SQUARE, 9, KERF, (30.0, 300.0))


@pytest.mark.thorough
def test_every_mark_lies_on_its_tile() -> None:
    held, drawing = drawn()
    tree = {(round(one.centroid.x, 1), round(one.centroid.y, 1)): one for one in burned(cuts(drawing), KERF)}
    engraved = [path for path in drawing.paths if path.operation is SheetOperation.ENGRAVE and path.item]
    assert len({path.item for path in engraved}) == len(held.pieces)
    for path in engraved:
        ink = unary_union([Polygon(ring) for ring in path.rings])
        assert sum(one.buffer(1e-3).contains(ink) for one in tree.values()) == 1

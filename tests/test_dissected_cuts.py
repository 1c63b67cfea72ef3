"""Pieces that fill one region together: a laser cuts each line once, and every piece comes out whole."""

from __future__ import annotations

import json
import math
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import ezdxf
import pytest
from called import invoke, refused
from readers_sets import of_squares, written
from shapely import LineString, Polygon, box, get_parts
from shapely.ops import unary_union
from sheet_read import read as read_svg

from quasiprint.addons.designer.puzzles.region import own_region
from quasiprint.addons.designer.sets.room import OPTION, SetRoom
from quasiprint.addons.designer.sets.set_file import read
from quasiprint.layout.nesting import Area
from quasiprint.layout.proof import check_drawing
from quasiprint.make.dissection import Dissection, _proved, dissection_of
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Workshop
from quasiprint.model.errors import InputError
from quasiprint.model.face import area
from quasiprint.model.measures import Maker
from quasiprint.model.option import Supplied
from quasiprint.model.production import Drawing

KERF = 0.2
ROOT2 = math.sqrt(2)
BOTH, ONE = "rotations and reflections", "rotations"
PIECES = {  # of a tangram: turns and steps, in quarters of the square's side; how many; its perimeter, by hand
    "large": ("[2, 3, 3]", "[[0, 2], [0, 2], 4]", 2, 4 + 4 * ROOT2),
    "medium": ("[2, 3, 3]", "[2, 2, [0, 2]]", 1, 4 + 2 * ROOT2),
    "small": ("[2, 3, 3]", "[[0, 1], [0, 1], 2]", 2, 2 + 2 * ROOT2),
    "square": ("[2, 2, 2, 2]", "[[0, 1], [0, 1], [0, 1], [0, 1]]", 1, 4 * ROOT2),
    "parallelogram": ("[1, 3, 1, 3]", "[2, [0, 1], 2, [0, 1]]", 1, 4 + 2 * ROOT2),
}
TANGRAM = "[region]\npolygon = { lattice = 'eighths', turns = [2, 2, 2, 2], steps = [4, 4, 4, 4] }\n" + "".join(
    f"[[shape]]\nname = '{name}'\npolygon = {{ lattice = 'eighths', turns = {turns}, steps = {steps} }}\n"
    f"labels = {{ at = 'edges', count = 1 }}\nsymmetry = '{BOTH}'\ncopies = {copies}\n"
    for name, (turns, steps, copies, _) in PIECES.items()
)
PENTOMINOES = {
    name: [(x, y) for y, row in enumerate(rows.split()) for x, mark in enumerate(row) if mark == "#"]
    for name, rows in {
        "f": ".## ##. .#.", "i": "# # # # #", "l": "# # # ##", "n": ".# .# ## #.", "p": "## ## #.",
        "t": "### .#. .#.", "u": "#.# ###", "v": "#.. #.. ###", "w": "#.. ##. .##", "x": ".#. ### .#.",
        "y": ".# ## .# .#", "z": "##. .#. .##",
    }.items()
}  # fmt: skip
Cells = Sequence[tuple[int, int]]


RING = [[x, y] for x in range(3) for y in range(3) if (x, y) != (1, 1)]


def of_cells(pieces: Mapping[str, Cells], region: str = "", symmetry: str = BOTH, copies: int = 1) -> str:
    said = f"[region]\npolygon = {region}\n" if region else ""
    return said + of_squares(pieces, f"symmetry = '{symmetry}'\ncopies = {copies}\n")


def dissected(said: str) -> Dissection:
    found = dissection_of(SetRoom(own=read(f"[set]\ntitle = 'Own'\n{said}".encode(), "own.toml"), label="own.toml"))
    assert found is not None
    return found


def svg_cuts(made: Path) -> list[LineString]:
    """The lines to cut along of an SVG sheet: each ends where it begins, or is open."""
    lines = []
    group = (made / "svg/sheet-1.svg").read_text().partition('<g id="cut-outer">')[2].partition("</g>")[0]
    for part in re.findall(r"M[^M\"]*", group):
        points = [tuple(map(float, pair.split(","))) for pair in re.findall(r"[-.\d]+,[-.\d]+", part)]
        lines.append(LineString([*points, points[0]] if part.endswith("Z") else points))
    return lines


def dxf_cuts(made: Path) -> list[LineString]:
    drawing = ezdxf.readfile(made / "dxf/sheet-1.dxf")
    lines = []
    for line in drawing.modelspace():
        if line.dxf.layer == "CUT_OUTER":
            points = [(x, y) for x, y, *_ in line.get_points()]
            lines.append(LineString([*points, points[0]] if line.closed else points))
    return lines


def burned(lines: list[LineString]) -> list[Polygon]:
    """What a round beam leaves of a sheet, without the frame around it."""
    left = get_parts(box(0, 0, 600, 300).difference(unary_union(lines).buffer(KERF / 2, quad_segs=32)))
    return sorted(left, key=lambda one: one.area)[:-1]


@pytest.fixture(scope="module")
def tangram(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tangram")
    options = ("--cut", "shared", "--kerf", KERF, "--edge", 20, "--format", "svg,dxf")
    invoke("make", written(folder, TANGRAM), *options, "-o", folder / "set", code=0)
    return folder / "set"


@pytest.mark.parametrize("cuts", [svg_cuts, dxf_cuts])
def test_a_tangram_is_its_square_and_its_inner_lines_once(
    tangram: Path, cuts: Callable[[Path], list[LineString]]
) -> None:
    lines = cuts(tangram)
    outline = 4 * 4
    sides = sum(copies * perimeter for *_, copies, perimeter in PIECES.values())
    due = 20 * (outline + (sides - outline) / 2)  # each inner line is a side of two pieces
    assert abs(due - 20 * (18 + 10 * ROOT2)) < 1e-9
    assert abs(sum(line.length for line in lines) - due) < 1e-3
    assert abs(unary_union(lines).length - due) < 1e-3  # and none of it twice
    assert lines[-1].is_ring and abs(Polygon(lines[-1]).area - 80 * 80) < 1e-3


@pytest.mark.parametrize("cuts", [svg_cuts, dxf_cuts])
def test_each_piece_of_a_tangram_comes_out_half_of_the_kerf_smaller(
    tangram: Path, cuts: Callable[[Path], list[LineString]]
) -> None:
    found = burned(cuts(tangram))
    assert len(found) == 7
    # of a piece of area A and perimeter p, whose corners are sharp, the beam leaves A − pk/2 + k²/4 Σ cot(angle/2)
    sharp = {3: 2 / math.tan(math.pi / 8) + 1, 4: 4.0, 5: 2 / math.tan(math.pi / 8) + 2 * math.tan(math.pi / 8)}
    squares = {"large": 4, "medium": 2, "small": 1, "square": 2, "parallelogram": 2}
    due = []
    for name, (turns, _, copies, perimeter) in PIECES.items():
        corners = sharp[5 if name == "parallelogram" else turns.count(",") + 1]
        due += [400 * squares[name] - 20 * perimeter * KERF / 2 + KERF**2 / 4 * corners] * copies
    assert [one.area for one in found] == pytest.approx(sorted(due), abs=1e-3)


def test_what_is_said_of_the_size_is_so(tangram: Path) -> None:
    said = " ".join((tangram / "README.md").read_text().split())
    assert f"with a kerf of **{KERF} mm** each side comes out {KERF / 2} mm farther in" in said
    assert "The outlines allow for a kerf" not in said and "pieces come out loose" not in said
    process = json.loads((tangram / "manifest.json").read_text())
    assert json.dumps(process).count('"clearance": 0.1')
    result = invoke("verify", tangram, "--by", "pieces", code=0)
    assert "7 pieces" in result.output


def test_a_line_that_is_missing_or_cut_twice_is_found(tangram: Path, tmp_path: Path) -> None:
    text = (tangram / "svg/sheet-1.svg").read_text()
    head, cuts = text.split('<g id="cut-outer">\n')
    first, rest = cuts.split("\n", 1)
    for number, (changed, code) in enumerate(((rest, "piece-missing"), (f"{first}\n{first}\n{rest}", "cut-twice"))):
        spoilt = tmp_path / str(number)
        shutil.copytree(tangram, spoilt)
        (spoilt / "svg/sheet-1.svg").write_text(f'{head}<g id="cut-outer">\n{changed}')
        assert code in invoke("verify", spoilt, "--by", "pieces", code=1).output


@pytest.mark.parametrize(
    "size", ["10x6", pytest.param("20x3", marks=pytest.mark.thorough), pytest.param("", marks=pytest.mark.thorough)]
)
def test_the_twelve_pentominoes_are_their_rectangle_and_its_inner_lines_once(tmp_path: Path, size: str) -> None:
    """Without a region in the file a rectangle is found; the roundest is 10 by 6."""
    file = written(tmp_path, of_cells(PENTOMINOES, f"'rectangle:{size}'" if size else ""))
    made = tmp_path / "set"
    invoke("make", file, "--cut", "shared", "--edge", 12, "--kerf", KERF, "--format", "svg,dxf", "-o", made, code=0)
    wide, high = map(int, (size or "10x6").split("x"))
    perimeters = sum(
        4 * len(cells)
        - sum((x + dx, y + dy) in cells for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        for cells in PENTOMINOES.values()
    )
    outline = 2 * (wide + high)
    assert perimeters == 11 * 12 + 10
    for lines in (svg_cuts(made), dxf_cuts(made)):
        assert abs(sum(line.length for line in lines) - 12 * (perimeters + outline) / 2) < 1e-3
        assert abs(unary_union(lines).length - 12 * (perimeters + outline) / 2) < 1e-3
        found = Counter(round(one.length) for one in burned(lines))
        assert sum(found.values()) == 12
    result = invoke("verify", made, "--by", "pieces", code=0)
    assert "12 pieces" in result.output


def test_a_piece_that_fits_turned_over_alone_is_cut_so(tmp_path: Path) -> None:
    """Its mirror image has the place; a piece that may not be turned over has none."""
    mirrored = [[-x, y] for x, y in PENTOMINOES["p"]]
    region = f"{{ squares = {mirrored} }}"
    own = dissected(of_cells({"p": PENTOMINOES["p"]}, region))
    assert len(own.tiles) == 1 and not own.tiles[0].flipped
    file = written(tmp_path, of_cells({"p": PENTOMINOES["p"]}, region))
    made = tmp_path / "set"
    invoke("make", file, "--cut", "shared", "--edge", 12, "--format", "svg,stl", "-o", made, code=0)
    invoke("verify", made, code=0)
    (cut,) = read_svg(made / "svg/sheet-1.svg").cuts()
    ring = [(round(x / 12, 2), round(y / 12, 2)) for x, y in cut.rings[0]]
    x0, y0 = min(x for x, _ in ring), min(y for _, y in ring)
    found = Polygon([(x - x0, y - y0) for x, y in ring])
    cells = {(x, y) for x in range(3) for y in range(3) if found.contains(box(x, y, x + 1, y + 1).buffer(-0.1))}
    assert sorted(cells) == sorted((x + 1, y) for x, y in mirrored)
    written(tmp_path, of_cells({"p": PENTOMINOES["p"]}, region, ONE))
    refused(
        invoke("make", file, "--cut", "shared", "--format", "svg", "-o", tmp_path / "no"), "cannot fill, that is proved"
    )


L, TURNED, J = [(0, 0), (1, 0), (2, 0), (0, 1)], [(1, 1), (2, 1), (3, 1), (3, 0)], [(0, 0), (1, 0), (2, 0), (2, 1)]
THREE = {name: PENTOMINOES[name] for name in "puv"}
TWO = {name: PENTOMINOES[name] for name in "pu"}


def test_colours_prove_that_pieces_fill_nothing() -> None:
    """The five free tetrominoes cover an odd number more of one colour of a chessboard than of the other."""
    four = {
        name: [(x, y) for y, row in enumerate(rows.split()) for x, mark in enumerate(row) if mark == "#"]
        for name, rows in {"i": "####", "o": "## ##", "t": "### .#.", "s": ".## ##.", "l": "### #.."}.items()
    }
    for size in ("5x4", "10x2"):
        with pytest.raises(InputError, match="the 5 tiles cannot fill, that is proved"):
            dissected(of_cells(four, f"'rectangle:{size}'"))
    said = "[region]\npolygon = 'triangle:2'\n" + "".join(
        f"[[shape]]\nname = '{name}'\npolygon = {{ triangles = {cells} }}\nlabels = {{ at = 'cells', count = 1 }}\n"
        f"copies = {copies}\n"
        for name, cells, copies in (("one", "[[0, 0, 0]]", 2), ("two", "[[0, 0, 0], [0, 0, 1]]", 1))
    )
    assert len(dissected(said).tiles) == 3  # three up and one down
    hexagon = said.replace("triangle:2", "hexagon:1").replace("copies = 2", "copies = 4")
    assert len(dissected(hexagon).tiles) == 5


@pytest.mark.parametrize(
    ("said", "options", "message"),
    [
        (of_cells(TWO, "'rectangle:4x3'"), (), "found a region of 12 and tiles of 10 together, in squares of an edge"),
        (of_cells(TWO, "'rectangle:5x2'"), (), "found a region that the 2 tiles cannot fill, that is proved; allowed"),
        (of_cells(TWO, "'rectangle:5x1'"), (), "of 'p' 1; allowed with --cut shared is a multiple of 2"),
        (of_cells(TWO, "'hexagon:2'"), (), "[region] polygon: found 'hexagon:2', allowed for tiles of squares is"),
        (of_cells(TWO, f"{{ squares = {RING} }}"), (), "found a hole, allowed with --cut shared are regions without"),
        (of_cells(TWO, "'squaer'"), (), "line 4: [region] polygon: found 'squaer' (did you mean square?), allowed is"),
        (of_cells(TWO, "'rectangle'"), (), "rectangle:10x6 or a table"),
        (of_cells({"l": L, "j": TURNED}, "'rectangle:4x2'"), (), "found the outline of 'l', turned, and nothing tells"),
        (of_cells(TWO), (), "or tiles that fill one shape together, which the file says: [region] polygon = …;"),
        (of_cells({"i": PENTOMINOES["i"]}, "'rectangle:1x5'"), ("--edge", 120), "an edge of up to 118.72 mm; or"),
        (
            "[region]\npolygon = 'square'\n[[shape]]\npolygon = 'square'\nlabels = { at = 'profiles' }\n",
            (),
            "--cut shared: found labels at profiles, allowed are straight edges; choose --cut separate",
        ),
        (
            "[region]\npolygon = 'hexagon'\n[[shape]]\npolygon = 'pentagon'\nlabels = { at = 'edges', count = 1 }\n",
            (),
            "found shapes on sixths and tenths, allowed are shapes on one lattice",
        ),
    ],
)  # fmt: skip
def test_what_is_missing_is_said(tmp_path: Path, said: str, options: tuple[object, ...], message: str) -> None:
    made = tmp_path / "set"
    result = invoke("make", written(tmp_path, said), "--cut", "shared", "--format", "svg", *options, "-o", made)
    refused(result, message)
    assert not made.exists()


def test_without_shared_cuts_a_region_changes_nothing(tmp_path: Path) -> None:
    held = []
    for said in (TANGRAM, TANGRAM.partition("\n[[")[2].join(("[[", ""))):
        run = settle(Request("set", {OPTION: str(written(tmp_path, said))}))
        held.append(Workshop(run).whole(Maker.LASER).pieces)
    assert held[0] == held[1]


def test_several_copies_fill_the_region_as_often(tmp_path: Path) -> None:
    """Three sets of two pieces that fill a rectangle: three rectangles; and of a part what is asked for."""
    pieces = {"l": [(0, 0), (1, 0), (2, 0), (0, 1)], "i": [(0, 0), (1, 0)]}
    file = written(tmp_path, of_cells(pieces, "'rectangle:3x2'", copies=3))
    made = tmp_path / "set"
    options = ("--cut", "shared", "--edge", 10, "--kerf", KERF, "--format", "svg", "--profile", "generic")
    invoke("make", file, *options, "-o", made, code=0)
    lines = svg_cuts(made)
    assert sum(line.is_ring for line in lines) == 3
    assert abs(sum(line.length for line in lines) - 3 * 10 * (10 + (10 + 6 - 10) / 2)) < 1e-3
    invoke("make", file, *options, "--only", "l-copy-1:2,i-copy-1", "-o", tmp_path / "part", code=0)
    lines = svg_cuts(tmp_path / "part")
    assert abs(sum(line.length for line in lines) - 10 * (10 + 3 + 10)) < 1e-3
    for one in (made, tmp_path / "part"):
        invoke("verify", one, "--by", "pieces", code=0)


def test_pieces_of_a_part_that_touch_in_a_corner_lie_apart(tmp_path: Path) -> None:
    pieces = {"a": [(0, 0)], "b": [(0, 0), (1, 0)], "c": [(0, 0), (0, 1), (0, 2)]}
    file = written(tmp_path, of_cells(pieces, "{ squares = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]] }"))
    own = dissected(of_cells(pieces, "'rectangle:3x2'"))
    held = Workshop(settle(Request("set", {OPTION: str(file)}, cut="shared"))).whole(Maker.LASER)
    for left_out in pieces:
        some = replace(held, pieces=tuple(piece for piece in held.pieces if piece.id != left_out))
        (sheet,) = own.sheets(some, Area(600, 300, 3, 1))
        assert check_drawing(Drawing("sheet", "", 600, 300, sheet.cuts)) == []
        assert len(sheet.placements) == 2


def test_tiles_that_do_not_fill_their_region_are_no_dissection() -> None:
    own = dissected(of_cells(THREE, "'rectangle:5x3'"))
    first, *others = own.tiles
    region = own_region(own.room.file_design)
    assert region is not None
    assert _proved(own.room, region, own.lattice, own.tiles, times=1).tiles == own.tiles
    one = own.lattice.points(1)
    for tiles in ([first.translate(one), *others], others, [first, first, *others]):
        with pytest.raises(ArithmeticError, match="the tiles do not fill the region"):
            _proved(own.room, region, own.lattice, tiles, times=1)


def cut_up(chance: random.Random, parts: Mapping[Any, set[Any]], pieces: int) -> list[set[Any]]:
    """Parts of a figure, by what they lie beside, joined at random until there are so many pieces."""
    groups = [{part} for part in parts]
    while len(groups) > pieces:
        one = chance.choice(groups)
        near = [other for other in groups if other is not one and any(parts[part] & other for part in one)]
        if near:
            other = chance.choice(near)
            groups.remove(other)
            one |= other
    return groups


def alike(pieces: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[Sequence[tuple[int, int]], int]]:
    """Pieces, by their cells or corners, those that are the same but for a turn once, with how many there are."""
    found: dict[object, list[Sequence[tuple[int, int]]]] = {}
    for piece in pieces:
        ways, turned = [], list(piece)
        for _ in range(4):
            turned = [(-y, x) for x, y in turned]
            left, low = min(x for x, _ in turned), min(y for _, y in turned)
            ways.append(sorted((x - left, y - low) for x, y in turned))
        found.setdefault(str(min(ways)), []).append(piece)
    return [(own[0], len(own)) for own in found.values()]


def walked(corners: Sequence[tuple[int, int]]) -> str:
    """A polygon of whole corners whose sides run along rows, columns and diagonals, as a set file says it."""
    n = len(corners)
    steps = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True)]
    ways = [round(math.degrees(math.atan2(y, x)) / 45) for x, y in steps]
    turns = [(ways[(k + 1) % n] - ways[k] + 3) % 8 - 3 for k in range(n)]
    lengths = [[0, abs(x)] if x and y else abs(x + y) for x, y in steps]
    return f"{{ lattice = 'eighths', turns = {turns}, steps = {lengths} }}"


def holds(said: str, pieces: int, kerf: float) -> None:
    """A set file whose tiles fill their region, however it was cut up, is laid out, and cut as it has to be."""
    own = dissected(said)
    assert len(own.tiles) * own.times == pieces
    run = settle(Request("set", {OPTION: "own.toml"}, cut="shared", kerf=kerf, edge=10.0, supplied=supplied(said)))
    held = Workshop(run).whole(Maker.LASER)
    (sheet,) = own.sheets(held, Area(600, 300, 3, 1))
    assert check_drawing(Drawing("sheet", "", 600, 300, sheet.cuts)) == []
    lines = [LineString([*ring, ring[0]] if path.closed else ring) for path in sheet.cuts for ring in path.rings]
    tiles = burned(lines)
    due = [Polygon(at.ring(next(p.face.outline for p in held.pieces if p.id == at.item))) for at in sheet.placements]
    assert len(tiles) == len(due) == pieces
    for tile in tiles:
        nearest = max(due, key=lambda one: one.intersection(tile).area)
        assert nearest.symmetric_difference(tile).area < 0.01 * len(nearest.exterior.coords)


def supplied(said: str) -> tuple[tuple[str, Supplied], ...]:
    content = f"[set]\ntitle = 'Own'\n{said}".encode()
    return ((OPTION, Supplied("own.toml", (("set_file.toml", content),))),)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(40))
def test_rectangles_cut_up_along_cells_are_laid_out(seed: int) -> None:
    chance = random.Random(seed)
    wide, high = chance.randint(2, 7), chance.randint(2, 5)
    cells = {(x, y) for x in range(wide) for y in range(high)}
    beside = {(x, y): {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & cells for x, y in cells}
    pieces = chance.randint(1, max(1, len(cells) // 3))
    groups = cut_up(chance, beside, pieces)
    shapes = [unary_union([box(x, y, x + 1, y + 1) for x, y in group]) for group in groups]
    if any(isinstance(one, Polygon) and one.interiors for one in shapes) or any(len(group) > 16 for group in groups):
        return  # no outline of a tile
    symmetry, said = chance.choice((ONE, BOTH)), f"[region]\npolygon = 'rectangle:{wide}x{high}'\n"
    for k, (group, copies) in enumerate(alike([sorted(group) for group in groups])):
        said += of_cells({f"p{k}": group}, "", symmetry, copies)
    holds(said, pieces, KERF)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(40))
def test_squares_cut_up_along_diagonals_are_laid_out(seed: int) -> None:
    """Pieces of triangles, four to each cell, whose sides meet sides of other lengths."""
    chance = random.Random(seed)
    wide, high = chance.randint(1, 3), chance.randint(1, 3)
    parts: dict[tuple[int, int, int], Polygon] = {}
    for x in range(0, 2 * wide, 2):
        for y in range(0, 2 * high, 2):
            ring = [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)]
            parts |= {(x, y, k): Polygon([ring[k], ring[(k + 1) % 4], (x + 1, y + 1)]) for k in range(4)}
    beside = {
        one: {two for two in parts if two != one and parts[one].intersection(parts[two]).length > 0.1} for one in parts
    }
    pieces = chance.randint(1, min(8, max(1, len(parts) // 3)))
    groups = cut_up(chance, beside, pieces)
    said = f"[region]\npolygon = {walked([(0, 0), (2 * wide, 0), (2 * wide, 2 * high), (0, 2 * high)])}\n"
    rings = []
    for group in groups:
        whole = unary_union([parts[part] for part in group]).normalize().reverse().simplify(1e-9)
        if whole.interiors or len(whole.exterior.coords) > 25:
            return
        ring = [(round(x), round(y)) for x, y in whole.exterior.coords[:-1]]
        ring = ring if area(tuple(map(tuple, ring))) > 0 else ring[::-1]
        if len(set(ring)) < len(ring):
            return
        around = zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
        rings.append([p for a, p, b in around if (p[0] - a[0]) * (b[1] - p[1]) != (p[1] - a[1]) * (b[0] - p[0])])
    for k, (ring, copies) in enumerate(alike(rings)):
        said += (
            f"[[shape]]\nname = 'p{k}'\npolygon = {walked(ring)}\nlabels = {{ at = 'edges', count = 1 }}\n"
            f"symmetry = '{chance.choice((ONE, BOTH))}'\ncopies = {copies}\n"
        )
    holds(said, pieces, KERF)


def test_a_piece_is_not_turned_over_to_be_another(tmp_path: Path) -> None:
    """An L and a J fill a square with its neighbour as they are, or both of them turned over."""
    square = [(0, 0), (1, 0), (0, 1), (1, 1)]
    said = of_cells({"l": L, "j": J, "o": square}, "'rectangle:4x3'")
    own = dissected(said)
    assert own.room.file_design.shapes[0].outline == read(f"[set]\ntitle = 'x'\n{said}".encode(), "x").shapes[0].outline
    made = tmp_path / "set"
    options = ("--cut", "shared", "--edge", 12, "--format", "svg", "-o", made)
    invoke("make", written(tmp_path, said), *options, code=0)
    invoke("verify", made, "--by", "pieces", code=0)


def test_a_puzzle_fills_the_region_that_its_file_says(tmp_path: Path) -> None:
    file = written(tmp_path, of_cells(THREE, "'rectangle:5x3'"))
    said = json.loads(invoke("puzzle", file, "--count", "--json", code=0).stdout)
    assert said["region"] == "rectangle:5x3" and said["solutions"] > 0
    file = written(
        tmp_path, of_cells({"p": PENTOMINOES["p"]}, f"{{ squares = {[[x, y] for x, y in PENTOMINOES['p']]} }}")
    )
    assert json.loads(invoke("puzzle", file, "--count", "--json", code=0).stdout)["solutions"] == 1

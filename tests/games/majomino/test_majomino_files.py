"""Majomino on the command line, and the files of boards, read back from their geometry alone."""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
import start_page
import trimesh
from boards_read import (
    FILLED,
    PITCH,
    SCORED,
    TYPICAL,
    Colour,
    Lines,
    Pair,
    Regions,
    Ring,
    along,
    coloured,
    cuts_of,
    edge_of,
    inside,
    lines_of,
    middles,
    parted,
    places,
    recovered,
    standing,
    text_form,
    wanted,
)
from called import invoke, tree
from edited import manifest
from sections import burned, sliced
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import polygonize, unary_union

Run = Callable[..., subprocess.CompletedProcess[str]]
ROUND = 0.15  # mm: a marker has 32 sides
WALL, RISE, THICKNESS, CLEARANCE = 1.6, 2.0, 4.0, 0.1
# the second of them is the board 5-374-P
BOARDS = ("AAAAB ACCBB CCDDB ECEDB EEEDD", "AABBC DABEC DABEC DABEC DDEEC", "ABBBB ACCBD AACCD EAECD EEEDD")


def colour_faults(colours: tuple[int, ...], regions: Regions, size: int) -> list[Pair]:
    """Return the cells side by side that share a colour or a region, but not both."""
    return [(a, b) for a, b in places(size) if (colours[a] == colours[b]) != (regions[a] == regions[b])]


WANTED = wanted(BOARDS)


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("boards") / "boards.txt"
    file.write_text("\n".join(map(text_form, BOARDS)))
    return file


@pytest.fixture(scope="module")
def run(boards: Path) -> Path:
    """Three boards in every format but paper and STEP, as a user makes them."""
    folder = boards.parent / "run"
    said = ("--board", boards, "--edge", 20, "--format", "stl,3mf,svg,dxf,txt")
    invoke("make", "majomino", *said, "-o", folder, code=0)
    return folder


def is_x(shape: Polygon, reach: float) -> bool:
    """Tell whether a shape around 0, 0 reaches out aslant, and neither upright nor level: an x, not a +."""
    ends = [(reach * math.cos(k * math.pi / 4), reach * math.sin(k * math.pi / 4)) for k in range(8)]
    return [shape.covers(LineString([(0, 0), end])) for end in ends] == [False, True] * 4


def width_of(sheet: Lines) -> float:
    """Return how wide a sheet is: its rim is the outermost line of what is never burned."""
    return max(x for ring in sheet["reference"] for x, _ in ring)


def by_colour(parts: Iterable[tuple[Colour, trimesh.Trimesh]]) -> dict[Colour, shapely.Geometry]:
    """Return the areas of inlays in the middle of their height."""
    found: dict[Colour, list[Polygon]] = {}
    for colour, mesh in parts:
        assert mesh.is_watertight
        assert tuple(mesh.bounds[:, 2]) == pytest.approx((THICKNESS - 0.6, THICKNESS))
        found.setdefault(colour, []).extend(sliced(mesh, 3.5))
    return {colour: unary_union(shapes) for colour, shapes in found.items()}


def fields_of(folder: Path, board: str) -> dict[int, shapely.Geometry]:
    """Return the areas of a board's colours in the middle of the inlays, as STL has them."""
    files = sorted((folder / "stl/pieces").glob(f"{board}-inlay-c?.stl"))
    return by_colour((int(file.stem[-1]), trimesh.load(file)) for file in files)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_printed_board_is_the_board_of_the_text_in_body_and_relief(run: Path, number: int) -> None:
    colours = coloured(fields_of(run, f"board-{number}"), 5)
    for part in ("body", "relief"):
        mesh = trimesh.load(run / "stl/pieces" / f"board-{number}-{part}.stl")
        assert mesh.is_watertight and mesh.body_count == 1
        half = (5 * PITCH + WALL) / 2 - CLEARANCE
        assert np.allclose(mesh.bounds, [[-half, -half, 0], [half, half, THICKNESS + RISE]], atol=1e-4)
        assert recovered(unary_union(sliced(mesh, THICKNESS + RISE / 2)), 5) == WANTED[number - 1]
    # in relief, a bar at a cell's foot tells its colour
    raised = unary_union(sliced(mesh, THICKNESS + 0.4))
    bars = [box(-7, -8, 7, 0).difference(translate(raised, -x, -y)) for x, y in middles()]
    for a, b in combinations(range(25), 2):
        differ = bars[a].symmetric_difference(bars[b]).area
        assert bars[a].area > 4 and (differ < 1e-2 if colours[a] == colours[b] else differ > 2)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_cell_has_one_colour_and_neighbours_of_another_region_another(run: Path, number: int) -> None:
    fields, regions = fields_of(run, f"board-{number}"), WANTED[number - 1]
    colours = coloured(fields, 5)
    assert colour_faults(colours, regions, 5) == []
    assert len(set(colours)) == len(fields)
    assert colour_faults((colours[0] + 9, *colours[1:]), regions, 5)
    with pytest.raises(AssertionError, match="has the colours"):
        coloured({**fields, 9: box(0, 0, 1, 1)}, 5)
    # in the middle of the inlays, they and the body fill the board and share nothing
    whole = box(-50.7, -50.7, 50.7, 50.7).area
    body = unary_union(sliced(trimesh.load(run / "stl/pieces" / f"board-{number}-body.stl"), 3.5))
    assert body.area + sum(field.area for field in fields.values()) == pytest.approx(whole - 0.55, abs=0.05)
    for one, other in combinations((body, *fields.values()), 2):
        assert one.intersection(other).area < 1e-2


def test_a_marker_has_a_raised_x_and_below_the_rim_of_an_o(run: Path) -> None:
    mesh = trimesh.load(run / "stl/pieces" / "marker-body.stl")
    assert mesh.is_watertight and mesh.body_count == 1
    assert tuple(mesh.bounds[:, 2]) == pytest.approx((0.0, 5.0))
    assert mesh.extents[:2] == pytest.approx(0.5 * PITCH - 2 * CLEARANCE, abs=1e-4)  # room for the bar below it
    (cross,), (low,), (disc,) = (sliced(mesh, z) for z in (4.5, 0.2, 2.0))
    assert not disc.interiors
    assert is_x(cross, 3.0)
    # the o: a ring around one hole, wide enough to be felt even where the rim is chamfered
    sole = Polygon(max(sliced(mesh, 1e-3), key=lambda area: area.area).exterior)
    for z, hollow in ((1e-3, 1), (0.95, 1), (1.05, 0)):
        assert sum(len(area.interiors) for area in sliced(mesh, z)) == hollow
    (hole,) = map(Polygon, low.interiors)
    assert hole.centroid.distance(Point(0, 0)) < 1e-3
    assert 1.1 <= sole.exterior.distance(hole) < 2.0
    # beside the boards on the plates, all of them lie, the x up
    plates = [trimesh.load(file) for file in sorted((run / "stl").glob("plate-?-body.stl"))]
    bodies = [body for plate in plates for body in plate.split()]
    markers = [body for body in bodies if body.extents[0] < PITCH]
    assert (len(bodies), len(markers)) == (28, 25)
    for body in markers:
        assert body.volume == pytest.approx(mesh.volume, rel=1e-3) and body.bounds[0][2] == 0
        (laid,), (x, y) = sliced(body, 4.5), body.bounds.mean(axis=0)[:2]
        assert is_x(translate(laid, -x, -y), 3.0)


@pytest.fixture(scope="module")
def cut(boards: Path) -> dict[float, Path]:
    """The sheets whose walls are cut, by the kerf."""
    folders = {kerf: boards.parent / f"cut-{kerf:g}" for kerf in (0.0, 0.2)}
    for kerf, folder in folders.items():
        options = ("--board", boards, "--walls", "cut", "--kerf", kerf, "--format", "svg,dxf", "-o", folder)
        assert invoke("make", "majomino", *options).exit_code == 0
    return folders


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_engraved_boards_are_the_boards_of_the_text(run: Path, kind: str) -> None:
    lines = lines_of(run / kind / f"sheet-1.{kind}")
    found = []
    for whole in cuts_of(lines, 5 * PITCH + WALL + 0.2):
        ink = unary_union(burned(inside(lines, "engrave", whole)))
        found.append(recovered(ink, 5))
        # a line is scored wherever no wall stands, and nowhere else
        assert standing(along(inside(lines, "score", whole)), 5) == set(places(5)) - standing(ink, 5)
        feet = [translate(ink, -x, -y).intersection(box(-8, -8, 8, 8)) for x, y in middles()]
        for a, b in places(5):
            differ = feet[a].symmetric_difference(feet[b]).area
            assert feet[a].area > 4 and (differ < 1e-2 if found[-1][a] == found[-1][b] else differ > 2)
        assert inside(lines, "cut-inner", whole) == []  # no wall is cut
    assert sorted(found) == sorted(WANTED)


def faults_of_cuts(outer: Polygon, slits: list[Ring], regions: Regions, kerf: float) -> list[str]:
    """Say where cuts, as seen from a board's middle, do not part it into its regions."""
    faults = []
    lines = [LineString(slit) for slit in slits]
    rim = LineString(outer.exterior)
    for k, line in enumerate(lines):
        others = unary_union([rim, *lines[:k], *lines[k + 1 :]])
        faults += [f"end: {end}" for end in (line.coords[0], line.coords[-1]) if others.distance(Point(end)) > 1e-4]
        faults += [f"outside: {line}"] if not outer.buffer(1e-4).covers(line) else []
    every = unary_union([rim, *lines])
    if abs(every.length - rim.length - sum(line.length for line in lines)) > 1e-3:
        faults.append("twice: a line is cut twice")
    parts = [part.buffer(-kerf / 2, join_style="mitre") for part in polygonize(every)]
    size = math.isqrt(len(regions))
    cells = [Point(middle).buffer(PITCH / 2, cap_style="square") for middle in middles(size)]
    walls = [pair for pair in places(size) if regions[pair[0]] != regions[pair[1]]]
    beam = unary_union([edge_of(*pair, size, PITCH, (PITCH + kerf) / 2) for pair in walls])
    for region in sorted(set(regions)):
        want = unary_union([cell for cell, r in zip(cells, regions, strict=True) if r == region])
        want = want.difference(beam.buffer(kerf / 2, cap_style="flat", join_style="mitre") if kerf else Point())
        # corners of the board are rounded by 0.8 mm
        if not any(part.symmetric_difference(want).area < 0.14 * 4 for part in parts):
            faults.append(f"region: {region}")
    return faults + ([f"count: {len(parts)}"] if len(parts) != size else [])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["svg", "dxf"])
@pytest.mark.parametrize("kerf", [0.2, 0.0])
def test_cut_boards_come_apart_into_their_regions(cut: dict[float, Path], kind: str, kerf: float) -> None:
    lines = lines_of(cut[kerf] / kind / f"sheet-1.{kind}")
    found = []
    for whole in cuts_of(lines, 5 * PITCH + kerf):
        slits = inside(lines, "cut-inner", whole)
        outer = translate(whole, -whole.centroid.x, -whole.centroid.y)
        walls = standing(along(slits), 5)
        found.append(parted(5, walls))
        assert faults_of_cuts(outer, slits, found[-1], kerf) == []
        assert standing(along(inside(lines, "score", whole)), 5) == set(places(5)) - walls
    assert sorted(found) == sorted(WANTED)
    # and what is wrong would be found
    (x, y), (u, v) = slits[0]
    changed = {
        "end": [[(x, y), (u + 0.01 * (x - u), v + 0.01 * (y - v))], *slits[1:]],
        "twice": [*slits, slits[0]],
        "region": [[(u, -v) for u, v in ring] for ring in slits],
        "outside": [[(u, v + 20) for u, v in ring] for ring in slits],
        "count": slits[1:],
    }
    for code, wrong in changed.items():
        assert code in {fault.split(":")[0] for fault in faults_of_cuts(outer, wrong, found[-1], kerf)}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_markers_have_an_x_before_and_an_o_behind(run: Path, kind: str) -> None:
    front, back, idle = (lines_of(run / kind / f"sheet-1{side}.{kind}") for side in ("", "-back", "-reference"))
    cuts = cuts_of(front, PITCH / 2 + 0.2, ROUND)
    assert len(cuts) == 25
    for whole in cuts:
        (cross,) = burned(inside(front, "engrave", whole))
        assert is_x(cross, 2.5) and not is_x(rotate(cross, 45, origin=(0, 0)), 2.5)
        behind = Polygon([(width_of(idle) - x, y) for x, y in whole.exterior.coords])
        (ring,) = burned(inside(back, "engrave", behind))
        assert len(ring.interiors) == 1 and ring.centroid.distance(Point(0, 0)) < 1e-2
        assert Polygon(ring.interiors[0]).contains(Point(0, 0))
        assert 0.6 < (ring.bounds[2] - ring.bounds[0]) / (whole.bounds[2] - whole.bounds[0]) < 0.9


# --- Majomino on the command line -----------------------------------------------------------------


TEXT = ["make", "majomino", "--format", "txt", "-o", "set"]


@pytest.mark.thorough
def test_a_run_is_a_dozen_boards_of_five_and_all_its_files_are_told(whole: Callable[[str], Path]) -> None:
    folder = whole("majomino")
    told = manifest(folder)
    assert len(told["pieces"]) == 12
    assert {len(piece["marks"]) for piece in told["pieces"]} == {25}
    assert all(piece["files"] and piece["name"].startswith("5-") for piece in told["pieces"])
    assert [(a["id"], a["count"]) for a in told["accessories"]] == [("marker", 25), ("frame", 1), ("tray", 1)]
    listed = {entry["path"] for entry in told["files"]} | {"manifest.json"}
    assert listed == set(tree(folder))
    assert {"txt/boards.txt", "pdf/sheets-a4.pdf", "pdf/booklet-letter.pdf"} <= listed
    text = (folder / "txt" / "boards.txt").read_text()
    assert len(text.split("\n\n")) == 12
    page = start_page.text(folder)
    assert "drawn uniformly from all boards of 5 × 5 cells" in page
    assert "its walls stand on that" in page
    assert "Tiles are" not in page


def test_a_name_from_a_sheet_gives_its_board_back(here: Path) -> None:
    assert invoke(*TEXT, "--size", 5, "--count", 2, "--seed", 3).exit_code == 0
    first = manifest(Path("set"))["pieces"][1]
    assert invoke(*TEXT[:-1], "again", "--board", first["name"].lower()).exit_code == 0
    (again,) = manifest(Path("again"))["pieces"]
    assert (again["marks"], again["name"]) == (first["marks"], first["name"])
    assert "seed" not in start_page.text(Path("again")).split("Made by quasiprint")[1]


def test_boards_come_from_standard_input_too(here: Path) -> None:
    invoke("make", "majomino", "--board", "-", "--format", "txt,svg", "-o", "set", "--jobs", "2", typed=TYPICAL, code=0)
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL
    assert "read from standard input" in start_page.text(here / "set")


THREE = "+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n|        |\n+--+--+--+\n"


@pytest.mark.parametrize(
    "change", [lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n"), lambda t: "\n\n" + t + "\n\n"]
)
def test_marks_of_other_systems_in_a_file_are_accepted(change: object, here: Path) -> None:
    (here / "mine.txt").write_bytes(change(TYPICAL).encode())  # type: ignore[operator]
    assert invoke(*TEXT, "--board", "mine.txt").exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL


def test_a_board_that_is_no_dissection_is_a_finding_and_nothing_is_written(here: Path) -> None:
    assert invoke(*TEXT, "--count", 1).exit_code == 0
    before = tree(Path("set"))
    # the wall between the second and the third region is taken away, row 2
    (here / "bad.txt").write_text(TYPICAL.replace("|  |     |     |", "|  |           |"))
    result = invoke(*TEXT, "--board", "bad.txt", code=1)
    assert "region-size" in result.output
    assert "nothing was written" in result.output
    assert tree(Path("set")) == before


def test_a_game_is_scored_from_a_file_and_from_standard_input(quasiprint: Run, here: Path) -> None:
    (here / "game.txt").write_text(FILLED)
    told = json.loads(invoke("score", "majomino", "game.txt", "--json").output)
    assert {key: told[key] for key in SCORED} == SCORED
    piped = quasiprint("score", "majomino", "-", cwd=here, input=FILLED)
    assert (piped.returncode, piped.stderr) == (0, "")
    assert "o: 11" in piped.stdout
    assert "winner: o" in piped.stdout


@pytest.mark.thorough
def test_the_proof_is_told_in_figures_that_were_computed() -> None:
    told = json.loads(invoke("check", "majomino", "--size", 5, "--json").output)
    assert told["pieces"] == 12
    assert not [finding for finding in told["findings"] if finding["severity"] == "error"]
    facts = told["facts"]
    assert (facts["boards of 5 × 5"], facts["up to rotation and reflection"]) == (4006, 515)
    assert facts["trial of the draw"]["boards"]["degrees of freedom"] == 4005
    assert facts["trial of the draw"]["boards"]["rejected"] is False
    assert facts["trial of a biased generator"]["rejected"] is True
    larger = json.loads(invoke("check", "majomino", "--size", 9, "--count", 1, "--json").output)["facts"]
    assert larger["convergence"]["R-hat"] < 1.1 < larger["convergence, stopped too soon"]["R-hat"]


@pytest.mark.parametrize("typed", [" 5-0MJ-1 ", "5-0m j-1", "5-\n0MJ-1", "5-omj-1"])
def test_a_name_may_be_typed_as_it_is_read(typed: str, here: Path) -> None:
    assert invoke(*TEXT, "--board", typed).exit_code == 0
    assert (here / "set/txt/boards.txt").read_text() == TYPICAL

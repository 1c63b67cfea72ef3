"""What comes of Majomino boards in a machine: markers, cuts that part boards, frames, printed walls. The recogniser
proves that files hold what was designed, and the room's laws that faces show their boards."""

from __future__ import annotations

import math
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import trimesh
from boards_read import (
    PITCH,
    Regions,
    Ring,
    along,
    cuts_of,
    edge_of,
    inside,
    lines_of,
    middles,
    parted,
    places,
    read_text,
    recovered,
    standing,
    text_form,
    wanted,
)
from called import invoke
from shapely.affinity import translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import polygonize, unary_union
from test_slicing import sliced as gcode_of
from test_slicing import strokes
from test_triomino_files import sliced

Run = Callable[..., subprocess.CompletedProcess[str]]
ROUND = 0.15  # mm: a marker has 32 sides
WALL, RISE, THICKNESS, CLEARANCE = 1.6, 2.0, 4.0, 0.1
# the second of them is the board 5-374-P
BOARDS = ("AAAAB ACCBB CCDDB ECEDB EEEDD", "AABBC DABEC DABEC DABEC DDEEC", "ABBBB ACCBD AACCD EAECD EEEDD")


WANTED = wanted(BOARDS)


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("boards") / "boards.txt"
    file.write_text("\n".join(map(text_form, BOARDS)))
    return file


@pytest.fixture(scope="module")
def run(quasiprint: Run, boards: Path) -> Path:
    """Three boards, as a user makes them."""
    folder = boards.parent / "run"
    said = ("--board", boards, "--edge", 20, "--format", "stl,3mf,svg,txt")
    quasiprint("make", "majomino", *said, "-o", folder, code=0)
    return folder


@pytest.mark.thorough
def test_the_readers_tell_boards_apart_and_from_their_mirror_images(run: Path) -> None:
    assert [tuple("ABCDE".index(letter) for letter in rows if letter != " ") for rows in BOARDS] == WANTED
    assert read_text((run / "txt" / "boards.txt").read_text()) == WANTED
    mesh = trimesh.load(run / "stl" / "board-1-body.stl")
    images = []
    for turn in range(4):
        for mirror in (1.0, -1.0):
            image = mesh.copy().apply_transform(np.diag([mirror, 1.0, 1.0, 1.0]))
            image.apply_transform(trimesh.transformations.rotation_matrix(turn * math.pi / 2, (0, 0, 1)))
            images.append(recovered(unary_union(sliced(image, 5.0)), 5))
    assert images[0] == WANTED[0]
    assert len(set(images)) == 8  # an asymmetric board: no turn and no mirror image is taken for it
    walls = unary_union(sliced(mesh, 5.0))
    gone = walls.difference(edge_of(3, 4, 5, PITCH, 9.1).buffer(1.0, cap_style="flat"))
    assert standing(walls, 5) - standing(gone, 5) == {(3, 4)}
    assert recovered(gone, 5) != WANTED[0]
    with pytest.raises(AssertionError, match="half a wall"):
        standing(walls.difference(edge_of(3, 4, 5, PITCH, 5.0).buffer(1.0)), 5)
    with pytest.raises(AssertionError, match="rim has a gap"):
        recovered(walls.difference(Point(50, 10).buffer(2)), 5)


def is_x(shape: Polygon, reach: float) -> bool:
    """Tell whether a shape around 0, 0 reaches out aslant, and neither upright nor level: an x, not a +."""
    ends = [(reach * math.cos(k * math.pi / 4), reach * math.sin(k * math.pi / 4)) for k in range(8)]
    return [shape.covers(LineString([(0, 0), end])) for end in ends] == [False, True] * 4


def test_a_marker_has_a_raised_x_and_below_the_rim_of_an_o(run: Path) -> None:
    mesh = trimesh.load(run / "stl" / "marker-body.stl")
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


@pytest.mark.parametrize("name", ["3-7-2", "7-3NQK8N-2"])
@pytest.mark.parametrize("regions", ["coloured", "plain"])
def test_boards_of_other_sizes_and_without_colours(tmp_path: Path, name: str, regions: str) -> None:
    options = ("--board", name, "--regions", regions, "--format", "stl,txt", "-o", tmp_path / "run")
    assert invoke("make", "majomino", *options).exit_code == 0
    size = int(name[0])
    meshes = {file.stem: trimesh.load(file) for file in (tmp_path / "run" / "stl").glob("board-1-*.stl")}
    assert all(mesh.is_watertight for mesh in meshes.values())
    assert bool([file for file in meshes if "inlay" in file]) is (regions == "coloured")
    (wanted,) = read_text((tmp_path / "run" / "txt" / "boards.txt").read_text())
    for file in ("board-1-body", *(["board-1-relief"] if regions == "coloured" else [])):
        assert meshes[file].extents[:2] == pytest.approx(size * PITCH + WALL - 2 * CLEARANCE, abs=1e-4)
        assert recovered(unary_union(sliced(meshes[file], 5.0)), size) == wanted
    if regions == "plain":  # cells are told apart by grooves
        grooves = box(-90, -90, 90, 90).difference(unary_union(sliced(meshes["board-1-body"], 3.9)))
        open_to = {pair for pair in places(size) if grooves.covers(edge_of(*pair, size, PITCH, 5.0))}
        assert open_to == {(a, b) for a, b in places(size) if wanted[a] == wanted[b]}


@pytest.mark.thorough
@pytest.mark.foreign("prusa-slicer")
def test_prusaslicer_prints_the_walls(run: Path, tmp_path: Path) -> None:
    printed = strokes(gcode_of((run / "3mf" / "plate-2-prusa.3mf").read_bytes(), tmp_path))
    high = [stroke for stroke in printed if stroke.z == 5.0]
    assert {(stroke.tool, stroke.label.split()[0]) for stroke in high} == {(0, "board-3")}
    lines = unary_union([LineString([stroke.start, stroke.end]) for stroke in high])
    walls = lines.buffer(0.5).buffer(-0.2)  # strokes side by side, 0.45 mm wide
    x0, y0, x1, y1 = walls.bounds
    assert recovered(translate(walls, -(x0 + x1) / 2, -(y0 + y1) / 2), 5) == WANTED[2]


@pytest.fixture(scope="module")
def cut(boards: Path) -> dict[float, Path]:
    """The sheets whose walls are cut, by the kerf."""
    folders = {kerf: boards.parent / f"cut-{kerf:g}" for kerf in (0.0, 0.2)}
    for kerf, folder in folders.items():
        options = ("--board", boards, "--walls", "cut", "--kerf", kerf, "--format", "svg", "-o", folder)
        assert invoke("make", "majomino", *options).exit_code == 0
    return folders


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


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kerf", [0.0, 0.2])
def test_cut_boards_come_apart_into_their_regions(cut: dict[float, Path], kerf: float) -> None:
    lines = lines_of(cut[kerf] / "svg/sheet-1.svg")
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


@pytest.mark.parametrize(("walls", "kerf"), [("engraved", 0.2), ("cut", 0.2), ("cut", 0.0)])
def test_a_frame_holds_a_board_and_lies_on_a_tray(run: Path, cut: dict[float, Path], walls: str, kerf: float) -> None:
    folder = run if walls == "engraved" else cut[kerf]
    side = 5 * PITCH + (WALL if walls == "engraved" else 0)
    lines = lines_of(folder / "svg/sheet-1.svg")
    one, other = cuts_of(lines, side + 0.3 + 2 * 0.4 * PITCH + kerf)
    (window,) = [Polygon(ring) for ring in lines["cut-inner"] if ring[0] == ring[-1]]  # slits part the boards beside it
    assert sum(len(inside(lines, "cut-inner", whole)) for whole in (one, other)) == 1
    assert not any(window.intersects(board) for board in cuts_of(lines, side + kerf))
    hole = window.buffer(kerf / 2, join_style="mitre")  # what the beam leaves open
    x0, y0, x1, y1 = hole.bounds
    assert (x1 - x0, y1 - y0) == pytest.approx((side + 2 * 0.15, side + 2 * 0.15), abs=1e-3)
    (frame,) = [whole for whole in (one, other) if whole.contains(window)]
    assert frame.centroid.distance(hole.centroid) < 1e-3
    assert len(cuts_of(lines, PITCH / 2 + kerf, ROUND)) == 25

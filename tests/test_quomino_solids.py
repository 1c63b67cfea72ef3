"""The solids of a made Quomino box, read back from meshes alone: do the pieces turn, cover and lock as they should?

What is measured is measured from the files. PrusaSlicer prints a small box.
"""

from __future__ import annotations

import contextlib
import json
import math
import re
import shutil
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from called import tree
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from test_quomino_files import EDGE, NEEDED, RIM, made, marked, side_shown
from test_slicing import sliced as gcode_of
from test_slicing import strokes
from test_stl import admesh, repairs
from test_threemf import MODEL, edited
from test_triomino_files import areas, sliced

THICK, INLAY, DEEP, KNOB, CLEAR = 4.0, 0.6, 1.0, 2.0, 0.1
BOARD = 1.6  # how thick a board and its strips are
BED = box(0, 0, 250, 210)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default box for printers."""
    return made(tmp_path_factory.mktemp("full"), "--format", "stl")


@pytest.fixture(scope="module")
def knobs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box whose ominoes have knobs."""
    return made(tmp_path_factory.mktemp("knobs"), "--size", 4, "--grip", "knob", "--format", "stl")


@pytest.fixture(scope="module", params=[4, 7])
def small(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Path]:
    """The box for one board, even or odd."""
    return request.param, made(tmp_path_factory.mktemp("small"), "--size", request.param, "--format", "stl,3mf,svg")


@cache
def mesh(folder: Path, name: str) -> trimesh.Trimesh:
    (file,) = (folder / "stl").glob(f"{name}.stl")
    return trimesh.load(file)


@cache  # a body that was changed is another
def at(body: trimesh.Trimesh, z: float) -> shapely.Geometry:
    """Return what a plane at height z meets of a body."""
    return unary_union(sliced(body, z)) if body.bounds[0][2] < z < body.bounds[1][2] else Polygon()


def whole(body: trimesh.Trimesh) -> shapely.Geometry:
    """Return a board's part with its holes filled."""
    return unary_union([Polygon(part.exterior) for part in areas(at(body, BOARD / 2))])


def omino_faults(body: trimesh.Trimesh, inlay: trimesh.Trimesh, knob: bool = False) -> list[str]:
    """Say what is wrong with an omino whose upper right half should be black."""
    if not (body.is_watertight and inlay.is_watertight and body.volume > 0 < inlay.volume):
        return ["open"]
    whole, top, ink = at(body, THICK / 2), at(body, THICK - INLAY / 2), at(inlay, THICK - INLAY / 2)
    grip, beyond = (at(body, THICK + KNOB + z) for z in (-0.05, 0.05))
    if not knob:
        grip, beyond = (whole.difference(at(body, THICK - DEEP + z).buffer(1e-6)) for z in (0.05, -0.05))
    sunk = 0.0 if knob else grip.area
    faults = []
    if not box(-EDGE / 2, -EDGE / 2, EDGE / 2, EDGE / 2).contains(whole) or body.bounds[0][2] != 0:
        faults.append("size")
    low = min(x + y for x, y in shapely.get_coordinates(ink))
    if low < -1e-4 or unary_union([ink, grip.buffer(1)]).area < 0.8 * whole.area / 2:
        faults.append("half")
    if abs(top.area + ink.area + sunk - whole.area) > 0.02 or top.intersection(ink).area > 0.02:
        faults.append("fill")
    discs = areas(grip)
    fits = len(discs) == 1 and not areas(beyond) and discs[0].distance(ink) > 0.3
    if not fits or min(x + y for x, y in discs[0].exterior.coords) <= 0 or discs[0].area < math.pi * 2.5**2 * 0.98:
        faults.append("grip")
    return faults


def test_an_omino_is_half_black_and_its_grip_is_there(full: Path, knobs: Path) -> None:
    body, inlay = (mesh(full, f"omino_x100-{part}") for part in ("body", "inlay-c0"))
    high, around = (mesh(knobs, f"omino_x16-{part}") for part in ("body", "inlay-c0"))
    assert omino_faults(body, inlay) == omino_faults(high, around, knob=True) == []
    assert body.bounds[1][2] == pytest.approx(THICK) and high.bounds[1][2] == pytest.approx(THICK + KNOB)
    # in relief, what is black stands over the face
    assert at(mesh(full, "omino_x100-relief"), THICK + 0.4).symmetric_difference(at(inlay, THICK - 0.3)).area < 0.02
    # and what is wrong is found
    mirror, turn = np.diag([-1.0, 1, 1, 1]), np.diag([-1.0, -1, 1, 1])
    assert omino_faults(body, inlay.copy().apply_transform(mirror)) == ["half", "fill", "grip"]
    assert omino_faults(*(part.copy().apply_transform(turn) for part in (body, inlay))) == ["half", "grip"]
    assert omino_faults(body.copy().apply_transform(np.diag([1.3, 1.3, 1, 1])), inlay)[0] == "size"
    assert omino_faults(body.copy().apply_transform(np.diag([1, 1, 0.97, 1])), inlay) == ["grip"]
    assert omino_faults(body, inlay, knob=True) == ["half", "fill", "grip"]
    assert omino_faults(trimesh.Trimesh(body.vertices, body.faces[1:]), inlay) == ["open"]


@cache
def laid(folder: Path, size: int) -> dict[str, trimesh.Trimesh]:
    """Return the parts of a board where they belong: the outer ones reach its rim."""
    half, found = size * EDGE / 2 + RIM - CLEAR, {}
    for file in sorted((folder / "stl").glob("board*-body.stl")):
        part, name = trimesh.load(file), file.stem.split("-")[1].replace("body", "a1")
        assert set(name) <= set("ab12"), "a part in the middle of others has no place of its own"
        (left, low, _), (right, high, _) = part.bounds
        dx = -half - left if name[0] == "a" else half - right
        dy = -half - low if name[1] == "1" else half - high
        found[name] = part.apply_translation((dx, dy, 0))
    return found


def studs_of(parts: dict[str, trimesh.Trimesh]) -> list[Polygon]:
    return [stud for part in parts.values() for stud in areas(at(part, BOARD + 0.9))]


def stud_faults(studs: list[Polygon], size: int) -> list[str]:
    """Say where no stud stands at a crossing, or one elsewhere."""
    found = Counter((round(s.centroid.x / EDGE + size / 2, 3), round(s.centroid.y / EDGE + size / 2, 3)) for s in studs)
    due = Counter((i, j) for i in range(size + 1) for j in range(size + 1))
    return [f"{x:g}, {y:g}" for x, y in sorted((found - due) + (due - found))]


def board_faults(shapes: list[shapely.Geometry], size: int) -> set[str]:
    """Say whether parts are not a square without gaps but those of their clearance."""
    half = size * EDGE / 2 + RIM
    whole = unary_union([shape.buffer(CLEAR + 1e-4, join_style="mitre") for shape in shapes])
    found = {
        "overlap": any(a.intersection(b).area > 1e-3 for a, b in combinations(shapes, 2)),
        "size": np.abs(np.array(whole.bounds) - (-half, -half, half, half)).max() > 0.01,
        # the corners of a board in one part are rounded
        "gap": box(*whole.bounds).difference(whole).area > (0.01 if len(shapes) > 1 else 0.8),
        "tight": any(a.distance(b) < CLEAR for a, b in combinations(shapes, 2)),
    }
    return {code for code, wrong in found.items() if wrong}


def test_the_parts_of_a_board_come_together_and_lock(full: Path) -> None:
    parts = laid(full, 10)
    a, b = map(whole, parts.values())
    assert board_faults([a, b], 10) == set()
    for dx, dy in ((2, 0), (0, 1), (0, -1)):  # apart, or along the seam
        assert a.intersection(translate(b, dx, dy)).area > 0.2, (dx, dy)
    assert marked(grooves(parts), 10) == [10, 8, 6]
    assert stud_faults(studs_of(parts), 10) == []
    # and what is wrong is found
    assert board_faults([a, translate(b, 0.5, 0)], 10) >= {"size", "gap"}
    assert board_faults([a, translate(b, 0, 0.5)], 10) >= {"overlap"}
    assert board_faults([a, translate(b, -0.15, 0)], 10) >= {"tight"}
    assert stud_faults(studs_of(parts)[1:], 10) != []
    assert stud_faults([translate(stud, 0.01 * EDGE) for stud in studs_of(parts)], 10) != []


def test_a_board_is_light_and_ominoes_lie_on_it_whichever_way_they_are_turned(full: Path) -> None:
    parts = laid(full, 10)
    assert sum(part.volume for part in parts.values()) < 68_000  # mm³; 4 mm thick and without holes it had 215 cm³
    omino = Polygon(at(mesh(full, "omino_x100-body"), THICK / 2))
    opened = unary_union([whole(part).difference(at(part, BOARD / 2)) for part in parts.values()])
    holes = [hole for hole in areas(opened) if hole.area > 1]
    assert len(holes) > 4 * 80  # none at the seam, nor where the numbers of the smaller boards are
    reach = omino.exterior.distance(Point(0, 0))
    for hole in holes:
        x, y = ((round(v / EDGE - 0.5) + 0.5) * EDGE for v in (hole.centroid.x, hole.centroid.y))
        assert Point(x, y).hausdorff_distance(hole) < reach - 0.5
        assert hole.minimum_rotated_rectangle.length < 2 * 2 * 12.9  # a marker does not fall through
        assert hole.hausdorff_distance(hole.centroid) < 12.9 / 2
    assert {round(float(z), 3) for part in parts.values() for z in part.bounds[:, 2]} == {0.0, BOARD + 1}


def grooves(parts: dict[str, trimesh.Trimesh]) -> shapely.Geometry:
    """Return the heavy lines of a board: what is left of what is sunk into it, taken in by 0.5 mm."""
    sunk = list[shapely.Geometry]()
    for part in parts.values():
        holes = whole(part).difference(at(part, BOARD / 2)).buffer(0.1)
        sunk += [Polygon(ring).difference(holes) for s in areas(at(part, BOARD - 0.1)) for ring in s.interiors]
    return unary_union([line.buffer(-0.5) for line in sunk])


def test_a_board_in_four_parts(tmp_path: Path) -> None:
    bed = {"width": 110, "depth": 100, "margin": 2, "gap": 1, "nozzle": 0.4, "extruders": 2}
    (tmp_path / "bed.toml").write_text("\n".join(["[bed]", *(f"{key} = {value}" for key, value in bed.items())]))
    folder = made(tmp_path, "--size", 7, "--format", "stl", "--profile", tmp_path / "bed.toml")
    parts = laid(folder, 7)
    shapes = {name: whole(part) for name, part in parts.items()}
    assert sorted(shapes) == ["a1", "a2", "b1", "b2"]
    assert board_faults(list(shapes.values()), 7) == set()
    assert stud_faults(studs_of(parts), 7) == [] and marked(grooves(parts), 7) == [7]
    for one, other, dx, dy in (("a1", "b1", 2, 0), ("a2", "b2", 2, 0), ("a1", "a2", 0, 2), ("b1", "b2", 0, 2)):
        for move in ((dx, dy), (dy, dx), (-dy, -dx)):
            assert shapes[one].intersection(translate(shapes[other], *move)).area > 0.2, (one, other, move)
    for shape in shapes.values():
        assert sorted(np.ptp(np.reshape(shape.bounds, (2, 2)), axis=0)) <= [96, 106]


def stuck(body: trimesh.Trimesh, studs: list[Polygon]) -> set[str]:
    """Say what an omino touches as it turns in its square: a stud, or an omino in the next square."""
    reach = float(np.hypot(*body.vertices[:, :2].T).max()) + CLEAR
    xs = sorted({round(stud.centroid.x, 3) for stud in studs})
    pitch, every = xs[1] - xs[0], unary_union(studs)
    middles = [Point(x + pitch / 2, y + pitch / 2) for x in xs[:-1] for y in xs[:-1]]
    found = {"stud"} if min(every.distance(middle) for middle in middles) < reach else set()
    return found | ({"omino"} if pitch - body.bounds[1][0] < reach else set())


def test_an_omino_turns_between_studs_and_beside_others(full: Path, knobs: Path) -> None:
    studs = studs_of(laid(full, 10))
    body = mesh(full, "omino_x100-body")
    for turning in (body, mesh(full, "omino_x100-relief"), mesh(knobs, "omino_x16-body")):
        assert stuck(turning, studs) == set()
    assert stuck(body.copy().apply_scale(1.045), studs) == {"stud"}
    assert stuck(body.copy().apply_scale(1.1), studs) == {"stud", "omino"}
    assert stuck(body, [stud.buffer(0.6) for stud in studs]) == {"stud"}


def quomino_faults(body: trimesh.Trimesh, inlay: trimesh.Trimesh, studs: list[Polygon], high: float) -> list[str]:
    """Say what is wrong with a Quomino that should be black above and white below, and lie between studs."""
    faults, half = list[str](), float(body.bounds[1][0])
    below, above = (at(body, z) for z in (high + 0.05, THICK - high - 0.05))
    stud = min(studs, key=lambda s: math.hypot(s.centroid.x, s.centroid.y))  # the one in the middle of a block
    faults += [f"hollow {name}" for name, z in (("below", below), ("above", above)) if z.distance(stud) < 0.2]
    whole = at(body, THICK / 2)
    sunk = unary_union([Polygon(hole) for hole in getattr(at(body, 0.6), "interiors", ())])
    cap = Point(0, 0).buffer(5)  # a hollow says nothing of colours
    for ink, side in ((unary_union([at(inlay, THICK - 0.3), cap]), "black"), (sunk.difference(cap), "white")):
        shown = ""
        with contextlib.suppress(AssertionError):
            shown = side_shown(ink, half)
        faults += [f"not {side}"] if shown != side else []
    around = min(s.distance(whole) for s in studs if math.hypot(s.centroid.x, s.centroid.y) > 1)
    return faults + (["large"] if around < 0.2 else [])


def test_a_quomino_lies_over_a_stud_and_between_others_either_way_up(full: Path) -> None:
    parts = laid(full, 10)
    studs = studs_of(parts)
    high = float(parts["a1"].bounds[1][2]) - BOARD
    body, inlay = (mesh(full, f"quomino_x25-{part}") for part in ("body", "inlay-c0"))
    assert quomino_faults(body, inlay, studs, high) == []
    assert at(mesh(full, "quomino_x25-relief"), THICK + 0.4).symmetric_difference(at(inlay, 3.7)).area < 0.02
    top, ink = at(body, THICK - 0.3), at(inlay, THICK - 0.3)
    hollow = math.pi * (3.3 + 0.3) ** 2
    assert top.area + ink.area == pytest.approx(at(body, THICK / 2).area - hollow, abs=0.5)
    assert top.intersection(ink).area < 0.02
    # and what is wrong is found
    upside_down = trimesh.transformations.rotation_matrix(math.pi, (1, 0, 0), (0, 0, THICK / 2))
    for code, change in (("large", np.diag([1.02, 1.02, 1, 1])), ("not white", upside_down)):
        changed = body.copy().apply_transform(change)
        assert code in quomino_faults(changed, inlay, studs, high)
    assert quomino_faults(body, inlay, studs, 1.3) == ["hollow below", "hollow above"]
    turned = inlay.copy().apply_transform(trimesh.transformations.rotation_matrix(math.pi / 4, (0, 0, 1)))
    assert quomino_faults(body, turned, studs, high) == ["not black"]
    assert "hollow below" in quomino_faults(body, inlay, [s.buffer(0.2) for s in studs], high)


def test_strips_fill_what_lies_around_the_smaller_boards(full: Path) -> None:
    studs = unary_union(studs_of(laid(full, 10)))
    long, short = (at(mesh(full, f"frame-{n}-body"), BOARD / 2) for n in (9, 7))
    strips = []
    for strip, ring in ((long, 4.5), (short, 3.5)):  # four chase one another around a board
        first = translate(strip, -EDGE / 2, -ring * EDGE)
        strips += [rotate(first, 90 * k, origin=(0, 0)) for k in range(4)]
    assert min(strip.distance(studs) for strip in strips) > 0.2
    assert min(a.distance(b) for a, b in combinations(strips, 2)) > 0.2
    middles = {(x, y): Point((x - 4.5) * EDGE, (y - 4.5) * EDGE) for x in range(10) for y in range(10)}
    free = {square for square, middle in middles.items() if not any(strip.covers(middle) for strip in strips)}
    assert free == {(x, y) for x in range(2, 8) for y in range(2, 8)}
    marker = mesh(full, "marker-body")
    assert float(np.hypot(*marker.vertices[:, :2].T).max()) < EDGE / math.sqrt(2) - 3.3 - CLEAR


def stl_counts(folder: Path) -> Counter[float]:
    """Count the bodies on the plates by their volumes."""
    files = sorted((folder / "stl").glob("plate-?-body.stl"))
    return Counter(round(body.volume) for file in files for body in trimesh.load(file).split())


def test_the_plates_hold_all_the_box(full: Path) -> None:
    volumes = stl_counts(full)
    names = {"omino_x100": 100, "quomino_x25": 25, "marker": 64, "board-a1": 1, "frame-7": 4, "frame-9": 4}
    assert {name: volumes[round(mesh(full, f"{name}-body").volume)] for name in names} == names
    assert volumes.total() == 199


def test_boxes_for_one_board_hold_what_it_needs(small: tuple[int, Path]) -> None:
    size, folder = small
    assert sorted(stl_counts(folder).values()) == sorted((*NEEDED[size], 1))
    parts = laid(folder, size)
    assert stud_faults(studs_of(parts), size) == [] and marked(grooves(parts), size) == [size]
    assert board_faults([whole(part) for part in parts.values()], size) == set()


@pytest.mark.thorough
@pytest.mark.foreign("prusa-slicer")
def test_prusaslicer_prints_pieces_and_a_board(tmp_path: Path) -> None:
    folder = made(tmp_path, "--size", 4, "--format", "stl,3mf")
    plate = (folder / "3mf" / "plate-1-prusa.3mf").read_bytes()  # all the box lies on it
    # two ominoes and a Quomino, which are like the others: that is quicker
    others = re.compile(r'(<item objectid="(?!(?:2|3|20|23)").*?)/>')
    few = edited(plate, MODEL, lambda text: others.sub(r'\1 printable="0"/>', text))
    printed = strokes(gcode_of(few, tmp_path, extruders=2))
    labels = {stroke.label for stroke in printed}
    assert Counter(re.match("[a-z]+", label)[0] for label in labels) == {"omino": 2, "quomino": 1, "board": 1}
    assert sorted({stroke.z for stroke in printed if stroke.tool}) == [0.2, 0.4, 0.6, 3.6, 3.8, 4.0]
    corners = at(trimesh.load(folder / "stl" / "plate-1-inlay-c0.stl"), INLAY / 2)
    black = at(trimesh.load(folder / "stl" / "plate-1-inlay-c0.stl"), THICK - 0.3)
    holes = [Polygon(hole).centroid.buffer(2.8) for patch in black.geoms for hole in patch.interiors]
    ends = np.array([[*stroke.start, *stroke.end, stroke.z, stroke.tool] for stroke in printed])
    middle, z, tool = (ends[:, :2] + ends[:, 2:4]) / 2, ends[:, 4], ends[:, 5]
    high = z > THICK - INLAY
    assert (tool[high & shapely.contains_xy(black.buffer(-0.2), *middle.T)] == 1).all()
    assert shapely.contains_xy(black.buffer(0.05), *middle[high & (tool == 1)].T).all()
    # below the same: whatever lies in a corner is black, and nothing else
    low = z < INLAY + 0.1
    assert (tool[low & shapely.contains_xy(corners.buffer(-0.2), *middle.T)] == 1).all()
    assert shapely.contains_xy(corners.buffer(0.05), *middle[low & (tool == 1)].T).all()
    # a dimple and a hollow have a floor, and nothing in them
    assert {max(z[shapely.contains_xy(hole, *middle.T)], default=0.0) for hole in holes} == {0.0, 2.8, 3.0}
    of_board = [stroke for stroke in printed if stroke.label.startswith("board")]
    assert {stroke.tool for stroke in of_board} == {0}
    high = [stroke for stroke in of_board if stroke.z > BOARD + 0.9]
    tops = unary_union([LineString([stroke.start, stroke.end]).buffer(0.3) for stroke in high])
    assert len(tops.geoms) == 25 and {stroke.z for stroke in high} == {BOARD + 1}  # studs


def bodies(full: Path, knobs: Path) -> list[Path]:
    return sorted({*(full / "stl").iterdir(), *(knobs / "stl").glob("omino*")})


@pytest.mark.foreign("admesh")
def test_admesh_has_no_body_to_repair(full: Path, knobs: Path) -> None:
    for file in bodies(full, knobs):
        assert repairs(admesh(file)) == 0, file.name


def manifest_faults(folder: Path, size: int) -> list[str]:
    """Say what a manifest gets wrong about its folder and about how many pieces a board needs."""
    said = json.loads((folder / "manifest.json").read_text())
    ominoes, quominoes, markers = NEEDED[size]
    pieces = {entry["id"]: entry for entry in said["pieces"]}
    faults = ["pieces"] if len(pieces) != ominoes + quominoes or len(said["pieces"]) != len(pieces) else []
    for shape, count, marks in (("omino", ominoes, [0, 2, 1, 2]), ("quomino", quominoes, [1, 0])):
        names = {f"stl/{shape}_x{count}-{part}.stl" for part in ("body", "inlay-c0", "relief")}
        for k in range(1, count + 1):
            entry = pieces.get(f"{shape}-{k:0{len(str(count))}d}")
            faults += ["pieces"] if entry is None or entry["shape"] != shape else []
            faults += ["same"] if entry and (entry["marks"] != marks or set(entry["files"]) != names) else []
    counts = Counter({thing["id"]: thing["count"] for thing in said["accessories"] if "board" not in thing["id"]})
    if counts != Counter({"marker": markers} | ({"frame-7": 4, "frame-9": 4} if size == 10 else {})):
        faults.append("accessories")
    found, listed = tree(folder), {entry["path"]: entry for entry in said["files"]}
    del found["manifest.json"]
    faults += ["sha256"] if any(found.get(name, e["sha256"]) != e["sha256"] for name, e in listed.items()) else []
    faults += ["listed"] if set(found) != set(listed) or len(listed) != len(said["files"]) else []
    used = [name for entry in (*said["pieces"], *said["accessories"]) for name in entry["files"]]
    return faults + (["files"] if not set(used) <= set(found) else [])


def test_the_manifest_names_every_piece_and_file(full: Path, small: tuple[int, Path], tmp_path: Path) -> None:
    size, folder = small
    assert manifest_faults(folder, size) == manifest_faults(full, 10) == []
    # and what is wrong is found
    copy = shutil.copytree(folder, tmp_path / "copy")
    (copy / "stl" / "marker-body.stl").open("ab").write(b"\0")
    assert manifest_faults(copy, size) == ["sha256"]
    (copy / "more.txt").touch()
    assert manifest_faults(copy, size) == ["sha256", "listed"]
    for code, old, new in (
        ("pieces", '"quomino-2"', '"quomino-0"'),
        ("accessories", f'"count": {NEEDED[size][2]}', '"count": 3'),
        ("same", '   "marks": [\n    0,', '   "marks": [\n    1,'),
        ("files", "marker-body.stl", "nothing.stl"),
    ):
        text = (folder / "manifest.json").read_text()
        (copy / "manifest.json").write_text(text.replace(old, new, 1))
        assert manifest_faults(copy, size)[0 if code != "files" else -1] == code
